//! Every kind of question of the book, declared once: who decides it, by which rule, and how much it presses.

use quintain_engine::Decider::{Actor, Defender, Gm, Side};
use quintain_engine::Weight::{Decision, Detail, Formality};
use quintain_engine::kit::topic;
use quintain_engine::{Topic, Who, listed};

use crate::ask::Ask;
use crate::fight::Fight;
use crate::kinds::Score;
use crate::rules::gu::{self, GuAsk, GuDue};
use crate::rules::luck::Outcome;
use crate::rules::reactions::{self, Happening, React, Trigger};
use crate::rules::turns::Due;
use crate::rules::{
    activating, areas, called_shot, cover, detonating, dodge, falling, grapple, ground, holding, initiative,
    killer_moves, luck, maneuvers, movement, opportunity, parry, standing, turns,
};

listed! {
    /// All of them, in the order of the guide.
    pub(crate) ALL: Topic;
    SURPRISED = topic("surprised", &initiative::SURPRISE_WHO, Gm, Formality, "Who is surprised when the fight begins");
    NOTICES = topic("notices", &initiative::STEALTH_AWARENESS, Gm, Formality,
        "Who tests Awareness, by which sense and with what modifier");
    TIE_PLAYERS = topic("initiative-tie", &initiative::TIE_PLAYERS_AGREE, Side, Detail,
        "The order of heroes whose initiative is tied");
    TIE_GM = topic("initiative-tie-gm", &initiative::TIE_GM_DECIDES, Gm, Formality,
        "The order of others whose initiative is tied");
    LUCK_BEFORE = topic("luck-before", &luck::BEFORE, Actor, Detail,
        "A luck point for -50 on one's own Perseverance test");
    LUCK_BEFORE_OTHER = topic("luck-before-other", &luck::BEFORE, Actor, Formality,
        "A luck point for -50 on any other test of one's own");
    LUCK_AFTER = topic("luck-after", &luck::REROLL, Actor, Detail,
        "A luck point to repeat one's own failure, an ally's fumble or failed Perseverance test, or a foe's critical against one");
    LUCK_AFTER_OTHER = topic("luck-after-other", &luck::REROLL, Side, Formality,
        "A luck point to repeat any other test");
    DUE_ORDER = topic("due-order", &turns::EFFECT_ORDER, Actor, Detail,
        "The order of what is due at the start or end of a turn, where it matters");
    DUE_ORDER_IDLE = topic("due-order-idle", &turns::EFFECT_ORDER, Actor, Formality,
        "The same where no order changes anything");
    TURN = topic("turn", &turns::ANY_ORDER, Actor, Decision, "What one does next on one's turn");
    COMMANDS = topic("commands", &activating::EFFECT, Actor, Detail,
        "Whether one takes the turn of a beast that one has enslaved, for a point of soul");
    KEEP = topic("keep", &activating::REPEAT, Actor, Detail, "Whether a sustained Gu is kept up and paid for");
    FLIGHT_SOURCE = topic("flight-source", &movement::ONE_FLIGHT_SOURCE, Actor, Detail,
        "Which source of flight is used this turn");
    ALTITUDE = topic("altitude", &maneuvers::FLY, Actor, Detail, "How high a flight, a dive or a catch ends");
    DIVE_TO = topic("dive-to", &maneuvers::DIVE_MOVE, Actor, Decision, "Where a dive ends");
    DIVE_STRIKE = topic("dive-strike", &maneuvers::DIVE_STRIKE, Actor, Detail,
        "Whether and with what one strikes at the end of a dive");
    DIVE_FINISH = topic("dive-finish", &maneuvers::DIVE_FINISH, Actor, Detail, "Landing or rising after a dive");
    CATCH = topic("catch", &falling::FLYER_CATCH, Defender, Detail, "Where a flyer catches itself in the air");
    WINGS = topic("wings", &falling::FLYER_CATCH, Defender, Detail,
        "Whether a flight Gu answers being thrown into the air");
    CLIMB_TEST = topic("climb-test", &ground::CLIMB_TEST, Gm, Formality, "Whether a climb calls for a test");
    SIDE = topic("called-side", &called_shot::DECLARE, Actor, Detail, "At which limb of a pair a called shot is aimed");
    TARGET = topic("next-target", &killer_moves::EFFECT, Actor, Detail,
        "Whom the next strike of a Gu or killer move hits");
    DIRECTION = topic("direction", &areas::LINE_CHOSEN_SOURCE, Actor, Detail,
        "Which way a wall leads from its first square");
    WIDTH = topic("wider-side", &areas::LINE_SHAPE, Actor, Detail, "On which side a line of even width has more");
    WHERE = topic("where", &activating::EFFECT, Actor, Detail, "Where a Gu that answers carries its user");
    PREY = topic("prey", &activating::EFFECT, Actor, Detail, "Whom what hunts on the map goes for");
    ALLOWS = topic("right-place", &activating::LIMIT, Gm, Formality,
        "Whether the place has the sun, shade or open air that a Gu needs");
    HIT = topic("hit", &dodge::WINDOW, Defender, Decision, "How one answers a hit: dodge, parry, a Gu, or nothing");
    CAUGHT = topic("caught", &areas::DODGE, Defender, Decision, "How one answers an area");
    MOMENT = topic("moment", &reactions::WHEN, Defender, Detail,
        "Whether a Gu made for the moment, a guard for an ally or a held action answers what happens");
    NEAR = topic("near", &reactions::SHIELD, Defender, Detail,
        "Whether one dodges or raises a shield when an enemy comes beside one");
    ASIDE = topic("aside", &reactions::WHEN, Defender, Formality,
        "Whether one steps aside or raises a guard at what concerns others, or destroys Gu on one's own turn between a hit and its damage");
    EFFECT = topic("effect", &reactions::NOT_ACTIVATION, Defender, Formality,
        "Whether one steps aside or raises a guard when a Gu takes effect");
    DETONATE_MORE = topic("detonate-more", &detonating::WHEN, Actor, Detail,
        "Which other Gu are detonated in the same reaction");
    DODGE_TO = topic("dodge-to", &dodge::MUST_MOVE, Defender, Detail, "Where a dodge leads");
    DODGE_THROWN = topic("dodge-thrown", &grapple::THROW_IMPACT, Defender, Detail,
        "Whether one dodges a creature that is thrown at one");
    COUNTER = topic("counter", &parry::COUNTER, Defender, Detail,
        "Whether and with what one strikes back after a parry");
    OPPORTUNITY = topic("opportunity", &opportunity::TRIGGER, Defender, Detail,
        "Whether and with what one strikes at a creature that leaves one's reach");
    FREE_SQUARE = topic("free-square", &grapple::BREAK_FREE, Actor, Detail, "Where one goes after breaking free");
    HOLD_WHEN = topic("hold-when", &holding::DECLARE, Actor, Decision, "What a held action waits for");
    HOLD_WORDS = topic("hold-words", &holding::DECLARE, Actor, Formality, "The same in one's own words");
    HELD_STRIKE = topic("held-strike", &reactions::HELD, Actor, Detail, "Whom a held attack strikes, and with what");
    HELD_GU = topic("held-gu", &holding::ONE_ACTIVATION, Actor, Detail, "At what a held Gu is activated, if at all");
    SHIELD_ORDER = topic("shield-order", &reactions::SHIELD, Defender, Detail,
        "Which of several shields takes damage first");
    SAVE_SHIELD = topic("save-shield", &reactions::SHIELD, Defender, Detail,
        "Whether a dying shield is dropped at 1 hit point");
    COVER = topic("cover", &cover::JUDGE, Gm, Formality, "How much of a target is hidden");
    ITEM = topic("item", &called_shot::ITEM_EFFECT, Gm, Formality,
        "Whether a thing that is struck takes the damage instead of its bearer");
    SUPPRESSED = topic("suppressed", &detonating::SUPPRESSED, Gm, Formality, "Whether a Gu is suppressed");
    DESCRIBE = topic("describe", &turns::ACTION_LIST, Actor, Detail, "What one tries that no rule knows, in words");
    ALLOWS_ACTION = topic("allows-action", &turns::ACTION_LIST, Gm, Formality, "Whether that is a Combat Action");
    ALLOWS_BONUS = topic("allows-bonus", &turns::BONUS_SCOPE, Gm, Formality, "Whether that is a bonus action");
}

