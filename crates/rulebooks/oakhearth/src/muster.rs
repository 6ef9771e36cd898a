//! Who is there, who can do what, and how far each is from each: gathered from the cast, because it is asked of
//! everybody at every turn, step and blow, and changes with few of them.
//!
//! A combatant that has changed is looked at again as soon as the one door to it, [`Fight::one_mut`], closes. Of places
//! beyond [`MOST`] nothing is kept: there the cast itself is asked.

use std::ops::{Deref, DerefMut};

use quintain_engine::clock::MOST_SIDES;
use quintain_engine::{Side, Who, state};
use quintain_field::Square;

use crate::book::Condition;
use crate::combatant::Combatant;
use crate::fight::Fight;

/// How many are kept, from the first on: as many as a word has bits.
const MOST: usize = 64;

/// What is kept of everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// On the map, alive or dying.
    Present,
    /// On the map and in its senses, and called by nobody.
    Fighting,
    /// Neither helpless nor on the ground.
    Poised,
    /// Holds Actions.
    Holding,
    /// Above the ground.
    Aloft,
    /// Rides.
    Mounted,
    /// In somebody's grip, or Restrained.
    Grappled,
    /// Hidden from somebody.
    Hidden,
    /// Down, or under a condition.
    Ailing,
    /// Something lasts on it.
    Changed,
    /// Knocked out by a non-lethal blow.
    KnockedOut,
    /// Help Dice wait for it.
    Helped,
}

/// How many marks there are.
const MARKS: usize = Mark::Helped as usize + 1;

impl Mark {
    /// All of them, in order.
    const EACH: [Mark; MARKS] = [
        Mark::Present,
        Mark::Fighting,
        Mark::Poised,
        Mark::Holding,
        Mark::Aloft,
        Mark::Mounted,
        Mark::Grappled,
        Mark::Hidden,
        Mark::Ailing,
        Mark::Changed,
        Mark::KnockedOut,
        Mark::Helped,
    ];

    /// All that somebody has, by bit.
    fn all(one: &Combatant) -> u32 {
        Mark::EACH.into_iter().fold(0, |all, mark| all | u32::from(mark.is_on(one)) << mark as u32)
    }

    /// Whether somebody has it.
    #[inline(always)]
    fn is_on(self, one: &Combatant) -> bool {
        match self {
            Mark::Present => one.present(),
            Mark::Fighting => one.present() & one.fights(),
            Mark::Poised => !one.has(Condition::Incapacitated) & !one.has(Condition::Prone),
            Mark::Holding => !one.held.is_empty(),
            Mark::Aloft => one.height > 0,
            Mark::Mounted => one.mount.is_some(),
            Mark::Grappled => one.has(Condition::Grappled),
            Mark::Hidden => !one.hidden_from.is_empty(),
            Mark::Ailing => (one.hp <= 0) | !one.statuses.is_empty(),
            Mark::Changed => !one.statuses.is_empty() | !one.boons.is_empty(),
            Mark::KnockedOut => one.knocked_out,
            Mark::Helped => !one.help.is_empty(),
        }
    }
}

/// The bit of a combatant's place; none for those that nothing is kept of.
#[inline]
fn bit(who: Who) -> u64 {
    1u64.checked_shl(u32::from(who.0)).unwrap_or(0)
}

/// Everybody whose bit is set, in roster order.
#[derive(Clone, Copy, Debug)]
struct Bits(u64);

impl Iterator for Bits {
    type Item = Who;

    #[inline]
    fn next(&mut self) -> Option<Who> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < u64::BITS).then_some(Who(first as u16))
    }
}

/// What somebody was when it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    /// Its marks, and its side above them.
    marks: u32,
    /// Where it stands, how high, and how big it is.
    place: u64,
}

/// The place of those who stand nowhere.
const NOWHERE: u64 = u64::MAX;

impl Seen {
    const NOBODY: Seen = Seen { marks: 0, place: NOWHERE };

