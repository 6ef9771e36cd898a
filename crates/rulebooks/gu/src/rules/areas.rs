//! Areas: radii, lines, cones, and getting out of them.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Neighbours, Span, Square, SquareSet, Step, Walls, body_distance};

use super::reactions::{self, Happening, React, Trigger};
use super::{dodge, effects};
use crate::area::{Area, Shape};
use crate::book::Quarry;
use crate::fight::Fight;
use crate::scratch::Looking;

quintain_engine::section! {
    "Areas";
    DODGE = Choice "aoe.dodge": "Whoever is caught in an area may dodge; it escapes only if the test succeeds and its movement ends outside.", ruling "The damage is rolled once, for those still inside when all have answered.";
    LINE_SHAPE = Engine "line.shape": "A line has length, width and height; a height that is not stated equals the width.", ruling "One of eight directions; more width lies on the side the user chooses, an odd one to both sides.";
    LINE_ORIGIN = Engine "line.origin": "A line begins in a square beside the user.";
    LINE_CHOSEN_SOURCE = Choice "line.chosen-source": "Some Gu let the user choose where a line begins; both its ends lie within the Gu's range then.";
    RADIUS_SHAPE = Engine "radius.shape": "A radius covers its source and every square that so many metres of movement reach from it.", ruling "A square, for diagonals cost 1; walls stop it, terrain and creatures do not; a sphere uses height as well.", house "radius.shape";
}

impl Area {
    /// Round somebody, as far from each side of its body.
    pub fn around(fight: &Fight, who: Who, metres: u16) -> Self {
        let (source, side) = (fight.one(who).at, fight.size(who).side());
        let Area { low, high, .. } = Area::ball(source, fight.level(who), metres);
        let high = high.saturating_add_unsigned(u16::from(side) - 1);
        Area { shape: Shape::Radius { source, metres, side }, low, high }
    }

    /// On the ground of its source, so many metres high.
    pub fn standing(fight: &Fight, shape: Shape, height: u16) -> Self {
        let level = fight.ground().level(shape.anchor());
        Area { shape, low: level, high: level.saturating_add_unsigned(height.saturating_sub(1)) }
    }
}

/// Lends the squares of a shape, as far as walls let it spread.
pub fn with_squares<R>(fight: &Fight, shape: Shape, read: impl FnOnce(&SquareSet) -> R) -> R {
    fight.scratch.with_spread(shape, |area| mark(fight, area, shape), read)
}

/// whether a shape spreads to any of these squares. Where no wall stands the distance alone says how far a radius
/// does, and nothing spreads farther than that anywhere.
pub fn spreads_to(fight: &Fight, shape: Shape, body: Span) -> bool {
    if let Shape::Radius { source, metres, side } = shape {
        let near = body_distance(body, middle(source, side), Diagonal::Equal) <= u32::from(metres);
        if !near || (fight.ground().is_open() && !fight.house().radius_diamond) {
            return near;
        }
    }
    with_squares(fight, shape, |squares| squares.touches(body))
}

/// The squares from which a radius is measured.
fn middle(source: Square, side: u8) -> Span {
    let more = i16::from(side) - 1;
    Span::between(source, source.offset(more, more))
}

fn mark(fight: &Fight, area: &mut SquareSet, shape: Shape) {
    let ground = fight.ground();
    area.reset(&ground.map);
    match shape {
        Shape::Radius { source, metres, side } => {
            let ways = if fight.house().radius_diamond { Neighbours::Four } else { Neighbours::Eight };
            fight.scratch.looking.lend(|Looking { flood, .. }| {
                flood.unit_reach(ground.steps(), middle(source, side).squares(), None, ways, metres);
                flood.iter().for_each(|(square, _)| _ = area.insert(square));
            });
        }
        Shape::Line { source, step, length, width, left } => line(fight, area, source, step, (length, width, left)),
        Shape::Cone { origin, step, length } => cone(fight, area, origin, step, length),
    }
}

fn line(fight: &Fight, into: &mut SquareSet, source: Square, step: Step, (length, width, left): (u16, u16, bool)) {
    let map = &fight.ground().map;
    let (across, sides) = strips(step, width, left);
    if !map.blocks_movement(source) {
        row(fight, into, source, step, length);
    }
    // It spreads to its sides as far as no wall is in the way there.
    for (aside, rows) in [(across, *sides.end()), (across.turned(4), -*sides.start())] {
        let mut from = source;
        for _ in 0..rows {
            if !map.step_open(from, aside, Walls::CutCorners) {
                break;
            }
            from = from.step(aside);
            row(fight, into, from, step, length);
        }
    }
}

