//! Every question of the book: what is asked, of whom, how much it presses, in which words.

use quintain_engine::{Answer, Decider, Question, Seat, Who};

use crate::rules::{basics, daze, defence, surgery};
use crate::state::{Act, Ask, Fight};

use super::{options, powers, topics};

pub(crate) fn brought_by(ask: &Ask) -> Option<Who> {
    match *ask {
        Ask::Defend { by, .. } => by,
        Ask::Use { by, .. } => Some(by),
        Ask::Hold { at, .. } => Some(at),
        Ask::Spot { of, .. } => Some(of),
        _ => None,
    }
}

/// The combatant whose decision it is, or the game master.
pub(crate) fn seat(fight: &Fight, ask: &Ask) -> Seat {
    let who = match topics::of(fight, ask).decider {
        Decider::Gm => None,
        _ => asked(ask),
    };
    who.map_or(Seat::Gm, Seat::Of)
}

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
        Ask::How { by, .. } | Ask::StrikeOn { by, .. } | Ask::Part { by, .. } | Ask::Axis { by, .. } => Some(by),
        Ask::Direction { by, .. } => by,
        Ask::Power(ask) => powers::asked(&ask),
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
        Ask::Power(ask) => powers::sentence(fight, &ask),
        Ask::Over => "Is the fight over?".into(),
        Ask::Endless => "Does the fight go on?".into(),
    }
}

/// Whether nothing hangs on the answer any more: the one who was to give it has been taken out meanwhile.
pub(crate) fn is_moot(fight: &Fight, ask: &Ask) -> bool {
    let acts = |who: Who| fight.present(who) && !fight.one(who).unconscious && fight.outcome.is_none();
    match *ask {
        Ask::How { by, .. } | Ask::StrikeOn { by, .. } | Ask::Part { by, .. } => !acts(by),
        Ask::Defend { who, .. } | Ask::Use { who, .. } => !acts(who) || !defence::is_able(fight, who),
        Ask::Over => basics::over(fight).is_none(),
        // These stand whatever has become of the one who is asked.
        Ask::Steady { .. } | Ask::Bear { .. } | Ask::Direction { .. } | Ask::Axis { .. } | Ask::Power(_) => false,
        _ => asked(ask).is_some_and(|who| !acts(who) || daze::is_dazed(fight, who)),
    }
}

/// The question in full, with this default.
pub(crate) fn question(fight: &Fight, ask: &Ask, default: Answer<Act>) -> Question<Act> {
    let (shape, refused) = options::shape(fight, ask);
    let (to, text, topic) = (seat(fight, ask), sentence(fight, ask), topics::of(fight, ask));
    let weight = topic.weight_for(matches!(to, Seat::Of(who) if fight.one(who).pc));
    Question { to, text, rule: topic.rule, weight, shape, refused, default, waits: None }.with_an_offered_default()
}
