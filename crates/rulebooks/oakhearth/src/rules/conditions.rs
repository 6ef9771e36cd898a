//! Conditions: what they are, how they begin and how they end.

mod clocks;
mod conduct;

use quintain_engine::{Event, Rule, Table, Who};

use crate::book::Condition;
use crate::combatant::{Clock, Hand, Status};
use crate::fight::{Fight, Fuse};
use crate::rules::concentration;
use crate::rules::dice::Pool;

pub(crate) use clocks::early;
pub use clocks::{clock, round_end, tick, turn_end, turn_start};
pub use conduct::{can_flee, charmed_by, dares, flees, shows_itself, spares, stealthy};

quintain_engine::section! {
    "Conditions";
    GAINED = Engine "condition.gained": "A condition takes hold; what does not stack keeps the longer of two.";
    ENDED = Engine "condition.ended": "A condition ends with its time, with what brought it, or by what the rules name.";
    TURN = Engine "condition.each-turn": "What hurts every turn hurts at its start, the oldest first.";
    REPEATED = Engine "condition.repeated-save": "Where a save is repeated, the target makes it at the end of each of its turns; one save for all that one spell has brought.";
    IMMUNE = Engine "condition.immune": "Immunity to a condition ignores it wholly.";
    SHED = Choice "condition.shed": "What says so is got rid of for 1 AP, by itself or by another Save.";
    BLEEDING = Engine "condition.bleeding": "1 True damage each turn, until anything heals it or it is tended.";
    BLINDED = Engine "condition.blinded": "Sees nobody, is Exposed and Hindered, and all ground is difficult.", ruling "Blindness is one source: one ADV against it, one DIS for it.";
    BURNING = Engine "condition.burning": "1 Fire damage each turn, until it is put out.";
    CHARMED = Engine "condition.charmed": "Whoever is Charmed does nothing harmful to the charmer.";
    DAZED = Engine "condition.dazed": "DIS on Mental Checks; heavily, on Mental Saves, too.", ruling "Spell Checks and skills of Intelligence and Charisma; not Perception.";
    DEAFENED = Engine "condition.deafened": "Hears nothing, and takes half of Sonic damage.";
    EXHAUSTION = Engine "condition.exhaustion": "Its number comes off Checks, Saves, Speed and Save DC; 6 kill.";
    EXPOSED = Engine "condition.exposed": "Attacks against it have ADV for each effect that exposes it.";
    FRIGHTENED = Engine "condition.frightened": "It flees: it only moves, never closer to its fear, and dodges where there is no way out; its Checks have DIS in sight of it.";
    GRAPPLED = Engine "condition.grappled": "Speed 0, and DIS on Dexterity Saves.";
    HINDERED = Engine "condition.hindered": "DIS on its Attacks for each effect that hinders it.";
    IMPAIRED = Engine "condition.impaired": "DIS on Physical Checks for each effect; heavily, on Physical Saves, too.";
    INCAPACITATED = Engine "condition.incapacitated": "It spends no AP, does not speak and does not concentrate.";
    INTIMIDATED = Engine "condition.intimidated": "DIS on all Checks while the source is in sight.";
    INVISIBLE = Engine "condition.invisible": "Nobody sees it: its Attacks have ADV, those on it DIS; magic lasts until it does anything but move, dodge or hide.";
    PARALYZED = Engine "condition.paralyzed": "Hits from within 1 Space are critical; Stunned 4, Exposed, Incapacitated.";
    PETRIFIED = Engine "condition.petrified": "Stone: half of all damage, poison waits; Paralyzed.";
    POISONED = Engine "condition.poisoned": "1 Poison damage each turn, and Impaired.";
    PRONE = Engine "condition.prone": "Hindered; hand-to-hand Attacks on it have ADV, others DIS; it crawls.", ruling "Shots have DIS and no ADV.", house "prone-ranged";
    RESTRAINED = Engine "condition.restrained": "Hindered, Exposed and Grappled.";
    SLOWED = Engine "condition.slowed": "Each Space costs its number more; several add up.";
    STUNNED = Engine "condition.stunned": "Its number comes off AP and their maximum; at 4 it is Exposed, Incapacitated and fails Physical Saves.";
    SUFFOCATING = Engine "condition.suffocating": "Each turn a Might Save of 10 and 5 more each time, or Unconscious; and a quarter of all HP as True damage.";
    TAUNTED = Engine "condition.taunted": "DIS on Attacks against others than the taunter; the newest counts.";
    UNCONSCIOUS = Engine "condition.unconscious": "Drops what it holds; Prone, Paralyzed, Stunned 4.";
}