/// Which kind of question it is.
pub fn of(fight: &Fight, ask: &Ask) -> &'static Topic {
    match *ask {
        Ask::Surprised => &SURPRISED,
        Ask::Notices | Ask::NoticeModifier { .. } | Ask::NoticeBy { .. } => &NOTICES,
        Ask::InitiativeTie { from, .. } => match super::tied_first(fight, from) {
            Some(who) if fight.one(who).player => &TIE_PLAYERS,
            _ => &TIE_GM,
        },
        Ask::LuckBefore { score: Score::Perseverance, .. } => &LUCK_BEFORE,
        Ask::LuckBefore { .. } => &LUCK_BEFORE_OTHER,
        Ask::LuckAfter { by, who, how } if is_luck_worth(fight, by, who, how) => &LUCK_AFTER,
        Ask::LuckAfter { .. } => &LUCK_AFTER_OTHER,
        Ask::DueOrder { who, start } if is_order_of_weight(fight, who, start) => &DUE_ORDER,
        Ask::DueOrder { .. } => &DUE_ORDER_IDLE,
        Ask::Turn { .. } => &TURN,
        Ask::FlightSource { .. } => &FLIGHT_SOURCE,
        Ask::Altitude { .. } => &ALTITUDE,
        Ask::DiveTo { .. } => &DIVE_TO,
        Ask::DiveStrike { .. } => &DIVE_STRIKE,
        Ask::DiveFinish { .. } => &DIVE_FINISH,
        Ask::Catch { .. } => &CATCH,
        Ask::ClimbTest { .. } => &CLIMB_TEST,
        Ask::React { who, trigger } => reaction(fight, who, &trigger),
        Ask::DodgeTo { .. } | Ask::DodgeHeight { .. } => &DODGE_TO,
        Ask::DodgeThrown { .. } => &DODGE_THROWN,
        Ask::Counter { .. } => &COUNTER,
        Ask::Opportunity { .. } => &OPPORTUNITY,
        Ask::FreeSquare { .. } => &FREE_SQUARE,
        Ask::HoldWhen { .. } => &HOLD_WHEN,
        Ask::HoldWords { .. } => &HOLD_WORDS,
        Ask::CalledSide { .. } => &SIDE,
        Ask::DetonateMore { .. } => &DETONATE_MORE,
        Ask::HeldStrike { .. } => &HELD_STRIKE,
        Ask::HeldGu { .. } => &HELD_GU,
        Ask::Cover { .. } => &COVER,
        Ask::ItemTakes { .. } => &ITEM,
        Ask::Suppressed { .. } => &SUPPRESSED,
        Ask::ShieldOrder { .. } => &SHIELD_ORDER,
        Ask::Describe { .. } => &DESCRIBE,
        Ask::AllowsAction { .. } => &ALLOWS_ACTION,
        Ask::AllowsBonus { .. } => &ALLOWS_BONUS,
        Ask::Gu(ask) => of_gu(ask),
    }
}

