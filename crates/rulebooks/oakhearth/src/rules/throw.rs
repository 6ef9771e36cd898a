//! Throwing creatures that one grapples: far, up, together, at somebody.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Table, Who};
use quintain_field::{Diagonal, Square, Step, body_distance};

use crate::ask::{Act, Ask, Moment, Reaction};
use crate::book::Skill;
use crate::fight::Fight;
use crate::house::{TeamThrow, ThrowOrigin, ThrowRoll};
use crate::rules::collide::{self, Aimed, Forced};
use crate::rules::dice::{self, Rolled};
use crate::rules::{action_points, conditions, falling, grapple, numbers, reactions};
use crate::those::Whos;
use crate::words::spaces;

quintain_engine::section! {
    "Throwing Creatures";
    ACTION = Choice "throw.action": "For 1 AP one throws a creature of one's own size or smaller that one grapples.";
    CONTEST = Engine "throw.contest": "Athletics against its Physical Check.";
    DISTANCE = Choice "throw.distance": "It flies straight away, up to half of Might (at least 1) and 1 Space more for each 5 of the margin.",
        ruling "Counted from its own Space, in any of the eight directions that does not bring it closer.", house "throw-origin";
    ENDS = Engine "throw.ends-grapple": "A throw ends the grapple.";
    FAIL = Engine "throw.fail": "On a loss or a tie it stays grappled.";
    SMALLER = Engine "throw.smaller": "A smaller creature flies as far as Might.";
    VERTICAL = Choice "throw.vertical": "Thrown straight up it goes half as far, and falls.",
        ruling "An uncontrolled fall.";
    TEAM = Choice "throw.team": "Others who grapple it may join for 1 AP, as a Reaction.";
    SUM = Engine "throw.team-sum": "Their Athletics are added, and the sum decides how far it flies.",
        ruling "The first thrower's own total must win.", house "team-throw";
    TARGET = Choice "throw.at-target": "A throw may be aimed at somebody within its distance: Athletics against AC.",
        ruling "A new check, outside the Multiple Check Penalty.", house "throw-target-roll";
    HIT = Engine "throw.at-target-hit": "A hit shares the collision between the two.";
    MISS = Engine "throw.at-target-miss": "A miss flies on to its full distance or something solid, whose harm it takes alone.";
}

/// What is done with the creature in one's grip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Far.
    Away,
    /// Straight up.
    Up,
    /// At somebody.
    At(Who),
}

/// AP that it takes to join somebody's throw.
pub const TEAM_AP: u8 = 1;

/// Whether somebody may throw another.
///
/// # Errors
/// Says why not.
pub fn may_throw(fight: &Fight, who: Who, whom: Who) -> Result<(), Refusal> {
    if !grapple::holds(fight, who, whom) {
        return Err(Refusal::new(&ACTION, format!("{} is not in its grip", fight.label(whom))));
    }
    if too_large(fight, who, whom) {
        return Err(Refusal::new(&ACTION, format!("{} is larger", fight.label(whom))));
    }
    action_points::may_pay(fight, who, 1)
}

/// `throw.action`: whether a creature is larger than its thrower would be.
pub(crate) fn too_large(fight: &Fight, who: Who, whom: Who) -> bool {
    fight.size(whom).step() > grapple::bulk(fight, who)
}

/// Throws somebody. The AP are paid already.
///
/// # Errors
/// Halts with the table.
pub fn throw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who, aim: Aim) -> Result<(), T::Halt> {
    let team = team(fight, table, who, whom)?;
    if !grapple::wrest(fight, table, who, whom, &team)? {
        return Ok(());
    }
    let pool = dice::skill_pool(fight, who, Skill::Athletics);
    let own = dice::skill_check(fight, table, who, Some(whom), Skill::Athletics, pool)?;
    let mut sum = own.total;
    for other in &team {
        let pool = dice::skill_pool(fight, *other, Skill::Athletics);
        sum += dice::skill_check(fight, table, *other, Some(whom), Skill::Athletics, pool)?.total;
    }
    let skill = numbers::physical_skill(fight, whom);
    let mut pool = dice::skill_pool(fight, whom, skill);
    grapple::braced(fight, whom, &mut pool);
    let resisting = dice::answer(fight, table, whom, who, skill, pool)?;
    let won = match fight.house().team_throw {
        TeamThrow::SumForSuccess => sum > resisting.total,
        _ => dice::wins(fight, &own, &resisting),
    };
    if !won {
        table.tell(|| {
            let text = format!("{} does not get {} off the ground", fight.label(who), fight.label(whom));
            Event::new(&FAIL, text).and(&CONTEST).by(who).to(whom)
        });
        return Ok(());
    }
    let far = distance(fight, who, whom, &team, (own.total, sum, resisting.total));
    for thrower in std::iter::once(who).chain(team.iter().copied()) {
        conditions::release(fight, table, thrower, whom);
    }
    table.tell(|| {
        let text = format!("{} throws {}, up to {}", fight.label(who), fight.label(whom), spaces(far));
        let event = Event::new(&DISTANCE, text).and(&ACTION).and(&CONTEST).and(&ENDS).by(who).to(whom);
        let event = if fight.size(whom) < fight.size(who) { event.and(&SMALLER) } else { event };
        if team.is_empty() { event } else { event.and(&TEAM).and(&SUM) }
    });
    match aim {
        Aim::Up => toss(fight, table, who, whom, far),
        Aim::Away => away(fight, table, who, whom, far),
        Aim::At(target) => at(fight, table, (who, whom, target), far, &own),
    }
}