/// One row of a line, to the first wall.
fn row(fight: &Fight, into: &mut SquareSet, mut square: Square, step: Step, length: u16) {
    for _ in 0..length {
        into.insert(square);
        if !fight.ground().map.step_open(square, step, Walls::CutCorners) {
            return;
        }
        square = square.step(step);
    }
}

/// The rows of a line: the way from one to the next, to the right of the line, and how many lie on which side of its
/// first.
fn strips(step: Step, width: u16, left: bool) -> (Step, std::ops::RangeInclusive<i16>) {
    let across = if step.is_diagonal() { step.turned(1) } else { step.turned(2) };
    let width = width.max(1) as i16;
    let right = match width % 2 {
        1 => width / 2,
        _ if left => 0,
        _ => width - 1,
    };
    (across, (right - width + 1)..=right)
}

fn cone(fight: &Fight, into: &mut SquareSet, origin: Square, step: Step, length: u16) {
    fight.scratch.looking.lend(|Looking { flood, .. }| {
        flood.unit_reach(fight.ground().steps(), [origin], None, Neighbours::Eight, length);
        let ahead = flood.iter().filter(|(square, _)| is_before(origin, step, *square));
        ahead.for_each(|(square, _)| _ = into.insert(square));
    });
}

/// Whether a square lies in a cone of whatever length: as far to the sides as it is ahead, or, in a diagonal direction,
/// between that side and that end.
fn is_before(origin: Square, step: Step, square: Square) -> bool {
    let (dx, dy) = (square.x - origin.x, square.y - origin.y);
    if step.is_diagonal() {
        return dx * step.dx() >= 0 && dy * step.dy() >= 0 && square != origin;
    }
    let (ahead, aside) = (dx * step.dx() + dy * step.dy(), dx * step.dy() + dy * step.dx());
    ahead >= 1 && aside.abs() <= ahead
}

/// Whether somebody is in an area: any of its squares, at a height that belongs to it.
pub fn contains(fight: &Fight, area: Area, who: Who) -> bool {
    fight.present(who) && covers(fight, area, who, (fight.one(who).at, fight.level(who)))
}

/// Whether somebody would be in an area with its south-west square there, at this height above the map's zero.
pub fn covers(fight: &Fight, area: Area, who: Who, (at, low): (Square, i16)) -> bool {
    let top = low + i16::from(fight.size(who).side()) - 1;
    top >= area.low && low <= area.high && spreads_to(fight, area.shape, fight.body_at(who, at))
}

/// Whether the ground of a square lies in an area.
pub fn covers_ground(fight: &Fight, area: Area, square: Square) -> bool {
    (area.low..=area.high).contains(&fight.ground().level(square)) && spreads_to(fight, area.shape, square.into())
}

/// The combatants that a strike on an area would catch as all stand now, in the order of asking.
pub(crate) fn would_catch(fight: &Fight, area: Area, strike: Strike, only: Option<Quarry>) -> Vec<Who> {
    let mut order = Vec::new();
    fight.gather_asking_order(None, &mut order);
    order.retain(|who| is_meant(fight, strike, only, *who) && contains(fight, area, *who));
    order
}

/// Whether a strike is meant for somebody who is in its area.
fn is_meant(fight: &Fight, strike: Strike, only: Option<Quarry>, who: Who) -> bool {
    let spared = strike.spares_user && who == strike.by;
    !spared && only.is_none_or(|quarry| effects::is_quarry(fight, strike.by, who, quarry))
}

/// Whether the two ends of a line with a chosen source lie within a Gu's range.
///
/// # Errors
/// The refusal.
pub fn ends_in_range(fight: &Fight, who: Who, shape: Shape, range: u16) -> Result<(), Refusal> {
    let far = |square: Square| fight.distance_to(who, square) > u32::from(range);
    if far(shape.anchor()) || far(shape.far_end()) {
        return Err(Refusal::new(&LINE_CHOSEN_SOURCE, "both ends lie within the range of the Gu"));
    }
    Ok(())
}

/// Whether a line begins beside the user.
pub fn begins_beside(fight: &Fight, who: Who, source: Square) -> bool {
    body_distance(fight.body(who), source.into(), Diagonal::Equal) == 1
}

/// A line from beside somebody's body; one of no length where something solid is right before it.
pub fn line_before(fight: &Fight, who: Who, step: Step, (length, width, left): (u16, u16, bool)) -> Shape {
    let source = source_beside(fight, who, step);
    let map = &fight.ground().map;
    let opens = map.blocks_movement(source) || map.step_open(source.step(step.turned(4)), step, Walls::CutCorners);
    Shape::Line { source, step, length: if opens { length } else { 0 }, width, left }
}

