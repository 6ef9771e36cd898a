//! Every question of the book: what is asked, of whom, how much it presses, in which words.

pub mod topics;

use quintain_engine::{Choice, Question, Seat, Shape, Table, Wants, Who};
use quintain_field::{Square, Step};

use crate::book::Limb;
use crate::combatant::{Defence, Hold};
use crate::deed::Deed;
use crate::fight::Fight;
use crate::ground::{Hiding, Light};
use crate::options;
use crate::rules::attacks::With;
use crate::rules::powers::{PowerAct, PowerAsk, asks};
use crate::rules::readied::{What, Whose};
use crate::rules::{basics, daze, defence, surgery};

/// Every decision of the book, with what it is about.
#[allow(missing_docs, reason = "the text of each says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// Does somebody delay?
    Slot { who: Who },
    /// What does somebody do next in its turn?
    Turn { who: Who },
    /// Does somebody go on with what it has begun?
    Continue { who: Who },
    /// Which action is readied?
    Ready { who: Who },
    /// What sets the readied action off?
    Trigger { who: Who },
    /// Whose doing sets it off?
    Whose { who: Who, what: What },
    /// Against whom?
    Victim { who: Who, what: What },
    /// Where?
    Place { who: Who, what: What },
    /// What is it in the player's own words?
    Words { who: Who },
    /// Has that happened now which the player has put in words?
    Fires { who: Who },
    /// Does the character become aware of it?
    Aware { who: Who, of: Who, seen: bool },
    /// Is the readied action carried out now?
    Hold { who: Who, at: Who },
    /// Does somebody try to see an intention?
    Spot { who: Who, of: Who },
    /// Does somebody whose intention was seen go on?
    GoOn { who: Who },
    /// How is an attack made: with which weapons, at which part, for what?
    How { by: Who, at: Who, with: With },
    /// Do the weapons that are left strike somebody who has fallen?
    StrikeOn { by: Who, at: Who },
    /// Which weapons strike, in which order?
    Weapons { by: Who, at: Who },
    /// Is a part of the body aimed at?
    Called { by: Who, at: Who },
    /// Which part of somebody helpless is hit?
    Part { by: Who, at: Who },
    /// Which defence is rolled?
    Defend { who: Who, melee: Option<bool>, by: Option<Who> },
    /// Is the defence rolled ahead used?
    Use { who: Who, by: Who },
    /// Is the armour relied on against this stumble?
    Steady { who: Who },
    /// From which direction does a stumble come?
    Direction { by: Option<Who>, whom: Who },
    /// Which axis has a blind spot?
    Axis { by: Who, one: Step, other: Step },
    /// How much light is there?
    Light { who: Who, proposed: Light },
    /// What hides a target?
    Cover { by: Who, at: Who, proposed: Hiding },
    /// Is good footing needed?
    Footing { who: Who },
    /// How hard is the water to cross?
    Water { who: Who, proposed: i16 },
    /// Does a wound open again?
    Reopens { who: Who },
    /// Does somebody spend willpower to ignore what surgery left of a wound?
    Bear { who: Who },
    /// Something about a power.
    Power(PowerAsk),
    /// Is the fight over?
    Over,
    /// Does a fight without an end go on?
    Endless,
}

/// How an attack is made, as far as that is left open by what is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    /// The one weapon that strikes.
    pub only: Option<Hold>,
    /// The weapon that strikes first.
    pub first: Option<Hold>,
    /// The part of the body aimed at.
    pub limb: Option<Limb>,
    /// The power, by its place, that it goes for instead of damage.
    pub power: Option<u8>,
}

