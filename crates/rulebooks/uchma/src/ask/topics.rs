//! Every kind of question, declared once: whose decision it is, how much it presses, and the rule that asks.

use quintain_engine::{Decider, Topic, Weight};

use super::Ask;
use crate::fight::Fight;
use crate::rules::{actions, cover, damage, order, phases, precision, pvp, special_actions, statuses};

static AMBUSH: Topic = Topic {
    key: "ambush",
    rule: &phases::AMBUSH,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Which groups are ambushed in the first round",
};

static ENVIRONMENT: Topic = Topic {
    key: "environment",
    rule: &phases::START_CHOICE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether the surroundings act in a start phase",
};

static ORDER: Topic = Topic {
    key: "order-among-equals",
    rule: &order::TIE_ALLIES,
    decider: Decider::Side,
    weight: Weight::Detail,
    about: "In which order allies of equal speed act: before the first round, and whenever somebody speaks",
};

static ORDER_AGAIN: Topic = Topic {
    key: "order-again",
    rule: &order::TIE_CHANGE,
    decider: Decider::Side,
    weight: Weight::Formality,
    about: "The same at the end of a round, and where nobody is as fast as another",
};

static TURN: Topic = Topic {
    key: "turn",
    rule: &phases::SHAPE,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "What a creature does next on its turn, with everything that goes with it",
};

static REACT: Topic = Topic {
    key: "react",
    rule: &actions::PREPARED_TRIGGER,
    decider: Decider::Defender,
    weight: Weight::Decision,
    about: "Whether a prepared action is carried out now",
};

static COVER: Topic = Topic {
    key: "cover",
    rule: &cover::FIND,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Which cover a target has against a projectile",
};

static TARGET_ORDER: Topic = Topic {
    key: "order-of-targets",
    rule: &precision::MULTI,
    decider: Decider::Actor,
    weight: Weight::Formality,
    about: "In which order several targets are rolled for",
};

static INSPIRED: Topic = Topic {
    key: "inspired",
    rule: &statuses::INSPIRED,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether inspiration goes into a roll, into the damage, or is kept",
};

static INSPIRED_DAMAGE: Topic = Topic {
    key: "inspired-damage",
    rule: &statuses::INSPIRED,
    decider: Decider::Actor,
    weight: Weight::Formality,
    about: "Whether inspiration that was kept from the roll goes into the damage",
};

static CRITICAL_PRICE: Topic = Topic {
    key: "critical-price",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Formality,
    about: "Whether energy buys a critical hit that was not added to the attack",
};

static CRITICAL: Topic = Topic {
    key: "critical",
    rule: &damage::BONUS,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "What a critical hit brings",
};

static REROLL: Topic = Topic {
    key: "reroll",
    rule: &precision::OTHER,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "Whether a roll is made again by what somebody carries",
};

static RAISE: Topic = Topic {
    key: "raise",
    rule: &precision::OTHER,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "By how much health raises a failed roll",
};

static ALLOWS: Topic = Topic {
    key: "allows",
    rule: &precision::WHEN,
    decider: Decider::Defender,
    weight: Weight::Detail,
    about: "Whether somebody lets an ability work that it could resist",
};

static ANOTHER: Topic = Topic {
    key: "more-targets",
    rule: &precision::MULTI,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whom an ability reaches besides its first target",
};

static NEXT: Topic = Topic {
    key: "next-strike",
    rule: &precision::MULTI,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whom the next strike of several goes to",
};

static BESIDE: Topic = Topic {
    key: "beside",
    rule: &precision::MULTI,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whom beside the target a blow reaches, too",
};

static WHICH: Topic = Topic {
    key: "which-effect",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "Which status effect is taken off, passed on or purged",
};

static AMOUNT: Topic = Topic {
    key: "how-much",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "How much is put into an ability, or how wide it is",
};

static WANTS: Topic = Topic {
    key: "extra",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether something is added that an ability or a gift allows",
};

static INSTEAD: Topic = Topic {
    key: "pay-otherwise",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether energy pays what would take health",
};

static DISARM: Topic = Topic {
    key: "disarm",
    rule: &special_actions::DISARM,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which weapon is struck from a hand",
};

static SPARE: Topic = Topic {
    key: "spare-weapon",
    rule: &special_actions::THROW,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether the next weapon of the kind is taken in hand after a throw",
};

static PLACE: Topic = Topic {
    key: "where",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Decision,
    about: "Where an ability or an item takes its user, or acts",
};

static LANDING: Topic = Topic {
    key: "landing",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "On which square beside its target a leap ends",
};

static SUMMON_AT: Topic = Topic {
    key: "summon-at",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "On which square a called creature appears",
};

static AWAY: Topic = Topic {
    key: "push-or-pull",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether somebody is pushed away or pulled near",
};

static HOW_FAR: Topic = Topic {
    key: "how-far",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "How far somebody is pushed, pulled or dragged",
};

static DEVOUR: Topic = Topic {
    key: "give-up",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which of the kin is given up for more healing",
};

static LORE: Topic = Topic {
    key: "lore",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "What is found out about a creature",
};

static ECHO: Topic = Topic {
    key: "echo",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Who gets the action of a bard's turn",
};

