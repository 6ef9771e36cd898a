//! The published JSON Schemas: written anew, or compared with what would be written.

use std::path::Path;
use std::process::Stdio;
use std::{env, fs};

use crate::quintain;
use crate::steps::cargo;

/// Writes `schemas/`.
pub fn write(root: &Path) -> Result<(), String> {
    cargo(root, quintain::ALONE, &[])?;
    with_fresh(root, |fresh| replace(&root.join("schemas"), fresh))
}

/// Whether `schemas/` is what the command that was built last would write.
pub fn check(root: &Path) -> Result<(), String> {
    with_fresh(root, |fresh| compare(&root.join("schemas"), fresh))
}

/// Generates all schemas into a temporary folder and does something with it.
fn with_fresh(root: &Path, run: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
    let fresh = env::temp_dir().join(format!("quintain-schemas-{}", std::process::id()));
    let done = generate(root, &fresh).and_then(|()| run(&fresh));
    // What is left behind in the temporary folder harms nobody.
    let _ = fs::remove_dir_all(&fresh);
    done
}

fn generate(root: &Path, folder: &Path) -> Result<(), String> {
    quintain::run(root, &["schemas", &folder.to_string_lossy()], Stdio::null())
}

/// Puts the fresh schemas in the place of the kept ones; those of tables that are no more go.
fn replace(kept: &Path, fresh: &Path) -> Result<(), String> {
    let wrong = |fault: std::io::Error| format!("{}: {fault}", kept.display());
    fs::create_dir_all(kept).map_err(wrong)?;
    for name in names(kept)? {
        fs::remove_file(kept.join(name)).map_err(wrong)?;
    }
    for name in names(fresh)? {
        fs::copy(fresh.join(&name), kept.join(&name)).map_err(wrong)?;
        println!("schemas/{name}");
    }
    Ok(())
}

/// The names of the JSON files in a folder, sorted; none where there is no folder.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let wrong = |fault: std::io::Error| format!("{}: {fault}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let name = entry.map_err(wrong)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn compare(kept: &Path, fresh: &Path) -> Result<(), String> {
    let (old, new) = (names(kept)?, names(fresh)?);
    let read = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let stale = new
        .iter()
        .filter(|name| read(kept, name) != read(fresh, name))
        .chain(old.iter().filter(|name| !new.contains(name)));
    let mut stale: Vec<String> = stale.map(|name| format!("schemas/{name}")).collect();
    stale.sort();
    match stale.is_empty() {
        true => Ok(()),
        false => Err(format!("out of date: {}; `cargo xtask schemas` writes them anew", stale.join(", "))),
    }
}
