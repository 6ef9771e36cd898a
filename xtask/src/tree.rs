//! The files of the workspace.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// What is not the project's own text: folders, and `.git`, which in a worktree is a file.
const SKIPPED: &[&str] = &["target", ".git", "node_modules"];

/// All files below a folder that `wanted` picks, by their paths from the root, sorted.
pub fn files(root: &Path, folder: &str, wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let start = root.join(folder);
    if start.is_dir() {
        walk(&start, &mut found)?;
    }
    let mut found: Vec<PathBuf> =
        found.into_iter().filter_map(|path| path.strip_prefix(root).ok().map(Path::to_path_buf)).collect();
    found.retain(|path| wanted(path));
    found.sort();
    Ok(found)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        if entry.file_name().to_str().is_some_and(|name| SKIPPED.contains(&name)) {
            continue;
        }
        if kind.is_dir() {
            walk(&path, found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a path ends in this extension.
pub fn is(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own == extension)
}