/// What a choice stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Yes.
    Yes,
    /// No, nobody, nothing.
    No,
    /// A delay to before or after somebody.
    Delay {
        /// Beside whom.
        whom: Who,
        /// After, not before.
        after: bool,
    },
    /// Something done in a turn.
    Deed(Deed),
    /// A readied action, and whether it goes at whoever sets it off.
    Readied {
        /// The action.
        deed: Deed,
        /// At whoever sets it off.
        at_trigger: bool,
    },
    /// What sets a readied action off.
    What(What),
    /// Whose doing.
    Whose(Whose),
    /// A location.
    Square(Square),
    /// The way of an attack.
    How(How),
    /// Only this weapon.
    Only(Hold),
    /// This weapon first, then the others.
    First(Hold),
    /// A part of the body.
    Part(Limb),
    /// A kind of defence, or none.
    Defend(Option<Defence>),
    /// A direction.
    Way(Step),
    /// Light.
    Light(Light),
    /// Cover.
    Cover(Hiding),
    /// A requirement.
    Against(i16),
    /// About a power.
    Power(PowerAct),
}

/// Asks for one act.
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Act>, T::Halt> {
    table.choose(fight, ask)
}

/// Asks yes or no.
pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    Ok(table.choose(fight, ask)? == Some(Act::Yes))
}

/// The combatant whose act brings the question about.
pub fn brought_by(ask: &Ask) -> Option<Who> {
    match *ask {
        Ask::Defend { by, .. } => by,
        Ask::Use { by, .. } => Some(by),
        Ask::Hold { at, .. } => Some(at),
        Ask::Spot { of, .. } => Some(of),
        _ => None,
    }
}

/// Who is asked.
pub fn seat(fight: &Fight, ask: &Ask) -> Seat {
    match *ask {
        Ask::Fires { .. }
        | Ask::Aware { .. }
        | Ask::Light { .. }
        | Ask::Cover { .. }
        | Ask::Footing { .. }
        | Ask::Water { .. }
        | Ask::Reopens { .. }
        | Ask::Direction { by: None, .. }
        | Ask::Over
        | Ask::Endless => Seat::Gm,
        Ask::Power(ask) => asks::seat(fight, &ask),
        _ => asked(ask).map_or(Seat::Gm, Seat::Of),
    }
}

/// The combatant whose decision it is.
fn asked(ask: &Ask) -> Option<Who> {
    match *ask {
        Ask::Slot { who }
        | Ask::Turn { who }
        | Ask::Continue { who }
        | Ask::Ready { who }
        | Ask::Trigger { who }
        | Ask::Whose { who, .. }
        | Ask::Victim { who, .. }
        | Ask::Place { who, .. }
        | Ask::Words { who }
        | Ask::Steady { who }
        | Ask::Hold { who, .. }
        | Ask::Spot { who, .. }
        | Ask::GoOn { who }
        | Ask::Bear { who }
        | Ask::Defend { who, .. }
        | Ask::Use { who, .. } => Some(who),
        Ask::How { by, .. }
        | Ask::StrikeOn { by, .. }
        | Ask::Weapons { by, .. }
        | Ask::Called { by, .. }
        | Ask::Part { by, .. }
        | Ask::Axis { by, .. } => Some(by),
        Ask::Direction { by, .. } => by,
        _ => None,
    }
}

fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    match *ask {
        Ask::Slot { who } => format!("Does {} delay?", name(who)),
        Ask::Turn { who } => format!("What does {} do?", name(who)),
        Ask::Continue { who } => format!("Does {} go on with what it has begun?", name(who)),
        Ask::Ready { who } => format!("Which action does {} ready?", name(who)),
        Ask::Trigger { who } => format!("What sets the readied action of {} off?", name(who)),
        Ask::Whose { what, .. } => format!("Who {}?", what.words()),
        Ask::Victim { what, .. } => format!("Who {} whom?", what.words()),
        Ask::Place { what, .. } => format!("{} where?", what.words()),
        Ask::Fires { who } => format!("Does that happen now for which {} waits?", name(who)),
        Ask::Aware { who, of, .. } => format!("Does {} become aware of what {} does?", name(who), name(of)),
        Ask::Hold { who, at } => {
            format!("Does {} carry out the readied action, now that {} acts?", name(who), name(at))
        }
        Ask::Spot { who, of } => format!("Does {} try to see what {} is about to do?", name(who), name(of)),
        Ask::GoOn { who } => format!("Does {} go on with it?", name(who)),
        Ask::How { by, at, .. } => format!("How does {} attack {}?", name(by), name(at)),
        Ask::StrikeOn { by, at } => format!("{} has fallen: does {} strike on?", name(at), name(by)),
        Ask::Steady { who } => format!("Does the armour of {} ignore this stumble?", name(who)),
        Ask::Words { who } => format!("What does {} wait for, in your own words?", name(who)),
        Ask::Weapons { by, at } => format!("With which weapons does {} strike at {}?", name(by), name(at)),
        Ask::Called { by, at } => format!("Does {} aim at a part of {}?", name(by), name(at)),
        Ask::Part { by, at } => format!("Which part of {} does {} strike?", name(at), name(by)),
        Ask::Defend { who, by: Some(by), .. } => format!("How does {} defend against {}?", name(who), name(by)),
        Ask::Defend { who, .. } => format!("Which defence does {} roll ahead?", name(who)),
        Ask::Use { who, by } => format!("Does {} use its defence against {}?", name(who), name(by)),
        Ask::Direction { whom, .. } => format!("From which direction does {} stumble?", name(whom)),
        Ask::Axis { by, .. } => format!("Along which axis does {} shoot?", name(by)),
        Ask::Light { who, .. } => format!("How much light has {}?", name(who)),
        Ask::Cover { at, .. } => format!("How much cover has {}?", name(at)),
        Ask::Footing { who } => format!("Does {} need good footing?", name(who)),
        Ask::Water { who, .. } => format!("How hard is the water for {}?", name(who)),
        Ask::Reopens { who } => format!("Does the wound of {} open again?", name(who)),
        Ask::Bear { who } => {
            format!("Does {} spend {} willpower to ignore its wound?", name(who), surgery::TO_BEAR)
        }
        Ask::Power(ask) => asks::sentence(fight, &ask),
        Ask::Over => "Is the fight over?".into(),
        Ask::Endless => "Does the fight go on?".into(),
    }
}

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let (shape, refused) = options::shape(fight, ask);
    let default = crate::tactics::default(fight, ask);
    let (to, topic) = (seat(fight, ask), topics::of(fight, ask));
    let players = matches!(to, Seat::Of(who) if fight.one(who).pc);
    Question {
        to,
        text: sentence(fight, ask),
        rule: topic.rule,
        weight: topic.weight_for(players),
        shape,
        refused,
        default,
        waits: None,
    }
    .with_an_offered_default()
}

/// Whether nothing hangs on the answer any more: the one who was to give it has been taken out meanwhile.
pub fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    let acts = |who: Who| fight.present(who) && !fight.one(who).unconscious && fight.outcome.is_none();
    match *ask {
        Ask::Slot { who }
        | Ask::Turn { who }
        | Ask::Continue { who }
        | Ask::Ready { who }
        | Ask::Trigger { who }
        | Ask::Whose { who, .. }
        | Ask::Victim { who, .. }
        | Ask::Place { who, .. }
        | Ask::Words { who }
        | Ask::Hold { who, .. }
        | Ask::Spot { who, .. }
        | Ask::GoOn { who } => !acts(who) || daze::is_dazed(fight, who),
        Ask::How { by, .. }
        | Ask::StrikeOn { by, .. }
        | Ask::Weapons { by, .. }
        | Ask::Called { by, .. }
        | Ask::Part { by, .. } => !acts(by),
        Ask::Defend { who, .. } | Ask::Use { who, .. } => !acts(who) || !defence::is_able(fight, who),
        Ask::Over => basics::over(fight).is_none(),
        _ => false,
    }
}

/// Yes or no.
pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}
