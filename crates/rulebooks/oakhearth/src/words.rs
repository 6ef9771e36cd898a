//! Small words for messages: numbers with what they count, lists.

/// So many Spaces in words.
pub(crate) fn spaces(number: i16) -> String {
    if number == 1 { "1 Space".to_owned() } else { format!("{number} Spaces") }
}
