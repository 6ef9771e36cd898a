//! The squares from which somebody picks one.

use quintain_engine::Who;
use quintain_field::{Span, Square};

use crate::ask::Aimed;
use crate::fight::Fight;
use crate::rules::{distance, movement, summoning, targets};
use crate::spots::Spots;

/// Notes what the question that follows picks a square for; false where there is none.
pub(crate) fn offer(fight: &mut Fight, spots: Spots) -> bool {
    fight.scratch.spots = Some(spots);
    first(fight).is_some()
}

/// The squares from which somebody picks now.
pub fn offered(fight: &Fight) -> Vec<Square> {
    let mut squares = Vec::new();
    let Some(spots) = fight.scratch.spots else { return squares };
    each(fight, spots, |square| squares.push(square));
    if let Spots::Leap { who, .. } = spots {
        squares.sort_by_key(|square| nearness(fight, who, *square));
    }
    squares
}

/// The first of them.
pub fn first(fight: &Fight) -> Option<Square> {
    let spots = fight.scratch.spots?;
    let mut first = None;
    each(fight, spots, |square| {
        first = Some(match (first, spots) {
            (Some(known), Spots::Leap { who, .. }) => {
                std::cmp::min_by_key(known, square, |square| nearness(fight, who, *square))
            }
            (known, _) => known.unwrap_or(square),
        });
    });
    first
}

fn each(fight: &Fight, spots: Spots, mut found: impl FnMut(Square)) {
    match spots {
        Spots::Go { who, metres } => {
            let may = |square: &Square| *square == fight.one(who).at || movement::may_stop(fight, who, *square);
            around(fight, who, metres.max(0) as u16).filter(may).for_each(found);
        }
        Spots::Leap { who, whom } => {
            around(fight, whom, 1).filter(|square| movement::may_stop(fight, who, *square)).for_each(found);
        }
        Spots::Use { who, ability } => targets::each(fight, who, ability, |aim| {
            if let Aimed::At(square) = aim {
                found(square);
            }
        }),
        Spots::Call { template, beside } => summoning::all_beside(fight, template, beside).for_each(found),
    }
}

/// The squares of the map up to so many metres from a body, and those that it fills.
fn around(fight: &Fight, whom: Who, metres: u16) -> impl Iterator<Item = Square> {
    let around = fight.body(whom).grown(metres).clipped_to(fight.setting.map.bounds());
    around.into_iter().flat_map(Span::squares)
}

/// How near a square is to one who leaps; of equals the first of the map.
fn nearness(fight: &Fight, who: Who, square: Square) -> (u32, Square) {
    (quintain_field::distance(fight.one(who).at, square, distance::rule(fight)), square)
}
