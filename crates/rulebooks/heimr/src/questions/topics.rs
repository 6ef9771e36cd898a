//! Every kind of question, declared once: who decides, by which rule, how much it presses.

use quintain_engine::{Decider, Rule, Topic, Weight};

use crate::rules::{
    actions, armour, attacks, basics, blind_spots, defence, delaying, effects, environment, health, magic, readied,
    stumble, surgery, willpower,
};
use crate::state::{Ask, Fight, PowerAsk};

use Decider::{Actor, Defender, Gm, Side};
use Weight::{Decision, Detail, Formality};

const fn topic(key: &'static str, rule: &'static Rule, decider: Decider, weight: Weight, about: &'static str) -> Topic {
    Topic { key, rule, decider, weight, about }
}

static TURN: Topic = topic("turn", &basics::ACTIONS, Actor, Decision, "What is done next in the turn");

static DELAY: Topic =
    topic("delay", &delaying::WHEN, Actor, Detail, "Whether the turn is delayed although something begun would go on");
static CONTINUE: Topic =
    topic("continue", &actions::CANCEL, Actor, Detail, "Whether an action begun in the turn before goes on");
static BEAR: Topic =
    topic("bear", &surgery::SURGERY, Actor, Decision, "Whether willpower is spent to ignore a wound that surgery left");
static HOW: Topic = topic(
    "attack",
    &attacks::EACH,
    Actor,
    Detail,
    "How an attack is made: weapons, their order, the part aimed at, what it goes for",
);

static WEAPONS: Topic = topic("weapons", &attacks::EACH, Actor, Formality, "Which weapons strike first, or alone");

static CALLED: Topic = topic("aim", &health::PART, Actor, Formality, "Which part of the body is aimed at");

static BEFORE: Topic = topic("aim-for", &attacks::ON_HIT, Actor, Formality, "What a beast goes for instead of damage");

static PART: Topic = topic("part", &health::PART, Actor, Formality, "Which part of somebody helpless is struck");

static STRIKE_ON: Topic = topic(
    "strike-on",
    &attacks::ONE_TARGET,
    Actor,
    Detail,
    "Whether the weapons that are left strike a target who has fallen",
);

static ON_HIT: Topic = topic("on-hit", &attacks::ON_HIT, Actor, Decision, "What is used on a hit");

static NEXT_HIT: Topic =
    topic("next-hit", &attacks::ON_HIT, Actor, Detail, "Whether a power that waits for a hit is spent on this one");
static WHICH: Topic = topic("which", &effects::WHO, Actor, Detail, "Which of two things a skill calls");
static WHICH_GM: Topic = topic("which-gm", &effects::WHO, Gm, Formality, "Which of two things a coating calls");
static AMOUNT: Topic = topic("amount", &effects::WHO, Actor, Detail, "How strongly something is called");
static DIRECTION: Topic =
    topic("stumble", &stumble::CHOICE, Actor, Detail, "Which direction a stumble bars, where several fit");
static DIRECTION_GM: Topic =
    topic("stumble-gm", &stumble::CHOICE, Gm, Formality, "Which direction a stumble bars that nobody has caused");
static AXIS: Topic =
    topic("axis", &blind_spots::LARGE, Actor, Detail, "Along which of two axes a shot opens a blind spot");
static NEXT_DEFENCE: Topic =
    topic("next-defence", &defence::THREE, Defender, Detail, "Which defence is rolled ahead, or none");
static DEFENCE: Topic =
    topic("defence", &defence::THREE, Defender, Detail, "Which defence is rolled against an attack, or none");
static DECLINE: Topic = topic(
    "decline",
    &defence::DECLINE,
    Defender,
    Detail,
    "Whether the defence rolled ahead meets an attack, or none does",
);

static RESIST: Topic = topic("resist", &willpower::REACTIVE, Defender, Decision, "What is used against an effect");

static STEADY: Topic =
    topic("steady", &armour::STUMBLE, Defender, Detail, "Whether armour is relied on to ignore this stumble");
static EVENT: Topic = topic("event", &effects::WHO, Defender, Detail, "Whether a power answers what has happened");
static BACK: Topic =
    topic("back", &effects::WHO, Actor, Detail, "Where somebody who has vanished comes back, and when");
