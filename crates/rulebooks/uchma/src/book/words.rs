//! The plain words of the book: resistances, kinds of damage, times, status effects.

use quintain_content::words;
pub use quintain_content::{Word, Words};

words! {
    /// What a precision roll is made against.
    Resistance {
        /// Physical attacks.
        Parry = "Parry",
        /// Magical attacks.
        Warding = "Warding",
        /// Status effects.
        Constitution = "Constitution",
        /// Attacks on areas.
        Evasion = "Evasion",
    }
}

impl Resistance {
    /// All four.
    pub const EACH: [Resistance; 4] =
        [Resistance::Parry, Resistance::Warding, Resistance::Constitution, Resistance::Evasion];
}

words! {
    /// Which armour takes from damage.
    DamageKind {
        /// Physical armour.
        Physical = "physical",
        /// Magical armour.
        Magical = "magical",
        /// None.
        ArmorIgnoring = "armor-ignoring",
    }
}

words! {
    /// How much of a creature is hidden.
    Cover {
        /// +1 to resistances.
        Quarter = "quarter cover",
        /// +2.
        Half = "half cover",
        /// +4.
        Full = "full cover",
    }
}

words! {
    /// What using an ability costs of a turn.
    Time {
        /// The action.
        Action = "action",
        /// The minor action, now.
        Rapid = "rapid action",
        /// The minor action, for later.
        Prepared = "prepared action",
        /// The whole turn.
        FullTurn = "full-turn action",
        /// Nothing: used together with something else, see `modifies`.
        Modification = "modification",
        /// Nothing, on one's own turn.
        Free = "free action",
        /// It is always there and never used.
        Passive = "passive",
    }
}

words! {
    /// What an ability is, for rules that ask.
    Tag {
        /// The basic weapon attack of its weapon or body.
        Basic = "basic weapon attack",
        /// A weapon attack.
        Weapon = "weapon attack",
        /// A technique.
        Technique = "technique",
        /// Flies to its target: cover and high ground matter.
        Projectile = "projectile",
        /// Hand to hand.
        Melee = "melee",
        /// Kept up from turn to turn by its singer.
        Poem = "poem",
        /// Kept up around a totem; one at a time.
        Ritual = "ritual",
        /// Acts through one's pet.
        Command = "command",
        /// Nothing that is seen or touched.
        Mental = "mental",
        /// A special action, open to every player's character.
        Special = "special action",
        /// Made without any weapon: the body itself touches.
        Natural = "natural",
        /// A charge.
        Charge = "charge",
        /// Needs a voice or an instrument: fails under water and where sound is stopped.
        Sound = "sound",
        /// Magic that can see round corners: non-magical cover does not help.
        CurvesRoundCover = "curves round cover",
    }
}

words! {
    /// The three kinds of status effects.
    Class {
        /// Hinders.
        Debilitating = "debilitating",
        /// Hurts.
        Harmful = "harmful",
        /// Helps.
        Supportive = "supportive",
    }
}

words! {
    /// A status effect.
    Status {
        /// Sees 1 m; worse precision.
        Blinded = "blinded",
        /// Base armour counts 0.
        CrackedArmor = "cracked armor",
        /// Worse precision.
        Disoriented = "disoriented",
        /// Weapon attacks hurt more.
        Exposed = "exposed",
        /// Slower and weaker in all.
        Fatigued = "fatigued",
        /// Speed 0.
        Immobilized = "immobilized",
        /// Weaker Constitution; harmful effects strike at once.
        Sickened = "sickened",
        /// Half speed.
        Slowed = "slowed",
        /// Wet: frost and lightning strike twice as hard.
        Soaked = "soaked",
        /// No action.
        Stunned = "stunned",
        /// Weaker Parry.
        WeakenedDefenses = "weakened defenses",
        /// Loses blood.
        Bleeding = "bleeding",
        /// Is on fire.
        Burning = "burning",
        /// Ill, and infects others.
        Diseased = "diseased",
        /// Under current.
        Electrified = "electrified",
        /// Freezes.
        Frostbitten = "frostbitten",
        /// One die better, once.
        Inspired = "inspired",
        /// Half damage, once.
        Protected = "protected",
        /// Better precision, once.
        PredictiveForesight = "predictive foresight",
        /// Better resistances, once.
        ProtectiveForesight = "protective foresight",
        /// Faster.
        Quickened = "quickened",
        /// Heals.
        Regeneration = "regeneration",
        /// Cannot be moved or felled.
        Surefooted = "surefooted",
        /// Health on top.
        TemporaryHealth = "temporary health",
        /// Magical armour on top.
        TemporaryMagicalArmor = "temporary magical armor",
        /// Physical armour on top.
        TemporaryPhysicalArmor = "temporary physical armor",
    }
}

