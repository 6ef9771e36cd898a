//! What attacks are made with: weapons, natural attacks, fists, feet and teeth.

use crate::kinds::{DamageType, Size};
use quintain_engine::{Blank, Few};

/// A weapon or natural attack: its place in the setting's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArmId(pub u16);

impl Blank for ArmId {
    const BLANK: Self = ArmId(0);
}

/// Dice and a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amount {
    /// How many dice.
    pub count: u8,
    /// Sides of each.
    pub sides: u8,
    /// What is added.
    pub plus: i16,
}

impl Amount {
    /// A plain number.
    pub const fn flat(plus: i16) -> Self {
        Amount { count: 0, sides: 0, plus }
    }
}

/// Damage of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deals {
    /// Which type.
    pub damage: DamageType,
    pub amount: Amount,
}

impl Blank for Deals {
    const BLANK: Self = Deals { damage: DamageType::Untyped, amount: Amount::flat(0) };
}

/// What an attack is made with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arm {
    /// The pack's id.
    pub id: String,
    pub name: String,
    /// What a hit deals, held in one hand.
    pub deals: Few<Deals, 3>,
    /// What a hit deals, held in two hands; empty where that is no different.
    pub deals_two_handed: Few<Deals, 3>,
    /// How large it is, for called shots at it.
    pub size: Size,
    /// How far it reaches, in metres.
    pub reach: u16,
    /// Hands it takes: 0 for what grows on the body.
    pub hands: u8,
    /// May be held in two hands although one is enough.
    pub versatile: bool,
    /// Shot, not swung.
    pub ranged: bool,
    /// What it deals when thrown.
    pub thrown: Few<Deals, 3>,
    /// Grows on the body: its damage stands in the entry, whatever the Strength.
    pub natural: bool,
    /// Pierces what has no dao.
    pub piercing: bool,
    /// What a hit does besides, by its place in the setting's list of attack entries; `None` for none.
    pub riders: Option<u16>,
    /// What it takes to break it; 0 where it does not break.
    pub hp: i16,
    /// What it deals at the end of a Dive instead; empty where that is no different.
    pub dive: Few<Deals, 3>,
    /// With how many hit points of the Gu that gives it, or fewer, it deals what instead.
    pub worn: Option<(i16, Few<Deals, 3>)>,
    /// Advantages less disadvantages of the roll.
    pub tilt: i8,
    /// Hits without a roll.
    pub sure: bool,
}
