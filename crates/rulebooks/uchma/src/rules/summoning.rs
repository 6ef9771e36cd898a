//! Summoning: minions, pets, and what becomes of them.

use quintain_engine::{Event, Rule, Table, Who};
use quintain_field::{Span, Square};

use crate::ask::{self, Act, Ask};
use crate::book::{Formula, Kind, Summon};
use crate::combatant::{Called, Out};
use crate::fight::Fight;
use crate::rules::effects::{Job, caused};
use crate::rules::{actions, death, distance, durations, movement, picked};
use crate::spots::Spots;

quintain_engine::section! {
    "Summoning";
    CONTROL = Choice "summon.control": "The summoner decides what its minions do.", ruling "Also while unconscious.";
    DIES_WITH = Engine "summon.dies-with": "With its summoner's death a minion is gone at once.";
    BOND = Engine "summon.bond": "A summoner always knows where its minions are and how they fare.";
    ORDER = Engine "summon.order": "Minions take turns of their own by their own speed.";
    FIRST_TURN = Engine "summon.first-turn": "A minion faster than its summoner acts right after the turn that called it; others later in that round.", ruling "Counted by the speeds when the turn ends.";
    POTENCY = Engine "summon.potency": "Minions add their own Potency.";
    NO_ENERGY = Engine "summon.no-energy": "Minions pay no energy.";
    LIMIT = Engine "summon.limit": "Only so many minions count against the limit at a time.", ruling "One.", house "summon-limit";
}

/// The pet of somebody, if it is on the field.
pub fn pet_of(fight: &Fight, who: Who) -> Option<Who> {
    if fight.is_plain() {
        return None;
    }
    let pet = |other: &Who| {
        let one = fight.one(*other);
        one.called.is_some_and(|called| called.by == who && called.with.is_none()) && fight.able(*other)
    };
    fight.everyone().find(pet)
}

/// Calls creatures.
///
/// # Errors
/// Halts with the table.
pub(crate) fn summon<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    summon: Summon,
) -> Result<(), T::Halt> {
    let Some(template) = summon.creature.place() else { return Ok(()) };
    let by = job.by;
    let mine = |fight: &Fight, who: Who| {
        let called = fight.one(who).called;
        fight.present(who) && called.is_some_and(|called| called.by == by && called.with == Some(job.ability))
    };
    if summon.replaces {
        for who in fight.everyone() {
            if mine(fight, who) {
                vanish(fight, table, who, &durations::ROUNDS)?;
            }
        }
    }
    let most = summon.most.map_or(i16::MAX, |most| fight.value(most, job.with));
    let targets: super::targets::Reached = match summon.beside_foes {
        true => super::targets::reached(fight, by, job.ability, crate::ask::Aimed::Oneself),
        false => super::targets::Reached::new(),
    };
    let mut foes = targets.iter().copied();
    for _ in 0..fight.value(summon.count, job.with) {
        let already = fight.everyone().filter(|who| mine(fight, *who)).count() as i16;
        if already >= most {
            break;
        }
        if !summon.beyond_limit && counted(fight, by) >= fight.house().summon_limit {
            table.tell(|| Event::new(&LIMIT, format!("{} cannot have more minions", fight.label(by))).by(by));
            break;
        }
        let beside = match summon.beside_foes {
            // Where all squares beside a foe are taken the next one has its turn.
            true => match foes.find(|foe| free_beside(fight, template as u16, *foe).is_some()) {
                Some(foe) => foe,
                None => break,
            },
            false => by,
        };
        let left = summon.lasts.map(|lasts: Formula| fight.value(lasts, job.with).max(1) as u16);
        let called = Called { by, with: Some(job.ability), left, counts: !summon.beyond_limit };
        let chosen = Some(job.spot).filter(|_| !summon.beside_foes && fits(fight, template as u16, job.spot));
        let own_spot = chosen.filter(|square| *square != fight.one(by).at);
        let at = match own_spot {
            Some(square) => Some(square),
            None => picked_beside(fight, table, job, template as u16, beside)?,
        };
        let Some(at) = at else { break };
        join(fight, table, template as u16, called, at);
    }
    Ok(())
}

/// `summon.limit`: how many minions of somebody's count against the limit.
fn counted(fight: &Fight, by: Who) -> i16 {
    let counts = |who: &Who| {
        fight.present(*who) && fight.one(*who).called.is_some_and(|called| called.by == by && called.counts)
    };
    fight.everyone().filter(counts).count() as i16
}

/// Whether a creature fits on a square.
pub fn fits(fight: &Fight, template: u16, at: Square) -> bool {
    let (width, depth) = fight.setting.content.templates[usize::from(template)].size;
    let body = quintain_field::Footprint::new(width, depth).at(at);
    let taken = |who: Who| fight.present(who) && fight.body(who).overlaps(body);
    fight.setting.map.has_room(body) && !fight.everyone().any(taken)
}

/// The first free square beside somebody, from the south-west.
pub fn free_beside(fight: &Fight, template: u16, beside: Who) -> Option<Square> {
    all_beside(fight, template, beside).next()
}

