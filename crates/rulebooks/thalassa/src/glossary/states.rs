//! Kinds of lasting conditions.

use quintain_engine::{ConditionKind, Mood};

use super::kind;
use crate::condition::Condition;
use crate::rules::{
    ability, battle_map, creatures, critical, detachment, gear, incantations, modifiers, morale, prayer, retreat, scars,
};

static DEAD: ConditionKind =
    kind(Mood::Bad, 0, ("dead", "dead", "dead"), &ability::KRA_0, "Its KRA is gone, or a wound has killed it.");
static DESTROYED: ConditionKind = kind(
    Mood::Bad,
    0,
    ("destroyed", "destroyed", "destroy"),
    &detachment::ZERO_KRA,
    "A company of which nothing is left.",
);
static CRITICAL_DAMAGE: ConditionKind = kind(
    Mood::Bad,
    1,
    ("critical-damage", "critical damage", "critical"),
    &critical::PC_STATE,
    "Lies dying: a hero can only crawl, others are out of the fight.",
);
static AIDED: ConditionKind = kind(
    Mood::Good,
    3,
    ("aided", "aided", "aided"),
    &critical::STABILISE,
    "First aid has stopped the clock that was running towards its death.",
);
static ROUTED: ConditionKind =
    kind(Mood::Bad, 1, ("routed", "routed", "routed"), &detachment::CRITICAL, "A company that has run from the field.");
static WEAKENED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("weakened", "weakened", "weak"),
    &detachment::WEAKENED,
    "A company without its larger die and its blast; the next failed save routs it.",
);
static ESCAPED: ConditionKind = kind(
    Mood::Plain,
    1,
    ("escaped", "escaped", "escaped"),
    &retreat::PASS,
    "Has got away alive and is out of the fight.",
);
static PETRIFIED: ConditionKind =
    kind(Mood::Bad, 0, ("petrified", "petrified", "stone"), &creatures::GAZE, "Turned to stone by a gaze.");
static MORTALLY_WOUNDED: ConditionKind = kind(
    Mood::Bad,
    1,
    ("mortally-wounded", "mortally wounded", "mortal"),
    &scars::MORTAL,
    "Out of action, and dead within an hour unless healed.",
);
static DEPRIVED: ConditionKind = kind(
    Mood::Bad,
    5,
    ("deprived", "deprived", "deprived"),
    &scars::WALLOPED,
    "Recovers neither STA nor scores until it has rested long.",
);
static DOOMED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("doomed", "doomed", "doomed"),
    &scars::DOOMED,
    "Its next save against critical damage decides whether it lives.",
);
static DEAF: ConditionKind =
    kind(Mood::Bad, 6, ("deaf", "deaf", "deaf"), &scars::DEAFENED, "Hears nothing, neither songs nor horns.");
static HAMSTRUNG: ConditionKind = kind(
    Mood::Bad,
    4,
    ("hamstrung", "hamstrung", "lame"),
    &scars::HAMSTRUNG,
    "Barely moves: 5 feet a turn, no second move, no retreat.",
);
static INFECTED: ConditionKind =
    kind(Mood::Bad, 7, ("infected", "infected", "infected"), &scars::DISEASED, "Suffers from a wound that festers.");
static BOUND: ConditionKind = kind(
    Mood::Bad,
    3,
    ("bound", "bound", "bound"),
    &gear::BOUND,
    "Cannot move, attacks impaired and is helpless until it breaks free.",
);
static IN_COVER: ConditionKind =
    kind(Mood::Good, 5, ("in-cover", "in cover", "cover"), &modifiers::IMPAIRED_WHEN, "Attacks on it are impaired.");
static PRONE: ConditionKind = kind(
    Mood::Bad,
    6,
    ("prone", "prone", "prone"),
    &scars::WALLOPED,
    "Lies on the ground; a mark without rules of its own.",
);
static FLEEING: ConditionKind = kind(
    Mood::Bad,
    2,
    ("fleeing", "fleeing", "flees"),
    &morale::FAIL,
    "Its courage has gone: every turn is an attempt to get away.",
);
static ASLEEP: ConditionKind =
    kind(Mood::Bad, 2, ("asleep", "asleep", "asleep"), &modifiers::ENHANCED_WHEN, "Sleeps and is helpless.");
