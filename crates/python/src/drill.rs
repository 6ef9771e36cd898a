//! Drills: one fight at a time for programs that learn, with what is asked as rows of numbers.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quintain::Fight as Ready;
use quintain::fight::{Answer, AnyDrill, AnyQuestion, Outcome, Seat, Shape, View};
use quintain::rulebook::engine::{Fault, Who};

use crate::features::{Eyes, Spec, exactly};
use crate::plain::{told, wrong};

/// The most numbers of which one can be chosen as an option.
const MOST_NUMBERS: i64 = 64;

/// Who is played, and how the others play.
#[derive(Clone, Debug)]
pub(crate) struct Seated {
    pub(crate) play: Vec<String>,
    pub(crate) tactics: Vec<String>,
    pub(crate) round_limit: u32,
}

impl Seated {
    /// A drill of a fight, which begins as one of any seed.
    pub(crate) fn begin(&self, fight: &Ready) -> Result<Box<dyn AnyDrill>, quintain::Problems> {
        let play = self.play.iter().fold(fight.play().round_limit(self.round_limit), |play, name| play.side(name));
        self.tactics.iter().fold(play, |play, words| play.tactics(words)).drill()
    }
}

/// A drill that stops only where there is a choice among options.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) drill: Box<dyn AnyDrill>,
    /// How many questions of this fight were answered by their default because they are no choice among options: picks of
    /// several, orders, paths, words.
    pub(crate) passed: u64,
}

impl Core {
    pub(crate) fn of(drill: Box<dyn AnyDrill>) -> Self {
        Core { drill, passed: 0 }
    }

    /// Begins the fight of this seed and number.
    pub(crate) fn again(&mut self, seed: u64, number: u64) {
        self.drill.again(seed, number);
        self.passed = 0;
        self.settle();
    }

    /// Goes on to where there is a choice. What leaves none is answered by its only option, or its default.
    pub(crate) fn settle(&mut self) {
        while let Some((place, forced)) = self.no_choice() {
            self.passed += u64::from(!forced);
            // The only option that is shown need not be the default.
            let done = if forced { self.give(place, 0) } else { self.drill.answer_default_of(place) };
            if done.is_err() {
                return;
            }
        }
    }

    /// The first open question that leaves no choice among options, and whether it has but one answer.
    fn no_choice(&self) -> Option<(usize, bool)> {
        (0..self.drill.open()).find_map(|place| {
            let question = self.drill.question(place)?;
            let count = choices(&*question);
            (count < 2).then_some((place, count == 1))
        })
    }

    /// Answers the question at `place` with one of its options; with its default where the option is below 0.
    pub(crate) fn step(&mut self, place: usize, option: i64) -> Result<(), String> {
        let done = if option < 0 { self.drill.answer_default_of(place) } else { self.give(place, option) };
        self.settle();
        done.map_err(|fault| fault.to_string())
    }

    /// Answers the question at `place` with one of its options.
    fn give(&mut self, place: usize, option: i64) -> Result<(), Fault> {
        let answer = match self.drill.question(place).map(|question| question.shape()) {
            Some(Shape::Number { least, .. }) => Answer::Number(least + option),
            _ => Answer::One(option as usize),
        };
        self.drill.answer_with(place, &answer)
    }

    /// The state, and of each of the roster whether one of it does not perceive it.
    pub(crate) fn seen_by(&self, who: usize) -> (View, Vec<bool>) {
        let view = self.drill.view();
        let by = u16::try_from(who).ok().filter(|_| who < view.combatants.len());
        (view, by.map_or_else(Vec::new, |by| self.drill.unperceived(Who(by))))
    }

    /// Who is asked at `place`, by the place in the roster.
    pub(crate) fn asked(&self, place: usize) -> Option<usize> {
        match self.drill.question(place)?.to() {
            Seat::Of(who) => Some(who.index()),
            Seat::Gm => None,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.drill.open() == 0
    }

    /// The reward of a side at the end: 1 for victory, -1 for another's, else 0.
    pub(crate) fn reward(&self, side: usize) -> f32 {
        match self.drill.outcome() {
            Some(Outcome::Won(won)) if won.index() == side => 1.0,
            Some(Outcome::Won(_)) => -1.0,
            _ => 0.0,
        }
    }

    /// How well a side stands: the share of life that its own have left, less that of the others, from -1 to 1.
    pub(crate) fn standing(&self, side: &str) -> f32 {
        let view = self.drill.view();
        let mean = |own: bool| {
            let lives = view.combatants.iter().filter(|one| (one.side == side) == own).map(exactly);
            let (sum, count) = lives.fold((0.0, 0), |(sum, count), life| (sum + life, count + 1));
            sum / count.max(1) as f32
        };
        mean(true) - mean(false)
    }
}

/// How many options a question has, as a choice among options.
pub(crate) fn choices(question: &dyn AnyQuestion) -> usize {
    match question.shape() {
        _ if question.to() == Seat::Gm => 0,
        Shape::OneOf(..) => question.options(),
        Shape::Number { least, most } if most - least < MOST_NUMBERS => (most - least + 1).max(0) as usize,
        _ => 0,
    }
}

/// A fight for programs that learn: nothing of it is written down, so a step is fast. It stops only where there is a choice
/// among options.
#[pyclass(module = "quintain")]
#[derive(Debug)]
pub(crate) struct Drill {
    core: Core,
    spec: Spec,
    sides: Vec<String>,
}

impl Drill {
    pub(crate) fn begin(py: Python<'_>, fight: &Ready, seated: &Seated, seed: u64, number: u64) -> PyResult<Self> {
        let drill = py.detach(|| seated.begin(fight)).map_err(wrong)?;
        let mut core = Core::of(drill);
        py.detach(|| core.again(seed, number));
        let spec = Spec::of(fight.any_rulebook(), fight.roster().len() + MORE);
        Ok(Drill { core, spec, sides: fight.sides() })
    }

