//! Gu: what they cost, when they may be activated, what they do at once and what they do while they are at work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Then;
use super::ranked::Ranked;
use crate::condition::Condition;
use crate::kinds::{DamageType, Score};

/// The path that a Gu belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
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
    /// An attack of its owner has missed.
    Missing,
    /// A creature that its owner sees has moved.
    SeenMoving,
}

/// Damage of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Deal {
    /// Which type.
    #[serde(rename = "type")]
    pub damage: DamageType,
    /// A number, or one for each rank.
    #[serde(default)]
    pub amount: Ranked,
    /// How many dice on top.
    #[serde(default)]
    pub dice: u8,
    /// Sides of each.
    #[serde(default)]
    pub sides: u8,
    /// Hundredths of the user's Strength on top, rounded down.
    #[serde(default)]
    pub percent_strength: Ranked,
}

/// A test that saves the one concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Saves {
    /// Against what.
    pub test: Score,
    /// Added to the die.
    #[serde(default)]
    pub modifier: Ranked,
}

/// What befalls the one who is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Gain {
    /// Only if damage reached hit points.
    #[serde(default)]
    pub if_hurt: bool,
    /// Only if damage of this type reached hit points.
    pub if_hurt_by: Option<DamageType>,
    /// A successful test of the one struck averts it.
    pub unless: Option<Saves>,
    /// What. Burning and ablaze take the rank of the Gu whatever is written.
    pub then: Then,
    /// Own turns after which a condition ends; until something ends it where this is left out.
    pub turns: Option<u16>,
}

/// The form of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// So many metres round a square within range.
    Radius(Ranked),
    /// So many metres round the user, who is spared.
    Around(Ranked),
    /// A line from a square beside the user.
    Line {
        /// Metres along.
        length: Ranked,
        /// Metres across.
        width: Ranked,
    },
    /// A cone in front of the user.
    Cone(Ranked),
}

/// Whom something concerns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The user.
    #[default]
    User,
    /// One creature within range, the user included.
    OneInRange,
    /// The user and everyone of its side within range.
    AlliesInRange,
    /// Everyone within range, friend or foe.
    EveryoneInRange,
}

/// What a Gu does at once when it is activated.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// An attack at one target.
    Attack {
        /// What a hit deals.
        #[serde(default)]
        deals: Vec<Deal>,
        /// Added to the attack roll.
        #[serde(default)]
        modifier: i16,
        /// Advantages less disadvantages of the roll.
        #[serde(default)]
        tilt: i8,
        /// Hits without a roll.
        #[serde(default)]
        sure: bool,
        /// Straight to hit points.
        #[serde(default)]
        direct: bool,
        /// Added to Dodge tests against it.
        #[serde(default)]
        dodge_modifier: i16,
        /// What else befalls whoever is hit.
        #[serde(default)]
        gains: Vec<Gain>,
    },
    /// Something that strikes everyone in an area.
    Area {
        /// Its form.
        form: Form,
        /// What it deals.
        #[serde(default)]
        deals: Vec<Deal>,
        /// What else befalls those inside.
        #[serde(default)]
        gains: Vec<Gain>,
        /// Only those who stand on the ground.
        #[serde(default)]
        on_ground: bool,
    },
    /// Hit points come back.
    Heal {
        /// Whose.
        #[serde(default)]
        whom: Whom,
        /// How many.
        #[serde(default)]
        amount: Ranked,
        /// Hundredths of the user's Strength on top, rounded down.
        #[serde(default)]
        percent_strength: Ranked,
    },
    /// Stacks of bleeding less.
    Staunch {
        /// Whose.
        #[serde(default)]
        whom: Whom,
        /// How many; 0 for all.
        #[serde(default)]
        stacks: u16,
    },
    /// Everyone who sees the user is blinded until the end of its next turn.
    Flash,
    /// The user stands elsewhere at once.
    Teleport,
}

