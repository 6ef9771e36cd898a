//! A live fight in words.

use super::{Live, Stop};
use crate::rulebook::{Outcome, Rulebook, seat_name};
use crate::table::Throw;

impl<R: Rulebook> Live<R> {
    /// Who is asked now, and what, in words.
    pub fn who_is_asked(&self) -> Vec<String> {
        match &self.stop {
            Stop::Asked(open) => {
                let asked = open.iter().map(|open| open.question(&self.shown));
                asked.map(|it| format!("{} is asked: {}", seat_name(&self.shown, it.to), it.text)).collect()
            }
            Stop::Dice(throw) => vec![self.throw_words(throw)],
            Stop::Over(outcome) => vec![format!("the fight is over: {}", self.outcome_words(*outcome))],
            Stop::Undecided => vec!["the fight is undecided at the round limit".into()],
            Stop::Diverged(divergence) => vec![divergence.to_string()],
            Stop::NoEntropy(fault) => vec![fault.clone()],
        }
    }

    /// A throw in words: `dice are wanted: d10 for damage, Kyklôps against Althea (attack.weapon-die)`.
    pub fn throw_words(&self, throw: &Throw) -> String {
        let count = if throw.count > 1 { throw.count.to_string() } else { String::new() };
        let who = throw.who.map(|who| format!(", {}", self.shown.name(who))).unwrap_or_default();
        let at = throw.at.map(|whom| format!(" against {}", self.shown.name(whom))).unwrap_or_default();
        format!("dice are wanted: {count}d{} for {}{who}{at} ({})", throw.sides, throw.what, throw.rule.id)
    }

    /// An outcome in words.
    pub fn outcome_words(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Won(side) => {
                let side = self.shown.sides().get(side.index()).map_or("?", String::as_str);
                format!("{side} hold the field")
            }
            Outcome::Mutual => "the last of all sides fell together".into(),
            Outcome::Ended => "the GM ended it".into(),
        }
    }
}
