//! A fight of a small game as it can be shown.

use quintain_field::Diagonal;

use super::fight::Fight;
use super::game::Game;
use crate::cast::Who;
use crate::ground::Scale;
use crate::rulebook::Outcome;
use crate::view::{CombatantView, Slot, View, When};

/// A square as the kit counts it: [`Fight::distance`] and [`Fight::reach`].
const SCALE: Scale = Scale { square: 1, one: "square", many: "squares", diagonal: Diagonal::Equal };

/// The whole fight.
pub(super) fn view<G: Game>(fight: &Fight<G>) -> View {
    View {
        rulebook: G::ID,
        round: fight.round,
        moment: match (fight.outcome, fight.turn) {
            (Some(_), _) => "over".into(),
            (None, Some(who)) => format!("{}'s turn", fight.name(who)),
            (None, None) => "between turns".into(),
        },
        over: fight.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => fight.side_name(side).to_owned(),
            Outcome::Mutual => "mutual".into(),
            Outcome::Ended => "ended".into(),
        }),
        order: order(fight),
        stats: Vec::new(),
        combatants: fight.everyone().map(|who| combatant(fight, who)).collect(),
        intents: Vec::new(),
        zones: Vec::new(),
        lights: fight.lights.view(|who| fight[who].at),
        scale: fight.setting.map.is_some().then_some(SCALE),
        map: fight.setting.map.as_ref().map(quintain_field::Map::to_rows).unwrap_or_default(),
    }
}

/// Those who still fight, as their turns come.
pub(super) fn order<G: Game>(fight: &Fight<G>) -> Vec<Slot> {
    let when = |who| match fight.order.has_passed(who) {
        _ if fight.turn == Some(who) => When::Now,
        true => When::Past,
        false => When::Later,
    };
    let slot = |who: &Who| Slot { label: String::new(), when: when(*who), who: vec![fight.name(*who).to_owned()] };
    let over = fight.outcome.is_some();
    fight.order.order().iter().filter(|who| !over && fight.fighting(**who)).map(slot).collect()
}

fn combatant<G: Game>(fight: &Fight<G>, who: Who) -> CombatantView {
    let one = &fight[who];
    CombatantView {
        name: fight.name(who).to_owned(),
        side: fight.side_name(one.side).to_owned(),
        is: fight.setting.entries[usize::from(one.entry)].0.clone(),
        at: one.at,
        footprint: (1, 1),
        altitude: 0,
        fighting: fight.fighting(who),
        stats: G::NUMBERS.iter().map(|number| number.shown(fight, who, &one.body)).collect(),
        rides: None,
        conditions: one.conditions.shown(|who| fight.name(who)),
    }
}
