//! Every decision of the book, with what it is about, and what its options stand for.

use quintain_engine::{Table, Who};
use quintain_field::{Square, Step};

use crate::content::{Effect, Limb, PowerId, Words};
use crate::state::{Deed, Defence, Fight, Hiding, Hold, Light, What, Whose, With};

/// Every decision of the book, with what it is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    Slot {
        who: Who,
    },
    /// What does somebody do next in its turn?
    Turn {
        who: Who,
    },
    /// Does somebody go on with what it has begun?
    Continue {
        who: Who,
    },
    Ready {
        who: Who,
    },
    /// What sets the readied action off?
    Trigger {
        who: Who,
    },
    Whose {
        who: Who,
        what: What,
    },
    Victim {
        who: Who,
        what: What,
    },
    Place {
        who: Who,
        what: What,
    },
    /// What is it in the player's own words?
    Words {
        who: Who,
    },
    /// Has that happened now which the player has put in words?
    Fires {
        who: Who,
    },
    /// Does the character become aware of it?
    Aware {
        who: Who,
        of: Who,
        seen: bool,
    },
    /// Is the readied action carried out now?
    Hold {
        who: Who,
        at: Who,
    },
    /// Does somebody try to see an intention?
    Spot {
        who: Who,
        of: Who,
    },
    /// Does somebody whose intention was seen go on?
    GoOn {
        who: Who,
    },
    /// How is an attack made: with which weapons, at which part, for what?
    How {
        by: Who,
        at: Who,
        with: With,
    },
    /// Do the weapons that are left strike somebody who has fallen?
    StrikeOn {
        by: Who,
        at: Who,
    },
    /// Which weapons strike, in which order?
    Weapons {
        by: Who,
        at: Who,
    },
    /// Is a part of the body aimed at?
    Called {
        by: Who,
        at: Who,
    },
    /// Which part of somebody helpless is hit?
    Part {
        by: Who,
        at: Who,
    },
    Defend {
        who: Who,
        melee: Option<bool>,
        by: Option<Who>,
    },
    /// Is the defence rolled ahead used?
    Use {
        who: Who,
        by: Who,
    },
    /// Is the armour relied on against this stumble?
    Steady {
        who: Who,
    },
    /// From which direction does a stumble come?
    Direction {
        by: Option<Who>,
        whom: Who,
    },
    /// Which axis has a blind spot?
    Axis {
        by: Who,
        one: Step,
        other: Step,
    },
    Light {
        who: Who,
        proposed: Light,
    },
    Cover {
        by: Who,
        at: Who,
        proposed: Hiding,
    },
    Footing {
        who: Who,
    },
    /// How hard is the water to cross?
    Water {
        who: Who,
        proposed: i16,
    },
    Reopens {
        who: Who,
    },
    /// Does somebody spend willpower to ignore what surgery left of a wound?
    Bear {
        who: Who,
    },
    Power(PowerAsk),
    Over,
    /// Does a fight without an end go on?
    Endless,
}

/// How an attack is made, as far as that is left open by what is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    pub(crate) only: Option<Hold>,
    pub(crate) first: Option<Hold>,
    /// The part of the body aimed at.
    pub(crate) limb: Option<Limb>,
    /// The power, by its place, that it goes for instead of damage.
    pub(crate) power: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    Yes,
    No,
    /// A delay to before or after somebody.
    Delay {
        whom: Who,
        after: bool,
    },
    Deed(Deed),
    /// A readied action, and whether it goes at whoever sets it off.
    Readied {
        deed: Deed,
        /// At whoever sets it off.
        at_trigger: bool,
    },
    /// What sets a readied action off.
    What(What),
    Whose(Whose),
    Square(Square),
    How(How),
    Only(Hold),
    /// This weapon first, then the others.
    First(Hold),
    Part(Limb),
    /// A kind of defence, or none.
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

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PowerAsk {
    /// What is used on the hit?
    OnHit {
        who: Who,
        whom: Who,
        hold: Hold,
        limb: Option<Limb>,
    },
    /// What does the attack go for instead of damage?
    Before {
        who: Who,
        at: Who,
        hold: Hold,
    },
    Resist {
        who: Who,
        effect: Effect,
        n: i16,
    },
    /// Which of two things is called?
    Which {
        who: Who,
        power: PowerId,
    },
    Amount {
        who: Who,
        power: PowerId,
        least: i16,
        most: i16,
    },
    Event {
        who: Who,
        power: PowerId,
    },
    /// Is this hit spent on it?
    NextHit {
        who: Who,
        whom: Who,
        power: PowerId,
    },
    EndsOne {
        who: Who,
        of: Words<Effect>,
    },
    Back {
        who: Who,
    },
    Component {
        who: Who,
    },
    /// Does the surgeon pay for success?
    Vigorous {
        who: Who,
    },
    /// Does the surgeon pay to spare the patient?
    Focus {
        who: Who,
        price: i16,
    },
    Spare {
        who: Who,
    },
    /// Is a limb taken off instead of the patient dying?
    Amputate {
        who: Who,
        whom: Who,
    },
    /// Does dirt get into the wound?
    Dirt {
        whom: Who,
    },
}

/// What a choice about a power stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PowerAct {
    None,
    /// The power at this place of the list.
    Use(u8),
    /// The automaton that the weapon carries.
    Carried,
    /// The long weapon staggers somebody too close.
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
