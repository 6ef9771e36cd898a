//! Changed ground: what abilities make of squares for a while, and what it does to those on it.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Crossing, Footprint, Height, Line, Met, Span, Spot, Square};
use smallvec::SmallVec;

use crate::book::{Aim, Aptitudes, Cover, Effect, Feature, Moments, On, Topic, Zone as ZoneEntry};
use crate::content::{AbilityId, ability_of};
use crate::fight::{Fight, Setting, Zone};
use crate::lasting::{Clock, StepId};
use crate::rules::effects::{self, Job};
use crate::rules::features::{self, Source};
use crate::rules::{abilities, cover as hiding, distance, durations, kept, mounted, movement, prone, steps, targets};

/// The squares of a zone.
pub fn span(zone: &Zone) -> Span {
    match zone.side {
        0 => Span::from(zone.at).grown(zone.radius.max(0) as u16),
        side => Footprint::new(side, side).at(zone.at),
    }
}

/// Whether a square lies in a zone.
pub fn covers(fight: &Fight, zone: &Zone, square: Square) -> bool {
    match zone.side {
        0 => is_around(fight, (zone.at, zone.radius), square),
        _ => span(zone).contains(square),
    }
}

fn is_around(fight: &Fight, (at, radius): (Square, i16), square: Square) -> bool {
    match fight.setting.flat {
        true => i32::from(radius) >= quintain_field::distance(at, square, distance::rule(fight)) as i32,
        false => radius >= distance::of_squares(fight, at, square),
    }
}

/// How far a zone reaches that somebody makes by an ability.
fn radius_of(fight: &Fight, by: Who, ability: AbilityId, (entry, with): (&ZoneEntry, Aptitudes)) -> i16 {
    let reach = if abilities::from_source(fight, by, ability) { 2 } else { 1 };
    fight.value(entry.radius, with) * reach
}

/// The squares on which an ability would lay its zone, if it lays any.
pub fn laid(fight: &Fight, by: Who, ability: AbilityId, at: Square) -> Vec<Square> {
    let steps = fight.ability(ability).entry.every_step();
    let zone =
        steps.filter_map(|step| if let Effect::Zone(entry) = &step.effect { Some((entry, step.on)) } else { None });
    let Some((entry, on)) = zone.into_iter().next() else { return Vec::new() };
    let own = on == On::User || matches!(fight.ability(ability).entry.aim, Aim::Oneself);
    let at = if own { fight.one(by).at } else { at };
    let radius = radius_of(fight, by, ability, (entry, features::aptitudes(fight, by)));
    let bounds = fight.setting.map.bounds();
    match entry.side {
        0 => bounds.squares().filter(|square| is_around(fight, (at, radius), *square)).collect(),
        side => Footprint::new(side, side).at(at).squares().filter(|square| bounds.contains(*square)).collect(),
    }
}

/// Whether somebody stands in a zone, and not above it.
pub fn inside(fight: &Fight, zone: &Zone, who: Who) -> bool {
    let one = fight.one(who);
    holds(fight, zone, (fight.body(who), one.at, one.altitude))
}

/// Whether a zone holds a body that stands on a square, or is aloft there. A radius is measured in space; other ground
/// reaches as far up as it is wide, and a single square nobody who is aloft.
fn holds(fight: &Fight, zone: &Zone, (body, at, altitude): (Span, Square, i16)) -> bool {
    if zone.radius > 0 && zone.side == 0 {
        let up = fight.setting.map.ground(at).up(Height::from_metres(altitude));
        return distance::of_body(fight, (body, up), zone.at) <= zone.radius;
    }
    altitude <= zone.side.into() && body.squares().any(|square| covers(fight, zone, square))
}

/// Whether a zone leaves somebody alone: its owner, unless it spares nobody.
fn spares(fight: &Fight, zone: &Zone, who: Who) -> bool {
    let spares_nobody = fight.zone_entry(zone).is_some_and(|entry| entry.spares_nobody);
    let own = zone.owner == who && zone.includes == 0;
    !spares_nobody && (own || shares_totem(fight, zone, who))
}

/// Rituals spare holders of the same totem: whether a zone is a ritual around a totem that a creature holds, too.
fn shares_totem(fight: &Fight, zone: &Zone, who: Who) -> bool {
    let totem = |holder: Who| fight.one(holder).totem.unwrap_or(holder);
    zone.owner != who
        && totem(who) == totem(zone.owner)
        && fight.ability(zone.step.ability).is(crate::book::Tag::Ritual)
}