/// `condition.exhaustion`: what Exhaustion takes from a roll.
pub(crate) fn exhaust(fight: &Fight, who: Who, pool: &mut Pool) {
    pool.add(&EXHAUSTION, "Exhaustion", -fight.one(who).amount(Condition::Exhaustion));
}

/// The rule of a condition; those that only belong to others or to another section have the general one.
pub fn rule_of(condition: Condition) -> &'static Rule {
    match condition {
        Condition::Surprised => &super::surprise::EXPOSED,
        Condition::NoReactions => &GAINED,
        _ => crate::glossary::of_condition(condition).rule,
    }
}

/// Conditions whose instances add up or stand side by side.
pub(crate) fn stacks(condition: Condition) -> bool {
    use Condition as C;
    matches!(
        condition,
        C::Charmed
            | C::Dazed
            | C::HeavilyDazed
            | C::Exposed
            | C::Frightened
            | C::Grappled
            | C::Hindered
            | C::Impaired
            | C::HeavilyImpaired
            | C::Restrained
            | C::Slowed
    )
}

/// Whether a new status takes the place of a known one: what does not stack, the same spell again, the same grip.
fn renews(known: &Status, status: &Status) -> bool {
    let same_spell = status.from.is_some() && known.from == status.from;
    let same_grip = known.by == status.by && known.grip == status.grip && status.by.is_some();
    let of_one = matches!(status.condition, Condition::Grappled | Condition::Restrained | Condition::Charmed);
    known.condition == status.condition && (!stacks(status.condition) || same_spell || of_one && same_grip)
}

/// Puts a condition on somebody. Immunity ignores it; of two that do not stack the longer stays.
pub fn give<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, status: Status, rule: &'static Rule) {
    let condition = status.condition;
    if fight.template(who).immune(condition) {
        table.tell(|| Event::new(&IMMUNE, format!("{} is never {condition}", fight.label(who))).to(who));
        return;
    }
    let stunned = fight.one(who).stunned();
    if condition == Condition::Taunted {
        fight.one_mut(who).statuses.retain(|known| known.condition != Condition::Taunted);
    }
    let mut one = fight.one_mut(who);
    match one.statuses.iter().position(|known| renews(known, &status)) {
        Some(place) => one.statuses.change(place, |known| renew(known, &status)),
        None => one.statuses.push(status),
    }
    let more = one.stunned() - stunned;
    one.ap = (one.ap - more.max(0)).max(0);
    drop(one);
    table.tell(|| {
        let number = if status.amount > 1 { format!(" {}", status.amount) } else { String::new() };
        // Exhaustion adds up: what counts is how much there is of it now.
        let now = match condition {
            Condition::Exhaustion => format!("has {condition} {}", fight.one(who).amount(condition)),
            _ => format!("is {condition}{number}"),
        };
        let event = Event::new(rule, format!("{} {now}", fight.label(who))).and(&GAINED).to(who);
        let event = if condition == Condition::Surprised { event } else { event.and(rule_of(condition)) };
        let event = if more > 0 { event.and(&super::action_points::TEMPORARY) } else { event };
        status.by.map_or(event.clone(), |by| event.by(by))
    });
    settle(fight, table, who);
}