impl Status {
    /// Whether its name is that of a thing, which one has, not of a quality, which one is.
    pub fn is_noun(self) -> bool {
        matches!(
            self,
            Status::CrackedArmor
                | Status::WeakenedDefenses
                | Status::PredictiveForesight
                | Status::ProtectiveForesight
                | Status::Regeneration
                | Status::TemporaryHealth
                | Status::TemporaryMagicalArmor
                | Status::TemporaryPhysicalArmor
        )
    }

    /// Which kind it is.
    pub fn class(self) -> Class {
        match self {
            status if status <= Status::WeakenedDefenses => Class::Debilitating,
            status if status <= Status::Frostbitten => Class::Harmful,
            _ => Class::Supportive,
        }
    }

    /// Whether its time may be counted in hits: that of what is harmful, and of regeneration.
    pub fn lasts_hits(self) -> bool {
        self.class() == Class::Harmful || self == Status::Regeneration
    }

    /// Whether its time may be counted in rounds.
    pub fn lasts_rounds(self) -> bool {
        self.class() != Class::Harmful
    }

    /// Whether it has a size, which Potency or the ability that puts it on decides.
    pub fn has_size(self) -> bool {
        matches!(
            self,
            Status::Disoriented
                | Status::Exposed
                | Status::Sickened
                | Status::Slowed
                | Status::WeakenedDefenses
                | Status::Bleeding
                | Status::Burning
                | Status::Diseased
                | Status::Electrified
                | Status::Frostbitten
                | Status::Quickened
                | Status::Regeneration
                | Status::TemporaryHealth
                | Status::TemporaryMagicalArmor
                | Status::TemporaryPhysicalArmor
        )
    }

    /// Fatigue stops at five stacks, protection nowhere; nothing else stacks.
    pub fn most_stacks(self) -> u8 {
        match self {
            Status::Fatigued => 5,
            Status::Protected => u8::MAX,
            _ => 1,
        }
    }
}

words! {
    /// What a creature is, for abilities that ask.
    Kind {
        /// A human being.
        Human = "human",
        /// An animal.
        Beast = "beast",
        /// A spirit.
        Spirit = "spirit",
        /// A spirit of fire.
        FireSpirit = "fire spirit",
        /// A spirit of water.
        WaterSpirit = "water spirit",
        /// A spirit of metal.
        MetalSpirit = "metal spirit",
        /// A vampire.
        Vampire = "vampire",
        /// A vampire's kin.
        VampireKin = "vampire kin",
        /// A ghost.
        Ghost = "ghost",
        /// Grows.
        Plant = "plant",
        /// Somebody's pet.
        Pet = "pet",
        /// A magical eye: its summoner sees and hears through it.
        Eye = "magical eye",
        /// Called up by magic.
        Summoned = "summoned",
    }
}

words! {
    /// The five elements of druids.
    Element {
        /// Earth.
        Earth = "earth",
        /// Metal.
        Metal = "metal",
        /// Fire.
        Fire = "fire",
        /// Water.
        Water = "water",
        /// Nature.
        Nature = "nature",
    }
}
