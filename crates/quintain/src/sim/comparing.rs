//! Two encounters under the same numbers.

use quintain_content::{Problem, Problems};
use quintain_sim::{Comparison, Series, Told};

use super::Sim;
use super::inquiry::{Inquiry, unplayed};
use super::knobs;
use crate::Fight;

/// Two encounters under the same numbers: one series of pairs.
#[derive(Debug)]
pub struct Comparing {
    one: Sim<'static>,
    other: Sim<'static>,
    found: Option<Comparison>,
}

impl Comparing {
    /// An encounter and another: [`Sim::compare`].
    ///
    /// # Errors
    /// When both have no side and nobody in common.
    pub fn of(sim: &Sim<'_>, other: &Fight) -> Result<Self, Problems> {
        let (theirs, roster) = (other.sides(), other.roster());
        let shares = |name: &String| theirs.contains(name) || roster.iter().any(|(known, _)| known == name);
        let mut names = sim.fight.sides().into_iter().chain(sim.fight.roster().into_iter().map(|(name, _)| name));
        if !names.any(|name| shares(&name)) {
            let (one, two) = (sim.fight.title(), other.title());
            let what = format!("`{one}` and `{two}` have no side and nobody in common; there is nothing to compare");
            return Err(Problem::general(what).into());
        }
        let one = sim.alone();
        let other = one.on(other.clone(), other.title().to_owned(), String::new());
        Ok(Comparing { one, other, found: None })
    }

    /// An encounter and itself with these knobs turned: [`Sim::compare_with`].
    ///
    /// # Errors
    /// When a knob has several values or turns nothing there is.
    pub fn with(sim: &Sim<'_>, words: &[&str]) -> Result<Self, Problems> {
        let knobs = knobs::read(words)?;
        if let Some(several) = knobs.iter().find(|knob| knob.values.len() != 1) {
            let what = format!("`{}` has several values; a sweep takes those", several.name);
            return Err(Problem::general(what).into());
        }
        let one = sim.alone();
        let other = one.turned(&knobs, &vec![0; knobs.len()])?;
        Ok(Comparing { one, other, found: None })
    }

    /// What came of it.
    ///
    /// # Errors
    /// When the fights have not been played.
    pub fn found(self) -> Result<Comparison, Problems> {
        Ok(self.found.ok_or_else(unplayed)?)
    }
}

impl Inquiry for Comparing {
    fn due(&self) -> Vec<u64> {
        if self.found.is_none() { vec![0] } else { Vec::new() }
    }

    fn most(&self) -> u64 {
        1
    }

    fn series(&self, _: u64) -> Result<Series, Problems> {
        Ok(Series::pairs(self.one.matchup()?, self.other.matchup()?))
    }

    fn tell(&mut self, _: u64, told: Told) -> Result<(), Problems> {
        self.found = Some(told.comparison().ok_or_else(unplayed)?);
        Ok(())
    }
}
