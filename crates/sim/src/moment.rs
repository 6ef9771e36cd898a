//! Moments of a recorded fight: it goes on from there again and again, as it was or with other answers.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;

use quintain_engine::{
    AnyFight, AnyLive, Conduct, DiceFrom, Fact, Fault, Had, Heed, Plan, ROUND_LIMIT, Seats, Terms, Waiting,
};

/// In how many fights it is looked whether an answer is given that waits for its question.
const LOOKED: u64 = 200;

/// Why a moment is none, or an answer cannot be given there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMoment(String);

impl fmt::Display for NoMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoMoment {}

impl From<Fault> for NoMoment {
    fn from(fault: Fault) -> Self {
        NoMoment(fault.to_string())
    }
}

/// A moment of a recorded fight, behind so many of its facts.
#[derive(Debug)]
pub struct Moment<'a> {
    fight: &'a dyn AnyFight,
    facts: Cow<'a, [Fact]>,
    at: usize,
    live: Box<dyn AnyLive>,
    /// Answers that wait for their questions in every fight that goes on from here.
    later: Vec<Had>,
}

/// What follows when answers are given: to be simulated.
#[derive(Debug)]
pub struct Otherwise {
    /// The fight with these answers.
    pub fight: Box<dyn AnyFight>,
    /// The fight as it was: with the answer that stands in the record instead of the first of them, or at its end with what
    /// tactics choose.
    pub as_it_was: Box<dyn AnyFight>,
    /// Each answer, and in which share of fights it comes to it: 1 for those given at the moment itself.
    pub given: Vec<(Had, f64)>,
}

impl<'a> Moment<'a> {
    /// The moment behind the first `at` facts; `facts` are those that stand, of a record that fits.
    ///
    /// ```
    /// # use quintain_books::library;
    /// # use quintain_library::files;
    /// # use quintain_engine::Had;
    /// # use quintain_sim::{Moment, Study, simulate};
    /// # use std::sync::atomic::AtomicBool;
    /// let opened = library().open("cyclops", &files::read)?;
    /// let played = opened.fight.live(Study::new("One eye", 1).terms(3), Vec::new());
    /// let moment = Moment::behind(&*opened.fight, played.facts(), 4)?;
    /// let study = Study::new("One eye, behind 4 facts", 500);
    /// let report = simulate(&*moment.as_it_was()?, &study, &|_| {}, &AtomicBool::new(false));
    /// assert_eq!(report.fights, 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where there are not so many facts, or they do not fit the fight.
    pub fn behind(fight: &'a dyn AnyFight, facts: &'a [Fact], at: usize) -> Result<Self, NoMoment> {
        let Some(before) = facts.get(..at) else {
            return Err(NoMoment(format!("the record has {} facts, so there is no moment behind {at}", facts.len())));
        };
        let live = begun(fight, before);
        match live.waiting() {
            Waiting::Broken(why) if live.diverged().is_some() => Err(NoMoment(why)),
            _ => Ok(Moment { fight, facts: Cow::Borrowed(facts), at, live, later: Vec::new() }),
        }
    }

    /// Behind how many facts it is.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The fight at this moment, with everything asked that is open.
    pub fn live(&self) -> &dyn AnyLive {
        &*self.live
    }

    /// The fight as it goes on from here.
    ///
    /// # Errors
    /// Where it is over.
    pub fn as_it_was(&self) -> Result<Box<dyn AnyFight>, NoMoment> {
        Ok(self.live.moment(self.later.clone())?)
    }

