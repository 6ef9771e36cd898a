//! Dice: the d20, stacks of advantage and disadvantage, contests, rounding.

use quintain_dice::Faces;
use quintain_engine::{Breakdown, Dicing, Event, Rule, Table, Throw, Who, section};

use crate::ask::{self, Ask};
use crate::book::{Save, Skill};
use crate::combatant::Kind;
use crate::fight::Fight;
use crate::house::ContestCrits;
use crate::rules::{advantage, conditions, help, numbers, penalty};
use crate::words;

pub use crate::pool::Pool;

section! {
    "Dice";
    D20 = Engine "core.d20": "A Check or Save is a d20 with modifiers and succeeds when the total reaches the number.";
    ADV_STACKS = Engine "core.adv-stacks": "ADV and DIS cancel one for one; up to 3 that are left add a d20 each, and the best or worst counts.";
    SAME_SOURCE = Engine "core.same-source-once": "One source counts once on a roll, unless it is said to stack.";
    ROUND_DOWN = Engine "core.round-down": "Fractions are rounded down, but never below 1 unless the base is 0.";
    CONTEST = Engine "core.contest": "Both sides of a contest roll and the higher total wins; a tie changes nothing.";
    CONTEST_CRITS = Engine "core.contest-crits": "A natural 20 or 1 means nothing special in a contest.", house "contest-crits";
    WILLING_FAIL = Choice "core.willing-fail": "A creature may fail a Check or Save on purpose; it then counts as 0.";
}

impl Pool {
    /// All sources of ADV and DIS in words, and what they come to where there are several.
    fn words(&self, parts: &Breakdown) -> String {
        let word = |amount: i64| {
            if amount > 0 { format!("ADV {amount}") } else { format!("DIS {}", amount.unsigned_abs()) }
        };
        let sources = parts.dice_terms();
        let all: Vec<String> = sources.iter().map(|part| format!("{} ({})", word(part.value), part.label)).collect();
        let left = match self.net() {
            net if all.len() < 2 && parts.dice_in_all() == net => String::new(),
            0 => ", which cancel each other".to_owned(),
            net => format!(", {} in all", word(net.into())),
        };
        if all.is_empty() { left } else { format!(" with {}{left}", words::and(&all)) }
    }

    /// Shows a roll and its reasons on an event.
    pub fn show(&self, mut event: Event, rolled: &Rolled) -> Event {
        let parts = self.parts.told();
        event.text.push_str(&self.words(&parts));
        event = event.dice(20, &rolled.faces).term_by(&D20, "d20", rolled.natural.into()).reckoned(&parts);
        if !parts.dice_terms().is_empty() {
            event = event.citing(&ADV_STACKS).and(&SAME_SOURCE);
        }
        event.total(rolled.total.into())
    }
}

/// A d20 as it fell, with what was added.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The die that counts.
    pub natural: u16,
    /// With everything added.
    pub total: i16,
    /// All dice.
    pub faces: Faces,
}

impl Rolled {
    /// A roll that was failed on purpose.
    fn nothing() -> Rolled {
        Rolled { natural: 0, total: 0, faces: Faces::new() }
    }
}

/// A Save as it came out.
#[derive(Clone, Copy, Debug)]
pub struct Saved {
    /// The DC was reached.
    pub success: bool,
    /// By how much.
    pub margin: i16,
}

/// Throws as many d20 as the pool asks for, keeps the one that counts, tells nothing yet.
///
/// # Errors
/// Halts with the table.
pub fn unseen_check<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    rule: &'static Rule,
    what: &'static str,
    pool: &Pool,
) -> Result<Rolled, T::Halt> {
    let net = pool.net();
    let throw = Throw::dice(1 + pool.row.unwrap_or(0).max(net.unsigned_abs() as u8), 20, rule, what).by(who);
    let throw = throw.read_as(pool.reading());
    let faces = table.roll(fight, if let Some(at) = at { throw.at(at) } else { throw })?;
    let natural = kept(&faces, net);
    Ok(Rolled { natural, total: natural as i16 + pool.bonus(), faces })
}

