//! Kinds of powers, so that a rule that asks for one kind need not look at the others.

mod tables;

use super::gu::{GuEntry, Keyword, Moment};
use super::power::Power;
use crate::kinds::Happening;

/// What a power is, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each stands for the power of the same name")]
pub enum Kind {
    Reduces,
    Blocks,
    Hardened,
    Untouched,
    Sphere,
    GuardsMind,
    Carapace,
    Stores,
    Draws,
    SharesHarm,
    SparesUser,
    RisesAgain,
    Resistant,
    Invulnerable,
    Grounded,
    Vulnerable,
    Immune,
    Fireproof,
    ImmuneToPath,
    Inflicts,
    Movement,
    OnAllFours,
    HalvesMovement,
    Swims,
    Wades,
    Foreseen,
    Reactions,
    Flight,
    Glides,
    Reach,
    ShadowTouch,
    Arms,
    ArmsDo,
    Adds,
    StrengthOfWounds,
    Form,
    HitPoints,
    Tough,
    Tests,
    AllTests,
    AttackRolls,
    Grapples,
    Attacked,
    CoverBeyond,
    Trained,
    Punches,
    Unarmed,
    Bites,
    NoPunches,
    OnlyItsAttacks,
    UnarmedChance,
    Attack,
    Trades,
    Passes,
    Charges,
    Rooted,
    Immovable,
    NoMelee,
    NoTouch,
    Thorns,
    Ripostes,
    Invisible,
    InvisibleBody,
    Darkens,
    Sightless,
    Blinds,
    Locates,
    ReactsToAnything,
    Jumps,
    FallsFree,
    BleedsLess,
    BleedsSofter,
    Clots,
    Unbreakable,
    Regains,
    Renews,
    Refreshes,
    Aura,
    Trail,
    SlipsAway,
    Exposed,
    Sunders,
    Next,
    SustainsMore,
    Attainment,
    QuickStones,
    FreeTakeFlight,
    ManyWeapons,
    GrapplesLeavers,
    PunchesGrappled,
    Flurry,
    ChargingPunch,
    Sentinel,
    ReactiveFlight,
}

/// Several kinds, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u128);

impl Kinds {
    /// None.
    pub const NONE: Kinds = Kinds(0);
    /// All there are.
    pub const EVERY: Kinds = Kinds(u128::MAX);

    /// Those of a list of powers.
    pub fn of(powers: &[Power]) -> Self {
        Kinds(powers.iter().fold(0, |bits, power| bits | Kinds::from(power.kind()).0))
    }

    /// Those and these.
    #[inline]
    pub const fn and(self, others: Kinds) -> Self {
        Kinds(self.0 | others.0)
    }

    /// Whether any of them is among others.
    #[inline]
    pub const fn any_of(self, others: Kinds) -> bool {
        self.0 & others.0 != 0
    }
}

impl From<Kind> for Kinds {
    #[inline]
    fn from(kind: Kind) -> Self {
        Kinds(1 << kind as u8)
    }
}

impl<const N: usize> From<[Kind; N]> for Kinds {
    #[inline]
    fn from(kinds: [Kind; N]) -> Self {
        Kinds(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind as u8))
    }
}

/// The kinds of powers that a Gu brings to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brings {
    /// To its owner, while it is at work.
    pub own: Kinds,
    /// To the target that it is laid on, or at work on for a time.
    pub laid: Kinds,
    /// To those inside what it makes, or within its range.
    pub inside: Kinds,
    /// As a reaction: to what it may answer.
    pub answers: Happenings,
}

impl Brings {
    /// What a Gu brings.
    pub fn of(entry: &GuEntry) -> Self {
        let (laid, inside) = (Kinds::of(&entry.powers), Kinds::of(&entry.inside));
        let own = if entry.laid { Kinds::NONE } else { laid };
        Brings { own, laid, inside, answers: Happenings::answered_by(entry) }
    }
}

/// Several things that happen, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Happenings(u16);

impl Happenings {
    /// One.
    #[inline]
    pub fn one(what: Happening) -> Self {
        Happenings(match what {
            Happening::Hit => 1,
            Happening::Caught => 1 << 1,
            Happening::Aimed => 1 << 2,
            Happening::Missed => 1 << 3,
            Happening::Moved => 1 << 4,
            Happening::Arrived => 1 << 5,
            Happening::Effect => 1 << 6,
            Happening::Persevering => 1 << 7,
            Happening::Killed => 1 << 8,
            Happening::Poisoned => 1 << 9,
            Happening::Afflicted => 1 << 10,
            Happening::Activating(_) => 1 << 11,
            Happening::Collapsing => 1 << 12,
        })
    }

    /// Those and these.
    #[inline]
    pub const fn and(self, others: Happenings) -> Self {
        Happenings(self.0 | others.0)
    }

    /// Whether this is one of them.
    #[inline]
    pub fn has(self, what: Happening) -> bool {
        self.0 & Happenings::one(what).0 != 0
    }

    /// Everything that a Gu could ever answer.
    fn answered_by(entry: &GuEntry) -> Self {
        let mut all = 0;
        let mut add = |these: &[Happening]| these.iter().for_each(|what| all |= Happenings::one(*what).0);
        let guards = entry.has(Keyword::Defensive) || entry.has(Keyword::Shield);
        if entry.only_as_reaction.is_empty() && guards {
            add(&[Happening::Hit, Happening::Caught, Happening::Effect, Happening::Arrived]);
        }
        if entry.powers.iter().any(|power| matches!(power, Power::Ripostes(_))) {
            add(&[Happening::Aimed]);
        }
        for moment in entry.only_as_reaction.iter().chain(&entry.also_as_reaction) {
            add(match moment {
                Moment::BeingHit
                | Moment::BeingHitInMelee
                | Moment::BeingShot
                | Moment::BeingHitUnreactably
                | Moment::OtherBeingHit => &[Happening::Hit],
                Moment::BeingAimedAtBySword => &[Happening::Aimed],
                Moment::Persevering => &[Happening::Collapsing, Happening::Persevering],
                Moment::Collapsing => &[Happening::Collapsing],
                Moment::Killing => &[Happening::Killed],
                Moment::BeingPoisoned => &[Happening::Poisoned],
                Moment::Afflicted => &[Happening::Afflicted],
                Moment::Missing => &[Happening::Missed],
                Moment::SeenMoving => &[Happening::Moved, Happening::Arrived],
                Moment::SeenActivating => &[Happening::Activating(0)],
            });
        }
        Happenings(all)
    }
}
