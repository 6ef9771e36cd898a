//! Every decision of the book on one page: what is asked, who is asked, what the answers are.

use quintain_engine::{Side, Table, Who};
use quintain_field::{Square, Step};

use crate::book::Skill;
use crate::fight::Fight;
use crate::setting::Occasion;

pub use crate::deeds::{Bought, Coin, Deed, Mark, Portal, Target, Turn, With};
pub use seats::seat;

mod seats;

/// What is added to an attack when it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    /// ADV for 1 AP: the first, the second time and so on.
    Adv(u8),
    /// The blow knocks out instead of killing.
    NonLethal,
    /// A maneuver or technique, for the first, the second time and so on.
    Maneuver(u16, Coin, u8),
    /// What a natural attack may add, by its place.
    Rider(u8),
    /// The Help Die of somebody.
    Help(Who),
    /// An enhancement of an ability, by its place, so often.
    Enhance(u8, u8),
}

impl Extra {
    /// For which time it is added: the first for what is added once.
    pub fn number(self) -> u8 {
        match self {
            Extra::Adv(number) | Extra::Maneuver(_, _, number) | Extra::Enhance(_, number) => number,
            Extra::NonLethal | Extra::Rider(_) | Extra::Help(_) => 1,
        }
    }

    /// The same for another time.
    pub fn again(self, number: u8) -> Extra {
        match self {
            Extra::Adv(_) => Extra::Adv(number),
            Extra::Maneuver(ability, coin, _) => Extra::Maneuver(ability, coin, number),
            Extra::Enhance(place, _) => Extra::Enhance(place, number),
            Extra::NonLethal | Extra::Rider(_) | Extra::Help(_) => self,
        }
    }
}

/// An answer to something that another does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// An Attack of Opportunity.
    Opportunity(With),
    /// An ability with a trigger.
    Ability(u16, Coin),
    /// A Held Action, by its place.
    Held(u8),
    /// Challenges a spell, with a spell of one's own and so many MP.
    Challenge(u16, u8),
    /// Helps a spell in a duel.
    Support(u16, u8),
    /// The shield takes the damage.
    RaiseShield,
    /// Joins a throw.
    JoinThrow,
    /// Casts a held spell together with the combatant that casts it now, adding so many MP.
    Combine(u8),
}

/// What a choice stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Lets a Reaction go.
    Pass,
    /// Lets the rest of an attack go as well.
    LetBe,
    /// A creature.
    Who(Who),
    /// A side, or none.
    Side(Option<Side>),
    /// What is done on a turn.
    Deed(Deed),
    /// What is added to an attack or a spell.
    Extra(Extra),
    /// A Reaction.
    React(Reaction),
    /// A skill.
    Skill(Skill),
    /// A direction.
    Way(Step),
    /// A Space.
    Square(Square),
    /// What sets a Held Action off.
    Signal(crate::combatant::Signal),
    /// A kind of damage.
    Damage(crate::book::Damage),
    /// What magic ends.
    Mark(Mark),
    /// Where an ability is aimed.
    Target(Target),
    /// What happens to a door.
    Door(Portal, Turn),
}

/// The moment at which somebody may react.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The one who provokes is about to leave reach, stand up, pick up, switch, handle an object.
    Provoked,
    /// An Attack has been declared, not rolled.
    Targeted,
    /// A Grapple has been declared, not rolled.
    Grappling,
    /// A Disarm has been declared, not rolled.
    Disarming,
    /// An Attack has been rolled, its result not told.
    Rolled,
    /// An Attack hits, its damage not dealt.
    Hit {
        /// Hand to hand.
        melee: bool,
    },
    /// An Attack missed.
    Missed {
        /// Hand to hand.
        melee: bool,
    },
    /// Somebody was hurt.
    Hurt,
    /// Somebody begins to cast a spell.
    Casting,
    /// A spell is being cast, its check rolled but not told.
    Cast,
    /// A spell is challenged: join either side?
    Duel,
    /// A throw is about to be made.
    Throw,
    /// Somebody moved.
    Moved,
    /// A turn has ended.
    Ended,
    /// Somebody left reach and the Attack of Opportunity on it is done.
    Left,
    /// Somebody uses an item or handles an object.
    Uses,
    /// Somebody has done something with its AP.
    Acted,
    /// The ground or what stands on it has changed.
    Changed,
    /// The game master says that what somebody waits for has come.
    Word,
}

impl Moment {
    /// Its place among the moments of a blow, in their order.
    fn of_a_blow(self) -> Option<u8> {
        match self {
            Moment::Targeted => Some(0),
            Moment::Rolled => Some(1),
            Moment::Hit { .. } | Moment::Missed { .. } => Some(2),
            Moment::Hurt => Some(3),
            _ => None,
        }
    }

    /// The occasion for abilities that it is.
    pub fn occasion(self) -> Option<Occasion> {
        Some(match self {
            Moment::Targeted | Moment::Grappling | Moment::Disarming => Occasion::Targeted,
            Moment::Rolled => Occasion::Rolled,
            Moment::Hit { .. } => Occasion::Hit,
            Moment::Missed { .. } => Occasion::Missed,
            Moment::Hurt => Occasion::Hurt,
            Moment::Left => Occasion::Left,
            _ => return None,
        })
    }
}

