//! Status effects: all twenty-six, how they are put on, renewed and taken off.

use quintain_engine::{Blank, Event, Rule, Table, Who};

use crate::book::{Aptitudes, Class, DamageKind, Feature, Lasts, Status, Topic};
use crate::content::AbilityId;
use crate::fight::Fight;
use crate::lasting::{Clock, Lasting, What};
use crate::rules::{adjacency, durations, features, prone};

quintain_engine::section! {
    "Status effects";
    BLINDED = Engine "st.blinded": "Sees 1 metre and has -5 precision; the longer stays.";
    CRACKED = Engine "st.cracked-armor": "Base armour counts 0; the longer stays.";
    DISORIENTED = Engine "st.disoriented": "Less precision: 1 + P/3; the higher stays.";
    EXPOSED = Engine "st.exposed": "Weapon attacks do 3 + P/2 more; the higher stays.";
    FATIGUED = Engine "st.fatigued": "For each of up to 5 stacks -2 speed, precision and resistances; all last as long as the longest.";
    IMMOBILIZED = Engine "st.immobilized": "Speed 0, -1 Evasion; the longer stays.";
    SICKENED = Engine "st.sickened": "Less Constitution: 1 + P/4; one hit of every new harmful effect acts at once; the higher stays.";
    SLOWED = Engine "st.slowed": "Half speed, less Evasion: 1 + P/4; the higher stays.";
    SOAKED = Engine "st.soaked": "Frost or lightning strike twice as hard at the next turn start and end it; it puts fire out instead of coming over a burning one.";
    STUNNED = Engine "st.stunned": "No action and no run, one Move; -2 Parry and Evasion; the longer stays.";
    WEAKENED = Engine "st.weakened-defenses": "Less Parry: 1 + P/4; the higher stays.";
    BLEEDING = Engine "st.bleeding": "5 + P armour-ignoring damage a hit; the higher stays.";
    BURNING = Engine "st.burning": "10 + P physical damage a hit; on the frostbitten or soaked it cures that instead; the higher stays.";
    DISEASED = Engine "st.diseased": "5 armour-ignoring damage a hit, never P; at the end of the bearer's turn all beside it get one hit.";
    ELECTRIFIED = Engine "st.electrified": "10 + P magical damage a hit; the higher stays.";
    FROSTBITTEN = Engine "st.frostbitten": "5 + P armour-ignoring damage a hit; on the burning it cures that instead; the higher stays.";
    INSPIRED = Choice "st.inspired": "Spent once: 1d2 on a precision roll, 1d4 on a skill roll or 2d4 damage with a basic weapon attack; the longer stays.", ruling "Declared before the die.";
    PROTECTED = Engine "st.protected": "Halves one packet of damage after armour, not damage over time; only stacks of one ability add up.";
    PREDICTIVE = Engine "st.predictive-foresight": "+1 on the next precision roll; the longer stays.";
    PROTECTIVE = Engine "st.protective-foresight": "+1 to all resistances against the next roll; the longer stays.";
    QUICKENED = Engine "st.quickened": "Faster by 2 + P/3; the higher stays.";
    REGENERATION = Engine "st.regeneration": "Heals 2 + P/2 a hit or turn start; the higher stays.";
    SUREFOOTED = Engine "st.surefooted": "Cannot be felled or moved against its will; the longer stays.";
    TEMPORARY_HEALTH = Engine "st.temporary-health": "Health that is lost first, after armour; it wakes nobody; the larger stays.";
    TEMPORARY_MAGICAL = Engine "st.temporary-magical-armor": "Breaks point by point under magical damage before base armour; the larger stays.";
    TEMPORARY_PHYSICAL = Engine "st.temporary-physical-armor": "Breaks point by point under physical damage before base armour; the larger stays.";
}

/// The rule of temporary armour against a kind of damage.
pub(crate) fn temporary(kind: DamageKind) -> &'static Rule {
    if kind == DamageKind::Magical { &TEMPORARY_MAGICAL } else { &TEMPORARY_PHYSICAL }
}

