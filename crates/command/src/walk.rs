//! Files named at the command line, and those inside folders named there.

use std::fs;
use std::path::Path;

use quintain_content::Source;

use crate::fault::Fault;

/// What was found on a walk.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The files, in a stable order.
    pub(crate) files: Vec<String>,
    /// Of each folder that cannot be read, that it cannot, and why; of each file that cannot be named, that it cannot.
    pub(crate) unreadable: Vec<String>,
}

impl Found {
    /// The files, where all folders could be read.
    ///
    /// # Errors
    /// Says of a folder why it cannot be read.
    pub(crate) fn whole(self) -> Result<Vec<String>, Fault> {
        match self.unreadable.into_iter().next() {
            Some(why) => Err(Fault::Wrong(why)),
            None => Ok(self.files),
        }
    }
}

/// The files that these paths name, folders walked for files with one of these extensions.
///
/// # Errors
/// When a path is not there, or a folder has no such files.
pub(crate) fn files(paths: &[String], extensions: &[&str]) -> Result<Found, Fault> {
    let mut found = Found::default();
    for path in paths {
        let place = Path::new(path);
        if place.is_dir() {
            let before = (found.files.len(), found.unreadable.len());
            walk(place, extensions, &mut found);
            if before == (found.files.len(), found.unreadable.len()) {
                let kinds: Vec<String> = extensions.iter().map(|one| format!(".{one}")).collect();
                return Err(Fault::Wrong(format!("the folder `{path}` has no {} files", kinds.join(" or "))));
            }
        } else if place.exists() {
            found.files.push(path.clone());
        } else {
            return Err(Fault::Wrong(format!("there is no `{path}`")));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    found.files.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// The files with one of these extensions in a folder and in those inside it, in a stable order.
///
/// # Errors
/// When a folder cannot be read.
pub(crate) fn all(folder: &Path, extensions: &[&str]) -> Result<Vec<String>, Fault> {
    let mut found = Found::default();
    walk(folder, extensions, &mut found);
    found.whole()
}

fn walk(folder: &Path, extensions: &[&str], found: &mut Found) {
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).and_then(|inside| inside.collect());
    let mut paths: Vec<_> = match entries {
        Ok(entries) => entries.into_iter().map(|entry| entry.path()).collect(),
        Err(fault) => return found.unreadable.push(format!("`{}` cannot be read: {fault}", folder.display())),
    };
    paths.sort();
    for path in paths {
        let linked = path.is_symlink();
        if path.is_dir() {
            // A link to a folder may lead in a circle.
            if !linked {
                walk(&path, extensions, found);
            }
        } else if path.extension().is_some_and(|own| extensions.iter().any(|wanted| own == *wanted)) {
            match path.to_str() {
                Some(name) => found.files.push(name.to_owned()),
                None => found.unreadable.push(format!("the name of `{}` is not text in UTF-8", path.display())),
            }
        }
    }
}

/// Reads a file that is known to be there.
///
/// # Errors
/// Says why it cannot be read.
pub(crate) fn read(path: &str) -> Result<Source, Fault> {
    match quintain_library::files::read(path) {
        Ok(Some(text)) => Ok(Source::new(path, text)),
        Ok(None) => Err(Fault::Wrong(format!("there is no file `{path}`"))),
        Err(fault) => Err(Fault::Wrong(format!("`{path}` cannot be read: {fault}"))),
    }
}
