//! Moving from location to location: walking, running, charging, crawling, climbing, swimming, jumping down.

mod legal;

use arrayvec::ArrayVec;
use quintain_engine::kit::refuse_if;
use quintain_engine::{Event, Refusal, Rule, Table, Who};
use quintain_field::{Square, Step};

use crate::content::{Feature, Role};
use crate::rules::health::{self, Strain};
use crate::rules::{actions, attacks, challenges, clusters, daze, environment, grid, magic, ranged, readied};
use crate::state::{Act, Ask, Border, Deed, Fight, Happened, Wanted, With};

use legal::may_rush;
pub(crate) use legal::{
    TOO_FAR, charges_with, may_charge, may_climb, may_crawl, may_jump_down, may_move, may_run, may_swim,
};

/// The most borders that one action crosses.
const MOST: usize = 6;

/// Locations on the way, the last one last.
pub(crate) type Route = ArrayVec<Square, MOST>;

fn way(from: Square, to: Square) -> Option<Step> {
    Step::STRAIGHT.into_iter().find(|way| from.step(*way) == to)
}

fn no_neighbour() -> Refusal {
    Refusal::new(&grid::BORDER, grid::NO_BORDER)
}

/// Levels that a location lies higher than another.
fn rise(fight: &Fight, from: Square, to: Square) -> i16 {
    fight.ground.level(to) - fight.ground.level(from)
}

/// Levels that a location lies lower than a combatant's own.
pub(crate) fn levels_down(fight: &Fight, who: Who, to: Square) -> i16 {
    -rise(fight, fight.one(who).at, to)
}

/// Whether height means nothing to a combatant.
fn is_light(fight: &Fight, who: Who) -> bool {
    fight.has(who, Feature::Flies)
}

/// Whether a border can be crossed walking: nothing stands there, and the next location is level with this one.
fn may_step(fight: &Fight, who: Who, from: Square, to: Square) -> Result<(), Refusal> {
    grid::is_open(fight, who, from, to)?;
    let rise = rise(fight, from, to);
    if rise == 0 || is_light(fight, who) {
        return Ok(());
    }
    refuse_if(rise < 0, &ranged::JUMP, "it lies lower: jump down")?;
    refuse_if(!fight.has(who, Feature::ClimbsFreely), &environment::CLIMB, "it lies higher: climb")
}

/// Whether all turns of the climb to a neighbour are done.
fn climbed(fight: &Fight, who: Who, from: Square, to: Square) -> bool {
    let one = fight.one(who);
    one.at == from
        && one
            .climbing
            .is_some_and(|(goal, done)| goal == to && u16::from(done) >= environment::climbing_turns(fight, from, to))
}

fn may_cross(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    may_cross_from(fight, who, fight.one(who).at, to)
}

fn may_cross_from(fight: &Fight, who: Who, from: Square, to: Square) -> Result<(), Refusal> {
    let way = way(from, to).ok_or_else(no_neighbour)?;
    if !climbed(fight, who, from, to) {
        may_step(fight, who, from, to)?;
    }
    grid::may_go(fight, who, from, way)
}

/// The shortest way on foot of at most so many borders.
fn route(fight: &Fight, who: Who, to: Square, most: usize) -> Option<Route> {
    (1..=most.min(MOST)).find_map(|length| extend(fight, who, fight.one(who).at, to, length))
}

/// A way of exactly so many borders.
fn extend(fight: &Fight, who: Who, from: Square, to: Square, length: usize) -> Option<Route> {
    if length == 0 {
        return Some(Route::new());
    }
    let may =
        |next: Square| usize::from(ranged::plain(next, to)) < length && may_cross_from(fight, who, from, next).is_ok();
    grid::neighbours(fight, from).map(|(_, next)| next).filter(|next| may(*next)).find_map(|next| {
        let rest = extend(fight, who, next, to, length - 1)?;
        Some(std::iter::once(next).chain(rest).collect())
    })
}

/// Borders that a move crosses, and a run.
pub(crate) fn move_length(fight: &Fight) -> usize {
    usize::from(fight.house().borders_per_action)
}

pub(crate) fn run_length(fight: &Fight) -> usize {
    2 * move_length(fight)
}

fn run_route(fight: &Fight, who: Who, to: Square, via: Option<Square>) -> Option<Route> {
    let Some(via) = via else { return route(fight, who, to, run_length(fight)) };
    may_cross(fight, who, via).ok()?;
    may_cross_from(fight, who, via, to).ok()?;
    Some([via, to].into_iter().collect())
}

