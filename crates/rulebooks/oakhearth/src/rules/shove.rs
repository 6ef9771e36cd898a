//! Shoving and tackling.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Who, section};
use quintain_field::{Step, Walls};

use crate::ask::{Act, Ask};
use crate::book::{Condition, Skill};
use crate::combatant::Status;
use crate::fight::{Came, Fight};
use crate::house::ShoveSize;
use crate::refusing::refuse_if;
use crate::rules::{collide, conditions, dice, grapple, moving, numbers, riding, throw};
use crate::story::Told;
use crate::words::spaces;

section! {
    "Shove and Tackle";
    ACTION = Choice "shove.action": "For 1 AP one shoves a creature within 1 Space.", house "shove-size-limit";
    CONTEST = Engine "shove.contest": "Athletics against the target's Martial Check.";
    PUSH = Engine "shove.push": "Who wins pushes the target 1 Space.";
    DIRECTION = Choice "shove.direction": "Straight away from one, or to the target's left or right.";
    EXTRA = Choice "shove.extra": "Each full 5 of the margin may push 1 Space farther.";
    PRONE = Choice "shove.prone": "One Space of it may be traded for Prone.";
    COLLISION = Engine "shove.collision": "Who cannot be pushed as far as that collides.";
    PRECONDITION = Engine "tackle.precondition": "A Tackle follows directly upon 2 Spaces in one straight line.";
    TACKLE = Choice "tackle.action": "For 1 AP one tackles a creature within 1 Space that is no larger.";
    TACKLE_CONTEST = Engine "tackle.contest": "Athletics against the target's Martial Check.";
    TACKLE_GRAPPLE = Engine "tackle.success-grapple": "Who wins grapples the target.", ruling "No free hand is needed.";
    TACKLE_MOVE = Engine "tackle.success-move": "Then both move 1 Space on.", ruling "If one cannot, neither does.";
    TACKLE_PRONE = Engine "tackle.success-prone": "Then both are Prone.";
    TACKLE_FAILURE = Engine "tackle.failure": "Who does not win has spent the AP.";
}

/// # Errors
/// Why this creature cannot be shoved.
pub fn may_shove(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    grapple::in_grasp(fight, who, at, &ACTION)?;
    let limit = fight.house().shove_size == ShoveSize::TwoSizesLargerIllegal;
    refuse_if(limit && grapple::larger_by(fight, who, at) >= 2, &ACTION, "it is two sizes larger")
}

/// Shoves.
///
/// # Errors
/// Halts with the table.
pub(crate) fn shove<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let pool = dice::skill_pool(fight, who, Skill::Athletics);
    let Some((own, other)) = grapple::totals(fight, table, who, at, &CONTEST, pool)? else { return Ok(()) };
    let Some(straight) = direction(fight, who, at) else { return Ok(()) };
    let most = 1 + ((own - other) / 5).clamp(0, 200) as u8;
    let way = match table.choose(fight, Ask::Direction { who, at, thrown: false })? {
        Some(Act::Way(step)) if sideways(straight).contains(&step) => step,
        _ => straight,
    };
    let far = match most {
        1 => 1,
        _ => {
            let far = table.ask(fight, Ask::Far { who, at, way, most, thrown: false })?.number();
            far.unwrap_or(most.into()).clamp(0, most.into()) as u8
        }
    };
    let prone = far > 0 && crate::ask::yes(fight, table, Ask::TradeForProne { who, at })?;
    let far = far - u8::from(prone);
    table.tell(|| {
        let (by, whom) = (fight.label(who), fight.label(at));
        let text = match (prone, far) {
            (true, 0) => format!("{by} throws {whom} to the ground instead of pushing it"),
            (true, _) => format!("{by} pushes {whom} {} {} and to the ground", spaces(far.into()), way.words()),
            _ => format!("{by} pushes {whom} {} {}", spaces(far.into()), way.words()),
        };
        let mut event = Event::new(&PUSH, text).by(who).to(at).and(&DIRECTION).and(&numbers::MARTIAL_CHECK);
        if most > 1 {
            event = event.and(&EXTRA);
        }
        if prone { event.and(&PRONE) } else { event }
    });
    if prone {
        conditions::give(fight, table, at, Status::lasting(Condition::Prone), &PRONE);
    }
    let forced = collide::Forced {
        step: way,
        spaces: far.into(),
        by: Some(who),
        thrown: false,
        rule: &PUSH,
        aimed: collide::Aimed::Nobody,
        beyond: 0,
    };
    if far > 0 && !held_fast(fight, table, (who, at), forced, own)? {
        collide::push(fight, table, at, forced)?;
    }
    Ok(())
}

