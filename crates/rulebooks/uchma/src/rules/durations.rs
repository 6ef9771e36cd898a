//! Ability durations: hits of the bearer, rounds of the owner, and what is processed at the start of a turn.

use std::cmp::Reverse;

use quintain_engine::{Event, Table, Who};

use crate::book::{DamageKind, Feature, Status, Topic};
use crate::fight::Fight;
use crate::house::RoundOwner;
use crate::lasting::{Clock, Lasting, What};
use crate::rules::damage::{self, Packet};
use crate::rules::features::{affected, each};
use crate::rules::{ambush, death, forms, order, statuses};

quintain_engine::section! {
    "Ability durations";
    HITS = Engine "dur.hits": "Hits act and are counted at the start of the bearer's turns.";
    HITS_ONE = Engine "dur.hits.one": "An effect of one hit acts at the bearer's next turn and is over.";
    HITS_MANY = Engine "dur.hits.many": "Of several hits each acting spends one.";
    ROUNDS = Engine "dur.rounds": "Rounds are counted at the start of the owner's turns.", ruling "The owner used the ability; a dead owner's are counted at the end of the round.", house "round-owner";
    NOT_YET = Engine "dur.not-on-application-turn": "What has just been put on is first counted at the next turn start that counts.";
    END_OF_ROUND = Engine "dur.end-of-round": "What is for this round ends with it.";
    SAME_MOMENT = Engine "dur.same-moment": "What is due together is worked through in the order in which it was put on.";
}

/// On whose turns the rounds of something are counted.
fn counts(fight: &Fight, bearer: Who, owner: Option<Who>) -> Option<Who> {
    match fight.house().round_owner {
        RoundOwner::Source => owner,
        RoundOwner::Bearer => Some(bearer),
    }
}

/// When something will be over: how many rounds from now, where in that round, and of several whose turns end it there
/// the later turn, by the order as it is now.
pub(crate) type End = (u16, Point, Reverse<order::Key>);

/// Where in a round something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Point {
    /// In the start phase.
    Start,
    /// At the start of somebody's turn.
    Turn,
    /// In step 5.
    Last,
}

/// `dur.rounds`, `dur.hits`: when something on somebody will be over. Of two with as many rounds left the longer is the
/// one whose owner's turn comes later.
pub(crate) fn end(fight: &Fight, bearer: Who, lasting: &Lasting) -> End {
    let nobody = Reverse((0, 0, Reverse(0)));
    let counted = match lasting.clock {
        Clock::Kept | Clock::Fight => return (u16::MAX, Point::Last, nobody),
        Clock::ThisRound => return (lasting.left, Point::Last, nobody),
        Clock::ThisTurn | Clock::ThisUse => return (0, Point::Start, nobody),
        Clock::Hits => Some(bearer),
        Clock::Rounds => counts(fight, bearer, lasting.owner),
    };
    // A creature that has yet to act in this round counts it as well; so does step 5 for the dead.
    match counted {
        None => (lasting.left, Point::Start, nobody),
        Some(who) if fight.one(who).out.is_some() => (lasting.left.saturating_sub(1), Point::Last, nobody),
        Some(who) => {
            let counts_now = u16::from(!fight.one(who).acted);
            (lasting.left.saturating_sub(counts_now), Point::Turn, Reverse(order::key(fight, who)))
        }
    }
}

/// The form that somebody is in for some rounds: when it was put on, and on whose turns they are counted.
fn form_of(fight: &Fight, bearer: Who) -> Option<(u32, Option<Who>)> {
    let before = fight.one(bearer).before.filter(|before| before.left.is_some())?;
    Some((before.order, counts(fight, bearer, Some(before.owner))))
}

fn due(fight: &Fight, who: Who, bearer: Who, lasting: &Lasting) -> bool {
    match lasting.clock {
        Clock::Hits => bearer == who,
        Clock::Rounds => {
            let heals = bearer == who && lasting.what == What::Status(Status::Regeneration);
            heals || counts(fight, bearer, lasting.owner) == Some(who)
        }
        _ => false,
    }
}

/// T1: everything that is due at the start of a turn, oldest first.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    if fight.is_plain() {
        return Ok(());
    }
    let doubled = statuses::soaked_through(fight, table, who)?;
    let (limit, mut last) = (fight.counter, 0);
    loop {
        let mut next: Option<(u32, Who)> = None;
        for bearer in fight.everyone() {
            let lasting = fight.one(bearer).lasting.iter().filter(|lasting| due(fight, who, bearer, lasting));
            let form = form_of(fight, bearer).filter(|(_, whose)| *whose == Some(who));
            for order in lasting.map(|lasting| lasting.order).chain(form.map(|(order, _)| order)) {
                let here = order > last && order <= limit;
                if here && next.is_none_or(|(best, _)| order < best) {
                    next = Some((order, bearer));
                }
            }
        }
        let Some((order, bearer)) = next else { break };
        last = order;
        process(fight, table, who, bearer, order, doubled)?;
    }
    Ok(())
}

