//! The glossary of a game, made of its sheet and its conditions while it is compiled.

use std::marker::PhantomData;

use super::conditions::Condition;
use super::fight::{Body, Fight};
use super::game::Game;
use super::number::Number;
use crate::desk::EDICT;
use crate::glossary::{ConditionKind, Mood, StatGroup, StatInfo, StatKind};

/// The most values, and the most conditions, that a game may have. One with more does not compile.
const MOST: usize = 64;

/// What fills the places that a game leaves.
const NO_STAT: StatInfo =
    StatInfo { key: "", label: "", short: "", group: StatGroup::Background, kind: StatKind::Words, gloss: "" };
const NO_CONDITION: &ConditionKind =
    &ConditionKind { key: "", label: "", short: "", mood: Mood::Plain, order: 0, rule: &EDICT, gloss: "" };

/// What programs and pages know of the values and conditions of a game, with places to spare at the end.
pub(super) struct Glossary<G>(PhantomData<G>);

impl<G: Game> Glossary<G> {
    pub(super) const STATS: &'static [StatInfo] = &stats(G::NUMBERS);
    pub(super) const CONDITIONS: &'static [&'static ConditionKind] = &conditions(G::CONDITIONS);
}

const fn stats<G: Game>(sheet: &[Number<Fight<G>, Body<G>>]) -> [StatInfo; MOST] {
    let mut stats = [NO_STAT; MOST];
    let mut place = 0;
    while place < sheet.len() {
        stats[place] = sheet[place].info;
        place += 1;
    }
    stats
}

const fn conditions(all: &[&'static Condition]) -> [&'static ConditionKind; MOST] {
    let mut kinds = [NO_CONDITION; MOST];
    let mut place = 0;
    while place < all.len() {
        kinds[place] = &all[place].info;
        place += 1;
    }
    kinds
}
