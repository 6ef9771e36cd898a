//! Falling, and being knocked out of the air.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;
use smallvec::SmallVec;

use super::damage::{self, Harm};
use super::grapple;
use super::maneuvers::{self, glide};
use super::movement::{self, Pace};
use crate::ask::{self, Act, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::DamageType;

quintain_engine::section! {
    "Falling";
    THRESHOLD = Engine "fall.threshold": "A fall of 2 m or less does nothing.";
    DAMAGE = Engine "fall.damage": "A longer fall deals 3 force damage for every metre, the first two included.", ruling "Whoever is landed on takes the same, and the faller goes to a free square beside.";
    FLYER_CATCH = Choice "fall.flyer-catch": "Whoever has a flying speed when something else than Take Flight lifts it off the ground may at once move up to half of it.";
    IMMEDIATE = Engine "fall.immediate": "Whoever is in the air without a flying speed falls at once, up to 500 m.";
    CONTINUE = Engine "fall.continue": "Whoever is still falling falls another 500 m at the end of each of its turns.", ruling "Whoever gets a flying speed on the way falls no further.";
}

/// Metres that one falls at once.
const AT_ONCE: i16 = 500;

/// The ground under a combatant ends, so many metres above the next: one that flies is in the air, one that does not
/// falls. It comes to the ground from where it was.
pub(crate) fn off<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    was: (Square, i16),
    drop: i16,
) -> Result<(), T::Halt> {
    if drop <= 0 || fight.one(who).airborne {
        return Ok(());
    }
    if derived::flight(fight, who).is_none() || !movement::can_go_on(fight, who) {
        if super::gu::falls_at_once(fight, who).is_none() {
            movement::arrived(fight, table, who, was)?;
            return down(fight, table, who, drop);
        }
        fight.one_mut(who).height = drop;
        return fall(fight, table, who);
    }
    fight.one_mut(who).height = drop;
    table.tell(|| {
        let text = format!("{} is in the air, {drop} m above the ground", fight.label(who));
        Event::new(&FLYER_CATCH, text).by(who)
    });
    lifted(fight, table, who)
}

/// Somebody is in the air by anything but Take Flight.
pub(crate) fn lifted<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fight.one_mut(who).airborne = true;
    let practised = super::gu::catches_itself(fight, table, who)?;
    if derived::flight(fight, who).is_none() || fight.is_restrained(who) {
        return fall(fight, table, who);
    }
    fight.one_mut(who).conditions.take(Condition::Prone);
    let speed = maneuvers::speed(fight, who);
    let metres = if practised { speed } else { speed / 2 };
    if let Some(Act::Square(square)) = ask::act(fight, table, Ask::Catch { who, metres })? {
        let (least, most) = maneuvers::heights(fight, who, square, metres);
        let height = ask::number(fight, table, Ask::Altitude { who, to: square, least, most })? as i16;
        table.tell(|| {
            let text = format!("{} catches itself within {metres} m", fight.label(who));
            Event::new(&FLYER_CATCH, text).by(who)
        });
        glide(fight, table, who, (square, height.clamp(least, most)), Pace::FREE)?;
    }
    Ok(())
}

/// Falls up to 500 m at once.
pub(crate) fn fall<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    fall_on(fight, table, who, &IMMEDIATE)
}

/// Whether somebody has fallen at once as far as one does and is falling still.
pub fn is_falling(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    let helpless = one.conditions.any(crate::condition::HELPLESS) || fight.is_restrained(who);
    one.fallen > 0 && (helpless || derived::flight(fight, who).is_none())
}

/// A faller with wings by now falls no more: what comes later is another fall, from here.
pub(crate) fn borne<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).fallen > 0 && !is_falling(fight, who) {
        fight.one_mut(who).fallen = 0;
        table.tell(|| Event::new(&CONTINUE, format!("{} flies and falls no further", fight.label(who))).by(who));
    }
}

/// The same by this rule: at once, or another 500 m at the end of a turn.
pub(crate) fn fall_on<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static quintain_engine::Rule,
) -> Result<(), T::Halt> {
    // A combatant that is held in the air is held up there.
    if fight.one(who).held_by.is_some_and(|holder| fight.one(holder).airborne) {
        return Ok(());
    }
    let height = fight.one(who).height;
    let deep = height.min(super::gu::falls_at_once(fight, who).unwrap_or(AT_ONCE));
    table.tell(|| Event::new(rule, format!("{} falls {deep} m", fight.label(who))).by(who));
    let was = movement::spot(fight, who);
    let along = draws_along(fight, who, height - deep);
    let mut one = fight.one_mut(who);
    one.height -= deep;
    let whole = one.fallen.saturating_add(deep);
    let (lands, hung) = (one.height == 0, one.climbing);
    one.fallen = if lands { 0 } else { whole };
    (one.airborne, one.climbing) = (!lands, hung && !lands);
    drop(one);
    grapple::parted(fight, table, who)?;
    for one in along.iter().copied().chain([who]) {
        movement::arrived(fight, table, one, was)?;
    }
    if !lands {
        return Ok(());
    }
    down(fight, table, who, whole)?;
    down_with(fight, table, who, &along, whole)
}

