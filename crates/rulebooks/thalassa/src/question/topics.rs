//! Every kind of question of the book, declared once: whose decision it is, by which rule, how much it presses.

use quintain_engine::Decider::{Actor, Gm, Side};
use quintain_engine::Weight::{Decision, Detail, Formality};
use quintain_engine::kit::topic;
use quintain_engine::{Topic, listed};

use crate::ask::Ask;
use crate::judged::State;
use crate::rules::{
    actions, battle_map, blast, creatures, critical, death, detachment, gear, magic, modifiers, morale, order, pool,
    scars,
};

listed! {
    /// All of them, in the order of the guide.
    pub TOPICS: Topic;
    EXCUSED = topic("order-save", &order::OVERRIDE, Gm, Formality,
        "Whether somebody rolls for order, or passes or fails without");
    RESAVE = topic("order-again", &order::ONCE, Gm, Formality, "Whether a fresh save for order is due");
    TELEGRAPH = topic("telegraph", &order::TELEGRAPH, Gm, Formality, "What an opponent is most likely to do");
    DECLARE = topic("declaration", &actions::BEFORE_DICE, Actor, Decision,
        "What somebody does this round, with what and to whom, and where they move");
    FURTHER = topic("further-targets", &creatures::SEVERAL, Actor, Detail,
        "Whom the further strikes of an attack go to");
    MOVE_AFTER = topic("move-after", &battle_map::SPLIT, Actor, Detail,
        "Where somebody moves after the action who has said `move afterwards`");
    DESCRIBE = topic("free-act", &actions::OTHER, Actor, Detail, "The words of an act that no entry describes");
    ALLOWS = topic("free-act-allowed", &actions::OTHER, Gm, Formality, "Whether a free act fits into one action");
    RISK_CALLS = topic("risk-call", &actions::RISK_CALL, Gm, Formality,
        "Whether an act calls for a save, whose and on which score");
    CALL_COST = topic("risk-cost", &actions::RISK_FAILURE, Gm, Formality, "What failing a called save costs");
    DARES_ON = topic("manoeuvre-score", &actions::RISK_DEFAULTS, Gm, Formality,
        "On which score a daring manoeuvre is tried");
    RECONSIDER = topic("reconsider", &actions::RISK_CALL, Actor, Detail,
        "Whether somebody changes the declaration for which a save has been called");
    REDIRECT = topic("redirect", &actions::STALE, Actor, Decision, "Whom an attack turns to whose target is gone");
    REDIRECT_FALLEN = topic("redirect-from-the-fallen", &actions::STALE, Actor, Detail,
        "Whom an attack turns to whose target has fallen meanwhile");
    STATE = topic("attack-state", &modifiers::IMPAIRED_WHEN, Gm, Formality,
        "Whether an attack is impaired, enhanced or neither");
    STATE_ENHANCED = topic("attack-state-enhanced", &modifiers::ENHANCED_WHEN, Gm, Formality,
        "The same where the rules propose enhanced");
    LARGER_DIE = topic("larger-die", &modifiers::ENHANCED_DIE, Actor, Detail,
        "The own die of an enhanced attack, or a d12");
    HOW_MANY = topic("blast-count", &blast::UNKNOWN_COUNT, Gm, Formality,
        "How many a blast without an area catches, or that a die decides");
    CAUGHT = topic("blast-targets", &blast::WHICH, Actor, Decision, "Whom a blast catches that cannot catch all");
    TIE = topic("kept-die", &pool::KEPT_ATTACK, Side, Detail,
        "Which of the equal dice of a pool counts, where it makes a difference");
    COUP_DE_GRACE = topic("coup-de-grace", &modifiers::ENHANCED_WHEN, Gm, Formality,
        "Whether a blow at a helpless foe simply kills");
    RESISTS = topic("resists-with", &gear::CONTEST, Gm, Formality, "With which score somebody resists a grip");
    LOSES = topic("taken-thing", &gear::CONTEST, Actor, Detail,
        "Which of several held things is struck or snatched away");
    DROPS = topic("dropped-thing", &gear::FULL_PACK, Actor, Formality, "What is dropped for want of a slot");
    IN_DANGER = topic("danger", &magic::DANGER, Gm, Formality, "Whether it is dangerous to recite now");
    TURNS_ON_RECITER = topic("turns-on-reciter", &magic::FAIL, Gm, Formality,
        "Whether a failed incantation turns on its reciter");
    REFOCUS = topic("refocus", &scars::RATTLING, Actor, Detail, "How a shaken hero refocuses, in words");
    APPENDAGE = topic("appendage", &scars::SUNDERED, Gm, Formality, "Which appendage is lost, or that a die decides");
    RECOVERED = topic("recovered", &scars::WHEN, Gm, Formality,
        "Whether a scar has mended by the time the story goes on");
    DIES_OF_CRITICAL = topic("critical-npc", &critical::NPC_STATE, Gm, Formality,
        "Whether critical damage kills somebody who is no hero");
    WEAKENED = topic("detachment-broken", &detachment::CRITICAL, Gm, Formality,
        "Whether a broken detachment is routed or weakened");
    LEADER_ROLLS = topic("morale-leader", &morale::LEADER, Gm, Formality, "Whether a leader rolls the morale of all");
    REPLACEMENT = topic("replacement", &death::CHOICE, Actor, Decision, "Who comes in place of a dead hero");
    ENTERS = topic("entry", &death::JOIN, Gm, Formality, "Where a newcomer enters");
}

/// Which kind of question it is.
pub fn topic_of(ask: &Ask) -> &'static Topic {
    match ask {
        Ask::Excused { .. } => &EXCUSED,
        Ask::Resave => &RESAVE,
        Ask::Telegraph { .. } => &TELEGRAPH,
        Ask::Declare { .. } => &DECLARE,
        Ask::Further { .. } => &FURTHER,
        Ask::MoveAfter { .. } => &MOVE_AFTER,
        Ask::Describe { .. } => &DESCRIBE,
        Ask::Allows { .. } => &ALLOWS,
        Ask::RiskCalls => &RISK_CALLS,
        Ask::CallCost { .. } => &CALL_COST,
        Ask::DaresOn { .. } => &DARES_ON,
        Ask::Reconsider { .. } => &RECONSIDER,
        Ask::Redirect { fallen: false, .. } => &REDIRECT,
        Ask::Redirect { fallen: true, .. } => &REDIRECT_FALLEN,
        Ask::State { proposed: State::Enhanced, .. } => &STATE_ENHANCED,
        Ask::State { .. } => &STATE,
        Ask::LargerDie { .. } => &LARGER_DIE,
        Ask::HowMany { .. } => &HOW_MANY,
        Ask::Caught { .. } => &CAUGHT,
        Ask::Tie { .. } => &TIE,
        Ask::CoupDeGrace { .. } => &COUP_DE_GRACE,
        Ask::Resists { .. } => &RESISTS,
        Ask::Loses { .. } => &LOSES,
        Ask::Drops { .. } => &DROPS,
        Ask::InDanger { .. } => &IN_DANGER,
        Ask::TurnsOnReciter { .. } => &TURNS_ON_RECITER,
        Ask::Refocus { .. } => &REFOCUS,
        Ask::Appendage { .. } => &APPENDAGE,
        Ask::Recovered { .. } => &RECOVERED,
        Ask::DiesOfCritical { .. } => &DIES_OF_CRITICAL,
        Ask::Weakened { .. } => &WEAKENED,
        Ask::LeaderRolls { .. } => &LEADER_ROLLS,
        Ask::Replacement { .. } => &REPLACEMENT,
        Ask::Enters { .. } => &ENTERS,
    }
}