    #[inline]
    fn of(fight: &Fight, who: Who) -> Seen {
        let one = fight.one(who);
        Seen { marks: Mark::all(one) | u32::from(one.side.0) << MARKS, place: place_of(fight, who) }
    }
}

state! {
    /// What is known of the cast.
    #[derive(Debug, Default, PartialEq, Eq)]
    pub(crate) struct Muster {
        seen: Vec<Seen>,
        /// For each mark, who has it.
        marked: [u64; MARKS],
        /// For each side, who of it is on the map.
        members: [u64; MOST_SIDES],
        /// For each side, who on the map is hostile to it.
        foes: [u64; MOST_SIDES],
        /// For each, who else is within 1 Space.
        beside: Vec<u64>,
        /// For each a row of the Spaces to each.
        apart: Vec<i16>,
    }
}

impl Muster {
    /// Makes room for so many, nothing of which is known yet.
    fn resize(&mut self, cast: usize) {
        let count = cast.min(MOST);
        self.seen.clear();
        self.seen.resize(count, Seen::NOBODY);
        self.beside.clear();
        self.beside.resize(count, 0);
        self.apart.clear();
        self.apart.resize(count * count, i16::MAX);
        (self.marked, self.members, self.foes) = Default::default();
    }

    /// Somebody has become what it is now.
    fn note(&mut self, fight: &Fight, who: Who, now: Seen) {
        let before = std::mem::replace(&mut self.seen[who.index()], now);
        if now.marks != before.marks {
            for (place, marked) in self.marked.iter_mut().enumerate() {
                *marked = *marked & !bit(who) | u64::from(now.marks >> place & 1) << who.0;
            }
        }
        if (now.marks ^ before.marks) & GROUPING != 0 {
            self.group(fight);
        }
        if now.place != before.place {
            self.measure(fight, who);
        }
    }

    /// Notes who of each side is there, and who is hostile to it.
    fn group(&mut self, fight: &Fight) {
        let mut members = [0; MOST_SIDES];
        for who in Bits(self.marked(Mark::Present)) {
            if let Some(members) = members.get_mut(fight.one(who).side.index()) {
                *members |= bit(who);
            }
        }
        for (foes, side) in self.foes.iter_mut().zip((0..).map(Side)) {
            let hostile = fight.setting.foes_of(side).iter().zip(&members).filter(|(hostile, _)| **hostile);
            *foes = hostile.fold(0, |all, (_, members)| all | members);
        }
        self.members = members;
    }

    /// Measures from somebody to all, and back.
    fn measure(&mut self, fight: &Fight, who: Who) {
        let (place, count) = (who.index(), self.seen.len());
        let here = self.seen[place].place;
        let mut near = 0;
        let all = self.beside.iter_mut().zip(&self.seen).zip((0..).map(Who));
        for ((beside, seen), other) in all {
            let far = between(here, seen.place).unwrap_or_else(|| fight.measured(who, other));
            self.apart[place * count + other.index()] = far;
            self.apart[other.index() * count + place] = far;
            let next = u64::from(far <= 1 && other != who);
            near |= next << other.0;
            *beside = *beside & !bit(who) | next << place;
        }
        self.beside[place] = near;
    }

    fn marked(&self, mark: Mark) -> u64 {
        self.marked[mark as usize]
    }
}

/// Marks that say to which group somebody belongs: whether it is there, and its side.
const GROUPING: u32 = 1 << Mark::Present as u32 | !0 << MARKS;

/// All on which the Spaces to others depend: where somebody stands, how high, and how big it is unless it fills one Space
/// of level ground.
fn place_of(fight: &Fight, who: Who) -> u64 {
    let one = fight.one(who);
    let size = fight.size(who);
    let plain = fight.setting.flat && size.across() == 1;
    let big = if plain { 0 } else { 1 + size as i16 };
    one.at.map_or(NOWHERE, |at| corner(at) | word(one.height, 2) | word(big, 3))
}

/// A number as a part of a word.
fn word(number: i16, part: u32) -> u64 {
    u64::from(number.cast_unsigned()) << (16 * part)
}