    /// The moment behind these answers, which are given as [`Moment::had`] gives them. Those that wait for their questions are
    /// given in every fight that goes on from there.
    ///
    /// # Errors
    /// Where nobody of that name is asked here, or the answer is not legal.
    pub fn behind_had(self, had: &[Had]) -> Result<Moment<'a>, NoMoment> {
        match had.split_first() {
            Some((first, next)) => Ok(self.answered(self.place_of(first)?, (first, next))?.1),
            None => Ok(self),
        }
    }

    /// How many of the next answers are given at once behind the first, which is due behind so many facts, and the moment
    /// behind all these.
    fn answered(&self, here: usize, (first, next): (&Had, &[Had])) -> Result<(usize, Moment<'a>), NoMoment> {
        let mut live = begun(self.fight, &self.facts[..here]);
        live.answer(&first.who, &first.words)?;
        let at_once = next.iter().take_while(|next| live.answer(&next.who, &next.words).is_ok()).count();
        let later = next[at_once..].iter().chain(&self.later).cloned().collect();
        let facts = live.facts().to_vec();
        Ok((at_once, Moment { fight: self.fight, at: facts.len(), facts: Cow::Owned(facts), live, later }))
    }

    /// The fight as it goes on from here when the game master has changed something: `set Althea.sta 5`.
    ///
    /// # Errors
    /// Where the fight is over, or it cannot be changed so.
    pub fn decreed(&self, edicts: &[String]) -> Result<Box<dyn AnyFight>, NoMoment> {
        let mut live = self.live.apart();
        for words in edicts {
            live.edict(words)?;
        }
        Ok(live.moment(self.later.clone())?)
    }

    /// The fight as it goes on when these answers are given, one after the other. The first takes the place of the answer
    /// that is due here, or of the last one given; each other is given to the next question to its seat that takes it, to
    /// the end of the next round.
    ///
    /// # Errors
    /// Where the fight is over, nobody of that name is asked here, the answer is not legal, or one that waits for its
    /// question is never given.
    pub fn had(&self, had: &[Had]) -> Result<Otherwise, NoMoment> {
        let Some((first, next)) = had.split_first() else {
            let (fight, as_it_was) = (self.as_it_was()?, self.as_it_was()?);
            return Ok(Otherwise { fight, as_it_was, given: Vec::new() });
        };
        let here = self.place_of(first)?;
        let (at_once, moment) = self.answered(here, (first, next))?;
        let (fight, later) = (moment.as_it_was()?, &next[at_once..]);
        let now = had[..=at_once].iter().map(|had| (had.clone(), 1.0));
        let given = now.chain(later.iter().cloned().zip(shares(&*fight, later)?)).collect();
        let answered = matches!(self.facts.get(here), Some(fact) if is_answer_of(fact, &first.who));
        let as_it_was = begun(self.fight, &self.facts[..here + usize::from(answered)]).moment(self.later.clone())?;
        Ok(Otherwise { fight, as_it_was, given })
    }

    /// Behind how many facts this is due: here, or before the last answer.
    fn place_of(&self, had: &Had) -> Result<usize, NoMoment> {
        let wrong = match self.live.taking(&had.who, &had.words) {
            Ok(_) => return Ok(self.at),
            Err(wrong) => wrong,
        };
        let last = self.at.checked_sub(1).filter(|last| is_answer_of(&self.facts[*last], &had.who));
        let Some(last) = last else {
            let places = self.facts.iter().enumerate().filter(|(_, fact)| is_answer_of(fact, &had.who));
            let places: Vec<String> = places.map(|(place, _)| (place + 1).to_string()).collect();
            let known = match places.is_empty() {
                true => String::new(),
                false => format!("; an answer of {} is the last behind {} facts", had.who, places.join(", ")),
            };
            return Err(NoMoment(format!("behind {} facts: {wrong}{known}", self.at)));
        };
        match begun(self.fight, &self.facts[..last]).taking(&had.who, &had.words) {
            Ok(_) => Ok(last),
            Err(wrong) => Err(NoMoment(format!("in place of the answer behind {} facts: {wrong}", last))),
        }
    }
}

/// The round limit of fights that go on from here, where they may last so many rounds more.
pub fn limit_from(fight: &dyn AnyFight, rounds: u32) -> u32 {
    fight.view().round.saturating_sub(1).saturating_add(rounds)
}

/// The fight behind these facts, with everything asked and no die thrown by itself. What seats always answer is left out: it
/// would be answered at once.
fn begun(fight: &dyn AnyFight, facts: &[Fact]) -> Box<dyn AnyLive> {
    let terms = Terms { dice: DiceFrom::Hand, watched: Some(fight.secrets()), ..Terms::attended(Seats::everybody()) };
    let facts = facts.iter().filter(|fact| !matches!(fact, Fact::Standing(_)));
    fight.live(terms, facts.cloned().collect())
}

fn is_answer_of(fact: &Fact, who: &str) -> bool {
    matches!(fact, Fact::Answer { to, .. } if to.eq_ignore_ascii_case(who))
}

/// In which share of some fights each of these answers is given.
fn shares(fight: &dyn AnyFight, later: &[Had]) -> Result<Vec<f64>, NoMoment> {
    if later.is_empty() {
        return Ok(Vec::new());
    }
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: limit_from(fight, ROUND_LIMIT) };
    let mut given = vec![0_u64; later.len()];
    fight.seek(&plan, (&[], Heed::Events), 0..LOOKED, &mut |_, sought| {
        given.iter_mut().take(sought.heard.given).for_each(|count| *count += 1);
        ControlFlow::Continue(())
    });
    if let Some(never) = given.iter().position(|count| *count == 0) {
        let had = &later[never];
        return Err(NoMoment(format!(
            "no question to {} takes `{}` before the end of the next round, in {LOOKED} fights",
            had.who, had.words
        )));
    }
    Ok(given.into_iter().map(|count| count as f64 / LOOKED as f64).collect())
}
