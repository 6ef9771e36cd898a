//! Fights in which some sides are played by more than the rulebook's tactics: by search, or by a program.

pub(crate) mod complaints;
mod course;
mod under_way;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex};

use course::Course;
use quintain_engine::{
    AnyDrill, AnyFight, AnyLive, Audited, Before, Budget, DiceFrom, EachFight, EachSought, Fact, FightResult,
    HeardFight, Heed, Plan, Seats, Secrets, Seeker, Side, Terms, View,
};
use under_way::UnderWay;

use crate::program::Program;

/// Who plays a side.
#[derive(Debug)]
pub enum Driver {
    /// What the rulebook's tactics would do, unless something else does better in play-outs from there, so many for each
    /// question.
    Search {
        /// Play-outs for one question.
        play_outs: u32,
    },
    /// A program, asked question by question.
    Program(Program),
}

/// A fight some of whose sides have a [`Driver`]; the others are played by the tactics of the plan. A driver plays all of its
/// side, those who join it later among them.
pub struct Driven {
    fight: Arc<dyn AnyFight>,
    drivers: Vec<(Side, Driver)>,
    complaints: Mutex<BTreeMap<String, u64>>,
}

impl fmt::Debug for Driven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driven").field("drivers", &self.drivers).finish_non_exhaustive()
    }
}

