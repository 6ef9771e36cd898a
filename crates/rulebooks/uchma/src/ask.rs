//! Every question of the book: what is asked, who is asked, in which words.

use quintain_engine::{Choice, Seat, Shape, Side, Table, Wants, Who};
use quintain_field::{Square, Step};

use crate::book::{Cover, Status, With};
use crate::content::{AbilityId, WeaponId};
use crate::fight::Fight;

mod texts;

pub(crate) use texts::sentence;
pub use texts::{aim_text, deed_text};

/// Every decision of the book, with what it is about.
#[allow(missing_docs, reason = "the text of each says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// Which groups are ambushed in the first round?
    Ambush,
    /// Does the environment do this now?
    Environment { hazard: u8 },
    /// In which order do allies of equal speed act?
    Agreed { side: Side, speaker: Who, to: Option<Who> },
    /// What does somebody do next on its turn?
    Turn { who: Who },
    /// Is the prepared action carried out now?
    React { who: Who, ability: AbilityId, at: Who },
    /// What cover does a target have?
    Cover { by: Who, at: Who, proposed: Option<Cover> },
    /// Is the roll made again?
    Reroll { who: Who, at: Who, ability: AbilityId },
    /// Is inspiration spent on this roll?
    Inspired { who: Who, at: Who },
    /// By how much is a failed roll raised?
    Raise { who: Who, most: i16 },
    /// In which order are several targets rolled for?
    TargetOrder { who: Who, ability: AbilityId },
    /// Which status effect?
    Which { who: Who, whom: Who, ability: AbilityId },
    /// Where?
    Place { who: Who, ability: AbilityId },
    /// Away, or towards oneself?
    Away { who: Who, whom: Who },
    /// How much is spent?
    Amount { who: Who, ability: AbilityId, most: i16 },
    /// Does somebody want what an ability offers?
    Wants { who: Who, whom: Who, ability: AbilityId },
    /// Which creature beside another?
    Beside { who: Who, whom: Who },
    /// Which further target?
    Another { who: Who, ability: AbilityId },
    /// Does somebody let an ability with two sides work on it?
    Allows { who: Who, by: Who, ability: AbilityId },
    /// Which target does the next strike go to?
    Next { who: Who, whom: Who, ability: AbilityId },
    /// Which weapon falls?
    Disarm { who: Who, whom: Who },
    /// Which of the kin is given up?
    Devour { who: Who, ability: AbilityId },
    /// Who gets the action of this turn?
    Echo { who: Who, far: i16 },
    /// Which poem takes the place of the one that is kept up, if any?
    FadeOut { who: Who },
    /// What is found out about somebody?
    Lore { who: Who, whom: Who },
    /// Does somebody that one has sent away come back before its time?
    Recall { who: Who, whom: Who },
    /// Is it kept up?
    Upkeep { who: Who, ability: AbilityId },
    /// Does the one that is sung for pay half?
    Duet { who: Who, by: Who, ability: AbilityId },
    /// Is a critical hit paid for?
    CriticalPrice { who: Who, whom: Who, ability: AbilityId },
    /// Does energy pay, by this gift, what would cost something else?
    Instead { who: Who, ability: AbilityId, energy: i16 },
    /// Is the next weapon of the kind taken in hand?
    Spare { who: Who, weapon: WeaponId },
    /// On which square does a leap end?
    Landing { who: Who, whom: Who },
    /// On which square does a called creature appear?
    SummonAt { who: Who, ability: AbilityId },
    /// How far is somebody moved?
    HowFar { who: Who, whom: Who, most: i16 },
    /// Does somebody flee?
    Flee { who: Who },
    /// Does inspiration go into the damage?
    InspiredDamage { who: Who, at: Who },
    /// What comes of a critical hit?
    Critical { who: Who, whom: Who, regeneration: bool, exposes: bool },
    /// What does a clear advantage add to a team?
    TeamBonus { side: Side },
    /// Does somebody leave the fight?
    Leave { who: Who },
    /// Does the combat go on?
    Continue { proposed: bool },
}

