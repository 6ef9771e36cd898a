//! Transforming, and leaving the map for a while.

use quintain_engine::{Event, Table, Who};

use crate::ask::{self, Ask};
use crate::book::{DamageKind, Event as Happens, Passage, Topic, Transform};
use crate::combatant::{Away, Before};
use crate::content::ability_of;
use crate::fight::Fight;
use crate::rules::damage::{self, Packet};
use crate::rules::effects::{self, Job};
use crate::rules::{abilities, death, falling, features, kept, mounted, movement, steps};

quintain_engine::section! {
    "Transforming";
    ABILITIES = Engine "form.abilities": "In a form only its own abilities can be used.";
    STATS = Engine "form.stats": "Health, speed, level, P, C, resistances and armour are the form's.", ruling "A second form takes the place of the first, and lasts as long as it says.";
    EFFECTS_STAY = Engine "form.effects-stay": "What lasts on a creature stays and goes on.";
    RETURN = Engine "form.return-health": "Back again, health is what it was before, whatever happened to the form.", ruling "Without room for it one makes way to the nearest square that has some.";
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
    let worn = fight.one(whom).before;
    if worn.is_some() && job.by == whom && usize::from(fight.one(whom).template) == template {
        // A creature that takes the form that it has puts it off.
        return go_back(fight, table, whom);
    }
    let (width, depth) = fight.setting.content.templates[template].size;
    let body = quintain_field::Footprint::new(width, depth).at(fight.one(whom).at);
    let new = &fight.setting.content.templates[template];
    let altitude = altitude_of(fight, whom, new.flies.is_some() && !new.grounded);
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
    // Under a second form lies what was there before the first.
    let before = match worn {
        Some(first) => Before { left, owner, order, ..first },
        None => Before { template: one.template, health: one.health, most: one.most, own: one.own, left, owner, order },
    };
    wear(fight, whom, template as u16);
    fight.one_mut(whom).before = Some(before);
    fight.one_mut(whom).altitude = altitude;
    steps::carry(fight, whom);
    table.tell(|| {
        let text = format!("{} becomes a {}", fight.label(whom), fight.template(whom).name);
        Event::new(&STATS, text).by(job.by).to(whom).and(&ABILITIES).and(&EFFECTS_STAY)
    });
    if job.by != whom {
        end_turn_of(fight, table, whom);
    }
    // Without wings it comes down.
    falling::fall(fight, table, whom, high - altitude)?;
    mounted::reshaped(fight, table, whom)
}

/// How high a creature is in another form: with wings in the air, without them on the ground; a rider stays where its
/// mount is.
fn altitude_of(fight: &Fight, whom: Who, flies: bool) -> i16 {
    let one = fight.one(whom);
    match (one.rides, flies) {
        (Some(_), _) => one.altitude,
        (None, true) => one.altitude.max(1),
        (None, false) => 0,
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
    let high = fight.one(whom).altitude;
    if fight.template(whom).flies.is_none() && high > 0 {
        let altitude = altitude_of(fight, whom, false);
        fight.one_mut(whom).altitude = altitude;
        steps::carry(fight, whom);
        falling::fall(fight, table, whom, high - altitude)?;
    }
    mounted::reshaped(fight, table, whom)?;
    steps::make_way_below(fight, table, whom)?;
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
///
/// # Errors
/// Halts with the table.
pub(crate) fn send_away<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    passage: Passage,
    whom: Who,
) -> Result<(), T::Halt> {
    let left = fight.value(passage.rounds, job.with).max(1) as u16;
    let back = passage.back.and_then(ability_of);
    fight.one_mut(whom).away = Some(Away { left, owner: job.by, back, may_be_ended: passage.may_be_ended });
    fight.one_mut(whom).prepared = None;
    // From there it can neither keep anything up nor hold anybody down.
    kept::interrupted(fight, table, whom)?;
    kept::slips_away(fight, table, whom);
    if let Some(turn) = fight.turn.as_mut().filter(|turn| turn.who == whom) {
        turn.over = true;
    }
    table.tell(|| {
        let text = format!("{} is off the map for {left} round{}", fight.label(whom), if left == 1 { "" } else { "s" });
        Event::new(&super::durations::ROUNDS, text).by(job.by).to(whom)
    });
    mounted::unseat(fight, table, whom)
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
    pay_back(fight, table, |_, owner| owner == who);
    tick(fight, table, |_, owner| owner == who)
}

/// `Q-12`: the same at the end of a round where the one that has done it takes no more turns.
///
/// # Errors
/// Halts with the table.
pub(crate) fn ownerless<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    let gone = |fight: &Fight, owner: Who| fight.one(owner).out.is_some();
    pay_back(fight, table, gone);
    tick(fight, table, gone)
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

/// One round of the passages of these owners is over.
///
/// # Errors
/// Halts with the table.
fn tick<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    counts: impl Fn(&Fight, Who) -> bool,
) -> Result<(), T::Halt> {
    for whom in fight.everyone() {
        let Some(away) = fight.one(whom).away.filter(|away| counts(fight, away.owner)) else { continue };
        let (left, who) = (away.left.saturating_sub(1), away.owner);
        fight.one_mut(whom).away = Some(Away { left, ..away });
        let may_be_ended = away.may_be_ended && fight.one(who).out.is_none();
        if left == 0 || (may_be_ended && ask::yes(fight, table, Ask::Recall { who, whom })?) {
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

/// Health that pain illusions of these casters took comes back.
fn pay_back<T: Table<Fight>>(fight: &mut Fight, table: &mut T, counts: impl Fn(&Fight, Who) -> bool) {
    for whom in fight.everyone() {
        while let Some(place) = fight.one(whom).owed.iter().position(|(by, _)| counts(fight, *by)) {
            let (_, health) = fight.one_mut(whom).owed.remove(place);
            death::heal(fight, table, whom, health);
        }
    }
}