/// The die of a row that counts for so much ADV or DIS: the best or worst of its first dice.
pub fn kept(faces: &Faces, net: i16) -> u16 {
    let mine = faces.iter().copied().take(1 + usize::from(net.unsigned_abs()));
    let found = if net >= 0 { mine.max() } else { mine.min() };
    found.unwrap_or(1)
}

/// One row of dice read for a pool of its own: it takes as many of them as its ADV or DIS asks for.
pub fn of_row(pool: &Pool, thrown: &Rolled) -> Rolled {
    let used = 1 + usize::from(pool.net().unsigned_abs());
    let mut faces = Faces::new();
    for face in thrown.faces.iter().take(used) {
        let _ = faces.push(*face);
    }
    let natural = kept(&faces, pool.net());
    Rolled { natural, total: natural as i16 + pool.bonus(), faces }
}

/// Makes a check and tells it.
///
/// # Errors
/// Halts with the table.
pub fn check<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    rule: &'static Rule,
    what: &'static str,
    pool: &Pool,
) -> Result<Rolled, T::Halt> {
    let rolled = unseen_check(fight, table, who, at, rule, what, pool)?;
    table.tell(|| {
        let event = Event::new(rule, format!("{} rolls {what}", fight.label(who))).by(who);
        pool.show(if let Some(at) = at { event.to(at) } else { event }, &rolled)
    });
    Ok(rolled)
}

/// What goes into a check with a skill: its bonus, conditions, the Multiple Check Penalty.
pub fn skill_pool(fight: &Fight, who: Who, skill: Skill) -> Pool {
    let mut pool = Pool::with(&numbers::SKILL_CHECK, skill.text(), numbers::skill_bonus(fight, who, skill));
    common(fight, who, Kind::Skill(skill), &mut pool);
    pool
}

/// What every Check of a kind shares: the penalty for repetition, conditions, Exhaustion.
pub(crate) fn common(fight: &Fight, who: Who, kind: Kind, pool: &mut Pool) {
    penalty::add(fight, who, kind, pool);
    advantage::on_check(fight, who, kind, pool);
    conditions::exhaust(fight, who, pool);
}

/// Makes a check with a skill: Help Dice are added, it counts for the Multiple Check Penalty, it is told.
///
/// # Errors
/// Halts with the table.
pub fn skill_check<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    at: Option<Who>,
    skill: Skill,
    mut pool: Pool,
) -> Result<Rolled, T::Halt> {
    let rolled = unseen_skill_check(fight, table, (who, at), skill, &numbers::SKILL_CHECK, &mut pool)?;
    table.tell(|| {
        let event = Event::new(&numbers::SKILL_CHECK, format!("{} rolls {skill}", fight.label(who))).by(who);
        pool.show(if let Some(at) = at { event.to(at) } else { event }, &rolled)
    });
    Ok(rolled)
}

/// The same, told later by this rule.
///
/// # Errors
/// Halts with the table.
pub fn unseen_skill_check<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (who, at): (Who, Option<Who>),
    skill: Skill,
    rule: &'static Rule,
    pool: &mut Pool,
) -> Result<Rolled, T::Halt> {
    pool.add(&help::ADDS, "Help", help::skill_dice(fight, table, who, skill, help::When::Before)?);
    penalty::count(fight, who, Kind::Skill(skill));
    let mut rolled = unseen_check(fight, table, who, at, rule, skill.text(), pool)?;
    let late = help::skill_dice(fight, table, who, skill, help::When::After)?;
    pool.add(&help::ADDS, "Help", late);
    rolled.total += late;
    Ok(rolled)
}

