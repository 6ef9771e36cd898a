//! Standing answers: what a seat says to a kind of question until it says otherwise.

use serde::{Deserialize, Serialize};

/// How the words that set a standing answer begin, and what may stand behind them.
const ALWAYS: &str = "always ";
const NEVER: &str = "never";
const UNLESS: &str = "unless it could fell me";
const THIS_ROUND: &str = "this round";
const AGAINST: &str = " against ";

/// The forms, for help texts.
pub const FORMS: &[&str] = &[
    "always ANSWER",
    "never",
    "never unless it could fell me",
    "never against NAME",
    "always ANSWER against NAME unless it could fell me this round",
];

/// What a seat says to a kind of question until it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Only where this combatant brings the question about, or one of its namesakes: `Wolf 2`, or `Wolf` for all wolves.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub against: Option<String>,
    /// The last round in which it holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub through: Option<u32>,
}

impl Standing {
    /// Whether another says something to the same question of the same seat.
    pub(crate) fn is_about_the_same(&self, other: &Standing) -> bool {
        let same = |one: Option<&str>, other: Option<&str>| match (one, other) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            (one, other) => one == other,
        };
        self.to == other.to && self.topic == other.topic && same(self.against.as_deref(), other.against.as_deref())
    }

    /// Whether it is meant for what this combatant brings about: itself by name, or one of its namesakes.
    pub(crate) fn is_against(&self, by: Option<&str>) -> bool {
        let Some(against) = &self.against else { return true };
        by.is_some_and(|by| by.eq_ignore_ascii_case(against) || namesakes(by).eq_ignore_ascii_case(against))
    }

    /// Of how many it speaks where this combatant brings the question about: 0 of it alone, 1 of its namesakes, 2 of all.
    pub(crate) fn breadth(&self, by: Option<&str>) -> u8 {
        match (&self.against, by) {
            (Some(against), Some(by)) if by.eq_ignore_ascii_case(against) => 0,
            (Some(_), _) => 1,
            (None, _) => 2,
        }
    }

    /// Whether it still holds in this round.
    pub(crate) fn is_in_force(&self, round: u32) -> bool {
        self.through.is_none_or(|last| round <= last)
    }

    /// Its conditions in words: `, against Wolf, unless it could fell it, until the end of round 3`.
    pub fn conditions(&self) -> String {
        let mut words = String::new();
        if let Some(against) = &self.against {
            words += &format!(", against {against}");
        }
        if self.unless_it_falls {
            words += ", unless it could fell it";
        }
        if let Some(round) = self.through {
            words += &format!(", until the end of round {round}");
        }
        words
    }
}

/// What combatants of one kind are called together: `Wolf` for `Wolf 2`.
pub fn namesakes(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end()
}

/// Words that answer now and from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FromNowOn<'a> {
    /// The answer; nothing where whatever declines is meant.
    pub(crate) words: Option<&'a str>,
    pub(crate) unless_it_falls: bool,
    pub(crate) this_round: bool,
    pub(crate) against: Option<&'a str>,
}

impl<'a> FromNowOn<'a> {
    /// Reads `always parry`, `never`, with conditions behind it; nothing for all other words. `known` says whether words
    /// are an answer as they stand, so that an option may end in `against` somebody.
    pub(crate) fn parse(words: &'a str, known: impl Fn(&str) -> bool) -> Option<Self> {
        let (mut said, mut unless_it_falls, mut this_round) = (words.trim(), false, false);
        loop {
            if let Some(rest) = ending(said, UNLESS) {
                (said, unless_it_falls) = (rest, true);
            } else if let Some(rest) = ending(said, THIS_ROUND) {
                (said, this_round) = (rest, true);
            } else {
                break;
            }
        }
        let never = said.get(..NEVER.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(NEVER));
        let answer = match said.get(..ALWAYS.len()) {
            Some(begin) if begin.eq_ignore_ascii_case(ALWAYS) => said.get(ALWAYS.len()..).unwrap_or_default().trim(),
            _ if never => said.get(NEVER.len()..).unwrap_or_default(),
            _ => return None,
        };
        let (answer, against) = match answer.to_ascii_lowercase().rfind(AGAINST) {
            Some(at) if never || !known(answer) => (&answer[..at], Some(answer[at + AGAINST.len()..].trim())),
            _ => (answer, None),
        };
        let answer = answer.trim_end().trim_end_matches(',');
        let from = |words| Some(FromNowOn { words, unless_it_falls, this_round, against });
        match (never, answer.is_empty()) {
            (true, true) => from(None),
            (false, false) => from(Some(answer)),
            _ => None,
        }
    }
}

/// What stands before `end`, where the words end so, whatever the case.
fn ending<'a>(words: &'a str, end: &str) -> Option<&'a str> {
    let at = words.len().checked_sub(end.len())?;
    let (before, last) = words.split_at_checked(at)?;
    last.eq_ignore_ascii_case(end).then(|| before.trim_end().trim_end_matches(',').trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Option<(Option<&str>, bool)> {
        FromNowOn::parse(words, |_| false).map(|read| (read.words, read.unless_it_falls))
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
        assert_eq!(read("this round"), None);
    }

    #[test]
    fn conditions_stand_behind_in_any_order() {
        for words in [
            "never against Wolf 2, unless it could fell me this round",
            "Never against Wolf 2 this round unless it could fell me",
        ] {
            let read = FromNowOn::parse(words, |_| false).unwrap();
            assert_eq!(read.words, None, "{words}");
            assert_eq!(read.against, Some("Wolf 2"), "{words}");
            assert!(read.this_round && read.unless_it_falls, "{words}");
        }
        let read = FromNowOn::parse("always parry with axe against Wolf", |_| false).unwrap();
        assert_eq!((read.words, read.against), (Some("parry with axe"), Some("Wolf")));
        // An option that reads so keeps its words.
        let read = FromNowOn::parse("always guard against Wolf", |words| words == "guard against Wolf").unwrap();
        assert_eq!((read.words, read.against), (Some("guard against Wolf"), None));
    }

    #[test]
    fn a_name_without_its_number_means_all_of_them() {
        let said = |against: &str| Standing {
            to: "Ann".into(),
            topic: "block".into(),
            words: None,
            unless_it_falls: false,
            against: Some(against.into()),
            through: None,
        };
        assert!(said("wolf").is_against(Some("Wolf 2")));
        assert!(said("Wolf 2").is_against(Some("Wolf 2")));
        assert!(!said("Wolf 1").is_against(Some("Wolf 2")));
        assert!(!said("Wolf").is_against(None));
    }
}
