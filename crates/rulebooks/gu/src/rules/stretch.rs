//! Ways in the log: one line for a stretch that is gone without anything between, told before whatever interrupts it.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use super::{dodge, grapple, ground, maneuvers, movement, turns};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::underway::{Gait, Stretch};

/// Somebody sets out for a square; what was going on before comes back with [`end`].
pub(crate) fn begin(fight: &mut Fight, who: Who, goal: Square, gait: Gait) -> Option<Stretch> {
    let from = fight.one(who).at;
    let told = matches!(gait, Gait::Fly | Gait::Jump);
    let new = Stretch { who, gait, from, goal, steps: 0, told, slow: false, wet: false };
    fight.scratch.stretch.replace(new)
}

/// A step has been made; `false` where nobody counts them and it has to be told by itself.
pub(crate) fn stepped(fight: &mut Fight, who: Who, was: Square) -> bool {
    let airborne = fight.one(who).airborne;
    let slow = !airborne && ground::is_slow(fight, who, was);
    let wet = slow && fight.ground().is_water(was) && !fight.template(who).entry.aquatic;
    let Some(stretch) = fight.scratch.stretch.as_mut().filter(|stretch| stretch.who == who) else { return false };
    stretch.steps += 1;
    stretch.slow |= slow;
    stretch.wet |= wet;
    true
}

/// Something is about to happen: what has been gone so far is told before it.
pub(crate) fn interrupt<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    let Some(stretch) = fight.scratch.stretch.filter(|stretch| stretch.steps > 0 || !stretch.told) else { return };
    table.tell(|| told(fight, stretch));
    let from = fight.one(stretch.who).at;
    fight.scratch.stretch = Some(Stretch { from, steps: 0, told: true, slow: false, wet: false, ..stretch });
}

/// The way is over, at its goal or before: the rest of it is told, and an outer way goes on.
pub(crate) fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outer: Option<Stretch>) {
    let arrived = |stretch: &Stretch| fight.one(stretch.who).at == stretch.goal;
    let untold = |stretch: &Stretch| match stretch.gait {
        // Where a bound or flight ends as it was meant to, nothing is left to tell.
        Gait::Fly | Gait::Jump => stretch.steps > 0 && !arrived(stretch),
        _ => stretch.steps > 0 || !stretch.told,
    };
    if let Some(stretch) = fight.scratch.stretch.filter(untold) {
        table.tell(|| told(fight, stretch));
    }
    fight.scratch.stretch = outer;
}

fn told(fight: &Fight, stretch: Stretch) -> Event {
    let Stretch { who, gait, from, goal, .. } = stretch;
    let (name, to) = (fight.label(who), fight.one(who).at);
    let text = match gait {
        _ if stretch.steps == 0 && gait == Gait::Dodge => format!("{name} makes for {goal}"),
        _ if stretch.steps == 0 => format!("{name} sets out for {goal}"),
        Gait::Dodge => format!("{name} gets away from {from} to {to}"),
        Gait::Drag => format!("{name} goes from {from} to {to} with its victim"),
        Gait::Fly => format!("{name} flies from {from} to {to}"),
        Gait::Walk | Gait::Jump => format!("{name} goes from {from} to {to}"),
    };
    let text = if to == goal || stretch.steps == 0 { text } else { format!("{text} on the way to {goal}") };
    let event = match gait {
        Gait::Dodge => Event::new(&dodge::MUST_MOVE, text).and(&movement::SQUARE_COST),
        Gait::Drag => Event::new(&grapple::DRAG_SUCCESS, text).and(&movement::SQUARE_COST),
        Gait::Walk if !stretch.told => {
            let event = Event::new(&movement::ALLOWANCE, text).and(&movement::SQUARE_COST).and(&turns::MOVEMENT);
            let event = event.and(&turns::ANY_ORDER).act();
            if fight.one(who).is(Condition::Fatigued) { event.and(&super::status::FATIGUED_MOVEMENT) } else { event }
        }
        _ => Event::new(&movement::SQUARE_COST, text),
    };
    let event = event.by(who);
    let event =
        if gait == Gait::Dodge && fight.one(who).airborne { event.and(&maneuvers::DODGE_DISTANCE) } else { event };
    let event = if stretch.slow { event.and(&ground::DIFFICULT) } else { event };
    if stretch.wet { event.and(&ground::SWIM_DIFFICULT) } else { event }
}
