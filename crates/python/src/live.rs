//! Live fights.

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use quintain::fight::{Answer, Budget, OddsLimit, Outcome, Shape, Supposed, Until, Value as Figure, Waiting};
use quintain::rulebook::engine::AnyQuestion;
use quintain::{Live as Begun, Otherwise};
use serde_json::{Value, json};

use crate::fight::Fight;
use crate::plain::{plain, told, wrong};
use crate::rows::{Cell, Column, Rows, Table};
use crate::sim::{self, Options};

/// A fight under way.
#[pyclass(module = "quintain")]
#[derive(Debug)]
pub(crate) struct Live(pub(crate) Begun);

impl Live {
    /// What follows behind `at` facts when these answers are given.
    fn otherwise(&self, py: Python<'_>, at: Option<usize>, had: Option<&Bound<'_, PyAny>>) -> PyResult<Otherwise> {
        let had = had.map(sim::knobs).transpose()?.unwrap_or_default();
        let at = at.unwrap_or_else(|| self.0.facts().len());
        py.detach(|| self.0.had_at(at, &sim::words(&had))).map_err(wrong)
    }

    fn question(&self, place: usize) -> PyResult<Box<dyn AnyQuestion + '_>> {
        let open = self.0.any().open();
        let question = self.0.any().question(place);
        question.ok_or_else(|| PyIndexError::new_err(format!("{open} questions are open; {place} is none of them")))
    }

    /// What an answer by places means: a place, a list of places, a number.
    fn of_places(&self, answer: &Bound<'_, PyAny>, place: usize) -> PyResult<Answer<usize>> {
        let shape = self.question(place)?.shape();
        Ok(match shape {
            Shape::OneOf(..) => Answer::One(answer.extract()?),
            Shape::Number { .. } => Answer::Number(answer.extract()?),
            Shape::Several { .. } => Answer::Several(answer.extract::<Vec<usize>>()?.into_iter().collect()),
            Shape::OrderOf(_) => Answer::Order(answer.extract::<Vec<usize>>()?.into_iter().collect()),
            Shape::Path { .. } | Shape::Text => {
                return Err(PyTypeError::new_err("asked for is a text: a path of squares, or words"));
            }
        })
    }
}

/// How a fight stands, in a word.
pub(crate) fn word_of(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won(_)) => "won",
        Some(Outcome::Mutual) => "mutual",
        Some(Outcome::Ended) => "ended",
        None => "undecided",
    }
}

#[pymethods]
impl Live {
    /// Who is asked, the kind of question, its text, and how many options there are: cheap.
    #[getter]
    fn asked(&self) -> Vec<(String, &'static str, String, usize)> {
        let open = (0..self.0.any().open()).filter_map(|place| self.0.any().question(place));
        open.map(|one| (one.who().to_owned(), one.topic(), one.text().to_owned(), one.options())).collect()
    }