fn place_of(fight: &Fight, bearer: Who, order: u32) -> Option<usize> {
    fight.one(bearer).lasting.iter().position(|lasting| lasting.order == order)
}

fn process<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    bearer: Who,
    order: u32,
    doubled: Option<Status>,
) -> Result<(), T::Halt> {
    if form_of(fight, bearer).is_some_and(|(form, _)| form == order) {
        return forms::spend(fight, table, bearer);
    }
    let Some(lasting) = place_of(fight, bearer, order).and_then(|place| fight.one(bearer).lasting.get(place)).copied()
    else {
        return Ok(());
    };
    let regenerates = lasting.what == What::Status(Status::Regeneration);
    // Nothing acts on a bearer off the map, and a hit that has not acted is not spent.
    let acts = bearer == who && fight.present(who) && (lasting.clock == Clock::Hits || regenerates);
    if acts {
        act(fight, table, bearer, &lasting, doubled)?;
    }
    let spent = match lasting.clock {
        Clock::Hits => acts,
        _ => counts(fight, bearer, lasting.owner) == Some(who),
    };
    if spent { spend(fight, table, bearer, order, 1) } else { Ok(()) }
}

/// One hit, or one round, is spent; at 0 it is over.
///
/// # Errors
/// Halts with the table.
pub(crate) fn spend<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    bearer: Who,
    order: u32,
    by: u16,
) -> Result<(), T::Halt> {
    let Some(place) = place_of(fight, bearer, order) else { return Ok(()) };
    let mut one = fight.one_mut(bearer);
    let Some(lasting) = one.lasting.iter_mut().nth(place) else { return Ok(()) };
    lasting.left = lasting.left.saturating_sub(by);
    let (left, what, hits) = (lasting.left, lasting.what, lasting.clock == Clock::Hits);
    drop(one);
    let rule = match (hits, left) {
        (true, 0) => &HITS_ONE,
        (true, _) => &HITS_MANY,
        _ => &ROUNDS,
    };
    if left == 0 {
        fight.one_mut(bearer).lasting.remove(place);
        statuses::ended(fight, table, bearer, what)?;
    }
    let long = !hits && left > LONG;
    if long || has_twin(fight, bearer, what, left) {
        return Ok(());
    }
    table.tell(|| {
        let (name, owner) = (statuses::name_of(fight, what), fight.label(bearer));
        let unit = if hits { "hit" } else { "round" };
        let text = match left {
            0 => format!("{name} on {owner} ends"),
            1 => format!("{name} on {owner} has 1 {unit} left"),
            left => format!("{name} on {owner} has {left} {unit}s left"),
        };
        let event = Event::new(rule, text).to(bearer).and(&SAME_MOMENT).and(&NOT_YET).upkeep();
        if hits { event.and(&HITS) } else { event }
    });
    Ok(())
}

/// With more rounds left than this nobody is told how many they are.
const LONG: u16 = 10;

/// Whether something else on somebody is of the same ability and has its time counted next: both are told at once.
fn has_twin(fight: &Fight, bearer: Who, what: What, left: u16) -> bool {
    let What::Granted(step) = what else { return false };
    let twin = |lasting: &Lasting| match lasting.what {
        What::Granted(other) => other.ability == step.ability && other != step && lasting.left == left + 1,
        _ => false,
    };
    fight.one(bearer).lasting.iter().any(twin)
}

/// What one hit of something does.
fn act<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    bearer: Who,
    lasting: &Lasting,
    doubled: Option<Status>,
) -> Result<(), T::Halt> {
    match lasting.what {
        What::Status(Status::Regeneration) => {
            let event = table.tell(|| {
                let text = format!("regeneration works on {}", fight.label(bearer));
                Event::new(&statuses::REGENERATION, text).to(bearer).upkeep()
            });
            let before = fight.scratch.cause.replace(event);
            death::heal(fight, table, bearer, lasting.size);
            fight.scratch.cause = before;
            Ok(())
        }
        What::Status(status) => harm(fight, table, bearer, status, doubled == Some(status)),
        _ => Ok(()),
    }
}

