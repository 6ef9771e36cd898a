//! Refusals in full: legality says in a few words what is against something; here who and where are added, with the
//! numbers. Only options that are shown need this, so nothing is written where nobody reads.

use quintain_engine::{Refusal, Who};
use quintain_field::Square;

use crate::content::{Effect, When};
use crate::rules::powers::uses;
use crate::rules::{
    actions, attacks, clusters, defence, effects, fatigue, grid, movement, ranged, stumble, willpower, wording,
};
use crate::state::{Deed, Fight, Hold, Use, With, way_name};

/// Why something done is refused, with the target and the place it was meant for.
pub(crate) fn of_deed(fight: &Fight, who: Who, deed: Deed, refusal: Refusal) -> Refusal {
    let (target, square) = wording::points_at(deed);
    // What goes at the combatant that sets it off points at its doer.
    let target = target.filter(|at| *at != who);
    let rule = refusal.rule.id;
    let known = match target {
        _ if rule == fatigue::EXHAUSTED.id => Some(format!("{}: fatigue {}", refusal.why, fight.one(who).fatigue)),
        _ if rule == willpower::COST.id && refusal.why == willpower::TOO_DEAR => price(fight, who, deed),
        _ if rule == stumble::BLOCKED.id => barred(fight, who),
        _ if rule == effects::FEAR.id => {
            Some(format!("{}: it fears {}", refusal.why, names(fight, effects::fears(fight, who))))
        }
        Some(at) if rule == effects::CHARM.id => Some(format!("charmed by {}", fight.label(at))),
        Some(at) if rule == ranged::RANGE.id => Some(too_far(fight, who, at, deed)),
        Some(at) if rule == clusters::SAME_SQUARE.id => Some(format!(
            "{} is in {}, {} in {}",
            fight.label(at),
            fight.one(at).at,
            fight.label(who),
            fight.one(who).at
        )),
        _ => None,
    };
    let known = known.or_else(|| way_too_long(fight, who, deed, &refusal));
    let why = known.unwrap_or_else(|| with_target(fight, who, &refusal.why, target, square));
    let cure = refusal.cure.clone().or_else(|| cure(fight, who, deed, &refusal).map(Into::into));
    Refusal { rule: refusal.rule, why: why.into(), cure }
}

/// How far a way is that is too long.
fn way_too_long(fight: &Fight, who: Who, deed: Deed, refusal: &Refusal) -> Option<String> {
    let (to, reach) = match deed {
        Deed::Move { to } => (to, movement::move_length(fight)),
        Deed::Run { to, .. } => (to, movement::run_length(fight)),
        Deed::Charge { to, .. } | Deed::Crawl { to } => (to, 1),
        _ => return None,
    };
    let far = ranged::plain(fight.one(who).at, to);
    let borders = if reach == 1 { "1 border".to_owned() } else { format!("{reach} borders") };
    let too_far = usize::from(far) > reach && (refusal.why == movement::TOO_FAR || refusal.why == grid::NO_BORDER);
    too_far.then(|| format!("{to} is {far} away, and this crosses {borders}"))
}

