//! What came of many days: the whole, and each of its fights.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quintain_engine::{AnyFight, Side, wilson};
use serde::Serialize;

use super::Day;
use super::tally::{BoutTally, DayTally, HeroTally};
use crate::chunks::Chunks;
use crate::report::Report;
use crate::study::Study;
use crate::tally::Tally;
use crate::threads::on_threads;

/// What came of many days.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DayReport {
    /// The days as wholes: the party wins where it has won each fight.
    pub whole: Report,
    /// Each fight, in order.
    pub fights: Vec<FightOfDay>,
    /// What went wrong, if anything did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<String>,
}

/// What came of one fight of the day.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FightOfDay {
    /// What it is called.
    pub title: String,
    /// Days that came so far.
    pub reached: u64,
    /// Their share, with its 95 % interval.
    pub reached_rate: f64,
    /// The 95 % interval of that.
    pub reached_interval95: [f64; 2],
    /// How often the party won it, of the days that came so far.
    pub won_rate: f64,
    /// The 95 % interval of that.
    pub won_interval95: [f64; 2],
    /// How often the party breaks here, of all days.
    pub breaks_rate: f64,
    /// The 95 % interval of that.
    pub breaks_interval95: [f64; 2],
    /// The mean of its rounds.
    pub mean_rounds: f64,
    /// The rounds that half of the fights do not exceed, and nine in ten.
    pub rounds_50: u32,
    /// The rounds that nine in ten do not exceed.
    pub rounds_90: u32,
    /// Each hero.
    pub heroes: Vec<HeroOfDay>,
}

/// One hero in one fight of the day.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeroOfDay {
    /// Its name.
    pub name: String,
    /// How often it was able to come, of the days that came so far.
    pub came_rate: f64,
    /// The 95 % interval of that.
    pub came_interval95: [f64; 2],
    /// How often it lies there helpless afterwards, of the fights that it came to.
    pub helpless_rate: f64,
    /// The 95 % interval of that.
    pub helpless_interval95: [f64; 2],
    /// How often it dies, of the fights that it came to.
    pub died_rate: f64,
    /// The 95 % interval of that.
    pub died_interval95: [f64; 2],
    /// What it has left before the fight: each value that changes in the course of the days, while it lives.
    pub before: Vec<ValueOfDay>,
}

/// A value before a fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueOfDay {
    /// Its key in `set`.
    pub key: String,
    /// The mean.
    pub mean: f64,
    /// The smallest; what a tenth, a quarter, half, three quarters and nine tenths do not exceed; the largest.
    pub quantiles: [i64; 7],
}

/// The shares, in percent, that the quantiles stand for.
const PERCENTS: [u64; 5] = [10, 25, 50, 75, 90];

/// The most days in a chunk.
const MOST: u64 = 256;

