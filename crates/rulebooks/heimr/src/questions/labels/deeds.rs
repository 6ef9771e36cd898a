//! What is done in a turn, and what is readied: its price, and what a person wants to know before it.

use quintain_engine::{Label, Price, Tags, Target, Who};

use crate::content::{Loading, PowerId, Time, When};
use crate::rules::powers::uses;
use crate::rules::{actions, attacks, danger, movement, readied};
use crate::state::{Deed, Fight, Held, Hold, Scrap, Use, With};

use super::means::{
    costing_willpower, held, held_key, lying, with_held, with_power, with_power_at, with_stowed, with_weapons,
};
use super::verbs::*;

/// Something done in a turn, with its price and all that may come of it.
pub(super) fn of_turn(fight: &Fight, who: Who, deed: Deed) -> Label {
    let mut label = timed(of(fight, who, deed), fight, who, deed);
    if let Deed::Power(used) = deed {
        label = costing_willpower(label, fight, who, uses::willpower_of(fight, who, used));
        if let Use::Item { slot } = used
            && let Some((_, left)) = fight.one(who).items.get(usize::from(slot))
        {
            label = label.costing(Price::Gear, 1, Some(i16::from(*left) - 1));
        }
    }
    let tags = [
        (Tags::PROVOKES, readied::may_be_answered(fight, who, deed)),
        (Tags::HURTS_SELF, danger::hurts_doer(fight, who, deed)),
        (Tags::HURTS_FRIEND, danger::hurts_friend(fight, who, deed)),
        (Tags::NO_RETURN, matches!(deed, Deed::Destroy(_))),
        (Tags::ENDS_TURN, actions::ends_turn(fight, who, deed)),
    ];
    tags.into_iter().filter(|(_, holds)| *holds).fold(label, |label, (tag, _)| label.tagged(tag))
}

/// An action to be readied; it goes at the combatant that sets it off, or at one that is named.
pub(super) fn readied(fight: &Fight, who: Who, deed: Deed, at_trigger: bool) -> Label {
    let label = of(fight, who, deed).tagged(Tags::DECLARES);
    let label = match deed {
        Deed::Charge { to, .. } => label.variant("in", to.to_string(), format!("in {to}")),
        _ => label,
    };
    match at_trigger {
        true => label.on(Target::Thing("trigger".into(), readied::AT_TRIGGER.into())),
        false => label,
    }
}

fn timed(label: Label, fight: &Fight, who: Who, deed: Deed) -> Label {
    match actions::time(fight, who, deed) {
        Time::Standard | Time::Ongoing => label.costing(Price::Action, 1, Some(0)),
        Time::Free if actions::is_simultaneous(fight, who, deed) => label.costing(Price::Quick, 1, Some(0)),
        Time::Free => label.tagged(Tags::FREE),
        Time::Upcoming => label.tagged(Tags::DECLARES),
    }
}

/// What is done, with what, how and to whom.
pub(super) fn of(fight: &Fight, who: Who, deed: Deed) -> Label {
    match deed {
        Deed::End => Label::new(&END_TURN),
        Deed::Attack { at, with } => attack(fight, who, at, with),
        Deed::Charge { at, with, .. } => charge(fight, who, at, with),
        Deed::Move { to } => Label::new(&MOVE).on(Target::Square(to)),
        Deed::Run { to, via: None } => Label::new(&RUN).on(Target::Square(to)),
        Deed::Run { to, via: Some(by) } => Label::new(&RUN).on(Target::Route { to, by }),
        Deed::Crawl { to } => Label::new(&CRAWL).on(Target::Square(to)),
        Deed::Climb { to } => Label::new(&CLIMB).on(Target::Square(to)),
        Deed::Swim { to } => Label::new(&SWIM).on(Target::Square(to)),
        Deed::JumpDown { to } => Label::new(&JUMP_DOWN).on(Target::Square(to)),
        Deed::StepOut => Label::new(&STEP_OUT),
        Deed::StepInto { whom } => Label::new(&STEP_IN).on(Target::Who(whom)),
        Deed::Stand => Label::new(&STAND),
        Deed::LieDown => Label::new(&LIE_DOWN),
        Deed::BreakFree => Label::new(&BREAK_FREE),
        Deed::Guard => Label::new(&GUARD),
        Deed::Aim => Label::new(&AIM),
        Deed::Load(hold) => load(fight, who, hold),
        Deed::Draw(place) => with_stowed(Label::new(&DRAW), fight, who, place),
        Deed::Stow(what) => with_held(Label::new(&STOW), fight, who, what),
        Deed::Drop(what) => with_held(Label::new(&DROP), fight, who, what),
        Deed::PickUp(place) => Label::new(&PICK_UP).on(lying(fight, place)),
        Deed::Give { what, to } => with_held(Label::new(&GIVE), fight, who, what).on(Target::Who(to)),
        Deed::Destroy(Scrap::Own(what)) => Label::new(&DESTROY).on(held(fight, who, what)),
        Deed::Destroy(Scrap::Lying(place)) => Label::new(&DESTROY).on(lying(fight, place)),
        Deed::Interact { to } => Label::new(&DOOR).on(Target::Square(to)),
        Deed::Speak => Label::new(&SPEAK),
        Deed::Look => Label::new(&LOOK),
        Deed::Breather => Label::new(&BREATHER),
        Deed::Ready => Label::new(&READY),
        Deed::Power(used) => power(fight, who, used),
    }
}