/// `st.fatigued`: what it takes from speed, precision and resistances, below 0.
pub fn fatigue(fight: &Fight, who: Who) -> i16 {
    let fatigued = fight.one(who).lasting.status(Status::Fatigued);
    fatigued
        .filter(|_| features::affected(fight, who, Status::Fatigued))
        .map_or(0, |known| -2 * i16::from(known.stacks))
}

/// The rule of a status effect.
pub fn rule_of(status: Status) -> &'static quintain_engine::Rule {
    SECTION.rules[status as usize]
}

/// A status effect that is about to be put on somebody.
#[derive(Clone, Copy, Debug)]
pub struct Put {
    /// Which.
    pub status: Status,
    /// The bearer.
    pub on: Who,
    /// How long.
    pub lasts: Lasts,
    /// Its final size, where it is printed.
    pub size: Option<i16>,
    /// Stacks.
    pub stacks: u8,
    /// Who puts it on; nobody for the surroundings.
    pub owner: Option<Who>,
    /// By which ability.
    pub by: Option<AbilityId>,
    /// With which aptitudes.
    pub with: Aptitudes,
    /// Gone as soon as this is.
    pub while_has: Option<Status>,
    /// Stops when its owner cannot be heard.
    pub sung: bool,
}

impl Put {
    /// One of its usual size, in one stack, by somebody and by some ability.
    pub fn new(status: Status, on: Who, lasts: Lasts, by: (Option<Who>, Option<AbilityId>), with: Aptitudes) -> Put {
        let (owner, by) = by;
        Put { status, on, lasts, size: None, stacks: 1, owner, by, with, while_has: None, sung: false }
    }
}

/// The size that follows from the Potency of its giver.
pub fn usual_size(fight: &Fight, status: Status, potency: i16) -> i16 {
    let part = |by| fight.house().divide(potency, by);
    match status {
        Status::Disoriented => 1 + part(3),
        Status::Exposed => 3 + part(2),
        Status::Sickened | Status::Slowed | Status::WeakenedDefenses => 1 + part(4),
        Status::Bleeding | Status::Frostbitten => 5 + potency,
        Status::Burning | Status::Electrified => 10 + potency,
        Status::Diseased => 5,
        Status::Quickened => 2 + part(3),
        Status::Regeneration => 2 + part(2),
        _ => 0,
    }
}

/// `st.slowed`: what it takes from Evasion. Whoever counts as slowed by its nature has it by its own Potency; the higher
/// stays.
pub fn slowness(fight: &Fight, who: Who) -> i16 {
    if features::immune(fight, who, Status::Slowed) {
        return 0;
    }
    let mut most = fight.one(who).size(Status::Slowed);
    features::each(fight, who, Topic::Speed, |feature, source| {
        if let Feature::SlowedWhile { to } = feature
            && to.iter().any(|status| features::affected(fight, who, status))
        {
            most = most.max(usual_size(fight, Status::Slowed, source.with.potency));
        }
    });
    most
}

/// What is put on, as clock and count.
pub fn clock_of(fight: &Fight, lasts: Lasts, with: Aptitudes) -> (Clock, u16) {
    let count = |formula| fight.value(formula, with).max(1) as u16;
    match lasts {
        Lasts::Rounds(rounds) => (Clock::Rounds, count(rounds)),
        Lasts::Hits(hits) => (Clock::Hits, count(hits)),
        Lasts::ThisRound => (Clock::ThisRound, 0),
        Lasts::ThisTurn => (Clock::ThisTurn, 0),
        Lasts::ThisUse => (Clock::ThisUse, 0),
        Lasts::Kept => (Clock::Kept, 0),
        Lasts::Fight => (Clock::Fight, 0),
    }
}

/// How a name stands in the log.
pub fn name_of(fight: &Fight, what: What) -> String {
    match what {
        What::Status(status) => status.to_string(),
        What::Granted(step) => fight.ability(step.ability).entry.name.clone(),
        What::Pinned(step) => format!("held by {}", fight.ability(step.ability).entry.name),
        What::Ambushed => "ambushed".into(),
    }
}

