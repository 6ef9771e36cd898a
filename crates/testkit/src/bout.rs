//! A live fight in which everybody answers at random, with what is needed to see it again.

use quintain_dice::{LateStream, Stream};
use quintain_engine::{Answer, AnyLive, Conduct, DiceFrom, Fact, OpenQuestion, Seats, Terms, Waiting, random};

use crate::battery::Arena;

/// A live fight with random answers: the same seed, the same fight.
#[derive(Debug)]
pub struct Bout<'a> {
    /// Where it is fought.
    pub arena: &'a Arena,
    /// The fight.
    pub live: Box<dyn AnyLive>,
    /// What was answered and decreed, in order.
    pub told: Vec<String>,
    seed: u64,
    formalities: bool,
    own: LateStream,
}

impl<'a> Bout<'a> {
    /// Begins one. With `formalities` everything is asked; otherwise what presses.
    pub fn begin(arena: &'a Arena, seed: u64, formalities: bool) -> Self {
        let live = arena.fight.live(terms(seed, formalities), Vec::new());
        Bout { arena, live, told: Vec::new(), seed, formalities, own: LateStream::for_tactics(seed, 7) }
    }

    /// The same fight taken up where these facts end.
    pub fn resumed(&self, facts: Vec<Fact>) -> Box<dyn AnyLive> {
        self.arena.fight.live(self.terms(), facts)
    }

    /// The terms of the fight, as at its beginning.
    pub fn terms(&self) -> Terms {
        terms(self.seed, self.formalities)
    }

    /// A number below `bound`, from the answers' own stream.
    pub fn below(&mut self, bound: usize) -> usize {
        self.own.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
    }

    /// The questions that are open; none when it is over.
    ///
    /// # Errors
    /// When the fight is broken, or waits for dice that fall by themselves.
    pub fn open(&self) -> Result<Vec<OpenQuestion>, String> {
        match self.live.waiting() {
            Waiting::Answer(open) => Ok(open),
            Waiting::Over(_) | Waiting::Undecided => Ok(Vec::new()),
            Waiting::Dice { text, .. } => Err(self.fault(format!("seeded dice are asked for: {text}"))),
            Waiting::Broken(why) => Err(self.fault(format!("the fight breaks: {why}"))),
        }
    }

    /// Picks an answer to one of the open questions: who, and in which words. `None` when it is over.
    ///
    /// # Errors
    /// When the fight is broken.
    pub fn pick(&mut self) -> Result<Option<(String, String)>, String> {
        let open = self.open()?;
        if open.is_empty() {
            return Ok(None);
        }
        let place = self.below(open.len());
        let asked = &open[place];
        let mut answer = random(&asked.question, &mut self.own);
        // Each of several picks may be fine by itself and all of them too dear.
        while let Answer::Several(picks) = &mut answer
            && self.live.offered(&asked.who, &asked.question.write(&Answer::Several(picks.clone()))).is_err()
            && picks.pop().is_some()
        {}
        Ok(Some((asked.who.clone(), asked.question.write(&answer))))
    }

    /// Gives an answer.
    ///
    /// # Errors
    /// When it is not taken.
    pub fn give(&mut self, who: &str, words: &str) -> Result<(), String> {
        let taken = self.live.answer(who, words);
        taken.map_err(|fault| self.fault(format!("`{who}: {words}` was picked and is not taken: {fault}")))?;
        self.told.push(format!("{who}: {words}"));
        Ok(())
    }

    /// Answers one open question at random; false when it is over.
    ///
    /// # Errors
    /// When the fight is broken, or an option is not taken.
    pub fn step(&mut self) -> Result<bool, String> {
        let Some((who, words)) = self.pick()? else { return Ok(false) };
        self.give(&who, &words)?;
        self.open().map(|_| true)
    }

    /// Answers so many questions, or to the end.
    ///
    /// # Errors
    /// Like [`Bout::step`].
    pub fn steps(&mut self, most: usize) -> Result<(), String> {
        for _ in 0..most {
            if !self.step()? {
                break;
            }
        }
        Ok(())
    }

    /// A fault with what is needed to see it again.
    pub fn fault(&self, what: impl AsRef<str>) -> String {
        let (name, seed, formalities) = (&self.arena.name, self.seed, self.formalities);
        let told =
            if self.told.is_empty() { "  nothing yet".to_owned() } else { format!("  {}", self.told.join("\n  ")) };
        let what = what.as_ref();
        format!("{name}, seed {seed}, formalities {formalities}: {what}\nanswered so far:\n{told}")
    }
}

fn terms(seed: u64, formalities: bool) -> Terms {
    let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
    let seats = Seats { formalities, ..Seats::everybody() };
    Terms { dice, round_limit: 60, conduct: Conduct::best(), seed, ..Terms::attended(seats) }
}