/// The answer of a target that is put to a contest: a check with a skill, unless it fails on purpose.
///
/// # Errors
/// Halts with the table.
pub fn answer<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    by: Who,
    skill: Skill,
    pool: Pool,
) -> Result<Rolled, T::Halt> {
    if gives_in(fight, table, who, Some(by))? {
        return Ok(Rolled::nothing());
    }
    skill_check(fight, table, who, Some(by), skill, pool)
}

/// `core.willing-fail`: whether somebody fails on purpose.
fn gives_in<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, by: Option<Who>) -> Result<bool, T::Halt> {
    let gives_in = ask::yes(fight, table, Ask::FailOnPurpose { who, by })?;
    if gives_in {
        given_in(fight, table, who);
    }
    Ok(gives_in)
}

/// What a check counts that was failed on purpose.
pub(crate) fn given_in<T: Table<Fight>>(fight: &Fight, table: &mut T, who: Who) -> Rolled {
    table.tell(|| Event::new(&WILLING_FAIL, format!("{} does not resist", fight.label(who))).by(who).total(0));
    Rolled::nothing()
}

/// Makes a Save against a DC. Who is Stunned out of its senses fails Physical Saves without a roll.
///
/// # Errors
/// Halts with the table.
pub fn save<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    who: Who,
    save: Save,
    dc: i16,
    rule: &'static Rule,
    by: Option<Who>,
) -> Result<Saved, T::Halt> {
    let failed = Saved { success: false, margin: -dc };
    let one = fight.one(who);
    let body = matches!(save, Save::Might | Save::Dexterity | Save::Physical);
    if body && one.stunned() >= 4 {
        table.tell(|| {
            Event::new(&numbers::SAVE, format!("{} cannot resist", fight.label(who)))
                .to(who)
                .and(rule)
                .and(&crate::rules::conditions::STUNNED)
        });
        return Ok(failed);
    }
    if gives_in(fight, table, who, by)? {
        return Ok(failed);
    }
    let mut pool = Pool::with(&numbers::SAVE, save.text(), numbers::save_bonus(fight, who, save));
    advantage::on_save(fight, who, save, &mut pool);
    conditions::exhaust(fight, who, &mut pool);
    crate::rules::boons::save_dice(fight, table, who, &mut pool)?;
    let rolled = unseen_check(fight, table, who, by, &numbers::SAVE, save.text(), &pool)?;
    let saved = Saved { success: rolled.total >= dc, margin: rolled.total - dc };
    table.tell(|| {
        let how = if saved.success { "makes" } else { "fails" };
        let what = words::one(save.text());
        let event = Event::new(&numbers::SAVE, format!("{} {how} {what}", fight.label(who))).by(who).and(rule);
        pool.show(event, &rolled).against("Difficulty", dc.into())
    });
    Ok(saved)
}

/// `core.contest`: whether the one who began it wins. With the house rule, a natural 20 beats everything and a natural 1
/// loses to everything.
pub fn wins(fight: &Fight, one: &Rolled, other: &Rolled) -> bool {
    let rank = |natural: u16| match (fight.house().contest_crits, natural) {
        (ContestCrits::On, 20) => 1,
        (ContestCrits::On, 1) => -1,
        _ => 0,
    };
    (rank(one.natural), one.total) > (rank(other.natural), other.total)
}

/// `core.round-down`: a part of a number, rounded down but at least 1; 0 stays 0.
pub fn part(of: i16, by: i16) -> i16 {
    if of <= 0 { 0 } else { (of / by).max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advantage_cancels_is_capped_and_counts_a_source_once() {
        let mut stack = Pool::default();
        stack.many(&D20, "Exposed", 2);
        stack.adv(&D20, "flanked");
        stack.adv(&D20, "flanked");
        stack.adv(&D20, "help");
        assert_eq!(stack.net(), 3);
        stack.many(&D20, "penalty", -3);
        assert_eq!(stack.net(), 1);
    }

    #[test]
    fn parts_are_at_least_one() {
        assert_eq!([part(6, 2), part(6, 4), part(3, 4), part(0, 2)], [3, 1, 1, 0]);
    }
}
