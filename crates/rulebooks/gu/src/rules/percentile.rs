//! Percentile tests: one die against a value, degrees, criticals and fumbles, advantage, luck, opposed tests.
//!
//! The chapter takes these from the dice chapter; its own rules cite them by what they are tests for.

use std::cmp::Ordering;

use quintain_engine::{Dicing, Event, EventId, Noted, Reckoning, Rule, Table, Throw, Who};
use smallvec::SmallVec;

use crate::ask::{self, Ask};
use crate::condition::Condition;
use crate::derived;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::rules::{gu, maneuvers, status};
use crate::underway::Test;

/// What comes of a natural die: degrees, critical, fumble.
pub fn read(natural: u16, modifier: i16, value: i16) -> (i16, bool, bool) {
    let total = natural as i16 + modifier;
    let critical = i32::from(natural) <= i32::from((value / 10).max(1));
    let fumble = natural == 100 || (natural == 99 && value <= 99);
    let degrees = match total <= value {
        true => 1 + (value - total) / 10,
        false => -(1 + (total - value) / 10),
    };
    match (critical, fumble) {
        (true, _) => (degrees.max(1), true, false),
        (_, true) => (degrees.min(-1), false, true),
        _ => (degrees, false, false),
    }
}

/// Who of two wins an opposed test: criticals, fumbles, degrees, the lower die.
pub fn compare(one: Test, other: Test) -> Ordering {
    (one.critical.cmp(&other.critical))
        .then(other.fumble.cmp(&one.fumble))
        .then(one.degrees.cmp(&other.degrees))
        .then(other.natural.cmp(&one.natural))
}

/// A test that is about to be made.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Who tests.
    pub who: Who,
    /// Against what.
    pub score: Score,
    /// With what modifiers beyond those that always count, plus being worse; as dice, advantages less disadvantages.
    pub sum: Noted,
    /// The rule that calls for it.
    pub rule: &'static Rule,
    /// The opponent.
    pub at: Option<Who>,
    /// It is made to get or stay out of that one's hold.
    pub withstands: bool,
}

impl Trial {
    /// A plain test.
    pub fn of(who: Who, score: Score, rule: &'static Rule) -> Self {
        Trial { who, score, sum: Noted::default(), rule, at: None, withstands: false }
    }

    /// With a modifier.
    pub fn with(mut self, rule: &'static Rule, label: &'static str, value: i16) -> Self {
        self.sum.add(rule, label, value);
        self
    }

    /// Against somebody.
    pub fn against(mut self, whom: Who) -> Self {
        self.at = Some(whom);
        self
    }

    /// Out of somebody's hold.
    pub fn out_of_hold(self, whom: Who) -> Self {
        Trial { withstands: true, ..self.against(whom) }
    }
}

/// The score that is really tested: Dodge becomes Flying in the air.
fn tested(fight: &Fight, who: Who, score: Score) -> Score {
    if score == Score::Dodge && fight.one(who).airborne { Score::Flying } else { score }
}

/// Makes a test: automatic failures, modifiers, luck before, the die, luck after.
pub(crate) fn test<T: Table<Fight>>(fight: &mut Fight, table: &mut T, mut trial: Trial) -> Result<Test, T::Halt> {
    let who = trial.who;
    let score = tested(fight, who, trial.score);
    if let Err(why) = modify(fight, score, &mut trial) {
        let event = table.tell(|| {
            let text = format!("{} fails the {} test without a die", fight.label(who), score.name());
            Event::new(trial.rule, text).by(who).and(why)
        });
        return Ok(Test { natural: 0, degrees: -1, critical: false, fumble: false, event });
    }
    let mut spent: SmallVec<[Who; 8]> = SmallVec::new();
    if crate::rules::luck::may_spend_luck(fight, who) && ask::yes(fight, table, Ask::LuckBefore { who, score })? {
        crate::rules::luck::spend(fight, table, who);
        spent.push(who);
        trial.sum.add(&crate::rules::luck::BEFORE, "luck", -50);
    }
    let mut natural = throw(fight, table, &trial, score)?;
    let mut test = read_and_tell(fight, table, &trial, score, natural);
    while let Some(by) = crate::rules::luck::wants_reroll(fight, table, &trial, test, &spent)? {
        crate::rules::luck::spend(fight, table, by);
        spent.push(by);
        natural = throw(fight, table, &trial, score)?;
        test = read_and_tell(fight, table, &trial, score, natural);
    }
    Ok(test)
}

