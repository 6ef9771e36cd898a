//! What the game master hides from the players, or shows them, whatever they perceive. It changes nothing in the fight and
//! stands in the record.

use quintain_field::{Map, Site};

use crate::cast::Audience;
use crate::desk::EDICT;
use crate::event::Event;
use crate::rulebook::{Rulebook, find, names};
use crate::spoken::Spoken;

/// The forms, for help texts.
pub const FORMS: &[&str] = &["conceal NAME-OR-PLACE", "reveal NAME-OR-PLACE"];

/// A combatant that is hidden from those who do not play it, or shown to them; or a place on the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veil {
    /// Its name, or the place: `C4`, `B2-B3`.
    pub who: String,
    /// Whether it is hidden.
    pub concealed: bool,
}

impl Veil {
    /// Reads `conceal NAME` and `reveal NAME`; `None` for everything else.
    pub fn parse(words: &str) -> Option<Veil> {
        let (verb, who) = words.trim().split_once(char::is_whitespace)?;
        let concealed = match verb.to_lowercase().as_str() {
            "conceal" => true,
            "reveal" => false,
            _ => return None,
        };
        Some(Veil { who: who.trim().to_owned(), concealed })
    }

    /// The place on the ground that it is about, where it names one.
    pub fn site(&self) -> Option<Site> {
        self.who.parse().ok()
    }

    /// The event by which the game master knows of it.
    ///
    /// # Errors
    /// When nobody has that name, and the map has no such place.
    pub(crate) fn event<R: Rulebook>(&self, fight: &R) -> Result<Event, String> {
        let known = find(fight, &self.who);
        if let (None, Some(site), Some(map)) = (known, self.site(), fight.map()) {
            return self.event_at(site, &map);
        }
        let who =
            known.ok_or_else(|| format!("nobody is called `{}`; there are {}", self.who, names(fight).join(", ")))?;
        let does = if self.concealed { "conceals" } else { "reveals" };
        Ok(Event::new(&EDICT, format!("GM {does} {}", fight.name(who))).to(who).only_for(Audience::Gm))
    }

    fn event_at(&self, site: Site, map: &Map) -> Result<Event, String> {
        let there = match site {
            Site::Square(square) => map.contains(square),
            Site::Edge(..) => map.door_at(site).is_some(),
        };
        let does = if self.concealed { "conceals" } else { "reveals" };
        match there {
            true => Ok(Event::new(&EDICT, format!("GM {does} what is at {site}")).only_for(Audience::Gm)),
            false => Err(format!("the map has no door and no square at {site}")),
        }
    }
}

/// What the game master does beside the rules: it is told and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Aside {
    /// Something is said.
    Spoken(Spoken),
    /// Somebody is hidden or shown.
    Veil(Veil),
}

impl Aside {
    /// Reads the words; `None` where they are an edict or nothing of the kind.
    ///
    /// # Errors
    /// Says what is missing or too long.
    pub(crate) fn parse(words: &str) -> Option<Result<Aside, String>> {
        let spoken = || Spoken::parse(words).map(|read| read.map(Aside::Spoken));
        Veil::parse(words).map(|veil| Ok(Aside::Veil(veil))).or_else(spoken)
    }

    /// The event by which it is told.
    ///
    /// # Errors
    /// When nobody has the name that it holds.
    pub(crate) fn event<R: Rulebook>(&self, fight: &R) -> Result<Event, String> {
        match self {
            Aside::Spoken(spoken) => spoken.event(fight),
            Aside::Veil(veil) => veil.event(fight),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_nothing_else() {
        let veil = |who: &str, concealed| Some(Veil { who: who.to_owned(), concealed });
        assert_eq!(Veil::parse("conceal Bandit 2"), veil("Bandit 2", true));
        assert_eq!(Veil::parse(" Reveal  Wolf "), veil("Wolf", false));
        assert_eq!(Veil::parse("conceal"), None);
        assert_eq!(Veil::parse("remove Wolf"), None);
        assert!(matches!(Aside::parse("say hush"), Some(Ok(Aside::Spoken(_)))));
        assert_eq!(Aside::parse("end"), None);
    }
}
