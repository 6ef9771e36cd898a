//! The words that packs and rules share: what can be tested, how harm comes, how large things are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quintain_engine::Blank;

/// What a test is made against: an attribute or a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// Agility.
    Agility,
    /// Fortitude.
    Fortitude,
    /// Cognition.
    Cognition,
    /// Wisdom.
    Wisdom,
    /// Attitude.
    Attitude,
    /// Strength.
    Strength,
    /// Perseverance.
    Perseverance,
    /// Close Combat.
    CloseCombat,
    /// Ranged Attack.
    RangedAttack,
    /// Athletics.
    Athletics,
    /// Dodge.
    Dodge,
    /// Flying.
    Flying,
    /// Awareness.
    Awareness,
    /// Insight.
    Insight,
}

impl Score {
    /// All of them.
    pub const ALL: [Score; 14] = [
        Score::Agility,
        Score::Fortitude,
        Score::Cognition,
        Score::Wisdom,
        Score::Attitude,
        Score::Strength,
        Score::Perseverance,
        Score::CloseCombat,
        Score::RangedAttack,
        Score::Athletics,
        Score::Dodge,
        Score::Flying,
        Score::Awareness,
        Score::Insight,
    ];

    /// Whether one attacks, parries or dodges with it.
    pub fn is_fought(self) -> bool {
        matches!(self, Score::CloseCombat | Score::RangedAttack | Score::Dodge)
    }

    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The name by which encounters, edicts and views reach it.
    pub fn key(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Score::Agility => ("Agility", "agility"),
            Score::Fortitude => ("Fortitude", "fortitude"),
            Score::Cognition => ("Cognition", "cognition"),
            Score::Wisdom => ("Wisdom", "wisdom"),
            Score::Attitude => ("Attitude", "attitude"),
            Score::Strength => ("Strength", "strength"),
            Score::Perseverance => ("Perseverance", "perseverance"),
            Score::CloseCombat => ("Close Combat", "close-combat"),
            Score::RangedAttack => ("Ranged Attack", "ranged-attack"),
            Score::Athletics => ("Athletics", "athletics"),
            Score::Dodge => ("Dodge", "dodge"),
            Score::Flying => ("Flying", "flying"),
            Score::Awareness => ("Awareness", "awareness"),
            Score::Insight => ("Insight", "insight"),
        }
    }

    /// Whether it is a skill: what prone makes harder.
    pub fn is_skill(self) -> bool {
        self >= Score::CloseCombat
    }
}

/// How harm comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DamageType {
    /// Blows, collisions, stabs.
    Force,
    /// Cuts.
    Rending,
    /// Low temperature.
    Cold,
    /// High temperature and fire.
    Heat,
    /// Electricity.
    Shock,
    /// Of a poison.
    Poison,
    /// Sound.
    Sonic,
    /// Of no type: bleeding.
    Untyped,
}

/// How many types of damage there are.
pub const DAMAGE_TYPES: usize = 8;

impl DamageType {
    /// All of them.
    pub const ALL: [DamageType; DAMAGE_TYPES] = [
        DamageType::Force,
        DamageType::Rending,
        DamageType::Cold,
        DamageType::Heat,
        DamageType::Shock,
        DamageType::Poison,
        DamageType::Sonic,
        DamageType::Untyped,
    ];

    pub fn name(self) -> &'static str {
        match self {
            DamageType::Force => "force",
            DamageType::Rending => "rending",
            DamageType::Cold => "cold",
            DamageType::Heat => "heat",
            DamageType::Shock => "shock",
            DamageType::Poison => "poison",
            DamageType::Sonic => "sonic",
            DamageType::Untyped => "untyped",
        }
    }
}

impl Blank for DamageType {
    const BLANK: Self = DamageType::Untyped;
}

/// A set of types of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DamageTypes(u8);

impl DamageTypes {
    /// Every type.
    pub const EVERY: DamageTypes = DamageTypes(u8::MAX);

    /// These types.
    pub fn of(types: &[DamageType]) -> Self {
        DamageTypes(types.iter().fold(0, |all, one| all | 1 << *one as u8))
    }

    /// All but these types.
    pub fn but(types: &[DamageType]) -> Self {
        DamageTypes(!DamageTypes::of(types).0)
    }

    /// Whether this type is one of them.
    pub fn has(self, damage: DamageType) -> bool {
        self.0 >> damage as u8 & 1 == 1
    }
}

/// How large a creature or a part of one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// An insect; shares squares with others.
    Tiny,
    /// A child.
    Small,
    /// A grown human.
    #[default]
    Medium,
    /// Four squares.
    Large,
    /// Nine squares.
    Huge,
}

impl Size {
    const ALL: [Size; 5] = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge];

    /// The most squares that lie along a side.
    pub const MOST_SQUARES: i16 = 3;

    /// Squares along a side; also its height in metres.
    #[inline]
    pub fn side(self) -> u8 {
        match self {
            Size::Huge => 3,
            Size::Large => 2,
            _ => 1,
        }
    }

    /// What hitting something of this size adds to the die.
    pub fn to_hit(self) -> i16 {
        match self {
            Size::Tiny => 40,
            Size::Small => 20,
            Size::Medium => 0,
            Size::Large => -20,
            Size::Huge => -40,
        }
    }

    /// So many steps larger (or smaller), as far as there are sizes.
    #[must_use]
    pub fn shifted(self, steps: i8) -> Size {
        let place = (self as i8 + steps).clamp(0, 4);
        Size::ALL.get(place.unsigned_abs() as usize).copied().unwrap_or(self)
    }

    pub fn name(self) -> &'static str {
        match self {
            Size::Tiny => "Tiny",
            Size::Small => "Small",
            Size::Medium => "Medium",
            Size::Large => "Large",
            Size::Huge => "Huge",
        }
    }
}

/// A part of a body that a called shot may be aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The head.
    Head,
    /// The torso.
    Torso,
    /// An arm.
    Arm,
    /// A hand.
    Hand,
    /// A leg.
    Leg,
    /// A wing, grown or manifested.
    Wing,
    /// A tail.
    Tail,
}

impl Part {
    /// Its size on a body of Medium size.
    pub fn on_medium(self) -> Size {
        match self {
            Part::Hand => Size::Tiny,
            Part::Torso => Size::Medium,
            _ => Size::Small,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Part::Head => "head",
            Part::Torso => "torso",
            Part::Arm => "arm",
            Part::Hand => "hand",
            Part::Leg => "leg",
            Part::Wing => "wing",
            Part::Tail => "tail",
        }
    }
}

/// What there is to react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// An attack has hit; its damage is not rolled yet.
    Hit,
    /// An area or an effect without attack roll strikes.
    Caught,
    /// An attack is about to be rolled.
    Aimed,
    /// An attack has missed.
    Missed,
    /// Somebody has moved.
    Moved,
    /// An enemy has come next to one.
    Arrived,
    /// A Gu makes or does something.
    Effect,
    /// Somebody has fallen to 0 hit points and is about to test Perseverance.
    Collapsing,
    /// Somebody is about to test Perseverance for something else.
    Persevering,
    /// Somebody has been killed.
    Killed,
    /// Somebody has been poisoned.
    Poisoned,
    /// Something has befallen somebody that a Gu may undo.
    Afflicted,
    /// Somebody activates a Gu, which only a Gu made for it answers.
    Activating(u8),
}

/// The word for one side of the body.
pub fn side_word(left: bool) -> &'static str {
    if left { "left" } else { "right" }
}
