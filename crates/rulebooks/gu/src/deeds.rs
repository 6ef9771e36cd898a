//! What is done, asked about and answered, as plain values: strikes, reactions, what they answer, what is due.

use quintain_engine::Who;
use quintain_field::{Square, Step};

use crate::arm::ArmId;
use crate::kinds::{Happening, Part, Score};

/// How much of a target is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cover {
    /// Nothing.
    None,
    /// A part.
    Partial,
    /// All.
    Full,
}

impl Cover {
    /// All of them, by their numbers.
    pub const ALL: [Cover; 3] = [Cover::None, Cover::Partial, Cover::Full];

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Cover::None => "no cover",
            Cover::Partial => "partial cover",
            Cover::Full => "full cover",
        }
    }
}

/// The sense by which somebody would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Whichever serves.
    Any,
    /// Sight.
    Sight,
    /// Hearing.
    Hearing,
}

impl Sense {
    /// All of them.
    pub const ALL: [Sense; 3] = [Sense::Any, Sense::Sight, Sense::Hearing];

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Sense::Any => "any sense",
            Sense::Sight => "sight",
            Sense::Hearing => "hearing",
        }
    }
}

/// What a strike is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum With {
    /// A weapon or natural attack.
    Arm(ArmId),
    /// A weapon, thrown.
    Thrown(ArmId),
    /// A fist.
    Punch,
    /// A foot.
    Kick,
    /// Teeth.
    Bite,
}

/// One strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blow {
    pub with: With,
    pub at: Who,
    pub called: Option<Called>,
    /// The first of several, one with each weapon in hand.
    pub several: bool,
    /// At the end of a Dive.
    pub dive: bool,
    /// The counter-attack of a parry.
    pub counter: bool,
    /// Advantages less disadvantages.
    pub tilt: i8,
    /// Added to the roll.
    pub modifier: i16,
}

impl Blow {
    /// A plain strike.
    pub fn plain(with: With, at: Who) -> Self {
        Blow { with, at, called: None, several: false, dive: false, counter: false, tilt: 0, modifier: 0 }
    }
}

/// What a called shot is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Called {
    /// A part of the body; of a pair of limbs the die says which.
    Part(Part),
    /// The left or the right limb of a pair.
    Limb {
        /// Which limbs.
        part: Part,
        /// The left one.
        left: bool,
    },
    /// The weapon in hand, by its place.
    Weapon(u8),
    /// A piece of armour or a shield, by its place among those worn.
    Worn(u8),
    /// What a Gu has given to the body, or a Gu on its way to somebody, by its place among those owned.
    Gu(u8),
}

impl Called {
    /// The part of the body, where it is one.
    pub fn part(self) -> Option<Part> {
        match self {
            Called::Part(part) | Called::Limb { part, .. } => Some(part),
            _ => None,
        }
    }
}

/// Something that may be reacted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trigger {
    /// What happens.
    pub what: Happening,
    /// Whose doing it is.
    pub by: Who,
    /// The combatant that it concerns.
    pub at: Option<Who>,
    /// The Gu behind it, by its place in the setting's list.
    pub gu: Option<u16>,
    /// The weapon or natural attack behind it.
    pub arm: Option<ArmId>,
    /// A melee attack.
    pub melee: bool,
    /// An attack that is rolled with Close Combat.
    pub close: bool,
    /// Nobody may react to it.
    pub unreactable: bool,
    /// The counter-attack of a parry.
    pub counter: bool,
    /// Strikes every creature inside, each of which is asked for itself.
    pub area: bool,
    /// It is over already: what is Unreactable is answered late where the house says so.
    pub over: bool,
    /// A movement that the combatant did not make itself: it was pushed, pulled or thrown.
    pub forced: bool,
    /// A dodge does not avoid it.
    pub undodgeable: bool,
    /// Added to Dodge tests against it.
    pub dodge_modifier: i16,
}

impl Trigger {
    /// Something that somebody does.
    pub fn of(what: Happening, by: Who) -> Self {
        let [melee, close, unreactable, counter, area, over, forced, undodgeable] = [false; 8];
        let (at, gu, arm, dodge_modifier) = (None, None, None, 0);
        Trigger {
            what,
            by,
            at,
            gu,
            arm,
            melee,
            close,
            unreactable,
            counter,
            area,
            over,
            forced,
            undodgeable,
            dodge_modifier,
        }
    }
}

/// A reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum React {
    /// None.
    Nothing,
    /// A dodge: with its test against a hit, without one against anything else.
    Dodge,
    /// A parry.
    Parry,
    /// The held action.
    Held,
    /// A Gu, by its place among those owned.
    Gu(u8),
    /// A Gu destroyed by its owner.
    Detonate(u8),
    /// A sustained Gu let go, which is no reaction and leaves time for one.
    Stop(u8),
}

/// What happens at the start or the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Due {
    /// Essence comes back.
    Essence,
    /// What a Gu, a trait, a zone or something lasting does, by its own number.
    Gu(GuDue),
    /// Bleeding.
    Bleeding,
    /// Burning.
    Burning,
    /// Being ablaze.
    Ablaze,
    /// The test against fainting in the flames.
    Faint,
    /// The test of the dying.
    Dying,
    /// Being stunned ends.
    Stunned,
    /// Being dazed ends.
    Dazed,
    /// Falling goes on.
    Falling,
    /// A turn without air.
    Breath,
}

