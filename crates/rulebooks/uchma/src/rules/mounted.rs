//! Mounted combat: nothing but an announcement in the chapter, and a plain scheme of our own by house rule.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::ask::Deed;
use crate::fight::{Fight, Gait};
use crate::house::Mounted;
use crate::objection::{Objection, Subject};
use crate::rules::{adjacency, movement};

quintain_engine::section! {
    "Mounted combat";
    UNDEFINED = Gm "mounted.undefined": "The chapter has no rules for riding yet.", ruling "Not available; by house rule a mount carries its rider along, and getting on or off costs half the rider's walking speed.", house "mounted";
}

/// What somebody might think of doing with a mount.
pub fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    if fight.house().mounted == Mounted::Off {
        return;
    }
    if fight.one(who).rides.is_some() {
        let around = fight.body(who).grown(2).clipped_to(fight.setting.map.bounds());
        for square in around.into_iter().flat_map(quintain_field::Span::squares) {
            if movement::may_stop(fight, who, square) {
                found(Deed::Dismount(square));
            }
        }
        return;
    }
    fight.everyone().filter(|mount| may_mount(fight, who, *mount).is_ok()).for_each(|mount| found(Deed::Mount(mount)));
}

/// Whether somebody may get on or off now.
///
/// # Errors
/// The refusal.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Objection> {
    super::actions::may_move(fight, who, false)?;
    match deed {
        Deed::Mount(beast) => may_mount(fight, who, beast),
        _ if cost(fight, who) > movement::left(fight, who, Gait::Walk, false) => {
            Err(Objection::with(&UNDEFINED, "that takes {0} of its speed", [cost(fight, who), 0]))
        }
        _ => Ok(()),
    }
}

/// What getting on or off costs.
pub fn cost(fight: &Fight, who: Who) -> i16 {
    fight.half(movement::speed(fight, who, Gait::Walk))
}

/// Whether somebody may get on another.
///
/// # Errors
/// The refusal.
pub fn may_mount(fight: &Fight, who: Who, mount: Who) -> Result<(), Objection> {
    if fight.house().mounted == Mounted::Off {
        return Err(Objection::new(&UNDEFINED, "there is no riding"));
    }
    if who == mount || !fight.able(mount) || !fight.allies(who, mount) || fight.one(who).rides.is_some() {
        return Err(Objection::about(&UNDEFINED, Subject::Who(mount), "{} cannot be ridden now", [0, 0]));
    }
    if fight.footprint(mount).at(fight.one(mount).at).width() < 2 {
        return Err(Objection::about(&UNDEFINED, Subject::Who(mount), "{} is too small", [0, 0]));
    }
    let ridden = fight.everyone().any(|other| fight.one(other).rides == Some(mount));
    if ridden || !adjacency::adjacent(fight, who, mount) {
        return Err(Objection::about(&UNDEFINED, Subject::Who(mount), "{} is not free beside it", [0, 0]));
    }
    let left = movement::left(fight, who, Gait::Walk, false);
    if cost(fight, who) > left {
        return Err(Objection::with(&UNDEFINED, "that takes {0} of its speed", [cost(fight, who), 0]));
    }
    Ok(())
}

/// Gets on or off.
///
/// # Errors
/// Never: it is like the other things that can be done on a turn.
pub(crate) fn carry_out<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<(), T::Halt> {
    match deed {
        Deed::Mount(beast) => mount(fight, table, who, beast),
        Deed::Dismount(to) => dismount(fight, table, who, to),
        _ => {}
    }
    Ok(())
}

/// Gets on.
fn mount<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, mount: Who) {
    pay(fight, who);
    let at = fight.one(mount).at;
    let one = fight.one_mut(who);
    one.rides = Some(mount);
    one.at = at;
    table.tell(|| {
        Event::new(&UNDEFINED, format!("{} gets on {}", fight.label(who), fight.label(mount))).by(who).to(mount)
    });
}

/// Gets off to a square beside.
fn dismount<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) {
    pay(fight, who);
    let one = fight.one_mut(who);
    one.rides = None;
    one.at = to;
    table.tell(|| Event::new(&UNDEFINED, format!("{} gets off to {to}", fight.label(who))).by(who));
}

fn pay(fight: &mut Fight, who: Who) {
    let cost = cost(fight, who);
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) {
        turn.spent += cost;
        turn.gait = turn.gait.or(Some(Gait::Walk));
    }
}
