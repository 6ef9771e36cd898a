//! The fight from top to bottom: initiative, then turn after turn, each with a start, a middle of free choices and an end.

use quintain_engine::{Event, Outcome, Progress, Rule, Side, Table, Who};

use crate::ask::{self, Act, Ask, Bonus};
use crate::condition::Condition;
use crate::fight::{Begun, Fight, Stage, Turn};
use crate::rules::{
    called_shot, falling, grapple, ground, gu, handling, holding, initiative, jumping, maneuvers, melee, movement,
    status, turns,
};

/// The most choices of one turn: nobody goes on without end.
const MOST_CHOICES: u16 = 120;

/// Runs to the next resting point: the order of initiative, then each turn.
///
/// # Errors
/// Halts with the table.
pub fn advance<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<Progress, T::Halt> {
    match fight.stage {
        Stage::Start => {
            opening(fight, table);
            nobody_hangs_in_the_air(fight, table)?;
            initiative::initiative(fight, table)?;
            fight.round = 1;
            tell_round(fight, table);
            fight.stage = Stage::Turn(0);
        }
        Stage::Turn(_) => {
            initiative::late(fight, table)?;
            let place = if let Stage::Turn(place) = fight.stage { place } else { 0 };
            if let Some(who) = fight.order.get(usize::from(place)).copied() {
                turn(fight, table, who)?;
            }
            let place = if let Stage::Turn(place) = fight.stage { place } else { place };
            next(fight, table, place + 1);
        }
        Stage::Over(outcome) => return Ok(Progress::Over(outcome)),
    }
    if let Some(outcome) = over(fight) {
        end(fight, table, outcome);
        return Ok(Progress::Over(outcome));
    }
    Ok(Progress::Resting)
}

/// The head of the log: the house rules in force.
fn opening<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    table.tell(|| {
        let rules = fight.house().in_force();
        let text = match rules.is_empty() {
            true => "the fight begins; every ruling as by default".to_owned(),
            false => format!("the fight begins; house rules: {}", rules.join(", ")),
        };
        Event::new(&turns::LENGTH, text).heading()
    });
}

fn tell_round<T: Table<Fight>>(fight: &Fight, table: &mut T) {
    table.tell(|| Event::new(&turns::LENGTH, format!("round {}", fight.round)).opening(fight.round));
}

/// The next turn of somebody who is on the field; at the end of the order a new round.
fn next<T: Table<Fight>>(fight: &mut Fight, table: &mut T, from: u16) {
    let mut place = from;
    for _ in 0..=2 * fight.order.len() {
        if usize::from(place) >= fight.order.len() {
            place = 0;
            fight.round += 1;
            initiative::join(fight);
            if over(fight).is_none() {
                tell_round(fight, table);
            }
        }
        fight.stage = Stage::Turn(place);
        match fight.order.get(usize::from(place)).copied() {
            Some(who) if fight.present(who) => return,
            Some(who) => turns::passes_without(fight, who),
            None => {}
        }
        place += 1;
    }
}

/// One turn.
fn turn<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if !fight.present(who) {
        return Ok(());
    }
    fight.turn = Turn::of(who);
    turns::begins(fight, table, who);
    turns::resolve(fight, table, who, true)?;
    gu::summons::leave(fight, table)?;
    nobody_hangs_in_the_air(fight, table)?;
    if !gu::summons::waits(fight, who) {
        gu::summons::may_command(fight, table, who)?;
        choices(fight, table, who)?;
    }
    gu::summons::rests(fight, table, who)?;
    turns::resolve(fight, table, who, false)?;
    gu::summons::leave(fight, table)?;
    if fight.present(who) {
        turns::tick(fight, table, who)?;
        movement::out_of_others(fight, table, who)?;
    }
    fight.one_mut(who).acted = true;
    for one in fight.everyone() {
        if fight.one(one).gu.iter().any(|owned| owned.stopped) {
            fight.one_mut(one).gu.iter_mut().for_each(|owned| owned.stopped = false);
        }
    }
    Ok(())
}