/// All of them.
pub(super) fn all_beside(fight: &Fight, template: u16, beside: Who) -> impl Iterator<Item = Square> + '_ {
    let (width, depth) = fight.setting.content.templates[usize::from(template)].size;
    let around = fight.body(beside).grown(u16::from(width.max(depth)));
    let inside = around.clipped_to(fight.setting.map.bounds()).into_iter().flat_map(Span::squares);
    inside.filter(move |square| fits(fight, template, *square))
}

/// The free square beside somebody that its summoner picks for a creature, by default the first.
fn picked_beside<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    template: u16,
    beside: Who,
) -> Result<Option<Square>, T::Halt> {
    if !picked::offer(fight, Spots::Call { template, beside }) {
        return Ok(None);
    }
    let first = picked::first(fight);
    Ok(match ask::act(fight, table, Ask::SummonAt { who: job.by, ability: job.ability })? {
        Some(Act::Square(at)) => Some(at),
        _ => first,
    })
}

/// A new combatant takes its place.
pub(crate) fn join<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    template: u16,
    called: Called,
    at: Square,
) -> Who {
    let who = crate::rules::joining::newcomer(fight, template, called.by, at);
    fight.one_mut(who).called = Some(called);
    let own_turn = fight.turn.as_ref().is_some_and(|turn| turn.who == called.by);
    if own_turn {
        fight.next.push(who);
    }
    table.tell(|| {
        let text = format!("{} comes to {} at {at}", fight.label(who), fight.label(called.by));
        let event =
            Event::new(&ORDER, text).by(called.by).to(who).and(&CONTROL).and(&BOND).and(&NO_ENERGY).and(&POTENCY);
        let event = if called.counts { event.and(&LIMIT) } else { event };
        if own_turn { event.and(&FIRST_TURN) } else { event }
    });
    who
}

/// `summon.first-turn`: at the end of a turn only those that have been called in it come next that are faster than their
/// summoner.
pub(crate) fn keep_the_fast(fight: &mut Fight) {
    if fight.next.is_empty() {
        return;
    }
    let mut next = std::mem::take(&mut fight.next);
    let speed = |who: Who| movement::current_speed(fight, who);
    next.retain(|who| fight.one(*who).called.is_none_or(|called| speed(*who) > speed(called.by)));
    fight.next = next;
}

/// A minion is gone, by this rule.
///
/// # Errors
/// Halts with the table.
pub(crate) fn vanish<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    rule: &'static Rule,
) -> Result<(), T::Halt> {
    if fight.one(who).out.is_some() {
        return Ok(());
    }
    fight.one_mut(who).out = Some(Out::Gone);
    table.tell(|| Event::new(rule, format!("{} is gone", fight.label(who))).to(who));
    death::gone(fight, table, who)
}

/// `summon.dies-with`: all minions of the dead are gone, and what they called in turn.
///
/// # Errors
/// Halts with the table.
pub(crate) fn vanish_with<T: Table<Fight>>(fight: &mut Fight, table: &mut T, summoner: Who) -> Result<(), T::Halt> {
    if fight.is_plain() {
        return Ok(());
    }
    for who in fight.everyone() {
        if fight.one(who).is_called_by(summoner) && fight.one(who).out.is_none() {
            vanish(fight, table, who, &DIES_WITH)?;
        }
    }
    Ok(())
}

/// Rounds of minions, at the start of their summoner's turn.
///
/// # Errors
/// Halts with the table.
pub(crate) fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, summoner: Who) -> Result<(), T::Halt> {
    for who in fight.everyone() {
        let mut one = fight.one_mut(who);
        let Some(called) = one.called.as_mut().filter(|called| called.by == summoner) else { continue };
        if let Some(left) = called.left.as_mut() {
            *left = left.saturating_sub(1);
            let over = *left == 0;
            drop(one);
            if over {
                table.tell(|| {
                    Event::new(&durations::ROUNDS, format!("the time of {} is over", fight.label(who))).to(who)
                });
                vanish(fight, table, who, &durations::ROUNDS)?;
            }
        }
    }
    Ok(())
}

/// A creature of the vampire's kin in the area is sacrificed, and so dies, for more healing.
///
/// # Errors
/// Halts with the table.
pub(crate) fn devour<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    job: &Job,
    heals: Formula,
) -> Result<(), T::Halt> {
    let near = |who: &Who| {
        fight.present(*who)
            && fight.allies(job.by, *who)
            && fight.template(*who).kinds.has(Kind::VampireKin)
            && distance::between(fight, job.by, *who) <= 10
    };
    if !fight.everyone().any(|who| near(&who)) {
        return Ok(());
    }
    if let Some(Act::Who(kin)) = ask::act(fight, table, Ask::Devour { who: job.by, ability: job.ability })? {
        let told = table.tell(|| {
            let text = format!("{} sacrifices {}", fight.label(job.by), fight.label(kin));
            caused(fight, Event::new(&actions::PRICE, text).by(job.by).to(kin))
        });
        death::die(fight, table, kin, None, Some(told))?;
        let amount = fight.value(heals, job.with);
        death::heal(fight, table, job.by, amount);
    }
    Ok(())
}
