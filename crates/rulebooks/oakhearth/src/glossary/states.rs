//! Kinds of states that are no conditions in the book's own sense.

use quintain_engine::{ConditionKind, Mood};

use super::kind;
use crate::rules::{concentration, conditions, disengage, dying, held, help, hide, riding};

/// Dead.
pub static DEAD: ConditionKind = kind(Mood::Bad, 0, ("dead", "dead", "dead"), &dying::DEATH, "It has died.");
/// At 0 HP or below, and alive.
pub static DEATHS_DOOR: ConditionKind = kind(
    Mood::Bad,
    1,
    ("deaths-door", "Death's Door", "door"),
    &dying::ENTER,
    "Dying but conscious: 1 AP at most, and a Death Save each turn.",
);
/// Makes no Death Saves.
pub static STABLE: ConditionKind =
    kind(Mood::Good, 3, ("stable", "Stable", "stable"), &dying::STABLE, "Makes no Death Saves until it is hurt again.");
/// At half of its HP or less.
pub static BLOODIED: ConditionKind =
    kind(Mood::Bad, 6, ("bloodied", "Bloodied", "bloodied"), &conditions::GAINED, "Half of its HP or less are left.");
/// Has disengaged.
pub static DISENGAGED: ConditionKind = kind(
    Mood::Good,
    5,
    ("disengaged", "Disengaged", "free"),
    &disengage::BASIC,
    "Attacks of Opportunity on it have DIS, or are not made at all.",
);
/// Dodges.
pub static DODGING: ConditionKind = kind(
    Mood::Good,
    4,
    ("dodging", "Dodging", "dodges"),
    &disengage::DODGE_BASIC,
    "The next Attack or Grapple on it has DIS, or all have.",
);
/// Hidden from somebody.
pub static HIDDEN: ConditionKind = kind(
    Mood::Good,
    2,
    ("hidden", "Hidden", "hidden"),
    &hide::EFFECT,
    "Some neither see nor hear it and do not know where it is.",
);
/// Rides.
pub static MOUNTED: ConditionKind =
    kind(Mood::Plain, 6, ("mounted", "Mounted", "rides"), &riding::MOUNT, "Goes where its mount goes.");
/// Keeps a spell up.
pub static CONCENTRATING: ConditionKind = kind(
    Mood::Plain,
    4,
    ("concentrating", "concentrating", "focus"),
    &concentration::ONE,
    "Keeps a spell going; harm may end it.",
);
/// Has a Help Die.
pub static HELPED: ConditionKind =
    kind(Mood::Good, 5, ("helped", "helped", "helped"), &help::ACTION, "Has a die from a friend to add.");
/// Holds an Action.
pub static HOLDING: ConditionKind = kind(
    Mood::Plain,
    5,
    ("holding", "holding", "holding"),
    &held::DECLARE,
    "Has an Action ready for when something happens.",
);

/// All of them.
pub(super) static ALL: [&ConditionKind; 11] = [
    &DEAD,
    &DEATHS_DOOR,
    &STABLE,
    &BLOODIED,
    &DISENGAGED,
    &DODGING,
    &HIDDEN,
    &MOUNTED,
    &CONCENTRATING,
    &HELPED,
    &HOLDING,
];
