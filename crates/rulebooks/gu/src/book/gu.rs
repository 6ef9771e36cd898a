//! Gu: what they cost, when they may be activated, what they do at once and what they do while they are at work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Effect, Saves, Whom};
use super::power::Power;
use super::ranked::Ranked;
use crate::kinds::Part;

/// The path that a Gu belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the paths say all there is to say")]
pub enum Path {
    Blood,
    Dark,
    Earth,
    Enslavement,
    Fire,
    Human,
    Ice,
    Information,
    Light,
    Lightning,
    Luck,
    Metal,
    Poison,
    Refinement,
    Rule,
    Soul,
    Sound,
    Space,
    Strength,
    Sword,
    Theft,
    Time,
    #[default]
    Transformation,
    Water,
    Wind,
    Wisdom,
    Wood,
}

/// A word in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Keyword {
    /// Carved into the body: at work from the beginning of the fight, for good.
    Dao,
    /// May be activated as a reaction to anything.
    Defensive,
    /// Mundane armour does not lower its damage; cover counts for less.
    Piercing,
    /// Takes damage in its owner's stead while it is at work.
    Shield,
    /// Stays at work while its cost is paid at the start of each own turn.
    Sustained,
    /// A dodge does not avoid it.
    Undodgeable,
    /// Nobody may react to it.
    Unreactable,
}

/// When a Gu may be activated as a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// An attack has hit its owner.
    BeingHit,
    /// A melee attack has hit its owner.
    BeingHitInMelee,
    /// A weapon, or a Gu of the sword path, is aimed at its owner from within its range.
    BeingAimedAtBySword,
    /// Somebody else within its range has been hit.
    OtherBeingHit,
    /// A combatant within its range that its owner sees is about to test Perseverance.
    Persevering,
    /// Somebody within its range has fallen to 0 hit points and is about to test Perseverance.
    Collapsing,
    /// Its owner has killed somebody within its range.
    Killing,
    /// Its owner is poisoned.
    BeingPoisoned,
    /// Its owner gains a condition, or falls to 0 hit points.
    Afflicted,
    /// An attack of its owner has missed.
    Missing,
    /// A creature that its owner sees has moved.
    SeenMoving,
    /// A creature that its owner sees activates a Gu of no higher rank than this one's.
    SeenActivating,
    /// An attack from farther than 1 m that is no melee attack has hit its owner.
    BeingShot,
    /// Something Unreactable has hit its owner.
    BeingHitUnreactably,
}

/// How long a Gu that is not sustained stays at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lasts {
    /// Until the start of the user's next turn.
    UntilNextTurn,
    /// So many of the bearer's turns.
    Turns(u16),
    /// Until damage reaches the bearer's hit points.
    UntilHurt,
    /// For what the Gu does at once, and no longer.
    MeanwhileOnly,
}

/// What the GM has to agree to before a Gu can be activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    /// The user stands in sunlight.
    Sunlight,
    /// The user is out of direct light.
    Shade,
    /// The place is outdoors.
    Outdoors,
}

/// How a target gets out of the hold of a Gu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Escape {
    /// What it takes.
    pub by: EscapeBy,
    /// The test.
    pub test: Saves,
    /// Hundredths of the user's Strength added to the die, at most 40.
    #[serde(default)]
    pub percent_strength: i16,
}

/// What getting out of a Gu's hold takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EscapeBy {
    /// A Combat Action.
    CombatAction,
    /// A bonus action.
    BonusAction,
    /// Nothing: the test comes by itself at the end of each turn.
    EndOfTurn,
}

