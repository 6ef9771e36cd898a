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
    /// The chance of each side just after it, by its place; what is missing to 1 is nobody's.
    pub after: Vec<f64>,
    /// How far it moved the chance of the side that is weighed, the first unless told otherwise: from -1 to 1.
    pub swing: f64,
    /// Half the width of the swing's 95 % interval. Play-outs before and after share their dice, so it is narrower than that
    /// of either chance; a swing within it may be chance.
    pub within: f64,
}

impl Swing {
    /// Whether it is more than the chance of the play-outs.
    pub fn is_sure(&self) -> bool {
        self.swing.abs() > self.within
    }
}

/// A fight weighed at each of its facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blame {
    /// The sides.
    pub sides: Vec<String>,
    /// Their chances before the first fact; what is missing to 1 is nobody's: both fell together, or the fight stayed
    /// undecided.
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
    /// The facts that surely moved most, the farthest first; those that may be chance only where no others are left.
    ///
    /// ```
    /// # use quintain_sim::{Blame, Cause, Swing};
    /// let swing = |fact, swing| {
    ///     Swing { fact, round: 1, cause: Cause::Luck, what: String::new(), after: Vec::new(), swing, within: 0.0 }
    /// };
    /// let swings = vec![swing(0, 0.1), swing(1, -0.4)];
    /// let blame = Blame { sides: Vec::new(), before: Vec::new(), swings, luck: -0.3, choice: 0.0, edicts: 0.0 };
    /// assert_eq!(blame.turning_points(1)[0].fact, 1);
    /// ```
    pub fn turning_points(&self, count: usize) -> Vec<&Swing> {
        let mut all: Vec<&Swing> = self.swings.iter().collect();
        all.sort_by(|a, b| b.is_sure().cmp(&a.is_sure()).then(b.swing.abs().total_cmp(&a.swing.abs())));
        all.truncate(count);
        all
    }
}

/// Weighs a recorded fight behind the first `at` of its facts: after each that follows it is played out so often, always with the same dice. `progress` hears
/// of each fact.
///
/// ```
/// # use quintain_engine::Budget;
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use quintain_sim::{Study, blame};
/// let opened = library().open("cyclops", &files::read)?;
/// let live = opened.fight.live(Study::new("One eye", 1).terms(0), Vec::new());
/// let budget = Budget { play_outs: 20, seed: 1, round_limit: 50 };
/// let told = blame(&*opened.fight, (live.facts(), 0), budget, &|_| {});
/// assert_eq!(told.turning_points(3).len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blame(fight: &dyn AnyFight, (facts, at): (&[Fact], usize), budget: Budget, progress: &dyn Fn(u64)) -> Blame {
    let begin = |count: usize| -> Box<dyn AnyLive> {
        let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
        fight.live(terms, facts[..count].to_vec())
    };
    let mut scales = Scales::new(fight.sides(), 0, &*begin(at), budget);
    for (place, fact) in facts.iter().enumerate().skip(at) {
        progress(1);
        if let Some(moved) = moved_by(fact) {
            scales.add(place, moved, &*begin(place + 1));
        }
    }
    scales.blame()
}

/// A fight that is weighed moment by moment, as its caller goes through it: every moment is played out on the same dice as the one
/// before it.
///
/// ```
/// # use quintain_engine::Budget;
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use quintain_sim::{Cause, Scales, Study};
/// let opened = library().open("cyclops", &files::read)?;
/// let live = |facts| opened.fight.live(Study::new("One eye", 1).terms(0), facts);
/// let budget = Budget { play_outs: 20, seed: 1, round_limit: 50 };
/// let mut scales = Scales::new(opened.fight.sides(), 0, &*live(Vec::new()), budget);
/// scales.add(0, (Cause::Luck, "nothing at all".into()), &*live(Vec::new()));
/// assert_eq!(scales.blame().luck, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scales {
    blame: Blame,
    /// The side whose chance is weighed.
    side: usize,
    last: Vec<Option<usize>>,
    budget: Budget,
}