/// The part of a place that tells the square.
fn corner(at: Square) -> u64 {
    word(at.x, 0) | word(at.y, 1)
}

/// Whether a place is one Space of level ground.
fn plain(place: u64) -> bool {
    place >> 48 == 0
}

/// Spaces between two places where each is one Space of level ground.
fn between(one: u64, other: u64) -> Option<i16> {
    let part = |place: u64, part: u32| i32::from((place >> (16 * part)) as u16 as i16);
    let apart = |number: u32| (part(one, number) - part(other, number)).abs();
    let far = apart(0).max(apart(1)).max(apart(2));
    plain(one | other).then_some(far.min(i16::MAX.into()) as i16)
}

/// Measures from one to others.
#[derive(Clone, Copy, Debug)]
pub struct Ruler<'a> {
    fight: &'a Fight,
    from: Who,
    row: &'a [i16],
}

impl<'a> Ruler<'a> {
    /// From somebody.
    #[inline]
    pub fn of(fight: &'a Fight, from: Who) -> Self {
        let muster = &fight.muster;
        let count = muster.seen.len();
        let row = muster.apart.get(from.index() * count..(from.index() + 1) * count);
        Ruler { fight, from, row: row.unwrap_or_default() }
    }

    /// Spaces to somebody, diagonals and heights counting 1.
    #[inline]
    pub fn to(&self, other: Who) -> i16 {
        self.row.get(other.index()).copied().unwrap_or_else(|| self.fight.measured(self.from, other))
    }
}