/// The free middle of a turn: one choice after another, in any order, until it is ended.
fn choices<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.one(who).is(Condition::Stunned) {
        table.tell(|| {
            let text = format!("{} can neither move nor act", fight.label(who));
            Event::new(&status::STUNNED_NOTHING, text).by(who)
        });
    }
    while !fight.turn.ended && fight.turn.choices < MOST_CHOICES && turns::can_act(fight, who) && over(fight).is_none()
    {
        fight.turn.choices += 1;
        let act = ask::act(fight, table, Ask::Turn { who })?.unwrap_or(Act::EndTurn);
        nobody_hangs_in_the_air(fight, table)?;
        if !turns::can_act(fight, who) {
            break;
        }
        carry_out(fight, table, who, act)?;
        holding::later(fight, table)?;
        gu::summons::leave(fight, table)?;
    }
    Ok(())
}

/// One choice of a turn.
pub(crate) fn carry_out<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, act: Act) -> Result<(), T::Halt> {
    match act {
        Act::Move(to) => movement::walk(fight, table, who, to, false)?,
        Act::MoveThrough(to) => movement::walk(fight, table, who, to, true)?,
        Act::Jump(to) => jumping::jump(fight, table, who, to)?,
        Act::StepOff(to) => movement::step_off(fight, table, who, to)?,
        Act::Climb(to) => ground::climb_to(fight, table, who, to)?,
        Act::ClimbDown => ground::climb_down(fight, table, who)?,
        Act::StandUp => status::stand_up(fight, table, who),
        Act::Submerge => ground::submerge(fight, table, who),
        Act::Surface => {
            fight.turn.spent += ground::SURFACING;
            ground::surface(fight, table, who);
        }
        Act::TakeFlight | Act::Fly(_) | Act::Dive | Act::Evade | Act::Land => maneuver(fight, table, who, act)?,
        Act::Strike(blow) => {
            tell_strike(fight, table, who, &blow);
            melee::strike_on(fight, table, who, blow)?;
        }
        Act::Grapple(at) => {
            fight.turn.begun = Begun::Done;
            tell_act(fight, table, who, || format!("tries to grapple {}", fight.label(at)));
            grapple::grapple(fight, table, who, at)?;
        }
        Act::BreakFree => {
            fight.turn.begun = Begun::Done;
            tell_act(fight, table, who, || "tries to break free".into());
            grapple::break_free(fight, table, who)?;
        }
        Act::Drag(to) => grapple::drag(fight, table, who, to)?,
        Act::Throw { whom, to } => grapple::throw(fight, table, who, whom, to)?,
        Act::LetGo(whom) => grapple::let_go(fight, table, whom)?,
        Act::Sprint => turns::sprint(fight, table, who),
        Act::RollOut => {
            fight.turn.begun = Begun::Done;
            status::roll_out(fight, table, who);
        }
        Act::Hold(action) => holding::hold(fight, table, who, action)?,
        Act::Bonus(bonus) => quick(fight, table, who, bonus)?,
        Act::Improvise => improvise(fight, table, who)?,
        Act::Gu(act) => gu::act(fight, table, who, act)?,
        Act::Surrender => give_up(fight, table, who, Condition::Surrendered)?,
        Act::Leave => give_up(fight, table, who, Condition::Fled)?,
        _ => fight.turn.ended = true,
    }
    if !matches!(act, Act::Move(_) | Act::MoveThrough(_)) {
        (fight.turn.heading, fight.turn.straight) = (None, 0);
    }
    Ok(())
}

/// A Combat Action is told before its test.
fn tell_act<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, does: impl Fn() -> String) {
    table.tell(|| {
        let text = format!("{} {}", fight.label(who), does());
        Event::new(&turns::ACTION_LIST, text).by(who).and(&turns::COMBAT_ACTION).act()
    });
}

