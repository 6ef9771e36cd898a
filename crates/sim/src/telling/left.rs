//! What everybody has left at the end of a fight: health, whatever is spent, and the conditions that still last.

use std::collections::BTreeMap;

use quintain_engine::{Value, View, wilson};
use serde::{Deserialize, Serialize};

use super::as_pairs;
use super::sample::Key;
use crate::interval::{Share, Z95};

/// How much of a value somebody has left at the end of the fights that were heard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Left {
    /// Who.
    pub who: String,
    /// The side.
    pub side: String,
    /// The value, by its name in the view: `sta`, `thu`, `arrows`.
    pub value: String,
    /// Whether it is what the combatant lives by.
    pub health: bool,
    /// How much of it there was at the start.
    pub start: i64,
    /// The most there may be, where there is such a thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// How much is left on average.
    pub mean: f64,
    /// The 95 % interval of that.
    pub interval95: [f64; 2],
    /// One fight in twenty leaves no more than this.
    pub p5: i64,
    /// Half of the fights leave no more than this.
    pub p50: i64,
    /// Nineteen fights of twenty leave no more than this.
    pub p95: i64,
    /// In how many fights there was how much of it at the end, the least first.
    pub counts: Vec<(i64, u64)>,
}

/// How often somebody is under a condition at the end of a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lasting {
    /// Who.
    pub who: String,
    /// The side.
    pub side: String,
    /// The condition.
    pub condition: String,
    /// The share of fights.
    pub rate: f64,
    /// The 95 % interval of that (Wilson).
    pub interval95: [f64; 2],
}

/// The ends of one value.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Ends {
    start: i64,
    max: Option<i64>,
    health: bool,
    counts: BTreeMap<i64, u64>,
}

/// What is counted of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Leftovers {
    #[serde(with = "as_pairs")]
    values: BTreeMap<Key, Ends>,
    #[serde(with = "as_pairs")]
    conditions: BTreeMap<(usize, String, String), u64>,
}

