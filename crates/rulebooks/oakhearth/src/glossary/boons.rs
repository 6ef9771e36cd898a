//! Kinds of changed numbers: boons and banes.

use quintain_engine::{ConditionKind, Mood};

use super::kind;
use crate::book::Boon;
use crate::rules::spells;

static OPEN_GUARD: ConditionKind = kind(
    Mood::Bad,
    5,
    ("open-guard", "open guard", "open"),
    &spells::BOON,
    "Fights with an open guard: its AC is lower.",
);
static WARDED: ConditionKind = kind(Mood::Good, 4, ("warded", "warded", "warded"), &spells::BOON, "Its AC is higher.");
static HASTED: ConditionKind = kind(
    Mood::Good,
    4,
    ("hasted", "hasted", "hasted"),
    &spells::BOON,
    "Goes farther, or has movement that costs nothing.",
);
static BLESSED: ConditionKind =
    kind(Mood::Good, 4, ("blessed", "blessed", "blessed"), &spells::BOON, "Adds a die to Attacks or Saves.");
static BANE: ConditionKind =
    kind(Mood::Bad, 4, ("under-a-bane", "under a bane", "bane"), &spells::BOON, "Takes a die from Attacks or Saves.");
static RAGING: ConditionKind =
    kind(Mood::Good, 4, ("raging", "raging", "raging"), &spells::BOON, "Strikes harder hand to hand.");
static BLADE_AFIRE: ConditionKind =
    kind(Mood::Good, 4, ("blade-afire", "blade afire", "afire"), &spells::BOON, "Its next hits deal more damage.");
static RESISTANT: ConditionKind =
    kind(Mood::Good, 5, ("resistant", "resistant", "resist"), &spells::BOON, "Takes less of some damage, or none.");
static SANCTUARY: ConditionKind = kind(
    Mood::Good,
    3,
    ("in-sanctuary", "in sanctuary", "sanctum"),
    &spells::BOON,
    "Whoever would attack it must first overcome the magic.",
);
static DEATH_WARD: ConditionKind = kind(
    Mood::Good,
    4,
    ("warded-against-death", "warded against death", "ward"),
    &spells::BOON,
    "What would kill it does not, once.",
);
static FIRE_SHIELD: ConditionKind = kind(
    Mood::Good,
    5,
    ("shielded-by-fire", "shielded by fire", "fire"),
    &spells::BOON,
    "Whoever strikes it is hurt in turn.",
);
static RESIZED: ConditionKind =
    kind(Mood::Plain, 6, ("resized", "resized", "resized"), &spells::BOON, "Larger or smaller than it is by nature.");
static ON_GUARD: ConditionKind =
    kind(Mood::Good, 4, ("on-guard", "on guard", "on guard"), &spells::BOON, "Dodges everything.");
static LIGHT: ConditionKind = kind(
    Mood::Plain,
    8,
    ("carrying-a-light", "carrying a light", "light"),
    &spells::BOON,
    "Makes the Spaces around it bright.",
);
static MARKED: ConditionKind =
    kind(Mood::Bad, 5, ("marked", "marked", "marked"), &spells::BOON, "Somebody has marked it for a blow.");
static BESET: ConditionKind =
    kind(Mood::Bad, 5, ("beset", "beset", "beset"), &spells::BOON, "The next Attack on it has a further die.");

/// The kind of a changed number; its name is what views call it.
pub fn of_boon(boon: Boon) -> &'static ConditionKind {
    match boon {
        Boon::Ac(by) if by < 0 => &OPEN_GUARD,
        Boon::Ac(_) | Boon::AcNow(_) => &WARDED,
        Boon::Speed(_) | Boon::FreeMove | Boon::FreeHalfMove => &HASTED,
        Boon::AttackDie(_) | Boon::SaveDie(_) => &BLESSED,
        Boon::AttackDieLess(_) | Boon::SaveDieLess(_) => &BANE,
        Boon::MeleeDamage(_) | Boon::Mighty => &RAGING,
        Boon::NextHit(..) | Boon::NextHitBoth(..) => &BLADE_AFIRE,
        Boon::Half(_) | Boon::HalfPhysical | Boon::HalfNow | Boon::Immune(_) | Boon::Less(..) => &RESISTANT,
        Boon::Sanctuary => &SANCTUARY,
        Boon::DeathWard(_) => &DEATH_WARD,
        Boon::Retorts(_) => &FIRE_SHIELD,
        Boon::Resize(_) => &RESIZED,
        Boon::DodgeAll => &ON_GUARD,
        Boon::Light => &LIGHT,
        Boon::FirstBlow | Boon::Marked(_) => &MARKED,
        Boon::Beset(_) => &BESET,
    }
}

/// All of them.
pub(super) static ALL: [&ConditionKind; 16] = [
    &OPEN_GUARD,
    &WARDED,
    &HASTED,
    &BLESSED,
    &BANE,
    &RAGING,
    &BLADE_AFIRE,
    &RESISTANT,
    &SANCTUARY,
    &DEATH_WARD,
    &FIRE_SHIELD,
    &RESIZED,
    &ON_GUARD,
    &LIGHT,
    &MARKED,
    &BESET,
];
