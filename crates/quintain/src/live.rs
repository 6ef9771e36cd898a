//! Live fights.

use std::fmt;

#[cfg(feature = "sim")]
use quintain_content::Problem;
use quintain_engine::{
    Answer, AnyLive, Budget, DiceKind, Event, Fact, Fault, Header, Label, Odds, OddsLimit, OpenQuestion, Outcome,
    Record, Supposed, View, Waiting, Weighed,
};

use crate::Fight;

/// A fight under way.
///
/// It runs until somebody is asked, takes the answer, and runs on. Everything that came from outside is in its record, so
/// what was answered can be taken back, and a record taken up again.
pub struct Live {
    header: Header,
    sides: Vec<String>,
    fight: Fight,
    live: Box<dyn AnyLive>,
    /// Whether it shows what a seat may know.
    veiled: bool,
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("waiting", &self.live.who_is_asked()).finish()
    }
}

impl Live {
    /// A fight that was begun from this one, or from a moment of it.
    pub(crate) fn new(header: Header, fight: Fight, live: Box<dyn AnyLive>) -> Self {
        Live { header, sides: fight.sides(), fight, live, veiled: false }
    }

    /// The same behind a veil: what it shows is what a seat may know.
    pub(crate) fn veiled(self) -> Self {
        Live { veiled: true, ..self }
    }

    /// The fight at its beginning, and the head of its record. Nothing behind a veil.
    #[cfg(feature = "sim")]
    pub(crate) fn beginning(&self) -> Result<(&Fight, &Header), Problem> {
        let fight = self.fight.beginning();
        match self.veiled {
            false => Ok((fight, &self.header)),
            true => Err(Problem::general("what a seat knows of a fight is not enough to go on from".to_owned())),
        }
    }

    /// What it waits for.
    pub fn waiting(&self) -> Waiting {
        self.live.waiting()
    }

    /// The open questions, each with all that may be answered. Mostly there is one; where several stand open, they may be
    /// answered in any order.
    pub fn questions(&self) -> Vec<OpenQuestion> {
        match self.live.waiting() {
            Waiting::Answer(open) => open,
            _ => Vec::new(),
        }
    }

    /// What each option of the question at `place` does, in parts: verb, means, variants, target, costs, tags. Nothing for
    /// options of which the book does not say.
    pub fn labels(&self, place: usize) -> Vec<Option<Label>> {
        self.live.labels(place)
    }

    /// Answers as a person would: `who` is the combatant asked or `gm`, `words` the text of an option, or enough of it to be
    /// the only one.
    ///
    /// # Errors
    /// Says who is asked instead, which rule refuses it, or what would be legal.
    pub fn answer(&mut self, who: &str, words: &str) -> Result<(), Fault> {
        self.live.answer(who, words)
    }

    /// Answers the open question at `place` with the option at `option`.
    ///
    /// # Errors
    /// Says so if there is no such question or option.
    pub fn choose(&mut self, place: usize, option: usize) -> Result<(), Fault> {
        self.live.answer_with(place, &Answer::One(option))
    }

    /// Answers the open question at `place`; options stand for their places in its list.
    ///
    /// # Errors
    /// Says so if nothing is asked there, or what would be legal.
    pub fn answer_with(&mut self, place: usize, answer: &Answer<usize>) -> Result<(), Fault> {
        self.live.answer_with(place, answer)
    }

    /// Answers the first open question with its default.
    ///
    /// # Errors
    /// Says so if nothing is asked.
    pub fn answer_default(&mut self) -> Result<(), Fault> {
        self.live.answer_default()
    }

    /// Gives the dice that it waits for.
    ///
    /// # Errors
    /// Says what is asked for.
    pub fn throw(&mut self, faces: &[u16]) -> Result<(), Fault> {
        self.live.throw(faces)
    }

    /// Carries out an edict of the game master: `set Althea.sta 5`.
    ///
    /// # Errors
    /// Says why it cannot be.
    pub fn edict(&mut self, words: &str) -> Result<(), Fault> {
        self.live.edict(words)
    }

