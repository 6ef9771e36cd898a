//! The parts of the guides that follow the code: who decides what, in each book's guide between two marks; what the guide
//! for authors shows of the template; what commands print.

use std::fs;
use std::path::Path;

use crate::steps::{books, cargo};
use crate::{console, quintain, rulebook, tree};

const BEGIN: &str = "<!-- decisions -->\n";
const END: &str = "<!-- /decisions -->";

/// The guide for authors, and what its game is called where the reader has made one.
const AUTHORS: &str = "docs/write-your-own-rulebook.md";
const THEIRS: &str = "tidewrack";

/// Writes into the guides the tables of decisions and what commands print today.
pub fn write(root: &Path) -> Result<(), String> {
    cargo(root, quintain::ALONE, &[])?;
    for book in books(root) {
        let path = root.join("docs").join(format!("{book}.md"));
        let text = fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let fresh = with_table(root, &book, &text)?;
        fs::write(&path, fresh).map_err(|fault| format!("{}: {fault}", path.display()))?;
    }
    console::write(root)
}

/// Whether the guides say what the command that was built last would say.
pub fn check(root: &Path) -> Result<(), String> {
    excerpts_hold(root)?;
    for book in books(root) {
        let path = root.join("docs").join(format!("{book}.md"));
        let text = fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        if with_table(root, &book, &text)? != text {
            return Err(format!(
                "docs/{book}.md does not list the decisions of today; `cargo xtask guides` writes them"
            ));
        }
    }
    match console::differences(root)? {
        none if none.is_empty() => Ok(()),
        some => {
            Err(format!("these print something else today; `cargo xtask guides` writes it\n  {}", some.join("\n  ")))
        }
    }
}

/// The guide with a fresh table between its marks.
fn with_table(root: &Path, book: &str, text: &str) -> Result<String, String> {
    let missing = || format!("docs/{book}.md has no lines `{}` and `{END}`", BEGIN.trim_end());
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    let table = quintain::said(root, &["rules", book, "--decisions"])?;
    Ok(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

/// Whether what the guide for authors shows of the template stands there. Where it shows a change (`diff`), what is there before
/// the change does.
fn excerpts_hold(root: &Path) -> Result<(), String> {
    let read =
        |path: &Path| fs::read_to_string(root.join(path)).map_err(|fault| format!("{}: {fault}", path.display()));
    let guide = read(Path::new(AUTHORS))?.replace(THEIRS, rulebook::NAME);
    let paths = tree::files(root, rulebook::TEMPLATE, |_| true).map_err(|fault| fault.to_string())?;
    let template = paths.iter().map(|path| Ok(bare(&read(path)?))).collect::<Result<Vec<_>, String>>()?;
    let missing = excerpts(&guide).into_iter().find(|part| !template.iter().any(|text| text.contains(&**part)));
    match missing {
        Some(part) => Err(format!("{AUTHORS} shows what is not in {}:\n{}", rulebook::TEMPLATE, part.trim())),
        None => Ok(()),
    }
}

/// What a guide shows of a template, each as bare lines: its blocks of `rust`, `toml` and `fight`, and the old lines of its
/// blocks of `diff`.
fn excerpts(guide: &str) -> Vec<String> {
    let blocks = guide.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let shown = blocks.filter_map(|(kind, text)| match kind {
        "rust" | "toml" | "fight" => Some(bare(text)),
        "diff" => {
            let old = |line: &str| line.strip_prefix([' ', '-']).map(str::to_owned);
            Some(bare(&text.lines().filter_map(old).collect::<Vec<_>>().join("\n")))
        }
        _ => None,
    });
    shown.collect()
}

/// The lines of a text without indents and blank lines, with a line break before and behind each.
fn bare(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold("\n".to_owned(), |all, line| all + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_for_authors_shows_the_template() {
        excerpts_hold(&tree::root()).unwrap();
    }

    #[test]
    fn excerpts_are_what_is_shown_of_the_template() {
        let guide = "Text.\n\n```rust\n  let a = 1;\n\n  a\n```\n\n```console\n$ ls\n```\n\n```diff\n-    old;\n+    new;\n```\n";
        assert_eq!(excerpts(guide), ["\nlet a = 1;\na\n", "\nold;\n"]);
        assert!(bare("fn f() {\n    let a = 1;\n    a\n}").contains("\nlet a = 1;\na\n"));
    }
}
