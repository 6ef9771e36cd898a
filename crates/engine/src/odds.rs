//! Odds: the distribution of what follows from an answer, by running the rules over every face.

use std::collections::BTreeMap;
use std::hash::Hasher;

use quintain_dice::Stream;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use crate::ahead::{Ahead, Outset, Reached};
use crate::common;
use crate::exact::Exact;
use crate::fact::Fact;
use crate::live::{Fault, Live};
use crate::rulebook::{Progress, Rulebook};
use crate::tactics::Conduct;
use crate::view::{Value, View};

/// How far odds go before they sample instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsLimit {
    /// The most branches to walk; fewer where it is plain early on that they will not do.
    pub branches: u64,
    /// How many samples to draw beyond that.
    pub samples: u64,
    /// The seed of the samples.
    pub seed: u64,
}

impl Default for OddsLimit {
    fn default() -> Self {
        OddsLimit { branches: 200_000, samples: 50_000, seed: 1 }
    }
}

/// Whether to go on looking ahead: somebody still waits for it, and there is time.
pub type Going<'a> = &'a dyn Fn() -> bool;

/// One possible value with its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Likely {
    /// The value.
    pub value: Value,
    /// Its probability, from 0 to 1.
    pub chance: f64,
    /// Where it was sampled: the 95 % interval (Wilson).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval95: Option<(f64, f64)>,
}

/// The distribution of one value of the fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// The value's path, as in scripts: `Althea.sta`.
    pub path: String,
    /// What it is now.
    pub now: Value,
    /// What it may be, in ascending order.
    pub then: Vec<Likely>,
    /// The mean, where the values are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

/// The odds of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// True where every branch was walked; false where the tree was too large and was sampled.
    pub exact: bool,
    /// How many branches were walked or samples drawn.
    pub branches: u64,
    /// The sum of all probabilities: 1, up to rounding.
    pub total: f64,
    /// Every value that may change, in the order of the view.
    pub measures: Vec<Measure>,
}

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

/// The odds of what follows if `who` answers with `words`: until that seat has the same kind of thing to decide again, or
/// somebody else's turn has come, or the round ends.
///
/// # Errors
/// Says who is asked instead, or what would be legal.
pub fn odds_of<R: Rulebook>(live: &Live<R>, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
    odds_while(live, (who, words), limit, &|| true)
}

/// The same for as long as `going` says so; what has been found by then is told. Asked once for each branch.
///
/// # Errors
/// Like [`odds_of`].
pub fn odds_while<R: Rulebook>(
    live: &Live<R>,
    (who, words): (&str, &str),
    limit: OddsLimit,
    going: Going<'_>,
) -> Result<Odds, Fault> {
    live.offered(who, words)?;
    let conduct = Conduct::best();
    let (rest, facts) = live.since_rest();
    if facts.iter().any(Fact::ends_the_fight) {
        return Err(Fault::Other("the game master has ended the fight: nothing follows any more".into()));
    }
    let seat = live.seat_answering(who, words);
    let Some(outset) = Outset::of(live, live.taking(who, words)?) else {
        return Err(Fault::Other("nothing is asked now".into()));
    };
    let table = Ahead::new(Exact::new(facts, Some((&seat, words)), &conduct), &outset);
    let now = live.view();
    let until = live.fight().round().max(1);
    match walk(rest, until, table.clone(), (limit.branches, going)) {
        Some((tally, branches)) => Ok(tally.finish(&now, branches, true)),
        None => {
            let exact = table.exact.sampling(Stream::new(limit.seed, 0));
            let table = Ahead::new(exact, &outset);
            let (tally, samples) = sample(rest, until, table, (limit.samples.max(1), going));
            Ok(tally.finish(&now, samples, false))
        }
    }
}

/// One value over all branches.
struct Seen {
    name: String,
    key: &'static str,
    values: BTreeMap<Key, f64>,
}

#[derive(Default)]
struct Tally {
    total: f64,
    seen: Vec<Seen>,
}

