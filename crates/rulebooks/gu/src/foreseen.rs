//! What is known beforehand of what happens on the ground: the area that an option covers, what waits on a way, how far
//! somebody could come, and what is held.

use quintain_engine::{Area, Hazard, Intent, IntentKind, Reach, ReachBand, Who, Zone};
use quintain_field::Square;

use crate::area::Area as Ground;
use crate::ask::{Act, Ask};
use crate::book::{Effect, Quarry, Strikes as When};
use crate::fight::Fight;
use crate::glossary;
use crate::labels;
use crate::rules::activating::{self, Target};
use crate::rules::areas::{self, Strike};
use crate::rules::effects::{self, Source};
use crate::rules::gu::{GuAct, GuAsk, blasts, dues, travel, zones};
use crate::rules::reactions::React;
use crate::rules::standing::entry;
use crate::rules::{activating::EFFECT, holding, melee, movement, opportunity, ways};

/// What an option covers, and the combatants that it would strike there.
pub fn area(fight: &Fight, ask: &Ask, act: &Act) -> Area {
    match (*ask, *act) {
        (Ask::Turn { who } | Ask::HeldGu { who, .. } | Ask::DiveStrike { who }, Act::Gu(act)) => {
            of_act(fight, who, act)
        }
        (Ask::React { who, trigger }, Act::React(React::Gu(slot))) => {
            let at = labels::answers_at(fight, who, slot, &trigger);
            of_act(fight, who, GuAct::Activate { slot, at })
        }
        (Ask::Gu(GuAsk::Direction { who, slot, from }), Act::Gu(GuAct::Towards(step))) => {
            of_act(fight, who, GuAct::Activate { slot, at: Target::Line(from, step) })
        }
        _ => Area::default(),
    }
}

fn of_act(fight: &Fight, who: Who, act: GuAct) -> Area {
    let source = |slot: u8| activating::owned(fight, who, slot).map(|owned| Source::owned(who, slot, owned));
    let mut area = Area::default();
    match act {
        GuAct::Activate { slot, at } | GuAct::Perform { slot, at } | GuAct::Attain { slot, at } => {
            let Some(from) = source(slot) else { return area };
            entry(fight, from.gu).does.iter().for_each(|effect| of_effect(fight, from, effect, at, &mut area));
        }
        GuAct::Wield { slot, at } => {
            let Some(from) = source(slot) else { return area };
            entry(fight, from.gu).acts.iter().for_each(|effect| of_effect(fight, from, effect, at, &mut area));
        }
        GuAct::Pass { slot, step } => {
            if let Some((ground, strike)) = travel::passed(fight, who, slot, step) {
                add(fight, ground, Some((strike, None)), &mut area);
            }
        }
        _ => {}
    }
    area
}

/// Adds what one effect covers, and the combatants that it strikes.
fn of_effect(fight: &Fight, from: Source, effect: &Effect, at: Target, area: &mut Area) {
    match effect {
        Effect::Area { form, only, spreads, .. } => {
            let Some(ground) = effects::placed(fight, from, at, *form) else { return };
            let caught = add(fight, ground, Some((effects::strike_of(fight, from, *form), *only)), area);
            let spread = |one: &Who| spreads.as_ref().is_some_and(|to| blasts::spreads_from(fight, from, to, *one));
            for one in caught.into_iter().filter(spread) {
                add_hits(blasts::neighbours(fight, one), area);
            }
        }
        Effect::Zone(zone) => {
            let Some(ground) = effects::placed(fight, from, at, zone.form) else { return };
            let at_once = zone.strikes.contains(&When::AtOnce);
            add(fight, ground, at_once.then(|| (effects::strike_of(fight, from, zone.form), None)), area);
        }
        Effect::Flash => add_hits(fight.everyone().filter(|one| effects::is_dazzled(fight, from.who, *one)), area),
        _ => {}
    }
}

/// Adds the squares of a place, and the combatants that a strike there would catch; answers with those.
fn add(fight: &Fight, ground: Ground, strikes: Option<(Strike, Option<Quarry>)>, area: &mut Area) -> Vec<Who> {
    areas::with_squares(fight, ground.shape, |marked| {
        for square in marked.iter() {
            if !area.squares.contains(&square) {
                area.squares.push(square);
            }
        }
    });
    let caught = strikes.map(|(strike, only)| areas::would_catch(fight, ground, strike, only));
    let caught = caught.unwrap_or_default();
    add_hits(caught.iter().copied(), area);
    caught
}

