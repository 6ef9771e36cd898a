//! States by their words, as views show them and as encounters and edicts give and take them: conditions with their
//! strength, limbs that are of no use, being in the air or on a wall.

use crate::combatant::Combatant;
use crate::condition::Condition;
use crate::kinds::{Part, side_word};
use crate::lasting::{Lasting, Until, What};
use quintain_engine::Who;

/// A state that is no condition of the chapter, or a condition with a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A condition, with its stacks, its rank or its turns where a number is given.
    Condition(Condition, Option<u16>),
    /// A limb that is of no use.
    Limb(Part, bool),
    /// In the air.
    Airborne,
    /// On a wall.
    Climbing,
    /// Less Cognition.
    Concussed,
}

/// Limbs that come in pairs.
const LIMBS: [Part; 3] = [Part::Arm, Part::Hand, Part::Leg];

fn useless(limb: Part, left: bool) -> String {
    format!("{} {} useless", side_word(left), limb.name())
}

/// Every limb with each of its sides.
fn limbs() -> impl Iterator<Item = (Part, bool)> {
    [true, false].into_iter().flat_map(|left| LIMBS.map(|limb| (limb, left)))
}

/// The limbs of somebody that are of no use, in words.
pub(crate) fn useless_limbs(one: &Combatant) -> impl Iterator<Item = String> {
    let mut injured = one.injured;
    let pairs = LIMBS.into_iter().flat_map(|limb| [(limb, true), (limb, false)]);
    pairs.filter(move |(limb, left)| *injured.of(*limb) & bit(*left) != 0).map(|(limb, left)| useless(limb, left))
}

fn bit(left: bool) -> u8 {
    if left { 1 } else { 2 }
}

/// What views show and nobody sets by hand, with what it follows from.
const DERIVED: [(&str, &str); 5] = [
    ("grappled", "who holds it: set held-by"),
    ("holding", "the action that it holds"),
    ("in another body", "the Gu that gives it"),
    ("evading", "the Maneuver"),
    ("handed over", "the Gu that it has given away"),
];

/// Every state that can be given and taken besides the conditions.
pub fn names() -> Vec<String> {
    limbs()
        .map(|(limb, left)| useless(limb, left))
        .chain(["airborne", "climbing", "concussed"].map(String::from))
        .collect()
}

/// Every state that views show besides the conditions.
pub fn shown() -> impl Iterator<Item = String> {
    names().into_iter().chain(DERIVED.map(|(name, _)| name.to_owned()))
}

impl Mark {
    /// The state of these words: `blinded`, `blinded 2`, `bleeding 3`, `left arm useless`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn named(words: &str) -> Result<Mark, String> {
        let word = words.trim().to_lowercase();
        if let Some((name, number)) = word.rsplit_once(' ')
            && let (Some(condition), Ok(number)) = (Condition::named(name), number.parse::<i32>())
        {
            let most = if matches!(condition, Condition::Burning | Condition::Ablaze) { 5 } else { 1000 };
            return match number {
                ..=0 => Err(format!("{name} has a strength of at least 1")),
                number if number > most => Err(format!("{name} has a strength of at most {most}")),
                number => Ok(Mark::Condition(condition, Some(number.unsigned_abs() as u16))),
            };
        }
        let word = word.replace('-', " ");
        if let Some(condition) = Condition::named(&word) {
            return Ok(Mark::Condition(condition, None));
        }
        match word.as_str() {
            "airborne" => return Ok(Mark::Airborne),
            "climbing" => return Ok(Mark::Climbing),
            "concussed" => return Ok(Mark::Concussed),
            _ => {}
        }
        if let Some((limb, left)) = limbs().find(|(limb, left)| word == useless(*limb, *left)) {
            return Ok(Mark::Limb(limb, left));
        }
        if let Some((name, from)) = DERIVED.iter().find(|(name, _)| *name == word) {
            return Err(format!("{name} follows from {from}"));
        }
        let all: Vec<String> = Condition::ALL.map(|known| known.name().to_owned()).into_iter().chain(names()).collect();
        Err(format!("there is no condition `{}`; there are {}", words.trim(), all.join(", ")))
    }

    pub fn name(self) -> String {
        match self {
            Mark::Condition(condition, _) => condition.name().to_owned(),
            Mark::Limb(limb, left) => useless(limb, left),
            Mark::Airborne => "airborne".to_owned(),
            Mark::Climbing => "climbing".to_owned(),
            Mark::Concussed => "concussed".to_owned(),
        }
    }

    /// Gives it.
    pub(crate) fn give(self, who: Who, one: &mut Combatant) {
        match self {
            Mark::Condition(condition, strength) => give_condition(who, one, condition, strength),
            Mark::Limb(limb, left) => *one.injured.of(limb) |= bit(left),
            Mark::Airborne => {
                (one.airborne, one.climbing) = (true, false);
                one.height = one.height.max(1);
            }
            Mark::Climbing => {
                (one.climbing, one.airborne) = (true, false);
                one.height = one.height.max(1);
            }
            Mark::Concussed => one.cognition_lost = one.cognition_lost.max(15),
        }
    }

    /// Takes it away; says whether it was there.
    pub(crate) fn take(self, one: &mut Combatant) -> bool {
        match self {
            Mark::Condition(condition, _) => {
                one.lasting.retain(|known| known.what != What::Condition(condition));
                one.conditions.take(condition)
            }
            Mark::Limb(limb, left) => {
                let (bits, bit) = (one.injured.of(limb), bit(left));
                let there = *bits & bit != 0;
                *bits &= !bit;
                there
            }
            Mark::Airborne => std::mem::take(&mut one.airborne),
            Mark::Climbing => std::mem::take(&mut one.climbing),
            Mark::Concussed => std::mem::take(&mut one.cognition_lost) > 0,
        }
    }
}

fn give_condition(who: Who, one: &mut Combatant, condition: Condition, strength: Option<u16>) {
    one.conditions.give(condition);
    let Some(strength) = strength else { return };
    match condition {
        Condition::Bleeding => one.bleeding = strength,
        Condition::Burning | Condition::Ablaze => one.fire_rank = strength.clamp(1, 5) as u8,
        _ => {
            let what = What::Condition(condition);
            one.lasting.retain(|known| known.what != what);
            one.put(Lasting { what, size: 0, rank: 0, by: who, until: Until::OwnTurns(strength) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_a_number_from_1_on() {
        let named = |words: &str| Mark::named(words).map(Mark::name);
        assert_eq!(named("final-stand"), Ok("final stand".to_owned()));
        assert_eq!(named("bleeding 3"), Ok("bleeding".to_owned()));
        for words in ["bleeding -3", "bleeding 0"] {
            assert_eq!(named(words), Err("bleeding has a strength of at least 1".to_owned()), "{words}");
        }
    }
}