/// What zones give to those inside.
pub fn given(fight: &Fight, who: Who, found: &mut impl FnMut(Feature, Source)) {
    for zone in &fight.zones {
        if let Some(feature) = fight.zone_entry(zone).and_then(|entry| entry.gives)
            && inside(fight, zone, who)
            && !spares(fight, zone, who)
        {
            let Zone { with, owner, .. } = *zone;
            let by = Some(zone.step.ability);
            found(feature, Source { with, owner, by, about: None, weapon: None, order: None });
        }
    }
}

/// The cover that zones give a target on the line between two spots, or make better.
pub fn cover(fight: &Fight, (by, at): (Who, Who), (from, to): (Spot, Spot), found: Option<Cover>) -> Option<Cover> {
    let (map, mut found) = (&fight.setting.map, found);
    for zone in &fight.zones {
        let Some(entry) = fight.zone_entry(zone) else { continue };
        let Some(grade) = entry.cover else { continue };
        let high = if zone.side > 0 { zone.side.into() } else { zone.radius };
        let top = map.ground(zone.at).up(Height::from_metres(high));
        let holds_up = |Met { crossing, lowest }| match crossing {
            Crossing::Through(square) => lowest <= top && covers(fight, zone, square),
            _ => false,
        };
        // What comes from inside is not held up.
        let within = covers(fight, zone, from.square) && inside(fight, zone, by);
        if !within && Line::new(from.point(map), to.point(map)).any(holds_up) {
            found = hiding::better(found, Some(grade));
        }
    }
    let shrouds = |zone: &Zone| shrouds(fight, zone, at) && inside(fight, zone, at);
    if fight.zones.iter().any(shrouds) {
        found = match found {
            Some(Cover::Quarter) => Some(Cover::Half),
            Some(Cover::Half) => Some(Cover::Full),
            other => other,
        };
    }
    found
}

/// Whether a zone makes the cover of somebody better who is inside.
fn shrouds(fight: &Fight, zone: &Zone, who: Who) -> bool {
    fight.zone_entry(zone).is_some_and(|entry| entry.better_cover) && !spares(fight, zone, who)
}

/// `los.magic-breaks`: in a shroud full cover hides somebody altogether.
pub fn hides(fight: &Fight, whom: Who, (from, to): (Spot, Spot)) -> bool {
    let within = |zone: &Zone| covers(fight, zone, to.square) && inside(fight, zone, whom);
    let shrouds = |zone: &Zone| shrouds(fight, zone, whom) && within(zone);
    fight.zones.iter().any(shrouds) && hiding::along(fight, from, to) == Some(Cover::Full)
}

/// Whether of two squares one lies inside a silent border and the other outside.
pub fn muffles(fight: &Fight, from: Square, to: Square) -> bool {
    let silent = |zone: &&Zone| fight.zone_entry(zone).is_some_and(|entry| entry.silent);
    fight.zones.iter().filter(silent).any(|zone| covers(fight, zone, from) != covers(fight, zone, to))
}

/// Whether somebody is in water.
pub fn in_water(fight: &Fight, who: Who) -> bool {
    let water = &fight.setting.water;
    let wet = |square| fight.setting.map.terrain(square).is_some_and(|kind| water[usize::from(kind.0)]);
    fight.one(who).altitude == 0 && fight.body(who).squares().any(wet)
}

/// Whether the ground is for somebody what the map says: nothing that goes on makes a step dearer, or easier.
pub fn is_as_mapped(fight: &Fight, who: Who) -> bool {
    let level = |zone: &Zone| fight.zone_entry(zone).is_none_or(|entry| entry.terrain <= 1);
    let changed = |feature| matches!(feature, Feature::Hindered { .. } | Feature::IgnoresRough);
    fight.zones.iter().all(level) && !features::any(fight, who, Topic::Steps, changed)
}

/// How much dearer a square is by the map alone.
pub fn mapped(setting: &Setting, square: Square) -> u8 {
    setting.map.terrain(square).map_or(1, |kind| setting.factor[usize::from(kind.0)])
}

