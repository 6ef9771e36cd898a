//! Who could ever answer what, and whether anybody takes others in: found out once from what everybody is, because it is
//! asked at every step and every blow.

use quintain_engine::Who;

use crate::ask::Moment;
use crate::book::Feature;
use crate::combatant::Combatant;
use crate::setting::{Setting, Template};

/// Those who have an ability for a kind of moment, by bit of their place. Whoever stands beyond the last bit has them
/// all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch {
    targeted: u64,
    rolled: u64,
    hit: u64,
    missed: u64,
    hurt: u64,
    left: u64,
    /// Somebody shares its Space with others.
    pub(crate) engulfs: bool,
}

impl Watch {
    /// Of everybody who takes part.
    pub(crate) fn of(setting: &Setting, cast: &[Combatant]) -> Watch {
        let mut watch = Watch::default();
        for (one, place) in cast.iter().zip(0..) {
            watch.note(Who(place), &setting.templates[usize::from(one.template)]);
        }
        watch
    }

    /// Somebody takes part as well.
    pub(crate) fn note(&mut self, who: Who, template: &Template) {
        let moments = template.uses.moments;
        let bit = crate::rules::reactions::bit(who);
        for (all, able) in [
            (&mut self.targeted, moments.targeted),
            (&mut self.rolled, moments.rolled),
            (&mut self.hit, moments.hit),
            (&mut self.missed, moments.missed),
            (&mut self.hurt, moments.hurt),
            (&mut self.left, moments.left),
        ] {
            *all |= if able { bit } else { 0 };
        }
        self.engulfs |= template.feature(|feature| matches!(feature, Feature::Engulfs { .. }).then_some(())).is_some();
    }

    /// Those who have an ability for such a moment.
    pub(crate) fn over(&self, moment: Moment) -> u64 {
        match moment {
            Moment::Targeted => self.targeted,
            Moment::Rolled => self.rolled,
            Moment::Hit { .. } => self.hit,
            Moment::Missed { .. } => self.missed,
            Moment::Hurt => self.hurt,
            Moment::Left => self.left,
            _ => 0,
        }
    }
}
