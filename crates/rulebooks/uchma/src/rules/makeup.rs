//! The one door to a combatant, and what is noted of it when the door closes: its makeup, and whether anything goes on with it.

use std::ops::{Deref, DerefMut};

use quintain_engine::Who;

use crate::book::{Aim, DamageKind, Resistance, Time, Topics};
use crate::combatant::{Combatant, MadeFrom, Makeup, Noted};
use crate::content::AbilityId;
use crate::fight::{Fight, Gait};
use crate::lasting::Lasting;
use crate::rules::{abilities, adjacency, blows, damage, movement, precision};

/// From so many metres on an attack is a shot, after which one may fall back or take cover.
pub(crate) const SHOT: i16 = 5;

/// A combatant who may change. What follows from it is brought up to date when the door closes.
#[derive(Debug)]
pub(crate) struct Changing<'a> {
    fight: &'a mut Fight,
    who: Who,
    before: MadeFrom,
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
        let one = self.fight.one(self.who);
        let changed = one.made_from() != self.before;
        self.fight.stirred |= !one.is_plain();
        if changed {
            self.fight.refit(self.who);
        }
    }
}

impl Fight {
    /// The one door to a combatant who changes.
    #[inline]
    pub(crate) fn one_mut(&mut self, who: Who) -> Changing<'_> {
        let before = self.one(who).made_from();
        Changing { fight: self, who, before }
    }

    /// One more takes part, at the end of the roster.
    pub(crate) fn enlist(&mut self, one: Combatant) -> Who {
        let who = Who(self.cast.len() as u16);
        self.stirred |= !one.is_plain();
        self.cast.push(one);
        self.refit(who);
        who
    }

    /// Something lasts on somebody from now on.
    pub(crate) fn lay_on(&mut self, whom: Who, lasting: Lasting) {
        self.singing |= lasting.sung;
        self.one_mut(whom).lasting.push(lasting);
    }

    /// Notes somebody's makeup. Only set-up calls this by itself: where the creature of somebody is made another.
    #[inline(never)]
    pub(crate) fn refit(&mut self, who: Who) {
        self.cast[who].makeup = Noted(self.makeup_of(who));
    }

    fn makeup_of(&self, who: Who) -> Makeup {
        let sole = abilities::sole_of_makeup(self, who);
        let makeup = Makeup {
            single: self.template(who).size == (1, 1) && self.one(who).rides.is_none(),
            melee: adjacency::has_melee(self, who),
            about: self.topics(who),
            times: abilities::times(self, who),
            basic: abilities::basic_of_main_hand(self, who),
            sole,
            direct: false,
            blow: sole.and_then(|sole| blows::blow_of_makeup(self, who, sole)),
            speeds: [Gait::Walk, Gait::Fly].map(|gait| movement::innate_speed(self, who, gait)),
            half_level: self.half(self.one(who).own.level),
            precision: precision::weapons_of_makeup(self, who),
            guard: Resistance::EACH.map(|which| precision::innate(self, who, which)),
            armor: [DamageKind::Physical, DamageKind::Magical].map(|kind| damage::innate_armor(self, who, kind)),
        };
        Makeup { direct: is_direct(self, &makeup), ..makeup }
    }

    /// Whether what has been noted about everybody's makeup still holds.
    #[cfg(test)]
    fn is_fit(&self) -> bool {
        self.everyone().all(|who| self.one(who).makeup.0 == self.makeup_of(who))
    }

    /// What the features are about that somebody's creature and the weapons in its hands give.
    pub(crate) fn topics(&self, who: Who) -> Topics {
        let one = self.one(who);
        let held = [one.main, one.off].into_iter().flatten();
        held.fold(self.template(who).passive.topics(), |about, weapon| about.and(self.weapon(weapon).passive.topics()))
    }
}

/// Whether a makeup leaves nothing to weigh once its action is used: no minor actions, no additions, no wings, no shots.
fn is_direct(fight: &Fight, makeup: &Makeup) -> bool {
    let more = [Time::Rapid, Time::Prepared, Time::Modification].into_iter().any(|time| makeup.times.has(time));
    let near = |attack: AbilityId| match fight.ability(attack).entry.aim {
        Aim::One { range, .. } => range.constant().is_some_and(|metres| metres < SHOT),
        _ => true,
    };
    let near = makeup.basic.is_some_and(|attack| !fight.ability(attack).strikes && near(attack));
    let [walks, flies] = makeup.speeds;
    near && !more && flies <= walks
}

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_question;

    use super::*;

    #[test]
    fn a_makeup_that_is_noted_is_what_a_fresh_look_finds() {
        at_every_question(4, |fight: &Fight| {
            assert!(fight.is_fit());
            assert!(fight.stirred || fight.lies_still());
        });
    }
}
