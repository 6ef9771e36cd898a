//! Readied actions: what is readied, what sets it off, and how it rewrites the order of turns.

mod answers;
mod triggers;

use std::ops::Range;

use quintain_engine::{Answer, Event, EventId, Refusal, Table, Who};
use quintain_field::Square;

use crate::content::{IntentLocked, MayHold, Role, Time};
use crate::rules::powers::uses;
use crate::rules::{actions, basics, challenges, daze, defence, delaying, ranged, wording};
use crate::state::{Act, Ask, Deed, Fight, Happened, Readied, Trigger, Use, Wanted, What, Whose, yes};

pub(crate) use answers::{answers_on, may_be_answered};

quintain_engine::section! {
    "Readied actions";
    ALLOWED = Choice "ready.allowed": "Besides delaying, one may ready an action in one's turn.",
        ruling "It takes the standard action and ends the turn.";
    ONE = Choice "ready.one-action": "Exactly one combat action is readied.",
        ruling "A standard, free or ongoing action; no upcoming one, no delay, no other readied action.";
    TRIGGER = Gm "ready.trigger": "One says what sets it off: anything that may happen in the game's world.",
        ruling "What is put in words of one's own has not happened unless the game master says so.";
    SOON = Engine "ready.fires-as-soon": "The readied action happens as soon as its trigger has happened.",
        ruling "It must; where it is impossible at that moment it is lost, and the order stays.", house "ready.may-hold";
    AFTER = Engine "ready.after-trigger": "It always comes after the whole trigger, never before it or instead of it.";
    AWARE = Gm "ready.awareness": "It needs the character to become aware of the trigger.",
        ruling "It is aware of what happens in its own location and in those that it sees; else the action stays readied.";
    ANYWHERE = Engine "ready.interrupts-anywhere": "It may come at any point of another's turn, which is suspended and then goes on.",
        ruling "Between steps: a border, an attack roll with all that follows, an item, an effect.";
    REORDER = Engine "ready.reorder": "The place of the one who readied moves to directly before the one who set it off.",
        ruling "That is the character whose act it was, even outside of its turn; without one, the one whose turn it is.";
    NO_EXTRA = Engine "ready.no-extra-turn": "The one who moved has no further turn in this round; a turn it has not had is gone.";
    RESUME = Engine "ready.resume": "Then the interrupted turn goes on with whatever is still possible.";
    EXPIRES = Engine "ready.expires": "If it has not happened by the next turn of the one who readied, the action is lost and the order stays.";
    KINDS = Choice "ready.event-vs-intent": "A trigger is either something that happens or something that somebody intends.";
    EVENT = Engine "ready.event": "What happens is carried out in full before the readied action comes.";
    INTENT = Engine "ready.intent": "What is intended has to be seen coming.";
    HIDE = Engine "ready.intent.hide-roll": "Whoever declares the act that is watched for rolls Persuasion to hide it.",
        ruling "Each time it is declared.";
    SPOT = Choice "ready.intent.spot-roll": "The one who readied may roll Insight, and sees it with an equal or higher result.";
    PASS = Engine "ready.intent.pass": "Seen, the readied action comes before the act begins.",
        ruling "The act has cost nothing yet; its owner may go on, change its mind or be unable.", house "ready.intent-locked";
    FAIL = Engine "ready.intent.fail": "Not seen, it comes after the act, as for an event.",
        ruling "So it is with characters that cannot be perceived.";
}

pub(crate) fn anybody(fight: &Fight) -> bool {
    fight.cast.iter().any(|one| one.readied.is_some())
}

/// Notes what has happened for those who wait for it.
pub(crate) fn note(fight: &mut Fight, happened: Happened) {
    if anybody(fight) {
        let cause = fight.acting.or(fight.turn.who);
        fight.noted.push((happened, cause));
    }
}

/// Those with a readied action that fits, in the order of initiative.
fn waiting(fight: &mut Fight, fits: impl Fn(&Fight, Who, &Readied) -> bool) -> Range<usize> {
    fight.list(|fight, list| {
        let waits = |who: &Who| fight.one(*who).readied.as_ref().is_some_and(|readied| fits(fight, *who, readied));
        list.extend(fight.order.iter().copied().filter(waits));
    })
}