/// Two of a condition that does not stack: the larger number and the longer time; of two that last alike the one that
/// bursts, and the burst is not lost to a longer one.
fn renew(known: &mut Status, status: &Status) {
    if status.condition == Condition::Exhaustion {
        known.amount += status.amount;
        return;
    }
    known.amount = known.amount.max(status.amount);
    let bursts = status.bursts.is_some() && !longer(known.clock, status.clock);
    if bursts || longer(status.clock, known.clock) {
        *known = Status { amount: known.amount, bursts: status.bursts.or(known.bursts), ..*status };
    }
}

/// Which of two ends later.
fn longer(one: Clock, other: Clock) -> bool {
    let left = |clock: Clock| match clock {
        Clock::Never => (u16::MAX, 1),
        Clock::Start(_, left) => (left, 0),
        Clock::End(_, left) => (left, 1),
    };
    left(one) > left(other)
}

/// What follows at once from a condition: hands open, AP sink, grips and concentration end.
pub fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).under(Condition::Unconscious) {
        super::dying::drop_all(fight, who);
        super::boons::fall_asleep(fight, who);
    }
    if fight.one(who).has(Condition::Incapacitated) {
        release_all(fight, table, who);
        concentration::lose(fight, table, who);
    }
    let cap = max_ap(fight, who);
    let mut one = fight.one_mut(who);
    one.ap = one.ap.min(cap.max(0));
    let exhausted = one.amount(Condition::Exhaustion) >= 6 && !one.dead;
    drop(one);
    if exhausted {
        super::dying::die(fight, table, who, &EXHAUSTION);
    }
}

/// The most AP that somebody has now: Stunned takes from it.
pub fn max_ap(fight: &Fight, who: Who) -> i8 {
    let one = fight.one(who);
    (one.max_ap - one.stunned()).max(0)
}

/// One condition of somebody is over, by its place in the list; what it held back goes off.
pub fn remove(fight: &mut Fight, who: Who, place: usize) -> Option<Status> {
    if place >= fight.one(who).statuses.len() {
        return None;
    }
    let status = fight.one_mut(who).statuses.remove(place);
    if let (Some((bursts, dc)), Some(at)) = (status.bursts, fight.one(who).at) {
        let height = fight.one(who).height;
        fight.fuses.push(Fuse { by: status.by, on: who, at, height, bursts, dc });
    }
    Some(status)
}

/// All conditions of somebody for which `over` says so are over.
pub fn remove_all(fight: &mut Fight, who: Who, over: impl Fn(&Status) -> bool) {
    while let Some(place) = fight.one(who).statuses.iter().position(&over) {
        remove(fight, who, place);
    }
}

/// All creatures that this one grapples are free.
pub fn release_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    for other in fight.everyone() {
        release(fight, table, who, other);
    }
}

/// Nobody grapples it any more.
pub(crate) fn slip_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    for grappler in fight.everyone() {
        release(fight, table, grappler, who);
    }
}

/// One creature that this one grapples is free.
pub fn release<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, other: Who) {
    if free(fight, who, other) {
        table.tell(|| {
            let text = format!("{} no longer grapples {}", fight.label(who), fight.label(other));
            Event::new(&ENDED, text).by(who).to(other)
        });
    }
}

/// The same, untold; whether there was a grip.
pub(crate) fn free(fight: &mut Fight, who: Who, other: Who) -> bool {
    let held = |status: &Status| {
        status.by == Some(who) && status.grip && matches!(status.condition, Condition::Grappled | Condition::Restrained)
    };
    if !fight.one(other).statuses.iter().any(held) {
        return false;
    }
    fight.one_mut(other).statuses.retain(|status| !held(status));
    for hand in &mut fight.one_mut(who).hands {
        if *hand == Hand::Grapple(other) {
            *hand = Hand::Empty;
        }
    }
    true
}

/// Ends a condition, all instances of it.
pub fn lift<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, condition: Condition) {
    if !fight.one(who).under(condition) {
        return;
    }
    remove_all(fight, who, |status| status.condition == condition);
    table.tell(|| {
        let event = Event::new(&ENDED, format!("{} is no longer {condition}", fight.label(who))).to(who);
        if condition == Condition::Surprised { event } else { event.and(rule_of(condition)) }
    });
}
