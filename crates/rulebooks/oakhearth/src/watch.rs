//! Who could ever answer what, and whether anybody takes others in: found out once from what everybody is, because it is
//! asked at every step and every blow.

use quintain_engine::clock::MOST_SIDES;
use quintain_engine::{Side, Who};

use crate::ask::Moment;
use crate::book::Feature;
use crate::combatant::Combatant;
use crate::rules::reactions::bit;
use crate::setting::{Occasion, Sake, Setting};

/// Those who have an ability for a kind of moment, by bit of their place. Whoever stands beyond the last bit has them
/// all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch {
    /// For whose sake, by the occasion.
    able: [Sakes; Occasion::COUNT],
    /// Those who are not hostile to a side.
    friends: [u64; MOST_SIDES],
    /// Everybody.
    everyone: u64,
    /// Somebody shares its Space with others.
    pub(crate) engulfs: bool,
}

/// Those who answer for the sake of themselves, of their friends, of anybody.
#[derive(Clone, Copy, Debug, Default)]
struct Sakes {
    own: u64,
    friends: u64,
    anyone: u64,
}

impl Watch {
    /// Of everybody who takes part.
    pub(crate) fn of(setting: &Setting, cast: &[Combatant]) -> Watch {
        let mut watch = Watch::default();
        for (one, place) in cast.iter().zip(0..) {
            watch.note(Who(place), one, setting);
        }
        watch
    }

    /// Somebody takes part as well.
    pub(crate) fn note(&mut self, who: Who, one: &Combatant, setting: &Setting) {
        let template = &setting.templates[usize::from(one.template)];
        let bit = bit(who);
        for (able, replies) in self.able.iter_mut().zip(&template.uses.replies) {
            for reply in replies {
                able.own |= if matches!(reply.sake, Sake::Own | Sake::Side) { bit } else { 0 };
                able.friends |= if matches!(reply.sake, Sake::Friends | Sake::Side) { bit } else { 0 };
                able.anyone |= if reply.sake == Sake::Anyone { bit } else { 0 };
            }
        }
        self.everyone |= bit;
        for (friends, side) in self.friends.iter_mut().zip(0..) {
            *friends |= if setting.foes(one.side, Side(side)) { 0 } else { bit };
        }
        self.engulfs |= template.feature(|feature| matches!(feature, Feature::Engulfs { .. }).then_some(())).is_some();
    }

    /// Whether no more than one who takes part is hostile to a side.
    #[inline]
    pub(crate) fn lone_foe(&self, side: Side) -> bool {
        let friends = self.friends.get(side.index()).copied().unwrap_or(0);
        (self.everyone & !friends).count_ones() <= 1 && self.everyone != u64::MAX
    }

    /// Whether nobody who takes part is not hostile to a side but one.
    #[inline]
    pub(crate) fn alone(&self, who: Who, side: Side) -> bool {
        self.friends_of(side) & !bit(who) == 0 && self.everyone != u64::MAX
    }

    /// Those who are not hostile to a side, as far as is known, by bit of their place.
    #[inline]
    fn friends_of(&self, side: Side) -> u64 {
        self.friends.get(side.index()).copied().unwrap_or(u64::MAX)
    }

    /// Those who have an ability for such a moment, where it happens to one of a side.
    #[inline]
    pub(crate) fn over(&self, moment: Moment, at: Who, side: Side) -> u64 {
        let Some(occasion) = moment.occasion() else { return 0 };
        let able = &self.able[occasion as usize];
        if able.own | able.friends | able.anyone == 0 {
            return 0;
        }
        let at = bit(at);
        able.own & at | able.friends & self.friends_of(side) & !at | able.anyone
    }
}
