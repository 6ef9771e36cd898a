//! What is known beforehand of what happens on the ground: the area that an option covers, what waits on a way, how far
//! somebody could come, and what is held.

use quintain_engine::{Area, Hazard, Intent, IntentKind, Reach, ReachBand, Who, Zone};
use quintain_field::{Pathfinder, Square};

use crate::ask::{Act, Ask, Deed, Target};
use crate::combatant::{HeldAction, Signal};
use crate::fight::Fight;
use crate::glossary;
use crate::labels;
use crate::muster::Mark;
use crate::rules::{falling, held, items, moving, options, reactions, spells, zones};

/// What an option covers, and the creatures that it would strike there.
pub fn area(fight: &Fight, ask: &Ask, act: &Act) -> Area {
    match (*ask, *act) {
        (Ask::Turn { who }, Act::Deed(Deed::Cast { ability, at, .. })) => spells::covered(fight, who, ability, at),
        (Ask::Aim { who, ability }, Act::Target(at)) => spells::covered(fight, who, ability, at),
        (Ask::Turn { who }, Act::Deed(Deed::Use { item, at: Target::Square(square) })) => {
            items::covered(fight, who, item, square)
        }
        _ => Area::default(),
    }
}

/// What waits on the way of a walk, as far as the one who goes knows of it.
pub fn hazards(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Hazard> {
    let way = moving::shown(fight, ask, act);
    let (Ask::Turn { who } | Ask::Goal { who, .. }) = *ask else { return Vec::new() };
    let mut found = openings(fight, who, &way);
    found.extend(waiting(fight, who, &way));
    found.extend(underfoot(fight, who, &way));
    found.sort_by_key(|hazard| way.iter().position(|square| *square == hazard.square));
    found
}

/// How far a Space of a way is from somebody, for the one who goes.
fn far(fight: &Fight, who: Who, at: Square, other: Who) -> i16 {
    fight.distance_above(who, at, fight.one(who).height, other)
}

/// `aoo.leave`: the foes whose reach the way leaves.
fn openings(fight: &Fight, who: Who, way: &[Square]) -> Vec<Hazard> {
    let mut found = Vec::new();
    for foe in labels::known(fight, who) {
        let Some(reach) = reactions::guards(fight, foe, who) else { continue };
        let leaves = |(from, to): &(&Square, &Square)| {
            far(fight, who, **from, foe) <= reach && far(fight, who, **to, foe) > reach
        };
        if let Some((from, _)) = way.iter().zip(way.iter().skip(1)).find(leaves) {
            let text = format!("{} may strike as {} leaves {from}", fight.label(foe), fight.label(who));
            found.push(Hazard { square: *from, who: Some(foe), rule: &reactions::AOO_LEAVE, text });
        }
    }
    found
}

/// `held.trigger`: the foes who hold an Action until this one moves, comes near or goes away.
fn waiting(fight: &Fight, who: Who, way: &[Square]) -> Vec<Hazard> {
    let ready = |other: &Who| fight.foes(*other, who) && reactions::may_react(fight, *other).is_ok();
    let mut found = Vec::new();
    for foe in fight.marked(Mark::Holding).filter(ready) {
        for action in &fight.one(foe).held {
            if let Some(square) = comes_at(fight, who, foe, action, way) {
                let does = options::deed_text(fight, foe, action.deed);
                let text = format!("{} waits for this: {does}", fight.label(foe));
                found.push(Hazard { square, who: Some(foe), rule: &held::TRIGGER, text });
            }
        }
    }
    found
}

/// The Space of a way at which a Held Action would come.
fn comes_at(fight: &Fight, who: Who, foe: Who, action: &HeldAction, way: &[Square]) -> Option<Square> {
    let near = held::near(fight, foe, action.deed);
    let away = |square: &Square| far(fight, who, *square, foe) > near;
    let mut steps = way.iter().zip(way.iter().skip(1));
    match action.signal {
        Signal::Moves(whom) if whom == who => steps.next().map(|(_, to)| *to),
        Signal::Nears(whom) if whom == who => steps.find(|(from, to)| away(from) && !away(to)).map(|(_, to)| *to),
        Signal::Leaves(whom) if whom == who => steps.find(|(from, to)| !away(from) && away(to)).map(|(from, _)| *from),
        _ => None,
    }
}

/// What the ground does: falls, and what magic has made of it.
fn underfoot(fight: &Fight, who: Who, way: &[Square]) -> Vec<Hazard> {
    let name = fight.label(who);
    let drop = |square: Square| {
        let text = format!("{name} falls onto {square}");
        Hazard { square, who: None, rule: &falling::FALL, text }
    };
    let mut found: Vec<Hazard> = moving::falls(fight, who, way).map(drop).collect();
    for square in way.iter().skip(1).copied() {
        let felt = [(zones::hurts(fight, who, square), "hurts"), (zones::hampers(fight, who, square), "hampers")];
        for (_, does) in felt.into_iter().filter(|(felt, _)| *felt) {
            let text = format!("the ground at {square} {does} {name}");
            found.push(Hazard { square, who: None, rule: &spells::ZONE, text });
        }
    }
    found
}

/// How far somebody could come in its next turn by one, two and three Moves, and strike hand to hand with the AP that are
/// left.
pub fn reach_of(fight: &Fight, who: Who) -> Reach {
    let Some(at) = fight.one(who).at.filter(|_| fight.able(who)) else { return Reach::default() };
    let (mut finder, mut found) = (Pathfinder::new(), Vec::new());
    let (mut bands, mut stands) = (Vec::new(), vec![at]);
    for (ap, movement) in moving::of_a_turn(fight, who) {
        moving::reach(fight, who, movement, &mut finder, &mut found);
        let squares: Vec<Square> = found.iter().map(|(square, _)| *square).collect();
        if i16::from(ap) < i16::from(fight.one(who).max_ap) {
            stands = squares.iter().copied().chain([at]).collect();
        }
        bands.push(ReachBand { label: format!("{ap} AP"), squares });
    }
    let reach = reactions::longest_reach(fight, who);
    let strikes = reach.map(|reach| moving::struck_from(fight, who, &stands, reach)).unwrap_or_default();
    Reach { bands, strikes }
}

/// The Actions that are held.
pub fn intents(fight: &Fight) -> Vec<Intent> {
    let holding = fight.marked(Mark::Holding).filter(|who| fight.present(*who));
    let each = holding.flat_map(|who| fight.one(who).held.iter().map(move |held| (who, held)));
    let told = |(who, held): (Who, &HeldAction)| {
        let text =
            format!("{}, when {}", options::deed_text(fight, who, held.deed), held::signal_text(fight, held.signal));
        let intent = Intent::new(who, IntentKind::Ready, text).at(whom(held.deed));
        intent.showing("an Action", glossary::HOLDING.key)
    };
    each.map(told).collect()
}

/// The creature at which a deed is aimed.
fn whom(deed: Deed) -> Option<Who> {
    match deed {
        Deed::Attack { at, .. } | Deed::FallOn { at, .. } => Some(at),
        Deed::Cast { at: Target::Who(at), .. } | Deed::Use { at: Target::Who(at), .. } => Some(at),
        Deed::Grapple(at) | Deed::Shove(at) | Deed::Tackle(at) | Deed::Throw(at) => Some(at),
        _ => None,
    }
}

/// What magic has put on the ground, things that it has made among them.
pub fn zones(fight: &Fight) -> Vec<Zone> {
    let all = fight.zones.iter().map(|zone| {
        let name = &fight.ability(zone.from).entry.name;
        let label = if zone.alight { format!("{name}, alight") } else { name.clone() };
        Zone { label, by: Some(zone.by), squares: zone.squares.to_vec() }
    });
    all.collect()
}