    fn question(&self, place: usize) -> PyResult<Box<dyn AnyQuestion + '_>> {
        let open = self.core.drill.open();
        let question = self.core.drill.question(place);
        question.ok_or_else(|| PyIndexError::new_err(format!("{open} questions are open; {place} is none of them")))
    }
}

/// How many who join later have a row in observations.
pub(crate) const MORE: usize = 4;

#[pymethods]
impl Drill {
    /// Begins anew, as the fight of this seed and number.
    #[pyo3(signature = (seed, number=0))]
    fn again(&mut self, py: Python<'_>, seed: u64, number: u64) {
        py.detach(|| self.core.again(seed, number));
    }

    /// The open questions: the place in the roster and the name of who is asked, the kind of question, how many options.
    #[getter]
    fn asked(&self) -> Vec<(usize, String, &'static str, usize)> {
        let open = (0..self.core.drill.open()).filter_map(|place| {
            let question = self.core.drill.question(place)?;
            let who = self.core.asked(place)?;
            Some((who, question.who().to_owned(), question.topic(), choices(&*question)))
        });
        open.collect()
    }

    /// What the combatant at this place of the roster sees, as numbers: 32-bit floats one after the other.
    #[pyo3(signature = (who, place=None))]
    fn observe<'py>(&self, py: Python<'py>, who: usize, place: Option<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let topic = place.map(|place| self.question(place).map(|one| one.topic())).transpose()?;
        let mut out = Vec::with_capacity(self.spec.width());
        let (view, unperceived) = self.core.seen_by(who);
        self.spec.observe(&Eyes { view: &view, me: who, unperceived: &unperceived }, topic, &mut out);
        Ok(PyBytes::new(py, bytemuck::cast_slice(&out)))
    }

    /// A row of numbers for each option of the question at `place`.
    #[pyo3(signature = (place=0))]
    fn option_rows<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyBytes>> {
        let question = self.question(place)?;
        let who = self.core.asked(place).unwrap_or(usize::MAX);
        let mut out = Vec::new();
        let (view, unperceived) = self.core.seen_by(who);
        self.spec.options(&Eyes { view: &view, me: who, unperceived: &unperceived }, &*question, &mut out);
        Ok(PyBytes::new(py, bytemuck::cast_slice(&out)))
    }

    /// The texts of the options of the question at `place`.
    #[pyo3(signature = (place=0))]
    fn options(&self, place: usize) -> PyResult<Vec<String>> {
        let question = self.question(place)?;
        if let Shape::Number { least, most } = question.shape() {
            return Ok((least..=most).map(|number| number.to_string()).collect());
        }
        Ok((0..question.options()).filter_map(|at| Some(question.option(at)?.text.to_owned())).collect())
    }

    /// Answers the question at `place` with the option at `option`; with its default where that is below 0.
    #[pyo3(signature = (option, place=0))]
    fn step(&mut self, py: Python<'_>, option: i64, place: usize) -> PyResult<()> {
        py.detach(|| self.core.step(place, option)).map_err(PyIndexError::new_err)
    }

    /// Whether nothing more will be asked.
    #[getter]
    fn over(&self) -> bool {
        self.core.is_over()
    }

    /// `won`, `mutual`, `ended` or `undecided`; None while the fight goes on.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.over().then(|| crate::live::word_of(self.core.drill.outcome()))
    }

    /// The side that holds the field.
    #[getter]
    fn winner(&self) -> Option<&str> {
        match self.core.drill.outcome() {
            Some(Outcome::Won(side)) => self.sides.get(side.index()).map(String::as_str),
            _ => None,
        }
    }

    /// The round.
    #[getter]
    fn round(&self) -> u32 {
        self.core.drill.round()
    }

    /// How many questions were answered by their default because they are no choice among options.
    #[getter]
    fn passed(&self) -> u64 {
        self.core.passed
    }

    /// How well a side stands: the share of life that its own have left, less that of the others, from -1 to 1.
    fn standing(&self, side: &str) -> f32 {
        self.core.standing(side)
    }

    /// The state as the game master may see it.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, self.core.drill.view())
    }

    /// The digest of the state.
    #[getter]
    fn digest(&self) -> String {
        self.core.drill.digest()
    }

    /// The same fight at the same moment, with the dice of another seed from here on.
    #[pyo3(signature = (*, redeal))]
    fn clone(&self, py: Python<'_>, redeal: u64) -> Drill {
        let drill = py.detach(|| self.core.drill.redealt(redeal));
        Drill { core: Core { drill, passed: self.core.passed }, spec: self.spec.clone(), sides: self.sides.clone() }
    }

    /// What the numbers stand for: lists of names under `whole`, `combatant` and `option`, and how many `combatants` have a
    /// row.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        features(py, &self.spec)
    }
}

/// What the numbers of a rulebook stand for.
pub(crate) fn features<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyDict>> {
    let (whole, each, option) = spec.names();
    let dict = PyDict::new(py);
    dict.set_item("whole", whole)?;
    dict.set_item("combatant", each)?;
    dict.set_item("option", option)?;
    dict.set_item("combatants", spec.combatants)?;
    Ok(dict)
}
