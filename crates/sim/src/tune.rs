//! Tuning: what shall be how likely, and what was tried for it on common random numbers.

use quintain_content::{Placed, Problem};
use serde::Serialize;

use crate::report::Report;
use crate::search::{Search, halved};

/// What shall be how likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// What.
    what: Wanted,
    /// How likely, from 0 to 1.
    pub share: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    /// A side wins.
    Wins(String),
    /// A side does not win.
    Loses(String),
    /// Somebody of a side dies, or anybody at all.
    SomeoneDies(Option<String>),
    /// One combatant dies.
    Dies(String),
}

impl Target {
    /// Reads `heroes win 60%`, `heroes lose 10%`, `someone dies 25%`, `someone of heroes dies 25%`, `Althea dies 5%`.
    ///
    /// ```
    /// # use quintain_sim::Target;
    /// assert_eq!(Target::read("heroes lose 10%")?.share, 0.1);
    /// assert!(Target::read("heroes dance 10%").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Says what it should look like.
    pub fn read(words: &str) -> Result<Target, Problem> {
        let wrong = || {
            Problem::general(format!("`{words}` is no target")).help(
                "write it like `heroes win 60%`, `heroes lose 10%`, `someone of heroes dies 25%` or `Althea dies 5%`",
            )
        };
        let (what, share) = words.trim().rsplit_once(' ').ok_or_else(wrong)?;
        let share: f64 = share.trim_end_matches('%').parse().map_err(|_| wrong())?;
        if !(0.0..=100.0).contains(&share) {
            return Err(wrong());
        }
        let (who, deed) = what.trim().rsplit_once(' ').ok_or_else(wrong)?;
        let who = who.trim().to_owned();
        let what = match (deed, who.strip_prefix("someone")) {
            ("win" | "wins", _) => Wanted::Wins(who),
            ("lose" | "loses", _) => Wanted::Loses(who),
            ("dies" | "die", Some("")) => Wanted::SomeoneDies(None),
            ("dies" | "die", Some(of)) => {
                Wanted::SomeoneDies(Some(of.trim().strip_prefix("of ").ok_or_else(wrong)?.to_owned()))
            }
            ("dies" | "die", None) => Wanted::Dies(who),
            _ => return Err(wrong()),
        };
        Ok(Target { what, share: share / 100.0 })
    }

    /// How likely it is in a report.
    ///
    /// ```
    /// # use quintain_books::library;
    /// # use quintain_library::files;
    /// # use std::sync::atomic::AtomicBool;
    /// # use quintain_sim::{Study, Target, simulate};
    /// let opened = library().open("cyclops", &files::read)?;
    /// let report = simulate(&*opened.fight, &Study::new("One eye", 100), &|_| {}, &AtomicBool::new(false));
    /// assert_eq!(Target::read("heroes win 60%")?.in_report(&report)?, report.sides[0].win_rate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the report has no such side or combatant.
    pub fn in_report(&self, report: &Report) -> Result<f64, Problem> {
        let side = |name: &str| {
            let found = report.sides.iter().find(|side| side.name.eq_ignore_ascii_case(name));
            found.ok_or_else(|| {
                Problem::no_such(
                    "side",
                    &Placed::nowhere(name.to_owned()),
                    report.sides.iter().map(|side| side.name.as_str()),
                )
            })
        };
        match &self.what {
            Wanted::Wins(name) => Ok(side(name)?.win_rate),
            Wanted::Loses(name) => Ok(1.0 - side(name)?.win_rate),
            Wanted::SomeoneDies(Some(name)) => Ok(side(name)?.someone_died_rate),
            Wanted::SomeoneDies(None) => Ok(report.someone_died_rate),
            Wanted::Dies(name) => {
                let found = report.combatants.iter().find(|one| one.name.eq_ignore_ascii_case(name));
                let known = report.combatants.iter().map(|one| one.name.as_str());
                found
                    .map(|one| one.died_rate)
                    .ok_or_else(|| Problem::no_such("combatant", &Placed::nowhere(name.clone()), known))
            }
        }
    }
}

/// One setting of the knobs that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// The places of the values among those of each knob.
    #[serde(skip)]
    pub at: Vec<usize>,
    /// The values, in the order of the knobs.
    pub values: Vec<String>,
    /// How likely the target's event was.
    pub share: f64,
    /// The 95 % interval of that.
    pub interval95: [f64; 2],
}

impl Tried {
    /// Whether the target lies within the interval: a candidate.
    ///
    /// ```
    /// # use quintain_sim::{Target, Tried};
    /// let target = Target::read("heroes win 60%")?;
    /// let tried = Tried { at: vec![4], values: vec!["9".into()], share: 0.58, interval95: [0.55, 0.61] };
    /// assert!(tried.meets(&target));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn meets(&self, target: &Target) -> bool {
        (self.interval95[0]..=self.interval95[1]).contains(&target.share)
    }

    pub(crate) fn off(&self, target: &Target) -> f64 {
        (self.share - target.share).abs()
    }
}

