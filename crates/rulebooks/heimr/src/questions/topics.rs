//! Every kind of question, declared once: who decides, by which rule, how much it presses.

use quintain_engine::Decider::{Actor, Defender, Gm, Side};
use quintain_engine::Weight::{Decision, Detail, Formality};
use quintain_engine::kit::topic;
use quintain_engine::{Topic, listed};

use crate::rules::{
    actions, armour, attacks, basics, blind_spots, defence, delaying, effects, environment, health, magic, readied,
    stumble, surgery, willpower,
};
use crate::state::{Ask, Fight, PowerAsk};

listed! {
    /// Every kind of question, in the order of the guide.
    pub(crate) TOPICS: Topic;
    TURN = topic("turn", &basics::ACTIONS, Actor, Decision, "What is done next in the turn");
    DELAY = topic("delay", &delaying::WHEN, Actor, Detail,
        "Whether the turn is delayed although something begun would go on");
    CONTINUE = topic("continue", &actions::CANCEL, Actor, Detail, "Whether an action begun in the turn before goes on");
    BEAR = topic("bear", &surgery::SURGERY, Actor, Decision,
        "Whether willpower is spent to ignore a wound that surgery left");
    HOW = topic("attack", &attacks::EACH, Actor, Detail,
        "How an attack is made: weapons, their order, the part aimed at, what it goes for");
    PART = topic("part", &health::PART, Actor, Formality, "Which part of somebody helpless is struck");
    STRIKE_ON = topic("strike-on", &attacks::ONE_TARGET, Actor, Detail,
        "Whether the weapons that are left strike a target who has fallen");
    ON_HIT = topic("on-hit", &attacks::ON_HIT, Actor, Decision, "What is used on a hit");
    NEXT_HIT = topic("next-hit", &attacks::ON_HIT, Actor, Detail,
        "Whether a power that waits for a hit is spent on this one");
    WHICH = topic("which", &effects::WHO, Actor, Detail, "Which of two things a skill calls");
    WHICH_GM = topic("which-gm", &effects::WHO, Gm, Formality, "Which of two things a coating calls");
    AMOUNT = topic("amount", &effects::WHO, Actor, Detail, "How strongly something is called");
    DIRECTION = topic("stumble", &stumble::CHOICE, Actor, Detail, "Which direction a stumble bars, where several fit");
    DIRECTION_GM = topic("stumble-gm", &stumble::CHOICE, Gm, Formality,
        "Which direction a stumble bars that nobody has caused");
    AXIS = topic("axis", &blind_spots::LARGE, Actor, Detail, "Along which of two axes a shot opens a blind spot");
    NEXT_DEFENCE = topic("next-defence", &defence::THREE, Defender, Detail, "Which defence is rolled ahead, or none");
    DEFENCE = topic("defence", &defence::THREE, Defender, Detail, "Which defence is rolled against an attack, or none");
    DECLINE = topic("decline", &defence::DECLINE, Defender, Detail,
        "Whether the defence rolled ahead meets an attack, or none does");
    RESIST = topic("resist", &willpower::REACTIVE, Defender, Decision, "What is used against an effect");
    STEADY = topic("steady", &armour::STUMBLE, Defender, Detail, "Whether armour is relied on to ignore this stumble");
    EVENT = topic("event", &effects::WHO, Defender, Detail, "Whether a power answers what has happened");
    BACK = topic("back", &effects::WHO, Actor, Detail, "Where somebody who has vanished comes back, and when");
    ENDS_ONE = topic("rally", &effects::WHO, Side, Detail, "Which effect an ally shakes off");
    READY = topic("ready", &readied::ONE, Actor, Decision, "Which action is readied, and at whom");
    TRIGGER = topic("trigger", &readied::TRIGGER, Actor, Decision, "What sets it off");
    WHOSE = topic("trigger-by", &readied::TRIGGER, Actor, Detail, "By whose doing");
    VICTIM = topic("trigger-against", &readied::TRIGGER, Actor, Detail, "Against whom");
    PLACE = topic("trigger-where", &readied::TRIGGER, Actor, Detail, "In which location");
    WORDS = topic("trigger-words", &readied::TRIGGER, Actor, Detail, "The player's own words for what sets it off");
    HOLD = topic("hold", &readied::SOON, Defender, Detail, "Whether the readied action comes now (`ready.may-hold`)");
    SPOT = topic("spot", &readied::SPOT, Defender, Detail, "Whether somebody rolls to see an intention");
    GO_ON = topic("go-on", &readied::PASS, Actor, Detail, "Whether somebody whose intention was seen goes on with it");
    COMPONENT = topic("component", &magic::COMPONENTS, Actor, Detail, "What power is gathered from");
    SURGEON = topic("surgeon", &surgery::IN_FIGHT, Actor, Detail, "What a surgeon pays for, passes over or takes off");
    FIRES = topic("fires", &readied::TRIGGER, Gm, Formality, "Whether a trigger in the player's words has happened");
    AWARE = topic("aware", &readied::AWARE, Gm, Formality, "Whether somebody becomes aware of a trigger");
    LIGHT = topic("light", &environment::DARK, Gm, Formality, "How much light somebody has");
    COVER = topic("cover", &environment::COVER, Gm, Formality, "How much cover a target has");
    FOOTING = topic("footing", &environment::GROUND, Gm, Formality, "Whether the ground asks for good footing");
    WATER = topic("water", &environment::WATER, Gm, Formality, "How hard water is to cross");
    REOPENS = topic("reopens", &health::STABILISED, Gm, Formality, "Whether using a wounded part opens the wound");
    DIRT = topic("dirt", &surgery::IN_FIGHT, Gm, Formality, "Whether dirt gets into a wound");
    OVER = topic("over", &basics::ALTERNATION, Gm, Formality, "Whether the fight is over");
    ENDLESS = topic("endless", &basics::ALTERNATION, Gm, Formality, "Whether a fight without an end goes on");
}

