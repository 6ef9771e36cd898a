//! The audit of tactics: which kinds of their decisions cost victories, found by play-outs and judged by others.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, Auditing, Decided, HeardFight, Heed, Judged};
use serde::Serialize;

use crate::interval::Z95;
use crate::study::Study;
use crate::threads::on_threads;

/// In how many fights decisions are counted before it is said at which of them to look.
const SCOUTED: u64 = 20;

/// Fewer decisions of a kind than this say nothing about it.
const FEWEST: u64 = 5;

/// How many other answers of a kind are named.
const NAMED: usize = 3;

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scrutiny {
    /// About so many decisions, evenly over all fights of the study.
    pub decisions: u64,
    /// So many play-outs at each to find a better answer, and half as many pairs of others to see how much better it is.
    pub play_outs: u32,
}

/// What an audit has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// The encounter.
    pub encounter: String,
    /// How many fights were played.
    pub fights: u64,
    /// The seed.
    pub seed: u64,
    /// True where it was stopped before all fights were played.
    pub stopped: bool,
    /// How many decisions tactics took in a fight, on average.
    pub decisions: f64,
    /// How many of all were looked at.
    pub looked_at: u64,
    /// By how many play-outs each to find a better answer, and by how many pairs to see how much better it is.
    pub play_outs: [u32; 2],
    /// Every kind of decision, the costliest first.
    pub kinds: Vec<AuditedKind>,
}

/// One kind of decision: what was asked, and what tactics did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditedKind {
    /// The kind of question, by which standing answers know it.
    pub topic: &'static str,
    /// What was done: a verb of the book; empty where several things were picked, or a number given.
    pub verb: String,
    /// How often in a fight, on average.
    pub in_a_fight: f64,
    /// How many were looked at.
    pub looked_at: u64,
    /// The chance of victory that each of them loses against what play-outs like better, from 0 to 1; below 0 where that is
    /// worse after all.
    pub lost: f64,
    /// The 95 % interval of that; none where too few were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval95: Option<[f64; 2]>,
    /// The same for all of them in a fight: how often times how much.
    pub lost_in_a_fight: f64,
    /// What would have been done rather, and at how many of those looked at: what is liked most often first.
    pub rather: Vec<(String, u64)>,
    /// The decision of this kind that lost most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<Moment>,
}

impl AuditedKind {
    /// Whether it loses beyond chance.
    pub fn is_sure(&self) -> bool {
        self.interval95.is_some_and(|[low, _]| low > 0.0)
    }
}

/// A decision to watch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// The number of its fight.
    pub fight: u64,
    /// How many facts of the fight's record stand before it.
    pub fact: usize,
    /// The round.
    pub round: u32,
    /// Who decided.
    pub who: String,
    /// What tactics chose.
    pub said: String,
    /// What play-outs like better.
    pub better: String,
    /// The chance of victory between them, from 0 to 1.
    pub lost: f64,
}

/// What is known of one kind: whole numbers only, so that the order of counting does not matter.
#[derive(Clone, Debug, Default)]
struct Kind {
    taken: u64,
    looked_at: u64,
    /// Half points lost, and their squares.
    lost: i64,
    squares: u64,
    rather: BTreeMap<String, u64>,
    worst: Option<Worst>,
}

/// How much, and where: the earliest of those that lost most.
type Worst = ((i32, Reverse<u64>, Reverse<usize>), Moment);

impl Kind {
    fn hear(&mut self, number: u64, judged: &Judged, who: &str) {
        self.looked_at += 1;
        let Some(better) = &judged.better else { return };
        self.lost += i64::from(better.more);
        self.squares += u64::from(better.more.unsigned_abs()).pow(2);
        *self.rather.entry(better.verb.clone()).or_default() += 1;
        if better.more > 0 {
            let place = (better.more, Reverse(number), Reverse(judged.fact));
            let moment = Moment {
                fight: number,
                fact: judged.fact,
                round: judged.round,
                who: who.to_owned(),
                said: judged.words.clone(),
                better: better.words.clone(),
                lost: f64::from(better.more) / (2.0 * f64::from(better.pairs)),
            };
            self.worse((place, moment));
        }
    }

