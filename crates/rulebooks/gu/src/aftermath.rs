//! What a fight leaves of a creature for the next, by the rules of the book.

use quintain_content::Value;
use quintain_engine::{Aftermath, Left, Who};

use crate::combatant::{Combatant, GuState};
use crate::condition::Condition;
use crate::fight::Fight;
use crate::marks::useless_limbs;
use crate::rules::{activating, between, dying, injury, luck, stones};

/// Conditions that go on when the fight is over.
const LASTS: [Condition; 5] =
    [Condition::Dead, Condition::Dying, Condition::FinalStand, Condition::Unconscious, Condition::Fatigued];

/// Everything that goes on, and what does not.
pub(crate) fn of(fight: &Fight, who: Who) -> Aftermath {
    let one = fight.one(who);
    let down = one.is(Condition::Dying) || one.is(Condition::Unconscious) || one.is(Condition::FinalStand);
    let left = match (one.is(Condition::Dead), down) {
        (true, _) => Left::Dead,
        (false, true) => Left::Helpless,
        (false, false) => Left::Able,
    };
    let mut aftermath = Aftermath::of(left);
    numbers(one, &mut aftermath);
    kit(fight, one, &mut aftermath);
    gu(fight, one, &mut aftermath);
    marks(one, &mut aftermath);
    aftermath
}

/// What the own body has, where it is in another.
fn numbers(one: &Combatant, left: &mut Aftermath) {
    let hp = if one.is(Condition::Dead) { 0 } else { one.own_hp.unwrap_or(one.hp).now };
    let most = one.own_hp.unwrap_or(one.hp).max;
    left.number("max-hp", most.max(1), &between::STAYS);
    left.number("hp", hp.clamp(0, most), &between::STAYS);
    if one.has_soul {
        left.number("max-soul", one.soul.max.max(1), &between::STAYS);
        left.number("soul", one.soul.now.clamp(0, one.soul.max), &between::STAYS);
    }
    left.number("max-essence", one.essence.max, &between::STAYS);
    left.number("essence", one.essence.now.clamp(0, one.essence.max), &between::STAYS);
    left.number("luck", one.luck.min(20), &luck::BEFORE);
    left.number("stones", one.stones.min(1000), &stones::GAIN);
    left.number("cognition-lost", one.cognition_lost.clamp(0, 2000), &injury::COGNITION);
    left.number("strength-lost", one.strength_lost.clamp(0, 2000), &activating::EFFECT);
    left.number("perseverance-tokens", one.perseverance_tokens.min(2), &dying::ROLL);
    left.number("predicament-tokens", one.predicament_tokens.min(4), &dying::ROLL);
    left.keep("player", Value::Bool(one.player), &between::STAYS);
}

/// What is carried takes the place of what the entry and the encounter give, so each is written, empty or not.
fn kit(fight: &Fight, one: &Combatant, left: &mut Aftermath) {
    let arms = one.arms.iter().map(|arm| fight.arm(*arm)).filter(|arm| !arm.natural);
    left.words("weapons", arms.map(|arm| arm.id.as_str()), &between::KIT);
    let worn = one.worn.iter().map(|(place, hp)| {
        let armor = &fight.setting.book.armors[usize::from(*place)];
        if *hp == armor.value.hp { armor.id.clone() } else { format!("{} {hp}", armor.id) }
    });
    left.words("wears", worn, &between::KIT);
    let kind = &fight.setting.templates[usize::from(one.template)];
    for lost in kind.weapons.iter().filter(|arm| !one.arms.contains(arm)) {
        left.leave_open(format!("{}, dropped or broken", fight.arm(*lost).name), &between::KIT);
    }
}

/// Gu that are not as they were: what is left of them, by the names that packs have for them.
fn gu(fight: &Fight, one: &Combatant, left: &mut Aftermath) {
    let mut words: Vec<String> = Vec::new();
    for owned in &one.gu {
        let entry = &fight.setting.book.gus[usize::from(owned.gu)];
        let fresh = entry.value.expendable.unwrap_or(u8::MAX);
        let dead = owned.state == GuState::Dead;
        if owned.lent.is_some() || !(dead || owned.hp.now != owned.hp.max || owned.uses != fresh) {
            continue;
        }
        let state = if dead { "dead".to_owned() } else { format!("hp {}", owned.hp.now.max(1)) };
        let uses = if owned.uses == fresh { String::new() } else { format!(" uses {}", owned.uses) };
        words.push(format!("{} {}: {state}{uses}", entry.id, owned.rank));
    }
    left.words("gu-left", words, &between::GU);
}

fn marks(one: &Combatant, left: &mut Aftermath) {
    let mut lasting: Vec<String> = Vec::new();
    for condition in one.conditions.each() {
        if LASTS.contains(&condition) {
            lasting.push(condition.name().to_owned());
        } else if condition != Condition::Bleeding {
            left.end(condition.name(), &between::PASSES);
        }
    }
    lasting.extend(useless_limbs(one));
    left.words("conditions", lasting, &between::STAYS);
    left.number("bleeding", one.bleeding.min(1000), &injury::RENDING);
    for (is, what) in [
        (!one.lasting.is_empty(), "what lasts in turns"),
        (one.own_hp.is_some(), "in another body"),
        (one.held.is_some(), "holding"),
        (one.held_by.is_some(), "grappled"),
        (one.called.is_some(), "called"),
    ] {
        if is {
            left.end(what, &between::PASSES);
        }
    }
    if one.is(Condition::Dying) || one.is(Condition::FinalStand) {
        left.leave_open("whether somebody helps in time", &dying::ROLL);
    }
}
