//! Questions and deeds in words.

use quintain_engine::Who;

use super::{Aimed, Ask, Deed, Exchange};
use crate::book::With;
use crate::content::{AbilityId, WeaponId};
use crate::fight::Fight;

/// A question as a sentence.
pub(crate) fn sentence(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    let called = |ability: AbilityId| fight.ability(ability).entry.name.as_str();
    match *ask {
        Ask::Ambush => "Which groups are ambushed in the first round?".into(),
        Ask::Environment { hazard } => {
            let hazard = fight.setting.hazards.get(usize::from(hazard));
            format!("Does {} act now?", hazard.map_or("the environment", |hazard| &hazard.entry.name))
        }
        Ask::Agreed { side, .. } => {
            let side = &fight.setting.sides[side.index()];
            format!("In which order do the {side} of equal speed act?")
        }
        Ask::Turn { who } => format!("What does {} do?", name(who)),
        Ask::React { who, ability, at } => {
            format!("Does {} carry out {} against {} now?", name(who), called(ability), name(at))
        }
        Ask::Cover { by, at, proposed } => {
            let proposed = proposed.map_or("none", crate::book::Word::text);
            format!("What cover does {} have from {}? (computed: {proposed})", name(at), name(by))
        }
        Ask::Reroll { who, ability, .. } => format!("Does {} have {} rolled again?", name(who), called(ability)),
        Ask::Inspired { who, at } => format!("What does {} spend inspiration on against {}?", name(who), name(at)),
        Ask::Raise { who, most } => format!("By how much does {} raise the roll? (0 to {most})", name(who)),
        Ask::Amount { who, ability, most } => {
            format!("How much does {} put into {}? (0 to {most})", name(who), called(ability))
        }
        Ask::Wants { whom, ability, .. } => format!("Is {} used on {}?", called(ability), name(whom)),
        Ask::Allows { who, by, ability } => {
            format!("Does {} let {} of {} work?", name(who), called(ability), name(by))
        }
        Ask::Devour { who, .. } => format!("Which of the kin does {} give up?", name(who)),
        Ask::Echo { who, .. } => format!("Who acts instead of {}?", name(who)),
        Ask::FadeOut { who } => format!("Which poem does {} go over to?", name(who)),
        Ask::Lore { who, whom } => format!("What does {} find out about {}?", name(who), name(whom)),
        Ask::Upkeep { who, ability } => format!("Does {} keep {} up?", name(who), called(ability)),
        Ask::Duet { who, by, ability } => {
            format!("Does {} pay half of {} for {}?", name(who), called(ability), name(by))
        }
        Ask::CriticalPrice { who, whom, .. } => {
            format!("Does {} pay for a critical hit on {}?", name(who), name(whom))
        }
        Ask::Instead { who, ability, energy } => {
            format!("Does {} pay {energy} energy instead, by {}?", name(who), called(ability))
        }
        Ask::Spare { who, weapon } => {
            format!("Does {} take another {} in hand?", name(who), fight.weapon(weapon).entry.name)
        }
        Ask::InspiredDamage { who, .. } => format!("Does {} spend inspiration on damage?", name(who)),
        Ask::Critical { who, .. } => format!("What does the critical hit of {} bring?", name(who)),
        Ask::TeamBonus { side } => {
            format!("What does a clear advantage add to {}? (0 to 2)", fight.setting.sides[side.index()])
        }
        Ask::Continue { .. } => "Does the combat go on?".into(),
        _ => whom_and_where(fight, ask),
    }
}

/// Questions of targets and of places.
fn whom_and_where(fight: &Fight, ask: &Ask) -> String {
    let name = |who: Who| fight.label(who);
    let called = |ability: AbilityId| fight.ability(ability).entry.name.as_str();
    match *ask {
        Ask::TargetOrder { who, ability } => format!("In which order does {} roll for {}?", name(who), called(ability)),
        Ask::Which { who, whom, ability } => {
            format!("Which effect on {} does {} choose for {}?", name(whom), name(who), called(ability))
        }
        Ask::Place { who, ability } => format!("Where, for {} of {}?", called(ability), name(who)),
        Ask::Away { who, whom } => format!("Does {} push {} away, or pull it near?", name(who), name(whom)),
        Ask::Beside { who, whom } => format!("Whom beside {} does {} reach?", name(whom), name(who)),
        Ask::Another { who, ability } => format!("Whom else does {} reach with {}?", name(who), called(ability)),
        Ask::Next { who, ability, .. } => format!("Whom does the next {} of {} strike?", called(ability), name(who)),
        Ask::Disarm { who, whom } => format!("Which weapon does {} strike from {}?", name(who), name(whom)),
        Ask::Recall { who, whom } => format!("Does {} let {} come back now?", name(who), name(whom)),
        Ask::Landing { who, whom } => format!("Where beside {} does {} land?", name(whom), name(who)),
        Ask::SummonAt { who, ability } => format!("Where does {} call by {}?", name(who), called(ability)),
        Ask::HowFar { who, whom, most } => format!("How far does {} move {}? (0 to {most} m)", name(who), name(whom)),
        Ask::Flee { who } => format!("Does {} flee?", name(who)),
        Ask::Leave { who } => format!("Does {} leave the fight?", name(who)),
        // All other questions have their words above.
        _ => String::new(),
    }
}

