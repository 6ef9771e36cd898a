//! What is told of a way: one line for each stretch that nothing interrupts, told once it has been gone.

use quintain_engine::{Event, Table, Who};
use quintain_field::Square;

use crate::fight::{Fight, Gait, Pace, Stretch};
use crate::house::Distance;
use crate::rules::effects::caused;
use crate::rules::{distance, movement, phases, prone};

/// A creature sets out; gives back the stretch of another that was on its way.
pub(super) fn set_out<T: Table<Fight>>(fight: &mut Fight, table: &T, who: Who, pace: Pace) -> Option<Stretch> {
    let outer = fight.scratch.stretch.take();
    if table.hears() {
        let from = fight.one(who).at;
        fight.scratch.stretch = Some(Stretch { who, pace, from, on: false, dear: Vec::new() });
    }
    outer
}

/// Somebody has come to the end of its way.
pub(super) fn come_to<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outer: Option<Stretch>) {
    tell(fight, table);
    fight.scratch.stretch = outer;
}

/// The next stretch begins where somebody is now.
pub(super) fn start_anew(fight: &mut Fight, who: Who) {
    let at = fight.one(who).at;
    if let Some(stretch) = &mut fight.scratch.stretch {
        stretch.from = at;
    }
}

/// Notes what a square costs.
pub(super) fn note_price(fight: &mut Fight, who: Who, to: Square, price: i16, gait: Gait) {
    if gait == Gait::Fly || fight.scratch.stretch.is_none() {
        return;
    }
    let ground = movement::terrain(fight, who, to);
    let climbs = movement::crosses_hard_edge(&fight.setting, fight.one(who).at, to) || price > ground.max(3);
    let special = movement::swims(fight, to) || fight.one(who).prone || climbs;
    let rule = match ground {
        _ if special => &movement::SPECIAL,
        1 => &movement::WHICH_SQUARE,
        2 => &movement::LIGHT,
        _ => &movement::HEAVY,
    };
    if let Some(stretch) = &mut fight.scratch.stretch {
        stretch.dear.push((to, price, rule));
    }
}

/// Tells the stretch that has been gone so far, before something else is told.
pub(crate) fn tell<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    let Some(mut stretch) = fight.scratch.stretch.take() else { return };
    let at = fight.one(stretch.who).at;
    if at != stretch.from {
        let way = table.tell(|| caused(fight, event(fight, &stretch, at)));
        if !stretch.dear.is_empty() {
            table.tell(|| prices(fight, &stretch).because(way));
        }
        stretch.from = at;
        stretch.on = true;
        stretch.dear.clear();
    }
    fight.scratch.stretch = Some(stretch);
}

fn event(fight: &Fight, stretch: &Stretch, at: Square) -> Event {
    let Stretch { who, pace, from, on, .. } = *stretch;
    let (does, rule) = match pace {
        Pace::Crawl { .. } => ("crawls", &prone::STAY),
        Pace::Run(Gait::Fly) => ("flies at a run", &movement::RUN_DISTANCE),
        Pace::Run(Gait::Walk) => ("runs", &movement::RUN_DISTANCE),
        Pace::Fly => ("flies", &movement::FLY_DIRECTIONS),
        Pace::Walk => ("moves", &movement::UP_TO_SPEED),
        Pace::Charge => ("rushes", &movement::UP_TO_SPEED),
    };
    let on = if on { " on" } else { "" };
    let event = Event::new(rule, format!("{} {does}{on} from {from} to {at}", fight.label(who))).by(who);
    let event = event.and(&distance::ONE_RULE).and(distance::rule_of(fight)).and(&movement::SPEED_TYPES);
    let event = event.and(&movement::SPEED_CURRENT).and(&movement::UP_TO_SPEED);
    let event = if matches!(pace, Pace::Crawl { .. }) { event.and(&movement::SPECIAL) } else { event };
    let simulated = fight.house().distance == Distance::Simulation;
    let event = if simulated { event.and(&distance::COUNTER) } else { event };
    let acted = fight.turn.as_ref().is_some_and(|turn| turn.acted_first);
    let event = if acted { event.and(&phases::ORDERED) } else { event };
    match pace {
        Pace::Run(_) | Pace::Crawl { run: true } => {
            event.and(&movement::RUN_INSTEAD).and(&movement::RUN_NO_ACTIONS).act()
        }
        Pace::Walk | Pace::Crawl { run: false } => {
            event.and(&movement::WALK).and(&movement::WHICH_SQUARE).and(&movement::LEFTOVER).act()
        }
        Pace::Fly => event.and(&movement::GROUND_EFFECTS).act(),
        Pace::Charge => event,
    }
}

/// What the dear squares of a stretch have cost, in one line.
fn prices(fight: &Fight, stretch: &Stretch) -> Event {
    let name = fight.label(stretch.who);
    let each = stretch.dear.iter().map(|(square, price, _)| format!("{square} costs {name} {price}"));
    let text = each.collect::<Vec<_>>().join(", ");
    let first = stretch.dear.first().map_or(&movement::WHICH_SQUARE, |(_, _, rule)| *rule);
    let event = Event::new(first, text).by(stretch.who);
    let event = stretch.dear.iter().fold(event, |event, (_, _, rule)| match event.cites(rule.id) {
        true => event,
        false => event.and(rule),
    });
    let event = if event.cites(movement::WHICH_SQUARE.id) { event } else { event.and(&movement::WHICH_SQUARE) };
    event.and(&movement::KINDS).and(&movement::LABEL)
}
