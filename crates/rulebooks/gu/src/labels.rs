//! What every option does, in parts that pages, packages and bots read without looking into its words.

use quintain_engine::{Label, Target, Verb, Who};
use quintain_field::Square;

use crate::ask::{Act, Ask, Bonus};
use crate::derived;
use crate::fight::Fight;
use crate::hold::{Doing, Pattern};
use crate::kinds::side_word;
use crate::rules::activating::{self, Wanted};
use crate::rules::cover::Cover;
use crate::rules::gu::{GuAct, answers};
use crate::rules::melee::{Blow, With};
use crate::rules::reactions::{React, Trigger};
use crate::rules::standing::entry;
use crate::rules::wording::due_text;
use crate::rules::{dodge, movement, ways};

mod costs;
mod harm;
mod means;
mod provoking;
mod tags;
mod verbs;

use means::{aimed_at, at, slug, stones_of, with_arm, with_entry, with_gu, with_held};
pub use verbs::VERBS;
use verbs::{
    ABSORB, ACTIVATE, AGREE, APPLY, ATTACK, ATTAIN, BITE, BREAK_FREE, CHARGE, CHOOSE, CLIMB, CLIMB_DOWN, CLOSE,
    COME_UP, DECLINE, DETONATE, DIRECT, DIVE, DODGE, DRAG, DRAW, END_TURN, ESCAPE, EVADE, FLURRY, FLY, GIVE, GO_UNDER,
    GRAPPLE, HOLD, IMPROVISE, JUMP, KICK, LAND, LEAVE, LET_GO, MOVE, OPEN, PARRY, PASS, PERFORM, PUNCH, PUSH_THROUGH,
    PUT_AWAY, QUICK, RELEASE, RISE, ROLL_OUT, RUNNING_PUNCH, SPRINT, STAND_UP, STEER, STEP_OFF, STOP, SURRENDER,
    TAKE_FLIGHT, THROW_HELD, THROW_WEAPON, TRADE, WAIT_FOR, WIELD,
};

pub use provoking::{strikers_on, waiting_on};

/// What an option of a question does, what it costs, and what there is to know of it.
pub fn label(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    let (label, way) = (doing(fight, ask, act), way(fight, ask, act));
    let label = costs::of(fight, ask, (act, &way), label);
    let tags = tags::of(fight, ask, (act, &way), &label);
    label.tagged(tags)
}

/// The way on foot that an option takes, from where its mover stands; empty for all else.
pub fn way(fight: &Fight, ask: &Ask, act: &Act) -> Vec<Square> {
    let walk = |who: Who, through: bool, to| ways::route(fight, who, movement::left(fight, who), through, to);
    match (*ask, *act) {
        (Ask::Turn { who }, Act::Move(to)) => walk(who, false, to),
        (Ask::Turn { who }, Act::MoveThrough(to)) => walk(who, true, to),
        (Ask::Turn { who }, Act::Drag(to)) => ways::route(fight, who, derived::movement(fight, who) / 2, false, to),
        (Ask::DodgeTo { who, .. }, Act::Square(to)) if !fight.one(who).airborne => {
            ways::route(fight, who, dodge::allowance(fight, who), false, to)
        }
        _ => Vec::new(),
    }
}

