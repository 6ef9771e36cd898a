//! Variants of an encounter: knobs turned, ready to be simulated.

use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quintain_content::Value;
use quintain_engine::{AnyFight, Conduct};
use quintain_library::{Opened, files, open, set_up};
use quintain_sim::{Driven, Knob, Report, Study, limit_from, simulate};

use super::day;
use crate::args::{Runs, Unattended};
use crate::conduct::{Players, contested, players, tell_complaints};
use crate::fault::Fault;
use crate::moment::{Recorded, is_record};

/// One variant, set up.
pub(crate) struct Variant {
    /// The fight.
    pub(crate) fight: Driven,
    /// How it is played.
    pub(crate) study: Study,
}

/// What is varied: an encounter, or a day.
pub(crate) enum Subject {
    /// An encounter.
    Fight(Box<Opened>),
    /// A day.
    Day(quintain::Day),
}

impl Subject {
    /// Opens what is in a file, or the ready-made one of this name.
    ///
    /// # Errors
    /// All that is wrong with it; a record has begun already.
    pub(crate) fn open(path: &str) -> Result<Subject, Fault> {
        no_record(path)?;
        Ok(match day::day_at(path) {
            Some(source) => Subject::Day(quintain::Day::read(&source)?),
            None => Subject::Fight(Box::new(open(path, &files::read)?)),
        })
    }

    /// What to call it.
    pub(crate) fn title(&self) -> &str {
        match self {
            Subject::Fight(opened) => opened.title(),
            Subject::Day(opened) => opened.title(),
        }
    }

    /// It with these knobs turned to these values.
    ///
    /// # Errors
    /// When a knob turns nothing there is, or an encounter does not bear the value.
    pub(crate) fn turned(&self, chosen: &Unattended, runs: &Runs, knobs: &[(&Knob, &Value)]) -> Result<Variant, Fault> {
        match self {
            Subject::Fight(opened) => turned(opened, chosen, runs, knobs),
            Subject::Day(opened) => {
                let day: Arc<dyn AnyFight> = Arc::new(opened.turned(&chosen.tactics, knobs)?);
                let named = named(self.title(), knobs);
                let study = study(named, chosen, (runs.fights, runs.threads), Conduct::best());
                Ok(Variant { fight: Driven::new(day, Vec::new()), study })
            }
        }
    }
}

/// The encounter with these knobs turned to these values.
///
/// # Errors
/// When a knob turns nothing there is, or the encounter does not bear the value.
fn turned(opened: &Opened, chosen: &Unattended, runs: &Runs, knobs: &[(&Knob, &Value)]) -> Result<Variant, Fault> {
    let mut encounter = opened.encounter.clone();
    let mut tactics = chosen.tactics.clone();
    for (knob, value) in knobs {
        knob.turn(&mut encounter, value)?;
        tactics.extend(knob.side().map(|side| format!("{side}={}", plain(value))));
    }
    contested(opened)?;
    let Players { conduct, drivers, .. } = players(opened, &tactics)?;
    let study = study(named(opened.title(), knobs), chosen, (runs.fights, runs.threads), conduct);
    Ok(Variant { fight: Driven::new(set_up(&encounter, &files::read)?, drivers), study })
}

/// A fight that goes on from a moment of this record, called so.
///
/// # Errors
/// When it is unknown how its sides are to be played.
pub(crate) fn going_on(
    recorded: &Recorded,
    (fight, title): (Box<dyn AnyFight>, String),
    chosen: &Unattended,
    runs: &Runs,
) -> Result<Variant, Fault> {
    contested(&recorded.opened)?;
    let Players { conduct, drivers, .. } = players(&recorded.opened, &chosen.tactics)?;
    let round_limit = limit_from(&*fight, chosen.round_limit);
    let study = Study { round_limit, ..study(title, chosen, (runs.fights, runs.threads), conduct) };
    Ok(Variant { fight: Driven::new(fight, drivers), study })
}

/// Makes sure that it is no record: what is turned is how a fight begins.
///
/// # Errors
/// Says what turns something at a moment.
fn no_record(name: &str) -> Result<(), Fault> {
    match is_record(name) {
        true => Err(Fault::Wrong(format!(
            "`{name}` is a record, and what is turned here is how a fight begins; \
             `quintain compare {name} --at FACT --with Althea.sta=5` turns a value at a moment"
        ))),
        false => Ok(()),
    }
}

/// A value as it is typed: words without quotes.
pub(crate) fn plain(value: &Value) -> String {
    if let Value::Text(words) = value { words.clone() } else { value.to_string() }
}

/// The study of unattended fights as they were asked for; a thread for each core unless told otherwise.
pub(super) fn study(
    encounter: String,
    chosen: &Unattended,
    (fights, threads): (NonZeroU64, Option<NonZeroUsize>),
    conduct: Conduct,
) -> Study {
    let usual = Study::new(encounter, fights.get());
    let threads = threads.map_or(usual.threads, NonZeroUsize::get);
    Study { seed: chosen.seed, round_limit: chosen.round_limit, threads, conduct, ..usual }
}

fn named(title: &str, knobs: &[(&Knob, &Value)]) -> String {
    let turned: Vec<String> = knobs.iter().map(|(knob, value)| format!("{} = {}", knob.name, plain(value))).collect();
    let with = if turned.is_empty() { String::new() } else { format!(" with {}", turned.join(", ")) };
    format!("{title}{with}")
}

impl Variant {
    /// Plays its fights.
    pub(crate) fn play(&self, progress: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Report {
        let report = simulate(&self.fight, &self.study, progress, stop);
        tell_complaints(&self.fight);
        report
    }
}

/// Knobs as they were typed.
///
/// # Errors
/// Says which of them cannot be read.
pub(crate) fn knobs(words: &[String]) -> Result<Vec<Knob>, Fault> {
    Ok(Knob::read_all(words)?)
}
