//! The one door to a combatant, and what is noted of its Gu and of where it stands when the door closes.

use std::ops::{Deref, DerefMut};

use quintain_engine::{Who, state};
use quintain_field::{Occupancy, Span, Square};

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
    /// Somebody holds it in a grapple.
    pub gripped: bool,
    /// The squares that it fills, in a crowd.
    body: Option<Span>,
}

impl Note {
    fn of(fight: &Fight, who: Who) -> Note {
        let one = fight.one(who);
        let body = (fight.is_crowded() && fight.present(who)).then(|| fight.body(who));
        let mut note = Note { gripped: one.held_by.is_some(), body, ..Note::default() };
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

    /// Whether a sphere that keeps others out is round it.
    fn has_sphere(&self) -> bool {
        self.at_work.any_of(Kind::Sphere.into())
    }
}

state! {
    /// What is noted of each combatant.
    #[derive(Debug, Default, PartialEq)]
    pub(super) struct Notes {
        each: Vec<Note>,
        /// How many fill each square, in a crowd.
        places: Occupancy,
        /// How many are held in a grapple.
        gripped: u16,
        /// How many have a sphere round them.
        spheres: u16,
        /// The kinds of powers that what lies on the map, and the sustained Gu of all, could give to those near it.
        abroad: Kinds,
    }
}

/// Of so many it is as soon found out who stands where by going through them.
const FEW: usize = 32;

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
        if self.cast.len() == FEW + 1 {
            self.look_at_all();
        } else {
            self.look_again(who);
            self.draws |= self.has_drawing_gu(who);
        }
        who
    }

    /// The one who has come last finds no room, and does not take part after all.
    pub(crate) fn withdraw(&mut self) {
        self.cast.pop();
        let gone = self.notes.each.drain(self.cast.len()..).filter_map(|note| note.body);
        gone.for_each(|body| self.notes.places.remove(body));
        self.notes.gripped = self.notes.each.iter().filter(|note| note.gripped).count() as u16;
        self.notes.spheres = self.notes.each.iter().filter(|note| note.has_sphere()).count() as u16;
        self.look_abroad();
    }

    /// Notes all of it, because the fight is new or has become a crowd.
    pub(super) fn look_at_all(&mut self) {
        self.notes = Notes::default();
        if self.is_crowded() {
            self.notes.places = Occupancy::for_map(&self.ground().map);
        }
        self.draws = self.everyone().any(|who| self.has_drawing_gu(who));
        self.everyone().for_each(|who| self.look_again(who));
        self.look_abroad();
    }

    /// Whether so many fight that it is worth noting who stands where.
    #[inline]
    fn is_crowded(&self) -> bool {
        self.cast.len() > FEW
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

    /// Whether anybody is held in a grapple at all.
    #[inline]
    pub(crate) fn is_anybody_gripped(&self) -> bool {
        self.notes.gripped > 0
    }

    /// The user of a sphere that keeps a combatant out of a place at this height above its ground: nobody comes within
    /// 1 m of the user, and one that is that near already stays inside.
    pub(crate) fn kept_out_by(&self, who: Who, to: (Square, i16)) -> Option<Who> {
        if self.notes.spheres == 0 {
            return None;
        }
        self.everyone().find(|user| self.is_shut_out_by(who, *user) && self.distance_if(*user, who, to) <= 1)
    }

    /// The user of a sphere that shelters a combatant inside from one outside it: its own before another's.
    pub(crate) fn sheltered_by(&self, whom: Who, from: Who) -> Option<Who> {
        if self.notes.spheres == 0 {
            return None;
        }
        let shelters = |user: &Who| self.is_shut_out_by(from, *user) && self.distance(*user, whom) <= 1;
        std::iter::once(whom).chain(self.everyone()).find(shelters)
    }

    /// Whether somebody is outside the sphere that another has round it.
    #[inline]
    pub(crate) fn is_shut_out_by(&self, who: Who, user: Who) -> bool {
        user != who && self.noted(user).has_sphere() && self.present(user) && self.distance(user, who) > 1
    }

    /// Whether it is known that nobody else is where a body would be, at whatever height.
    #[inline]
    pub(crate) fn is_alone(&self, who: Who, body: Span) -> bool {
        self.is_crowded() && self.notes.places.is_free(body, self.noted(who).body)
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
        let Notes { each, places, gripped, spheres, .. } = &mut self.notes;
        if each.len() <= who.index() {
            each.resize(who.index() + 1, Note::default());
        }
        let before = std::mem::replace(&mut each[who.index()], now);
        if before.body != now.body {
            before.body.into_iter().for_each(|body| places.remove(body));
            now.body.into_iter().for_each(|body| places.place(body));
        }
        *gripped = *gripped + u16::from(now.gripped) - u16::from(before.gripped);
        *spheres = *spheres + u16::from(now.has_sphere()) - u16::from(before.has_sphere());
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
    use quintain_testkit::{at_every_ask, at_every_question};

    use super::*;
    use crate::ask::Ask;

    #[test]
    fn what_is_noted_is_what_a_fresh_look_finds() {
        at_every_question(4, |fight: &Fight| {
            for who in fight.everyone() {
                assert_eq!(*fight.noted(who), Note::of(fight, who), "of {}", fight.label(who));
            }
            assert_eq!(fight.abroad(), fight.found_abroad());
            let gripped = fight.everyone().any(|who| fight.one(who).held_by.is_some());
            assert_eq!(fight.is_anybody_gripped(), gripped);
        });
    }

    #[test]
    fn in_a_crowd_it_is_known_where_nobody_stands() {
        let mut text = "rulebook = \"gu\"\n[map]\nsize = [20, 20]\n".to_owned();
        for nth in 0..=FEW {
            let (side, row) = if nth % 2 == 0 { ("ours", 1) } else { ("theirs", 20) };
            let at = quintain_field::Square::new((nth / 2) as i16, row - 1);
            text +=
                &format!("[[combatant]]\nname = \"{side} {nth}\"\nis = \"hunter\"\nside = \"{side}\"\nat = \"{at}\"\n");
        }
        let mut met = 0;
        at_every_ask(1, &text, |fight: &Fight, _: &Ask| {
            if fight.is_crowded() {
                let mut places = Occupancy::for_map(&fight.ground().map);
                fight.everyone().filter(|who| fight.present(*who)).for_each(|who| places.place(fight.body(who)));
                assert_eq!(fight.notes.places, places);
                met += 1;
            }
        });
        assert!(met > 100, "only {met} met");
    }
}