static ENDS_ONE: Topic = topic("rally", &effects::WHO, Side, Detail, "Which effect an ally shakes off");
static READY: Topic = topic("ready", &readied::ONE, Actor, Decision, "Which action is readied, and at whom");
static TRIGGER: Topic = topic("trigger", &readied::TRIGGER, Actor, Decision, "What sets it off");
static WHOSE: Topic = topic("trigger-by", &readied::TRIGGER, Actor, Detail, "By whose doing");
static VICTIM: Topic = topic("trigger-against", &readied::TRIGGER, Actor, Detail, "Against whom");
static PLACE: Topic = topic("trigger-where", &readied::TRIGGER, Actor, Detail, "In which location");
static WORDS: Topic =
    topic("trigger-words", &readied::TRIGGER, Actor, Detail, "The player's own words for what sets it off");
static HOLD: Topic =
    topic("hold", &readied::SOON, Defender, Detail, "Whether the readied action comes now (`ready.may-hold`)");
static SPOT: Topic = topic("spot", &readied::SPOT, Defender, Detail, "Whether somebody rolls to see an intention");
static GO_ON: Topic =
    topic("go-on", &readied::PASS, Actor, Detail, "Whether somebody whose intention was seen goes on with it");
static COMPONENT: Topic = topic("component", &magic::COMPONENTS, Actor, Detail, "What power is gathered from");
static SURGEON: Topic =
    topic("surgeon", &surgery::IN_FIGHT, Actor, Detail, "What a surgeon pays for, passes over or takes off");
static FIRES: Topic =
    topic("fires", &readied::TRIGGER, Gm, Formality, "Whether a trigger in the player's words has happened");
static AWARE: Topic = topic("aware", &readied::AWARE, Gm, Formality, "Whether somebody becomes aware of a trigger");
static LIGHT: Topic = topic("light", &environment::DARK, Gm, Formality, "How much light somebody has");
static COVER: Topic = topic("cover", &environment::COVER, Gm, Formality, "How much cover a target has");
static FOOTING: Topic =
    topic("footing", &environment::GROUND, Gm, Formality, "Whether the ground asks for good footing");
static WATER: Topic = topic("water", &environment::WATER, Gm, Formality, "How hard water is to cross");
static REOPENS: Topic =
    topic("reopens", &health::STABILISED, Gm, Formality, "Whether using a wounded part opens the wound");
static DIRT: Topic = topic("dirt", &surgery::IN_FIGHT, Gm, Formality, "Whether dirt gets into a wound");
static OVER: Topic = topic("over", &basics::ALTERNATION, Gm, Formality, "Whether the fight is over");
static ENDLESS: Topic = topic("endless", &basics::ALTERNATION, Gm, Formality, "Whether a fight without an end goes on");

/// Every kind of question, in the order of the guide.
pub(crate) static TOPICS: &[&Topic] = &[
    &TURN,
    &DELAY,
    &CONTINUE,
    &BEAR,
    &HOW,
    &WEAPONS,
    &CALLED,
    &BEFORE,
    &PART,
    &STRIKE_ON,
    &ON_HIT,
    &NEXT_HIT,
    &WHICH,
    &WHICH_GM,
    &AMOUNT,
    &DIRECTION,
    &DIRECTION_GM,
    &AXIS,
    &NEXT_DEFENCE,
    &DEFENCE,
    &DECLINE,
    &RESIST,
    &STEADY,
    &EVENT,
    &BACK,
    &ENDS_ONE,
    &READY,
    &TRIGGER,
    &WHOSE,
    &VICTIM,
    &PLACE,
    &WORDS,
    &HOLD,
    &SPOT,
    &GO_ON,
    &COMPONENT,
    &SURGEON,
    &FIRES,
    &AWARE,
    &LIGHT,
    &COVER,
    &FOOTING,
    &WATER,
    &REOPENS,
    &DIRT,
    &OVER,
    &ENDLESS,
];

/// Which kind a question is of.
pub(crate) fn of(fight: &Fight, ask: &Ask) -> &'static Topic {
    match *ask {
        Ask::Turn { .. } => &TURN,
        Ask::Slot { .. } => &DELAY,
        Ask::Continue { .. } => &CONTINUE,
        Ask::Bear { .. } => &BEAR,
        Ask::How { .. } => &HOW,
        Ask::Weapons { .. } => &WEAPONS,
        Ask::Called { .. } => &CALLED,
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
        PowerAsk::Before { .. } => &BEFORE,
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