/// What would be right instead, where that is near.
fn cure(fight: &Fight, who: Who, deed: Deed, refusal: &Refusal) -> Option<String> {
    let may = |deed: Deed| actions::may(fight, who, deed).is_ok();
    let say = |deed: Deed| Some(wording::text(fight, who, deed, None)).filter(|_| may(deed));
    let rule = refusal.rule.id;
    match deed {
        Deed::Attack { at, with } if rule == clusters::SAME_SQUARE.id => {
            let with = if matches!(with, With::Weapons | With::Blow | With::Grab) { with } else { With::Weapons };
            let to = fight.one(at).at;
            say(Deed::Charge { to, at, with }).or_else(|| say(Deed::Move { to }))
        }
        Deed::Attack { .. }
            if [&actions::DRAW_ARROW, &actions::LOAD_CROSSBOW, &actions::LOAD_BLOWGUN].contains(&refusal.rule) =>
        {
            let needs = |hold: &Hold| may(Deed::Load(*hold));
            fight.one(who).holds().find(needs).and_then(|hold| say(Deed::Load(hold)))
        }
        Deed::Attack { .. } if rule == clusters::WEAPON.id => {
            (0..fight.one(who).stowed.len()).find_map(|place| say(Deed::Draw(place as u8)))
        }
        Deed::Move { to } if rule == defence::PRONE.id => say(Deed::Stand).or_else(|| say(Deed::Crawl { to })),
        Deed::Run { .. } | Deed::Charge { .. } if rule == defence::PRONE.id => say(Deed::Stand),
        Deed::Move { to } if rule == actions::MOVE.id => say(Deed::Run { to, via: None }),
        Deed::Move { to } | Deed::Run { to, .. } if rule == grid::DATA.id => {
            say(Deed::Climb { to }).or_else(|| say(Deed::Swim { to }))
        }
        Deed::Move { to } | Deed::Run { to, .. } if rule == grid::BARRIERS.id => say(Deed::Interact { to }),
        _ => None,
    }
}

/// Why something is refused that is about another: in a delay, or against an attack.
pub(crate) fn about(fight: &Fight, other: Who, refusal: Refusal) -> Refusal {
    let why = format!("{} ({} in {})", refusal.why, fight.label(other), fight.one(other).at);
    Refusal { why: why.into(), ..refusal }
}

fn with_target(fight: &Fight, who: Who, why: &str, target: Option<Who>, square: Option<Square>) -> String {
    match (target, square) {
        (Some(at), _) => format!("{why} ({} in {})", fight.label(at), fight.one(at).at),
        (None, Some(to)) => format!("{why} (from {} to {to})", fight.one(who).at),
        (None, None) => why.to_owned(),
    }
}

fn too_far(fight: &Fight, who: Who, at: Who, deed: Deed) -> String {
    let distance = ranged::distance(fight, who, at);
    let place = fight.one(at).at;
    match range(fight, who, deed) {
        Some(range) => format!("{} in {place} is {distance} away, and the range is {range}", fight.label(at)),
        None => format!("{} in {place} is {distance} away, beyond the range", fight.label(at)),
    }
}

fn range(fight: &Fight, who: Who, deed: Deed) -> Option<u16> {
    let of_weapon = |hold: Hold| fight.one(who).arm(hold).and_then(|arm| fight.weapon(arm.weapon).entry.range);
    match deed {
        Deed::Attack { with: With::Weapons, .. } => fight.one(who).holds().filter_map(of_weapon).max().map(u16::from),
        Deed::Power(Use::Attack { with: With::Throw(_), .. }) => Some(u16::from(attacks::THROWN)),
        Deed::Power(Use::Power { place, .. }) => match fight.when_at(who, place)? {
            When::Action { range, .. } => Some(u16::from(range)),
            _ => None,
        },
        Deed::Power(Use::Burst { .. }) => Some(uses::BURST),
        _ => None,
    }
}

fn price(fight: &Fight, who: Who, deed: Deed) -> Option<String> {
    let power = match deed {
        Deed::Power(Use::Power { place, .. } | Use::Labour { place, .. } | Use::Tend { place, .. }) => {
            *fight.powers(who).get(usize::from(place))?
        }
        Deed::Power(Use::Attack { with, .. }) => with.power()?,
        _ => return None,
    };
    let price = willpower::price(fight, who, power, None);
    Some(format!("it costs {price} willpower, and {} has {}", fight.label(who), fight.one(who).wp))
}

fn barred(fight: &Fight, who: Who) -> Option<String> {
    let stumbles = fight.one(who).effects.iter().filter(|lasting| lasting.effect == Effect::Stumble);
    let ways: Vec<&str> = stumbles.filter_map(|lasting| lasting.barred).map(way_name).collect();
    Some(format!("stumbling: the way {} is barred", ways.join(" and ")))
}

fn names(fight: &Fight, those: impl Iterator<Item = Who>) -> String {
    those.map(|one| fight.label(one)).collect::<Vec<_>>().join(", ")
}