impl Driven {
    /// This fight with these drivers, the first that names a side being its driver.
    ///
    /// ```
    /// # use quintain_books::library;
    /// # use quintain_library::files;
    /// # use std::sync::atomic::AtomicBool;
    /// # use quintain_engine::Side;
    /// # use quintain_sim::{Driven, Driver, Study, simulate};
    /// let opened = library().open("cyclops", &files::read)?;
    /// let heroes = (Side(0), Driver::Search { play_outs: 20 });
    /// let fight = Driven::new(opened.fight, vec![heroes]);
    /// let report = simulate(&fight, &Study::new("One eye", 3), &|_| {}, &AtomicBool::new(false));
    /// assert_eq!(report.fights, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(fight: impl Into<Arc<dyn AnyFight>>, drivers: Vec<(Side, Driver)>) -> Self {
        Driven { fight: fight.into(), drivers, complaints: Mutex::default() }
    }

    /// What went wrong with programs, in words, and how often: of ever new things some, and the others together. The default
    /// answer stood each time.
    ///
    /// ```
    /// # use quintain_books::library;
    /// # use quintain_library::files;
    /// # use quintain_sim::Driven;
    /// let fight = Driven::new(library().open("cyclops", &files::read)?.fight, Vec::new());
    /// assert!(fight.complaints().is_empty(), "nobody plays it but tactics");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complaints(&self) -> Vec<(String, u64)> {
        let complaints = self.complaints.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        complaints.iter().map(|(words, times)| (words.clone(), *times)).collect()
    }

    /// What has gone wrong so far, and from now on is not told again.
    pub(crate) fn take_complaints(&self) -> BTreeMap<String, u64> {
        std::mem::take(&mut *self.complaints.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    /// The sides that have drivers, in words: two fights with the same are played alike.
    pub(crate) fn drivers(&self) -> String {
        let words = self.drivers.iter().map(|(side, driver)| match driver {
            Driver::Search { play_outs } => format!("{}=search:{play_outs}", side.index()),
            Driver::Program(program) => {
                format!("{}=program{:?}:{}", side.index(), program.manner(), program.command())
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn complain(&self, words: String) {
        complaints::add(&mut self.complaints.lock().unwrap_or_else(|poisoned| poisoned.into_inner()), words, 1);
    }

    /// The sides that search, where no other drivers are about: such fights need no words.
    fn seekers(&self) -> Option<Vec<Seeker>> {
        let seeker = |(side, driver): &(Side, Driver)| match driver {
            Driver::Search { play_outs } => Some(Seeker { side: *side, play_outs: *play_outs }),
            Driver::Program(_) => None,
        };
        self.drivers.iter().map(seeker).collect()
    }

    /// The place of the driver of a side.
    fn driver(&self, side: Side) -> Option<usize> {
        self.drivers.iter().position(|(of, _)| *of == side)
    }

    /// The seats that drivers hold besides those of the terms.
    fn seats(&self, mut seats: Seats) -> Seats {
        seats.sides.extend(self.drivers.iter().map(|(side, _)| *side));
        seats.formalities |= self.drivers.iter().any(|(_, driver)| driver.asks_all());
        seats
    }

    /// Plays the fights of these numbers, and hands each over when it is done, in their order.
    fn play(
        &self,
        (plan, numbers): (&Plan, Range<u64>),
        each: &mut dyn FnMut(u64, Box<dyn AnyLive>) -> ControlFlow<()>,
    ) {
        let unattended = |number| Terms {
            round_limit: plan.round_limit,
            ..Terms::unattended(plan.seed, number, plan.conduct.clone())
        };
        UnderWay::of(self).play(numbers.map(|number| self.course(unattended(number), Vec::new())), each);
    }

    /// How many fights may be under way at once in one thread: many where all programs can tell them apart.
    pub(crate) fn at_once(&self) -> usize {
        let programs = self.drivers.iter().filter_map(|(_, driver)| match driver {
            Driver::Program(program) => Some(program.manner().at_once()),
            Driver::Search { .. } => None,
        });
        programs.min().unwrap_or(1)
    }

    /// A fight in which drivers have a say.
    fn course(&self, terms: Terms, facts: Vec<Fact>) -> Course<'_> {
        let (seed, fight, round_limit) = (terms.seed, terms.fight, terms.round_limit);
        let seats = self.seats(terms.seats.clone());
        let watched = terms.watched.clone().or_else(|| Some(self.fight.secrets()));
        let live = self.fight.live(Terms { seats, watched, ..terms }, facts);
        // The dice of play-outs have nothing to do with those of the fight: nobody looks ahead.
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ fight.rotate_left(32) ^ 0x5eed_0fad_71ce;
        Course::new(self, live, fight, Budget { play_outs: 0, seed, round_limit })
    }
}

impl Driver {
    /// What it is called in complaints: how the program is started.
    fn command(&self) -> &str {
        match self {
            Driver::Program(program) => program.command(),
            Driver::Search { .. } => "search",
        }
    }

    /// Whether it wants to be asked what is no choice, too.
    fn asks_all(&self) -> bool {
        matches!(self, Driver::Program(program) if program.manner().formalities)
    }
}

impl AnyFight for Driven {
    fn sides(&self) -> Vec<String> {
        self.fight.sides()
    }

    fn roster(&self) -> Vec<(String, Side)> {
        self.fight.roster()
    }

    fn digest(&self) -> String {
        self.fight.digest()
    }

    fn view(&self) -> View {
        self.fight.view()
    }

    fn before(&self) -> Before {
        self.fight.before()
    }

    fn secrets(&self) -> Arc<Secrets> {
        self.fight.secrets()
    }

    fn simulate(&self, plan: &Plan, fights: Range<u64>, each: EachFight<'_>) {
        if self.drivers.is_empty() {
            return self.fight.simulate(plan, fights, each);
        }
        if let Some(seekers) = self.seekers() {
            return self.fight.seek(plan, (&seekers, Heed::Events), fights, &mut |number, sought| {
                let (outcome, stalemate) = (sought.heard.outcome, sought.heard.stalemate);
                let (rounds, fates) = (sought.rounds, sought.fates.clone());
                each(number, &FightResult { outcome, rounds, fates, stalemate })
            });
        }
        self.play((plan, fights), &mut |number, live| {
            // Some books count on before they rest.
            let rounds = live.view().round.min(plan.round_limit);
            let (outcome, stalemate) = (live.outcome(), live.is_stalemate());
            each(number, &FightResult { outcome, rounds, fates: live.fates(), stalemate })
        });
    }

    /// Fights in which programs play cannot be traced.
    fn trace(&self, plan: &Plan, fights: Range<u64>, each: &mut dyn FnMut(u64, &View)) {
        if self.drivers.is_empty() {
            self.fight.trace(plan, fights, each);
        } else if let Some(seekers) = self.seekers() {
            self.fight.seek(plan, (&seekers, Heed::Events), fights, &mut |number, sought| {
                sought.moments.iter().for_each(|moment| each(number, moment));
                ControlFlow::Continue(())
            });
        }
    }

    fn seek(&self, plan: &Plan, sought: (&[Seeker], Heed), fights: Range<u64>, each: EachSought<'_>) {
        self.fight.seek(plan, sought, fights, each);
    }

    fn hear(&self, plan: &Plan, heed: Heed, fights: Range<u64>, each: &mut dyn FnMut(u64, &HeardFight)) {
        if self.drivers.is_empty() {
            return self.fight.hear(plan, heed, fights, each);
        }
        if let Some(seekers) = self.seekers() {
            return self.fight.seek(plan, (&seekers, heed), fights, &mut |number, sought| {
                each(number, &sought.heard);
                ControlFlow::Continue(())
            });
        }
        self.play((plan, fights), &mut |number, live| {
            let (outcome, log, view, roster) = (live.outcome(), live.log().to_vec(), live.view(), live.roster());
            // A live fight is seen at its end: nobody knows who fell first, nor what was offered.
            let (first_out, offers, audited) = (Vec::new(), Vec::new(), Audited::default());
            let (given, choices, stalemate) = (0, 0, live.is_stalemate());
            let heard =
                HeardFight { outcome, log, view, roster, first_out, given, choices, offers, audited, stalemate };
            each(number, &heard);
            ControlFlow::Continue(())
        });
    }

    /// The fight without its drivers, who need words.
    fn drill(&self, terms: Terms) -> Box<dyn AnyDrill> {
        self.fight.drill(terms)
    }

    fn live(&self, terms: Terms, facts: Vec<Fact>) -> Box<dyn AnyLive> {
        if self.drivers.is_empty() {
            return self.fight.live(terms, facts);
        }
        // From its beginning to its end nobody but seekers has a say: the fight that a simulation plays.
        let unattended = facts.is_empty() && terms.seats == Seats::nobody() && matches!(terms.dice, DiceFrom::Seed(_));
        if let Some(seekers) = self.seekers().filter(|_| unattended) {
            let plan = Plan { seed: terms.seed, conduct: terms.conduct.clone(), round_limit: terms.round_limit };
            let mut facts = facts;
            self.fight.seek(
                &plan,
                (&seekers, Heed::Events),
                terms.fight..terms.fight.saturating_add(1),
                &mut |_, sought| {
                    facts.clone_from(&sought.facts);
                    ControlFlow::Break(())
                },
            );
            return self.fight.live(terms, facts);
        }
        UnderWay::of(self).alone(self.course(terms, facts))
    }
}
