//! A drill: a fight for programs that learn. It stops at the questions of those who sit at its table, and nothing of it is
//! written down: no record, no log, no words for answers. So a step costs little more than the rules themselves.

use quintain_dice::{LateStream, Stream};

use crate::common;
use crate::desk::{Desk, DiceFrom, Halt, Heard, Said};
use crate::had::Forced;
use crate::live::{Fault, Stop, Terms, nothing_asked, of_places, open_of, put_all};
use crate::open::Open;
use crate::question::{Answer, Question};
use crate::rulebook::{Outcome, Progress, Rulebook};
use crate::secrets::Secrets;

/// A fight under way of which nothing is written down. By the same seed and answers it takes the course that a
/// [`crate::Live`] fight takes.
#[derive(Debug)]
pub struct Drill<R: Rulebook> {
    from: Outset<R>,
    rest: R,
    /// How far the streams had come at the last resting point.
    dice: Stream,
    own: LateStream,
    /// What was said since then.
    said: Said<R>,
    /// The state as far as it has come.
    shown: R,
    stop: Stop<R>,
    terms: Terms,
    /// Answers that are forced.
    forced: Forced,
}

impl<R: Rulebook> Clone for Drill<R> {
    fn clone(&self) -> Self {
        put_all(&self.stop, &self.shown);
        Drill {
            from: self.from.clone(),
            rest: self.rest.clone(),
            dice: self.dice.clone(),
            own: self.own.clone(),
            said: self.said.clone(),
            shown: self.shown.clone(),
            stop: self.stop.clone(),
            terms: self.terms.clone(),
            forced: self.forced.clone(),
        }
    }
}

/// Where drills begin: at the start of a fight, or in the middle of one.
#[derive(Clone, Debug)]
pub(crate) struct Outset<R: Rulebook> {
    /// The last resting point.
    pub(crate) rest: R,
    /// What had been said since then.
    pub(crate) said: Vec<Heard<R>>,
    /// The sides of every die thrown before the resting point.
    pub(crate) thrown: Vec<u16>,
    /// Answers to be forced.
    pub(crate) forced: Forced,
}

impl<R: Rulebook> Drill<R> {
    /// Begins a fight and runs to its first stop. Its dice are those of the seed and number in `terms`, whatever dice stand
    /// there.
    pub fn begin(start: R, terms: Terms) -> Self {
        let outset = Outset { rest: start, said: Vec::new(), thrown: Vec::new(), forced: Forced::default() };
        Drill::begin_at(outset, terms)
    }

    /// The same in the middle of a fight.
    pub(crate) fn begin_at(from: Outset<R>, terms: Terms) -> Self {
        let (seed, fight) = (terms.seed, terms.fight);
        let (dice, own) = streams(seed, fight);
        let terms = Terms { dice: DiceFrom::Seed(Box::new(dice.clone())), ..terms };
        let mut drill = Drill {
            rest: from.rest.clone(),
            dice,
            own,
            said: Said::behind(0),
            shown: from.rest.clone(),
            stop: Stop::Undecided,
            terms,
            forced: from.forced.clone(),
            from,
        };
        drill.again(seed, fight);
        drill
    }

    /// What the encounter keeps from those at the table, where that is known.
    pub fn secrets(&self) -> Option<&Secrets> {
        self.terms.watched.as_deref()
    }

    /// Begins anew, as the fight of this seed and number.
    pub fn again(&mut self, seed: u64, fight: u64) {
        (self.terms.seed, self.terms.fight) = (seed, fight);
        (self.dice, self.own) = streams(seed, fight);
        self.from.thrown.iter().for_each(|sides| _ = self.dice.die(*sides));
        self.rest.clone_from(&self.from.rest);
        self.said.begin(0);
        for (place, heard) in self.from.said.iter().enumerate() {
            self.said.put(place, heard.clone());
        }
        self.forced = self.from.forced.clone();
        self.proceed();
    }

