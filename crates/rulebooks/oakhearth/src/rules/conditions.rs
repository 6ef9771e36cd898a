//! Conditions: how they begin, what they do at the start and end of turns, how they end.

use arrayvec::ArrayVec;
use quintain_engine::{Event, Refusal, Rule, Table, Who};
use quintain_field::Square;

use crate::ask::Deed;
use crate::book::{Condition, Damage, Save};
use crate::combatant::{Clock, Hand, Status};
use crate::fight::{Fight, Fuse};
use crate::muster::Mark;
use crate::rules::damage::{Harm, hurt};
use crate::rules::{concentration, dice};

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

/// The rule of a condition; those that only belong to others or to another section have the general one.
pub fn rule_of(condition: Condition) -> &'static Rule {
    use Condition as C;
    match condition {
        C::Bleeding => &BLEEDING,
        C::Blinded => &BLINDED,
        C::Burning => &BURNING,
        C::Charmed => &CHARMED,
        C::Dazed | C::HeavilyDazed => &DAZED,
        C::Deafened => &DEAFENED,
        C::Exhaustion => &EXHAUSTION,
        C::Exposed => &EXPOSED,
        C::Frightened => &FRIGHTENED,
        C::Grappled => &GRAPPLED,
        C::Hindered => &HINDERED,
        C::Impaired | C::HeavilyImpaired => &IMPAIRED,
        C::Incapacitated => &INCAPACITATED,
        C::Intimidated => &INTIMIDATED,
        C::Invisible => &INVISIBLE,
        C::Paralyzed => &PARALYZED,
        C::Petrified => &PETRIFIED,
        C::Poisoned => &POISONED,
        C::Prone => &PRONE,
        C::Restrained => &RESTRAINED,
        C::Slowed => &SLOWED,
        C::Stunned => &STUNNED,
        C::Suffocating => &SUFFOCATING,
        C::Taunted => &TAUNTED,
        C::Unconscious => &UNCONSCIOUS,
        C::Surprised => &super::surprise::EXPOSED,
        C::NoReactions => &GAINED,
    }
}

/// Conditions whose instances add up or stand side by side.
fn stacks(condition: Condition) -> bool {
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
    let statuses = &mut fight.one_mut(who).statuses;
    match statuses.iter().position(|known| renews(known, &status)) {
        Some(place) => statuses.change(place, |known| renew(known, &status)),
        None if statuses.push(status) => {}
        None => return,
    }
    let more = fight.one(who).stunned() - stunned;
    let one = fight.one_mut(who);
    one.ap = (one.ap - more.max(0)).max(0);
    table.tell(|| {
        let number = if status.amount > 1 { format!(" {}", status.amount) } else { String::new() };
        let event = Event::new(rule, format!("{} is {condition}{number}", fight.label(who))).and(&GAINED).to(who);
        let event = if condition == Condition::Surprised { event } else { event.and(rule_of(condition)) };
        let event = if more > 0 { event.and(&super::action_points::TEMPORARY) } else { event };
        status.by.map_or(event.clone(), |by| event.by(by))
    });
    settle(fight, table, who);
}

/// Two of a condition that does not stack: the larger number and the longer time.
fn renew(known: &mut Status, status: &Status) {
    if status.condition == Condition::Exhaustion {
        known.amount += status.amount;
        return;
    }
    known.amount = known.amount.max(status.amount);
    if longer(status.clock, known.clock) {
        *known = Status { amount: known.amount, ..*status };
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
    let one = fight.one_mut(who);
    one.ap = one.ap.min(cap.max(0));
    if one.amount(Condition::Exhaustion) >= 6 && !one.dead {
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
        let _ = fight.fuses.try_push(Fuse { by: status.by, at, bursts, dc });
    }
    Some(status)
}

/// All conditions of somebody for which `over` says so are over.
pub fn remove_all(fight: &mut Fight, who: Who, over: impl Fn(&Status) -> bool) {
    while let Some(place) = fight.one(who).statuses.iter().position(&over) {
        remove(fight, who, place);
    }
}

/// Everyone whom somebody grapples is free.
pub fn release_all<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    for other in fight.everyone() {
        release(fight, table, who, other);
    }
}

