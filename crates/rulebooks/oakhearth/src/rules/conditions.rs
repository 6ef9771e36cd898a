//! Conditions: how they begin, what they do at the start and end of turns, how they end.

use quintain_engine::{Event, Rule, Table, Who};

use crate::book::{Condition, Damage, Save};
use crate::combatant::{Clock, Hand, Status};
use crate::fight::Fight;
use crate::rules::damage::{Harm, hurt};
use crate::rules::dice;

quintain_engine::section! {
    "Conditions";
    GAINED = Engine "condition.gained": "A condition takes hold; what does not stack keeps the longer of two.";
    ENDED = Engine "condition.ended": "A condition ends with its time, with what brought it, or by what the rules name.";
    TURN = Engine "condition.each-turn": "Bleeding, Burning, Poisoned and Suffocating hurt at the start of each turn.";
    REPEATED = Engine "condition.repeated-save": "Where a save is repeated, the target makes it at the end of each of its turns.";
    IMMUNE = Engine "condition.immune": "Immunity to a condition ignores it wholly.";
    CHARMED = Engine "condition.charmed": "Whoever is Charmed does nothing harmful to the charmer.";
    FRIGHTENED = Engine "condition.frightened": "Whoever is Frightened only moves, not closer to its fear, or dodges.";
}

/// Conditions whose instances add up or stand side by side.
fn stacks(condition: Condition) -> bool {
    use Condition as C;
    matches!(
        condition,
        C::Charmed
            | C::Dazed
            | C::HeavilyDazed
            | C::Exhaustion
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

/// Puts a condition on somebody. Immunity ignores it; of two that do not stack the longer stays.
pub fn give<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, status: Status, rule: &'static Rule) {
    let condition = status.condition;
    if fight.template(who).immune(condition) {
        table.tell(|| Event::new(&IMMUNE, format!("{} is never {condition}", fight.label(who))).to(who));
        return;
    }
    let same = |known: &&mut Status| {
        known.condition == condition
            && (!stacks(condition)
                || condition == Condition::Exhaustion
                || known.by == status.by && condition != Condition::Slowed)
    };
    let replaces = condition == Condition::Taunted;
    if replaces {
        fight.one_mut(who).statuses.retain(|known| known.condition != Condition::Taunted);
    }
    if let Some(known) = fight.one_mut(who).statuses.iter_mut().find(same) {
        match condition {
            Condition::Exhaustion => known.amount += status.amount,
            _ => {
                known.amount = known.amount.max(status.amount);
                if longer(status.clock, known.clock) {
                    known.clock = status.clock;
                    known.repeated = status.repeated;
                }
            }
        }
    } else if fight.one_mut(who).statuses.try_push(status).is_err() {
        return;
    }
    table.tell(|| {
        let number = if status.amount > 1 { format!(" {}", status.amount) } else { String::new() };
        let event = Event::new(rule, format!("{} is {condition}{number}", fight.label(who))).and(&GAINED).to(who);
        status.by.map_or(event.clone(), |by| event.by(by))
    });
    settle(fight, table, who);
}

/// Which of two ends later.
fn longer(one: Clock, other: Clock) -> bool {
    let left = |clock: Clock| match clock {
        Clock::Never => u16::MAX,
        Clock::Start(_, left) | Clock::End(_, left) => left,
    };
    left(one) > left(other)
}

/// What follows at once from a condition: hands open, AP sink, grips and concentration end.
pub fn settle<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    let one = fight.one(who);
    if one.under(Condition::Unconscious) {
        drop_all(fight, who);
    }
    if fight.one(who).has(Condition::Incapacitated) {
        release_all(fight, table, who);
        super::effects::lose_concentration(fight, table, who);
    }
    let cap = max_ap(fight, who);
    let one = fight.one_mut(who);
    one.ap = one.ap.min(cap);
    if one.amount(Condition::Exhaustion) >= 6 && !one.dead {
        super::dying::die(fight, table, who, &ENDED);
    }
}

/// The most AP that somebody has now: Stunned takes from it.
pub fn max_ap(fight: &Fight, who: Who) -> i8 {
    let one = fight.one(who);
    let stunned = one.of(Condition::Stunned).map(|status| status.amount).max().unwrap_or(0);
    let stunned = if one.has(Condition::Incapacitated) { stunned.max(one.max_ap) } else { stunned };
    (one.max_ap - stunned).max(0)
}

