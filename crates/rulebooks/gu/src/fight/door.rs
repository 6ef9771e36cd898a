//! The one door to a combatant, and what is noted of its Gu when the door closes.

use std::ops::{Deref, DerefMut};

use quintain_engine::{Who, state};

use super::Fight;
use crate::book::{Brings, Happenings, Kind, Kinds};
use crate::combatant::{Combatant, GuState, Owned};
use crate::lasting::What;
use crate::zone::Zone;

/// What the Gu of a combatant, and what is laid on it, could bring about. Most rules ask for powers that nobody has, and one
/// look at this tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Note {
    /// The kinds of powers that its own Gu at work, and what is laid on it, could give it.
    pub at_work: Kinds,
    /// The kinds of powers that its sustained Gu could give to those near it.
    pub radiates: Kinds,
    /// What its Gu could ever answer to.
    pub answers: Happenings,
}

impl Note {
    fn of(fight: &Fight, who: Who) -> Note {
        let one = fight.one(who);
        let mut note = Note::default();
        for owned in one.gu.iter() {
            let brings = fight.brings(owned.gu);
            note.answers = note.answers.and(brings.answers);
            if owned.state.works() {
                note.at_work = note.at_work.and(brings.own);
            }
            if owned.state == GuState::Sustained {
                note.radiates = note.radiates.and(brings.inside);
            }
        }
        for known in one.lasting.iter() {
            if let What::Effect(gu) = known.what {
                note.at_work = note.at_work.and(fight.brings(gu).laid);
            }
        }
        note
    }
}

state! {
    /// What is noted of each combatant.
    #[derive(Debug, Default, PartialEq)]
    pub(super) struct Notes {
        each: Vec<Note>,
        /// The kinds of powers that what lies on the map, and the sustained Gu of all, could give to those near it.
        abroad: Kinds,
    }
}

/// A combatant who may change. What is noted of it is brought up to date when the door closes.
#[derive(Debug)]
pub(crate) struct Changing<'a> {
    fight: &'a mut Fight,
    who: Who,
}

impl Deref for Changing<'_> {
    type Target = Combatant;

    #[inline]
    fn deref(&self) -> &Combatant {
        &self.fight.cast[self.who]
    }
}

impl DerefMut for Changing<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Combatant {
        &mut self.fight.cast[self.who]
    }
}

impl Drop for Changing<'_> {
    #[inline]
    fn drop(&mut self) {
        self.fight.look_again(self.who);
    }
}

/// What lies on the map, which may change.
#[derive(Debug)]
pub(crate) struct Laying<'a> {
    fight: &'a mut Fight,
}

impl Deref for Laying<'_> {
    type Target = Vec<Zone>;

    fn deref(&self) -> &Vec<Zone> {
        &self.fight.zones
    }
}

impl DerefMut for Laying<'_> {
    fn deref_mut(&mut self) -> &mut Vec<Zone> {
        &mut self.fight.zones
    }
}

impl Drop for Laying<'_> {
    fn drop(&mut self) {
        self.fight.look_abroad();
    }
}

impl Fight {
    /// The one door to a combatant who changes.
    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> Changing<'_> {
        Changing { fight: self, who }
    }

    /// Changes the Gu at a place of those that a combatant owns, if there is one, and says what came of it.
    #[inline]
    pub(crate) fn change_gu<R>(&mut self, who: Who, slot: u8, change: impl FnOnce(&mut Owned) -> R) -> Option<R> {
        self.one_mut(who).gu.get_mut(usize::from(slot)).map(change)
    }

    /// What lies on the map, to be changed.
    pub(crate) fn zones_mut(&mut self) -> Laying<'_> {
        Laying { fight: self }
    }

    /// A newcomer takes part, at the end of the roster.
    pub(crate) fn enlist(&mut self, one: Combatant) -> Who {
        let who = Who(self.cast.len() as u16);
        self.cast.push(one);
        self.look_again(who);
        self.draws |= self.has_drawing_gu(who);
        who
    }

    /// The one who has come last finds no room, and does not take part after all.
    pub(crate) fn withdraw(&mut self) {
        self.cast.pop();
        self.notes.each.truncate(self.cast.len());
        self.look_abroad();
    }

    /// Notes all of it, because the fight is new.
    pub(super) fn look_at_all(&mut self) {
        self.draws = self.everyone().any(|who| self.has_drawing_gu(who));
        self.everyone().for_each(|who| self.look_again(who));
    }

    /// Whether a combatant has a Gu that draws others' damage onto its user.
    fn has_drawing_gu(&self, who: Who) -> bool {
        self.one(who).gu.iter().any(|owned| self.brings(owned.gu).own.any_of(Kind::Draws.into()))
    }

    /// What is known of a combatant's Gu and of what is laid on it.
    #[inline(always)]
    pub(crate) fn noted(&self, who: Who) -> &Note {
        &self.notes.each[who.index()]
    }

    /// The kinds of powers that could be at work on those inside what lies on the map, or near enough to others' Gu.
    #[inline]
    pub(crate) fn abroad(&self) -> Kinds {
        self.notes.abroad
    }

    /// What kinds of powers a Gu brings.
    #[inline]
    pub(crate) fn brings(&self, gu: u16) -> &Brings {
        &self.setting.book.brings[usize::from(gu)]
    }

    #[inline(never)]
    fn look_again(&mut self, who: Who) {
        let now = Note::of(self, who);
        let each = &mut self.notes.each;
        if each.len() <= who.index() {
            each.resize(who.index() + 1, Note::default());
        }
        let before = std::mem::replace(&mut each[who.index()], now);
        if before.radiates != now.radiates {
            self.look_abroad();
        }
    }

    fn look_abroad(&mut self) {
        self.notes.abroad = self.found_abroad();
    }

    fn found_abroad(&self) -> Kinds {
        let near = self.notes.each.iter().map(|note| note.radiates);
        near.chain(self.zones.iter().map(|zone| self.brings(zone.gu).inside)).fold(Kinds::NONE, Kinds::and)
    }
}

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_question;

    use super::*;

    #[test]
    fn what_is_noted_is_what_a_fresh_look_finds() {
        at_every_question(4, |fight: &Fight| {
            for who in fight.everyone() {
                assert_eq!(*fight.noted(who), Note::of(fight, who), "of {}", fight.label(who));
            }
            assert_eq!(fight.abroad(), fight.found_abroad());
        });
    }
}