/// One whom somebody grapples is free.
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

/// The start of somebody's turn: what lasts until then ends, then what hurts at that moment does.
///
/// # Errors
/// Halts with the table.
pub fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    tick(fight, table, who, false);
    if !fight.one(who).boons.is_empty() {
        fight.one_mut(who).boons.iter_mut().for_each(|borne| borne.paused = false);
    }
    if !fight.one(who).statuses.is_empty() {
        suffer(fight, table, who)?;
    }
    super::engulfing::turn_start(fight, table, who)?;
    super::zones::turn_start(fight, table, who)
}

/// What hurts every turn does so, the oldest first.
fn suffer<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let stone = fight.one(who).under(Condition::Petrified);
    for status in fight.one(who).statuses.clone() {
        let still = fight
            .one(who)
            .statuses
            .iter()
            .any(|known| known.condition == status.condition && known.from == status.from);
        if !still || !fight.present(who) {
            continue;
        }
        let harm = match status.condition {
            Condition::Bleeding => Some((1, Damage::True)),
            Condition::Burning => Some((1, Damage::Fire)),
            Condition::Poisoned if !stone => Some((1, Damage::Poison)),
            Condition::Poisoned => None,
            _ => status.hurts.map(|(amount, kind)| (i16::from(amount), kind)),
        };
        if let Some((amount, kind)) = harm {
            table.tell(|| {
                let text = format!("{} suffers from being {}", fight.label(who), status.condition);
                Event::new(&TURN, text).to(who).and(rule_of(status.condition))
            });
            let mut harm = Harm::new(amount, kind, &TURN);
            harm.by = status.by;
            hurt(fight, table, who, harm)?;
        }
        if status.condition == Condition::Suffocating && fight.present(who) {
            suffocate(fight, table, who)?;
        }
    }
    Ok(())
}

/// Out of breath: a Might Save that grows harder, or Unconscious; a quarter of all HP in any case.
fn suffocate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let dc = 10 + 5 * i16::from(fight.one(who).gasps);
    let saved = dice::save(fight, table, who, Save::Might, dc, &SUFFOCATING, None)?;
    if saved.success {
        fight.one_mut(who).gasps += 1;
    } else {
        give(fight, table, who, Status::lasting(Condition::Unconscious), &SUFFOCATING);
    }
    let amount = (fight.one(who).max_hp / 4).max(1);
    hurt(fight, table, who, Harm::new(amount, Damage::True, &SUFFOCATING))?;
    Ok(())
}

/// The end of somebody's turn: saves are repeated, what lasts until then ends.
///
/// # Errors
/// Halts with the table.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    repeat_saves(fight, table, who)?;
    super::zones::turn_end(fight, table, who)?;
    super::water::turn_end(fight, table, who);
    tick(fight, table, who, true);
    Ok(())
}

/// What a repeated Save is made against: the Save, its DC, the maker, the spell.
type Repeated = (Save, i16, Option<Who>, Option<u16>);

