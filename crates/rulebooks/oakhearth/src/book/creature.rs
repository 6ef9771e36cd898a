//! Who fights: the numbers of creatures and heroes, and what they can do.

use quintain_engine::Temper;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::AbilityEntry;
use super::gear::WeaponEntry;
use super::words::{Condition, Damage, Save, Size, Style, Tag};

/// The four attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attributes {
    /// Strength of body.
    pub might: i8,
    /// Nimbleness.
    pub dexterity: i8,
    /// Wits.
    pub intelligence: i8,
    /// Presence.
    pub charisma: i8,
}

/// Skill bonuses that are not the bare attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Skills {
    /// Athletics.
    pub athletics: Option<i8>,
    /// Intimidation.
    pub intimidation: Option<i8>,
    /// Acrobatics.
    pub acrobatics: Option<i8>,
    /// Sleight of Hand.
    pub sleight_of_hand: Option<i8>,
    /// Stealth.
    pub stealth: Option<i8>,
    /// Medicine.
    pub medicine: Option<i8>,
    /// Insight.
    pub insight: Option<i8>,
    /// Perception.
    pub perception: Option<i8>,
}

/// How a creature bears a kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Bears {
    /// Takes half, at least 1 less.
    Half(Damage),
    /// Takes half of all physical damage.
    HalfPhysical,
    /// Takes half of everything.
    HalfAll,
    /// Takes so much less.
    Less(Damage, i8),
    /// Takes so much less of all physical damage.
    LessPhysical(i8),
    /// Takes so much more.
    More(Damage, i8),
    /// Takes twice as much.
    Double(Damage),
    /// Takes none.
    Immune(Damage),
}

/// What a natural attack may add for AP, or adds by itself.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rider {
    /// Its name in options and messages.
    pub name: String,
    /// AP, declared before the roll; 0 when it always happens.
    #[serde(default)]
    pub ap: u8,
    /// Only with this attack; nothing for any.
    pub with: Option<String>,
    /// Only against a target that the attacker grapples.
    #[serde(default)]
    pub against_grappled: bool,
    /// A die of so many sides to the Attack Check.
    pub die: Option<u8>,
    /// What happens on a hit.
    #[serde(default)]
    pub does: Vec<super::ability::Step>,
}

/// What a creature is or has beyond its numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Feature {
    /// So much to hit flanked targets, on top of ADV.
    HitsFlanked(i8),
    /// So much more damage to flanked targets.
    HurtsFlanked(i8),
    /// So much more damage to targets flanked, prone or under a condition.
    CheapShot(i8),
    /// Free movement of half its Speed when it hides.
    MovesWhenHiding,
    /// Free movement of half its Speed before its attack, once a turn.
    MovesBeforeAttack,
    /// Free movement of so many Spaces before its attack, once a turn.
    Lunges(u8),
    /// Its help starts with a die of so many sides.
    HelpDie(u8),
    /// Below 1 Hit Point only by Heavy Hits or Radiant damage.
    HardToKill,
    /// At half its Hit Points: Speed and AC change by these.
    WhenBloodied {
        /// Speed.
        speed: i8,
        /// AC.
        ac: i8,
    },
    /// At the start of its turn others of its side within 5 gain this many Temp HP.
    Heartens(i8),
    /// May be stood in: damage at the start of the turn to a creature inside, and Slowed 1.
    Engulfs {
        /// How much.
        amount: i8,
        /// Of what.
        kind: Damage,
    },
    /// Added to its check in spell duels.
    DuelBonus(i8),
    /// Hides in dim light as if out of sight.
    HidesInShadow,
    /// A Small rider moves with it.
    Mount,
    /// The disadvantage of fighting under water is none of its business.
    AtHomeInWater,
    /// Goes without air.
    NeedsNoAir,
    /// Counts as so much larger for Athletics.
    LargerForAthletics(u8),
    /// At 0 it fights on at death's door.
    DeathsDoor,
    /// So much less for its Death Threshold.
    ThresholdLower(i8),
    /// Its Disengage is always full.
    FullDisengage,
    /// ADV on its initiative roll.
    QuickWitted,
    /// Not moved by force as easily: ADV against being shoved, thrown, pushed.
    SureFooted,
    /// Difficult ground is ordinary ground to it.
    LightFooted,
    /// Half of its SP back, at least 1, by this of its deeds.
    Regains(Regains),
    /// Fights with this style: +1 to hit.
    StyleBonus(Style),
}

/// Gear that one can be without training for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Training {
    /// Armour of any kind.
    Armor,
    /// Heavy armour.
    HeavyArmor,
    /// Shields of any kind.
    Shields,
    /// Heavy shields.
    HeavyShields,
}