fn add_hits(those: impl IntoIterator<Item = Who>, area: &mut Area) {
    for one in those {
        if !area.hits.contains(&one) {
            area.hits.push(one);
        }
    }
}

/// What waits on a way on foot: enemies whose reach it leaves, held actions, what Gu have left on the map.
pub fn hazards(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Hazard> {
    let (Ask::Turn { who } | Ask::DodgeTo { who, .. }) = *ask else { return Vec::new() };
    let way = labels::way(fight, ask, act);
    let height = if fight.one(who).airborne { fight.one(who).height } else { 0 };
    let places: Vec<(Square, i16)> = way.iter().map(|square| (*square, height)).collect();
    let name = fight.label(who);
    let mut found: Vec<Hazard> = Vec::new();
    for (square, foe) in labels::strikers_on(fight, who, &places) {
        let text = format!("{} may strike as {name} leaves {square}", fight.label(foe));
        found.push(Hazard { square, who: Some(foe), rule: &opportunity::TRIGGER, text });
    }
    for (square, foe) in labels::waiting_on(fight, who, &places) {
        let Some(held) = fight.one(foe).held else { continue };
        let does = crate::rules::wording::held_text(fight, foe, held.action);
        let text = format!("{} may answer at {square} with {does}", fight.label(foe));
        found.push(Hazard { square, who: Some(foe), rule: &holding::TRIGGER_REACTION, text });
    }
    let burns = |(from, to): &(&Square, &Square)| zones::strikes_step(fight, who, **from, **to);
    for (_, to) in way.iter().zip(way.iter().skip(1)).filter(burns) {
        let text = format!("what lies at {to} strikes {name}");
        found.push(Hazard { square: *to, who: None, rule: &EFFECT, text });
    }
    found.sort_by_key(|hazard| way.iter().position(|square| *square == hazard.square));
    found
}

/// How far somebody could walk and sprint in its next turn, and strike hand to hand after a walk. Of those in the air only
/// what they could strike from where they are is told.
pub fn reach_of(fight: &Fight, who: Who) -> Reach {
    if !fight.fighting(who) {
        return Reach::default();
    }
    let metres = movement::of_a_turn(fight, who);
    let mut bands = Vec::new();
    let mut stands = vec![fight.one(who).at];
    if metres > 0 {
        let near = ways::within(fight, who, metres);
        stands.extend(&near);
        bands.push(ReachBand { label: format!("{metres} m"), squares: near });
        let sprint = ways::within(fight, who, metres.saturating_mul(3));
        bands.push(ReachBand { label: format!("sprint {} m", 3 * i32::from(metres)), squares: sprint });
    }
    let reach = melee::melee_reach(fight, who);
    let strikes = if reach > 0 { ways::struck_from(fight, who, &stands, reach) } else { Vec::new() };
    Reach { bands, strikes }
}

/// The actions that are held.
pub fn intents(fight: &Fight) -> Vec<Intent> {
    let held = |who: Who| {
        let held = fight.one(who).held.filter(|_| fight.fighting(who))?;
        let text = format!(
            "{} {}",
            crate::rules::wording::held_text(fight, who, held.action),
            crate::rules::wording::pattern_text(fight, held.when)
        );
        Some(Intent::new(who, IntentKind::Ready, text).at(held.when.whose).showing("an action", glossary::HOLDING.key))
    };
    fight.everyone().filter_map(held).collect()
}

/// What Gu have left on the map, and the auras of those that are sustained.
pub fn zones(fight: &Fight) -> Vec<Zone> {
    let bounds = fight.ground().map.bounds();
    let left = fight.zones().iter().map(|zone| {
        let squares = areas::with_squares(fight, zone.area.shape, |squares| squares.iter().collect());
        Zone { label: entry(fight, zone.gu).name.clone(), by: Some(zone.by), squares }
    });
    let around = fight.everyone().filter(|who| fight.present(*who)).flat_map(|who| {
        dues::auras(fight, who).map(move |(_, owned)| {
            let metres = u32::from(activating::range(fight, who, owned));
            let near = |square: &Square| fight.distance_to(who, *square) <= metres;
            let squares = bounds.squares().filter(near).collect();
            Zone { label: entry(fight, owned.gu).name.clone(), by: Some(who), squares }
        })
    });
    left.chain(around).collect()
}