fn attack(fight: &Fight, who: Who, at: Who, with: With) -> Label {
    let skill = |power| with_power(Label::new(skill_verb(fight, power)), fight, power);
    let label = match with {
        With::Weapons => {
            let usable = attacks::usable(fight, who, at);
            let holds = if usable.is_empty() { fight.one(who).holds().collect() } else { usable };
            with_weapons(Label::new(&ATTACK), fight, who, holds)
        }
        With::Blow => Label::new(&PUNCH),
        With::Grab => Label::new(&GRAB),
        With::Shove => Label::new(&SHOVE),
        With::Touch(power) => skill(power).variant("way", "touch", "by touching"),
        With::Throw(power) => skill(power).variant("way", "throw", "thrown"),
        With::Strike(power) | With::Bash(power) => skill(power),
        With::AtItem(power, held) => at_thing(skill(power), &held_key(held)),
        With::Smash(held) => at_thing(Label::new(&SMASH), &held_key(held)),
    };
    label.on(Target::Who(at))
}

fn at_thing(label: Label, key: &str) -> Label {
    let name = match key {
        "shield" => "at the shield".to_owned(),
        hold => format!("at what the {} holds", hold.replace('-', " ")),
    };
    label.variant("thing", key, name)
}

/// A skill used, or an automaton let go.
fn skill_verb(fight: &Fight, power: PowerId) -> &'static quintain_engine::Verb {
    match fight.power(power).entry.when {
        When::Automaton { .. } => &RELEASE,
        _ => &SKILL,
    }
}

fn charge(fight: &Fight, who: Who, at: Who, with: With) -> Label {
    let label = Label::new(&CHARGE);
    let label = match with {
        With::Blow => label.with("punch", "a punch"),
        With::Grab => label.with("grab", "a grab"),
        _ => with_weapons(label, fight, who, movement::charges_with(fight, who)),
    };
    label.on(Target::Who(at))
}

fn load(fight: &Fight, who: Who, hold: Hold) -> Label {
    let loading = fight.one(who).arm(hold).map(|arm| fight.weapon(arm.weapon).entry.loading);
    let verb = if loading == Some(Loading::Arrow) { &DRAW_ARROW } else { &LOAD };
    with_weapons(Label::new(verb), fight, who, [hold])
}

fn power(fight: &Fight, who: Who, used: Use) -> Label {
    let with = |verb, place| with_power_at(Label::new(verb), fight, who, place);
    match used {
        Use::Power { place, at } => with(&SKILL, place).on(at.map_or(Target::None, Target::Who)),
        Use::Attack { with, at } => attack(fight, who, at, with),
        Use::Labour { place, at } => with(&SKILL, place).on(Target::Who(at)),
        Use::Gather { place } => with(&GATHER, place),
        Use::Release => gathered(fight, who).on(Target::Oneself),
        Use::Burst { at } => gathered(fight, who).on(Target::Who(at)),
        Use::Tend { place, at } => with(&TREAT, place).on(Target::Who(at)),
        Use::Item { slot } => with_held(Label::new(&USE_ITEM), fight, who, Held::Item(slot)),
    }
}

/// The automaton that is finished, let go.
fn gathered(fight: &Fight, who: Who) -> Label {
    match fight.one(who).gathered {
        Some(gathered) => with_power(Label::new(&RELEASE), fight, gathered.automaton),
        None => Label::new(&RELEASE),
    }
}
