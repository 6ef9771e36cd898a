//! The code of a rule: the functions that name it, as the formatter has laid them out.

use std::fs;
use std::path::Path;

/// The most functions that are shown for a rule.
const MOST: usize = 3;

/// A function in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The file, in the project.
    pub(crate) path: String,
    /// The line at which it begins, from 1.
    pub(crate) line: usize,
    /// Its text, with the comment above it.
    pub(crate) text: String,
}

/// The sources of a rulebook.
#[derive(Debug)]
pub(crate) struct Sources {
    files: Vec<(String, String)>,
}

impl Sources {
    /// Those of a rulebook's crate.
    pub(crate) fn of(root: &Path, book: &str) -> Result<Sources, String> {
        let below = format!("crates/rulebooks/{book}/src");
        let mut files = Vec::new();
        gather(&root.join(&below), &below, &mut files)?;
        files.sort();
        Ok(Sources { files })
    }

    /// The functions that name a rule: those beside its declaration, otherwise those of other files.
    pub(crate) fn code_of(&self, rule: &str) -> Vec<Shown> {
        let Some((place, name)) = self.declared(rule) else { return Vec::new() };
        let (path, text) = &self.files[place];
        let beside: Vec<Shown> = functions(path, text).into_iter().filter(|one| names(&one.text, name)).collect();
        if !beside.is_empty() {
            return beside.into_iter().take(MOST).collect();
        }
        // Elsewhere a name alone could be another section's: the section stands before it.
        let section = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rs");
        let named = format!("{section}::{name}");
        let others = self.files.iter().flat_map(|(path, text)| functions(path, text));
        others.filter(|one| names(&one.text, &named)).take(MOST).collect()
    }

    /// Where a rule is declared: the place of the file, and the name that it has in the code.
    fn declared(&self, rule: &str) -> Option<(usize, &str)> {
        let quoted = format!("\"{rule}\":");
        self.files.iter().enumerate().find_map(|(place, (_, text))| {
            let line = text.lines().find(|line| line.contains(&quoted) && line.contains(" = "))?;
            Some((place, line.split_once('=')?.0.trim()))
        })
    }
}

fn gather(folder: &Path, below: &str, files: &mut Vec<(String, String)>) -> Result<(), String> {
    let unread = |fault: std::io::Error| format!("{below}: {fault}");
    for entry in fs::read_dir(folder).map_err(unread)?.filter_map(Result::ok) {
        let name = format!("{below}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &name, files)?;
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            files.push((name, fs::read_to_string(entry.path()).map_err(unread)?));
        }
    }
    Ok(())
}

/// Whether a text has this name as a word of its own.
fn names(text: &str, name: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name).any(|(at, _)| {
        let behind = text[at + name.len()..].chars().next();
        !text[..at].ends_with(part) && !behind.is_some_and(part)
    })
}

/// The functions of a file. The formatter ends each with a brace below its beginning.
fn functions(path: &str, text: &str) -> Vec<Shown> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut place = 0;
    while place < lines.len() {
        let line = lines[place];
        let indent = &line[..line.len() - line.trim_start().len()];
        if !is_function(line.trim_start()) {
            place += 1;
            continue;
        }
        let closing = format!("{indent}}}");
        let end =
            (place..lines.len()).find(|end| lines[*end] == closing || (*end == place && lines[*end].ends_with('}')));
        let Some(end) = end else { break };
        let above = lines[..place].iter().rev().take_while(|line| is_above(line.trim_start())).count();
        let first = place - above;
        let own: Vec<&str> = lines[first..=end].iter().map(|line| line.strip_prefix(indent).unwrap_or(line)).collect();
        found.push(Shown { path: path.to_owned(), line: first + 1, text: own.join("\n") });
        place = end + 1;
    }
    found
}

fn is_function(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').take(4).collect();
    let at = words.iter().position(|word| *word == "fn");
    at.is_some_and(|at| words[..at].iter().all(|word| word.starts_with("pub") || *word == "const"))
}

fn is_above(line: &str) -> bool {
    line.starts_with("///") || line.starts_with("#[")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTACK: &str = "section! {\n    \"Attacks\";\n    ARMOR = Engine \"attack.armor\": \"Armor.\";\n    BARE = Engine \"attack.bare\": \
        \"Bare.\";\n}\n\n/// What is left.\nfn left() -> i16 {\n    if x {\n        y(&ARMOR)\n    }\n}\n\nimpl One {\n    pub(crate) fn \
        other() -> i16 {\n        ARMOR_WORN\n    }\n}\n";
    const TURN: &str = "fn turn() {\n    cite(&attack::BARE);\n}\nfn no() {\n    cite(&other::BARE);\n}\n";

    fn sources() -> Sources {
        Sources { files: vec![("src/attack.rs".into(), ATTACK.into()), ("src/turn.rs".into(), TURN.into())] }
    }

    #[test]
    fn the_functions_beside_a_rule_are_its_code() {
        let code = sources().code_of("attack.armor");
        assert_eq!(code.len(), 1);
        assert_eq!((code[0].line, code[0].path.as_str()), (7, "src/attack.rs"));
        assert!(code[0].text.starts_with("/// What is left.\nfn left") && code[0].text.ends_with("\n}"));
    }

    #[test]
    fn otherwise_those_that_name_it_with_its_section() {
        let code = sources().code_of("attack.bare");
        assert_eq!(code.iter().map(|one| one.line).collect::<Vec<_>>(), [1]);
        assert!(sources().code_of("attack.none").is_empty());
    }
}