static FADE_OUT: Topic = Topic {
    key: "fade-out",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Which poem takes the place of the one that is kept up",
};

static UPKEEP: Topic = Topic {
    key: "upkeep",
    rule: &actions::UPKEEP,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether a poem or a lesser ritual is paid for once more",
};

static DUET: Topic = Topic {
    key: "duet",
    rule: &actions::UPKEEP,
    decider: Decider::Side,
    weight: Weight::Detail,
    about: "Whether the ally who is sung for pays half of a poem",
};

static RECALL: Topic = Topic {
    key: "recall",
    rule: &actions::OPEN,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether somebody comes back early who has been sent away",
};

static LEAVE: Topic = Topic {
    key: "leave",
    rule: &phases::LEAVE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Who leaves the combat by the game master's word",
};

static FLEE: Topic = Topic {
    key: "flee",
    rule: &phases::LEAVE,
    decider: Decider::Actor,
    weight: Weight::Detail,
    about: "Whether a character on an exit flees, where the house lets creatures flee",
};

static CONTINUE: Topic = Topic {
    key: "continue",
    rule: &phases::CONTINUE,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "Whether the combat goes on",
};

static TEAM_BONUS: Topic = Topic {
    key: "team-bonus",
    rule: &pvp::BONUS,
    decider: Decider::Gm,
    weight: Weight::Formality,
    about: "What a clear advantage adds to a team in a contest",
};

/// All of them, in the order of the guide.
pub static TOPICS: &[&Topic] = &[
    &AMBUSH,
    &ENVIRONMENT,
    &ORDER,
    &ORDER_AGAIN,
    &TURN,
    &REACT,
    &COVER,
    &TARGET_ORDER,
    &INSPIRED,
    &INSPIRED_DAMAGE,
    &CRITICAL_PRICE,
    &CRITICAL,
    &REROLL,
    &RAISE,
    &ALLOWS,
    &ANOTHER,
    &NEXT,
    &BESIDE,
    &WHICH,
    &AMOUNT,
    &WANTS,
    &INSTEAD,
    &DISARM,
    &SPARE,
    &PLACE,
    &LANDING,
    &SUMMON_AT,
    &AWAY,
    &HOW_FAR,
    &DEVOUR,
    &LORE,
    &ECHO,
    &FADE_OUT,
    &UPKEEP,
    &DUET,
    &RECALL,
    &LEAVE,
    &FLEE,
    &CONTINUE,
    &TEAM_BONUS,
];

/// Which kind of question this is.
pub fn topic(fight: &Fight, ask: &Ask) -> &'static Topic {
    match *ask {
        Ask::Ambush => &AMBUSH,
        Ask::Environment { .. } => &ENVIRONMENT,
        Ask::Agreed { side, speaker, to } => match order::matters(fight, (side, speaker, to)) {
            true => &ORDER,
            false => &ORDER_AGAIN,
        },
        Ask::Turn { .. } => &TURN,
        Ask::React { .. } => &REACT,
        Ask::Cover { .. } => &COVER,
        Ask::TargetOrder { .. } => &TARGET_ORDER,
        Ask::Inspired { .. } => &INSPIRED,
        Ask::InspiredDamage { .. } => &INSPIRED_DAMAGE,
        Ask::CriticalPrice { .. } => &CRITICAL_PRICE,
        Ask::Critical { .. } => &CRITICAL,
        Ask::Reroll { .. } => &REROLL,
        Ask::Raise { .. } => &RAISE,
        Ask::Allows { .. } => &ALLOWS,
        Ask::Another { .. } => &ANOTHER,
        Ask::Next { .. } => &NEXT,
        Ask::Beside { .. } => &BESIDE,
        Ask::Which { .. } => &WHICH,
        Ask::Amount { .. } => &AMOUNT,
        Ask::Wants { .. } => &WANTS,
        Ask::Instead { .. } => &INSTEAD,
        Ask::Disarm { .. } => &DISARM,
        Ask::Spare { .. } => &SPARE,
        Ask::Place { .. } => &PLACE,
        Ask::Landing { .. } => &LANDING,
        Ask::SummonAt { .. } => &SUMMON_AT,
        Ask::Away { .. } => &AWAY,
        Ask::HowFar { .. } => &HOW_FAR,
        Ask::Devour { .. } => &DEVOUR,
        Ask::Lore { .. } => &LORE,
        Ask::Echo { .. } => &ECHO,
        Ask::FadeOut { .. } => &FADE_OUT,
        Ask::Upkeep { .. } => &UPKEEP,
        Ask::Duet { .. } => &DUET,
        Ask::Recall { .. } => &RECALL,
        Ask::Leave { .. } => &LEAVE,
        Ask::Flee { .. } => &FLEE,
        Ask::Continue { .. } => &CONTINUE,
        Ask::TeamBonus { .. } => &TEAM_BONUS,
    }
}

/// How much it presses for whoever is asked.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    let players = match super::seat(fight, ask) {
        quintain_engine::Seat::Gm => false,
        quintain_engine::Seat::Of(who) => fight.one(who).pc,
    };
    topic(fight, ask).weight_for(players)
}