/// `condition.repeated-save`: one Save for all that one spell has brought.
fn repeat_saves<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let one = fight.one(who);
    if one.statuses.is_empty() && one.boons.is_empty() {
        return Ok(());
    }
    let of_status =
        one.statuses.iter().filter_map(|status| status.repeated.map(|(save, dc)| (save, dc, status.by, status.from)));
    let of_boon = one
        .boons
        .iter()
        .filter_map(|borne| borne.repeated.map(|(save, dc)| (save, dc, Some(borne.by), Some(borne.from))));
    let mut due: ArrayVec<Repeated, 16> = ArrayVec::new();
    for one in of_status.chain(of_boon) {
        if !due.contains(&one) {
            let _ = due.try_push(one);
        }
    }
    for (save, dc, by, from) in due {
        if !fight.present(who) {
            break;
        }
        if !dice::save(fight, table, who, save, dc, &REPEATED, by)?.success {
            continue;
        }
        let same = |status: &Status| status.repeated == Some((save, dc)) && status.by == by && status.from == from;
        while let Some(place) = fight.one(who).statuses.iter().position(same) {
            if let Some(status) = remove(fight, who, place) {
                tell_end(fight, table, who, status.condition);
                concentration::idle(fight, table, &status);
            }
        }
        super::boons::drop_those(fight, who, |borne| {
            borne.repeated == Some((save, dc)) && Some(borne.by) == by && Some(borne.from) == from
        });
        if let Some(by) = by {
            concentration::without_hold(fight, table, by);
        }
    }
    Ok(())
}

fn tell_end<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who, condition: Condition) {
    table.tell(|| Event::new(&ENDED, format!("{} is no longer {condition}", fight.label(who))).to(who));
}

/// One clock of somebody's turns has struck: nothing left means over.
fn struck(clock: &mut Clock, who: Who, end: bool) -> bool {
    match clock {
        Clock::Start(whose, left) if *whose == who && !end => {
            *left = left.saturating_sub(1);
            *left == 0
        }
        Clock::End(whose, left) if *whose == who && end => {
            *left = left.saturating_sub(1);
            *left == 0
        }
        _ => false,
    }
}

/// Everything whose time is counted in turns of this one loses a turn; what has none left ends.
pub fn tick<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, end: bool) {
    let any = fight.any(Mark::Changed);
    for other in fight.everyone().filter(|_| any) {
        let one = fight.one(other);
        if one.statuses.is_empty() && one.boons.is_empty() {
            continue;
        }
        let mut place = 0;
        while place < fight.one(other).statuses.len() {
            let counts =
                matches!(fight.one(other).statuses[place].clock, Clock::Start(of, _) | Clock::End(of, _) if of == who);
            let mut clock = || fight.one_mut(other).statuses.clock(place).is_some_and(|clock| struck(clock, who, end));
            let over = counts && clock();
            if !over {
                place += 1;
                continue;
            }
            if let Some(status) = remove(fight, other, place) {
                table.tell(|| {
                    let text = format!("{} is no longer {}", fight.label(other), status.condition);
                    let event = Event::new(&ENDED, text).to(other);
                    if end { event } else { event.and(&super::time::ANCHOR) }
                });
            }
        }
        super::boons::tick(fight, other, |clock| struck(clock, who, end));
    }
    for bomb in &mut fight.lit {
        struck(&mut bomb.clock, who, end);
    }
    fight.zones.retain_mut(|zone| !struck(&mut zone.clock, who, end));
}

/// Clocks of somebody who takes no more turns run out at the end of the round.
pub fn round_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T) {
    for who in fight.everyone() {
        if !fight.present(who) {
            tick(fight, table, who, false);
            tick(fight, table, who, true);
            for other in fight.everyone() {
                fight.one_mut(other).help.retain(|die| die.by != who);
            }
        }
    }
}

/// The clock of something that lasts so long, made by one for another.
pub fn clock(fight: &Fight, lasts: crate::book::Lasts, by: Who, on: Who) -> Clock {
    use crate::book::Lasts;
    let turn = |who: Who| if fight.owner == Some(who) { 2 } else { 1 };
    match lasts {
        Lasts::Instant => Clock::End(by, 1),
        Lasts::NextStart => Clock::Start(by, 1),
        Lasts::NextEnd => Clock::End(by, turn(by)),
        Lasts::TargetStart => Clock::Start(on, 1),
        Lasts::TargetEnd => Clock::End(on, turn(on)),
        Lasts::Rounds(rounds) | Lasts::Concentration(rounds) => Clock::Start(by, rounds + early(fight, by)),
        Lasts::Lasting => Clock::Never,
    }
}

