//! Arms: everything that an attack can be made with, carried or natural.

use std::hash::{Hash, Hasher};
use std::num::NonZero;

/// An arm: its place in the setting's list. It is kept counted from 1, so that no arm at all takes no further room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArmId(NonZero<u16>);

impl ArmId {
    /// The arm at this place in the list.
    #[inline]
    pub const fn at(place: usize) -> Self {
        ArmId(NonZero::<u16>::MIN.saturating_add(place as u16))
    }

    /// Its place in the list.
    #[inline]
    pub const fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Hash for ArmId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.get() - 1).hash(state);
    }
}

impl quintain_engine::Blank for ArmId {
    const BLANK: Self = UNARMED;
}

/// Bare hands. Everyone has them.
pub const UNARMED: ArmId = ArmId::at(0);

/// How an arm reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reaching {
    /// Hand to hand.
    Melee,
    /// Shot: whatever is in sight.
    Missile,
    /// Thrown; may also strike hand to hand.
    Thrown,
}

/// The area of a blast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Blast {
    /// Nobody has noted its area: the attack's die says how many it catches.
    Unknown,
    /// Everyone within this many feet of the target.
    Radius(u16),
    /// A cone of this many feet from the attacker towards the target.
    Cone(u16),
    /// A line of this many feet from the attacker towards the target.
    Line(u16),
    /// Every opponent in reach.
    Engaged,
}

/// What an arm does beyond its die. A closed list: a new creature picks from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rider {
    /// The save against critical damage fails by itself.
    FailsCriticalSave,
    /// After a failed critical save: a limb is lost and becomes a new head of the attacker.
    TakesLimb,
    /// After costing KRA: a PC saves KRA on the new score or dies.
    DeadlyPoison,
    /// After costing KRA: the victim loses its next action.
    BurningPoison,
    /// After a failed critical save: the victim dies.
    KillsOutright,
    /// After costing KRA: 1d6 more KRA.
    WastingPoison,
    /// After a failed critical save: 1d6 TEK are lost.
    DrainsTek,
    /// After a failed critical save: 1d6 THU are lost.
    DrainsThu,
}

/// What an arm does beyond its die, all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Riders(u8);

impl Riders {
    /// Whether there is nothing.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is among them.
    #[inline]
    pub fn has(self, rider: Rider) -> bool {
        self.0 & 1 << rider as u8 != 0
    }
}

impl FromIterator<Rider> for Riders {
    fn from_iter<I: IntoIterator<Item = Rider>>(riders: I) -> Self {
        Riders(riders.into_iter().fold(0, |bits, rider| bits | 1 << rider as u8))
    }
}

/// An arm as the rules see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The pack's id.
    pub id: String,
    /// Its name in options and messages.
    pub name: String,
    /// Sides of its die.
    pub die: u8,
    /// How many dice, or strikes, one use of it makes; they may go to as many targets.
    pub strikes: u8,
    /// How it reaches.
    pub reaching: Reaching,
    /// Melee reach in feet.
    pub reach: u16,
    /// Beyond this many feet a shot or throw is impaired.
    pub sure: u16,
    /// Beyond this many feet it cannot be made.
    pub far: u16,
    /// Hands it needs.
    pub hands: u8,
    /// Bulky.
    pub bulky: bool,
    /// Part of a body.
    pub natural: bool,
    /// Cuts: takes heads off.
    pub edged: bool,
    /// Carries fire.
    pub fire: bool,
    /// Counts as magical.
    pub magical: bool,
    /// Used up by one use.
    pub once: bool,
    /// One use of it is one strike on one target, by any striker and at any distance.
    pub single: bool,
    /// Moreover nothing about it favours the blow, and it is not used up.
    pub plain: bool,
    /// The area, for an attack with the blast quality.
    pub blast: Option<Blast>,
    /// Attacks with it are always enhanced.
    pub enhanced: bool,
    /// As an action it restores one target's STA.
    pub heals: bool,
    /// Near the sea an attack with it is a blast.
    pub blast_by_the_sea: bool,
    /// Sets the ground alight where its blast goes off.
    pub kindles: bool,
    /// As many strikes as the attacker has heads, or one blast while there are three or more.
    pub heads: bool,
    /// What it does beyond its die.
    pub riders: Riders,
    /// Inventory slots.
    pub slots: u8,
}

impl Arm {
    /// Bare hands.
    pub fn unarmed() -> Self {
        Arm {
            id: "unarmed".into(),
            name: "bare hands".into(),
            die: 4,
            strikes: 1,
            reaching: Reaching::Melee,
            reach: 5,
            sure: 0,
            far: 0,
            hands: 0,
            bulky: false,
            natural: true,
            edged: false,
            fire: false,
            magical: false,
            once: false,
            single: true,
            plain: true,
            blast: None,
            enhanced: false,
            heals: false,
            blast_by_the_sea: false,
            kindles: false,
            heads: false,
            riders: Riders::default(),
            slots: 0,
        }
    }

    /// The same, with what follows from the rest of it.
    pub fn settled(self) -> Self {
        let several = self.strikes > 1 || self.heads || self.has(Rider::TakesLimb);
        let single = !several && self.blast.is_none() && !self.blast_by_the_sea;
        Arm { single, plain: single && !self.enhanced && !self.once, ..self }
    }

    /// Whether this rider goes with it.
    #[inline]
    pub fn has(&self, rider: Rider) -> bool {
        self.riders.has(rider)
    }
}
