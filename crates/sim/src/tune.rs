//! Tuning: the value of a knob that meets a target, found by halving on common random numbers.

use quintain_content::{Placed, Problem};
use serde::Serialize;

use crate::report::Report;

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
    /// # Errors
    /// Says what it should look like.
    pub fn read(words: &str) -> Result<Target, Problem> {
        let wrong = || {
            Problem::general(format!("`{words}` is no target"))
                .help("write it like `heroes lose 10%`, `someone of heroes dies 25%` or `Althea dies 5%`")
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
            Wanted::SomeoneDies(None) => Ok(report.sides.iter().map(|side| side.someone_died_rate).fold(0.0, f64::max)),
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

/// One value that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// The place of the value among the knob's.
    #[serde(skip)]
    pub place: usize,
    /// The value.
    pub value: String,
    /// How likely the target's event was.
    pub share: f64,
    /// The 95 % interval.
    pub interval95: [f64; 2],
}

/// Finds the values between which the target lies, by halving: tries both ends, then the middle of what is left. Takes it
/// that more of the knob means more of the event, or always less. Returns all that was tried, the nearest first.
///
/// # Errors
/// What `run` says.
pub fn tune<E>(count: usize, target: &Target, mut run: impl FnMut(usize) -> Result<Tried, E>) -> Result<Vec<Tried>, E> {
    let mut tried = Vec::new();
    let Some(last) = count.checked_sub(1) else { return Ok(tried) };
    let (mut low, mut high) = (run(0)?, None);
    tried.push(low.clone());
    if last > 0 {
        let end = run(last)?;
        tried.push(end.clone());
        high = Some(end);
    }
    while let Some(end) = high.take() {
        if end.place - low.place < 2 {
            break;
        }
        let middle = run(low.place + (end.place - low.place) / 2)?;
        tried.push(middle.clone());
        let rises = end.share >= low.share;
        if (middle.share < target.share) == rises {
            low = middle;
            high = Some(end);
        } else {
            high = Some(middle);
        }
    }
    tried.sort_by(|a, b| (a.share - target.share).abs().total_cmp(&(b.share - target.share).abs()));
    Ok(tried)
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

    #[test]
    fn halving_finds_the_nearest_value_whichever_way_the_knob_turns() {
        let target = Target::read("heroes win 37%").unwrap();
        for falling in [false, true] {
            let mut runs = 0;
            let found = tune(101, &target, |place| {
                runs += 1;
                let share = if falling { 1.0 - place as f64 / 100.0 } else { place as f64 / 100.0 };
                Ok::<_, Infallible>(Tried { place, value: place.to_string(), share, interval95: [0.0, 1.0] })
            });
            let Ok(found) = found;
            assert_eq!(found[0].place, if falling { 63 } else { 37 });
            assert!(runs <= 10, "{runs}");
        }
    }
}
