//! Conditions by name, for encounters and the game master's edicts: effects with their seconds, wounds, positions.

use quintain_field::Step;

use crate::book::{BindPart, Effect, Limb, Word};
use crate::combatant::{Combatant, Lasting};
use crate::rules::effects::turns_of;
use crate::setting::{WAYS, way_name};

/// Conditions that are no effects.
const STATES: &[&str] = &["prone", "unconscious", "stabilised", "guarding"];

/// Every name that can be given or taken, without seconds.
pub fn names() -> impl Iterator<Item = String> {
    let effects =
        Effect::ALL.iter().filter(|effect| !effect.counts_points()).map(|effect| effect.text().to_lowercase());
    let limbs = Limb::ALL.iter().map(|limb| format!("wounded {limb}"));
    effects.chain(STATES.iter().map(|state| (*state).to_owned())).chain(limbs)
}

/// A condition in words: `stumble 4`, `stumble 4 left`, `wounded torso`, `prone`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An effect, for so many seconds, and the direction that it bars.
    Effect(Effect, i16, Option<Step>),
    /// A wounded part of the body.
    Wound(Limb),
    /// Lying.
    Prone,
    /// Not conscious.
    Unconscious,
    /// No longer dying.
    Stabilised,
    /// Guarding.
    Guarding,
}

/// Reads a condition.
///
/// # Errors
/// Says which there are.
pub fn named(words: &str) -> Result<Named, String> {
    let plain = words.trim().to_lowercase();
    let (plain, way) = directed(&plain);
    let (word, seconds) = match plain.rsplit_once(' ') {
        Some((word, seconds)) if seconds.parse::<i16>().is_ok() => (word.trim(), seconds.parse().unwrap_or(2)),
        _ => (plain, 2),
    };
    if let Some(effect) = Effect::named(word).filter(|effect| !effect.counts_points()) {
        if !(1..=600).contains(&seconds) {
            return Err(format!("{word} lasts 1 to 600 seconds"));
        }
        return Ok(Named::Effect(effect, seconds, way));
    }
    if let Some(limb) = word.strip_prefix("wounded ").and_then(Limb::named) {
        return Ok(Named::Wound(limb));
    }
    match word {
        "prone" => Ok(Named::Prone),
        "unconscious" => Ok(Named::Unconscious),
        "stabilised" => Ok(Named::Stabilised),
        "guarding" => Ok(Named::Guarding),
        _ => Err(format!("there is no condition `{word}`; there are {}", names().collect::<Vec<_>>().join(", "))),
    }
}

/// A stumble without the direction that it bars, which stands last, and that direction.
fn directed(words: &str) -> (&str, Option<Step>) {
    let ending = |way: &Step| words.strip_suffix(way_name(*way)).and_then(|rest| rest.strip_suffix(' '));
    let found = WAYS.into_iter().find_map(|way| ending(&way).map(|rest| (rest.trim(), Some(way))));
    found.filter(|_| words.starts_with("stumble")).unwrap_or((words, None))
}

/// Whether a bind keeps somebody in its place, and so in its cluster.
fn is_held(one: &Combatant) -> bool {
    let holds = |known: &Lasting| known.effect == Effect::Bind && known.part == BindPart::Body && known.turns > 0;
    one.effects.iter().any(holds)
}

/// Gives a condition at the start of a fight, or by an edict.
///
/// # Errors
/// There is no such condition, or no room for it.
pub fn give(one: &mut Combatant, words: &str) -> Result<(), String> {
    match named(words)? {
        Named::Effect(effect, seconds, barred) => {
            let (turns, odd) = (turns_of(seconds), seconds % 2 == 1);
            let lasting = Lasting {
                effect,
                turns,
                counted: false,
                odd,
                source: None,
                barred,
                part: BindPart::Body,
                grabbed: false,
            };
            // Two stumbles keep their own directions.
            let other =
                |known: &Lasting| known.effect != effect || (effect == Effect::Stumble && known.barred != barred);
            let others = one.effects.iter().filter(|known| other(known)).count();
            if others >= one.effects.capacity() {
                return Err("too many effects at once".into());
            }
            one.effects.retain(|known| other(known));
            if turns > 0 || (odd && effect == Effect::Daze) {
                one.effects.push(lasting);
            }
            match effect {
                Effect::Fall => one.prone = true,
                Effect::Stumble if !is_held(one) => one.cluster = 0,
                Effect::Daze => {
                    one.standing = None;
                    one.readied = None;
                    one.upcoming = None;
                }
                _ => {}
            }
        }
        Named::Wound(limb) if one.hp <= 0 => one.hurt |= 1 << limb.place(),
        Named::Wound(_) => return Err("only the injured, with 0 hit points or fewer, have wounded parts".into()),
        Named::Prone => one.prone = true,
        Named::Unconscious => one.unconscious = true,
        Named::Stabilised => {
            one.stabilised = true;
            one.unconscious = false;
        }
        Named::Guarding => one.guard = true,
    }
    Ok(())
}

/// Takes a condition away; false if it was not there.
///
/// # Errors
/// There is no such condition.
pub fn take(one: &mut Combatant, words: &str) -> Result<bool, String> {
    Ok(match named(words)? {
        Named::Effect(effect, ..) => {
            let before = one.effects.len();
            one.effects.retain(|known| known.effect != effect);
            let had = one.effects.len() != before;
            if !had && effect == Effect::Daze && one.is_disabled(Limb::Torso) {
                return Err("what dazes is the wounded torso".into());
            }
            had
        }
        Named::Wound(limb) => {
            let had = one.is_hurt(limb);
            one.hurt &= !(1 << limb.place());
            had
        }
        Named::Prone => std::mem::take(&mut one.prone),
        Named::Unconscious => std::mem::take(&mut one.unconscious),
        Named::Stabilised => std::mem::take(&mut one.stabilised),
        Named::Guarding => std::mem::take(&mut one.guard),
    })
}
