//! Answers to what something else has raised: how an attack is made, defences, triggers, powers, judgements.

use quintain_engine::{Label, Price, Tags, Target, Who};

use crate::content::{Family, Limb, PowerId};
use crate::rules::magic::{self, Takes};
use crate::rules::{attacks, powers, surgery, willpower};
use crate::state::{Ask, Defence, Fight, Hiding, Hold, How, Light, PowerAct, PowerAsk, Upcoming, What, Whose};

use super::means::{aimed_at, costing_willpower, with_power, with_power_at, with_weapons};
use super::verbs::*;

pub(super) fn yes(fight: &Fight, ask: &Ask) -> Label {
    match *ask {
        Ask::Continue { who } => match fight.one(who).upcoming {
            Some(Upcoming::Gather | Upcoming::Tend(_)) => Label::new(&GO_ON).costing(Price::Action, 1, Some(0)),
            Some(Upcoming::Aim) | None => Label::new(&GO_ON),
        },
        Ask::GoOn { .. } => Label::new(&GO_ON),
        Ask::Hold { at, .. } => Label::new(&CARRY_OUT).on(Target::Who(at)),
        Ask::StrikeOn { at, .. } => Label::new(&STRIKE).on(Target::Who(at)),
        Ask::Use { who, by } => match fight.one(who).standing {
            Some(standing) => defence(fight, who, Some(by), Some(standing.kind)),
            None => Label::new(&AGREE),
        },
        Ask::Bear { who } => costing_willpower(Label::new(&AGREE), fight, who, surgery::TO_BEAR),
        Ask::Over => Label::new(&AGREE).tagged(Tags::NO_RETURN),
        Ask::Power(ask) => power_yes(fight, &ask),
        _ => Label::new(&AGREE),
    }
}

pub(super) fn no(ask: &Ask) -> Label {
    match *ask {
        Ask::Continue { .. } | Ask::GoOn { .. } => Label::new(&GIVE_UP),
        Ask::Use { .. } => Label::new(&NO_DEFENCE),
        Ask::Place { .. } => Label::new(&CHOOSE).on(Target::Thing("anywhere".into(), "anywhere".into())),
        Ask::Endless => Label::new(&DECLINE).tagged(Tags::NO_RETURN),
        _ => Label::new(&DECLINE),
    }
}

fn power_yes(fight: &Fight, ask: &PowerAsk) -> Label {
    let surgeon = |who, amount| {
        let due = willpower::due_for(fight, who, Family::Surgery, amount);
        costing_willpower(Label::new(&AGREE), fight, who, due)
    };
    match *ask {
        PowerAsk::Event { who, power } => priced(with_power(Label::new(&SKILL), fight, power), fight, who, power, None),
        PowerAsk::NextHit { whom, power, .. } => with_power(Label::new(&ON_HIT), fight, power).on(Target::Who(whom)),
        PowerAsk::Vigorous { who } => surgeon(who, surgery::VIGOROUS),
        PowerAsk::Focus { who, price } => surgeon(who, price),
        PowerAsk::Amputate { whom, .. } => Label::new(&AGREE).on(Target::Who(whom)).tagged(Tags::NO_RETURN),
        _ => Label::new(&AGREE),
    }
}

/// At the willpower that a use of a power takes now.
fn priced(label: Label, fight: &Fight, who: Who, power: PowerId, hold: Option<Hold>) -> Label {
    let due = willpower::due(fight, who, powers::place_of(fight, who, power), power, hold);
    costing_willpower(label, fight, who, due)
}

fn ordered(label: Label, fight: &Fight, by: Who, hold: Hold, alone: bool) -> Label {
    let (key, name) = if alone { ("only", "alone") } else { ("first", "first") };
    with_weapons(label, fight, by, [hold]).variant("order", key, name)
}

pub(super) fn part(ask: &Ask, limb: Limb) -> Label {
    let label = aimed_at(Label::new(&STRIKE), limb);
    match *ask {
        Ask::Part { at, .. } => label.on(Target::Who(at)),
        _ => label,
    }
}

pub(super) fn how(fight: &Fight, ask: &Ask, how: How) -> Label {
    let Ask::How { by, at, .. } = *ask else { return Label::new(&STRIKE) };
    let mut label = Label::new(&STRIKE).on(Target::Who(at));
    if let Some(hold) = how.only {
        label = ordered(label, fight, by, hold, true);
    }
    if let Some(hold) = how.first {
        label = ordered(label, fight, by, hold, false);
    }
    if let Some(place) = how.power {
        label = with_power_at(label, fight, by, place);
        if let Some(power) = fight.power_at(by, place) {
            label = priced(label, fight, by, power, attacks::usable(fight, by, at).first().copied());
        }
    }
    match how.limb {
        Some(limb) => aimed_at(label, limb),
        None => label,
    }
}

