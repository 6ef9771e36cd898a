//! Every kind of question, declared once: whose decision it is, by which rule, and how much it presses.

use quintain_engine::{Decider, Topic, Weight};

use super::{Ask, Deed, Moment};
use crate::fight::Fight;
use crate::rules::{
    action_points, attack, combining, damage, dice, disarm, dispelling, duel, falling_attack, held, help, hide,
    improvised, initiative, maneuvers, objects, reactions, shove, spells, surprise, throw,
};

static DIFFICULTY: Topic = Topic {
    key: "initiative-difficulty",
    rule: &initiative::DC_GM,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "The Difficulty of initiative",
};

static SURPRISE: Topic = Topic {
    key: "surprise",
    rule: &surprise::BEFORE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Which side is caught off guard",
};

static TIE: Topic = Topic {
    key: "tie",
    rule: &initiative::TIE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Who goes first when initiative is tied",
};

static NEXT: Topic = Topic {
    key: "next",
    rule: &initiative::INSIDE,
    decider: Decider::Side,
    weight: Weight::Detail,
    about: "Who of a side acts next, in each go of each round",
};

static TURN: Topic = Topic {
    key: "turn",
    rule: &action_points::ANY_ORDER,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "What one does on one's turn",
};

static ADD: Topic = Topic {
    key: "add",
    rule: &attack::AP_FOR_ADV,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "What is added to an attack, a Disarm or a Grapple: ADV, Help Dice, maneuvers, Non-Lethal",
};

static ENHANCE: Topic = Topic {
    key: "enhance",
    rule: &spells::ENHANCE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "What is bought on top of a spell or a special action, and which Help Dice go into it",
};

static KIND: Topic = Topic {
    key: "damage-kind",
    rule: &attack::RESOLVE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which kind of damage a weapon deals that has several",
};

static SWEEP: Topic = Topic {
    key: "sweep",
    rule: &maneuvers::SWEEP,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whom a sweep takes besides the first target",
};

static LANDING: Topic = Topic {
    key: "landing",
    rule: &falling_attack::LANDING,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Where next to its target a falling attacker comes down",
};

static IMPROVISED: Topic = Topic {
    key: "improvised",
    rule: &improvised::DAMAGE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Which kind of damage an improvised weapon deals",
};

static HELD_ACTION: Topic = Topic {
    key: "hold",
    rule: &held::DECLARE,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "Which Action is held",
};

static SIGNAL: Topic = Topic {
    key: "trigger",
    rule: &held::TRIGGER,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "What sets a Held Action off",
};

static CALL: Topic = Topic {
    key: "held-call",
    rule: &held::FIRE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether what one waits for in one's own words has come about",
};

static COMES: Topic = Topic {
    key: "held-comes",
    rule: &held::FIRE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether the game master agrees that it has",
};

static GOAL: Topic = Topic {
    key: "held-goal",
    rule: &held::FIRE,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "Where a held Move goes",
};

static REACT: Topic = Topic {
    key: "react",
    rule: &reactions::SEVERAL,
    decider: Decider::Defender,
    weight: Weight::Decision,
    about: "Whether and how one reacts: Attacks of Opportunity, guards, Held Actions",
};

static REACT_ORDER: Topic = Topic {
    key: "react-order",
    rule: &reactions::SEVERAL,
    decider: Decider::Side,
    weight: Weight::Detail,
    about: "In which order several of a side react to one moment",
};

static RESIST: Topic = Topic {
    key: "resist",
    rule: &disarm::PICKS_SKILL,
    decider: Decider::Defender,
    weight: Weight::Detail,
    about: "With which skill one holds on against a Disarm, or whether one gives in",
};

static GIVE_IN: Topic = Topic {
    key: "give-in",
    rule: &dice::WILLING_FAIL,
    decider: Decider::Defender,
    weight: Weight::Detail,
    about: "Whether one gives in where a friend pushes, takes hold or casts",
};

static GIVE_IN_TO_FOES: Topic = Topic {
    key: "give-in-to-foes",
    rule: &dice::WILLING_FAIL,
    decider: Decider::Defender,
    weight: Weight::Formality,
    about: "Whether one gives in to an enemy",
};

static SHOVE_WAY: Topic = Topic {
    key: "shove-direction",
    rule: &shove::DIRECTION,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which way somebody is shoved",
};

static SHOVE_FAR: Topic = Topic {
    key: "shove-distance",
    rule: &shove::EXTRA,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "How far somebody is shoved",
};

