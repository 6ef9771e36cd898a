//! Every decision of the book on one page: what is asked, who is asked, what the answers are.

use std::sync::Arc;

use quintain_engine::{Answer, Choice, Rule, Seat, Shape, Table, Wants, Weight, Who};
use quintain_field::Square;

use crate::arm::ArmId;
use crate::condition::Ability;
use crate::declaration::{Cost, Deed, Move};
use crate::fight::Fight;
use crate::options;
use crate::rules::modifiers::State;
use crate::rules::{attack, pool, scars};

mod topics;
mod words;

pub use topics::{TOPICS, topic_of};
pub use words::{deed_text, move_option, option_text, plan_text};

/// A decision. The fields say whom it is about: `who` and `by` act, `at` and `whom` suffer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the enum's own text says what its fields are")]
pub enum Ask {
    /// Does this one roll for order, or is it settled?
    Excused { who: Who },
    /// Fresh saves for order?
    Resave,
    /// What is this opponent about to do?
    Telegraph { who: Who },
    /// What does this one do this round?
    Declare { who: Who },
    /// Whom do the further strikes go to?
    Further { who: Who, most: u8 },
    /// A move after the action? It is a question where one is `wanted`; else nobody moves unless somebody says so.
    MoveAfter { who: Who, wanted: bool },
    /// What is being improvised?
    Describe { who: Who },
    /// Does the GM allow it?
    Allows { who: Who },
    /// Does any act call for a save?
    RiskCalls,
    /// What does failing the save cost that the GM has called for?
    CallCost { who: Who },
    /// On which score is this daring manoeuvre tried?
    DaresOn { who: Who },
    /// Change the declaration that the GM has called for?
    Reconsider { who: Who },
    /// Whom does a stale attack turn to, because its target is gone or `fallen`?
    Redirect { who: Who, fallen: bool },
    /// Impaired, enhanced or neither?
    State { by: Who, at: Who, proposed: State },
    /// The larger die?
    LargerDie { by: Who, at: Who, own: u8, larger: u8 },
    /// Whom does the blast catch?
    Caught { by: Who, count: u16 },
    /// How many does the blast catch? 0 where a die decides.
    HowMany { by: Who, most: u16 },
    /// Which held thing is lost?
    Loses { by: Who, at: Who },
    /// What is dropped for want of a slot?
    Drops { who: Who },
    /// Which of the equal dice counts?
    Tie { by: Who, whom: Who, from: u16, to: u16, proposed: u16 },
    /// Does the blow at somebody helpless simply kill?
    CoupDeGrace { by: Who, whom: Who },
    /// With which score does it resist?
    Resists { by: Who, at: Who },
    /// Is it dangerous to recite now?
    InDanger { who: Who },
    /// Does the failed incantation turn on its reciter?
    TurnsOnReciter { who: Who },
    /// How does the hero refocus?
    Refocus { who: Who },
    /// Which appendage is lost?
    Appendage { who: Who },
    /// Is what this scar brought over, now that the fight is?
    Recovered { who: Who, row: u8 },
    /// Does critical damage kill it?
    DiesOfCritical { who: Who },
    /// Is the detachment weakened instead of routed?
    Weakened { who: Who },
    /// Does the leader roll for all?
    LeaderRolls { leader: Who },
    /// Who comes in place of the dead hero?
    Replacement { who: Who },
    /// Where does the newcomer enter?
    Enters { who: Who, beside: Who },
}

/// What a choice stands for. Which kind of act it is stands beside the act, not within it, so that whoever has just made
/// one need not look into it to know.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
pub enum Act {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Rolls like everyone.
    Rolls,
    /// Passes without rolling.
    Passes,
    /// Fails without rolling.
    Fails,
    /// The move before the action, or after it.
    Move(Move),
    /// Keeps the eyes averted.
    Avert,
    /// Moves after the action, not before it.
    MoveLater,
    /// A thing that somebody holds or carries.
    Thing(Thing),
    /// The action.
    Deed(Deed),
    /// A combatant.
    Who(Who),
    /// A save that the GM calls for.
    Call {
        who: Who,
        /// On which score.
        ability: Ability,
    },
    /// No call.
    NoCall,
    /// What a failed save costs.
    Cost(Cost),
    /// How an attack is made.
    State(State),
    /// One of the dice of a pool, by its place.
    Blow(u16),
    /// Nobody.
    Nobody,
    /// Takes a companion over.
    TakeOver(Who),
    /// Brings in a hero of the packs, by the place in the setting's list.
    BringIn(u16),
    /// A square.
    Square(Square),
}

