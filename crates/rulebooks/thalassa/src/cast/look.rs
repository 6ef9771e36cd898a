//! How one of the cast looks to the others: what everybody asks about everybody else, again and again.

use quintain_engine::{Side, Who};

use crate::arm::ArmId;
use crate::book::Power;
use crate::combatant::Combatant;
use crate::rules::{attack, battle_map, gear, gifts, modifiers};
use crate::setting::Setting;

/// What its kind and its kit make of somebody, whatever wounds and conditions befall it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Make {
    /// Its Armor as it counts.
    pub armor: i8,
    /// Neither a hero nor a hero's companion.
    pub opponent: bool,
    /// Its kind has no specials, and nothing that it wears turns blows aside.
    pub plain: bool,
    /// Nothing about it could weaken or favour a blow.
    pub common: bool,
    /// Something that it wears counts against some kinds alone.
    pub amulets: bool,
    /// What it wears eats it.
    pub cursed: bool,
    /// It can do nothing but strike that would be worth a thought.
    pub striker: bool,
    /// With what it strikes, and the die of it, where there is one way only.
    pub only_arm: Option<(ArmId, u8)>,
}

impl Make {
    #[inline(never)]
    pub(super) fn of(setting: &Setting, one: &Combatant) -> Self {
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

/// How somebody looks to the others: what everybody asks about everybody else, again and again. It fills a round number
/// of bytes, so that a place in the list is found by a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Look {
    /// Whose side it is on.
    pub side: Side,
    /// What its kind and its kit make of it.
    pub make: Make,
    /// What is left to bring down.
    pub health: u16,
    /// It still takes part.
    pub able: bool,
    /// It can be found on the field.
    pub present: bool,
    /// Nothing about it could weaken or favour a blow.
    pub ordinary: bool,
    /// Nothing about it could bar a blow either, or turn it aside.
    pub open: bool,
    /// With what it strikes whom, where there is one foe on the field, one way to strike, nothing else that would be worth
    /// a thought and nothing at all to be said about the blow.
    pub only_blow: Option<(ArmId, Who)>,
    /// The traits that it has, a bit for each.
    pub(super) traits: u8,
}

impl Look {
    #[inline(never)]
    pub(super) fn of(setting: &Setting, one: &Combatant) -> Self {
        let (side, make) = (one.side, Make::of(setting, one));
        let health = one.health();
        let (able, present, ordinary, open) = (false, false, false, false);
        let mut look = Look { side, make, health, able, present, ordinary, open, only_blow: None, traits: 0 };
        look.see_marks(one);
        look
    }

    /// What wounds and conditions change, and nothing of its kind or its kit.
    #[inline]
    pub(super) fn see_body(&mut self, one: &Combatant) {
        self.health = one.health();
        // Whoever was calm and is looks no other for a wound, but for the scar that it may leave.
        if !(self.is_calm() && one.is_calm()) {
            self.see_marks(one);
        } else if !one.scars.is_empty() {
            self.traits |= Trait::Scarred.bit(true);
        }
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

    /// With what it strikes, where it can do nothing else worth a thought and there is nothing to say about the blow.
    pub(super) fn plain_arm(&self, setting: &Setting) -> Option<ArmId> {
        let (arm, _) = self.make.only_arm?;
        let plainly = self.make.striker && self.ordinary && self.is_calm() && setting.arms[arm.place()].plain;
        plainly.then_some(arm)
    }

    /// Whether nothing has befallen it, and nothing about it runs on by itself.
    #[inline]
    pub fn is_calm(&self) -> bool {
        self.traits & Trait::Stirred.bit(true) == 0
    }
}

/// What some of the cast have about them: nobody has to look for it in anybody where nobody has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Trait {
    /// A player's character who is not the first of the roster.
    FurtherHero,
    /// Under an effect.
    Enchanted,
    /// At prayer.
    Praying,
    /// Paralysed or delirious.
    Speechless,
    /// Something has befallen it, or something about it runs on by itself.
    Stirred,
    /// Scarred.
    Scarred,
    /// Eaten by what it wears.
    Cursed,
}

impl Trait {
    /// Its bit, where somebody has it.
    #[inline]
    pub(super) fn bit(self, has: bool) -> u8 {
        u8::from(has) << self as u8
    }
}

/// The one foe on the field of those to whom these sides are hostile; `None` where there are several, or nobody.
#[inline]
pub fn only_foe<'a>(hostile: &[bool], looks: &'a [Look]) -> Option<(Who, &'a Look)> {
    let mut only = None;
    for (place, look) in looks.iter().enumerate() {
        if look.present && hostile.get(look.side.index()) == Some(&true) {
            if only.is_some() {
                return None;
            }
            only = Some((Who(place as u16), look));
        }
    }
    only
}