/// Throws somebody who has just been beaten in a contest, by that contest's margin.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fling<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    whom: Who,
    margin: i16,
) -> Result<(), T::Halt> {
    if too_large(fight, who, whom) || !grapple::wrest(fight, table, who, whom, &[])? {
        return Ok(());
    }
    let far = distance(fight, who, whom, &[], (margin, margin, 0));
    conditions::release(fight, table, who, whom);
    table.tell(|| {
        let text = format!("{} throws {}, up to {}", fight.label(who), fight.label(whom), spaces(far));
        Event::new(&DISTANCE, text).and(&ENDS).by(who).to(whom)
    });
    away(fight, table, who, whom, far)
}

/// Others who grapple it join.
fn team<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who) -> Result<Whos, T::Halt> {
    let mut joined = Whos::new();
    for other in fight.everyone() {
        let can = reactions::may_react(fight, other).is_ok() && action_points::may_pay(fight, other, TEAM_AP).is_ok();
        if other == who || !grapple::holds(fight, other, whom) || fight.foes(who, other) || !can {
            continue;
        }
        let ask = Ask::React { who: other, moment: Moment::Throw, by: who, at: whom };
        if table.choose(fight, ask)? == Some(Act::React(Reaction::JoinThrow)) {
            action_points::pay(fight, table, other, TEAM_AP, &TEAM);
            joined.push(other);
        }
    }
    Ok(joined)
}

/// How far somebody flies whatever the margin: half of Might, all of it where it is smaller, 1 Space at least.
pub fn base(fight: &Fight, who: Who, whom: Who) -> i16 {
    let might = i16::from(fight.one(who).attributes[0]);
    if fight.size(whom) < fight.size(who) { might.max(1) } else { (might / 2).max(1) }
}

/// How far it can fly.
fn distance(fight: &Fight, who: Who, whom: Who, team: &[Who], (own, sum, against): (i16, i16, i16)) -> i16 {
    let base = |thrower: Who| base(fight, thrower, whom);
    match fight.house().team_throw {
        TeamThrow::TwoDistances => {
            base(who) + ((own - against) / 5).max(0) + team.iter().map(|other| base(*other)).sum::<i16>()
        }
        _ => base(who) + ((sum - against) / 5).max(0),
    }
}

fn away<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who, far: i16) -> Result<(), T::Halt> {
    let step = match table.choose(fight, Ask::Direction { who, at: whom, thrown: true })? {
        Some(Act::Way(step)) if directions(fight, who, whom).contains(&step) => step,
        _ => straight(fight, who, whom),
    };
    let far = flight(fight, who, whom, step, far);
    let most = far.min(i16::from(u8::MAX)) as u8;
    let spaces = table.ask(fight, Ask::Far { who, at: whom, way: step, most, thrown: true })?.number();
    let spaces = spaces.unwrap_or(i64::from(most)) as i16;
    collide::push(fight, table, whom, flying(who, step, spaces.clamp(0, far), Aimed::Nobody))?;
    Ok(())
}

/// A flight of so many Spaces by somebody's hand.
fn flying(who: Who, step: Step, spaces: i16, aimed: Aimed) -> Forced {
    Forced { step, spaces, by: Some(who), thrown: true, rule: &DISTANCE, aimed, beyond: 0 }
}

/// The Spaces that a throw in a direction travels: by the house rule they end as far from the thrower as it throws.
fn flight(fight: &Fight, who: Who, whom: Who, step: Step, far: i16) -> i16 {
    let Some(start) = fight.one(whom).at.filter(|_| fight.house().throw_origin == ThrowOrigin::ThrowerSpace) else {
        return far;
    };
    let mut square = start;
    let mut spaces = 0;
    while spaces < far && fight.distance_from(whom, square.step(step), who) <= far {
        square = square.step(step);
        spaces += 1;
    }
    spaces
}

