//! What lasts on a combatant: status effects and granted features, small enough to be copied.

use arrayvec::ArrayVec;
use quintain_engine::Who;

use crate::book::{Aptitudes, Status};
use crate::content::AbilityId;

/// The most lasting things on one combatant; beyond that the oldest goes.
pub const MOST: usize = 24;

/// Which list of an ability a step stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// `first`.
    First,
    /// `does`.
    Does,
    /// `miss`.
    Miss,
    /// `after`.
    After,
    /// `together`.
    Together,
}

/// A step of an ability, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepId {
    /// The ability.
    pub ability: AbilityId,
    /// The list.
    pub list: List,
    /// The place in it.
    pub place: u8,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// A status effect.
    Status(Status),
    /// A feature that this step grants.
    Granted(StepId),
    /// Held down and tickled: prone, and damage on the holder's turns.
    Pinned(StepId),
    /// Counts as ambushed.
    Ambushed,
}

/// When its time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// At the start of its owner's turns.
    Rounds,
    /// At the start of its bearer's turns, acting each time.
    Hits,
    /// Gone at the end of the round.
    ThisRound,
    /// Gone at the end of the turn under way.
    ThisTurn,
    /// Gone once the next attack on its bearer is through.
    ThisAttack,
    /// As long as the poem of its owner is kept up.
    Kept,
    /// To the end of the fight.
    Fight,
}

/// One lasting thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// What it is.
    pub what: What,
    /// Its size, where it has one; worked out when it was put on.
    pub size: i16,
    /// Stacks.
    pub stacks: u8,
    /// Rounds or hits left.
    pub left: u16,
    /// When these are counted.
    pub clock: Clock,
    /// Who put it on; nobody for the surroundings.
    pub owner: Option<Who>,
    /// By which ability.
    pub by: Option<AbilityId>,
    /// The aptitudes of whoever put it on, at that moment.
    pub with: Aptitudes,
    /// The place in the order of application.
    pub order: u32,
    /// Gone as soon as this is.
    pub while_has: Option<Status>,
    /// Whom it is about, for what counts against one creature only.
    pub about: Option<Who>,
    /// Stops when its owner can no longer be heard: stunned, prone or silenced.
    pub sung: bool,
}

/// Everything that lasts on one combatant, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lastings(ArrayVec<Lasting, MOST>);

impl Lastings {
    /// All of them, oldest first.
    pub fn iter(&self) -> std::slice::Iter<'_, Lasting> {
        self.0.iter()
    }

    /// All of them, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Lasting> {
        self.0.iter_mut()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One by its place.
    pub fn get(&self, place: usize) -> Option<&Lasting> {
        self.0.get(place)
    }

    /// The status effect of this name.
    pub fn status(&self, status: Status) -> Option<&Lasting> {
        self.0.iter().find(|lasting| lasting.what == What::Status(status))
    }

    /// The same, to be changed.
    pub fn status_mut(&mut self, status: Status) -> Option<&mut Lasting> {
        self.0.iter_mut().find(|lasting| lasting.what == What::Status(status))
    }

    /// Adds one; the oldest makes room.
    pub fn push(&mut self, lasting: Lasting) {
        if self.0.is_full() {
            self.0.remove(0);
        }
        self.0.push(lasting);
    }

    /// Takes one away.
    pub fn remove(&mut self, place: usize) -> Option<Lasting> {
        (place < self.0.len()).then(|| self.0.remove(place))
    }

    /// Keeps those that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&Lasting) -> bool) {
        self.0.retain(|lasting| keep(lasting));
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