static BLINDED: ConditionKind = kind(
    Mood::Bad,
    3,
    ("blinded", "blinded", "blind"),
    &modifiers::IMPAIRED_WHEN,
    "Sees nothing, and its attacks are impaired.",
);
static LEFT_DYING: ConditionKind = kind(
    Mood::Bad,
    2,
    ("left-dying", "left dying", "left"),
    &critical::CLOCK,
    "Was left behind dying by its side, which has lost the field.",
);
static ENRAGED: ConditionKind = kind(
    Mood::Plain,
    5,
    ("enraged", "enraged", "enraged"),
    &incantations::RESTRAIN_ANGER,
    "Blind with anger, which an incantation can restrain.",
);
static IN_WATER: ConditionKind = kind(
    Mood::Plain,
    7,
    ("in-water", "in water", "in water"),
    &creatures::WATER_PROOF,
    "Stands in water, which matters to creatures of the sea.",
);
static SLANDERED: ConditionKind = kind(
    Mood::Bad,
    6,
    ("slandered", "slandered", "slander"),
    &incantations::SLANDER,
    "Leads its side's morale no more.",
);
static WITHDRAWN: ConditionKind = kind(
    Mood::Plain,
    1,
    ("withdrawn", "withdrawn", "gone"),
    &creatures::IMMORTAL,
    "Is out of the fight, though it cannot die.",
);
static ALOFT: ConditionKind = kind(
    Mood::Good,
    4,
    ("aloft", "aloft", "aloft"),
    &creatures::ALOFT,
    "Stays in the air, where nobody on the ground can strike it hand to hand.",
);
static IN_A_GUST: ConditionKind = kind(
    Mood::Good,
    5,
    ("in-a-gust", "in a gust", "gust"),
    &creatures::GUSTS,
    "Hidden in the wind, so that shots and throws at it are impaired.",
);
static NEUTRAL: ConditionKind = kind(
    Mood::Plain,
    1,
    ("neutral", "neutral", "neutral"),
    &incantations::FRIENDSHIP,
    "Takes no more part in the fight.",
);
static HIDDEN: ConditionKind = kind(
    Mood::Good,
    3,
    ("hidden", "hidden", "hidden"),
    &battle_map::NONE,
    "The other side does not see it and cannot aim at it.",
);
static CORNERED: ConditionKind = kind(
    Mood::Bad,
    5,
    ("cornered", "cornered", "corner"),
    &retreat::DESTINATION,
    "Has no safe place to run to, so it cannot retreat.",
);
/// TEK 0.
pub static PARALYSED: ConditionKind = kind(
    Mood::Bad,
    1,
    ("paralysed", "paralysed", "TEK 0"),
    &ability::TEK_0,
    "Its TEK is gone: it cannot act and is helpless.",
);
/// THU 0.
pub static DELIRIOUS: ConditionKind = kind(
    Mood::Bad,
    1,
    ("delirious", "delirious", "THU 0"),
    &ability::THU_0,
    "Its THU is gone: it cannot act and is helpless.",
);
/// A scar, of whatever row.
pub static SCAR: ConditionKind = kind(
    Mood::Plain,
    6,
    ("scar", "scar", "scar"),
    &scars::TRIGGER,
    "The mark of a blow that took its STA to exactly 0; some of it may still be to come.",
);
/// A prayer under way.
pub static CONCENTRATING: ConditionKind = kind(
    Mood::Plain,
    4,
    ("concentrating", "concentrating", "prays"),
    &prayer::RECOLLECTION,
    "Prays, and will be heard or not when its turns of prayer are over.",
);

/// The kind of a condition.
pub fn of_condition(condition: Condition) -> &'static ConditionKind {
    match condition {
        Condition::Dead => &DEAD,
        Condition::Destroyed => &DESTROYED,
        Condition::Critical => &CRITICAL_DAMAGE,
        Condition::Aided => &AIDED,
        Condition::Routed => &ROUTED,
        Condition::Weakened => &WEAKENED,
        Condition::Escaped => &ESCAPED,
        Condition::Petrified => &PETRIFIED,
        Condition::Mortal => &MORTALLY_WOUNDED,
        Condition::Deprived => &DEPRIVED,
        Condition::Doomed => &DOOMED,
        Condition::Deaf => &DEAF,
        Condition::Hamstrung => &HAMSTRUNG,
        Condition::Infected => &INFECTED,
        Condition::Bound => &BOUND,
        Condition::Cover => &IN_COVER,
        Condition::Prone => &PRONE,
        Condition::Fleeing => &FLEEING,
        Condition::Asleep => &ASLEEP,
        Condition::Blinded => &BLINDED,
        Condition::LeftDying => &LEFT_DYING,
        Condition::Enraged => &ENRAGED,
        Condition::InWater => &IN_WATER,
        Condition::Slandered => &SLANDERED,
        Condition::Withdrawn => &WITHDRAWN,
        Condition::Aloft => &ALOFT,
        Condition::InGust => &IN_A_GUST,
        Condition::Neutral => &NEUTRAL,
        Condition::Hidden => &HIDDEN,
        Condition::Cornered => &CORNERED,
    }
}

/// All of them.
pub(super) static ALL: [&ConditionKind; 34] = [
    &DEAD,
    &DESTROYED,
    &CRITICAL_DAMAGE,
    &AIDED,
    &ROUTED,
    &WEAKENED,
    &ESCAPED,
    &PETRIFIED,
    &MORTALLY_WOUNDED,
    &DEPRIVED,
    &DOOMED,
    &DEAF,
    &HAMSTRUNG,
    &INFECTED,
    &BOUND,
    &IN_COVER,
    &PRONE,
    &FLEEING,
    &ASLEEP,
    &BLINDED,
    &LEFT_DYING,
    &ENRAGED,
    &IN_WATER,
    &SLANDERED,
    &WITHDRAWN,
    &ALOFT,
    &IN_A_GUST,
    &NEUTRAL,
    &HIDDEN,
    &CORNERED,
    &PARALYSED,
    &DELIRIOUS,
    &SCAR,
    &CONCENTRATING,
];
