//! What can be done, as plain values: deeds, what they are aimed at, what they are done with.

use quintain_engine::Who;
use quintain_field::{Door, Site, Square, Step};

use crate::book::{Condition, Skill};

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum With {
    /// What this hand holds; the body where it holds nothing.
    Hand(u8),
    /// A natural weapon.
    Natural(u16),
    /// Any part of the body.
    Body,
    /// A weapon that is carried, drawn into an empty hand as part of the attack.
    Drawn(u16),
}

/// What a maneuver is paid with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coin {
    /// Its AP.
    Ap,
    /// SP in the place of its AP.
    Sp,
}

/// Where an ability is aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Its maker, or an area around it.
    Oneself,
    /// A creature.
    Who(Who),
    /// A Space, the middle of an area.
    Square(Square),
    /// Where it will be asked for when what is held is carried out.
    Later,
    /// A direction, for areas that begin at the maker; the second number is the place of the area among those to choose.
    Way(Step, u8),
}

/// What can be done on one's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Ends the turn.
    End,
    /// An Attack.
    Attack {
        /// The target.
        at: Who,
        /// With what.
        with: With,
    },
    /// An Attack by dropping onto the target.
    FallOn {
        /// The target.
        at: Who,
        /// With what.
        with: With,
    },
    /// Walks, taking Move Actions as needed.
    Move(Square),
    /// Flies up or down by so many Spaces.
    Climb(i8),
    /// Jumps over what lies between.
    Jump(Square),
    /// Gets on a mount.
    Mount(Who),
    /// Gets past an enemy.
    Pass(Who),
    /// Knocks something out of a hand.
    Disarm {
        /// Whose.
        at: Who,
        /// Which hand.
        hand: u8,
        /// With what.
        with: With,
    },
    /// Grapples.
    Grapple(Who),
    /// Lets go.
    Release(Who),
    /// Puts a creature that it grapples into another Space beside itself.
    Shift(Who, Square),
    /// Gets free of a grappler.
    Escape(Who),
    /// Shoves.
    Shove(Who),
    /// Runs into somebody.
    Tackle(Who),
    /// Throws a grappled creature.
    Throw(Who),
    /// Throws a grappled creature at another one.
    ThrowAt(Who, Who),
    /// Tosses a grappled creature straight up.
    Toss(Who),
    /// Disengages; fully for 2 AP.
    Disengage(bool),
    /// Dodges; fully for 2 AP.
    Dodge(bool),
    /// Hides.
    Hide,
    /// Looks for the hidden.
    Search,
    /// Helps an ally to attack somebody.
    HelpAttack(Who, Who),
    /// Helps an ally with a skill.
    HelpSkill(Who, Skill),
    /// Gets up.
    Stand,
    /// Goes down.
    LieDown,
    /// Takes a weapon in hand, out of its sheath, or the shield on the arm.
    Draw(Thing),
    /// Puts away what a hand holds and takes another weapon.
    Switch(u16),
    /// Puts away what a hand holds.
    Stow(u8),
    /// Lets what a hand holds fall.
    Drop(u8),
    /// Picks something up.
    PickUp(Thing),
    /// Pulls a lever, opens a door: something simple.
    Handle,
    /// An Object Interaction of another kind, at a lock, a trap, a mechanism.
    Interact,
    /// Uses an item.
    Use {
        /// Its place among those carried.
        item: u8,
        /// The target, a creature or a Space.
        at: Target,
    },
    /// Hands a thing over.
    Give {
        /// What.
        thing: Thing,
        /// The creature that gets it.
        to: Who,
    },
    /// Takes a thing from somebody who lets go of it, or cannot help it.
    Take {
        /// What.
        thing: Thing,
        /// The creature that gives it up.
        from: Who,
    },
    /// Throws a thing to a Space that is chosen next.
    Lob(Thing),
    /// Sets off or disables a trap or another mechanism.
    Mechanism,
    /// Opens, shuts, locks or unlocks a door.
    Door(Portal, Turn),
    /// Speaks aloud.
    Speak,
    /// Loads a weapon.
    Reload(u16),
    /// A spell, a technique, a special action.
    Cast {
        /// Its place in the setting's list.
        ability: u16,
        /// Where it is aimed.
        at: Target,
        /// What it is paid with.
        coin: Coin,
    },
    /// Keeps up what one concentrates on.
    Sustain,
    /// Lets it go.
    StopConcentrating,
    /// Takes the movement that it has for nothing.
    MoveForFree,
    /// Gets rid of a condition that can be shed.
    Shed(crate::book::Condition),
    /// Strikes at a wall of magic.
    Break {
        /// At which Space.
        at: Square,
        /// With what.
        with: With,
    },
    /// Dresses a bleeding wound.
    Tend(Who),
    /// Stabilizes the dying.
    Stabilize(Who),
    /// Puts out flames.
    PutOut(Who),
    /// Shakes somebody awake who was knocked out.
    Wake(Who),
    /// Tears off a net.
    TearFree(Who),
    /// Cuts a net.
    Cut {
        /// The creature concerned.
        whom: Who,
        /// With what.
        with: With,
    },
    /// Turns 2 AP into 1 SP.
    Gather,
    /// Turns so many MP into as many SP.
    GatherMana(u8),
    /// Holds an Action: which, and for what, is asked next.
    Hold,
    /// Moves so many Spaces when the trigger comes: a Move Action that is held.
    Stride(u8),
}