/// Readied actions whose trigger has happened since the last time.
pub(crate) fn run<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    if !anybody(fight) {
        fight.noted.truncate(fight.heard);
        return Ok(());
    }
    // What is noted from here on is for those runs that are nested in this one, or for the next.
    let noted = fight.heard..fight.noted.len();
    fight.heard = noted.end;
    // All that one step has brought about is one moment: the answers come in the order of initiative.
    let those = waiting(fight, |fight, who, readied| {
        let meets = |(happened, _): &(Happened, Option<Who>)| triggers::is_met(fight, who, &readied.trigger, *happened);
        fight.noted[noted.clone()].iter().any(meets)
    });
    for place in those.clone() {
        let who = fight.lists[place];
        for place in noted.clone() {
            let (happened, cause) = fight.noted[place];
            let still =
                fight.one(who).readied.is_some_and(|readied| triggers::is_met(fight, who, &readied.trigger, happened));
            if still && cause != Some(who) {
                let subject = happened.subject();
                let struck = matches!(happened, Happened::Attacked { whom, .. } if whom == who);
                let places = triggers::places_of(fight, happened);
                let cause = cause.unwrap_or(subject);
                fire(fight, table, who, Cause { subject, cause, struck, intended: false, places })?;
            }
        }
    }
    fight.done(those);
    fight.heard = noted.start;
    fight.noted.drain(noted);
    in_words(fight, table)
}

/// Triggers in the player's own words: the game master says when they have happened.
fn in_words<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let Some(cause) = fight.acting.or(fight.turn.who) else { return Ok(()) };
    let those = waiting(fight, |_, who, readied| readied.trigger.what == What::Other && who != cause);
    for place in those.clone() {
        let who = fight.lists[place];
        if yes(fight, table, Ask::Fires { who })? && fight.one(who).readied.is_some() {
            fire(fight, table, who, Cause { subject: cause, cause, struck: true, intended: false, places: [None; 2] })?;
        }
    }
    fight.done(those);
    Ok(())
}

/// What has set a readied action off.
#[derive(Clone, Copy, Debug)]
struct Cause {
    /// Whom the trigger is about.
    subject: Who,
    /// Whose act it was.
    cause: Who,
    /// No question of being aware: it struck the one who waits.
    struck: bool,
    /// It is only intended yet.
    intended: bool,
    /// Where it has happened: where the one it is about is, the location left, or both ends of an attack.
    places: [Option<Square>; 2],
}

fn is_able(fight: &Fight, who: Who) -> bool {
    is_awake(fight, who) && !defence::is_trussed(fight, who)
}

/// Whether a combatant is in its senses: bound hand and foot it still is.
fn is_awake(fight: &Fight, who: Who) -> bool {
    fight.present(who) && !fight.one(who).unconscious && !daze::is_dazed(fight, who) && fight.outcome.is_none()
}

/// A readied action comes. True if it was carried out.
fn fire<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Cause) -> Result<bool, T::Halt> {
    if !is_awake(fight, who) {
        return Ok(false);
    }
    if !by.struck && !by.intended {
        let seen = by.places.iter().flatten().any(|at| ranged::sees(fight, who, *at));
        if !yes(fight, table, Ask::Aware { who, of: by.subject, seen })? {
            table.tell(|| {
                fight.event(&AWARE, who, format_args!("does not notice {}", fight.label(by.subject))).to(by.subject)
            });
            return Ok(false);
        }
    }
    if fight.house().may_hold == MayHold::Yes && !yes(fight, table, Ask::Hold { who, at: by.subject })? {
        return Ok(false);
    }
    let Some(readied) = fight.one(who).readied.filter(|_| is_awake(fight, who)) else { return Ok(false) };
    let deed = if readied.at_trigger { aimed(readied.deed, target(fight, who, by)) } else { readied.deed };
    fight.one_mut(who).readied = None;
    if let Err(refusal) = actions::possible(fight, who, deed) {
        table.tell(|| {
            let event = fight
                .event(&SOON, who, format_args!("cannot carry out the readied action: {}", refusal.why))
                .and(refusal.rule);
            if by.intended { event } else { event.and(&AFTER) }
        });
        return Ok(false);
    }
    delaying::shift_before(fight, who, by.cause);
    let told = told(fight, table, who, deed, by);
    let before = fight.cause.replace(told);
    let acting = fight.acting.replace(who);
    fight.depth = fight.depth.saturating_add(1);
    let took_place = actions::perform(fight, table, who, deed)?;
    fight.one_mut(who).ongoing |= took_place && actions::is_ongoing(fight, who, deed);
    run(fight, table)?;
    fight.depth = fight.depth.saturating_sub(1);
    fight.acting = acting;
    fight.cause = before;
    basics::check(fight, table)?;
    let resumed = fight.turn.who.filter(|one| *one != who && !by.intended && is_able(fight, *one) && !fight.turn.ended);
    if let Some(one) = resumed {
        table.tell(|| Event::new(&RESUME, format!("The turn of {} goes on", fight.label(one))).by(one).because(told));
    }
    Ok(true)
}

