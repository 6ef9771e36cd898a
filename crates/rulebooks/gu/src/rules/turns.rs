//! The turn: what comes at its start and end, what a turn gives, and the Combat Actions and bonus actions there are.

use quintain_engine::{Answer, Event, Refusal, Table, Who};
use smallvec::SmallVec;

use super::{dying, falling, final_stand, ground, gu, status};
use crate::ask::{Act, Ask};
use crate::condition::Condition;
use crate::fight::{Begun, Fight};
use crate::house::EssencePerTurn;
use crate::lasting::{Until, What};

pub use crate::deeds::Due;

quintain_engine::section! {
    "The turn";
    LENGTH = Engine "turn.length": "A turn is 10 seconds; a minute is 6 turns of the creature concerned.";
    ESSENCE = Engine "turn.essence-recovery": "Each Gu Master regains essence at the start of each own turn.", ruling "A 3600th of the maximum, carried on as a fraction and never above the maximum.", house "essence.per-turn";
    EFFECT_ORDER = Choice "turn.effect-order": "Of several effects at the start or end of a turn the creature's controller says the order; each is resolved before the next.";
    DURATION_TICK = Engine "turn.duration-tick": "What lasts so many turns on a creature counts down at the end of each of that creature's turns.";
    DURATION_EXPIRY = Engine "turn.duration-expiry": "At 0 it ends at once, in that same step.";
    COMBAT_ACTION = Engine "economy.combat-action": "One Combat Action a turn.", ruling "Once begun, by a first activation or attack, it is the only one.";
    REACTIONS = Engine "economy.reactions": "Two reactions, for outside one's own turn; they come back at the start of it and do not add up.", ruling "At the start of the fight everyone who is not surprised has them.";
    BONUS_ACTION = Engine "economy.bonus-action": "One bonus action a turn.";
    MOVEMENT = Engine "economy.movement": "One allowance of movement a turn.";
    ANY_ORDER = Choice "economy.any-order": "Combat Action, bonus action and movement come in any order, and none has to.", ruling "Movement may be split around everything.";
    ACTION_LIST = Choice "action.list": "A Combat Action is: activating Gu, a killer move, a melee attack, a grapple, breaking free, absorbing stones, holding an action, a sprint, rolling out flames, or what a Gu, talent or creature grants.", ruling "Anything else is the GM's to allow, and refused by default.";
    SPRINT_TRIPLE = Engine "sprint.triple": "A sprint triples the movement value on foot until the end of the turn, less what was walked.";
    BONUS_SCOPE = Gm "bonus.scope": "A bonus action is something quick and easy: handing something over, opening a door, drawing a weapon, or what rules name so.", ruling "Allowed if it takes no test.";
}

/// Everything due at one moment.
pub type Dues = SmallVec<[Due; 24]>;

/// Reactions that somebody has when they come back.
pub fn reactions_of(fight: &Fight, who: Who) -> u8 {
    2_u8.saturating_add_signed(gu::reactions_change(fight, who))
}

/// What is due at the start of a turn, in the order in which it comes unless somebody wants another.
pub fn due_at_start(fight: &Fight, who: Who) -> Dues {
    let mut due = Dues::new();
    let one = fight.one(who);
    due.extend((one.essence.now < one.essence.max && essence_due(fight, who) > 0).then_some(Due::Essence));
    gu::due_at_start(fight, who, &mut due);
    due.extend((one.bleeding > 0).then_some(Due::Bleeding));
    due.extend(one.is(Condition::Burning).then_some(Due::Burning));
    due.extend(one.is(Condition::Ablaze).then_some(Due::Ablaze));
    due
}

/// What is due at the end of a turn.
pub fn due_at_end(fight: &Fight, who: Who) -> Dues {
    let mut due = Dues::new();
    let one = fight.one(who);
    due.extend(one.is(Condition::Dying).then_some(Due::Dying));
    let faints = fight.turn.scorched && fight.template(who).perseveres && !one.is(Condition::Unconscious);
    due.extend(faints.then_some(Due::Faint));
    due.extend(match (one.is(Condition::Stunned), one.is(Condition::Dazed)) {
        (true, _) => Some(Due::Stunned),
        (false, dazed) => dazed.then_some(Due::Dazed),
    });
    due.extend(falling::is_falling(fight, who).then_some(Due::Falling));
    due.extend(ground::is_airless(fight, who).then_some(Due::Breath));
    gu::due_at_end(fight, who, &mut due);
    due
}

