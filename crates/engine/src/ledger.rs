//! The facts of a live fight with the changes that were made to them, kept so that a file of its lines, read back,
//! gives the same facts.

use std::collections::VecDeque;

use crate::fact::Fact;

/// A die that was replaced, so that this can be taken back.
#[derive(Clone, Debug)]
struct Replaced {
    /// How many facts stood just after.
    len: usize,
    /// The place of the throw.
    fact: usize,
    /// The place of the die in the throw.
    die: usize,
    /// The face before.
    face: u16,
    /// What stood behind the throw before.
    tail: Vec<Fact>,
}

/// The facts that stand, and the lines that led to them. Facts change only through [`Ledger::apply`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    facts: Vec<Fact>,
    /// The line that each fact comes from.
    lines: Vec<usize>,
    count: usize,
    remembered: VecDeque<Fact>,
    replaced: Vec<Replaced>,
    unwritten: Vec<Fact>,
}

impl Ledger {
    /// Reads the lines of a record.
    pub fn read(lines: Vec<Fact>) -> Self {
        let mut ledger = Ledger::default();
        for line in lines {
            ledger.apply(line);
        }
        ledger
    }

    /// The facts that stand.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// One of them.
    pub fn get(&self, place: usize) -> Option<&Fact> {
        self.facts.get(place)
    }

    /// The line that the fact at this place comes from; behind the last fact, the line that would be next.
    pub fn line_of(&self, place: usize) -> usize {
        self.lines.get(place).copied().unwrap_or(self.count)
    }

    /// Adds a line that still has to be written.
    pub fn write(&mut self, line: Fact) {
        self.unwritten.push(line.clone());
        self.apply(line);
    }

    /// Hands out the lines that still have to be written.
    pub fn take_unwritten(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.unwritten)
    }

    /// The first throw that was undone and fits.
    pub fn recall(&self, fits: impl Fn(&Fact) -> bool) -> Option<&Fact> {
        self.remembered.iter().find(|fact| fits(fact))
    }

    /// Forgets the dice that were undone.
    pub fn forget(&mut self) {
        self.remembered.clear();
    }

    /// Carries out one line. What a line asks for in vain (a cut behind the end, a die that is not there) is ignored.
    pub fn apply(&mut self, line: Fact) {
        match line {
            Fact::Cut { keep } => self.cut(keep),
            Fact::Replace { fact, die, face, keep, undo } => self.replace(fact, die, face, keep, undo),
            fact => {
                if let Fact::Dice { .. } = fact
                    && let Some(place) = self.remembered.iter().position(|kept| *kept == fact)
                {
                    self.remembered.remove(place);
                }
                self.facts.push(fact);
                self.lines.push(self.count);
            }
        }
        self.count += 1;
    }

    fn cut(&mut self, keep: usize) {
        if keep >= self.facts.len() {
            return;
        }
        self.lines.truncate(keep);
        // Dice that were undone come before those undone earlier.
        for fact in self.facts.drain(keep..).rev() {
            if let Fact::Dice { .. } = fact {
                self.remembered.push_front(fact);
            }
        }
        self.replaced.retain(|replaced| replaced.len <= keep);
    }

    fn replace(&mut self, place: usize, die: usize, face: u16, keep: usize, undo: bool) {
        let Some(Fact::Dice { faces, .. }) = self.facts.get(place) else { return };
        let Some(before) = faces.get(die).copied() else { return };
        let tail = self.facts[place + 1..].to_vec();
        let mut replaced = std::mem::take(&mut self.replaced);
        self.cut(keep.max(place + 1));
        if let Some(Fact::Dice { faces, .. }) = self.facts.get_mut(place)
            && let Some(shown) = faces.get_mut(die)
        {
            *shown = face;
        }
        // Digests behind the die no longer hold.
        let behind = self.facts.drain(place + 1..).zip(self.lines.drain(place + 1..));
        let (facts, lines): (Vec<Fact>, Vec<usize>) =
            behind.filter(|(fact, _)| !matches!(fact, Fact::Rest { .. })).unzip();
        self.facts.extend(facts);
        self.lines.extend(lines);
        if undo {
            replaced.pop();
        } else {
            replaced.push(Replaced { len: self.facts.len(), fact: place, die, face: before, tail });
        }
        self.replaced = replaced;
    }

    /// The lines that take the last replaced die back, if nothing behind the first `decided` facts came before it.
    pub fn unreplace(&self, decided: usize) -> Option<(String, Vec<Fact>)> {
        let last = self.replaced.last().filter(|last| decided <= last.len)?;
        let Some(Fact::Dice { faces, sides, .. }) = self.facts.get(last.fact) else { return None };
        let now = faces.get(last.die)?;
        let what = format!("gm: d{sides} {} instead of {}", now, last.face);
        let line = Fact::Replace { fact: last.fact, die: last.die, face: last.face, keep: last.fact + 1, undo: true };
        Some((what, std::iter::once(line).chain(last.tail.iter().cloned()).collect()))
    }
}
