//! What a creature, a weapon or a spell gives for as long as it is there: passive features and granted ones alike.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::When;
use super::formula::Formula;
use super::link::Link;
use super::words::{Class, Cover, DamageKind, Resistance, Status, Tag, Time, Words};

/// What something must be for a feature to count against it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Anything.
    #[default]
    Anything,
    /// Physical damage, or what does none and is no magic.
    Physical,
    /// Magical damage, or a technique.
    Magical,
    /// Projectiles.
    Projectiles,
    /// Projectiles that do physical damage.
    PhysicalProjectiles,
    /// Projectiles that do magical damage.
    MagicalProjectiles,
    /// What the creature does that gave this feature's bearer its cause: the target of a defensive strike.
    ThatCreature,
}

/// Which attacks a damage bonus is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// Every damaging ability.
    #[default]
    Anything,
    /// Weapon attacks.
    WeaponAttacks,
    /// Basic weapon attacks.
    BasicAttacks,
    /// Damaging abilities on one creature.
    SingleTarget,
}

/// Something that happens, for features that wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The bearer's turn begins.
    TurnStart,
    /// The bearer's turn ends.
    TurnEnd,
    /// The bearer dies.
    Dies,
    /// The bearer kills.
    Kills,
    /// A precision roll of the bearer's fails.
    RollFails,
    /// A precision roll of the bearer's succeeds; once a round.
    RollSucceeds,
    /// The bearer's basic weapon attack hits.
    BasicHits,
    /// The bearer is hit hand to hand; what follows is done to the attacker.
    HitInMelee,
    /// The bearer is touched: hit with hands, claws or teeth.
    Touched,
    /// The bearer's health falls below so much.
    FallsBelow(i16),
}

