//! What comes of the fights of an encounter.

use quintain_content::Problems;
use quintain_sim::{Report, Series, Telling, Told};

use super::Sim;
use super::inquiry::{Inquiry, no_place, unplayed};

/// What comes of the fights of an encounter: a series of fights, and in full another that is heard.
#[derive(Debug)]
pub struct Reporting {
    sim: Sim<'static>,
    full: bool,
    report: Option<Box<Report>>,
    telling: Option<Telling>,
}

impl Reporting {
    /// The figures alone: [`Sim::run`].
    pub fn new(sim: &Sim<'_>) -> Self {
        Reporting { sim: sim.alone(), full: false, report: None, telling: None }
    }

    /// The figures, and what told: [`Sim::run_in_full`].
    pub fn in_full(sim: &Sim<'_>) -> Self {
        Reporting { full: true, ..Reporting::new(sim) }
    }

    /// What came of it.
    ///
    /// # Errors
    /// When the fights have not been played.
    pub fn found(self) -> Result<Report, Problems> {
        let report = self.report.ok_or_else(unplayed)?;
        Ok(Report { telling: self.telling, ..*report })
    }
}

impl Inquiry for Reporting {
    fn due(&self) -> Vec<u64> {
        let figures = self.report.is_none().then_some(0);
        let told = (self.full && self.telling.is_none()).then_some(1);
        figures.into_iter().chain(told).collect()
    }

    fn most(&self) -> u64 {
        1 + u64::from(self.full)
    }

    fn series(&self, place: u64) -> Result<Series, Problems> {
        match place {
            0 => Ok(Series::fights(self.sim.matchup()?)),
            1 if self.full => Ok(Series::heard(self.sim.matchup()?)),
            _ => Err(no_place(place).into()),
        }
    }

    fn tell(&mut self, _: u64, told: Told) -> Result<(), Problems> {
        match told {
            Told::Report(report) => self.report = Some(report),
            Told::Telling(telling) => self.telling = Some(telling),
            Told::Comparison(_) | Told::Rung(_) => return Err(unplayed().into()),
        }
        Ok(())
    }
}
