//! Every kind of question, declared once: whose decision it is, by which rule, and how much it presses.

use quintain_engine::Decider::{Actor, Defender, Gm, Side};
use quintain_engine::Weight::{Decision, Detail, Formality};
use quintain_engine::kit::topic;
use quintain_engine::{Topic, listed};

use crate::ask::{Ask, Deed, Moment};
use crate::fight::Fight;
use crate::rules::{
    action_points, attack, combining, damage, dice, disarm, dispelling, duel, falling_attack, held, help, hide,
    improvised, initiative, maneuvers, objects, reactions, shove, spells, surprise, throw,
};

listed! {
    /// All of them, in the order of the chapter.
    pub TOPICS: Topic;
    DIFFICULTY = topic("initiative-difficulty", &initiative::DC_GM, Gm, Formality, "The Difficulty of initiative");
    SURPRISE = topic("surprise", &surprise::BEFORE, Gm, Formality, "Which side is caught off guard");
    TIE = topic("tie", &initiative::TIE, Gm, Formality, "Who goes first when initiative is tied");
    NEXT = topic("next", &initiative::INSIDE, Side, Detail, "Who of a side acts next, in each go of each round");
    TURN = topic("turn", &action_points::ANY_ORDER, Actor, Decision, "What one does on one's turn");
    ADD = topic("add", &attack::AP_FOR_ADV, Actor, Detail,
        "What is added to an attack, a Disarm or a Grapple: ADV, Help Dice, maneuvers, Non-Lethal");
    ENHANCE = topic("enhance", &spells::ENHANCE, Actor, Detail,
        "What is bought on top of a spell or a special action, and which Help Dice go into it");
    KIND = topic("damage-kind", &attack::RESOLVE, Actor, Detail,
        "Which kind of damage a weapon deals that has several");
    SWEEP = topic("sweep", &maneuvers::SWEEP, Actor, Detail, "Whom a sweep takes besides the first target");
    LANDING = topic("landing", &falling_attack::LANDING, Actor, Detail,
        "Where next to its target a falling attacker comes down");
    IMPROVISED = topic("improvised", &improvised::DAMAGE, Gm, Formality,
        "Which kind of damage an improvised weapon deals");
    HELD_ACTION = topic("hold", &held::DECLARE, Actor, Decision, "Which Action is held");
    SIGNAL = topic("trigger", &held::TRIGGER, Actor, Decision, "What sets a Held Action off");
    CALL = topic("held-call", &held::FIRE, Actor, Detail,
        "Whether what one waits for in one's own words has come about");
    COMES = topic("held-comes", &held::FIRE, Gm, Formality, "Whether the game master agrees that it has");
    GOAL = topic("held-goal", &held::FIRE, Actor, Decision, "Where a held Move goes");
    REACT = topic("react", &reactions::SEVERAL, Defender, Decision,
        "Whether and how one reacts: Attacks of Opportunity, guards, Held Actions");
    REACT_ORDER = topic("react-order", &reactions::SEVERAL, Side, Detail,
        "In which order several of a side react to one moment");
    RESIST = topic("resist", &disarm::PICKS_SKILL, Defender, Detail,
        "With which skill one holds on against a Disarm, or whether one gives in");
    GIVE_IN = topic("give-in", &dice::WILLING_FAIL, Defender, Detail,
        "Whether one gives in where a friend pushes, takes hold or casts");
    GIVE_IN_TO_FOES = topic("give-in-to-foes", &dice::WILLING_FAIL, Defender, Formality,
        "Whether one gives in to an enemy");
    SHOVE_WAY = topic("shove-direction", &shove::DIRECTION, Actor, Detail, "Which way somebody is shoved");
    SHOVE_FAR = topic("shove-distance", &shove::EXTRA, Actor, Detail, "How far somebody is shoved");
    SHOVE_PRONE = topic("shove-prone", &shove::PRONE, Actor, Detail, "Whether 1 Space of a push is traded for Prone");
    THROW_WAY = topic("throw-direction", &throw::DISTANCE, Actor, Detail, "Which way somebody is thrown");
    THROW_FAR = topic("throw-distance", &throw::DISTANCE, Actor, Detail, "How far somebody is thrown");
    JOIN_THROW = topic("throw-together", &throw::TEAM, Side, Decision, "Whether one joins a throw");
    HIDE_FROM = topic("hide-from", &hide::ACTION, Actor, Detail, "From whom one hides");
    NOISE = topic("noise", &hide::ENDS_NOISE, Gm, Formality, "Whether something is louder than a whisper");
    HELP_SENSE = topic("help-makes-sense", &help::SKILL, Gm, Formality, "Whether help with a skill makes sense");
    HELP_DIE = topic("help-die", &help::ADDS, Actor, Detail,
        "Which Help Dice are added to a roll that lies on the table");
    SIMPLE = topic("simple-enough", &objects::FREE_GM, Gm, Formality,
        "Whether an interaction is simple enough to be free");
    HOW_HARD = topic("how-hard", &objects::LIST, Gm, Formality, "The Difficulty of a lock or a mechanism");
    WHAT_COMES = topic("what-comes", &objects::NOT_LIMITED, Gm, Formality,
        "What comes of a lever, a lock or a mechanism");
    LOB = topic("throw-item", &objects::LIST, Actor, Detail, "To which Space an item is thrown");
    DUEL = topic("duel", &duel::COST, Defender, Decision,
        "Whether one challenges a spell, with which spell and for how many MP");
    DUEL_FRIEND = topic("duel-with-a-friend", &duel::COST, Defender, Formality,
        "Whether one challenges the spell of a friend");
    DUEL_JOIN = topic("duel-join", &duel::JOIN, Side, Decision, "Whether one joins a Spell Duel, and on which side");
    DUEL_SENSE = topic("duel-makes-sense", &duel::GM_OK, Gm, Formality, "Whether a spell makes sense in a duel");
    COMBINE = topic("cast-together", &combining::JOIN, Side, Decision,
        "Whether one casts a held spell together with a friend");
    AIM = topic("aim", &spells::TARGET, Actor, Decision, "Where a held spell is aimed");
    AMONG = topic("whom", &spells::TARGET, Actor, Detail, "Whom of those in its area a spell or technique means");
    PLACE = topic("where", &spells::TARGET, Actor, Detail,
        "Where somebody goes, appears or is moved by an ability, where its area begins");
    THINGS = topic("things", &spells::THINGS, Actor, Detail, "Where the things of a spell are put and moved");
    COMMAND = topic("command", &spells::TARGET, Actor, Detail, "What somebody is told to do, how many HP are given");
    END_MAGIC = topic("end-magic", &dispelling::END, Actor, Detail, "What a dispelling or a cure ends");
    FLAME = topic("flame", &spells::BOON, Actor, Detail, "Whom the flame of a blade takes");
    PUT_DOWN = topic("put-down", &maneuvers::ANSWER, Defender, Detail,
        "Where one puts down whom one held before oneself");
    TEMP_HP = topic("temp-hp", &damage::TEMP_HP, Defender, Detail, "Which Temp HP are kept");
}

/// Which kind of question it is.
pub fn topic_of(fight: &Fight, ask: &Ask) -> &'static Topic {
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
        Ask::GiveHp { .. } | Ask::Command { .. } | Ask::Strike { .. } => &COMMAND,
        Ask::Mark { .. } => &END_MAGIC,
        Ask::Flame { .. } => &FLAME,
        Ask::PutDown { .. } => &PUT_DOWN,
        Ask::KeepTemp { .. } => &TEMP_HP,
    }
}
