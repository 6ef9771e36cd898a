//! What everybody could do and did: how often each ability, item, spell and reaction was offered and chosen, and what it
//! moved.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quintain_engine::{Group, HeardFight, Offer};
use serde::{Deserialize, Serialize};

use super::as_pairs;
use crate::compare::of_pairs;

/// How something that somebody could do was used, whomever it was aimed at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Use {
    /// Who.
    pub who: String,
    /// The side.
    pub side: String,
    /// What is done, by its key: `attack`.
    pub verb: String,
    /// The same for people.
    pub name: String,
    /// What kind of doing it is: `attack`, `power`, `gear` …
    pub group: String,
    /// With what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub means: Option<String>,
    /// In which way of several, each as `axis: way`; where there are several ways, one line without is for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// The share of fights in which it was ever possible.
    pub possible_rate: f64,
    /// At how many questions of a fight it was offered, on average.
    pub offered: f64,
    /// At how many of them it was chosen.
    pub chosen: f64,
    /// The share of those at which it was chosen.
    pub chosen_rate: f64,
    /// It was offered, and never chosen in any of the fights.
    pub never: bool,
    /// What it moved, where that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
}

/// What an option moves its side's chance of victory, against what the tactics chose at the same question; their own choice
/// against another that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// How far: from -1 to 1.
    pub mean: f64,
    /// The 95 % interval of that.
    pub interval95: [f64; 2],
    /// By how many pairs of play-outs on common dice.
    pub pairs: u64,
}

/// By place, name, verb, means and variants. Means are told apart by what people call them as well: what is in a hand may be
/// another thing later.
type Key = (usize, String, String, (String, String), String);

/// What is counted of one thing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Sums {
    name: Cow<'static, str>,
    group: Cow<'static, str>,
    means: Option<String>,
    variants: Vec<String>,
    /// In how many fights it was offered.
    fights: u64,
    offered: u64,
    chosen: u64,
    pairs: u64,
    more: i64,
    differed: u64,
}

/// What is counted of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// In how many fights.
    pub(crate) fights: u64,
    /// How many options there were to try at all their questions: one of each kind.
    pub(crate) kinds: u64,
    #[serde(with = "as_pairs")]
    all: BTreeMap<Key, Sums>,
}

impl Usage {
    /// One fight.
    pub(crate) fn hear(&mut self, heard: &HeardFight) {
        self.fights += 1;
        for offer in &heard.offers {
            let name = heard.roster.get(offer.who.index()).map(|(name, _)| name.clone()).unwrap_or_default();
            let means = offer.means.clone().map(|means| (means.key, means.name)).unwrap_or_default();
            let ways: Vec<String> = offer.variants.iter().map(|one| format!("{}={}", one.axis, one.key)).collect();
            let key = (offer.who.index(), name, offer.verb.key.to_owned(), means, ways.join(" "));
            let sums = self.all.entry(key).or_insert_with(|| named(offer));
            sums.fights += 1;
            sums.offered += u64::from(offer.offered);
            sums.chosen += u64::from(offer.chosen);
            sums.pairs += u64::from(offer.moved.pairs);
            sums.more += offer.moved.more;
            sums.differed += u64::from(offer.moved.differed);
            self.kinds += u64::from(offer.offered);
        }
    }

    pub(crate) fn merge(&mut self, other: &Usage) {
        self.fights += other.fights;
        self.kinds += other.kinds;
        for (key, theirs) in &other.all {
            let empty = || Sums { fights: 0, offered: 0, chosen: 0, pairs: 0, more: 0, differed: 0, ..theirs.clone() };
            let own = self.all.entry(key.clone()).or_insert_with(empty);
            own.fights += theirs.fights;
            own.offered += theirs.offered;
            own.chosen += theirs.chosen;
            own.pairs += theirs.pairs;
            own.more += theirs.more;
            own.differed += theirs.differed;
        }
    }

    /// Whether it can be of so many fights.
    pub(crate) fn fits(&self, fights: u64) -> bool {
        let sound = |sums: &Sums| sums.fights <= self.fights && sums.chosen <= sums.offered;
        self.fights <= fights && self.all.values().all(sound)
    }

    /// What it says, in the order of the roster.
    pub(super) fn told(&self, side_of: impl Fn(&str) -> String) -> Vec<Use> {
        let fights = self.fights.max(1) as f64;
        let one = |((_, who, verb, ..), sums): (&Key, &Sums)| Use {
            who: who.clone(),
            side: side_of(who),
            verb: verb.clone(),
            name: sums.name.clone().into_owned(),
            group: sums.group.clone().into_owned(),
            means: sums.means.clone(),
            variants: sums.variants.clone(),
            possible_rate: sums.fights as f64 / fights,
            offered: sums.offered as f64 / fights,
            chosen: sums.chosen as f64 / fights,
            chosen_rate: sums.chosen as f64 / sums.offered.max(1) as f64,
            never: sums.chosen == 0,
            moved: (sums.pairs > 0).then(|| moved(sums)),
        };
        self.all.iter().map(one).collect()
    }
}

fn named(offer: &Offer) -> Sums {
    Sums {
        name: offer.verb.name.into(),
        group: offer.verb.group.word().into(),
        means: offer.means.as_ref().map(|means| means.name.clone()),
        variants: offer.variants.iter().map(|one| format!("{}: {}", one.axis, one.name)).collect(),
        ..Sums::default()
    }
}

fn moved(sums: &Sums) -> Moved {
    let pairs = sums.pairs as f64;
    let (mean, differed) = (sums.more as f64 / pairs, sums.differed as f64 / pairs);
    Moved { mean, interval95: of_pairs(differed, mean, pairs), pairs: sums.pairs }
}

impl Use {
    /// Whether it is an ability, an item, a spell or a way to go: something that one would miss if it were never used.
    pub fn is_doing(&self) -> bool {
        let idle = [Group::End, Group::Wait, Group::Word].map(Group::word);
        !idle.contains(&self.group.as_str())
    }

    /// What it is, in words: `attack with xiphos (aim: in the head)`.
    pub fn what(&self) -> String {
        let with = self.means.as_ref().map(|means| format!(" with {means}")).unwrap_or_default();
        let ways = if self.variants.is_empty() { String::new() } else { format!(" ({})", self.variants.join(", ")) };
        format!("{}{with}{ways}", self.name)
    }
}
