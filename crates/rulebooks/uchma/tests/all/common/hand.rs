//! A table for a crowd: every die shows the same, the first of the roster does what it is told, all others what is usual.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_dice::Faces;
use quintain_engine::{Answer, Event, EventId, Rulebook, Table, Throw, Who, advance};
use quintain_testkit::packs_of;
use quintain_uchma::Fight;
use quintain_uchma::ask::{Act, Aimed, Ask, Deed};

/// Who acts: the first of the roster uses its first ability once and is done.
pub struct Hand {
    /// It has.
    done: bool,
    /// Dice thrown so far.
    thrown: u16,
}

impl Hand {
    pub fn new() -> Hand {
        Hand { done: false, thrown: 0 }
    }
}

impl Table<Fight> for Hand {
    type Halt = Infallible;

    /// Groups throw one after the other, so they must not throw the same; nobody's roll fails.
    fn roll(&mut self, _: &mut Fight, throw: Throw) -> Result<Faces, Infallible> {
        self.thrown += 1;
        let face = if throw.count == 2 && throw.sides == 10 { self.thrown % 10 + 1 } else { throw.sides };
        let mut faces = Faces::default();
        (0..throw.count).for_each(|_| faces.push(face).expect("few dice"));
        Ok(faces)
    }

    fn ask(&mut self, fight: &mut Fight, ask: Ask) -> Result<Answer<Act>, Infallible> {
        let first = fight.setting.content.ability_named("quake");
        Ok(match (ask, first) {
            (Ask::Turn { who: Who(0) }, Some(ability)) if !self.done => {
                self.done = true;
                Answer::One(Act::Deed(Deed::Use { ability, aim: Aimed::Oneself }))
            }
            (Ask::Turn { .. }, _) => Answer::One(Act::Deed(Deed::Done)),
            _ => quintain_uchma::tactics::answer_as(fight, 0, &ask),
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

/// Somebody with an ability that reaches everybody on the map, and so many foes around: its turn is next.
pub fn crowd(struck: usize) -> Fight {
    let mut text = String::from(
        "rulebook = \"uchma\"\n[map]\nsize = [50, 30]\n\
         [[ability]]\nid = \"quake\"\nname = \"quake\"\nagainst = \"evasion\"\n\
         aim = { around = { radius = 60, of = \"others\", by = \"neither\" } }\n\
         does = [{ damage = { amount = 5, kind = \"armor-ignoring\", potency = \"none\" } }, { prone = true }]\n\
         [[combatant]]\nname = \"Ada\"\nis = \"hero\"\nside = \"one\"\nat = \"A1\"\n\
         set = { speed = 30, abilities = [\"quake\"] }\n",
    );
    for number in 1..=struck {
        let at = quintain_field::Square::new((number % 50) as i16, (number / 50) as i16);
        let _ = write!(
            text,
            "[[combatant]]\nname = \"H{number}\"\nis = \"hero\"\nside = \"two\"\nat = \"{at}\"\nset = {{ speed = 4 }}\n"
        );
    }
    let book = Arc::new(Fight::read(&packs_of::<Fight>()).expect("sound packs"));
    let encounter = Encounter::parse(&Source::new("crowd.toml", text), Fight::TABLES).expect("an encounter");
    let mut fight = Fight::set_up(&book, &encounter).expect("a sound encounter");
    let mut hand = Hand { done: true, thrown: 0 };
    while fight.round == 0 || fight.stage != quintain_uchma::fight::Stage::Turns {
        let Ok(_) = advance(&mut fight, &mut hand);
    }
    fight
}