/// Puts a status effect on somebody, or renews the one that is there.
///
/// # Errors
/// Halts with the table.
pub(crate) fn put<T: Table<Fight>>(fight: &mut Fight, table: &mut T, put: Put) -> Result<(), T::Halt> {
    let Put { status, on, .. } = put;
    if fight.one(on).out.is_some() || refused(fight, table, put) || quenched(fight, table, on, status)? {
        return Ok(());
    }
    let (clock, mut left) = clock_of(fight, put.lasts, put.with);
    if status.class() == Class::Harmful && clock == Clock::Hits {
        let more = features::sum(fight, on, Topic::Immunity, |feature, _| match feature {
            Feature::LongerHarm { hits } => hits,
            _ => 0,
        });
        left = left.saturating_add_signed(more);
    }
    let size = put.size.unwrap_or_else(|| usual_size(fight, status, put.with.potency));
    let fresh = Lasting {
        what: What::Status(status),
        size,
        stacks: put.stacks.clamp(1, status.most_stacks()),
        left,
        clock,
        owner: put.owner,
        by: put.by,
        with: put.with,
        order: fight.stamp(),
        while_has: put.while_has,
        sung: put.sung,
        ..Lasting::BLANK
    };
    let old = fight.one(on).lasting.status(status).copied();
    let adds_up = |old: &Lasting| status == Status::Fatigued || (status == Status::Protected && old.by == fresh.by);
    let kept = old.is_some_and(|old| !adds_up(&old) && !replaces(fight, on, (&fresh, &old), status));
    match old {
        Some(old) if adds_up(&old) => stack(fight, on, &fresh, old),
        Some(_) if kept => {}
        _ => {
            fight.one_mut(on).lasting.retain(|lasting| lasting.what != What::Status(status));
            fight.lay_on(on, fresh);
        }
    }
    tell_put(fight, table, &fresh, on, kept);
    if !kept && features::any(fight, on, Topic::Armor, |feature| feature == Feature::BothArmors) {
        both_armors(fight, table, on, &fresh);
    }
    if matches!(status, Status::Stunned | Status::Immobilized) && old.is_none() {
        prone::drop_from_air(fight, table, on)?;
    }
    match kept {
        // Nothing has been received: what was there is the stronger one.
        true => Ok(()),
        false => sicken(fight, table, on, status),
    }
}

/// Immunities.
fn refused<T: Table<Fight>>(fight: &Fight, table: &mut T, put: Put) -> bool {
    let immune = features::immune(fight, put.on, put.status);
    if immune {
        table.tell(|| {
            let text = format!("{} cannot be {}", fight.label(put.on), put.status);
            Event::new(rule_of(put.status), text).to(put.on)
        });
    }
    immune
}

/// `st.soaked`, `st.burning`, `st.frostbitten`: fire and water put each other out.
fn quenched<T: Table<Fight>>(fight: &mut Fight, table: &mut T, on: Who, status: Status) -> Result<bool, T::Halt> {
    let cures: &[Status] = match status {
        Status::Soaked | Status::Frostbitten => &[Status::Burning],
        Status::Burning => &[Status::Frostbitten, Status::Soaked],
        _ => return Ok(false),
    };
    let mut any = false;
    for cured in cures {
        if fight.one(on).has(*cured) {
            any = true;
            lift(fight, table, on, *cured)?;
        }
    }
    if any {
        let rule = rule_of(status);
        table.tell(|| {
            let text = format!("{} does not become {status}: it has only put an end to the contrary", fight.label(on));
            Event::new(rule, text).to(on)
        });
    }
    Ok(any)
}

/// Which of two stays on somebody: the higher, where they have a size, or the longer.
fn replaces(fight: &Fight, on: Who, (fresh, old): (&Lasting, &Lasting), status: Status) -> bool {
    let end = |lasting: &Lasting| durations::end(fight, on, lasting);
    match status.has_size() {
        true => (fresh.size, end(fresh)) > (old.size, end(old)),
        false => end(fresh) > end(old),
    }
}

