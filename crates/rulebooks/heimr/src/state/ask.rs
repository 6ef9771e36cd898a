//! Every decision of the book, with what it is about, and what its options stand for.

use quintain_engine::{Table, Who};
use quintain_field::{Square, Step};

use crate::content::{Effect, Limb, PowerId, Words};
use crate::state::{Deed, Defence, Fight, Hiding, Hold, Light, What, Whose, With};

/// Every decision of the book, with what it is about. What each asks stands in `questions/words.rs`, in a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    Slot { who: Who },
    Turn { who: Who },
    Continue { who: Who },
    Ready { who: Who },
    Trigger { who: Who },
    Whose { who: Who, what: What },
    Victim { who: Who, what: What },
    Place { who: Who, what: What },
    Words { who: Who },
    Fires { who: Who },
    Aware { who: Who, of: Who, seen: bool },
    Hold { who: Who, at: Who },
    Spot { who: Who, of: Who },
    GoOn { who: Who },
    How { by: Who, at: Who, with: With },
    StrikeOn { by: Who, at: Who },
    Part { by: Who, at: Who },
    Defend { who: Who, melee: Option<bool>, by: Option<Who> },
    Use { who: Who, by: Who },
    Steady { who: Who },
    Direction { by: Option<Who>, whom: Who },
    Axis { by: Who, one: Step, other: Step },
    Light { who: Who, proposed: Light },
    Cover { by: Who, at: Who, proposed: Hiding },
    Footing { who: Who },
    Water { who: Who, proposed: i16 },
    Reopens { who: Who },
    Bear { who: Who },
    Power(PowerAsk),
    Over,
    Endless,
}

/// How an attack is made, as far as that is left open by what is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// The one weapon that strikes, of several.
    pub(crate) only: Option<Hold>,
    /// The weapon that strikes before the others.
    pub(crate) first: Option<Hold>,
    /// The part of the body aimed at.
    pub(crate) limb: Option<Limb>,
    /// The power, by its place, that it goes for instead of damage.
    pub(crate) power: Option<u8>,
}

/// What a choice stands for. A readied action may go `at_trigger`: at the combatant that sets it off. `Against` is how hard
/// water is to cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    Yes,
    No,
    Delay { whom: Who, after: bool },
    Deed(Deed),
    Readied { deed: Deed, at_trigger: bool },
    What(What),
    Whose(Whose),
    Square(Square),
    How(How),
    Part(Limb),
    Defend(Option<Defence>),
    Way(Step),
    Light(Light),
    Cover(Hiding),
    Against(i16),
    Power(PowerAct),
}

pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    Ok(table.choose(fight, ask)? == Some(Act::Yes))
}

/// A question of a power. What each asks stands in `questions/powers.rs`, in a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PowerAsk {
    OnHit { who: Who, whom: Who, hold: Hold, limb: Option<Limb> },
    Resist { who: Who, effect: Effect, n: i16 },
    Which { who: Who, power: PowerId },
    Amount { who: Who, power: PowerId, least: i16, most: i16 },
    Event { who: Who, power: PowerId },
    NextHit { who: Who, whom: Who, power: PowerId },
    EndsOne { who: Who, of: Words<Effect> },
    Back { who: Who },
    Component { who: Who },
    Vigorous { who: Who },
    Focus { who: Who, price: i16 },
    Spare { who: Who },
    Amputate { who: Who, whom: Who },
    Dirt { whom: Who },
}

/// What a choice about a power stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PowerAct {
    None,
    /// The power at this place of the list.
    Use(u8),
    Carried,
    /// The long weapon staggers a target that is too close.
    Close,
    /// What is called usually.
    First,
    /// What may be called instead.
    Second,
    Amount(i16),
    Effect(Effect),
    At(Square),
    /// A component, by its place among all.
    Component(u8),
}
