//! Who could ever answer what, and whether anybody takes others in: found out once from what everybody is, because it is
//! asked at every step and every blow.

use quintain_engine::clock::MOST_SIDES;
use quintain_engine::{Side, Who};

use crate::book::Feature;
use crate::combatant::Combatant;
use crate::setting::{Occasion, Sake, Setting};
use crate::those::Those;

/// Those who have an ability for a kind of moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    /// For whose sake, by the occasion.
    able: [Sakes; Occasion::COUNT],
    /// Those who are not hostile to a side.
    friends: [Those; MOST_SIDES],
    /// How many there are.
    count: usize,
    /// Somebody shares its Space with others.
    pub(crate) engulfs: bool,
}

/// Those who answer for the sake of themselves, of their friends, of anybody.
#[derive(Clone, Debug, Default)]
struct Sakes {
    own: Those,
    friends: Those,
    anyone: Those,
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
        for (able, replies) in self.able.iter_mut().zip(&template.uses.replies) {
            for reply in replies {
                if matches!(reply.sake, Sake::Own | Sake::Side) {
                    able.own.insert(who);
                }
                if matches!(reply.sake, Sake::Friends | Sake::Side) {
                    able.friends.insert(who);
                }
                if reply.sake == Sake::Anyone {
                    able.anyone.insert(who);
                }
            }
        }
        self.count += 1;
        for (friends, side) in self.friends.iter_mut().zip(0..) {
            if !setting.foes(one.side, Side(side)) {
                friends.insert(who);
            }
        }
        self.engulfs |= template.feature(|feature| matches!(feature, Feature::Engulfs { .. }).then_some(())).is_some();
    }

    /// Whether no more than one who takes part is hostile to a side.
    #[inline]
    pub(crate) fn lone_foe(&self, side: Side) -> bool {
        self.friends.get(side.index()).is_some_and(|friends| self.count - friends.len() <= 1)
    }

    /// Whether nobody who takes part is not hostile to a side but one.
    #[inline]
    pub(crate) fn alone(&self, who: Who, side: Side) -> bool {
        self.friends.get(side.index()).is_some_and(|friends| friends.len() <= usize::from(friends.contains(who)))
    }

    /// Those who have an ability for such a moment, where it happens to one of a side.
    #[inline]
    pub(crate) fn over(&self, occasion: Option<Occasion>, at: Who, side: Side) -> Those {
        let Some(able) = occasion.map(|occasion| &self.able[occasion as usize]) else {
            return Those::default();
        };
        let mut all = able.anyone.clone();
        if !able.friends.is_empty() {
            let mut friends = able.friends.clone();
            if let Some(of_side) = self.friends.get(side.index()) {
                friends.intersect(of_side);
            }
            friends.remove(at);
            all.unite(&friends);
        }
        if able.own.contains(at) {
            all.insert(at);
        }
        all
    }
}
