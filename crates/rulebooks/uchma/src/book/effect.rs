//! What abilities do, step by step.

mod gift;
mod step;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::feature::Feature;
use super::formula::Formula;
use super::link::Link;
use super::words::{Class, Cover, DamageKind, Resistance, Status, Words};
pub use gift::{Grant, Upon};
pub use step::{Grantable, Step};

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Lasts {
    /// So many rounds of its owner.
    Rounds(Formula),
    /// So many hits: starts of its bearer's turns.
    Hits(Formula),
    /// To the end of this round.
    ThisRound,
    /// To the end of this turn.
    ThisTurn,
    /// Until the use of an ability that is under way is through.
    #[serde(rename = "this-attack")]
    ThisUse,
    /// As long as the poem or the ritual that gives it is kept up.
    Kept,
    /// To the end of the fight.
    Fight,
}

/// How much of the user's Potency goes into damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Potency {
    /// All of it.
    #[default]
    Full,
    /// Half of it.
    Half,
    /// Nothing of it.
    None,
}

/// The creatures that a step is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// The targets of the ability.
    #[default]
    Target,
    /// Its user.
    User,
    /// One creature beside the target, of the user's choice.
    OneBesideTarget,
    /// Every creature beside the target.
    AllBesideTarget,
    /// The user's pet.
    Pet,
}

/// What must hold for a step, a need or a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum When {
    /// The target is under this.
    TargetHas(Status),
    /// The target is not under this.
    TargetLacks(Status),
    /// The user is under this.
    UserHas(Status),
    /// The user is not under this.
    UserLacks(Status),
    /// The target lies.
    TargetProne,
    /// The target is unconscious.
    TargetUnconscious,
    /// The target stands in water.
    TargetInWater,
    /// The target is aloft.
    TargetAloft,
    /// The target stands on the ground.
    TargetGrounded,
    /// The user is enveloped by this element.
    Enveloped(super::words::Element),
    /// The user holds a melee weapon in the main hand.
    MeleeInHand,
    /// The user holds something that can be thrown in the main hand.
    ThrowableInHand,
    /// The user holds a light weapon in the off hand and a one-handed one in the main hand.
    TwoWeapons,
    /// The main hand is free.
    FreeMainHand,
    /// The user stands near an undisturbed place of magic.
    NearPlaceOfMagic,
    /// The user is in direct sunlight.
    InSunlight,
    /// The user has this much health or less.
    HealthAtMost(i16),
    /// The shot comes from a place 2 m higher or more.
    FromHighGround,
    /// A ritual of the user's is at work.
    RitualAtWork,
    /// The user has the totem in hand: a hand is free for it, and no ritual is at work around it elsewhere.
    TotemInHand,
    /// The user holds a bow.
    BowInHand,
    /// The user holds a weapon that does physical damage.
    PhysicalWeaponInHand,
    /// The user's pet is on the field.
    HasPet,
    /// The user's pet can do at once what it is told: it neither lies nor is stunned.
    PetActs,
    /// The user's pet shoots.
    PetShoots,
}

/// Damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Damage {
    /// The figure of the ability.
    pub amount: Formula,
    /// Which armour takes from it.
    pub kind: DamageKind,
    /// How much Potency is added.
    #[serde(default)]
    pub potency: Potency,
    /// So much of the armour is passed over.
    #[serde(default)]
    pub ignores: i16,
    /// Half of it after armour.
    #[serde(default)]
    pub half: bool,
    /// Less for each metre beyond melee range.
    #[serde(default)]
    pub falloff: i16,
}

/// A status effect that is put on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Apply {
    /// Which.
    pub status: Status,
    /// How long.
    #[serde(rename = "for")]
    pub lasts: Lasts,
    /// Its final size, where the ability prints it; otherwise it follows from the user's Potency.
    pub size: Option<Formula>,
    /// With how many stacks.
    #[serde(default = "one")]
    pub stacks: Formula,
    /// One stack for each foe beside its bearer instead.
    #[serde(default)]
    pub stack_for_each_foe: bool,
    /// Ends as soon as its bearer is no longer under this.
    pub while_has: Option<Status>,
}

