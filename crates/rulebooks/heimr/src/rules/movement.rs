//! Moving from location to location: walking, running, charging, crawling, climbing, swimming, jumping down.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Rule, Table, Who};
use quintain_field::{Door, Square, Step};

use crate::content::{BindPart, Effect, Feature, Role};
use crate::rules::health::{self, Strain};
use crate::rules::{
    abilities, actions, attacks, brawl, challenges, clusters, daze, defence, effects, environment, fatigue, grid,
    magic, ranged, readied, stumble,
};
use crate::state::{Act, Ask, Border, Deed, Fight, Happened, Hold, Wanted, With};

/// The most borders that one action crosses.
const MOST: usize = 6;

/// Locations on the way, the last one last.
pub(crate) type Route = ArrayVec<Square, MOST>;

/// The direction from one location to its neighbour.
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

/// Levels that a location lies lower than somebody's own.
pub(crate) fn levels_down(fight: &Fight, who: Who, to: Square) -> i16 {
    -rise(fight, fight.one(who).at, to)
}

/// Whether height means nothing to somebody.
fn is_light(fight: &Fight, who: Who) -> bool {
    fight.has(who, Feature::Flies) || fight.has(who, Feature::PassesWalls)
}

/// Whether a border can be crossed walking: nothing stands there, and the next location is level with this one.
fn may_step(fight: &Fight, who: Who, from: Square, to: Square) -> Result<(), Refusal> {
    grid::is_open(fight, who, from, to)?;
    let rise = rise(fight, from, to);
    if rise == 0 || is_light(fight, who) {
        return Ok(());
    }
    if rise < 0 {
        return Err(Refusal::new(&ranged::JUMP, "it lies lower: jump down"));
    }
    if fight.has(who, Feature::ClimbsFreely) || climbed(fight, who, from, to) {
        return Ok(());
    }
    Err(Refusal::new(&environment::CLIMB, "it lies higher: climb"))
}

/// Whether all turns of the climb to a neighbour are done.
fn climbed(fight: &Fight, who: Who, from: Square, to: Square) -> bool {
    let one = fight.one(who);
    one.at == from
        && one
            .climbing
            .is_some_and(|(goal, done)| goal == to && u16::from(done) >= environment::climbing_turns(fight, from, to))
}

/// Whether somebody can go from where it is to the next location: the border lets it through, and nothing bars it.
fn may_cross(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    may_cross_from(fight, who, fight.one(who).at, to)
}

/// The same from a location on its way.
fn may_cross_from(fight: &Fight, who: Who, from: Square, to: Square) -> Result<(), Refusal> {
    let way = way(from, to).ok_or_else(no_neighbour)?;
    if !climbed(fight, who, from, to) {
        may_step(fight, who, from, to)?;
    }
    grid::may_go(fight, who, from, way)
}

/// The shortest way on foot of at most so many borders.
fn route(fight: &Fight, who: Who, to: Square, most: usize) -> Option<Route> {
    let from = fight.one(who).at;
    if way(from, to).is_some() && may_cross(fight, who, to).is_ok() {
        return Some([to].into_iter().collect());
    }
    (2..=most.min(MOST)).find_map(|length| extend(fight, who, from, to, length))
}

fn extend(fight: &Fight, who: Who, from: Square, to: Square, length: usize) -> Option<Route> {
    if ranged::plain(from, to) as usize > length {
        return None;
    }
    for (_, next) in grid::neighbours(fight, from) {
        if ranged::plain(next, to) as usize >= length || may_cross_from(fight, who, from, next).is_err() {
            continue;
        }
        if length == 1 {
            if next == to {
                return Some([to].into_iter().collect());
            }
        } else if let Some(rest) = extend(fight, who, next, to, length - 1) {
            let mut route: Route = [next].into_iter().collect();
            route.extend(rest.into_iter().take(MOST - 1));
            return Some(route);
        }
    }
    None
}

/// Borders that a move crosses, and a run.
pub(crate) fn move_length(fight: &Fight) -> usize {
    usize::from(fight.house().borders_per_action)
}

pub(crate) fn run_length(fight: &Fight) -> usize {
    2 * move_length(fight)
}

/// Whether somebody may move to a location.
pub(crate) fn may_move(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    if ranged::plain(fight.one(who).at, to) == 1 && move_length(fight) == 1 {
        return may_cross(fight, who, to);
    }
    match route(fight, who, to, move_length(fight)) {
        Some(_) => Ok(()),
        None => Err(why_not(fight, who, to, move_length(fight))),
    }
}

/// Said of a way that is too long.
pub(crate) const TOO_FAR: &str = "it is too far";

/// Why a location cannot be reached with so many borders: the distance, or what bars the straightest way.
fn why_not(fight: &Fight, who: Who, to: Square, most: usize) -> Refusal {
    let mut from = fight.one(who).at;
    if usize::from(ranged::plain(from, to)) <= most {
        while let Some((_, next)) =
            grid::neighbours(fight, from).find(|(_, next)| ranged::plain(*next, to) < ranged::plain(from, to))
        {
            if let Err(refusal) = may_cross_from(fight, who, from, next) {
                return refusal;
            }
            from = next;
        }
    }
    Refusal::new(&actions::MOVE, TOO_FAR)
}

/// Whether somebody may run or charge at all.
fn may_rush(fight: &Fight, who: Who) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    if fight.has(who, Feature::NoRunning) {
        return Err(Refusal::new(&actions::RUN, "its kind neither runs nor charges"));
    }
    if fight.one(who).fatigue > fatigue::EXHAUSTION && !fatigue::is_ignored(fight, who) {
        return Err(Refusal::new(&fatigue::EXHAUSTED, "too tired to run or charge"));
    }
    Ok(())
}

