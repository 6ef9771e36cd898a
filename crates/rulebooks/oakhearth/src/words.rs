//! Small words for messages: numbers with what they count, lists, names.

/// So many Spaces in words.
pub(crate) fn spaces(number: i16) -> String {
    counted(number, "Space")
}

/// So many of something, by the word for one of them.
pub(crate) fn counted(number: i16, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// One of something, by the word for it: `an Intelligence Save`.
pub(crate) fn one(word: &str) -> String {
    let article = if word.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// The place of something in a row: `2nd`.
pub(crate) fn ordinal(number: u16) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) | (_, 0 | 4..) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        _ => "rd",
    };
    format!("{number}{ending}")
}

/// Things one after the other, the last behind `and`.
pub(crate) fn and<S: AsRef<str>>(all: &[S]) -> String {
    match all {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_the_last_stands_behind_and() {
        assert_eq!([spaces(1), spaces(2), spaces(0)], ["1 Space", "2 Spaces", "0 Spaces"]);
        assert_eq!([and(&["a"]), and(&["a", "b"]), and(&["a", "b", "c"])], ["a", "a and b", "a, b and c"]);
        assert_eq!(and::<&str>(&[]), "");
        assert_eq!([1, 2, 3, 4, 11, 112, 301].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "112th", "301st"]);
        assert_eq!([one("Might Save"), one("Intelligence Save")], ["a Might Save", "an Intelligence Save"]);
    }
}
