//! What Gu, and the nature of creatures, add to walking, swimming, flying, jumping and falling.

use quintain_engine::{Table, Who};

use super::dues::is_poisoned;
use super::{GuAsk, talents};
use crate::book::{Kind, Power};
use crate::derived::{Flight, Flights};
use crate::fight::Fight;
use crate::lasting::What;
use crate::rules::activating::{self, Target};
use crate::rules::falling;
use crate::rules::reactions::{self, Happening, Trigger};
use crate::rules::standing::{any_power, each_power, is_any_at_work, sum_of};

/// Metres added to movement.
pub fn movement_change(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    let mut sum = 0;
    each_power(fight, who, [Kind::Movement, Kind::Form, Kind::OnAllFours], |power, working, place| match power {
        Power::Movement(by) => sum += by.at(place),
        Power::Form { movement, .. } => sum += *movement - one.movement,
        Power::OnAllFours { by, most } if one.in_hand.is_empty() => {
            let turns = working.slot.and_then(|slot| one.gu.get(usize::from(slot))).map_or(0, |owned| owned.store);
            sum += (*by + turns).min(*most);
        }
        _ => {}
    });
    sum
}

/// Movement as it is after everything that halves or limits it.
pub fn movement_limit(fight: &Fight, who: Who, metres: i16) -> i16 {
    let halves = any_power(fight, who, Kind::HalvesMovement, |power| matches!(power, Power::HalvesMovement));
    let metres = if halves && metres > 0 { (metres / 2).max(1) } else { metres };
    let slowed: i16 = fight
        .one(who)
        .lasting
        .iter()
        .map(|known| match known.what {
            What::Poison(..) => known.size,
            _ => 0,
        })
        .sum();
    if slowed > 0 && metres > 0 { (metres - slowed).max(1) } else { metres }
}

/// Whether a poison paralyses somebody.
pub fn is_paralysed(fight: &Fight, who: Who) -> bool {
    is_poisoned(fight, who, |poison| poison.paralyses)
}

/// Whether somebody is held to the spot.
pub fn is_rooted(fight: &Fight, who: Who) -> bool {
    is_paralysed(fight, who) || is_any_at_work(fight, who, Kind::Rooted)
}

/// Whether nobody and nothing moves somebody from the spot.
pub fn is_immovable(fight: &Fight, who: Who) -> bool {
    is_any_at_work(fight, who, Kind::Immovable)
}

/// Whether somebody swims as easily as it walks.
pub fn swims(fight: &Fight, who: Who) -> bool {
    any_power(fight, who, Kind::Swims, |power| matches!(power, Power::Swims))
}

/// How many metres of lava go for one of movement, for a combatant that is at home in it.
pub fn wades(fight: &Fight, who: Who) -> Option<u8> {
    let mut metres = None;
    each_power(fight, who, Kind::Wades, |power, _, _| {
        if let Power::Wades(by) = power {
            metres = metres.max(Some(*by));
        }
    });
    metres
}

/// Ways of flying that Gu give.
pub fn flights(fight: &Fight, who: Who, all: &mut Flights) {
    each_power(fight, who, Kind::Flight, |power, working, place| {
        if let Power::Flight { speed, maneuvers } = power {
            all.push(Flight { speed: speed.at(place), maneuvers: *maneuvers, by: working.slot });
        }
    });
    each_power(fight, who, Kind::Glides, |power, _, _| {
        if let Power::Glides(most) = power {
            all.iter_mut().for_each(|flight| flight.speed = flight.speed.min(*most));
        }
    });
}

/// By how much a jump is multiplied.
pub fn jump_factor(fight: &Fight, who: Who) -> i16 {
    let mut factor = 1;
    each_power(fight, who, Kind::Jumps, |power, _, _| {
        if let Power::Jumps(by) = power {
            factor *= *by;
        }
    });
    factor
}

/// What a fall of so many metres deals.
pub fn fall_damage(fight: &Fight, who: Who, metres: i16) -> i32 {
    if any_power(fight, who, Kind::Glides, |power| matches!(power, Power::Glides(_))) {
        return 0;
    }
    let free =
        sum_of(fight, who, Kind::FallsFree, |power, _| if let Power::FallsFree(metres) = power { *metres } else { 0 });
    match free {
        0 => falling::plain_damage(metres),
        free => 3 * i32::from((metres - free).max(0)),
    }
}

/// Metres that somebody falls at once, where a Gu slows its fall.
pub fn falls_at_once(fight: &Fight, who: Who) -> Option<i16> {
    any_power(fight, who, Kind::Glides, |power| matches!(power, Power::Glides(_))).then_some(10)
}

/// A combatant that has practised it answers being thrown into the air with wings, and flies a whole Maneuver with them; says
/// whether it does.
pub(crate) fn catches_itself<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let Some(slot) = talents::catching_gu(fight, who) else { return Ok(false) };
    if !crate::ask::yes(fight, table, crate::ask::Ask::Gu(GuAsk::Wings { who, slot }))? {
        return Ok(false);
    }
    reactions::spend(fight, table, who, &Trigger::of(Happening::Moved, who));
    activating::activate(fight, table, who, slot, Target::None)?;
    Ok(true)
}
