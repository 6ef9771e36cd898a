//! What the game master says at the table: to everybody, or whispered to one. It changes nothing and stands in the record.

use crate::cast::Audience;
use crate::desk::EDICT;
use crate::event::Event;
use crate::rulebook::{Rulebook, find, names};

/// The longest of them, in characters.
const MOST: usize = 500;

/// The forms, for help texts.
pub const FORMS: &[&str] = &["say WORDS", "whisper NAME: WORDS"];

/// Words of the game master.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// Who alone hears them.
    to: Option<String>,
    words: String,
}

impl Spoken {
    /// Reads `say WORDS` and `whisper NAME: WORDS`; `None` for everything else.
    ///
    /// # Errors
    /// Says what is missing or too long.
    pub(crate) fn parse(words: &str) -> Option<Result<Spoken, String>> {
        let (verb, rest) = words.trim().split_once(char::is_whitespace)?;
        let (to, said) = match verb.to_lowercase().as_str() {
            "say" => (None, rest),
            "whisper" => match rest.split_once(':') {
                Some((who, said)) => (Some(who.trim().to_owned()), said),
                None => return Some(Err(format!("a whisper reads `{}`", FORMS[1]))),
            },
            _ => return None,
        };
        let said = said.trim();
        Some(match said.chars().count() {
            0 => Err("nothing is said".to_owned()),
            count if count > MOST => Err(format!("these are {count} letters; {MOST} are the most")),
            _ => Ok(Spoken { to, words: said.to_owned() }),
        })
    }

    /// The event by which it is heard.
    ///
    /// # Errors
    /// When nobody has that name.
    pub(crate) fn event<R: Rulebook>(&self, fight: &R) -> Result<Event, String> {
        let Some(to) = &self.to else { return Ok(Event::new(&EDICT, format!("GM: “{}”", self.words))) };
        let Some(who) = find(fight, to) else {
            return Err(format!("nobody is called `{to}`; there are {}", names(fight).join(", ")));
        };
        let text = format!("GM to {}: “{}”", fight.name(who), self.words);
        Ok(Event::new(&EDICT, text).only_for(Audience::Of(who)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_nothing_else() {
        let said = |to: Option<&str>, words: &str| Spoken { to: to.map(str::to_owned), words: words.to_owned() };
        assert_eq!(Spoken::parse("say The door  gives way"), Some(Ok(said(None, "The door  gives way"))));
        assert_eq!(Spoken::parse("Whisper Bandit 2: run: now"), Some(Ok(said(Some("Bandit 2"), "run: now"))));
        assert!(Spoken::parse("whisper Bandit run").is_some_and(|read| read.is_err()));
        assert!(Spoken::parse("say  ").is_none_or(|read| read.is_err()));
        assert_eq!(Spoken::parse("set Althea.sta 3"), None);
        assert_eq!(Spoken::parse("end"), None);
    }
}
