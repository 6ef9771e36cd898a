//! Where somebody can walk to, found by whole rows of bits: the same answer as a search Space by Space, much sooner.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;
use quintain_engine::Who;
use quintain_field::{Diagonal, Flood, OpenSteps, Square, SquareSet, Walls, distance};

use crate::book::{Ground, Size};
use crate::fight::Fight;
use crate::muster::Mark;
use crate::rooms::Rows;
use crate::rules::moving::Stride;

/// What has been found out about where somebody can walk to.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    flood: &'a Flood,
    taken: &'a SquareSet,
    fight: &'a Fight,
    who: Who,
}

impl Found<'_> {
    /// What the way to a Space costs, where one may stay.
    pub fn cost(self, to: Square) -> Option<i16> {
        let cost = self.flood.distance(to).filter(|_| self.room(to))?;
        i16::try_from(cost).ok()
    }

    /// Every Space where one may stay and what the way costs, bottom row first. The Space where one is comes with 0.
    pub fn iter(&self) -> impl Iterator<Item = (Square, i16)> + '_ {
        let all = self.flood.iter().filter(|(square, _)| self.room(*square));
        all.map(|(square, cost)| (square, cost as i16))
    }

    fn room(&self, at: Square) -> bool {
        !self.taken.contains(at) || self.fight.room(self.who, at)
    }
}

impl Rows {
    /// Marks where others stand, and wherever a step is not plain for somebody: enough to go straight on.
    fn look(&mut self, fight: &Fight, who: Who, stride: Stride) {
        let Rows { taken, rough, .. } = self;
        let height = fight.one(who).height;
        taken.reset(&fight.map);
        for other in fight.marked(Mark::Present).filter(|other| *other != who && fight.meets(who, height, *other)) {
            match fight.one(other).at.filter(|_| fight.one(other).single()) {
                Some(square) => _ = taken.insert(square),
                None => fight.body(other).into_iter().for_each(|body| taken.insert_span(body)),
            }
        }
        rough.reset(&fight.map);
        rough.unite(taken);
        for zone in &fight.zones {
            let slow = stride.minds_ground() && zone.ground.contains(&Ground::Difficult);
            if slow || zone.is_wall() {
                rough.extend(zone.squares.iter().copied());
            }
        }
        if stride.minds_ground() && !fight.setting.even {
            rough.unite(&fight.setting.hard);
        }
        if stride.minds_water() && !fight.setting.even {
            rough.unite(&fight.setting.deep);
        }
    }

    /// Goes straight to a Space if nothing at all is in between, and shows each Space on the way; says whether it
    /// arrives. No way is cheaper, nor is there another as cheap that a search would find before.
    fn straight(&self, fight: &Fight, from: Square, to: Square, visit: impl FnMut(Square)) -> bool {
        open_steps(fight).direct(from, to, |square| !self.rough.contains(square), visit)
    }

    /// Floods from where somebody stands, once [`Rows::mark`] has been done.
    fn search(&mut self, fight: &Fight, from: Square, stride: Stride, budget: i16) {
        let Rows { flood, blocked, friends, hard, .. } = self;
        let wet = stride.minds_water() && !fight.setting.even;
        let all = [(&*friends, true), (&*hard, true), (&fight.setting.deep, wet)].into_iter();
        let dearer: ArrayVec<&SquareSet, 3> =
            all.filter(|(set, minds)| *minds && !set.is_empty()).map(|(set, _)| set).collect();
        let (entry, limit) = (stride.entry().max(1) as u16, budget.max(0) as u16);
        flood.reach_by_entry(open_steps(fight), from, Some(blocked), (entry, &dearer), limit);
    }

    /// Marks what is in the way of somebody: nobody gets in, others stand there, it is hard to cross.
    fn mark(&mut self, fight: &Fight, who: Who, stride: Stride) {
        let Rows { blocked, taken, friends, hard, .. } = self;
        let height = fight.one(who).height;
        for set in [&mut *blocked, &mut *taken, &mut *friends, &mut *hard] {
            set.reset(&fight.map);
        }
        for other in fight.marked(Mark::Present).filter(|other| *other != who && fight.meets(who, height, *other)) {
            let mut stands = |square: Square| {
                // Of several in one Space the first counts, as at a single step.
                if taken.insert(square) {
                    match stride.past(fight, other) {
                        None => blocked.insert(square),
                        Some(0) => false,
                        Some(_) => friends.insert(square),
                    };
                }
            };
            match fight.one(other).at.filter(|_| fight.one(other).single()) {
                Some(square) => stands(square),
                None => fight.body(other).into_iter().flat_map(|body| body.squares()).for_each(stands),
            }
        }
        let rough = stride.minds_ground();
        for zone in &fight.zones {
            let wall = zone.is_wall();
            let slow = rough && zone.ground.contains(&Ground::Difficult);
            for square in zone.squares.iter().filter(|_| wall || slow) {
                if wall {
                    blocked.insert(*square)
                } else {
                    hard.insert(*square)
                };
            }
        }
        if rough && !fight.setting.even {
            hard.unite(&fight.setting.hard);
        }
    }
}

fn open_steps(fight: &Fight) -> &OpenSteps {
    fight.map.rows(Walls::KeepCorners)
}

