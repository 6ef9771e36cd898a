//! Every kind of question of the book, declared once: whose decision it is, by which rule, how much it presses.

use quintain_engine::{Decider, Topic, Weight};

use super::Ask;
use crate::rules::modifiers::State;
use crate::rules::{
    actions, battle_map, blast, creatures, critical, death, detachment, gear, magic, modifiers, morale, order, pool,
    scars,
};

/// A topic, word for word.
macro_rules! topics {
    ($($name:ident = $key:literal by $rule:path, $decider:ident $weight:ident: $about:literal;)*) => {
        $(static $name: Topic = Topic {
            key: $key,
            rule: &$rule,
            decider: Decider::$decider,
            weight: Weight::$weight,
            about: $about,
        };)*
        /// All of them, in the order of the guide.
        pub static TOPICS: &[&Topic] = &[$(&$name),*];
    };
}

topics! {
    EXCUSED = "order-save" by order::OVERRIDE, Gm Formality: "Whether somebody rolls for order, or passes or fails without";
    RESAVE = "order-again" by order::ONCE, Gm Formality: "Whether a fresh save for order is due";
    TELEGRAPH = "telegraph" by order::TELEGRAPH, Gm Formality: "What an opponent is most likely to do";
    DECLARE = "declaration" by actions::BEFORE_DICE, Actor Decision: "What somebody does this round, with what and to whom, and where they move";
    FURTHER = "further-targets" by creatures::SEVERAL, Actor Detail: "Whom the further strikes of an attack go to";
    MOVE_AFTER = "move-after" by battle_map::SPLIT, Actor Detail: "Where somebody moves after the action who has said `move afterwards`";
    DESCRIBE = "free-act" by actions::OTHER, Actor Detail: "The words of an act that no entry describes";
    ALLOWS = "free-act-allowed" by actions::OTHER, Gm Formality: "Whether a free act fits into one action";
    RISK_CALLS = "risk-call" by actions::RISK_CALL, Gm Formality: "Whether an act calls for a save, whose and on which score";
    CALL_COST = "risk-cost" by actions::RISK_FAILURE, Gm Formality: "What failing a called save costs";
    DARES_ON = "manoeuvre-score" by actions::RISK_DEFAULTS, Gm Formality: "On which score a daring manoeuvre is tried";
    RECONSIDER = "reconsider" by actions::RISK_CALL, Actor Detail: "Whether somebody changes the declaration for which a save has been called";
    REDIRECT = "redirect" by actions::STALE, Actor Decision: "Whom an attack turns to whose target is gone";
    REDIRECT_FALLEN = "redirect-from-the-fallen" by actions::STALE, Actor Detail: "Whom an attack turns to whose target has fallen meanwhile";
    STATE = "attack-state" by modifiers::IMPAIRED_WHEN, Gm Formality: "Whether an attack is impaired, enhanced or neither";
    STATE_ENHANCED = "attack-state-enhanced" by modifiers::ENHANCED_WHEN, Gm Formality: "The same where the rules propose enhanced";
    LARGER_DIE = "larger-die" by modifiers::ENHANCED_DIE, Actor Detail: "The own die of an enhanced attack, or a d12";
    HOW_MANY = "blast-count" by blast::UNKNOWN_COUNT, Gm Formality: "How many a blast without an area catches, or that a die decides";
    CAUGHT = "blast-targets" by blast::WHICH, Actor Decision: "Whom a blast catches that cannot catch all";
    TIE = "kept-die" by pool::KEPT_ATTACK, Side Detail: "Which of the equal dice of a pool counts, where it makes a difference";
    COUP_DE_GRACE = "coup-de-grace" by modifiers::ENHANCED_WHEN, Gm Formality: "Whether a blow at a helpless foe simply kills";
    RESISTS = "resists-with" by gear::CONTEST, Gm Formality: "With which score somebody resists a grip";
    LOSES = "taken-thing" by gear::CONTEST, Actor Detail: "Which of several held things is struck or snatched away";
    DROPS = "dropped-thing" by gear::FULL_PACK, Actor Formality: "What is dropped for want of a slot";
    IN_DANGER = "danger" by magic::DANGER, Gm Formality: "Whether it is dangerous to recite now";
    TURNS_ON_RECITER = "turns-on-reciter" by magic::FAIL, Gm Formality: "Whether a failed incantation turns on its reciter";
    REFOCUS = "refocus" by scars::RATTLING, Actor Detail: "How a shaken hero refocuses, in words";
    APPENDAGE = "appendage" by scars::SUNDERED, Gm Formality: "Which appendage is lost, or that a die decides";
    RECOVERED = "recovered" by scars::WHEN, Gm Formality: "Whether a scar has mended by the time the story goes on";
    DIES_OF_CRITICAL = "critical-npc" by critical::NPC_STATE, Gm Formality: "Whether critical damage kills somebody who is no hero";
    WEAKENED = "detachment-broken" by detachment::CRITICAL, Gm Formality: "Whether a broken detachment is routed or weakened";
    LEADER_ROLLS = "morale-leader" by morale::LEADER, Gm Formality: "Whether a leader rolls the morale of all";
    REPLACEMENT = "replacement" by death::CHOICE, Actor Decision: "Who comes in place of a dead hero";
    ENTERS = "entry" by death::JOIN, Gm Formality: "Where a newcomer enters";
}

/// Which kind of question it is.
pub fn topic(ask: &Ask) -> &'static Topic {
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
