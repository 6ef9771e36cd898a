//! Dodging: out of an attack, out of an area, or out of somebody's way.

use quintain_engine::{Event, Refusal, Rule, Table, Who};
use quintain_field::{Diagonal, Footprint, Square, Step, Walk, Walls};
use smallvec::SmallVec;

use super::attack::Aim;
use super::maneuvers;
use super::movement::{self, Pace};
use super::percentile::{self, Trial, test};
use super::reactions::{Happening, Trigger};
use super::stretch;
use super::{areas, falling, grapple, gu, status, ways};
use crate::ask::{self, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::scratch::Looking;
use crate::underway::{Gait, Test};

quintain_engine::section! {
    "Dodge";
    WINDOW = Choice "dodge.window": "A dodge answers an attack that is known to hit, before its damage is rolled.";
    TEST = Engine "dodge.test": "A Dodge test, opposed to the attack roll if there was one, else plain.", ruling "It cannot be tied: both roll again for the comparison only.", house "opposed.retest-limit";
    SUCCESS = Engine "dodge.success": "A success: the attack does not hit at all.";
    FAIL = Engine "dodge.fail": "A failure: the attack has its full effect.";
    MUST_MOVE = Choice "dodge.must-move": "After a success one must move, at least 1 m and at most half the movement value, rounded down.", ruling "Difficult terrain costs its price out of that half; in the air height is a direction, too.";
    NEEDS_MOBILITY = Engine "dodge.needs-mobility": "Whoever cannot move cannot dodge: movement 0, half of it 0, held, rooted, nowhere to go.";
    AREA_DISTANCE = Engine "dodge.area-distance": "An area that the dodge does not lead out of strikes all the same; the dodger has still moved.";
    OTHER_TRIGGER = Choice "dodge.other-trigger": "A dodge in answer to anything but a hit takes no test: at once 1 m to half the movement.", ruling "Not against an attack aimed at oneself; it answers an enemy who comes next to one, something being made, an attack on another.", house "dodge.pre-hit";
    PROVOKES = Engine "dodge.provokes": "Dodging provokes attacks of opportunity, with disadvantage.";
}

/// Metres that a dodge leads at most.
pub fn allowance(fight: &Fight, who: Who) -> i16 {
    if fight.one(who).airborne { maneuvers::speed(fight, who) / 2 } else { derived::movement(fight, who) / 2 }
}

/// Whether somebody may dodge this.
///
/// # Errors
/// The refusal.
pub fn may_dodge(fight: &Fight, who: Who, trigger: &Trigger) -> Result<(), Refusal> {
    let at_me = trigger.at == Some(who);
    match trigger.what {
        _ if trigger.over => {}
        Happening::Effect if trigger.area => {
            return Err(Refusal::new(&OTHER_TRIGGER, "whoever is caught in an area is asked for itself"));
        }
        Happening::Hit | Happening::Caught if !at_me => {
            return Err(Refusal::new(&WINDOW, "the attack is at another"));
        }
        Happening::Aimed if at_me && !fight.house().dodge_pre_hit => {
            return Err(Refusal::new(&OTHER_TRIGGER, "an attack at oneself is dodged once it is known to hit"));
        }
        Happening::Missed
        | Happening::Moved
        | Happening::Collapsing
        | Happening::Persevering
        | Happening::Killed
        | Happening::Poisoned
        | Happening::Activating(_)
        | Happening::Afflicted => {
            return Err(Refusal::new(&OTHER_TRIGGER, "there is nothing to dodge"));
        }
        _ => {}
    }
    mobility(fight, who)
}

/// `dodge.needs-mobility`.
///
/// # Errors
/// The refusal.
pub fn mobility(fight: &Fight, who: Who) -> Result<(), Refusal> {
    let refuse = |why: &'static str| Err(Refusal::new(&NEEDS_MOBILITY, why));
    if gu::is_rooted(fight, who) {
        return refuse("it is held to the spot");
    }
    if fight.is_restrained(who) {
        return Err(Refusal::new(&status::RESTRAINED_FAIL, "it is restrained"));
    }
    if fight.one(who).is(Condition::FinalStand) {
        return refuse("it cannot move in Final Stand");
    }
    let half = allowance(fight, who);
    if half < 1 {
        return refuse("half its movement is 0");
    }
    let airborne = fight.one(who).airborne;
    if !airborne && movement::price(fight, who, fight.one(who).at) > half {
        return refuse("a step costs more than half its movement");
    }
    if has_way(fight, who) { Ok(()) } else { refuse("there is nowhere to go") }
}

/// Whether there is any square to which a dodge may lead: mostly one beside.
fn has_way(fight: &Fight, who: Who) -> bool {
    let (at, height) = (fight.one(who).at, fight.one(who).height);
    let beside = |step: Step| {
        let to = at.step(step);
        movement::step_is_open(fight, who, at, step)
            && dodge_price(fight, who, at, to).is_some()
            && fight.is_free_for(who, to, height)
    };
    let mut any = Step::ALL.into_iter().any(beside);
    if !any {
        each_way(fight, who, |_| any = true);
    }
    any
}

/// Why a dodge does not lead to a square.
pub fn refuses(fight: &Fight, who: Who, to: Square) -> Refusal {
    let half = allowance(fight, who);
    let away = quintain_field::distance(fight.one(who).at, to, Diagonal::Equal);
    if away == 0 {
        return Refusal::new(&MUST_MOVE, "a dodge leads at least 1 m away");
    }
    if away > u32::from(half.unsigned_abs()) {
        return Refusal::new(&MUST_MOVE, format!("{away} m away, a dodge leads {half} m at most"));
    }
    if !fight.is_free_for(who, to, fight.one(who).height) {
        return Refusal::new(&movement::NO_SHARED_SQUARE, "there is no room for it");
    }
    Refusal::new(&MUST_MOVE, format!("no way of {half} m leads there"))
}

/// Finds every square to which a dodge may lead.
pub fn each_way(fight: &Fight, who: Who, found: impl FnMut(Square)) {
    fight.scratch.looking.lend(|looking| ways_in(looking, fight, who, found));
}

fn ways_in(
    Looking { finder, layers, crowd, .. }: &mut Looking,
    fight: &Fight,
    who: Who,
    mut found: impl FnMut(Square),
) {
    let half = allowance(fight, who);
    let (ground, one) = (fight.ground(), fight.one(who));
    // In the air one may go straight up or down, too.
    let away = |square: Square| square != one.at || one.airborne;
    if let Some(price) = ways::steps_alike(fight, who) {
        let steps = (half.max(0) / price).unsigned_abs();
        crowd.gather(fight, who, Some(one.height), false, steps);
        layers.to_first(ground.steps(), one.at, crowd.shut(), steps, |square, _| {
            if away(square) && !crowd.is_taken(square) {
                found(square);
            }
            false
        });
        return;
    }
    let walk = Walk::new(Diagonal::Equal, half.max(0).unsigned_abs().into());
    let body = Footprint::square(fight.size(who).side());
    let cost = |from: Square, to: Square| dodge_price(fight, who, from, to);
    let mut show = |square: Square| {
        if away(square) && fight.is_free_for(who, square, one.height) {
            found(square);
        }
        false
    };
    ground.map.with_strides(body, Walls::CutCorners, |strides| {
        finder.visit_over(strides, one.at, &walk, cost, |square, _| show(square));
    });
}

/// The same as a list, in the order of squares.
pub fn ways(fight: &Fight, who: Who) -> Vec<Square> {
    let mut all = Vec::new();
    each_way(fight, who, |square| all.push(square));
    all.sort();
    all
}

fn dodge_price(fight: &Fight, who: Who, from: Square, to: Square) -> Option<u32> {
    let rise = fight.ground_below(who, to) - fight.ground_below(who, from);
    let open = match fight.one(who).airborne {
        true => super::maneuvers::rises_over(fight, who, to, allowance(fight, who)),
        false => (-2..=1).contains(&rise),
    };
    if !open {
        return None;
    }
    let to = (to, fight.one(who).height);
    if movement::in_the_way(fight, who, to).is_some() || fight.kept_out_by(who, to).is_some() {
        return None;
    }
    Some(movement::price(fight, who, from).unsigned_abs().into())
}

/// The test of a dodge against what somebody does.
fn trial(who: Who, by: Who, modifier: i16, rule: &'static Rule) -> Trial {
    Trial::of(who, Score::Dodge, &TEST).against(by).with(rule, "against this attack", modifier)
}

/// The highest die with which a dodge would keep somebody from what strikes it; `None` where none would.
pub fn needed(fight: &Fight, who: Who, trigger: &Trigger) -> Option<i16> {
    if trigger.undodgeable {
        None
    } else {
        percentile::needed(fight, trial(who, trigger.by, trigger.dodge_modifier, &TEST))
    }
}

/// A dodge against an attack that has hit. Says whether the attack is avoided.
pub(crate) fn against<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    aim: &Aim,
    roll: Option<(Test, &Trial)>,
) -> Result<bool, T::Halt> {
    let held = lets_go(fight, table, who);
    let trial = trial(who, aim.by, aim.dodge_modifier, aim.rule);
    let (won, event) = percentile::against_hit(fight, table, &trial, roll)?;
    if !won {
        table.tell(|| {
            let text = format!("{} does not get out of the way", fight.label(who));
            Event::new(&FAIL, text).by(who).because(event).and(&WINDOW)
        });
        left_alone(fight, table, &held)?;
        return Ok(false);
    }
    table.tell(|| {
        let text = format!("{} dodges", fight.label(who));
        Event::new(if aim.undodgeable { &MUST_MOVE } else { &SUCCESS }, text).by(who).because(event).and(&WINDOW)
    });
    go(fight, table, who, false)?;
    left_alone(fight, table, &held)?;
    Ok(!aim.undodgeable)
}