pub(super) fn defence(fight: &Fight, who: Who, by: Option<Who>, kind: Option<Defence>) -> Label {
    let label = match kind {
        None => return Label::new(&NO_DEFENCE),
        Some(Defence::Dodge) => Label::new(&DODGE),
        Some(Defence::Block) => {
            let shield = fight.one(who).shield.map(|held| fight.shield(held.shield).entry.name.as_str());
            Label::new(&BLOCK).with("shield", shield.unwrap_or("shield"))
        }
        Some(Defence::Parry(hold)) => with_weapons(Label::new(&PARRY), fight, who, [hold]),
    };
    label.on(by.map_or(Target::None, Target::Who))
}

pub(super) fn defends(fight: &Fight, ask: &Ask, kind: Option<Defence>) -> Label {
    let Ask::Defend { who, by, .. } = *ask else { return Label::new(&NO_DEFENCE) };
    defence(fight, who, by, kind)
}

pub(super) fn what(what: What) -> Label {
    let words = what.words();
    Label::new(&WAIT_FOR).on(Target::Thing(words.replace(',', "").replace(' ', "-"), words.into()))
}

pub(super) fn whose(whose: Whose) -> Label {
    let target = match whose {
        Whose::Foe => Target::Thing("any-foe".into(), "any foe".into()),
        Whose::Anyone => Target::Thing("anyone".into(), "anyone".into()),
        Whose::One(who) => Target::Who(who),
    };
    Label::new(&CHOOSE).on(target)
}

fn thing(key: &str, name: &str) -> Label {
    Label::new(&CHOOSE).on(Target::Thing(key.into(), name.into()))
}

pub(super) fn light(light: Light) -> Label {
    let name = Light::ALL[light as usize].1;
    thing(&name.replace(' ', "-"), name)
}

pub(super) fn cover(hiding: Hiding) -> Label {
    let name = Hiding::ALL[hiding as usize].1;
    let key = name.strip_suffix(" cover").filter(|_| hiding != Hiding::None);
    thing(key.unwrap_or("none"), name)
}

pub(super) fn power(fight: &Fight, ask: &PowerAsk, act: PowerAct) -> Label {
    match act {
        PowerAct::None => none(ask),
        PowerAct::Use(place) => used(fight, ask, place),
        PowerAct::Carried => on_hit(ask).with("carried", "the automaton of the weapon"),
        PowerAct::Close => on_hit(ask).with("long-weapon", "the long weapon"),
        PowerAct::First => thing("first", "what is called usually"),
        PowerAct::Second => thing("second", "what may be called instead"),
        PowerAct::Amount(n) => Label::new(&CHOOSE).on(Target::Number(n.into())),
        PowerAct::Effect(effect) => thing(&effect.to_string().to_lowercase(), &effect.to_string()),
        PowerAct::At(square) => Label::new(&CHOOSE).on(Target::Square(square)),
        PowerAct::Component(place) => component(fight, ask, place),
    }
}

fn none(ask: &PowerAsk) -> Label {
    match *ask {
        PowerAsk::OnHit { whom, .. } => Label::new(&DAMAGE).on(Target::Who(whom)),
        _ => Label::new(&DECLINE),
    }
}

fn on_hit(ask: &PowerAsk) -> Label {
    match *ask {
        PowerAsk::OnHit { whom, .. } => Label::new(&ON_HIT).on(Target::Who(whom)),
        _ => Label::new(&ON_HIT),
    }
}

/// The power at a place of the list, on a hit or against an effect.
fn used(fight: &Fight, ask: &PowerAsk, place: u8) -> Label {
    let (label, who, hold) = match *ask {
        PowerAsk::OnHit { who, hold, .. } => (on_hit(ask), who, Some(hold)),
        PowerAsk::Resist { who, .. } => (Label::new(&RESIST), who, None),
        _ => return Label::new(&CHOOSE),
    };
    let label = with_power_at(label, fight, who, place);
    match fight.power_at(who, place) {
        Some(power) => priced(label, fight, who, power, hold),
        None => label,
    }
}

/// A component that power is gathered from: its seconds, and what it takes from the mage.
fn component(fight: &Fight, ask: &PowerAsk, place: u8) -> Label {
    let PowerAsk::Component { who } = *ask else { return Label::new(&DRAW_ON) };
    let name = magic::component_name(fight, who, place);
    let label = Label::new(&DRAW_ON).with(name.replace(' ', "-"), name);
    let label = label.costing(Price::Time, magic::seconds(place).into(), None);
    let one = fight.one(who);
    match magic::takes(fight, who, place) {
        Takes::Nothing => label,
        Takes::Willpower(amount) => {
            costing_willpower(label, fight, who, willpower::due_for(fight, who, Family::Magic, amount))
        }
        Takes::Hp(amount) => {
            // What a ward takes on itself nobody can see coming.
            let left = (one.ward == 0).then(|| one.hp - amount);
            label.costing(Price::Pool("hp"), amount, left).tagged(Tags::HURTS_SELF)
        }
        Takes::Item(slot) => {
            let left = one.items.get(slot).map(|(_, left)| i16::from(*left) - 1);
            label.costing(Price::Gear, 1, left)
        }
    }
}
