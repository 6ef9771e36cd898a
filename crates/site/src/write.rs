//! The folder of the site.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder that is written, and what stands in it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Every file, by its address below the root.
    files: Vec<String>,
}

impl Folder {
    /// An empty folder; what was there is gone.
    pub(crate) fn new(path: &Path) -> Result<Folder, String> {
        if path.exists()
            && !path.join("worker.js").exists()
            && fs::read_dir(path).is_ok_and(|mut all| all.next().is_some())
        {
            return Err(format!("`{}` holds something else; name an empty folder", path.display()));
        }
        _ = fs::remove_dir_all(path);
        fs::create_dir_all(path).map_err(|fault| format!("`{}`: {fault}", path.display()))?;
        Ok(Folder { path: path.to_owned(), files: Vec::new() })
    }

    /// Writes a file.
    pub(crate) fn add(&mut self, name: &str, content: impl AsRef<[u8]>) -> Result<(), String> {
        let path = self.path.join(name);
        let parent = path.parent().unwrap_or(&self.path);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, content));
        written.map_err(|fault| format!("`{}`: {fault}", path.display()))?;
        self.files.push(name.to_owned());
        Ok(())
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The addresses of everything written so far.
    pub(crate) fn files(&self) -> &[String] {
        &self.files
    }

    /// What was built, in words.
    pub(crate) fn told(&self, bundles: &[(String, u64)]) -> String {
        let mut told = format!("{} files in {}", self.files.len(), self.path.display());
        for (book, bytes) in bundles {
            told += &format!("\n{book}: {} kB", bytes / 1_000);
        }
        told
    }
}
