//! Every decision of the book on one page: what is asked, who is asked, what the answers are.

use std::sync::Arc;

use quintain_engine::{Answer, Choice, Seat, Shape, Table, Wants, Weight, Who};
use quintain_field::Square;

use crate::arm::ArmId;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::hold::{Doing, HeldAction, Pattern};
use crate::kinds::{Part, Score};
use crate::rules::cover::Cover;
use crate::rules::initiative::Sense;
use crate::rules::melee::{Blow, With};
use crate::rules::reactions::{Happening, React, Trigger};
use crate::rules::turns::Due;
use crate::rules::{called_shot, gu, luck};

pub mod danger;
pub mod topics;

/// A decision. The fields say whom it is about: `who` and `by` act, `at` and `whom` suffer.
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
    LuckAfter { by: Who, who: Who, how: luck::Outcome },
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
    /// Where does it catch itself?
    Catch { who: Who },
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
    /// Whom does the held attack strike?
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
    Gu(gu::GuAsk),
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
    /// Drags whom it holds there.
    Drag(Square),
    /// Throws whom it holds there.
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
    Gu(gu::GuAct),
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

/// Whether somebody may spend a luck point.
pub fn may_spend_luck(fight: &Fight, who: Who) -> bool {
    let one = fight.one(who);
    one.luck > 0 && !one.is(Condition::Dead)
}

/// The first of those tied in initiative.
fn tied_first(fight: &Fight, from: u16) -> Option<Who> {
    fight.order.get(usize::from(from)).copied()
}

/// The combatant whose act brings the question about.
pub fn brought_by(ask: &Ask) -> Option<Who> {
    match *ask {
        Ask::React { who, trigger } => (trigger.by != who).then_some(trigger.by),
        Ask::HeldStrike { by, .. } | Ask::HeldGu { by, .. } => Some(by),
        Ask::Opportunity { at, .. } | Ask::Counter { at, .. } => Some(at),
        _ => None,
    }
}

/// Who is asked: for those at somebody's call, that one.
pub fn seat(fight: &Fight, ask: &Ask) -> Seat {
    match own_seat(fight, ask) {
        Seat::Of(who) => Seat::Of(gu::summons::decides_for(fight, who)),
        other => other,
    }
}

fn own_seat(fight: &Fight, ask: &Ask) -> Seat {
    match *ask {
        Ask::InitiativeTie { from, .. } => match tied_first(fight, from) {
            Some(who) if fight.one(who).player => Seat::Of(who),
            _ => Seat::Gm,
        },
        Ask::Surprised
        | Ask::Notices
        | Ask::NoticeModifier { .. }
        | Ask::ClimbTest { .. }
        | Ask::Cover { .. }
        | Ask::ItemTakes { .. }
        | Ask::NoticeBy { .. }
        | Ask::Suppressed { .. }
        | Ask::AllowsAction { .. }
        | Ask::AllowsBonus { .. } => Seat::Gm,
        Ask::LuckAfter { by, .. } => Seat::Of(by),
        Ask::LuckBefore { who, .. }
        | Ask::DueOrder { who, .. }
        | Ask::Turn { who }
        | Ask::FlightSource { who }
        | Ask::Altitude { who, .. }
        | Ask::DodgeHeight { who, .. }
        | Ask::DiveTo { who }
        | Ask::DiveStrike { who }
        | Ask::DiveFinish { who }
        | Ask::Catch { who }
        | Ask::React { who, .. }
        | Ask::DodgeTo { who, .. }
        | Ask::DodgeThrown { who }
        | Ask::Counter { who, .. }
        | Ask::Opportunity { who, .. }
        | Ask::FreeSquare { who }
        | Ask::HoldWhen { who, .. }
        | Ask::HoldWords { who }
        | Ask::HeldStrike { who, .. }
        | Ask::HeldGu { who, .. }
        | Ask::CalledSide { who, .. }
        | Ask::DetonateMore { who }
        | Ask::ShieldOrder { who }
        | Ask::Describe { who } => Seat::Of(who),
        Ask::Gu(ask) => gu::seat(ask),
    }
}