/// The locations of a movement that may be chosen, from where it starts, to be shown beforehand.
pub(crate) fn shown(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Square> {
    let (Ask::Turn { who }, Act::Deed(deed)) = (*ask, *act) else { return Vec::new() };
    let route = route_of(fight, who, deed);
    if route.is_empty() {
        return Vec::new();
    }
    std::iter::once(fight.one(who).at).chain(route).collect()
}

/// The locations that a movement leads into, in their order; none where nobody leaves its location.
pub(crate) fn route_of(fight: &Fight, who: Who, deed: Deed) -> Route {
    match deed {
        Deed::Move { to } => route(fight, who, to, move_length(fight)).unwrap_or_default(),
        Deed::Run { to, via } => run_route(fight, who, to, via).unwrap_or_default(),
        Deed::Charge { to, .. } | Deed::Crawl { to } | Deed::Swim { to } | Deed::JumpDown { to } => {
            [to].into_iter().collect()
        }
        _ => Route::new(),
    }
}

/// The locations that a combatant gets to on foot over so many borders at most; lying or with bound feet, by crawling over one.
pub(crate) fn within(fight: &Fight, who: Who, most: usize) -> Vec<Square> {
    let from = fight.one(who).at;
    let near = fight.ground.map.bounds().squares().filter(|to| *to != from);
    let near = near.filter(|to| usize::from(ranged::plain(from, *to)) <= most);
    match grid::on_feet(fight, who) {
        Ok(()) => near.filter(|to| route(fight, who, *to, most).is_some()).collect(),
        Err(_) => near.filter(|to| may_crawl(fight, who, *to).is_ok()).collect(),
    }
}

/// The locations that a combatant could charge into from where it is.
pub(crate) fn within_a_charge(fight: &Fight, who: Who) -> Vec<Square> {
    match may_rush(fight, who) {
        Ok(()) => within(fight, who, 1),
        Err(_) => Vec::new(),
    }
}

/// Whether a combatant is free to run as it is now.
pub(crate) fn runs(fight: &Fight, who: Who) -> bool {
    may_rush(fight, who).is_ok()
}

/// Whether something done is a movement from location to location, or a turn of climbing on the way.
pub(crate) fn is_movement(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Charge { .. }
            | Deed::Move { .. }
            | Deed::Run { .. }
            | Deed::Crawl { .. }
            | Deed::Climb { .. }
            | Deed::Swim { .. }
            | Deed::JumpDown { .. }
    )
}

/// How a combatant crosses a border, in a word.
fn verb(rule: &'static Rule) -> &'static str {
    match rule.id {
        "act.run" => "runs",
        "act.crawl" => "crawls",
        _ => "goes",
    }
}

fn went(fight: &Fight, who: Who, event: Event) -> Event {
    let event = event.and(&grid::BORDER).and(&grid::MARKER).and(&grid::LOCATION);
    let event = if fight.ground.is_plain() { event } else { event.and(&grid::BARRIERS).and(&grid::DATA) };
    actions::act_of(fight, who, event)
}

/// Crosses a border: out of the cluster, into the next location, with all that waits for it. False where the mover
/// cannot go on. It is told of by a rule, unless that is done elsewhere.
fn cross<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    rule: Option<&'static Rule>,
) -> Result<bool, T::Halt> {
    goes_over(fight, table, who, to, rule);
    readied::run(fight, table)?;
    Ok(goes_on(fight, who, to))
}

/// [`cross`], before anybody who waits for it answers.
fn goes_over<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square, rule: Option<&'static Rule>) {
    let from = fight.one(who).at;
    clusters::leave(fight, table, who, &clusters::SQUARE);
    let one = fight.one_mut(who);
    one.at = to;
    one.entered = way(from, to);
    one.climbing = None;
    one.stepped = true;
    if let Some(rule) = rule {
        table.tell(|| {
            let text = format!("{} {} from {from} to {to}", fight.label(who), verb(rule));
            went(fight, who, Event::new(rule, text))
        });
    }
    readied::note(fight, Happened::Left(who, from));
    readied::note(fight, Happened::Entered(who, to));
}

/// Whether a combatant is still able to go on from where it has come.
fn goes_on(fight: &Fight, who: Who, at: Square) -> bool {
    let one = fight.one(who);
    let ended = fight.turn.who == Some(who) && fight.turn.ended;
    one.at == at
        && fight.present(who)
        && !one.unconscious
        && !daze::is_dazed(fight, who)
        && !ended
        && fight.outcome.is_none()
}

