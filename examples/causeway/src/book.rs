//! What packs hold, and what a fight keeps of each combatant.

use quintain_engine::kit::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

/// A creature or a hero, by the words of the chapter. Its weapon reaches so many squares and does a die of harm.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    #[serde(default)]
    pub hero: bool,
    pub heart: i16,
    pub skill: i16,
    pub guard: i16,
    #[serde(default)]
    pub armour: i16,
    pub pace: u16,
    pub nerve: i16,
    pub weapon: String,
    pub reach: u16,
    pub die: u16,
    #[serde(default)]
    pub oil: i16,
    #[serde(default)]
    pub power: Vec<Power>,
}

/// What it does with oil.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    Flare,
    Mend,
    Daunt,
}

/// What changes of a combatant while it fights: how much heart it has and began with, its oil, whether it has tried its nerve.
#[derive(Clone, Debug, Hash)]
pub struct Body {
    pub heart: i16,
    pub full: i16,
    pub oil: i16,
    pub tried: bool,
}

impl Creature for Entry {
    type Body = Body;

    fn name(&self) -> &str {
        &self.name
    }

    fn is_hero(&self) -> bool {
        self.hero
    }

    fn body(&self) -> Body {
        Body { heart: self.heart, full: self.heart, oil: self.oil, tried: false }
    }

    fn faults(&self) -> Vec<String> {
        let scores = [("skill", self.skill), ("guard", self.guard), ("armour", self.armour), ("nerve", self.nerve)];
        let scores = scores.into_iter().filter_map(|(name, score)| outside(name, score, 0..=20));
        let ways = [("pace", self.pace, 0), ("reach", self.reach, 1), ("die", self.die, 2)];
        let ways = ways.into_iter().filter_map(|(name, number, least)| outside(name, number, least..=20));
        scores.chain(ways).collect()
    }
}