    /// The same fight at the same moment, with the dice of another seed from here on.
    pub fn redealt(&self, seed: u64) -> Self {
        let mut other = self.clone();
        other.terms.seed = seed;
        // They begin at the resting point; what has been said since then stands.
        (other.dice, other.own) = streams(seed, self.terms.fight);
        other.said.forget_own();
        other
    }

    /// What it waits for.
    pub fn stop(&self) -> &Stop<R> {
        &self.stop
    }

    /// The state as far as it has come.
    pub fn fight(&self) -> &R {
        &self.shown
    }

    /// The open question at `place`.
    pub(crate) fn asked(&self, place: usize) -> Option<&Question<R::Act>> {
        Some(self.open().get(place)?.question(&self.shown))
    }

    /// The questions that are open.
    pub(crate) fn open(&self) -> &[Open<R>] {
        open_of(&self.stop)
    }

    /// Answers the open question at `place`; options stand for their places in its list.
    ///
    /// # Errors
    /// Says so if nothing is asked there, or what would be legal.
    pub fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault> {
        let open = self.open().get(place).ok_or_else(nothing_asked)?;
        let answer = of_places(&self.shown, open.both(&self.shown), answer)?;
        self.give(place, answer);
        Ok(())
    }

    /// Answers the open question at `place` with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked there.
    pub fn answer_default_of(&mut self, place: usize) -> Result<(), Fault> {
        let default = self.asked(place).ok_or_else(nothing_asked)?.default.clone();
        self.give(place, default);
        Ok(())
    }

    fn give(&mut self, place: usize, answer: Answer<R::Act>) {
        self.said.put(self.said.end(), Heard::Answer { place, answer, own: None });
        self.proceed();
    }

    /// Runs the rules from the last resting point to the next stop.
    fn proceed(&mut self) {
        // What a halted rule has left in a book's scratch room is not taken along.
        self.shown = self.rest.clone();
        self.stop = loop {
            if let Some(stop) = self.advance() {
                break stop;
            }
        };
    }

    /// Runs the rules from one resting point to the next: says where the fight stops, if it does.
    fn advance(&mut self) -> Option<Stop<R>> {
        let mut own = self.own.clone();
        if let DiceFrom::Seed(stream) = &mut self.terms.dice {
            **stream = self.dice.clone();
        }
        let mut desk = Desk {
            written: None,
            said: &mut self.said,
            next: 0,
            dice: &mut self.terms.dice,
            seats: &self.terms.seats,
            conduct: &self.terms.conduct,
            own: &mut own,
            forced: &mut self.forced,
        };
        let progress = match common::advance(&mut self.shown, &mut desk) {
            Ok(progress) => progress,
            Err(halt) => return Some(self.halted(halt)),
        };
        self.rest.clone_from(&self.shown);
        self.said.begin(0);
        self.own = own;
        if let DiceFrom::Seed(stream) = &self.terms.dice {
            self.dice = (**stream).clone();
        }
        match progress {
            Progress::Over(outcome) => Some(Stop::Over(outcome)),
            Progress::Resting if self.shown.rounds_done() >= self.terms.round_limit => Some(Stop::Undecided),
            Progress::Resting => None,
        }
    }

    fn halted(&self, halt: Halt<R>) -> Stop<R> {
        match halt {
            Halt::Asked(open) => Stop::Asked(open.into()),
            Halt::Dice(throw) => Stop::Dice(throw),
            Halt::Diverged(divergence) => Stop::Diverged(divergence),
            Halt::NoEntropy(fault) => Stop::NoEntropy(fault),
            Halt::Ended => Stop::Over(self.shown.outcome().unwrap_or(Outcome::Ended)),
        }
    }
}

fn streams(seed: u64, fight: u64) -> (Stream, LateStream) {
    (Stream::new(seed, fight), LateStream::for_tactics(seed, fight))
}
