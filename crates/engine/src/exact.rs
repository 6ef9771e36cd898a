//! The table of odds: every face of every die in turn, each branch with its weight.

mod decided;
mod fork;
mod scope;
pub(crate) mod written;

use std::any::Any;
use std::convert::Infallible;
use std::fmt;
use std::rc::Rc;

use quintain_dice::{Cuts, Faces, LateStream, Ratio, Stream};

use self::decided::Decided;
use self::fork::{Fork, Ways, chance, degrees, throws};
pub use self::scope::Returned;
use self::scope::{Remembered, Scope};
use crate::desk::fits;
use crate::edict::Edict;
use crate::event::{Event, EventId};
use crate::fact::Fact;
use crate::question::Answer;
use crate::rulebook::{Rulebook, names, seat_name, understood};
use crate::table::{Gathering, Read, Table, Throw, lay};
use crate::tactics::Conduct;

/// A question answered on this branch, and where the table stood behind it.
#[derive(Clone, Debug)]
struct Step<R: Rulebook> {
    asks: Vec<R::Ask>,
    place: usize,
    answer: Answer<R::Act>,
    next: usize,
    said: bool,
    own: LateStream,
    decided: Option<usize>,
}

/// An answer by words that somebody is to give: the seat and the words.
pub(crate) type Said<'a> = (&'a str, &'a str);

/// How many dice with how many sides are thrown, and what is looked at.
type Thrown = (u8, u16, Read);

/// What faces a throw may show that rules tell apart, and how likely each of them is.
type Alike = Rc<[(Faces, Ratio)]>;

/// Walks the tree of all dice: run the rules, read [`Exact::chance`], call [`Exact::next_branch`], run them again.
///
/// What was answered before the die by which two branches part is answered once for both: up to there the course of
/// the fight is the same. Parts that only dice decide ([`Table::by_dice`]) are looked at by themselves.
#[derive(Clone, Debug)]
pub struct Exact<'a, R: Rulebook> {
    facts: &'a [Fact],
    next: usize,
    /// Where facts are missing: the question to which they lead, the only one to which the fixed answer is given first.
    gaps: Option<&'a R::Ask>,
    fixed: Option<Said<'a>>,
    /// Whether the fixed answer is given again wherever it fits.
    repeats: bool,
    then: &'a [(String, String)],
    said: bool,
    conduct: &'a Conduct,
    own: LateStream,
    /// How the table stands at the beginning of each branch.
    begins: (bool, LateStream),
    forks: Vec<Fork<R>>,
    depth: usize,
    weight: f64,
    sample: Option<Stream>,
    /// The answers of this branch, or of the one before it as far as this one is sure to go the same way.
    steps: Vec<Step<R>>,
    /// How many questions have been answered on this branch.
    answered: usize,
    /// Whether the last of them was answered anew, and not as on the branch before.
    anew: bool,
    /// How many had been before the first die of a sample.
    before_dice: Option<usize>,
    /// The parts that are being walked by themselves, the outermost first, and how many of them one is inside of.
    scopes: Vec<Scope<R>>,
    entered: usize,
    /// How many of their courses have been walked, in all branches.
    courses: u64,
    remembered: Remembered<R>,
    /// The ways of throws that came up before.
    throws: Vec<(Thrown, Option<Alike>)>,
    /// What has been decided without being asked for, on any branch.
    decided: Vec<Decided<R>>,
    /// How often each of them came up on this branch.
    often: Vec<(usize, Ratio)>,
}

impl<'a, R: Rulebook> Exact<'a, R> {
    /// A table that first repeats `facts`, then gives the `fixed` answer (seat, words) to the question it fits, then
    /// tries every face, while `conduct` answers what else is asked.
    pub fn new(facts: &'a [Fact], fixed: Option<(&'a str, &'a str)>, conduct: &'a Conduct) -> Self {
        let own = LateStream::for_tactics(0, 0);
        Exact {
            facts,
            next: 0,
            gaps: None,
            fixed,
            repeats: false,
            then: &[],
            said: false,
            conduct,
            own: own.clone(),
            begins: (false, own),
            forks: Vec::new(),
            depth: 0,
            weight: 1.0,
            sample: None,
            steps: Vec::new(),
            answered: 0,
            anew: true,
            before_dice: None,
            scopes: Vec::new(),
            entered: 0,
            courses: 0,
            remembered: Remembered::default(),
            throws: Vec::new(),
            decided: Vec::new(),
            often: Vec::new(),
        }
    }

