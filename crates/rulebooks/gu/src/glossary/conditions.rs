//! The kinds of conditions: those of the chapter by name, and what Gu do as families.

use quintain_engine::Mood::{Bad, Good, Plain};
use quintain_engine::{ConditionKind, Mood, Rule, listed};

use crate::condition::Condition;
use crate::rules::{
    activating, damage, dying, final_stand, grapple, ground, holding, initiative, injury, maneuvers, status, turns,
};

/// What a kind of condition is; those that matter most have the lowest order.
const fn kind(
    (key, label, short): (&'static str, &'static str, &'static str),
    (mood, order): (Mood, u8),
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

listed! {
    /// Every kind of condition in the view.
    pub CONDITIONS: ConditionKind;
    DEAD = kind(("dead", "dead", "dead"), (Bad, 0), &damage::ZERO_TEST, "Dead or destroyed, and out of the fight.");
    DYING = kind(("dying", "dying", "dying"), (Bad, 1), &dying::ROLL,
        "Unconscious; a test at the end of each turn decides between life and death.");
    FINAL_STAND = kind(("final-stand", "final stand", "stand"), (Bad, 2), &final_stand::LIMITS,
        "On its feet by will alone: it can only activate Gu, and any wound fells it.");
    UNCONSCIOUS = kind(("unconscious", "unconscious", "out"), (Bad, 3), &dying::UNCONSCIOUS,
        "Aware of nothing and unable to act.");
    STUNNED = kind(("stunned", "stunned", "stunned"), (Bad, 4), &status::STUNNED_NOTHING,
        "No movement, no action, no reaction; dazed after its turn.");
    RESTRAINED = kind(("restrained", "restrained", "held"), (Bad, 5), &status::RESTRAINED_MOVEMENT,
        "It cannot move, and fails every Dodge and Flying test.");
    PRONE = kind(("prone", "prone", "prone"), (Bad, 8), &status::PRONE_TESTS,
        "On the ground: skills are harder, dodging fails; standing up costs half the movement.");
    DAZED = kind(("dazed", "dazed", "dazed"), (Bad, 9), &status::DAZED_ACTIVATIONS,
        "Two activations fewer until its turn ends.");
    FATIGUED = kind(("fatigued", "fatigued", "tired"), (Bad, 14), &status::FATIGUED_MOVEMENT,
        "3 m less movement and +20 on Dodge and Athletics tests.");
    BLINDED = kind(("blinded", "blinded", "blind"), (Bad, 7), &status::BLINDED_ATTACK,
        "It sees nothing: +50 on tests to attack and parry.");
    DEAFENED = kind(("deafened", "deafened", "deaf"), (Bad, 15), &status::DEAFENED_HEARING,
        "It hears nothing, and sound hurts it half as much.");
    BLEEDING = kind(("bleeding", "bleeding", "bleeds"), (Bad, 11), &status::BLEEDING_DAMAGE,
        "It loses hit points at the start of each turn, 1 for each stack.");
    BURNING = kind(("burning", "burning", "burns"), (Bad, 10), &status::BURNING_DAMAGE,
        "10 heat damage at the start of each turn, until it rolls on the ground or goes under water.");
    ABLAZE = kind(("ablaze", "ablaze", "ablaze"), (Bad, 6), &status::ABLAZE_DAMAGE,
        "30 heat damage at the start of each turn, until it goes under water.");
    POISONED = kind(("poisoned", "poisoned", "poison"), (Bad, 12), &status::POISONED_FREE_FORM,
        "One or several poisons are at work, each by its own words.");
    SURPRISED = kind(("surprised", "surprised", "unaware"), (Bad, 13), &initiative::SURPRISE_NO_REACTIONS,
        "Caught unawares: no reactions before its first turn.");
    INVISIBLE = kind(("invisible", "invisible", "unseen"), (Good, 16), &initiative::STEALTH_CONCEALMENT,
        "Concealed by a Gu: attacks at it are much harder.");
    OILED = kind(("oiled", "oiled", "oiled"), (Bad, 17), &activating::EFFECT,
        "Covered with oil: any heat that hurts it sets it ablaze.");
    SUBMERGED = kind(("submerged", "submerged", "under"), (Plain, 18), &ground::SWIM_BREATH,
        "Under water, on what breath it has.");
    FLED = kind(("fled", "fled", "fled"), (Plain, 0), &turns::ACTION_LIST, "It has left the fight.");
    SURRENDERED = kind(("surrendered", "surrendered", "gave up"), (Plain, 1), &turns::ACTION_LIST,
        "It has given up and does nothing any more.");
    GRAPPLED = kind(("grappled", "grappled", "gripped"), (Bad, 5), &grapple::WIN,
        "Somebody holds it and shares its square; it may try to break free.");
    AIRBORNE = kind(("airborne", "airborne", "in air"), (Plain, 20), &maneuvers::NEEDS_AIRBORNE,
        "Off the ground, flying or falling.");
    CLIMBING = kind(("climbing", "climbing", "climbs"), (Plain, 21), &ground::CLIMB_HALF, "It hangs on a wall.");
    USELESS_LIMB = kind(("useless-limb", "useless limb", "limb"), (Bad, 19), &injury::CALLED,
        "A broken or crippled limb: no use of the arm or hand, or 4 m less movement for a leg.");
    CONCUSSED = kind(("concussed", "concussed", "concuss."), (Bad, 22), &injury::COGNITION,
        "Less Cognition for some days, and less of what is built on it.");
    HOLDING = kind(("holding", "holding an action", "holds"), (Good, 23), &holding::DECLARE,
        "A Combat Action waits for its trigger.");
    EVADING = kind(("evading", "evading", "evades"), (Good, 24), &maneuvers::EVADE_TEST,
        "Attacks at it are harder until its next turn.");
    AT_WORK = kind(("gu-at-work", "Gu at work", "Gu"), (Good, 25), &activating::REPEAT,
        "A Gu or killer move that it sustains.");
    UNDER_A_GU = kind(("under-a-gu", "under a Gu", "under Gu"), (Plain, 26), &activating::EFFECT,
        "What a Gu has laid on it, for good or ill.");
    DEAD_GU = kind(("dead-gu", "dead Gu", "dead Gu"), (Bad, 28), &activating::LIMIT, "One of its Gu has died.");
    OTHER_BODY = kind(("in-another-body", "in another body", "body"), (Plain, 27), &activating::EFFECT,
        "Its own body waits while it fights in that of another.");
    HANDED_OVER = kind(("handed-over", "handed over", "lent"), (Plain, 29), &turns::BONUS_SCOPE,
        "Some of its Gu are in the hands of others.");
}

/// The kind of a condition of the chapter, which is called the same.
pub fn of(condition: Condition) -> &'static ConditionKind {
    let name = condition.name();
    CONDITIONS.iter().copied().find(|kind| kind.label == name).unwrap_or(&DEAD)
}
