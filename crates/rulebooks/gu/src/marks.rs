//! States by their words, as views show them and as encounters and edicts give and take them: conditions with their
//! strength, limbs that are of no use, being in the air or on a wall.

use crate::combatant::Combatant;
use crate::condition::Condition;
use crate::lasting::{Lasting, Until, What};
use quintain_engine::Who;

/// A state that is no condition of the chapter, or a condition with a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A condition, with its stacks, its rank or its turns where a number is given.
    Condition(Condition, Option<u16>),
    /// A limb that is of no use.
    Limb(Limb, bool),
    /// In the air.
    Airborne,
    /// On a wall.
    Climbing,
    /// Less Cognition.
    Concussed,
}

/// A limb that comes in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limb {
    /// An arm.
    Arm,
    /// A hand.
    Hand,
    /// A leg.
    Leg,
}

impl Limb {
    /// All of them.
    pub const ALL: [Limb; 3] = [Limb::Arm, Limb::Hand, Limb::Leg];

    pub fn name(self) -> &'static str {
        match self {
            Limb::Arm => "arm",
            Limb::Hand => "hand",
            Limb::Leg => "leg",
        }
    }

    fn bits(self, one: &mut Combatant) -> &mut u8 {
        match self {
            Limb::Arm => &mut one.injured.arms,
            Limb::Hand => &mut one.injured.hands,
            Limb::Leg => &mut one.injured.legs,
        }
    }
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
    let limbs = ["left", "right"].into_iter();
    let limbs = limbs.flat_map(|side| Limb::ALL.map(|limb| format!("{side} {} useless", limb.name())));
    limbs.chain(["airborne", "climbing", "concussed"].map(String::from)).collect()
}

impl Mark {
    /// The state of these words: `blinded`, `blinded 2`, `bleeding 3`, `left arm useless`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn named(words: &str) -> Result<Mark, String> {
        let word = words.trim().to_lowercase().replace('-', " ");
        if let Some(condition) = Condition::named(&word) {
            return Ok(Mark::Condition(condition, None));
        }
        if let Some((name, number)) = word.rsplit_once(' ')
            && let (Some(condition), Ok(number)) = (Condition::named(name), number.parse::<u16>())
        {
            let most = if matches!(condition, Condition::Burning | Condition::Ablaze) { 5 } else { 1000 };
            return match number {
                0 => Err(format!("{name} has a strength of at least 1")),
                number if number > most => Err(format!("{name} has a strength of at most {most}")),
                number => Ok(Mark::Condition(condition, Some(number))),
            };
        }
        match word.as_str() {
            "airborne" => return Ok(Mark::Airborne),
            "climbing" => return Ok(Mark::Climbing),
            "concussed" => return Ok(Mark::Concussed),
            _ => {}
        }
        for limb in Limb::ALL {
            for left in [true, false] {
                let side = crate::kinds::side_word(left);
                if word == format!("{side} {} useless", limb.name()) {
                    return Ok(Mark::Limb(limb, left));
                }
            }
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
            Mark::Limb(limb, left) => {
                format!("{} {} useless", crate::kinds::side_word(left), limb.name())
            }
            Mark::Airborne => "airborne".to_owned(),
            Mark::Climbing => "climbing".to_owned(),
            Mark::Concussed => "concussed".to_owned(),
        }
    }

    /// Gives it.
    pub(crate) fn give(self, who: Who, one: &mut Combatant) {
        match self {
            Mark::Condition(condition, strength) => give_condition(who, one, condition, strength),
            Mark::Limb(limb, left) => *limb.bits(one) |= if left { 1 } else { 2 },
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
                let (bits, bit) = (limb.bits(one), if left { 1 } else { 2 });
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
