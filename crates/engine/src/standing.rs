//! Standing answers: what a seat says to a kind of question until it says otherwise.

use serde::{Deserialize, Serialize};

/// How the words that set a standing answer begin or end.
const ALWAYS: &str = "always ";
const NEVER: &str = "never";
const UNLESS: &str = "unless it could fell me";

/// The forms, for help texts.
pub const FORMS: &[&str] = &["always ANSWER", "never", "never unless it could fell me"];

/// What a seat says to a kind of question until it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The seat: a combatant's name or `gm`.
    pub to: String,
    /// The kind of question, by [`crate::Topic::key`].
    pub topic: String,
    /// The answer, in the words of an option, or `default`. Nothing where the seat wants to be asked again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub words: Option<String>,
    /// Whether the seat is asked all the same where the moment could take it out of the fight.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub unless_it_falls: bool,
}

/// Words that answer now and from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FromNowOn<'a> {
    /// The answer; nothing where whatever declines is meant.
    pub(crate) words: Option<&'a str>,
    pub(crate) unless_it_falls: bool,
}

impl<'a> FromNowOn<'a> {
    /// Reads `always parry`, `never`, each with `unless it could fell me` behind it; nothing for all other words.
    pub(crate) fn parse(words: &'a str) -> Option<Self> {
        let words = words.trim();
        let (said, unless_it_falls) = match ending(words, UNLESS) {
            Some(said) => (said.trim_end().trim_end_matches(',').trim_end(), true),
            None => (words, false),
        };
        if said.eq_ignore_ascii_case(NEVER) {
            return Some(FromNowOn { words: None, unless_it_falls });
        }
        let always = said.get(..ALWAYS.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(ALWAYS));
        let answer = said.get(ALWAYS.len()..).filter(|_| always)?.trim();
        (!answer.is_empty()).then_some(FromNowOn { words: Some(answer), unless_it_falls })
    }
}

/// What stands before `end`, where the words end so, whatever the case.
fn ending<'a>(words: &'a str, end: &str) -> Option<&'a str> {
    let at = words.len().checked_sub(end.len())?;
    let (before, last) = words.split_at_checked(at)?;
    last.eq_ignore_ascii_case(end).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Option<(Option<&str>, bool)> {
        FromNowOn::parse(words).map(|read| (read.words, read.unless_it_falls))
    }

    #[test]
    fn the_forms_are_read_and_nothing_else() {
        assert_eq!(read("Always parry with axe"), Some((Some("parry with axe"), false)));
        assert_eq!(read("never"), Some((None, false)));
        assert_eq!(read("never, unless it could fell me"), Some((None, true)));
        assert_eq!(read("always no Unless it could fell me"), Some((Some("no"), true)));
        assert_eq!(read("always"), None);
        assert_eq!(read("always  "), None);
        assert_eq!(read("nevermore"), None);
        assert_eq!(read("parry"), None);
        assert_eq!(read("unless it could fell me"), None);
    }
}