/// Where somebody begins to walk, where rows of bits tell where it can go: on level ground, for bodies of one Space.
fn start(fight: &Fight, who: Who) -> Option<Square> {
    let level = fight.setting.flat || fight.one(who).height > 0;
    fight.one(who).at.filter(|_| level && fight.size(who) <= Size::Medium)
}

/// Reads where a creature can walk to with so much movement. `None` for one that fills more than one Space, where the
/// ground is not level: then it must be searched for Space by Space.
pub fn flooded<R>(fight: &Fight, who: Who, budget: i16, read: impl FnOnce(Found<'_>) -> R) -> Option<R> {
    let from = start(fight, who)?;
    fight.rooms.rows.lend(|room| {
        let stride = Stride::of(fight, who);
        room.mark(fight, who, stride);
        room.search(fight, from, stride, budget);
        let Rows { flood, taken, .. } = &*room;
        Some(read(Found { flood, taken, fight, who }))
    })
}

/// What the way to any Space costs somebody, where it may stay: looked up with as little effort as will do.
#[derive(Debug)]
pub struct Prices<'a> {
    fight: &'a Fight,
    who: Who,
    from: Square,
    stride: Stride,
    budget: i16,
    room: RefCell<&'a mut Rows>,
    searched: Cell<bool>,
}

impl Prices<'_> {
    /// What the way costs where nothing at all is in between: nothing else than its steps.
    pub fn straight(&self, to: Square) -> Option<i16> {
        let least = self.steps(to) * self.entry();
        (least <= self.budget && self.room.borrow().straight(self.fight, self.from, to, |_| ())).then_some(least)
    }

    /// What the way costs, whatever is in between.
    pub fn cost(&self, to: Square) -> Option<i16> {
        if self.searched.get() { self.round(to) } else { self.straight(to).or_else(|| self.round(to)) }
    }

    /// The same, for those who know that something is in between.
    pub fn round(&self, to: Square) -> Option<i16> {
        let (steps, entry) = (self.steps(to), self.entry());
        if steps * entry > self.budget {
            return None;
        }
        if !self.searched.get() {
            let mut room = self.room.borrow_mut();
            let room = &mut **room;
            if room.taken.contains(to) && !self.fight.room(self.who, to) {
                return None;
            }
            // A way round everything that takes a step more costs as much as one through anything dearer.
            let limit = (steps + i16::from(entry == 1)).min(self.budget / entry) as u16;
            let open = open_steps(self.fight);
            if let Some(steps) = room.layers.steps(open, self.from, &room.rough, to, limit) {
                return Some(steps as i16 * entry);
            }
            room.mark(self.fight, self.who, self.stride);
            room.search(self.fight, self.from, self.stride, self.budget);
            self.searched.set(true);
        }
        let room = self.room.borrow();
        Found { flood: &room.flood, taken: &room.taken, fight: self.fight, who: self.who }.cost(to)
    }

    fn steps(&self, to: Square) -> i16 {
        distance(self.from, to, Diagonal::Equal) as i16
    }

    fn entry(&self) -> i16 {
        self.stride.entry().max(1)
    }
}

/// Lends what ways cost, under the same conditions.
pub fn priced<R>(fight: &Fight, who: Who, budget: i16, read: impl FnOnce(&Prices<'_>) -> R) -> Option<R> {
    let from = start(fight, who)?;
    fight.rooms.rows.lend(|room| {
        let stride = Stride::of(fight, who);
        room.look(fight, who, stride);
        let (room, searched) = (RefCell::new(room), Cell::new(false));
        Some(read(&Prices { fight, who, from, stride, budget, room, searched }))
    })
}

/// What every step costs somebody at least.
pub fn entry(fight: &Fight, who: Who) -> i16 {
    Stride::of(fight, who).entry().max(1)
}

/// Writes the cheapest way to a Space into `route`, where no step of it costs more than another: the same way as a
/// search Space by Space finds. Says whether there is one; if not, it must be searched for.
pub fn route(fight: &Fight, who: Who, to: Square, budget: i16, route: &mut Vec<Square>) -> bool {
    let Some(from) = start(fight, who) else { return false };
    fight.rooms.rows.lend(|room| {
        let stride = Stride::of(fight, who);
        let shortest = distance(from, to, Diagonal::Equal) as i16;
        if shortest > budget / stride.entry().max(1) {
            return false;
        }
        room.look(fight, who, stride);
        if room.straight(fight, from, to, |square| route.push(square)) {
            return true;
        }
        route.clear();
        room.mark(fight, who, stride);
        let Rows { layers, blocked, friends, hard, goal, .. } = room;
        if stride.minds_water() && !fight.setting.even {
            hard.unite(&fight.setting.deep);
        }
        // Where all that costs more is gone round, the way is the cheapest if it could not be shorter, or if there is
        // nothing but what is in the way.
        let plain = friends.is_empty() && hard.is_empty();
        blocked.unite(friends);
        blocked.unite(hard);
        let limit = (budget.max(0) / stride.entry().max(1)) as u16;
        goal.reset(&fight.map);
        goal.insert(to);
        let Some(goal) = layers.to_any(open_steps(fight), from, blocked, goal, limit) else { return false };
        let cheapest = plain || i16::try_from(goal.steps) == Ok(shortest);
        if cheapest {
            layers.route(open_steps(fight), goal, route);
        }
        cheapest
    })
}
