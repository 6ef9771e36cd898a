//! Every question in full: who is asked, how much it presses, its words, its options, what is refused, and what stands
//! unless somebody speaks.

mod topics;

use quintain_engine::{Question, Rule, Seat, Weight, Who};

use crate::ask::{Act, Ask};
use crate::fight::Fight;
use crate::rules::{attack, pool, scars};
use crate::{options, tactics};

pub use topics::{TOPICS, topic_of};

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let (shape, refused) = options::shape(fight, ask);
    let default = tactics::default(fight, ask);
    Question {
        to: seat(fight, ask),
        text: sentence(fight, ask),
        rule: rule(ask),
        weight: weight(fight, ask),
        shape,
        refused,
        default,
        waits: None,
    }
    .with_an_offered_default()
}

/// Who is asked.
pub fn seat(fight: &Fight, ask: &Ask) -> Seat {
    if let Some(who) = ask.declarer() {
        // For a hero that a foe's incantation leads the foe's side declares.
        return if fight.one(who).hero && fight.led(who) { Seat::Gm } else { Seat::Of(who) };
    }
    match *ask {
        Ask::Refocus { who } | Ask::Drops { who } | Ask::Replacement { who } => Seat::Of(who),
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

/// Whether the round could take the combatant that is asked out of the fight: the largest blow of a foe goes through
/// STA, or a foe can do more than strike.
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
fn rule(ask: &Ask) -> &'static Rule {
    match ask {
        Ask::Recovered { .. } => &scars::WHEN,
        _ => topic_of(ask).rule,
    }
}

fn sentence(fight: &Fight, ask: &Ask) -> String {
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
        Ask::Caught { by, count: 1 } => format!("Whom does the blast of {} catch?", name(by)),
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
