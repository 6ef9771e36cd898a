//! Conditions by name, for encounters and the game master's edicts: effects with their seconds, wounds, positions.

use quintain_engine::Who;
use quintain_field::Step;

use crate::content::{BindPart, Effect, Limb, Word};
use crate::rules::effects::{self, turns_of};
use crate::state::{Ailment, Combatant, Fight, Lasting, WAYS, way_name};

/// A state that a combatant is in or not.
type Flag = fn(&mut Combatant) -> &mut bool;

const STATES: [(&str, Flag); 6] = [
    ("prone", |one| &mut one.prone),
    ("unconscious", |one| &mut one.unconscious),
    ("stabilised", |one| &mut one.stabilised),
    ("guarding", |one| &mut one.guard),
    ("open", |one| &mut one.ongoing),
    ("anchored", |one| &mut one.anchored),
];

/// Effects that are nothing without a source.
fn is_of_somebody(effect: Effect) -> bool {
    matches!(effect, Effect::Charm | Effect::Fear)
}

/// Every name that can be given or taken, without seconds.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let name = |effect: &Effect| {
        let of = if is_of_somebody(*effect) { " of NAME" } else { "" };
        format!("{}{of}", effect.text().to_lowercase())
    };
    let effects = Effect::ALL.iter().filter(|effect| !effect.counts_points()).map(name);
    let limbs = Limb::ALL.iter().map(|limb| format!("wounded {limb}"));
    let fixed = STATES.iter().map(|(name, _)| *name).chain(Ailment::ALL.map(|(_, name)| name));
    effects.chain(fixed.map(str::to_owned)).chain(limbs)
}

/// A condition in words: `stumble 4`, `stumble 4 left`, `fear 4 of Orc`, `wounded torso`, `prone`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named<'a> {
    /// An effect, for so many seconds, the direction that it bars, and the name of its source.
    Effect(Effect, i16, Option<Step>, Option<&'a str>),
    Wound(Limb),
    /// One of the states, by its place.
    State(usize),
    Ailing(Ailment),
}

pub(crate) fn named(words: &str) -> Result<Named<'_>, String> {
    let (plain, source) = sourced(words);
    let plain = plain.to_lowercase();
    let (plain, way) = directed(&plain);
    let (word, seconds) = match plain.rsplit_once(' ') {
        Some((word, seconds)) if seconds.parse::<i16>().is_ok() => (word.trim(), seconds.parse().unwrap_or(2)),
        _ => (plain, 2),
    };
    if let Some(effect) = Effect::named(word).filter(|effect| !effect.counts_points()) {
        if !(1..=600).contains(&seconds) {
            return Err(format!("{word} lasts 1 to 600 seconds"));
        }
        return Ok(Named::Effect(effect, seconds, way, source));
    }
    let word = if source.is_some() { words } else { word };
    if let Some(limb) = word.strip_prefix("wounded ").and_then(Limb::named) {
        return Ok(Named::Wound(limb));
    }
    if let Some(place) = STATES.iter().position(|(name, _)| *name == word) {
        return Ok(Named::State(place));
    }
    if let Some((ailment, _)) = Ailment::ALL.into_iter().find(|(_, name)| *name == word) {
        return Ok(Named::Ailing(ailment));
    }
    let unknown = || format!("there is no condition `{word}`; there are {}", names().collect::<Vec<_>>().join(", "));
    Err(follows(word).map_or_else(unknown, str::to_owned))
}

/// From what a condition follows that is shown and cannot be given.
fn follows(word: &str) -> Option<&'static str> {
    Some(match word {
        "bloodied" | "mangled" | "mutilated" => "how badly somebody is hurt follows from `hp`: set that",
        "in a cluster" => "a cluster follows from `cluster`: give those who are together the same number",
        "readied" => "a readied action is readied in a turn: `ready an action`",
        "under way" | "gathering" => "what is under way is begun in a turn",
        "gone" | "vanished" => "`remove NAME` takes somebody out of the fight",
        "wounded" => "surgery leaves parts wounded; `wounded torso` gives an injury",
        _ => return None,
    })
}

/// A condition without its source, which stands last behind `of` or `by`, and the source's name.
fn sourced(words: &str) -> (&str, Option<&str>) {
    let words = words.trim();
    let first = [" of ", " by "].into_iter().filter_map(|by| words.find(by)).min();
    let parted = first.and_then(|at| Some((words.get(..at)?, words.get(at + 4..)?)));
    parted.map_or((words, None), |(words, name)| (words.trim(), Some(name.trim())))
}

