//! What can be done in a turn: every combat action with what it is aimed at.

use quintain_engine::Who;
use quintain_field::Square;

use crate::content::PowerId;
use crate::state::Hold;

/// A thing that somebody holds or carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// The weapon of the sword hand, or of both.
    Sword,
    Off,
    Shield,
    Item(u8),
}

/// A thing that one may destroy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scrap {
    Own(Held),
    /// Something that lies here, by its place among all that lies about.
    Lying(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    End,
    /// An attack of any kind: weapons, a blow, a grab, a shove, a touch, a skill's strike.
    Attack {
        at: Who,
        with: With,
    },
    /// Across a border, then an attack.
    Charge {
        to: Square,
        at: Who,
        with: With,
    },
    /// Across a border, or as many as the house lets one move cross.
    Move {
        to: Square,
    },
    /// Across up to two borders.
    Run {
        to: Square,
        /// The location between, where there are two ways.
        via: Option<Square>,
    },
    /// Across a border, lying.
    Crawl {
        to: Square,
    },
    /// A turn of climbing.
    Climb {
        to: Square,
    },
    Swim {
        to: Square,
    },
    JumpDown {
        to: Square,
    },
    /// Out of the cluster, within the location.
    StepOut,
    StepInto {
        whom: Who,
    },
    Stand,
    LieDown,
    /// Gets out of a grab.
    BreakFree,
    Guard,
    Aim,
    /// Draws an arrow, loads a crossbow or blowgun.
    Load(Hold),
    /// Draws a weapon that is put away, by its place.
    Draw(u8),
    Stow(Held),
    Drop(Held),
    /// Picks up something that lies here, by its place among all that lies about.
    PickUp(u16),
    Give {
        what: Held,
        to: Who,
    },
    /// Destroys a thing that withstands nothing.
    Destroy(Scrap),
    Interact {
        to: Square,
    },
    Speak,
    Look,
    Breather,
    Ready,
    /// A skill, an item, magic, treatment.
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
    /// A weapon, aimed at what somebody holds.
    AtItem(PowerId, Hold),
    /// The same, aimed at a shield.
    AtShield(PowerId),
    /// A melee weapon or a bare hand, aimed at something held that anybody can destroy.
    Smash(Hold),
    /// The same, aimed at a shield.
    SmashShield,
}

impl With {
    pub(crate) fn power(self) -> Option<PowerId> {
        match self {
            With::Touch(power) | With::Throw(power) | With::Strike(power) | With::Bash(power) => Some(power),
            With::AtItem(power, _) | With::AtShield(power) => Some(power),
            With::Weapons | With::Blow | With::Grab | With::Shove | With::Smash(_) | With::SmashShield => None,
        }
    }
}

/// Something that a power or an item offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A skill as an action, on somebody perhaps.
    Power {
        place: u8,
        at: Option<Who>,
    },
    /// An attack that only a power allows.
    Attack {
        with: With,
        at: Who,
    },
    /// Labour on somebody who cannot resist.
    Labour {
        place: u8,
        at: Who,
    },
    Gather {
        place: u8,
    },
    /// The gathered power on the mage.
    Release,
    /// The gathered power over the cluster of somebody.
    Burst {
        at: Who,
    },
    Tend {
        place: u8,
        at: Who,
    },
    Item {
        /// Its place among those carried.
        slot: u8,
    },
}