impl Leftovers {
    /// One fight, as it was at the start and at the end.
    pub(crate) fn hear(&mut self, start: &View, end: &View) {
        for (who, (one, then)) in start.combatants.iter().zip(&end.combatants).enumerate() {
            let lives_by = one.stats.iter().position(|stat| stat.max.is_some());
            for (place, stat) in one.stats.iter().enumerate() {
                let Value::Number(before) = stat.value else { continue };
                let left = then.stats.iter().find(|known| known.key == stat.key).map(|known| &known.value);
                let left = if let Some(Value::Number(left)) = left { *left } else { before };
                let key = Key { place: (who, place), name: one.name.clone(), value: stat.key.into() };
                let ends = self.values.entry(key).or_insert_with(|| Ends {
                    start: before,
                    max: stat.max,
                    health: Some(place) == lives_by,
                    counts: BTreeMap::new(),
                });
                *ends.counts.entry(left).or_default() += 1;
            }
            let mut lasting: Vec<&str> = then.conditions.iter().map(|one| one.name.as_str()).collect();
            lasting.sort_unstable();
            lasting.dedup();
            for condition in lasting {
                *self.conditions.entry((who, one.name.clone(), condition.to_owned())).or_default() += 1;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Leftovers) {
        for (key, ends) in &other.values {
            let empty = || Ends { counts: BTreeMap::new(), ..ends.clone() };
            let own = self.values.entry(key.clone()).or_insert_with(empty);
            ends.counts.iter().for_each(|(left, times)| *own.counts.entry(*left).or_default() += times);
        }
        for (key, times) in &other.conditions {
            *self.conditions.entry(key.clone()).or_default() += times;
        }
    }

    /// Whether nothing happened more often than there were fights.
    pub(crate) fn fits(&self, fights: u64) -> bool {
        let ends = |ends: &Ends| ends.counts.values().sum::<u64>() <= fights;
        self.values.values().all(ends) && self.conditions.values().all(|times| *times <= fights)
    }

    /// What is left of health and of all that changes.
    pub(super) fn values(&self, side_of: impl Fn(&str) -> String) -> Vec<Left> {
        let changes = |ends: &&Ends| ends.health || ends.counts.keys().any(|left| *left != ends.start);
        let told = self.values.iter().filter(|(_, ends)| changes(ends));
        told.map(|(key, ends)| left(key, ends, side_of(&key.name))).collect()
    }

    /// The conditions that last, the most frequent of each first.
    pub(super) fn conditions(&self, fights: u64, side_of: impl Fn(&str) -> String) -> Vec<Lasting> {
        let mut all: Vec<(usize, Lasting)> = Vec::new();
        for ((place, who, condition), times) in &self.conditions {
            let rate = Share { part: *times, whole: fights }.rate();
            let (low, high) = wilson(rate, fights as f64);
            let (who, condition, side) = (who.clone(), condition.clone(), side_of(who));
            all.push((*place, Lasting { who, side, condition, rate, interval95: [low, high] }));
        }
        all.sort_by(|(a, one), (b, other)| a.cmp(b).then(other.rate.total_cmp(&one.rate)));
        all.into_iter().map(|(_, one)| one).collect()
    }
}

fn left(key: &Key, ends: &Ends, side: String) -> Left {
    let fights = ends.counts.values().sum::<u64>().max(1);
    let (n, mut sum, mut squares) = (fights as f64, 0.0, 0.0);
    for (left, times) in &ends.counts {
        sum += *left as f64 * *times as f64;
        squares += (*left as f64).powi(2) * *times as f64;
    }
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
    let half = Z95 * (variance / n).sqrt();
    let within = |hundredths: u64| {
        let (wanted, mut seen) = ((fights * hundredths).div_ceil(100), 0);
        let found = ends.counts.iter().find(|(_, times)| {
            seen += **times;
            seen >= wanted
        });
        found.map_or(ends.start, |(left, _)| *left)
    };
    Left {
        who: key.name.clone(),
        side,
        value: key.value.clone().into_owned(),
        health: ends.health,
        start: ends.start,
        max: ends.max,
        mean,
        interval95: [mean - half, mean + half],
        p5: within(5),
        p50: within(50),
        p95: within(95),
        counts: ends.counts.iter().map(|(left, times)| (*left, *times)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::{CombatantView, Condition, Stat};

    use super::*;

    fn view(sta: i64, arrows: i64, conditions: &[&str]) -> View {
        let conditions = conditions.iter().map(|name| Condition {
            name: (*name).to_owned(),
            detail: String::new(),
            size: None,
            source: None,
            until: None,
            hits: None,
            kind: None,
        });
        let althea = CombatantView {
            name: "Althea".into(),
            side: "heroes".into(),
            is: "althea".into(),
            at: None,
            footprint: (1, 1),
            altitude: 0,
            fighting: true,
            rides: None,
            stats: vec![Stat::of("sta", sta, 9), Stat::new("arrows", arrows), Stat::new("armor", 1)],
            conditions: conditions.collect(),
        };
        View { combatants: vec![althea], ..quintain_engine::AnyFight::view(&crate::fake::Fake) }
    }

    #[test]
    fn what_is_left_is_told_of_health_and_of_what_changes_with_all_its_ends() {
        let (start, mut one, mut other) = (view(9, 3, &[]), Leftovers::default(), Leftovers::default());
        for (sta, arrows) in [(0, 3), (4, 2), (4, 3)] {
            one.hear(&start, &view(sta, arrows, &["prone", "prone"]));
        }
        other.hear(&start, &view(8, 3, &[]));
        one.merge(&other);
        let told = one.values(|_| "heroes".to_owned());
        let names: Vec<&str> = told.iter().map(|one| one.value.as_str()).collect();
        assert_eq!(names, ["sta", "arrows"], "armour never changes");
        assert_eq!(told[0].counts, [(0, 1), (4, 2), (8, 1)]);
        assert_eq!((told[0].mean, told[0].p5, told[0].p50, told[0].p95), (4.0, 0, 4, 8));
        assert!(told[0].health && !told[1].health && told[0].max == Some(9));
        let lasting = one.conditions(4, |_| "heroes".to_owned());
        assert_eq!((lasting[0].condition.as_str(), lasting[0].rate), ("prone", 0.75));
    }
}
