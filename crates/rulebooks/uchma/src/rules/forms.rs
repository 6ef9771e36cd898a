//! Transforming, and leaving the map for a while.

use quintain_engine::{Event, Table, Who};

use crate::ask::{self, Ask};
use crate::book::{DamageKind, Event as Happens, Passage, Topic, Transform};
use crate::combatant::{Away, Before};
use crate::content::ability_of;
use crate::fight::Fight;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{self, Job};
use crate::rules::{abilities, death, features, kept, movement};

quintain_engine::section! {
    "Transforming";
    ABILITIES = Engine "form.abilities": "In a form only its own abilities can be used.";
    STATS = Engine "form.stats": "Health, speed, level, P, C, resistances and armour are the form's.";
    EFFECTS_STAY = Engine "form.effects-stay": "What lasts on a creature stays and goes on.";
    RETURN = Engine "form.return-health": "Back again, health is what it was before, whatever happened to the form.";
    ZERO = Engine "form.zero-no-break": "Health below 0 does not end a form; the ordinary rules of death hold for it.", ruling "Dead in the form is dead.";
    UNWILLING = Engine "form.unwilling-own-turn": "Whoever is transformed against its will on its own turn loses the rest of it.";
    NO_ROOM = Engine "form.no-room": "A form without room fails and costs 5 damage that ignores armour.";
}

/// Somebody becomes something else.
///
/// # Errors
/// Halts with the table.
pub(crate) fn transform<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    form: Transform,
    whom: Who,
) -> Result<(), T::Halt> {
    let Some(template) = form.into.place() else { return Ok(()) };
    if fight.one(whom).before.is_some() {
        return go_back(fight, table, whom);
    }
    let (width, depth) = fight.setting.content.templates[template].size;
    let body = quintain_field::Footprint::new(width, depth).at(fight.one(whom).at);
    let new = &fight.setting.content.templates[template];
    let flies = new.flies.is_some() && !new.grounded;
    let altitude = if flies { fight.one(whom).altitude.max(1) } else { 0 };
    if !fight.setting.map.has_room(body) || !movement::is_free(fight, whom, body, altitude) {
        let cause = table
            .tell(|| Event::new(&NO_ROOM, format!("there is no room for the form of {}", fight.label(whom))).to(whom));
        let packet =
            Packet { cause: Some(cause), ..Packet::new(whom, 5, DamageKind::ArmorIgnoring, "the failed form") };
        damage::deal(fight, table, packet)?;
        return Ok(());
    }
    let left = form.lasts.map(|lasts| fight.value(lasts, job.with).max(1) as u16);
    let (order, owner) = (fight.stamp(), job.by);
    let one = fight.one(whom);
    let high = one.altitude;
    let before =
        Before { template: one.template, health: one.health, most: one.most, own: one.own, left, owner, order };
    wear(fight, whom, template as u16);
    fight.one_mut(whom).before = Some(before);
    fight.one_mut(whom).altitude = altitude;
    table.tell(|| {
        let text = format!("{} becomes a {}", fight.label(whom), fight.template(whom).name);
        Event::new(&STATS, text).by(job.by).to(whom).and(&ABILITIES).and(&EFFECTS_STAY)
    });
    if job.by != whom {
        end_turn_of(fight, table, whom);
    }
    match flies {
        true => Ok(()),
        // Its wings are gone.
        false => super::falling::fall(fight, table, whom, high),
    }
}

/// The numbers of a template are somebody's.
fn wear(fight: &mut Fight, whom: Who, template: u16) {
    let form = &fight.setting.content.templates[usize::from(template)];
    let (own, health) = (form.own, form.health);
    let mut one = fight.one_mut(whom);
    one.template = template;
    one.own = own;
    one.health = health;
    one.most = health;
    one.prepared = None;
}

/// `form.unwilling-own-turn`.
fn end_turn_of<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) {
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == whom) {
        turn.over = true;
        table.tell(|| Event::new(&UNWILLING, format!("the turn of {} is over", fight.label(whom))).to(whom));
    }
}

/// `form.return-health`: back to what it was.
///
/// # Errors
/// Halts with the table.
pub(crate) fn go_back<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let Some(before) = fight.one(whom).before else { return Ok(()) };
    let mut one = fight.one_mut(whom);
    one.template = before.template;
    one.own = before.own;
    one.health = before.health;
    one.most = before.most;
    one.before = None;
    drop(one);
    let event = table.tell(|| {
        let text = format!("{} is itself again with {} health", fight.label(whom), before.health);
        let event = Event::new(&RETURN, text).to(whom);
        if before.left == Some(0) { event.and(&super::durations::ROUNDS) } else { event }
    });
    if fight.one(whom).unconscious && fight.one(whom).health >= 1 {
        // What was unconscious was the form.
        death::wake(fight, table, whom);
    }
    if fight.template(whom).flies.is_none() && fight.one(whom).altitude > 0 {
        let metres = fight.one(whom).altitude;
        fight.one_mut(whom).altitude = 0;
        super::falling::fall(fight, table, whom, metres)?;
    }
    if fight.one(whom).health < 1 {
        // The form has put off what its wounds come to, and not healed them.
        death::wounded(fight, table, whom, None, 0, event)?;
    }
    Ok(())
}

