//! A moment in the middle of a fight, as something that can be simulated: the fight goes on from there again and again.

use std::sync::Arc;

use quintain_dice::{LateStream, Stream};

use super::Plan;
use crate::cast::Who;
use crate::desk::Heard;
use crate::digest::digest;
use crate::drill::Outset;
use crate::had::{Forced, Had};
use crate::hall::Hall;
use crate::live::{Fault, Live, Stop};
use crate::rulebook::{Fate, Outcome, Rulebook};
use crate::search::{Entry, Trial};

/// What had come of a fight before it is simulated; nothing at its beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// What had become of each combatant, in roster order: damage dealt and taken by then is not that of the simulation.
    pub fates: Vec<Fate>,
    /// How many of the events that are told of each fight were told by then.
    pub told: usize,
}

/// A moment. It lies behind a resting point: what was said since then is repeated, then the forced answers,
/// then dice and tactics go on.
#[derive(Clone, Debug)]
pub(crate) struct Moment<R: Rulebook> {
    /// The fight at this moment, without what has been told of it.
    live: Live<R>,
    /// What was said since the last resting point.
    tape: Vec<Entry<R>>,
    /// The sides of every die thrown by then, and how many of them before the resting point.
    thrown: (Vec<u16>, usize),
    told: usize,
    had: Arc<[Had]>,
}

impl<R: Rulebook> Moment<R> {
    /// This moment, and answers to be given in the fights that go on from it.
    pub(crate) fn of(live: &Live<R>, had: Vec<Had>) -> Self {
        let (rest, facts) = live.since_rest();
        let mut tape = Vec::new();
        // Words are read once; what the rules do behind them is not looked at.
        let table = Trial::new((&mut tape, facts), None, (0, 0));
        table.read(&mut rest.clone());
        let (thrown, told) = (live.dice_thrown(), live.told_since_rest());
        Moment { live: live.without_log(), tape, thrown, told, had: had.into() }
    }

    /// The fight at this moment.
    pub(crate) fn live(&self) -> &Live<R> {
        &self.live
    }

    /// What was said since the last resting point.
    pub(crate) fn tape(&self) -> &[Entry<R>] {
        &self.tape
    }

    /// The answers that are given, to the end of the next round.
    pub(crate) fn forced(&self) -> Forced {
        Forced::new(&self.had, self.live.fight().round().saturating_add(1))
    }

    /// The streams of the fight of this number: those of a live fight by the same seed that has thrown as many dice.
    pub(crate) fn streams(&self, seed: u64, number: u64) -> (Stream, LateStream) {
        let mut dice = Stream::new(seed, number);
        self.thrown.0.iter().for_each(|sides| _ = dice.die(*sides));
        (dice, LateStream::for_tactics(seed, number))
    }

    /// Leads a copy of the last resting point past this moment, to where it is a simulation like any other.
    ///
    /// # Errors
    /// The outcome, where the fight ends before that.
    pub(crate) fn lead_on<'a>(
        &self,
        fight: &mut R,
        tape: &'a mut Vec<Entry<R>>,
        (plan, number): (&'a Plan, u64),
        rests: &mut dyn FnMut(&R),
    ) -> Result<Hall<'a>, Option<Outcome>> {
        let streams = self.streams(plan.seed, number);
        if self.tape.is_empty() && self.had.is_empty() {
            return Ok(Hall::going_on(streams, &plan.conduct));
        }
        Trial::repeating(tape, self.forced(), streams, &plan.conduct).lead_on(fight, plan.round_limit, rests)
    }

    /// Where drills begin.
    pub(crate) fn outset(&self) -> Outset<R> {
        let heard = |entry: &Entry<R>| match entry.clone() {
            Entry::Dice(faces) => Heard::Dice(faces),
            Entry::Answer(place, answer) => Heard::Answer { place, answer, own: None },
            Entry::Edict(edict) => Heard::Edict(edict),
        };
        let (thrown, at_rest) = &self.thrown;
        Outset {
            rest: self.live.since_rest().0.clone(),
            said: self.tape.iter().map(heard).collect(),
            thrown: thrown[..*at_rest].to_vec(),
            forced: self.forced(),
        }
    }

    /// What tells it from any other moment.
    pub(crate) fn digest(&self) -> String {
        let (rest, facts) = self.live.since_rest();
        let said: Vec<String> = facts.iter().map(crate::record::Record::line).collect();
        digest(&(digest(rest), said, self.thrown.0.len(), &self.had))
    }

    pub(crate) fn before(&self) -> Before {
        let fight = self.live.fight();
        let fates = (0..fight.roster_len()).map(|place| fight.fate(Who(place as u16))).collect();
        Before { fates, told: self.told }
    }
}

/// Why a fight cannot go on from where it stands, if it cannot.
pub(crate) fn cannot_go_on<R: Rulebook>(live: &Live<R>) -> Option<Fault> {
    let why = match live.stop() {
        Stop::Asked(_) | Stop::Dice(_) | Stop::NoEntropy(_) => return None,
        Stop::Over(outcome) => {
            format!("the fight is over here ({}); an earlier moment is wanted", live.outcome_words(*outcome))
        }
        Stop::Undecided => "the round limit is reached here; an earlier moment is wanted".to_owned(),
        Stop::Diverged(divergence) => format!("this record and these rules part ways: {divergence}"),
    };
    Some(Fault::Other(why))
}
