//! The table that looks ahead from an answer until its act is over.

use std::any::Any;
use std::convert::Infallible;
use std::fmt::Debug;
use std::mem::discriminant;
use std::rc::Rc;

use quintain_dice::{Cuts, Faces};

use crate::cast::{Seat, Who};
use crate::event::{Event, EventId};
use crate::exact::{Exact, Returned};
use crate::foresight::Reaction;
use crate::live::{Live, Unshown};
use crate::odds::Until;
use crate::question::Answer;
use crate::rulebook::{Progress, Rulebook};
use crate::table::{Gathering, Table, Throw};
use crate::view::When;

/// Here nothing more is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// The act looked at is over: its seat has the same kind of thing to decide again, or somebody else's turn has come; or
    /// whatever else was waited for has come about.
    End,
    /// So rare that it is left open.
    Rare,
    /// The branch is to be run once more.
    Again,
    /// Many courses of parts that only dice decide have been walked since the last branch: whether to go on is to be asked.
    Paused,
    /// It is not what is seen: dice have been thrown anew that cannot have fallen so.
    Strayed,
}

/// The question from which one looks ahead.
#[derive(Clone, Debug)]
pub(crate) struct Outset<R: Rulebook> {
    ask: R::Ask,
    seat: Seat,
    /// Who acted when it was put.
    acting: Vec<String>,
    /// Who was not out of the fight.
    standing: Vec<Who>,
}

impl<R: Rulebook> Outset<R> {
    /// The open question at `place`.
    pub(crate) fn of(live: &Live<R>, place: usize) -> Option<Self> {
        let (ask, fight) = (live.open().get(place)?.ask(), live.fight());
        let standing = (0..fight.roster_len()).map(|place| Who(place as u16)).filter(|who| !fight.fate(*who).out);
        Some(Outset { ask: ask.clone(), seat: fight.seat(ask), acting: acting(fight), standing: standing.collect() })
    }

    /// Whether somebody is out of the fight who was not then.
    pub(crate) fn somebody_is_down(&self, fight: &R) -> bool {
        self.standing.iter().any(|who| fight.fate(*who).out)
    }

    fn acts(&self, fight: &R, who: Who) -> bool {
        self.acting.iter().any(|name| name == fight.name(who))
    }

    /// Whether the act is over when this is asked.
    fn is_over(&self, fight: &R, ask: &R::Ask) -> bool {
        let same_kind = discriminant(ask) == discriminant(&self.ask);
        // A question in the middle of somebody else's turn; where nobody acts yet, everybody decides beforehand.
        let in_between = !self.acting.is_empty() && !matches!(self.seat, Seat::Of(who) if self.acts(fight, who));
        match (same_kind, fight.seat(ask) == self.seat) {
            (true, true) => !fight.goes_on(&self.ask, ask),
            // The same question to somebody else may be the next turn, or another's part in this one.
            (true, false) => acting(fight) != self.acting,
            (false, _) => in_between && (fight.begins_an_act(ask) || acting(fight) != self.acting),
        }
    }
}

/// Who acts now.
fn acting<R: Rulebook>(fight: &R) -> Vec<String> {
    let now = fight.turn_order().into_iter().filter(|slot| slot.when == When::Now);
    now.flat_map(|slot| slot.who).collect()
}

/// A table of odds that stops where the act looked at is over.
#[derive(Clone, Debug)]
pub(crate) struct Ahead<'a, R: Rulebook> {
    /// The table below it.
    pub(crate) exact: Exact<'a, R>,
    outset: &'a Outset<R>,
    until: Until,
    /// What is rarer than this is left open.
    pub(crate) least: f64,
    /// It pauses once it has walked so many courses of parts that only dice decide.
    pub(crate) pause: u64,
    /// What shows of the act under way where not all of its dice do, and the fight as it is shown.
    unshown: Option<(&'a Unshown, &'a R)>,
    /// Whether what leads to the question looks as it is known.
    is_as_known: bool,
    /// Whether it is written down who else is asked.
    listens: bool,
    /// Who else was asked.
    pub(crate) heard: Vec<Reaction>,
}

