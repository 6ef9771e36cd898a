//! Where texts come from: a reader that the caller supplies, so that this crate can serve a web table as well.

use std::io;
use std::path::Path;

/// Reads a text by its path; `Ok(None)` where there is no such file.
pub type Reader<'a> = &'a dyn Fn(&str) -> io::Result<Option<String>>;

/// Reads an ordinary file.
///
/// # Errors
/// When the file is there and cannot be read, or is not text in UTF-8.
pub fn read(path: &str) -> io::Result<Option<String>> {
    if Path::new(path).is_dir() {
        return Ok(None);
    }
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(fault) if matches!(fault.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(fault) if fault.kind() == io::ErrorKind::InvalidData => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
        }
        Err(fault) => Err(fault),
    }
}

/// A reader that finds nothing: only what is built in can be opened.
///
/// # Errors
/// Never.
pub fn none(_: &str) -> io::Result<Option<String>> {
    Ok(None)
}
