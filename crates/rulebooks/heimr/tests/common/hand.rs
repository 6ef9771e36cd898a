//! A table for a crowd: every die shows a 3, the first of the roster does what it is told, all others what is usual.

use std::convert::Infallible;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_dice::Faces;
use quintain_engine::{Answer, Event, EventId, Rulebook, Table, Throw, Who};
use quintain_heimr::Fight;
use quintain_heimr::ask::{Act, Ask};
use quintain_heimr::deed::Deed;
use quintain_testkit::packs_of;

/// How many of a crowd one entry of an encounter stands for.
pub const EACH: usize = 50;

/// The leader's next act; after that it ends its turn.
pub struct Hand {
    pub deed: Deed,
    /// Dice thrown so far.
    pub thrown: usize,
}

impl Hand {
    /// A leader who does this.
    pub fn doing(deed: Deed) -> Hand {
        Hand { deed, thrown: 0 }
    }
}

impl Table<Fight> for Hand {
    type Halt = Infallible;

    fn roll(&mut self, _: &mut Fight, throw: Throw) -> Result<Faces, Infallible> {
        self.thrown += usize::from(throw.count);
        let mut faces = Faces::default();
        (0..throw.count).for_each(|_| faces.push(3).expect("few dice"));
        Ok(faces)
    }

    fn ask(&mut self, fight: &mut Fight, ask: Ask) -> Result<Answer<Act>, Infallible> {
        Ok(match ask {
            Ask::Turn { who: Who(0) } => Answer::One(Act::Deed(std::mem::replace(&mut self.deed, Deed::End))),
            _ => quintain_heimr::tactics::answer_as(fight, 0, &ask),
        })
    }

    fn ask_any(&mut self, fight: &mut Fight, asks: &[Ask]) -> Result<(usize, Answer<Act>), Infallible> {
        Ok((0, self.ask(fight, asks[0])?))
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }

    fn hears(&self) -> bool {
        false
    }
}

/// A leader with powers and a bow, so many others in one cluster in its location, and somebody far off who keeps the fight
/// going: the leader is about to act, by its willpower the first.
pub fn crowd(struck: usize, of_the_struck: &str) -> Fight {
    let part = |number: usize| {
        format!(
            "[[combatant]]\nname = \"P{number}\"\nis = \"plain\"\nside = \"two\"\nat = \"B2\"\ncount = {EACH}\n\
             set = {{ cluster = 1, {of_the_struck} }}\n"
        )
    };
    let text = format!(
        "rulebook = \"heimr\"\n[map]\nsize = [3, 3]\n[house]\ndefence.mode = \"on-demand\"\n\
         [[power]]\nid = \"roar\"\nname = \"Roar\"\nfamily = \"creature\"\n\
         when = {{ action = {{ time = \"standard\", at = \"foes\" }} }}\n\
         calls = [{{ effect = \"hit\", n = 3 }}, {{ effect = \"stumble\" }}]\n\
         [[power]]\nid = \"gift\"\nname = \"Gift\"\nfamily = \"magic\"\nwhen = \"passive\"\n\
         gives = [{{ reserve = 500 }}]\n\
         [[power]]\nid = \"blaze\"\nname = \"Blaze\"\nfamily = \"magic\"\n\
         when = {{ automaton = {{ power = 500, by = \"cluster\" }} }}\ncalls = [{{ effect = \"hit\", n = 3 }}]\n\
         [[combatant]]\nname = \"A\"\nis = \"plain\"\nside = \"one\"\nat = \"B2\"\n\
         set = {{ wp = 500, powers = [\"roar\", \"gift\", \"blaze\"], weapons = [\"bow\"], loaded = true }}\n\
         {}[[combatant]]\nname = \"Z\"\nis = \"plain\"\nside = \"two\"\nat = \"C3\"\nset = {{ wp = 1 }}\n",
        (0..struck / EACH).map(part).collect::<String>()
    );
    let book = Arc::new(Fight::read(&packs_of::<Fight>()).expect("sound packs"));
    let encounter = Encounter::parse(&Source::new("crowd.toml", text), Fight::TABLES).expect("an encounter");
    let mut fight = Fight::set_up(&book, &encounter).expect("a sound encounter");
    let Ok(_) = fight.advance(&mut Hand::doing(Deed::End));
    fight
}
