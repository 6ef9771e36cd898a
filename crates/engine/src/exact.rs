//! The table of odds: every face of every die in turn, each branch with its weight.

use std::convert::Infallible;

use quintain_dice::{Cuts, Faces, LateStream, Stream};

use crate::edict::Edict;
use crate::event::{Event, EventId};
use crate::fact::Fact;
use crate::question::Answer;
use crate::rulebook::{Rulebook, names, seat_name, understood};
use crate::table::{Table, Throw, lay};
use crate::tactics::Conduct;

/// One branching of the dice: which of its ways is taken, and how much each weighs.
#[derive(Clone, Debug)]
struct Fork {
    /// The face that stands for each way, with its share of all faces.
    ways: Vec<(u16, u32)>,
    sides: u32,
    taken: usize,
    /// How many questions had been answered before it.
    answered: usize,
}

/// A question answered on this branch, and where the table stood behind it.
#[derive(Clone, Debug)]
struct Step<R: Rulebook> {
    asks: Vec<R::Ask>,
    place: usize,
    answer: Answer<R::Act>,
    next: usize,
    said: bool,
    own: LateStream,
}

/// Walks the tree of all dice: run the rules, read [`Exact::weight`], call [`Exact::next_branch`], run them again.
///
/// What was answered before the die by which two branches part is answered once for both: up to there the course of
/// the fight is the same.
#[derive(Clone, Debug)]
pub struct Exact<'a, R: Rulebook> {
    facts: &'a [Fact],
    next: usize,
    fixed: Option<(&'a str, &'a str)>,
    said: bool,
    conduct: &'a Conduct,
    own: LateStream,
    forks: Vec<Fork>,
    depth: usize,
    weight: f64,
    sample: Option<Stream>,
    /// The answers of this branch, or of the one before it as far as this one is sure to go the same way.
    steps: Vec<Step<R>>,
    /// How many questions have been answered on this branch.
    answered: usize,
    /// How many had been before the first die of a sample.
    before_dice: Option<usize>,
}

impl<'a, R: Rulebook> Exact<'a, R> {
    /// A table that first repeats `facts`, then gives the `fixed` answer (seat, words) to the question it fits, then
    /// tries every face, while `conduct` answers what else is asked.
    pub fn new(facts: &'a [Fact], fixed: Option<(&'a str, &'a str)>, conduct: &'a Conduct) -> Self {
        Exact {
            facts,
            next: 0,
            fixed,
            said: false,
            conduct,
            own: LateStream::for_tactics(0, 0),
            forks: Vec::new(),
            depth: 0,
            weight: 1.0,
            sample: None,
            steps: Vec::new(),
            answered: 0,
            before_dice: None,
        }
    }

    /// The same table throwing dice from a stream instead of trying every face.
    pub fn sampling(mut self, stream: Stream) -> Self {
        self.sample = Some(stream);
        self.forks.clear();
        self.steps.clear();
        self
    }

    /// The probability of the branch just walked: 1 for a sample.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether the fixed answer was given on the branch just walked.
    pub fn was_said(&self) -> bool {
        self.said
    }

