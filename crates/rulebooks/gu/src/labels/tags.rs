//! What there is to know of an option at a glance.

use quintain_engine::{Group, Label, Price, Tags, Who};
use quintain_field::Square;

use super::harm::{self, source};
use super::provoking::{self, Place};
use crate::area::Area;
use crate::ask::{Act, Ask};
use crate::book::Power;
use crate::derived;
use crate::fight::Fight;
use crate::rules::activating::{self, Target};
use crate::rules::gu::{self, GuAct, GuAsk, trades, travel, zones};
use crate::rules::melee::{self, Blow, With};
use crate::rules::reactions::{React, Trigger};
use crate::rules::standing::entry;
use crate::rules::{areas, ground, jumping, maneuvers};

/// All tags of an option.
pub(super) fn of(fight: &Fight, ask: &Ask, (act, way): (&Act, &[Square]), label: &Label) -> Tags {
    let chosen = matches!(ask, Ask::Turn { .. } | Ask::React { .. });
    let doing = !matches!(label.verb.group, Group::Answer | Group::End);
    let free = if chosen && doing && label.costs.is_empty() { Tags::FREE } else { Tags::default() };
    free | paid(label) | done(fight, ask, (act, way))
}

/// Soul that is paid hurts, and what is used for the last time is gone.
fn paid(label: &Label) -> Tags {
    let soul = label.costs.iter().any(|cost| cost.price == Price::Pool("soul"));
    let last = label.costs.iter().any(|cost| cost.price == Price::Gear && cost.left == Some(0));
    tag(soul, Tags::HURTS_SELF) | tag(last, Tags::NO_RETURN)
}

fn tag(so: bool, tags: Tags) -> Tags {
    if so { tags } else { Tags::default() }
}

fn done(fight: &Fight, ask: &Ask, (act, way): (&Act, &[Square])) -> Tags {
    match (*ask, *act) {
        (Ask::Turn { who }, act) => on_turn(fight, who, (act, way)),
        (Ask::React { who, trigger }, Act::React(react)) => answer(fight, who, &trigger, react),
        (Ask::DodgeTo { who, .. }, Act::Square(to)) => tag(dodges(fight, who, (to, way)), Tags::PROVOKES),
        (Ask::DodgeThrown { who }, Act::Yes) => tag(provoking::setting_out(fight, who), Tags::PROVOKES),
        (Ask::DiveTo { who } | Ask::Catch { who, .. }, Act::Square(to)) => {
            tag(provoking::way(fight, who, &straight(fight, who, to)), Tags::PROVOKES)
        }
        (Ask::DiveFinish { who }, act @ (Act::Land | Act::Rise)) => tag(upright(fight, who, act), Tags::PROVOKES),
        (Ask::HoldWhen { .. }, Act::Pattern(_)) => Tags::DECLARES,
        (
            Ask::Opportunity { who, .. }
            | Ask::Counter { who, .. }
            | Ask::HeldStrike { who, .. }
            | Ask::DiveStrike { who },
            Act::Strike(blow),
        ) => strike(fight, who, &blow),
        (Ask::HeldGu { who, .. } | Ask::DiveStrike { who } | Ask::Counter { who, .. }, Act::Gu(act)) => {
            with_gu(fight, who, act)
        }
        (Ask::Gu(GuAsk::Direction { who, slot, from }), Act::Gu(GuAct::Towards(step))) => source(fight, who, slot)
            .map_or(Tags::default(), |own| {
                harm::of_effects(fight, own, &entry(fight, own.gu).does, Target::Line(from, step))
            }),
        (Ask::Gu(GuAsk::Target { who, .. } | GuAsk::Prey { who, .. }), Act::Who(whom)) => {
            tag(!fight.foes(who, whom), Tags::HURTS_FRIEND)
        }
        (Ask::DetonateMore { who }, Act::Slot(slot)) => destroys(fight, who, slot),
        _ => Tags::default(),
    }
}