/// A thing that somebody holds or carries, by its place in the setting's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A weapon.
    Weapon(ArmId),
    /// The shield.
    Shield,
    /// A piece of gear.
    Item(u8),
    /// A scroll with this incantation.
    Scroll(u8),
}

impl Thing {
    /// What it is called.
    pub fn name(self, fight: &Fight) -> &str {
        match self {
            Thing::Weapon(arm) => &fight.arm(arm).name,
            Thing::Shield => "the shield",
            Thing::Item(place) => &fight.setting.items[usize::from(place)].name,
            Thing::Scroll(place) => &fight.setting.incantations[usize::from(place)].name,
        }
    }
}

/// Asks for one act.
#[inline(always)]
pub(crate) fn act<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Act>, T::Halt> {
    table.choose(fight, ask)
}

/// Asks yes or no.
#[inline(always)]
pub(crate) fn yes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<bool, T::Halt> {
    table.choose_then(fight, ask, |_, act| matches!(act, Some(Act::Yes)))
}

/// Asks for free words.
pub(crate) fn words<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Arc<str>>, T::Halt> {
    Ok(match table.ask(fight, ask)? {
        Answer::Text(words) => Some(words),
        _ => None,
    })
}

/// Asks for a number.
pub(crate) fn number<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<i64, T::Halt> {
    Ok(table.ask(fight, ask)?.number().unwrap_or(0))
}

/// Asks for a square.
pub(crate) fn square<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<Option<Square>, T::Halt> {
    Ok(match table.choose(fight, ask)? {
        Some(Act::Square(square)) => Some(square),
        _ => None,
    })
}

/// Asks how an attack is made.
#[inline(always)]
pub(crate) fn state<T: Table<Fight>>(fight: &mut Fight, table: &mut T, ask: Ask) -> Result<State, T::Halt> {
    table.choose_then(fight, ask, |_, act| match act {
        Some(Act::State(state)) => state,
        _ => State::Normal,
    })
}

/// Who is asked.
pub fn seat(fight: &Fight, ask: &Ask) -> Seat {
    match *ask {
        // Who declares for a hero whom a foe's incantation leads? The foe's side.
        Ask::Declare { who }
        | Ask::Further { who, .. }
        | Ask::MoveAfter { who, .. }
        | Ask::Describe { who }
        | Ask::Reconsider { who }
        | Ask::Redirect { who, .. }
            if fight.one(who).hero && fight.led(who) =>
        {
            Seat::Gm
        }
        Ask::Declare { who }
        | Ask::Further { who, .. }
        | Ask::MoveAfter { who, .. }
        | Ask::Describe { who }
        | Ask::Reconsider { who }
        | Ask::Redirect { who, .. }
        | Ask::Refocus { who }
        | Ask::Drops { who }
        | Ask::Replacement { who } => Seat::Of(who),
        Ask::LargerDie { by, .. } | Ask::Caught { by, .. } | Ask::Tie { by, .. } | Ask::Loses { by, .. } => {
            Seat::Of(by)
        }
        _ => Seat::Gm,
    }
}

/// How much it presses: its topic says so, but that a choice between things that come to the same is none.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    let idle = match *ask {
        Ask::MoveAfter { wanted, .. } => !wanted,
        Ask::Tie { from, to, .. } => !pool::tie_matters(fight, from.into(), to.into()),
        _ => false,
    };
    if idle { Weight::Formality } else { topic_of(ask).weight_for(is_a_players(fight, ask)) }
}

/// Whether a player's combatant is asked, and no foe's incantation leads it.
fn is_a_players(fight: &Fight, ask: &Ask) -> bool {
    match seat(fight, ask) {
        Seat::Of(who) => fight.one(who).hero && !fight.led(who),
        Seat::Gm => false,
    }
}