/// How much dearer a square is for somebody on the ground: 1, 2 for light, 3 for heavy rough terrain.
pub fn factor(fight: &Fight, who: Who, square: Square) -> u8 {
    let mut factor = mapped(&fight.setting, square);
    for zone in &fight.zones {
        if covers(fight, zone, square)
            && let Some(entry) = fight.zone_entry(zone)
        {
            factor = factor.max(entry.terrain);
        }
    }
    features::each(fight, who, Topic::Steps, |feature, source| match feature {
        Feature::Hindered { metres } if distance::to_square(fight, source.owner, square) <= metres => {
            factor = factor.max(2);
        }
        _ => {}
    });
    if features::any(fight, who, Topic::Steps, |feature| feature == Feature::IgnoresRough) { 1 } else { factor }
}

/// A square that somebody has left becomes what its trail makes of it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn trail<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, from: Square) -> Result<(), T::Halt> {
    let leaves = features::find(fight, who, Topic::Steps, |feature, source| match feature {
        Feature::Leaves { does } => Some((ability_of(does)?, source)),
        _ => None,
    });
    let Some((does, source)) = leaves else { return Ok(()) };
    let job = Job { spot: from, left_behind: true, ..Job::new(fight, source.owner, does).with(source.with) };
    effects::steps(fight, table, &job, crate::lasting::List::Does, None)?;
    Ok(())
}

/// The ritual that somebody keeps at work.
pub fn ritual_of(fight: &Fight, who: Who) -> Option<usize> {
    let ritual = |zone: &Zone| fight.ability(zone.step.ability).is(crate::book::Tag::Ritual) && zone.owner == who;
    fight.zones.iter().position(ritual)
}

/// The ritual of somebody ends, and is not kept up any more.
pub(crate) fn end_ritual(fight: &mut Fight, who: Who) {
    while let Some(place) = ritual_of(fight, who) {
        let ended = fight.zones.remove(place);
        kept::stop(fight, who, ended.step.ability);
    }
}

/// Zones around somebody go with it.
pub(crate) fn carry(fight: &mut Fight, who: Who) {
    for place in 0..fight.zones.len() {
        let zone = fight.zones[place];
        if zone.owner == who && fight.zone_entry(&zone).is_some_and(|entry| entry.carried) {
            fight.zones[place].at = fight.one(who).at;
        }
    }
}

/// The ritual around the totem that somebody has planted; a lesser one goes with its owner.
pub fn planted(fight: &Fight, who: Who) -> Option<usize> {
    ritual_of(fight, who).filter(|place| fight.zones.get(*place).is_some_and(|zone| zone.clock != Clock::Kept))
}

/// Makes a zone.
pub(crate) fn make<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, step: StepId, at: Square) {
    let Some(crate::book::Effect::Zone(entry)) = fight.step(step).map(|step| step.effect) else { return };
    let (clock, left) = super::statuses::clock_of(fight, entry.lasts, job.with);
    if fight.ability(step.ability).is(crate::book::Tag::Ritual) {
        // One ritual at a time; what had been done for its price has been used.
        end_ritual(fight, job.by);
        features::lose(fight, job.by, Feature::HalvesRitual);
    }
    let zone = Zone {
        step,
        at,
        radius: radius_of(fight, job.by, step.ability, (&entry, job.with)),
        side: entry.side,
        left,
        clock,
        owner: job.by,
        with: job.with,
        order: fight.stamp(),
        includes: 0,
        element: fight.element,
        walked: 0,
    };
    fight.zones.push(zone);
    fight.stir();
    table.tell(|| {
        let name = &fight.ability(step.ability).entry.name;
        let seen = span(&zone).clipped_to(fight.setting.map.bounds()).unwrap_or(span(&zone));
        let text = format!("{name} of {} lies on {seen}", fight.label(job.by));
        effects::caused(fight, Event::new(&hiding::MAGIC, text).by(job.by).and(&durations::ROUNDS))
    });
}

/// Whether an ability does nothing but fell: nothing is rolled for against somebody who lies already.
fn only_fells(fight: &Fight, does: AbilityId) -> bool {
    fight.ability(does).entry.every_step().all(|step| matches!(step.effect, Effect::Prone))
}