fn on_turn(fight: &Fight, who: Who, (act, on_foot): (Act, &[Square])) -> Tags {
    let provokes = |way: &[Place]| tag(provoking::way(fight, who, way), Tags::PROVOKES);
    let step = |to: Square| [(fight.one(who).at, fight.one(who).height), (to, 0)];
    match act {
        Act::EndTurn => Tags::ENDS_TURN,
        Act::Surrender | Act::Leave => Tags::ENDS_TURN | Tags::NO_RETURN,
        Act::Move(_) | Act::MoveThrough(_) => {
            let way = level(fight, who, on_foot);
            provokes(&way) | burns(fight, who, &way)
        }
        Act::Jump(to) => {
            let falls = drop_hurts(fight, who, to);
            provokes(&leap(fight, who, to)) | tag(falls, Tags::HURTS_SELF) | burns(fight, who, &step(to))
        }
        Act::StepOff(to) => {
            let falls = drop_hurts(fight, who, to);
            provokes(&step(to)) | tag(falls, Tags::HURTS_SELF) | burns(fight, who, &step(to))
        }
        Act::Climb(to) => {
            let sheer = fight.ground().is_sheer(to) || fight.ground().is_sheer(fight.one(who).at);
            let Some(climb) = ground::climb(fight, who, to) else { return Tags::default() };
            let steps = if ground::arrives(fight, who, climb) { provokes(&step(to)) } else { Tags::default() };
            steps | tag(sheer && climb.metres > 2, Tags::HURTS_SELF)
        }
        Act::TakeFlight | Act::Land => tag(upright(fight, who, act), Tags::PROVOKES),
        Act::Fly(to) => provokes(&straight(fight, who, to)),
        Act::Dive => {
            let near = fight.one(who).height <= maneuvers::speed(fight, who);
            tag(provoking::setting_out(fight, who), Tags::PROVOKES) | tag(near, Tags::HURTS_SELF)
        }
        Act::Drag(_) => provokes(&level(fight, who, on_foot)),
        Act::Throw { whom, to } => throw(fight, who, whom, to),
        Act::Strike(blow) => strike(fight, who, &blow),
        Act::Hold(_) => Tags::DECLARES,
        Act::Gu(act) => with_gu(fight, who, act),
        _ => Tags::default(),
    }
}

/// A way on the ground of each square, or at the height that the mover has now where it is in the air.
fn level(fight: &Fight, who: Who, way: &[Square]) -> Vec<Place> {
    let height = if fight.one(who).airborne { fight.one(who).height } else { 0 };
    way.iter().map(|square| (*square, height)).collect()
}

/// The straight way to a square.
fn straight(fight: &Fight, who: Who, to: Square) -> Vec<Place> {
    let from = fight.one(who).at;
    let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
    let length = dx.abs().max(dy.abs()).max(1);
    let along = |nth: i32| from.offset((dx * nth / length) as i16, (dy * nth / length) as i16);
    level(fight, who, &(0..=length).map(along).collect::<Vec<_>>())
}

/// The way of a jump to a square, over the ground in between.
fn leap(fight: &Fight, who: Who, to: Square) -> Vec<Place> {
    let mut way = straight(fight, who, to);
    for (square, height) in way.iter_mut().filter(|(square, _)| *square != to) {
        *height = jumping::above(fight, who, fight.level(who), *square);
    }
    way
}

/// Whether going straight up or down may be answered.
fn upright(fight: &Fight, who: Who, act: Act) -> bool {
    let (at, height) = (fight.one(who).at, fight.one(who).height);
    let end = match act {
        Act::TakeFlight => maneuvers::speed(fight, who) / 2,
        Act::Rise => height + 1,
        _ => 0,
    };
    let way: Vec<Place> = match end >= height {
        true => (height..=end).map(|up| (at, up)).collect(),
        false => (end..=height).rev().map(|up| (at, up)).collect(),
    };
    provoking::way(fight, who, &way)
}

/// Whether what lies on the map strikes on the way.
fn burns(fight: &Fight, who: Who, way: &[Place]) -> Tags {
    let strikes = |step: &[Place]| zones::strikes_step(fight, who, step[0].0, step[1].0);
    tag(!fight.zones().is_empty() && way.windows(2).any(strikes), Tags::HURTS_SELF)
}

/// Whether the way down to a square is a fall that hurts.
fn drop_hurts(fight: &Fight, who: Who, to: Square) -> bool {
    let drop = fight.ground_below(who, fight.one(who).at) - fight.ground_below(who, to);
    drop > 2 && derived::flight(fight, who).is_none() && gu::fall_damage(fight, who, drop) > 0
}

/// Whether a dodge to a square may be answered.
fn dodges(fight: &Fight, who: Who, (to, on_foot): (Square, &[Square])) -> bool {
    match fight.one(who).airborne {
        true => provoking::way(fight, who, &straight(fight, who, to)),
        false => provoking::way(fight, who, &level(fight, who, on_foot)),
    }
}

/// A captive flies straight on: held actions may wait for it, and it may meet a friend.
fn throw(fight: &Fight, who: Who, whom: Who, to: Square) -> Tags {
    let Some((step, length)) = jumping::straight(fight.one(who).at, to) else { return Tags::default() };
    let from = fight.one(whom).at;
    let height = fight.one(whom).height;
    let along = |far: i16| (from.offset(step.dx() * far, step.dy() * far), height);
    let way: Vec<Place> = (0..=length).map(along).collect();
    let friend = |place: &Place| {
        let met = fight.occupant(place.0, fight.ground_below(whom, place.0) + height, whom);
        met.is_some_and(|met| met != who && !fight.foes(who, met))
    };
    tag(provoking::is_awaited_on(fight, (whom, true), &way), Tags::PROVOKES)
        | tag(way.iter().skip(1).any(friend), Tags::HURTS_FRIEND)
}

