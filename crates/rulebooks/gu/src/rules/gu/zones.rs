//! What Gu leave on the map: fire, smoke, mud, beams, buried things.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Square, body_distance};

use super::{GuAsk, blasts};
use crate::area::{Area, Shape};
use crate::ask::{self, Act, Ask};
use crate::book::{Effect, Keyword, Kind, Power, Strikes as When, ZoneEntry};
use crate::fight::Fight;
use crate::lasting::{Lasting, Until, What};
use crate::rules::activating::{self, EFFECT, Target};
use crate::rules::areas;
use crate::rules::effects::{self, Source, Strikes};
use crate::rules::standing::{each_power, entry};
use crate::rules::stretch;
use crate::rules::turns;
use crate::zone::Zone;

/// The place that stands for a burning trail, which no effect makes but a power.
const TRAIL: u8 = u8::MAX;

impl Zone {
    fn from(&self) -> Source {
        Source { who: self.by, slot: self.slot, gu: self.gu, rank: self.rank }
    }
}

/// What the packs say of it; `None` for a trail.
fn known(fight: &Fight, zone: Zone) -> Option<&ZoneEntry> {
    match entry(fight, zone.gu).effect(usize::from(zone.effect)) {
        Some(Effect::Zone(known)) => Some(known),
        _ => None,
    }
}

/// Whether somebody is in it.
pub fn holds(fight: &Fight, zone: &Zone, who: Who) -> bool {
    areas::covers(fight, zone.area, who, (fight.one(who).at, fight.level(who)))
}

/// Whether something has made a square difficult ground.
pub fn is_difficult(fight: &Fight, square: Square) -> bool {
    let lies = |zone: &Zone| known(fight, *zone).is_some_and(|known| known.difficult);
    fight.zones().iter().any(|zone| lies(zone) && areas::covers_ground(fight, zone.area, square))
}

/// Whether something has covered a square with lava.
pub fn is_lava(fight: &Fight, square: Square) -> bool {
    let lies = |zone: &Zone| known(fight, *zone).is_some_and(|known| known.lava);
    fight.zones().iter().any(|zone| lies(zone) && areas::covers_ground(fight, zone.area, square))
}

/// Something comes to stay on the map.
pub(crate) fn make<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    from: Source,
    zone: &ZoneEntry,
    place: usize,
    at: Target,
) -> Result<(), T::Halt> {
    let Some(area) = effects::placed(fight, from, at, zone.form) else { return Ok(()) };
    let sustained = entry(fight, from.gu).has(Keyword::Sustained);
    let slot = from.slot.filter(|_| sustained && zone.turns.is_none());
    let (number, effect) = (free_number(fight), place as u8);
    let new = Zone { number, area, by: from.who, slot, gu: from.gu, rank: from.rank, effect, age: 0, left: zone.turns };
    fight.zones_mut().push(new);
    table.tell(|| {
        let text = format!("{} of {} is on the map now", entry(fight, from.gu).name, fight.label(from.who));
        Event::new(&EFFECT, text).by(from.who)
    });
    if !zone.strikes.contains(&When::AtOnce) {
        return Ok(());
    }
    let mut caught = fight.scratch.lend_people();
    let strike_of = effects::strike_of(fight, from, zone.form);
    let came = areas::catch(fight, table, area, strike_of, &mut caught)
        .and_then(|()| caught.iter().try_for_each(|one| strike(fight, table, new, *one)));
    fight.scratch.take_back_people(caught);
    came
}

/// A number that nothing on the map has.
fn free_number(fight: &Fight) -> u32 {
    fight.zones().iter().map(|zone| zone.number + 1).max().unwrap_or(0)
}

/// Where something stands among what lies on the map, by its number.
pub fn place_of(fight: &Fight, number: u32) -> Option<usize> {
    fight.zones().iter().position(|zone| zone.number == number)
}

