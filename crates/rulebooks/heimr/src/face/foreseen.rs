//! What is known beforehand of what happens on the grid: the targets of options that are not aimed at one alone, what waits
//! on a way, how far a combatant could come, and what is readied.

use quintain_engine::{Area, Hazard, Intent, IntentKind, Reach, ReachBand, Who};

use crate::face::glossary;
use crate::rules::powers::uses;
use crate::rules::{environment, movement, readied, wording};
use crate::state::{Act, Ask, Deed, Fight, Use};

/// Whom an option strikes that is not aimed at one alone, and the location where they are.
pub(crate) fn area(fight: &Fight, ask: &Ask, act: &Act) -> Area {
    let (Ask::Turn { who }, Act::Deed(Deed::Power(used))) = (*ask, *act) else { return Area::default() };
    let hits = uses::strikes_all(fight, who, used);
    let place = match used {
        Use::Burst { at } => fight.one(at).at,
        _ => fight.one(who).at,
    };
    Area { squares: if hits.is_empty() { Vec::new() } else { vec![place] }, hits }
}

/// What waits on the way of a movement: readied actions, bad ground, falls, water.
pub(crate) fn hazards(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Hazard> {
    let (Ask::Turn { who }, Act::Deed(deed)) = (*ask, *act) else { return Vec::new() };
    let route = movement::route_of(fight, who, deed);
    if route.is_empty() {
        return Vec::new();
    }
    let name = fight.label(who);
    let mut found: Vec<Hazard> = Vec::new();
    for (square, foe) in readied::answers_on(fight, who, deed) {
        let Some(ready) = fight.one(foe).readied else { continue };
        let does = wording::text(fight, foe, ready.deed, ready.at_trigger.then_some(readied::AT_TRIGGER));
        let text = format!("{} waits for this at {square}: {does}", fight.label(foe));
        found.push(Hazard { square, who: Some(foe), rule: &readied::SOON, text });
    }
    let rushes = matches!(deed, Deed::Run { .. } | Deed::Charge { .. });
    for square in route.iter().copied().filter(|to| rushes && environment::is_bad_for(fight, who, *to)) {
        let text = format!("{name} may lose its footing at {square}");
        found.push(Hazard { square, who: None, rule: &environment::GROUND, text });
    }
    match deed {
        Deed::JumpDown { to } => {
            let lost = environment::of_jump(fight, who, movement::levels_down(fight, who, to));
            if lost > 0 {
                let text = format!("the jump down to {to} costs {name} {lost} hit points");
                found.push(Hazard { square: to, who: None, rule: &environment::FALL, text });
            }
        }
        Deed::Swim { to } if fight.one(who).sinking > 0 => {
            let text = format!("the water before {to} may cost {name} a hit point");
            found.push(Hazard { square: to, who: None, rule: &environment::WATER, text });
        }
        _ => {}
    }
    let start = [fight.one(who).at];
    found.sort_by_key(|hazard| start.iter().chain(&route).position(|square| *square == hazard.square));
    found
}

/// How far a combatant could come in its next turn by a move and by running, and where it could strike hand to hand: where it
/// is, and where it could charge.
pub(crate) fn reach_of(fight: &Fight, who: Who) -> Reach {
    if !fight.present(who) || fight.one(who).unconscious {
        return Reach::default();
    }
    let mut bands =
        vec![ReachBand { label: "move".into(), squares: movement::within(fight, who, movement::move_length(fight)) }];
    if movement::runs(fight, who) {
        bands.push(ReachBand {
            label: "run".into(),
            squares: movement::within(fight, who, movement::run_length(fight)),
        });
    }
    let mut strikes = movement::within_a_charge(fight, who);
    strikes.push(fight.one(who).at);
    Reach { bands, strikes }
}

pub(crate) fn intents(fight: &Fight) -> Vec<Intent> {
    let ready = |who: Who| {
        let readied = fight.one(who).readied.filter(|_| fight.present(who))?;
        let at = if readied.at_trigger { None } else { wording::points_at(readied.deed).0 };
        let intent = Intent::new(who, IntentKind::Ready, readied::readied_text(fight, who, &readied)).at(at);
        Some(intent.showing("an action", glossary::READIED.key))
    };
    fight.everyone().filter_map(ready).collect()
}
