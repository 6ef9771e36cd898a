//! Packs with one kind of entry: creatures.

use std::fmt::Debug;
use std::hash::Hash;

use quintain_content::{Entry, Inline, Packs, Problem, Problems, Source};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::game::Game;
use super::number::Number;
use crate::rulebook::EntryInfo;

/// The tables of a pack.
pub(super) const TABLES: &[&str] = &["creature"];

/// An entry of a pack: a creature or a hero.
pub trait Creature: DeserializeOwned + JsonSchema + Clone + Debug + Send + Sync + 'static {
    /// What the game keeps of a combatant.
    type Body: Clone + Debug + Hash + Send + Sync + 'static;

    /// Its name.
    fn name(&self) -> &str;

    /// Whether players play it. By default nobody does, and tactics answer for it.
    fn is_hero(&self) -> bool {
        false
    }

    /// One of them, as a fight begins.
    fn body(&self) -> Self::Body;

    /// What is wrong with it besides values out of their limits.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The packs of a game, read.
#[derive(Debug)]
pub struct Packed<C> {
    sources: Vec<Source>,
    pub(super) creatures: Vec<Entry<C>>,
}

impl<C: Creature> Packed<C> {
    /// Reads packs, with the entries that an encounter gives itself.
    pub(super) fn read<G: Game<Creature = C>>(sources: &[Source], inline: Option<&Inline>) -> Result<Self, Problems> {
        let mut packs = Packs::read(G::ID, TABLES, sources, inline);
        let creatures: Vec<Entry<C>> = packs.table(TABLES[0]);
        for entry in &creatures {
            let values = Number::faults(G::NUMBERS, &mut entry.value.body());
            for what in values.into_iter().chain(entry.value.faults()) {
                packs.report(Problem::at(&entry.place, format!("{}: {what}", entry.id)));
            }
        }
        packs.finish()?;
        Ok(Packed { sources: sources.to_vec(), creatures })
    }

    /// The same with the entries that an encounter gives itself.
    pub(super) fn with<G: Game<Creature = C>>(&self, inline: &Inline) -> Result<Self, Problems> {
        Packed::read::<G>(&self.sources, Some(inline))
    }

    /// What they hold.
    pub(super) fn entries(&self) -> Vec<EntryInfo> {
        let info = |entry: &Entry<C>| EntryInfo {
            table: TABLES[0],
            id: entry.id.clone(),
            name: entry.value.name().to_owned(),
        };
        self.creatures.iter().map(info).collect()
    }
}