fn strike(fight: &Fight, who: Who, blow: &Blow) -> Tags {
    let recoils = blow.with == With::Punch && melee::may_recoil(fight, who);
    tag(provoking::attack(fight, &melee::aim(fight, who, blow)), Tags::PROVOKES) | tag(recoils, Tags::HURTS_SELF)
}

/// What the use of a Gu is.
fn with_gu(fight: &Fight, who: Who, act: GuAct) -> Tags {
    let punch = |at: Who| strike(fight, who, &Blow::plain(With::Punch, at));
    let uses = |slot: u8, at: Target| {
        source(fight, who, slot).map_or(Tags::default(), |own| {
            let known = entry(fight, own.gu);
            let adds = known.powers.iter().any(|power| matches!(power, Power::Next { .. }));
            let provokes = provoking::gu(fight, own, at);
            harm::of_effects(fight, own, &known.does, at) | tag(adds, Tags::ADDS) | tag(provokes, Tags::PROVOKES)
        })
    };
    match act {
        GuAct::Activate { slot, at } | GuAct::Perform { slot, at } | GuAct::Attain { slot, at } => uses(slot, at),
        GuAct::ChargingTouch(slot, at) => uses(slot, Target::Who(at)),
        GuAct::Wield { slot, at } => source(fight, who, slot).map_or(Tags::default(), |own| {
            let acts = &entry(fight, own.gu).acts;
            let attacks = activating::wanted_of(acts) == activating::Wanted::Foe;
            let aimed = at.who().filter(|_| attacks).map(|whom| activating::aim_of(fight, own, whom));
            let provokes = aimed.is_some_and(|aim| provoking::attack(fight, &aim));
            harm::of_effects(fight, own, acts, at) | tag(provokes, Tags::PROVOKES)
        }),
        GuAct::Detonate(slot) => destroys(fight, who, slot),
        GuAct::Stop(slot) => tag(falls_without(fight, who, slot), Tags::HURTS_SELF),
        GuAct::Trade { slot, at } => {
            trades::blow(fight, who, slot, at).map_or(Tags::default(), |blow| strike(fight, who, &blow))
        }
        GuAct::Flurry(at) | GuAct::ChargingPunch(at) => punch(at),
        GuAct::Pass { slot, step } => {
            let passage = travel::passage(fight, who, slot, step);
            let struck = |area: Area| harm::friends(fight, who).any(|one| areas::contains(fight, area, one));
            tag(passage.is_some_and(|(_, area)| struck(area)), Tags::HURTS_FRIEND)
        }
        GuAct::Direct(_)
        | GuAct::Absorb(_)
        | GuAct::Towards(_)
        | GuAct::Steer { .. }
        | GuAct::HandOver { .. }
        | GuAct::Apply { .. }
        | GuAct::Escape(_)
        | GuAct::Charge(_) => Tags::default(),
    }
}

fn answer(fight: &Fight, who: Who, trigger: &Trigger, react: React) -> Tags {
    match react {
        React::Dodge => tag(provoking::setting_out(fight, who), Tags::PROVOKES),
        React::Gu(slot) => {
            let at = super::answers_at(fight, who, slot, trigger);
            with_gu(fight, who, GuAct::Activate { slot, at })
        }
        React::Detonate(slot) => destroys(fight, who, slot),
        React::Stop(slot) => tag(falls_without(fight, who, slot), Tags::HURTS_SELF),
        React::Nothing | React::Parry | React::Held => Tags::default(),
    }
}

/// A Gu is destroyed: the vital one takes its owner with it, and without wings a flyer falls.
fn destroys(fight: &Fight, who: Who, slot: u8) -> Tags {
    let vital = activating::owned(fight, who, slot).is_some_and(|owned| owned.vital);
    Tags::NO_RETURN | tag(vital || falls_without(fight, who, slot), Tags::HURTS_SELF)
}

/// Whether somebody in the air flies with this Gu alone, and would be hurt by the fall.
fn falls_without(fight: &Fight, who: Who, slot: u8) -> bool {
    let one = fight.one(who);
    let flights = derived::flights(fight, who);
    let alone = !flights.is_empty() && flights.iter().all(|flight| flight.by == Some(slot));
    one.airborne && alone && one.height > 2 && gu::fall_damage(fight, who, one.height) > 0
}