/// `st.fatigued`, and `st.protected` of the same ability: stacks add up and share the longest time.
fn stack(fight: &mut Fight, on: Who, fresh: &Lasting, old: Lasting) {
    let What::Status(status) = fresh.what else { return };
    let longer = durations::end(fight, on, fresh) > durations::end(fight, on, &old);
    let stamp = fresh.order;
    if let Some(known) = fight.one_mut(on).lasting.status_mut(status) {
        known.stacks = old.stacks.saturating_add(fresh.stacks).min(status.most_stacks());
        if longer {
            known.left = fresh.left;
            known.clock = fresh.clock;
            known.owner = fresh.owner;
            known.order = stamp;
        }
    }
}

fn tell_put<T: Table<Fight>>(fight: &Fight, table: &mut T, fresh: &Lasting, on: Who, kept: bool) {
    let What::Status(status) = fresh.what else { return };
    table.tell(|| {
        // Of stacks the longest time counts for all of them.
        let now = fight.one(on).lasting.status(status).unwrap_or(fresh);
        let size = if fresh.size != 0 { format!(" ({})", fresh.size) } else { String::new() };
        let stacks = if now.stacks > fresh.stacks { format!(", {} stacks now", now.stacks) } else { String::new() };
        let long = match now.clock {
            Clock::Hits => format!(" for {} hit{}", now.left, if now.left == 1 { "" } else { "s" }),
            Clock::Rounds => format!(" for {} round{}", now.left, if now.left == 1 { "" } else { "s" }),
            _ => String::new(),
        };
        let text = match kept {
            true => format!("{} stays {status}: this adds nothing to what it has", fight.label(on)),
            false => format!("{} gets {status}{size}{long}{stacks}", fight.label(on)),
        };
        let event = Event::new(rule_of(status), text).to(on);
        let asleep = status == Status::TemporaryHealth && fight.one(on).unconscious;
        let event = if asleep { event.and(&super::death::TEMPORARY) } else { event };
        let event = super::effects::caused(fight, event);
        match fresh.owner {
            Some(owner) => event.by(owner),
            None => event,
        }
    });
}

/// Armor expertise: as much of the other kind, for as long.
fn both_armors<T: Table<Fight>>(fight: &mut Fight, table: &mut T, on: Who, fresh: &Lasting) {
    let other = match fresh.what {
        What::Status(Status::TemporaryPhysicalArmor) => Status::TemporaryMagicalArmor,
        What::Status(Status::TemporaryMagicalArmor) => Status::TemporaryPhysicalArmor,
        _ => return,
    };
    let twin = Lasting { what: What::Status(other), order: fight.stamp(), ..*fresh };
    if fight.one(on).lasting.status(other).is_none_or(|old| replaces(fight, on, (&twin, old), other)) {
        fight.one_mut(on).lasting.retain(|lasting| lasting.what != What::Status(other));
        fight.lay_on(on, twin);
        tell_put(fight, table, &twin, on, false);
    }
}

/// `st.sickened`: one hit of a harmful effect acts and is spent at once.
fn sicken<T: Table<Fight>>(fight: &mut Fight, table: &mut T, on: Who, status: Status) -> Result<(), T::Halt> {
    if status.class() != Class::Harmful || !features::affected(fight, on, Status::Sickened) {
        return Ok(());
    }
    let Some(lasting) = fight.one(on).lasting.status(status).copied() else { return Ok(()) };
    table.tell(|| Event::new(&SICKENED, format!("{} is sickened: {status} acts at once", fight.label(on))).to(on));
    durations::harm(fight, table, on, status, false)?;
    if lasting.clock == Clock::Hits {
        durations::spend(fight, table, on, lasting.order, 1)?;
    }
    Ok(())
}

/// Takes a status effect off, all its stacks.
///
/// # Errors
/// Halts with the table.
pub(crate) fn lift<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    status: Status,
) -> Result<(), T::Halt> {
    let before = fight.one(whom).lasting.len();
    fight.one_mut(whom).lasting.retain(|lasting| lasting.what != What::Status(status));
    if fight.one(whom).lasting.len() < before {
        table.tell(|| {
            let does = if status.is_noun() { "loses" } else { "is no longer" };
            let text = format!("{} {does} {status}", fight.label(whom));
            super::effects::caused(fight, Event::new(rule_of(status), text).to(whom))
        });
        ended(fight, table, whom, What::Status(status))?;
    }
    Ok(())
}