/// Finds settings that meet the target, one [`Search`] from its beginning to its end. Returns all that was tried, the nearest
/// first; of equals the one with the lower places.
///
/// ```
/// # use quintain_sim::{Target, Tried, tune};
/// let target = Target::read("heroes win 60%")?;
/// // Here a formula stands for a simulation: each place of the knob is worth a hundredth.
/// let found = tune(&[101], &target, |at| {
///     let share = at[0] as f64 / 100.0;
///     let interval95 = [share - 0.01, share + 0.01];
///     Ok::<_, std::convert::Infallible>(Tried { at: at.to_vec(), values: vec![at[0].to_string()], share, interval95 })
/// })?;
/// assert_eq!(found[0].values, ["60"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What `run` says.
pub fn tune<E>(
    counts: &[usize],
    target: &Target,
    mut run: impl FnMut(&[usize]) -> Result<Tried, E>,
) -> Result<Vec<Tried>, E> {
    let mut search = Search::new(counts, target);
    let next = |search: &Search| search.due().next();
    while let Some(at) = next(&search) {
        search.tell(run(&at)?);
    }
    Ok(search.tried())
}

/// How many runs [`tune`] takes at most.
///
/// ```
/// // Two ends and seven halvings of the longer knob, for each value of the other.
/// assert_eq!(quintain_sim::most_runs(&[101, 3]), 27);
/// ```
pub fn most_runs(counts: &[usize]) -> u64 {
    let Some(halved) = halved(counts) else { return 0 };
    let others = counts.iter().enumerate().filter(|(knob, _)| *knob != halved);
    let lines = others.fold(1u64, |all, (_, count)| all.saturating_mul(*count as u64));
    // Halving tries both ends and then a logarithm of the rest.
    let steps = usize::BITS - counts[halved].saturating_sub(1).leading_zeros();
    lines.saturating_mul(2 + u64::from(steps))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn targets_are_read() {
        assert_eq!(
            Target::read("heroes lose 10%").unwrap(),
            Target { what: Wanted::Loses("heroes".into()), share: 0.1 }
        );
        assert_eq!(Target::read("someone dies 25%").unwrap().what, Wanted::SomeoneDies(None));
        assert_eq!(
            Target::read("someone of the brave dies 5").unwrap().what,
            Wanted::SomeoneDies(Some("the brave".into()))
        );
        assert_eq!(Target::read("Bandit 2 dies 5%").unwrap().what, Wanted::Dies("Bandit 2".into()));
        for words in ["", "heroes", "heroes win", "heroes win 140%", "heroes dance 3%", "someone x dies 3%"] {
            assert!(Target::read(words).is_err(), "{words}");
        }
    }

    fn tried(at: &[usize], share: f64) -> Tried {
        let values = at.iter().map(usize::to_string).collect();
        Tried { at: at.to_vec(), values, share, interval95: [share - 0.01, share + 0.01] }
    }

    #[test]
    fn halving_finds_the_nearest_value_whichever_way_the_knob_turns() {
        let target = Target::read("heroes win 37%").unwrap();
        for falling in [false, true] {
            let mut runs = 0;
            let found = tune(&[101], &target, |at| {
                runs += 1;
                let share = at[0] as f64 / 100.0;
                Ok::<_, Infallible>(tried(at, if falling { 1.0 - share } else { share }))
            });
            let Ok(found) = found;
            assert_eq!(found[0].at, [if falling { 63 } else { 37 }]);
            assert!(runs <= most_runs(&[101]), "{runs}");
        }
    }

    #[test]
    fn of_several_knobs_every_setting_that_meets_the_target_is_a_candidate() {
        let target = Target::read("heroes win 50%").unwrap();
        // More of the first is better for them, more of the second worse, the third does nothing.
        let Ok(found) = tune(&[3, 21, 2], &target, |at| {
            Ok::<_, Infallible>(tried(at, 0.3 + at[0] as f64 * 0.2 + at[2] as f64 * 0.0 - at[1] as f64 * 0.02 + 0.1))
        });
        let meeting: Vec<&[usize]> =
            found.iter().filter(|one| one.meets(&target)).map(|one| one.at.as_slice()).collect();
        assert_eq!(meeting, [[1, 5, 0], [1, 5, 1], [2, 15, 0], [2, 15, 1]]);
        assert!(found.len() as u64 <= most_runs(&[3, 21, 2]));
        assert_eq!(tune::<Infallible>(&[], &target, |at| Ok(tried(at, 0.5))), Ok(Vec::new()));
    }
}