/// An ability with what it is aimed at, in words.
pub fn aim_text(fight: &Fight, ability: AbilityId, aim: Aimed) -> String {
    let name = &fight.ability(ability).entry.name;
    match aim {
        Aimed::Oneself => name.clone(),
        Aimed::One(who) => format!("{name} on {}", fight.label(who)),
        Aimed::At(square) => format!("{name} at {square}"),
        Aimed::Toward(step) => format!("{name} to the {}", step.words()),
        Aimed::Ring { first, clockwise } => {
            let turned = if clockwise { "clockwise" } else { "counter-clockwise" };
            format!("{name} on {} {turned}", fight.label(first))
        }
    }
}

fn exchange_text(fight: &Fight, exchange: Exchange) -> String {
    let weapon = |weapon: WeaponId| fight.weapon(weapon).entry.name.as_str();
    match exchange {
        Exchange::Swap(other, With::MainHand) => format!("swap to {}", weapon(other)),
        Exchange::Swap(other, With::OffHand) => format!("swap to {} in the off hand", weapon(other)),
        Exchange::PickUp(other, With::MainHand) => format!("pick up {}", weapon(other)),
        Exchange::PickUp(other, With::OffHand) => format!("pick up {} with the off hand", weapon(other)),
        Exchange::Trade => "trade hands".into(),
    }
}

fn running(words: String, run: bool) -> String {
    if run { format!("{words} running") } else { words }
}

/// Something on a turn in the words of its option.
pub fn deed_text(fight: &Fight, who: Who, deed: Deed) -> String {
    let one = fight.one(who);
    let weapon = |weapon: WeaponId| fight.weapon(weapon).entry.name.as_str();
    let held = |held: Option<WeaponId>| held.map_or("nothing", weapon);
    match deed {
        Deed::Done => "done".into(),
        Deed::Move { to, run } if one.prone && one.altitude == 0 => format!("{} to {to}", running("crawl".into(), run)),
        Deed::Move { to, run } if one.altitude > 0 => format!("{} to {to}", running("fly".into(), run)),
        Deed::Move { to, run: true } => format!("run to {to}"),
        Deed::Move { to, .. } => format!("move to {to}"),
        Deed::Altitude { to, run } => {
            let does = if to > one.altitude { "rise" } else { "sink" };
            running(format!("{does} to {to} m"), run)
        }
        Deed::JumpDown(to) => format!("jump down to {to}"),
        Deed::Stand { run } => running("stand up".into(), run),
        Deed::LieDown { run } => running("go prone".into(), run),
        Deed::Steady => "steady aim".into(),
        Deed::Use { ability, aim } => match fight.ability(ability).time() {
            crate::book::Time::Prepared => format!("prepare {}", fight.ability(ability).entry.name),
            _ => aim_text(fight, ability, aim),
        },
        Deed::With(ability) => format!("add {}", fight.ability(ability).entry.name),
        Deed::Item { slot, at } => {
            let name = fight.item(who, slot).map_or("?", |item| item.name.as_str());
            format!("use {name} on {}", fight.label(at))
        }
        Deed::Sidearm(other) => format!("draw {}", weapon(other)),
        Deed::Exchange(exchange) => exchange_text(fight, exchange),
        Deed::Rapidly(exchange) => format!("{} by the rapid action", exchange_text(fight, exchange)),
        Deed::DropMain => format!("drop {}", held(one.main)),
        Deed::DropOff => format!("drop {} of the off hand", held(one.off)),
        Deed::Throw(at) => format!("throw {} at {}", held(one.main), fight.label(at)),
        Deed::ThrowTo(to) => format!("throw {} to {to}", held(one.main)),
        Deed::Retrieve { from, weapon: other } => format!("retrieve {} from {}", weapon(other), fight.label(from)),
        Deed::End(ability) => format!("end {}", fight.ability(ability).entry.name),
        Deed::Speak { action: true } => "speak with the action".into(),
        Deed::Speak { .. } => "speak".into(),
        Deed::Whisper { to, action: true } => format!("whisper to {} with the action", fight.label(to)),
        Deed::Whisper { to, .. } => format!("whisper to {}", fight.label(to)),
        Deed::PrepareSpeech => "prepare to speak".into(),
        Deed::Mount(mount) => format!("mount {}", fight.label(mount)),
        Deed::Dismount(to) => format!("dismount to {to}"),
    }
}