/// The target of an action that goes at its trigger: the combatant it is about, or the one that acted if that is a friend.
fn target(fight: &Fight, who: Who, by: Cause) -> Who {
    if by.subject == who || (!fight.foes(who, by.subject) && fight.foes(who, by.cause)) { by.cause } else { by.subject }
}

pub(crate) fn aimed(deed: Deed, at: Who) -> Deed {
    match deed {
        Deed::Attack { with, .. } => Deed::Attack { at, with },
        Deed::Charge { to, with, .. } => Deed::Charge { to, at, with },
        Deed::StepInto { .. } => Deed::StepInto { whom: at },
        Deed::Give { what, .. } => Deed::Give { what, to: at },
        Deed::Power(Use::Power { place, at: Some(_) }) => Deed::Power(Use::Power { place, at: Some(at) }),
        Deed::Power(Use::Attack { with, .. }) => Deed::Power(Use::Attack { with, at }),
        other => other,
    }
}

fn told<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, deed: Deed, by: Cause) -> EventId {
    let own = fight.turn.who == Some(by.cause);
    let told = table.tell(|| {
        let text =
            format!("{} carries out the readied action: {}", fight.label(who), wording::text(fight, who, deed, None));
        let event = fight.caused(Event::new(&SOON, text).and(&AWARE).and(&KINDS).by(who).to(by.cause).answer());
        let event = if own { event.and(&ANYWHERE) } else { event };
        if by.intended { event.and(&PASS).and(&INTENT) } else { event.and(&AFTER).and(&EVENT) }
    });
    table.tell(|| {
        let names: Vec<&str> = fight.order.iter().map(|known| fight.label(*known)).collect();
        let text =
            format!("{} moves before {} in the order: {}", fight.label(who), fight.label(by.cause), names.join(", "));
        Event::new(&REORDER, text).and(&NO_EXTRA).and(&basics::ORDER_SOURCE).by(who).to(by.cause).because(told)
    });
    told
}

/// Something is about to be done that others may wait for. False if it does not take place.
pub(crate) fn wants<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    by: Who,
    wanted: Wanted,
) -> Result<bool, T::Halt> {
    if !anybody(fight) {
        return Ok(true);
    }
    let watches = |fight: &Fight, who: Who, readied: &Readied| {
        triggers::is_wanted(fight, who, &readied.trigger, by, wanted)
            && is_able(fight, who)
            && ranged::sees(fight, who, fight.one(by).at)
    };
    let those = waiting(fight, watches);
    if those.is_empty() {
        fight.done(those);
        return Ok(true);
    }
    let challenge = challenges::of_role(fight, table, by, Role::Persuade)?;
    let hidden = challenges::roll(fight, table, &challenge, &HIDE, "hiding the intention", None)?;
    let mut seen = false;
    for place in those.clone() {
        // A combatant that an answer has felled or dazed intends nothing any more.
        if !is_able(fight, by) {
            break;
        }
        let who = fight.lists[place];
        if fight.one(who).readied.is_none() || !yes(fight, table, Ask::Spot { who, of: by })? {
            continue;
        }
        let challenge = challenges::of_role(fight, table, who, Role::Discern)?;
        let spotted = challenges::roll(fight, table, &challenge, &SPOT, "seeing the intention", Some(by))?;
        let sees = !spotted.failed && (hidden.failed || spotted.result >= hidden.result);
        table.tell(|| {
            let does = if sees { "sees" } else { "does not see" };
            let text = format!("{} {does} what {} is about to do", fight.label(who), fight.label(by));
            let rule = if sees { &PASS } else { &FAIL };
            let event = Event::new(rule, text).and(&INTENT).and(&KINDS).and(&challenges::VERSUS_ROLL).by(who).to(by);
            event.total(spotted.result.into()).against("hidden by", hidden.result.into())
        });
        if sees {
            let cause = Cause { subject: by, cause: by, struck: false, intended: true, places: [None; 2] };
            seen |= fire(fight, table, who, cause)?;
        }
    }
    fight.done(those);
    if !seen {
        return Ok(true);
    }
    let able = is_able(fight, by) && !(fight.turn.who == Some(by) && fight.turn.ended);
    let goes_on =
        able && (fight.house().intent_locked == IntentLocked::Yes || yes(fight, table, Ask::GoOn { who: by })?);
    table.tell(|| {
        let does = if goes_on { "goes on" } else { "does not go on" };
        Event::new(&RESUME, format!("{} {does}", fight.label(by))).by(by)
    });
    Ok(goes_on && is_able(fight, by))
}

