//! Jumping over what lies between.

use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Square, Step, distance};

use crate::book::Condition;
use crate::fight::{Fight, Leaving};
use crate::refusing::refuse_if;
use crate::rules::{action_points, dice, falling, grapple, moving, numbers};
use crate::story::Told;

quintain_engine::section! {
    "Jumping";
    LEAP = Choice "jump.leap": "One may jump in a straight line over ground, pits and those who lie; each Space takes its movement.",
        ruling "Not onto higher ground, not over anybody on its feet.";
    DISTANCE = Engine "jump.distance": "After 2 Spaces straight on a jump goes as far as Dexterity, at least 1 Space; from standing half as far.";
}

/// The Spaces of the shortest jump: one that is leapt over, and the one behind it.
const SHORTEST: i16 = 2;

/// How far somebody can jump this way now.
pub fn reach(fight: &Fight, who: Who, step: Step) -> i16 {
    let whole = i16::from(fight.one(who).attributes[1]).max(1);
    let (spaces, dx, dy) = fight.one(who).turn.run;
    let running = spaces >= 2 && (i16::from(dx), i16::from(dy)) == (step.dx(), step.dy());
    if running { whole } else { dice::part(whole, 2) }
}

/// The Spaces that somebody might jump to, whether it can or not: those behind at least one other.
pub fn thought_of(fight: &Fight, who: Who) -> impl Iterator<Item = Square> + '_ {
    let from = fight.one(who).at;
    let far = from.map_or(1, |_| i16::from(fight.one(who).attributes[1]));
    let all = Step::ALL
        .into_iter()
        .flat_map(move |step| (SHORTEST..=far).filter_map(move |spaces| along(from?, step, spaces)));
    all.filter(|square| fight.map.contains(*square))
}

fn along(from: Square, step: Step, spaces: i16) -> Option<Square> {
    (spaces > 0).then(|| (0..spaces).fold(from, |square, _| square.step(step)))
}

/// The direction of a jump, and how many Spaces it goes.
fn line(from: Square, to: Square) -> Option<(Step, i16)> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let step = Step::nearest(dx.into(), dy.into()).filter(|_| straight)?;
    Some((step, distance(from, to, Diagonal::Equal) as i16))
}

/// Whether a Space lies in a straight line and not too far.
pub fn within_reach(fight: &Fight, who: Who, to: Square) -> bool {
    let line = fight.one(who).at.and_then(|from| line(from, to));
    line.is_some_and(|(step, spaces)| (SHORTEST..=reach(fight, who, step)).contains(&spaces))
}

/// # Errors
/// Why one cannot jump there.
pub fn may_jump(fight: &Fight, who: Who, to: Square) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::new(&LEAP, why));
    let Some((step, spaces)) = fight.one(who).at.and_then(|from| line(from, to)) else {
        return no("that is in no straight line");
    };
    let far = reach(fight, who, step);
    refuse_if(spaces < SHORTEST, &LEAP, "a jump leads over at least 1 Space")?;
    if !within_reach(fight, who, to) {
        let wide = crate::words::spaces(spaces);
        return Err(Refusal::new(&DISTANCE, format!("that is {wide}, and it can jump {far}")));
    }
    let one = fight.one(who);
    if one.has(Condition::Prone) || numbers::speed(fight, who) == 0 || grapple::held_by(fight, who).next().is_some() {
        return no("it is not free to jump");
    }
    let budget = moving::within_reach(fight, who, action_points::available(fight, who));
    refuse_if(price(fight, who, to).is_none_or(|price| budget < price), &LEAP, "it has not enough movement")?;
    let high = fight.altitude(who);
    let free = |square: Square| {
        let stands = |other: &Who| !fight.one(*other).has(Condition::Prone);
        fight.map.contains(square)
            && !fight.map.blocks_movement(square)
            && !fight.walled(square)
            && fight.level(square) <= high
            && fight.other_on(who, square).filter(stands).is_none()
    };
    let from = fight.one(who).at.unwrap_or(to);
    if (1..spaces).any(|number| !along(from, step, number).is_some_and(free)) {
        return no("something is in the way");
    }
    match fight.room(who, to) && fight.level(to) <= high {
        true => Ok(()),
        false => no("there is no room to land"),
    }
}

/// The movement that a jump takes; nothing where it leads along no straight line.
pub fn price(fight: &Fight, who: Who, to: Square) -> Option<i16> {
    let (_, spaces) = fight.one(who).at.and_then(|from| line(from, to))?;
    Some(spaces * each(fight, who))
}

/// What each Space of a jump costs.
fn each(fight: &Fight, who: Who) -> i16 {
    1 + fight.one(who).amount(Condition::Slowed)
}

/// Jumps: others may strike at each Space that leaves their reach; a jumper that is stopped in the air comes down
/// there.
///
/// # Errors
/// Halts with the table.
pub(crate) fn jump<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let Some((step, spaces)) = fight.one(who).at.and_then(|from| line(from, to)) else { return Ok(()) };
    let cost = each(fight, who);
    while fight.one(who).movement < spaces * cost && moving::may_move(fight, who).is_ok() {
        moving::take_move(fight, table, who);
    }
    table.tell(|| {
        let text = format!("{} jumps {} to {to}", fight.label(who), crate::words::spaces(spaces));
        Event::new(&LEAP, text).by(who).and(&DISTANCE).act_of(fight)
    });
    let (high, came) = (fight.altitude(who), moving::here(fight, who, true));
    for _ in 0..spaces {
        let Some(at) = fight.one(who).at else { return Ok(()) };
        let next = at.step(step);
        let height = high - fight.level(next);
        moving::leave(fight, table, who, Leaving { to: next, height, forced: false })?;
        if moving::stopped(fight, who, Some(at)) || fight.one(who).movement < cost {
            break;
        }
        let mut one = fight.one_mut(who);
        one.movement -= cost;
        one.at = Some(next);
        one.height = height;
        let (run, dx, dy) = one.turn.run;
        let same = (i16::from(dx), i16::from(dy)) == (step.dx(), step.dy());
        one.turn.run = (if same { run.saturating_add(1) } else { 1 }, step.dx() as i8, step.dy() as i8);
    }
    if !fight.present(who) {
        return Ok(());
    }
    let Some(at) = fight.one(who).at else { return Ok(()) };
    fight.one_mut(who).height = 0;
    falling::off_a_ledge(fight, table, who, high, false)?;
    moving::settled(fight, table, who, at)?;
    moving::arrived(fight, table, who, came)
}
