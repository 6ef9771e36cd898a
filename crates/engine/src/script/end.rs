//! The end of a case: what must hold once all its steps have been given.

use quintain_content::Source;

use super::head::{Around, Head};
use super::parse::Case;
use super::run::{At, Runner, Wrong, terms};
use super::step::{Expectation, StepKind};
use super::words;
use crate::desk::DiceFrom;
use crate::event::Event;
use crate::face::Waiting;

impl Runner<'_> {
    pub fn leaves(&mut self, at: usize) -> Result<(), Wrong> {
        if at + 1 < self.steps.len() {
            return Err((0..0, "`leaves dice` stands at the end of a case".into()));
        }
        match self.live.waiting() {
            Waiting::Dice { .. } => Ok(()),
            _ => Err((0..0, format!("no dice are wanted at the end: {}", self.live.who_is_asked().join("; ")))),
        }
    }

    /// What the last step leads to is looked at, or the case says that it leaves it open: nobody knows what the dice that are
    /// wanted would have shown.
    pub fn ends_rightly(&mut self) -> Result<(), String> {
        let Waiting::Dice { text, .. } = self.live.waiting() else { return Ok(()) };
        match self.steps.last().map(|step| &step.kind) {
            Some(StepKind::Leaves) => Ok(()),
            Some(StepKind::Expect { not, what: Expectation::Dice(_) }) if !not => Ok(()),
            Some(StepKind::Expect { .. }) => {
                self.remark(format!("the case ends, but {text}; `leaves dice` says that this is meant"));
                Ok(())
            }
            _ => {
                Err(format!("the case ends, but {text}; give them and expect what follows, or end with `leaves dice`"))
            }
        }
    }

    /// What is expected to be illegal or not offered could at least be something.
    pub fn all_known(&mut self, case: &Case, head: &Head<'_>, around: Around<'_>) -> Result<(), Wrong> {
        self.strange.retain(|strange| !self.known.has(&strange.words));
        if self.strange.is_empty() {
            return Ok(());
        }
        self.known.book(self.book);
        self.known.view(&self.fight.view());
        self.known.view(&self.live.view());
        self.live.condition_names().iter().for_each(|name| self.known.words(name));
        self.live.log().iter().for_each(|event| self.known.words(&event.text));
        self.sides.iter().for_each(|side| self.known.words(side));
        // Not the whole script: it has the words in question itself.
        let heads = around.parts.iter().map(|part| &part.head).chain([&case.head]);
        heads.for_each(|head| self.known.words(around.source.text.get(head.clone()).unwrap_or_default()));
        if head.encounter.source.path != around.source.path {
            self.known.words(&head.encounter.source.text);
        }
        let Some((strange, unknown)) = self.strange.iter().find_map(|strange| {
            let unknown = self.known.unknown_in(&strange.words)?;
            let elsewhere = around.loader.texts(self.book.id());
            let known = elsewhere.iter().chain([around.source]).any(|text| words::speaks_of(text, &unknown));
            (!known).then_some((strange, unknown))
        }) else {
            return Ok(());
        };
        let near = self.known.nearest(&strange.words, &unknown).map_or(String::new(), |near| format!("; {near}"));
        let what = format!(
            "nothing in this case or this game is called `{unknown}`, so this would hold whatever happens{near}"
        );
        Err((strange.span.clone(), what))
    }

    /// A replay of the record gives the same fight, and a copy of that asks the same.
    pub fn replayed(&mut self) -> Result<(), String> {
        let lines = self.live.unwritten();
        let again = self.fight.live(terms(DiceFrom::Hand), lines);
        let differs = |what: &str| Err(format!("this fight cannot be replayed: {what}; that is a fault of the rules"));
        if let Some(divergence) = again.diverged() {
            return differs(&divergence.to_string());
        }
        // Copied before anybody has looked at a question: the copy must know what it is about.
        let copied = again.redealt(0);
        if matches!(self.live.waiting(), Waiting::Answer(_)) && copied.waiting() != self.live.waiting() {
            return differs(&format!("a copy of it waits for this: {}", copied.who_is_asked().join("; ")));
        }
        let (one, two) = (self.live.log(), again.log());
        if let Some(place) = (0..one.len().max(two.len())).find(|place| one.get(*place) != two.get(*place)) {
            let words = |log: &[Event]| log.get(place).map_or_else(|| "nothing".into(), ToString::to_string);
            return differs(&format!("first `{}` happened, then `{}`", words(one), words(two)));
        }
        match again.facts() == self.live.facts() && again.digest() == self.live.digest() {
            true => Ok(()),
            false => differs("the second time it ends in another state"),
        }
    }

    /// Every rule that the case claims to show was cited.
    pub fn shown(&self, source: &Source, head: &Head<'_>) -> Result<(), (At, String)> {
        let all = self.all_cited();
        for id in &head.shows {
            let at = || {
                if id.place.path == source.path { At::Script(id.place.span()) } else { At::Elsewhere(id.place.clone()) }
            };
            let Some(rule) = self.rule(id) else { return Err((at(), self.no_rule(id))) };
            if !all.contains(&rule) {
                let what = "no event, question or refusal of this case cites it";
                return Err((at(), format!("this case claims to show {}, but {what}", rule.id)));
            }
        }
        Ok(())
    }
}