/// Verb, means, variants and target of an option.
pub fn doing(fight: &Fight, ask: &Ask, act: &Act) -> Label {
    let verb = Label::new;
    let who = ask.actor();
    match *act {
        Act::Yes => verb(&AGREE),
        Act::No => verb(&DECLINE),
        Act::Nothing if matches!(ask, Ask::CalledSide { .. }) => verb(&CHOOSE).variant("side", "either", "either"),
        Act::Nothing => verb(&DECLINE),
        Act::EndTurn => verb(&END_TURN),
        Act::Move(to) => verb(&MOVE).on(Target::Square(to)),
        Act::MoveThrough(to) => verb(&PUSH_THROUGH).on(Target::Square(to)),
        Act::Jump(to) => verb(&JUMP).on(Target::Square(to)),
        Act::StepOff(to) => verb(&STEP_OFF).on(Target::Square(to)),
        Act::Climb(to) => verb(&CLIMB).on(Target::Square(to)),
        Act::ClimbDown => verb(&CLIMB_DOWN),
        Act::StandUp => verb(&STAND_UP),
        Act::Submerge => verb(&GO_UNDER),
        Act::Surface => verb(&COME_UP),
        Act::TakeFlight => verb(&TAKE_FLIGHT),
        Act::Fly(to) => verb(&FLY).on(Target::Square(to)),
        Act::Dive => verb(&DIVE),
        Act::Evade => verb(&EVADE),
        Act::Land => verb(&LAND),
        Act::Rise => verb(&RISE),
        Act::Strike(blow) => strike(fight, &blow),
        Act::Grapple(at) => verb(&GRAPPLE).on(Target::Who(at)),
        Act::BreakFree => verb(&BREAK_FREE),
        Act::Drag(to) => verb(&DRAG).on(Target::Square(to)),
        Act::Throw { whom, to } => {
            verb(&THROW_HELD).with(slug(fight.label(whom)), fight.label(whom)).on(Target::Square(to))
        }
        Act::LetGo(whom) => verb(&LET_GO).on(Target::Who(whom)),
        Act::Sprint => verb(&SPRINT),
        Act::RollOut => verb(&ROLL_OUT),
        Act::Hold(action) => held(fight, who, &HOLD, Some(action)),
        Act::Bonus(bonus) => quick(fight, bonus),
        Act::Improvise => verb(&IMPROVISE),
        Act::Surrender => verb(&SURRENDER),
        Act::Leave => verb(&LEAVE),
        Act::Gu(act) => of_gu(fight, who, act),
        Act::Who(whom) => verb(&CHOOSE).on(Target::Who(whom)),
        Act::Square(to) => verb(place_verb(ask)).on(Target::Square(to)),
        Act::React(react) => reaction(fight, ask, react),
        Act::Pattern(pattern) => trigger(fight, pattern),
        Act::Source(place) => source(fight, who, place),
        Act::Cover(cover) => verb(&CHOOSE).variant("cover", cover_key(cover), cover.word()),
        Act::Due(due) => {
            let text = who.map_or(String::new(), |who| due_text(fight, who, due));
            verb(&CHOOSE).on(Target::Thing(slug(&text), text))
        }
        Act::Left(left) => verb(&CHOOSE).variant("side", side_word(left), side_word(left)),
        Act::Sense(sense) => verb(&CHOOSE).variant("sense", slug(sense.word()), sense.word()),
        Act::Slot(slot) => {
            let what = if matches!(ask, Ask::DetonateMore { .. }) { &DETONATE } else { &CHOOSE };
            who.map_or(verb(what), |who| with_gu(fight, verb(what), who, slot))
        }
    }
}

/// What goes to a square in answer to a question.
fn place_verb(ask: &Ask) -> &'static Verb {
    match ask {
        Ask::DodgeTo { .. } => &DODGE,
        Ask::DiveTo { .. } => &DIVE,
        Ask::Catch { .. } => &FLY,
        _ => &CHOOSE,
    }
}

fn cover_key(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "none",
        Cover::Partial => "partial",
        Cover::Full => "full",
    }
}

fn strike(fight: &Fight, blow: &Blow) -> Label {
    let label = match blow.with {
        With::Arm(arm) => with_arm(fight, Label::new(&ATTACK), arm),
        With::Thrown(arm) => with_arm(fight, Label::new(&THROW_WEAPON), arm),
        With::Punch => Label::new(&PUNCH),
        With::Kick => Label::new(&KICK),
        With::Bite => Label::new(&BITE),
    };
    let label = match blow.called {
        Some(called) => aimed_at(fight, label, blow.at, called),
        None => label,
    };
    let label = if blow.several { label.variant("strikes", "several", "as the first of several") } else { label };
    label.on(Target::Who(blow.at))
}

fn held(fight: &Fight, who: Option<Who>, verb: &'static Verb, action: Option<crate::hold::HeldAction>) -> Label {
    match who.zip(action) {
        Some((who, action)) => with_held(fight, Label::new(verb), who, action),
        None => Label::new(verb),
    }
}

fn quick(fight: &Fight, bonus: Bonus) -> Label {
    match bonus {
        Bonus::Draw(arm) => with_arm(fight, Label::new(&DRAW), arm),
        Bonus::PutAway(arm) => with_arm(fight, Label::new(&PUT_AWAY), arm),
        Bonus::Door { to, open: true } => Label::new(&OPEN).on(Target::Square(to)),
        Bonus::Door { to, open: false } => Label::new(&CLOSE).on(Target::Square(to)),
        Bonus::Other => Label::new(&QUICK),
    }
}