/// Everything held falls where one stands.
fn drop_all(fight: &mut Fight, who: Who) {
    let Some(at) = fight.one(who).at else { return };
    for hand in 0..2 {
        if let Hand::Weapon(weapon) = fight.one(who).hands[hand] {
            fight.floor.push((crate::fight::Thing::Weapon(weapon), at));
            let one = fight.one_mut(who);
            if let Some(place) = one.carried.iter().position(|known| *known == weapon) {
                one.carried.remove(place);
            }
        }
    }
    let one = fight.one_mut(who);
    for hand in &mut one.hands {
        if matches!(hand, Hand::Weapon(_) | Hand::Same) {
            *hand = Hand::Empty;
        }
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
    let held = |status: &Status| {
        status.by == Some(who)
            && !status.kept
            && matches!(status.condition, Condition::Grappled | Condition::Restrained)
    };
    if !fight.one(other).statuses.iter().any(held) {
        return;
    }
    fight.one_mut(other).statuses.retain(|status| !held(status));
    for hand in &mut fight.one_mut(who).hands {
        if *hand == Hand::Grapple(other) {
            *hand = Hand::Empty;
        }
    }
    table.tell(|| {
        let text = format!("{} no longer grapples {}", fight.label(who), fight.label(other));
        Event::new(&ENDED, text).by(who).to(other)
    });
}

/// Ends a condition, all instances of it.
pub fn lift<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, condition: Condition) {
    if !fight.one(who).under(condition) {
        return;
    }
    fight.one_mut(who).statuses.retain(|status| status.condition != condition);
    table.tell(|| Event::new(&ENDED, format!("{} is no longer {condition}", fight.label(who))).to(who));
}

/// The start of somebody's turn: what lasts until then ends, then what hurts at that moment does.
///
/// # Errors
/// Halts with the table.
pub fn turn_start<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    tick(fight, table, who, false);
    for place in 0..fight.one(who).statuses.len() {
        let Some(status) = fight.one(who).statuses.get(place).copied() else { break };
        let harm = match status.condition {
            Condition::Bleeding => Some((1, Damage::True)),
            Condition::Burning => Some((1, Damage::Fire)),
            Condition::Poisoned => Some((1, Damage::Poison)),
            _ => status.hurts.map(|(amount, kind)| (i16::from(amount), kind)),
        };
        if let Some((amount, kind)) = harm {
            table.tell(|| {
                Event::new(&TURN, format!("{} suffers from being {}", fight.label(who), status.condition)).to(who)
            });
            let mut harm = Harm::new(amount, kind, &TURN);
            harm.by = status.by;
            hurt(fight, table, who, harm)?;
        }
        if status.condition == Condition::Suffocating && fight.present(who) {
            suffocate(fight, table, who)?;
        }
        if !fight.present(who) {
            break;
        }
    }
    engulfed(fight, table, who)?;
    super::zones::turn_start(fight, table, who)
}

/// Out of breath: a Might Save that grows harder, or Unconscious; a quarter of all HP in any case.
fn suffocate<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let dc = 10 + 5 * i16::from(fight.one(who).gasps);
    let saved = dice::save(fight, table, who, Save::Might, dc, &TURN, None)?;
    if saved.success {
        fight.one_mut(who).gasps += 1;
    } else {
        give(fight, table, who, Status::lasting(Condition::Unconscious), &TURN);
    }
    let amount = (fight.one(who).max_hp / 4).max(1);
    hurt(fight, table, who, Harm::new(amount, Damage::True, &TURN))?;
    Ok(())
}

/// Whoever stands inside an ooze is eaten at.
fn engulfed<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let inside = |other: Who| {
        other != who
            && fight.foes(who, other)
            && fight.present(other)
            && matches!((fight.body(who), fight.body(other)), (Some(own), Some(around)) if around.overlaps(own))
    };
    let Some(ooze) = fight.everyone().find(|other| inside(*other)) else { return Ok(()) };
    let harm = fight.template(ooze).feature(|feature| match feature {
        crate::book::Feature::Engulfs { amount, kind } => Some((i16::from(*amount), *kind)),
        _ => None,
    });
    if let Some((amount, kind)) = harm {
        let mut harm = Harm::new(amount, kind, &TURN);
        harm.by = Some(ooze);
        hurt(fight, table, who, harm)?;
    }
    Ok(())
}

/// The end of somebody's turn: saves are repeated, what lasts until then ends.
///
/// # Errors
/// Halts with the table.
pub fn turn_end<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<(), T::Halt> {
    let mut place = 0;
    while let Some(status) = fight.one(who).statuses.get(place).copied() {
        let mut over = false;
        if let Some((save, dc)) = status.repeated
            && fight.present(who)
        {
            let saved = dice::save(fight, table, who, save, dc, &REPEATED, status.by)?;
            over = saved.success;
        }
        let still = fight.one(who).statuses.get(place) == Some(&status);
        if over && still {
            fight.one_mut(who).statuses.remove(place);
            table
                .tell(|| Event::new(&ENDED, format!("{} is no longer {}", fight.label(who), status.condition)).to(who));
        } else if still {
            place += 1;
        }
    }
    super::zones::turn_end(fight, table, who)?;
    super::water::turn_end(fight, table, who);
    tick(fight, table, who, true);
    Ok(())
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
    for other in fight.everyone() {
        let mut place = 0;
        while place < fight.one(other).statuses.len() {
            let over = struck(&mut fight.one_mut(other).statuses[place].clock, who, end);
            if !over {
                place += 1;
                continue;
            }
            let status = fight.one_mut(other).statuses.remove(place);
            table.tell(|| {
                Event::new(&ENDED, format!("{} is no longer {}", fight.label(other), status.condition)).to(other)
            });
        }
        fight.one_mut(other).boons.retain(|borne| !struck(&mut borne.clock, who, end));
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
        Lasts::Rounds(rounds) | Lasts::Concentration(rounds) => Clock::Start(by, rounds),
        Lasts::Lasting => Clock::Never,
    }
}
