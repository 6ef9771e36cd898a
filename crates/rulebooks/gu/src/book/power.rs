//! What a Gu does as long as it is at work.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::creature::AttackEntry;
use super::effect::{Deal, Gain};
use super::gu::Path;
use super::ranked::Ranked;
use crate::condition::Condition;
use crate::kinds::{DamageType, Part, Score, Size};

/// By what a divination finds others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sense {
    /// Their steps on the ground.
    Steps,
    /// Their warmth: everyone but what is no living creature.
    Warmth,
    /// Their souls, as many metres away as the user has soul.
    Souls,
    /// Their blood: everyone's who can bleed.
    Blood,
}

/// A strike without a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unarmed {
    /// With a fist.
    Punch,
    /// With a foot.
    Kick,
    /// With teeth.
    Bite,
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
        /// Only that of called shots at this part.
        part: Option<Part>,
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
    /// Takes the damage of attacks from outside for 1 portion of essence a point; more than this at once breaks it, and
    /// the Gu takes 2d6.
    Sphere {
        /// The most that it takes at once.
        most: i16,
        /// Which types pass.
        #[serde(default)]
        but: Vec<DamageType>,
    },
    /// Takes soul damage in its owner's stead, and keeps effects on the mind of no higher rank away.
    GuardsMind,
    /// Every other hit that is no called shot strikes it: so much less damage; more than that at once ends it, and the Gu
    /// takes 1d6.
    Carapace(i16),
    /// Damage of these types to hit points is stored, up to so much in all; unarmed hits deal it again.
    Stores {
        /// Which types.
        types: Vec<DamageType>,
        /// How much.
        most: Ranked,
    },
    /// Damage of these types to others within range strikes the user instead.
    Draws(Vec<DamageType>),
    /// On somebody else: takes directly whatever damage reaches the hit points of the one who laid it.
    SharesHarm,
    /// On somebody else: cannot attack the one who laid it.
    SparesUser,
    /// At 0 hit points they are all back instead, and the Gu takes 13.
    RisesAgain,
    /// Types of which the owner takes half.
    Resistant(Vec<DamageType>),
    /// Types that do nothing to the owner.
    Invulnerable(Vec<DamageType>),
    /// Types that do nothing to the owner while it stands on the ground.
    Grounded(Vec<DamageType>),
    /// Types that strike the owner double.
    Vulnerable(Vec<DamageType>),
    /// Conditions that the owner cannot receive.
    Immune(Vec<Condition>),
    /// Flames of Gu of at most this rank do not catch on the owner.
    Fireproof(u8),
    /// Conditions of Gu of this path that the owner cannot receive.
    ImmuneToPath {
        /// Of which path.
        path: Path,
        /// Which.
        conditions: Vec<Condition>,
    },
    /// Conditions that the bearer has as long as this works.
    Inflicts(Vec<Condition>),
    /// Metres added to movement.
    Movement(Ranked),
    /// Metres added to movement while nothing is in hand: one more from each start of a turn on, up to so many.
    OnAllFours {
        /// At first.
        by: i16,
        /// At last.
        most: i16,
    },
    /// Movement is halved, rounded down, and at least 1.
    HalvesMovement,
    /// Swimming is not difficult.
    Swims,
    /// In lava so many metres go for one of movement.
    Wades(u8),
    /// Reactions more or fewer each turn.
    Reactions(i8),
    /// A flying speed.
    Flight {
        /// Metres of a Maneuver.
        speed: Ranked,
        /// Maneuvers a turn.
        maneuvers: u8,
    },
    /// Falls do nothing, and no flight is faster than this.
    Glides(i16),
    /// Metres added to the reach of melee attacks and touches.
    Reach(u16),
    /// Metres added to touches; Dodge tests against the far ones change by so much.
    ShadowTouch {
        /// Metres.
        metres: u16,
        /// Added to the Dodge test.
        dodge_modifier: i16,
    },
    /// Arms on top.
    Arms(u8),
    /// The punches of those arms do this, too.
    ArmsDo(Vec<Gain>),
    /// An attribute or skill changes.
    Adds {
        /// Which.
        score: Score,
        /// By how much.
        by: Ranked,
    },
    /// Strength grows by so much for each hit point that is missing.
    StrengthOfWounds(Ranked),
    /// Another body: its own hit points come back when it ends.
    Form {
        /// Its hit points.
        hp: i16,
        /// Its metres of movement.
        movement: i16,
        /// Its size, where it is another.
        size: Option<Size>,
    },
    /// Hit points more.
    HitPoints(i16),
    /// As many hit points more as Fortitude.
    Tough,
    /// Added to all tests of a skill: plus is worse.
    Tests {
        /// Which.
        score: Score,
        /// By how much.
        modifier: Ranked,
        /// Only while no weapon is in hand.
        #[serde(default)]
        unarmed: bool,
    },
    /// Added to every test.
    AllTests(i16),
    /// Added to the bearer's attack rolls: plus is worse.
    AttackRolls(Ranked),
    /// Athletics tests in grapples.
    Grapples {
        /// Added to the die.
        #[serde(default)]
        modifier: i16,
        /// Advantages.
        #[serde(default)]
        tilt: i8,
        /// Only those that get or keep the bearer out of a hold.
        #[serde(default)]
        held: bool,
    },
    /// Attack rolls at the bearer.
    Attacked {
        /// Only those with this skill.
        score: Option<Score>,
        /// Added to them.
        #[serde(default)]
        modifier: i16,
        /// Advantages less disadvantages.
        #[serde(default)]
        tilt: i8,
    },
    /// Attacks at the bearer from farther than so many metres meet partial cover.
    CoverBeyond(u16),
    /// Attack rolls with one weapon, one natural attack or one Gu, by id or name.
    Trained {
        /// With what.
        with: String,
        /// Added to them.
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
    /// Unarmed strikes of these kinds deal more and do more.
    Unarmed {
        /// Which.
        strikes: Vec<Unarmed>,
        /// What they deal on top.
        #[serde(default)]
        deals: Vec<Deal>,
        /// What befalls a target that they hit.
        #[serde(default)]
        gains: Vec<Gain>,
    },
    /// A bite is so many bites.
    Bites(u8),
    /// No punches are possible.
    NoPunches,
    /// Another body strikes with the attacks that its Gu give it, and with nothing else.
    OnlyItsAttacks,
    /// Unarmed hits: a die of so many sides, and on a 1 they deal more.
    UnarmedChance {
        /// Sides of the die.
        sides: u8,
        /// What is dealt on top.
        deals: Vec<Deal>,
    },
    /// An attack of its own, made like a natural one.
    Attack(AttackEntry),
    /// Its attack may be made for the activations left when it was the first that was activated this turn.
    Trades,
    /// Instead of walking, a straight way of so many metres through everybody on it.
    Passes {
        /// So many metres.
        metres: u16,
        /// What those on the way suffer.
        deals: Vec<Deal>,
        /// What else befalls them.
        #[serde(default)]
        gains: Vec<Gain>,
        /// Added to their Dodge tests.
        #[serde(default)]
        dodge_modifier: i16,
    },
    /// A strike at somebody after at least 2 m straight towards it: opposed Close Combat, 1 force and a tenth of Strength,
    /// and prone.
    Charges,
    /// Cannot move.
    Rooted,
    /// Cannot be moved.
    Immovable,
    /// Cannot make melee attacks.
    NoMelee,
    /// Cannot be touched.
    NoTouch,
    /// An attacker that hits the owner in melee takes damage.
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
        /// Those that the owner grapples, too.
        #[serde(default)]
        grappled: bool,
    },
    /// A Close Combat roll against the owner may be answered with an attack roll for this.
    Ripostes(Vec<Deal>),
    /// Cannot be seen.
    Invisible,
    /// Cannot be seen while nothing is in hand and nothing worn.
    InvisibleBody,
    /// Darkness: cannot be seen, nor found by divinations of at most this rank.
    Darkens(Ranked),
    /// Sees nobody.
    Sightless,
    /// As if blinded.
    Blinds,
    /// Knows the exact places of others within range.
    Locates(Sense),
    /// May react to what is Unreactable.
    ReactsToAnything,
    /// On a human: the one who laid it reacts even to what is Unreactable of it, and adds this to tests to attack, parry
    /// or dodge it.
    Foreseen(i16),
    /// Jumps are multiplied by this.
    Jumps(i16),
    /// Falls of up to so many metres do nothing; of deeper ones only what is more counts.
    FallsFree(i16),
    /// Each gain of bleeding is so many stacks less.
    BleedsLess(i16),
    /// Damage from bleeding is so much less.
    BleedsSofter(i16),
    /// So many stacks of bleeding less at the end of each of the owner's turns.
    Clots(u16),
    /// Bones that damage of at most this rank does not break.
    Unbreakable(u8),
    /// Hit points at the end of each of the owner's turns.
    Regains(Ranked),
    /// Hit points at the start of each of the owner's turns.
    Renews(Ranked),
    /// Hit points for everyone within range at the end of each of the user's turns.
    Refreshes(Ranked),
    /// Others who start their turn within range take damage.
    Aura {
        /// What they take.
        deals: Vec<Deal>,
        /// What befalls them.
        #[serde(default)]
        gains: Vec<Gain>,
    },
    /// The squares that the owner walks through burn until the start of its next turn: a creature that starts there or
    /// passes suffers this.
    Trail {
        /// What they take.
        deals: Vec<Deal>,
        /// What befalls them.
        #[serde(default)]
        gains: Vec<Gain>,
    },
    /// Leaving somebody's reach gives no attack of opportunity.
    SlipsAway,
    /// So much of what lowers the bearer's damage is ignored by the one who laid it.
    Exposed(i16),
    /// The next rending attack destroys a shield Gu of at most this Gu's rank.
    Sunders,
    /// The next Gu that is activated this turn, of this path where one is given, is changed.
    Next {
        /// Of which path.
        path: Option<Path>,
        /// Its damage is doubled.
        #[serde(default)]
        doubled: bool,
        /// Hundredths of the user's Strength on top of its damage.
        #[serde(default)]
        percent_strength: i16,
        /// Its range becomes so many metres; a touch becomes an attack roll.
        range: Option<u16>,
        /// Its area in hundredths, rounded down, at least 1 m.
        area_percent: Option<i16>,
        /// How large the body is that it gives.
        size: Option<Size>,
    },
    /// One more Gu is sustained without a toll.
    SustainsMore(u8),
    /// A second bonus action, which activates one Gu of this path.
    Attainment(Path),
    /// Absorbing stones is a bonus action.
    QuickStones,
    /// Taking flight is no Maneuver.
    FreeTakeFlight,
    /// Several weapons: 10 for each attack, and nothing with two.
    ManyWeapons,
    /// An attack of opportunity may be a grapple.
    GrapplesLeavers,
    /// A grapple that succeeds is followed by a punch.
    PunchesGrappled,
    /// Two punches with each arm at one creature; +20 on Dodge and parries until the next turn.
    Flurry,
    /// While sprinting one punch, which throws the one hit back, or one Gu of touch.
    ChargingPunch,
    /// May parry melee attacks at allies within its own reach, and parries with -10.
    Sentinel,
    /// Becoming airborne may be answered with a flight Gu and a Maneuver.
    ReactiveFlight,
}
