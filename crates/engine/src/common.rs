//! One table for everything but simulations, so that the rules of a book are compiled for two tables and not for each kind.
//!
//! It passes on what rules ask to the table behind it, whichever that is. Simulations have [`crate::Hall`] to themselves:
//! there nothing is passed on.

use std::any::Any;
use std::fmt;
use std::hash::Hash;
use std::rc::Rc;

use quintain_dice::{Cuts, Faces};

use crate::aftermath::RestKind;
use crate::event::{Event, EventId};
use crate::exact::Returned;
use crate::exact::written::Written;
use crate::question::Answer;
use crate::rulebook::{Outcome, Progress, Rulebook};
use crate::table::{Answers, Gathering, Table, Throw};

/// Runs the rules to the next resting point with any table.
///
/// # Errors
/// Halts where the table halts.
pub fn advance<R: Rulebook, T: Table<R>>(fight: &mut R, table: &mut T) -> Result<Progress, T::Halt> {
    run(table, |common| fight.advance(common))
}

/// [`Rulebook::ended`] with any table.
///
/// # Errors
/// Halts where the table halts.
pub(crate) fn ended<R: Rulebook, T: Table<R>>(fight: &mut R, table: &mut T) -> Result<(), T::Halt> {
    run(table, |common| fight.ended(common).map(|()| Progress::Resting)).map(|_| ())
}

/// [`Rulebook::rest`] with any table.
///
/// # Errors
/// Halts where the table halts.
pub(crate) fn rest<R: Rulebook, T: Table<R>>(
    fight: &mut R,
    table: &mut T,
    kind: &'static RestKind,
) -> Result<Progress, T::Halt> {
    run(table, |common| fight.rest(kind, common).map(|()| Progress::Over(Outcome::Ended)))
}

fn run<R: Rulebook, T: Table<R>>(
    table: &mut T,
    rules: impl FnOnce(&mut Common<'_, R>) -> Result<Progress, Halted>,
) -> Result<Progress, T::Halt> {
    let hears = table.hears();
    let mut behind = Behind { table, halt: None };
    match rules(&mut Common { behind: &mut behind, hears }) {
        Ok(progress) => Ok(progress),
        // Rules halt where a table does, and nowhere else: why is there.
        Err(Halted) => behind.halt.map_or(Ok(Progress::Resting), Err),
    }
}

/// The table behind has halted, and keeps why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// The table that rules are compiled for where they do not simulate.
pub(crate) struct Common<'a, R: Rulebook> {
    behind: &'a mut dyn Passed<R>,
    hears: bool,
}

impl<R: Rulebook> fmt::Debug for Common<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Common").field("hears", &self.hears).finish_non_exhaustive()
    }
}

/// The table behind, with why it has halted.
struct Behind<'t, T, H> {
    table: &'t mut T,
    halt: Option<H>,
}

/// What is passed on.
trait Passed<R: Rulebook> {
    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Halted>;
    fn die(&mut self, fight: &mut R, throw: Throw) -> Result<u16, Halted>;
    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Halted>;
    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Halted>;
    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Halted>;
    fn choose_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Option<R::Act>), Halted>;
    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Halted>;
    fn ask_all(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<Answers<R::Act>, Halted>;
    fn gather(&mut self, fight: &mut R, key: &dyn fmt::Debug) -> Gathering;
    fn gathered(&mut self, fight: &mut R, returned: Returned) -> Option<Rc<dyn Any>>;
    fn known(&mut self) -> Option<EventId>;
    fn tell(&mut self, event: Event) -> EventId;
}

impl<T, H> Behind<'_, T, H> {
    fn keep<V>(&mut self, said: Result<V, H>) -> Result<V, Halted> {
        said.map_err(|halt| {
            self.halt = Some(halt);
            Halted
        })
    }
}

impl<R: Rulebook, T: Table<R>> Passed<R> for Behind<'_, T, T::Halt> {
    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Halted> {
        let said = self.table.roll(fight, throw);
        self.keep(said)
    }

    fn die(&mut self, fight: &mut R, throw: Throw) -> Result<u16, Halted> {
        let said = self.table.die(fight, throw);
        self.keep(said)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Halted> {
        let said = self.table.degree(fight, throw, cuts);
        self.keep(said)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Halted> {
        let said = self.table.ask(fight, ask);
        self.keep(said)
    }

    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Halted> {
        let said = self.table.choose(fight, ask);
        self.keep(said)
    }

    fn choose_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Option<R::Act>), Halted> {
        let said = self.table.choose_any(fight, asks);
        self.keep(said)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Halted> {
        let said = self.table.ask_any(fight, asks);
        self.keep(said)
    }

    fn ask_all(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<Answers<R::Act>, Halted> {
        let said = self.table.ask_all(fight, asks);
        self.keep(said)
    }

    fn gather(&mut self, fight: &mut R, key: &dyn fmt::Debug) -> Gathering {
        self.table.gather(fight, key)
    }

    fn gathered(&mut self, fight: &mut R, returned: Returned) -> Option<Rc<dyn Any>> {
        self.table.gathered(fight, returned)
    }

    fn known(&mut self) -> Option<EventId> {
        self.table.known()
    }

    fn tell(&mut self, event: Event) -> EventId {
        self.table.tell(|| event)
    }
}

impl<R: Rulebook> Table<R> for Common<'_, R> {
    type Halt = Halted;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Halted> {
        self.behind.roll(fight, throw)
    }

    fn die(&mut self, fight: &mut R, throw: Throw) -> Result<u16, Halted> {
        self.behind.die(fight, throw)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Halted> {
        self.behind.degree(fight, throw, cuts)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Halted> {
        self.behind.ask(fight, ask)
    }

    fn choose(&mut self, fight: &mut R, ask: R::Ask) -> Result<Option<R::Act>, Halted> {
        self.behind.choose(fight, ask)
    }

    fn choose_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Option<R::Act>), Halted> {
        self.behind.choose_any(fight, asks)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Halted> {
        self.behind.ask_any(fight, asks)
    }

    fn ask_all(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<Answers<R::Act>, Halted> {
        self.behind.ask_all(fight, asks)
    }

    fn by_dice<V: Clone + Hash + 'static>(
        &mut self,
        fight: &mut R,
        key: &dyn fmt::Debug,
        mut part: impl FnMut(&mut R, &mut Self) -> Result<V, Halted>,
    ) -> Result<V, Halted> {
        let known = match self.behind.gather(fight, key) {
            Gathering::Straight => None,
            Gathering::Known(value) => Some(value),
            Gathering::Open => loop {
                let value = part(fight, self)?;
                let written = Written::of(&value);
                if let Some(value) = self.behind.gathered(fight, Returned { value: Rc::new(value), written }) {
                    break Some(value);
                }
            },
        };
        match known.and_then(|value| value.downcast_ref::<V>().cloned()) {
            Some(value) => Ok(value),
            None => part(fight, self),
        }
    }

    fn hears(&self) -> bool {
        self.hears
    }

    fn known(&mut self) -> Option<EventId> {
        self.behind.known()
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        if !self.hears {
            return EventId(0);
        }
        match self.behind.known() {
            Some(id) => id,
            None => self.behind.tell(event()),
        }
    }
}
