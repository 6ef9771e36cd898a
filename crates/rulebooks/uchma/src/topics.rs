//! Every kind of question, declared once: whose decision it is, how much it presses, and the rule that asks.

use quintain_engine::Decider::{Actor, Defender, Gm, Side};
use quintain_engine::Weight::{Decision, Detail, Formality};
use quintain_engine::kit::topic;
use quintain_engine::{Topic, Weight, listed};

use crate::ask::{self, Ask};
use crate::fight::Fight;
use crate::rules::{actions, cover, damage, order, phases, precision, pvp, special_actions, statuses};

listed! {
    /// All of them, in the order of the guide.
    pub(crate) TOPICS: Topic;
    AMBUSH = topic("ambush", &phases::AMBUSH, Gm, Formality, "Which groups are ambushed in the first round");
    ENVIRONMENT = topic("environment", &phases::START_CHOICE, Gm, Formality,
        "Whether the surroundings act in a start phase");
    ORDER = topic("order-among-equals", &order::TIE_ALLIES, Side, Detail,
        "In which order allies of equal speed act: before the first round, and whenever somebody speaks");
    ORDER_AGAIN = topic("order-again", &order::TIE_CHANGE, Side, Formality,
        "The same at the end of a round, and where nobody is as fast as another");
    TURN = topic("turn", &phases::SHAPE, Actor, Decision,
        "What a creature does next on its turn, with everything that goes with it");
    REACT = topic("react", &actions::PREPARED_TRIGGER, Defender, Decision,
        "Whether a prepared action is carried out now");
    COVER = topic("cover", &cover::FIND, Gm, Formality, "Which cover a target has against a projectile");
    TARGET_ORDER = topic("order-of-targets", &precision::MULTI, Actor, Formality,
        "In which order several targets are rolled for");
    INSPIRED = topic("inspired", &statuses::INSPIRED, Actor, Detail,
        "Whether inspiration goes into a roll, into the damage, or is kept");
    INSPIRED_DAMAGE = topic("inspired-damage", &statuses::INSPIRED, Actor, Formality,
        "Whether inspiration that was kept from the roll goes into the damage");
    CRITICAL_PRICE = topic("critical-price", &actions::OPEN, Actor, Formality,
        "Whether energy buys a critical hit that was not added to the attack");
    CRITICAL = topic("critical", &damage::BONUS, Actor, Detail, "What a critical hit brings");
    REROLL = topic("reroll", &precision::OTHER, Actor, Decision,
        "Whether a roll is made again by what somebody carries");
    RAISE = topic("raise", &precision::OTHER, Actor, Decision, "By how much health raises a failed roll");
    ALLOWS = topic("allows", &precision::WHEN, Defender, Detail,
        "Whether somebody lets an ability work that it could resist");
    ANOTHER = topic("more-targets", &precision::MULTI, Actor, Detail,
        "Whom an ability reaches besides its first target");
    NEXT = topic("next-strike", &precision::MULTI, Actor, Detail, "Whom the next strike of several goes to");
    BESIDE = topic("beside", &precision::MULTI, Actor, Detail, "Whom beside the target a blow reaches, too");
    WHICH = topic("which-effect", &actions::OPEN, Actor, Decision,
        "Which status effect is taken off, passed on or purged");
    AMOUNT = topic("how-much", &actions::OPEN, Actor, Detail, "How much is put into an ability, or how wide it is");
    WANTS = topic("extra", &actions::OPEN, Actor, Detail,
        "Whether something is added that an ability or a gift allows");
    INSTEAD = topic("pay-otherwise", &actions::OPEN, Actor, Detail, "Whether energy pays what would take health");
    DISARM = topic("disarm", &special_actions::DISARM, Actor, Detail, "Which weapon is struck from a hand");
    SPARE = topic("spare-weapon", &special_actions::THROW, Actor, Detail,
        "Whether the next weapon of the kind is taken in hand after a throw");
    PLACE = topic("where", &actions::OPEN, Actor, Decision, "Where an ability or an item takes its user, or acts");
    LANDING = topic("landing", &actions::OPEN, Actor, Detail, "On which square beside its target a leap ends");
    SUMMON_AT = topic("summon-at", &actions::OPEN, Actor, Detail, "On which square a called creature appears");
    AWAY = topic("push-or-pull", &actions::OPEN, Actor, Detail, "Whether somebody is pushed away or pulled near");
    HOW_FAR = topic("how-far", &actions::OPEN, Actor, Detail, "How far somebody is pushed, pulled or dragged");
    DEVOUR = topic("give-up", &actions::OPEN, Actor, Detail, "Which of the kin is given up for more healing");
    LORE = topic("lore", &actions::OPEN, Actor, Detail, "What is found out about a creature");
    ECHO = topic("echo", &actions::OPEN, Actor, Detail, "Who gets the action of a bard's turn");
    FADE_OUT = topic("fade-out", &actions::OPEN, Actor, Detail,
        "Which poem takes the place of the one that is kept up");
    UPKEEP = topic("upkeep", &actions::UPKEEP, Actor, Detail,
        "Whether a poem or a lesser ritual is paid for once more");
    DUET = topic("duet", &actions::UPKEEP, Side, Detail, "Whether the ally who is sung for pays half of a poem");
    RECALL = topic("recall", &actions::OPEN, Actor, Detail, "Whether somebody comes back early who has been sent away");
    LEAVE = topic("leave", &phases::LEAVE, Gm, Formality, "Who leaves the combat by the game master's word");
    FLEE = topic("flee", &phases::LEAVE, Actor, Detail,
        "Whether a character on an exit flees, where the house lets creatures flee");
    CONTINUE = topic("continue", &phases::CONTINUE, Gm, Formality, "Whether the combat goes on");
    TEAM_BONUS = topic("team-bonus", &pvp::BONUS, Gm, Formality, "What a clear advantage adds to a team in a contest");
}

/// Which kind of question this is.
pub fn topic_of(fight: &Fight, ask: &Ask) -> &'static Topic {
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

/// How much it presses for the one that is asked.
pub fn weight(fight: &Fight, ask: &Ask) -> Weight {
    let players = match ask::seat(fight, ask) {
        quintain_engine::Seat::Gm => false,
        quintain_engine::Seat::Of(who) => fight.one(who).pc,
    };
    topic_of(fight, ask).weight_for(players)
}
