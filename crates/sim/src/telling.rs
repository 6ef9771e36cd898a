//! What told: damage by source, what was spent and what is left, what was offered and used, and the rules that foretell who
//! wins. These come from the events of a
//! sample of the fights, which are played a second time, heard in full; the simulation itself never builds an event.

mod as_pairs;
mod left;
mod sample;
mod usage;

use std::collections::BTreeMap;

use quintain_engine::wilson;
use serde::{Deserialize, Serialize};

use crate::interval::{Share, Sums};
pub use left::{Lasting, Left};
pub(crate) use sample::{Sample, heard, sample};
pub use sample::{telling, telling_with_moves};
pub use usage::{Moved, Use};

/// What the events of a sample of fights say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Telling {
    /// How many fights were heard: the first of the simulation.
    pub fights: u64,
    /// Who fell first, the most frequent first; several at once count each. Nobody where no fight was seen on its way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_out: Vec<FirstOut>,
    /// Who did damage with what, the most first.
    pub damage: Vec<DamageSource>,
    /// What was spent or lost of other values than life, in the order of the roster; not what comes back within the fight.
    pub spent: Vec<Spent>,
    /// What everybody had left at the end, of health and of all else that changes, in the order of the roster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
    /// The conditions under which they were at the end, in the order of the roster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Lasting>,
    /// In how many of the fights it was heeded what everybody could do: fewer where many fight.
    #[serde(default)]
    pub surveyed: u64,
    /// What everybody could do, and how often it was done, in the order of the roster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
    /// The rules that told most about who would win, the surest first.
    pub rules: Vec<TellingRule>,
}

/// How often somebody was the first to be out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstOut {
    /// Who.
    pub who: String,
    /// The side.
    pub side: String,
    /// The share of fights.
    pub rate: f64,
    /// The 95 % interval of that (Wilson).
    pub interval95: [f64; 2],
}

/// Damage of one origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DamageSource {
    /// Whose doing it was; nobody's where a fall or a fire did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The side of the one who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// With what: a weapon, a spell, an item; the rule's id where nothing was used.
    pub with: String,
    /// How much in a fight, on average.
    pub mean: f64,
    /// The 95 % interval of that.
    pub interval95: [f64; 2],
    /// Its share of all damage.
    pub share: f64,
}

/// What was spent of one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Who spent it.
    pub who: String,
    /// The side.
    pub side: String,
    /// The value, by its name in the view: `essence`, `thu`.
    pub value: String,
    /// How much of it there was at the start.
    pub start: i64,
    /// How much less there was at the end of a fight, on average.
    pub mean: f64,
    /// The 95 % interval of that.
    pub interval95: [f64; 2],
    /// The share of fights at whose end nothing of it was left.
    pub used_up_rate: f64,
}

/// A rule that foretells who wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TellingRule {
    /// The rule's id.
    pub rule: String,
    /// The side of whom it was told; none where it was told of nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The share of fights in whose first half it came up.
    pub came_up_rate: f64,
    /// How often the first side won those.
    pub win_rate_with: f64,
    /// How often it won the others.
    pub win_rate_without: f64,
    /// The former less the latter.
    pub difference: f64,
    /// The 95 % interval of the difference.
    pub interval95: [f64; 2],
}

/// How sure a rule's difference has to be before it is listed (the square of a normal deviate): one in a thousand would be
/// as large by chance.
const SURE: f64 = 10.83;

/// The most rules that are listed.
const MOST_RULES: usize = 12;

