//! Powers: skills, blessings, potions, automata, what a race or a creature can do. All of them are data: when they come
//! into play, what they cost, what they call and do, what they give while they last.

mod entry;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::content::{BindPart, Class, Effect, Element, Family, Reach, Time};

use super::words::Words;
pub use entry::PowerEntry;

/// An effect that is called on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Call {
    /// The effect.
    pub effect: Effect,
    /// Points, or seconds; the effect's usual number if not said.
    pub n: Option<i16>,
    /// Hit points as a card has them, instead of `n`; the house rule `hp_scale` multiplies them.
    pub card: Option<i16>,
    /// The user may choose a smaller number, down to this.
    pub least: Option<i16>,
    /// What a Bind holds.
    pub part: Option<BindPart>,
    /// The Bind is a grab, which one can break free from.
    #[serde(default)]
    pub grab: bool,
}

/// What must hold for a power to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// The hit was on a leg.
    Leg,
    /// The hit was on the arm that holds a weapon.
    WeaponArm,
    /// The hit was on an arm that holds something.
    LadenArm,
    /// It is at least the second melee hit of the user on that arm of the same foe.
    AgainOnArm,
    /// The user is not injured.
    Uninjured,
    /// The user has all its hit points.
    FullHealth,
    /// The user has not attacked anybody in this fight.
    HasNotAttacked,
    /// The target has attacked the user, and has not been touched so before.
    AttackedUser,
    /// The target is possessed.
    Possessed,
    /// The target is a divine being.
    Divine,
    /// The target is an unconscious foe.
    Unconscious,
}

/// A contest that decides whether a power works: the user's roll against the target's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// Persuasion against Insight.
    PersuasionAgainstInsight,
}

/// On whom a power works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The user.
    #[default]
    Oneself,
    /// Somebody else.
    One,
    /// Every foe in the user's location.
    Foes,
    /// The user and every ally in the location.
    Friends,
}

/// How an automaton reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Delivery {
    /// A touch: a Brawl attack that does no damage.
    Touch,
    /// A touch, or thrown at somebody up to one location away.
    TouchOrThrown,
    /// On the mage.
    Oneself,
    /// On everybody in one cluster up to two locations away.
    Cluster,
}

/// What brings a power about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// Somebody has made the user stumble.
    MadeToStumble,
    /// The user has dropped to 0 hit points or lower.
    DropsToZero,
    /// The user has brought a foe to 0 hit points or lower.
    BringsDown,
    /// The user has been dead for a minute.
    DeadForAMinute,
}

/// When a power comes into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum When {
    /// Always there.
    Passive,
    /// Decided once a hit is known; what it calls replaces the weapon's damage.
    OnHit {
        /// With these weapons; any if none is named.
        #[serde(default)]
        with: Words<Class>,
        /// Hand to hand, from afar, or either.
        reach: Reach,
    },
    /// Decided before the roll; on a hit what it calls replaces the weapon's damage.
    BeforeRoll {
        /// With these weapons; any if none is named.
        #[serde(default)]
        with: Words<Class>,
        /// Hand to hand, from afar, or either.
        reach: Reach,
    },
    /// By itself on a hit, beside the damage.
    WithHit {
        /// With these weapons; any if none is named.
        #[serde(default)]
        with: Words<Class>,
        /// Hand to hand, from afar, or either.
        #[serde(default = "any")]
        reach: Reach,
        /// Only by hits that did damage.
        #[serde(default)]
        damaging: bool,
        /// Only at the end of a charge.
        #[serde(default)]
        charging: bool,
        /// Only if so many attacks of one action have hit the same target.
        #[serde(default)]
        hits: u8,
    },
    /// A melee attack aimed at a weapon or shield; what is called on the item strikes the user's own weapon too.
    AtItem,
    /// A standard action: an attack with such a weapon that does no damage.
    Strike {
        /// With these weapons.
        with: Words<Class>,
    },
    /// A standard action: an attack with a shield, rolled on the shield's ability, that does no damage.
    Bash,
    /// A standard action: a Brawl attack that does no damage.
    Touch,
    /// An action.
    Action {
        /// Its type.
        time: Time,
        /// On whom.
        #[serde(default)]
        at: Target,
        /// How far somebody else may be.
        #[serde(default)]
        range: u8,
        /// What decides whether it works.
        contest: Option<Contest>,
    },
    /// A standard action repeated for so many turns on somebody in the same location.
    Labour {
        /// How many turns.
        turns: u16,
    },
    /// A reaction to one of these effects called on the user: it does nothing.
    Resist {
        /// The effects.
        of: Words<Effect>,
    },
    /// When something happens.
    Event {
        /// What.
        on: Happening,
        /// The user may let it pass.
        #[serde(default)]
        may: bool,
        /// So many own turns later.
        #[serde(default)]
        turns: u8,
    },
    /// Power is gathered for it.
    Automaton {
        /// How much.
        power: u16,
        /// How it reaches its target.
        by: Delivery,
    },
    /// Four minutes at the side of a patient with exactly 0 hit points.
    Stitching,
    /// Cards drawn for a dying patient, one a minute.
    Surgery {
        /// The surgeon's level.
        level: u8,
    },
    /// By using an item.
    Item,
    /// Never in a fight.
    OffMap,
}

/// Where one who vanished comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the location where it vanished or a neighbouring one.
    Near,
    /// Beside the one who struck it down.
    Attacker,
}

