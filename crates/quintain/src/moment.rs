//! Moments of a fight under way: fights that go on from there again and again, as it was or otherwise.

use quintain_content::{Problem, Problems};
use quintain_engine::{Fact, Had, Header, Record};
use quintain_sim::{Moment, NoMoment, NudgeHere, nudges_at};

use crate::{Fight, Live};

/// Where a fight that goes on from a moment comes from.
pub(crate) struct Here {
    /// The fight at its beginning.
    start: Fight,
    header: Header,
    facts: Vec<Fact>,
    at: usize,
    had: Vec<Had>,
}

/// What follows when somebody answers otherwise than it did.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Otherwise {
    /// The fight with those answers, going on from the moment.
    pub fight: Fight,
    /// The fight as it was, going on from the same moment.
    pub as_it_was: Fight,
    /// Each answer, and in which share of fights it comes to it: 1 for those given at the moment itself.
    pub given: Vec<(String, f64)>,
}

fn none(why: NoMoment) -> Problems {
    Problem::general(why.to_string()).into()
}

/// `Althea: retreat`, read.
fn read(had: &[&str]) -> Result<Vec<Had>, Problems> {
    let read = had.iter().map(|words| Had::read(words).map_err(Problem::general));
    Ok(read.collect::<Result<_, _>>()?)
}

impl Live {
    /// The fight as it goes on from here, to be simulated: its dice fall anew in each fight, and tactics answer everything.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let mut live = quintain::open("cyclops")?.play().side("heroes").seed(1).begin()?;
    /// live.answer("Althea", "attack Cyclops")?;
    /// let report = live.moment()?.sim(500).run()?;
    /// println!("from here {} win {:.0} %", report.sides[0].name, 100.0 * report.sides[0].win_rate);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the fight is over, or behind a veil: what a seat knows is not enough to go on from.
    pub fn moment(&self) -> Result<Fight, Problems> {
        self.moment_at(self.facts().len())
    }

    /// The same behind the first `at` of its [facts](Live::facts).
    ///
    /// # Errors
    /// Like [`Live::moment`], and when there are not so many facts.
    pub fn moment_at(&self, at: usize) -> Result<Fight, Problems> {
        Ok(self.had_at(at, &[])?.fight)
    }

    /// What follows when these answers are given behind the first `at` facts, one after the other: `Althea: retreat`. The first
    /// takes the place of the answer that is due there, or of the last one given; each other is given to the next question to
    /// its seat that takes it, to the end of the next round.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// use quintain::fight::Fact;
    ///
    /// let mut live = quintain::open("cyclops")?.play().side("heroes").seed(1).begin()?;
    /// live.answer("Althea", "attack Cyclops")?;
    /// let hers = |fact: &Fact| matches!(fact, Fact::Answer { to, words, .. } if to == "Althea" && words.starts_with("attack"));
    /// let at = 1 + live.facts().iter().position(hers).unwrap();
    /// let told = live.had_at(at, &["Althea: nothing"])?;
    /// let difference = told.as_it_was.sim(500).compare(&told.fight)?;
    /// assert!(difference.figures[0].difference < 0.0, "who does nothing seldom wins");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Live::moment_at`], and when an answer is not legal there, or is never asked for.
    pub fn had_at(&self, at: usize, had: &[&str]) -> Result<Otherwise, Problems> {
        let (start, header) = self.beginning()?;
        let (facts, had) = (self.facts().to_vec(), read(had)?);
        let moment = Moment::behind(start.any(), &facts, at).map_err(none)?;
        let told = moment.had(&had).map_err(none)?;
        let here = |had| Here { start: start.clone(), header: header.clone(), facts: facts.clone(), at, had };
        let title = format!("{}, behind {at} facts", start.title());
        let given: Vec<(String, f64)> = told.given.iter().map(|(had, share)| (had.to_string(), *share)).collect();
        let words: Vec<&str> = given.iter().map(|(words, _)| words.as_str()).collect();
        let otherwise = if words.is_empty() { title.clone() } else { format!("{title}, had {}", words.join(", had ")) };
        Ok(Otherwise {
            fight: start.going_on(told.fight, otherwise, here(had)),
            as_it_was: start.going_on(told.as_it_was, title, here(Vec::new())),
            given,
        })
    }

    /// The same fight taken up behind the first `at` of its facts.
    ///
    /// # Errors
    /// When there are not so many.
    pub fn at(&self, at: usize) -> Result<Live, Problems> {
        let (start, header) = self.beginning()?;
        let Some(facts) = self.facts().get(..at) else {
            let what = format!("there are {} facts, so there is no moment behind {at}", self.facts().len());
            return Err(Problem::general(what).into());
        };
        let terms = header.terms(start.any_rulebook()).map_err(Problem::general)?;
        let live = start.any().live(terms, facts.to_vec());
        Ok(Live::new(header.clone(), start.clone(), live))
    }
}

impl Fight {
    /// The record from which this fight goes on, behind how many of its facts, and with which answers; nothing for a fight that
    /// begins at its beginning.
    pub fn recorded(&self) -> Option<(String, usize, Vec<String>)> {
        let here = self.here()?;
        let facts = here.facts.iter().map(Record::line);
        let record = std::iter::once(here.header.line()).chain(facts).collect();
        Some((record, here.at, here.had.iter().map(ToString::to_string).collect()))
    }

    /// The fight at its very beginning.
    pub(crate) fn beginning(&self) -> &Fight {
        self.here().map_or(self, |here| here.start.beginning())
    }

    /// This fight from its moment, when the game master has changed something.
    pub(crate) fn decreed(&self, edicts: &[String], title: String) -> Result<Fight, Problems> {
        let Some(here) = self.here() else { return Ok(self.clone()) };
        let fight = here.moment()?.decreed(edicts).map_err(none)?;
        Ok(here.start.going_on(fight, title, here.again()))
    }

    /// Everything that may be otherwise at its moment by one step, in words and as a fight; nothing for a fight that begins at
    /// its beginning.
    ///
    /// # Errors
    /// Where the fight is over there.
    pub(crate) fn fights_here(&self) -> Result<Option<Vec<(String, Fight)>>, Problems> {
        let Some(here) = self.here() else { return Ok(None) };
        let all = nudges_at(&here.moment()?).map_err(none)?;
        let fight = |NudgeHere { what, fight }| {
            let title = format!("{}, {what}", self.title());
            (what, here.start.going_on(fight, title, here.again()))
        };
        Ok(Some(all.into_iter().map(fight).collect()))
    }
}

impl Here {
    fn again(&self) -> Here {
        let Here { start, header, facts, at, had } = self;
        let (start, header, facts) = (start.clone(), header.clone(), facts.clone());
        Here { start, header, facts, at: *at, had: had.clone() }
    }

    fn moment(&self) -> Result<Moment<'_>, Problems> {
        let moment = Moment::behind(self.start.any(), &self.facts, self.at);
        moment.and_then(|moment| moment.behind_had(&self.had)).map_err(none)
    }
}
