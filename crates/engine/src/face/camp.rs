//! A fight as a link of a chain, behind the common face: what it leaves behind, and what may come before the next.

use super::shelved::{FightOf, played_out, result_of};
use super::{AnyLive, FightResult, Plan};
use crate::aftermath::{Aftermath, RestKind};
use crate::cast::Who;
use crate::edict::Edict;
use crate::fact::Fact;
use crate::hall::Hall;
use crate::live::{Live, Terms};
use crate::rulebook::{Rulebook, names};

/// A simulated fight with what it has left behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// What simulations report of it.
    pub result: FightResult,
    /// What it has left of each, in roster order; those who joined later come last.
    pub left: Vec<Aftermath>,
}

/// What the game master has handed out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handed {
    /// What each edict did, in words.
    pub said: Vec<String>,
    /// What is left of each then, in roster order.
    pub left: Vec<Aftermath>,
}

/// A fight of which it matters what becomes of those in it afterwards, or a camp between two fights: one that nobody is
/// hostile in.
pub trait AnyCamp: Send + Sync {
    /// What each has with it at the start, in roster order, written as an aftermath.
    fn left(&self) -> Vec<Aftermath>;
    /// Plays fight `number` of the plan: the very one that simulations play under this number.
    fn play(&self, plan: &Plan, number: u64) -> Played;
    /// Lets all who are there take a rest, with dice and tactics as in fight `number` of the plan.
    fn rest(&self, kind: &'static RestKind, plan: &Plan, number: u64) -> Vec<Aftermath>;
    /// Lets all who are there take a rest that stops at dice and questions as a live fight does, or takes a recorded one up.
    fn resting(&self, kind: &'static RestKind, terms: Terms, facts: Vec<Fact>) -> Box<dyn AnyLive>;
    /// Carries edicts of the game master out, one after the other.
    ///
    /// # Errors
    /// The first that cannot be, and why.
    fn hand(&self, edicts: &[String]) -> Result<Handed, String>;
}

impl<R: Rulebook> AnyCamp for FightOf<R> {
    fn left(&self) -> Vec<Aftermath> {
        aftermath_of(&self.start)
    }

    fn play(&self, plan: &Plan, number: u64) -> Played {
        let mut fight = self.start.clone();
        let ended = played_out(&mut fight, &mut Hall::new(plan.seed, number, &plan.conduct), plan.round_limit);
        let mut played = Played { result: FightResult::default(), left: aftermath_of(&fight) };
        result_of(&fight, ended, plan.round_limit, &mut played.result);
        played
    }

    fn rest(&self, kind: &'static RestKind, plan: &Plan, number: u64) -> Vec<Aftermath> {
        let mut camp = self.start.clone();
        let Ok(()) = camp.rest(kind, &mut Hall::new(plan.seed, number, &plan.conduct));
        aftermath_of(&camp)
    }

    fn resting(&self, kind: &'static RestKind, terms: Terms, facts: Vec<Fact>) -> Box<dyn AnyLive> {
        Box::new(Live::resting(self.start.clone(), kind, terms, facts))
    }

    fn hand(&self, edicts: &[String]) -> Result<Handed, String> {
        let mut camp = self.start.clone();
        let mut said = Vec::with_capacity(edicts.len());
        for words in edicts {
            let edict = Edict::parse(words, &names(&camp)).map_err(|fault| format!("`{words}`: {fault}"))?;
            said.push(camp.edict(&edict).map_err(|refusal| format!("`{words}`: {refusal}"))?);
        }
        Ok(Handed { said, left: aftermath_of(&camp) })
    }
}

/// What a fight leaves of everyone, in roster order.
pub(super) fn aftermath_of<R: Rulebook>(fight: &R) -> Vec<Aftermath> {
    (0..fight.roster_len()).map(|place| fight.aftermath(Who(place as u16))).collect()
}