/// What follows when something has come to its end: whatever hung on it goes, too.
pub(crate) fn ended<T: Table<Fight>>(fight: &mut Fight, table: &mut T, whom: Who, what: What) -> Result<(), T::Halt> {
    let What::Status(status) = what else { return Ok(()) };
    fight.one_mut(whom).lasting.retain(|lasting| lasting.while_has != Some(status));
    match status {
        Status::TemporaryHealth => super::death::without_temporary(fight, table, whom),
        _ => Ok(()),
    }
}

/// Temporary armour or health takes what it can; `spared` of it is passed over. Says how much it took.
///
/// # Errors
/// Halts with the table.
pub(crate) fn absorb<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    status: Status,
    amount: i16,
    spared: i16,
) -> Result<i16, T::Halt> {
    if !fight.one(whom).has(status) {
        return Ok(0);
    }
    let mut one = fight.one_mut(whom);
    let Some(lasting) = one.lasting.status_mut(status) else { return Ok(0) };
    let taken = (lasting.size - spared.max(0)).clamp(0, amount.max(0));
    lasting.size -= taken;
    let left = lasting.size;
    drop(one);
    if taken > 0 {
        table.tell(|| {
            let text = format!("{status} of {} takes {taken}; {left} left", fight.label(whom));
            Event::new(rule_of(status), text).to(whom)
        });
    }
    if left <= 0 {
        fight.one_mut(whom).lasting.retain(|lasting| lasting.what != What::Status(status));
        ended(fight, table, whom, What::Status(status))?;
    }
    Ok(taken)
}

/// One stack is spent; the last one takes the effect with it.
///
/// # Errors
/// Halts with the table.
pub(crate) fn spend_stack<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    whom: Who,
    status: Status,
) -> Result<(), T::Halt> {
    let mut one = fight.one_mut(whom);
    let Some(lasting) = one.lasting.status_mut(status) else { return Ok(()) };
    lasting.stacks = lasting.stacks.saturating_sub(1);
    let last = lasting.stacks == 0;
    drop(one);
    if last { lift(fight, table, whom, status) } else { Ok(()) }
}

/// `st.soaked`: at the start of a turn with frost or lightning it ends and that strikes twice as hard.
///
/// # Errors
/// Halts with the table.
pub(crate) fn soaked_through<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
) -> Result<Option<Status>, T::Halt> {
    if !features::affected(fight, who, Status::Soaked) || !fight.present(who) {
        return Ok(None);
    }
    let size = |status| fight.one(who).lasting.status(status).map(|lasting| lasting.size);
    let doubled = match (size(Status::Frostbitten), size(Status::Electrified)) {
        (None, None) => return Ok(None),
        (Some(_), None) => Status::Frostbitten,
        (None, Some(_)) => Status::Electrified,
        (Some(frost), Some(current)) if frost <= current => Status::Frostbitten,
        _ => Status::Electrified,
    };
    lift(fight, table, who, Status::Soaked)?;
    Ok(Some(doubled))
}

/// `st.diseased`: at the end of its bearer's turn everybody beside it gets it for a hit.
///
/// # Errors
/// Halts with the table.
pub(crate) fn spread_disease<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let Some(lasting) = fight.one(who).lasting.status(Status::Diseased).copied() else { return Ok(()) };
    if !features::affected(fight, who, Status::Diseased) || !fight.present(who) {
        return Ok(());
    }
    for other in fight.everyone() {
        let spared = features::any(fight, other, Topic::Immunity, |feature| feature == Feature::NoContagion);
        if other == who || spared || !fight.present(other) || !adjacency::adjacent(fight, who, other) {
            continue;
        }
        let hit = Lasts::Hits(crate::book::Formula::fixed(1));
        let by = (lasting.owner, lasting.by);
        let disease = Put { size: Some(lasting.size), ..Put::new(Status::Diseased, other, hit, by, lasting.with) };
        put(fight, table, disease)?;
    }
    Ok(())
}