    fn worse(&mut self, other: Worst) {
        if self.worst.as_ref().is_none_or(|known| other.0 > known.0) {
            self.worst = Some(other);
        }
    }

    fn merge(&mut self, other: Kind) {
        self.taken += other.taken;
        self.looked_at += other.looked_at;
        self.lost += other.lost;
        self.squares += other.squares;
        other.rather.into_iter().for_each(|(verb, times)| *self.rather.entry(verb).or_default() += times);
        if let Some(worst) = other.worst {
            self.worse(worst);
        }
    }

    /// What it says, of so many fights with so many pairs at each decision.
    fn told(self, decided: Decided, fights: u64, pairs: u32) -> AuditedKind {
        let (n, point) = (self.looked_at as f64, 1.0 / (2.0 * f64::from(pairs.max(1))));
        let mean = self.lost as f64 / n.max(1.0);
        let half = (self.looked_at >= FEWEST).then(|| {
            let variance = (self.squares as f64 - n * mean * mean).max(0.0) / (n - 1.0);
            // Student's factor for few, to the first order.
            (Z95 + (Z95.powi(3) + Z95) / (4.0 * (n - 1.0))) * (variance / n).sqrt()
        });
        let in_a_fight = self.taken as f64 / fights.max(1) as f64;
        let mut rather: Vec<(String, u64)> = self.rather.into_iter().collect();
        rather.sort_by_key(|(_, times)| Reverse(*times));
        rather.truncate(NAMED);
        AuditedKind {
            topic: decided.topic,
            verb: decided.verb,
            in_a_fight,
            looked_at: self.looked_at,
            lost: mean * point,
            interval95: half.map(|half| [(mean - half) * point, (mean + half) * point]),
            lost_in_a_fight: mean * point * in_a_fight,
            rather,
            watch: self.worst.map(|(_, moment)| moment),
        }
    }
}

/// Everything that has been heard so far.
#[derive(Clone, Debug, Default)]
struct Heard {
    fights: u64,
    kinds: BTreeMap<Decided, Kind>,
}

impl Heard {
    fn hear(&mut self, number: u64, heard: &HeardFight) {
        self.fights += 1;
        for (decided, times) in &heard.audited.taken {
            self.kinds.entry(decided.clone()).or_default().taken += u64::from(*times);
        }
        for judged in &heard.audited.judged {
            let who = heard.roster.get(judged.who.index()).map_or("?", |(name, _)| name.as_str());
            self.kinds.entry(judged.decided.clone()).or_default().hear(number, judged, who);
        }
    }

    fn merge(&mut self, other: Heard) {
        self.fights += other.fights;
        other.kinds.into_iter().for_each(|(decided, kind)| self.kinds.entry(decided).or_default().merge(kind));
    }

    fn taken(&self) -> u64 {
        self.kinds.values().map(|kind| kind.taken).sum()
    }
}

