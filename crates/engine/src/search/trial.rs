//! The table of a play-out: what has happened is repeated, answers are given, then dice and tactics go on.

use std::convert::Infallible;

use quintain_dice::{Faces, LateStream, Stream};

use super::kept::{Lookout, Reached};
use super::tape::Entry;
use crate::cast::{Seat, Side};
use crate::common::advance;
use crate::event::{Event, EventId};
use crate::face::{at_its_end, play_out};
use crate::fact::Fact;
use crate::had::Forced;
use crate::hall::Hall;
use crate::question::Answer;
use crate::rulebook::{Outcome, Rulebook};
use crate::table::{Answers, Table, Throw, one_by_one};
use crate::tactics::{BEST, Conduct, Tactics};

/// Plays on from the middle of a fight.
#[derive(Debug)]
pub(crate) struct Trial<'a, R: Rulebook> {
    tape: &'a mut Vec<Entry<R>>,
    /// What is recorded behind the tape, in words; it is read once and then stands on the tape.
    facts: &'a [Fact],
    next: usize,
    /// The answer under trial with the place of its question, and the side that gives it.
    said: Option<(usize, &'a Answer<R::Act>, Side)>,
    /// Answers that are forced.
    forced: Forced,
    /// Within questions answered sealed, the last of which is still open.
    sealed: bool,
    dice: Stream,
    own: LateStream,
    conduct: &'a Conduct,
    /// Looks for the next question of the side whose answer is under trial, where that is to be kept.
    lookout: Option<Lookout<R>>,
}

impl<'a, R: Rulebook> Trial<'a, R> {
    /// Repeats `tape` and `facts`, then gives the answer `said` to the open question, then throws from the stream of
    /// this seed and number. Everybody plays the rulebook's best tactics.
    pub(crate) fn new(
        (tape, facts): (&'a mut Vec<Entry<R>>, &'a [Fact]),
        said: Option<(usize, &'a Answer<R::Act>, Side)>,
        (seed, number): (u64, u64),
    ) -> Self {
        let streams = (Stream::new(seed, number), LateStream::for_tactics(seed, number));
        Trial::on((tape, facts), said, streams)
    }

    /// The same with dice that come from these streams.
    pub(super) fn on(
        (tape, facts): (&'a mut Vec<Entry<R>>, &'a [Fact]),
        said: Option<(usize, &'a Answer<R::Act>, Side)>,
        streams: (Stream, LateStream),
    ) -> Self {
        Trial { facts, said, ..Trial::repeating(tape, Forced::default(), streams, &BEST) }
    }

    /// Repeats `tape`, then gives the forced answers, then goes on by these streams and tactics.
    pub(crate) fn repeating(
        tape: &'a mut Vec<Entry<R>>,
        forced: Forced,
        (dice, own): (Stream, LateStream),
        conduct: &'a Conduct,
    ) -> Self {
        Trial { tape, facts: &[], next: 0, said: None, forced, sealed: false, dice, own, conduct, lookout: None }
    }

    /// Plays the fight to its end; nothing at the round limit.
    pub(crate) fn play_out(self, fight: &mut R, round_limit: u32) -> Option<Outcome> {
        match self.lead_on(fight, round_limit, &mut |_| {}) {
            Ok(mut hall) => play_out(fight, &mut hall, round_limit),
            Err(outcome) => outcome,
        }
    }

    /// The same; keeps where it has come to the next question of this side.
    pub(super) fn play_out_and_keep(
        mut self,
        fight: &mut R,
        round_limit: u32,
        side: Side,
    ) -> (Option<Outcome>, Option<Reached<R>>) {
        self.lookout = Some(Lookout::of(side));
        let outcome = self.lead(fight, round_limit, &mut |_| {});
        let reached = self.lookout.take().and_then(Lookout::reached);
        match outcome {
            Some(outcome) => (outcome, reached),
            None => (play_out(fight, &mut self.into_hall(), round_limit), reached),
        }
    }

    /// Plays to the resting point behind which nothing is repeated or given any more; from there it is a simulation like any
    /// other. `rests` sees the fight there and at each resting point on the way.
    ///
    /// # Errors
    /// The outcome, where the fight ends before that.
    pub(crate) fn lead_on(
        mut self,
        fight: &mut R,
        round_limit: u32,
        rests: &mut dyn FnMut(&R),
    ) -> Result<Hall<'a>, Option<Outcome>> {
        match self.lead(fight, round_limit, rests) {
            Some(outcome) => Err(outcome),
            None => Ok(self.into_hall()),
        }
    }

    /// Plays to that resting point, or to the end, whose outcome it returns.
    fn lead(&mut self, fight: &mut R, round_limit: u32, rests: &mut dyn FnMut(&R)) -> Option<Option<Outcome>> {
        loop {
            let Ok(progress) = advance(fight, self);
            let outcome = at_its_end(fight, progress, round_limit);
            if outcome.is_some() {
                return outcome;
            }
            rests(fight);
            if let Some(lookout) = &mut self.lookout {
                lookout.rest(fight);
            }
            if self.left() == 0 && self.forced.is_spent(fight.round()) && !self.looks() {
                return None;
            }
        }
    }

    fn into_hall(self) -> Hall<'a> {
        Hall::going_on((self.dice, self.own), self.conduct)
    }

