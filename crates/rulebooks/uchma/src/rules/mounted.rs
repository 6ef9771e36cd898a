//! Mounted combat: nothing but an announcement in the chapter, and a plain scheme of our own by house rule.

use quintain_engine::{Event, Picks, Table, Who};
use quintain_field::Square;

use crate::ask::Deed;
use crate::fight::{Fight, Gait};
use crate::house::Mounted;
use crate::objection::Objection;
use crate::rules::{adjacency, falling, movement, prone, steps};

quintain_engine::section! {
    "Mounted combat";
    UNDEFINED = Gm "mounted.undefined": "The chapter has no rules for riding yet.", ruling "Not available; by house rule a mount carries its rider along, and getting on or off costs half the rider's walking speed.", house "mounted";
}

/// How wide a mount is at least.
const CARRIES: u8 = 2;

/// What somebody might think of doing with a mount: of getting on any creature large enough that stands beside, and of
/// getting off to any square near by.
pub fn each_deed(fight: &Fight, who: Who, found: &mut impl FnMut(Deed)) {
    if fight.house().mounted == Mounted::Off {
        return;
    }
    if fight.one(who).rides.is_some() {
        let around = fight.body(who).grown(1).clipped_to(fight.setting.map.bounds());
        let squares = around.into_iter().flat_map(quintain_field::Span::squares);
        squares.filter(|square| may_get_off(fight, who, *square)).for_each(|square| found(Deed::Dismount(square)));
        return;
    }
    let near = |mount: &Who| *mount != who && fight.footprint(*mount).width() >= CARRIES && fight.allies(who, *mount);
    fight.everyone().filter(near).for_each(|mount| found(Deed::Mount(mount)));
}

/// Whether there is room for a rider that gets off.
fn may_get_off(fight: &Fight, who: Who, to: Square) -> bool {
    fight.body(who).grown(1).contains(to) && movement::may_stop(fight, who, to)
}

/// Whether somebody may get on or off now.
///
/// # Errors
/// The refusal.
pub fn may(fight: &Fight, who: Who, deed: Deed) -> Result<(), Objection> {
    if fight.house().mounted == Mounted::Off {
        return Err(Objection::new(&UNDEFINED, "there are no rules for riding; a house rule gives some"));
    }
    super::actions::has_move(fight, who, false)?;
    match deed {
        Deed::Mount(beast) => may_mount(fight, who, beast)?,
        Deed::Dismount(_) if fight.one(who).rides.is_none() => {
            return Err(Objection::new(&UNDEFINED, "it does not ride"));
        }
        Deed::Dismount(_) if fight.one(who).altitude > 0 => {
            return Err(Objection::new(&UNDEFINED, "its mount is aloft"));
        }
        Deed::Dismount(to) if !may_get_off(fight, who, to) => {
            return Err(Objection::about(&UNDEFINED, to, "there is no room beside at {}"));
        }
        _ => {}
    }
    match cost(fight, who) {
        cost if cost > movement::left(fight, who, Gait::Walk, false) => {
            Err(Objection::new(&UNDEFINED, "that takes {0} of its speed").with([cost, 0]))
        }
        _ => Ok(()),
    }
}

/// What getting on or off costs.
pub fn cost(fight: &Fight, who: Who) -> i16 {
    fight.half(movement::speed(fight, who, Gait::Walk))
}

/// Whether somebody may get on another, the price left out.
fn may_mount(fight: &Fight, who: Who, mount: Who) -> Result<(), Objection> {
    let refuse = |why: &'static str| Err(Objection::about(&UNDEFINED, mount, why));
    if who == mount {
        return refuse("nobody rides on {}, being oneself");
    }
    if fight.one(who).rides.is_some() {
        return refuse("it rides already, and cannot get on {}");
    }
    if fight.one(who).prone {
        return Err(Objection::about(&prone::LIMITED, mount, "it lies prone, and cannot get on {}"));
    }
    if !fight.able(mount) {
        return refuse("{} cannot carry anybody now");
    }
    if !fight.allies(who, mount) {
        return refuse("{} is no ally");
    }
    if fight.footprint(mount).width() < CARRIES {
        return refuse("{} is too small to be ridden: it takes 2 squares by 2");
    }
    if fight.everyone().any(|other| fight.one(other).rides == Some(mount)) {
        return refuse("{} has a rider already");
    }
    if !adjacency::adjacent(fight, who, mount) {
        return refuse("{} is not beside it");
    }
    Ok(())
}

/// Those who ride on somebody.
pub(crate) fn riders(fight: &Fight, mount: Who) -> Picks<Who> {
    fight.everyone().filter(|rider| fight.one(*rider).rides == Some(mount)).collect()
}

/// Somebody carries nobody any more: who rode on it falls from where it is.
///
/// # Errors
/// Halts with the table.
pub(crate) fn unseat<T: Table<Fight>>(fight: &mut Fight, table: &mut T, mount: Who) -> Result<(), T::Halt> {
    for rider in riders(fight, mount) {
        fight.one_mut(rider).rides = None;
        falling::unseated(fight, table, rider)?;
    }
    Ok(())
}

/// Another form carries its rider on only where it is large enough.
///
/// # Errors
/// Halts with the table.
pub(crate) fn reshaped<T: Table<Fight>>(fight: &mut Fight, table: &mut T, mount: Who) -> Result<(), T::Halt> {
    if fight.footprint(mount).width() < CARRIES { unseat(fight, table, mount) } else { Ok(()) }
}

/// Gets on or off.
pub(crate) fn carry_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, deed: Deed) {
    match deed {
        Deed::Mount(beast) => mount(fight, table, who, beast),
        Deed::Dismount(to) => dismount(fight, table, who, to),
        _ => {}
    }
}

/// Gets on.
fn mount<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, mount: Who) {
    pay(fight, who);
    fight.one_mut(who).rides = Some(mount);
    steps::carry(fight, mount);
    table.tell(|| {
        Event::new(&UNDEFINED, format!("{} gets on {}", fight.label(who), fight.label(mount))).by(who).to(mount).act()
    });
}

/// Gets off to a square beside.
fn dismount<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) {
    pay(fight, who);
    let mut one = fight.one_mut(who);
    one.rides = None;
    one.at = to;
    drop(one);
    table.tell(|| Event::new(&UNDEFINED, format!("{} gets off to {to}", fight.label(who))).by(who).act());
}

fn pay(fight: &mut Fight, who: Who) {
    let cost = cost(fight, who);
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) {
        turn.spent += cost;
        turn.gait = turn.gait.or(Some(Gait::Walk));
    }
}