/// It strikes one creature.
fn strike<T: Table<Fight>>(fight: &mut Fight, table: &mut T, zone: Zone, at: Who) -> Result<(), T::Halt> {
    let strikes = match known(fight, zone) {
        Some(known) => Strikes::of(&known.deals, &known.gains),
        None => {
            let trail = entry(fight, zone.gu).powers.iter().find_map(|power| match power {
                Power::Trail { deals, gains } => Some(Strikes::of(deals, gains)),
                _ => None,
            });
            trail.unwrap_or_default()
        }
    };
    blasts::struck_by(fight, table, zone.from(), &strikes, at)
}

/// Whether it strikes at such a moment.
fn strikes_when(fight: &Fight, zone: Zone, when: When, who: Who) -> bool {
    match known(fight, zone) {
        None => zone.by != who && when != When::Ending,
        Some(known) => {
            let grown = match (zone.area.shape, known.up_to) {
                (Shape::Radius { metres, .. }, Some(most)) => metres >= most,
                _ => false,
            };
            known.strikes.contains(&when) && !grown
        }
    }
}

/// Those on the map that strike somebody at the start or end of its turn, by their numbers.
pub fn due(fight: &Fight, who: Who, start: bool) -> impl Iterator<Item = u32> + '_ {
    let when = if start { When::Starting } else { When::Ending };
    let strikes = move |zone: &Zone| strikes_when(fight, *zone, when, who) && holds(fight, zone, who);
    let counts = move |zone: &&Zone| strikes(zone) && !is_outdone(fight, zone, strikes);
    fight.zones().iter().filter(counts).map(|zone| zone.number)
}

/// Whether what the same Gu has left there a second time strikes at the same moment and counts instead: several of the same
/// do not add up. The highest rank counts, of equal ones the first.
fn is_outdone(fight: &Fight, zone: &Zone, strikes: impl Fn(&Zone) -> bool) -> bool {
    let before = |other: &Zone| other.rank > zone.rank || (other.rank == zone.rank && other.number < zone.number);
    let same = |other: &Zone| (other.gu, other.effect) == (zone.gu, zone.effect);
    fight.zones().iter().any(|other| same(other) && before(other) && strikes(other))
}

/// One of those on the map strikes somebody who starts or ends its turn in it.
pub(crate) fn happen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, number: u32) -> Result<(), T::Halt> {
    let Some(zone) = place_of(fight, number).map(|place| fight.zones()[place]) else { return Ok(()) };
    if holds(fight, &zone, who) { strike(fight, table, zone, who) } else { Ok(()) }
}

/// Somebody has come here from a square at this height above the map's zero: whatever lies here, and did not reach it there,
/// strikes.
pub(crate) fn entered<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    was: (Square, i16),
) -> Result<(), T::Halt> {
    let mut place = 0;
    while place < fight.zones().len() && fight.present(who) {
        let zone = fight.zones()[place];
        place += 1;
        if !holds(fight, &zone, who) {
            continue;
        }
        let sprung = known(fight, zone).is_some_and(|known| !known.springs.is_empty() && zone.age >= known.armed_after);
        if sprung && zone.by != who {
            place -= 1;
            fight.zones_mut().remove(place);
            stretch::interrupt(fight, table);
            spring(fight, table, zone)?;
            continue;
        }
        let enters = |zone: &Zone| is_entered(fight, *zone, who, was) && holds(fight, zone, who);
        if enters(&zone) && !is_outdone(fight, &zone, enters) {
            stretch::interrupt(fight, table);
            strike(fight, table, zone, who)?;
        }
    }
    Ok(())
}

/// Whether something that somebody is in now strikes it for having come from there.
fn is_entered(fight: &Fight, zone: Zone, who: Who, was: (Square, i16)) -> bool {
    strikes_when(fight, zone, When::Entering, who) && !areas::covers(fight, zone.area, who, was)
}

/// Whether anything on the map would strike somebody for a step on the ground from one square to another. What is buried
/// is nobody's to know.
pub fn strikes_step(fight: &Fight, who: Who, from: Square, to: Square) -> bool {
    let [was, goes] = [from, to].map(|square| (square, fight.ground_below(who, square)));
    let strikes = |zone: &Zone| {
        let buried = known(fight, *zone).is_some_and(|known| !known.springs.is_empty());
        !buried && is_entered(fight, *zone, who, was) && areas::covers(fight, zone.area, who, goes)
    };
    fight.zones().iter().any(strikes)
}