fn of_gu(ask: GuAsk) -> &'static Topic {
    match ask {
        GuAsk::Keep { .. } => &KEEP,
        GuAsk::SaveShield { .. } => &SAVE_SHIELD,
        GuAsk::Target { .. } => &TARGET,
        GuAsk::Direction { .. } => &DIRECTION,
        GuAsk::Right { .. } => &WIDTH,
        GuAsk::Where { .. } => &WHERE,
        GuAsk::Prey { .. } => &PREY,
        GuAsk::Allows { .. } => &ALLOWS,
        GuAsk::Wings { .. } => &WINGS,
        GuAsk::Grapples { .. } => &OPPORTUNITY,
        GuAsk::Commands { .. } => &COMMANDS,
    }
}

/// A struck target always answers. For the rest a person is asked where there is more to it than stepping aside.
fn reaction(fight: &Fight, who: Who, trigger: &Trigger) -> &'static Topic {
    if reactions::strikes(trigger, who) && !trigger.over {
        let bursts_only = fight.is_active(who) && !trigger.counter && !answers_with_gu(fight, who, trigger);
        return match trigger.what {
            _ if bursts_only => &ASIDE,
            Happening::Hit => &HIT,
            _ => &CAUGHT,
        };
    }
    let may = |react: React| reactions::may_react(fight, who, trigger, react).is_ok();
    let guards = trigger.at != Some(who) && may(React::Parry);
    if may(React::Held) || guards || answers_with_gu(fight, who, trigger) {
        return if trigger.what == Happening::Arrived { &NEAR } else { &MOMENT };
    }
    match trigger.what {
        Happening::Arrived => &NEAR,
        Happening::Effect => &EFFECT,
        _ => &ASIDE,
    }
}

/// Whether a Gu of somebody answers what happens because it is made for it.
fn answers_with_gu(fight: &Fight, who: Who, trigger: &Trigger) -> bool {
    (0..fight.one(who).gu.len() as u8).any(|slot| {
        let made = gu::answers::names(fight, who, slot, trigger) || gu::answers::ripostes(fight, who, slot, trigger);
        made && reactions::may_react(fight, who, trigger, React::Gu(slot)).is_ok()
    })
}

/// A failure of one's own, an ally in danger, or a foe's critical against oneself.
fn is_luck_worth(fight: &Fight, by: Who, who: Who, how: Outcome) -> bool {
    if by == who {
        return !how.succeeded;
    }
    match fight.foes(by, who) {
        true => how.succeeded && how.extreme && how.at == Some(by),
        false => !how.succeeded && (how.extreme || how.score == Score::Perseverance),
    }
}

/// Whether the order of what is due can change anything: two things that take or give hit points or end conditions, or
/// essence that does not suffice for all that is sustained.
fn is_order_of_weight(fight: &Fight, who: Who, start: bool) -> bool {
    let due = if start { turns::due_at_start(fight, who) } else { turns::due_at_end(fight, who) };
    let idle = |due: &&Due| {
        matches!(
            due,
            Due::Essence | Due::Dazed | Due::Stunned | Due::Gu(GuDue::Keep(_) | GuDue::Zones | GuDue::Hunt(_))
        )
    };
    let weighty = due.iter().filter(|due| !idle(due)).count();
    weighty > 1 || is_short(fight, who, &due)
}

/// Whether what is sustained costs more than there is.
fn is_short(fight: &Fight, who: Who, due: &[Due]) -> bool {
    let keeps = due.iter().filter_map(|due| if let Due::Gu(GuDue::Keep(slot)) = due { Some(*slot) } else { None });
    let owned = keeps.filter_map(|slot| activating::owned(fight, who, slot));
    let costs: i32 = owned.map(|owned| i32::from(activating::costs(fight, who, owned))).sum();
    costs > i32::from(fight.one(who).essence.now) && standing::sustained(fight, who) > 0
}