/// Plays the days of a study, several at a time. What comes of it is the same for any number of threads.
///
/// `progress` and `stop` are those of [`crate::simulate`].
pub fn day_report(day: &Day, study: &Study, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> DayReport {
    let began = Instant::now();
    let roster = vec![Side(0); day.heroes().len()];
    let (bouts, plan) = (day.titles().len(), study.plan());
    let chunks = Chunks::new(&(0..study.fights), MOST);
    let limit = study.round_limit.saturating_mul(bouts.max(1) as u32);
    let empty = || (Tally::new(2, roster.len(), limit), DayTally::new(bouts, roster.len()));
    let all = on_threads(study.threads, chunks.count(), stop, empty, |(tally, days), place| {
        let before = tally.fights;
        for number in chunks.numbers(place) {
            let result = day.play(&plan, number, &mut |moment| days.add(&moment));
            tally.add(number, &result, &roster);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        progress(tally.fights - before);
    });
    let (mut whole, mut days) = empty();
    for (tally, more) in &all {
        whole.merge(tally);
        days.merge(more);
    }
    let changes = changing(&days);
    let fight = |(title, bout): (&str, &BoutTally)| fight_of(day, title, bout, whole.fights, &changes);
    DayReport {
        fights: day.titles().into_iter().zip(&days.bouts).map(fight).collect(),
        whole: Report::new(day as &dyn AnyFight, study, &whole, began.elapsed()),
        complaints: day.complaints(),
    }
}

/// For each hero the values that are not the same before each fight of each day.
fn changing(days: &DayTally) -> Vec<Vec<&'static str>> {
    let heroes = days.bouts.first().map_or(0, |bout| bout.heroes.len());
    let of = |hero: usize| {
        let mut seen: BTreeMap<&'static str, Vec<i64>> = BTreeMap::new();
        for before in days.bouts.iter().filter_map(|bout| bout.heroes.get(hero)).flat_map(|hero| &hero.before) {
            seen.entry(before.0).or_default().extend(before.1.keys());
        }
        let varied = |numbers: &Vec<i64>| numbers.iter().any(|number| Some(number) != numbers.first());
        seen.into_iter().filter(|(_, numbers)| varied(numbers)).map(|(key, _)| key).collect()
    };
    (0..heroes).map(of).collect()
}

fn fight_of(day: &Day, title: &str, bout: &BoutTally, days: u64, changes: &[Vec<&'static str>]) -> FightOfDay {
    let (reached_rate, reached_interval95) = share(bout.reached, days);
    let (won_rate, won_interval95) = share(bout.won, bout.reached);
    let (breaks_rate, breaks_interval95) = share(bout.reached - bout.won, days);
    let heroes = day.heroes().iter().zip(&bout.heroes).zip(changes);
    FightOfDay {
        title: title.to_owned(),
        reached: bout.reached,
        reached_rate,
        reached_interval95,
        won_rate,
        won_interval95,
        breaks_rate,
        breaks_interval95,
        mean_rounds: bout.rounds.mean(),
        rounds_50: bout.rounds.percentile(50),
        rounds_90: bout.rounds.percentile(90),
        heroes: heroes.map(|((name, hero), changes)| hero_of(name, hero, bout.reached, changes)).collect(),
    }
}

fn hero_of(name: &str, hero: &HeroTally, reached: u64, changes: &[&'static str]) -> HeroOfDay {
    let (came_rate, came_interval95) = share(hero.came, reached);
    let (helpless_rate, helpless_interval95) = share(hero.helpless, hero.came);
    let (died_rate, died_interval95) = share(hero.died, hero.came);
    let value = |key: &&'static str| value_of(key, hero.before.get(key)?);
    HeroOfDay {
        name: name.to_owned(),
        came_rate,
        came_interval95,
        helpless_rate,
        helpless_interval95,
        died_rate,
        died_interval95,
        before: changes.iter().filter_map(value).collect(),
    }
}

fn value_of(key: &str, counts: &BTreeMap<i64, u64>) -> Option<ValueOfDay> {
    let all: u64 = counts.values().sum();
    let (least, most) = (*counts.first_key_value()?.0, *counts.last_key_value()?.0);
    let quantile = |percent: u64| {
        let wanted = (u128::from(all) * u128::from(percent)).div_ceil(100).max(1);
        let mut so_far = 0u128;
        let found = counts.iter().find(|(_, count)| {
            so_far += u128::from(**count);
            so_far >= wanted
        });
        found.map_or(most, |(number, _)| *number)
    };
    let [a, b, c, d, e] = PERCENTS.map(quantile);
    let sum: i128 = counts.iter().map(|(number, count)| i128::from(*number) * i128::from(*count)).sum();
    Some(ValueOfDay { key: key.to_owned(), mean: sum as f64 / all as f64, quantiles: [least, a, b, c, d, e, most] })
}

/// A share with its 95 % interval.
fn share(part: u64, whole: u64) -> (f64, [f64; 2]) {
    let rate = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    let (low, high) = wilson(rate, whole as f64);
    (rate, [low, high])
}
