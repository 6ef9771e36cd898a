//! What can be done in a turn: every combat action with what it is aimed at.

use quintain_engine::Who;
use quintain_field::Square;

use crate::content::PowerId;
use crate::state::Hold;

/// A thing that a combatant holds or carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// The weapon of the sword hand, or of both.
    Sword,
    Off,
    Shield,
    Item(u8),
}

impl Held {
    /// What hands and arms hold: a stroke can be aimed at it.
    pub(crate) const IN_HAND: [Held; 3] = [Held::Sword, Held::Off, Held::Shield];

    /// What is held so, unless that is a part of the body.
    pub(crate) fn by(hold: Hold) -> Option<Held> {
        match hold {
            Hold::Sword => Some(Held::Sword),
            Hold::Off => Some(Held::Off),
            Hold::Body(_) => None,
        }
    }
}

/// A thing that one may destroy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scrap {
    Own(Held),
    /// Something that lies here, by its place among all that lies about.
    Lying(u16),
}

/// Something done in a turn. A run may lead `via` one of two locations. What is drawn or picked up is given by its place among
/// what is put away, or among all that lies about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    End,
    Attack { at: Who, with: With },
    Charge { to: Square, at: Who, with: With },
    Move { to: Square },
    Run { to: Square, via: Option<Square> },
    Crawl { to: Square },
    Climb { to: Square },
    Swim { to: Square },
    JumpDown { to: Square },
    StepOut,
    StepInto { whom: Who },
    Stand,
    LieDown,
    BreakFree,
    Guard,
    Aim,
    Load(Hold),
    Draw(u8),
    Stow(Held),
    Drop(Held),
    PickUp(u16),
    Give { what: Held, to: Who },
    Destroy(Scrap),
    Interact { to: Square },
    Speak,
    Look,
    Breather,
    Ready,
    Power(Use),
}

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum With {
    Weapons,
    /// A blow that costs 1 hit point.
    Blow,
    Grab,
    /// A push out of the cluster.
    Shove,
    /// A touch that brings a power.
    Touch(PowerId),
    Throw(PowerId),
    /// A weapon, for a skill that does no damage.
    Strike(PowerId),
    Bash(PowerId),
    /// A weapon, aimed at what a combatant holds.
    AtItem(PowerId, Held),
    /// A melee weapon or a bare hand, aimed at something held that anybody can destroy.
    Smash(Held),
}

impl With {
    pub(crate) fn power(self) -> Option<PowerId> {
        match self {
            With::Touch(power) | With::Throw(power) | With::Strike(power) | With::Bash(power) => Some(power),
            With::AtItem(power, _) => Some(power),
            With::Weapons | With::Blow | With::Grab | With::Shove | With::Smash(_) => None,
        }
    }
}

/// Something that a power or an item offers: powers by their places in the list, items by their slots. Gathered power is let go
/// on the mage itself (`Release`) or over a whole cluster (`Burst`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    Power { place: u8, at: Option<Who> },
    Attack { with: With, at: Who },
    Labour { place: u8, at: Who },
    Gather { place: u8 },
    Release,
    Burst { at: Who },
    Tend { place: u8, at: Who },
    Item { slot: u8 },
}