/// One lasting quality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Feature {
    /// Added to resistances.
    Resistance {
        /// Which; all four if not said.
        #[serde(default)]
        which: Words<Resistance>,
        /// How much.
        by: Formula,
        /// Against what.
        #[serde(default)]
        against: Against,
    },
    /// Added to precision rolls.
    Precision {
        /// How much.
        by: Formula,
        /// Only against resistance rolls of this one.
        when: Option<When>,
    },
    /// Added to speed.
    Speed {
        /// How much.
        by: Formula,
    },
    /// Speed is this and no more.
    SpeedOf {
        /// How much.
        metres: i16,
    },
    /// Speed is that many times as high in water.
    SwiftInWater {
        /// How many.
        times: i16,
    },
    /// Added to Potency.
    Potency {
        /// How much.
        by: Formula,
    },
    /// Added to Control.
    Control {
        /// How much.
        by: Formula,
    },
    /// Bonus damage.
    Damage {
        /// How much.
        by: Formula,
        /// Of which attacks.
        #[serde(default)]
        of: Dealing,
        /// Only then.
        when: Option<When>,
    },
    /// Bonus damage on a high face of the die.
    Critical {
        /// From this face on.
        from: u8,
        /// From this face on with an ability on one creature; as with all others if not said.
        from_single: Option<u8>,
        /// How much.
        damage: Formula,
        /// May be had for so much energy with a basic weapon attack.
        #[serde(default)]
        price: i16,
        /// A hit gives so much energy besides.
        #[serde(default)]
        energy: i16,
        /// Regeneration for so many hits may be had instead.
        #[serde(default)]
        regeneration: i16,
        /// Exposing the target for a round may be had instead.
        #[serde(default)]
        exposes: bool,
        /// Weapon attacks only.
        #[serde(default)]
        weapons_only: bool,
    },
    /// Cover wherever it stands.
    Cover {
        /// How much.
        grade: Cover,
        /// Against what.
        #[serde(default)]
        against: Against,
    },
    /// The lower place costs nothing.
    IgnoresLowGround,
    /// Rough terrain costs nothing.
    IgnoresRough,
    /// Its movement triggers no prepared action.
    SlipsBy,
    /// Cannot use what takes this of a turn.
    Barred {
        /// What.
        from: Words<Time>,
    },
    /// Cannot use abilities that are this.
    BarredTags {
        /// What.
        from: Words<Tag>,
    },
    /// These status effects cannot be put on it, and do nothing while it has this.
    Immune {
        /// Which.
        #[serde(default)]
        to: Words<Status>,
        /// Whole kinds of them.
        #[serde(default)]
        classes: Words<Class>,
    },
    /// Disease does not come over to it from others.
    NoContagion,
    /// Cannot be pushed, pulled or thrown.
    Unmovable,
    /// Cannot be felled.
    Unfellable,
    /// Rolls against these resistances of it succeed by themselves.
    OpenTo {
        /// Which.
        which: Words<Resistance>,
    },
    /// Counts as flanked.
    CountsAsFlanked,
    /// A status effect hurts it more or less.
    Affinity {
        /// Which.
        status: Status,
        /// Added to the damage.
        #[serde(default)]
        more: i16,
        /// Only half the damage.
        #[serde(default)]
        half: bool,
        /// Base armour does not help.
        #[serde(default)]
        bare: bool,
        /// No armour helps, be it temporary.
        #[serde(default)]
        pierced: bool,
    },
    /// Base armour of this kind does nothing while it is under one of these, or prone.
    BareWhile {
        /// Which armour.
        kind: DamageKind,
        /// Under what.
        to: Words<Status>,
        /// Also while prone.
        #[serde(default)]
        prone: bool,
    },
    /// Counts as slowed while under one of these.
    SlowedWhile {
        /// Under what.
        to: Words<Status>,
    },
    /// Does the steps of an ability when something happens.
    On {
        /// When.
        event: Event,
        /// What.
        does: Link,
        /// Only the next time.
        #[serde(default)]
        once: bool,
    },
    /// Weapon attacks also do the steps of an ability when they hit; a roll of its own, if it names one.
    Rider {
        /// What.
        does: Link,
        /// Which of them.
        #[serde(default = "basic_attacks")]
        of: Dealing,
        /// The attacker may keep it for later.
        #[serde(default)]
        optional: bool,
        /// Only the next one.
        #[serde(default)]
        once: bool,
    },
    /// Basic weapon attacks are made that many times.
    Strikes {
        /// How many.
        times: u8,
        /// On different targets.
        #[serde(default)]
        apart: bool,
    },
    /// Shots and throws are worse by so much, unless the whole move goes into steadying.
    Unsteady {
        /// How much.
        by: i16,
    },
    /// Small: two may share a square.
    Small,
    /// Makes no attack while a foe is beside it.
    Polearm {
        /// Half damage against those beside it instead.
        #[serde(default)]
        halves: bool,
    },
    /// On one's own turn, a failed precision roll may be thrown again.
    RerollFailed {
        /// How often in a fight.
        uses: u8,
    },
    /// A precision roll against the bearer that succeeded must be thrown again.
    RerollSuccess {
        /// How often in a fight.
        uses: u8,
    },
    /// A failed precision roll is raised: so much health for each +1.
    RaiseFailed {
        /// How much health.
        health: i16,
    },
    /// Health comes back for each point of energy spent.
    HealsByEnergy {
        /// How much.
        health: i16,
    },
    /// At this much health or less, a point of energy pays for so much health of a cost.
    EnergyForHealth {
        /// The most health.
        at: i16,
        /// How much health a point pays for.
        worth: i16,
    },
    /// Weapons may be changed for energy instead of a rapid action.
    SwapsFor {
        /// How much energy.
        energy: i16,
    },
    /// Temporary armour of one kind brings as much of the other.
    BothArmors,
    /// A technique on one creature may bring regeneration for energy.
    MendingTouch {
        /// How much energy.
        energy: i16,
        /// Regeneration for so many hits.
        hits: i16,
    },
    /// A rapid and a prepared action in one turn, for energy.
    BothMinors {
        /// How much energy.
        energy: i16,
    },
    /// A new poem may also bring regeneration.
    Resonance {
        /// For so many rounds.
        rounds: i16,
    },
    /// A listener that is sung for may pay half the upkeep of a poem.
    Duet,
    /// A poem is exchanged at the start of a turn without an action.
    FadeOut,
    /// At the start of a turn somebody within so many metres gets the action instead.
    Echo {
        /// How far.
        metres: i16,
    },
    /// Cannot be ambushed.
    Watchful,
    /// If every roll of a damaging weapon attack fails, something that does no damage may be used for energy.
    BackupPlan {
        /// How much energy.
        energy: i16,
    },
    /// For its bearer the ground within so many metres of its giver is light rough terrain.
    Hindered {
        /// How far.
        metres: i16,
    },
    /// Commands that go through this pet aim better.
    GuidesCommands {
        /// By how much.
        by: i16,
    },
    /// The next ritual costs half of its energy, 1 at least.
    HalvesRitual,
    /// Near an icon rituals cost nothing, reach twice as far and count P and C as 10.
    SourceOfPower,
    /// Harmful effects that come over it last longer.
    LongerHarm {
        /// By how many hits.
        hits: i16,
    },
    /// Each square that it leaves becomes a zone.
    Leaves {
        /// The ability that makes the zone.
        does: Link,
    },
}