/// What an ability is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aimed {
    /// The user, or nothing that has to be named.
    Oneself,
    /// A creature.
    One(Who),
    /// A square.
    At(Square),
    /// A direction.
    Toward(Step),
    /// Round the user, beginning with a creature.
    Ring {
        /// The first.
        first: Who,
        /// Which way round.
        clockwise: bool,
    },
}

/// What can be done on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Ends the turn.
    Done,
    /// Walks, crawls or flies to a square.
    Move {
        /// Where to.
        to: Square,
        /// By running: the action is given up.
        run: bool,
    },
    /// Rises or sinks to an altitude.
    Altitude {
        /// Metres above the ground.
        to: i16,
        /// By running.
        run: bool,
    },
    /// Steps over a ledge, and falls.
    JumpDown(Square),
    /// Gets up.
    Stand {
        /// As the beginning of the second Move of a run: the action is given up.
        run: bool,
    },
    /// Goes prone.
    LieDown {
        /// As the beginning of the second Move of a run: the action is given up.
        run: bool,
    },
    /// Gives up the move to steady the aim.
    Steady,
    /// Uses an ability, or sets it up if it is prepared.
    Use {
        /// Which.
        ability: AbilityId,
        /// On what.
        aim: Aimed,
    },
    /// Adds a modification to the next ability.
    With(AbilityId),
    /// Uses the item in a quick-access slot.
    Item {
        /// Which slot.
        slot: u8,
        /// The bearer.
        at: Who,
    },
    /// Takes a sidearm in hand; what was held falls down.
    Sidearm(WeaponId),
    /// Changes what the hands hold, for energy where its user has learned that.
    Exchange(Exchange),
    /// The same by the rapid action, where energy would pay for it.
    Rapidly(Exchange),
    /// Drops what the main hand holds.
    DropMain,
    /// Drops what the off hand holds.
    DropOff,
    /// Throws the weapon in the main hand at a creature.
    Throw(Who),
    /// Throws the weapon in the main hand to a square.
    ThrowTo(Square),
    /// Pulls a weapon out of a creature.
    Retrieve {
        /// The one that gives it up.
        from: Who,
        /// Which.
        weapon: WeaponId,
    },
    /// Ends what it keeps up, or its ritual.
    End(AbilityId),
    /// Speaks: the agreed order may be changed.
    Speak {
        /// With the action, not the minor action.
        action: bool,
    },
    /// Whispers to somebody beside: only that one hears it.
    Whisper {
        /// The one that gets it.
        to: Who,
        /// With the action, not the minor action.
        action: bool,
    },
    /// Waits for an event to speak.
    PrepareSpeech,
    /// Mounts a creature.
    Mount(Who),
    /// Dismounts.
    Dismount(Square),
}

/// A change of what the hands hold that takes the rapid action, or energy with the technique for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// Something in hand for something carried.
    Swap(WeaponId, With),
    /// For a weapon that lies below.
    PickUp(WeaponId, With),
    /// Two light weapons between the hands.
    Trade,
}

/// What a choice stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Something on a turn.
    Deed(Deed),
    /// A grade of cover.
    Cover(Option<Cover>),
    /// A creature.
    Who(Who),
    /// A side.
    Side(Side),
    /// A status effect.
    Status(Status),
    /// A square.
    Square(Square),
    /// Something to be known about a creature.
    Lore(Lore),
    /// Into the damage, not into the roll.
    Damage,
}

/// What may be found out about a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lore {
    /// Its health.
    Health,
    /// Its armour.
    Armor,
    /// Its resistances.
    Resistances,
    /// One of its abilities.
    Ability(AbilityId),
}

/// Asks for one act.
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Act>, T::Halt> {
    table.choose(fight, ask)
}

