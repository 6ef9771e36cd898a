//! Held Actions: paid now, carried out when their trigger comes.

use quintain_engine::{Event, Table, Who, section};

use crate::ask::{Act, Ask, Deed, Moment, Reaction};
use crate::combatant::{HeldAction, Kind, Signal};
use crate::fight::{Came, Fight};
use crate::house::HeldPenalty;
use crate::rules::{abilities, action_points, hide, options, penalty, reactions, weapons};
use crate::story::Told;

section! {
    "Held Actions";
    DECLARE = Choice "held.declare": "In one's turn one may hold an Action, naming it.";
    PAY_NOW = Engine "held.pay-now": "Its AP are paid at once.";
    MCP_CARRIES = Engine "held.mcp-carries": "The penalty that the turn has built up goes with it.",
        ruling "Checks made later in the same turn count, too; of several Held Actions each later one counts those before.", house "held-penalty";
    TRIGGER = Choice "held.trigger": "Its trigger is an event that can be seen: who, and what.";
    TRIGGER_FIXED = Engine "held.trigger-fixed": "Neither trigger nor Action can be changed.";
    WINDOW = Engine "held.window": "It can be carried out until one's next turn starts.";
    FIRE = Choice "held.fire": "When the trigger comes one may carry it out; declining keeps it.", ruling "While something hinders it, it stays held.";
    INTERRUPT = Engine "held.interrupt": "It comes before the event is done; after it where the event is the end of something.";
    EXTRA_COSTS = Engine "held.extra-costs": "Other costs than its AP are paid when it is carried out.";
    LOST = Engine "held.lost": "When one's next turn starts it is gone, and its AP with it.";
    IS_REACTION = Engine "held.is-reaction": "It is one's Reaction to that trigger.";
}

/// Holds an Action: which, and for what.
///
/// # Errors
/// Halts with the table.
pub(crate) fn hold<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(Act::Deed(deed)) = table.choose(fight, Ask::Hold { who })? else { return Ok(()) };
    if !options::holdable(fight, who, deed) && options::may(fight, who, deed).is_err() {
        return Ok(());
    }
    let Some(Act::Signal(signal)) = table.choose(fight, Ask::Signal { who, deed })? else { return Ok(()) };
    action_points::pay(fight, table, who, options::ap_of(fight, who, deed), &PAY_NOW);
    let kind = options::kind_of(fight, who, deed);
    let before = fight.one(who).held.iter().filter(|held| options::kind_of(fight, who, held.deed) == kind).count();
    let counted = kind.map_or(0, |kind: Kind| penalty::due(fight, who, kind));
    let due = counted + before as u8;
    if matches!(deed, Deed::Stride(_)) {
        // It counts as one of the Moves of the round from now on.
        let mut one = fight.one_mut(who);
        one.moves = one.moves.saturating_add(1);
    }
    fight.one_mut(who).held.push(HeldAction { deed, signal, penalty: due, counted });
    table.tell(|| {
        let what = options::deed_text(fight, who, deed);
        let text = format!("{} waits until {}: {what}", fight.label(who), signal_text(fight, signal));
        let event = Event::new(&DECLARE, text).by(who).act_of(fight).and(&TRIGGER).and(&TRIGGER_FIXED).and(&WINDOW);
        let event = event.publicly(format!("{} holds an Action", fight.label(who)));
        if due > 0 { event.and(&MCP_CARRIES) } else { event }
    });
    Ok(())
}

/// A trigger in words.
pub fn signal_text(fight: &Fight, signal: Signal) -> String {
    match signal.words() {
        (_, words, Some(who)) => format!("{} {words}", fight.label(who)),
        (_, words, None) => words.to_owned(),
    }
}

/// Whether a Held Action answers this moment and can be carried out now.
pub fn fires(fight: &Fight, who: Who, place: usize, moment: Moment, by: Who) -> bool {
    let Some(held) = fight.one(who).held.get(place) else { return false };
    let suits = match (held.signal, moment) {
        (Signal::Nears(whom), Moment::Moved) => {
            let near = near(fight, who, held.deed);
            let before = |came: Came| fight.distance_above(by, came.from, came.height, who) <= near;
            whom == by && fight.distance(who, by) <= near && !fight.came.is_some_and(before)
        }
        (Signal::Moves(whom), Moment::Moved) => whom == by && fight.came.is_none_or(|came| came.own),
        (Signal::Leaves(whom), Moment::Provoked) => {
            let near = near(fight, who, held.deed);
            let gone = |step: crate::fight::Leaving| fight.distance_above(by, step.to, step.height, who) > near;
            whom == by && fight.distance(who, by) <= near && fight.leaving.is_some_and(gone)
        }
        (Signal::Attacks(whom), Moment::Targeted | Moment::Grappling | Moment::Disarming) => whom == by,
        (Signal::Casts(whom), Moment::Casting) => whom == by,
        (Signal::Ends(whom), Moment::Ended) => whom == by,
        (Signal::Acts(whom), Moment::Acted) => whom == by,
        (Signal::Uses(whom), Moment::Uses) => whom == by,
        (Signal::Changes, Moment::Changed) | (Signal::Word, Moment::Word) => true,
        _ => false,
    };
    suits
        && observed(fight, who, held.signal, by)
        && aimed(fight, who, held.deed)
        && options::possible(fight, who, held.deed).is_ok()
}

