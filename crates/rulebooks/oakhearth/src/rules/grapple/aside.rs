//! A grappler that stays where it is and puts the creature it holds somewhere else beside itself.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Span, Square, Step, Walls};

use super::{HAND_USED, SHIFT, holds, wrest};
use crate::fight::Fight;
use crate::refusing::refuse_if;
use crate::rules::{action_points, moving};
use crate::story::Told;

/// Spaces of movement that it takes.
pub const PRICE: i16 = 1;

/// The Spaces beside its grappler to which a creature can be shifted from where it is.
pub fn places(fight: &Fight, who: Who, whom: Who) -> impl Iterator<Item = Square> + '_ {
    let from = fight.one(whom).at;
    let near = from.and_then(|from| Span::from(from).grown(1).clipped_to(fight.map.bounds()));
    let fits = move |to: &Square| from.is_some_and(|from| leads(fight, (who, whom), from, *to));
    near.into_iter().flat_map(Span::squares).filter(fits)
}

/// Whether a creature fits into a Space next to where it is, no lower and within its grappler's reach.
fn leads(fight: &Fight, (who, whom): (Who, Who), from: Square, to: Square) -> bool {
    let open = |step| fight.map.body_step_open(fight.footprint(whom), from, step, Walls::KeepCorners);
    let free = fight.room(whom, to) && fight.distance_from(whom, to, who) <= 1 && fight.level(to) >= fight.level(from);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    to != from && free && Step::nearest(dx.into(), dy.into()).is_some_and(open)
}

/// # Errors
/// Why somebody cannot shift a creature there.
pub fn may_shift(fight: &Fight, who: Who, whom: Who, to: Square) -> Result<(), Refusal> {
    refuse_if(!holds(fight, who, whom), &HAND_USED, "nobody of that name is in its grip")?;
    refuse_if(!places(fight, who, whom).any(|place| place == to), &SHIFT, "that is no free Space beside both")?;
    let within_reach = moving::within_reach(fight, who, action_points::available(fight, who));
    refuse_if(within_reach < PRICE, &SHIFT, "it has not enough movement")
}

/// Shifts a creature: others that hold it must be beaten first.
///
/// # Errors
/// Halts with the table.
pub(crate) fn shift<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    to: Square,
) -> Result<(), T::Halt> {
    while fight.one(who).movement < PRICE && moving::may_move(fight, who).is_ok() {
        moving::take_move(fight, table, who);
    }
    if fight.one(who).movement < PRICE {
        return Ok(());
    }
    fight.one_mut(who).movement -= PRICE;
    let beaten = wrest(fight, table, who, whom, &[])?;
    if !beaten || !holds(fight, who, whom) || !places(fight, who, whom).any(|place| place == to) {
        return Ok(());
    }
    table.tell(|| {
        let text = format!("{} shifts {} to {to}", fight.label(who), fight.label(whom));
        Event::new(&SHIFT, text).by(who).to(whom).act_of(fight)
    });
    moving::displaced(fight, table, whom, to)
}