pub(crate) fn of(fight: &Fight, ask: &Ask) -> &'static Topic {
    match *ask {
        Ask::Turn { .. } => &TURN,
        Ask::Slot { .. } => &DELAY,
        Ask::Continue { .. } => &CONTINUE,
        Ask::Bear { .. } => &BEAR,
        Ask::How { .. } => &HOW,
        Ask::Part { .. } => &PART,
        Ask::StrikeOn { .. } => &STRIKE_ON,
        Ask::Direction { by: Some(_), .. } => &DIRECTION,
        Ask::Direction { by: None, .. } => &DIRECTION_GM,
        Ask::Axis { .. } => &AXIS,
        Ask::Defend { by: None, .. } => &NEXT_DEFENCE,
        Ask::Defend { by: Some(_), .. } => &DEFENCE,
        Ask::Use { .. } => &DECLINE,
        Ask::Steady { .. } => &STEADY,
        Ask::Ready { .. } => &READY,
        Ask::Trigger { .. } => &TRIGGER,
        Ask::Whose { .. } => &WHOSE,
        Ask::Victim { .. } => &VICTIM,
        Ask::Place { .. } => &PLACE,
        Ask::Words { .. } => &WORDS,
        Ask::Hold { .. } => &HOLD,
        Ask::Spot { .. } => &SPOT,
        Ask::GoOn { .. } => &GO_ON,
        Ask::Fires { .. } => &FIRES,
        Ask::Aware { .. } => &AWARE,
        Ask::Light { .. } => &LIGHT,
        Ask::Cover { .. } => &COVER,
        Ask::Footing { .. } => &FOOTING,
        Ask::Water { .. } => &WATER,
        Ask::Reopens { .. } => &REOPENS,
        Ask::Over => &OVER,
        Ask::Endless => &ENDLESS,
        Ask::Power(ask) => of_power(fight, &ask),
    }
}

fn of_power(fight: &Fight, ask: &PowerAsk) -> &'static Topic {
    match *ask {
        PowerAsk::OnHit { .. } => &ON_HIT,
        PowerAsk::Resist { .. } => &RESIST,
        PowerAsk::Which { power, .. } if fight.power(power).entry.gm => &WHICH_GM,
        PowerAsk::Which { .. } => &WHICH,
        PowerAsk::Amount { .. } => &AMOUNT,
        PowerAsk::Event { .. } => &EVENT,
        PowerAsk::NextHit { .. } => &NEXT_HIT,
        PowerAsk::EndsOne { .. } => &ENDS_ONE,
        PowerAsk::Back { .. } => &BACK,
        PowerAsk::Component { .. } => &COMPONENT,
        PowerAsk::Vigorous { .. } | PowerAsk::Focus { .. } | PowerAsk::Spare { .. } | PowerAsk::Amputate { .. } => {
            &SURGEON
        }
        PowerAsk::Dirt { .. } => &DIRT,
    }
}