    /// The same table with answers that are given wherever they fit once the fixed one has been, and whether that one is
    /// given again as well.
    pub(crate) fn following(mut self, then: &'a [(String, String)], repeats: bool) -> Self {
        (self.then, self.repeats) = (then, repeats);
        self
    }

    /// The same table for facts of which some are missing, that lead to a question: what does not fit is passed over, and what is
    /// missing is thrown and answered anew.
    pub(crate) fn leaving_gaps(self, goal: &'a R::Ask) -> Self {
        Exact { gaps: Some(goal), ..self }
    }

    /// Goes to another resting point, behind all facts: whether the fixed answer has been given before, and how far the
    /// tactics' stream has come.
    pub(crate) fn rest_at(&mut self, said: bool, own: LateStream) {
        (self.facts, self.gaps, self.begins) = (&[], None, (said, own));
        self.forks.clear();
        self.steps.clear();
        self.scopes.clear();
        self.restart();
    }

    /// The same table throwing dice from a stream instead of trying every face.
    pub fn sampling(mut self, stream: Stream) -> Self {
        self.sample = Some(stream);
        self.forks.clear();
        self.steps.clear();
        self.scopes.clear();
        self
    }

    /// The exact probability of the branch just walked: 1 for a sample.
    pub fn chance(&self) -> Ratio {
        chance(&self.forks[..self.depth.min(self.forks.len())])
    }

    /// The probability of the branch just walked, as far as floating-point numbers go.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Whether the fixed answer was given on the branch just walked.
    pub fn was_said(&self) -> bool {
        self.said
    }

    /// Whether the last question was answered anew: otherwise all has gone as on the branch before up to there.
    pub(crate) fn has_answered_anew(&self) -> bool {
        self.anew
    }

    /// How far the tactics' stream has come.
    pub(crate) fn own(&self) -> &LateStream {
        &self.own
    }

    /// Turns to the next branch; false when all have been walked. What is left of a part in which a branch was given up is
    /// walked first.
    pub fn next_branch(&mut self) -> bool {
        self.restart();
        self.scopes.iter_mut().for_each(|scope| scope.cut = true);
        loop {
            let base = self.scopes.last().map_or(0, Scope::base);
            if self.turn(base) {
                return true;
            }
            if self.scopes.is_empty() {
                return false;
            }
            if self.close() {
                self.restart();
                return true;
            }
        }
    }

    /// Goes back to the beginning, for the same branch or another sample.
    pub fn restart(&mut self) {
        self.next = 0;
        self.said = self.begins.0;
        self.depth = 0;
        self.weight = 1.0;
        self.own.clone_from(&self.begins.1);
        self.answered = 0;
        self.entered = 0;
        self.often.clear();
        if let Some(count) = self.before_dice.take() {
            self.steps.truncate(count);
        }
    }

    /// Comes to a branching: the one that is known here, or a new one.
    fn fork(&mut self, ways: impl FnOnce() -> Ways<R>) -> &Fork<R> {
        if self.depth == self.forks.len() {
            self.forks.push(Fork { ways: ways(), taken: 0, answered: self.answered });
        }
        let fork = &self.forks[self.depth];
        self.depth += 1;
        self.weight *= fork.about();
        fork
    }

    /// One die: each face in turn, or a sample.
    fn face(&mut self, sides: u16, ways: impl FnOnce() -> Ways<R>) -> u16 {
        if let Some(stream) = &mut self.sample {
            self.before_dice.get_or_insert(self.answered);
            return stream.die(sides);
        }
        let fork = self.fork(ways);
        match &fork.ways {
            Ways::Degrees(ways, _) => ways[fork.taken].0,
            _ => fork.taken as u16 + 1,
        }
    }