/// What a zone does to somebody.
fn acts<T: Table<Fight>>(fight: &mut Fight, table: &mut T, zone: &Zone, whom: Who) -> Result<(), T::Halt> {
    let Some(does) = fight.zone_entry(zone).and_then(|entry| entry.does).and_then(ability_of) else { return Ok(()) };
    if targets::spared(fight, does, whom) || (prone::lies(fight, whom) && only_fells(fight, does)) {
        return Ok(());
    }
    steps::tell_stretch(fight, table);
    let element = fight.element;
    fight.element = zone.element;
    let job = Job { spot: zone.at, ..Job::new(fight, zone.owner, does).with(zone.with) };
    let done = effects::on_one(fight, table, &job, whom);
    fight.element = element;
    done
}

fn due(fight: &Fight, who: Who, when: impl Fn(Moments) -> bool) -> SmallVec<[Zone; 8]> {
    let fits = |zone: &&Zone| {
        fight.zone_entry(zone).is_some_and(|entry| when(entry.when))
            && inside(fight, zone, who)
            && !spares(fight, zone, who)
    };
    fight.zones.iter().filter(fits).copied().collect()
}

/// At the start of a turn inside.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.zones.is_empty() {
        return Ok(());
    }
    for zone in due(fight, who, |when| when.start) {
        if fight.present(who) {
            acts(fight, table, &zone, who)?;
        }
    }
    Ok(())
}

/// At the end of a turn inside, and for each metre walked there.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.zones.is_empty() {
        return Ok(());
    }
    for zone in due(fight, who, |when| when.end) {
        if fight.present(who) {
            acts(fight, table, &zone, who)?;
        }
    }
    let walked: SmallVec<[Zone; 8]> = fight.zones.iter().filter(|zone| zone.walked > 0).copied().collect();
    fight.zones.iter_mut().for_each(|zone| zone.walked = 0);
    for zone in walked {
        let Some(does) = fight.zone_entry(&zone).and_then(|entry| entry.does).and_then(ability_of) else { continue };
        let job = Job { spot: zone.at, times: zone.walked, ..Job::new(fight, zone.owner, does).with(zone.with) };
        if fight.present(who) {
            effects::on_one(fight, table, &job, who)?;
        }
    }
    Ok(())
}

/// Whether a zone does harm to somebody who comes into it or stays there.
pub fn harms(fight: &Fight, zone: &Zone, who: Who) -> bool {
    let Some(entry) = fight.zone_entry(zone) else { return false };
    let acts = entry.when.enter || entry.when.end || entry.when.per_metre;
    let hostile = |does| fight.ability(does).hostile && !targets::spared(fight, does, who);
    acts && entry.does.and_then(ability_of).is_some_and(hostile) && !spares(fight, zone, who)
}

/// Whether coming to one of these squares, or staying there, brings a zone upon somebody that does harm.
pub fn harms_on(fight: &Fight, who: Who, squares: impl FnOnce() -> Vec<Square>) -> bool {
    let zones: SmallVec<[&Zone; 8]> = fight.zones.iter().filter(|zone| harms(fight, zone, who)).collect();
    let (body, altitude) = (fight.footprint(who), fight.one(who).altitude);
    let touched = |square: Square| zones.iter().any(|zone| holds(fight, zone, (body.at(square), square, altitude)));
    !zones.is_empty() && squares().into_iter().any(touched)
}

/// Somebody has come from one square to another, of its own will or not.
///
/// # Errors
/// Halts with the table.
pub(crate) fn entered<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    from: Square,
) -> Result<(), T::Halt> {
    if fight.zones.is_empty() {
        return Ok(());
    }
    // Aloft one keeps one's height above the map's zero.
    let altitude = match fight.one(who).altitude {
        0 => 0,
        _ => (distance::height(fight, who).tenths() - fight.setting.map.ground(from).tenths()).max(0) / 10,
    };
    let was = (fight.footprint(fight.one(who).rides.unwrap_or(who)).at(from), from, altitude);
    let mut trodden: SmallVec<[(Who, AbilityId); 4]> = SmallVec::new();
    for zone in due(fight, who, |when| when.enter || when.per_metre) {
        let Some(entry) = fight.zone_entry(&zone) else { continue };
        if entry.when.per_metre {
            count_metres(fight, (who, from), zone.order);
        }
        if !entry.when.enter || !fight.present(who) || !comes_into(fight, who, (&zone, entry.when), was) {
            continue;
        }
        // Where trails of one owner cross, a step into both is a step into fire and no more.
        let trail = entry.does.and_then(ability_of).filter(|_| !entry.when.end).map(|does| (zone.owner, does));
        if trail.is_none_or(|trail| !trodden.contains(&trail)) {
            trodden.extend(trail);
            acts(fight, table, &zone, who)?;
        }
    }
    // A rider comes along into whatever its mount goes through.
    for rider in mounted::riders(fight, who) {
        entered(fight, table, rider, from)?;
    }
    Ok(())
}

