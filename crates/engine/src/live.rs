//! A live fight: the record so far, the state it leads to, and what is open now.

mod answer;
mod change;
mod fault;
mod redeal;
mod unshown;
mod words;

use std::sync::Arc;

use quintain_dice::{LateStream, Stream};

pub(crate) use answer::{from_now_on, nothing_asked, of_places};
pub use fault::Fault;
pub(crate) use unshown::{Unshown, nothing_shows};

use crate::aftermath::RestKind;
use crate::cast::Who;
use crate::common;
use crate::desk::{Desk, DiceFrom, Divergence, Halt, Said, Seats, Written, fact_words};
use crate::digest::digest;
use crate::edict::Edict;
use crate::event::Event;
use crate::face::Quiet;
use crate::fact::Fact;
use crate::had::Forced;
use crate::knowledge::{Glimpse, SeenGround, Sightings};
use crate::ledger::Ledger;
use crate::open::{Open, OpenQuestions};
use crate::question::Question;
use crate::rulebook::{Outcome, Progress, Rulebook, find};
use crate::secrets::Secrets;
use crate::table::Throw;
use crate::tactics::Conduct;
use crate::view::{NoSuchValue, View};
use crate::why::{Why, why};

/// How a live fight is run.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Where dice come from.
    pub dice: DiceFrom,
    /// Who sits at the table.
    pub seats: Seats,
    /// How the others play.
    pub conduct: Conduct,
    /// The seed of the tactics' own dice.
    pub seed: u64,
    /// The number of the fight under that seed.
    pub fight: u64,
    /// The round after which an unattended fight counts as undecided.
    pub round_limit: u32,
    /// What the encounter keeps from those at the table, where somebody at it may not know everything: then it is kept who
    /// perceives whom.
    pub watched: Option<Arc<Secrets>>,
}

impl Terms {
    /// An unattended fight, the very one that a simulation with this seed plays under this number.
    pub fn unattended(seed: u64, fight: u64, conduct: Conduct) -> Self {
        let dice = DiceFrom::Seed(Box::new(Stream::new(seed, fight)));
        Terms { dice, seats: Seats::nobody(), conduct, seed, fight, round_limit: ROUND_LIMIT, watched: None }
    }

    /// People at the table; dice from the system.
    pub fn attended(seats: Seats) -> Self {
        let (dice, conduct, round_limit) = (DiceFrom::System, Conduct::best(), ATTENDED_ROUND_LIMIT);
        Terms { dice, seats, conduct, seed: 0, fight: 0, round_limit, watched: None }
    }
}

/// The round after which a fight with people at the table counts as undecided: far away, but there must be an end where
/// everybody has left.
pub const ATTENDED_ROUND_LIMIT: u32 = 10_000;

/// The round after which a script's fight counts as undecided: an hour of rounds runs out before, whatever a round is.
pub const SCRIPT_ROUND_LIMIT: u32 = 1_000;

/// The round after which a simulated fight counts as undecided, unless told otherwise.
pub const ROUND_LIMIT: u32 = 200;

/// What a live fight waits for.
#[derive(Clone, Debug)]
pub enum Stop<R: Rulebook> {
    /// These questions are open.
    Asked(OpenQuestions<R>),
    /// These dice are to be thrown by hand.
    Dice(Throw),
    /// It is over.
    Over(Outcome),
    /// The round limit is reached.
    Undecided,
    /// The record does not fit these rules.
    Diverged(Divergence),
    /// The system gave no dice.
    NoEntropy(String),
}

/// A fight under way.
#[derive(Debug)]
pub struct Live<R: Rulebook> {
    start: R,
    first_dice: Option<Box<Stream>>,
    rest: Rest<R>,
    /// The state as far as it has come.
    shown: R,
    ledger: Ledger,
    /// What the facts since the last resting point say, so that it need not be read from words again.
    said: Said<R>,
    log: Vec<Event>,
    /// How many events of the log stand whatever comes; those behind them were told on the way to a question.
    firm: usize,
    stop: Stop<R>,
    terms: Terms,
    /// The rest that is taken, where this is no fight but what comes between two.
    resting: Option<&'static RestKind>,
    /// Who perceived whom, where that is kept.
    sightings: Option<Sightings>,
    /// Answers that are forced.
    forced: Forced,
    /// Whether it has come to a stand.
    quiet: Quiet,
    /// What shows of the act under way, in a fight as somebody believes it to be who does not see all dice.
    unshown: Option<Arc<Unshown>>,
}

