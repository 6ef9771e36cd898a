//! Abilities: techniques, attacks, features, special actions. All of them are data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Damage, Step, When};
use super::feature::Feature;
use super::formula::Formula;
use super::words::{Kind, Resistance, Tag, Time, Words};

/// Who may be meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// Foes.
    #[default]
    Foes,
    /// Allies, the user left out.
    Allies,
    /// Allies and the user.
    Friends,
    /// Anybody but the user.
    Others,
    /// Anybody.
    Anybody,
    /// The user's pet.
    Pet,
}

/// What must reach those in an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sense {
    /// They must be in sight.
    #[default]
    Sight,
    /// They must hear it.
    Hearing,
    /// Neither.
    Neither,
}

/// What an ability is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Aim {
    /// The user.
    Oneself,
    /// One creature.
    One {
        /// How far.
        #[serde(default = "one")]
        range: Formula,
        /// Who may be meant.
        #[serde(default)]
        of: Whom,
        /// Not nearer than this.
        #[serde(default)]
        least: i16,
    },
    /// Several creatures, a roll each.
    Several {
        /// How far.
        range: Formula,
        /// Who may be meant.
        #[serde(default)]
        of: Whom,
        /// How many at most.
        most: Formula,
        /// What must reach them.
        #[serde(default)]
        by: Sense,
    },
    /// Everybody around a square.
    Burst {
        /// How far the square may be.
        range: Formula,
        /// How far from the square.
        radius: Formula,
        /// Who is meant.
        #[serde(default = "anybody")]
        of: Whom,
    },
    /// Everybody around the user.
    Around {
        /// How far.
        radius: Formula,
        /// Who is meant.
        #[serde(default = "others")]
        of: Whom,
        /// What must reach them.
        #[serde(default)]
        by: Sense,
    },
    /// A cone of rows 3, 5, 7 squares wide.
    Cone {
        /// How many rows.
        rows: i16,
    },
    /// Three squares in front.
    Front,
    /// One after the other round the user, the way and the first of the user's choice.
    Ring {
        /// How far.
        range: Formula,
    },
    /// A creature and the next one straight behind.
    Through {
        /// How far.
        range: Formula,
    },
    /// A square.
    Ground {
        /// How far.
        range: Formula,
        /// Nobody may stand there.
        #[serde(default)]
        empty: bool,
    },
}

/// What an ability costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Cost {
    /// Energy.
    pub energy: Formula,
    /// Health, which is no damage.
    pub health: Formula,
    /// For each target.
    pub each: bool,
    /// So much energy for each further target.
    pub further: i16,
    /// The user may spend as many points as this; each does the steps once.
    pub up_to: Option<Formula>,
}

/// What sets a prepared action off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Trigger {
    /// A foe has moved into, within or out of this many metres; the reach of the attack if not said.
    FoeMoves {
        /// How far.
        within: Option<i16>,
    },
    /// A foe is about to move into or within this many metres.
    FoeAttempts {
        /// How far.
        within: i16,
    },
    /// A foe that runs or charges has moved into or within this many metres.
    FoeRushes {
        /// How far.
        within: i16,
    },
    /// A foe within this many metres falls prone.
    FoeFalls {
        /// How far.
        within: i16,
    },
    /// A creature in range attacks the user with a melee weapon.
    AttackedInMelee,
    /// A foe that the user flanks is attacked.
    FlankedFoeAttacked,
    /// A physical ability is used on the user.
    TargetedPhysically,
    /// A magical ability is used on the user.
    TargetedMagically,
    /// Something that the user has named.
    Named,
}

/// What a modification goes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Modified {
    /// A damaging basic weapon attack, charges included.
    BasicAttack,
    /// A damaging basic weapon attack, but no charge.
    BasicAttackButCharge,
    /// A charge.
    Charge,
    /// The special action that severs.
    Sever,
    /// A prepared action.
    Prepared,
    /// Speaking.
    Speak,
    /// A full-turn action, or steadied aim.
    FullTurn,
    /// What depends on the element that envelops its user.
    Elemental,
}

