//! Builds the playground into a folder: `quintain-site FOLDER`. Any server of this folder has the whole of Quintain in the
//! browser: fights against tactics, simulations, the guide, a page for each rule with an example that can be run.

mod bundles;
mod code;
mod guide;
mod index;
mod layout;
mod rules;
mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use write::Folder;

const USAGE: &str = "say into which folder, and for which rulebooks if not for all: quintain-site FOLDER [RULEBOOK …]";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(folder) = words.next().map(PathBuf::from) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match build(&folder, &words.collect::<Vec<_>>()) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Builds everything and says how much it is. Only these rulebooks can be played there, or all if none is named.
fn build(folder: &Path, only: &[String]) -> Result<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let all = quintain_books::library().shelf().iter().map(|book| book.id());
    let books: Vec<&str> = all.filter(|id| only.is_empty() || only.iter().any(|named| named == id)).collect();
    if let Some(unknown) = only.iter().find(|named| !books.contains(&named.as_str())) {
        return Err(format!("there is no rulebook `{unknown}`"));
    }
    let mut folder = Folder::new(folder)?;
    let sizes = bundles::build(&root, &books, &mut folder)?;
    index::write(&mut folder)?;
    guide::write(&root, &mut folder)?;
    rules::write(&root, &mut folder)?;
    index::worker(&books, &mut folder)?;
    Ok(folder.told(&sizes))
}
