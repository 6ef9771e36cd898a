//! Days with knobs turned: in each fight that has what they turn, and in camp.

use std::sync::Arc;

use quintain_content::{Encounter, Problem, Problems, Value};
use quintain_engine::AnyBook;

use super::{Day, Stage};
use crate::knob::Knob;

/// A day before it is set up.
#[derive(Clone, Debug)]
pub struct DayPlan {
    /// The rulebook with the party's packs.
    pub book: Arc<dyn AnyBook>,
    /// The party in camp.
    pub camp: Encounter,
    /// What happens, in order.
    pub stages: Vec<Stage>,
}

impl DayPlan {
    /// The day with these knobs turned to these values. Knobs that turn how a side plays turn nothing here: the stages say who
    /// plays how.
    ///
    /// # Errors
    /// When a knob turns nothing there is; all that is wrong with the day then.
    pub fn turned(mut self, knobs: &[(&Knob, &Value)]) -> Result<Day, Problems> {
        let mut turning: Vec<Turning<'_>> =
            knobs.iter().map(|(knob, value)| Turning { knob, value, missed: None, hit: false }).collect();
        turning.iter_mut().for_each(|one| one.turn(&mut self.camp));
        for stage in &mut self.stages {
            if let Stage::Fight { encounter, .. } = stage {
                turning.iter_mut().for_each(|one| one.turn(encounter));
            }
        }
        match turning.into_iter().filter(|one| !one.hit).find_map(|one| one.missed) {
            Some(missed) => Err(missed.into()),
            None => Day::new(self.book, self.camp, self.stages),
        }
    }
}

/// A knob on its way through a day: somewhere there must be what it turns.
struct Turning<'a> {
    knob: &'a Knob,
    value: &'a Value,
    missed: Option<Problem>,
    hit: bool,
}

impl Turning<'_> {
    fn turn(&mut self, encounter: &mut Encounter) {
        match self.knob.turn(encounter, self.value) {
            Ok(()) => self.hit = true,
            Err(problem) => self.missed = self.missed.take().or(Some(problem)),
        }
    }
}
