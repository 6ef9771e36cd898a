//! What is done, in the words of options and of the log.

use quintain_engine::Who;

use super::{called_shot, gu};
use crate::deeds::{Blow, Due, With};
use crate::fight::Fight;
use crate::hold::{Doing, HeldAction, Pattern};

/// A strike in the words of its option.
pub fn blow_text(fight: &Fight, blow: &Blow) -> String {
    let at = fight.label(blow.at);
    let called = blow.called.map(|called| called_shot::words(fight, blow.at, called)).unwrap_or_default();
    let several = if blow.several { " as the first of several" } else { "" };
    match blow.with {
        With::Arm(arm) => format!("attack {at} with {}{called}{several}", fight.arm(arm).name),
        With::Thrown(arm) => format!("throw {} at {at}{called}", fight.arm(arm).name),
        With::Punch => format!("punch {at}{called}"),
        With::Kick => format!("kick {at}{called}"),
        With::Bite => format!("bite {at}{called}"),
    }
}

/// A held action in words.
pub fn held_text(fight: &Fight, who: Who, action: HeldAction) -> String {
    match action {
        HeldAction::Attack => "an attack".into(),
        HeldAction::Grapple => "a grapple".into(),
        HeldAction::BreakFree => "breaking free".into(),
        HeldAction::Absorb(1) => "absorbing 1 stone".into(),
        HeldAction::Absorb(stones) => format!("absorbing {stones} stones"),
        HeldAction::Sprint => "a sprint".into(),
        HeldAction::RollOut => "a roll on the ground".into(),
        HeldAction::Gu(slot) | HeldAction::Move(slot) => gu::name_of(fight, who, slot),
    }
}

/// A trigger in words.
pub fn pattern_text(fight: &Fight, pattern: Pattern) -> String {
    let whose = pattern.whose.map_or("an enemy", |who| fight.label(who));
    match pattern.does {
        Doing::AnythingHostile => format!("when {whose} does anything hostile"),
        Doing::Attacks => format!("when {whose} attacks"),
        Doing::AttacksMe => format!("when {whose} attacks the holder"),
        Doing::AttacksOne(one) => format!("when {whose} attacks {}", fight.label(one)),
        Doing::Moves => format!("when {whose} moves"),
        Doing::ComesWithin(metres) => format!("when {whose} comes within {metres} m"),
        Doing::Uses(place) => format!("when {whose} uses {}", super::standing::entry(fight, place).name),
    }
}

/// What is due at a start or end of a turn, in words.
pub fn due_text(fight: &Fight, who: Who, due: Due) -> String {
    match due {
        Due::Essence => "essence".into(),
        Due::Gu(due) => gu::due_text(fight, who, due),
        Due::Bleeding => "bleeding".into(),
        Due::Burning => "burning".into(),
        Due::Ablaze => "ablaze".into(),
        Due::Faint => "faint".into(),
        Due::Dying => "dying".into(),
        Due::Stunned => "stunned".into(),
        Due::Dazed => "dazed".into(),
        Due::Falling => "falling".into(),
        Due::Breath => "breath".into(),
    }
}

/// So many of a thing: `1 turn`, `2 turns`.
pub fn counted(count: impl Into<i64>, one: &str) -> String {
    let count: i64 = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