/// Whether somebody who grapples the target keeps it where it is, out of whose reach it would come.
fn held_fast<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at): (Who, Who),
    forced: collide::Forced,
    total: i16,
) -> Result<bool, T::Halt> {
    let Some(to) = collide::end_of(fight, at, forced) else { return Ok(false) };
    grapple::holds_fast(fight, table, (who, at), to, grapple::Pull::Check(total))
}

/// The direction from one to another, the nearest of eight.
pub fn direction(fight: &Fight, who: Who, at: Who) -> Option<Step> {
    let (own, other) = (fight.body(who)?, fight.body(at)?);
    let (from, to) = own.nearest_pair(other);
    Step::nearest((to.x - from.x).into(), (to.y - from.y).into())
}

/// Straight on, and to either side.
pub fn sideways(straight: Step) -> [Step; 3] {
    [straight, straight.turned(2), straight.turned(-2)]
}

/// # Errors
/// Why this creature cannot be tackled now.
pub fn may_tackle(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    refuse_if(fight.one(who).turn.run.0 < 2, &PRECONDITION, "it has not just moved 2 Spaces in a straight line")?;
    grapple::in_grasp(fight, who, at, &TACKLE)?;
    refuse_if(grapple::larger_by(fight, who, at) > 0, &TACKLE, "the target is larger")
}

/// Tackles.
///
/// # Errors
/// Halts with the table.
pub(crate) fn tackle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who) -> Result<(), T::Halt> {
    let (_, dx, dy) = fight.one(who).turn.run;
    table.tell(|| {
        let text = format!("{} runs into {}", fight.label(who), fight.label(at));
        Event::new(&TACKLE, text).by(who).to(at).and(&PRECONDITION).act_of(fight)
    });
    let pool = dice::skill_pool(fight, who, Skill::Athletics);
    if grapple::contest(fight, table, who, at, &TACKLE_CONTEST, pool)?.is_none() {
        table.tell(|| Event::new(&TACKLE_FAILURE, format!("{} stands firm", fight.label(at))).to(at));
        return Ok(());
    }
    table.tell(|| Event::new(&TACKLE_GRAPPLE, format!("{} has hold of {}", fight.label(who), fight.label(at))).by(who));
    grapple::take_hold(fight, table, who, at);
    if let Some(step) = Step::nearest(dx.into(), dy.into()) {
        both_on(fight, table, who, at, step)?;
    }
    table.tell(|| {
        Event::new(&TACKLE_PRONE, format!("{} and {} go down", fight.label(who), fight.label(at))).by(who).to(at)
    });
    for one in [at, who] {
        conditions::give(fight, table, one, Status::lasting(Condition::Prone), &TACKLE_PRONE);
    }
    Ok(())
}

/// Both move a Space on, if both can.
fn both_on<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, at: Who, step: Step) -> Result<(), T::Halt> {
    let (Some(own), Some(other)) = (fight.one(who).at, fight.one(at).at) else { return Ok(()) };
    // They are not in each other's way, and those who ride them come along.
    let comes = |there: Who| [who, at].into_iter().any(|one| one == there || riding::together(fight, one, there));
    let free = |one: Who, from: quintain_field::Square| {
        let to = from.step(step);
        let open = fight.map.body_step_open(fight.footprint(one), from, step, Walls::KeepCorners);
        let meets = |there: Who| !comes(there) && fight.meets(one, fight.one(one).height, there);
        open && fight
            .footprint(one)
            .at(to)
            .squares()
            .all(|square| !fight.walled(square) && !fight.standing_at(square).any(meets))
    };
    // Others that hold the target must be beaten first, as by a creature that drags it along.
    if free(who, own) && free(at, other) && grapple::wrest(fight, table, who, at, &[])? {
        table.tell(|| {
            Event::new(&TACKLE_MOVE, format!("{} and {} move 1 Space on", fight.label(who), fight.label(at)))
                .by(who)
                .to(at)
        });
        // They hold each other: the tackler is there before the other is, so that the grip does not tear.
        let (high, came) = (fight.altitude(who), Came { from: own, height: fight.one(who).height, own: true });
        fight.one_mut(who).at = Some(own.step(step));
        moving::displaced(fight, table, at, other.step(step))?;
        moving::brought(fight, table, who, came, high)?;
    }
    Ok(())
}

/// The ways that somebody may be pushed or thrown.
pub fn ways(fight: &Fight, who: Who, at: Who, thrown: bool) -> ArrayVec<Step, 8> {
    if thrown {
        return throw::directions(fight, who, at);
    }
    match direction(fight, who, at) {
        Some(straight) => sideways(straight).into_iter().collect(),
        None => Step::ALL.into(),
    }
}