impl Tally {
    fn add(&mut self, view: &View, weight: f64) {
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

    fn finish(self, now: &View, branches: u64, exact: bool) -> Odds {
        let total = self.total;
        let mut before = Vec::new();
        measure(now, |name, key, value| before.push((name, key, value)));
        let measures = self.seen.into_iter().filter_map(|seen| {
            let now = before.iter().find(|(known, of, _)| *known == seen.name && *of == seen.key);
            let now = now.map_or(Value::None, |(_, _, value)| value.clone());
            seen.measure(now, total, (!exact).then_some(branches as f64))
        });
        let measures = measures.collect();
        let total = if exact { clean(total) } else { total / branches as f64 };
        Odds { exact, branches, total, measures }
    }
}

impl Seen {
    /// What is told of it; nothing where it stays as it is `now`.
    fn measure(mut self, now: Value, total: f64, samples: Option<f64>) -> Option<Measure> {
        // Where a branch has no such value at all, it is none there.
        let missing = total - self.values.values().sum::<f64>();
        if missing > total * 1e-9 {
            *self.values.entry(Key::None).or_default() += missing;
        }
        let before = Key::of(now.clone());
        if self.values.keys().all(|key| *key == before) {
            return None;
        }
        let weighed = self.values.iter().map(|(key, weight)| Some(key.number()? as f64 * weight / total));
        let mean = weighed.sum::<Option<f64>>();
        let likely = |(key, weight): (Key, f64)| {
            let chance = if samples.is_none() { clean(weight / total) } else { weight / total };
            Likely { value: key.value(), chance, interval95: samples.map(|samples| wilson(chance, samples)) }
        };
        let path = format!("{}.{}", self.name, self.key);
        Some(Measure { path, now, then: self.values.into_iter().map(likely).collect(), mean })
    }
}

/// A share without what adding up many small ones leaves behind its twelfth digit, so that 1 is 1 and 0.0875 the same
/// wherever it comes from.
fn clean(share: f64) -> f64 {
    (share * 1e12).round() / 1e12
}

/// The Wilson score interval at 95 % for a share `p` of `n` trials.
pub fn wilson(p: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let z2 = Z * Z;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Runs until the act is over, at the latest to the end of the round `until`.
pub(crate) fn run_act<R: Rulebook>(rest: &R, until: u32, table: &mut Ahead<'_, R>) -> R {
    let mut fight = rest.clone();
    loop {
        match common::advance(&mut fight, table) {
            Ok(Progress::Resting) if fight.rounds_done() < until => {}
            Ok(Progress::Resting | Progress::Over(_)) | Err(Reached) => return fight,
        }
    }
}

/// The most different ends that are kept before they are measured.
const MOST_ENDS: usize = 4096;

/// Branches that end alike, measured once. They are measured in the order in which they were come to: the hash of an end would
/// let what nobody may know show in the order of what is told.
struct Ends<R> {
    tally: Tally,
    /// The place of each end, by its hash.
    places: BTreeMap<u64, usize>,
    /// One of the fights that came to each end, and the weight of all of them.
    ends: Vec<(R, f64)>,
}

impl<R: Rulebook> Ends<R> {
    fn new() -> Self {
        Ends { tally: Tally::default(), places: BTreeMap::new(), ends: Vec::new() }
    }

    fn add(&mut self, fight: R, weight: f64) {
        let mut hasher = Xxh3::new();
        fight.hash(&mut hasher);
        let next = self.ends.len();
        match *self.places.entry(hasher.finish()).or_insert(next) {
            place if place == next => self.ends.push((fight, weight)),
            place => self.ends[place].1 += weight,
        }
        if self.ends.len() >= MOST_ENDS {
            self.measure();
        }
    }

    fn measure(&mut self) {
        self.places.clear();
        for (fight, weight) in self.ends.drain(..) {
            self.tally.add(&fight.view(), weight);
        }
    }

    fn tally(mut self) -> Tally {
        self.measure();
        self.tally
    }
}

fn walk<R: Rulebook>(
    rest: &R,
    until: u32,
    mut table: Ahead<'_, R>,
    (most, going): (u64, Going<'_>),
) -> Option<(Tally, u64)> {
    let mut ends = Ends::new();
    let (mut branches, mut walked) = (0, 0.0);
    loop {
        let fight = run_act(rest, until, &mut table);
        ends.add(fight, table.exact.weight());
        branches += 1;
        walked += table.exact.weight();
        if !table.exact.next_branch() {
            return Some((ends.tally(), branches));
        }
        // Now and then: has it come at least half as far as it should have, to be through in the end?
        let pace = branches as f64 / most.max(1) as f64;
        let hopeless = branches % (most / 16).max(256) == 0 && walked < pace / 2.0;
        if branches >= most || hopeless || !going() {
            return None;
        }
    }
}

fn sample<R: Rulebook>(rest: &R, until: u32, mut table: Ahead<'_, R>, (most, going): (u64, Going<'_>)) -> (Tally, u64) {
    let mut ends = Ends::new();
    let mut drawn = 0;
    while drawn == 0 || drawn < most && going() {
        let fight = run_act(rest, until, &mut table);
        ends.add(fight, 1.0);
        table.exact.restart();
        drawn += 1;
    }
    (ends.tally(), drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(values: Vec<(Key, f64)>) -> Seen {
        Seen { name: "Anna".into(), key: "rounds-to-live", values: values.into_iter().collect() }
    }

    #[test]
    fn what_exists_in_some_branches_only_is_none_in_the_others() {
        let some = seen(vec![(Key::Number(2), 0.25), (Key::Number(3), 0.25)]);
        let measure = some.measure(Value::None, 1.0, None).unwrap();
        let chances: Vec<(Value, f64)> = measure.then.into_iter().map(|one| (one.value, one.chance)).collect();
        assert_eq!(chances, [(Value::None, 0.5), (Value::Number(2), 0.25), (Value::Number(3), 0.25)]);
        assert_eq!(measure.mean, None);
        let all = seen(vec![(Key::Number(2), 0.5), (Key::Number(4), 0.5)]);
        assert_eq!(all.measure(Value::Number(2), 1.0, None).unwrap().mean, Some(3.0));
    }

    #[test]
    fn what_stays_as_it_is_is_not_told() {
        let stays = || seen(vec![(Key::Number(2), 1.0)]);
        assert_eq!(stays().measure(Value::Number(2), 1.0, None), None);
        assert!(stays().measure(Value::None, 1.0, None).is_some());
    }
}