/// Whether an edict has taken the one out who was to act, so that nothing hangs on the answer any more.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    match *ask {
        Ask::Turn { who }
        | Ask::React { who, .. }
        | Ask::Counter { who, .. }
        | Ask::Opportunity { who, .. }
        | Ask::HeldStrike { who, .. }
        | Ask::HeldGu { who, .. } => fight.one(who).conditions.any(crate::condition::PASSIVE),
        _ => false,
    }
}

/// How much it presses.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    let heros = matches!(seat(fight, ask), Seat::Of(who) if fight.one(who).player);
    topics::of(fight, ask).weight_for(heros)
}

pub(crate) fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    match *ask {
        Ask::Surprised => "Who is surprised?".into(),
        Ask::Notices => "Who tests Awareness to notice those who come unseen?".into(),
        Ask::NoticeModifier { who } => format!("What modifier has {} on Awareness?", name(who)),
        Ask::InitiativeTie { .. } => "In which order do those tied act?".into(),
        Ask::LuckBefore { who, score } => {
            format!("Does {} spend a luck point for -50 on {}?", name(who), score.name())
        }
        Ask::LuckAfter { by, who, how } => {
            let how = how.words();
            format!("Does {} spend a luck point to have the {how} of {} rolled again?", name(by), name(who))
        }
        Ask::CalledSide { who, at, part } => {
            format!("At which {} of {} does {} aim?", part.name(), name(at), name(who))
        }
        Ask::DetonateMore { who } => format!("Which other Gu does {} detonate as well?", name(who)),
        Ask::DueOrder { who, start } => {
            let when = if start { "start" } else { "end" };
            format!("In which order does what is due at the {when} of the turn of {} come?", name(who))
        }
        Ask::Turn { who } => format!("What does {} do in round {}?", name(who), fight.round),
        Ask::FlightSource { who } => format!("With what does {} fly this turn?", name(who)),
        Ask::Altitude { who, to, least, most } | Ask::DodgeHeight { who, to, least, most } => {
            format!("How many metres above {to} does {} end? ({least} to {most})", name(who))
        }
        Ask::DiveTo { who } => format!("Over which square does the dive of {} end?", name(who)),
        Ask::DiveStrike { who } => format!("Does {} strike at the end of the dive?", name(who)),
        Ask::DiveFinish { who } => format!("Does {} land or rise?", name(who)),
        Ask::Catch { who } => format!("Where does {} catch itself in the air?", name(who)),
        Ask::ClimbTest { who, to } => format!("Does the climb of {} to {to} call for a test?", name(who)),
        Ask::React { who, trigger } => format!("How does {} react? ({})", name(who), happening(fight, trigger)),
        Ask::DodgeTo { who, .. } => format!("Where does {} dodge to?", name(who)),
        Ask::DodgeThrown { who } => format!("Does {} dodge the one thrown at it?", name(who)),
        Ask::Counter { who, at, .. } => format!("Does {} strike back at {}?", name(who), name(at)),
        Ask::Opportunity { who, at } => format!("Does {} strike at {}, who leaves its reach?", name(who), name(at)),
        Ask::FreeSquare { who } => format!("Where does {} go, now that it is free?", name(who)),
        Ask::HoldWhen { who, .. } => format!("What does {} wait for?", name(who)),
        Ask::HoldWords { who } => format!("In which words? ({})", name(who)),
        Ask::HeldStrike { who, .. } => format!("Whom does {} strike?", name(who)),
        Ask::HeldGu { who, slot, .. } => {
            format!("At what does {} use {}?", name(who), gu::name_of(fight, who, slot))
        }
        Ask::Cover { by, at, proposed } => {
            format!("How much of {} is hidden from {}? (proposed: {})", name(at), name(by), proposed.word())
        }
        Ask::ItemTakes { whom } => format!("Does the thing take the damage instead of {}?", name(whom)),
        Ask::Suppressed { who, slot } => {
            format!("Is {} of {} suppressed?", gu::name_of(fight, who, slot), name(who))
        }
        Ask::NoticeBy { who } => format!("By which sense would {} notice?", name(who)),
        Ask::ShieldOrder { who } => format!("In which order do the shields of {} take damage?", name(who)),
        Ask::Describe { who } => format!("What does {} try?", name(who)),
        Ask::AllowsAction { who } => format!("Is what {} tries a Combat Action?", name(who)),
        Ask::AllowsBonus { who } => format!("Is what {} tries a bonus action?", name(who)),
        Ask::Gu(ask) => gu::sentence(fight, ask),
    }
}