/// Healing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Heal {
    /// How much.
    pub amount: Formula,
    /// Those beside the target get half of it.
    #[serde(default)]
    pub half_around: bool,
}

/// Health taken over from the target: magical damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Steal {
    /// The figure of the ability.
    pub amount: Formula,
    /// How much Potency is added.
    #[serde(default)]
    pub potency: Potency,
}

/// Status effects that are taken off somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Lift {
    /// Of these kinds.
    #[serde(default)]
    pub classes: Words<Class>,
    /// Or just these.
    #[serde(default)]
    pub statuses: Words<Status>,
    /// How many at most, of the user's choice.
    #[serde(default = "one")]
    pub count: Formula,
    /// Magical damage for each that was taken off, in one packet.
    #[serde(default)]
    pub damage_each: Formula,
}

/// Where a push goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Away from the user.
    Away,
    /// Towards the user.
    Toward,
    /// Away or towards, as the user likes.
    Either,
    /// Away from the middle of the area.
    Outward,
}

/// A creature moved against its will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Push {
    /// How far, if nothing is in the way.
    pub metres: Formula,
    /// The user may stop before that.
    #[serde(default)]
    pub up_to: bool,
    /// Where to.
    pub way: Way,
    /// Armor-ignoring damage for each metre.
    #[serde(default)]
    pub damage_each: Formula,
}

/// The user runs straight at the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Charge {
    /// Added to the speed.
    #[serde(default)]
    pub speed: Formula,
    /// Takes the place of the speed.
    pub metres: Option<Formula>,
}

/// Which weapon an attack inside an ability is made with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum With {
    /// The basic attack of the main hand, or of the body.
    #[default]
    MainHand,
    /// The basic attack of the off hand.
    OffHand,
}

/// A basic weapon attack inside another ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Strike {
    /// With what.
    #[serde(default)]
    pub with: With,
    /// Added to its precision roll.
    #[serde(default)]
    pub precision: i16,
    /// Weapon precision is left out.
    #[serde(default)]
    pub ignores_weapon_precision: bool,
    /// The resistance rolled against instead of the attack's own.
    pub against: Option<Resistance>,
    /// Half damage after armour.
    #[serde(default)]
    pub half: bool,
    /// How much Potency is added.
    #[serde(default)]
    pub potency: Potency,
    /// The ability whose steps follow a hit.
    pub rider: Option<Link>,
}

/// Who decides for a summoned creature, and how long it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Summon {
    /// What comes.
    pub creature: Link,
    /// How many.
    #[serde(default = "one")]
    pub count: Formula,
    /// How long; to the end of the fight if not said.
    #[serde(rename = "for")]
    pub lasts: Option<Formula>,
    /// Does not count against the limit.
    #[serde(default)]
    pub beyond_limit: bool,
    /// Those called before by the same ability vanish.
    #[serde(default)]
    pub replaces: bool,
    /// No more than so many of them at a time.
    pub most: Option<Formula>,
    /// One beside each foe in the area instead of beside the user.
    #[serde(default)]
    pub beside_foes: bool,
}

/// Another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Transform {
    /// What it becomes.
    pub into: Link,
    /// How long; to the end of the fight if not said.
    #[serde(rename = "for")]
    pub lasts: Option<Formula>,
}

/// When an area acts on those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Moments {
    /// When somebody comes in or passes through.
    #[serde(default)]
    pub enter: bool,
    /// At the start of a turn inside.
    #[serde(default)]
    pub start: bool,
    /// At the end of a turn inside.
    #[serde(default)]
    pub end: bool,
    /// For each metre walked inside, at the end of the turn.
    #[serde(default)]
    pub per_metre: bool,
}

