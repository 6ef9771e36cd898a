//! What the GM changes in a live fight, and what is taken back.

use super::{Fault, Live, Stop, Terms};
use crate::desk::{DiceFrom, Seats};
use crate::edict::Edict;
use crate::fact::Fact;
use crate::question::Question;
use crate::rulebook::{Rulebook, judged, names, seat_name};
use crate::veil::Aside;

impl<R: Rulebook> Live<R> {
    /// Carries out an edict of the GM.
    ///
    /// # Errors
    /// Says why it cannot be.
    pub fn edict(&mut self, words: &str) -> Result<(), Fault> {
        if let Some(read) = Aside::parse(words) {
            return self.put_aside(words, read);
        }
        let edict = Edict::parse(words, &names(&self.shown)).map_err(|fault| Fault::Other(fault.to_string()))?;
        if let Edict::Die { back, face } = edict {
            return self.replace_die(back, face);
        }
        if !matches!(self.stop, Stop::Asked(_) | Stop::Dice(_)) {
            let words = self.who_is_asked().join("; ");
            return Err(Fault::Other(format!("{words}; only undo is possible now")));
        }
        self.shown.clone().edict(&edict).map_err(|refusal| Fault::Other(refusal.to_string()))?;
        self.ledger.write(Fact::Edict { words: edict.to_string() });
        self.proceed();
        Ok(())
    }

    fn put_aside(&mut self, words: &str, read: Result<Aside, String>) -> Result<(), Fault> {
        read.and_then(|aside| aside.event(&self.shown)).map_err(Fault::Other)?;
        if !matches!(self.stop, Stop::Asked(_) | Stop::Dice(_)) {
            let words = self.who_is_asked().join("; ");
            return Err(Fault::Other(format!("{words}; nothing can be added to its record")));
        }
        self.ledger.write(Fact::Edict { words: words.trim().to_owned() });
        self.proceed();
        Ok(())
    }

    /// Replaces the `back`-th die from the end (1 is the last). What followed from the old face and does not follow
    /// from the new one is dropped.
    fn replace_die(&mut self, back: usize, face: u16) -> Result<(), Fault> {
        let (fact, die, sides) = self.thrown(back)?;
        if !(1..=sides).contains(&face) {
            return Err(Fault::Other(format!("that die has faces from 1 to {sides}")));
        }
        let all = self.facts().len();
        let mut trial = self.clone();
        // A trial must throw no dice.
        trial.terms.dice = DiceFrom::Hand;
        trial.first_dice = None;
        trial.ledger.apply(Fact::Replace { fact, die, face, keep: all, undo: false });
        trial.rewind();
        trial.proceed();
        let keep = match &trial.stop {
            // The trial has lost its resting points behind the die; count what stands by the others.
            Stop::Diverged(divergence) => {
                let mut behind = (fact + 1..all).filter(|place| !matches!(self.facts()[*place], Fact::Rest { .. }));
                behind.nth(divergence.fact.saturating_sub(fact + 1)).unwrap_or(all)
            }
            _ => all,
        };
        self.ledger.write(Fact::Replace { fact, die, face, keep, undo: false });
        self.rewind();
        self.proceed();
        Ok(())
    }

    /// The throw, the die in it and its sides, counted back from the last die thrown.
    fn thrown(&self, back: usize) -> Result<(usize, usize, u16), Fault> {
        let mut left = back.max(1);
        for (place, fact) in self.facts().iter().enumerate().rev() {
            if let Fact::Dice { faces, sides, .. } = fact {
                if left <= faces.len() {
                    return Ok((place, faces.len() - left, *sides));
                }
                left -= faces.len();
            }
        }
        Err(Fault::Other(match back.max(1) - left {
            0 => "no dice have been thrown".into(),
            1 => "only one die has been thrown".into(),
            dice => format!("only {dice} dice have been thrown"),
        }))
    }

    /// Takes the last decision back, with everything that followed, and says which it was. The dice that lay on the
    /// table are remembered and come up again for the same throws.
    ///
    /// # Errors
    /// Says so if nobody has decided anything yet.
    pub fn undo(&mut self) -> Result<String, Fault> {
        let last = self.facts().iter().rposition(Fact::is_decision);
        // A standing answer goes with the answer that set it.
        let last = last.map(|place| match (self.facts().get(place), place.checked_sub(1)) {
            (Some(Fact::Standing(_)), Some(before)) if self.facts()[before].is_decision() => before,
            _ => place,
        });
        if let Some((what, lines)) = self.ledger.unreplace(last.map_or(0, |place| place + 1)) {
            self.rerun(lines);
            return Ok(what);
        }
        let Some(place) = last else { return Err(Fault::Other("there is nothing to undo".into())) };
        let what = match self.ledger.get(place) {
            Some(Fact::Answer { to, words, .. }) => format!("{to}: {words}"),
            Some(Fact::Edict { words }) => format!("gm: {words}"),
            Some(Fact::Standing(said)) => format!("{}: what it answers to `{}`", said.to, said.topic),
            _ => String::new(),
        };
        self.rerun(vec![Fact::Cut { keep: place }]);
        Ok(what)
    }

    /// What was answered without asking anybody since a person last decided something: judgements by their default, tactics,
    /// standing answers. Each with its place among the facts.
    pub fn decided_alone(&self) -> Vec<(usize, &Fact)> {
        let from = self.facts().iter().rposition(Fact::is_decision).map_or(0, |place| place + 1);
        let alone = self.facts().iter().enumerate().skip(from);
        alone.filter(|(_, fact)| matches!(fact, Fact::Answer { auto: true, .. })).collect()
    }

    /// Gives another answer to a question that was answered before, by the place of that answer among the facts. What
    /// followed from the old answer is dropped; dice that lay on the table come up again for the same throws.
    ///
    /// # Errors
    /// Says so where no answer stands at that place, or why the new one is not legal there.
    pub fn overrule(&mut self, place: usize, words: &str) -> Result<(), Fault> {
        let Some(Fact::Answer { to, rule, .. }) = self.facts().get(place) else {
            return Err(Fault::Other("there is no answer at that place".into()));
        };
        let (to, rule) = (to.clone(), rule.clone());
        let terms = Terms { dice: DiceFrom::Hand, seats: Seats::everybody(), ..self.terms.clone() };
        let then = Live::resume(self.start.clone(), terms, self.facts()[..place].to_vec());
        let same = |(_, question): &(&R::Ask, &Question<R::Act>)| {
            question.rule.id == rule && seat_name(then.fight(), question.to).eq_ignore_ascii_case(&to)
        };
        let Some((ask, question)) = then.open().iter().map(|open| open.both(then.fight())).find(same) else {
            return Err(Fault::Other("that question is not asked any more".into()));
        };
        let answer = judged(then.fight(), (ask, question), words);
        let answer = answer.map_err(|why| Fault::NotTaken { who: to.clone(), why })?;
        let words = question.write(&answer);
        self.rerun(vec![Fact::Cut { keep: place }, Fact::Answer { to, rule, words, auto: false }]);
        Ok(())
    }

    fn rerun(&mut self, lines: Vec<Fact>) {
        for line in lines {
            self.ledger.write(line);
        }
        self.rewind();
        self.proceed();
    }
}
