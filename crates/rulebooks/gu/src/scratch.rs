//! What rules work with while they work. Empty of meaning between questions; kept so that simulations allocate nothing.

use quintain_engine::{Spare, Who};
use quintain_field::{Flood, Layers, Pathfinder, Square, SquareSet};

use crate::area::{Area, Shape};
use crate::crowd::Crowd;
use crate::underway::{Placed, Stretch};

/// What a search across the map works with.
#[derive(Debug, Default)]
pub(crate) struct Looking {
    /// Finds ways.
    pub finder: Pathfinder,
    /// Finds distances where all steps are alike.
    pub flood: Flood,
    /// Finds ways where all steps are alike.
    pub layers: Layers,
    /// Everybody else.
    pub crowd: Crowd,
    /// Where a way is to end.
    pub goal: SquareSet,
}

/// How many areas are remembered.
const AREAS: usize = 8;

/// The squares of the areas that were asked for last.
#[derive(Debug, Default)]
pub(crate) struct Spreads {
    /// On which map, of which shape, and the squares.
    known: [(Option<(u32, Shape)>, SquareSet); AREAS],
    /// The place of the one that is forgotten next.
    oldest: usize,
}

impl Spreads {
    fn of(&mut self, what: (u32, Shape), mark: impl FnOnce(&mut SquareSet)) -> &SquareSet {
        if let Some(place) = self.known.iter().position(|(known, _)| *known == Some(what)) {
            return &self.known[place].1;
        }
        let is_outdated = |known: &Option<(u32, Shape)>| known.is_none_or(|(map, _)| map != what.0);
        let place = self.known.iter().position(|(known, _)| is_outdated(known)).unwrap_or(self.oldest);
        self.oldest = (place + 1) % AREAS;
        let (known, squares) = &mut self.known[place];
        mark(squares);
        *known = Some(what);
        squares
    }
}

/// Room to work in.
#[derive(Debug, Default)]
pub struct Scratch {
    /// For searches, also of those who only look: options and tactics.
    pub(crate) looking: Spare<Looking>,
    /// The tests of initiative.
    pub(crate) placed: Vec<Placed>,
    /// A way that has been found.
    pub way: Vec<Square>,
    /// Room for further ways, while somebody goes one.
    spare: Vec<Vec<Square>>,
    /// Room for lists of combatants, while somebody goes through them.
    people: Vec<Vec<Who>>,
    /// The way that somebody is going, as far as it has not been told.
    pub(crate) stretch: Option<Stretch>,
    /// The squares of areas, as far as walls let them spread.
    pub(crate) spreads: Spare<Spreads>,
    /// How many maps there have been: what was found out on an earlier one counts no longer.
    maps: u32,
    /// The area that somebody is trying to get out of.
    pub escaping: Option<Area>,
    /// The area that a Gu is about to strike.
    pub aimed: Option<Area>,
    /// Only those are struck by the area at hand.
    pub only: Option<crate::book::Quarry>,
    /// Those whose harm is being shared with others, each through the one before.
    pub sharing: Vec<Who>,
    /// Whose strike has landed first.
    pub landed: Option<Who>,
    /// A reaction has undone the attack at hand.
    pub undone: bool,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Scratch::default()
    }

    /// Keeps the room as it has grown; the map may be another.
    fn clone_from(&mut self, _: &Self) {
        self.lay_another_map();
    }
}

impl Scratch {
    /// Forgets what was found out about the map.
    pub(crate) fn lay_another_map(&mut self) {
        self.maps = self.maps.wrapping_add(1);
    }

    /// Lends the squares of a shape, which `mark` finds out unless they are known.
    pub(crate) fn with_spread<R>(
        &self,
        shape: Shape,
        mark: impl FnOnce(&mut SquareSet),
        read: impl FnOnce(&SquareSet) -> R,
    ) -> R {
        self.spreads.lend(|spreads| read(spreads.of((self.maps, shape), mark)))
    }

    /// Lends the way that was found to the mover; others may look for theirs meanwhile.
    pub(crate) fn lend_way(&mut self) -> Vec<Square> {
        let room = self.spare.pop().unwrap_or_default();
        std::mem::replace(&mut self.way, room)
    }

    /// Takes a way back that has been gone.
    pub(crate) fn take_back(&mut self, way: Vec<Square>) {
        self.spare.push(std::mem::replace(&mut self.way, way));
    }

    /// Lends room for a list of combatants.
    pub(crate) fn lend_people(&mut self) -> Vec<Who> {
        let mut room = self.people.pop().unwrap_or_default();
        room.clear();
        room
    }

    /// Takes that room back.
    pub(crate) fn take_back_people(&mut self, room: Vec<Who>) {
        self.people.push(room);
    }
}