/// How a modification changes what it goes with. Its steps follow a hit, its `miss` a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Modifies {
    /// What it goes with.
    pub what: Modified,
    /// Bonus damage.
    #[serde(default)]
    pub damage: Formula,
    /// Added to the precision roll.
    #[serde(default)]
    pub precision: i16,
    /// The resistance rolled against instead.
    pub against: Option<Resistance>,
    /// Added to the reach of melee attacks.
    #[serde(default)]
    pub reach: Formula,
    /// Added to the range of other attacks.
    #[serde(default)]
    pub range: Formula,
    /// The attack itself does nothing; only the steps here count.
    #[serde(default)]
    pub replaces: bool,
    /// A prepared action triggers that often.
    #[serde(default)]
    pub triggers: u8,
    /// The element counts as the one that suppresses it.
    #[serde(default)]
    pub suppresses: bool,
    /// The element counts as the one that it cultivates.
    #[serde(default)]
    pub cultivates: bool,
    /// A prepared action lasts until the user's next turn.
    #[serde(default)]
    pub lasts_longer: bool,
}

/// A poem or a ritual that is kept up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kept {
    /// Energy at the start of each turn of its user.
    pub energy: i16,
    /// How far from the user its target may be.
    pub range: Formula,
}

/// An ability: a technique, an attack, a special action, a quality.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AbilityEntry {
    /// Its name in options and messages.
    pub name: String,
    /// A sentence about it.
    pub about: Option<String>,
    /// What using it costs of a turn.
    #[serde(default = "action")]
    pub time: Time,
    /// What it is.
    #[serde(default)]
    pub tags: Words<Tag>,
    /// What it costs besides.
    #[serde(default)]
    pub cost: Cost,
    /// How often in a fight; as often as one likes if not said.
    pub uses: Option<u8>,
    /// Empties the weapon, or the lungs: it must be loaded again before the next time.
    #[serde(default)]
    pub empties: bool,
    /// What it is aimed at.
    #[serde(default = "a_foe")]
    pub aim: Aim,
    /// Creatures of this kind are spared.
    pub spares: Option<Kind>,
    /// Only creatures of these kinds are reached; all if not said.
    #[serde(default)]
    pub only: Words<Kind>,
    /// Against which resistance; by default Parry for physical damage, Warding for magical, nothing without either.
    pub against: Option<Resistance>,
    /// No roll is made.
    #[serde(default)]
    pub no_roll: bool,
    /// Added to the precision roll.
    #[serde(default)]
    pub precision: i16,
    /// Weapon precision is left out.
    #[serde(default)]
    pub ignores_weapon_precision: bool,
    /// Rolls in one use.
    #[serde(default = "one")]
    pub strikes: Formula,
    /// One strike more when this holds.
    pub one_more: Option<When>,
    /// The strikes may go to different targets.
    #[serde(default)]
    pub apart: bool,
    /// What must hold.
    #[serde(default)]
    pub needs: Vec<When>,
    /// What sets it off, if it is prepared.
    pub trigger: Option<Trigger>,
    /// What it goes with, if it is a modification.
    pub modifies: Option<Modifies>,
    /// Kept up from turn to turn.
    pub kept: Option<Kept>,
    /// What is done first, whatever the roll: a charge.
    #[serde(default)]
    pub first: Vec<Step>,
    /// What a success does, or what is done without a roll.
    #[serde(default)]
    pub does: Vec<Step>,
    /// What a failure does.
    #[serde(default)]
    pub miss: Vec<Step>,
    /// What is done once it is through, hit or miss.
    #[serde(default)]
    pub after: Vec<Step>,
    /// What is done when at least `enough` strikes on one target have hit.
    #[serde(default)]
    pub together: Vec<Step>,
    /// How many strikes that takes; all of them if not said.
    pub enough: Option<u8>,
    /// What it gives as long as it is there, if it is passive.
    #[serde(default)]
    pub features: Vec<Feature>,
}

impl AbilityEntry {
    /// Its steps before, on and after a success.
    pub fn every_step(&self) -> impl Iterator<Item = &Step> {
        [&self.first, &self.does, &self.after].into_iter().flatten()
    }

    /// Its damage, if each use of it is one strike that does one packet of damage and nothing else, however it falls
    /// out.
    pub fn one_blow(&self) -> Option<Damage> {
        let beside = [&self.first, &self.miss, &self.after, &self.together];
        let once = self.strikes == one() && self.one_more.is_none() && self.uses.is_none() && self.cost.up_to.is_none();
        let leaves = self.empties || self.kept.is_some() || beside.into_iter().any(|steps| !steps.is_empty());
        match self.does.as_slice() {
            [step] if once && !leaves => step.plain_damage(),
            _ => None,
        }
    }
}

fn one() -> Formula {
    Formula::fixed(1)
}

fn action() -> Time {
    Time::Action
}

fn anybody() -> Whom {
    Whom::Anybody
}

fn others() -> Whom {
    Whom::Others
}

fn a_foe() -> Aim {
    Aim::One { range: one(), of: Whom::Foes, least: 0 }
}
