//! The settings of knobs that meet a target.

use std::sync::atomic::AtomicBool;

use quintain_content::Problems;
use quintain_engine::wilson;
use quintain_sim::{Knob, Report, Search, Series, Target, Told, Tried, most_runs};

use super::Sim;
use super::inquiry::{Inquiry, no_place, unplayed};
use super::knobs::{self, MOST};

/// The settings of knobs that meet a target: a series of fights for each that the search wants tried.
#[derive(Debug)]
pub struct Tuning {
    sim: Sim<'static>,
    target: Target,
    knobs: Vec<Knob>,
    counts: Vec<usize>,
    search: Search,
}

impl Tuning {
    /// A search among the settings of these knobs: [`Sim::tune`].
    ///
    /// # Errors
    /// When a knob cannot be read, there are too many settings, or the target names nobody there is.
    pub fn new(sim: &Sim<'_>, target: &Target, words: &[&str]) -> Result<Self, Problems> {
        let knobs = knobs::read(words)?;
        let counts = knobs::counts(&knobs);
        if most_runs(&counts) > MOST {
            return Err(knobs::too_many().into());
        }
        let search = Search::new(&counts, target);
        let asked = Tuning { sim: sim.alone(), target: target.clone(), knobs, counts, search };
        // A report of no fights knows the names already.
        let none = Series::fights(asked.sim.matchup()?).play(&|_| {}, &AtomicBool::new(true));
        target.in_report(&none.report().ok_or_else(unplayed)?)?;
        Ok(asked)
    }

    /// The settings that were tried, the nearest first.
    pub fn found(self) -> Vec<Tried> {
        self.search.tried()
    }

    fn at(&self, place: u64) -> Result<Vec<usize>, Problems> {
        Ok(knobs::setting(&self.counts, place).ok_or_else(|| no_place(place))?)
    }

    fn tried(&self, at: Vec<usize>, report: &Report) -> Result<Tried, Problems> {
        let share = self.target.in_report(report)?;
        let (low, high) = wilson(share, report.fights as f64);
        Ok(Tried { values: knobs::words(&self.knobs, &at), at, share, interval95: [low, high] })
    }
}

impl Inquiry for Tuning {
    fn due(&self) -> Vec<u64> {
        self.search.due().map(|at| knobs::place(&self.counts, &at)).collect()
    }

    fn most(&self) -> u64 {
        most_runs(&self.counts)
    }

    fn series(&self, place: u64) -> Result<Series, Problems> {
        Ok(Series::fights(self.sim.turned(&self.knobs, &self.at(place)?)?.matchup()?))
    }

    fn tell(&mut self, place: u64, told: Told) -> Result<(), Problems> {
        let tried = self.tried(self.at(place)?, &told.report().ok_or_else(unplayed)?)?;
        self.search.tell(tried);
        Ok(())
    }
}