/// Whether the step of somebody inside a zone has led into it. What waits for steps alone, as burning squares do, waits on
/// each of its squares; anything else is one ground.
fn comes_into(fight: &Fight, who: Who, (zone, when): (&Zone, Moments), was: (Span, Square, i16)) -> bool {
    match when.end {
        true => !holds(fight, zone, was),
        false => fight.body(who).squares().any(|square| !was.0.contains(square) && covers(fight, zone, square)),
    }
}

/// Somebody has sunk, or dropped, from so many metres up: what lies below is entered where its height is reached.
///
/// # Errors
/// Halts with the table.
pub(crate) fn descended<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, from: i16) -> Result<(), T::Halt> {
    if fight.zones.is_empty() || !fight.present(who) {
        return Ok(());
    }
    let was = (fight.body(who), fight.one(who).at, from);
    for zone in due(fight, who, |when| when.enter) {
        if !holds(fight, &zone, was) && fight.present(who) {
            acts(fight, table, &zone, who)?;
        }
    }
    for rider in mounted::riders(fight, who) {
        descended(fight, table, rider, from)?;
    }
    Ok(())
}

/// The metres of a step, just taken on one's own turn, inside a zone that counts them.
fn count_metres(fight: &mut Fight, (who, from): (Who, Square), order: u32) {
    let (to, odd) = (fight.one(who).at, fight.one(who).odd);
    // The count of diagonals has this one in it already.
    let before = odd ^ (from.x != to.x && from.y != to.y);
    let metres = movement::step_length(fight, before, from, to);
    if fight.turn.as_ref().is_some_and(|turn| turn.who == who)
        && let Some(zone) = fight.zones.iter_mut().find(|zone| zone.order == order)
    {
        zone.walked += metres;
    }
}

/// Rounds of zones: at the start of their owner's turn, or at the end of the round where nobody owns them any more.
pub(crate) fn tick<T: Table<Fight>>(fight: &mut Fight, table: &mut T, counts: impl Fn(&Fight, &Zone) -> bool) {
    let mut place = 0;
    while let Some(zone) = fight.zones.get(place).copied() {
        let timed = matches!(zone.clock, Clock::Rounds | Clock::Kept) && counts(fight, &zone);
        if timed {
            let known = &mut fight.zones[place];
            known.left = known.left.saturating_sub(1);
            known.includes = known.includes.saturating_sub(1);
        }
        // What is kept up has no rounds of its own unless it has been extended.
        if !timed || zone.left != 1 {
            place += 1;
            continue;
        }
        match zone.clock {
            Clock::Kept => kept::stop(fight, zone.owner, zone.step.ability),
            _ => _ = fight.zones.remove(place),
        }
        table.tell(|| {
            let text = format!("{} ends", fight.ability(zone.step.ability).entry.name);
            Event::new(&durations::ROUNDS, text).by(zone.owner).upkeep()
        });
    }
}

/// Zones that end with this clock are gone.
pub(crate) fn end_of(fight: &mut Fight, clock: Clock) {
    fight.zones.retain(|zone| zone.clock != clock);
}

/// The user's ritual does not spare the user for so many rounds.
pub(crate) fn include(fight: &mut Fight, who: Who, rounds: i16) {
    if let Some(place) = ritual_of(fight, who) {
        fight.zones[place].includes = rounds.max(0) as u16;
    }
}

/// The user's ritual reaches twice as far and lasts only so many rounds more.
pub(crate) fn widen(fight: &mut Fight, who: Who, rounds: i16) {
    if let Some(place) = ritual_of(fight, who) {
        let (zone, rounds) = (&mut fight.zones[place], rounds.max(1) as u16);
        zone.radius = zone.radius.saturating_mul(2);
        zone.left = if zone.left == 0 { rounds } else { zone.left.min(rounds) };
    }
}