fn basic_attacks() -> Dealing {
    Dealing::BasicAttacks
}

/// What a feature is about: rules that ask about one thing pass over everybody who has nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Potency and Control.
    Aptitude,
    /// How fast.
    Speed,
    /// How small, and how hard to move.
    Body,
    /// What happens on the way.
    Steps,
    /// Its own precision rolls.
    Rolls,
    /// Rolls against it.
    Guard,
    /// What its abilities do.
    Blows,
    /// How armour and harm meet.
    Armor,
    /// What it cannot do.
    Bars,
    /// What does nothing to it.
    Immunity,
    /// What waits for something to happen.
    Events,
    /// What it pays.
    Prices,
    /// Singing.
    Songs,
    /// All else.
    Rest,
}

/// A set of topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topics(u16);

impl Topics {
    /// Whether there is none in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether one of them is in it.
    #[inline]
    pub const fn has(self, topic: Topic) -> bool {
        self.0 & (1 << topic as u16) != 0
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, topic: Topic) -> Topics {
        Topics(self.0 | 1 << topic as u16)
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Topics) -> Topics {
        Topics(self.0 | other.0)
    }
}

impl Feature {
    /// What it is about.
    pub const fn topic(&self) -> Topic {
        match self {
            Feature::Potency { .. } | Feature::Control { .. } => Topic::Aptitude,
            Feature::Speed { .. }
            | Feature::SpeedOf { .. }
            | Feature::SwiftInWater { .. }
            | Feature::SlowedWhile { .. } => Topic::Speed,
            Feature::Small | Feature::Unmovable | Feature::Unfellable => Topic::Body,
            Feature::SlipsBy | Feature::Leaves { .. } | Feature::IgnoresRough | Feature::Hindered { .. } => {
                Topic::Steps
            }
            Feature::Precision { .. }
            | Feature::IgnoresLowGround
            | Feature::GuidesCommands { .. }
            | Feature::Unsteady { .. }
            | Feature::RerollFailed { .. }
            | Feature::RerollSuccess { .. }
            | Feature::RaiseFailed { .. } => Topic::Rolls,
            Feature::Resistance { .. } | Feature::OpenTo { .. } | Feature::CountsAsFlanked | Feature::Cover { .. } => {
                Topic::Guard
            }
            Feature::Damage { .. }
            | Feature::Critical { .. }
            | Feature::Rider { .. }
            | Feature::Strikes { .. }
            | Feature::BackupPlan { .. }
            | Feature::MendingTouch { .. }
            | Feature::Resonance { .. } => Topic::Blows,
            Feature::BareWhile { .. } | Feature::BothArmors | Feature::Affinity { .. } => Topic::Armor,
            Feature::Barred { .. } | Feature::BarredTags { .. } => Topic::Bars,
            Feature::Immune { .. } | Feature::NoContagion | Feature::LongerHarm { .. } => Topic::Immunity,
            Feature::On { .. } => Topic::Events,
            Feature::HealsByEnergy { .. }
            | Feature::EnergyForHealth { .. }
            | Feature::SwapsFor { .. }
            | Feature::BothMinors { .. }
            | Feature::HalvesRitual
            | Feature::SourceOfPower => Topic::Prices,
            Feature::Duet | Feature::FadeOut | Feature::Echo { .. } => Topic::Songs,
            Feature::Watchful | Feature::Polearm { .. } => Topic::Rest,
        }
    }
}
