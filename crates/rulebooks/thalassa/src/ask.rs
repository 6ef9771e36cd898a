//! Every decision of the book on one page: what is asked, and what the answers stand for.

use std::sync::Arc;

use quintain_engine::{Answer, Table, Who};
use quintain_field::Square;

use crate::arm::ArmId;
use crate::condition::Ability;
use crate::declaration::{Cost, Deed, Move};
use crate::fight::Fight;
use crate::judged::State;

/// A decision. The fields say who takes part: `who` and `by` act, `at` and `whom` suffer.
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
    /// Which targets do the further strikes go to?
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
    /// Which target does a stale attack turn to, because its own is gone or `fallen`?
    Redirect { who: Who, fallen: bool },
    /// Impaired, enhanced or neither?
    State { by: Who, at: Who, proposed: State },
    /// The larger die?
    LargerDie { by: Who, at: Who, own: u8, larger: u8 },
    /// Which combatants does the blast catch?
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

impl Ask {
    /// Whose declaration this is a part of.
    pub fn declarer(self) -> Option<Who> {
        match self {
            Ask::Declare { who }
            | Ask::Further { who, .. }
            | Ask::MoveAfter { who, .. }
            | Ask::Describe { who }
            | Ask::Reconsider { who }
            | Ask::Redirect { who, .. } => Some(who),
            _ => None,
        }
    }
}

/// What a choice stands for. Which kind of act it is stands beside the act, not within it, so that a rule that has just
/// made one need not look into it to know.
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

/// The arms that a combatant may strike with now.
#[inline]
pub fn ready_arms(fight: &Fight, who: Who) -> impl Iterator<Item = ArmId> + '_ {
    let one = fight.one(who);
    one.arms.iter().copied().filter(|arm| fight.arm(*arm).natural || one.in_hand.contains(arm))
}

/// Each of them once: of two things alike it does not matter which one is meant.
pub fn each_once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}