/// A Gu.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GuEntry {
    /// Its name, without the closing word.
    pub name: String,
    /// What it looks like.
    pub about: Option<String>,
    /// The part of the body that it gives while it is sustained; a called shot may be aimed at it and strikes the Gu.
    pub manifests: Option<Part>,
    /// Its path.
    pub path: Path,
    /// Its rank, or all the ranks there are of it.
    pub rank: Ranked,
    /// Portions of essence for a user of the same rank; 0 for none.
    #[serde(default)]
    pub cost: Ranked,
    /// Metres; 0 for the user alone.
    #[serde(default)]
    pub range: Ranked,
    /// Its range is a touch.
    #[serde(default)]
    pub touch: bool,
    /// Its health.
    pub hp: Ranked,
    /// Words in brackets.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// How often it may be used before it is destroyed; any number where it is left out.
    pub expendable: Option<u8>,
    /// It can be activated only as a reaction to these.
    #[serde(default)]
    pub only_as_reaction: Vec<Moment>,
    /// It can be activated as a reaction to these, too.
    #[serde(default)]
    pub also_as_reaction: Vec<Moment>,
    /// As a reaction it avoids the attack that it answers.
    #[serde(default)]
    pub avoids: bool,
    /// As a reaction it lets its user dodge, with this on the test.
    pub dodges: Option<Ranked>,
    /// As a reaction it answers even what is Unreactable.
    #[serde(default)]
    pub even_unreactable: bool,
    /// As a reaction it takes the Gu or weapon that it answers away until the end of the fight.
    #[serde(default)]
    pub seals: bool,
    /// As a reaction to a Perseverance test: added to the die.
    #[serde(default)]
    pub perseverance: Ranked,
    /// An effect on the mind.
    #[serde(default)]
    pub mind: bool,
    /// What the GM has to agree to.
    pub needs: Option<Needs>,
    /// It works only from the start of its user's next turn.
    #[serde(default)]
    pub slow: bool,
    /// Armour that it leaves behind when it stops, by id.
    pub leaves: Option<String>,
    /// What it does at once.
    #[serde(default)]
    pub does: Vec<Effect>,
    /// What its user may do with a Combat Action as long as it is at work.
    #[serde(default)]
    pub acts: Vec<Effect>,
    /// What it does while it is at work.
    #[serde(default)]
    pub powers: Vec<Power>,
    /// Whose the powers are, where they are not the user's alone.
    #[serde(default)]
    pub powers_of: Whom,
    /// How long the powers last, where the Gu is neither Sustained nor Dao.
    pub lasts: Option<Lasts>,
    /// The powers are at work only within so many metres of the one that they came from.
    pub near: Option<u16>,
    /// The powers are laid on its target, not on the user.
    #[serde(default)]
    pub laid: bool,
    /// What is at work on those inside what it makes; or, where it makes nothing and is sustained, on those within range.
    #[serde(default)]
    pub inside: Vec<Power>,
    /// The user, too, counts as inside.
    #[serde(default)]
    pub inside_with_user: bool,
    /// How a held target gets out.
    pub escape: Option<Escape>,
}

impl GuEntry {
    /// Whether it has a keyword.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// One of its effects: what it does at once, then what it lets its user do, counted on.
    pub fn effect(&self, place: usize) -> Option<&Effect> {
        self.does.iter().chain(&self.acts).nth(place)
    }

    /// The place of a rank in its lists: 0 for the lowest.
    pub fn place(&self, rank: u8) -> u8 {
        self.rank.all().iter().position(|known| *known == i16::from(rank)).unwrap_or(0) as u8
    }

    /// Whether it leaves something on the map.
    pub fn makes_zone(&self) -> bool {
        self.does.iter().chain(&self.acts).any(|effect| matches!(effect, Effect::Zone(_)))
    }

    /// Its lowest rank.
    pub fn lowest(&self) -> u8 {
        self.rank.at(0).clamp(1, 5) as u8
    }

    /// Portions of essence that it costs a user: four times as much for each rank that the user is below it, 1 above it.
    pub fn costs(&self, rank: u8, user: u8) -> i32 {
        let listed = i32::from(self.cost.at(self.place(rank)));
        match (listed, user.cmp(&rank)) {
            (0, _) => 0,
            (_, std::cmp::Ordering::Greater) => 1,
            _ => listed << (2 * u32::from(rank.saturating_sub(user)).min(8)),
        }
    }
}

/// A killer move.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoveEntry {
    /// Its name.
    pub name: String,
    /// Its rank.
    pub rank: u8,
    /// Words in brackets.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// The Gu it is made of, the core first; each as often as it takes part.
    pub parts: Vec<String>,
    /// Metres.
    #[serde(default)]
    pub range: Ranked,
    /// Its health as a shield.
    pub hp: Option<Ranked>,
    /// What it does at once, one thing after another.
    #[serde(default)]
    pub does: Vec<Effect>,
    /// What its user may do with a Combat Action as long as it is sustained.
    #[serde(default)]
    pub acts: Vec<Effect>,
    /// What it does while it is sustained.
    #[serde(default)]
    pub powers: Vec<Power>,
    /// The powers are at work only within so many metres of the one that they came from.
    pub near: Option<u16>,
}

impl MoveEntry {
    /// The same as something that works like a Gu.
    pub fn as_gu(&self) -> GuEntry {
        GuEntry {
            name: self.name.clone(),
            rank: Ranked::flat(self.rank.into()),
            range: self.range,
            hp: self.hp.unwrap_or(Ranked::flat(1)),
            keywords: self.keywords.clone(),
            does: self.does.clone(),
            acts: self.acts.clone(),
            powers: self.powers.clone(),
            near: self.near,
            ..GuEntry::default()
        }
    }
}
