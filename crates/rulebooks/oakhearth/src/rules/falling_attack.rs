//! Attacks by dropping onto the target.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Span, Square, body_distance};

use crate::ask::{Act, Ask, Extra, With};
use crate::book::{Condition, Damage, Skill};
use crate::fight::{Fight, Leaving};
use crate::house::FallAttack;
use crate::rules::damage::{self, Harm, shared};
use crate::rules::maneuvers::Extras;
use crate::rules::{dice, falling, grapple, moving, reactions, weapons};
use crate::words;

quintain_engine::section! {
    "Falling Attacks";
    SETUP = Choice "fallattack.setup": "From straight above a target one may drop onto it as part of an Attack.";
    NUMBER = Engine "fallattack.number": "The Spaces fallen are the damage of the fall.";
    ATTACK = Engine "fallattack.attack": "The Attack Check is made as ever.";
    SHARE = Engine "fallattack.share": "Hit or miss both take half of the fall; on a hit the target's half joins the Attack.",
        ruling "True damage, rounded up, without Acrobatics.", house "fall-attack-reduce";
    LANDING = Engine "fallattack.landing": "The faller comes down in a free Space next to the target, on its feet.",
        ruling "No further damage from the fall.";
}

/// Spaces that somebody would fall onto another.
pub fn height(fight: &Fight, who: Who, at: Who) -> i16 {
    fight.altitude(who) - fight.altitude(at)
}

/// Whether somebody is straight below another in the air, or below the edge at which the other stands.
pub fn below(fight: &Fight, who: Who, at: Who) -> bool {
    let (Some(own), Some(body)) = (fight.body(who), fight.body(at)) else { return false };
    let flat = body_distance(own, body, Diagonal::Equal);
    let aside = if fight.one(who).height > 0 { 0 } else { 1 };
    flat <= aside && height(fight, who, at) >= 1
}

/// Whether somebody is in place to drop onto another: straight above, or at the edge of a drop beside it.
///
/// # Errors
/// Says why not.
pub fn may_drop(fight: &Fight, who: Who, at: Who, with: With) -> Result<(), Refusal> {
    let weapon = fight.weapon(weapons::used(fight, who, with));
    Err(match lack(fight, who, at, with) {
        None => return Ok(()),
        Some(Lack::Blade) => Refusal::new(&SETUP, format!("{} is no weapon for hand to hand", weapon.name)),
        Some(Lack::Landing) => Refusal::new(&LANDING, "there is no free Space next to the target"),
        Some(Lack::Height) => Refusal::new(&SETUP, format!("{} is not below", fight.label(at))),
        Some(Lack::Freedom) => Refusal::new(&SETUP, "somebody holds it"),
    })
}

/// The same, for those who only want to know whether it may.
pub fn can_drop(fight: &Fight, who: Who, at: Who, with: With) -> bool {
    lack(fight, who, at, with).is_none()
}

/// What somebody may want for a drop onto another.
enum Lack {
    Blade,
    Landing,
    Height,
    Freedom,
}

fn lack(fight: &Fight, who: Who, at: Who, with: With) -> Option<Lack> {
    if fight.weapon(weapons::used(fight, who, with)).range.is_some() {
        return Some(Lack::Blade);
    }
    if landings(fight, who, at).next().is_none() {
        return Some(Lack::Landing);
    }
    if !below(fight, who, at) {
        return Some(Lack::Height);
    }
    fight.one(who).has(Condition::Grappled).then_some(Lack::Freedom)
}

/// Half of a fall, as each of the two takes it.
pub fn half(fight: &Fight, fallen: i16) -> i16 {
    if fallen <= 0 { 0 } else { shared(fight, fallen, 2) }
}

/// The share of the faller. By the house rule an Acrobatics Check against 10 and the Spaces takes Dexterity off it.
fn own_half<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, fallen: i16) -> Result<i16, T::Halt> {
    let whole = half(fight, fallen);
    if fight.house().fall_attack == FallAttack::Off {
        return Ok(whole);
    }
    let pool = dice::skill_pool(fight, who, Skill::Acrobatics);
    let made = dice::skill_check(fight, table, who, None, Skill::Acrobatics, pool)?.total;
    let dc = 10 + fallen;
    let less = if made >= dc { i16::from(fight.one(who).attributes[1]).max(1) } else { 0 };
    table.tell(|| {
        let text = format!("{} takes {less} off its share of the fall", fight.label(who));
        Event::new(&SHARE, text).by(who).total(made.into()).against("Difficulty", dc.into())
    });
    Ok((whole - less).max(0))
}

fn tell<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, at: Who, fallen: i16) {
    table.tell(|| {
        let text = format!("{} falls {} onto {}", fight.label(who), words::spaces(fallen), fight.label(at));
        Event::new(&SHARE, text).and(&SETUP).and(&NUMBER).and(&ATTACK).and(&LANDING).by(who).to(at)
    });
}