/// Whether somebody may run to a location.
pub(crate) fn may_run(fight: &Fight, who: Who, to: Square, via: Option<Square>) -> Result<(), Refusal> {
    may_rush(fight, who)?;
    match run_route(fight, who, to, via) {
        Some(_) => Ok(()),
        None => Err(why_not(fight, who, to, run_length(fight))),
    }
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

/// The locations that somebody gets to on foot over so many borders at most; lying or with bound feet, by crawling over one.
pub(crate) fn within(fight: &Fight, who: Who, most: usize) -> Vec<Square> {
    let from = fight.one(who).at;
    let near = fight.ground.map.bounds().squares().filter(|to| *to != from);
    let near = near.filter(|to| usize::from(ranged::plain(from, *to)) <= most);
    match grid::on_feet(fight, who) {
        Ok(()) => near.filter(|to| route(fight, who, *to, most).is_some()).collect(),
        Err(_) => near.filter(|to| may_crawl(fight, who, *to).is_ok()).collect(),
    }
}

/// The locations that somebody could charge into from where it is, whoever is there.
pub(crate) fn within_a_charge(fight: &Fight, who: Who) -> Vec<Square> {
    match may_rush(fight, who) {
        Ok(()) => within(fight, who, 1),
        Err(_) => Vec::new(),
    }
}

/// Whether somebody is free to run as it is now.
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

/// Whether somebody may crawl to a location.
pub(crate) fn may_crawl(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    if !fight.one(who).prone && !effects::is_bound(fight, who, BindPart::Feet) {
        return Err(Refusal::new(&actions::CRAWL, "only the prone crawl"));
    }
    may_cross(fight, who, to)
}

/// Whether somebody may spend a turn on climbing to a location.
pub(crate) fn may_climb(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    let from = fight.one(who).at;
    let way = way(from, to).ok_or_else(no_neighbour)?;
    match fight.border(from, to) {
        Border::Wall | Border::Door(Door::Closed | Door::Locked) | Border::Edge | Border::Water(_) => {
            grid::is_open(fight, who, from, to)?;
        }
        Border::Open | Border::Door(Door::Open) | Border::Climb { .. } => {}
    }
    if is_light(fight, who) || environment::climbing_turns(fight, from, to) == 0 {
        return Err(Refusal::new(&actions::CLIMB, "there is nothing to climb"));
    }
    if climbed(fight, who, from, to) {
        return Err(Refusal::new(&actions::CLIMB, "it is up: move on"));
    }
    grid::may_go(fight, who, from, way)
}

/// Whether somebody may swim to a location.
pub(crate) fn may_swim(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    grid::on_feet(fight, who)?;
    let from = fight.one(who).at;
    let way = way(from, to).ok_or_else(no_neighbour)?;
    if !matches!(fight.border(from, to), Border::Water(_)) || is_light(fight, who) {
        return Err(Refusal::new(&environment::WATER, "there is no water to cross"));
    }
    grid::may_go(fight, who, from, way)
}

/// Whether somebody may jump down to a location.
pub(crate) fn may_jump_down(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    let from = fight.one(who).at;
    let way = way(from, to).ok_or_else(no_neighbour)?;
    if rise(fight, from, to) >= 0 {
        return Err(Refusal::new(&ranged::JUMP, "it does not lie lower"));
    }
    if fight.one(who).prone {
        return Err(Refusal::new(&defence::PRONE, "prone: only crawling is possible"));
    }
    if !matches!(fight.border(from, to), Border::Climb { .. }) {
        grid::is_open(fight, who, from, to)?;
    }
    grid::may_go(fight, who, from, way)
}

pub(crate) fn may_charge(fight: &Fight, who: Who, to: Square, at: Who, with: With) -> Result<(), Refusal> {
    may_rush(fight, who)?;
    attacks::may_harm(fight, who, at)?;
    if fight.one(at).at != to {
        return Err(Refusal::new(&actions::CHARGE, "the target is not there"));
    }
    may_cross(fight, who, to)?;
    if fight.one(who).suffers(Effect::Stumble) {
        return Err(Refusal::new(&stumble::NEEDS_ATTACKER, "stumbling: somebody must attack first"));
    }
    match with {
        With::Weapons => match charges_with(fight, who).next() {
            Some(_) => Ok(()),
            None => Err(Refusal::new(&clusters::WEAPON, "no melee weapon in hand")),
        },
        _ => brawl::may(fight, who, with),
    }
}

/// The weapons that somebody can charge with.
pub(crate) fn charges_with(fight: &Fight, who: Who) -> impl Iterator<Item = Hold> + '_ {
    fight.one(who).holds().filter(move |hold| {
        let melee = fight.one(who).arm(*hold).is_some_and(|arm| fight.weapon(arm.weapon).is_melee());
        melee && abilities::used_with(fight, who, *hold).is_ok()
    })
}

/// What somebody does who crosses a border, in a word.
fn verb(rule: &'static Rule) -> &'static str {
    match rule.id {
        "act.run" => "runs",
        "act.crawl" => "crawls",
        _ => "goes",
    }
}

/// The event of a way gone.
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
    readied::run(fight, table)?;
    Ok(goes_on(fight, who, to))
}

/// Whether somebody is still able to go on from where it has come.
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
            if cross(fight, table, who, to, None)? {
                environment::landed(fight, table, who, levels)?;
            }
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

/// Somebody on a climb loses its hold: it falls from as high as it has come.
pub(crate) fn loses_hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some((_, done)) = fight.one_mut(who).climbing.take() else { return Ok(()) };
    environment::falls(fight, table, who, i16::from(done))
}
