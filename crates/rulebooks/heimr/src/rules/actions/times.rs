//! What a deed costs of the turn, and what may be done in what is left of it.

use crate::content::{Loading, Time};
use crate::rules::powers::uses;
use crate::state::{Deed, Fight, Use};
use quintain_engine::{Event, Rule, Table, Who};

use super::{FREE, ONGOING, POWERS, READY, SIMULTANEOUS, STANDARD, UPCOMING, loading};

pub(crate) fn time(fight: &Fight, who: Who, deed: Deed) -> Time {
    match deed {
        Deed::Charge { .. } | Deed::Run { .. } | Deed::Breather => Time::Ongoing,
        Deed::Aim => Time::Upcoming,
        Deed::JumpDown { .. }
        | Deed::StepOut
        | Deed::StepInto { .. }
        | Deed::LieDown
        | Deed::Draw(_)
        | Deed::Drop(_)
        | Deed::Speak
        | Deed::Look
        | Deed::End => Time::Free,
        Deed::Load(hold) if loading(fight, who, hold) != Loading::Bolt => Time::Free,
        Deed::Power(used) => uses::time(fight, who, used),
        _ => Time::Standard,
    }
}

/// The bit of a free action.
pub(super) fn bit(deed: Deed) -> u32 {
    let row = match deed {
        Deed::JumpDown { .. } => 0,
        Deed::StepOut | Deed::StepInto { .. } => 1,
        Deed::LieDown => 2,
        Deed::Draw(_) => 3,
        Deed::Drop(_) => 4,
        Deed::Speak => 5,
        Deed::Look => 6,
        Deed::Load(_) => 7,
        Deed::Power(Use::Power { place, .. }) => POWERS + u32::from(place),
        _ => return 0,
    };
    1_u32.checked_shl(row).unwrap_or(0)
}

pub(crate) fn is_simultaneous(fight: &Fight, who: Who, deed: Deed) -> bool {
    match deed {
        Deed::Draw(_) => true,
        Deed::Load(hold) => loading(fight, who, hold) != Loading::Bolt,
        _ => false,
    }
}

pub(crate) fn is_ongoing(fight: &Fight, who: Who, deed: Deed) -> bool {
    time(fight, who, deed) == Time::Ongoing
}

pub(crate) fn ends_turn(fight: &Fight, who: Who, deed: Deed) -> bool {
    let by_its_type = matches!(time(fight, who, deed), Time::Ongoing | Time::Upcoming);
    by_its_type || matches!(deed, Deed::End | Deed::Ready)
}

/// The rule of what something costs of a turn.
pub(super) fn cost_of(fight: &Fight, who: Who, deed: Deed) -> &'static Rule {
    match time(fight, who, deed) {
        _ if deed == Deed::Ready => &READY,
        Time::Free if is_simultaneous(fight, who, deed) => &SIMULTANEOUS,
        Time::Free => &FREE,
        Time::Standard => &STANDARD,
        Time::Ongoing => &ONGOING,
        Time::Upcoming => &UPCOMING,
    }
}

/// Counts what has been done against the turn of its doer.
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) {
    if fight.turn.who != Some(who) {
        return;
    }
    let simultaneous = is_simultaneous(fight, who, deed);
    let time = time(fight, who, deed);
    fight.turn.simultaneous |= simultaneous;
    fight.turn.ended |= ends_turn(fight, who, deed);
    match time {
        Time::Free => fight.turn.free |= bit(deed),
        Time::Standard => fight.turn.standard = true,
        Time::Ongoing => {
            fight.turn.standard = true;
            fight.one_mut(who).ongoing = true;
            table.tell(|| {
                let text = format!("The turn of {} ends; its defences are weaker until the next one", fight.label(who));
                Event::new(&ONGOING, text).by(who)
            });
        }
        Time::Upcoming => {}
    }
}