    /// Takes the last decision back and says which it was. Dice that were thrown come up again for the same throws.
    ///
    /// # Errors
    /// Says so if there is none.
    pub fn undo(&mut self) -> Result<String, Fault> {
        self.live.undo()
    }

    /// Everything that has happened, with its reasons.
    pub fn events(&self) -> &[Event] {
        self.live.log()
    }

    /// The state as the game master may see it.
    pub fn view(&self) -> View {
        self.live.view()
    }

    /// The names of the sides.
    pub fn sides(&self) -> &[String] {
        &self.sides
    }

    /// Whether nothing more will be asked.
    pub fn is_over(&self) -> bool {
        !matches!(self.live.waiting(), Waiting::Answer(_) | Waiting::Dice { .. })
    }

    /// How it ended; `None` while it goes on, and at the round limit.
    pub fn outcome(&self) -> Option<Outcome> {
        self.live.outcome()
    }

    /// The name of the side that holds the field.
    pub fn winner(&self) -> Option<&str> {
        match self.live.outcome() {
            Some(Outcome::Won(side)) => self.sides.get(side.index()).map(String::as_str),
            _ => None,
        }
    }

    /// The odds of what follows if `who` answers with these words, until that act is over: exact where the tree is small
    /// enough, otherwise sampled, with intervals.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// let live = quintain::open("cyclops")?.play().side("heroes").seed(1).begin()?;
    /// let odds = live.odds("Althea", "attack Cyclops with xiphos", Default::default())?;
    /// assert!(odds.exact && odds.total == 1.0);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Says who is asked instead, or what would be legal.
    pub fn odds(&self, who: &str, words: &str, limit: OddsLimit) -> Result<Odds, Fault> {
        self.live.odds(who, words, limit)
    }

    /// The odds of what follows if somebody answers so, with answers to what comes up on the way, and up to another end than
    /// that of the act. Every decision that is taken for granted is listed.
    ///
    /// ```
    /// # #[cfg(feature = "thalassa")] {
    /// use quintain::fight::{Supposed, Until};
    ///
    /// let live = quintain::open("cyclops")?.play().side("heroes").seed(1).begin()?;
    /// let supposed = Supposed { until: Until::SomebodyIsDown, ..Supposed::of("Althea", "attack Cyclops with xiphos") };
    /// let odds = live.odds_of(&supposed, Default::default())?;
    /// assert!(odds.total == 1.0 && odds.remainder < 0.2 && !odds.decisions.is_empty());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Live::odds`]; or an answer on the way is of somebody who does not take part.
    pub fn odds_of(&self, supposed: &Supposed<'_>, limit: OddsLimit) -> Result<Odds, Fault> {
        self.live.odds_of(supposed, limit, &|| true)
    }

    /// The answers to the open question at `place`, weighed by play-outs, the best first.
    pub fn advise(&self, place: usize, budget: Budget) -> Vec<Weighed> {
        self.live.advise(place, budget)
    }

    /// The same fight at the same moment, with the dice of another seed from here on: who plans ahead on a copy must not see
    /// the very dice that will fall. Its events begin anew.
    #[must_use]
    pub fn redealt(&self, seed: u64) -> Live {
        let header = Header { seed, dice: DiceKind::Seed, ..self.header.clone() };
        Live {
            header,
            live: self.live.redealt(seed),
            sides: self.sides.clone(),
            fight: self.fight.clone(),
            veiled: self.veiled,
        }
    }

    /// The record so far, as lines of JSON: with it [`crate::Fight::resume`] takes the fight up again.
    pub fn record(&self) -> String {
        let facts = self.live.facts().iter().map(Record::line);
        std::iter::once(self.header.line()).chain(facts).collect()
    }

    /// What has come from outside so far: dice, answers, edicts.
    pub fn facts(&self) -> &[Fact] {
        self.live.facts()
    }

    /// The digest of the state.
    pub fn digest(&self) -> String {
        self.live.digest()
    }

    /// The fight behind the engine's own face, for what this crate has no word for.
    pub fn any(&self) -> &dyn AnyLive {
        &*self.live
    }

    /// The same, to be changed.
    pub fn any_mut(&mut self) -> &mut dyn AnyLive {
        &mut *self.live
    }
}
