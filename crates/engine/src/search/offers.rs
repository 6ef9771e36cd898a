//! What everybody could do in a fight and did, and what it moves: options counted by what they do, not by their words.

use std::collections::BTreeMap;

use quintain_dice::LateStream;

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
/// can be done in several ways is there for each of them, and once without variants for all of them together.
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

/// By whom, verb, means and variants.
type Key = (Who, &'static str, String, String);

/// Everything offered in a fight.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    all: BTreeMap<Key, Offer>,
    /// How many questions left a choice.
    pub(super) choices: u32,
}

/// The kinds of option of one question, each with an act that is of it, the chosen kind apart.
pub(super) struct Kinds<A> {
    chosen: Option<Key>,
    others: Vec<(Key, A)>,
}

fn key(who: Who, label: &Label) -> Key {
    let means = label.means.as_ref().map_or_else(String::new, |means| means.key.clone());
    let variants: Vec<String> = label.variants.iter().map(|one| format!("{}={}", one.axis, one.key)).collect();
    (who, label.verb.key, means, variants.join(" "))
}

/// The same, in whatever way it is done.
fn any_way((who, verb, means, _): &Key) -> Key {
    (*who, *verb, means.clone(), String::new())
}

impl Offers {
    /// Counts what a question offers and what of it is chosen, and hands back its kinds with one act of each, drawn from
    /// `draw`. Options of which the book does not say what they do are not counted.
    pub(super) fn hear<R: Rulebook>(
        &mut self,
        (fight, ask, who): (&R, &R::Ask, Who),
        question: &Question<R::Act>,
        answer: &Answer<R::Act>,
        draw: &mut LateStream,
    ) -> Kinds<R::Act> {
        let (mut kinds, mut ways) = (BTreeMap::<Key, (Vec<R::Act>, bool)>::new(), BTreeMap::<Key, bool>::new());
        for choice in question.choices() {
            let Some(label) = fight.label(ask, &choice.act) else { continue };
            let (key, picked) = (key(who, &label), answer.picks().contains(&choice.act));
            self.known(&key, label);
            *ways.entry(any_way(&key)).or_default() |= picked;
            let kind = kinds.entry(key).or_default();
            kind.0.push(choice.act);
            kind.1 |= picked;
        }
        ways.retain(|way, _| !kinds.contains_key(way));
        for (way, picked) in &ways {
            self.count(way, *picked);
        }
        self.choices += u32::from(kinds.len() > 1);
        let mut told = Kinds { chosen: None, others: Vec::new() };
        for (key, (acts, chosen)) in kinds {
            self.count(&key, chosen);
            match (chosen, answer.one()) {
                (true, Some(_)) => told.chosen = Some(key),
                (false, Some(_)) => {
                    let act = acts[draw.below(acts.len() as u32) as usize];
                    told.others.push((key, act));
                }
                // Only what is chosen alone can be tried against another.
                (_, None) => {}
            }
        }
        told
    }

    /// Makes room for what these options do.
    fn known(&mut self, key: &Key, label: Label) {
        if self.all.contains_key(key) {
            return;
        }
        let Label { verb, means, variants, .. } = label;
        let offer = Offer { who: key.0, verb, means, variants, offered: 0, chosen: 0, moved: Moved::default() };
        if !offer.variants.is_empty() {
            let any = Offer { variants: Vec::new(), ..offer.clone() };
            self.all.entry(any_way(key)).or_insert(any);
        }
        self.all.insert(key.clone(), offer);
    }

    fn count(&mut self, key: &Key, chosen: bool) {
        if let Some(offer) = self.all.get_mut(key) {
            offer.offered += 1;
            offer.chosen += u32::from(chosen);
        }
    }

    /// Tries what a question offers beside what was chosen: `won` says of an answer in which of some play-outs on common
    /// dice its side wins.
    pub(super) fn weigh<A: Copy>(
        &mut self,
        kinds: &Kinds<A>,
        answer: &Answer<A>,
        draw: &mut LateStream,
        won: &mut dyn FnMut(&Answer<A>) -> Vec<bool>,
    ) {
        let Some(chosen) = &kinds.chosen else { return };
        if kinds.others.is_empty() {
            return;
        }
        let own = won(answer);
        let against = draw.below(kinds.others.len() as u32) as usize;
        for (place, (key, act)) in kinds.others.iter().enumerate() {
            let other = won(&Answer::One(*act));
            self.moved(key, &other, &own);
            if place == against {
                self.moved(chosen, &own, &other);
            }
        }
    }

    fn moved(&mut self, key: &Key, by: &[bool], instead: &[bool]) {
        let any = any_way(key);
        if any != *key {
            self.moved(&any, by, instead);
        }
        let Some(Offer { moved, .. }) = self.all.get_mut(key) else { return };
        for (by, instead) in by.iter().zip(instead) {
            moved.pairs += 1;
            moved.more += i64::from(*by) - i64::from(*instead);
            moved.differed += u32::from(by != instead);
        }
    }

    /// All of it.
    pub(super) fn into_list(self) -> Vec<Offer> {
        self.all.into_values().collect()
    }
}
