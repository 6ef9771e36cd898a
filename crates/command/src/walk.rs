//! Files named at the command line, and those inside folders named there.

use std::fs;
use std::path::Path;

use quintain_content::Source;

use crate::fault::Fault;

/// The files that these paths name, folders walked for files with one of these extensions, in a stable order.
///
/// # Errors
/// When a path is not there, cannot be read, or a folder has no such files.
pub(crate) fn files(paths: &[String], extensions: &[&str]) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    for path in paths {
        let place = Path::new(path);
        if place.is_dir() {
            let inside = all(place, extensions)?;
            if inside.is_empty() {
                let kinds: Vec<String> = extensions.iter().map(|one| format!(".{one}")).collect();
                return Err(Fault::Wrong(format!("the folder `{path}` has no {} files", kinds.join(" or "))));
            }
            found.extend(inside);
        } else if place.exists() {
            found.push(path.clone());
        } else {
            return Err(Fault::Wrong(format!("there is no `{path}`")));
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// The files with one of these extensions in a folder and in those inside it, in a stable order.
///
/// # Errors
/// When a folder cannot be read.
pub(crate) fn all(folder: &Path, extensions: &[&str]) -> Result<Vec<String>, Fault> {
    let mut found = Vec::new();
    walk(folder, extensions, &mut found)?;
    Ok(found)
}

fn walk(folder: &Path, extensions: &[&str], found: &mut Vec<String>) -> Result<(), Fault> {
    let unreadable = |fault: std::io::Error| Fault::Wrong(format!("`{}` cannot be read: {fault}", folder.display()));
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(unreadable)?.collect();
    let mut paths: Vec<_> = entries.map_err(unreadable)?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let linked = path.is_symlink();
        if path.is_dir() {
            // A link to a folder may lead in a circle.
            if !linked {
                walk(&path, extensions, found)?;
            }
        } else if path.extension().is_some_and(|own| extensions.iter().any(|wanted| own == *wanted)) {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
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
