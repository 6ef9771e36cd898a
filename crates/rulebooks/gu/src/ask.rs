//! Every decision of the book on one page: what is asked, and what the answers stand for.

use std::sync::Arc;

use quintain_engine::{Answer, Choice, Shape, Table, Wants, Who};
use quintain_field::Square;

use crate::arm::ArmId;
use crate::deeds::{Blow, Cover, Due, GuAct, GuAsk, Outcome, React, Sense, Trigger};
use crate::fight::Fight;
use crate::hold::{HeldAction, Pattern};
use crate::kinds::{Part, Score};

/// A decision. The fields say who takes part: `who` and `by` act, `at` and `whom` suffer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum Ask {
    /// Who is surprised?
    Surprised,
    /// Who might notice those who creep up?
    Notices,
    /// With what modifier does it test Awareness?
    NoticeModifier { who: Who },
    /// In which order do those tied act?
    InitiativeTie { from: u16, count: u16 },
    /// A luck point before the roll?
    LuckBefore { who: Who, score: Score },
    /// A luck point to have a roll made again?
    LuckAfter { by: Who, who: Who, how: Outcome },
    /// In which order do the effects of a turn come?
    DueOrder { who: Who, start: bool },
    /// What does it do next?
    Turn { who: Who },
    /// Which of its wings does it use?
    FlightSource { who: Who },
    /// How high above that square?
    Altitude { who: Who, to: Square, least: i16, most: i16 },
    /// Where does the dive lead?
    DiveTo { who: Who },
    /// Does it strike at the end of the dive?
    DiveStrike { who: Who },
    /// Does it land or rise?
    DiveFinish { who: Who },
    /// Where does it catch itself, within so many metres?
    Catch { who: Who, metres: i16 },
    /// Does the climb call for a test?
    ClimbTest { who: Who, to: Square },
    /// How does it react?
    React { who: Who, trigger: Trigger },
    /// Where does the dodge lead?
    DodgeTo { who: Who, area: bool },
    /// How high does the dodge in the air lead?
    DodgeHeight { who: Who, to: Square, least: i16, most: i16 },
    /// Does it dodge what is thrown at it?
    DodgeThrown { who: Who },
    /// Does it strike back after a parry, or, for a reaction, at what it has been thrown against?
    Counter { who: Who, at: Who, reacts: bool },
    /// Does it strike at the one who leaves?
    Opportunity { who: Who, at: Who },
    /// Where does the freed one go?
    FreeSquare { who: Who },
    /// What does the held action wait for?
    HoldWhen { who: Who, action: HeldAction },
    /// In which words?
    HoldWords { who: Who },
    /// On which side is the limb that it aims at?
    CalledSide { who: Who, at: Who, part: Part },
    /// Which of its other Gu does it destroy, too?
    DetonateMore { who: Who },
    /// Which target does the held attack strike?
    HeldStrike { who: Who, by: Who },
    /// At what is the held Gu used?
    HeldGu { who: Who, slot: u8, by: Who },
    /// How much of the target is hidden?
    Cover { by: Who, at: Who, proposed: Cover },
    /// Does the thing aimed at take the damage?
    ItemTakes { whom: Who },
    /// What is tried?
    Describe { who: Who },
    /// Does the GM allow the Combat Action?
    AllowsAction { who: Who },
    /// Is the Gu that it wants to detonate suppressed?
    Suppressed { who: Who, slot: u8 },
    /// By which sense would it notice?
    NoticeBy { who: Who },
    /// Which of its shields take damage first?
    ShieldOrder { who: Who },
    /// Does the GM allow the bonus action?
    AllowsBonus { who: Who },
    /// A question of a Gu.
    Gu(GuAsk),
}

impl Ask {
    /// The combatant whose decision it is; for judgements of the game master the one that they are about.
    pub fn actor(&self) -> Option<Who> {
        match *self {
            Ask::Surprised | Ask::Notices | Ask::InitiativeTie { .. } => None,
            Ask::LuckAfter { by, .. } | Ask::Cover { by, .. } => Some(by),
            Ask::ItemTakes { whom } => Some(whom),
            Ask::NoticeModifier { who }
            | Ask::LuckBefore { who, .. }
            | Ask::DueOrder { who, .. }
            | Ask::Turn { who }
            | Ask::FlightSource { who }
            | Ask::Altitude { who, .. }
            | Ask::DiveTo { who }
            | Ask::DiveStrike { who }
            | Ask::DiveFinish { who }
            | Ask::Catch { who, .. }
            | Ask::ClimbTest { who, .. }
            | Ask::React { who, .. }
            | Ask::DodgeTo { who, .. }
            | Ask::DodgeHeight { who, .. }
            | Ask::DodgeThrown { who }
            | Ask::Counter { who, .. }
            | Ask::Opportunity { who, .. }
            | Ask::FreeSquare { who }
            | Ask::HoldWhen { who, .. }
            | Ask::HoldWords { who }
            | Ask::CalledSide { who, .. }
            | Ask::DetonateMore { who }
            | Ask::HeldStrike { who, .. }
            | Ask::HeldGu { who, .. }
            | Ask::Describe { who }
            | Ask::AllowsAction { who }
            | Ask::Suppressed { who, .. }
            | Ask::NoticeBy { who }
            | Ask::ShieldOrder { who }
            | Ask::AllowsBonus { who } => Some(who),
            Ask::Gu(ask) => Some(ask.actor()),
        }
    }