/// Whether somebody can tell that what it waits for has come: what the Hidden do is neither seen nor heard. That a turn
/// is over, everybody knows.
fn observed(fight: &Fight, who: Who, signal: Signal, by: Who) -> bool {
    matches!(signal, Signal::Changes | Signal::Word | Signal::Ends(_)) || !hide::hidden_from(fight, by, who)
}

/// Whether a spell that is held still finds its target; asked first, because it needs no words.
fn aimed(fight: &Fight, who: Who, deed: Deed) -> bool {
    !matches!(deed, Deed::Cast { ability, at, .. } if !abilities::can_aim(fight, who, ability, at))
}

/// How near is near: the reach of the attack that is held.
pub fn near(fight: &Fight, who: Who, deed: Deed) -> i16 {
    match deed {
        Deed::Attack { with, .. } => {
            let weapon = fight.weapon(weapons::used(fight, who, with));
            if weapon.range.is_none() { weapons::reach(fight, who, weapon).max(1) } else { 1 }
        }
        _ => 1,
    }
}

/// A creature waits for something that only the game master can tell: has it come with what `by` has just done?
///
/// # Errors
/// Halts with the table.
pub(crate) fn listen<T: Table<Fight>>(fight: &mut Fight, table: &mut T, by: Who) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let waits = |place: &usize| fires(fight, who, *place, Moment::Word, by);
        let waiting = (0..fight.one(who).held.len()).any(|place| waits(&place));
        if who == by || !waiting || reactions::may_react(fight, who).is_err() {
            continue;
        }
        let called = crate::ask::yes(fight, table, Ask::Calls { who })?;
        if !crate::ask::yes(fight, table, Ask::Comes { who, called })? {
            continue;
        }
        match (0..fight.one(who).held.len()).find(|place| fires(fight, who, *place, Moment::Word, by)) {
            // A creature that has said that it acts now is not asked again whether it does.
            Some(place) if called => {
                reactions::act_upon(fight, table, who, Reaction::Held(place as u8), by)?;
            }
            _ => {
                reactions::answer(fight, table, who, Moment::Word, by)?;
            }
        }
    }
    Ok(())
}

/// Carries a Held Action out.
///
/// # Errors
/// Halts with the table.
pub(crate) fn fire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, place: usize) -> Result<(), T::Halt> {
    if place >= fight.one(who).held.len() {
        return Ok(());
    }
    let held = fight.one_mut(who).held.remove(place);
    let told = table.tell(|| {
        let text = format!("{} has waited for this: {}", fight.label(who), options::deed_text(fight, who, held.deed));
        let event = reactions::as_answer(fight, Event::new(&FIRE, text).by(who))
            .and(&INTERRUPT)
            .and(&IS_REACTION)
            .and(&EXTRA_COSTS);
        if held.penalty > 0 { event.and(&MCP_CARRIES) } else { event }
    });
    let kind = options::kind_of(fight, who, held.deed);
    let before = fight.carried_penalty.replace((who, kind, held.penalty));
    let leaving = fight.leaving.take();
    let advance = if crate::rules::deeds::pays_itself(held.deed) { options::ap_of(fight, who, held.deed) } else { 0 };
    let paid = fight.prepaid.replace((who, advance));
    let outer = fight.cause.replace(told);
    crate::rules::deeds::carry_out(fight, table, who, held.deed, true)?;
    fight.cause = outer;
    fight.prepaid = paid;
    fight.carried_penalty = before;
    fight.leaving = leaving;
    Ok(())
}

/// The turn in which something was held is over: the Checks that were made after it count, too.
pub(crate) fn turn_end(fight: &mut Fight, who: Who) {
    if fight.house().held_penalty == HeldPenalty::SoFar {
        return;
    }
    for place in 0..fight.one(who).held.len() {
        let held = fight.one(who).held[place];
        let due = options::kind_of(fight, who, held.deed).map_or(0, |kind| penalty::due(fight, who, kind));
        let more = due.saturating_sub(held.counted);
        let held = &mut fight.one_mut(who).held[place];
        held.penalty = held.penalty.saturating_add(more);
        held.counted = due;
    }
}

/// `held.lost`: what is still held when one's turn starts is gone.
pub(crate) fn expire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).held.is_empty() {
        return;
    }
    fight.one_mut(who).held.clear();
    table.tell(|| {
        let text = format!("{} has waited in vain", fight.label(who));
        Event::new(&LOST, text).by(who).and(&reactions::NOT_EARLY).upkeep()
    });
}