/// A dodge out of an area: the test is plain, and the dodger has to get out. Says whether it tried and succeeded.
pub(crate) fn out_of_area<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    modifier: i16,
) -> Result<bool, T::Halt> {
    let held = lets_go(fight, table, who);
    let trial = Trial::of(who, Score::Dodge, &TEST).with(&areas::DODGE, "against this area", modifier);
    let result = test(fight, table, trial)?;
    if !result.succeeded() {
        table.tell(|| {
            let text = format!("{} does not get out of the way", fight.label(who));
            Event::new(&FAIL, text).by(who).because(result.event).and(&areas::DODGE)
        });
        left_alone(fight, table, &held)?;
        return Ok(false);
    }
    go(fight, table, who, true)?;
    left_alone(fight, table, &held)?;
    Ok(true)
}

/// A dodge without a test, in answer to something else than a hit.
pub(crate) fn free<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let held = lets_go(fight, table, who);
    table.tell(|| Event::new(&OTHER_TRIGGER, format!("{} moves out of the way", fight.label(who))).by(who));
    go(fight, table, who, false)?;
    left_alone(fight, table, &held)
}

/// a combatant that holds others dodges only by letting them go; says which ones. They stay where they are for
/// now.
fn lets_go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> SmallVec<[Who; 8]> {
    let held: SmallVec<[Who; 8]> = fight.held_by(who).collect();
    for one in held.iter().copied() {
        grapple::loosen(fight, table, one);
    }
    held
}