/// Combatants that one holds up as it falls to this height, and that have no wings to stay there: they fall along.
fn draws_along(fight: &mut Fight, who: Who, height: i16) -> SmallVec<[Who; 8]> {
    let from = fight.one(who).height;
    let drawn = |held: &Who| fight.one(*held).height == from && derived::flight(fight, *held).is_none();
    let along: SmallVec<[Who; 8]> = fight.held_by(who).filter(drawn).collect();
    for held in along.iter().copied() {
        let mut held = fight.one_mut(held);
        (held.height, held.airborne) = (height, height > 0);
    }
    along
}

/// Those that have fallen along with their holder are where it has come down, and are hurt as it is.
fn down_with<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    along: &[Who],
    whole: i16,
) -> Result<(), T::Halt> {
    for held in along.iter().copied() {
        if fight.one(held).held_by == Some(who) {
            movement::place(fight, held, fight.one(who).at, 0);
        }
        if fight.present(held)
            && let Some(harm) = comes_to(fight, table, held, (whole, "comes down with it"))
        {
            damage::harm(fight, table, held, harm)?;
        }
    }
    Ok(())
}

/// A combatant that neither flies nor hangs on a wall nor is held does not stay above the ground.
pub(crate) fn comes_down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    if one.airborne {
        return maneuvers::keep_aloft(fight, table, who);
    }
    if one.climbing || one.height <= 0 || one.held_by.is_some() || !fight.present(who) {
        return Ok(());
    }
    let was = movement::spot(fight, who);
    let drop = std::mem::take(&mut fight.one_mut(who).height);
    off(fight, table, who, was, drop)
}

/// A combatant that has been carried on over ground that falls away comes down to it: by 2 m at most it is a step down.
pub(crate) fn settles<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    if one.airborne || one.climbing || one.held_by.is_some() || !(1..=2).contains(&one.height) {
        return comes_down(fight, table, who);
    }
    let was = movement::spot(fight, who);
    fight.one_mut(who).height = 0;
    movement::arrived(fight, table, who, was)
}

/// Somebody has left the wall on which it hung, above this square, and falls.
pub(crate) fn off_the_wall<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    from: Square,
) -> Result<(), T::Halt> {
    if !std::mem::take(&mut fight.one_mut(who).climbing) {
        return Ok(());
    }
    let was = movement::spot(fight, who);
    let hung = std::mem::take(&mut fight.one_mut(who).height);
    let rise = fight.ground_below(who, fight.one(who).at) - fight.ground_below(who, from);
    off(fight, table, who, was, hung - rise)
}

/// Somebody has come down after a fall of so many metres.
pub(crate) fn down<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, metres: i16) -> Result<(), T::Halt> {
    let at = fight.one(who).at;
    let level = fight.level(who);
    let below = fight.occupant(at, level, who).filter(|other| fight.one(*other).held_by != Some(who));
    if let Some(harm) = comes_to(fight, table, who, (metres, "comes down")) {
        damage::harm(fight, table, who, harm)?;
        if let Some(other) = below {
            damage::harm(fight, table, other, harm)?;
        }
    } else {
        table.tell(|| {
            let text = format!("{} falls {metres} m and is not hurt", fight.label(who));
            Event::new(&THRESHOLD, text).by(who)
        });
    }
    movement::out_of_others(fight, table, who)
}

/// The harm of a fall of so many metres, if there is any.
fn comes_to<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, (metres, how): (i16, &str)) -> Option<Harm> {
    let amount = super::gu::fall_damage(fight, who, metres);
    if amount == 0 {
        return None;
    }
    let cause = table.tell(|| {
        let text = format!("{} {how} after {metres} m", fight.label(who));
        Event::new(&DAMAGE, text).by(who)
    });
    Some(Harm::new(&DAMAGE, cause).of(DamageType::Force, amount))
}

/// What a fall deals by itself.
pub fn plain_damage(metres: i16) -> i32 {
    if metres > 2 { 3 * i32::from(metres) } else { 0 }
}
