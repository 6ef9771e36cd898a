//! What happened, as a seat has seen and heard it.

use super::numbers::says_number;
use super::{Lens, UNSEEN};
use crate::cast::{Audience, Who};
use crate::desk::EDICT;
use crate::event::{Event, EventId, Harm, Role};
use crate::knowledge::Perceived;

impl Lens {
    /// The log as the seat knows it, counted anew: what nobody of its own perceived is left out. `may_know` says whether an
    /// audience is the seat's. Each comes with its place in the whole log.
    pub fn log(&self, log: &[Event], may_know: &dyn Fn(Audience) -> bool) -> Vec<(usize, Event)> {
        let mut places: Vec<Option<EventId>> = vec![None; log.len()];
        let mut seen = Vec::new();
        for (place, event) in log.iter().enumerate().filter(|(_, event)| may_know(event.audience)) {
            let Some(mut event) = self.event(event, place) else { continue };
            event.cause = event.cause.and_then(|cause| places.get(cause.0 as usize).copied().flatten());
            places[place] = Some(EventId(seen.len() as u32));
            seen.push((place, event));
        }
        seen
    }

    /// An event that was told at this place of the log; nothing where the seat perceived neither who did it nor to whom.
    fn event(&self, event: &Event, place: usize) -> Option<Event> {
        let how = |who: Option<Who>| who.map(|who| self.perceived(who, place));
        let known = |how: Option<Perceived>| how.is_some_and(|how| how > Perceived::Not);
        let (by, to) = (how(event.who), how(event.whom));
        let heard = event.who.is_none() && event.whom.is_none() || known(by) || known(to);
        let heard = heard && !self.names_hidden(&event.text) && !self.is_of_figures(event);
        heard.then(|| self.veiled(event, &|who| self.perceived(who, place) == Perceived::Seen))
    }

    /// Whether an event tells of a number that the seat may not know, and of nothing else: what the game master sets, or what a
    /// step of somebody costs. Without its number nothing would be left to tell.
    fn is_of_figures(&self, event: &Event) -> bool {
        let is_part =
            matches!(event.role, Role::Part | Role::Price) && event.harm.is_none() && event.changes.is_empty();
        let is_own = event.who.is_some() && self.sees_figures(event.who);
        !is_own && (is_part || event.rule.id == EDICT.id) && self.begins_with_figures(event.public_text())
    }

    /// An event that is looked at beforehand, as it would be told now.
    pub fn foreseen(&self, event: &Event) -> Event {
        self.veiled(event, &|who| self.known.get(who.index()).is_some_and(|known| known.is_seen()))
    }

    /// Whether all words of an event are the seat's to know, as far as the figures of those who take part are: somebody did it,
    /// and nobody is named who was not seen.
    fn is_open(&self, event: &Event, seen: &dyn Fn(Who) -> bool) -> bool {
        let mut open = event.who.is_some();
        self.each_name(&event.text, |place| open &= seen(Who(place as u16)));
        open
    }

    fn veiled(&self, event: &Event, seen: &dyn Fn(Who) -> bool) -> Event {
        let unseen_actor = event.who.is_some_and(|who| !seen(who));
        let mut told = event.clone();
        if !self.sees_figures(event.who) {
            told.dice.clear();
            told.terms.clear();
            told.pool.clear();
            told.total = None;
        }
        if !self.sees_figures(event.whom) || !self.sees_figures(event.who) {
            told.held.clear();
            told.against = None;
        }
        let secret = !self.sees_figures(event.who) || !self.sees_figures(event.whom);
        let text = if secret || !self.is_open(event, seen) { event.public_text() } else { &event.text };
        told.text = self.without_numbers(text, secret);
        told.public = None;
        let called = |place: usize| match seen(Who(place as u16)) {
            true => self.names[place].as_str(),
            false if self.called[place] == self.names[place] => UNSEEN,
            false => self.called[place].as_str(),
        };
        told.text = self.renamed(&told.text, called);
        told.changes.retain(|change| self.sees_figures(Some(change.who)));
        // How hard somebody is struck is seen by all, as far as the words tell it.
        let is_told = |harm: &Harm| seen(harm.whom) && says_number(&told.text, harm.amount);
        told.harm = event.harm.filter(|harm| self.sees_figures(Some(harm.whom)) || is_told(harm));
        if let Some(harm) = &mut told.harm {
            harm.by = harm.by.and_then(|by| self.who(by));
            harm.whom = self.who(harm.whom).unwrap_or(harm.whom);
        }
        for change in &mut told.changes {
            change.who = self.who(change.who).unwrap_or(change.who);
        }
        for shown in &mut told.dice {
            shown.whose = shown.whose.as_deref().map(|whose| self.renamed(whose, called));
        }
        for term in told.terms.iter_mut().chain(&mut told.pool).chain(&mut told.held) {
            term.label = self.renamed(&term.label, called);
            term.source = self.renamed(&term.source, called);
        }
        if unseen_actor {
            told.means = None;
        }
        told.who = event.who.filter(|who| seen(*who)).and_then(|who| self.who(who));
        told.whom = event.whom.filter(|whom| seen(*whom)).and_then(|whom| self.who(whom));
        told
    }
}
