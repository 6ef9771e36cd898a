//! What lasts on a combatant: status effects and granted features, small enough to be copied.

use std::hash::{Hash, Hasher};

use quintain_engine::{Blank, Who};
use smallvec::SmallVec;

use crate::book::{Aptitudes, Status};
use crate::content::{AbilityId, WeaponId};

/// So many lasting things find room in the combatant itself; more lie outside it.
const ROOM: usize = 12;

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
    /// Gone once the use of an ability that was under way when it came is through.
    ThisUse,
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
    /// The aptitudes of its giver, at that moment.
    pub with: Aptitudes,
    /// The place in the order of application.
    pub order: u32,
    /// Gone as soon as this is.
    pub while_has: Option<Status>,
    /// The creature that it is about, for what counts against one creature only.
    pub about: Option<Who>,
    /// Stops when its owner can no longer be heard: stunned, prone or silenced.
    pub sung: bool,
    /// The weapon that it lies on, if it does not lie on its bearer.
    pub weapon: Option<WeaponId>,
}

impl Blank for Lasting {
    const BLANK: Self = Lasting {
        what: What::Ambushed,
        size: 0,
        stacks: 0,
        left: 0,
        clock: Clock::Fight,
        owner: None,
        by: None,
        with: Aptitudes { potency: 0, control: 0, level: 0 },
        order: 0,
        while_has: None,
        about: None,
        sung: false,
        weapon: None,
    };
}

impl What {
    /// Its bit among the marks of a list.
    const fn mark(self) -> u32 {
        match self {
            What::Status(status) => 1 << status as u32,
            What::Granted(_) => GRANTED,
            What::Pinned(_) => PINNED,
            What::Ambushed => AMBUSHED,
        }
    }
}

/// The marks besides those of the status effects, of which there are 26.
const GRANTED: u32 = 1 << 29;
const PINNED: u32 = 1 << 30;
const AMBUSHED: u32 = 1 << 31;

/// Everything that lasts on one combatant, oldest first.
///
/// The marks say of what kind there is anything, so that rules pass over those that bear nothing of it. They follow
/// from the list and are no part of the state.
#[derive(Clone, Debug, Default)]
pub struct Lastings {
    list: SmallVec<[Lasting; ROOM]>,
    marks: u32,
}

impl PartialEq for Lastings {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Lastings {}

impl Hash for Lastings {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

impl Lastings {
    /// All of them, oldest first.
    pub fn iter(&self) -> std::slice::Iter<'_, Lasting> {
        self.list.iter()
    }

    /// All of them, to be changed in everything but what they are.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Lasting> {
        self.list.iter_mut()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.marks == 0
    }

    /// Whether any of them grants a feature.
    #[inline]
    pub const fn grants(&self) -> bool {
        self.marks & GRANTED != 0
    }

    /// Whether any of them is a hold.
    #[inline]
    pub const fn pins(&self) -> bool {
        self.marks & PINNED != 0
    }

    /// Whether any of them is an ambush, now or later.
    #[inline]
    pub const fn ambushes(&self) -> bool {
        self.marks & AMBUSHED != 0
    }

    /// Whether there is a status effect of this name.
    #[inline]
    pub const fn has(&self, status: Status) -> bool {
        self.marks & What::Status(status).mark() != 0
    }

    /// One by its place.
    pub fn get(&self, place: usize) -> Option<&Lasting> {
        self.list.get(place)
    }

    /// The status effect of this name.
    #[inline]
    pub fn status(&self, status: Status) -> Option<&Lasting> {
        if !self.has(status) {
            return None;
        }
        self.list.iter().find(|lasting| lasting.what == What::Status(status))
    }

    /// The same, to be changed in everything but what it is.
    pub fn status_mut(&mut self, status: Status) -> Option<&mut Lasting> {
        if !self.has(status) {
            return None;
        }
        self.list.iter_mut().find(|lasting| lasting.what == What::Status(status))
    }

    /// Adds one.
    pub fn push(&mut self, lasting: Lasting) {
        self.list.push(lasting);
        self.marks |= lasting.what.mark();
    }

    /// Takes one away.
    pub fn remove(&mut self, place: usize) -> Option<Lasting> {
        let taken = (place < self.list.len()).then(|| self.list.remove(place));
        self.mark();
        taken
    }

    /// Keeps those that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&Lasting) -> bool) {
        if !self.is_empty() {
            self.list.retain(|lasting| keep(lasting));
            self.mark();
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.list.clear();
        self.marks = 0;
    }

    fn mark(&mut self) {
        self.marks = self.list.iter().fold(0, |marks, lasting| marks | lasting.what.mark());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Word;

    fn lasting(what: What) -> Lasting {
        Lasting { what, stacks: 1, left: 1, clock: Clock::Rounds, ..Lasting::BLANK }
    }

    #[test]
    fn every_kind_has_a_mark_of_its_own() {
        let step = StepId { ability: AbilityId(0), list: List::Does, place: 0 };
        let others = [What::Granted(step), What::Pinned(step), What::Ambushed];
        let marks: Vec<u32> =
            Status::ALL.iter().map(|status| What::Status(*status)).chain(others).map(What::mark).collect();
        assert_eq!(marks.iter().fold(0, |all, mark| all | mark).count_ones() as usize, marks.len());
        assert!(marks.iter().all(|mark| mark.count_ones() == 1));
    }

    #[test]
    fn marks_follow_the_list() {
        let mut all = Lastings::default();
        all.push(lasting(What::Status(Status::Burning)));
        all.push(lasting(What::Ambushed));
        assert!(all.has(Status::Burning) && all.ambushes() && !all.has(Status::Slowed) && !all.is_empty());
        all.remove(0);
        assert!(!all.has(Status::Burning) && all.status(Status::Burning).is_none() && all.ambushes());
        all.retain(|lasting| lasting.what != What::Ambushed);
        assert!(all.is_empty());
    }
}