/// Carries a movement out. False if it did not take place.
pub(crate) fn perform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    deed: Deed,
) -> Result<bool, T::Halt> {
    if !readied::wants(fight, table, who, Wanted::Deed(deed))? || actions::possible(fight, who, deed).is_err() {
        return Ok(false);
    }
    health::strains(fight, table, who, Strain::Legs)?;
    magic::moved(fight, table, who, deed);
    // An ongoing action leaves one open from its first step on.
    fight.one_mut(who).ongoing |= actions::is_ongoing(fight, who, deed);
    match deed {
        Deed::Charge { to, at, with } => charge(fight, table, who, to, at, with)?,
        Deed::Move { to } => {
            let Some(route) = route(fight, who, to, move_length(fight)) else { return Ok(false) };
            walk(fight, table, who, &route, &actions::MOVE, false)?;
        }
        Deed::Run { to, via } => {
            let Some(route) = run_route(fight, who, to, via) else { return Ok(false) };
            walk(fight, table, who, &route, &actions::RUN, true)?;
        }
        Deed::Crawl { to } => {
            cross(fight, table, who, to, Some(&actions::CRAWL))?;
        }
        Deed::Climb { to } => climb(fight, table, who, to)?,
        Deed::Swim { to } => {
            if let Border::Water(against) = fight.border(fight.one(who).at, to)
                && environment::swims(fight, table, who, to, against)?
            {
                cross(fight, table, who, to, Some(&actions::MOVE))?;
            }
        }
        Deed::JumpDown { to } => {
            let levels = levels_down(fight, who, to);
            table.tell(|| {
                let text = format!("{} jumps down from {} to {to}", fight.label(who), fight.one(who).at);
                went(fight, who, Event::new(&actions::JUMP_DOWN, text).and(&ranged::JUMP))
            });
            // The landing is part of the jump: what waits for the jump comes after both.
            goes_over(fight, table, who, to, None);
            environment::landed(fight, table, who, levels)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn walk<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    route: &[Square],
    rule: &'static Rule,
    rushes: bool,
) -> Result<(), T::Halt> {
    // A stretch without anybody who waits for it and without bad ground is told of as one.
    let alone = !readied::anybody(fight) && !route.iter().any(|to| rushes && fight.ground.is_treacherous(*to));
    if alone {
        let from = fight.one(who).at;
        table.tell(|| {
            let (last, between) = route.split_last().map_or((from, &[][..]), |(last, between)| (*last, between));
            let by: Vec<String> = between.iter().map(Square::to_string).collect();
            let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(" and ")) };
            went(fight, who, Event::new(rule, format!("{} {} from {from} to {last}{by}", fight.label(who), verb(rule))))
        });
    }
    for (place, to) in route.iter().copied().enumerate() {
        // What has happened on the way may have barred the rest of it.
        let open = place == 0 || (grid::on_feet(fight, who).is_ok() && may_cross(fight, who, to).is_ok());
        if !open || !cross(fight, table, who, to, Some(rule).filter(|_| !alone))? {
            return Ok(());
        }
        if rushes && !environment::footing(fight, table, who)? {
            return Ok(());
        }
    }
    Ok(())
}

fn charge<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    to: Square,
    at: Who,
    with: With,
) -> Result<(), T::Halt> {
    table.tell(|| {
        let text = format!("{} charges {} from {} to {to}", fight.label(who), fight.label(at), fight.one(who).at);
        went(fight, who, Event::new(&actions::CHARGE, text).to(at))
    });
    if !cross(fight, table, who, to, None)? || !environment::footing(fight, table, who)? {
        return Ok(());
    }
    if attacks::may_attack(fight, who, at, with).is_ok() {
        attacks::attack(fight, table, who, at, with, true)?;
    }
    Ok(())
}

fn climb<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let from = fight.one(who).at;
    let needed = environment::climbing_turns(fight, from, to);
    if let Border::Climb { against: Some(number), .. } = fight.border(from, to) {
        let challenge = challenges::of_role(fight, table, who, Role::Climb)?;
        if !challenges::against(fight, table, &challenge, &actions::CLIMB, "climbing", number)? {
            return Ok(());
        }
    }
    if fight.one(who).at != from {
        return Ok(());
    }
    clusters::leave(fight, table, who, &clusters::STEP_OUT);
    let one = fight.one_mut(who);
    let done = match one.climbing {
        Some((goal, done)) if goal == to => done.saturating_add(1),
        _ => 1,
    };
    one.climbing = Some((to, done));
    table.tell(|| {
        let text = format!("{} climbs towards {to}: {done} of {needed}", fight.label(who));
        actions::act_of(fight, who, Event::new(&actions::CLIMB, text).and(&environment::CLIMB))
    });
    Ok(())
}

/// A combatant on a climb loses its hold: it falls from as high as it has come.
pub(crate) fn loses_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some((goal, done)) = fight.one_mut(who).climbing.take() else { return Ok(()) };
    let (at, done) = (fight.one(who).at, i16::from(done));
    let (levels, turns) = (rise(fight, at, goal), environment::climbing_turns(fight, at, goal) as i16);
    // Turns of climbing are levels only where the climb takes one for each.
    let levels = if levels > 0 && turns > 0 { levels * done.min(turns) / turns } else { done };
    environment::falls(fight, table, who, levels)
}
