//! Words as a shell takes them, for commands that are shown to be copied.

/// A word as a shell takes it: as it stands, or quoted where it has to be.
///
/// ```
/// use quintain_library::quoted;
///
/// assert_eq!(quoted("encounters/a.toml"), "encounters/a.toml");
/// assert_eq!(quoted("my fight.toml"), "'my fight.toml'");
/// assert_eq!(quoted("it's"), r"'it'\''s'");
/// assert_eq!(quoted(""), "''");
/// ```
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
