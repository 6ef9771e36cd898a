//! What follows from the Gu at work on somebody, found out once and remembered until that one changes.

use std::fmt::Debug;
use std::sync::OnceLock;

use quintain_engine::Who;

use crate::book::{Happenings, Kinds};

/// What is known of one who fights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Note {
    /// The kinds of powers that its own Gu at work, and what is laid on it, could give it.
    pub at_work: Kinds,
    /// The kinds of powers that its sustained Gu could give to whoever is near it.
    pub radiates: Kinds,
    /// What its Gu could ever answer to.
    pub answers: Happenings,
}

/// What has been found out about one who fights since it was last changed.
#[derive(Debug, Default)]
struct Found {
    note: OnceLock<Note>,
    metres: OnceLock<i16>,
}

/// What has been found out about each of the cast.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    each: Vec<Found>,
    abroad: OnceLock<Kinds>,
}

/// What was found out before, or is now. Tests find it out each time, and see that nothing was remembered too long.
#[inline]
fn remembered<T: Copy + PartialEq + Debug>(known: &OnceLock<T>, find: impl Fn() -> T) -> T {
    let found = *known.get_or_init(&find);
    debug_assert_eq!(found, find(), "a change that nobody noted");
    found
}

impl Notes {
    /// Room for so many, and nothing known of anybody.
    pub fn blank(cast: usize) -> Self {
        let mut notes = Notes::default();
        notes.forget_all(cast);
        notes
    }

    /// Nothing is known of anybody any more.
    pub fn forget_all(&mut self, cast: usize) {
        self.each.clear();
        self.each.resize_with(cast, Found::default);
        self.abroad = OnceLock::new();
    }

    /// Somebody changes, or has come.
    #[inline]
    pub fn forget(&mut self, who: Who) {
        self.abroad = OnceLock::new();
        match self.each.get_mut(who.index()) {
            Some(found) => *found = Found::default(),
            None => self.each.resize_with(who.index() + 1, Found::default),
        }
    }

    /// What lies on the map changes.
    pub fn forget_map(&mut self) {
        self.abroad = OnceLock::new();
    }

    /// The kinds of powers that what lies on the map, and the sustained Gu of all, could give to whoever is near.
    #[inline]
    pub fn abroad(&self, find: impl Fn() -> Kinds) -> Kinds {
        remembered(&self.abroad, find)
    }

    /// The note of somebody, made now if there is none.
    #[inline]
    pub fn of(&self, who: Who, make: impl Fn() -> Note) -> Note {
        self.each.get(who.index()).map_or_else(&make, |found| remembered(&found.note, &make))
    }

    /// How far somebody walks where no Gu has a say in it, worked out now if it is not known.
    #[inline]
    pub fn metres(&self, who: Who, work_out: impl Fn() -> i16) -> i16 {
        self.each.get(who.index()).map_or_else(&work_out, |found| remembered(&found.metres, &work_out))
    }
}