impl Telling {
    fn of(sample: &Sample, sides: &[String]) -> Telling {
        let fights = sample.fights;
        let side_of = |name: &str| sample.sides.get(name).and_then(|side| sides.get(side.index())).cloned();
        let all: f64 = sample.damage.values().map(|sums| sums.mean(fights)).sum();
        let source = |((who, with), sums): (&(Option<String>, String), &Sums)| DamageSource {
            who: who.clone(),
            side: who.as_deref().and_then(side_of),
            with: with.clone(),
            mean: sums.mean(fights),
            interval95: sums.interval95(fights),
            share: if all > 0.0 { sums.mean(fights) / all } else { 0.0 },
        };
        let mut damage: Vec<DamageSource> = sample.damage.iter().map(source).collect();
        damage.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let first = |((_, who), times): (&(usize, String), &u64)| {
            let rate = Share { part: *times, whole: fights }.rate();
            let (low, high) = wilson(rate, fights as f64);
            FirstOut { who: who.clone(), side: side_of(who).unwrap_or_default(), rate, interval95: [low, high] }
        };
        let mut first_out: Vec<FirstOut> = sample.first_out.iter().map(first).collect();
        first_out.sort_by(|a, b| b.rate.total_cmp(&a.rate));
        let told = |gone: &sample::Gone| gone.sums.mean(fights) > 0.0 && !gone.refills();
        let spent = sample.spent.iter().filter(|(_, gone)| told(gone)).map(|(key, gone)| Spent {
            who: key.name.clone(),
            side: side_of(&key.name).unwrap_or_default(),
            value: key.value.clone().into_owned(),
            start: gone.start,
            mean: gone.sums.mean(fights),
            interval95: gone.sums.interval95(fights),
            used_up_rate: Share { part: gone.used_up, whole: fights }.rate(),
        });
        let rules = rules(&sample.rules, sample.won, fights, sides);
        let side = |name: &str| side_of(name).unwrap_or_default();
        let left = sample.left.values(side);
        let conditions = sample.left.conditions(fights, side);
        let (surveyed, uses, spent) = (sample.usage.fights, sample.usage.told(side), spent.collect());
        Telling { fights, first_out, damage, spent, left, conditions, surveyed, uses, rules }
    }
}

/// The rules whose difference is beyond chance, the surest first. `won` is how often the first side did.
fn rules(told: &BTreeMap<sample::RuleOf, Share>, won: u64, fights: u64, sides: &[String]) -> Vec<TellingRule> {
    let mut found: Vec<(f64, TellingRule)> = Vec::new();
    for ((rule, side), with) in told {
        let without = Share { part: won - with.part, whole: fights - with.whole };
        let unlike = with.unlike(without);
        if unlike < SURE {
            continue;
        }
        let rule = TellingRule {
            rule: rule.clone().into_owned(),
            of: side.and_then(|side| sides.get(side.index())).cloned(),
            came_up_rate: Share { part: with.whole, whole: fights }.rate(),
            win_rate_with: with.rate(),
            win_rate_without: without.rate(),
            difference: with.rate() - without.rate(),
            interval95: with.less(without),
        };
        found.push((unlike, rule));
    }
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    // Rules that always come up together say the same thing; one line of them is enough.
    found.dedup_by(|(a, one), (b, other)| a == b && one.came_up_rate == other.came_up_rate);
    found.truncate(MOST_RULES);
    found.into_iter().map(|(_, rule)| rule).collect()
}

#[cfg(test)]
mod tests {
    use quintain_engine::Side;

    use super::*;

    #[test]
    fn only_rules_beyond_chance_are_telling_the_surest_first() {
        let share = |part, whole| Share { part, whole };
        let told = BTreeMap::from([
            (("crit.fail".into(), Some(Side(1))), share(90, 100)),
            (("crit.fail".into(), Some(Side(0))), share(20, 100)),
            (("attack.armor".into(), Some(Side(0))), share(200, 400)),
            (("order.pass".into(), None), share(52, 100)),
        ]);
        let found = rules(&told, 200, 400, &["heroes".into(), "monsters".into()]);
        let ids: Vec<(&str, Option<&str>)> = found.iter().map(|one| (one.rule.as_str(), one.of.as_deref())).collect();
        assert_eq!(ids, [("crit.fail", Some("monsters")), ("crit.fail", Some("heroes"))]);
        assert!(found[0].difference > 0.5 && found[0].interval95[0] > 0.3 && found[1].difference < 0.0, "{found:?}");
    }
}
