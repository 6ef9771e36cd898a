//! A small skirmish game with every shape of question, for testing the tables, records and scripts.
#![allow(dead_code, clippy::unwrap_used)]

pub mod play;
pub mod rules;
pub mod toy;

use std::sync::Arc;

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{
    AnyBook, AnyFight, AnyRulebook, Conduct, DiceFrom, Live, Loader, Rulebook, Seats, Shelved, Terms,
};
pub use toy::Toy;

pub static TOY: Shelved<Toy> = Shelved::new();

pub const DUEL: &str = r#"
rulebook = "toy"
[map]
size = [6, 4]
[[combatant]]
name = "Anna"
is = "fighter"
side = "heroes"
at = "B2"
[[combatant]]
name = "Bo the Bold"
is = "fighter"
side = "heroes"
at = "C3"
[[combatant]]
name = "Wolf"
is = "beast"
side = "monsters"
at = "B3"
count = 2
"#;

pub fn encounter(text: &str) -> Encounter {
    Encounter::parse(&Source::new("duel.toml", text), Toy::TABLES).unwrap()
}

pub fn duel() -> Toy {
    Toy::set_up(&Arc::new(()), &encounter(DUEL)).unwrap()
}

pub fn any_duel() -> Box<dyn AnyFight> {
    TOY.read(&[]).unwrap().set_up(&encounter(DUEL)).unwrap()
}

pub fn queue(faces: &[u16]) -> DiceFrom {
    DiceFrom::Queue(faces.iter().copied().collect())
}

pub fn terms(dice: DiceFrom, seats: Seats) -> Terms {
    Terms { dice, ..Terms::attended(seats) }
}

/// Everyone asked, dice from a queue.
pub fn table(faces: &[u16]) -> Live<Toy> {
    Live::begin(duel(), terms(queue(faces), Seats::everybody()))
}

pub fn best() -> Conduct {
    Conduct::best()
}

pub struct House(pub Vec<(&'static str, &'static str)>);

impl Loader for House {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        (id == "toy").then_some(&TOY as &dyn AnyRulebook)
    }

    fn file(&self, path: &str) -> Option<Source> {
        self.0.iter().find(|(known, _)| *known == path).map(|(path, text)| Source::new(*path, *text))
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        let book: Box<dyn AnyBook> = TOY.read(&[])?;
        book.set_up(encounter)
    }
}