/// Those let go of go beside if the dodger is still in their square, and come down if they do not fly.
fn left_alone<T: Table<Fight>>(fight: &mut Fight, table: &mut T, held: &[Who]) -> Result<(), T::Halt> {
    for one in held.iter().copied() {
        movement::out_of_others(fight, table, one)?;
        falling::comes_down(fight, table, one)?;
    }
    Ok(())
}

/// `dodge.must-move`: the way out, step by step, with attacks of opportunity at disadvantage.
fn go<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, area: bool) -> Result<(), T::Halt> {
    let Some(to) = ask::square(fight, table, Ask::DodgeTo { who, area })? else { return Ok(()) };
    let outer = stretch::begin(fight, who, to, Gait::Dodge);
    let came = goes(fight, table, who, to);
    stretch::end(fight, table, outer);
    came?;
    movement::out_of_others(fight, table, who)
}

fn goes<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, to: Square) -> Result<(), T::Halt> {
    let half = allowance(fight, who);
    let height = fight.one(who).height;
    if fight.one(who).airborne {
        let (least, most) = maneuvers::heights(fight, who, to, half);
        let asked = ask::number(fight, table, Ask::DodgeHeight { who, to, least, most })? as i16;
        let up = asked.clamp(least, most);
        let up = if to == fight.one(who).at && up == height { height + 1 } else { up };
        maneuvers::glide(fight, table, who, (to, up), Pace::DODGE)?;
        return Ok(());
    }
    if !ways::find(fight, who, half, false, to) {
        return Ok(());
    }
    let (from, hangs) = (fight.one(who).at, fight.one(who).climbing);
    let way = fight.scratch.lend_way();
    // The first step of a dodger that hangs on a wall leads off it, and it falls.
    let goes = if hangs { &way[..way.len().min(2)] } else { &way[..] };
    let mut came = movement::follow(fight, table, who, (goes, height), Pace::DODGE);
    if hangs && came.is_ok() && fight.one(who).at != from {
        came = falling::off_the_wall(fight, table, who, from);
    }
    fight.scratch.take_back(way);
    came
}