impl Scales {
    /// A fight at its start. Swings are those of the side at this place among the `sides`.
    pub fn new(sides: Vec<String>, side: usize, start: &dyn AnyLive, budget: Budget) -> Scales {
        let last = outcomes(start, budget);
        let before = chances(&last, sides.len());
        let blame = Blame { sides, before, swings: Vec::new(), luck: 0.0, choice: 0.0, edicts: 0.0 };
        Scales { blame, side, last, budget }
    }

    /// The next moment, by the place of the fact that led to it, and what that was.
    pub fn add(&mut self, fact: usize, (cause, what): (Cause, String), live: &dyn AnyLive) {
        let now = outcomes(live, self.budget);
        let (swing, within) = swing(&self.last, &now, self.side);
        match cause {
            Cause::Luck => self.blame.luck += swing,
            Cause::Choice => self.blame.choice += swing,
            Cause::Edict => self.blame.edicts += swing,
        }
        let after = chances(&now, self.blame.sides.len());
        self.blame.swings.push(Swing { fact, round: live.view().round, cause, what, after, swing, within });
        self.last = now;
    }

    /// What was found.
    pub fn blame(self) -> Blame {
        self.blame
    }
}

/// Who wins each play-out from here, by the place of the side: nobody where all fell together or none did. A fight that is over
/// ends in all of them as it has ended.
fn outcomes(live: &dyn AnyLive, budget: Budget) -> Vec<Option<usize>> {
    let count = budget.play_outs as usize;
    let mut all = Vec::with_capacity(count);
    live.play_outs(budget, &mut |outcome, _| {
        all.push(if let Some(Outcome::Won(side)) = outcome { Some(side.index()) } else { None });
        ControlFlow::Continue(())
    });
    if let (true, [only]) = (live.outcome().is_some(), &all[..]) {
        all = vec![*only; count];
    }
    all
}

/// How often each side wins, by its place: shares of 1.
fn chances(outcomes: &[Option<usize>], sides: usize) -> Vec<f64> {
    let won = |side: usize| outcomes.iter().filter(|winner| **winner == Some(side)).count();
    (0..sides).map(|side| won(side) as f64 / outcomes.len().max(1) as f64).collect()
}

/// How far a side's chance moved between play-outs on the same dice, and half the width of the 95 % interval of that.
fn swing(before: &[Option<usize>], after: &[Option<usize>], side: usize) -> (f64, f64) {
    let moved = |(before, after): (&Option<usize>, &Option<usize>)| {
        f64::from(u8::from(*after == Some(side))) - f64::from(u8::from(*before == Some(side)))
    };
    let count = before.len().min(after.len()).max(1) as f64;
    let (sum, squares) =
        before.iter().zip(after).map(moved).fold((0.0, 0.0), |(sum, squares), one| (sum + one, squares + one * one));
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0);
    (mean, 1.96 * (variance / count).sqrt())
}

/// What a fact is, in words; nothing for those that move no chance.
pub fn moved_by(fact: &Fact) -> Option<(Cause, String)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_outs_that_nobody_wins_are_nobodys() {
        let outcomes = [Some(0), None, Some(1), None];
        assert_eq!(chances(&outcomes, 2), [0.25, 0.25]);
        assert_eq!(chances(&[], 2), [0.0, 0.0]);
    }

    #[test]
    fn a_swing_is_known_as_well_as_its_play_outs_agree() {
        let (moved, within) = swing(&[Some(1); 400], &[Some(0); 400], 0);
        assert_eq!((moved, within), (1.0, 0.0));
        let mixed: Vec<Option<usize>> = (0..400).map(|number| Some(number % 2)).collect();
        let (moved, within) = swing(&vec![Some(1); 400], &mixed, 0);
        assert!((moved - 0.5).abs() < 1e-9 && (within - 0.049).abs() < 1e-3, "{moved} ± {within}");
        assert_eq!(swing(&[], &[], 0), (0.0, 0.0));
    }
}
