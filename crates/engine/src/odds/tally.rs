//! What the branches of a walk come to: each value of the fight with the weight of those in which it is so.

use std::collections::BTreeMap;

use quintain_dice::Ratio;

use super::{Likely, Measure, wilson};
use crate::exact::written::{ByWriting, Written};
use crate::rulebook::Rulebook;
use crate::view::{Value, View};

/// What counts as the same value when branches meet: numbers sort as numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    None,
    Flag(bool),
    Number(i64),
    Text(String),
}

impl Key {
    fn of(value: Value) -> Key {
        match value {
            Value::None => Key::None,
            Value::Flag(flag) => Key::Flag(flag),
            Value::Number(n) => Key::Number(n),
            Value::Text(text) => Key::Text(text),
        }
    }

    fn value(self) -> Value {
        match self {
            Key::None => Value::None,
            Key::Flag(flag) => Value::Flag(flag),
            Key::Number(n) => Value::Number(n),
            Key::Text(text) => Value::Text(text),
        }
    }

    fn number(&self) -> Option<i64> {
        if let Key::Number(n) = self { Some(*n) } else { None }
    }
}

/// Everything measurable in a view: each combatant's values, its place, whether it still fights, its conditions.
fn measure<'a>(view: &'a View, mut each: impl FnMut(&'a str, &'static str, Value)) {
    for who in &view.combatants {
        for stat in &who.stats {
            each(&who.name, stat.key, stat.value.clone());
        }
        each(&who.name, "at", who.at.into());
        let conditions: Vec<&str> = who.conditions.iter().map(|condition| condition.name.as_str()).collect();
        let state = if conditions.is_empty() { "fine".to_owned() } else { conditions.join(", ") };
        each(&who.name, "conditions", Value::Text(state));
        each(&who.name, "fighting", Value::Flag(who.fighting));
    }
}

/// One value over all branches.
struct Seen {
    name: String,
    key: &'static str,
    values: BTreeMap<Key, Ratio>,
}

/// All values over all branches that have been measured.
#[derive(Default)]
pub(super) struct Tally {
    /// The weight of all branches: their chance, or the number of samples.
    pub(super) total: Ratio,
    seen: Vec<Seen>,
}

impl Tally {
    fn add(&mut self, view: &View, weight: &Ratio) {
        self.total += weight;
        let mut next = 0;
        measure(view, |name, key, value| {
            // Most branches have the same values in the same order.
            let is = |seen: &Seen| seen.name == name && seen.key == key;
            let expected = self.seen.get(next).is_some_and(is);
            let known = if expected { Some(next) } else { self.seen.iter().position(is) };
            let place = known.unwrap_or_else(|| {
                self.seen.push(Seen { name: name.to_owned(), key, values: BTreeMap::new() });
                self.seen.len() - 1
            });
            next = place + 1;
            *self.seen[place].values.entry(Key::of(value)).or_default() += weight;
        });
    }

    /// The same, given that something is so whose chance is `given`.
    pub(super) fn given(&mut self, given: &Ratio) {
        let values = self.seen.iter_mut().flat_map(|seen| seen.values.values_mut());
        for weight in values.chain([&mut self.total]) {
            *weight = &*weight / given;
        }
    }

    /// What is told of it, beside what is `now`; of samples with their intervals.
    pub(super) fn measures(self, now: &View, samples: Option<u64>) -> Vec<Measure> {
        let total = self.total;
        let mut before = Vec::new();
        measure(now, |name, key, value| before.push((name, key, value)));
        let measures = self.seen.into_iter().filter_map(|seen| {
            let now = before.iter().find(|(known, of, _)| *known == seen.name && *of == seen.key);
            let now = now.map_or(Value::None, |(_, _, value)| value.clone());
            seen.measure(now, &total, samples)
        });
        measures.collect()
    }
}

