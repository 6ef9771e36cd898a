//! Riding: a small creature on a mount of its side.

use quintain_engine::{Event, Refusal, Table, Who};

use crate::book::{Condition, Feature, Size};
use crate::fight::{Fight, Leaving};
use crate::muster::Mark;
use crate::refusing::refuse_if;
use crate::rules::{action_points, moving, numbers};
use crate::story::Told;

quintain_engine::section! {
    "Riding";
    MOUNT = Choice "ride.mount": "A Small creature gets on a mount of its side next to it, for 2 Spaces of movement.",
        ruling "The price is nowhere given; standing up costs the same.";
    CARRIED = Engine "ride.carried": "A rider goes where its mount goes, and keeps its own turn and AP; it gives no opening by being carried.";
    OFF = Engine "ride.off": "Whoever leaves the Space of its mount, by itself or by force, rides no longer.";
}

/// Spaces of movement that getting on takes.
pub const PRICE: i16 = 2;

/// The mount of a rider.
pub fn mount(fight: &Fight, who: Who) -> Option<Who> {
    fight.one(who).mount.filter(|mount| fight.present(*mount))
}

/// Whether one of two rides the other.
pub fn together(fight: &Fight, one: Who, other: Who) -> bool {
    mount(fight, one) == Some(other) || mount(fight, other) == Some(one)
}

/// # Errors
/// Why somebody cannot get on a mount.
pub fn may_mount(fight: &Fight, who: Who, beast: Who) -> Result<(), Refusal> {
    let one = fight.one(who);
    let tame = fight.template(beast).has(&Feature::Mount) && one.side == fight.one(beast).side;
    let afoot = mount(fight, who).is_none() && !fight.template(who).has(&Feature::Mount);
    let free = !one.has(Condition::Prone) && numbers::speed(fight, who) > 0;
    let within_reach = moving::within_reach(fight, who, action_points::available(fight, who));
    refuse_if(!tame, &MOUNT, "that is no mount of its side")?;
    refuse_if(!fight.present(beast) || fight.distance(who, beast) > 1, &MOUNT, "the mount must be within 1 Space")?;
    refuse_if(fight.size(who) > Size::Small || !afoot, &MOUNT, "only whoever is Small and on its feet gets on")?;
    refuse_if(rider(fight, beast).is_some(), &MOUNT, "somebody rides it already")?;
    refuse_if(!free, &MOUNT, "it is not free to get on")?;
    refuse_if(within_reach < PRICE, &MOUNT, "getting on takes 2 Spaces of movement")
}

/// Who rides somebody: no longer one that has died in the saddle.
pub fn rider(fight: &Fight, beast: Who) -> Option<Who> {
    fight.marked(Mark::Mounted).find(|other| fight.present(*other) && mount(fight, *other) == Some(beast))
}

/// Gets on a mount.
///
/// # Errors
/// Halts with the table.
pub(crate) fn get_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, beast: Who) -> Result<(), T::Halt> {
    while fight.one(who).movement < PRICE && moving::may_move(fight, who).is_ok() {
        moving::take_move(fight, table, who);
    }
    let (Some(to), height) = (fight.one(beast).at, fight.one(beast).height) else { return Ok(()) };
    moving::leave(fight, table, who, Leaving { to, height, forced: false })?;
    if may_mount(fight, who, beast).is_err() || fight.one(who).movement < PRICE {
        return Ok(());
    }
    let mut one = fight.one_mut(who);
    one.movement -= PRICE;
    one.mount = Some(beast);
    one.at = Some(to);
    one.height = height;
    drop(one);
    table.tell(|| {
        let text = format!("{} rides {}", fight.label(who), fight.label(beast));
        Event::new(&MOUNT, text).by(who).to(beast).act_of(fight)
    });
    moving::settled(fight, table, who, to)
}

/// Tells that a mount has brought its rider along.
pub(crate) fn carried<T: Table<Fight>>(fight: &Fight, table: &mut T, beast: Who, rider: Who) {
    table.tell(|| {
        let text = format!("{} carries {} along", fight.label(beast), fight.label(rider));
        Event::new(&CARRIED, text).by(beast).to(rider)
    });
}

/// Somebody has come elsewhere: its rider comes along, and a rider that has left its mount rides no longer.
pub(crate) fn sort_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if let Some(beast) = fight.one(who).mount {
        let apart = match (fight.body(who), fight.body(beast)) {
            (Some(own), Some(body)) => !own.overlaps(body),
            _ => true,
        };
        if apart || !fight.present(beast) {
            fight.one_mut(who).mount = None;
            table.tell(|| {
                let text = format!("{} rides {} no longer", fight.label(who), fight.label(beast));
                Event::new(&OFF, text).by(who)
            });
        }
    }
    let Some(rider) = rider(fight, who) else { return };
    let (at, height) = (fight.one(who).at, fight.one(who).height);
    if fight.one(rider).at != at || fight.one(rider).height != height {
        fight.one_mut(rider).at = at;
        fight.one_mut(rider).height = height;
        if fight.stretch.is_none_or(|stretch| stretch.who != who) {
            carried(fight, table, who, rider);
        }
    }
}