/// Everything due at the start or end of a turn, in the order that the controller says.
pub(crate) fn resolve<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, start: bool) -> Result<(), T::Halt> {
    falling::borne(fight, table, who);
    let due = if start { due_at_start(fight, who) } else { due_at_end(fight, who) };
    let mut order = due;
    if order.len() > 1
        && let Answer::Order(acts) = table.ask(fight, Ask::DueOrder { who, start })?
    {
        let acts = acts.iter().filter_map(|act| if let Act::Due(due) = act { Some(*due) } else { None });
        let chosen: Dues = acts.collect();
        if chosen.len() == order.len() {
            order = chosen;
        }
        table.tell(|| {
            let when = if start { "start" } else { "end" };
            let names: Vec<String> =
                order.iter().map(|due| crate::rules::wording::due_text(fight, who, *due)).collect();
            let text = format!("due at the {when} of the turn of {}: {}", fight.label(who), names.join(", "));
            Event::new(&EFFECT_ORDER, text).by(who).upkeep()
        });
    }
    let tested = order.contains(&Due::Dying);
    for due in order.iter().copied() {
        if !fight.present(who) {
            return Ok(());
        }
        happen(fight, table, who, due, start)?;
    }
    // a combatant that falls at the end of its own turn tests at that same end.
    if start || tested || !fight.one(who).is(Condition::Dying) {
        return Ok(());
    }
    dying::roll(fight, table, who)
}

fn happen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, due: Due, start: bool) -> Result<(), T::Halt> {
    let one = fight.one(who);
    match due {
        Due::Essence => essence(fight, table, who),
        Due::Gu(due) => return gu::happen(fight, table, who, due, start),
        Due::Bleeding if one.bleeding > 0 => return status::bleeds(fight, table, who),
        Due::Burning if one.is(Condition::Burning) => return status::burns(fight, table, who, Condition::Burning),
        Due::Ablaze if one.is(Condition::Ablaze) => return status::burns(fight, table, who, Condition::Ablaze),
        Due::Faint if !one.is(Condition::Unconscious) => return status::may_faint(fight, table, who),
        Due::Dying if one.is(Condition::Dying) => return dying::roll(fight, table, who),
        Due::Stunned if one.is(Condition::Stunned) => return status::stun_ends(fight, table, who),
        Due::Dazed if one.is(Condition::Dazed) => status::daze_ends(fight, table, who),
        Due::Falling if one.fallen > 0 => return falling::fall_on(fight, table, who, &falling::CONTINUE),
        Due::Breath => return ground::out_of_breath(fight, table, who),
        _ => {}
    }
    Ok(())
}

/// Portions of essence that come back at the start of a turn.
fn essence_due(fight: &Fight, who: Who) -> i16 {
    let one = fight.one(who);
    match fight.house().essence {
        EssencePerTurn::Fixed(portions) => portions,
        EssencePerTurn::Percent(percent) => (i32::from(one.essence.max) * i32::from(percent) / 100) as i16,
        EssencePerTurn::ByClock => (one.essence_parts / PARTS) as i16,
    }
}

/// Ten seconds are one part in so many of ten hours, in which a whole aperture fills.
const PARTS: u16 = 3600;

/// The clock runs: what comes back by it gathers, in parts of a portion, while there is room for it.
fn gather_essence(fight: &mut Fight, who: Who) {
    let mut one = fight.one_mut(who);
    if one.essence.now < one.essence.max {
        one.essence_parts = one.essence_parts.saturating_add_signed(one.essence.max);
    }
}

/// `turn.essence-recovery`.
fn essence<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let portions = essence_due(fight, who);
    let mut one = fight.one_mut(who);
    one.essence_parts %= PARTS;
    let before = one.essence.now;
    let gained = one.essence.gain(portions);
    drop(one);
    if gained == 0 {
        return;
    }
    table.tell(|| {
        let text = format!("{} regains {gained} essence", fight.label(who));
        let after = i64::from(before) + i64::from(gained);
        Event::new(&ESSENCE, text).by(who).upkeep().and(&LENGTH).change(who, "essence", before.into(), after)
    });
}

/// What lasts until the start of somebody's next turn ends.
fn lasting_ends(fight: &mut Fight, who: Who) {
    for other in fight.everyone() {
        while let Some(place) = fight.one(other).lasting.iter().position(|known| known.until == Until::StartOf(who)) {
            let lasting = fight.one(other).lasting[place];
            fight.one_mut(other).lasting.remove(place);
            gu::laid::ended(fight, other, lasting);
        }
    }
}