    /// Turns to the next branch; false when all have been walked.
    pub fn next_branch(&mut self) -> bool {
        self.restart();
        while let Some(fork) = self.forks.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.ways.len() {
                self.steps.truncate(fork.answered);
                return true;
            }
            self.forks.pop();
        }
        false
    }

    /// Goes back to the beginning, for the same branch or another sample.
    pub fn restart(&mut self) {
        self.next = 0;
        self.said = false;
        self.depth = 0;
        self.weight = 1.0;
        self.own = LateStream::for_tactics(0, 0);
        self.answered = 0;
        if let Some(count) = self.before_dice.take() {
            self.steps.truncate(count);
        }
    }

    fn fork(&mut self, sides: u16, ways: impl FnOnce() -> Vec<(u16, u32)>) -> u16 {
        if let Some(stream) = &mut self.sample {
            self.before_dice.get_or_insert(self.answered);
            return stream.die(sides);
        }
        if self.depth == self.forks.len() {
            let sides = u32::from(sides.max(1));
            self.forks.push(Fork { ways: ways(), sides, taken: 0, answered: self.answered });
        }
        let fork = &self.forks[self.depth];
        self.depth += 1;
        let (face, count) = fork.ways[fork.taken];
        self.weight *= f64::from(count) / f64::from(fork.sides);
        face
    }

    /// Repeats the edicts that stand at this place of the record.
    fn edicts(&mut self, fight: &mut R) {
        loop {
            match self.facts.get(self.next) {
                Some(Fact::Edict { words }) => {
                    if let Ok(edict) = Edict::parse(words, &names(fight)) {
                        let _ = fight.edict(&edict);
                    }
                }
                Some(Fact::Rest { .. } | Fact::Standing(_)) => {}
                _ => return,
            }
            self.next += 1;
        }
    }

    fn recorded_dice(&mut self, fight: &mut R) -> Option<Faces> {
        self.edicts(fight);
        let Some(Fact::Dice { faces, .. }) = self.facts.get(self.next) else { return None };
        self.next += 1;
        Some(lay(faces))
    }

    /// The answer to one of these questions: the recorded one, the fixed one, or that of the tactics.
    fn answer(&mut self, fight: &R, asks: &[R::Ask]) -> (usize, Answer<R::Act>) {
        let (given, from_record) = match (self.facts.get(self.next), self.fixed) {
            (Some(Fact::Answer { to, words, .. }), _) => (Some((to.as_str(), words.as_str())), true),
            (None, Some(fixed)) if !self.said => (Some(fixed), false),
            _ => (None, false),
        };
        if let Some((to, words)) = given {
            let found = asks.iter().enumerate().find_map(|(place, ask)| {
                let named = seat_name(fight, fight.seat(ask)).eq_ignore_ascii_case(to);
                named
                    .then(|| understood(fight, &fight.question(ask), words).ok())
                    .flatten()
                    .map(|answer| (place, answer))
            });
            if let Some(found) = found {
                if from_record {
                    self.next += 1;
                } else {
                    self.said = true;
                }
                return found;
            }
        }
        let Some(ask) = asks.first() else { return (0, Answer::Number(0)) };
        let tactics = self.conduct.of_seat(fight, fight.seat(ask));
        (0, tactics.answer(fight, ask, &mut self.own))
    }
}

impl<R: Rulebook> Table<R> for Exact<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        if let Some(faces) = self.recorded_dice(fight) {
            return Ok(faces);
        }
        let mut faces = Faces::new();
        for _ in 0..throw.count {
            let face = self.fork(throw.sides, || (1..=throw.sides.max(1)).map(|face| (face, 1)).collect());
            let _ = faces.push(face);
        }
        Ok(faces)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Infallible> {
        if let Some(faces) = self.recorded_dice(fight) {
            return Ok(faces.first().copied().unwrap_or(1));
        }
        Ok(self.fork(throw.sides, || {
            let mut ways: Vec<(u16, u32)> = Vec::new();
            let mut last = None;
            for face in 1..=throw.sides.max(1) {
                let degree = cuts.degree_of(face);
                match ways.last_mut() {
                    Some((_, count)) if last == Some(degree) => *count += 1,
                    _ => ways.push((face, 1)),
                }
                last = Some(degree);
            }
            ways
        }))
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        self.edicts(fight);
        if let Some(step) = self.steps.get(self.answered) {
            if step.asks == asks {
                (self.next, self.said) = (step.next, step.said);
                self.own.clone_from(&step.own);
                self.answered += 1;
                return Ok((step.place, step.answer.clone()));
            }
            self.steps.truncate(self.answered);
        }
        let (place, answer) = self.answer(fight, asks);
        if self.before_dice.is_some() {
            // Behind the first die of a sample nothing is answered twice.
            self.answered += 1;
            return Ok((place, answer));
        }
        let (next, said, own) = (self.next, self.said, self.own.clone());
        self.steps.push(Step { asks: asks.to_vec(), place, answer: answer.clone(), next, said, own });
        self.answered += 1;
        Ok((place, answer))
    }

    fn hears(&self) -> bool {
        false
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }
}
