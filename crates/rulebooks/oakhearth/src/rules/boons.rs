//! Numbers changed for a while: how they begin, what they throw in, how they end.

use quintain_engine::{Event, Table, Throw, Who};

use crate::book::{Boon, Damage, Save};
use crate::combatant::{Borne, Clock};
use crate::fight::Fight;
use crate::rules::dice::Pool;
use crate::rules::effects::Making;
use crate::rules::{conditions, dice, numbers, shifting, spells};

/// Puts a changed number on somebody; the same of the same ability of one maker does not add up. What two makers bring
/// stands side by side: of two castings of a spell only one is left before this.
pub fn bear<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    making: &Making,
    whom: Who,
    boon: Boon,
    (lasts, repeated): (crate::book::Lasts, Option<Save>),
) {
    let clock = conditions::clock(fight, lasts, making.by, whom);
    let kept = making.kept || matches!(lasts, crate::book::Lasts::Concentration(_));
    let from = making.ability.unwrap_or(u16::MAX);
    let same = |known: &Borne| {
        std::mem::discriminant(&known.boon) == std::mem::discriminant(&boon)
            && (known.by, known.from) == (making.by, from)
    };
    fight.one_mut(whom).boons.retain(|known| !same(known));
    let repeated = repeated.map(|save| (save, making.dc));
    let borne = Borne { boon, by: making.by, clock, kept, from, mp: making.mp, repeated, paused: false };
    fight.one_mut(whom).boons.push(borne);
    table.tell(|| {
        let text = format!("{}: {} {}", making.name(fight), fight.label(whom), crate::glossary::boon_words(boon));
        Event::new(&spells::BOON, text).by(making.by).to(whom)
    });
}

/// Boons of somebody for which `over` says so end; a body that has grown or shrunk finds its place.
pub fn drop_those(fight: &mut Fight, who: Who, over: impl Fn(&Borne) -> bool) {
    if !fight.one(who).boons.iter().any(&over) {
        return;
    }
    let sized = fight.one(who).boons.iter().any(|borne| over(borne) && matches!(borne.boon, Boon::Resize(_)));
    fight.one_mut(who).boons.retain(|borne| !over(borne));
    if sized {
        shifting::fit(fight, who);
    }
}

/// The Temp HP of a shield of magic are gone: all that the same casting has brought ends with them.
pub(crate) fn without_temp(fight: &mut Fight, who: Who) {
    let shield = |borne: &&Borne| matches!(borne.boon, Boon::Retorts(_));
    while let Some(shield) = fight.one(who).boons.iter().find(shield).copied() {
        drop_those(fight, who, |borne| (borne.by, borne.from) == (shield.by, shield.from));
    }
}

/// Somebody is Unconscious: what only the awake bear is over.
pub(crate) fn fall_asleep(fight: &mut Fight, who: Who) {
    let setting = fight.setting.clone();
    let entry = |borne: &Borne| setting.abilities.get(usize::from(borne.from)).map(|known| &known.entry);
    drop_those(fight, who, |borne| entry(borne).is_some_and(|entry| entry.while_awake));
}

/// One clock of somebody's turns has struck.
pub(crate) fn tick(fight: &mut Fight, who: Who, struck: impl Fn(&mut Clock) -> bool) {
    if fight.one(who).boons.is_empty() {
        return;
    }
    let mut sized = false;
    fight.one_mut(who).boons.retain(|borne| {
        let over = struck(&mut borne.clock);
        sized |= over && matches!(borne.boon, Boon::Resize(_));
        !over
    });
    if sized {
        shifting::fit(fight, who);
    }
}

/// The dice that boons throw into a roll: which, by `of`, and whether they add to it.
fn thrown<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    pool: &mut Pool,
    of: impl Fn(Boon) -> Option<(u8, i16)>,
) -> Result<(), T::Halt> {
    let mut sum = 0;
    for place in 0..fight.one(who).boons.len() {
        let Some(borne) = fight.one(who).boons.get(place).copied() else { break };
        let Some((sides, sign)) = of(borne.boon) else { continue };
        let what = if sign > 0 { "blessing" } else { "bane" };
        sum += sign * table.die(fight, Throw::die(sides.into(), &spells::BOON, what).by(who))? as i16;
    }
    pool.add(&spells::BOON, "further dice", sum);
    Ok(())
}

/// What Bless and Bane throw into an Attack.
///
/// # Errors
/// Halts with the table.
pub fn attack_dice<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    pool: &mut Pool,
) -> Result<(), T::Halt> {
    thrown(fight, table, who, pool, |boon| match boon {
        Boon::AttackDie(sides) => Some((sides, 1)),
        Boon::AttackDieLess(sides) => Some((sides, -1)),
        _ => None,
    })
}

/// What Bless and Bane throw into a Save.
///
/// # Errors
/// Halts with the table.
pub fn save_dice<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, pool: &mut Pool) -> Result<(), T::Halt> {
    thrown(fight, table, who, pool, |boon| match boon {
        Boon::SaveDie(sides) => Some((sides, 1)),
        Boon::SaveDieLess(sides) => Some((sides, -1)),
        _ => None,
    })
}

/// Damage that waits for the next hand-to-hand hit, spent by it: how much, of what, and whether two take it.
pub fn next_hit(fight: &mut Fight, who: Who) -> Option<(i16, Damage, bool)> {
    let waits = |borne: &Borne| matches!(borne.boon, Boon::NextHit(..) | Boon::NextHitBoth(..));
    let place = fight.one(who).boons.iter().position(waits)?;
    match fight.one_mut(who).boons.remove(place).boon {
        Boon::NextHit(amount, kind) => Some((amount.into(), kind, false)),
        Boon::NextHitBoth(amount, kind) => Some((amount.into(), kind, true)),
        _ => None,
    }
}

/// Movement that somebody has for nothing once a round: what haste or its own nature gives.
pub fn free_movement(fight: &Fight, who: Who) -> i16 {
    if fight.one(who).boons.is_empty() && !fight.template(who).moves_for_free {
        return 0;
    }
    let speed = || numbers::speed(fight, who);
    let boon = |borne: &Borne| match borne.boon {
        Boon::FreeMove => Some(speed()),
        Boon::FreeHalfMove => Some(dice::part(speed(), 2)),
        _ => None,
    };
    let of_magic = fight.one(who).boons.iter().filter_map(boon).max();
    let of_nature = fight.template(who).feature(|feature| match feature {
        crate::book::Feature::MovesBeforeAttack => Some(dice::part(speed(), 2)),
        crate::book::Feature::Lunges(spaces) => Some(i16::from(*spaces).min(speed().max(0) * 9)),
        _ => None,
    });
    of_magic.into_iter().chain(of_nature).max().unwrap_or(0)
}

/// An attacker pauses its own sanctuary for a round.
pub fn attacked(fight: &mut Fight, who: Who) {
    if fight.one(who).boons.is_empty() {
        return;
    }
    for borne in &mut fight.one_mut(who).boons {
        if borne.boon == Boon::Sanctuary {
            borne.paused = true;
        }
    }
}

/// Whether a boon is at work.
pub fn has(fight: &Fight, who: Who, boon: Boon) -> bool {
    fight.one(who).boons.iter().any(|borne| borne.boon == boon && !borne.paused)
}
