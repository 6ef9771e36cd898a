//! Creatures: what they are, can do and bear.

use super::{eighty, five, forty, melee, one, one_by_one, ten};
use crate::arm::{Blast, Reaching, Rider};
use quintain_engine::Temper;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a creature is, for incantations that ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// Has no reason: can be charmed as a beast, is appeased.
    Beast,
    /// Has reason: can be coerced.
    Sentient,
    /// A human being: can be subjugated.
    Human,
    /// At home in the sea.
    Sea,
    /// Flies.
    Flies,
    /// Dead.
    Shade,
}

/// What a creature can do or bear beyond its numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Special {
    /// Attacks from outside do nothing; a daring manoeuvre gets into the mouth.
    OnlyThroughTheMouth,
    /// An attack after 20 feet or more in a straight line is enhanced.
    Charge,
    /// As an action, a gaze that turns a combatant to stone that is in sight within these feet and fails a TEK save.
    StoneGaze {
        /// How far, in feet.
        feet: u16,
    },
    /// At KRA 0 it is only out of the fight.
    CannotDie,
    /// At KRA 0 it flies off.
    FliesOffAtZero,
    /// Attacks hand to hand from the ground are impaired.
    NimbleInTheAir,
    /// Attacks on it in the water are impaired.
    NimbleInTheWater,
    /// Cannot be reached hand to hand from the ground.
    OutOfReachAloft,
    /// Ranged attacks on it are impaired while it hides in a gust.
    Gusts,
    /// May snatch a held thing, or carry the victim itself off, instead of attacking.
    Snatches,
    /// Left to itself it attacks nobody who has not attacked it.
    Peaceful,
    /// Blows hand to hand do nothing.
    ImmuneToMelee,
    /// In the water nothing hurts it.
    InvulnerableInWater,
    /// As an action, a song; every foe that hears it within these feet and fails a THU save walks towards the singer.
    Song {
        /// How far, in feet.
        feet: u16,
    },
    /// As an action, sows teeth: 1d6 of this creature rise at the start of the next round.
    Sows {
        /// The creature.
        creature: String,
    },
    /// Has heads that can be cut off and grow again in twos; without any it is dead.
    RegrowingHeads { heads: u8 },
    /// Every limb that its bite takes becomes a further head.
    GathersHeads,
    /// Blows hand to hand only ever do a d4.
    Insubstantial,
    /// Sits on a horse.
    Mounted,
}

/// A natural attack.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AttackEntry {
    /// Its name in options and messages.
    pub name: String,
    /// Sides of its die.
    pub die: u8,
    /// How many dice or strikes; they may go to as many targets.
    #[serde(default = "one")]
    pub strikes: u8,
    /// How it reaches.
    #[serde(default = "melee")]
    pub reaching: Reaching,
    /// Melee reach in feet.
    #[serde(default = "five")]
    pub reach: u16,
    /// Beyond these feet a shot or throw is impaired.
    #[serde(default = "eighty")]
    pub sure: u16,
    /// Beyond these feet it cannot be made; nothing for as far as one sees.
    pub far: Option<u16>,
    /// The area, for the blast quality.
    pub blast: Option<Blast>,
    /// What it does beyond its die.
    #[serde(default)]
    pub riders: Vec<Rider>,
    /// As many strikes as there are heads; one blast while three or more are left.
    #[serde(default)]
    pub heads: bool,
    /// Cuts.
    #[serde(default)]
    pub edged: bool,
    /// Burns.
    #[serde(default)]
    pub fire: bool,
}

/// A creature, a person or a hero.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureEntry {
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// A player's character.
    #[serde(default)]
    pub hero: bool,
    /// How it is minded where tactics play it.
    pub temper: Option<Temper>,
    /// Stamina, 0 to 100.
    pub sta: i16,
    /// Armor of its own, 0 to 3.
    #[serde(default)]
    pub armor: i16,
    /// Strength, 1 to 30; 10 where the book is silent.
    #[serde(default = "ten")]
    pub kra: i16,
    /// Nimbleness.
    #[serde(default = "ten")]
    pub tek: i16,
    /// Control.
    #[serde(default = "ten")]
    pub thu: i16,
    /// Feet of a move.
    #[serde(default = "forty")]
    pub speed: u16,
    /// Width and depth in squares.
    #[serde(default = "one_by_one")]
    pub size: (u8, u8),
    /// What it is.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Natural attacks.
    #[serde(default)]
    pub attack: Vec<AttackEntry>,
    /// Pairs of natural attacks that it makes in one turn.
    #[serde(default)]
    pub together: Vec<(String, String)>,
    /// Weapons carried, the one in hand first.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Armour worn or held.
    #[serde(default)]
    pub wears: Vec<String>,
    /// Incantations on scrolls.
    #[serde(default)]
    pub scrolls: Vec<String>,
    /// Incantations known by heart.
    #[serde(default)]
    pub memorised: Vec<String>,
    /// Gods it prays to; heroes may pray to any.
    #[serde(default)]
    pub prays: Vec<String>,
    /// Gear that matters in a fight.
    #[serde(default)]
    pub items: Vec<String>,
    /// What it can do or bear beyond its numbers.
    #[serde(default)]
    pub special: Vec<Special>,
    /// A large group that fights as one.
    #[serde(default)]
    pub detachment: bool,
    /// Rolls morale for its side.
    #[serde(default)]
    pub leader: bool,
}
