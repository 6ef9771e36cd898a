//! The file in which a fight is kept: read and mended when it is taken up again, appended to while it is played.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use quintain_engine::{Fact, Header, Record};

use crate::fault::{Done, Fault};

/// An open record.
#[derive(Debug)]
pub(crate) struct RecordFile {
    file: File,
    path: String,
}

impl RecordFile {
    /// A new record that begins with this header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn begin(path: &Path, header: &Header) -> Result<RecordFile, Fault> {
        let mut record = RecordFile::at(path)?;
        record.write(header.line().as_bytes())?;
        Ok(record)
    }

    /// The record of a fight that is over, in a file of its own.
    ///
    /// # Errors
    /// When there is such a file already, or it cannot be written.
    pub(crate) fn keep(path: &Path, header: &Header, facts: &[Fact]) -> Done {
        RecordFile::wants_none(path)?;
        RecordFile::begin(path, header)?.append(facts)
    }

    /// Makes sure, before a fight is played to be kept, that its file is still to be made.
    ///
    /// # Errors
    /// When there is such a file already.
    pub(crate) fn wants_none(path: &Path) -> Done {
        if path.exists() {
            let name = path.display();
            return Err(Fault::Wrong(format!("there is a file `{name}` already; a record is kept in a new one")));
        }
        Ok(())
    }

    /// A record that was read, ready to be gone on with: what was cut off at its end is taken out of the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn go_on(path: &Path, record: &Record) -> Result<RecordFile, Fault> {
        let mut file = RecordFile::at(path)?;
        let whole = u64::try_from(record.whole).unwrap_or(u64::MAX);
        let mended = file.mend(whole);
        mended.map_err(|fault| file.unwritable(&fault))?;
        Ok(file)
    }

    fn at(path: &Path) -> Result<RecordFile, Fault> {
        let name = path.display().to_string();
        let opened = OpenOptions::new().create(true).append(true).read(true).open(path);
        match opened {
            Ok(file) => Ok(RecordFile { file, path: name }),
            Err(fault) => Err(Fault::Wrong(format!("the record `{name}` cannot be written: {fault}"))),
        }
    }

    fn mend(&mut self, whole: u64) -> io::Result<()> {
        self.file.set_len(whole)?;
        let ends = std::fs::read(&self.path)?;
        if ends.last().is_some_and(|last| *last != b'\n') { self.file.write_all(b"\n") } else { Ok(()) }
    }

    /// Appends facts. They are with the system when this returns, whatever becomes of this program.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(crate) fn append(&mut self, facts: &[Fact]) -> Done {
        let lines: String = facts.iter().map(Record::line).collect();
        self.write(lines.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Done {
        if bytes.is_empty() {
            return Ok(());
        }
        let written = self.file.write_all(bytes).and_then(|()| self.file.flush());
        written.map_err(|fault| self.unwritable(&fault))
    }

    fn unwritable(&self, fault: &io::Error) -> Fault {
        Fault::Failure(format!("the record `{}` cannot be written: {fault}", self.path))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }
}

/// Reads a record; `None` where there is no file yet, or an empty one.
///
/// # Errors
/// When it cannot be read, or is no record.
pub(crate) fn read(path: &Path) -> Result<Option<Record>, Fault> {
    let name = path.display().to_string();
    match std::fs::read(path) {
        Ok(bytes) if bytes.is_empty() => Ok(None),
        Ok(bytes) => match text(bytes) {
            Ok(text) => Ok(Some(Record::read(&name, &text)?)),
            Err(line) => {
                let what = format!("the record `{name}` cannot be read: line {line} is not text in UTF-8");
                Err(Fault::Wrong(what))
            }
        },
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(Fault::Wrong(format!("the record `{name}` cannot be read: {fault}"))),
    }
}

/// Says on standard error what was dropped of a record that was cut off.
pub(crate) fn tell_cut(record: &Record) {
    if let Some(note) = record.note {
        let _ = writeln!(anstream::stderr(), "note: {note}");
    }
}

/// The text of a record, byte for byte: where one is put in place of another, the places of lines in the file are lost. Behind
/// the last line break a file that was cut off may end in the middle of a letter; what is whole there counts.
///
/// # Errors
/// The number of the line that is no text.
fn text(bytes: Vec<u8>) -> Result<String, usize> {
    let fault = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(fault) => fault,
    };
    let whole = fault.utf8_error().valid_up_to();
    let mut bytes = fault.into_bytes();
    let last = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = 1 + bytes[..whole].iter().filter(|byte| **byte == b'\n').count();
    if whole < last {
        return Err(line);
    }
    bytes.truncate(whole);
    String::from_utf8(bytes).map_err(|_| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_of_a_record_may_be_no_text() {
        assert_eq!(text(b"one\ntwo\n".to_vec()), Ok("one\ntwo\n".to_owned()));
        assert_eq!(text(b"one\ntw\xc3".to_vec()), Ok("one\ntw".to_owned()), "cut in the middle of a letter");
        assert_eq!(text(b"one\n\xff".to_vec()), Ok("one\n".to_owned()));
        assert_eq!(text(b"Kykl\xf4ps\ntwo\n".to_vec()), Err(1));
        assert_eq!(text(b"one\ntw\xc3\n".to_vec()), Err(2));
    }
}
