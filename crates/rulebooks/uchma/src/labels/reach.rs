//! What the Moves of a question cost: looked for once for all of its squares.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use quintain_engine::{Shared, Who};
use quintain_field::Square;

use crate::fight::Fight;
use crate::options;
use crate::rules::movement;

thread_local! {
    /// The last moment that was asked about: a question has hundreds of squares, which one search reaches.
    static LAST: RefCell<Option<Moment>> = const { RefCell::new(None) };
}

/// A moment of a fight, and what each square costs then.
struct Moment {
    /// What the fight shares with its copies; held, so that no other can take its place.
    shared: Shared<crate::fight::Setting>,
    /// The digest of its state.
    state: u64,
    who: Who,
    /// The metres to each square, in the order of squares.
    costs: Vec<(Square, i16)>,
}

/// The metres that a Move to a square takes; nothing where it cannot be reached.
pub(super) fn cost(fight: &Fight, who: Who, to: Square) -> Option<i16> {
    let state = digest(fight);
    LAST.with_borrow_mut(|last| {
        let is_now = |moment: &&mut Moment| {
            moment.state == state && moment.who == who && std::ptr::eq(&*moment.shared, &*fight.setting)
        };
        let known = match last.as_mut().filter(is_now) {
            Some(moment) => &*moment,
            None => last.insert(Moment { shared: fight.setting.clone(), state, who, costs: costs(fight, who) }),
        };
        let place = known.costs.binary_search_by_key(&to, |(square, _)| *square).ok()?;
        known.costs.get(place).map(|(_, cost)| *cost)
    })
}

fn digest(fight: &Fight) -> u64 {
    let mut state = DefaultHasher::new();
    fight.hash(&mut state);
    state.finish()
}

fn costs(fight: &Fight, who: Who) -> Vec<(Square, i16)> {
    let gait = movement::gait_now(fight, who);
    let far = movement::left(fight, who, gait, true).max(movement::left(fight, who, gait, false));
    let mut costs = Vec::new();
    options::reach(fight, who, gait, far, |square, cost| {
        costs.push((square, cost));
        true
    });
    costs.sort_unstable();
    costs
}