/// A strike of the Combat Action is told before it is made.
fn tell_strike<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, blow: &melee::Blow) {
    table.tell(|| {
        let (name, at) = (fight.label(who), fight.label(blow.at));
        let called = blow.called.map(|called| called_shot::words(fight, blow.at, called)).unwrap_or_default();
        let text = match blow.with {
            melee::With::Arm(arm) => format!("{name} attacks {at} with {}{called}", fight.arm(arm).name),
            melee::With::Thrown(arm) => format!("{name} throws {} at {at}{called}", fight.arm(arm).name),
            melee::With::Punch => format!("{name} punches at {at}{called}"),
            melee::With::Kick => format!("{name} kicks at {at}{called}"),
            melee::With::Bite => format!("{name} bites at {at}{called}"),
        };
        let event = Event::new(&turns::ACTION_LIST, text).by(who).to(blow.at).act();
        if fight.turn.begun != Begun::Nothing {
            return event;
        }
        let event = event.and(&turns::COMBAT_ACTION);
        if fight.turn.spent > 0 { event.and(&turns::ANY_ORDER) } else { event }
    });
}

/// A Maneuver: the first of a turn gives up walking.
fn maneuver<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, act: Act) -> Result<(), T::Halt> {
    maneuvers::begin(fight, table, who)?;
    match act {
        Act::TakeFlight => {
            if gu::talents::takes_flight_freely(fight, who) {
                fight.turn.maneuvers = fight.turn.maneuvers.saturating_sub(1);
            }
            maneuvers::take_flight(fight, table, who)
        }
        Act::Fly(to) => {
            let (least, most) = maneuvers::heights(fight, who, to, maneuvers::speed(fight, who));
            let (least, most) =
                if fight.house().fly_exact { exact(fight, who, to, (least, most)) } else { (least, most) };
            let height = ask::number(fight, table, Ask::Altitude { who, to, least, most })? as i16;
            maneuvers::fly(fight, table, who, to, height.clamp(least, most))
        }
        Act::Dive => maneuvers::dive(fight, table, who),
        Act::Evade => maneuvers::evade(fight, table, who),
        _ => maneuvers::land(fight, table, who, false),
    }
}

/// `fly.exact`: where the way over the ground is shorter than the flying speed, the height makes up for it.
fn exact(fight: &Fight, who: Who, to: quintain_field::Square, (least, most): (i16, i16)) -> (i16, i16) {
    let speed = maneuvers::speed(fight, who);
    let flat = quintain_field::distance(fight.one(who).at, to, quintain_field::Diagonal::Equal);
    if flat == u32::from(speed.unsigned_abs()) { (least, most) } else { (most, most) }
}

/// A bonus action.
fn quick<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, bonus: Bonus) -> Result<(), T::Halt> {
    let allowed = match bonus {
        Bonus::Other => {
            described(fight, table, who, Ask::AllowsBonus { who }, ("something quick", &turns::BONUS_SCOPE))?
        }
        Bonus::Draw(arm) => {
            let mut one = fight.one_mut(who);
            one.in_hand.push(arm);
            drop(one);
            let free = crate::derived::free_hands(fight, who);
            let versatile = fight.arm(arm).versatile && fight.one(who).in_hand.len() == 1 && free > 0;
            fight.one_mut(who).two_handed = versatile;
            table.tell(|| {
                let text = format!("{} draws {}", fight.label(who), fight.arm(arm).name);
                Event::new(&turns::BONUS_SCOPE, text).by(who).and(&turns::BONUS_ACTION).act()
            });
            true
        }
        Bonus::Door { to, open } => {
            handling::turn_door(fight, table, who, to, open);
            true
        }
        Bonus::PutAway(arm) => {
            let mut one = fight.one_mut(who);
            if let Some(place) = one.in_hand.iter().position(|known| *known == arm) {
                one.in_hand.remove(place);
            }
            one.two_handed = false;
            drop(one);
            table.tell(|| {
                let text = format!("{} puts {} away", fight.label(who), fight.arm(arm).name);
                Event::new(&turns::BONUS_SCOPE, text).by(who).and(&turns::BONUS_ACTION).act()
            });
            true
        }
    };
    fight.turn.bonus |= allowed;
    Ok(())
}