static SHOVE_PRONE: Topic = Topic {
    key: "shove-prone",
    rule: &shove::PRONE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether 1 Space of a push is traded for Prone",
};

static THROW_WAY: Topic = Topic {
    key: "throw-direction",
    rule: &throw::DISTANCE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which way somebody is thrown",
};

static THROW_FAR: Topic = Topic {
    key: "throw-distance",
    rule: &throw::DISTANCE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "How far somebody is thrown",
};

static JOIN_THROW: Topic = Topic {
    key: "throw-together",
    rule: &throw::TEAM,
    decider: Decider::Side,
    weight: Weight::Decision,
    about: "Whether one joins a throw",
};

static HIDE_FROM: Topic = Topic {
    key: "hide-from",
    rule: &hide::ACTION,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "From whom one hides",
};

static NOISE: Topic = Topic {
    key: "noise",
    rule: &hide::ENDS_NOISE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether something is louder than a whisper",
};

static HELP_SENSE: Topic = Topic {
    key: "help-makes-sense",
    rule: &help::SKILL,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether help with a skill makes sense",
};

static HELP_DIE: Topic = Topic {
    key: "help-die",
    rule: &help::ADDS,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which Help Dice are added to a roll that lies on the table",
};

static SIMPLE: Topic = Topic {
    key: "simple-enough",
    rule: &objects::FREE_GM,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether an interaction is simple enough to be free",
};

static HOW_HARD: Topic = Topic {
    key: "how-hard",
    rule: &objects::LIST,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "The Difficulty of a lock or a mechanism",
};

static WHAT_COMES: Topic = Topic {
    key: "what-comes",
    rule: &objects::NOT_LIMITED,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "What comes of a lever, a lock or a mechanism",
};

static LOB: Topic = Topic {
    key: "throw-item",
    rule: &objects::LIST,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "To which Space an item is thrown",
};

static DUEL: Topic = Topic {
    key: "duel",
    rule: &duel::COST,
    decider: Decider::Defender,
    weight: Weight::Decision,
    about: "Whether one challenges a spell, with which spell and for how many MP",
};

static DUEL_FRIEND: Topic = Topic {
    key: "duel-with-a-friend",
    rule: &duel::COST,
    decider: Decider::Defender,
    weight: Weight::Formality,
    about: "Whether one challenges the spell of a friend",
};

static DUEL_JOIN: Topic = Topic {
    key: "duel-join",
    rule: &duel::JOIN,
    decider: Decider::Side,
    weight: Weight::Decision,
    about: "Whether one joins a Spell Duel, and on which side",
};

static DUEL_SENSE: Topic = Topic {
    key: "duel-makes-sense",
    rule: &duel::GM_OK,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether a spell makes sense in a duel",
};

static COMBINE: Topic = Topic {
    key: "cast-together",
    rule: &combining::JOIN,
    decider: Decider::Side,
    weight: Weight::Decision,
    about: "Whether one casts a held spell together with a friend",
};

static AIM: Topic = Topic {
    key: "aim",
    rule: &spells::TARGET,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "Where a held spell is aimed",
};

static AMONG: Topic = Topic {
    key: "whom",
    rule: &spells::TARGET,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whom of those in its area a spell or technique means",
};

static PLACE: Topic = Topic {
    key: "where",
    rule: &spells::TARGET,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Where somebody goes, appears or is moved by an ability, where its area begins",
};

static THINGS: Topic = Topic {
    key: "things",
    rule: &spells::THINGS,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Where the things of a spell are put and moved",
};

static COMMAND: Topic = Topic {
    key: "command",
    rule: &spells::TARGET,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "What somebody is told to do, how many HP are given",
};

static END_MAGIC: Topic = Topic {
    key: "end-magic",
    rule: &dispelling::END,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "What a dispelling or a cure ends",
};

static FLAME: Topic = Topic {
    key: "flame",
    rule: &spells::BOON,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whom the flame of a blade takes",
};

static PUT_DOWN: Topic = Topic {
    key: "put-down",
    rule: &maneuvers::ANSWER,
    decider: Decider::Defender,
    weight: Weight::Detail,
    about: "Where one puts down whom one held before oneself",
};

static TEMP_HP: Topic = Topic {
    key: "temp-hp",
    rule: &damage::TEMP_HP,
    decider: Decider::Defender,
    weight: Weight::Detail,
    about: "Which Temp HP are kept",
};

