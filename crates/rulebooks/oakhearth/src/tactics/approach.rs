//! Going to where an enemy can be struck: the Space that is worth most among all that can be come to.

use std::cmp::Reverse;

use quintain_engine::Who;
use quintain_field::{Diagonal, Span, Square, body_distance, distance};

use super::{brink, magic, nearest, strikes_from_here};
use crate::ask::Deed;
use crate::fight::Fight;
use crate::rules::{action_points, moving};
use crate::those::Whos;

/// What a flank is worth, in steps.
const FLANK: i16 = 5;

/// What it is worth to be one Space nearer, in steps.
const NEARER: i16 = 20;

/// Goes to where an enemy can be struck, to its far side where that makes a flank.
pub fn nearer(fight: &Fight, who: Who) -> Option<Deed> {
    let budget = moving::within_reach(fight, who, action_points::available(fight, who));
    if budget <= 0 || strikes_from_here(fight, who) {
        return None;
    }
    best_space(fight, who, budget).or_else(|| detour(fight, who, budget)).map(Deed::Move)
}

/// Round walls and down ramps, where no Space at hand is nearer to an enemy.
fn detour(fight: &Fight, who: Who, budget: i16) -> Option<Square> {
    if fight.setting.flat && fight.setting.clear || magic::keeps_away(fight, who) {
        return None;
    }
    let on_the_way = moving::towards(fight, who, nearest(fight, who)?, budget);
    on_the_way.filter(|square| moving::cost_to(fight, who, *square, budget).is_some())
}

/// The Space that is nearest to the nearest enemy, a flank before others; of equals the first in the order of the map.
fn best_space(fight: &Fight, who: Who, budget: i16) -> Option<Square> {
    let target = nearest(fight, who)?;
    let now = fight.distance(who, target);
    if now <= 8 && magic::keeps_away(fight, who) {
        return None;
    }
    let (own, body, from) = (fight.body(who)?, fight.body(target)?, fight.one(who).at?);
    let across = i16::from(fight.size(who).across());
    // No step brings it nearer by more than 1.
    let least = (body_distance(own, body, Diagonal::Equal) as i16 - budget).max(0);
    // Only an attacker with a friend beside the target can come to flank it.
    let friends: Whos = fight.allies(who).filter(|ally| fight.distance(*ally, target) <= 1).collect();
    let flank = if friends.is_empty() { 0 } else { FLANK };
    // On level ground the Spaces around it are as far away as they lie around it.
    let apart = fight.one(who).height.abs_diff(fight.one(target).height).min(i16::MAX.unsigned_abs()) as i16;
    let distance_at = |square: Square, far: i16| {
        if fight.setting.flat { far.max(apart) } else { fight.distance_from(who, square, target) }
    };
    let gain = |square: Square, around: i16| {
        let far = distance_at(square, around);
        let across = |ally: &Who| fight.distance_from(who, square, *ally) > 1;
        let flank = if far <= 1 && friends.iter().any(across) { flank } else { 0 };
        (far < now).then(|| NEARER * (now - far.max(1)) + flank - brink::fall(fight, who, square))
    };
    let search = |straight: moving::Lookup<'_>, cost: moving::Lookup<'_>| {
        let mut best: Option<(i16, Reverse<Square>)> = None;
        for far in least..now {
            // From the target outwards: every step costs something, so that no Space from here on is worth more.
            let most = NEARER * (now - far.max(1)) + if far <= 1 { flank } else { 0 };
            if best.is_some_and(|(known, ..)| known >= most) {
                break;
            }
            // Those to which nothing is in the way are soon weighed; few others could be better then.
            for price in [straight, cost] {
                for square in around(body, across, far) {
                    let better = |worth: i16| best.is_none_or(|known| (worth, Reverse(square)) > known);
                    // No step costs less than 1.
                    let steps = distance(from, square, Diagonal::Equal) as i16;
                    if steps > budget || !better(most - steps) {
                        continue;
                    }
                    let Some(gain) = gain(square, far).filter(|gain| better(gain - steps)) else { continue };
                    if let Some(cost) = price(square).filter(|cost| better(gain - cost)) {
                        best = Some((gain - cost, Reverse(square)));
                    }
                }
            }
        }
        best.map(|(_, Reverse(square))| square)
    };
    moving::costs(fight, who, budget, search).flatten()
}

/// The Spaces at which a creature so many Spaces across stands so far from a body on level ground.
fn around(body: Span, across: i16, far: i16) -> impl Iterator<Item = Square> {
    let (low, high) = (body.south_west(), body.north_east());
    let more = far + across - 1;
    let (left, right, bottom, top) = (low.x - more, high.x + far, low.y - more, high.y + far);
    let whole = move |y: i16| far == 0 || y == bottom || y == top;
    let rows = (bottom..=top).map(move |y| (y, if whole(y) { 1 } else { usize::from((right - left).unsigned_abs()) }));
    rows.flat_map(move |(y, step)| (left..=right).step_by(step.max(1)).map(move |x| Square::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spaces_around_a_body_are_those_at_the_distance() {
        let at = |x, y| Square::new(x, y);
        for (body, across) in [(Span::from(at(5, 5)), 1), (Span::between(at(4, 4), at(6, 6)), 2)] {
            for far in 0..4 {
                let own = |square: Square| Span::between(square, at(square.x + across - 1, square.y + across - 1));
                let there = |square: &Square| body_distance(own(*square), body, Diagonal::Equal) as i16 == far;
                let all = Span::between(at(-9, -9), at(19, 19)).squares().filter(there);
                assert_eq!(around(body, across, far).collect::<Vec<_>>(), all.collect::<Vec<_>>());
            }
        }
    }
}