/// Something that a power does at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// Gives hit points back.
    Heal {
        /// As the card has them.
        card: i16,
        /// More than the most is possible.
        #[serde(default)]
        over: bool,
    },
    /// Gives willpower that is lost again when the power ends.
    Willpower(i16),
    /// Hit points that are lost before one's own, until the power ends.
    Ward {
        /// As the card has them.
        card: i16,
    },
    /// A rage: more hit points, beyond the most too, until this many own turns pass without an attack; then weakened.
    Rage {
        /// As the card has them.
        card: i16,
        /// How many own turns.
        turns: u8,
    },
    /// The next hits call this instead of doing damage.
    NextHits {
        /// How many.
        hits: u8,
        /// The user may choose not to, which still spends one of them.
        #[serde(default)]
        may: bool,
        /// What is called.
        calls: Vec<Call>,
    },
    /// The next Hit called with a weapon of the user counts more.
    Sharpen {
        /// As the card has it.
        card: i16,
    },
    /// The next Break called with a weapon of the user counts more, and leaves that weapon whole.
    Hook(i16),
    /// Ends these effects on the target.
    Ends(Words<Effect>),
    /// Ends one of these effects on each target.
    EndsOne(Words<Effect>),
    /// Ends what other potions do.
    EndsPotions,
    /// Vanishes from the fight, and comes back within so many rounds.
    Vanish {
        /// How many rounds.
        rounds: u8,
        /// Where.
        back: Place,
    },
    /// Rises from the dead, mindless.
    Rise {
        /// Hit points as the card has them.
        card: i16,
        /// Willpower.
        wp: i16,
        /// For so many rounds.
        rounds: u16,
        /// With these powers.
        powers: Vec<String>,
    },
    /// The possession of the target is suppressed.
    Suppress,
    /// The target cannot leave for the divine realms.
    Anchor,
}

/// Something that is so while a power lasts, or always if it is passive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Feature {
    /// More hit points at most.
    Hp {
        /// As the card has them.
        card: i16,
        /// Not in heavy armour.
        #[serde(default)]
        unless_heavy: bool,
    },
    /// More willpower at most.
    Wp(i16),
    /// More willpower with so many others of its race in the location.
    WpWithKin {
        /// How much.
        wp: i16,
        /// How many.
        kin: u8,
    },
    /// More willpower while the partner is in the location; so much is lost when the partner dies.
    WpWithPartner {
        /// How much more.
        wp: i16,
        /// How much is lost.
        loses: i16,
    },
    /// These effects do nothing.
    Immune(Words<Effect>),
    /// No effect and no attack does anything.
    ResistsAll,
    /// Cannot move or be moved.
    Rooted,
    /// Tiredness does nothing.
    IgnoresFatigue,
    /// What injuries do is ignored, down to these hit points; altogether if not said.
    IgnoresInjuries {
        /// As the card has them: 0, -1, -2.
        card: Option<i16>,
    },
    /// At these hit points or lower it is destroyed, with no levels of injury.
    DestroyedAt(i16),
    /// Falls apart after so many rounds.
    LastsRounds(u16),
    /// Height costs it nothing.
    Flies,
    /// Climbing costs it nothing beyond the step.
    ClimbsFreely,
    /// Walls do not stop it.
    PassesWalls,
    /// Moves only every second turn.
    Slow,
    /// Neither runs nor charges.
    NoRunning,
    /// It has no hands: it handles no things and grabs nobody.
    Handless,
    /// Whoever hits it hand to hand takes a Hit of so much.
    Burns(i16),
    /// Loses twice as much to this element.
    DoubleLoss(Element),
    /// Every attack and every Hit costs so much less, as the card has it, while its needs hold.
    Reduces {
        /// As the card has it.
        card: i16,
    },
    /// Shields it uses are tougher.
    TougherShields(u8),
    /// Weapons it uses are tougher.
    TougherWeapons(u8),
    /// So often its armour gets no counter.
    SparesArmor(u8),
    /// So often an item of its would break and does not.
    SparesItem(u8),
    /// So many seconds more before an injury kills.
    MoreTime(u16),
    /// Mutilated, it loses so much willpower instead of dying, if it has spent or lost less than this before.
    Halo(i16),
    /// It carries so many blessings more than one.
    Blessings(u8),
    /// So many skills of these families cost no willpower.
    FreeSkills {
        /// The families.
        of: Words<Family>,
        /// How many.
        uses: u8,
    },
    /// The next points of willpower that skills of these families and reach would cost are not lost.
    SparesWp {
        /// How many.
        wp: u8,
        /// The families.
        of: Words<Family>,
        /// Hand to hand, from afar, or either.
        reach: Reach,
    },
    /// The next automaton does nothing to it.
    ResistsAutomaton,
    /// Poison does nothing to it.
    ResistsPoison,
    /// Its words and its gestures give so much power each.
    Components(u16),
    /// Its words and its gestures give so much more power each.
    MoreComponents(u16),
    /// It draws so much power from a reserve.
    Reserve(u16),
    /// So often in surgery a loss of willpower of the patient is cancelled, at this price.
    FocusedSurgery {
        /// How often.
        uses: u8,
        /// The price.
        wp: i16,
    },
    /// Patients lose so much less willpower while it helps, but at least 1.
    Assists(i16),
    /// Limbs can be taken off: so many losses of willpower of the patient are cancelled.
    Amputates(u8),
    /// Stitching costs it no willpower.
    StitchedFreely,
    /// It is possessed by something that can be driven back.
    Possessed,
    /// It came from the divine realms.
    Divine,
    /// It has neither soul nor reason.
    Mindless,
    /// Blowgun darts and poison come from it.
    Poison,
}

fn any() -> Reach {
    Reach::Any
}