fn of_gu(fight: &Fight, who: Option<Who>, act: GuAct) -> Label {
    let Some(who) = who else { return Label::new(&CHOOSE) };
    let with = |verb: &'static Verb, slot: u8| with_gu(fight, Label::new(verb), who, slot);
    let wanted = |slot: u8| {
        let owned = activating::owned(fight, who, slot);
        owned.map_or(Wanted::Nothing, |owned| activating::wanted(entry(fight, owned.gu)))
    };
    let acts = |slot: u8| {
        let owned = activating::owned(fight, who, slot);
        owned.map_or(Wanted::Nothing, |owned| activating::wanted_of(&entry(fight, owned.gu).acts))
    };
    let running = |label: Label| label.variant("how", "running", "at the run");
    match act {
        GuAct::Activate { slot, at: target } => at(fight, with(&ACTIVATE, slot), who, (wanted(slot), target)),
        GuAct::Perform { slot, at: target } => at(fight, with(&PERFORM, slot), who, (wanted(slot), target)),
        GuAct::Attain { slot, at: target } => at(fight, with(&ATTAIN, slot), who, (wanted(slot), target)),
        GuAct::Wield { slot, at: target } => at(fight, with(&WIELD, slot), who, (acts(slot), target)),
        GuAct::Direct(slot) => with(&DIRECT, slot),
        GuAct::Stop(slot) => with(&STOP, slot),
        GuAct::Absorb(stones) => stones_of(Label::new(&ABSORB), stones),
        GuAct::Detonate(slot) => with(&DETONATE, slot),
        GuAct::Towards(step) => Label::new(&CHOOSE).on(Target::Way(step)),
        GuAct::Steer { slot, to } => with(&STEER, slot).on(Target::Square(to)),
        GuAct::HandOver { slot, to } => with(&GIVE, slot).on(Target::Who(to)),
        GuAct::Apply { slot, to } if to == who => with(&APPLY, slot).on(Target::Oneself),
        GuAct::Apply { slot, to } => with(&APPLY, slot).on(Target::Who(to)),
        GuAct::Escape(gu) => with_entry(fight, Label::new(&ESCAPE), gu),
        GuAct::Pass { slot, step } => with(&PASS, slot).on(Target::Way(step)),
        GuAct::Trade { slot, at } => with(&TRADE, slot).on(Target::Who(at)),
        GuAct::Charge(at) => Label::new(&CHARGE).on(Target::Who(at)),
        GuAct::Flurry(at) => Label::new(&FLURRY).on(Target::Who(at)),
        GuAct::ChargingPunch(at) => Label::new(&RUNNING_PUNCH).on(Target::Who(at)),
        GuAct::ChargingTouch(slot, at) => running(with(&ACTIVATE, slot)).on(Target::Who(at)),
    }
}

fn reaction(fight: &Fight, ask: &Ask, react: React) -> Label {
    let who = ask.actor();
    let with = |verb: &'static Verb, slot: u8| match who {
        Some(who) => with_gu(fight, Label::new(verb), who, slot),
        None => Label::new(verb),
    };
    match react {
        React::Nothing => Label::new(&DECLINE),
        React::Dodge => Label::new(&DODGE),
        React::Parry => Label::new(&PARRY),
        React::Held => {
            let action = who.and_then(|who| fight.one(who).held).map(|held| held.action);
            held(fight, who, &RELEASE, action)
        }
        React::Gu(slot) => match *ask {
            Ask::React { who, trigger } => {
                let target = answers_at(fight, who, slot, &trigger);
                at(fight, with(&ACTIVATE, slot), who, (Wanted::Anyone, target))
            }
            _ => with(&ACTIVATE, slot),
        },
        React::Detonate(slot) => with(&DETONATE, slot),
        React::Stop(slot) => with(&STOP, slot),
    }
}

/// What a Gu is aimed at that answers to something.
pub(crate) fn answers_at(fight: &Fight, who: Who, slot: u8, trigger: &Trigger) -> activating::Target {
    let owned = activating::owned(fight, who, slot);
    match owned {
        Some(_) if answers::ripostes(fight, who, slot, trigger) => activating::Target::Who(trigger.by),
        Some(owned) => activating::answered_at(fight, who, owned, trigger),
        None => activating::Target::None,
    }
}

/// A trigger: whose doing it is stands as the target, none for any enemy.
fn trigger(fight: &Fight, pattern: Pattern) -> Label {
    let label = Label::new(&WAIT_FOR);
    let does = |key: &'static str, name: &'static str| label.clone().variant("does", key, name);
    let whose = pattern.whose.map_or(Target::None, Target::Who);
    match pattern.does {
        Doing::AnythingHostile => does("anything-hostile", "anything hostile").on(whose),
        Doing::Attacks => does("attacks", "an attack").on(whose),
        Doing::AttacksMe => does("attacks-holder", "an attack on the holder").on(whose),
        Doing::AttacksOne(one) => {
            let pair = pattern.whose.map_or(Target::Who(one), |whose| Target::Pair(whose, one));
            does("attacks-friend", "an attack on a friend").on(pair)
        }
        Doing::Moves => does("moves", "any movement").on(whose),
        Doing::ComesWithin(metres) => {
            let near = does("comes-within", "coming near");
            near.variant("metres", metres.to_string(), format!("within {metres} m")).on(whose)
        }
        Doing::Uses(gu) => with_entry(fight, does("uses", "the use of a Gu"), gu).on(whose),
    }
}

fn source(fight: &Fight, who: Option<Who>, place: u8) -> Label {
    let by = who.and_then(|who| derived::flights(fight, who).get(usize::from(place)).copied());
    match (who, by.and_then(|flight| flight.by)) {
        (Some(who), Some(slot)) => with_gu(fight, Label::new(&CHOOSE), who, slot),
        _ => Label::new(&CHOOSE).with("own-wings", "own wings"),
    }
}
