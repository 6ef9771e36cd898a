//! The plain words of the book: attributes, saves, skills, sizes, damage, conditions, properties, styles.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Writes out a closed list of words: the enum, all of them, and how each is written.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $word:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$doc])* $word,)* }

        impl $name {
            /// All of them, in the book's order.
            pub const ALL: &'static [Self] = &[$($name::$word,)*];

            /// How messages write it.
            pub fn text(self) -> &'static str {
                match self { $($name::$word => $text,)* }
            }

            /// The word that is written so, whatever the case; blanks and hyphens are alike.
            pub fn named(text: &str) -> Option<Self> {
                let plain = |text: &str| text.trim().to_lowercase().replace('-', " ");
                Self::ALL.iter().copied().find(|word| plain(word.text()) == plain(text))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}

words! {
    /// The four attributes.
    Attribute {
        /// Strength of body.
        Might = "Might",
        /// Nimbleness; elsewhere called agility.
        Dexterity = "Dexterity",
        /// Wits.
        Intelligence = "Intelligence",
        /// Presence.
        Charisma = "Charisma",
    }
}

words! {
    /// What a creature resists with.
    Save {
        /// With Might.
        Might = "Might Save",
        /// With Dexterity.
        Dexterity = "Dexterity Save",
        /// With Intelligence.
        Intelligence = "Intelligence Save",
        /// With Charisma.
        Charisma = "Charisma Save",
        /// The better of Might and Dexterity.
        Physical = "Physical Save",
        /// The better of Intelligence and Charisma.
        Mental = "Mental Save",
    }
}

words! {
    /// The skills that come up in a fight.
    Skill {
        /// Might.
        Athletics = "Athletics",
        /// Might.
        Intimidation = "Intimidation",
        /// Dexterity.
        Acrobatics = "Acrobatics",
        /// Dexterity.
        SleightOfHand = "Sleight of Hand",
        /// Dexterity.
        Stealth = "Stealth",
        /// Intelligence.
        Medicine = "Medicine",
        /// Charisma.
        Insight = "Insight",
        /// Combat Proficiency takes the attribute's place.
        Perception = "Perception",
    }
}

impl Skill {
    /// The attribute it goes by; none for Perception.
    pub fn attribute(self) -> Option<Attribute> {
        match self {
            Skill::Athletics | Skill::Intimidation => Some(Attribute::Might),
            Skill::Acrobatics | Skill::SleightOfHand | Skill::Stealth => Some(Attribute::Dexterity),
            Skill::Medicine => Some(Attribute::Intelligence),
            Skill::Insight => Some(Attribute::Charisma),
            Skill::Perception => None,
        }
    }
}

/// Medium, as most are.
impl Default for Size {
    fn default() -> Self {
        Size::Medium
    }
}

words! {
    /// How big a creature is.
    Size {
        /// One Space.
        Tiny = "Tiny",
        /// One Space.
        Small = "Small",
        /// One Space.
        Medium = "Medium",
        /// 2 by 2.
        Large = "Large",
        /// 3 by 3.
        Huge = "Huge",
        /// 4 by 4.
        Gargantuan = "Gargantuan",
        /// 5 by 5.
        Colossal = "Colossal",
    }
}

impl Size {
    /// How many Spaces it is wide and deep.
    pub fn across(self) -> u8 {
        match self {
            Size::Tiny | Size::Small | Size::Medium => 1,
            Size::Large => 2,
            Size::Huge => 3,
            Size::Gargantuan => 4,
            Size::Colossal => 5,
        }
    }

    /// Its step: Medium is 0.
    pub fn step(self) -> i16 {
        self as i16 - Size::Medium as i16
    }
}

words! {
    /// What harm is made of.
    Damage {
        /// Physical.
        Bludgeoning = "Bludgeoning",
        /// Physical.
        Piercing = "Piercing",
        /// Physical.
        Slashing = "Slashing",
        /// Elemental.
        Cold = "Cold",
        /// Elemental.
        Corrosion = "Corrosion",
        /// Elemental.
        Fire = "Fire",
        /// Elemental.
        Lightning = "Lightning",
        /// Elemental.
        Poison = "Poison",
        /// Elemental.
        Sonic = "Sonic",
        /// Mystical.
        Radiant = "Radiant",
        /// Mystical.
        Psychic = "Psychic",
        /// Mystical.
        Umbral = "Umbral",
        /// Nothing takes from it.
        True = "True",
    }
}

