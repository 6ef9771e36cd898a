//! Action types and timing: what a turn may still hold, and what has been prepared.

use quintain_engine::{Event, Rule, Table, Who};

use crate::ask::{Act, Aimed, Ask, Deed};
use crate::book::{Aim, Feature, Status, Time, Topic};
use crate::combatant::Prepared;
use crate::content::AbilityId;
use crate::fight::{Fight, Turn};
use crate::house::SplitMove;
use crate::objection::Objection;
use crate::rules::features::{self, affected};
use crate::rules::{abilities, kept, mounted, movement, phases, prone, statuses, targets, uses};

quintain_engine::section! {
    "Action types and timing";
    ROUND = Engine "time.round": "A round is about 10 seconds: 6 to the minute, 360 to the hour.";
    REGULAR = Choice "action.regular": "A turn has one regular action.";
    MINOR_KINDS = Engine "minor.kinds": "A minor action is rapid or prepared.";
    MINOR_ONE = Engine "minor.one": "A turn has one minor action of either kind.";
    RAPID = Choice "rapid.timing": "A rapid action is carried out on one's own turn beside the regular one.";
    PREPARED_SETUP = Choice "prepared.setup": "A prepared action is chosen on one's own turn and uses up the minor action.";
    PREPARED_TRIGGER = Engine "prepared.trigger": "It waits for the trigger that its ability names.", house "prepared-decline";
    OUTSIDE = Engine "prepared.outside-own-turn": "It is carried out outside its user's turn only.";
    FREE_LATER = Engine "prepared.cost-free-later": "It is paid for when it is set up, not when it comes.";
    LASTS = Engine "prepared.lasts": "It lapses at the end of the round.";
    ONCE = Engine "prepared.once": "It comes once and is gone.";
    MOVE_TRIGGER = Engine "prepared.move-trigger": "An attack on a mover comes after the step into its new square.", house "forced-movement-triggers";
    RANGE_WAIVED = Engine "prepared.move-trigger.range-waived": "It is made even if the new square is out of range; all else counts as it is there.";
    MOVE_KINDS = Engine "prepared.move-trigger.kinds": "A step leads into, within or out of an area; it sets one prepared action off once.";
    FULL_TURN = Engine "fullturn.exclusive": "A full-turn action is the whole turn.";
    OPEN = Choice "ability.choices": "What an ability leaves open, its user decides while it is carried out.";
    PRICE = Engine "ability.price": "What an ability costs in energy or health is paid when it is used or set up.", ruling "A price in health leaves at least 1.";
    UPKEEP = Choice "ability.upkeep": "A poem or a lesser ritual lasts while its price is paid at the start of its user's turns.";
}

/// What is the same for all actions: whose turn it is, and whether it can act at all.
fn turn_of(fight: &Fight, who: Who) -> Result<&Turn, Objection> {
    let turn = fight.turn.as_ref().filter(|turn| turn.who == who && !turn.over);
    turn.ok_or_else(|| Objection::new(&phases::EXECUTE, "it is not its turn"))
}

/// `turn.shape.lock`: whether a turn still has room for something that takes this time.
///
/// # Errors
/// The rule that forbids it.
#[inline]
pub fn may_spend(fight: &Fight, who: Who, time: Time) -> Result<(), Objection> {
    let turn = turn_of(fight, who)?;
    let refuse = |rule, why: &'static str| Err(Objection::new(rule, why));
    if matches!(time, Time::Passive | Time::Modification) {
        return refuse(&REGULAR, "it is nothing to be used by itself");
    }
    if affected(fight, who, Status::Stunned) {
        return refuse(&statuses::STUNNED, "it is stunned");
    }
    if time == Time::Free {
        return Ok(());
    }
    if features::any(fight, who, Topic::Bars, |feature| matches!(feature, Feature::Barred { from } if from.has(time))) {
        return Err(Objection::new(&REGULAR, "it cannot take such an action now"));
    }
    if turn.full {
        return refuse(&FULL_TURN, "the whole turn has gone into a full-turn action");
    }
    if turn.running {
        return refuse(&movement::RUN_NO_ACTIONS, "it has run");
    }
    if turn.moving && turn.acted_first && fight.house().split_move == SplitMove::No {
        return refuse(&phases::BLOCK_WHOLE, "it has acted, then moved: the block of actions is over");
    }
    match time {
        Time::FullTurn if turn.action || turn.rapid || turn.set_up || turn.moving || turn.steadied => {
            refuse(&FULL_TURN, "something else has been done on this turn")
        }
        Time::Action if turn.action => refuse(&REGULAR, "the action has been used"),
        Time::Rapid if turn.rapid => refuse(&MINOR_ONE, "the minor action has been used"),
        Time::Prepared if turn.set_up => refuse(&MINOR_ONE, "the minor action has been used"),
        Time::Rapid | Time::Prepared if (turn.rapid || turn.set_up) && !both_minors(fight, who) => {
            refuse(&MINOR_ONE, "the minor action has been used")
        }
        _ => Ok(()),
    }
}

