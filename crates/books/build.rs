//! Embeds the packs, the ready-made encounters and the examples of the rulebooks that are built in, so that programs work in
//! any folder.
//!
//! This is a build script and not a macro because Cargo then builds anew when a file is added.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(name.to_owned()));
    let root = root(&variable("CARGO_MANIFEST_DIR")?)?;
    let mut code = "static EMBEDDED: &[File] = &[\n".to_owned();
    for (folder, kind) in [("packs", "toml"), ("encounters", "toml"), ("days", "toml"), ("fights", "fight")] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        let mut files = Vec::new();
        for book in BOOKS.into_iter().filter(|book| is_wanted(book) && (folder != "fights" || is_wanted("examples"))) {
            gather(&root.join(folder).join(book), kind, &mut files)?;
        }
        files.sort();
        for file in files {
            let inside = file.strip_prefix(&root).map_err(io::Error::other)?;
            let path = inside.to_string_lossy().replace('\\', "/");
            let text = file.to_string_lossy().into_owned();
            let _ = writeln!(code, "    ({path:?}, include_str!({text:?})),");
        }
    }
    code.push_str("];\n");
    fs::write(variable("OUT_DIR")?.join("embedded.rs"), code)
}

/// The rulebooks, by the names of their features and folders.
const BOOKS: [&str; 5] = ["gu", "heimr", "oakhearth", "thalassa", "uchma"];

/// Whether a feature is on.
fn is_wanted(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some()
}

/// Where the files lie: in a package beside this script, in the project in its root. There the names beside this script are
/// links, which not every system has.
fn root(own: &Path) -> io::Result<PathBuf> {
    let packaged = own.join("packs").is_dir() && !own.join("packs").is_symlink();
    if packaged { Ok(own.to_path_buf()) } else { own.join("../..").canonicalize() }
}

/// The files of one kind in a folder and of those inside it; a folder that is not there has none.
fn gather(folder: &Path, kind: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, kind, files)?;
        } else if path.extension().is_some_and(|extension| extension == kind) {
            files.push(path);
        }
    }
    Ok(())
}
