//! Odds: the distribution of what follows from an answer, by running the rules over every face.

mod tally;
mod walk;

use quintain_dice::{Ratio, Stream};
use serde::Serialize;

pub(crate) use self::walk::run_act;
use self::walk::{Course, sample};
use crate::ahead::{Ahead, Outset};
use crate::exact::Exact;
use crate::fact::Fact;
use crate::live::{Fault, Live, ROUND_LIMIT, nothing_shows};
use crate::rulebook::{Rulebook, find};
use crate::tactics::Conduct;
use crate::view::Value;

/// How far odds go before they sample, or leave the rest open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsLimit {
    /// The most branches to walk; fewer where it is plain early on that they will not do.
    pub branches: u64,
    /// How many samples to draw beyond that; 0 leaves what has not been walked open. Odds up to another end than that of the
    /// act are never sampled.
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

/// How far odds look ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// The same seat has the same kind of thing to decide again, or somebody else's turn has come, or the round ends.
    #[default]
    ActIsOver,
    /// Somebody is out of the fight who was not when the question was put. The answer is given again whenever that seat is
    /// asked something that takes it.
    SomebodyIsDown,
    /// The fight is over, or has gone on for as many rounds as a simulated one may.
    FightIsOver,
}

/// What odds suppose to be answered, and how far they look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supposed<'a> {
    /// Who answers the open question.
    pub who: &'a str,
    /// The answer, in the words of the options.
    pub words: &'a str,
    /// Answers to what comes up after that, as seat and words: each is given wherever that seat is asked something that takes
    /// it, the first that fits. Tactics answer what is left.
    pub then: &'a [(String, String)],
    /// How far to look.
    pub until: Until,
}

impl<'a> Supposed<'a> {
    /// What follows if `who` answers with `words`, until that act is over.
    pub fn of(who: &'a str, words: &'a str) -> Self {
        Supposed { who, words, then: &[], until: Until::ActIsOver }
    }
}

/// One possible value with its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Likely {
    /// The value.
    pub value: Value,
    /// Its probability, from 0 to 1: the number nearest to the exact one.
    pub chance: f64,
    /// The exact probability, as a fraction; none where it was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Ratio>,
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
    /// The mean, where the values are numbers; of what is not left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

impl Likely {
    /// The probability as a percentage with so many decimals, half of the last one rounded up. An exact one is always written
    /// alike.
    pub fn percent(&self, decimals: u8) -> String {
        percent(self.exact.as_ref(), self.chance, decimals)
    }
}

impl Measure {
    /// How likely one of those values comes that `is` accepts: exact probabilities are added exactly.
    pub fn share(&self, is: impl Fn(&Value) -> bool) -> f64 {
        let met = || self.then.iter().filter(|likely| is(&likely.value));
        let exact: Option<Ratio> = met().map(|likely| likely.exact.clone()).sum();
        exact.map_or_else(|| met().map(|likely| likely.chance).sum(), |exact| exact.to_f64())
    }
}

/// A decision on the way that odds take for granted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Taken {
    /// Who decides.
    pub who: String,
    /// What is asked.
    pub question: String,
    /// The answer, in the words of the options.
    pub answer: String,
    /// Whether it is one of those that were [given](Supposed::then) for what follows, and not what tactics answer.
    pub given: bool,
    /// How often it comes up: its chance, or more than 1 where it comes up several times.
    pub often: f64,
    /// The same as a fraction; none where it was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Ratio>,
}

/// The odds of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// True where every branch was walked to its end; false where the tree was sampled, or something is left open.
    pub exact: bool,
    /// How many branches were walked or samples drawn.
    pub branches: u64,
    /// The sum of all probabilities and of what is left open: always 1.
    pub total: f64,
    /// The chance of what is left open: of courses that are too rare, or too many. Every probability may be too low by it at
    /// most. 0 where every branch was walked, and where it was sampled.
    pub remainder: f64,
    /// Every value that may change, in the order of the view.
    pub measures: Vec<Measure>,
    /// Every decision on the way that was not asked about, in the order in which they came up. Those that were given and fit
    /// nothing come 0 times.
    pub decisions: Vec<Taken>,
}

impl Taken {
    /// How often it comes up, as [`Likely::percent`] writes it.
    pub fn percent(&self, decimals: u8) -> String {
        percent(self.exact.as_ref(), self.often, decimals)
    }
}

fn percent(exact: Option<&Ratio>, about: f64, decimals: u8) -> String {
    exact.map_or_else(|| format!("{:.*}", usize::from(decimals), about * 100.0), |exact| exact.percent(decimals))
}

/// What is left open at most for odds of an act to be told without sampling.
const OPEN: f64 = 1e-9;

