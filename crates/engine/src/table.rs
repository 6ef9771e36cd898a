//! The table: the one door through which rules reach dice, people and the log.

use std::any::Any;
use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;

use quintain_dice::{Cuts, Faces};
use smallvec::SmallVec;

use crate::cast::Who;
use crate::event::{Event, EventId};
use crate::exact::Returned;
use crate::question::Answer;
use crate::rule::Rule;
use crate::rulebook::Rulebook;

/// A throw of dice, with its purpose: which rule asks for it, who throws, at whom, what for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// How many dice; at least 1, and at most [`quintain_dice::MAX_FACES`].
    pub count: u8,
    /// Sides of each; at least 2.
    pub sides: u16,
    /// The rule that asks for it.
    pub rule: &'static Rule,
    /// What the dice are for: `TEK save`, `damage`.
    pub what: &'static str,
    /// Whose dice they are.
    pub who: Option<Who>,
    /// Against whom.
    pub at: Option<Who>,
    /// What of several dice the rule looks at.
    pub read: Read,
}

/// What a rule looks at when it has thrown several dice. Throws that are alike in it have the same consequences, whatever else
/// they show, so that odds look at one of them for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Read {
    /// Each die by itself.
    #[default]
    InOrder,
    /// The faces, in whatever order they fall.
    Faces,
    /// Nothing but their sum.
    Sum,
    /// The highest face, and how many dice show the highest that there is.
    Highest,
    /// The lowest face, and how many dice show a 1.
    Lowest,
}

impl Throw {
    /// One die of `sides` sides for `what`, by `rule`.
    pub fn die(sides: u16, rule: &'static Rule, what: &'static str) -> Self {
        Throw { count: 1, sides, rule, what, who: None, at: None, read: Read::InOrder }
    }

    /// `count` dice of `sides` sides for `what`, by `rule`.
    pub fn dice(count: u8, sides: u16, rule: &'static Rule, what: &'static str) -> Self {
        Throw { count, sides, rule, what, who: None, at: None, read: Read::InOrder }
    }

    /// Whose dice they are.
    pub fn by(mut self, who: Who) -> Self {
        self.who = Some(who);
        self
    }

    /// Against whom.
    pub fn at(mut self, whom: Who) -> Self {
        self.at = Some(whom);
        self
    }

    /// What of the dice the rule looks at.
    pub fn read_as(mut self, read: Read) -> Self {
        self.read = read;
        self
    }
}

/// The faces of a throw, of which it holds [`quintain_dice::MAX_FACES`] at most.
pub(crate) fn lay(faces: &[u16]) -> Faces {
    let mut laid = Faces::new();
    for face in faces {
        if laid.push(*face).is_err() {
            break;
        }
    }
    laid
}

/// How a table goes about a part of the rules that only dice decide.
#[derive(Clone, Debug)]
pub enum Gathering {
    /// It runs through it like through everything else.
    Straight,
    /// It runs through it again and again, for all of its courses.
    Open,
    /// It has done so before: the fight is as one of the courses left it, and this is what that returned.
    Known(Rc<dyn Any>),
}

/// What rules ask for dice, decisions and to be heard. There are three kinds: [`crate::Hall`] for simulations,
/// [`crate::Desk`] for everything live, [`crate::Exact`] for odds. Rules are compiled for the first, and once for all
/// others: [`crate::advance`] runs them there.
///
/// `roll` and `ask` take the fight mutably because a live table may carry out an edict of the GM at that moment.
/// Rules never rely on what they read before a question without looking again.
pub trait Table<R: Rulebook> {
    /// What can stop a fight half-way: nothing at all in a simulation, an open question in live play.
    type Halt;

    /// Throws dice.
    ///
    /// # Errors
    /// Halts where the dice are to be thrown by hand and have not been yet.
    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Self::Halt>;

    /// Puts a question and returns a legal answer of the shape asked for.
    ///
    /// # Errors
    /// Halts where nobody has answered yet.
    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Self::Halt>;

    /// Puts a question that has one option for its answer, and returns its act; `None` for answers of other shapes. The
    /// commonest question of all: simulations answer it without building an [`Answer`].
    ///
    /// # Errors
    /// Halts where nobody has answered yet.
    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Self::Halt> {
        Ok(self.ask(fight, ask)?.one())
    }

    /// [`Table::choose`], with what `then` makes of the act. Where an act is read at once, tables that have several ways
    /// to come by one read it in each: what a simulation's tactics choose is never laid down to be looked at again.
    ///
    /// # Errors
    /// Halts where nobody has answered yet.
    fn choose_then<V>(
        &mut self,
        fight: &mut R,
        ask: R::Ask,
        then: impl FnOnce(&mut R, Option<R::Act>) -> V,
    ) -> Result<V, Self::Halt> {
        let act = self.choose(fight, ask)?;
        Ok(then(fight, act))
    }