/// What a Gu does as long as it is at work.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Power {
    /// Damage of these types to the owner's hit points is lowered.
    Reduces {
        /// Which types; all but those of `but` where it is left out.
        #[serde(default)]
        types: Vec<DamageType>,
        /// Which types not.
        #[serde(default)]
        but: Vec<DamageType>,
        /// By how much.
        by: Ranked,
    },
    /// As a shield it takes all types but these.
    Blocks {
        /// Which types it cannot take.
        #[serde(default)]
        but: Vec<DamageType>,
        /// It takes touches, too.
        #[serde(default)]
        touch: bool,
    },
    /// Damage of these types on the Gu itself, as a shield, is lowered.
    Hardened {
        /// Which types; all where it is left out.
        #[serde(default)]
        types: Vec<DamageType>,
        /// By how much.
        #[serde(default)]
        by: Ranked,
        /// By so many hundredths of the owner's Strength.
        #[serde(default)]
        percent_strength: Ranked,
    },
    /// Types that do nothing to the Gu itself, as a shield.
    Untouched(Vec<DamageType>),
    /// Types that do nothing to the owner.
    Invulnerable(Vec<DamageType>),
    /// Types that strike the owner double.
    Vulnerable(Vec<DamageType>),
    /// Conditions that the owner cannot receive.
    Immune(Vec<Condition>),
    /// Metres added to movement.
    Movement(Ranked),
    /// A flying speed.
    Flight {
        /// Metres of a Maneuver.
        speed: Ranked,
        /// Maneuvers a turn.
        maneuvers: u8,
    },
    /// Metres added to the reach of melee attacks and touches.
    Reach(u16),
    /// Arms on top.
    Arms(u8),
    /// An attribute or skill changes.
    Adds {
        /// Which.
        score: Score,
        /// By how much.
        by: Ranked,
    },
    /// Added to all tests of a skill: plus is worse.
    Tests {
        /// Which.
        score: Score,
        /// By how much.
        modifier: i16,
    },
    /// Punches have this on the roll and deal so much more.
    Punches {
        /// Added to the roll.
        #[serde(default)]
        modifier: i16,
        /// What they deal on top.
        #[serde(default)]
        deals: Vec<Deal>,
    },
    /// Cannot move or be moved.
    Rooted,
    /// Cannot make melee attacks.
    NoMelee,
    /// Cannot be touched.
    NoTouch,
    /// Whoever hits the owner in melee takes damage.
    Thorns {
        /// What it takes.
        #[serde(default)]
        deals: Vec<Deal>,
        /// What befalls it.
        #[serde(default)]
        gains: Vec<Gain>,
        /// Only those who strike without a weapon.
        #[serde(default)]
        unarmed: bool,
    },
    /// Cannot be seen.
    Invisible,
    /// Jumps are multiplied by this.
    Jumps(i16),
    /// Falls of up to so many metres do nothing; of deeper ones only what is more counts.
    FallsFree(i16),
    /// Each gain of bleeding is so many stacks less.
    BleedsLess(i16),
    /// Hit points at the end of each of the owner's turns.
    Regains(Ranked),
    /// Others who start their turn within range take damage.
    Aura {
        /// What they take.
        deals: Vec<Deal>,
        /// What befalls them.
        #[serde(default)]
        gains: Vec<Gain>,
    },
    /// Leaving somebody's reach gives no attack of opportunity.
    SlipsAway,
}

/// How long a Gu that is not sustained stays at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lasts {
    /// Until the start of the user's next turn.
    UntilNextTurn,
    /// So many of the bearer's turns.
    Turns(u16),
}

/// A Gu.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GuEntry {
    /// Its name, without the closing word.
    pub name: String,
    /// What it looks like.
    pub about: Option<String>,
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
    /// What it does at once.
    #[serde(default)]
    pub does: Vec<Effect>,
    /// What it does while it is at work.
    #[serde(default)]
    pub powers: Vec<Power>,
    /// Whose the powers are, where they are not the user's alone.
    #[serde(default)]
    pub powers_of: Whom,
    /// How long the powers last, where the Gu is neither Sustained nor Dao.
    pub lasts: Option<Lasts>,
}

impl GuEntry {
    /// Whether it has a keyword.
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords.contains(&keyword)
    }

    /// The place of a rank in its lists: 0 for the lowest.
    pub fn place(&self, rank: u8) -> u8 {
        self.rank.all().iter().position(|known| *known == i16::from(rank)).unwrap_or(0) as u8
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
    /// What it does at once, one thing after another.
    #[serde(default)]
    pub does: Vec<Effect>,
    /// What it does while it is sustained.
    #[serde(default)]
    pub powers: Vec<Power>,
}

impl MoveEntry {
    /// The same as something that works like a Gu.
    pub fn as_gu(&self) -> GuEntry {
        GuEntry {
            name: self.name.clone(),
            about: None,
            path: Path::Transformation,
            rank: Ranked::flat(self.rank.into()),
            cost: Ranked::default(),
            range: self.range,
            touch: false,
            hp: Ranked::flat(1),
            keywords: self.keywords.clone(),
            expendable: None,
            only_as_reaction: Vec::new(),
            does: self.does.clone(),
            powers: self.powers.clone(),
            powers_of: Whom::User,
            lasts: None,
        }
    }
}