impl<'a, R: Rulebook> Ahead<'a, R> {
    /// Looks ahead from `outset` in a live fight by the fixed answer of `exact`, which repeats what leads there.
    pub(crate) fn new(exact: Exact<'a, R>, live: &'a Live<R>, outset: &'a Outset<R>) -> Self {
        let unshown = live.unshown().map(|unshown| (unshown, live.fight()));
        let exact = if unshown.is_some() { exact.leaving_gaps(&outset.ask) } else { exact };
        let (until, is_as_known) = (Until::ActIsOver, true);
        Ahead {
            exact,
            outset,
            until,
            least: 0.0,
            pause: u64::MAX,
            unshown,
            is_as_known,
            listens: false,
            heard: Vec::new(),
        }
    }

    /// The same, up to another end.
    pub(crate) fn up_to(self, until: Until) -> Self {
        Ahead { until, ..self }
    }

    /// Whether what was waited for has come about when this is asked.
    fn has_come(&self, fight: &R, asks: &[R::Ask]) -> bool {
        match self.until {
            Until::ActIsOver => asks.iter().any(|ask| !fight.is_moot(ask) && self.outset.is_over(fight, ask)),
            Until::SomebodyIsDown => self.outset.somebody_is_down(fight),
            Until::FightIsOver => false,
        }
    }

    /// What was thrown, unless that has become too rare to go on, or it is time to pause.
    fn going_on<T>(&self, said: Result<T, Infallible>) -> Result<T, Reached> {
        let Ok(said) = said;
        if self.exact.weight() < self.least {
            Err(Reached::Rare)
        } else if self.exact.courses() >= self.pause {
            Err(Reached::Paused)
        } else {
            Ok(said)
        }
    }

    /// The same, writing down who else is asked.
    pub(crate) fn listening(exact: Exact<'a, R>, live: &'a Live<R>, outset: &'a Outset<R>) -> Self {
        Ahead { listens: true, ..Ahead::new(exact, live, outset) }
    }

    /// Whether a branch that has come to its end says something about the answer looked at: not where dice that have been
    /// thrown already would have had to fall otherwise.
    pub(crate) fn counts(&self, course: &Result<Progress, Reached>) -> bool {
        self.unshown.is_none() || self.exact.was_said() && *course != Err(Reached::Strayed)
    }

    fn hear(&mut self, fight: &R, ask: &R::Ask) {
        let seat = fight.seat(ask);
        let Seat::Of(who) = seat else { return };
        if fight.is_moot(ask) || seat == self.outset.seat || self.outset.acts(fight, who) {
            return;
        }
        let reaction = Reaction { who, rule: fight.question(ask).rule };
        if !self.heard.contains(&reaction) {
            self.heard.push(reaction);
        }
    }
}

impl<R: Rulebook> Table<R> for Ahead<'_, R> {
    type Halt = Reached;

    fn roll(&mut self, fight: &mut R, throw: Throw) -> Result<Faces, Reached> {
        let said = self.exact.roll(fight, throw);
        self.going_on(said)
    }

    fn degree(&mut self, fight: &mut R, throw: Throw, cuts: &Cuts) -> Result<u16, Reached> {
        let said = self.exact.degree(fight, throw, cuts);
        self.going_on(said)
    }

    fn gather(&mut self, fight: &mut R, key: &dyn Debug) -> Gathering {
        self.exact.gather(fight, key)
    }

    fn gathered(&mut self, fight: &mut R, returned: Returned) -> Option<Rc<dyn Any>> {
        self.exact.gathered(fight, returned)
    }

    fn ask(&mut self, fight: &mut R, ask: R::Ask) -> Result<Answer<R::Act>, Reached> {
        self.ask_any(fight, &[ask]).map(|(_, answer)| answer)
    }

    fn ask_any(&mut self, fight: &mut R, asks: &[R::Ask]) -> Result<(usize, Answer<R::Act>), Reached> {
        if self.exact.was_said() {
            if self.has_come(fight, asks) {
                if self.exact.is_inside() {
                    self.exact.go_through();
                    return Err(Reached::Again);
                }
                return Err(Reached::End);
            }
            if self.listens {
                asks.iter().for_each(|ask| self.hear(fight, ask));
            }
        }
        let before = self.exact.was_said();
        let Ok(said) = self.exact.ask_any(fight, asks);
        if let Some((unshown, shown)) = self.unshown
            && !before
            && self.exact.was_said()
        {
            if self.exact.has_answered_anew() {
                self.is_as_known = unshown.is_as_known(fight, shown);
            }
            if !self.is_as_known {
                return Err(Reached::Strayed);
            }
        }
        Ok(said)
    }

    fn hears(&self) -> bool {
        Table::<R>::hears(&self.exact)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        Table::<R>::tell(&mut self.exact, event)
    }
}
