//! What is played: an encounter from its beginning, or a record from one of its moments.

use std::path::Path;

use quintain_engine::{AnyFight, Fact, Had};
use quintain_library::{Opened, files, open, open_stored};
use quintain_sim::{Knob, Moment, NoMoment};

use crate::args;
use crate::command::plain;
use crate::fault::Fault;
use crate::play::record;

/// A recorded fight, and the moment from which it is played.
#[derive(Debug)]
pub(crate) struct Recorded {
    /// The encounter from which it was begun, set up anew.
    pub(crate) opened: Opened,
    /// The facts that stand.
    pub(crate) facts: Vec<Fact>,
    /// Behind how many of them the moment is.
    pub(crate) at: usize,
    path: String,
}

/// Something that unattended fights are played of.
#[derive(Debug)]
pub(crate) struct Played {
    /// Its encounter; the fight is the one that is played, begun at the moment where there is one.
    pub(crate) opened: Opened,
    /// What to call it.
    pub(crate) title: String,
    /// The digest of the fight at its very beginning.
    pub(crate) start: String,
}

impl From<Opened> for Played {
    fn from(opened: Opened) -> Self {
        let (title, start) = (opened.title().to_owned(), opened.fight.digest());
        Played { opened, title, start }
    }
}

impl From<NoMoment> for Fault {
    fn from(why: NoMoment) -> Self {
        Fault::Wrong(why.to_string())
    }
}

/// Whether a name is that of a record.
pub(crate) fn is_record(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own.eq_ignore_ascii_case("jsonl"))
}

/// The answers that were typed.
///
/// # Errors
/// Says how they are written.
pub(crate) fn had(words: &[String]) -> Result<Vec<Had>, Fault> {
    words.iter().map(|words| Had::read(words).map_err(Fault::Wrong)).collect()
}

impl Recorded {
    /// The record in a file, at a moment: behind its last fact unless told otherwise.
    ///
    /// # Errors
    /// When there is none, it does not fit these rules, or it has not so many facts.
    pub(crate) fn open(path: &str, at: Option<usize>) -> Result<Self, Fault> {
        let record = record::read(Path::new(path))?;
        let record = record.ok_or_else(|| Fault::Wrong(format!("there is no record in `{path}`")))?;
        record::tell_cut(&record);
        let opened = open_stored(&record.header)?;
        let replayed = record.replay(opened.rulebook, &*opened.fight)?;
        if let Some(differs) = replayed.differs {
            return Err(Fault::Failure(format!("this record and these rules part ways: {differs}")));
        }
        let facts = replayed.live.facts().to_vec();
        let at = at.unwrap_or(facts.len());
        let recorded = Recorded { opened, facts, at, path: path.to_owned() };
        recorded.moment()?;
        Ok(recorded)
    }

    /// The moment.
    ///
    /// # Errors
    /// When the record has not so many facts.
    pub(crate) fn moment(&self) -> Result<Moment<'_>, Fault> {
        Ok(Moment::behind(&*self.opened.fight, &self.facts, self.at)?)
    }

    /// What to call it, with what is otherwise than it was.
    pub(crate) fn title(&self, otherwise: &str) -> String {
        let (title, at, path) = (self.opened.title(), self.at, &self.path);
        let otherwise = if otherwise.is_empty() { String::new() } else { format!(", {otherwise}") };
        format!("{title}, behind {at} facts of {path}{otherwise}")
    }

    /// The same with this fight to be played.
    pub(crate) fn with(self, fight: Box<dyn AnyFight>, title: String) -> Played {
        let start = self.opened.fight.digest();
        Played { opened: Opened { fight, ..self.opened }, title, start }
    }
}

/// What follows when these answers are given, in words.
pub(crate) fn had_words(given: &[(Had, f64)]) -> String {
    let one = |(had, share): &(Had, f64)| match share {
        share if *share >= 1.0 => format!("had {had}"),
        share => format!("had {had} (given in {} of the fights)", crate::render::percent(*share)),
    };
    given.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What a name and the options beside it mean: an encounter, or a record at a moment, as it was or otherwise.
///
/// # Errors
/// All that is wrong with it.
pub(crate) fn played(name: &str, from: &args::FromMoment) -> Result<Played, Fault> {
    if !is_record(name) {
        return from_encounter(name, from);
    }
    let recorded = Recorded::open(name, from.at)?;
    let otherwise = recorded.moment()?.had(&had(&from.had)?)?;
    let title = recorded.title(&had_words(&otherwise.given));
    Ok(recorded.with(otherwise.fight, title))
}

/// Makes sure that nothing is said of a moment, where there is no record.
///
/// # Errors
/// Says what has moments.
pub(crate) fn none_of(from: &args::FromMoment) -> Result<(), Fault> {
    if from.at.is_some() || !from.had.is_empty() {
        let what = "`--at` and `--had` are about a record (`tonight.jsonl`); `quintain play` and `watch` keep one with --record";
        return Err(Fault::Wrong(what.to_owned()));
    }
    Ok(())
}

fn from_encounter(name: &str, from: &args::FromMoment) -> Result<Played, Fault> {
    none_of(from)?;
    Ok(Played::from(open(name, &files::read)?))
}

/// Knobs as edicts of the game master, who may change values in the middle of a fight.
///
/// # Errors
/// Says of a knob that is settled when a fight begins.
pub(crate) fn edicts(knobs: &[Knob]) -> Result<Vec<String>, Fault> {
    let edict = |knob: &Knob| match (knob.value_of(), knob.values.first()) {
        (Some((who, key)), Some(value)) => Ok(format!("set {who}.{key} {}", plain(value))),
        _ => Err(Fault::Wrong(format!(
            "`{}` is settled when a fight begins; at a moment only values are turned",
            knob.name
        ))),
    };
    knobs.iter().map(edict).collect()
}