/// Plays the fights of a study and looks at some of the decisions that tactics take in them. At each, other answers are tried
/// beside theirs in play-outs on common dice, in which everybody plays the rulebook's best tactics; what looks best is held
/// against theirs in further pairs on other dice, and only these count. `progress` hears of each fight once.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Scrutiny, Study, audit};
/// let opened = library().open("cyclops", &files::read)?;
/// let scrutiny = Scrutiny { decisions: 20, play_outs: 20 };
/// let found = audit(&*opened.fight, &Study::new("One eye", 30), scrutiny, &|_| {}, &AtomicBool::new(false));
/// assert!(found.looked_at > 0 && found.kinds.iter().any(|kind| kind.verb == "attack"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(
    fight: &dyn AnyFight,
    study: &Study,
    scrutiny: Scrutiny,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> AuditReport {
    let never = Auditing { every: u32::MAX, play_outs: scrutiny.play_outs };
    let scouted = heard(fight, study, (SCOUTED.min(study.fights), never), &|_| {}, stop);
    let all = scouted.taken() * study.fights / scouted.fights.max(1);
    let every = u32::try_from(all / scrutiny.decisions.max(1)).unwrap_or(u32::MAX).max(1);
    let whole = heard(fight, study, (study.fights, Auditing { every, ..never }), progress, stop);
    let (fights, pairs) = (whole.fights, scrutiny.play_outs / 2);
    let decisions = whole.taken() as f64 / fights.max(1) as f64;
    let looked_at = whole.kinds.values().map(|kind| kind.looked_at).sum();
    let mut kinds: Vec<AuditedKind> =
        whole.kinds.into_iter().map(|(decided, kind)| kind.told(decided, fights, pairs)).collect();
    kinds.sort_by(|a, b| b.lost_in_a_fight.total_cmp(&a.lost_in_a_fight));
    AuditReport {
        encounter: study.encounter.clone(),
        fights,
        seed: study.seed,
        stopped: fights < study.fights,
        decisions,
        looked_at,
        play_outs: [scrutiny.play_outs, pairs],
        kinds,
    }
}

/// Hears the first so many fights of a study.
fn heard(
    fight: &dyn AnyFight,
    study: &Study,
    (fights, auditing): (u64, Auditing),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Heard {
    let plan = study.plan();
    let all = on_threads(study.threads, fights, stop, Heard::default, |own: &mut Heard, number| {
        fight.hear(&plan, Heed::Audit(auditing), number..number.saturating_add(1), &mut |number, heard| {
            own.hear(number, heard);
        });
        progress(1);
    });
    let mut whole = Heard::default();
    all.into_iter().for_each(|own| whole.merge(own));
    whole
}

#[cfg(test)]
mod tests {
    use quintain_engine::{Better, Who};

    use super::*;

    fn judged(fact: usize, more: Option<i32>) -> Judged {
        let decided = Decided { topic: "turn", verb: "attack".into() };
        let better = more.map(|more| Better { verb: "flee".into(), words: "flee".into(), pairs: 10, more });
        Judged { decided, who: Who(0), words: "attack".into(), fact, round: 1, better }
    }

    #[test]
    fn what_play_outs_like_no_better_loses_nothing_and_what_proves_worse_counts_against_them() {
        let mut kind = Kind { taken: 60, ..Kind::default() };
        for (fact, more) in [None, Some(10), Some(-4), None, Some(10), None].into_iter().enumerate() {
            kind.hear(3, &judged(fact, more), "Althea");
        }
        let told = kind.told(Decided { topic: "turn", verb: "attack".into() }, 20, 10);
        assert!((told.lost - 16.0 / 6.0 / 20.0).abs() < 1e-9, "{told:?}");
        assert!((told.lost_in_a_fight - 3.0 * told.lost).abs() < 1e-9);
        let watch = told.watch.unwrap();
        assert_eq!((watch.fight, watch.fact, watch.lost), (3, 1, 0.5));
        assert_eq!(told.rather, [("flee".to_owned(), 3)]);
    }

    #[test]
    fn a_handful_says_nothing() {
        let mut kind = Kind::default();
        (0..4).for_each(|fact| kind.hear(0, &judged(fact, Some(20)), "Althea"));
        let told = kind.told(Decided { topic: "turn", verb: "attack".into() }, 4, 10);
        assert!(told.interval95.is_none() && !told.is_sure());
    }

    #[test]
    fn in_whatever_order_it_is_merged_it_says_the_same() {
        let some = |number, more| {
            let mut kind = Kind { taken: 1, ..Kind::default() };
            kind.hear(number, &judged(7, Some(more)), "Althea");
            kind
        };
        let told = |order: [(u64, i32); 3]| {
            let mut whole = Kind::default();
            order.into_iter().for_each(|(number, more)| whole.merge(some(number, more)));
            whole.told(Decided { topic: "turn", verb: "attack".into() }, 3, 10)
        };
        assert_eq!(told([(1, 5), (2, 5), (3, 1)]), told([(3, 1), (2, 5), (1, 5)]));
    }
}