/// What gives a hero SP back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Regains {
    /// A Heavy or critical hit, dealt or taken.
    HeavyHits,
    /// A maneuver paid without SP.
    Maneuvers,
    /// A Help Die granted.
    Helping,
    /// The first hit in a round on a mark.
    FirstHit,
    /// A hit on somebody flanked or under a condition.
    Openings,
}

/// Senses beyond open eyes in good light, each with its range in Spaces; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Senses {
    /// Sees in the dark as in dim light, in dim light as in bright.
    pub darkvision: u8,
    /// Notices what touches the same ground.
    pub tremorsense: u8,
    /// Needs no eyes.
    pub blindsight: u8,
    /// Sees the Invisible, and in darkness.
    pub truesight: u8,
}

/// A creature, a person or a hero.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CreatureEntry {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// Where its numbers come from.
    pub source: Option<String>,
    /// A player's character.
    #[serde(default)]
    pub hero: bool,
    /// How it is minded where tactics play it.
    pub temper: Option<Temper>,
    /// Its level, 0 to 20.
    #[serde(default)]
    pub level: u8,
    /// How big it is.
    #[serde(default = "medium")]
    pub size: Size,
    /// What it is.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// The four attributes.
    pub attributes: Attributes,
    /// Hit Points.
    pub hp: i16,
    /// Armour Class with all it wears; nothing to reckon it from armour, shield and attributes.
    pub ac: Option<i8>,
    /// Protection Bonus with all it wears; nothing to reckon it from its armour.
    pub pb: Option<i8>,
    /// Action Points.
    #[serde(default = "four")]
    pub ap: i8,
    /// Mana Points.
    #[serde(default)]
    pub mp: i8,
    /// Stamina Points.
    #[serde(default)]
    pub sp: i8,
    /// Spaces of a Move.
    #[serde(default = "five")]
    pub speed: i8,
    /// Spaces of a Move in the air; nothing for those that cannot fly.
    pub fly: Option<i8>,
    /// Spaces of a Move in water; nothing for those without a Swim Speed.
    pub swim: Option<i8>,
    /// Spaces of a Move on walls.
    pub climb: Option<i8>,
    /// Attack and Spell Checks; nothing for Prime and Combat Proficiency.
    pub attack: Option<i8>,
    /// Save DC; nothing to reckon it.
    pub dc: Option<i8>,
    /// Initiative; nothing to reckon it.
    pub initiative: Option<i8>,
    /// Skill bonuses that are not the bare attribute.
    #[serde(default)]
    pub skills: Skills,
    /// Passive Awareness; nothing to reckon it.
    pub passive: Option<i8>,
    /// Saves with Combat Proficiency; nothing for all four.
    pub saves: Option<Vec<Save>>,
    /// Senses beyond open eyes in good light.
    #[serde(default)]
    pub senses: Senses,
    /// Trained with martial weapons: makes Attacks of Opportunity.
    #[serde(default)]
    pub martial: bool,
    /// Trained in spellcasting: may duel.
    #[serde(default)]
    pub spellcasting: bool,
    /// How it bears damage.
    #[serde(default)]
    pub bears: Vec<Bears>,
    /// Conditions that it never has.
    #[serde(default)]
    pub immune: Vec<Condition>,
    /// Weapons of its own, natural or not.
    #[serde(default)]
    pub attacks: Vec<WeaponEntry>,
    /// What these attacks may add.
    #[serde(default)]
    pub riders: Vec<Rider>,
    /// Weapons carried; those in hand first.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// How many of the weapons carried are in hand at the start; nothing for as many as hands allow.
    pub in_hand: Option<u8>,
    /// How many hands it has, 8 at most.
    #[serde(default = "two")]
    pub hands: u8,
    /// The shield on its arm.
    pub shield: Option<String>,
    /// The armour it wears.
    pub armor: Option<String>,
    /// The gear that it has not been trained in: armour costs it 2 AP, a shield gives it DIS on Attack and Spell Checks.
    #[serde(default)]
    pub untrained: Vec<Training>,
    /// Spells it knows.
    #[serde(default)]
    pub spells: Vec<String>,
    /// Maneuvers it knows.
    #[serde(default)]
    pub maneuvers: Vec<String>,
    /// Techniques it knows.
    #[serde(default)]
    pub techniques: Vec<String>,
    /// Special actions it shares with others.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Special actions of its own.
    #[serde(default)]
    pub own: Vec<AbilityEntry>,
    /// Items carried.
    #[serde(default)]
    pub items: Vec<String>,
    /// What it is or has beyond its numbers.
    #[serde(default)]
    pub features: Vec<Feature>,
}

fn medium() -> Size {
    Size::Medium
}

fn two() -> u8 {
    2
}

fn four() -> i8 {
    4
}

fn five() -> i8 {
    5
}