/// The source of an effect on a combatant, by the name that is given for it.
fn source_of(fight: &Fight, who: Who, effect: Effect, name: Option<&str>) -> Result<Option<Who>, String> {
    let word = effect.text().to_lowercase();
    let Some(name) = name else {
        return match is_of_somebody(effect) {
            true => Err(format!("whom {word} comes from must be said: `{word} of NAME`")),
            false => Ok(None),
        };
    };
    match quintain_engine::find(fight, name) {
        None => Err(format!("nobody is called {name}")),
        Some(source) if source == who => Err(format!("{word} comes from somebody else")),
        source => Ok(source),
    }
}

/// A stumble without the direction that it bars, which stands last, and that direction.
fn directed(words: &str) -> (&str, Option<Step>) {
    let ending = |way: &Step| words.strip_suffix(way_name(*way)).and_then(|rest| rest.strip_suffix(' '));
    let found = WAYS.into_iter().find_map(|way| ending(&way).map(|rest| (rest.trim(), Some(way))));
    found.filter(|_| words.starts_with("stumble")).unwrap_or((words, None))
}

pub(crate) fn give(fight: &mut Fight, who: Who, words: &str) -> Result<(), String> {
    let named = named(words)?;
    let source = match named {
        Named::Effect(effect, .., name) => source_of(fight, who, effect, name)?,
        _ => None,
    };
    let held = effects::is_bound(fight, who, BindPart::Body);
    if matches!(named, Named::Effect(Effect::Drop, ..)) {
        effects::let_fall(fight, who, None);
    }
    let one = fight.one_mut(who);
    match named {
        Named::Effect(effect, seconds, barred, _) => {
            let (turns, odd) = (turns_of(seconds), seconds % 2 == 1);
            let lasting =
                Lasting { effect, turns, counted: false, odd, source, barred, part: BindPart::Body, grabbed: false };
            // Two stumbles keep their own directions, two fears those who are feared.
            let other = |known: &Lasting| match effect {
                Effect::Stumble => known.effect != effect || known.barred != barred,
                Effect::Charm | Effect::Fear => known.effect != effect || known.source != source,
                _ => known.effect != effect,
            };
            one.effects.retain(|known| other(known));
            if turns > 0 || (odd && effect == Effect::Daze) {
                one.effects.push(lasting);
            }
            match effect {
                Effect::Fall => one.prone = true,
                Effect::Stumble if !held => one.cluster = 0,
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
        Named::State(place) => {
            let (name, flag) = STATES[place];
            *flag(one) = true;
            one.unconscious &= name != "stabilised";
        }
        Named::Ailing(ailment) => one.ailments |= ailment.bit(),
    }
    Ok(())
}

/// Takes a condition away, whatever its source if none is named; false if it was not there.
pub(crate) fn take(fight: &mut Fight, who: Who, words: &str) -> Result<bool, String> {
    if words.trim().eq_ignore_ascii_case("readied") {
        return Ok(fight.one_mut(who).readied.take().is_some());
    }
    let named = named(words)?;
    let source = match named {
        Named::Effect(effect, .., Some(name)) => source_of(fight, who, effect, Some(name))?,
        _ => None,
    };
    let one = fight.one_mut(who);
    Ok(match named {
        Named::Effect(effect, ..) => {
            let before = one.effects.len();
            one.effects.retain(|known| known.effect != effect || source.is_some_and(|by| known.source != Some(by)));
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
        Named::State(place) => std::mem::take(STATES[place].1(one)),
        Named::Ailing(ailment) => {
            let had = one.ailments & ailment.bit() != 0;
            one.ailments &= !ailment.bit();
            had
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_say_whom_they_come_from() {
        assert_eq!(
            named("Fear 4 of The Duke of York"),
            Ok(Named::Effect(Effect::Fear, 4, None, Some("The Duke of York")))
        );
        assert_eq!(named("charm by Orc"), Ok(Named::Effect(Effect::Charm, 2, None, Some("Orc"))));
        assert_eq!(named("stumble 4 left"), Ok(Named::Effect(Effect::Stumble, 4, Some(Step::West), None)));
        assert_eq!(named(" prone "), Ok(Named::State(0)));
        assert!(named("prone of Orc").is_err());
    }
}
