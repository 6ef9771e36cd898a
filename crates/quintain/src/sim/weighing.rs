//! What matters: one thing changed by one step, again and again.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use quintain_content::{Encounter, Problems};
use quintain_sim::{Difference, Series, Told, nudges};

use super::Sim;
use super::inquiry::{Inquiry, no_place, unplayed};
use crate::Fight;

/// What one change of an encounter does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Matters {
    /// What was changed, and how: `Althea.armor 1 → 2`, `Althea without xiphos`, `house.morale = off`.
    pub what: String,
    /// The figures of the encounter as it stands and as changed, the first side's victories first.
    pub figures: Vec<Difference>,
}

/// One change.
#[derive(Debug)]
enum Change {
    /// Of the encounter.
    Of(Box<Encounter>),
    /// Of a fight that goes on from a moment.
    Here(Fight),
}

/// What matters: a series of pairs for each change.
#[derive(Debug)]
pub struct Weighing {
    sim: Sim<'static>,
    /// In words, and what it changes.
    changes: Vec<(String, Change)>,
    /// Why nothing can be changed; it is said of the first series that is asked for.
    fault: Option<Problems>,
    /// The places of those that the rulebook bears. To know them takes a while, and who plays a single one need not.
    borne: OnceLock<Vec<u64>>,
    found: BTreeMap<u64, Matters>,
}

impl Weighing {
    /// Every change by one step: [`Sim::matter`].
    pub fn new(sim: &Sim<'_>) -> Self {
        let rules = sim.fight.any_rulebook().house_rules();
        let begun = || nudges(sim.fight.encounter(), &sim.fight.view(), rules).into_iter();
        let (changes, fault) = match sim.fight.fights_here() {
            Ok(Some(here)) => (here.into_iter().map(|(what, fight)| (what, Change::Here(fight))).collect(), None),
            Ok(None) => (begun().map(|nudge| (nudge.what, Change::Of(Box::new(nudge.encounter)))).collect(), None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        Weighing { sim: sim.alone(), changes, fault, borne: OnceLock::new(), found: BTreeMap::new() }
    }

    /// What came of the changes that were played, what moves the first side's victories most first.
    pub fn found(self) -> Vec<Matters> {
        let mut found: Vec<Matters> = self.found.into_values().collect();
        let size = |one: &Matters| one.figures.first().map_or(0.0, |figure| figure.difference.abs());
        found.sort_by(|a, b| size(b).total_cmp(&size(a)));
        found
    }

    fn change(&self, place: u64) -> Result<&(String, Change), Problems> {
        let change = usize::try_from(place).ok().and_then(|place| self.changes.get(place));
        Ok(change.ok_or_else(|| no_place(place))?)
    }

    fn changed(&self, change: &Change) -> Result<Fight, Problems> {
        match change {
            Change::Of(encounter) => self.sim.fight.with((**encounter).clone()),
            Change::Here(fight) => Ok(fight.clone()),
        }
    }

    /// What the rulebook refuses (a value out of its range, one that follows from others) cannot matter.
    fn borne(&self) -> &[u64] {
        let bears = |(_, change): &(String, Change)| self.changed(change).is_ok();
        let places = || (0..).zip(&self.changes).filter(|(_, change)| bears(change)).map(|(place, _)| place).collect();
        self.borne.get_or_init(places)
    }
}

impl Inquiry for Weighing {
    fn due(&self) -> Vec<u64> {
        if self.fault.is_some() {
            return vec![0];
        }
        self.borne().iter().copied().filter(|place| !self.found.contains_key(place)).collect()
    }

    fn most(&self) -> u64 {
        self.borne().len() as u64
    }

    fn series(&self, place: u64) -> Result<Series, Problems> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let (what, change) = self.change(place)?;
        let other = self.sim.on(self.changed(change)?, what.clone(), what.clone());
        Ok(Series::pairs(self.sim.matchup()?, other.matchup()?))
    }

    fn tell(&mut self, place: u64, told: Told) -> Result<(), Problems> {
        let what = self.change(place)?.0.clone();
        let figures = told.comparison().ok_or_else(unplayed)?.figures;
        self.found.insert(place, Matters { what, figures });
        Ok(())
    }
}