/// A resting point: the state, how many facts and events had led to it, and how far the streams had come.
#[derive(Clone, Debug)]
struct Rest<R> {
    fight: R,
    facts: usize,
    events: usize,
    own: LateStream,
    dice: Option<Box<Stream>>,
}

impl<R: Rulebook> Clone for Live<R> {
    fn clone(&self) -> Self {
        Live {
            rest: self.rest.clone(),
            log: self.log.clone(),
            firm: self.firm,
            terms: self.terms.clone(),
            sightings: self.sightings.clone(),
            ..self.without_log()
        }
    }
}

/// Puts what is still to be put of the open questions: a copy of the fight may lack what its book notes beside the state while
/// it asks.
pub(crate) fn put_all<R: Rulebook>(stop: &Stop<R>, fight: &R) {
    for open in open_of(stop) {
        let _ = open.question(fight);
    }
}

/// The questions that are open.
pub(crate) fn open_of<R: Rulebook>(stop: &Stop<R>) -> &[Open<R>] {
    if let Stop::Asked(open) = stop { open } else { &[] }
}

impl<R: Rulebook> Live<R> {
    /// Begins a fight and runs to its first stop.
    pub fn begin(start: R, terms: Terms) -> Self {
        Live::resume(start, terms, Vec::new())
    }

    /// Takes a recorded fight up where its facts end.
    pub fn resume(start: R, terms: Terms, facts: Vec<Fact>) -> Self {
        Live::run(start, terms, facts, None)
    }

    /// Lets those who are there take a rest, or takes up a recorded one where its facts end.
    pub fn resting(start: R, kind: &'static RestKind, terms: Terms, facts: Vec<Fact>) -> Self {
        Live::run(start, terms, facts, Some(kind))
    }

    fn run(start: R, terms: Terms, facts: Vec<Fact>, resting: Option<&'static RestKind>) -> Self {
        let own = LateStream::for_tactics(terms.seed, terms.fight);
        let dice = seeded(&terms.dice);
        let mut live = Live {
            rest: Rest { fight: start.clone(), facts: 0, events: 0, own, dice: dice.clone() },
            shown: start.clone(),
            start,
            first_dice: dice,
            ledger: Ledger::read(facts),
            said: Said::behind(0),
            log: Vec::new(),
            firm: 0,
            stop: Stop::Undecided,
            sightings: terms.watched.as_deref().map(Sightings::of),
            quiet: Quiet::before(terms.round_limit),
            terms,
            resting,
            forced: Forced::default(),
            unshown: None,
        };
        live.proceed();
        live
    }

    /// The same fight at the same moment, without what has been told of it.
    pub fn without_log(&self) -> Self {
        put_all(&self.stop, &self.shown);
        Live {
            start: self.start.clone(),
            first_dice: self.first_dice.clone(),
            rest: Rest { events: 0, ..self.rest.clone() },
            shown: self.shown.clone(),
            ledger: self.ledger.clone(),
            said: self.said.clone(),
            log: Vec::new(),
            firm: 0,
            stop: self.stop.clone(),
            terms: Terms { watched: None, ..self.terms.clone() },
            resting: self.resting,
            sightings: None,
            forced: self.forced.clone(),
            quiet: self.quiet,
            unshown: self.unshown.clone(),
        }
    }

    /// What it waits for.
    pub fn stop(&self) -> &Stop<R> {
        &self.stop
    }

    /// The state as far as it has come.
    pub fn fight(&self) -> &R {
        &self.shown
    }

    /// The questions that are open.
    pub fn open(&self) -> &[Open<R>] {
        open_of(&self.stop)
    }

    /// What is asked at a place of the questions that are open.
    pub fn asked(&self, place: usize) -> Option<(&R::Ask, &Question<R::Act>)> {
        Some(self.open().get(place)?.both(&self.shown))
    }

    /// Everything that has happened.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// What the encounter keeps from those at the table, where it is [watched](Terms::watched).
    pub fn secrets(&self) -> Secrets {
        self.terms.watched.as_deref().cloned().unwrap_or_default()
    }

