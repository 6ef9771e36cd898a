//! Kinds of the conditions that the book names.

use quintain_engine::{ConditionKind, Mood};

use super::kind;
use crate::book::Condition;
use crate::rules::{conditions, reactions, surprise};

static BLEEDING: ConditionKind = kind(
    Mood::Bad,
    3,
    ("bleeding", "Bleeding", "bleeds"),
    &conditions::BLEEDING,
    "Loses 1 HP each turn until somebody tends or heals it.",
);
static BLINDED: ConditionKind = kind(
    Mood::Bad,
    2,
    ("blinded", "Blinded", "blind"),
    &conditions::BLINDED,
    "Sees nobody; attacks on it have ADV and its own have DIS.",
);
static BURNING: ConditionKind = kind(
    Mood::Bad,
    3,
    ("burning", "Burning", "burns"),
    &conditions::BURNING,
    "Takes 1 Fire damage each turn until the flames are put out.",
);
static CHARMED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("charmed", "Charmed", "charmed"),
    &conditions::CHARMED,
    "Does nothing harmful to whoever has charmed it.",
);
static DAZED: ConditionKind =
    kind(Mood::Bad, 4, ("dazed", "Dazed", "dazed"), &conditions::DAZED, "DIS on Mental Checks.");
static HEAVILY_DAZED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("heavily-dazed", "Heavily Dazed", "dazed+"),
    &conditions::DAZED,
    "DIS on Mental Checks and Mental Saves.",
);
static DEAFENED: ConditionKind = kind(
    Mood::Bad,
    6,
    ("deafened", "Deafened", "deaf"),
    &conditions::DEAFENED,
    "Hears nothing and takes half of Sonic damage.",
);
static EXHAUSTION: ConditionKind = kind(
    Mood::Bad,
    4,
    ("exhaustion", "Exhaustion", "exhaust"),
    &conditions::EXHAUSTION,
    "Its number comes off Checks, Saves, Speed and Save DC; 6 kill.",
);
static EXPOSED: ConditionKind =
    kind(Mood::Bad, 4, ("exposed", "Exposed", "exposed"), &conditions::EXPOSED, "Attacks against it have ADV.");
static FRIGHTENED: ConditionKind = kind(
    Mood::Bad,
    2,
    ("frightened", "Frightened", "afraid"),
    &conditions::FRIGHTENED,
    "Must flee from what it fears.",
);
static GRAPPLED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("grappled", "Grappled", "held"),
    &conditions::GRAPPLED,
    "Somebody holds it: Speed 0, and DIS on Dexterity Saves.",
);
static HINDERED: ConditionKind =
    kind(Mood::Bad, 4, ("hindered", "Hindered", "hindered"), &conditions::HINDERED, "DIS on its Attacks.");
static IMPAIRED: ConditionKind =
    kind(Mood::Bad, 4, ("impaired", "Impaired", "impaired"), &conditions::IMPAIRED, "DIS on Physical Checks.");
static HEAVILY_IMPAIRED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("heavily-impaired", "Heavily Impaired", "impair+"),
    &conditions::IMPAIRED,
    "DIS on Physical Checks and Physical Saves.",
);
static INCAPACITATED: ConditionKind = kind(
    Mood::Bad,
    1,
    ("incapacitated", "Incapacitated", "incapac."),
    &conditions::INCAPACITATED,
    "Spends no AP, does not speak and does not concentrate.",
);
static INTIMIDATED: ConditionKind = kind(
    Mood::Bad,
    4,
    ("intimidated", "Intimidated", "cowed"),
    &conditions::INTIMIDATED,
    "DIS on Checks while whoever cows it is in sight.",
);
static INVISIBLE: ConditionKind = kind(
    Mood::Good,
    2,
    ("invisible", "Invisible", "unseen"),
    &conditions::INVISIBLE,
    "Nobody sees it: its Attacks have ADV, those on it DIS.",
);
static PARALYZED: ConditionKind = kind(
    Mood::Bad,
    1,
    ("paralyzed", "Paralyzed", "paralyz."),
    &conditions::PARALYZED,
    "Cannot act, and hits from next to it are critical.",
);
static PETRIFIED: ConditionKind = kind(
    Mood::Bad,
    1,
    ("petrified", "Petrified", "stone"),
    &conditions::PETRIFIED,
    "Turned to stone: it cannot act and takes half of all damage.",
);
static POISONED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("poisoned", "Poisoned", "poison"),
    &conditions::POISONED,
    "Takes 1 Poison damage each turn and is Impaired.",
);
static PRONE: ConditionKind = kind(
    Mood::Bad,
    4,
    ("prone", "Prone", "prone"),
    &conditions::PRONE,
    "On the ground: easier to strike hand to hand, harder to shoot, and it crawls.",
);
static RESTRAINED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("restrained", "Restrained", "bound"),
    &conditions::RESTRAINED,
    "Held fast: Hindered, Exposed and Grappled.",
);
static SLOWED: ConditionKind =
    kind(Mood::Bad, 5, ("slowed", "Slowed", "slowed"), &conditions::SLOWED, "Each Space costs its number more.");
