//! What everybody could do in a fight and did, and what it moves: options counted by what they do, not by their words.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use quintain_dice::LateStream;
use xxhash_rust::xxh3::Xxh3Default;

use super::audit::Auditing;
use crate::cast::Who;
use crate::label::{Label, Means, Variant, Verb};
use crate::question::{Answer, Question};
use crate::rulebook::Rulebook;

/// What is heeded of fights that are heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heed {
    /// What is told.
    #[default]
    Events,
    /// That, and what everybody could do.
    Offers,
    /// That, and what it moves.
    Moves(Moves),
    /// What is told, and where tactics chose worse than they could.
    Audit(Auditing),
}

/// How it is found out what options move: at some questions what is offered is tried beside what the tactics choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moves {
    /// At one question in so many that leave a choice.
    pub every: u32,
    /// So many play-outs of each.
    pub play_outs: u32,
}

/// Something that a combatant could do: all options with this verb, means and variants, whomever they are aimed at. What
/// can be done in several ways is there for each of them but the plain one, and once without variants for all of them together.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Who could do it.
    pub who: Who,
    /// What is done.
    pub verb: &'static Verb,
    /// With what.
    pub means: Option<Means>,
    /// In which way of several.
    pub variants: Vec<Variant>,
    /// At how many questions it was among the options.
    pub offered: u32,
    /// At how many of them it was chosen.
    pub chosen: u32,
    /// What it moved, where that was tried.
    pub moved: Moved,
}

/// What an option moved its side's victories, against what the tactics chose at the same question (the tactics' own
/// choice: against another that was offered), in pairs of play-outs on common dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// How many pairs.
    pub pairs: u32,
    /// How many more of them were won by it: victories less victories of the other.
    pub more: i64,
    /// In how many of them it made a difference.
    pub differed: u32,
}

/// Everything offered in a fight.
#[derive(Debug, Default)]
pub(super) struct Offers {
    all: Vec<Offer>,
    /// Where each stands in `all`, by the hash of what it is; one whose place is taken stands under the next number.
    places: HashMap<u64, u32>,
    /// For each: the place of all its ways together, where it is one of several.
    together: Vec<Option<u32>>,
    /// For each: the last question at which it was offered, and whether it was chosen there.
    last: Vec<(u32, bool)>,
    /// How many questions have been heard.
    questions: u32,
    /// How many of them left a choice.
    pub(super) choices: u32,
}

/// The options of one question, each with the place of what it does.
pub(super) struct Kinds<A> {
    options: Vec<(u32, A)>,
    /// The place of what was chosen, where that was one alone: only that can be tried against another.
    chosen: Option<u32>,
}

/// A number by which an offer is found again.
fn number(who: Who, verb: &Verb, means: Option<&Means>, variants: &[Variant]) -> u64 {
    let mut hasher = Xxh3Default::new();
    (who, verb.key, means).hash(&mut hasher);
    variants.iter().for_each(|one| (one.axis, &one.key).hash(&mut hasher));
    hasher.finish()
}

impl Offer {
    fn is(&self, who: Who, verb: &Verb, means: Option<&Means>, variants: &[Variant]) -> bool {
        (self.who, self.verb.key) == (who, verb.key)
            && self.means.as_ref() == means
            && self.variants.len() == variants.len()
            && self.variants.iter().zip(variants).all(|(one, other)| (one.axis, &one.key) == (other.axis, &other.key))
    }

    /// By whom, verb, means and variants: in this order they are told.
    fn key(&self) -> (Who, &'static str, [String; 2], String) {
        let means = self.means.clone().map(|means| [means.key, means.name]).unwrap_or_default();
        let variants: Vec<String> = self.variants.iter().map(|one| format!("{}={}", one.axis, one.key)).collect();
        (self.who, self.verb.key, means, variants.join(" "))
    }
}