    /// Who perceived whom, where [`Terms::watched`] has it kept: the oldest glimpse first.
    pub fn sightings(&self) -> &[Glimpse] {
        self.sightings.as_ref().map_or(&[], Sightings::all)
    }

    /// The moments at which it was looked who perceives whom: how many facts and events had led to each.
    pub fn moments(&self) -> &[(usize, usize)] {
        self.sightings.as_ref().map_or(&[], Sightings::moments)
    }

    /// What those who fight have seen of the ground, where [`Terms::watched`] has it kept.
    pub fn seen_ground(&self) -> Option<&SeenGround> {
        self.sightings.as_ref().map(Sightings::ground)
    }

    /// The same fight at the same moment as somebody believes it to be: with these edicts, as far as they can be carried out.
    /// Its log is left out, and it throws no dice by itself. Whose dice are seen, `sees` says; the others are thrown anew by all
    /// who look ahead.
    pub fn believed(&self, edicts: &[Edict], sees: &dyn Fn(Option<Who>) -> bool) -> Self {
        let mut apart = self.without_log();
        apart.unshown = Unshown::of(self, edicts, sees).map(Arc::new).or(apart.unshown);
        (apart.terms.dice, apart.first_dice) = (DiceFrom::Hand, None);
        let mut believed = self.shown.clone();
        let possible: Vec<&Edict> = edicts.iter().filter(|edict| believed.edict(edict).is_ok()).collect();
        if matches!(self.stop, Stop::Asked(_) | Stop::Dice(_)) {
            possible.iter().for_each(|edict| apart.ledger.write(Fact::Edict { words: edict.to_string() }));
            apart.proceed();
        } else {
            apart.shown = believed;
        }
        apart
    }

    /// The facts that stand.
    pub fn facts(&self) -> &[Fact] {
        self.ledger.facts()
    }

    /// The lines that have come since the last call, to be appended to the record before anybody sees the result.
    /// All lines from the beginning, read back, give [`Live::facts`].
    pub fn unwritten(&mut self) -> Vec<Fact> {
        self.ledger.take_unwritten()
    }

    /// The state as it can be shown.
    pub fn view(&self) -> View {
        self.shown.view()
    }

    /// Why the value at a path of [`View::value`] is what it is.
    ///
    /// # Errors
    /// Says which names would have been right.
    pub fn why(&self, path: &str) -> Result<Why, NoSuchValue> {
        why(&self.start.view(), self.fight(), &self.log, path)
    }

    /// Whether it has reached the round limit, and for the last fifty rounds nobody was harmed and nobody left.
    pub fn is_stalemate(&self) -> bool {
        matches!(self.stop, Stop::Undecided) && self.quiet.is_stalemate(&self.shown)
    }

    /// The state at the very beginning.
    pub fn start(&self) -> &R {
        &self.start
    }

    /// The state at the last resting point, and the facts that have come since.
    pub fn since_rest(&self) -> (&R, &[Fact]) {
        (&self.rest.fight, self.ledger.facts().get(self.rest.facts..).unwrap_or_default())
    }

    /// How many events have been told since the last resting point.
    pub(crate) fn told_since_rest(&self) -> usize {
        self.firm.saturating_sub(self.rest.events)
    }

    /// The combatant of this name.
    pub fn find(&self, name: &str) -> Option<Who> {
        find(&self.shown, name)
    }

    /// Back to the very beginning; the facts lead forward again.
    fn rewind(&mut self) {
        self.rest = Rest {
            fight: self.start.clone(),
            facts: 0,
            events: 0,
            own: LateStream::for_tactics(self.terms.seed, self.terms.fight),
            dice: self.first_dice.clone(),
        };
        self.said.begin(0);
        self.quiet = Quiet::before(self.terms.round_limit);
        self.log.clear();
        if let Some(sightings) = &mut self.sightings {
            sightings.clear();
        }
    }

    /// Runs the rules from the last resting point to the next stop.
    fn proceed(&mut self) {
        // What a halted rule has left in a book's scratch room is not taken along.
        self.shown = self.rest.fight.clone();
        self.log.truncate(self.firm);
        self.stop = loop {
            match self.advance() {
                Ok(None) => {}
                Ok(Some(stop)) => break stop,
                Err(halt) => break halt,
            }
        };
    }