/// A decision. The fields say whom it is about: `who` acts, `by` did what is answered, `at` suffers it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum Ask {
    /// What is the Difficulty of initiative?
    Difficulty,
    /// Is a side caught off guard?
    CaughtOffGuard,
    /// Who goes first when initiative is tied?
    Tie { one: Side, other: Side },
    /// Who of this side acts next?
    Next { side: Side, asked: Who },
    /// What does this one do?
    Turn { who: Who },
    /// What is added to the attack or the ability?
    Extras { who: Who, deed: Deed },
    /// What kind of damage is dealt?
    Kind { who: Who, at: Who, weapon: u16 },
    /// What Action is held?
    Hold { who: Who },
    /// And what sets it off?
    Signal { who: Who, deed: Deed },
    /// Does it react?
    React { who: Who, moment: Moment, by: Who, at: Who },
    /// With which skill does it resist a Disarm?
    Resist { who: Who, by: Who },
    /// Which way is it pushed or thrown?
    Direction { who: Who, at: Who, thrown: bool },
    /// How far?
    Far { who: Who, at: Who, way: Step, most: u8, thrown: bool },
    /// One Space less and Prone?
    TradeForProne { who: Who, at: Who },
    /// Does it fail on purpose?
    FailOnPurpose { who: Who, by: Option<Who> },
    /// Where does it land, appear, step? No farther from another than so many Spaces, where that is said.
    Place { who: Who, about: Who, within: u8, near: Option<(Who, i16)> },
    /// Where does it appear?
    Teleport { who: Who, within: u8, shadows: bool },
    /// Which way does magic move somebody?
    AnyWay { who: Who, at: Who },
    /// Where does the area begin?
    Origin { who: Who, within: u8 },
    /// Where does a thing of a spell go?
    Spot { who: Who, ability: u16, from: Option<Square>, within: u8 },
    /// Which creatures in the area are meant?
    Among { who: Who, ability: u16, at: Target, bought: Bought },
    /// What does it end?
    Mark { who: Who, ability: u16, at: Target },
    /// How many HP does it give?
    GiveHp { who: Who, at: Who, most: u8 },
    /// What is somebody told to do?
    Command { who: Who, of: Who },
    /// Which target is attacked for nothing, if any: this one, or any enemy?
    Strike { who: Who, at: Option<Who> },
    /// Which further target does a sweep take?
    Sweep { who: Who, at: Who, weapon: u16, farther: i16 },
    /// Which further target does the flame of a blade take, or which other one?
    Flame { who: Who, at: Who, both: bool },
    /// Does it take part in a duel, and with which spell?
    Duel { who: Who, moment: Moment, by: Who, refused: u64 },
    /// Does the spell that is named make sense against this one?
    MakesSense { who: Who, by: Who, spell: u16 },
    /// How hard is a lock or a mechanism?
    HowHard { who: Who },
    /// What comes of what has been worked?
    WhatComes { who: Who },
    /// Is the interaction simple enough to be free?
    SimpleEnough { who: Who },
    /// Does the help with this skill make sense?
    HelpMakesSense { who: Who, skill: Skill },
    /// What does an improvised weapon deal?
    Improvised { who: Who, weapon: u16 },
    /// In which order do those of a side react?
    ReactOrder { who: Who },
    /// Where does a held Move go?
    Goal { who: Who, spaces: i16 },
    /// To which Space is an item thrown?
    LobTo { who: Who },
    /// Does it say that what it waits for has come about?
    Calls { who: Who },
    /// Has it, as the game master sees it? Proposed is what the one who waits says.
    Comes { who: Who, called: bool },
    /// Where next to the target does a falling attacker come down?
    Landing { who: Who, at: Who },
    /// On which Space next to itself does it put down the creature that it held before itself?
    PutDown { who: Who, whom: Who },
    /// Is a Help Die added to a check that has been rolled?
    AddHelp { who: Who, helper: Who },
    /// Which Help Dice are added to an Attack that has been rolled?
    LateHelp { who: Who, at: Who },
    /// Which Temp HP are kept?
    KeepTemp { who: Who, offered: i16 },
    /// From which enemies that cannot see it does it hide?
    HideFrom { who: Who },
    /// Does it cast together with somebody?
    Combine { who: Who, by: Who, ability: u16 },
    /// At which further target is the weapon thrown with the same roll?
    ThrowAlong { who: Who, within: u8 },
    /// Where is a spell aimed that was held?
    Aim { who: Who, ability: u16 },
    /// Does it make a noise?
    Noise { who: Who },
}

/// The combatant whose act brings the question about.
pub fn brought_by(ask: &Ask) -> Option<Who> {
    match *ask {
        Ask::React { who, by, .. } | Ask::Resist { who, by } | Ask::Duel { who, by, .. } => (by != who).then_some(by),
        Ask::FailOnPurpose { by, .. } => by,
        _ => None,
    }
}

/// Whether a later question is about a later moment of the same blow.
pub fn goes_on(before: &Ask, later: &Ask) -> bool {
    let moment = |ask: &Ask| match *ask {
        Ask::React { moment, by, .. } => moment.of_a_blow().map(|place| (by, place)),
        _ => None,
    };
    matches!((moment(before), moment(later)), (Some((one, first)), Some((other, then))) if one == other && first < then)
}

/// Asks yes or no.
pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    Ok(table.choose(fight, ask)? == Some(Act::Yes))
}