/// Whether certainly nothing forbids somebody an action: nobody could need less for it, and the turn has seen nothing
/// but a Move.
#[inline]
pub fn is_free_to(fight: &Fight, who: Who, ability: AbilityId) -> bool {
    let known = fight.ability(ability);
    let easy = known.undemanding && known.time() == Time::Action;
    let bare = fight.is_plain() && features::is_bare(fight, who) && !fight.one(who).prone;
    easy && bare && fight.turn.as_ref().is_some_and(|turn| turn.who == who && turn.is_fresh())
}

fn price_of_both(fight: &Fight, who: Who) -> Option<i16> {
    features::find(fight, who, Topic::Prices, |feature, _| match feature {
        Feature::BothMinors { energy } => Some(energy),
        _ => None,
    })
}

/// What a minor action costs in energy: the second one of a turn.
pub fn price_of_second(fight: &Fight, who: Who) -> i16 {
    let second = fight.turn.as_ref().is_some_and(|turn| turn.rapid || turn.set_up);
    if second { price_of_both(fight, who).unwrap_or(0) } else { 0 }
}

/// What something takes of a turn by its kind alone; nothing where it takes none of the actions, or where that depends on
/// who does it.
pub fn time_of(fight: &Fight, deed: Deed) -> Option<Time> {
    match deed {
        Deed::Use { ability, .. } => Some(fight.ability(ability).time()),
        Deed::Item { .. } | Deed::Throw(_) | Deed::ThrowTo(_) | Deed::Retrieve { .. } => Some(Time::Action),
        Deed::Speak { action: true } | Deed::Whisper { action: true, .. } => Some(Time::Action),
        Deed::Rapidly(_) | Deed::Speak { .. } | Deed::Whisper { .. } => Some(Time::Rapid),
        Deed::PrepareSpeech => Some(Time::Prepared),
        _ => None,
    }
}

fn both_minors(fight: &Fight, who: Who) -> bool {
    price_of_both(fight, who).is_some_and(|price| fight.one(who).energy >= price)
}

/// Whether there is energy for something that takes this time and so much energy, where a second minor action of the turn
/// costs some besides.
///
/// # Errors
/// The refusal.
pub fn affords_second(fight: &Fight, who: Who, time: Time, energy: impl FnOnce() -> i16) -> Result<(), Objection> {
    let second = if matches!(time, Time::Rapid | Time::Prepared) { price_of_second(fight, who) } else { 0 };
    if second == 0 {
        return Ok(());
    }
    let (wanted, there) = (energy() + second, fight.one(who).energy);
    if wanted > there {
        let why = "as a second minor action it costs {0} energy; there are {1}";
        return Err(Objection::new(&PRICE, why).with([wanted, there]));
    }
    Ok(())
}

/// Uses up what something takes of the turn, and pays for a second minor action. Something done after a Move ends the
/// Move.
#[inline]
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, time: Time) {
    if matches!(time, Time::Rapid | Time::Prepared) {
        let price = price_of_second(fight, who);
        abilities::pay_energy(fight, table, who, price);
    }
    let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == who) else { return };
    match time {
        Time::Action => turn.action = true,
        Time::Rapid => turn.rapid = true,
        Time::Prepared => turn.set_up = true,
        Time::FullTurn => turn.full = true,
        Time::Free | Time::Modification | Time::Passive => return,
    }
    if turn.moving {
        turn.moved = true;
    } else {
        turn.acted_first = true;
    }
}

/// Whether a Move may begin or go on by one's own feet or wings.
///
/// # Errors
/// The rule that forbids it.
pub fn may_move(fight: &Fight, who: Who, run: bool) -> Result<(), Objection> {
    match fight.one(who).rides {
        None => has_move(fight, who, run),
        Some(_) => Err(Objection::new(&mounted::UNDEFINED, "it goes where its mount goes, or gets off first")),
    }
}

/// Whether a Move is there to be used, be it to get up or to get off.
///
/// # Errors
/// The rule that forbids it.
pub fn has_move(fight: &Fight, who: Who, run: bool) -> Result<(), Objection> {
    let turn = turn_of(fight, who)?;
    let refuse = |rule, why: &'static str| Err(Objection::new(rule, why));
    let split = fight.house().split_move == SplitMove::Yes;
    if turn.full {
        return refuse(&FULL_TURN, "the whole turn has gone into a full-turn action");
    }
    if kept::holding(fight, who).is_some() {
        return refuse(&prone::STAY, "it holds somebody down");
    }
    if turn.steadied {
        return refuse(&crate::rules::weapons::UNSTEADY, "it has given up its Move to steady its aim");
    }
    if turn.moved && !split {
        return Err(Objection::new(&phases::ORDERED, "its Move is over: it has acted since"));
    }
    if !run {
        return Ok(());
    }
    if affected(fight, who, Status::Stunned) {
        return refuse(&statuses::STUNNED, "it is stunned and cannot run");
    }
    if turn.action || turn.rapid || turn.set_up {
        return refuse(&movement::RUN_NO_ACTIONS, "it has acted");
    }
    if !movement::may_run(fight, who) {
        return refuse(&movement::RUN_DISTANCE, "it is aloft");
    }
    Ok(())
}

