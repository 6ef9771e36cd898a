//! Creatures and people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gear::DealsEntry;
use crate::condition::Condition;
use crate::kinds::{DamageType, Part, Score, Size};

/// Wings of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Flies {
    /// Metres of a Maneuver.
    pub speed: i16,
    /// Maneuvers a turn.
    #[serde(default = "two")]
    pub maneuvers: u8,
}

/// What a hit does besides its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rider {
    /// Only if damage reached hit points.
    #[serde(default)]
    pub if_hurt: bool,
    /// What.
    pub then: Then,
}

/// What comes of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Then {
    /// Stacks of bleeding.
    Bleeding(i16),
    /// Bleeding by so many hundredths of the rending damage that reached hit points, but at least so much.
    BleedingPercent {
        /// Hundredths.
        percent: i16,
        /// At least.
        least: i16,
    },
    /// A condition until something ends it.
    Condition(Condition),
    /// Burning, with fire of this rank.
    Burning(u8),
    /// Ablaze, with fire of this rank.
    Ablaze(u8),
    /// Soul damage.
    Soul(i16),
    /// Pushed straight away so many metres.
    Push(i16),
    /// Pulled next to the attacker.
    Pull,
}

/// A natural attack.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AttackEntry {
    /// Its name.
    pub name: String,
    /// What a hit deals; nothing is added to it.
    pub deals: Vec<DealsEntry>,
    /// Metres it reaches.
    #[serde(default = "one")]
    pub reach: u16,
    /// Shot or spat, with Ranged Attack.
    #[serde(default)]
    pub ranged: bool,
    /// What a hit does besides.
    #[serde(default)]
    pub riders: Vec<Rider>,
}

/// A creature or person.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureEntry {
    /// Its name.
    pub name: String,
    /// A player's character.
    #[serde(default)]
    pub player: bool,
    /// How large it is.
    #[serde(default)]
    pub size: Size,
    /// Hit points.
    pub hp: i16,
    /// Soul; left out for what has none.
    pub soul: Option<i16>,
    /// Metres of movement a turn.
    pub movement: i16,
    /// Wings of its own.
    pub flies: Option<Flies>,
    /// Agility.
    #[serde(default)]
    pub agility: i16,
    /// Fortitude.
    #[serde(default)]
    pub fortitude: i16,
    /// Cognition.
    #[serde(default)]
    pub cognition: i16,
    /// Wisdom.
    #[serde(default)]
    pub wisdom: i16,
    /// Attitude.
    #[serde(default)]
    pub attitude: i16,
    /// Strength.
    #[serde(default)]
    pub strength: i16,
    /// Perseverance; left out for beasts and objects, which die at 0 hit points.
    pub perseverance: Option<i16>,
    /// Close Combat.
    #[serde(default)]
    pub close_combat: i16,
    /// Ranged Attack.
    #[serde(default)]
    pub ranged_attack: i16,
    /// Athletics.
    #[serde(default)]
    pub athletics: i16,
    /// Dodge.
    #[serde(default)]
    pub dodge: i16,
    /// Flying; Agility where it is left out.
    pub flying: Option<i16>,
    /// Awareness; Wisdom where it is left out.
    pub awareness: Option<i16>,
    /// Insight; Wisdom where it is left out.
    pub insight: Option<i16>,
    /// Activations, where they do not follow from Wisdom and Cognition.
    pub activations: Option<u8>,
    /// The rank of its aperture; 0 for mortals and beasts.
    #[serde(default)]
    pub rank: u8,
    /// The most primeval essence that the aperture holds.
    #[serde(default)]
    pub essence: i16,
    /// Luck points.
    #[serde(default)]
    pub luck: u8,
    /// Primeval stones carried.
    #[serde(default)]
    pub stones: u16,
    /// Weight in kilograms.
    #[serde(default = "seventy")]
    pub weight: i16,
    /// The CR as printed; its first digit is the rank under one house rule.
    #[serde(default)]
    pub cr: u8,
    /// At home in water.
    #[serde(default)]
    pub aquatic: bool,
    /// An object or a swarm: no limbs, nothing to aim at.
    #[serde(default)]
    pub bodiless: bool,
    /// Arms, each with a hand.
    pub arms: Option<u8>,
    /// Parts that a called shot may be aimed at; those of a human where they are left out.
    pub parts: Option<Vec<Part>>,
    /// Conditions that it can never receive.
    #[serde(default)]
    pub immune: Vec<Condition>,
    /// Types of damage that strike it double.
    #[serde(default)]
    pub vulnerable: Vec<DamageType>,
    /// Types of damage that strike it half.
    #[serde(default)]
    pub resistant: Vec<DamageType>,
    /// Types of damage that do not strike it.
    #[serde(default)]
    pub invulnerable: Vec<DamageType>,
    /// Hit points that come back at the start of its turns.
    #[serde(default)]
    pub regenerates: i16,
    /// Natural attacks.
    #[serde(default)]
    pub attack: Vec<AttackEntry>,
    /// Natural attacks made together as one action, by name: `[["Claw", "Claw"]]`.
    #[serde(default)]
    pub together: Vec<Vec<String>>,
    /// Weapons carried, the first in hand.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Armour worn and shields carried.
    #[serde(default)]
    pub wears: Vec<String>,
    /// Gu owned, by id; with a rank where there are several: `"fish-scales 3"`.
    #[serde(default)]
    pub gu: Vec<String>,
    /// Which of them is the vital one.
    pub vital: Option<String>,
    /// Killer moves known, by id.
    #[serde(default)]
    pub killer_moves: Vec<String>,
}

impl CreatureEntry {
    /// Attributes and skills, by [`Score`].
    pub fn scores(&self) -> [i16; 14] {
        let mut all = [0; 14];
        let mut set = |score: Score, value: i16| all[score as usize] = value;
        set(Score::Agility, self.agility);
        set(Score::Fortitude, self.fortitude);
        set(Score::Cognition, self.cognition);
        set(Score::Wisdom, self.wisdom);
        set(Score::Attitude, self.attitude);
        set(Score::Strength, self.strength);
        set(Score::Perseverance, self.perseverance.unwrap_or(0));
        set(Score::CloseCombat, self.close_combat);
        set(Score::RangedAttack, self.ranged_attack);
        set(Score::Athletics, self.athletics);
        set(Score::Dodge, self.dodge);
        set(Score::Flying, self.flying.unwrap_or(self.agility));
        set(Score::Awareness, self.awareness.unwrap_or(self.wisdom));
        set(Score::Insight, self.insight.unwrap_or(self.wisdom));
        all
    }
}

fn one() -> u16 {
    1
}

fn two() -> u8 {
    2
}

fn seventy() -> i16 {
    70
}