/// The turn of somebody who is not on the field any more: nobody acts, but the time of what it has left behind runs on.
pub(crate) fn passes_without(fight: &mut Fight, who: Who) {
    lasting_ends(fight, who);
    if fight.zones().iter().any(|zone| zone.by == who) {
        gu::zones::age(fight, who);
    }
}

/// The start of a turn: what lasts until then ends, surprise ends, everything comes back.
pub(crate) fn begins<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    lasting_ends(fight, who);
    let reactions = reactions_of(fight, who);
    let mut one = fight.one_mut(who);
    let surprised = one.conditions.take(Condition::Surprised);
    let lapsed = one.held.take().is_some();
    one.reactions = reactions;
    one.wild_used = false;
    one.soul_lost = 0;
    drop(one);
    gather_essence(fight, who);
    table.tell(|| {
        let event = Event::new(&REACTIONS, format!("the turn of {} begins", fight.label(who))).by(who).heading();
        let event = if surprised { event.and(&super::initiative::SURPRISE_NO_REACTIONS) } else { event };
        if lapsed { event.and(&super::holding::TRIGGER_REACTION) } else { event }
    });
}

/// The end of a turn: counters run down, and what has none left ends.
pub(crate) fn tick<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let mut place = 0;
    while place < fight.one(who).lasting.len() {
        let mut lasting = fight.one(who).lasting[place];
        let Until::OwnTurns(left) = lasting.until else {
            place += 1;
            continue;
        };
        lasting.until = Until::OwnTurns(left.saturating_sub(1));
        if left > 1 {
            fight.one_mut(who).lasting[place] = lasting;
            place += 1;
            continue;
        }
        fight.one_mut(who).lasting.remove(place);
        table.tell(|| {
            let text = format!("the time of {} on {} is over", name_of(fight, lasting.what), fight.label(who));
            Event::new(&DURATION_TICK, text).to(who).and(&DURATION_EXPIRY).upkeep()
        });
        status::ends(fight, table, who, lasting);
    }
    Ok(())
}

/// What is at work for a time, by its name.
fn name_of(fight: &Fight, what: What) -> String {
    match what {
        What::Condition(condition) => condition.name().to_owned(),
        What::Evading(_) => "evading".to_owned(),
        What::Effect(gu) => super::standing::entry(fight, gu).name.clone(),
        What::Flurried => "the flurry".to_owned(),
        What::Poison(..) => "the poison".to_owned(),
    }
}

/// Whether somebody can do anything on its turn.
pub fn can_act(fight: &Fight, who: Who) -> bool {
    !fight.one(who).conditions.any(crate::condition::PASSIVE)
}

/// Whether somebody may begin a Combat Action other than activating Gu now.
///
/// # Errors
/// The refusal.
pub fn may_begin(fight: &Fight, who: Who) -> Result<(), Refusal> {
    may_begin_any(fight, who)?;
    final_stand::may_do_more(fight, who)
}

/// Whether somebody is still there to act at all: an edict may have taken it off the field.
fn here(fight: &Fight, who: Who) -> Result<(), Refusal> {
    if fight.present(who) { Ok(()) } else { Err(Refusal::new(&LENGTH, "it is not on the field any more")) }
}

/// Whether the Combat Action of this turn is still to be had.
///
/// # Errors
/// The refusal.
pub fn may_begin_any(fight: &Fight, who: Who) -> Result<(), Refusal> {
    here(fight, who)?;
    if fight.turn.begun != Begun::Nothing {
        return Err(Refusal::new(&COMBAT_ACTION, "the Combat Action of this turn is used"));
    }
    Ok(())
}

/// Whether the bonus action of this turn is still to be had.
///
/// # Errors
/// The refusal.
pub fn may_bonus(fight: &Fight, who: Who) -> Result<(), Refusal> {
    here(fight, who)?;
    if fight.turn.bonus {
        return Err(Refusal::new(&BONUS_ACTION, "the bonus action of this turn is used"));
    }
    Ok(())
}

/// A sprint.
pub(crate) fn sprint<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    fight.turn.begun = Begun::Done;
    fight.turn.sprinting = true;
    table.tell(|| {
        let (all, left) = (crate::derived::movement(fight, who), super::movement::left(fight, who));
        let text = format!("{} sprints: {all} m this turn, {left} m left", fight.label(who));
        Event::new(&SPRINT_TRIPLE, text).by(who).act()
    });
}