/// A door: on the edge between two Spaces, or in a Space of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Portal {
    /// The one side, or the Space that it fills.
    pub here: Square,
    /// The other side; the same Space for a door that fills one.
    pub there: Square,
}

impl Portal {
    /// Where it is.
    pub fn site(self) -> Site {
        match self.here == self.there {
            true => Site::Square(self.here),
            false => Site::between(self.here, self.there),
        }
    }
}

/// What is done with a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// It is opened.
    Open,
    /// It is shut.
    Shut,
    /// It is locked.
    Lock,
    /// It is unlocked, and shut still.
    Unlock,
}

impl Turn {
    /// All of them.
    pub const ALL: [Turn; 4] = [Turn::Open, Turn::Shut, Turn::Lock, Turn::Unlock];

    /// What one does.
    pub fn verb(self) -> &'static str {
        match self {
            Turn::Open => "open",
            Turn::Shut => "shut",
            Turn::Lock => "lock",
            Turn::Unlock => "unlock",
        }
    }

    /// How the door stands then.
    pub fn state(self) -> Door {
        match self {
            Turn::Open => Door::Open,
            Turn::Shut | Turn::Unlock => Door::Closed,
            Turn::Lock => Door::Locked,
        }
    }

    /// How it must stand before.
    pub(crate) fn from(self) -> Door {
        match self {
            Turn::Open | Turn::Lock => Door::Closed,
            Turn::Shut => Door::Open,
            Turn::Unlock => Door::Locked,
        }
    }

    /// Whether it takes an Object Interaction and a check.
    pub fn is_a_lock(self) -> bool {
        matches!(self, Turn::Lock | Turn::Unlock)
    }
}

/// A thing on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thing {
    /// A weapon.
    Weapon(u16),
    /// An item.
    Item(u8),
    /// A shield and what it still holds.
    Shield(u8, i8),
}

/// What a dispelling or cleansing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// One instance of a condition on somebody.
    Condition(Who, Condition),
    /// What a spell of somebody does to somebody.
    Magic {
        /// The creature that bears it.
        on: Who,
        /// Whose.
        by: Who,
        /// Which spell.
        from: u16,
    },
    /// Ground that a spell has changed, by the list's place.
    Ground(u8),
}

/// What has been bought on top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    /// How often each, by the place in the entry's list.
    pub times: [u8; 8],
    /// ADV on an Attack Check.
    pub adv: u8,
    /// Its blow is to stun.
    pub spares: bool,
}