impl Seen {
    /// What is told of it; nothing where it stays as it is `now`.
    fn measure(mut self, now: Value, total: &Ratio, samples: Option<u64>) -> Option<Measure> {
        // Where a branch has no such value at all, it is none there.
        let missing = self.values.values().fold(total.clone(), |left, weight| &left - weight);
        if !missing.is_zero() {
            *self.values.entry(Key::None).or_default() += &missing;
        }
        let before = Key::of(now.clone());
        if self.values.keys().all(|key| *key == before) {
            return None;
        }
        let weighed = self.values.iter().map(|(key, weight)| Some(weight * &Ratio::from(key.number()?)));
        let sum = weighed.sum::<Option<Ratio>>();
        let mean = sum.map(|sum| (&sum / total).to_f64());
        let likely = |(key, weight): (Key, Ratio)| match samples {
            None => Likely { value: key.value(), chance: weight.to_f64(), exact: Some(weight), interval95: None },
            Some(samples) => {
                let chance = (&weight / total).to_f64();
                let interval95 = Some(wilson(chance, samples as f64));
                Likely { value: key.value(), chance, exact: None, interval95 }
            }
        };
        let path = format!("{}.{}", self.name, self.key);
        Some(Measure { path, now, then: self.values.into_iter().map(likely).collect(), mean })
    }
}

/// The most different ends that are kept before they are measured.
const MOST_ENDS: usize = 4096;

/// Branches that end alike, measured once. They are measured in the order in which they were come to: the hash of an end would
/// let what nobody may know show in the order of what is told.
pub(super) struct Ends<R> {
    tally: Tally,
    places: ByWriting<usize>,
    /// One of the fights that came to each end, and the weight of all of them.
    ends: Vec<(R, Ratio)>,
}

impl<R: Rulebook> Ends<R> {
    pub(super) fn new() -> Self {
        Ends { tally: Tally::default(), places: ByWriting::default(), ends: Vec::new() }
    }

    pub(super) fn add(&mut self, fight: &R, weight: &Ratio) {
        let next = self.ends.len();
        match *self.places.entry(Written::of(fight)).or_insert(next) {
            place if place == next => self.ends.push((fight.clone(), weight.clone())),
            place => self.ends[place].1 += weight,
        }
        if self.ends.len() >= MOST_ENDS {
            self.measure();
        }
    }

    fn measure(&mut self) {
        self.places.clear();
        for (fight, weight) in self.ends.drain(..) {
            self.tally.add(&fight.view(), &weight);
        }
    }

    pub(super) fn tally(mut self) -> Tally {
        self.measure();
        self.tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(values: Vec<(Key, i128)>) -> Seen {
        let values = values.into_iter().map(|(key, quarters)| (key, Ratio::new(quarters, 4).unwrap()));
        Seen { name: "Anna".into(), key: "rounds-to-live", values: values.collect() }
    }

    #[test]
    fn what_exists_in_some_branches_only_is_none_in_the_others() {
        let some = seen(vec![(Key::Number(2), 1), (Key::Number(3), 1)]);
        let measure = some.measure(Value::None, &Ratio::ONE, None).unwrap();
        let chances: Vec<(Value, f64)> = measure.then.into_iter().map(|one| (one.value, one.chance)).collect();
        assert_eq!(chances, [(Value::None, 0.5), (Value::Number(2), 0.25), (Value::Number(3), 0.25)]);
        assert_eq!(measure.mean, None);
        let all = seen(vec![(Key::Number(2), 2), (Key::Number(4), 2)]);
        assert_eq!(all.measure(Value::Number(2), &Ratio::ONE, None).unwrap().mean, Some(3.0));
    }

    #[test]
    fn what_stays_as_it_is_is_not_told() {
        let stays = || seen(vec![(Key::Number(2), 4)]);
        assert_eq!(stays().measure(Value::Number(2), &Ratio::ONE, None), None);
        assert!(stays().measure(Value::None, &Ratio::ONE, None).is_some());
    }
}