/// Adds what counts besides what the test is for.
///
/// # Errors
/// The rule by which it fails without a die.
fn modify(fight: &Fight, score: Score, trial: &mut Trial) -> Result<(), &'static Rule> {
    let (who, called) = (trial.who, trial.score);
    if let Some(why) = status::fails_by_itself(fight, who, called, score) {
        return Err(why);
    }
    general(fight, who, called, score, &mut trial.sum);
    gu::modify_test(fight, (called, score), trial);
    let held = std::ptr::eq(trial.rule, &raw const crate::rules::holding::OPPOSED);
    if let (Some(at), false, true) = (trial.at, held, called.is_fought()) {
        trial.sum.add(trial.rule, "foreseen", gu::foresees(fight, who, at).unwrap_or(0));
    }
    Ok(())
}

/// The highest natural die with which a test succeeds, criticals and fumbles left out of account; `None` where it fails
/// without a die.
pub fn needed(fight: &Fight, mut trial: Trial) -> Option<i16> {
    let score = tested(fight, trial.who, trial.score);
    modify(fight, score, &mut trial).ok()?;
    Some(derived::score(fight, trial.who, score) - trial.sum.total())
}

/// The modifiers that count whatever the test is for.
fn general(fight: &Fight, who: Who, called: Score, score: Score, sum: &mut Noted) {
    let one = fight.one(who);
    if one.is(Condition::Prone) && score.is_skill() {
        sum.add(&status::PRONE_TESTS, "prone", 30);
    }
    if gu::is_blinded(fight, who) && matches!(score, Score::CloseCombat | Score::RangedAttack) {
        sum.add(&status::BLINDED_ATTACK, "blinded", 50);
    }
    if one.is(Condition::Fatigued) && matches!(called, Score::Dodge | Score::Athletics) {
        sum.add(&status::FATIGUED_TESTS, "fatigued", 20);
    }
    if called == Score::Dodge {
        let armour: i16 = one.worn.iter().map(|(place, _)| fight.setting.armor(*place).dodge).sum();
        sum.add(&crate::rules::dodge::TEST, "armour", armour);
    }
}

/// The natural die, 1 to 100: a tens and a ones die, with a further tens die for each advantage or disadvantage.
fn throw<T: Table<Fight>>(fight: &mut Fight, table: &mut T, trial: &Trial, score: Score) -> Result<u16, T::Halt> {
    let mut first = Throw::die(100, trial.rule, score.name()).by(trial.who);
    if let Some(at) = trial.at {
        first = first.at(at);
    }
    let face = table.die(fight, first)?;
    let tilt = trial.sum.dice_in_all();
    if tilt == 0 {
        return Ok(face);
    }
    let (ones, mut tens) = (face % 10, (face / 10) % 10);
    let total = |tens: u16| if tens == 0 && ones == 0 { 100 } else { tens * 10 + ones };
    for _ in 0..tilt.unsigned_abs() {
        let what = if tilt > 0 { "advantage: tens" } else { "disadvantage: tens" };
        let further = Throw { sides: 10, what, ..first };
        let other = table.die(fight, further)? % 10;
        let value = |tens: u16| if fight.house().literal_tens { tens } else { total(tens) };
        let better = if tilt > 0 { value(other) < value(tens) } else { value(other) > value(tens) };
        if better {
            tens = other;
        }
    }
    Ok(total(tens))
}

fn read_and_tell<T: Table<Fight>>(fight: &Fight, table: &mut T, trial: &Trial, score: Score, natural: u16) -> Test {
    let value = derived::score(fight, trial.who, score);
    let (degrees, critical, fumble) = read(natural, trial.sum.total(), value);
    let event = table.tell(|| {
        let outcome = match (critical, fumble, degrees > 0) {
            (true, ..) => "a critical, success",
            (_, true, _) => "a fumble, failure",
            (_, _, true) => "success",
            _ => "failure",
        };
        let count = degrees.unsigned_abs();
        let word = if count == 1 { "degree" } else { "degrees" };
        let text = format!("{} tests {}: {outcome} by {count} {word}", fight.label(trial.who), score.name());
        let mut event = Event::new(trial.rule, text).by(trial.who).term("d100", natural.into(), "");
        if let Some(at) = trial.at {
            event = event.to(at);
        }
        event = event.reckoned(&trial.sum.told());
        if score == Score::Flying && trial.score == Score::Dodge {
            event = event.and(&maneuvers::DODGE_SKILL);
        }
        event.dice(100, &[natural]).against(score.name(), value.into())
    });
    Test { natural, degrees, critical, fumble, event }
}