/// Readies an action: which, at whom, and what sets it off. False if nothing came of it.
pub(crate) fn ready<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let Some(Act::Readied { deed, at_trigger }) = table.choose(fight, Ask::Ready { who })? else { return Ok(false) };
    let Some(Act::What(what)) = table.choose(fight, Ask::Trigger { who })? else { return Ok(false) };
    let mut trigger = Trigger { what, whose: Whose::Anyone, victim: Whose::Anyone, place: None };
    if what == What::Other
        && let Answer::Text(words) = table.ask(fight, Ask::Words { who })?
        && !words.trim().is_empty()
    {
        table.tell(|| {
            let event = Event::new(&TRIGGER, format!("{} waits for this: {}", fight.label(who), words.trim())).by(who);
            event.publicly(format!("{} waits for something", fight.label(who)))
        });
    }
    if what != What::Other
        && let Some(Act::Whose(whose)) = table.choose(fight, Ask::Whose { who, what })?
    {
        trigger.whose = whose;
    }
    if matches!(what, What::Attacks | What::Wants)
        && let Some(Act::Whose(victim)) = table.choose(fight, Ask::Victim { who, what })?
    {
        trigger.victim = victim;
    }
    if what.has_place()
        && let Some(Act::Square(place)) = table.choose(fight, Ask::Place { who, what })?
    {
        trigger.place = Some(place);
    }
    if !is_able(fight, who) || (fight.turn.who == Some(who) && fight.turn.ended) {
        return Ok(false);
    }
    fight.one_mut(who).readied = Some(Readied { deed, at_trigger, trigger });
    table.tell(|| {
        let text = format!(
            "{} readies: {}",
            fight.label(who),
            readied_text(fight, who, &Readied { deed, at_trigger, trigger })
        );
        let event = Event::new(&ALLOWED, text).and(&ONE).and(&TRIGGER).and(&KINDS);
        let event = actions::act_of(fight, who, event).publicly(format!("{} readies an action", fight.label(who)));
        if what.is_intent() { event.and(&INTENT) } else { event.and(&EVENT) }
    });
    Ok(true)
}

pub(crate) fn readied_text(fight: &Fight, who: Who, readied: &Readied) -> String {
    let at = readied.at_trigger.then_some(AT_TRIGGER);
    let trigger = &readied.trigger;
    let whose = |whose: Whose| match whose {
        Whose::Foe => "any foe".to_owned(),
        Whose::Anyone => "anyone".to_owned(),
        Whose::One(one) => fight.label(one).to_owned(),
    };
    let deed = wording::text(fight, who, readied.deed, at);
    if trigger.what == What::Other {
        return format!("{deed}, as soon as what it waits for happens");
    }
    let mut text = format!("{deed}, as soon as {} {}", whose(trigger.whose), trigger.what.words());
    if matches!(trigger.what, What::Attacks | What::Wants) {
        text = format!("{text} ({})", whose(trigger.victim));
    }
    match trigger.place {
        Some(place) => format!("{text} {place}"),
        None => text,
    }
}

/// What options call the combatant that sets the action off.
pub(crate) const AT_TRIGGER: &str = "whoever it is";

pub(crate) fn may_ready(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    match deed {
        Deed::Ready | Deed::End | Deed::Aim => Err(Refusal::new(&ONE, "this cannot be readied")),
        Deed::Power(used) if uses::time(fight, who, used) == Time::Upcoming => {
            Err(Refusal::new(&ONE, "upcoming actions cannot be readied"))
        }
        _ => Ok(()),
    }
}

/// The slot comes up: what is still readied is lost.
pub(crate) fn expires<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one_mut(who).readied.take().is_some() {
        table.tell(|| {
            Event::new(&EXPIRES, format!("The readied action of {} is lost", fight.label(who))).by(who).upkeep()
        });
    }
}
