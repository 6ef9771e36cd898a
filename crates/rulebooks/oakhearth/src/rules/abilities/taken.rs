//! What the use of an ability takes in: its Spaces, and the creatures in them that it concerns.

use quintain_engine::Who;

use crate::ask::Target;
use crate::book::{Aim, Area};
use crate::fight::Fight;
use crate::rules::areas::{self, Squares};
use crate::rules::spells::{self, Targets, Use};

/// The Spaces that a use takes in; `larger` is bought on top, `size` what the check has decided.
pub fn ground(fight: &Fight, using: &Use, larger: u8, size: Option<u8>) -> Squares {
    let Some(area) = area_of(fight, using) else { return Squares::new() };
    let size = size.unwrap_or(area.size()).saturating_add(larger);
    let mut squares = areas::squares(fight, using.who, area.sized(size), using.at, using.origin);
    if let (true, Target::Square(point), Some(from)) = (lined(fight, using), using.at, fight.one(using.who).at) {
        for square in quintain_field::squares_between(from, point) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
    }
    squares
}

/// The targets of a use.
pub fn targets(fight: &Fight, using: &Use) -> Targets {
    let (who, entry) = (using.who, &fight.ability(using.ability).entry);
    if let Target::Who(whom) = using.at {
        return std::iter::once(whom).collect();
    }
    if entry.aim == Aim::Things {
        let squares = super::things(fight, who, using.ability).unwrap_or_default();
        return areas::inside(fight, squares).collect();
    }
    if entry.area.is_none() {
        let own = entry.aim == Aim::Oneself;
        return std::iter::once(who).filter(|_| own).collect();
    }
    let all = areas::inside(fight, &using.squares);
    all.filter(|other| concerns(fight, using, *other) && is_level(fight, using, *other)).collect()
}

/// Whether the area of a use gets as high or as low as somebody is who stands in its Spaces, or on the line to them.
fn is_level(fight: &Fight, using: &Use, other: Who) -> bool {
    lined(fight, using)
        || sized(fight, using)
            .is_none_or(|area| areas::level_with(fight, using.who, area, (using.at, using.origin), other))
}

/// Whether a use takes in the line to its area as well.
fn lined(fight: &Fight, using: &Use) -> bool {
    spells::more(fight, using.ability, using.bought, |more| more.line.into()) > 0
}

/// The area of a use as large as it has been bought.
fn sized(fight: &Fight, using: &Use) -> Option<Area> {
    let larger = spells::more(fight, using.ability, using.bought, |more| more.area.into());
    area_of(fight, using).map(|area| area.sized(area.size().saturating_add(larger as u8)))
}

/// Whether a use concerns somebody, who stands in its area.
fn concerns(fight: &Fight, using: &Use, other: Who) -> bool {
    let (who, entry) = (using.who, &fight.ability(using.ability).entry);
    let from_maker = entry.area.is_some_and(Area::from_maker) && using.origin.is_none();
    let right = match entry.aim {
        Aim::Enemy => fight.foes(who, other),
        Aim::Friend => !fight.foes(who, other),
        Aim::Ally => other != who && !fight.foes(who, other),
        _ => other != who || !from_maker,
    };
    right && entry.only.is_none_or(|tag| fight.template(other).is(tag))
}

/// The targets of a use, found out without going through all Spaces of its area, where the area tells that so.
pub fn caught(fight: &Fight, using: &Use) -> Option<Targets> {
    let entry = &fight.ability(using.ability).entry;
    if matches!(using.at, Target::Who(_)) || entry.aim == Aim::Things || lined(fight, using) {
        return None;
    }
    let shape = areas::Shape::of(fight, using.who, sized(fight, using)?, (using.at, using.origin))?;
    let inside = |other: &Who| match fight.one(*other).at.filter(|_| fight.one(*other).single()) {
        Some(at) => shape.takes_in(fight, at),
        None => fight.body(*other).is_some_and(|body| body.squares().any(|at| shape.takes_in(fight, at))),
    };
    let there = |other: &Who| fight.present(*other) && concerns(fight, using, *other) && inside(other);
    Some(fight.everyone().filter(there).filter(|other| is_level(fight, using, *other)).collect())
}

/// The area of a use: where there is a choice, the one that was chosen with the direction.
fn area_of(fight: &Fight, using: &Use) -> Option<Area> {
    let entry = &fight.ability(using.ability).entry;
    let area = entry.area?;
    Some(match using.at {
        Target::Way(_, place) if place > 0 => entry.or_area.get(usize::from(place) - 1).copied().unwrap_or(area),
        _ => area,
    })
}
