//! Answers that are given whatever anybody would choose: "had she retreated".

use std::fmt;
use std::sync::Arc;

use crate::question::Answer;
use crate::rulebook::{Rulebook, seat_name, understood};

/// An answer that is forced: it is given for a combatant, whatever its seat or tactics would say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Had {
    /// The combatant's name, or `gm`.
    pub who: String,
    /// The answer, in the words of the options.
    pub words: String,
}

impl Had {
    /// Reads `Althea: retreat`.
    ///
    /// # Errors
    /// Says how it is written.
    pub fn read(words: &str) -> Result<Had, String> {
        match words.split_once(':').map(|(who, words)| (who.trim(), words.trim())) {
            Some((who, words)) if !who.is_empty() && !words.is_empty() => {
                Ok(Had { who: who.to_owned(), words: words.to_owned() })
            }
            _ => Err(format!("`{words}` does not say who answers what; write `Althea: retreat`")),
        }
    }
}

impl fmt::Display for Had {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.who, self.words)
    }
}

/// Answers to be given in this order. Each waits for the next question to its seat that takes it, to the end of a round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forced {
    /// None where nothing is forced: play-outs share nothing then.
    all: Option<Arc<[Had]>>,
    given: usize,
    /// The last round in which any is given.
    through: u32,
}

impl Forced {
    /// These answers, up to the end of this round.
    pub(crate) fn new(all: &Arc<[Had]>, through: u32) -> Self {
        Forced { all: (!all.is_empty()).then(|| Arc::clone(all)), given: 0, through }
    }

    fn next(&self) -> Option<&Had> {
        self.all.as_ref()?.get(self.given)
    }

    /// How many have been given.
    pub(crate) fn given(&self) -> usize {
        self.given
    }

    /// Whether none is given any more.
    pub(crate) fn is_spent(&self, round: u32) -> bool {
        self.next().is_none() || round > self.through
    }

    /// The next one with the place of its question, where one of these questions takes it.
    pub(crate) fn answer<R: Rulebook>(&mut self, fight: &R, asks: &[R::Ask]) -> Option<(usize, Answer<R::Act>)> {
        if self.is_spent(fight.round()) {
            return None;
        }
        let next = self.next()?;
        let found = asks.iter().enumerate().find_map(|(place, ask)| {
            let meant = seat_name(fight, fight.seat(ask)).eq_ignore_ascii_case(&next.who) && !fight.is_moot(ask);
            let read = meant.then(|| understood(fight, (ask, &fight.question(ask)), &next.words).ok()).flatten();
            read.map(|answer| (place, answer))
        })?;
        self.given += 1;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_and_what_are_parted_by_the_first_colon() {
        let had = Had::read(" Althea : say: stand back ").unwrap();
        assert_eq!((had.who.as_str(), had.words.as_str()), ("Althea", "say: stand back"));
        assert_eq!(had.to_string(), "Althea: say: stand back");
        for wrong in ["retreat", ": retreat", "Althea:", ""] {
            assert!(Had::read(wrong).unwrap_err().contains("Althea: retreat"), "{wrong}");
        }
    }
}
