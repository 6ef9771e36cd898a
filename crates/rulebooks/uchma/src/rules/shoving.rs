//! Movement that abilities bring about: charges, leaps, burrowing, pushes and pulls.

use quintain_engine::{Event, Table, Who};
use quintain_field::{Span, Square, Step};

use crate::ask::{self, Act, Ask};
use crate::book::{Charge, DamageKind, Dig, Event as Happens, Go, Potency, Push, Way, With};
use crate::content::ability_of;
use crate::fight::Fight;
use crate::objection::Objection;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{self, Flow, Job};
use crate::rules::{
    abilities, adjacency, falling, features, ground, movement, picked, reactions, steps, summoning, targets, ways,
};
use crate::spots::Spots;

/// How far the basic attack of somebody's hand reaches.
pub fn basic_reach(fight: &Fight, who: Who, with: With) -> i16 {
    let range = abilities::basic(fight, who, with).and_then(|attack| match fight.ability(attack).entry.aim {
        crate::book::Aim::One { range, .. } => Some(targets::reach(fight, who, attack, range)),
        _ => None,
    });
    range.unwrap_or(1)
}

/// The metres that a charge has.
pub fn charge_metres(fight: &Fight, who: Who, charge: Charge) -> i16 {
    let with = features::aptitudes(fight, who);
    match charge.metres {
        Some(metres) => fight.value(metres, with),
        None => movement::speed_with(fight, who, movement::gait_now(fight, who), fight.value(charge.speed, with)),
    }
}

/// Straight at the target until it is in range; too slow, there is no attack.
///
/// # Errors
/// Halts with the table.
pub(crate) fn charge<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    charge: Charge,
    whom: Who,
) -> Result<Flow, T::Halt> {
    let (metres, reach) = (charge_metres(fight, job.by, charge), basic_reach(fight, job.by, With::MainHand));
    let arrived = steps::charge(fight, table, job.by, (whom, reach), metres)?;
    if !arrived && features::goes_on(fight, job.by) {
        table.tell(|| {
            let text = format!("{} does not reach {}", fight.label(job.by), fight.label(whom));
            Event::new(&super::special_actions::CHARGE, text).by(job.by).to(whom)
        });
    }
    Ok(if arrived { Flow::Go } else { Flow::Stop })
}

/// The user moves by its own ability.
///
/// # Errors
/// Halts with the table.
pub(crate) fn go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, go: Go) -> Result<Flow, T::Halt> {
    let metres = match go.metres {
        Some(metres) => fight.value(metres, job.with),
        None => movement::current_speed(fight, job.by),
    };
    if metres < 1 {
        return Ok(Flow::Go);
    }
    picked::offer(fight, Spots::Go { who: job.by, metres });
    if let Some(Act::Square(to)) = ask::act(fight, table, Ask::Place { who: job.by, ability: job.ability })? {
        steps::roam(fight, table, job.by, to, metres)?;
    }
    Ok(if_able(fight, job.by))
}

/// The rest of an ability follows only if the mover was neither struck down nor stopped on the way.
fn if_able(fight: &Fight, who: Who) -> Flow {
    if features::goes_on(fight, who) { Flow::Go } else { Flow::Stop }
}

/// The user leaps beside the target, by default to the free square that is nearest to where it is.
///
/// # Errors
/// Halts with the table.
pub(crate) fn leap<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, whom: Who) -> Result<Flow, T::Halt> {
    let (who, from) = (job.by, fight.one(job.by).at);
    if !picked::offer(fight, Spots::Leap { who, whom }) {
        return Ok(Flow::Go);
    }
    let Some(Act::Square(to)) = ask::act(fight, table, Ask::Landing { who, whom })? else { return Ok(Flow::Go) };
    let before = reactions::before_step(fight, who);
    steps::put(fight, who, to);
    table.tell(|| {
        let text = format!("{} leaps from {from} to {to}", fight.label(who));
        Event::new(&movement::UP_TO_SPEED, text).by(who).to(whom)
    });
    reactions::moved(fight, table, who, &before, false)?;
    ground::entered(fight, table, who, from)?;
    Ok(if_able(fight, who))
}