/// Asks yes or no.
pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    Ok(table.choose(fight, ask)? == Some(Act::Yes))
}

/// Asks for a number.
pub(crate) fn number<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<i16, T::Halt> {
    Ok(table.ask(fight, ask)?.number().unwrap_or(0) as i16)
}

/// The combatant whose act brings the question about.
pub fn brought_by(ask: &Ask) -> Option<Who> {
    match *ask {
        Ask::React { who, at, .. } | Ask::Reroll { who, at, .. } => (at != who).then_some(at),
        Ask::Allows { by, .. } => Some(by),
        _ => None,
    }
}

/// `death.unconscious-inactive`: whether an edict has taken the one out who was to act, so that nothing hangs on the answer
/// any more.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Turn { who } => !fight.able(who) || fight.is_cut_short(who),
        Ask::React { who, .. } => !fight.able(who),
        _ => false,
    }
}

/// Who is asked.
pub fn seat(fight: &Fight, ask: &Ask) -> Seat {
    match *ask {
        Ask::TeamBonus { .. }
        | Ask::Ambush
        | Ask::Environment { .. }
        | Ask::Cover { .. }
        | Ask::Leave { .. }
        | Ask::Continue { .. } => Seat::Gm,
        Ask::Agreed { speaker, .. } => Seat::Of(speaker),
        Ask::Turn { who }
        | Ask::React { who, .. }
        | Ask::Reroll { who, .. }
        | Ask::Inspired { who, .. }
        | Ask::Raise { who, .. }
        | Ask::TargetOrder { who, .. }
        | Ask::Which { who, .. }
        | Ask::Place { who, .. }
        | Ask::Away { who, .. }
        | Ask::Amount { who, .. }
        | Ask::Wants { who, .. }
        | Ask::Allows { who, .. }
        | Ask::Beside { who, .. }
        | Ask::Another { who, .. }
        | Ask::Next { who, .. }
        | Ask::Disarm { who, .. }
        | Ask::Devour { who, .. }
        | Ask::Echo { who, .. }
        | Ask::Upkeep { who, .. }
        | Ask::FadeOut { who }
        | Ask::Lore { who, .. }
        | Ask::Recall { who, .. }
        | Ask::Duet { who, .. }
        | Ask::CriticalPrice { who, .. }
        | Ask::Instead { who, .. }
        | Ask::Spare { who, .. }
        | Ask::Landing { who, .. }
        | Ask::SummonAt { who, .. }
        | Ask::HowFar { who, .. }
        | Ask::Flee { who }
        | Ask::InspiredDamage { who, .. }
        | Ask::Critical { who, .. } => Seat::Of(decides_for(fight, who)),
    }
}

/// The one that decides for a creature: its summoner for a minion.
fn decides_for(fight: &Fight, who: Who) -> Who {
    let mut who = who;
    // A minion of a minion has a summoner of its own; nobody is called by oneself.
    for _ in 0..4 {
        match fight.one(who).called {
            Some(called) if called.by != who => who = called.by,
            _ => break,
        }
    }
    who
}

/// Yes or no.
pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

/// The creature and the square that something points at.
pub fn points_at(deed: Deed) -> (Option<Who>, Option<Square>) {
    match deed {
        Deed::Move { to, .. } | Deed::JumpDown(to) | Deed::Dismount(to) | Deed::ThrowTo(to) => (None, Some(to)),
        Deed::Use { aim: Aimed::One(who) | Aimed::Ring { first: who, .. }, .. } => (Some(who), None),
        Deed::Use { aim: Aimed::At(square), .. } => (None, Some(square)),
        Deed::Item { at, .. } | Deed::Throw(at) | Deed::Retrieve { from: at, .. } | Deed::Mount(at) => (Some(at), None),
        Deed::Whisper { to, .. } => (Some(to), None),
        _ => (None, None),
    }
}
