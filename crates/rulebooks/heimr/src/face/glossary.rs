//! The glossary: every value and every kind of condition that the view shows, with a name, a group and what it means.

use quintain_engine::{ConditionKind, Mood, Rule, StatGroup, StatInfo, StatKind};

use crate::content::Effect;
use crate::rules::health::{self, Level};
use crate::rules::{actions, basics, clusters, defence, effects, magic, readied, surgery};
use crate::state::Ailment;

use Mood::{Bad, Good, Plain};
use StatGroup::{Ability, Background, Defence, Gear, Life, Means, State, Turn};
use StatKind::{Count, Flag, Pool, Score, Words};

const fn stat(
    (key, label, short): (&'static str, &'static str, &'static str),
    group: StatGroup,
    kind: StatKind,
    gloss: &'static str,
) -> StatInfo {
    StatInfo { key, label, short, group, kind, gloss }
}

/// Every value of a combatant, in the order of the sheet.
pub(crate) static STATS: &[StatInfo] = &[
    stat(("hp", "hit points", "HP"), Life, Pool, "What attacks take; at 0 and below a combatant is injured."),
    stat(("ward", "ward", "ward"), Life, Score, "Hit points that are lost before one's own."),
    stat(
        ("level", "injury", "injury"),
        Life,
        Words,
        "How badly it is hurt: fine, bloodied, mangled, mutilated or dead.",
    ),
    stat(("hp-max", "most hit points", "max HP"), Life, Score, "The most hit points that it can be restored to."),
    stat(("wp", "willpower", "WP"), Means, Pool, "What skills and magic are paid with."),
    stat(
        ("fatigue", "fatigue", "fatigue"),
        Means,
        Score,
        "What the dice of a bodily effort must at least give, from 1 to 20.",
    ),
    stat(("base-fatigue", "base fatigue", "base"), Means, Score, "The fatigue of a rested body."),
    stat(("wp-max", "most willpower", "max WP"), Means, Score, "The most willpower that it can be restored to."),
    stat(("initiative", "initiative", "init"), Turn, Score, "The result that its place in the order comes from."),
    stat(("standing", "defence ready", "ready"), Defence, Words, "The defence rolled ahead, for all to see."),
    stat(
        ("defence", "defence score", "defence"),
        Defence,
        Score,
        "What an attack has to beat; 0 without a defence rolled ahead.",
    ),
    stat(
        ("dodges", "dodges used", "dodges"),
        Defence,
        Count,
        "Dodges since its last turn; each takes 2 consistency from the next.",
    ),
    stat(
        ("blocks", "blocks used", "blocks"),
        Defence,
        Count,
        "Blocks since its last turn; each takes 2 consistency from the next.",
    ),
    stat(("str", "Strength", "STR"), Ability, Score, "The attribute of raw force."),
    stat(("dex", "Dexterity", "DEX"), Ability, Score, "The attribute of skill of hand and foot, and of initiative."),
    stat(("sta", "Stamina", "STA"), Ability, Score, "The attribute of endurance, which keeps fatigue low."),
    stat(("int", "Intelligence", "INT"), Ability, Score, "The attribute of reason."),
    stat(("emp", "Empathy", "EMP"), Ability, Score, "The attribute of understanding others."),
    stat(("soc", "Social", "SOC"), Ability, Score, "The attribute of dealing with others."),
    stat(("trained", "trained in", "trained"), Ability, Words, "What training has added to abilities."),
    stat(("sword-hand", "sword hand", "sword"), Gear, Words, "What the sword hand holds."),
    stat(("off-hand", "off-hand", "off"), Gear, Words, "What the other hand holds."),
    stat(("both-hands", "in both hands", "both"), Gear, Flag, "Whether the weapon takes both hands."),
    stat(("shield", "shield", "shield"), Gear, Words, "The shield on its arm."),
    stat(("armor", "armour", "armour"), Gear, Words, "The armour that it wears."),
    stat(
        ("counters", "armour counters", "damage"),
        Gear,
        Count,
        "How often its armour has suffered; at 3 it is broken.",
    ),
    stat(("stowed", "put away", "stowed"), Gear, Words, "Weapons that are carried and not in hand."),
    stat(
        ("loaded", "loaded", "loaded"),
        Gear,
        Flag,
        "Whether the weapon in hand can shoot: an arrow drawn, a bolt or dart in place.",
    ),
    stat(("cluster", "cluster", "cluster"), State, Score, "The number of its combat cluster; 0 for none."),
    stat(("prone", "prone", "prone"), State, Flag, "Whether it lies on the ground."),
    stat(("unconscious", "unconscious", "out cold"), State, Flag, "Whether it is not conscious."),
    stat(("stabilised", "stabilised", "stable"), State, Flag, "Whether it is no longer dying."),
    stat(("pc", "player's character", "PC"), Background, Flag, "Whether a player plays it."),
];

const fn kind(
    (key, label, short): (&'static str, &'static str, &'static str),
    mood: Mood,
    order: u8,
    rule: &'static Rule,
    gloss: &'static str,
) -> ConditionKind {
    ConditionKind { key, label, short, mood, order, rule, gloss }
}

pub(crate) static DEAD: ConditionKind =
    kind(("dead", "dead", "dead"), Bad, 1, &health::LEVELS, "Out of the fight for good.");
pub(crate) static GONE: ConditionKind =
    kind(("gone", "gone", "gone"), Plain, 2, &basics::ALTERNATION, "Not in the fight any more.");
pub(crate) static VANISHED: ConditionKind =
    kind(("vanished", "vanished", "vanished"), Plain, 3, &effects::WHO, "Away for some rounds: nobody can reach it.");
pub(crate) static UNCONSCIOUS: ConditionKind = kind(
    ("unconscious", "unconscious", "out cold"),
    Bad,
    4,
    &defence::HELPLESS,
    "Neither acts nor defends; attackers choose the part that they hit.",
);

pub(crate) static MUTILATED: ConditionKind =
    kind(("mutilated", "mutilated", "mutilat"), Bad, 5, &health::MUTILATED, "Unconscious, and dies after 2 minutes.");
pub(crate) static MANGLED: ConditionKind = kind(
    ("mangled", "mangled", "mangled"),
    Bad,
    6,
    &health::MANGLED,
    "Falls unconscious after 5 minutes and dies after 10.",
);

pub(crate) static BLOODIED: ConditionKind =
    kind(("bloodied", "bloodied", "bloodied"), Bad, 7, &health::BLOODIED, "Injured and in need of treatment.");
pub(crate) static DAZE: ConditionKind =
    kind(("daze", "dazed", "dazed"), Bad, 10, &effects::DAZE, "Neither acts nor defends nor uses skills.");
pub(crate) static BIND: ConditionKind = kind(
    ("bind", "bound", "bound"),
    Bad,
    11,
    &effects::BIND,
    "Stays in its place, or cannot use the part that is bound.",
);

pub(crate) static PRONE: ConditionKind = kind(
    ("prone", "prone", "prone"),
    Bad,
    12,
    &defence::PRONE,
    "Only crawls, and loses 2 consistency in attack and defence; so do shots at it.",
);

pub(crate) static FALL: ConditionKind =
    kind(("fall", "fallen", "fallen"), Bad, 13, &effects::FALL, "May stand up only when it has passed.");
pub(crate) static STUMBLE: ConditionKind = kind(
    ("stumble", "stumbling", "stumble"),
    Bad,
    14,
    &effects::STUMBLE,
    "Cannot shoot or go in one direction, and strikes only those in a cluster with it.",
);

pub(crate) static CHARM: ConditionKind =
    kind(("charm", "charmed", "charmed"), Bad, 15, &effects::CHARM, "Does nothing that harms the one who charmed it.");
pub(crate) static FEAR: ConditionKind =
    kind(("fear", "afraid", "afraid"), Bad, 16, &effects::FEAR, "Does not come closer to what it fears.");
pub(crate) static DROP: ConditionKind = kind(
    ("drop", "disarmed", "disarmed"),
    Bad,
    17,
    &effects::DROP,
    "Cannot pick up what it has dropped until it has passed.",
);

pub(crate) static WEAKEN: ConditionKind =
    kind(("weaken", "weakened", "weak"), Bad, 18, &effects::WEAKEN, "Every skill costs 1 willpower more.");
pub(crate) static WOUNDED_PART: ConditionKind = kind(
    ("wounded-part", "wounded part", "wound"),
    Bad,
    20,
    &health::EFFECT,
    "A part of the body that is of no use while the injury lasts.",
);

pub(crate) static SCAR: ConditionKind = kind(
    ("scar", "operated on", "operated"),
    Bad,
    21,
    &surgery::SURGERY,
    "What surgery leaves of a wound, for an hour.",
);

pub(crate) static STABILISED: ConditionKind = kind(
    ("stabilised", "stabilised", "stable"),
    Good,
    22,
    &health::STABILISED,
    "No longer dying, as long as the wounded part is not used.",
);

pub(crate) static GUARDING: ConditionKind = kind(
    ("guarding", "guarding", "guard"),
    Good,
    30,
    &actions::GUARD,
    "Defends with 2 more consistency until its next turn.",
);

pub(crate) static OPEN: ConditionKind =
    kind(("open", "open", "open"), Bad, 31, &actions::ONGOING, "Defends with 2 less consistency until its next turn.");
pub(crate) static READIED: ConditionKind = kind(
    ("readied", "readied", "readied"),
    Good,
    32,
    &readied::ONE,
    "Has an action ready that comes as soon as something happens.",
);

pub(crate) static UNDER_WAY: ConditionKind = kind(
    ("under-way", "under way", "busy"),
    Plain,
    33,
    &actions::UPCOMING,
    "Has begun something that goes on in its next turn.",
);

pub(crate) static GATHERING: ConditionKind = kind(
    ("gathering", "gathering power", "gathers"),
    Plain,
    34,
    &magic::TURNS,
    "Gathers power for an automaton, or has it ready.",
);

pub(crate) static RAGING: ConditionKind =
    kind(("raging", "raging", "raging"), Good, 35, &effects::WHO, "Has more hit points until it stops attacking.");
pub(crate) static IN_A_CLUSTER: ConditionKind = kind(
    ("in-a-cluster", "in a cluster", "cluster"),
    Plain,
    40,
    &clusters::DEFINITION,
    "In hand-to-hand combat with others.",
);

pub(crate) static POSSESSED: ConditionKind = kind(
    ("possessed", "possessed", "possess"),
    Plain,
    41,
    &effects::WHO,
    "Something dwells in it that can be driven back.",
);

pub(crate) static ANCHORED: ConditionKind =
    kind(("anchored", "anchored", "anchored"), Bad, 42, &effects::WHO, "Cannot leave for the divine realms.");
static INFECTED: ConditionKind = kind(
    ("infected", "infected", "infected"),
    Bad,
    50,
    &surgery::SURGERY,
    "A wound festers; in this fight that does nothing.",
);

static DISEASED: ConditionKind = kind(
    ("diseased", "diseased", "diseased"),
    Bad,
    51,
    &surgery::SURGERY,
    "A disease has set in; in this fight that does nothing.",
);

static TRAUMATISED: ConditionKind = kind(
    ("traumatised", "traumatised", "trauma"),
    Bad,
    52,
    &surgery::SURGERY,
    "Shaken for long; in this fight that does nothing.",
);

pub(crate) static POWER: ConditionKind = kind(
    ("power", "power at work", "power"),
    Good,
    60,
    &effects::WHO,
    "A skill, blessing, potion or automaton that lasts.",
);

/// Every kind of condition, those that matter most first.
pub(crate) static CONDITIONS: &[&ConditionKind] = &[
    &DEAD,
    &GONE,
    &VANISHED,
    &UNCONSCIOUS,
    &MUTILATED,
    &MANGLED,
    &BLOODIED,
    &DAZE,
    &BIND,
    &PRONE,
    &FALL,
    &STUMBLE,
    &CHARM,
    &FEAR,
    &DROP,
    &WEAKEN,
    &WOUNDED_PART,
    &SCAR,
    &STABILISED,
    &GUARDING,
    &OPEN,
    &READIED,
    &UNDER_WAY,
    &GATHERING,
    &RAGING,
    &IN_A_CLUSTER,
    &POSSESSED,
    &ANCHORED,
    &INFECTED,
    &DISEASED,
    &TRAUMATISED,
    &POWER,
];

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

/// The kind of what a treatment leaves behind.
pub(crate) fn of_ailment(ailment: Ailment) -> &'static ConditionKind {
    match ailment {
        Ailment::Infection => &INFECTED,
        Ailment::Disease => &DISEASED,
        Ailment::Trauma => &TRAUMATISED,
    }
}