    /// [`Table::ask_any`] for questions that have one option for their answer.
    ///
    /// # Errors
    /// Halts where nobody has answered any of them yet.
    fn choose_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Option<R::Act>), Self::Halt> {
        let (place, answer) = self.ask_any(fight, asks)?;
        Ok((place, answer.one()))
    }

    /// Puts several questions that may be answered in any order, and returns the first answer with the place of its
    /// question. `asks` is not empty.
    ///
    /// # Errors
    /// Halts where nobody has answered any of them yet.
    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Self::Halt>;

    /// Whether anybody listens to what is told. Rules ask it only to note beforehand what they will tell of.
    fn hears(&self) -> bool {
        true
    }

    /// The number of the event that is told next, where it need not be built: it was told when the rules ran to this
    /// place before. It then counts as told.
    fn known(&mut self) -> Option<EventId> {
        None
    }

    /// Says what happened. The event is built only where somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId;

    /// Throws one die and returns its face.
    ///
    /// # Errors
    /// Halts like [`Table::roll`].
    fn die(&mut self, fight: &mut R, throw: Throw) -> Result<u16, Self::Halt> {
        Ok(self.roll(fight, Throw { count: 1, ..throw })?.first().copied().unwrap_or(1))
    }

    /// Throws one die of which the rule needs only the degree: how many of the cuts its face reaches. Returns the
    /// face, or some face of that degree where odds run over degrees.
    ///
    /// # Errors
    /// Halts like [`Table::roll`].
    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Self::Halt> {
        let _ = cuts;
        self.die(fight, throw)
    }

    /// Does a part of the rules that many dice decide and few things come of, such as an opposed test that is repeated until
    /// it is not tied. For odds all of its courses are looked at together: those that leave the same fight and return the same
    /// go on as one. Other tables simply do it.
    ///
    /// `key` is all that the part depends on besides the fight. The part may be run several times: it changes nothing but the
    /// fight, and nothing of that but what belongs to its state (what `Hash` writes); what it returns is all that the rules
    /// learn of it.
    ///
    /// # Errors
    /// Halts where the part halts.
    fn by_dice<V: Clone + Hash + 'static>(
        &mut self,
        fight: &mut R,
        key: &dyn Debug,
        mut part: impl FnMut(&mut R, &mut Self) -> Result<V, Self::Halt>,
    ) -> Result<V, Self::Halt>
    where
        Self: Sized,
    {
        let _ = key;
        part(fight, self)
    }

    /// Comes to a part that only dice decide: how the table goes about it. Called by [`Table::by_dice`] alone.
    fn gather(&mut self, fight: &mut R, key: &dyn Debug) -> Gathering {
        let _ = (fight, key);
        Gathering::Straight
    }

    /// One course of an open part has ended so. Returns what the part comes to once there is no further course; the fight is
    /// then as that left it, and otherwise as it was before the part. Called by [`Table::by_dice`] alone.
    fn gathered(&mut self, fight: &mut R, returned: Returned) -> Option<Rc<dyn Any>> {
        let _ = fight;
        Some(returned.value)
    }

    /// Puts several questions sealed: nobody's answer is told before all have answered. The answers come in the order of
    /// `asks`.
    ///
    /// # Errors
    /// Halts until all have answered.
    fn ask_all(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<Answers<R::Act>, Self::Halt>
    where
        Self: Sized,
    {
        one_by_one(self, fight, asks)
    }
}

/// The answers to several questions, without allocating up to 8 of them.
pub type Answers<A> = SmallVec<[Answer<A>; 8]>;

/// Puts several questions until each has its answer, whichever comes first.
pub(crate) fn one_by_one<R: Rulebook, T: Table<R>>(
    table: &mut T,
    fight: &mut R,
    asks: &[R::Ask],
) -> Result<Answers<R::Act>, T::Halt> {
    let mut places: SmallVec<[usize; 8]> = (0..asks.len()).collect();
    let mut open: SmallVec<[R::Ask; 8]> = asks.iter().cloned().collect();
    let mut got: SmallVec<[Option<Answer<R::Act>>; 8]> = asks.iter().map(|_| None).collect();
    while !open.is_empty() {
        let (place, answer) = table.ask_any(fight, &open)?;
        let place = place.min(open.len() - 1);
        open.remove(place);
        got[places.remove(place)] = Some(answer);
    }
    Ok(got.into_iter().flatten().collect())
}