/// What became of an opposed test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opposed {
    /// The one who acts wins.
    Won,
    /// The other wins.
    Lost,
    /// Nothing changes.
    Tied,
}

/// Two tests against each other, where a tie is possible: nothing changes then.
pub(crate) fn opposed<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    one: Trial,
    other: Trial,
) -> Result<Opposed, T::Halt> {
    table.by_dice(fight, &("opposed", &one, &other), |fight, table| {
        let first = test(fight, table, one.clone())?;
        let second = test(fight, table, other.clone())?;
        Ok(opposing(first, second))
    })
}

/// Settles an opposed test that cannot be tied: both test again for the comparison only, up to the limit of the house.
pub(crate) fn settle<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    (one, first): (&Trial, Test),
    (other, second): (&Trial, Test),
) -> Result<Opposed, T::Halt> {
    let mut result = opposing(first, second);
    for _ in 0..fight.house().retest_limit {
        if result != Opposed::Tied {
            break;
        }
        result = table.by_dice(fight, &("test again", one, other), |fight, table| {
            let first = test(fight, table, one.clone())?;
            let second = test(fight, table, other.clone())?;
            Ok(opposing(first, second))
        })?;
    }
    Ok(result)
}

/// A test against an attack that has hit: opposed to its roll, or plain where it had none. Says whether it is won, and the
/// event of the test.
pub(crate) fn against_hit<T: Table<Fight>>(
    fight: &mut Fight,
    table: &mut T,
    trial: &Trial,
    roll: Option<(Test, &Trial)>,
) -> Result<(bool, EventId), T::Halt> {
    table.by_dice(fight, &("against a hit", trial, roll), |fight, table| {
        let result = test(fight, table, trial.clone())?;
        let won = match roll {
            None => result.succeeded(),
            Some((attack, attacker)) => settle(fight, table, (trial, result), (attacker, attack))? == Opposed::Won,
        };
        Ok((won, result.event))
    })
}

/// What comes of one test against another.
fn opposing(first: Test, second: Test) -> Opposed {
    match compare(first, second) {
        Ordering::Greater => Opposed::Won,
        Ordering::Less => Opposed::Lost,
        Ordering::Equal => Opposed::Tied,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(natural: u16, modifier: i16, value: i16) -> Test {
        let (degrees, critical, fumble) = read(natural, modifier, value);
        Test { natural, degrees, critical, fumble, event: EventId(0) }
    }

    #[test]
    fn equal_succeeds_and_each_full_ten_is_a_degree() {
        let cases = [(45, 0, 45, 1), (44, 0, 45, 1), (35, 0, 45, 2), (36, 0, 45, 1), (46, 0, 45, -1), (55, 0, 45, -2)];
        for (natural, modifier, value, degrees) in cases {
            assert_eq!(plain(natural, modifier, value).degrees, degrees, "{natural} against {value}");
        }
        assert_eq!(plain(30, 30, 45).degrees, -2);
        assert_eq!(plain(60, -30, 45).degrees, 2);
    }

    #[test]
    fn criticals_and_fumbles_are_read_from_the_natural_die() {
        assert!(plain(4, 0, 45).critical && !plain(5, 0, 45).critical);
        assert!(plain(1, 0, 5).critical && !plain(2, 0, 5).critical);
        assert_eq!(plain(4, 90, 45).degrees, 1);
        assert!(plain(99, 0, 99).fumble && !plain(99, 0, 100).fumble && plain(100, 0, 140).fumble);
        assert_eq!(plain(99, -80, 45).degrees, -1);
    }

    #[test]
    fn an_opposed_test_is_won_by_criticals_then_degrees_then_the_lower_die() {
        let (critical, better) = (plain(4, 60, 45), plain(10, 0, 95));
        assert_eq!(compare(critical, better), Ordering::Greater);
        assert_eq!(compare(plain(20, 0, 45), plain(30, 0, 45)), Ordering::Greater);
        assert_eq!(compare(plain(41, 0, 45), plain(44, 0, 45)), Ordering::Greater);
        assert_eq!(compare(plain(99, 0, 45), plain(98, 0, 45)), Ordering::Less);
        assert_eq!(compare(plain(44, 0, 45), plain(44, 0, 50)), Ordering::Equal);
    }
}
