//! What packs hold, and what is kept of one who fights.

use quintain_engine::kit::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

/// A creature or a hero, with how many squares it goes in a turn and how much it bears before it gives up.
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
    #[serde(default)]
    pub oil: i16,
    pub weapon: Weapon,
    #[serde(default)]
    pub power: Vec<Power>,
}

/// What it strikes with: how many squares away, and the sides of its die of harm.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weapon {
    pub name: String,
    pub reach: u16,
    pub die: u16,
}

/// What it does with oil.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    Flare,
    Mend,
    Daunt,
}

/// What changes of one who fights.
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
        let sound = self.weapon.reach > 0 && (2..=20).contains(&self.weapon.die);
        if sound { Vec::new() } else { vec!["a weapon reaches 1 square at least, its die has 2 to 20 sides".into()] }
    }
}