    /// Repeats the edicts that stand at this place of the record, and goes past standing answers. Returns those that could be
    /// carried out.
    pub(crate) fn edicts(&mut self, fight: &mut R) -> Vec<&'a Fact> {
        let mut done = Vec::new();
        while let Some(fact) = self.facts.get(self.next) {
            match fact {
                Fact::Edict { words } => {
                    let edict = Edict::parse(words, &names(fight)).ok();
                    done.extend(edict.filter(|edict| fight.edict(edict).is_ok()).map(|_| fact));
                }
                Fact::Rest { .. } | Fact::Standing(_) => {}
                _ => break,
            }
            self.next += 1;
        }
        done
    }

    /// The recorded faces of a throw, if they are next.
    pub(crate) fn repeated_dice(&mut self, fight: &R, throw: &Throw) -> Option<Faces> {
        let facts = self.facts.get(self.next..).unwrap_or_default();
        let who = throw.who.filter(|_| self.gaps.is_some()).map(|who| fight.name(who));
        let is_answer = |fact: &&Fact| self.gaps.is_some() && matches!(fact, Fact::Answer { .. });
        let passed = facts.iter().take_while(is_answer).count();
        let fact = facts.get(passed).filter(|fact| self.gaps.is_none() || fits(fact, throw, who))?;
        let Fact::Dice { faces, .. } = fact else { return None };
        self.next += passed + 1;
        Some(lay(faces))
    }

    /// The recorded answer to one of these questions, if it is next.
    pub(crate) fn repeated_answer(&mut self, fight: &R, asks: &[R::Ask]) -> Option<(usize, Answer<R::Act>)> {
        let facts = self.facts.get(self.next..).unwrap_or_default();
        let mut answers = facts.iter().map_while(|fact| match fact {
            Fact::Answer { to, words, .. } => Some(taking(fight, asks, (to, words))),
            _ => None,
        });
        let (passed, found) = if self.gaps.is_some() {
            answers.enumerate().find_map(|(passed, found)| Some((passed, found?)))?
        } else {
            (0, answers.next()??)
        };
        self.next += passed + 1;
        Some(found)
    }

    /// Whether everything has been repeated that leads to where an answer may be fixed.
    fn is_led_to(&self, asks: &[R::Ask]) -> bool {
        match self.gaps {
            Some(goal) if !self.said => asks.contains(goal),
            Some(_) => true,
            None => self.next >= self.facts.len(),
        }
    }

    /// The answer to one of these questions: the recorded one, the fixed one, one that was given for what follows, or that of
    /// the tactics; with the place in the list of what was decided so.
    fn answer(&mut self, fight: &R, asks: &[R::Ask]) -> (usize, Answer<R::Act>, Option<usize>) {
        if let Some((place, answer)) = self.repeated_answer(fight, asks) {
            return (place, answer, None);
        }
        if let Some(fixed) = self.fixed
            && self.is_led_to(asks)
            && (!self.said || self.repeats)
            && let Some((place, answer)) = taking(fight, asks, fixed)
        {
            self.said = true;
            return (place, answer, None);
        }
        if self.said {
            let given = self.then.iter().enumerate();
            let mut given = given.map(|(number, (seat, words))| (number, taking(fight, asks, (seat, words))));
            if let Some((number, Some((place, answer)))) = given.find(|(_, found)| found.is_some()) {
                let decided = self.note(fight, &asks[place], &answer, Some(number));
                return (place, answer, decided);
            }
        }
        let Some(ask) = asks.first() else { return (0, Answer::Number(0), None) };
        let answer = self.conduct.of_seat(fight, fight.seat(ask)).answer(fight, ask, &mut self.own);
        let decided = if self.said { self.note(fight, ask, &answer, None) } else { None };
        (0, answer, decided)
    }
}