/// What happens, in words.
pub fn happening(fight: &Fight, trigger: Trigger) -> String {
    let by = fight.label(trigger.by);
    let at = trigger.at.map_or("somebody", |at| fight.label(at));
    match trigger.what {
        Happening::Hit => format!("{by} has hit {at}"),
        Happening::Caught => format!("{at} is caught in what {by} does"),
        Happening::Aimed => format!("{by} attacks {at}"),
        Happening::Missed => format!("{by} has missed {at}"),
        Happening::Moved => format!("{by} moves"),
        Happening::Arrived => format!("{by} has come close"),
        Happening::Effect => format!("a Gu of {by} takes effect"),
        Happening::Persevering => format!("{at} is about to test Perseverance"),
        Happening::Killed => format!("{by} has killed {at}"),
        Happening::Poisoned => format!("{at} is poisoned"),
        Happening::Afflicted => format!("something has befallen {at}"),
        Happening::Activating(_) => format!("{by} activates a Gu"),
    }
}

/// Yes or no.
pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

/// A strike in the words of its option.
pub fn blow_text(fight: &Fight, blow: &Blow) -> String {
    let at = fight.label(blow.at);
    let called = blow.called.map(|called| called_shot::words(fight, blow.at, called)).unwrap_or_default();
    let several = if blow.several { " as the first of several" } else { "" };
    match blow.with {
        With::Arm(arm) => format!("attack {at} with {}{called}{several}", fight.arm(arm).name),
        With::Thrown(arm) => format!("throw {} at {at}{called}", fight.arm(arm).name),
        With::Punch => format!("punch {at}{called}"),
        With::Kick => format!("kick {at}{called}"),
        With::Bite => format!("bite {at}{called}"),
    }
}

/// A held action in words.
pub fn held_text(fight: &Fight, who: Who, action: HeldAction) -> String {
    match action {
        HeldAction::Attack => "an attack".into(),
        HeldAction::Grapple => "a grapple".into(),
        HeldAction::BreakFree => "breaking free".into(),
        HeldAction::Absorb(1) => "absorbing 1 stone".into(),
        HeldAction::Absorb(stones) => format!("absorbing {stones} stones"),
        HeldAction::Sprint => "a sprint".into(),
        HeldAction::RollOut => "a roll on the ground".into(),
        HeldAction::Gu(slot) | HeldAction::Move(slot) => gu::name_of(fight, who, slot),
    }
}

/// A trigger in words.
pub fn pattern_text(fight: &Fight, pattern: Pattern) -> String {
    let whose = pattern.whose.map_or("an enemy", |who| fight.label(who));
    match pattern.does {
        Doing::AnythingHostile => format!("when {whose} does anything hostile"),
        Doing::Attacks => format!("when {whose} attacks"),
        Doing::AttacksMe => format!("when {whose} attacks the holder"),
        Doing::AttacksOne(one) => format!("when {whose} attacks {}", fight.label(one)),
        Doing::Moves => format!("when {whose} moves"),
        Doing::ComesWithin(metres) => format!("when {whose} comes within {metres} m"),
        Doing::Uses(place) => format!("when {whose} uses {}", crate::rules::standing::entry(fight, place).name),
    }
}

/// What is due at a start or end of a turn, in words.
pub fn due_text(fight: &Fight, who: Who, due: Due) -> String {
    match due {
        Due::Essence => "essence".into(),
        Due::Gu(due) => gu::due_text(fight, who, due),
        Due::Bleeding => "bleeding".into(),
        Due::Burning => "burning".into(),
        Due::Ablaze => "ablaze".into(),
        Due::Faint => "faint".into(),
        Due::Dying => "dying".into(),
        Due::Stunned => "stunned".into(),
        Due::Dazed => "dazed".into(),
        Due::Falling => "falling".into(),
        Due::Breath => "breath".into(),
    }
}
