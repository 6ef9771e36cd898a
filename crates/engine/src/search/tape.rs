//! What has happened since the last resting point, ready to be repeated without reading any words.

use quintain_dice::Faces;

use crate::desk::recorded;
use crate::edict::Edict;
use crate::fact::Fact;
use crate::question::Answer;
use crate::rulebook::{Rulebook, names};
use crate::table::lay;

/// One thing that the table said.
#[derive(Clone, Debug)]
pub(crate) enum Entry<R: Rulebook> {
    /// Dice.
    Dice(Faces),
    /// An answer, with the place of its question among those that were open.
    Answer(usize, Answer<R::Act>),
    /// An edict of the GM.
    Edict(Edict),
}

impl<R: Rulebook> Entry<R> {
    /// Whether both say the same; of edicts that is not looked at.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Entry::Dice(one), Entry::Dice(other)) => one == other,
            (Entry::Answer(place, one), Entry::Answer(there, other)) => place == there && one == other,
            _ => false,
        }
    }

    /// What a recorded fact means where these questions are open. Nothing for facts that say nothing to the rules, or do
    /// not fit them.
    pub(crate) fn read(fight: &R, asks: &[R::Ask], fact: &Fact) -> Option<Self> {
        match fact {
            Fact::Dice { faces, .. } => Some(Entry::Dice(lay(faces))),
            Fact::Edict { words } => Edict::parse(words, &names(fight)).ok().map(Entry::Edict),
            Fact::Answer { .. } => recorded(fight, asks, fact).map(|(place, answer, _)| Entry::Answer(place, answer)),
            Fact::Rest { .. } | Fact::Standing(_) | Fact::Cut { .. } | Fact::Replace { .. } => None,
        }
    }
}