/// The odds of what follows if `who` answers with `words`: until that seat has the same kind of thing to decide again, or
/// somebody else's turn has come, or the round ends.
///
/// # Errors
/// Says who is asked instead, or what would be legal.
pub fn odds_of<R: Rulebook>(live: &Live<R>, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
    odds_while(live, &Supposed::of(who, words), limit, &|| true)
}

/// The odds of what is supposed, for as long as `going` says so; what has been found by then is told. Asked once for each
/// branch.
///
/// # Errors
/// Like [`odds_of`]; or an answer for what follows is of somebody who does not take part.
pub fn odds_while<R: Rulebook>(
    live: &Live<R>,
    supposed: &Supposed<'_>,
    limit: OddsLimit,
    going: Going<'_>,
) -> Result<Odds, Fault> {
    let Supposed { who, words, then, until } = *supposed;
    live.offered(who, words)?;
    let stranger = |seat: &&String| !seat.eq_ignore_ascii_case("gm") && find(live.fight(), seat).is_none();
    if let Some(stranger) = then.iter().map(|(seat, _)| seat).find(stranger) {
        return Err(Fault::Other(format!("nobody is called `{stranger}`, who is to answer what follows")));
    }
    let conduct = Conduct::best();
    let (rest, facts) = live.outset();
    if facts.iter().any(Fact::ends_the_fight) {
        return Err(Fault::Other("the game master has ended the fight: nothing follows any more".into()));
    }
    let seat = live.seat_answering(who, words);
    let Some(outset) = Outset::of(live, live.taking(who, words)?) else {
        return Err(Fault::Other("nothing is asked now".into()));
    };
    let exact = Exact::new(facts, Some((&seat, words)), &conduct).following(then, until == Until::SomebodyIsDown);
    let table = Ahead::new(exact, live, &outset).up_to(until);
    let round = live.fight().round().max(1);
    let last = if until == Until::ActIsOver { round } else { round.saturating_add(ROUND_LIMIT) };
    let may_sample = until == Until::ActIsOver && limit.samples > 0;
    let course = Course { rest, last, outset: &outset, until, may_sample };
    let mut walked = course.walk(table.clone(), (limit.branches, going));
    let now = live.view();
    let given = &Ratio::ONE - &walked.ruled_out;
    if given.is_zero() {
        return Err(nothing_shows());
    }
    if given != Ratio::ONE {
        walked.tally.given(&given);
    }
    let open = &Ratio::ONE - &walked.tally.total;
    if !may_sample || open.to_f64() <= OPEN {
        let (remainder, decisions) = (open.to_f64(), decisions(&walked.table, then, &given, None));
        let (exact, branches) = (open.is_zero(), walked.branches);
        let measures = walked.tally.measures(&now, None);
        return Ok(Odds { exact, branches, total: 1.0, remainder, measures, decisions });
    }
    let exact = table.exact.sampling(Stream::new(limit.seed, 0));
    let table = Ahead::new(exact, live, &outset);
    let (tally, table, drawn) = sample((rest, last), table, (limit.samples, going));
    if drawn == 0 {
        return Err(nothing_shows());
    }
    let decisions = decisions(&table, then, &Ratio::ONE, Some(drawn));
    let measures = tally.measures(&now, Some(drawn));
    Ok(Odds { exact: false, branches: drawn, total: 1.0, remainder: 0.0, measures, decisions })
}

/// What was decided on the way without being asked about, given something of this chance, with what was given as an answer and
/// fitted nothing.
fn decisions<R: Rulebook>(
    table: &Ahead<'_, R>,
    then: &[(String, String)],
    given: &Ratio,
    samples: Option<u64>,
) -> Vec<Taken> {
    let mut all: Vec<(Taken, Ratio)> = Vec::new();
    let mut used = vec![false; then.len()];
    for decided in table.exact.decided().iter().filter(|decided| !decided.often.is_zero()) {
        if let Some(given) = decided.given {
            used[given] = true;
        }
        let (who, question, answer) = (decided.who.clone(), decided.question.clone(), decided.words.clone());
        let taken = Taken { who, question, answer, given: decided.given.is_some(), often: 0.0, exact: None };
        match all.iter_mut().find(|(known, _)| *known == taken) {
            Some((_, often)) => *often += &decided.often,
            None => all.push((taken, decided.often.clone())),
        }
    }
    for ((who, words), _) in then.iter().zip(used).filter(|(_, used)| !used) {
        let (who, answer, question) = (who.clone(), words.clone(), String::new());
        all.push((Taken { who, question, answer, given: true, often: 0.0, exact: None }, Ratio::ZERO));
    }
    let told = |(taken, often): (Taken, Ratio)| match samples {
        None => {
            let often = &often / given;
            Taken { often: often.to_f64(), exact: Some(often), ..taken }
        }
        Some(samples) => Taken { often: often.to_f64() / samples as f64, ..taken },
    };
    all.into_iter().map(told).collect()
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
