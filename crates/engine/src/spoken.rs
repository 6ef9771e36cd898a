//! What is said at the table: by the game master or by somebody else, to everybody or whispered to one. It changes nothing
//! and stands in the record.

use crate::cast::Audience;
use crate::desk::EDICT;
use crate::event::Event;
use crate::rulebook::{Rulebook, find, names};

/// The longest of them, in characters.
const MOST: usize = 500;

/// The forms, for help texts.
pub const FORMS: &[&str] = &["say WORDS", "whisper NAME: WORDS", "say as NAME: WORDS", "whisper gm as NAME: WORDS"];

/// Words at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// Who says them; nobody for the game master.
    by: Option<String>,
    /// Who alone hears them, besides the speaker.
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
        let named = |rest: &'_ str| rest.split_once(':').map(|(who, said)| (who.trim().to_owned(), said.to_owned()));
        let form = |place: usize| Some(Err(format!("this reads `{}`", FORMS[place])));
        let (by, to, said) = match (verb.to_lowercase().as_str(), rest.trim_start()) {
            ("say", rest) if rest.starts_with("as ") => match named(&rest[3..]) {
                Some((by, said)) => (Some(by), None, said),
                None => return form(2),
            },
            ("say", rest) => (None, None, rest.to_owned()),
            ("whisper", rest) if rest.starts_with("gm as ") => match named(&rest[6..]) {
                Some((by, said)) => (Some(by), Some("gm".to_owned()), said),
                None => return form(3),
            },
            ("whisper", rest) => match named(rest) {
                Some((to, said)) => (None, Some(to), said),
                None => return form(1),
            },
            _ => return None,
        };
        let said = said.trim();
        Some(match said.chars().count() {
            0 => Err("nothing is said".to_owned()),
            count if count > MOST => Err(format!("these are {count} letters; {MOST} are the most")),
            _ => Ok(Spoken { by, to, words: said.to_owned() }),
        })
    }

    /// The event by which it is heard.
    ///
    /// # Errors
    /// When nobody has that name.
    pub(crate) fn event<R: Rulebook>(&self, fight: &R) -> Result<Event, String> {
        let known = |name: &str| {
            find(fight, name).ok_or_else(|| format!("nobody is called `{name}`; there are {}", names(fight).join(", ")))
        };
        let said = |head: &str| Event::new(&EDICT, format!("{head}: “{}”", self.words));
        match (&self.by, &self.to) {
            (None, None) => Ok(said("GM")),
            (Some(by), None) => Ok(said(by)),
            (None, Some(to)) => {
                let who = known(to)?;
                Ok(said(&format!("GM to {}", fight.name(who))).only_for(Audience::Of(who)))
            }
            // The game master hears everything: it is enough that the speaker does.
            (Some(by), Some(_)) => {
                let who = known(by)?;
                Ok(said(&format!("{} to the GM", fight.name(who))).only_for(Audience::Of(who)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_nothing_else() {
        let said =
            |to: Option<&str>, words: &str| Spoken { by: None, to: to.map(str::to_owned), words: words.to_owned() };
        let (by, to) = (Some("Ann".to_owned()), Some("gm".to_owned()));
        let words = "hush: now".to_owned();
        assert_eq!(
            Spoken::parse("say as Ann: hush: now"),
            Some(Ok(Spoken { by: by.clone(), to: None, words: words.clone() }))
        );
        assert_eq!(Spoken::parse("whisper gm as Ann: hush: now"), Some(Ok(Spoken { by, to, words })));
        assert_eq!(Spoken::parse("say The door  gives way"), Some(Ok(said(None, "The door  gives way"))));
        assert_eq!(Spoken::parse("Whisper Bandit 2: run: now"), Some(Ok(said(Some("Bandit 2"), "run: now"))));
        assert!(Spoken::parse("whisper Bandit run").is_some_and(|read| read.is_err()));
        assert!(Spoken::parse("say  ").is_none_or(|read| read.is_err()));
        assert_eq!(Spoken::parse("set Althea.sta 3"), None);
        assert_eq!(Spoken::parse("end"), None);
    }
}
