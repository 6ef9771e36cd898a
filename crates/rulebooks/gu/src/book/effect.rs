//! What a Gu does at once when it is activated.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Then;
use super::ranked::Ranked;
use crate::condition::Condition;
use crate::kinds::{DamageType, Score};

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
    /// What those hundredths come to at least.
    #[serde(default)]
    pub percent_least: i16,
    /// Only to those.
    pub only: Option<Quarry>,
}

/// A test that saves the one concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Saves {
    /// Against what.
    pub test: Score,
    /// Or against this, where that is likelier to succeed.
    pub or: Option<Score>,
    /// Added to the die.
    #[serde(default)]
    pub modifier: Ranked,
}

/// Some of those who could be struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quarry {
    /// Those who stand on the ground.
    OnGround,
    /// Those who stand in difficult terrain.
    OnDifficult,
    /// Those who are in the air.
    Airborne,
    /// Those who burn, but are not ablaze.
    Burning,
    /// Those who are ablaze.
    Ablaze,
    /// Those who burn or are ablaze.
    OnFire,
    /// Enemies who can hear.
    HearingEnemies,
    /// Enemies.
    Enemies,
    /// Those who lack hit points.
    Wounded,
    /// Creatures of Large size or smaller.
    UpToLarge,
    /// Creatures below Large size.
    BelowLarge,
    /// Beasts: what has no Perseverance.
    Beasts,
    /// Humans: who have Perseverance.
    Humans,
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
    /// Only to those.
    pub only: Option<Quarry>,
    /// A successful test of the one struck averts it.
    pub unless: Option<Saves>,
    /// What. Burning and ablaze take the rank of the Gu whatever is written.
    pub then: Then,
    /// Own turns after which a condition, or the Gu's powers on the one struck, end; until something ends it where this
    /// is left out.
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
    /// A line from a square that the user chooses; both its ends lie within range. It is shorter where it has to be.
    Wall {
        /// Metres along.
        length: Ranked,
        /// Metres high.
        height: u16,
    },
    /// A cone in front of the user.
    Cone(Ranked),
    /// So many metres round both ends of a line from a square that the user chooses: those of the wall made before it.
    Ends(Ranked),
    /// So many metres square, with its south-west corner within range.
    Block(u16),
}

/// Other damage near the source of an area.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Core {
    /// Within so many metres of the source.
    pub metres: u16,
    /// What it deals there instead.
    pub deals: Vec<Deal>,
    /// What befalls those there instead; the same as everybody where it is left out.
    #[serde(default)]
    pub gains: Vec<Gain>,
}

/// What leaps from a struck target to the next.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Leaps {
    /// To the nearest within so many metres of the one struck last.
    pub within: u16,
    /// Hundredths of the first damage that each leap still deals, rounded down.
    pub percent: Vec<i16>,
    /// It may come back to those struck before, but not straight to the last one.
    #[serde(default)]
    pub returns: bool,
    /// Where nobody is left near enough it strikes the user.
    #[serde(default)]
    pub else_user: bool,
}

/// What those next to someone struck suffer.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Spreads {
    /// Only from those.
    pub from: Option<Quarry>,
    /// What it deals.
    #[serde(default)]
    pub deals: Vec<Deal>,
    /// What befalls them.
    #[serde(default)]
    pub gains: Vec<Gain>,
}

/// The combatants that something concerns.
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
    /// Everyone within range but the user.
    OthersInRange,
}

/// Creatures that come at the user's call and act right after it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SummonEntry {
    /// The creature, by id.
    pub creature: String,
    /// How many.
    #[serde(default)]
    pub count: Ranked,
    /// Each rises from the body of somebody who has died within range.
    #[serde(default)]
    pub from_dead: bool,
    /// They act only when the user directs them, with a bonus action.
    #[serde(default)]
    pub directed: bool,
    /// What happens where each of them is when the Gu ceases.
    #[serde(default)]
    pub parting: Vec<Effect>,
}

/// Something that stays on the map: fire, smoke, mud, a beam.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ZoneEntry {
    /// Its form.
    pub form: Form,
    /// What it deals.
    #[serde(default)]
    pub deals: Vec<Deal>,
    /// What befalls its targets.
    #[serde(default)]
    pub gains: Vec<Gain>,
    /// When it strikes.
    #[serde(default)]
    pub strikes: Vec<Strikes>,
    /// Turns of the user that it stays; as long as the Gu is sustained, or until the end of the fight, where left out.
    pub turns: Option<u16>,
    /// It grows by so many metres at the start of each turn of the user.
    #[serde(default)]
    pub grows: u16,
    /// Its greatest radius; from then on it strikes nobody.
    pub up_to: Option<u16>,
    /// Its ground is difficult terrain.
    #[serde(default)]
    pub difficult: bool,
    /// Its ground is lava.
    #[serde(default)]
    pub lava: bool,
    /// Metres that an activation or a bonus action moves it.
    pub steered: Option<u16>,
    /// At the end of each turn of the user it moves so many metres towards a creature of the user's choice, and strikes it
    /// when it is there; it stays with whomever it holds.
    pub hunts: Option<u16>,
    /// Turns of the user before it does anything.
    #[serde(default)]
    pub armed_after: u16,
    /// When somebody steps into it this happens on its source, and it is gone.
    #[serde(default)]
    pub springs: Vec<Effect>,
}

