//! The module of blind spots: defending against a shot leaves the other side open.

use std::cmp::Ordering;

use quintain_engine::{Event, Table, Who};
use quintain_field::{Square, Step};

use crate::content::BlindSpots;
use crate::state::{Act, Ask, Fight};

quintain_engine::section! {
    "Blind spots";
    CREATE = Engine "blind.create": "Defending against a shot from another square leaves the three squares opposite to it blind, until the defender's next turn.",
        house "module.blind-spots";
    GROW = Engine "blind.grow": "A further shot from outside the blind spot makes it larger by the three squares opposite to it.";
    PENALTY = Engine "blind.penalty": "Defences lose 5 consistency against shots from the blind spot, and against melee attacks of those who came in from there in the same turn.",
        ruling "Such an attack is met by a roll of its own; the defence rolled ahead stays.";
    LARGE = Engine "blind.large-grid": "On larger grids the blind spot widens at right angles along a straight or diagonal axis, the nearest one; where two are equally near the attacker chooses.",
        ruling "Nearness is counted in squares: two across and one along are one off either axis.";
    NONE = Choice "blind.no-defence": "Who does not defend opens no blind spot.";
}

pub(crate) const TAKES: i16 = 5;

/// The axes that a shot comes along: the straight or the diagonal one, whichever is fewer squares away; both, the
/// straight one first, where they are equally near.
pub(crate) fn axes(from: Square, to: Square) -> (Step, Option<Step>) {
    let (dx, dy) = (i32::from(from.x) - i32::from(to.x), i32::from(from.y) - i32::from(to.y));
    let along = |dx: i32, dy: i32| Step::nearest(dx, dy).unwrap_or(Step::North);
    let straight = if dx.abs() >= dy.abs() { along(dx.signum(), 0) } else { along(0, dy.signum()) };
    let diagonal = along(dx.signum(), dy.signum());
    let (off_straight, off_diagonal) = (dx.abs().min(dy.abs()), (dx.abs() - dy.abs()).abs());
    match off_straight.cmp(&off_diagonal) {
        Ordering::Less => (straight, None),
        Ordering::Greater => (diagonal, None),
        Ordering::Equal => (straight, Some(diagonal)),
    }
}

/// A defence against a shot opens a blind spot, or makes it larger.
pub(crate) fn open<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who, who: Who) -> Result<(), T::Halt> {
    if fight.house().blind_spots == BlindSpots::Off {
        return Ok(());
    }
    let (from, to) = (fight.one(by).at, fight.one(who).at);
    if is_blind(fight, who, from) {
        return Ok(());
    }
    let (axis, other) = axes(from, to);
    let axis = match other {
        None => axis,
        Some(other) => match table.choose(fight, Ask::Axis { by, one: axis, other })? {
            Some(Act::Way(way)) => way,
            _ => axis,
        },
    };
    let back = axis.opposite();
    let grows = fight.one(who).blind != 0;
    fight.one_mut(who).blind |= bit(back);
    table.tell(|| {
        let event = fight.event(&CREATE, who, format_args!("has a blind spot {}", words(back))).and(&LARGE);
        if grows { event.and(&GROW) } else { event }
    });
    Ok(())
}

pub(crate) fn stays_shut<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who) {
    if fight.house().blind_spots == BlindSpots::On {
        table.tell(|| Event::new(&NONE, format!("{} opens no blind spot", fight.label(who))).by(who));
    }
}

fn bit(way: Step) -> u8 {
    Step::ALL.iter().position(|known| *known == way).map_or(0, |place| 1 << place)
}

/// Where a direction leads, in words.
pub(crate) fn words(way: Step) -> &'static str {
    match way {
        Step::North => "above",
        Step::NorthEast => "above to the right",
        Step::East => "to the right",
        Step::SouthEast => "below to the right",
        Step::South => "below",
        Step::SouthWest => "below to the left",
        Step::West => "to the left",
        Step::NorthWest => "above to the left",
    }
}

/// Whether a square lies in a combatant's blind spot: within 45 degrees of one of its axes.
fn is_blind(fight: &Fight, who: Who, from: Square) -> bool {
    let one = fight.one(who);
    if one.blind == 0 || from == one.at {
        return false;
    }
    let (dx, dy) = (i32::from(from.x) - i32::from(one.at.x), i32::from(from.y) - i32::from(one.at.y));
    Step::ALL.into_iter().filter(|way| one.blind & bit(*way) != 0).any(|way| {
        let (ax, ay) = (i32::from(way.dx()), i32::from(way.dy()));
        let along = dx * ax + dy * ay;
        let across = (dx * ay - dy * ax).abs();
        along > 0 && across <= along
    })
}

/// Whether an attack comes out of its target's blind spot.
pub(crate) fn finds<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    who: Who,
    melee: bool,
) -> Result<bool, T::Halt> {
    if fight.house().blind_spots == BlindSpots::Off || fight.one(who).blind == 0 {
        return Ok(false);
    }
    let from = match (melee, fight.one(by).entered) {
        (false, _) => fight.one(by).at,
        (true, Some(way)) => fight.one(who).at.step(way.opposite()),
        (true, None) => return Ok(false),
    };
    let blind = is_blind(fight, who, from);
    if blind {
        table.tell(|| {
            fight.event(&PENALTY, by, format_args!("comes out of the blind spot of {}", fight.label(who))).to(who)
        });
    }
    Ok(blind)
}