    /// Runs the rules from one resting point to the next: says where the fight stops, if it does.
    fn advance(&mut self) -> Result<Option<Stop<R>>, Stop<R>> {
        let fight = &mut self.shown;
        let mut own = self.rest.own.clone();
        if let (DiceFrom::Seed(stream), Some(at_rest)) = (&mut self.terms.dice, &self.rest.dice) {
            stream.clone_from(at_rest);
        }
        let mut desk = Desk {
            written: Some(Written {
                ledger: &mut self.ledger,
                log: &mut self.log,
                told: self.rest.events,
                firm: None,
                sightings: self.sightings.as_mut(),
            }),
            said: &mut self.said,
            next: self.rest.facts,
            dice: &mut self.terms.dice,
            seats: &self.terms.seats,
            conduct: &self.terms.conduct,
            own: &mut own,
            forced: &mut self.forced,
        };
        let mut run = match self.resting {
            None => common::advance(fight, &mut desk),
            Some(kind) => common::rest(fight, &mut desk, kind),
        };
        while let Err(Halt::Ended) = run {
            run = common::ended(fight, &mut desk).map(|()| Progress::Over(fight.outcome().unwrap_or(Outcome::Ended)));
        }
        let next = desk.next;
        let (told, firm) = desk.written.map_or((0, None), |written| (written.told, written.firm));
        self.log.truncate(told);
        self.firm = firm.unwrap_or(told);
        let progress = run.map_err(|halt| self.halted(halt))?;
        if let Some(sightings) = &mut self.sightings {
            sightings.look(&self.shown, next, told);
        }
        let facts = self.rest_at(next, &digest(&self.shown)).map_err(Stop::Diverged)?;
        self.rest.fight.clone_from(&self.shown);
        (self.rest.facts, self.rest.events) = (facts, self.log.len());
        (self.rest.own, self.rest.dice) = (own, seeded(&self.terms.dice));
        self.said.begin(facts);
        self.unshown = None;
        Ok(match progress {
            Progress::Over(outcome) => Some(self.after_the_end(outcome)),
            Progress::Resting if self.shown.rounds_done() >= self.terms.round_limit => Some(Stop::Undecided),
            Progress::Resting => {
                self.quiet.look(&self.shown);
                None
            }
        })
    }

    fn halted(&self, halt: Halt<R>) -> Stop<R> {
        match halt {
            Halt::Asked(open) => Stop::Asked(open.into()),
            Halt::Dice(throw) => Stop::Dice(throw),
            Halt::Diverged(divergence) => Stop::Diverged(divergence),
            Halt::NoEntropy(fault) => Stop::NoEntropy(fault),
            Halt::Ended => Stop::Over(self.shown.outcome().unwrap_or(Outcome::Ended)),
        }
    }

    /// Facts behind the end of a fight fit no rules.
    fn after_the_end(&self, outcome: Outcome) -> Stop<R> {
        match self.ledger.get(self.rest.facts) {
            Some(fact) => Stop::Diverged(Divergence {
                fact: self.rest.facts,
                line: self.ledger.line_of(self.rest.facts),
                recorded: fact_words(fact),
                wanted: "nothing more: the fight is over".into(),
            }),
            None => Stop::Over(outcome),
        }
    }

    /// Checks or writes the digest of a resting point, and says how many facts have led to it.
    fn rest_at(&mut self, next: usize, digest: &str) -> Result<usize, Divergence> {
        let said = |place: &usize| matches!(self.ledger.get(*place), Some(Fact::Standing(_)));
        let next = next + (next..).take_while(said).count();
        match self.ledger.get(next) {
            None => {
                self.ledger.write(Fact::Rest { digest: digest.to_owned() });
                Ok(next + 1)
            }
            Some(Fact::Rest { digest: recorded }) if recorded == digest => Ok(next + 1),
            Some(Fact::Rest { digest: recorded }) => Err(Divergence {
                fact: next,
                line: self.ledger.line_of(next),
                recorded: format!("a resting point with digest {recorded}"),
                wanted: format!("one with digest {digest}"),
            }),
            // A record whose die was replaced has lost its digests from there on.
            Some(_) => Ok(next),
        }
    }
}

fn seeded(dice: &DiceFrom) -> Option<Box<Stream>> {
    if let DiceFrom::Seed(stream) = dice { Some(stream.clone()) } else { None }
}
