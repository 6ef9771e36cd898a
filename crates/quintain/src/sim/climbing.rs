//! The ladder: one way to play against the next.

use std::collections::BTreeMap;

use quintain_content::{Problem, Problems};
use quintain_sim::{Rung, Series, Told};

use super::Sim;
use super::inquiry::{Inquiry, no_place, unplayed};

/// What search does on the highest rung unless told otherwise.
const SEARCH: &str = "search:40";

/// One step of a ladder.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The higher rung, whose points are counted.
    pub stronger: String,
    /// The lower rung.
    pub weaker: String,
    /// How the higher one fares.
    pub rung: Rung,
}

/// A ladder of ways to play: a series with sides swapped for each step.
#[derive(Debug)]
pub struct Climbing {
    sim: Sim<'static>,
    /// From the lowest on.
    rungs: Vec<String>,
    found: BTreeMap<u64, Rung>,
}

impl Climbing {
    /// A ladder of these rungs, from the lowest on: [`Sim::ladder`].
    ///
    /// # Errors
    /// When there is one rung alone.
    pub fn new(sim: &Sim<'_>, rungs: &[&str]) -> Result<Self, Problems> {
        if rungs.len() == 1 {
            return Err(Problem::general("a ladder has two rungs at least: random, sensible".to_owned()).into());
        }
        let best = sim.fight.tactics().first().copied().unwrap_or("random");
        let usual = ["random", "novice", best, SEARCH];
        let rungs = if rungs.is_empty() { &usual[..] } else { rungs };
        let rungs = rungs.iter().map(|rung| (*rung).to_owned()).collect();
        Ok(Climbing { sim: sim.alone(), rungs, found: BTreeMap::new() })
    }

    /// The steps that were played, from the lowest on.
    pub fn found(self) -> Vec<Step> {
        let step = |(place, rung): (&u64, &Rung)| {
            let (weaker, stronger) = self.step(*place)?;
            Some(Step { stronger: stronger.to_owned(), weaker: weaker.to_owned(), rung: *rung })
        };
        self.found.iter().filter_map(step).collect()
    }

    /// The lower and the higher rung of a step.
    pub fn step(&self, place: u64) -> Option<(&str, &str)> {
        let place = usize::try_from(place).ok()?;
        Some((self.rungs.get(place)?, self.rungs.get(place.checked_add(1)?)?))
    }

    /// The same run in which `ours` plays the first side and `theirs` all the others.
    fn played(&self, ours: &str, theirs: &str) -> Sim<'static> {
        let first = self.sim.fight.sides().first().cloned().unwrap_or_default();
        // The last word wins.
        Sim { tactics: vec![theirs.to_owned(), format!("{first}={ours}")], ..self.sim.clone() }
    }
}

impl Inquiry for Climbing {
    fn due(&self) -> Vec<u64> {
        (0..self.most()).filter(|place| !self.found.contains_key(place)).collect()
    }

    fn most(&self) -> u64 {
        self.rungs.len().saturating_sub(1) as u64
    }

    fn series(&self, place: u64) -> Result<Series, Problems> {
        let (weaker, stronger) = self.step(place).ok_or_else(|| no_place(place))?;
        let (this, swapped) = (self.played(stronger, weaker), self.played(weaker, stronger));
        Ok(Series::swapped(this.matchup()?, swapped.matchup()?))
    }

    fn tell(&mut self, place: u64, told: Told) -> Result<(), Problems> {
        self.found.insert(place, told.rung().ok_or_else(unplayed)?);
        Ok(())
    }
}