/// Something buried goes off.
fn spring<T: Table<Fight>>(fight: &mut Fight, table: &mut T, zone: Zone) -> Result<(), T::Halt> {
    let book = std::sync::Arc::clone(&fight.setting.book);
    let entry = book.gus.get(usize::from(zone.gu)).map(|known| &known.value);
    let Some(Effect::Zone(known)) = entry.and_then(|entry| entry.effect(usize::from(zone.effect))) else {
        return Ok(());
    };
    let at = Target::Square(zone.area.shape.anchor());
    for (place, effect) in known.springs.iter().enumerate() {
        effects::carry_out(fight, table, zone.from(), (effect, place), at)?;
    }
    Ok(())
}

/// Fire behind the steps of a combatant with such a power.
pub(crate) fn lay_trail(fight: &mut Fight, who: Who, was: Square) {
    let mut trail = None;
    each_power(fight, who, Kind::Trail, |power, working, _| {
        if matches!(power, Power::Trail { .. }) {
            trail = Some(working);
        }
    });
    let Some(working) = trail else { return };
    if fight.one(who).airborne {
        return;
    }
    let area = Area::standing(fight, Shape::Radius { source: was, metres: 0, side: 1 }, 1);
    let (gu, rank, slot) = (working.gu, working.rank, working.slot);
    let number = free_number(fight);
    let fire = Zone { number, area, by: who, slot, gu, rank, effect: TRAIL, age: 0, left: Some(1) };
    // A square burns once, however often its user runs through it.
    if !fight.zones().iter().any(|zone| Zone { number, ..*zone } == fire) {
        fight.zones_mut().push(fire);
    }
}

/// The start of its user's turn: it grows, it is armed, its time runs out.
pub(crate) fn age(fight: &mut Fight, who: Who) {
    for place in 0..fight.zones().len() {
        let mut zone = fight.zones()[place];
        if zone.by != who {
            continue;
        }
        zone.age = zone.age.saturating_add(1);
        zone.left = zone.left.map(|left| left.saturating_sub(1));
        let (grows, most) = known(fight, zone).map_or((0, None), |known| (known.grows, known.up_to));
        if let Shape::Radius { source, metres, .. } = zone.area.shape
            && grows > 0
        {
            let metres = (metres + grows).min(most.unwrap_or(u16::MAX));
            zone.area = Area::ball(source, fight.ground().level(source), metres);
        }
        fight.zones_mut()[place] = zone;
    }
    fight.zones_mut().retain(|zone| zone.by != who || zone.left != Some(0));
}

/// What it is called.
pub fn name(fight: &Fight, number: u32) -> &str {
    place_of(fight, number).map_or("nothing", |place| entry(fight, fight.zones()[place].gu).name.as_str())
}

/// Those on the map that hunt for somebody and hold nobody, by their numbers.
pub fn hunting(fight: &Fight, who: Who) -> impl Iterator<Item = u32> + '_ {
    let hunts = move |zone: &&Zone| {
        let seeks = known(fight, **zone).is_some_and(|known| known.hunts.is_some());
        seeks && zone.by == who && !fight.everyone().any(|other| is_held_by(fight, zone, other))
    };
    fight.zones().iter().filter(hunts).map(|zone| zone.number)
}

/// Whether what hunts holds somebody: that one itself, not another of the same user.
fn is_held_by(fight: &Fight, zone: &Zone, other: Who) -> bool {
    let until = zone.slot.map(Until::Sustained);
    let holds = |known: &Lasting| known.what == What::Effect(zone.gu) && known.by == zone.by;
    fight.one(other).lasting.iter().any(|known| holds(known) && until.is_none_or(|until| known.until == until))
}

/// The creature that it goes for unless its user says otherwise: the nearest enemy.
pub fn prey(fight: &Fight, who: Who, slot: u8) -> Option<Who> {
    let at = fight.zones().iter().find(|zone| zone.by == who && zone.slot == Some(slot))?.area.shape.anchor();
    let foes = fight.everyone().filter(|foe| fight.foes(who, *foe) && fight.fighting(*foe));
    foes.min_by_key(|foe| (body_distance(fight.body(*foe), at.into(), Diagonal::Equal), *foe))
}