impl Fight {
    /// The one door to a combatant who changes.
    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> Changing<'_> {
        Changing { fight: self, who }
    }

    /// Looks again at somebody who may have changed.
    #[inline]
    fn look_again(&mut self, who: Who) {
        let now = Seen::of(self, who);
        if self.muster.seen.get(who.index()).is_some_and(|seen| *seen != now) {
            self.note_again(who, now);
        }
    }

    #[inline(never)]
    fn note_again(&mut self, who: Who, now: Seen) {
        let mut muster = std::mem::take(&mut self.muster);
        muster.note(self, who, now);
        self.muster = muster;
    }

    /// Looks at everybody, because somebody takes part who has not done so before.
    pub(crate) fn muster_all(&mut self) {
        self.muster.resize(self.cast.len());
        for who in self.everyone() {
            self.look_again(who);
        }
    }

    /// Some, in roster order: those that fit, which is known of the first by bit.
    #[inline]
    fn those<'a>(
        &'a self,
        known: u64,
        suits: impl Fn(Who) -> bool + Clone + 'a,
    ) -> impl Iterator<Item = Who> + Clone + 'a {
        let others = MOST.min(self.cast.len()) as u16..self.cast.len() as u16;
        Bits(known).chain(others.map(Who).filter(move |who| suits(*who)))
    }

    /// Spaces between two, diagonals and heights counting 1.
    #[inline]
    pub fn distance(&self, one: Who, other: Who) -> i16 {
        Ruler::of(self, one).to(other)
    }

    /// Everyone who has a mark.
    #[inline]
    pub(crate) fn marked(&self, mark: Mark) -> impl Iterator<Item = Who> + '_ {
        self.those(self.muster.marked(mark), move |who| mark.is_on(self.one(who)))
    }

    /// Whether anybody has a mark.
    #[inline]
    pub(crate) fn any(&self, mark: Mark) -> bool {
        self.marked(mark).next().is_some()
    }

    /// Everyone on the map who is hostile to somebody.
    #[inline]
    pub fn enemies(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        let side = self.one(who).side;
        self.those(self.hostile(side), move |other| self.is_foe(side, other))
    }

    /// Those of them who still count for their side.
    #[inline]
    pub fn opponents(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        self.opponents_of(self.one(who).side)
    }

    /// Everyone hostile to a side who still counts for its own.
    #[inline]
    pub fn opponents_of(&self, side: Side) -> impl Iterator<Item = Who> + '_ {
        let known = self.hostile(side) & self.muster.marked(Mark::Fighting);
        self.those(known, move |other| self.is_foe(side, other) && self.fighting(other))
    }

    /// Those of somebody's opponents who are within 1 Space of it.
    #[inline]
    pub fn opponents_beside(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        let side = self.one(who).side;
        let known = self.hostile(side) & self.muster.marked(Mark::Fighting) & self.near(who);
        self.those(known, move |other| {
            self.is_foe(side, other) && self.fighting(other) && other != who && self.measured(who, other) <= 1
        })
    }

    /// Enemies within 1 Space of somebody who can flank.
    #[inline]
    pub(crate) fn flankers(&self, whom: Who) -> impl Iterator<Item = Who> + Clone + '_ {
        let side = self.one(whom).side;
        let known = self.hostile(side) & self.muster.marked(Mark::Poised) & self.near(whom);
        self.those(known, move |other| {
            let poised = self.is_foe(side, other) && Mark::Poised.is_on(self.one(other));
            poised && other != whom && self.measured(whom, other) <= 1
        })
    }

    /// Everyone else on the map on somebody's side.
    #[inline]
    pub fn allies(&self, who: Who) -> impl Iterator<Item = Who> + '_ {
        let side = self.one(who).side;
        self.those(self.of_side(side) & !bit(who), move |other| other != who && self.is_member(side, other))
    }

    /// Everyone of a side on the map.
    #[inline]
    pub fn members(&self, side: Side) -> impl Iterator<Item = Who> + '_ {
        self.those(self.of_side(side), move |other| self.is_member(side, other))
    }

    /// Whether somebody's body takes in a square.
    #[inline]
    pub(crate) fn covers(&self, who: Who, square: Square) -> bool {
        let place = self.muster.seen.get(who.index()).map(|seen| seen.place);
        match place.filter(|place| plain(*place)) {
            Some(place) => place as u32 == corner(square) as u32,
            None => self.body(who).is_some_and(|body| body.contains(square)),
        }
    }

    /// Who else is within 1 Space of somebody, by bit.
    #[inline]
    fn near(&self, who: Who) -> u64 {
        match self.muster.beside.get(who.index()) {
            Some(beside) => *beside,
            None => self.first(|other| self.measured(who, other) <= 1),
        }
    }

    /// Who on the map is hostile to a side, by bit.
    #[inline]
    fn hostile(&self, side: Side) -> u64 {
        match self.muster.foes.get(side.index()) {
            Some(foes) => *foes,
            None => self.first(|other| self.is_foe(side, other)),
        }
    }

    /// Who of a side is on the map, by bit.
    #[inline]
    fn of_side(&self, side: Side) -> u64 {
        match self.muster.members.get(side.index()) {
            Some(members) => *members,
            None => self.first(|other| self.is_member(side, other)),
        }
    }

    /// Those of the first that fit, by bit.
    #[cold]
    fn first(&self, suits: impl Fn(Who) -> bool) -> u64 {
        let all = (0..self.cast.len().min(MOST) as u16).map(Who);
        all.filter(|who| suits(*who)).fold(0, |all, who| all | bit(who))
    }

    fn is_foe(&self, side: Side, other: Who) -> bool {
        self.setting.foes(side, self.one(other).side) && self.present(other)
    }

    fn is_member(&self, side: Side, other: Who) -> bool {
        self.one(other).side == side && self.present(other)
    }
}

/// A combatant who may change. What follows from it is brought up to date when the door closes.
#[derive(Debug)]
pub(crate) struct Changing<'a> {
    fight: &'a mut Fight,
    who: Who,
}

impl Deref for Changing<'_> {
    type Target = Combatant;

    #[inline]
    fn deref(&self) -> &Combatant {
        self.fight.one(self.who)
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

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_question;

    use super::*;

    #[test]
    fn what_is_noted_of_the_cast_is_what_a_fresh_look_finds() {
        at_every_question(4, |fight: &Fight| {
            let mut fresh = fight.clone();
            fresh.muster_all();
            assert_eq!(fight.muster, fresh.muster);
        });
    }
}