/// What comes by itself when health falls low: a form that saves.
///
/// # Errors
/// Halts with the table.
pub(crate) fn in_need<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    before: i16,
) -> Result<(), T::Halt> {
    if features::none(fight, whom, Topic::Events) {
        return Ok(());
    }
    let now = fight.one(whom).health;
    let low = |event: Happens| matches!(event, Happens::FallsBelow(limit) if before >= limit && now < limit);
    if fight.one(whom).before.is_some() {
        return Ok(());
    }
    for (does, source) in features::awaiting(fight, whom, low) {
        let Some(does) = ability_of(does).filter(|does| abilities::still_usable(fight, whom, *does)) else { continue };
        let job = Job::new(fight, whom, does).with(source.with);
        effects::on_one(fight, table, &job, whom)?;
    }
    Ok(())
}

/// Off the map for a while.
pub(crate) fn send_away<T: Table<Fight>>(fight: &mut Fight, table: &mut T, job: &Job, passage: Passage, whom: Who) {
    let left = fight.value(passage.rounds, job.with).max(1) as u16;
    let back = passage.back.and_then(ability_of);
    fight.one_mut(whom).away = Some(Away { left, owner: job.by, back, may_be_ended: passage.may_be_ended });
    fight.one_mut(whom).prepared = None;
    // From there it can neither keep anything up nor hold anybody down.
    kept::interrupted(fight, table, whom);
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == whom) {
        turn.over = true;
    }
    table.tell(|| {
        let text = format!("{} is off the map for {left} round{}", fight.label(whom), if left == 1 { "" } else { "s" });
        Event::new(&super::durations::ROUNDS, text).by(job.by).to(whom)
    });
}

/// Whether somebody is in another form.
pub fn transformed(fight: &Fight, who: Who) -> bool {
    fight.one(who).before.is_some()
}

/// What is due at the start of a turn: health that comes back, passages that end.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    pay_back(fight, table, who);
    tick(fight, table, who)
}

/// One round of a form is over; with the last one its bearer is itself again.
///
/// # Errors
/// Halts with the table.
pub(crate) fn spend<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let mut one = fight.one_mut(whom);
    let Some(left) = one.before.as_mut().and_then(|before| before.left.as_mut()) else { return Ok(()) };
    *left = left.saturating_sub(1);
    let over = *left == 0;
    drop(one);
    if over { go_back(fight, table, whom) } else { Ok(()) }
}

/// Rounds of passages, at the start of their owner's turn.
///
/// # Errors
/// Halts with the table.
fn tick<T: Table<Fight>>(fight: &mut Fight, table: &mut T, owner: Who) -> Result<(), T::Halt> {
    for whom in fight.everyone() {
        let mut one = fight.one_mut(whom);
        let Some(away) = one.away.as_mut().filter(|away| away.owner == owner) else { continue };
        away.left = away.left.saturating_sub(1);
        let (left, may_be_ended) = (away.left, away.may_be_ended);
        drop(one);
        if left == 0 || (may_be_ended && ask::yes(fight, table, Ask::Recall { who: owner, whom })?) {
            come_back(fight, table, whom)?;
        }
    }
    Ok(())
}

/// Back on the map, in the square it left or the next free one.
///
/// # Errors
/// Halts with the table.
fn come_back<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who) -> Result<(), T::Halt> {
    let Some(away) = fight.one_mut(whom).away.take() else { return Ok(()) };
    if !movement::is_free(fight, whom, fight.body(whom), fight.one(whom).altitude)
        && let Some(free) = super::summoning::free_beside(fight, fight.one(whom).template, whom)
    {
        fight.one_mut(whom).at = free;
    }
    table.tell(|| {
        let text = format!("{} is back at {}", fight.label(whom), fight.one(whom).at);
        Event::new(&super::durations::ROUNDS, text).to(whom)
    });
    if let Some(back) = away.back {
        effects::on_one(fight, table, &Job::new(fight, away.owner, back), whom)?;
    }
    Ok(())
}

/// Health that a pain illusion took comes back.
fn pay_back<T: Table<Fight>>(fight: &mut Fight, table: &mut T, owner: Who) {
    for whom in fight.everyone() {
        let Some((by, health)) = fight.one(whom).owed.filter(|(by, _)| *by == owner) else { continue };
        let _ = by;
        fight.one_mut(whom).owed = None;
        if fight.one(whom).out.is_none() {
            death::heal(fight, table, whom, health);
        }
    }
}
