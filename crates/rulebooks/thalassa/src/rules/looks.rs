//! How the rules make a combatant look to the others.

use quintain_engine::Who;

use super::{attack, battle_map, gear, gifts, modifiers};
use crate::book::Power;
use crate::cast::{Look, Make, Trait};
use crate::combatant::Combatant;
use crate::fight::Fight;
use crate::setting::Setting;

impl Make {
    #[inline(never)]
    fn of(setting: &Setting, one: &Combatant) -> Self {
        Make {
            armor: attack::armor_worn::<i16>(setting, one) as i8,
            opponent: !one.hero && !setting.is_ally(one),
            plain: setting.template(one).special.is_empty() && !gifts::turns_blows(setting, one),
            common: modifiers::is_of_common_make(setting, one),
            amulets: gifts::wears_amulets(setting, one),
            cursed: gifts::wears(setting, one, Power::Poisoned),
            striker: gear::is_striker(setting, one),
            only_arm: gear::only_arm(setting, one),
        }
    }
}

impl Look {
    #[inline(never)]
    fn of(setting: &Setting, one: &Combatant) -> Self {
        let (side, make) = (one.side, Make::of(setting, one));
        let health = one.health();
        let (able, present, ordinary, open) = (false, false, false, false);
        let mut look = Look { side, make, health, able, present, ordinary, open, only_blow: None, traits: 0 };
        look.see_marks(one);
        look
    }

    /// What conditions and effects change, and what runs on by itself.
    fn see_marks(&mut self, one: &Combatant) {
        self.able = one.is_able();
        self.present = one.is_present();
        self.ordinary = self.make.common && modifiers::is_unscathed(one);
        self.open = self.ordinary && self.make.plain && !battle_map::may_be_barred(one);
        self.traits = Trait::Cursed.bit(self.make.cursed) | Trait::Scarred.bit(!one.scars.is_empty());
        if !one.is_calm() {
            self.traits |= Trait::Stirred.bit(true)
                | Trait::Enchanted.bit(!one.effects.is_empty())
                | Trait::Praying.bit(one.prayer.is_some())
                | Trait::Speechless.bit(one.speechless());
        }
    }
}

impl Fight {
    /// Reads off how one looks to the others.
    #[inline]
    pub(crate) fn look<V>(&self, who: Who, read: impl Fn(&Look) -> V) -> V {
        self.cast.look(who, || Look::of(&self.setting, self.one(who)), read)
    }

    /// Reads off what kind and kit make of somebody.
    #[inline]
    pub(crate) fn make<V>(&self, who: Who, read: impl Fn(&Make) -> V) -> V {
        self.cast.make(who, || Make::of(&self.setting, self.one(who)), read)
    }

    /// How everybody looks, by place in the roster, worked out anew.
    #[cold]
    pub(crate) fn look_at_all(&self) -> Vec<Look> {
        self.cast.iter().map(|one| Look::of(&self.setting, one)).collect()
    }

    /// Works out anew how those look who have changed: worth it before many look at many.
    #[inline]
    pub(crate) fn look_around(&mut self) {
        self.cast.look_around(&self.setting, Look::of);
    }

    /// The same, with what is left to bring down of those who have been hurt: needed before targets are weighed.
    #[inline]
    pub(crate) fn look_closely(&mut self) {
        self.cast.look_closely(&self.setting, Look::of);
    }
}

#[cfg(test)]
mod tests {
    use quintain_testkit::at_every_question;

    use super::*;

    #[test]
    fn a_look_that_is_noted_is_what_a_fresh_look_finds() {
        at_every_question(2, |fight: &Fight| {
            let closely = fight.cast.known_looks().is_some();
            for who in fight.everyone() {
                let Some(look) = fight.cast.known_look(who) else { continue };
                let fresh = Look { only_blow: look.only_blow, ..Look::of(&fight.setting, fight.one(who)) };
                let health = if closely { fresh.health } else { look.health };
                assert_eq!(*look, Look { health, ..fresh }, "of {}", fight.label(who));
            }
        });
    }

    #[test]
    fn a_blow_that_needs_no_thought_has_nothing_to_be_said_about_it() {
        at_every_question(2, |fight: &Fight| {
            let Some(looks) = fight.cast.looks() else { return };
            for look in looks {
                let plain = look.only_blow.is_none_or(|blow| modifiers::is_plain(fight, looks, look, blow));
                assert!(plain, "{look:?}");
            }
        });
    }
}