    /// Whether the next question of a side is looked for.
    fn looks(&self) -> bool {
        self.lookout.as_ref().is_some_and(Lookout::looks)
    }

    /// Notes what is said behind the answer under trial.
    fn note(&mut self, entry: impl FnOnce() -> Entry<R>) {
        if self.said.is_none()
            && let Some(lookout) = &mut self.lookout
        {
            lookout.hear(entry);
        }
    }

    /// Reads what is recorded onto the tape: runs to the next resting point, by whatever falls behind it.
    pub(crate) fn read(mut self, fight: &mut R) {
        let Ok(_) = advance(fight, &mut self);
    }

    /// How much is still to be repeated.
    fn left(&self) -> usize {
        self.tape.len() - self.next + self.facts.len()
    }

    /// Reads on, and carries out the edicts that stand here.
    fn repeat(&mut self, fight: &mut R, asks: &[R::Ask]) -> Option<Entry<R>> {
        loop {
            if self.next == self.tape.len() {
                let (first, others) = self.facts.split_first()?;
                self.facts = others;
                let Some(entry) = Entry::read(fight, asks, first) else { continue };
                self.tape.push(entry);
            }
            let entry = self.tape.get(self.next)?;
            self.next += 1;
            match entry {
                Entry::Edict(edict) => _ = fight.edict(edict),
                entry => return Some(entry.clone()),
            }
        }
    }

    fn guess(&mut self, fight: &R, ask: &R::Ask) -> Answer<R::Act> {
        self.conduct.of_seat(fight, fight.seat(ask)).answer(fight, ask, &mut self.own)
    }

    /// Whether `side` is asked this.
    fn is_of(fight: &R, ask: &R::Ask, side: Side) -> bool {
        matches!(fight.seat(ask), Seat::Of(who) if fight.side(who) == side)
    }
}

impl<R: Rulebook> Table<R> for Trial<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        if self.left() > 0
            && let Some(Entry::Dice(faces)) = self.repeat(fight, &[])
        {
            return Ok(faces);
        }
        let mut faces = Faces::new();
        for _ in 0..throw.count {
            let _ = faces.push(self.dice.die(throw.sides));
        }
        self.note(|| Entry::Dice(faces.clone()));
        Ok(faces)
    }

    fn die(&mut self, fight: &mut R, throw: Throw) -> Result<u16, Infallible> {
        if self.left() == 0 && !self.looks() {
            return Ok(self.dice.die(throw.sides));
        }
        Ok(self.roll(fight, Throw { count: 1, ..throw })?.first().copied().unwrap_or(1))
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Infallible> {
        if let (Some(Tactics::Own(place)), None, 0) = (self.conduct.uniform, self.said, self.left())
            && self.forced.is_spent(fight.round())
            && !self.looks()
        {
            return Ok(fight.choose(place, &ask, &mut self.own));
        }
        Ok(self.ask(fight, ask)?.one())
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        if self.left() > 0
            && let Some(Entry::Answer(place, answer)) = self.repeat(fight, asks)
        {
            // What another side has answered sealed is not known to those who still think.
            let hidden = match (self.sealed, self.said, asks.get(place)) {
                (true, Some((.., side)), Some(ask)) if !Self::is_of(fight, ask, side) => Some(ask),
                _ => None,
            };
            let answer = hidden.map_or(answer, |ask| self.guess(fight, ask));
            return Ok((place, answer));
        }
        if let Some((place, answer, _)) = self.said.take() {
            return Ok((place, answer.clone()));
        }
        if let Some(given) = self.forced.answer(fight, asks) {
            return Ok(given);
        }
        let Some(ask) = asks.first() else { return Ok((0, Answer::Number(0))) };
        let due = self.lookout.as_ref().is_some_and(|lookout| lookout.is_due(fight, ask));
        let answer = self.guess(fight, ask);
        match &mut self.lookout {
            Some(lookout) if due => lookout.reach(&answer, (self.dice.clone(), self.own.clone())),
            _ => self.note(|| Entry::Answer(0, answer.clone())),
        }
        Ok((0, answer))
    }

    fn ask_all(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<Answers<R::Act>, Infallible> {
        self.sealed = self.said.is_some() && self.left() < asks.len();
        let answers = one_by_one(self, fight, asks);
        self.sealed = false;
        answers
    }

    fn hears(&self) -> bool {
        false
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }
}
