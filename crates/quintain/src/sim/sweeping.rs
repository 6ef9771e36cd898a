//! Every setting of some knobs.

use std::collections::BTreeMap;

use quintain_content::Problems;
use quintain_sim::{Knob, Point, Series, Told};

use super::Sim;
use super::inquiry::{Inquiry, no_place, unplayed};
use super::knobs::{self, MOST};

/// Every setting of some knobs: a series of fights for each.
#[derive(Debug)]
pub struct Sweeping {
    sim: Sim<'static>,
    knobs: Vec<Knob>,
    counts: Vec<usize>,
    /// By the place of the setting.
    found: BTreeMap<u64, Point>,
}

impl Sweeping {
    /// The settings of these knobs: [`Sim::sweep`].
    ///
    /// # Errors
    /// When a knob cannot be read, or there are more than 10,000 settings.
    pub fn new(sim: &Sim<'_>, words: &[&str]) -> Result<Self, Problems> {
        let knobs = knobs::read(words)?;
        let counts = knobs::counts(&knobs);
        let asked = Sweeping { sim: sim.alone(), knobs, counts, found: BTreeMap::new() };
        if asked.most() > MOST { Err(knobs::too_many().into()) } else { Ok(asked) }
    }

    /// What came of the settings that were played, in their order.
    pub fn found(self) -> Vec<Point> {
        self.found.into_values().collect()
    }

    fn at(&self, place: u64) -> Result<Vec<usize>, Problems> {
        Ok(knobs::setting(&self.counts, place).ok_or_else(|| no_place(place))?)
    }
}

impl Inquiry for Sweeping {
    fn due(&self) -> Vec<u64> {
        (0..self.most()).filter(|place| !self.found.contains_key(place)).collect()
    }

    fn most(&self) -> u64 {
        self.counts.iter().fold(1, |all: u64, count| all.saturating_mul(*count as u64))
    }

    fn series(&self, place: u64) -> Result<Series, Problems> {
        Ok(Series::fights(self.sim.turned(&self.knobs, &self.at(place)?)?.matchup()?))
    }

    fn tell(&mut self, place: u64, told: Told) -> Result<(), Problems> {
        let at = knobs::words(&self.knobs, &self.at(place)?);
        self.found.insert(place, Point { at, report: told.report().ok_or_else(unplayed)? });
        Ok(())
    }
}