/// The fall of an attack that missed: both take their half, which is part of the attack all the same.
///
/// # Errors
/// Halts with the table.
pub fn share<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    extras: &Extras,
    fallen: i16,
) -> Result<(), T::Halt> {
    tell(fight, table, who, at, fallen);
    let non_lethal = extras.contains(&Extra::NonLethal);
    let harm = Harm { by: Some(who), non_lethal, ..Harm::new(half(fight, fallen), Damage::True, &SHARE) };
    both(fight, table, who, at, harm, fallen)
}

/// A hit, with the target's half of the fall in it where there is one.
///
/// # Errors
/// Halts with the table.
pub fn with_fall<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    harm: Harm,
    fallen: i16,
) -> Result<(), T::Halt> {
    if fallen <= 0 {
        damage::hurt(fight, table, at, harm)?;
        return Ok(());
    }
    tell(fight, table, who, at, fallen);
    both(fight, table, who, at, harm, fallen)
}

/// The free Spaces next to the target at which the faller may come down.
pub fn landings(fight: &Fight, who: Who, at: Who) -> impl Iterator<Item = Square> + '_ {
    let around = fight.body(at).and_then(|body| body.grown(1).clipped_to(fight.map.bounds()));
    let all = around.into_iter().flat_map(|span| span.squares());
    let level = fight.altitude(at);
    all.filter(move |square| fight.room_above(who, *square, 0) && fight.level(*square) <= level)
}

/// The faller comes down next to the target, on its feet and unhurt by anything but its share.
///
/// # Errors
/// Halts with the table.
pub(crate) fn land<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let Some(first) = landings(fight, who, at).next() else { return Ok(()) };
    let to = match table.choose(fight, Ask::Landing { who, at })? {
        Some(Act::Square(square)) if landings(fight, who, at).any(|free| free == square) => square,
        _ => first,
    };
    table.tell(|| Event::new(&LANDING, format!("{} comes down at {to}", fight.label(who))).by(who));
    let came = moving::here(fight, who, true);
    let mut one = fight.one_mut(who);
    one.height = 0;
    one.at = Some(to);
    drop(one);
    moving::settled(fight, table, who, to)?;
    moving::arrived(fight, table, who, came)
}

/// An attacker that drops leaves where it was: enemies whose reach it leaves so may strike first. Says whether it can
/// still drop.
///
/// # Errors
/// Halts with the table.
pub(crate) fn leaves<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    with: With,
) -> Result<bool, T::Halt> {
    if let Some(to) = fight.one(at).at {
        let height = fight.altitude(at) - fight.level(to);
        moving::leave(fight, table, who, Leaving { to, height, forced: false })?;
    }
    let drops = fight.able(who) && fight.present(at) && can_drop(fight, who, at, with);
    if !drops {
        table.tell(|| {
            let text = format!("{} does not get to drop onto {}", fight.label(who), fight.label(at));
            Event::new(&reactions::AOO_TIMING, text).by(who).to(at)
        });
    }
    Ok(drops)
}

/// The attack is lost on the way down: an ordinary fall, off an edge to where the target was or beside it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fall_short<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    below: Option<Span>,
) -> Result<(), T::Halt> {
    // An attacker that has been seized before it could drop does not fall at all.
    if !fight.present(who) || fight.everyone().any(|other| grapple::holds(fight, other, who)) {
        return Ok(());
    }
    let own = fight.one(who).at;
    let down = if fight.one(who).height > 0 { own } else { below.and_then(|below| foot(fight, who, below)) };
    let Some(to) = down else { return Ok(()) };
    let came = moving::here(fight, who, true);
    let fallen = fight.altitude(who) - fight.level(to);
    let mut one = fight.one_mut(who);
    one.height = 0;
    one.at = Some(to);
    drop(one);
    falling::fall(fight, table, who, fallen, false)?;
    falling::come_down(fight, table, who, came)
}

/// Where somebody comes down who drops from an edge onto what lies below it; nowhere, where it has come away from there.
fn foot(fight: &Fight, who: Who, below: Span) -> Option<Square> {
    let ground = |span: Span| span.squares().map(|square| fight.level(square)).max();
    let (own, level) = (fight.body(who)?, ground(below)?);
    if body_distance(own, below, Diagonal::Equal) > 1 || fight.altitude(who) <= level {
        return None;
    }
    let around = below.grown(1).clipped_to(fight.map.bounds());
    let mut all = below.squares().chain(around.into_iter().flat_map(|span| span.squares()));
    all.find(|square| fight.level(*square) <= level && fight.room_above(who, *square, 0))
}

/// The faller's half is fixed before the target's is dealt: nobody escapes by the other's fall.
fn both<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Who,
    harm: Harm,
    fallen: i16,
) -> Result<(), T::Halt> {
    let mut own = Harm::new(own_half(fight, table, who, fallen)?, Damage::True, &SHARE);
    own.by = Some(who);
    damage::hurt(fight, table, at, harm)?;
    damage::hurt(fight, table, who, own)?;
    Ok(())
}