impl Damage {
    /// Bludgeoning, Piercing or Slashing.
    pub fn physical(self) -> bool {
        self <= Damage::Slashing
    }

    /// Whether a Protection Bonus takes from it: physical and elemental harm.
    pub fn stopped_by_protection(self) -> bool {
        self <= Damage::Sonic
    }
}

words! {
    /// What can be the matter with a creature.
    Condition {
        /// 1 True damage at the start of each turn.
        Bleeding = "Bleeding",
        /// Cannot see.
        Blinded = "Blinded",
        /// 1 Fire damage at the start of each turn.
        Burning = "Burning",
        /// Will not harm the charmer.
        Charmed = "Charmed",
        /// DIS on Mental Checks.
        Dazed = "Dazed",
        /// Dazed, and DIS on Mental Saves.
        HeavilyDazed = "Heavily Dazed",
        /// Cannot hear.
        Deafened = "Deafened",
        /// Takes its number from Checks, Saves, Speed and Save DC.
        Exhaustion = "Exhaustion",
        /// Attacks against it have ADV.
        Exposed = "Exposed",
        /// Must flee.
        Frightened = "Frightened",
        /// Held: Speed 0.
        Grappled = "Grappled",
        /// DIS on its Attacks.
        Hindered = "Hindered",
        /// DIS on Physical Checks.
        Impaired = "Impaired",
        /// Impaired, and DIS on Physical Saves.
        HeavilyImpaired = "Heavily Impaired",
        /// Spends no AP, does not speak.
        Incapacitated = "Incapacitated",
        /// DIS on Checks while the source is in sight.
        Intimidated = "Intimidated",
        /// Cannot be seen.
        Invisible = "Invisible",
        /// Hits from next to it are critical.
        Paralyzed = "Paralyzed",
        /// Stone.
        Petrified = "Petrified",
        /// Impaired, and 1 Poison damage at the start of each turn.
        Poisoned = "Poisoned",
        /// On the ground.
        Prone = "Prone",
        /// Hindered, Exposed and Grappled.
        Restrained = "Restrained",
        /// Each Space costs that much more.
        Slowed = "Slowed",
        /// That many AP fewer.
        Stunned = "Stunned",
        /// No AP, Exposed.
        Surprised = "Surprised",
        /// DIS on Attacks against others than the taunter.
        Taunted = "Taunted",
        /// Out cold.
        Unconscious = "Unconscious",
        /// Out of breath.
        Suffocating = "Suffocating",
        /// Takes no Reactions.
        NoReactions = "without Reactions",
    }
}

words! {
    /// Families of weapons that styles and rules go by.
    Style {
        /// More against who bleeds.
        Axe = "Axe",
        /// More against who is slowed.
        Bow = "Bow",
        /// More against shields and half cover.
        Chained = "Chained",
        /// More against the same target again.
        Crossbow = "Crossbow",
        /// More against who is grappled.
        Fist = "Fist",
        /// More against who is dazed or petrified.
        Hammer = "Hammer",
        /// More against who is impaired.
        Pick = "Pick",
        /// More after two Spaces towards the target.
        Spear = "Spear",
        /// More against who is hindered.
        Staff = "Staff",
        /// More against who is exposed.
        Sword = "Sword",
        /// More beyond one Space.
        Whip = "Whip",
    }
}

words! {
    /// Who knows how to use it.
    Group {
        /// Part of the body or of a stat block: always known.
        Natural = "natural",
        /// Simple hand-to-hand weapons.
        SimpleMelee = "simple melee",
        /// Martial hand-to-hand weapons.
        MartialMelee = "martial melee",
        /// Simple shooting weapons.
        SimpleRanged = "simple ranged",
        /// Martial shooting weapons.
        MartialRanged = "martial ranged",
        /// Anything picked up.
        Improvised = "improvised",
    }
}

impl Group {
    /// Made for shooting.
    pub fn ranged(self) -> bool {
        matches!(self, Group::SimpleRanged | Group::MartialRanged)
    }
}

words! {
    /// What a creature is, for effects that ask.
    Tag {
        /// An animal.
        Beast = "beast",
        /// Dead and up again.
        Undead = "undead",
        /// Made, not born.
        Construct = "construct",
        /// Has a body of water or slime that others can stand in.
        Ooze = "ooze",
        /// A person.
        Humanoid = "humanoid",
        /// A dragon or its kin.
        Dragon = "dragon",
        /// A plant.
        Plant = "plant",
        /// A giant.
        Giant = "giant",
        /// Of the fey or of another world.
        Spirit = "spirit",
    }
}
