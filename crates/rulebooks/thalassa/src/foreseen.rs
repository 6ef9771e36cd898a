//! What is known beforehand of what happens on the ground: the area that an option covers, what waits on a way, how far
//! somebody could come, and what has been foretold and declared.

use quintain_engine::{Area, Audience, Hazard, Intent, IntentKind, Reach, ReachBand, Who};
use quintain_field::Square;

use crate::arm::{ArmId, Reaching};
use crate::ask::{Act, Ask, each_once, ready_arms};
use crate::declaration::{Deed, Move};
use crate::fight::{Fight, Stage};
use crate::house::Visibility;
use crate::labels;
use crate::rules::{actions, battle_map, blast, creatures, hazards, order};

/// What an option covers, and the combatants that it would strike there.
pub fn area(fight: &Fight, ask: &Ask, act: &Act) -> Area {
    let (who, deed) = match (*ask, *act) {
        (Ask::Declare { who } | Ask::Telegraph { who }, Act::Deed(deed)) => (who, deed),
        _ => return Area::default(),
    };
    match deed {
        Deed::Attack { arm, off, at, .. } => {
            let bursts = |arm: &ArmId| blast::is_blast(fight, who, at, *arm);
            let mut bursting = [Some(arm), off].into_iter().flatten().filter(bursts);
            let covered = |arm: ArmId| blast::covered(fight, who, at, arm);
            let first = bursting.next().map(covered).unwrap_or_default();
            bursting.map(covered).fold(first, |all, more| Area {
                squares: each_once(all.squares.into_iter().chain(more.squares)),
                hits: each_once(all.hits.into_iter().chain(more.hits)),
            })
        }
        Deed::Pour { at, .. } => Area { squares: hazards::poured(fight, at).squares().collect(), hits: Vec::new() },
        Deed::Light(at) => hazards::lit(fight, at),
        Deed::Sing => creatures::sung_to(fight, who),
        _ => Area::default(),
    }
}

/// What waits on the way of a move.
pub fn hazards(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Hazard> {
    let who = match *ask {
        Ask::Declare { who } | Ask::MoveAfter { who, .. } => who,
        _ => return Vec::new(),
    };
    if fight.hazards.is_empty() {
        return Vec::new();
    }
    let met = hazards::met(fight, who, &battle_map::shown(fight, ask, act));
    let told = |(square, rule, does)| {
        let text = format!("at {square} {does} {}", fight.label(who));
        Hazard { square, who: None, rule, text }
    };
    met.into_iter().map(told).collect()
}

/// How far somebody could come by its move, and by a second one in place of an action; and where it could strike hand to
/// hand in between.
pub fn reach_of(fight: &Fight, who: Who) -> Reach {
    let able = fight.fighting(who) && fight.ground().is_some();
    let Some(at) = fight.one(who).at.filter(|_| able) else { return Reach::default() };
    let squares = |moves| battle_map::reachable(fight, who, moves).into_iter().map(|(square, _)| square);
    let near: Vec<Square> = squares(1).collect();
    let mut bands = vec![ReachBand { label: "a move".into(), squares: near.clone() }];
    if battle_map::may_move_twice(fight, who).is_ok() && actions::may_act(fight, who).is_ok() {
        bands.push(ReachBand { label: "two moves".into(), squares: squares(2).collect() });
    }
    let hands = ready_arms(fight, who).filter_map(|arm| match fight.arm(arm).reaching {
        Reaching::Melee => Some(fight.arm(arm).reach),
        Reaching::Thrown => Some(0),
        Reaching::Missile => None,
    });
    let stands: Vec<Square> = near.into_iter().chain([at]).collect();
    let strikes = match hands.max() {
        Some(feet) if actions::may_act(fight, who).is_ok() => battle_map::struck_from(fight, who, &stands, feet),
        _ => Vec::new(),
    };
    Reach { bands, strikes }
}

/// What everybody is about to do in this round, as declared, or else as foretold.
pub fn intents(fight: &Fight) -> Vec<Intent> {
    let now = match fight.stage {
        Stage::RoundTop => 0,
        Stage::Phase(number) => number,
        Stage::Start | Stage::Over(_) => return Vec::new(),
    };
    let due = |who: &Who| order::phase_of(fight, *who).is_some_and(|phase| phase >= now);
    fight.everyone().filter(|who| fight.fighting(*who)).filter(due).filter_map(|who| intent(fight, who)).collect()
}

fn intent(fight: &Fight, who: Who) -> Option<Intent> {
    let plan = &fight.one(who).plan;
    if !plan.made {
        let deed = plan.telegraph.filter(|deed| *deed != Deed::Nothing)?;
        return Some(of_deed(fight, who, deed, IntentKind::Foretold));
    }
    let (at, to) = match plan.before {
        Move::Close(foe) => (Some(foe), None),
        Move::To(square) => (None, Some(square)),
        Move::AsNeeded | Move::Stay => (None, None),
    };
    let intent = match plan.deed {
        Deed::Nothing if at.is_some() => Intent::new(who, IntentKind::Declared, "close in").at(at),
        Deed::Nothing if to.is_some() => Intent::new(who, IntentKind::Declared, "move"),
        Deed::Nothing => return None,
        deed => of_deed(fight, who, deed, IntentKind::Declared),
    };
    let intent = if intent.to.is_none() { intent.to(to) } else { intent };
    let sealed = fight.stage == Stage::RoundTop && fight.house().visibility == Visibility::Sealed;
    Some(if sealed { intent.known_to(Audience::Of(who)) } else { intent })
}

fn of_deed(fight: &Fight, who: Who, deed: Deed, kind: IntentKind) -> Intent {
    let to = match deed {
        Deed::SecondMove(Move::To(square)) | Deed::Pour { at: square, .. } | Deed::Light(square) => Some(square),
        _ => None,
    };
    let at = deed.target().filter(|at| *at != who);
    Intent::new(who, kind, labels::intent(fight, who, deed)).at(at).to(to)
}
