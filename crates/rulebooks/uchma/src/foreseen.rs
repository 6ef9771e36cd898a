//! What is known beforehand of what happens on the ground: the area that an option covers, what waits on a way, how far
//! somebody could come, and what is prepared.

use quintain_engine::{Area, Hazard, Intent, IntentKind, Reach, ReachBand, Who, Zone};
use quintain_field::Square;

use crate::ask::{Act, Aimed, Ask, Deed};
use crate::book::{Aim, On, Status, Step, Time, With};
use crate::content::AbilityId;
use crate::fight::{Fight, Hazard as Surroundings};
use crate::options;
use crate::rules::features::affected;
use crate::rules::{abilities, actions, cover, effects, ground, movement, reactions, shoving, steps, targets, ways};

/// What an option covers, and the combatants that it would strike there.
pub fn area(fight: &Fight, ask: &Ask, act: &Act) -> Area {
    match (*ask, *act) {
        (Ask::Turn { who }, Act::Deed(Deed::Use { ability, aim })) => of_use(fight, who, ability, aim),
        _ => Area::default(),
    }
}

fn of_use(fight: &Fight, who: Who, ability: AbilityId, aim: Aimed) -> Area {
    let known = fight.ability(ability);
    if known.time() == Time::Prepared {
        return Area::default();
    }
    let mut squares = targets::covered(fight, who, ability, aim);
    let lies = ground::laid(fight, who, ability, if let Aimed::At(at) = aim { at } else { fight.one(who).at });
    squares.extend(lies);
    squares.sort_unstable_by_key(|square| (square.y, square.x));
    squares.dedup();
    let spreads = known.entry.every_step().any(|step: &Step| step.on == On::AllBesideTarget);
    let several = matches!(known.entry.aim, Aim::Ring { .. } | Aim::Through { .. });
    if squares.is_empty() && !spreads && !several {
        return Area::default();
    }
    let mut hits: Vec<Who> = match known.entry.aim {
        Aim::Oneself | Aim::Ground { .. } => Vec::new(),
        _ => targets::reached(fight, who, ability, aim).into_iter().collect(),
    };
    if spreads {
        let beside: Vec<Who> = hits.iter().flat_map(|target| effects::all_beside(fight, *target)).collect();
        for other in beside {
            if !hits.contains(&other) {
                hits.push(other);
            }
        }
    }
    Area { squares, hits }
}

/// What waits on the way of a Move.
pub fn hazards(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Hazard> {
    let (Ask::Turn { who }, Act::Deed(Deed::Move { run, .. })) = (*ask, *act) else { return Vec::new() };
    let way = steps::shown(fight, ask, act);
    let rushing = run || fight.turn.as_ref().is_some_and(|turn| turn.running);
    let name = fight.label(who);
    let answer = |(square, foe, ability): (Square, Who, AbilityId)| {
        let does = &fight.ability(ability).entry.name;
        let text = format!("{} may carry out {does} as {name} comes to {square}", fight.label(foe));
        Hazard { square, who: Some(foe), rule: &actions::PREPARED_TRIGGER, text }
    };
    let mut found: Vec<Hazard> = reactions::answers_on(fight, who, &way, rushing).into_iter().map(answer).collect();
    let harms = |square: &Square| ground::harms_on(fight, who, || vec![*square]);
    let mut before = true;
    for square in &way {
        let now = harms(square);
        if now && !before {
            let text = format!("the ground at {square} harms {name}");
            found.push(Hazard { square: *square, who: None, rule: &cover::MAGIC, text });
        }
        before = now;
    }
    found.sort_by_key(|hazard| way.iter().position(|square| *square == hazard.square));
    found
}

/// How far somebody could come in its next turn by a Move and by running, and strike hand to hand after a Move.
pub fn reach_of(fight: &Fight, who: Who) -> Reach {
    if !fight.able(who) || !fight.present(who) {
        return Reach::default();
    }
    let (at, gait) = (fight.one(who).at, movement::gait_now(fight, who));
    let speed = movement::speed(fight, who, gait);
    let within = |metres: i16| {
        let mut squares = Vec::new();
        options::reach(fight, who, gait, metres, |square, _| {
            squares.push(square);
            true
        });
        squares
    };
    let near = within(speed);
    let stands: Vec<Square> = near.iter().copied().chain([at]).collect();
    let mut bands = vec![ReachBand { label: format!("{speed} m"), squares: near }];
    if !affected(fight, who, Status::Stunned) && speed > 0 {
        bands.push(ReachBand { label: format!("run {} m", 2 * speed), squares: within(2 * speed) });
    }
    let melee = abilities::basic(fight, who, With::MainHand).is_some_and(|attack| fight.ability(attack).melee);
    let metres = shoving::basic_reach(fight, who, With::MainHand);
    Reach { bands, strikes: if melee { ways::struck_from(fight, who, &stands, metres) } else { Vec::new() } }
}

/// The actions that are prepared.
pub fn intents(fight: &Fight) -> Vec<Intent> {
    let prepared = |who: Who| {
        let ability = fight.one(who).prepared?.ability;
        Some(Intent::new(who, IntentKind::Ready, fight.ability(ability).entry.name.clone()))
    };
    fight.everyone().filter(|who| fight.able(*who)).filter_map(prepared).collect()
}

/// What abilities have laid on the ground.
pub fn zones(fight: &Fight) -> Vec<Zone> {
    let all = fight.zones.iter().map(|zone| {
        let squares = fight.setting.map.bounds().squares().filter(|square| ground::covers(fight, zone, *square));
        let label = fight.ability(zone.step.ability).entry.name.clone();
        Zone { label, by: Some(zone.owner), squares: squares.collect() }
    });
    let lasting = fight.setting.hazards.iter().filter(|hazard| !hazard.cleared && !hazard.area.is_empty());
    all.chain(lasting.map(around)).collect()
}

/// Ground that does something to those who are there, of itself.
fn around(hazard: &Surroundings) -> Zone {
    Zone { label: hazard.entry.name.clone(), by: None, squares: hazard.area.clone() }
}
