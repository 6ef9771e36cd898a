//! Ready-made fights with somebody who looks at them before every question: for what a rulebook notes beside its state.

use std::convert::Infallible;
use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_dice::Faces;
use quintain_engine::{Answer, Conduct, Event, EventId, Hall, Label, Progress, Rulebook, Table, Throw, advance};

use crate::battery::{packs_of, root_of, sources};

/// The seed of the dice.
const SEED: u64 = 11;

/// The round after which a fight is left.
const ROUNDS: u32 = 30;

/// What looks at a fight before what is asked. It has one type for all, so that no test compiles the rules anew.
type Look<'a, R> = &'a mut dyn FnMut(&R, &[<R as Rulebook>::Ask]);

/// A simulation in which somebody looks at the fight before each question.
struct Watched<'a, R: Rulebook> {
    hall: Hall<'a>,
    look: Look<'a, R>,
}

impl<R: Rulebook> Table<R> for Watched<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        self.hall.roll(fight, throw)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        (self.look)(fight, std::slice::from_ref(&ask));
        self.hall.ask(fight, ask)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        (self.look)(fight, asks);
        self.hall.ask_any(fight, asks)
    }

    fn hears(&self) -> bool {
        false
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }
}

/// Plays so many fights of every ready-made encounter of the rulebook under test, and looks at each before every question.
/// It panics where packs and encounters cannot be read: tests have nobody to tell.
pub fn at_every_question<R: Rulebook>(fights: u64, mut look: impl FnMut(&R)) {
    play(fights, None, &mut |fight: &R, _: &[R::Ask]| look(fight));
}

/// The same with what is asked, and with one more encounter as text: of several questions that are open at once, each.
pub fn at_every_ask<R: Rulebook>(fights: u64, more: &str, mut look: impl FnMut(&R, &R::Ask)) {
    let more = Source::new("more.toml", more);
    play(fights, Some(more), &mut |fight: &R, asks: &[R::Ask]| asks.iter().for_each(|ask| look(fight, ask)));
}

/// At every question of a fight of each ready-made encounter: what options do is what their labels say.
/// It panics where that is not so.
pub fn options_do_what_they_say<R: Rulebook>() {
    let told = |label: Option<Label>| label.map(|label| label.doing());
    let mut look = |fight: &R, asks: &[R::Ask]| {
        for ask in asks {
            for choice in fight.question(ask).choices() {
                let (doing, labelled) = (fight.doing(ask, &choice.act), fight.label(ask, &choice.act));
                assert_eq!(told(doing), told(labelled), "`{}` of {ask:?}", choice.text);
            }
        }
    };
    play(1, None, &mut look);
}

fn play<R: Rulebook>(fights: u64, more: Option<Source>, look: Look<'_, R>) {
    let book = Arc::new(R::read(&packs_of::<R>()).expect("sound packs"));
    let encounters = root_of(R::ID).and_then(|root| sources(&root, "encounters", R::ID, "toml"));
    let conduct = Conduct::best();
    for source in encounters.expect("readable encounters").into_iter().chain(more) {
        let encounter = Encounter::parse(&source, R::TABLES).expect("a sound encounter");
        let begun = R::set_up(&book, &encounter).expect("an encounter that sets up");
        for number in 0..fights {
            let mut fight = begun.clone();
            let mut table = Watched { hall: Hall::new(SEED, number, &conduct), look: &mut *look };
            while fight.round() <= ROUNDS {
                let Ok(progress) = advance(&mut fight, &mut table);
                if matches!(progress, Progress::Over(_)) {
                    break;
                }
            }
        }
    }
}