/// What starts before its maker's turn of this round outlasts that turn: its rounds are counted from now.
pub(crate) fn early(fight: &Fight, by: Who) -> u16 {
    u16::from(fight.round > 0 && super::initiative::waiting(fight, by))
}

/// Those of whom somebody is Frightened.
fn fears(fight: &Fight, who: Who) -> impl Iterator<Item = Who> + '_ {
    fight.one(who).of(Condition::Frightened).filter_map(|status| status.by).filter(|by| fight.present(*by))
}

/// Whether a Space is closer to what somebody is Frightened of than where it is.
pub fn nears_fear(fight: &Fight, who: Who, to: Square) -> bool {
    fears(fight, who).any(|by| fight.distance_from(who, to, by) < fight.distance(who, by))
}

/// Whether somebody who is Frightened has anywhere to flee to.
pub fn can_flee(fight: &Fight, who: Who) -> bool {
    let budget = super::moving::within_reach(fight, who, super::action_points::available(fight, who));
    if budget <= 0 || fears(fight, who).next().is_none() {
        return false;
    }
    super::moving::with_room(|finder, reach| {
        super::moving::reach(fight, who, budget, finder, reach);
        reach.iter().any(|(square, _)| flees(fight, who, *square))
    })
}

/// Whether a Space is farther from all that somebody is Frightened of.
pub fn flees(fight: &Fight, who: Who, to: Square) -> bool {
    fears(fight, who).all(|by| fight.distance_from(who, to, by) > fight.distance(who, by))
}

/// # Errors
/// Why a deed is out of the question for fear.
pub fn dares(fight: &Fight, who: Who, deed: Deed) -> Result<(), Refusal> {
    if !fight.one(who).under(Condition::Frightened) {
        return Ok(());
    }
    let no = |why: &'static str| Err(Refusal::new(&FRIGHTENED, why));
    match deed {
        Deed::Stand | Deed::MoveForFree => Ok(()),
        Deed::Move(to) | Deed::Jump(to) if nears_fear(fight, who, to) => no("that is closer to what frightens it"),
        Deed::Move(_) | Deed::Jump(_) => Ok(()),
        Deed::Dodge(_) | Deed::End if can_flee(fight, who) => no("it must flee as long as it can"),
        Deed::Dodge(_) | Deed::End => Ok(()),
        _ => no("it is frightened"),
    }
}

/// # Errors
/// Whoever is Charmed takes no hold of the charmer and does not push it about.
pub fn spares(fight: &Fight, who: Who, at: Who) -> Result<(), Refusal> {
    match fight.one(who).of(Condition::Charmed).any(|status| status.by == Some(at)) {
        true => Err(Refusal::new(&CHARMED, "it is charmed by the target")),
        false => Ok(()),
    }
}

/// Whoever does anything but move, dodge or hide is invisible by magic no longer.
pub fn shows_itself<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let magic = |status: &Status| status.condition == Condition::Invisible && status.from.is_some();
    let Some(place) = fight.one(who).statuses.iter().position(magic) else { return };
    if let Some(status) = remove(fight, who, place) {
        table.tell(|| Event::new(&INVISIBLE, format!("{} shows itself", fight.label(who))).to(who));
        concentration::idle(fight, table, &status);
        super::hide::look(fight, table);
    }
}

/// Whether a deed keeps magic from ending that makes invisible.
pub fn stealthy(deed: Deed) -> bool {
    matches!(
        deed,
        Deed::Move(_)
            | Deed::Jump(_)
            | Deed::Climb(_)
            | Deed::MoveForFree
            | Deed::Stride(_)
            | Deed::Dodge(_)
            | Deed::Hide
            | Deed::Hold
            | Deed::Sustain
            | Deed::End
    )
}