/// Whether the round could take whoever is asked out of the fight: the largest blow of a foe goes through STA, or a foe
/// can do more than strike.
pub fn could_fall(fight: &Fight, ask: &Ask) -> bool {
    let Seat::Of(who) = seat(fight, ask) else { return true };
    let left = fight.one(who).sta.now + attack::armor_of(fight, who);
    let fells = |foe: Who| {
        let one = fight.one(foe);
        let arts = !one.spells.is_empty() || !fight.template(foe).special.is_empty() || !one.items.is_empty();
        let largest = one.arms.iter().map(|arm| fight.arm(*arm).die).max().unwrap_or(0).max(12);
        arts || i16::from(largest) > left
    };
    options::foes(fight, who).any(|foe| fight.fighting(foe) && fells(foe))
}

/// The rule that asks.
pub(crate) fn rule(ask: &Ask) -> &'static Rule {
    match ask {
        Ask::Recovered { .. } => &scars::WHEN,
        _ => topic_of(ask).rule,
    }
}

pub(crate) fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    match *ask {
        Ask::Excused { who } => format!("Does {} roll for order?", name(who)),
        Ask::Resave => "Is a fresh save for order due?".into(),
        Ask::Telegraph { who } => format!("What is {} most likely to do?", name(who)),
        Ask::Declare { who } => format!("What does {} do in round {}?", name(who), fight.round),
        Ask::Further { who, most } => format!("Whom else does {} strike? (up to {most})", name(who)),
        Ask::MoveAfter { who, .. } => format!("Where does {} move after the action?", name(who)),
        Ask::Describe { who } => format!("What does {} try?", name(who)),
        Ask::Allows { who } => format!("Does what {} tries fit into one action?", name(who)),
        Ask::RiskCalls => "Does any of these acts call for a save?".into(),
        Ask::CallCost { who } => format!("What does it cost {} if the save fails?", name(who)),
        Ask::DaresOn { who } => format!("On which score is the manoeuvre of {} tried?", name(who)),
        Ask::Reconsider { who } => format!("Does {} declare something else instead?", name(who)),
        Ask::Redirect { who, .. } => format!("Whom does {} attack instead?", name(who)),
        Ask::State { by, at, proposed } => {
            format!("How does {} attack {}? (proposed: {})", name(by), name(at), proposed.word())
        }
        Ask::LargerDie { by, at, own, larger } => {
            format!("Does {} roll d{larger} instead of d{own} against {}?", name(by), name(at))
        }
        Ask::Caught { by, count } => format!("Which {count} does the blast of {} catch?", name(by)),
        Ask::HowMany { by, .. } => format!("How many does the blast of {} catch? (0: a die decides)", name(by)),
        Ask::Loses { by, at } => format!("What does {} take out of the hands of {}?", name(by), name(at)),
        Ask::Drops { who } => format!("What does {} drop?", name(who)),
        Ask::Tie { whom, .. } => format!("Which of the equal dice on {} counts?", name(whom)),
        Ask::CoupDeGrace { by, whom } => format!("Does {} simply kill {}?", name(by), name(whom)),
        Ask::Resists { by, at } => format!("With what does {} resist {}?", name(at), name(by)),
        Ask::InDanger { who } => format!("Is it dangerous for {} to recite now?", name(who)),
        Ask::TurnsOnReciter { who } => format!("Does the incantation turn on {}?", name(who)),
        Ask::Refocus { who } => format!("How does {} refocus?", name(who)),
        Ask::Appendage { who } => format!("Which appendage does {} lose? (0: a die decides; 1-6)", name(who)),
        Ask::Recovered { who, row } => {
            format!("Has {} recovered by the time the story goes on? ({})", name(who), scars::row_name(row))
        }
        Ask::DiesOfCritical { who } => format!("Does critical damage kill {}?", name(who)),
        Ask::Weakened { who } => format!("Is {} only weakened, not routed?", name(who)),
        Ask::LeaderRolls { leader } => format!("Does {} roll morale for all?", name(leader)),
        Ask::Replacement { who } => format!("Who comes in place of {}?", name(who)),
        Ask::Enters { who, .. } => format!("Where does {} enter?", name(who)),
    }
}

/// Yes or no.
pub(crate) fn yes_no() -> Shape<Act> {
    Shape::OneOf(Wants::YesNo, vec![Choice::new("yes", Act::Yes), Choice::new("no", Act::No)])
}

/// The arms that a combatant may strike with now.
#[inline]
pub fn ready_arms(fight: &Fight, who: Who) -> impl Iterator<Item = ArmId> + '_ {
    let one = fight.one(who);
    one.arms.iter().copied().filter(|arm| fight.arm(*arm).natural || one.in_hand.contains(arm))
}