/// Straight away from the thrower.
pub fn straight(fight: &Fight, who: Who, whom: Who) -> Step {
    match (fight.body(who), fight.body(whom)) {
        (Some(own), Some(body)) => own.step_towards(body).unwrap_or(Step::North),
        _ => Step::North,
    }
}

/// The directions that never bring it closer to the thrower.
pub fn directions(fight: &Fight, who: Who, whom: Who) -> ArrayVec<Step, 8> {
    let away = straight(fight, who, whom);
    let against = |step: &Step| away.dx() * step.dx() + away.dy() * step.dy() < 0;
    Step::ALL.into_iter().filter(|step| !against(step)).collect()
}

fn toss<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, whom: Who, far: i16) -> Result<(), T::Halt> {
    let height = dice::part(far, 2);
    table.tell(|| {
        let text = format!("{} flies {} up", fight.label(whom), spaces(height));
        Event::new(&VERTICAL, text).by(who).to(whom)
    });
    falling::fall(fight, table, whom, height, true)
}

/// At somebody: a hit shares the rest of the flight, a miss flies on.
fn at<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, whom, target): (Who, Who, Who),
    far: i16,
    own: &Rolled,
) -> Result<(), T::Halt> {
    let step = line(fight, who, whom, target).unwrap_or_else(|| straight(fight, who, whom));
    let far = flight(fight, who, whom, step, far);
    if fight.distance(whom, target) > far {
        table.tell(|| {
            let text = format!("{} is farther away than {} flies", fight.label(target), fight.label(whom));
            Event::new(&TARGET, text).by(who).to(target)
        });
        return collide::push(fight, table, whom, flying(who, step, far, Aimed::Nobody)).map(|_| ());
    }
    let total = match fight.house().throw_roll {
        ThrowRoll::Same => own.total,
        ThrowRoll::New => {
            let mut pool = dice::Pool::with(
                &numbers::SKILL_CHECK,
                Skill::Athletics.text(),
                numbers::skill_bonus(fight, who, Skill::Athletics),
            );
            crate::rules::advantage::on_check(fight, who, crate::combatant::Kind::Skill(Skill::Athletics), &mut pool);
            conditions::exhaust(fight, who, &mut pool);
            dice::check(fight, table, who, Some(target), &TARGET, "Athletics", &pool)?.total
        }
    };
    let ac = numbers::ac(fight, target);
    let hit = total >= ac;
    table.tell(|| {
        let how = if hit { "hits" } else { "misses" };
        let text = format!("{} {how} {} with {}", fight.label(who), fight.label(target), fight.label(whom));
        let event = Event::new(if hit { &HIT } else { &MISS }, text).and(&TARGET).by(who).to(target);
        event.total(total.into()).against("AC", ac.into())
    });
    match hit {
        true => into(fight, table, (who, whom, target), step, far),
        false => collide::push(fight, table, whom, flying(who, step, far, Aimed::Missed)).map(|_| ()),
    }
}

/// Into a creature, which may be higher or lower: what leads straight up or down is flown as well, and beside one in
/// the air there is nothing to stand on.
fn into<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, whom, target): (Who, Who, Who),
    step: Step,
    far: i16,
) -> Result<(), T::Halt> {
    let flat = match (fight.body(whom), fight.body(target)) {
        (Some(body), Some(aim)) => body_distance(body, aim, Diagonal::Equal) as i16,
        _ => 0,
    };
    let steep = fight.distance(whom, target) - flat;
    let below = fight.altitude(target) - 1;
    let met = collide::push(fight, table, whom, flying(who, step, far - steep, Aimed::Hit(target)))?;
    match met {
        Some(collide::Met::Body(met)) if met == target && fight.present(whom) => {
            falling::off_a_ledge(fight, table, whom, below, true)
        }
        _ => Ok(()),
    }
}

/// The straight line along which a thrown body runs into somebody's with any of its Spaces, and that does not come closer
/// to the thrower.
pub fn line(fight: &Fight, who: Who, whom: Who, target: Who) -> Option<Step> {
    let (at, body, aim) = (fight.one(whom).at?, fight.body(whom)?, fight.body(target)?);
    let far = body_distance(body, aim, Diagonal::Equal);
    let meets = |step: &Step| {
        let there = (0..far).fold(at, |square: Square, _| square.step(*step));
        fight.footprint(whom).at(there).overlaps(aim)
    };
    let ways = directions(fight, who, whom);
    let nearest = body.step_towards(aim).filter(|step| ways.contains(step));
    nearest.into_iter().chain(ways).find(|step| far > 0 && meets(step))
}