/// It moves towards the target that its user chooses, and strikes that one when it is there.
pub(crate) fn hunt<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, number: u32) -> Result<(), T::Halt> {
    let Some(zone) = place_of(fight, number).map(|place| fight.zones()[place]) else { return Ok(()) };
    let (Some(metres), Some(slot)) = (known(fight, zone).and_then(|known| known.hunts), zone.slot) else {
        return Ok(());
    };
    let asked = ask::act(fight, table, Ask::Gu(GuAsk::Prey { who, slot }))?;
    let (Some(Act::Who(at)), Some(place)) = (asked, place_of(fight, number)) else { return Ok(()) };
    let (from, goal) = (zone.area.shape.anchor(), fight.one(at).at);
    let away = body_distance(fight.body(at), from.into(), Diagonal::Equal);
    let arrives = away <= u32::from(metres);
    let to = if arrives { goal } else { part_way(from, goal, metres as i16) };
    move_to(fight, place, to);
    table.tell(|| {
        let text =
            format!("{} of {} goes for {} to {to}", entry(fight, zone.gu).name, fight.label(who), fight.label(at));
        Event::new(&EFFECT, text).by(who).to(at)
    });
    if arrives { strike(fight, table, zone, at) } else { Ok(()) }
}

/// The square so many metres on the way to another that is farther.
fn part_way(from: Square, to: Square, metres: i16) -> Square {
    let along = |from: i16, to: i16| from + (to - from).clamp(-metres, metres);
    Square::new(along(from.x, to.x), along(from.y, to.y))
}

/// Puts it elsewhere, as high above the ground there.
fn move_to(fight: &mut Fight, place: usize, to: Square) {
    let level = fight.ground().level(to);
    if let Some(zone) = fight.zones_mut().get_mut(place) {
        let height = zone.area.high - zone.area.low;
        match &mut zone.area.shape {
            Shape::Radius { source, .. } | Shape::Line { source, .. } => *source = to,
            Shape::Cone { origin, .. } => *origin = to,
        }
        (zone.area.low, zone.area.high) = (level, level + height);
    }
}

/// How far a Gu's work on the map may be moved, and where it is.
pub fn steered(fight: &Fight, who: Who, slot: u8) -> Option<(u16, Square)> {
    let zone = fight.zones().iter().find(|zone| zone.by == who && zone.slot == Some(slot))?;
    Some((known(fight, *zone)?.steered?, zone.area.shape.anchor()))
}

/// Whether somebody may move what a Gu of its has made now: with a bonus action, or with an activation.
///
/// # Errors
/// The refusal.
pub fn may_steer(fight: &Fight, who: Who, slot: u8, to: Square) -> Result<(), Refusal> {
    let Some((metres, at)) = steered(fight, who, slot) else {
        return Err(Refusal::new(&activating::LIMIT, "there is nothing to move"));
    };
    if quintain_field::distance(at, to, Diagonal::Equal) > metres.into() || to == at {
        return Err(Refusal::new(&activating::LIMIT, "it does not move so far"));
    }
    if crate::derived::activations_left(fight, who) > 0 { Ok(()) } else { turns::may_bonus(fight, who) }
}

/// Whether moving it takes the bonus action; an activation where that is used.
pub fn steers_quickly(fight: &Fight) -> bool {
    !fight.turn.bonus
}

/// Moves it; the bonus action is used first.
pub(crate) fn steer<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, slot: u8, to: Square) {
    let quick = steers_quickly(fight);
    if quick {
        fight.turn.bonus = true;
    } else {
        fight.turn.begun = fight.turn.begun.after_activation();
    }
    for place in 0..fight.zones().len() {
        if fight.zones()[place].by == who && fight.zones()[place].slot == Some(slot) {
            move_to(fight, place, to);
        }
    }
    table.tell(|| {
        let text = format!("{} moves {} to {to}", fight.label(who), super::name_of(fight, who, slot));
        let event = Event::new(&EFFECT, text).by(who).act();
        if quick { event.and(&turns::BONUS_SCOPE).and(&turns::BONUS_ACTION) } else { event }
    });
}