/// `precision.multi-target`: the order in which several are rolled for, the nearest first if nobody minds.
///
/// # Errors
/// Halts with the table.
#[inline]
pub(crate) fn in_order<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    reached: &mut targets::Reached,
) -> Result<(), T::Halt> {
    let known = fight.ability(ability);
    // Round the user and straight through the order is given.
    let given = matches!(known.entry.aim, Aim::Ring { .. } | Aim::Through { .. });
    if reached.len() < 2 || known.against.is_none() || given {
        return Ok(());
    }
    fight.scratch.eligible.clear();
    fight.scratch.eligible.extend(reached.iter().copied());
    let answer = table.ask(fight, Ask::TargetOrder { who, ability })?;
    fight.scratch.eligible.clear();
    let picked = answer.picks().iter().filter_map(|act| if let Act::Who(who) = act { Some(*who) } else { None });
    *reached = picked.collect();
    Ok(())
}

/// `prepared.setup`: nothing happens yet.
pub(crate) fn set_up<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    (times, until_turn): (u8, bool),
) {
    fight.waiting = true;
    fight.one_mut(who).prepared = Some(Prepared { ability, times: times.max(1), until_turn });
    table.tell(|| {
        let text = format!("{} prepares {}", fight.label(who), fight.ability(ability).entry.name);
        let event = Event::new(&PREPARED_SETUP, text).by(who).and(&MINOR_KINDS).and(&MINOR_ONE).act();
        let event = shaped(fight, who, Time::Prepared, event);
        let weapon = fight.ability(ability).weapon.map(|weapon| fight.weapon(weapon).entry.hold);
        if weapon == Some(crate::book::Hold::Light) { event.and(&crate::rules::weapons::LIGHT) } else { event }
    });
}

/// `turn.shape.lock`: what is done first decides what may follow. Adds the rules of the turn's shape to what somebody
/// does on its turn, which has been spent already.
pub(crate) fn shaped(fight: &Fight, who: Who, time: Time, event: Event) -> Event {
    let Some(turn) = fight.turn.as_ref().filter(|turn| turn.who == who) else { return event };
    if time == Time::FullTurn {
        return event.and(&phases::LOCK);
    }
    let parts = [turn.action, turn.rapid, turn.set_up].into_iter().filter(|used| *used).count();
    if turn.acted_first && parts < 2 {
        return event.and(&phases::LOCK).and(&phases::SHAPE).and(&REGULAR);
    }
    let event = event.and(&phases::SHAPE);
    let event = if turn.moving { event.and(&phases::ORDERED) } else { event };
    match matches!(time, Time::Rapid | Time::Prepared) || parts > 1 {
        true => event.and(&phases::BLOCK_ORDER).and(&phases::BLOCK_WHOLE).and(&RAPID),
        false => event.and(&phases::LOCK),
    }
}

/// The rule that gives an ability its time.
pub fn rule_of(time: Time) -> &'static Rule {
    match time {
        Time::Rapid => &RAPID,
        Time::Prepared => &PREPARED_SETUP,
        Time::FullTurn => &FULL_TURN,
        _ => &REGULAR,
    }
}

/// Uses an ability on one's own turn; one that is prepared is only set up and paid for.
///
/// # Errors
/// Halts with the table.
#[inline(always)]
pub(crate) fn use_ability<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    ability: AbilityId,
    aim: Aimed,
) -> Result<(), T::Halt> {
    let time = fight.ability(ability).time();
    spend(fight, table, who, time);
    if time != Time::Prepared {
        return uses::carry_out(fight, table, who, ability, aim);
    }
    let mods = abilities::take_pending(fight, who);
    let (energy, health) = abilities::price(fight, who, ability, &mods, 1);
    let (mut times, mut until_turn) = (1, false);
    for modifies in mods.iter().filter_map(|id| fight.ability(*id).entry.modifies) {
        times = times.max(modifies.triggers);
        until_turn |= modifies.lasts_longer;
    }
    set_up(fight, table, who, ability, (times, until_turn));
    abilities::pay_energy(fight, table, who, energy);
    abilities::pay_health(fight, table, who, health)
}

/// `prepared.lasts`: at the end of the round what has been prepared lapses.
pub(crate) fn lapse<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    if !fight.waiting {
        return;
    }
    for who in fight.everyone() {
        if let Some(prepared) = fight.one(who).prepared.filter(|prepared| !prepared.until_turn) {
            fight.one_mut(who).prepared = None;
            tell_lapse(fight, table, who, prepared.ability);
        }
    }
    fight.waiting = fight.cast.iter().any(|one| one.prepared.is_some());
}

/// What was prepared until one's own turn lapses there.
pub(crate) fn lapse_own<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let lapsed = fight.one_mut(who).prepared.take();
    if let Some(prepared) = lapsed {
        tell_lapse(fight, table, who, prepared.ability);
    }
}

fn tell_lapse<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, ability: AbilityId) {
    table.tell(|| {
        let text = format!("{} of {} lapses", fight.ability(ability).entry.name, fight.label(who));
        Event::new(&LASTS, text).by(who).upkeep()
    });
}
