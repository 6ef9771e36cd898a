//! The conditions on a creature, oldest first, and what they come to together: that is asked far more often than any of
//! them begins or ends.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::book::Condition;
use crate::combatant::{Clock, Status};
use crate::those::List;

/// The conditions on a creature. Read it like a slice.
#[derive(Clone, Debug, Default)]
pub struct Statuses {
    all: List<Status, 24>,
    /// Those that stand by themselves, by bit.
    own: u64,
    /// Those and what is a part of them.
    held: u64,
}

/// The bit of a condition.
const fn bit(condition: Condition) -> u64 {
    1 << condition as u32
}

const _: () = assert!(Condition::ALL.len() <= 64, "each condition has a bit");

/// All the bits of some conditions.
const fn bits(conditions: &[Condition]) -> u64 {
    let (mut all, mut place) = (0, 0);
    while place < conditions.len() {
        all |= bit(conditions[place]);
        place += 1;
    }
    all
}

/// What a condition brings with it, by bit.
fn parts(status: &Status) -> u64 {
    use Condition as C;
    match status.condition {
        C::Blinded => bits(&[C::Exposed, C::Hindered]),
        C::Frightened => bits(&[C::Intimidated]),
        C::HeavilyDazed => bits(&[C::Dazed]),
        C::HeavilyImpaired | C::Poisoned => bits(&[C::Impaired]),
        C::Paralyzed => bits(&[C::Exposed, C::Incapacitated, C::Stunned]),
        C::Petrified => bits(&[C::Exposed, C::Incapacitated, C::Paralyzed, C::Stunned]),
        C::Prone => bits(&[C::Hindered]),
        C::Restrained => bits(&[C::Exposed, C::Hindered, C::Grappled]),
        C::Stunned if status.amount >= 4 => bits(&[C::Exposed, C::Incapacitated]),
        C::Surprised => bits(&[C::Exposed]),
        C::Unconscious => bits(&[C::Exposed, C::Hindered, C::Incapacitated, C::Paralyzed, C::Stunned, C::Prone]),
        _ => 0,
    }
}

impl Status {
    /// Whether it is a condition or brings it with it.
    pub fn implies(&self, wanted: Condition) -> bool {
        self.condition == wanted || parts(self) & bit(wanted) != 0
    }
}

impl Statuses {
    /// Whether a condition stands there by itself, not as a part of another.
    #[inline]
    pub fn under(&self, condition: Condition) -> bool {
        self.own & bit(condition) != 0
    }

    /// Whether a condition holds, by itself or as a part of another.
    #[inline]
    pub fn has(&self, condition: Condition) -> bool {
        self.held & bit(condition) != 0
    }

    /// Adds one.
    pub fn push(&mut self, status: Status) {
        self.all.push(status);
        self.sum_up();
    }

    /// Takes one out.
    pub fn remove(&mut self, place: usize) -> Status {
        let status = self.all.remove(place);
        self.sum_up();
        status
    }

    /// Keeps those for which `stays` says so.
    pub fn retain(&mut self, stays: impl Fn(&Status) -> bool) {
        self.all.retain(|status| stays(status));
        self.sum_up();
    }

    /// Changes one of them.
    pub fn change(&mut self, place: usize, change: impl FnOnce(&mut Status)) {
        if let Some(status) = self.all.get_mut(place) {
            change(status);
            self.sum_up();
        }
    }

    /// The clock of one of them.
    pub fn clock(&mut self, place: usize) -> Option<&mut Clock> {
        self.all.get_mut(place).map(|status| &mut status.clock)
    }

    fn sum_up(&mut self) {
        self.own = self.all.iter().fold(0, |all, status| all | bit(status.condition));
        self.held = self.all.iter().fold(self.own, |all, status| all | parts(status));
    }
}

impl Deref for Statuses {
    type Target = [Status];

    #[inline]
    fn deref(&self) -> &[Status] {
        &self.all
    }
}

impl<'a> IntoIterator for &'a Statuses {
    type Item = &'a Status;
    type IntoIter = std::slice::Iter<'a, Status>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl IntoIterator for Statuses {
    type Item = Status;
    type IntoIter = smallvec::IntoIter<[Status; 24]>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl PartialEq for Statuses {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Statuses {}

impl Hash for Statuses {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.all.hash(state);
    }
}