static STUNNED: ConditionKind = kind(
    Mood::Bad,
    2,
    ("stunned", "Stunned", "stunned"),
    &conditions::STUNNED,
    "Has as many AP fewer as its number says.",
);
static SURPRISED: ConditionKind = kind(
    Mood::Bad,
    2,
    ("surprised", "Surprised", "surprise"),
    &surprise::NO_AP,
    "Spends no AP and is Exposed until its first turn is over.",
);
static TAUNTED: ConditionKind = kind(
    Mood::Bad,
    5,
    ("taunted", "Taunted", "taunted"),
    &conditions::TAUNTED,
    "DIS on Attacks against others than the taunter.",
);
static UNCONSCIOUS: ConditionKind = kind(
    Mood::Bad,
    1,
    ("unconscious", "Unconscious", "out"),
    &conditions::UNCONSCIOUS,
    "Out cold: it can do nothing and lies Prone.",
);
static SUFFOCATING: ConditionKind = kind(
    Mood::Bad,
    1,
    ("suffocating", "Suffocating", "chokes"),
    &conditions::SUFFOCATING,
    "Has no breath left and is soon Unconscious.",
);
static WITHOUT_REACTIONS: ConditionKind = kind(
    Mood::Bad,
    5,
    ("without-reactions", "without Reactions", "no react"),
    &reactions::DEFINITION,
    "Takes no Reactions.",
);

/// The kind of a condition.
pub fn of_condition(condition: Condition) -> &'static ConditionKind {
    match condition {
        Condition::Bleeding => &BLEEDING,
        Condition::Blinded => &BLINDED,
        Condition::Burning => &BURNING,
        Condition::Charmed => &CHARMED,
        Condition::Dazed => &DAZED,
        Condition::HeavilyDazed => &HEAVILY_DAZED,
        Condition::Deafened => &DEAFENED,
        Condition::Exhaustion => &EXHAUSTION,
        Condition::Exposed => &EXPOSED,
        Condition::Frightened => &FRIGHTENED,
        Condition::Grappled => &GRAPPLED,
        Condition::Hindered => &HINDERED,
        Condition::Impaired => &IMPAIRED,
        Condition::HeavilyImpaired => &HEAVILY_IMPAIRED,
        Condition::Incapacitated => &INCAPACITATED,
        Condition::Intimidated => &INTIMIDATED,
        Condition::Invisible => &INVISIBLE,
        Condition::Paralyzed => &PARALYZED,
        Condition::Petrified => &PETRIFIED,
        Condition::Poisoned => &POISONED,
        Condition::Prone => &PRONE,
        Condition::Restrained => &RESTRAINED,
        Condition::Slowed => &SLOWED,
        Condition::Stunned => &STUNNED,
        Condition::Surprised => &SURPRISED,
        Condition::Taunted => &TAUNTED,
        Condition::Unconscious => &UNCONSCIOUS,
        Condition::Suffocating => &SUFFOCATING,
        Condition::NoReactions => &WITHOUT_REACTIONS,
    }
}

/// All of them.
pub(super) static ALL: [&ConditionKind; 29] = [
    &BLEEDING,
    &BLINDED,
    &BURNING,
    &CHARMED,
    &DAZED,
    &HEAVILY_DAZED,
    &DEAFENED,
    &EXHAUSTION,
    &EXPOSED,
    &FRIGHTENED,
    &GRAPPLED,
    &HINDERED,
    &IMPAIRED,
    &HEAVILY_IMPAIRED,
    &INCAPACITATED,
    &INTIMIDATED,
    &INVISIBLE,
    &PARALYZED,
    &PETRIFIED,
    &POISONED,
    &PRONE,
    &RESTRAINED,
    &SLOWED,
    &STUNNED,
    &SURPRISED,
    &TAUNTED,
    &UNCONSCIOUS,
    &SUFFOCATING,
    &WITHOUT_REACTIONS,
];
