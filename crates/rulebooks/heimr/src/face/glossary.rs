//! Every kind of condition that the view shows, with a name, a group and what it means.

use quintain_engine::Mood::{Bad, Good, Plain};
use quintain_engine::{ConditionKind, Mood, Rule, listed};

use crate::content::Effect;
use crate::rules::health::{self, Level};
use crate::rules::{actions, basics, clusters, defence, effects, magic, readied, surgery};
use crate::state::Ailment;

const fn kind(
    (key, label, short): (&'static str, &'static str, &'static str),
    mood: Mood,
    order: u8,
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

listed! {
    /// Every kind of condition, those that matter most first.
    pub(crate) CONDITIONS: ConditionKind;
    DEAD = kind(("dead", "dead", "dead"), Bad, 1, &health::LEVELS, "Out of the fight for good.");
    GONE = kind(("gone", "gone", "gone"), Plain, 2, &basics::ALTERNATION, "Not in the fight any more.");
    VANISHED = kind(("vanished", "vanished", "vanished"), Plain, 3, &effects::WHO,
        "Away for some rounds: nobody can reach it.");
    UNCONSCIOUS = kind(("unconscious", "unconscious", "out cold"), Bad, 4, &defence::HELPLESS,
        "Neither acts nor defends; attackers choose the part that they hit.");
    MUTILATED = kind(("mutilated", "mutilated", "mutilat"), Bad, 5, &health::MUTILATED,
        "Unconscious, and dies after 2 minutes.");
    MANGLED = kind(("mangled", "mangled", "mangled"), Bad, 6, &health::MANGLED,
        "Falls unconscious after 5 minutes and dies after 10.");
    BLOODIED = kind(("bloodied", "bloodied", "bloodied"), Bad, 7, &health::BLOODIED,
        "Injured and in need of treatment.");
    DAZE = kind(("daze", "dazed", "dazed"), Bad, 10, &effects::DAZE, "Neither acts nor defends nor uses skills.");
    BIND = kind(("bind", "bound", "bound"), Bad, 11, &effects::BIND,
        "Stays in its place, or cannot use the part that is bound.");
    PRONE = kind(("prone", "prone", "prone"), Bad, 12, &defence::PRONE,
        "Only crawls, and loses 2 consistency in attack and defence; so do shots at it.");
    FALL = kind(("fall", "fallen", "fallen"), Bad, 13, &effects::FALL, "May stand up only when it has passed.");
    STUMBLE = kind(("stumble", "stumbling", "stumble"), Bad, 14, &effects::STUMBLE,
        "Cannot shoot or go in one direction, and strikes only those in a cluster with it.");
    CHARM = kind(("charm", "charmed", "charmed"), Bad, 15, &effects::CHARM,
        "Does nothing that harms the one who charmed it.");
    FEAR = kind(("fear", "afraid", "afraid"), Bad, 16, &effects::FEAR, "Does not come closer to what it fears.");
    DROP = kind(("drop", "disarmed", "disarmed"), Bad, 17, &effects::DROP,
        "Cannot pick up what it has dropped until it has passed.");
    WEAKEN = kind(("weaken", "weakened", "weak"), Bad, 18, &effects::WEAKEN, "Every skill costs 1 willpower more.");
    WOUNDED_PART = kind(("wounded-part", "wounded part", "wound"), Bad, 20, &health::EFFECT,
        "A part of the body that is of no use while the injury lasts.");
    SCAR = kind(("scar", "operated on", "operated"), Bad, 21, &surgery::SURGERY,
        "What surgery leaves of a wound, for an hour.");
    STABILISED = kind(("stabilised", "stabilised", "stable"), Good, 22, &health::STABILISED,
        "No longer dying, as long as the wounded part is not used.");
    GUARDING = kind(("guarding", "guarding", "guard"), Good, 30, &actions::GUARD,
        "Defends with 2 more consistency until its next turn.");
    OPEN = kind(("open", "open", "open"), Bad, 31, &actions::ONGOING,
        "Defends with 2 less consistency until its next turn.");
    READIED = kind(("readied", "readied", "readied"), Good, 32, &readied::ONE,
        "Has an action ready that comes as soon as something happens.");
    UNDER_WAY = kind(("under-way", "under way", "busy"), Plain, 33, &actions::UPCOMING,
        "Has begun something that goes on in its next turn.");
    GATHERING = kind(("gathering", "gathering power", "gathers"), Plain, 34, &magic::TURNS,
        "Gathers power for an automaton, or has it ready.");
    RAGING = kind(("raging", "raging", "raging"), Good, 35, &effects::WHO,
        "Has more hit points until it stops attacking.");
    IN_A_CLUSTER = kind(("in-a-cluster", "in a cluster", "cluster"), Plain, 40, &clusters::DEFINITION,
        "In hand-to-hand combat with others.");
    POSSESSED = kind(("possessed", "possessed", "possess"), Plain, 41, &effects::WHO,
        "Something dwells in it that can be driven back.");
    ANCHORED = kind(("anchored", "anchored", "anchored"), Bad, 42, &effects::WHO,
        "Cannot leave for the divine realms.");
    INFECTED = kind(("infected", "infected", "infected"), Bad, 50, &surgery::SURGERY,
        "A wound festers; in this fight that does nothing.");
    DISEASED = kind(("diseased", "diseased", "diseased"), Bad, 51, &surgery::SURGERY,
        "A disease has set in; in this fight that does nothing.");
    TRAUMATISED = kind(("traumatised", "traumatised", "trauma"), Bad, 52, &surgery::SURGERY,
        "Shaken for long; in this fight that does nothing.");
    POWER = kind(("power", "power at work", "power"), Good, 60, &effects::WHO,
        "A skill, blessing, potion or automaton that lasts.");
}

/// The kind of an effect that lasts; none for those that are over at once.
pub(crate) fn of_effect(effect: Effect) -> Option<&'static ConditionKind> {
    match effect {
        Effect::Hit | Effect::Drain | Effect::Break => None,
        Effect::Fall => Some(&FALL),
        Effect::Drop => Some(&DROP),
        Effect::Stumble => Some(&STUMBLE),
        Effect::Daze => Some(&DAZE),
        Effect::Charm => Some(&CHARM),
        Effect::Fear => Some(&FEAR),
        Effect::Bind => Some(&BIND),
        Effect::Weaken => Some(&WEAKEN),
    }
}

/// The kind of a level of injury; none for the unhurt.
pub(crate) fn of_level(level: Level) -> Option<&'static ConditionKind> {
    match level {
        Level::Fine => None,
        Level::Bloodied => Some(&BLOODIED),
        Level::Mangled => Some(&MANGLED),
        Level::Mutilated => Some(&MUTILATED),
        Level::Dead => Some(&DEAD),
    }
}

pub(crate) fn of_ailment(ailment: Ailment) -> &'static ConditionKind {
    match ailment {
        Ailment::Infection => &INFECTED,
        Ailment::Disease => &DISEASED,
        Ailment::Trauma => &TRAUMATISED,
    }
}