    /// Whether it is a judgement of the game master.
    pub fn is_judged(&self) -> bool {
        matches!(
            self,
            Ask::Surprised
                | Ask::Notices
                | Ask::NoticeModifier { .. }
                | Ask::NoticeBy { .. }
                | Ask::ClimbTest { .. }
                | Ask::Cover { .. }
                | Ask::ItemTakes { .. }
                | Ask::Suppressed { .. }
                | Ask::AllowsAction { .. }
                | Ask::AllowsBonus { .. }
                | Ask::Gu(GuAsk::Allows { .. })
        )
    }
}

/// A bonus action that the chapter leaves to judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bonus {
    /// A weapon into the hand.
    Draw(ArmId),
    /// A weapon out of the hand.
    PutAway(ArmId),
    /// The door to a square is opened or closed.
    Door {
        /// To which.
        to: Square,
        /// It is opened.
        open: bool,
    },
    /// Something else, in words.
    Other,
}

/// What a choice stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields say whom or where")]
pub enum Act {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The turn is over.
    EndTurn,
    /// Walks there.
    Move(Square),
    /// Walks there, through enemies' squares if it has to.
    MoveThrough(Square),
    /// Jumps there.
    Jump(Square),
    /// Steps off an edge and falls there.
    StepOff(Square),
    /// Climbs there.
    Climb(Square),
    /// Climbs down.
    ClimbDown,
    /// Stands up.
    StandUp,
    /// Goes under water.
    Submerge,
    /// Comes up.
    Surface,
    /// Takes flight.
    TakeFlight,
    /// Flies over that square.
    Fly(Square),
    /// Dives.
    Dive,
    /// Evades.
    Evade,
    /// Lands.
    Land,
    /// Rises instead of landing.
    Rise,
    /// Strikes.
    Strike(Blow),
    /// Grapples.
    Grapple(Who),
    /// Breaks free.
    BreakFree,
    /// Drags the held creature there.
    Drag(Square),
    /// Throws the held creature there.
    Throw { whom: Who, to: Square },
    /// Lets go.
    LetGo(Who),
    /// Sprints.
    Sprint,
    /// Rolls the flames out.
    RollOut,
    /// Holds an action.
    Hold(HeldAction),
    /// A bonus action.
    Bonus(Bonus),
    /// Something that no rule knows.
    Improvise,
    /// Gives up.
    Surrender,
    /// Leaves by the edge of the map.
    Leave,
    /// Something with a Gu.
    Gu(GuAct),
    /// A combatant.
    Who(Who),
    /// A square.
    Square(Square),
    /// A reaction.
    React(React),
    /// A trigger.
    Pattern(Pattern),
    /// A source of flight, by its place.
    Source(u8),
    /// A degree of cover.
    Cover(Cover),
    /// Something due at the start or end of a turn.
    Due(Due),
    /// The left limb of a pair, the right one otherwise.
    Left(bool),
    /// A sense.
    Sense(Sense),
    /// One of the Gu that somebody owns, by its place.
    Slot(u8),
    /// Nothing.
    Nothing,
}

/// Asks for one act.
#[inline]
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Act>, T::Halt> {
    table.choose(fight, ask)
}

/// Asks yes or no.
#[inline]
pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    Ok(table.choose(fight, ask)? == Some(Act::Yes))
}

/// Asks for a square.
pub(crate) fn square<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Square>, T::Halt> {
    Ok(match table.choose(fight, ask)? {
        Some(Act::Square(square)) => Some(square),
        _ => None,
    })
}

/// Asks for a number.
pub(crate) fn number<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<i64, T::Halt> {
    Ok(table.ask(fight, ask)?.number().unwrap_or(0))
}

/// Asks for free words.
pub(crate) fn words<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Arc<str>>, T::Halt> {
    Ok(match table.ask(fight, ask)? {
        Answer::Text(words) => Some(words),
        _ => None,
    })
}

/// Yes or no.
pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}
