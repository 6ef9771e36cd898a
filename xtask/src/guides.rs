//! The parts of the guides that are made from the code: who decides what, in each book's guide between two marks.

use std::fs;
use std::path::Path;

use crate::quintain;
use crate::steps::{books, cargo};

const BEGIN: &str = "<!-- decisions -->\n";
const END: &str = "<!-- /decisions -->";

/// Writes the tables of decisions into the guides.
pub fn write(root: &Path) -> Result<(), String> {
    cargo(root, quintain::ALONE, &[])?;
    for book in books(root) {
        let path = root.join("docs").join(format!("{book}.md"));
        let text = fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let fresh = with_table(root, &book, &text)?;
        fs::write(&path, fresh).map_err(|fault| format!("{}: {fault}", path.display()))?;
    }
    Ok(())
}

/// Whether the guides say what the command that was built last would say.
pub fn check(root: &Path) -> Result<(), String> {
    for book in books(root) {
        let path = root.join("docs").join(format!("{book}.md"));
        let text = fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        if with_table(root, &book, &text)? != text {
            return Err(format!(
                "docs/{book}.md does not list the decisions of today; `cargo xtask guides` writes them"
            ));
        }
    }
    Ok(())
}

/// The guide with a fresh table between its marks.
fn with_table(root: &Path, book: &str, text: &str) -> Result<String, String> {
    let missing = || format!("docs/{book}.md has no lines `{}` and `{END}`", BEGIN.trim_end());
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    let table = quintain::said(root, &["rules", book, "--decisions"])?;
    Ok(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}
