//! Kinds of powers, so that whoever asks for one kind need not look at the others.

use super::gu::{GuEntry, Keyword, Moment};
use super::power::Power;
use crate::rules::reactions::Happening;

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
    NoMelee,
    NoTouch,
    Thorns,
    Ripostes,
    Invisible,
    InvisibleBody,
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

/// The kinds of powers that a Gu brings, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brings {
    /// To its owner, while it is at work.
    pub own: Kinds,
    /// To whom it is laid on, or on whom it works for a time.
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
                Moment::Persevering => &[Happening::Persevering],
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

impl Power {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Power::Reduces { .. } => Kind::Reduces,
            Power::Blocks { .. } => Kind::Blocks,
            Power::Hardened { .. } => Kind::Hardened,
            Power::Untouched(..) => Kind::Untouched,
            Power::Sphere { .. } => Kind::Sphere,
            Power::GuardsMind => Kind::GuardsMind,
            Power::Carapace(..) => Kind::Carapace,
            Power::Stores { .. } => Kind::Stores,
            Power::Draws(..) => Kind::Draws,
            Power::SharesHarm => Kind::SharesHarm,
            Power::SparesUser => Kind::SparesUser,
            Power::RisesAgain => Kind::RisesAgain,
            Power::Resistant(..) => Kind::Resistant,
            Power::Invulnerable(..) => Kind::Invulnerable,
            Power::Grounded(..) => Kind::Grounded,
            Power::Vulnerable(..) => Kind::Vulnerable,
            Power::Immune(..) => Kind::Immune,
            Power::Fireproof(..) => Kind::Fireproof,
            Power::ImmuneToPath { .. } => Kind::ImmuneToPath,
            Power::Inflicts(..) => Kind::Inflicts,
            Power::Movement(..) => Kind::Movement,
            Power::OnAllFours { .. } => Kind::OnAllFours,
            Power::HalvesMovement => Kind::HalvesMovement,
            Power::Swims => Kind::Swims,
            Power::Wades(_) => Kind::Wades,
            Power::Foreseen(_) => Kind::Foreseen,
            Power::Reactions(..) => Kind::Reactions,
            Power::Flight { .. } => Kind::Flight,
            Power::Glides(..) => Kind::Glides,
            Power::Reach(..) => Kind::Reach,
            Power::ShadowTouch { .. } => Kind::ShadowTouch,
            Power::Arms(..) => Kind::Arms,
            Power::ArmsDo(..) => Kind::ArmsDo,
            Power::Adds { .. } => Kind::Adds,
            Power::StrengthOfWounds(..) => Kind::StrengthOfWounds,
            Power::Form { .. } => Kind::Form,
            Power::HitPoints(..) => Kind::HitPoints,
            Power::Tough => Kind::Tough,
            Power::Tests { .. } => Kind::Tests,
            Power::AllTests(..) => Kind::AllTests,
            Power::Grapples { .. } => Kind::Grapples,
            Power::Attacked { .. } => Kind::Attacked,
            Power::CoverBeyond(..) => Kind::CoverBeyond,
            Power::Trained { .. } => Kind::Trained,
            Power::Punches { .. } => Kind::Punches,
            Power::Unarmed { .. } => Kind::Unarmed,
            Power::Bites(..) => Kind::Bites,
            Power::NoPunches => Kind::NoPunches,
            Power::OnlyItsAttacks => Kind::OnlyItsAttacks,
            Power::UnarmedChance { .. } => Kind::UnarmedChance,
            Power::Attack(..) => Kind::Attack,
            Power::Trades => Kind::Trades,
            Power::Passes { .. } => Kind::Passes,
            Power::Charges => Kind::Charges,
            Power::Rooted => Kind::Rooted,
            Power::NoMelee => Kind::NoMelee,
            Power::NoTouch => Kind::NoTouch,
            Power::Thorns { .. } => Kind::Thorns,
            Power::Ripostes(..) => Kind::Ripostes,
            Power::Invisible => Kind::Invisible,
            Power::InvisibleBody => Kind::InvisibleBody,
            Power::Sightless => Kind::Sightless,
            Power::Blinds => Kind::Blinds,
            Power::Locates(..) => Kind::Locates,
            Power::ReactsToAnything => Kind::ReactsToAnything,
            Power::Jumps(..) => Kind::Jumps,
            Power::FallsFree(..) => Kind::FallsFree,
            Power::BleedsLess(..) => Kind::BleedsLess,
            Power::BleedsSofter(..) => Kind::BleedsSofter,
            Power::Clots(..) => Kind::Clots,
            Power::Unbreakable(..) => Kind::Unbreakable,
            Power::Regains(..) => Kind::Regains,
            Power::Renews(..) => Kind::Renews,
            Power::Refreshes(..) => Kind::Refreshes,
            Power::Aura { .. } => Kind::Aura,
            Power::Trail { .. } => Kind::Trail,
            Power::SlipsAway => Kind::SlipsAway,
            Power::Exposed(..) => Kind::Exposed,
            Power::Sunders => Kind::Sunders,
            Power::Next { .. } => Kind::Next,
            Power::SustainsMore(..) => Kind::SustainsMore,
            Power::Attainment(..) => Kind::Attainment,
            Power::QuickStones => Kind::QuickStones,
            Power::FreeTakeFlight => Kind::FreeTakeFlight,
            Power::ManyWeapons => Kind::ManyWeapons,
            Power::GrapplesLeavers => Kind::GrapplesLeavers,
            Power::PunchesGrappled => Kind::PunchesGrappled,
            Power::Flurry => Kind::Flurry,
            Power::ChargingPunch => Kind::ChargingPunch,
            Power::Sentinel => Kind::Sentinel,
            Power::ReactiveFlight => Kind::ReactiveFlight,
        }
    }
}