/// One hit of a harmful status effect.
///
/// # Errors
/// Halts with the table.
pub(crate) fn harm<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    bearer: Who,
    status: Status,
    doubled: bool,
) -> Result<(), T::Halt> {
    if !affected(fight, bearer, status) {
        return Ok(());
    }
    let (kind, rule) = match status {
        Status::Bleeding => (DamageKind::ArmorIgnoring, &statuses::BLEEDING),
        Status::Burning => (DamageKind::Physical, &statuses::BURNING),
        Status::Diseased => (DamageKind::ArmorIgnoring, &statuses::DISEASED),
        Status::Electrified => (DamageKind::Magical, &statuses::ELECTRIFIED),
        Status::Frostbitten => (DamageKind::ArmorIgnoring, &statuses::FROSTBITTEN),
        _ => return Ok(()),
    };
    let Some(lasting) = fight.one(bearer).lasting.status(status).copied() else { return Ok(()) };
    let mut packet = Packet::new(bearer, lasting.size, kind, status_word(status));
    each(fight, bearer, Topic::Armor, |feature, _| {
        if let Feature::Affinity { status: of, more, half, bare, pierced } = feature
            && of == status
        {
            packet.amount += more;
            packet.halves += u8::from(half);
            packet.bare |= bare;
            if pierced {
                packet.kind = DamageKind::ArmorIgnoring;
            }
        }
    });
    packet.guarded = false;
    packet.doubled = doubled;
    packet.by = lasting.owner;
    let cause = table.tell(|| {
        let event = Event::new(rule, format!("{} is {status}", fight.label(bearer))).to(bearer).and(&HITS).upkeep();
        let event = super::effects::caused(fight, event);
        if doubled { event.and(&statuses::SOAKED) } else { event }
    });
    packet.cause = Some(cause);
    damage::deal(fight, table, packet)?;
    Ok(())
}

fn status_word(status: Status) -> &'static str {
    crate::book::Word::text(status)
}

/// `Q-12`: rounds of what the environment has put on are counted in the start phase.
///
/// # Errors
/// Halts with the table.
pub(crate) fn of_environment<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    count_where(fight, table, |_, owner| owner.is_none())
}

/// Rounds that nobody's turn counts any more: the owner is dead or gone.
///
/// # Errors
/// Halts with the table.
pub(crate) fn ownerless<T: Table<Fight>>(fight: &mut Fight, table: &mut T) -> Result<(), T::Halt> {
    count_where(fight, table, |fight, owner| owner.is_some_and(|owner| fight.one(owner).out.is_some()))
}

fn count_where<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    alone: impl Fn(&Fight, Option<Who>) -> bool,
) -> Result<(), T::Halt> {
    if fight.is_plain() {
        return Ok(());
    }
    let limit = fight.counter;
    for bearer in fight.everyone() {
        let mut place = 0;
        while let Some(lasting) = fight.one(bearer).lasting.get(place).copied() {
            let before = fight.one(bearer).lasting.len();
            let owner = counts(fight, bearer, lasting.owner);
            if lasting.clock == Clock::Rounds && alone(fight, owner) && lasting.order <= limit {
                spend(fight, table, bearer, lasting.order, 1)?;
            }
            if fight.one(bearer).lasting.len() == before {
                place += 1;
            }
        }
        if form_of(fight, bearer).is_some_and(|(_, owner)| alone(fight, owner)) {
            forms::spend(fight, table, bearer)?;
        }
    }
    Ok(())
}

/// `dur.end-of-round`, and the same for turns: takes off whatever ends with this clock.
///
/// # Errors
/// Halts with the table.
pub(crate) fn end_of<T: Table<Fight>>(fight: &mut Fight, table: &mut T, clock: Clock) -> Result<(), T::Halt> {
    if fight.is_plain() {
        return Ok(());
    }
    for bearer in fight.everyone() {
        while let Some(lasting) = fight.one(bearer).lasting.iter().find(|lasting| ends_now(lasting, clock)).copied() {
            if let Some(place) = place_of(fight, bearer, lasting.order) {
                fight.one_mut(bearer).lasting.remove(place);
            }
            statuses::ended(fight, table, bearer, lasting.what)?;
            if ends_with_another(fight, bearer, lasting.what, clock) {
                continue;
            }
            table.tell(|| {
                let text = format!("{} on {} ends", statuses::name_of(fight, lasting.what), fight.label(bearer));
                let event = Event::new(&END_OF_ROUND, text).to(bearer).upkeep();
                if lasting.what == What::Ambushed { event.and(&ambush::DURATION) } else { event }
            });
        }
        for lasting in fight.one_mut(bearer).lasting.iter_mut().filter(|lasting| lasting.clock == clock) {
            lasting.left = lasting.left.saturating_sub(1);
        }
    }
    Ok(())
}

/// Whether something else of the same ability on somebody ends at the same moment: both are told at once.
fn ends_with_another(fight: &Fight, bearer: Who, what: What, clock: Clock) -> bool {
    let What::Granted(step) = what else { return false };
    let same = |other: What| matches!(other, What::Granted(other) if other.ability == step.ability);
    fight.one(bearer).lasting.iter().any(|other| ends_now(other, clock) && same(other.what))
}

/// Whether something ends with this clock; what is for a later round has some left.
fn ends_now(lasting: &Lasting, clock: Clock) -> bool {
    lasting.clock == clock && lasting.left == 0
}