    /// The open questions in full: options with what each does, what is refused by which rule, the default.
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let written = |(place, asked): (usize, quintain::fight::OpenQuestion)| {
            let mut question = asked.question.to_json(&self.0.labels(place));
            question["who"] = json!(asked.who);
            question["topic"] = json!(asked.topic);
            question["by"] = json!(asked.by);
            plain(py, &question)
        };
        self.0.questions().into_iter().enumerate().map(written).collect()
    }

    /// The texts of the options of the question at `place`.
    #[pyo3(signature = (place=0))]
    fn options(&self, place: usize) -> PyResult<Vec<String>> {
        let question = self.question(place)?;
        Ok((0..question.options()).filter_map(|at| Some(question.option(at)?.text.to_owned())).collect())
    }

    /// Answers the open question at `place`: by words, or by the place of the option (a list of places where several are
    /// picked or put in order, a number where one is asked for).
    #[pyo3(signature = (answer, *, place=0, who=None))]
    fn answer(&mut self, py: Python<'_>, answer: &Bound<'_, PyAny>, place: usize, who: Option<String>) -> PyResult<()> {
        let Ok(words) = answer.extract::<String>() else {
            let answer = self.of_places(answer, place)?;
            return py.detach(|| self.0.answer_with(place, &answer)).map_err(wrong);
        };
        let who = who.map_or_else(|| self.question(place).map(|one| one.who().to_owned()), Ok)?;
        py.detach(|| self.0.answer(&who, &words)).map_err(wrong)
    }

    /// Answers the open question at `place` with its default.
    #[pyo3(signature = (place=0))]
    fn default(&mut self, py: Python<'_>, place: usize) -> PyResult<()> {
        py.detach(|| self.0.any_mut().answer_default_of(place)).map_err(wrong)
    }

    /// The dice that it waits for, where they are thrown by hand: what for, whose, how many, with how many sides.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Waiting::Dice { text, who, count, sides } = self.0.waiting() else { return Ok(None) };
        plain(py, &json!({ "text": text, "who": who, "count": count, "sides": sides })).map(Some)
    }

    /// Gives the dice that it waits for.
    fn throw(&mut self, py: Python<'_>, faces: Vec<u16>) -> PyResult<()> {
        py.detach(|| self.0.throw(&faces)).map_err(wrong)
    }

    /// Carries out an edict of the game master: `"set Althea.sta 5"`.
    fn edict(&mut self, py: Python<'_>, words: &str) -> PyResult<()> {
        py.detach(|| self.0.edict(words)).map_err(wrong)
    }

    /// Takes the last decision back and says which it was.
    fn undo(&mut self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.0.undo()).map_err(wrong)
    }

    /// What has happened, from the event at this place on.
    #[pyo3(signature = (since=0))]
    fn events<'py>(&self, py: Python<'py>, since: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let names: Vec<String> = self.0.any().roster().into_iter().map(|(name, _)| name).collect();
        let events = self.0.events().iter().enumerate().skip(since);
        events.map(|(place, event)| plain(py, &event.to_json(place, &names, self.0.sides()))).collect()
    }

    /// The state as the game master may see it.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, self.0.view())
    }

    /// Whether nothing more will be asked.
    #[getter]
    fn over(&self) -> bool {
        self.0.is_over()
    }

    /// `won`, `mutual`, `ended` or `undecided`; None while the fight goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.0.is_over().then(|| word_of(self.0.outcome()))
    }

    /// The side that holds the field.
    #[getter]
    fn winner(&self) -> Option<&str> {
        self.0.winner()
    }

    /// The digest of the state.
    #[getter]
    fn digest(&self) -> String {
        self.0.digest()
    }

    /// The fight as it goes on from here, or from behind `at` facts, as it was or with other answers, to be simulated.
    #[pyo3(signature = (at=None, *, had=None))]
    fn moment(&self, py: Python<'_>, at: Option<usize>, had: Option<&Bound<'_, PyAny>>) -> PyResult<Fight> {
        Ok(Fight(self.otherwise(py, at, had)?.fight))
    }

    /// Plays fights that go on from here, or from behind `at` facts, as it was or with other answers, and says who wins.
    #[pyo3(signature = (n=10_000, seed=1, *, at=None, had=None, tactics=None, threads=0, round_limit=200, full=false, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn sim<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        at: Option<usize>,
        had: Option<&Bound<'py, PyAny>>,
        tactics: Option<&Bound<'py, PyAny>>,
        threads: usize,
        round_limit: u32,
        full: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        sim::report(py, &self.otherwise(py, at, had)?.fight, &options, full)
    }

    /// Plays the fight as it was against the fight with other answers, under the same numbers.
    #[pyo3(signature = (had, n=10_000, seed=1, *, at=None, tactics=None, threads=0, round_limit=200, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn compare(
        &self,
        py: Python<'_>,
        had: &Bound<'_, PyAny>,
        n: u64,
        seed: u64,
        at: Option<usize>,
        tactics: Option<&Bound<'_, PyAny>>,
        threads: usize,
        round_limit: u32,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let options = Options::new(n, seed, tactics, threads, round_limit, progress)?;
        let told = self.otherwise(py, at, Some(had))?;
        sim::compare(py, &told.as_it_was, &options, &sim::Other::Fight(told.fight))
    }

    /// How many facts (dice, answers, edicts, resting points) have led here.
    #[getter]
    fn facts(&self) -> usize {
        self.0.facts().len()
    }

    /// The same fight at the same moment, with the dice of another seed from here on: a plan made on a copy must not see the
    /// very dice that will fall.
    #[pyo3(signature = (*, redeal))]
    fn clone(&self, py: Python<'_>, redeal: u64) -> Live {
        Live(py.detach(|| self.0.redealt(redeal)))
    }

    /// The record so far, as lines of JSON.
    fn record(&self) -> String {
        self.0.record()
    }

    /// The odds of what follows an answer: a row for each value that each measure may come to.
    #[pyo3(signature = (answer, *, place=0, who=None, until="act", then=Vec::new(), branches=200_000, samples=50_000, seed=1))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn odds(
        &self,
        py: Python<'_>,
        answer: &str,
        place: usize,
        who: Option<String>,
        until: &str,
        then: Vec<(String, String)>,
        branches: u64,
        samples: u64,
        seed: u64,
    ) -> PyResult<Rows> {
        let who = who.map_or_else(|| self.question(place).map(|one| one.who().to_owned()), Ok)?;
        let limit = OddsLimit { branches, samples, seed };
        let until = match until {
            "act" => Until::ActIsOver,
            "down" => Until::SomebodyIsDown,
            "end" => Until::FightIsOver,
            other => return Err(wrong(format!("`until` is `act`, `down` or `end`, not `{other}`"))),
        };
        let odds = crate::watched::watched(py, None, 0, |run| {
            let going = || !run.stop.load(std::sync::atomic::Ordering::Relaxed);
            let supposed = Supposed { who: &who, words: answer, then: &then, until };
            self.0.any().odds_of(&supposed, limit, &going)
        })?;
        let odds = odds.map_err(wrong)?;
        let mut table = Table::of([
            ("path".to_owned(), Column::words()),
            ("now".to_owned(), Column::words()),
            ("value".to_owned(), Column::words()),
            ("number".to_owned(), Column::floats()),
            ("chance".to_owned(), Column::floats()),
            ("low".to_owned(), Column::floats()),
            ("high".to_owned(), Column::floats()),
            ("exact".to_owned(), Column::words()),
        ]);
        for measure in &odds.measures {
            let now = measure.now.to_string();
            for likely in &measure.then {
                let value = likely.value.to_string();
                let number = if let Figure::Number(n) = likely.value { Cell::Float(n as f64) } else { Cell::Nothing };
                let (low, high) = likely.interval95.unwrap_or((likely.chance, likely.chance));
                let words = [Cell::Words(&measure.path), Cell::Words(&now), Cell::Words(&value), number];
                let exact = likely.exact.as_ref().map(ToString::to_string);
                let exact = exact.as_deref().map_or(Cell::Nothing, Cell::Words);
                table.push(words.into_iter().chain([likely.chance, low, high].map(Cell::Float)).chain([exact]));
            }
        }
        table.rows(json!({
            "exact": odds.exact,
            "branches": odds.branches,
            "total": odds.total,
            "remainder": odds.remainder,
            "decisions": odds.decisions,
        }))
    }

    /// The answers to the open question at `place`, weighed by play-outs, the best first.
    #[pyo3(signature = (play_outs=200, *, place=0, seed=1, round_limit=200))]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        play_outs: u32,
        place: usize,
        seed: u64,
        round_limit: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let weighed = py.detach(|| self.0.advise(place, Budget { play_outs, seed, round_limit }));
        let written = weighed
            .iter()
            .map(|one| json!({ "answer": one.words, "tries": one.tries, "worth": one.worth, "won": one.won }));
        plain(py, &Value::Array(written.collect()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("quintain._native")?.getattr("resume")?, (self.0.record(),)))
    }

    fn __repr__(&self) -> String {
        format!("<quintain.Live {}>", self.0.any().who_is_asked().join("; "))
    }
}