/// Ground that changes for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Zone {
    /// How far from its middle; 0 is one square.
    #[serde(default)]
    pub radius: Formula,
    /// So many squares wide and deep instead, its south-west corner in its middle.
    #[serde(default)]
    pub side: u8,
    /// How long.
    #[serde(rename = "for")]
    pub lasts: Lasts,
    /// When it acts.
    #[serde(default)]
    pub when: Moments,
    /// The ability whose steps it does; its roll is made by the owner.
    pub does: Option<Link>,
    /// Counts as light (2) or heavy (3) rough terrain.
    #[serde(default)]
    pub terrain: u8,
    /// Gives cover against projectiles.
    pub cover: Option<Cover>,
    /// Cover inside is a step better.
    #[serde(default)]
    pub better_cover: bool,
    /// No sound passes its border.
    #[serde(default)]
    pub silent: bool,
    /// Nobody is spared, the owner included.
    #[serde(default)]
    pub spares_nobody: bool,
    /// Goes with its owner.
    #[serde(default)]
    pub carried: bool,
    /// What a creature inside has.
    pub gives: Option<Feature>,
}

/// Off the map for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Passage {
    /// How many rounds.
    pub rounds: Formula,
    /// What it brings back from there.
    pub back: Option<Link>,
    /// Its owner may end it at the start of a turn.
    #[serde(default)]
    pub may_be_ended: bool,
}

/// The user moves as part of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Go {
    /// How far; up to the speed if not said.
    pub metres: Option<Formula>,
}

/// The user burrows, and creatures above are thrown up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dig {
    /// How far.
    pub metres: Formula,
    /// How high those above are thrown.
    pub throws: i16,
    /// What is done to them.
    pub does: Link,
}

/// What one step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Damage; a second one in the same ability is extra damage, with armour of its own.
    Damage(Damage),
    /// Added to the damage of the step before.
    Bonus(Formula),
    /// Steals health.
    Steal(Steal),
    /// Heals.
    Heal(Heal),
    /// Puts on a status effect.
    Apply(Apply),
    /// Takes status effects off.
    Lift(Lift),
    /// Moves one debilitating or harmful effect from the user to the target.
    PassOn,
    /// The target's debilitating and harmful effects go over to everybody within so many metres of it.
    Spread(Formula),
    /// Every status effect loses so many rounds or hits.
    Shorten(Formula),
    /// Fells.
    Prone,
    /// Gives or takes energy.
    Energy(Formula),
    /// Moves the target.
    Push(Push),
    /// The user leaps beside the target.
    Leap,
    /// The user runs straight at the target.
    Charge(Charge),
    /// The user moves.
    Go(Go),
    /// The user burrows.
    Dig(Dig),
    /// An attack with the weapon in hand.
    Strike(Strike),
    /// Calls creatures.
    Summon(Summon),
    /// Changes the form.
    Transform(Transform),
    /// Changes ground.
    Zone(Zone),
    /// Gives a feature.
    Grant(Grant),
    /// Loads the weapon, or catches breath.
    Reload,
    /// Goes off the map for a while.
    Passage(Passage),
    /// Makes the target drop a weapon of the user's choice.
    Disarm,
    /// Wakes an unconscious creature with so much temporary health.
    Wake(Grantable),
    /// What the target loses now comes back to it at the start of the user's next turn, unless it is dead.
    ComesBack,
    /// Gives up to so much health; the target loses as much.
    Sacrifice(Formula),
    /// Learns something of the target.
    Learn,
    /// The target is held down: prone, and a roll at the end of each of its turns decides whether it goes on.
    Pin(Damage),
    /// Sacrifices a creature of this kind in the area for further healing of the user.
    Devour(Formula),
    /// The next turn of the target (a pet) is spent on this ability.
    Order(Link),
    /// Stabilises and brings back to 1 health if a roll on Healing succeeds.
    FirstAid,
    /// The user's ritual does not spare the user for so many rounds.
    Include(Formula),
    /// The user's ritual reaches twice as far and lasts only so many rounds more.
    Widen(Formula),
    /// The user's ritual ends.
    EndRitual,
}

fn one() -> Formula {
    Formula::fixed(1)
}
