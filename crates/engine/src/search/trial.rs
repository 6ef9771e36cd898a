//! The table of a play-out: what has happened is repeated, one answer is given, then dice and tactics go on.

use std::convert::Infallible;

use quintain_dice::{Faces, LateStream, Stream};

use super::tape::Entry;
use crate::cast::{Seat, Side};
use crate::common::advance;
use crate::event::{Event, EventId};
use crate::face::{at_its_end, play_out};
use crate::fact::Fact;
use crate::hall::Hall;
use crate::question::Answer;
use crate::rulebook::{Outcome, Rulebook};
use crate::table::{Answers, Table, Throw, one_by_one};
use crate::tactics::Conduct;

/// Plays on from the middle of a fight. Everybody plays the rulebook's best tactics.
#[derive(Debug)]
pub(crate) struct Trial<'a, R: Rulebook> {
    tape: &'a mut Vec<Entry<R>>,
    /// What is recorded behind the tape, in words; it is read once and then stands on the tape.
    facts: &'a [Fact],
    next: usize,
    /// The answer under trial with the place of its question, and the side that gives it.
    said: Option<(usize, &'a Answer<R::Act>, Side)>,
    /// Within questions answered sealed, the last of which is still open.
    sealed: bool,
    dice: Stream,
    own: LateStream,
}

impl<'a, R: Rulebook> Trial<'a, R> {
    /// Repeats `tape` and `facts`, then gives the answer `said` to the open question, then throws from the stream of
    /// this seed and number.
    pub(crate) fn new(
        (tape, facts): (&'a mut Vec<Entry<R>>, &'a [Fact]),
        said: Option<(usize, &'a Answer<R::Act>, Side)>,
        (seed, number): (u64, u64),
    ) -> Self {
        let (dice, own) = (Stream::new(seed, number), LateStream::for_tactics(seed, number));
        Trial { tape, facts, next: 0, said, sealed: false, dice, own }
    }

    /// Plays the fight to its end; nothing at the round limit. What is repeated ends with the round's part that was under
    /// way; behind that it is a simulation like any other.
    pub(crate) fn play_out(mut self, fight: &mut R, round_limit: u32) -> Option<Outcome> {
        let Ok(progress) = advance(fight, &mut self);
        let best = Conduct::best();
        let mut hall = Hall::going_on((self.dice, self.own), &best);
        at_its_end(fight, progress, round_limit).unwrap_or_else(|| play_out(fight, &mut hall, round_limit))
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
        fight.answer(0, ask, &mut self.own)
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
        Ok(faces)
    }

    fn die(&mut self, fight: &mut R, throw: Throw) -> Result<u16, Infallible> {
        if self.left() == 0 {
            return Ok(self.dice.die(throw.sides));
        }
        Ok(self.roll(fight, Throw { count: 1, ..throw })?.first().copied().unwrap_or(1))
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Infallible> {
        if self.said.is_none() && self.left() == 0 {
            return Ok(fight.choose(0, &ask, &mut self.own));
        }
        Ok(self.ask(fight, ask)?.one())
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        if self.left() > 0
            && let Some(Entry::Answer(place, answer)) = self.repeat(fight, asks)
        {
            // What another side has answered sealed is not known to whoever is still thinking.
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
        match asks.first() {
            Some(ask) => Ok((0, self.guess(fight, ask))),
            None => Ok((0, Answer::Number(0))),
        }
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