/// Something that no rule knows is said in words, and the GM allows it or not.
fn described<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    allows: Ask,
    (plain, rule): (&str, &'static Rule),
) -> Result<bool, T::Halt> {
    let words = ask::words(fight, table, Ask::Describe { who })?;
    let allowed = ask::yes(fight, table, allows)?;
    table.tell(|| {
        let what = words.as_deref().filter(|words| !words.is_empty()).unwrap_or(plain);
        let how = if allowed { "" } else { " (the GM refuses)" };
        Event::new(rule, format!("{}: {what}{how}", fight.label(who))).by(who).act()
    });
    Ok(allowed)
}

/// A Combat Action that no rule knows.
fn improvise<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if described(fight, table, who, Ask::AllowsAction { who }, ("something else", &turns::ACTION_LIST))? {
        fight.turn.begun = Begun::Done;
    } else {
        fight.turn.choices += 20;
    }
    Ok(())
}

fn give_up<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, condition: Condition) -> Result<(), T::Halt> {
    fight.one_mut(who).conditions.give(condition);
    fight.turn.ended = true;
    table.tell(|| {
        let how = if condition == Condition::Fled { "leaves the fight" } else { "surrenders" };
        Event::new(&turns::ACTION_LIST, format!("{} {how}", fight.label(who))).by(who).act()
    });
    if condition == Condition::Fled {
        crate::rules::standing::owner_out(fight, who);
    }
    grapple::ends_with(fight, table, who)
}

/// the fight is over when nobody who can still fight has an enemy who can.
pub fn over(fight: &Fight) -> Option<Outcome> {
    if let Stage::Over(outcome) = fight.stage {
        return Some(outcome);
    }
    if fight.house().max_rounds > 0 && fight.round > fight.house().max_rounds {
        return Some(Outcome::Ended);
    }
    let mut able = fight.everyone().filter(|who| fight.fighting(*who));
    let Some(first) = able.next() else { return Some(Outcome::Mutual) };
    let side = fight.one(first).side;
    if fight.setting.sides.len() < 2 || able.any(|who| fight.foes(first, who)) {
        return None;
    }
    let able = |who: &Who| fight.fighting(*who);
    let opposed =
        fight.everyone().filter(able).any(|one| fight.everyone().filter(able).any(|who| fight.foes(one, who)));
    if opposed { None } else { Some(Outcome::Won(strongest(fight, side))) }
}

/// Of sides that hold the field together the one with most still standing has won; of equals the first.
fn strongest(fight: &Fight, default: Side) -> Side {
    let standing =
        |side: &u8| fight.everyone().filter(|who| fight.fighting(*who) && fight.one(*who).side == Side(*side)).count();
    (0..fight.setting.sides.len() as u8).rev().max_by_key(standing).map_or(default, Side)
}

fn end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, outcome: Outcome) {
    fight.stage = Stage::Over(outcome);
    fight.outcome = Some(outcome);
    table.tell(|| {
        let text = match outcome {
            Outcome::Won(side) => {
                format!("{} hold the field in round {}", fight.setting.sides[side.index()], fight.round)
            }
            Outcome::Mutual => format!("the last of all sides fall together in round {}", fight.round),
            Outcome::Ended => "the fight is a draw".into(),
        };
        Event::new(&turns::LENGTH, text).heading()
    });
}

/// a combatant that has been put into the air without wings, or been stunned there or on a wall by the GM's word,
/// falls.
fn nobody_hangs_in_the_air<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let one = fight.one(who);
        if !(one.airborne || one.climbing) || one.fallen > 0 || !fight.present(who) {
            continue;
        }
        let helpless = one.conditions.any(crate::condition::HELPLESS);
        if helpless || (one.airborne && crate::derived::flight(fight, who).is_none()) {
            falling::fall(fight, table, who)?;
        }
    }
    Ok(())
}
