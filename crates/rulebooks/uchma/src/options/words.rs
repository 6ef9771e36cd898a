//! Other words for what can be done on a turn: how those put it who have not read the options.

use std::borrow::Cow;

use quintain_engine::Who;

use crate::ask::{Aimed, Deed};
use crate::book::{Time, With};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::rules::abilities;

/// Everything that is understood besides the text of the option.
pub(super) fn others(fight: &Fight, who: Who, deed: Deed) -> Vec<Cow<'static, str>> {
    let one = fight.one(who);
    let running = fight.turn.as_ref().is_some_and(|turn| turn.running);
    let said = |words: &[&'static str]| words.iter().map(|words| Cow::Borrowed(*words)).collect();
    match deed {
        Deed::Done => said(&["nothing", "end turn", "pass"]),
        Deed::Stand { run: false } => said(&["get up"]),
        Deed::LieDown { run: false } => said(&["lie down"]),
        Deed::Move { to, run: false } if one.altitude == 0 => {
            let does = if one.prone { "move" } else { "walk" };
            vec![format!("{does} to {to}").into()]
        }
        Deed::Move { to, run: true } if one.prone || one.altitude > 0 => vec![format!("run to {to}").into()],
        Deed::Altitude { to: 0, run } if run == running => said(&["sink to 0 m", "sink to 0", "land"]),
        Deed::Altitude { to, run } if run == running => {
            let does = if to > one.altitude { "rise" } else { "sink" };
            vec![format!("{does} to {to} m").into(), format!("{does} to {to}").into()]
        }
        Deed::JumpDown(to) => vec![format!("drop down to {to}").into(), format!("jump to {to}").into()],
        Deed::Item { slot, at } if at == who => {
            fight.item(who, slot).into_iter().map(|item| format!("use {} on oneself", item.name).into()).collect()
        }
        Deed::Use { ability, aim: Aimed::One(at) } if fight.ability(ability).time() != Time::Prepared => {
            at_somebody(fight, who, ability, at)
        }
        _ => Vec::new(),
    }
}

/// An ability used on somebody: the basic attack of the main hand is the plain `attack`.
fn at_somebody(fight: &Fight, who: Who, ability: AbilityId, at: Who) -> Vec<Cow<'static, str>> {
    let (name, whom) = (&fight.ability(ability).entry.name, fight.label(at));
    let mut all = vec![format!("{name} {whom}"), format!("{name} at {whom}"), format!("use {name} on {whom}")];
    if abilities::basic(fight, who, With::MainHand) == Some(ability) {
        all.push(format!("attack {whom}"));
        let held = fight.one(who).main.filter(|_| fight.one(who).before.is_none());
        all.extend(held.map(|weapon| format!("attack {whom} with {}", fight.weapon(weapon).entry.name)));
    }
    all.push(format!("attack {whom} with {name}"));
    all.extend((at == who).then(|| format!("{name} on oneself")));
    all.into_iter().map(Cow::Owned).collect()
}