/// The source of a line in a direction: the square beside the user's body there.
pub fn source_beside(fight: &Fight, who: Who, step: Step) -> Square {
    let body = fight.body(who);
    let edge = |low: i16, high: i16, by: i16| match by {
        1 => high + 1,
        -1 => low - 1,
        _ => low,
    };
    let (low, high) = (body.south_west(), body.north_east());
    Square::new(edge(low.x, high.x, step.dx()), edge(low.y, high.y, step.dy()))
}

/// What strikes everyone in an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Whose doing it is.
    pub by: Who,
    /// The Gu, by its place in the setting's list.
    pub gu: Option<u16>,
    /// Nobody may react.
    pub unreactable: bool,
    /// A dodge does not help.
    pub undodgeable: bool,
    /// Added to Dodge tests.
    pub dodge_modifier: i16,
    /// The user itself is spared.
    pub spares_user: bool,
}

/// Asks everyone in an area, one after another, and leaves in `caught` those who are struck in the end.
pub(crate) fn catch<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    area: Area,
    strike: Strike,
    caught: &mut Vec<Who>,
) -> Result<(), T::Halt> {
    fight.in_asking_order(None, |fight, order| catch_of(fight, table, (area, strike), order, caught))
}

fn catch_of<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (area, strike): (Area, Strike),
    order: &mut Vec<Who>,
    caught: &mut Vec<Who>,
) -> Result<(), T::Halt> {
    let only = fight.scratch.only;
    order.retain(|who| is_meant(fight, strike, only, *who) && contains(fight, area, *who));
    table.tell(|| {
        let rule = match area.shape {
            Shape::Radius { .. } => &RADIUS_SHAPE,
            _ => &LINE_SHAPE,
        };
        let names = fight.names_of(order);
        let event = Event::new(rule, format!("in the area: {names}")).by(strike.by);
        let event = if strike.unreactable { event.and(&reactions::UNREACTABLE) } else { event };
        let beside = begins_beside(fight, strike.by, area.shape.anchor());
        if matches!(area.shape, Shape::Line { .. }) && beside { event.and(&LINE_ORIGIN) } else { event }
    });
    caught.clear();
    let mut followed = fight.scratch.lend_people();
    for who in order.iter().copied() {
        if !contains(fight, area, who) {
            continue;
        }
        match answer(fight, table, who, area, strike)? {
            Struck::No => {}
            Struck::Inside => caught.push(who),
            Struck::Anywhere => {
                caught.push(who);
                followed.push(who);
            }
        }
    }
    // Both are in the order of asking, so one look at each is enough.
    let mut next = 0;
    caught.retain(|who| {
        let anywhere = followed.get(next) == Some(who);
        next += usize::from(anywhere);
        anywhere || contains(fight, area, *who)
    });
    fight.scratch.take_back_people(followed);
    Ok(())
}

/// What the answer of somebody caught comes to.
enum Struck {
    /// Out of it.
    No,
    /// Struck if it is still inside when all have answered.
    Inside,
    /// Struck wherever the dodge has led.
    Anywhere,
}

fn answer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    area: Area,
    strike: Strike,
) -> Result<Struck, T::Halt> {
    let Strike { gu, unreactable, undodgeable, dodge_modifier, .. } = strike;
    let what = Trigger { gu, unreactable, undodgeable, dodge_modifier, ..Trigger::of(Happening::Caught, strike.by) };
    let trigger = Trigger { at: Some(who), ..what };
    fight.scratch.escaping = Some(area);
    let react = reactions::asked(fight, table, who, trigger)?;
    match react {
        React::Dodge => {
            fight.scratch.escaping = Some(area);
            let dodged = dodge::out_of_area(fight, table, who, strike.dodge_modifier)?;
            let inside = contains(fight, area, who);
            if dodged && inside {
                table.tell(|| {
                    let text = format!("the dodge does not lead {} out of the area", fight.label(who));
                    Event::new(&dodge::AREA_DISTANCE, text).by(who)
                });
            }
            Ok(match (strike.undodgeable, inside) {
                (true, _) => Struck::Anywhere,
                (false, true) => Struck::Inside,
                (false, false) => Struck::No,
            })
        }
        React::Gu(slot) => {
            super::activating::answer(fight, table, who, slot, &trigger)?;
            Ok(Struck::Inside)
        }
        React::Detonate(slot) => {
            super::detonating::as_reaction(fight, table, who, slot)?;
            Ok(Struck::Inside)
        }
        React::Nothing | React::Held | React::Parry | React::Stop(_) => Ok(Struck::Inside),
    }
}
