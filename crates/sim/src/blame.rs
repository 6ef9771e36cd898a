//! Blame: how far each die and each decision of a recorded fight moved the chance of victory.

use std::ops::ControlFlow;

use quintain_engine::{AnyFight, AnyLive, Budget, DiceFrom, Fact, Outcome, Seats, Terms};
use serde::Serialize;

/// Whether a fact was luck or somebody's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Dice.
    Luck,
    /// A decision.
    Choice,
    /// The game master's word.
    Edict,
}

/// One fact and what it did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Swing {
    /// Its place among the facts that stand.
    pub fact: usize,
    /// The round in which it fell.
    pub round: u32,
    /// Luck or choice.
    pub cause: Cause,
    /// What it was, in words.
    pub what: String,
    /// The chance of each side just after it, by its place.
    pub after: Vec<f64>,
    /// How far it moved the first side's chance: from -1 to 1.
    pub swing: f64,
}

/// A fight weighed at each of its facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blame {
    /// The sides.
    pub sides: Vec<String>,
    /// Their chances before the first fact.
    pub before: Vec<f64>,
    /// Every fact that can move them.
    pub swings: Vec<Swing>,
    /// How far luck moved the first side's chance, all dice together.
    pub luck: f64,
    /// How far decisions did.
    pub choice: f64,
    /// How far the game master's edicts did.
    pub edicts: f64,
}

impl Blame {
    /// The facts that moved most, the farthest first.
    ///
    /// ```
    /// # use quintain_sim::{Blame, Cause, Swing};
    /// let swing = |fact, swing| {
    ///     Swing { fact, round: 1, cause: Cause::Luck, what: String::new(), after: Vec::new(), swing }
    /// };
    /// let swings = vec![swing(0, 0.1), swing(1, -0.4)];
    /// let blame = Blame { sides: Vec::new(), before: Vec::new(), swings, luck: -0.3, choice: 0.0, edicts: 0.0 };
    /// assert_eq!(blame.turning_points(1)[0].fact, 1);
    /// ```
    pub fn turning_points(&self, count: usize) -> Vec<&Swing> {
        let mut all: Vec<&Swing> = self.swings.iter().collect();
        all.sort_by(|a, b| b.swing.abs().total_cmp(&a.swing.abs()));
        all.truncate(count);
        all
    }
}

/// Weighs a recorded fight: after each of its facts it is played out so often, always with the same dice. `progress` hears
/// of each fact.
///
/// ```
/// # use quintain_engine::Budget;
/// # use quintain_library::{files, open};
/// # use quintain_sim::{Study, blame};
/// let opened = open("cyclops", &files::read)?;
/// let live = opened.fight.live(Study::new("One eye", 1).terms(0), Vec::new());
/// let budget = Budget { play_outs: 20, seed: 1, round_limit: 50 };
/// let told = blame(&*opened.fight, live.facts(), budget, &|_| {});
/// assert_eq!(told.turning_points(3).len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blame(fight: &dyn AnyFight, facts: &[Fact], budget: Budget, progress: &dyn Fn(u64)) -> Blame {
    let begin = |count: usize| -> Box<dyn AnyLive> {
        let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
        fight.live(terms, facts[..count].to_vec())
    };
    let before = outlook(&*begin(0), budget);
    let mut blame =
        Blame { sides: fight.sides(), before: before.clone(), swings: Vec::new(), luck: 0.0, choice: 0.0, edicts: 0.0 };
    let mut last = before;
    for (place, fact) in facts.iter().enumerate() {
        progress(1);
        let Some((cause, what)) = told(fact) else { continue };
        let live = begin(place + 1);
        let after = outlook(&*live, budget);
        let first = |chances: &[f64]| chances.first().copied().unwrap_or(0.0);
        let swing = first(&after) - first(&last);
        match cause {
            Cause::Luck => blame.luck += swing,
            Cause::Choice => blame.choice += swing,
            Cause::Edict => blame.edicts += swing,
        }
        blame.swings.push(Swing { fact: place, round: live.view().round, cause, what, after: after.clone(), swing });
        last = after;
    }
    blame
}

/// How often each side wins from here, by its place: shares of 1. What nobody wins is shared out.
fn outlook(live: &dyn AnyLive, budget: Budget) -> Vec<f64> {
    let sides = live.roster().iter().map(|(_, side)| side.index() + 1).max().unwrap_or(0);
    let (mut won, mut count) = (vec![0.0; sides], 0.0);
    live.play_outs(budget, &mut |outcome, _| {
        count += 1.0;
        match outcome {
            Some(Outcome::Won(side)) if side.index() < sides => won[side.index()] += 1.0,
            _ => won.iter_mut().for_each(|share| *share += 1.0 / sides as f64),
        }
        ControlFlow::Continue(())
    });
    won.iter().map(|share| share / f64::max(count, 1.0)).collect()
}

/// What a fact is; nothing for those that move nothing.
fn told(fact: &Fact) -> Option<(Cause, String)> {
    match fact {
        Fact::Dice { rule, who, sides, faces } => {
            let thrown: Vec<String> = faces.iter().map(u16::to_string).collect();
            let who = who.as_deref().map(|who| format!("{who}: ")).unwrap_or_default();
            let dice = if faces.len() == 1 { format!("d{sides}") } else { format!("{}d{sides}", faces.len()) };
            Some((Cause::Luck, format!("{who}{dice} falls {} ({rule})", thrown.join(" "))))
        }
        Fact::Answer { to, words, .. } => Some((Cause::Choice, format!("{to}: {words}"))),
        Fact::Edict { words } => Some((Cause::Edict, format!("the GM: {words}"))),
        _ => None,
    }
}