/// Which of these questions takes an answer of this seat in these words.
fn taking<R: Rulebook>(fight: &R, asks: &[R::Ask], (seat, words): Said<'_>) -> Option<(usize, Answer<R::Act>)> {
    asks.iter().enumerate().find_map(|(place, ask)| {
        let named = seat_name(fight, fight.seat(ask)).eq_ignore_ascii_case(seat);
        let read = named.then(|| understood(fight, (ask, &fight.question(ask)), words).ok()).flatten();
        read.map(|answer| (place, answer))
    })
}

impl<R: Rulebook> Exact<'_, R> {
    /// A throw of several dice of which rules do not look at each.
    fn whole_throw(&mut self, throw: &Throw) -> Option<Faces> {
        if self.depth == self.forks.len() {
            let thrown = (throw.count, throw.sides, throw.read);
            let known = self.throws.iter().position(|(known, _)| *known == thrown);
            let known = known.unwrap_or_else(|| {
                self.throws.push((thrown, throws(throw).map(Rc::from)));
                self.throws.len() - 1
            });
            let ways = self.throws[known].1.clone()?;
            self.fork(|| Ways::Throws(ways));
        } else {
            let known = matches!(self.forks[self.depth].ways, Ways::Throws(_));
            known.then(|| self.fork(|| Ways::Whole))?;
        }
        match &self.forks[self.depth - 1] {
            Fork { ways: Ways::Throws(ways), taken, .. } => Some(ways[*taken].0.clone()),
            _ => None,
        }
    }
}

impl<R: Rulebook> Table<R> for Exact<'_, R> {
    type Halt = Infallible;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Infallible> {
        self.edicts(fight);
        if let Some(faces) = self.repeated_dice(fight, &throw) {
            return Ok(faces);
        }
        if self.sample.is_none()
            && throw.read != Read::InOrder
            && let Some(faces) = self.whole_throw(&throw)
        {
            return Ok(faces);
        }
        let mut faces = Faces::new();
        for _ in 0..throw.count {
            let face = self.face(throw.sides, || Ways::Faces(throw.sides.max(1)));
            let _ = faces.push(face);
        }
        Ok(faces)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Infallible> {
        self.edicts(fight);
        if let Some(faces) = self.repeated_dice(fight, &throw) {
            return Ok(faces.first().copied().unwrap_or(1));
        }
        let sides = throw.sides.max(1);
        Ok(self.face(throw.sides, || Ways::Degrees(degrees(sides, cuts), sides.into())))
    }

    fn gather(&mut self, fight: &mut R, key: &dyn fmt::Debug) -> Gathering {
        self.enter(fight, key)
    }

    fn gathered(&mut self, fight: &mut R, returned: Returned) -> Option<Rc<dyn Any>> {
        self.leave(fight, returned)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Infallible> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Infallible> {
        self.edicts(fight);
        self.anew = true;
        if let Some(step) = self.steps.get(self.answered) {
            if step.asks == asks {
                self.anew = false;
                (self.next, self.said) = (step.next, step.said);
                self.own.clone_from(&step.own);
                self.answered += 1;
                let decided = step.decided.map(|decided| (decided, Ratio::ONE));
                let answer = (step.place, step.answer.clone());
                self.often.extend(decided);
                return Ok(answer);
            }
            self.steps.truncate(self.answered);
        }
        let (place, answer, decided) = self.answer(fight, asks);
        self.often.extend(decided.map(|decided| (decided, Ratio::ONE)));
        if self.before_dice.is_some() {
            // Behind the first die of a sample nothing is answered twice.
            self.answered += 1;
            return Ok((place, answer));
        }
        let (next, said, own) = (self.next, self.said, self.own.clone());
        self.steps.push(Step { asks: asks.to_vec(), place, answer: answer.clone(), next, said, own, decided });
        self.answered += 1;
        Ok((place, answer))
    }

    fn hears(&self) -> bool {
        false
    }

    fn tell(&mut self, _: impl FnOnce() -> Event) -> EventId {
        EventId(0)
    }
}
