//! How one of the cast looks to the others: what everybody asks about everybody else, again and again.

use quintain_engine::{Side, Who};

use crate::arm::ArmId;
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
    /// Its arm and its target, where there is one foe on the field, one way to strike, nothing else that would be worth
    /// a thought and nothing at all to be said about the blow.
    pub only_blow: Option<(ArmId, Who)>,
    /// The traits that it has, a bit for each.
    pub(crate) traits: u8,
}

impl Look {
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
    pub(crate) fn bit(self, has: bool) -> u8 {
        u8::from(has) << self as u8
    }
}

/// The one foe on the field of those that these sides are hostile to; `None` where there are several, or none.
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
