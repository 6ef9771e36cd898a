//! Creatures and people.

use quintain_engine::Temper;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gear::DealsEntry;
use super::ranked::Ranked;
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

/// A poison; two of one Gu that say the same are one, and so are two of creatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Poison {
    /// Poison damage, direct, at the start of each own turn.
    #[serde(default)]
    pub damage: i16,
    /// Metres of movement lost at the end of each own turn, down to 1.
    #[serde(default)]
    pub slows: i16,
    /// No movement, and no Combat Action but activating Gu.
    #[serde(default)]
    pub paralyses: bool,
    /// Own turns that it lasts.
    pub turns: u16,
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
    Soul(Ranked),
    /// Soul damage, and so many hundredths of one's own soul on top, rounded down.
    SoulPercent {
        /// A number, or one for each rank.
        amount: Ranked,
        /// Hundredths.
        percent: i16,
    },
    /// Pushed straight away so many metres.
    Push(i16),
    /// Pushed straight away so many metres, and prone.
    Knock(i16),
    /// Pushed straight away so many hundredths of the user's Strength in metres, at least 1, and prone.
    KnockByStrength(i16),
    /// Pushed straight away so many metres; held by a wall that is in the way.
    Pin(i16),
    /// Thrown up into the air so many metres.
    Lift(i16),
    /// Dropped out of the air as after a Dive that fails.
    FailsDive,
    /// A poison.
    Poisoned(Poison),
    /// Flames go out.
    Extinguish,
    /// The powers of the Gu are laid on it.
    Powers,
    /// Pulled next to the attacker.
    Pull,
}

impl Then {
    /// Whether it carries the one struck somewhere else, from where it may fall.
    pub fn moves(self) -> bool {
        matches!(
            self,
            Then::Push(_)
                | Then::Knock(_)
                | Then::KnockByStrength(_)
                | Then::Pin(_)
                | Then::Lift(_)
                | Then::FailsDive
                | Then::Pull
        )
    }
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
    /// What a hit deals at the end of a Dive instead.
    #[serde(default)]
    pub dive: Vec<DealsEntry>,
    /// What a hit deals instead while the Gu that gives the attack has no more than so many hit points.
    pub worn: Option<Worn>,
    /// Advantages less disadvantages of the roll.
    #[serde(default)]
    pub tilt: i8,
    /// Hits without a roll.
    #[serde(default)]
    pub sure: bool,
}

/// What an attack of a Gu deals while that Gu is in a bad way.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Worn {
    /// With at most so many hit points.
    pub hp: i16,
    /// What it deals then.
    pub deals: Vec<DealsEntry>,
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
    /// How it is minded where tactics play it.
    pub temper: Option<Temper>,
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
    /// A swarm: attacks made together are at different targets, and below half its hit points or soul there is only one.
    #[serde(default)]
    pub swarm: bool,
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
    /// Talents and traits, by id; one that was bought several times stands here as often.
    #[serde(default)]
    pub talents: Vec<String>,
}

impl CreatureEntry {
    /// Attributes and skills, by `Score`.
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
