//! What a roll comes to, and what a hit does.

use crate::content::{Effect, Loading};
use crate::rules::challenges::{self, Rolled};
use crate::rules::defence::{self, Met};
use crate::rules::effects::{self, Called};
use crate::rules::health::{self, Kind};
use crate::rules::{actions, armour, armoury, brawl, clusters, fatigue, handling, powers};
use crate::state::{Defence, Fight, Held, Lying, Thing, With};
use quintain_engine::{Event, EventId, Table, Who};

use super::{BY_WEAPON, Came, DAMAGE, HANDS, HIT, Strike, UNDEFENDED, hold_name};

pub(super) fn compare<T: Table<Fight>>(
    fight: &Fight,
    table: &mut T,
    strike: &Strike,
    whom: Who,
    melee: bool,
    met: Option<Met>,
    rolled: Rolled,
) -> (Came, EventId) {
    let by = strike.by;
    let standing = met.map(|met| met.standing);
    let good = standing.filter(|standing| !standing.failed);
    let came = match good {
        _ if rolled.failed => Came::TooTired,
        Some(standing) if rolled.result <= standing.score => match standing.kind {
            Defence::Dodge => Came::Dodged,
            _ => Came::Stopped,
        },
        _ => Came::Hit,
    };
    let told = table.tell(|| {
        let (one, other) = (fight.label(by), fight.label(whom));
        let text = match came {
            Came::Hit => format!("{one} hits {other}"),
            Came::Dodged => format!("{other} dodges {one}"),
            Came::Stopped => {
                let parried = standing.is_some_and(|standing| matches!(standing.kind, Defence::Parry(_)));
                let does = if parried { "parries" } else { "blocks" };
                format!("{other} {does} the attack of {one}")
            }
            Came::TooTired | Came::Nothing => format!("The attack of {one} on {other} fails"),
        };
        let event = Event::new(&HIT, text).and(&challenges::VERSUS_ROLL).by(by).to(whom).total(rolled.result.into());
        let event = match strike.hold {
            Some(hold) => event.with(hold_name(fight, by, hold)),
            None => event,
        };
        let event = if melee { event.and(&clusters::WEAPON) } else { event };
        let event = event.and(&BY_WEAPON).and(&HANDS).and(&armoury::TABLE).and(&armoury::BONUS);
        let event = if fight.one(by).shield.is_some() { event.and(&armoury::TODO) } else { event };
        let event = fight.caused(event);
        match (came, standing) {
            (Came::TooTired, None) => event.and(&fatigue::FAILED_ATTACK).and(&UNDEFENDED),
            (Came::TooTired, _) => event.and(&fatigue::FAILED_ATTACK),
            (_, None) => event.and(&UNDEFENDED),
            (Came::Hit, Some(standing)) if standing.failed => event.and(&fatigue::FAILED_DEFENCE),
            (_, Some(standing)) => event.and(&defence::EQUAL).against("defence", standing.score.into()),
        }
    });
    (came, told)
}

pub(super) fn hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    strike: &Strike,
    whom: Who,
    melee: bool,
) -> Result<(), T::Halt> {
    let by = strike.by;
    powers::note_arm(fight, by, whom, strike.limb, melee);
    match strike.with {
        With::Weapons => weapon_hits(fight, table, strike, whom)?,
        With::Blow => {
            let called = Called { limb: strike.limb, ..Called::of(Effect::Hit, brawl::BLOW, whom, Some(by)) };
            brawl::tell(fight, table, by, whom, "lands a blow on");
            effects::call(fight, table, &called)?;
        }
        With::Grab => brawl::grab(fight, table, by, whom)?,
        With::Shove => brawl::shove(fight, table, by, whom),
        With::Touch(power) | With::Throw(power) | With::Bash(power) | With::Strike(power) => {
            powers::brings(fight, table, by, whom, power)?;
        }
        With::AtItem(power, held) => return powers::breaks(fight, table, by, whom, power, held),
        With::Smash(held) => {
            armour::break_held(fight, table, whom, held, 0);
            return Ok(());
        }
    }
    if melee { powers::burns(fight, table, by, whom) } else { Ok(()) }
}

/// The damage of a weapon, or what is called instead of it, and what goes with the hit.
fn weapon_hits<T: Table<Fight>>(fight: &mut Fight, table: &mut T, strike: &Strike, whom: Who) -> Result<(), T::Halt> {
    let by = strike.by;
    let Some(hold) = strike.hold else { return Ok(()) };
    let Some(arm) = fight.one(by).arm(hold).copied() else { return Ok(()) };
    let weapon = fight.weapon(arm.weapon);
    let (damage, element) = (weapon.entry.damage, weapon.entry.element);
    let class = weapon.entry.class;
    let replaced = powers::on_hit(fight, table, strike, whom, hold)?;
    let stumbles = armoury::stumbles_instead(fight, class) && !replaced;
    let before = fight.one(whom).hp + fight.one(whom).ward;
    if stumbles {
        effects::call(fight, table, &Called::of(Effect::Stumble, 2, whom, Some(by)))?;
    } else if !replaced && damage > 0 {
        let (by, limb, kind) = (Some(by), strike.limb, Kind::Attack);
        let loss = health::Loss { amount: damage, by, limb, kind, element, magic: false, rule: &DAMAGE };
        health::suffer(fight, table, whom, &loss)?;
        actions::interrupt(fight, table, whom, "a hit");
    } else if !replaced {
        table.tell(|| fight.caused(Event::new(&armoury::ZERO, "the hit itself does no harm").by(by).to(whom)));
    }
    let hurt = fight.one(whom).hp + fight.one(whom).ward < before;
    powers::with_hit(fight, table, strike, whom, hurt)
}

/// A thrown weapon leaves the hand; an arrow, bolt or dart is gone.
pub(super) fn throw_away(fight: &mut Fight, strike: &Strike) -> Option<Thing> {
    let hold = strike.hold.filter(|_| strike.with == With::Weapons)?;
    let arm = *fight.one(strike.by).arm(hold)?;
    let weapon = fight.weapon(arm.weapon);
    let (thrown, loads) = (weapon.entry.thrown, weapon.entry.loading != Loading::None);
    if loads && let Some(arm) = fight.one_mut(strike.by).arm_mut(hold) {
        arm.loaded = false;
    }
    thrown.then_some(Thing::Weapon(arm))
}

/// A thrown weapon comes down where its target is.
pub(super) fn land<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    strike: &Strike,
    shot: Option<Thing>,
    target: Who,
) {
    let (Some(Thing::Weapon(arm)), Some(hold)) = (shot, strike.hold) else { return };
    let at = fight.one(target).at;
    // As it leaves the hand: a free skill used on this hit stays used.
    let held = Held::by(hold).and_then(|held| handling::take_off(fight, strike.by, held));
    defence::forget(fight, strike.by);
    fight.floor.push(Lying::of(held.unwrap_or(Thing::Weapon(arm)), at));
    table.tell(|| {
        let text = format!("The {} lies in {at} now", fight.weapon(arm.weapon).entry.name);
        fight.caused(Event::new(&armoury::THROWN, text).by(strike.by))
    });
}
