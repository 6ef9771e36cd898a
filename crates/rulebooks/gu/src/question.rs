//! Every question in full: who is asked, how much it presses, its words, its options, what is refused, and what stands
//! unless somebody speaks.

pub mod danger;
pub mod topics;

use quintain_engine::{Question, Seat, Weight, Who};

use crate::ask::{Act, Ask};
use crate::deeds::Trigger;
use crate::fight::Fight;
use crate::kinds::Happening;
use crate::rules::gu;
use crate::{options, tactics};

/// The question in full.
pub fn question(fight: &Fight, ask: &Ask) -> Question<Act> {
    let topic = topics::of(fight, ask);
    let (shape, refused) = options::shape(fight, ask);
    let default = tactics::answer(fight, ask);
    Question {
        to: seat(fight, ask),
        text: sentence(fight, ask),
        rule: topic.rule,
        weight: weight(fight, ask),
        shape,
        refused,
        default,
        waits: None,
    }
    .with_an_offered_default()
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
    let who = match *ask {
        Ask::InitiativeTie { from, .. } => tied_first(fight, from).filter(|who| fight.one(*who).player),
        _ => ask.actor().filter(|_| !ask.is_judged()),
    };
    who.map_or(Seat::Gm, |who| Seat::Of(gu::summons::decides_for(fight, who)))
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

fn sentence(fight: &Fight, ask: &Ask) -> String {
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
        Ask::Catch { who, .. } => format!("Where does {} catch itself in the air?", name(who)),
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
fn happening(fight: &Fight, trigger: Trigger) -> String {
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
        Happening::Collapsing | Happening::Persevering => format!("{at} is about to test Perseverance"),
        Happening::Killed => format!("{by} has killed {at}"),
        Happening::Poisoned => format!("{at} is poisoned"),
        Happening::Afflicted => format!("something has befallen {at}"),
        Happening::Activating(_) => format!("{by} activates a Gu"),
    }
}
