//! What kind of content a file holds.

use quintain_content::{Source, is_day, is_party};

/// The kinds of files that the project reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// What a fight starts from.
    Encounter,
    /// A rulebook's own entries.
    Pack,
    /// A fight written down, with expectations.
    Script,
    /// A recorded fight.
    Record,
    /// Heroes who go from fight to fight.
    Party,
    /// Fights in a row.
    Day,
}

/// What a file is, by its name and, for TOML, by what is in it; `None` for a name that says nothing.
///
/// An encounter is known by those who fight in it, a party by its heroes, a day by its steps; any other TOML file is a pack.
pub fn kind_of(source: &Source) -> Option<FileKind> {
    match source.path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("fight") => Some(FileKind::Script),
        Some("jsonl") => Some(FileKind::Record),
        Some("toml") if is_party(&source.text) => Some(FileKind::Party),
        Some("toml") if is_day(&source.text) => Some(FileKind::Day),
        Some("toml") if source.text.lines().any(speaks_of_a_fight) => Some(FileKind::Encounter),
        Some("toml") => Some(FileKind::Pack),
        _ => None,
    }
}

/// Whether a line begins a table that only encounters have. Looked for line by line, not parsed, so that a file with a
/// slip in it is still known for what it is.
fn speaks_of_a_fight(line: &str) -> bool {
    let line: String = line.chars().filter(|letter| !letter.is_whitespace()).collect();
    let heads = ["[[combatant]]", "[[side]]", "[map]", "[house]", "combatant=["];
    heads.iter().any(|head| line.starts_with(head)) || line.starts_with("[house.") || line.starts_with("[map.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_name_and_content() {
        let kind = |path: &str, text: &str| kind_of(&Source::new(path, text));
        assert_eq!(kind("a.fight", ""), Some(FileKind::Script));
        assert_eq!(kind("a.jsonl", ""), Some(FileKind::Record));
        assert_eq!(kind("a.toml", "rulebook = \"x\"\n\n[[ combatant ]]\n"), Some(FileKind::Encounter));
        assert_eq!(kind("a.toml", "rulebook = \"x\"\n[house.order]\n"), Some(FileKind::Encounter));
        assert_eq!(kind("a.toml", "rulebook = \"x\"\n[[creature]]\n# [[combatant]]\n"), Some(FileKind::Pack));
        assert_eq!(kind("a.toml", "rulebook = \"x\"\n[house]\na = 1\n[[hero]]\n"), Some(FileKind::Party));
        assert_eq!(kind("a.toml", "rulebook = \"x\"\n[[step]]\n"), Some(FileKind::Day));
        assert_eq!(kind("a.png", ""), None);
        assert_eq!(kind("Makefile", ""), None);
    }
}