impl Offers {
    /// Counts what a question offers and what of it is chosen. Options of which the book does not say what they do are not
    /// counted.
    pub(super) fn hear<R: Rulebook>(
        &mut self,
        (fight, ask, who): (&R, &R::Ask, Who),
        question: &Question<R::Act>,
        answer: &Answer<R::Act>,
    ) -> Kinds<R::Act> {
        self.questions += 1;
        let mut told = Kinds { options: Vec::new(), chosen: None };
        let mut kinds = 0;
        for choice in question.choices() {
            let Some(label) = fight.doing(ask, &choice.act) else { continue };
            let (place, picked) = (self.place(who, label), answer.picks().contains(&choice.act));
            told.options.push((place, choice.act));
            if picked && answer.one().is_some() {
                told.chosen = Some(place);
            }
            kinds += u32::from(self.count(place, picked));
        }
        // All ways together, the plain one among them.
        for (place, _) in &told.options {
            if let Some(together) = self.together[*place as usize] {
                self.count(together, self.last[*place as usize].1);
            }
        }
        self.choices += u32::from(kinds > 1);
        told
    }

    /// The place of what an option does, new where it was never offered before.
    fn place(&mut self, who: Who, Label { verb, means, variants, .. }: Label) -> u32 {
        let mut number = number(who, verb, means.as_ref(), &variants);
        while let Some(place) = self.places.get(&number) {
            if self.all[*place as usize].is(who, verb, means.as_ref(), &variants) {
                return *place;
            }
            number = number.wrapping_add(1);
        }
        let bare = |means| Label { means, ..Label::new(verb) };
        let together = (!variants.is_empty()).then(|| self.place(who, bare(means.clone())));
        // Another may have been given a number on the way.
        while self.places.contains_key(&number) {
            number = number.wrapping_add(1);
        }
        let place = self.all.len() as u32;
        self.places.insert(number, place);
        self.all.push(Offer { who, verb, means, variants, offered: 0, chosen: 0, moved: Moved::default() });
        self.together.push(together);
        self.last.push((0, false));
        place
    }

    /// Counts an option of the question at hand, once however often it is there; whether it was not there yet.
    fn count(&mut self, place: u32, picked: bool) -> bool {
        let (last, offer) = (&mut self.last[place as usize], &mut self.all[place as usize]);
        let new = last.0 != self.questions;
        if new {
            *last = (self.questions, false);
            offer.offered += 1;
        }
        if picked && !last.1 {
            last.1 = true;
            offer.chosen += 1;
        }
        new
    }

    /// Tries what a question offers beside what was chosen, one act of each drawn from `draw`: `won` says of an answer in which
    /// of some play-outs on common dice its side wins.
    pub(super) fn weigh<A: Copy>(
        &mut self,
        kinds: &Kinds<A>,
        answer: &Answer<A>,
        draw: &mut LateStream,
        won: &mut dyn FnMut(&Answer<A>) -> Vec<bool>,
    ) {
        let Some(chosen) = kinds.chosen else { return };
        let mut others: Vec<(u32, A)> = kinds.options.iter().filter(|(place, _)| *place != chosen).copied().collect();
        others.sort_by_cached_key(|(place, _)| self.all[*place as usize].key());
        let mut tried: Vec<(u32, A)> = Vec::new();
        for acts in others.chunk_by(|(one, _), (other, _)| one == other) {
            tried.push(acts[draw.below(acts.len() as u32) as usize]);
        }
        if tried.is_empty() {
            return;
        }
        let own = won(answer);
        let against = draw.below(tried.len() as u32) as usize;
        for (nth, (place, act)) in tried.iter().enumerate() {
            let other = won(&Answer::One(*act));
            self.moved((*place, &other), (chosen, &own));
            if nth == against {
                self.moved((chosen, &own), (*place, &other));
            }
        }
    }

    /// Counts one of two things that were tried. What differs in its way alone says nothing of all ways together.
    fn moved(&mut self, (place, by): (u32, &[bool]), (other, instead): (u32, &[bool])) {
        let together = |place: u32| self.together[place as usize].unwrap_or(place);
        let (own, others) = (together(place), together(other));
        let way = (place != own).then_some(place);
        for place in way.into_iter().chain((own != others).then_some(own)) {
            let moved = &mut self.all[place as usize].moved;
            for (by, instead) in by.iter().zip(instead) {
                moved.pairs += 1;
                moved.more += i64::from(*by) - i64::from(*instead);
                moved.differed += u32::from(by != instead);
            }
        }
    }

    /// All of it, by who could do it and what it is.
    pub(super) fn into_list(mut self) -> Vec<Offer> {
        self.all.sort_by_cached_key(Offer::key);
        self.all
    }
}
