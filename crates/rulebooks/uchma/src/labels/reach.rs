//! What the Moves of a question cost: looked for once for all of its squares.

use std::hash::{DefaultHasher, Hash, Hasher};

use quintain_engine::Who;
use quintain_field::Square;

use crate::fight::Fight;
use crate::options;
use crate::rules::movement;

/// The metres that a Move to a square takes; nothing where it cannot be reached.
pub(super) fn cost(fight: &Fight, who: Who, to: Square) -> Option<i16> {
    let find = |known: &mut Vec<(Square, i16)>| costs(fight, who, known);
    fight.rooms.costs.read((fight.cast.revision(), surroundings(fight), who), find, |known| {
        let place = known.binary_search_by_key(&to, |(square, _)| *square).ok()?;
        known.get(place).map(|(_, cost)| *cost)
    })
}

/// What the costs hang on besides those who fight and the map, which the revision tells.
fn surroundings(fight: &Fight) -> u64 {
    let mut state = DefaultHasher::new();
    (fight.round, fight.stage, &fight.turn, &fight.fixed, &fight.zones, &fight.dropped).hash(&mut state);
    state.finish()
}

/// Finds what each square costs, in the order of squares.
fn costs(fight: &Fight, who: Who, costs: &mut Vec<(Square, i16)>) {
    let gait = movement::gait_now(fight, who);
    let far = movement::left(fight, who, gait, true).max(movement::left(fight, who, gait, false));
    costs.clear();
    options::reach(fight, who, gait, far, |square, cost| {
        costs.push((square, cost));
        true
    });
    costs.sort_unstable();
}