/// Something due at the start or end of a turn that content brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuDue {
    /// Hit points that come back by nature.
    Regeneration,
    /// A sustained Gu is kept up or stops.
    Keep(u8),
    /// The soul's toll for sustaining too many.
    Toll,
    /// Hit points that a Gu gives.
    Regains,
    /// What the Gu of another does to those near it: whose, and which of its Gu.
    Aura(Who, u8),
    /// What lies on the map strikes, by its number.
    Zone(u32),
    /// What one has left on the map grows older.
    Zones,
    /// What one has left on the map goes for somebody, by its number.
    Hunt(u32),
    /// Hit points for everyone near, by one of one's Gu.
    Refresh(u8),
    /// Hit points that a Gu gives at the start of turns.
    Renews,
    /// Poisons.
    Poisons,
    /// The test to get out of the hold of a Gu, by its place in the book.
    Escape(u16),
    /// Wounds close.
    Clots,
}

/// A question of a Gu.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum GuAsk {
    /// Is a sustained Gu kept up?
    Keep { who: Who, slot: u8 },
    /// Is a dying shield saved?
    SaveShield { who: Who, slot: u8 },
    /// Which target does the next attack of a Gu or killer move strike?
    Target { who: Who, slot: u8, first: Target },
    /// Which way does the wall lead?
    Direction { who: Who, slot: u8, from: Square },
    /// Does a line have more of its even width on the right?
    Right { who: Who, slot: u8 },
    /// Where does the user stand then?
    Where { who: Who, slot: u8 },
    /// Which creature does what hunts on the map go for?
    Prey { who: Who, slot: u8 },
    /// Is the place right for it?
    Allows { who: Who, slot: u8 },
    /// Does it spread its wings as it is thrown up?
    Wings { who: Who, slot: u8 },
    /// Does it grapple the one who leaves?
    Grapples { who: Who, at: Who },
    /// Does it take the turn of a beast that it has enslaved?
    Commands { who: Who, beast: Who },
}

impl GuAsk {
    /// The combatant whose decision it is; for judgements of the game master the one that they are about.
    pub fn actor(self) -> Who {
        match self {
            GuAsk::Keep { who, .. }
            | GuAsk::SaveShield { who, .. }
            | GuAsk::Target { who, .. }
            | GuAsk::Direction { who, .. }
            | GuAsk::Right { who, .. }
            | GuAsk::Where { who, .. }
            | GuAsk::Prey { who, .. }
            | GuAsk::Allows { who, .. }
            | GuAsk::Wings { who, .. }
            | GuAsk::Grapples { who, .. }
            | GuAsk::Commands { who, .. } => who,
        }
    }
}

/// Something done with a Gu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GuAct {
    /// One of those owned is activated, as part of the Combat Action.
    Activate {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// A killer move.
    Perform {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// What a Gu or killer move at work lets its user do.
    Wield {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// Creatures that a Gu has called are directed.
    Direct(u8),
    /// A sustained one is let go.
    Stop(u8),
    /// Primeval stones are absorbed: how many.
    Absorb(u8),
    /// One of those owned is destroyed.
    Detonate(u8),
    /// A direction, as an answer.
    Towards(Step),
    /// What a Gu has left on the map is moved.
    Steer {
        /// Its place.
        slot: u8,
        /// Where to.
        to: Square,
    },
    /// One is handed over to another.
    HandOver {
        /// Its place.
        slot: u8,
        to: Who,
    },
    /// A remedy is applied.
    Apply {
        /// Its place.
        slot: u8,
        to: Who,
    },
    /// A try to get out of the hold of a Gu, by its place in the book.
    Escape(u16),
    /// Straight through others, instead of walking.
    Pass {
        /// Its place.
        slot: u8,
        /// Which way.
        step: Step,
    },
    /// The activations left are traded for the attack of a Gu.
    Trade {
        /// Its place.
        slot: u8,
        at: Who,
    },
    /// The bonus action of an attainment activates one.
    Attain {
        /// Its place.
        slot: u8,
        /// At what.
        at: Target,
    },
    /// A charge.
    Charge(Who),
    /// A flurry of punches.
    Flurry(Who),
    /// A punch while sprinting.
    ChargingPunch(Who),
    /// A Gu of touch while sprinting, by its place.
    ChargingTouch(u8, Who),
}

/// What an activation is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Nothing, or the user itself.
    None,
    /// Somebody.
    Who(Who),
    /// A part of somebody, or something that it wears or carries.
    Called(Who, Called),
    /// A square.
    Square(Square),
    /// A direction.
    Step(Step),
    /// A direction, for a line that has more of its width on the right, seen along it.
    Right(Step),
    /// A square and a direction from it.
    Line(Square, Step),
}

impl Target {
    /// The target, where it is a combatant.
    pub fn who(self) -> Option<Who> {
        match self {
            Target::Who(at) | Target::Called(at, _) => Some(at),
            _ => None,
        }
    }

    /// Where on that one, for a called shot.
    pub fn called(self) -> Option<Called> {
        if let Target::Called(_, called) = self { Some(called) } else { None }
    }
}

/// How a test went that might be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was tested.
    pub score: Score,
    /// The target.
    pub at: Option<Who>,
    /// It succeeded.
    pub succeeded: bool,
    /// By a critical or a fumble.
    pub extreme: bool,
}

impl Outcome {
    /// In words.
    pub fn words(self) -> &'static str {
        match (self.succeeded, self.extreme) {
            (true, true) => "critical",
            (true, false) => "success",
            (false, true) => "fumble",
            (false, false) => "failure",
        }
    }
}
