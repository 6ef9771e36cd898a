//! The kinds of conditions: those of the chapter by name, and what Gu do as families.

use quintain_engine::Mood::{Bad, Good, Plain};
use quintain_engine::{ConditionKind, Mood, Rule};

use crate::condition::Condition;
use crate::rules::{
    activating, damage, dying, final_stand, grapple, ground, holding, initiative, injury, maneuvers, status, turns,
};

/// What a kind of condition is; those that matter most have the lowest order.
const fn kind(
    (key, label, short): (&'static str, &'static str, &'static str),
    (mood, order): (Mood, u8),
    (rule, gloss): (&'static Rule, &'static str),
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

static DEAD: ConditionKind =
    kind(("dead", "dead", "dead"), (Bad, 0), (&damage::ZERO_TEST, "Dead or destroyed, and out of the fight."));
static DYING: ConditionKind = kind(
    ("dying", "dying", "dying"),
    (Bad, 1),
    (&dying::ROLL, "Unconscious; a test at the end of each turn decides between life and death."),
);
static FINAL_STAND: ConditionKind = kind(
    ("final-stand", "final stand", "stand"),
    (Bad, 2),
    (&final_stand::LIMITS, "On its feet by will alone: it can only activate Gu, and any wound fells it."),
);
static UNCONSCIOUS: ConditionKind =
    kind(("unconscious", "unconscious", "out"), (Bad, 3), (&dying::UNCONSCIOUS, "Aware of nothing and unable to act."));
static STUNNED: ConditionKind = kind(
    ("stunned", "stunned", "stunned"),
    (Bad, 4),
    (&status::STUNNED_NOTHING, "No movement, no action, no reaction; dazed after its turn."),
);
static RESTRAINED: ConditionKind = kind(
    ("restrained", "restrained", "held"),
    (Bad, 5),
    (&status::RESTRAINED_MOVEMENT, "It cannot move, and fails every Dodge and Flying test."),
);
static PRONE: ConditionKind = kind(
    ("prone", "prone", "prone"),
    (Bad, 8),
    (&status::PRONE_TESTS, "On the ground: skills are harder, dodging fails; standing up costs half the movement."),
);
static DAZED: ConditionKind = kind(
    ("dazed", "dazed", "dazed"),
    (Bad, 9),
    (&status::DAZED_ACTIVATIONS, "Two activations fewer until its turn ends."),
);
static FATIGUED: ConditionKind = kind(
    ("fatigued", "fatigued", "tired"),
    (Bad, 14),
    (&status::FATIGUED_MOVEMENT, "3 m less movement and +20 on Dodge and Athletics tests."),
);
static BLINDED: ConditionKind = kind(
    ("blinded", "blinded", "blind"),
    (Bad, 7),
    (&status::BLINDED_ATTACK, "It sees nothing: +50 on tests to attack and parry."),
);
static DEAFENED: ConditionKind = kind(
    ("deafened", "deafened", "deaf"),
    (Bad, 15),
    (&status::DEAFENED_HEARING, "It hears nothing, and sound hurts it half as much."),
);
static BLEEDING: ConditionKind = kind(
    ("bleeding", "bleeding", "bleeds"),
    (Bad, 11),
    (&status::BLEEDING_DAMAGE, "It loses hit points at the start of each turn, 1 for each stack."),
);
static BURNING: ConditionKind = kind(
    ("burning", "burning", "burns"),
    (Bad, 10),
    (
        &status::BURNING_DAMAGE,
        "10 heat damage at the start of each turn, until it rolls on the ground or goes under water.",
    ),
);
static ABLAZE: ConditionKind = kind(
    ("ablaze", "ablaze", "ablaze"),
    (Bad, 6),
    (&status::ABLAZE_DAMAGE, "30 heat damage at the start of each turn, until it goes under water."),
);
static POISONED: ConditionKind = kind(
    ("poisoned", "poisoned", "poison"),
    (Bad, 12),
    (&status::POISONED_FREE_FORM, "One or several poisons are at work, each by its own words."),
);
static SURPRISED: ConditionKind = kind(
    ("surprised", "surprised", "unaware"),
    (Bad, 13),
    (&initiative::SURPRISE_NO_REACTIONS, "Caught unawares: no reactions before its first turn."),
);
static INVISIBLE: ConditionKind = kind(
    ("invisible", "invisible", "unseen"),
    (Good, 16),
    (&initiative::STEALTH_CONCEALMENT, "Concealed by a Gu: attacks at it are much harder."),
);
static OILED: ConditionKind = kind(
    ("oiled", "oiled", "oiled"),
    (Bad, 17),
    (&activating::EFFECT, "Covered with oil: any heat that hurts it sets it ablaze."),
);
static SUBMERGED: ConditionKind = kind(
    ("submerged", "submerged", "under"),
    (Plain, 18),
    (&ground::SWIM_BREATH, "Under water, on what breath it has."),
);
static FLED: ConditionKind =
    kind(("fled", "fled", "fled"), (Plain, 0), (&turns::ACTION_LIST, "It has left the fight."));
static SURRENDERED: ConditionKind = kind(
    ("surrendered", "surrendered", "gave up"),
    (Plain, 1),
    (&turns::ACTION_LIST, "It has given up and does nothing any more."),
);
/// Held in a grapple.
pub static GRAPPLED: ConditionKind = kind(
    ("grappled", "grappled", "gripped"),
    (Bad, 5),
    (&grapple::WIN, "Somebody holds it and shares its square; it may try to break free."),
);
/// In the air.
pub static AIRBORNE: ConditionKind = kind(
    ("airborne", "airborne", "in air"),
    (Plain, 20),
    (&maneuvers::NEEDS_AIRBORNE, "Off the ground, flying or falling."),
);
/// On a wall.
pub static CLIMBING: ConditionKind =
    kind(("climbing", "climbing", "climbs"), (Plain, 21), (&ground::CLIMB_HALF, "It hangs on a wall."));
/// Any limb that cannot be used.
pub static USELESS_LIMB: ConditionKind = kind(
    ("useless-limb", "useless limb", "limb"),
    (Bad, 19),
    (&injury::CALLED, "A broken or crippled limb: no use of the arm or hand, or 4 m less movement for a leg."),
);
/// Cognition lost.
pub static CONCUSSED: ConditionKind = kind(
    ("concussed", "concussed", "concuss."),
    (Bad, 22),
    (&injury::COGNITION, "Less Cognition for some days, and less of what is built on it."),
);
/// A held action.
pub static HOLDING: ConditionKind = kind(
    ("holding", "holding an action", "holds"),
    (Good, 23),
    (&holding::DECLARE, "A Combat Action waits for its trigger."),
);
/// The Evade Maneuver.
pub static EVADING: ConditionKind = kind(
    ("evading", "evading", "evades"),
    (Good, 24),
    (&maneuvers::EVADE_TEST, "Attacks at it are harder until its next turn."),
);
/// Any Gu or killer move that is sustained.
pub static AT_WORK: ConditionKind = kind(
    ("gu-at-work", "Gu at work", "Gu"),
    (Good, 25),
    (&activating::REPEAT, "A Gu or killer move that it sustains."),
);
/// Anything that a Gu has laid on somebody.
pub static UNDER_A_GU: ConditionKind = kind(
    ("under-a-gu", "under a Gu", "under Gu"),
    (Plain, 26),
    (&activating::EFFECT, "What a Gu has laid on it, for good or ill."),
);
/// Any Gu that has died.
pub static DEAD_GU: ConditionKind =
    kind(("dead-gu", "dead Gu", "dead Gu"), (Bad, 28), (&activating::LIMIT, "One of its Gu has died."));
/// In the body of another.
pub static OTHER_BODY: ConditionKind = kind(
    ("in-another-body", "in another body", "body"),
    (Plain, 27),
    (&activating::EFFECT, "Its own body waits while it fights in that of another."),
);
/// Gu in others' hands.
pub static HANDED_OVER: ConditionKind = kind(
    ("handed-over", "handed over", "lent"),
    (Plain, 29),
    (&turns::BONUS_SCOPE, "Some of its Gu are in the hands of others."),
);

/// Every kind of condition in the view.
pub static CONDITIONS: &[&ConditionKind] = &[
    &DEAD,
    &DYING,
    &FINAL_STAND,
    &UNCONSCIOUS,
    &STUNNED,
    &RESTRAINED,
    &PRONE,
    &DAZED,
    &FATIGUED,
    &BLINDED,
    &DEAFENED,
    &BLEEDING,
    &BURNING,
    &ABLAZE,
    &POISONED,
    &SURPRISED,
    &INVISIBLE,
    &OILED,
    &SUBMERGED,
    &FLED,
    &SURRENDERED,
    &GRAPPLED,
    &AIRBORNE,
    &CLIMBING,
    &USELESS_LIMB,
    &CONCUSSED,
    &HOLDING,
    &EVADING,
    &AT_WORK,
    &UNDER_A_GU,
    &DEAD_GU,
    &OTHER_BODY,
    &HANDED_OVER,
];

/// The kind of a condition of the chapter.
pub fn of(condition: Condition) -> &'static ConditionKind {
    match condition {
        Condition::Dead => &DEAD,
        Condition::Dying => &DYING,
        Condition::FinalStand => &FINAL_STAND,
        Condition::Unconscious => &UNCONSCIOUS,
        Condition::Stunned => &STUNNED,
        Condition::Restrained => &RESTRAINED,
        Condition::Prone => &PRONE,
        Condition::Dazed => &DAZED,
        Condition::Fatigued => &FATIGUED,
        Condition::Blinded => &BLINDED,
        Condition::Deafened => &DEAFENED,
        Condition::Bleeding => &BLEEDING,
        Condition::Burning => &BURNING,
        Condition::Ablaze => &ABLAZE,
        Condition::Poisoned => &POISONED,
        Condition::Surprised => &SURPRISED,
        Condition::Invisible => &INVISIBLE,
        Condition::Oiled => &OILED,
        Condition::Submerged => &SUBMERGED,
        Condition::Fled => &FLED,
        Condition::Surrendered => &SURRENDERED,
    }
}
