//! A small skirmish game with every shape of question, for testing the tables, records and scripts.

pub mod play;
pub mod rules;
pub mod toy;

use std::sync::Arc;

use quintain_content::{Encounter, Problems, Source};
use quintain_dice::LateStream;
use quintain_engine::{
    AnyBook, AnyFight, AnyRulebook, Conduct, DiceFrom, Live, Loader, Rulebook, Seats, Shelved, Stop, Terms,
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

/// Plays on, with the tactics of a person who takes each option in turn, until it is over.
pub fn play_some(live: &mut Live<Toy>, stream: &mut LateStream, steps: usize) {
    for _ in 0..steps {
        match live.stop() {
            Stop::Asked(open) => {
                let question = open[stream.below(open.len() as u32) as usize].question(live.fight());
                let words = question.write(&quintain_engine::random(question, stream));
                let who = quintain_engine::seat_name(live.fight(), question.to).to_owned();
                live.answer(&who, &words).unwrap();
            }
            Stop::Dice(throw) => {
                let faces: Vec<u16> = (0..throw.count).map(|_| 1 + stream.below(throw.sides.into()) as u16).collect();
                live.throw(&faces).unwrap();
            }
            _ => return,
        }
    }
}

pub fn stop_words(live: &Live<Toy>) -> Vec<String> {
    live.who_is_asked()
}

pub fn in_the_middle() -> Live<Toy> {
    let mut live = table(&[15, 5, 16, 6, 17]);
    let words = [("Anna", "attack Wolf 1"), ("Bo the Bold", "guard"), ("Wolf 1", "guard"), ("Wolf 2", "guard")];
    for (who, words) in words.into_iter().chain([("gm", "default"), ("Anna", "1"), ("gm", "dodge"), ("gm", "counter")])
    {
        live.answer(who, words).unwrap();
    }
    live.answer("Wolf 1", "1").unwrap();
    // Wolf 1 has hit back, and Anna is asked whether she dodges.
    assert!(stop_words(&live)[0].contains("Anna is asked: You are hit"));
    live
}