/// All of them, in the order of the chapter.
pub static TOPICS: &[&Topic] = &[
    &DIFFICULTY,
    &SURPRISE,
    &TIE,
    &NEXT,
    &TURN,
    &ADD,
    &ENHANCE,
    &KIND,
    &SWEEP,
    &LANDING,
    &IMPROVISED,
    &HELD_ACTION,
    &SIGNAL,
    &CALL,
    &COMES,
    &GOAL,
    &REACT,
    &REACT_ORDER,
    &RESIST,
    &GIVE_IN,
    &GIVE_IN_TO_FOES,
    &SHOVE_WAY,
    &SHOVE_FAR,
    &SHOVE_PRONE,
    &THROW_WAY,
    &THROW_FAR,
    &JOIN_THROW,
    &HIDE_FROM,
    &NOISE,
    &HELP_SENSE,
    &HELP_DIE,
    &SIMPLE,
    &HOW_HARD,
    &WHAT_COMES,
    &LOB,
    &DUEL,
    &DUEL_FRIEND,
    &DUEL_JOIN,
    &DUEL_SENSE,
    &COMBINE,
    &AIM,
    &AMONG,
    &PLACE,
    &THINGS,
    &COMMAND,
    &END_MAGIC,
    &FLAME,
    &PUT_DOWN,
    &TEMP_HP,
];

/// Which kind of question it is.
pub fn topic(fight: &Fight, ask: &Ask) -> &'static Topic {
    match *ask {
        Ask::Difficulty => &DIFFICULTY,
        Ask::CaughtOffGuard => &SURPRISE,
        Ask::Tie { .. } => &TIE,
        Ask::Next { .. } => &NEXT,
        Ask::Turn { .. } => &TURN,
        Ask::Extras { deed: Deed::Cast { .. }, .. } => &ENHANCE,
        Ask::Extras { .. } => &ADD,
        Ask::Kind { .. } => &KIND,
        Ask::Sweep { .. } => &SWEEP,
        Ask::Landing { .. } => &LANDING,
        Ask::Improvised { .. } => &IMPROVISED,
        Ask::Hold { .. } => &HELD_ACTION,
        Ask::Signal { .. } => &SIGNAL,
        Ask::Calls { .. } => &CALL,
        Ask::Comes { .. } => &COMES,
        Ask::Goal { .. } => &GOAL,
        Ask::React { moment: Moment::Throw, .. } => &JOIN_THROW,
        Ask::React { .. } => &REACT,
        Ask::ReactOrder { .. } => &REACT_ORDER,
        Ask::Resist { .. } => &RESIST,
        Ask::FailOnPurpose { who, by: Some(by) } if !fight.foes(who, by) => &GIVE_IN,
        Ask::FailOnPurpose { .. } => &GIVE_IN_TO_FOES,
        Ask::Direction { thrown: true, .. } => &THROW_WAY,
        Ask::Direction { .. } => &SHOVE_WAY,
        Ask::Far { thrown: true, .. } => &THROW_FAR,
        Ask::Far { .. } => &SHOVE_FAR,
        Ask::TradeForProne { .. } => &SHOVE_PRONE,
        Ask::HideFrom { .. } => &HIDE_FROM,
        Ask::Noise { .. } => &NOISE,
        Ask::HelpMakesSense { .. } => &HELP_SENSE,
        Ask::AddHelp { .. } | Ask::LateHelp { .. } => &HELP_DIE,
        Ask::SimpleEnough { .. } => &SIMPLE,
        Ask::HowHard { .. } => &HOW_HARD,
        Ask::WhatComes { .. } => &WHAT_COMES,
        Ask::LobTo { .. } => &LOB,
        Ask::Duel { moment: Moment::Duel, .. } => &DUEL_JOIN,
        Ask::Duel { who, by, .. } if !fight.foes(who, by) => &DUEL_FRIEND,
        Ask::Duel { .. } => &DUEL,
        Ask::MakesSense { .. } => &DUEL_SENSE,
        Ask::Combine { .. } => &COMBINE,
        Ask::Aim { .. } => &AIM,
        Ask::Among { .. } | Ask::ThrowAlong { .. } => &AMONG,
        Ask::Place { .. } | Ask::Teleport { .. } | Ask::AnyWay { .. } | Ask::Origin { .. } => &PLACE,
        Ask::Spot { .. } => &THINGS,
        Ask::GiveHp { .. } | Ask::Command { .. } => &COMMAND,
        Ask::Mark { .. } => &END_MAGIC,
        Ask::Flame { .. } => &FLAME,
        Ask::PutDown { .. } => &PUT_DOWN,
        Ask::KeepTemp { .. } => &TEMP_HP,
    }
}