/// When something that stays on the map strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strikes {
    /// Those who are in it when it comes to be.
    AtOnce,
    /// Creatures that move into it.
    Entering,
    /// Creatures that start a turn in it.
    Starting,
    /// Creatures that end a turn in it.
    Ending,
}

/// What a Gu does at once when it is activated.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// An attack at one target, or several one after another.
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
        /// A Close Combat test, however far it reaches.
        #[serde(default)]
        close: bool,
        /// Straight to hit points.
        #[serde(default)]
        direct: bool,
        /// Added to Dodge tests against it.
        #[serde(default)]
        dodge_modifier: i16,
        /// What else befalls a target that is hit.
        #[serde(default)]
        gains: Vec<Gain>,
        /// How many attacks it makes; each may have its own target.
        #[serde(default)]
        times: Ranked,
        /// It leaps on to others.
        leaps: Option<Leaps>,
        /// The user goes beside the target first.
        #[serde(default)]
        jumps: bool,
    },
    /// Something that strikes everyone in an area.
    Area {
        /// Its form.
        form: Form,
        /// What it deals.
        #[serde(default)]
        deals: Vec<Deal>,
        /// What it deals near its source instead.
        core: Option<Core>,
        /// What else befalls those inside.
        #[serde(default)]
        gains: Vec<Gain>,
        /// Only those.
        only: Option<Quarry>,
        /// Straight to hit points.
        #[serde(default)]
        direct: bool,
        /// A successful test of those inside halves the damage; it takes no reaction.
        half_if: Option<Saves>,
        /// What those next to someone struck suffer.
        spreads: Option<Spreads>,
    },
    /// Something that stays on the map.
    Zone(ZoneEntry),
    /// Creatures that come at the user's call.
    Summon(SummonEntry),
    /// A beast of no higher class than the Gu's rank comes to serve the user, if that one's soul is the greater; it
    /// costs as much of it as the beast has.
    Enslave,
    /// A beast of no higher class than the rank becomes the user's familiar: it serves, a point of maximum soul goes over
    /// to it, and near it the powers are at work on the user.
    Familiar,
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
        /// Only to those.
        only: Option<Quarry>,
    },
    /// Hit points come back to the user: hundredths of the maximum of the one it has just killed, at least 1.
    Devour(i16),
    /// Stacks of bleeding less.
    Staunch {
        /// Whose.
        #[serde(default)]
        whom: Whom,
        /// How many; 0 for all.
        #[serde(default)]
        stacks: u16,
    },
    /// Conditions end; `unconscious` wakes a target that is not Dying.
    Cures {
        /// Whose.
        #[serde(default)]
        whom: Whom,
        /// Which.
        conditions: Vec<Condition>,
    },
    /// Predicament tokens are taken away.
    Relieves,
    /// A remedy comes into the user's hands: a bonus action applies it.
    Remedy {
        /// Hit points that come back.
        heals: i16,
        /// It ends bleeding.
        #[serde(default)]
        staunches: bool,
        /// It may be applied to somebody else within 1 m.
        #[serde(default)]
        to_others: bool,
    },
    /// The user itself is hurt.
    Hurts {
        /// By what.
        deals: Vec<Deal>,
        /// Nothing lowers it, and shields do not take it.
        #[serde(default)]
        unreducible: bool,
    },
    /// The user's soul is hurt.
    HurtsSoul(Ranked),
    /// The Gu's powers are laid on others within range.
    Lay {
        /// On how many, chosen one after another.
        most: Ranked,
        /// A successful test of each averts it.
        unless: Option<Saves>,
        /// The user has to win against each, both testing this.
        opposed: Option<Score>,
    },
    /// An unarmed attack of the user, with the Gu's powers.
    Punch,
    /// So many more activations this turn.
    Activations(Ranked),
    /// Everyone who sees the user is blinded until the end of its next turn.
    Flash,
    /// Darkness that Gu of at most this rank make ends, as far as nothing solid keeps the user's light from it.
    LightsUp(u8),
    /// A user with less Fortitude than this loses Strength for good.
    Overtaxes {
        /// Less than so much Fortitude.
        below: i16,
        /// So much Strength.
        strength: i16,
    },
    /// The user stands elsewhere at once.
    Teleport,
    /// The user is thrown straight on in a direction.
    Hurl {
        /// So many metres.
        metres: Ranked,
        /// What a creature right behind it suffers.
        #[serde(default)]
        behind: Vec<Deal>,
        /// Added to the Dodge test of that one.
        #[serde(default)]
        dodge_modifier: i16,
        /// What both suffer when it meets somebody or something.
        #[serde(default)]
        collision: Vec<Deal>,
    },
    /// A die of 100 tells the user about somebody within range; with 9 or less its damage ignores 5 of that one's
    /// reductions.
    Assess {
        /// Added to the die.
        modifier: Ranked,
    },
}

impl Effect {
    /// Whether everyone inside is asked for a reaction before it strikes.
    pub fn asks_those_inside(&self) -> bool {
        match self {
            Effect::Area { .. } | Effect::Hurl { .. } => true,
            Effect::Zone(zone) => zone.strikes.contains(&Strikes::AtOnce),
            _ => false,
        }
    }
}
