//! Incantations and gods.

use super::creatures::Tag;
use super::fight;
use crate::condition::Ability;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long an incantation lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lasts {
    /// For the rest of the fight and longer.
    Fight,
    /// This many turns to come.
    Turns(u8),
    /// The total of these dice (count, sides) in turns to come.
    Rolled(u8, u8),
}

/// What an incantation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spell {
    /// THU counts +3 for saves.
    Daimon,
    /// The target will not attack the reciter.
    Attract,
    /// The target changes to the reciter's side, for ever, and may turn jealous.
    BindLover,
    /// Ends the bonds between people on the target.
    ReleaseBonds,
    /// Ends charms and boons on the target.
    BreakEnchantment,
    /// Parts the target from a weapon or a piece of armour.
    PartObject,
    /// The reciter's side declares for the target.
    Control {
        /// Only such a target.
        only: Tag,
        /// Or such a one.
        or: Option<Tag>,
        /// It never obeys an order that would kill it.
        #[serde(default)]
        refuses_death: bool,
    },
    /// +3 to saves on KRA or TEK.
    Consecrate,
    /// Shows what is hidden.
    SeeTrue,
    /// Ends every incantation on the target.
    Dissolve,
    /// Next round's telegraphs bind.
    Foreknow,
    /// The target leaves the fight as a friend.
    Befriend,
    /// The target is well disposed and leaves the fight.
    Favor,
    /// The target recovers nothing.
    Sleepless,
    /// Full STA.
    Heal,
    /// Direct damage of one die.
    Harm {
        /// Sides of the die.
        die: u8,
    },
    /// Cannot be seen.
    Hide,
    /// One die off each instance of damage.
    Protect {
        /// Sides of the die.
        die: u8,
    },
    /// A beast or an enraged one makes no attack unless attacked again.
    Appease,
    /// Shows the target's full statistics.
    Reveal,
    /// Two people cannot come near each other.
    Separate,
    /// The target's shadow scouts for the reciter.
    Shadow,
    /// No speech and no sound.
    Silence,
    /// The target leads nobody's morale any more.
    Slander,
    /// The target is out of the fight.
    Vanquish,
}

/// An incantation.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct IncantationEntry {
    /// Its number in the book, 1 to 30.
    pub number: u8,
    pub name: String,
    /// What it does; nothing for those without effect in a fight.
    pub does: Spell,
    #[serde(default = "fight")]
    pub lasts: Lasts,
    /// Turns on the reciter when the danger save fails, if the GM so rules.
    #[serde(default)]
    pub harmful: bool,
    /// Once in a fight for the whole side.
    #[serde(default)]
    pub once: bool,
}

/// The gods that can be prayed to in a fight, and what they grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum God {
    /// Full STA for one.
    Apollo,
    /// Might.
    Ares,
    /// A veil over one ally.
    Artemis,
    /// One foe is attracted.
    Aphrodite,
    /// All allies before the opponents next round.
    Athena,
    /// The next retreat or manoeuvre.
    Hermes,
    /// One weapon a step up.
    Hephaestus,
    /// A shade.
    Persephone,
    /// A wave.
    Poseidon,
    /// Nothing in a fight.
    Hera,
}

impl God {
    /// All of them.
    pub const ALL: [God; 10] = [
        God::Apollo,
        God::Ares,
        God::Artemis,
        God::Aphrodite,
        God::Athena,
        God::Hermes,
        God::Hephaestus,
        God::Hera,
        God::Persephone,
        God::Poseidon,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            God::Apollo => "Apollo",
            God::Ares => "Ares",
            God::Artemis => "Artemis",
            God::Aphrodite => "Aphrodite",
            God::Athena => "Athena",
            God::Hermes => "Hermes",
            God::Hephaestus => "Hephaestus",
            God::Hera => "Hera",
            God::Persephone => "Persephone",
            God::Poseidon => "Poseidon",
        }
    }
}

/// Which scores Consecration may raise.
pub const CONSECRATED: [Ability; 2] = [Ability::Kra, Ability::Tek];
