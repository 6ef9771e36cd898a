//! What rules work with while they work. Empty of meaning between questions; kept so that simulations allocate nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quintain_engine::Who;
use quintain_field::{Flood, Layers, Pathfinder, Square, SquareSet};

use crate::crowd::Crowd;
use crate::rules::areas::{Area, Shape};
use crate::rules::cover::Cover;
use crate::rules::initiative::Placed;
use crate::rules::stretch::Stretch;

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

/// How many pairs of squares are remembered.
const SIGHTS: usize = 2048;

/// What cover the map gives between two squares of the ground, as it was found before.
type Sights = Vec<Option<(Square, Square, Cover)>>;

/// Room to work in.
#[derive(Debug, Default)]
pub struct Scratch {
    /// For searches, also of those who only look: options and tactics.
    looking: Mutex<Looking>,
    /// For covers, by the number that two squares make.
    sights: Mutex<Sights>,
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
    /// The squares of an area.
    pub area: SquareSet,
    /// The shape whose squares those are.
    pub marked: Option<Shape>,
    /// The area that somebody is trying to get out of.
    pub escaping: Option<Area>,
    /// The area that a Gu is about to strike.
    pub aimed: Option<Area>,
    /// Only those are struck by the area at hand.
    pub only: Option<crate::book::Quarry>,
    /// A strike has landed.
    pub landed: bool,
    /// A reaction has undone the attack at hand.
    pub undone: bool,
}

impl Scratch {
    /// The room for looking around. Nobody holds it while asking for it again.
    pub(crate) fn looking(&self) -> MutexGuard<'_, Looking> {
        self.looking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends the way that was found to whoever goes it; others may look for theirs meanwhile.
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

    /// The cover between two squares: remembered, or found and remembered.
    pub(crate) fn sight(&self, from: Square, to: Square, find: impl FnOnce() -> Cover) -> Cover {
        let mut known = self.sights.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            known.resize(SIGHTS, None);
        }
        let mixed = [from.x, from.y, to.x, to.y].into_iter().fold(0u32, |sum, part| {
            sum.wrapping_mul(0x01_93).wrapping_add(u32::from(part.unsigned_abs())).wrapping_mul(0x9e37_79b1)
        });
        let place = (mixed >> 16) as usize % SIGHTS;
        match known.get(place) {
            Some(Some((one, other, cover))) if (*one, *other) == (from, to) => *cover,
            _ => {
                let cover = find();
                if let Some(room) = known.get_mut(place) {
                    *room = Some((from, to, cover));
                }
                cover
            }
        }
    }

    /// Forgets what was found out about a map: another one may come.
    pub(crate) fn forget_map(&mut self) {
        self.marked = None;
        self.sights.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