/// Pushes or pulls, and hurts for each metre.
///
/// # Errors
/// Halts with the table.
pub(crate) fn push<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    push: Push,
    whom: Who,
) -> Result<(), T::Halt> {
    let from = match push.way {
        Way::Outward => Span::from(job.spot),
        _ => fight.body(targets::origin(fight, job.by, job.ability)),
    };
    let Some(away) = from.step_towards(fight.body(whom)) else { return Ok(()) };
    let step = match push.way {
        Way::Away | Way::Outward => away,
        Way::Toward => fight.body(whom).step_towards(fight.body(job.by)).unwrap_or(away.opposite()),
        Way::Either => match ask::act(fight, table, Ask::Away { who: job.by, whom })? {
            Some(Act::No) => away.opposite(),
            _ => away,
        },
    };
    let most = fight.value(push.metres, job.with);
    let chooses = push.up_to && most > 0 && steps::movable(fight, whom);
    let metres = match chooses {
        true => ask::number(fight, table, Ask::HowFar { who: job.by, whom, most })?.clamp(0, most),
        false => most,
    };
    if push.way == Way::Toward {
        go_before(fight, table, job, whom, (step, metres))?;
    }
    let moved = steps::push(fight, table, whom, step, metres)?;
    let hurts = fight.value(push.damage_each, job.with) * moved;
    if hurts > 0 && fight.present(whom) {
        let amount = hurts + effects::potency(fight, job, Potency::Full);
        let packet = Packet {
            by: Some(job.by),
            cause: job.cause,
            ..Packet::new(whom, amount, DamageKind::ArmorIgnoring, "the dragging")
        };
        damage::deal(fight, table, packet)?;
    }
    Ok(())
}

/// A pet that drags somebody goes on before it where it would stand in the way.
fn go_before<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    whom: Who,
    (step, metres): (Step, i16),
) -> Result<(), T::Halt> {
    let pet = targets::origin(fight, job.by, job.ability);
    let next = fight.footprint(whom).at(fight.one(whom).at.step(step));
    if pet != job.by && pet != whom && steps::movable(fight, whom) && fight.body(pet).overlaps(next) {
        steps::push(fight, table, pet, step, metres)?;
    }
    Ok(())
}

/// Whether somebody may rise from the ground at a square: it has room there, and its whole body comes no farther.
///
/// # Errors
/// The refusal.
pub fn may_rise(fight: &Fight, who: Who, to: Square, far: i16) -> Result<(), Objection> {
    if !fight.setting.map.has_room(fight.footprint(who).at(to)) {
        return Err(Objection::about(&movement::OCCUPIED, to, "{} has no room"));
    }
    let metres = quintain_field::distance(fight.one(who).at, to, super::distance::rule(fight));
    if metres > far.max(0) as u32 {
        return Err(Objection::about(&super::distance::ONE_RULE, to, "{} is farther than {0} m").with([far, 0]));
    }
    Ok(())
}

/// The user burrows to a square and throws up the creature there.
///
/// # Errors
/// Halts with the table.
pub(crate) fn dig<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, dig: Dig) -> Result<(), T::Halt> {
    let (who, to) = (job.by, job.spot);
    let body = fight.footprint(who).at(to);
    if may_rise(fight, who, to, fight.value(dig.metres, job.with)).is_err() {
        return Ok(());
    }
    let above: targets::Reached = fight
        .everyone()
        .filter(|other| {
            let one = fight.one(*other);
            *other != who && fight.present(*other) && one.altitude == 0 && fight.body(*other).overlaps(body)
        })
        .collect();
    let (before, from) = (reactions::before_step(fight, who), fight.one(who).at);
    steps::put(fight, who, to);
    table.tell(|| {
        Event::new(&movement::UP_TO_SPEED, format!("{} rises from the ground at {to}", fight.label(who))).by(who)
    });
    if from != to {
        reactions::moved(fight, table, who, &before, false)?;
        ground::entered(fight, table, who, from)?;
    }
    if !features::goes_on(fight, who) {
        return Ok(());
    }
    let Some(does) = ability_of(dig.does) else { return Ok(()) };
    for whom in above {
        let health = fight.one(whom).health;
        effects::on_one(fight, table, &Job::new(fight, who, does), whom)?;
        let hit = fight.one(whom).health < health || fight.scratch.hit;
        if let Some(free) = summoning::free_beside(fight, fight.one(whom).template, who) {
            steps::thrown_to(fight, table, whom, free)?;
        }
        if hit && fight.present(whom) {
            // It has to make way, but nothing throws up a creature that cannot be moved.
            if steps::movable(fight, whom) {
                falling::fall(fight, table, whom, dig.throws)?;
            }
            touch(fight, table, who, whom)?;
        }
    }
    Ok(())
}

/// A creature that comes against another's skin feels it.
fn touch<T: Table<Fight>>(fight: &mut Fight, table: &mut T, skin: Who, whom: Who) -> Result<(), T::Halt> {
    for (does, source) in features::awaiting(fight, skin, |event| event == Happens::Touched) {
        if let Some(does) = ability_of(does).filter(|_| fight.present(whom)) {
            effects::on_one(fight, table, &Job::new(fight, skin, does).with(source.with), whom)?;
        }
    }
    Ok(())
}

/// Whether somebody may be charged at on one's own feet: out of range, and a straight free way that is short enough to be
/// worth it.
pub fn may_charge(fight: &Fight, who: Who, at: Who) -> bool {
    let reach = basic_reach(fight, who, With::MainHand);
    fight.one(who).rides.is_none()
        && super::distance::between(fight, who, at) > reach
        && !(reach <= 1 && adjacency::adjacent(fight, who, at))
        && ways::of_charge(fight, who, at, reach).is_some()
}
