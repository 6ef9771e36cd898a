//! What a fight leaves of a creature for the next, by the rules of the book.

use quintain_content::Value;
use quintain_engine::{Aftermath, Left, Who};

use crate::book::Condition;
use crate::combatant::Combatant;
use crate::fight::Fight;
use crate::rules::{between, dying};
use crate::values;

/// Conditions that no clock of a fight ends.
const LASTS: [Condition; 3] = [Condition::Exhaustion, Condition::Unconscious, Condition::Petrified];

/// Everything that goes on, and what does not.
pub(crate) fn of(fight: &Fight, who: Who) -> Aftermath {
    let one = fight.one(who);
    let left = match one.dead {
        true => Left::Dead,
        false if one.hp <= 0 || !one.awake() => Left::Helpless,
        false => Left::Able,
    };
    let mut aftermath = Aftermath::of(left);
    numbers(one, &mut aftermath);
    kit(fight, one, &mut aftermath);
    spent(fight, who, &mut aftermath);
    marks(one, &mut aftermath);
    aftermath
}

fn numbers(one: &Combatant, left: &mut Aftermath) {
    left.number("max-hp", one.max_hp.clamp(1, 200), &between::STAYS);
    left.number("hp", one.hp.clamp(-30, 200).min(one.max_hp), &between::STAYS);
    left.number("max-mp", one.max_mp.clamp(0, 60), &between::STAYS);
    left.number("mp", one.mp.clamp(0, 60).min(one.max_mp), &between::STAYS);
    left.number("temp-hp", one.temp.clamp(0, 50), &between::TEMPORARY);
    left.keep("dead", Value::Bool(one.dead), &dying::DEATH);
    left.keep("stable", Value::Bool(one.stable), &dying::STABLE);
    left.keep("hero", Value::Bool(one.hero), &between::STAYS);
    left.keep("special", Value::Bool(one.special), &between::STAYS);
}

/// Lists of what is carried take the place of what the entry and the encounter give, so each is written, empty or not.
fn kit(fight: &Fight, one: &Combatant, left: &mut Aftermath) {
    let setting = &fight.setting;
    let shield = one.shield.and_then(|(place, _)| setting.book.shields.get(usize::from(place)));
    left.keep("shield", Value::Text(shield.map_or("nothing", |shield| shield.id.as_str()).to_owned()), &between::KIT);
    left.number("shield-hp", one.shield.map_or(0, |(_, hp)| hp.clamp(0, 30)), &between::KIT);
    let weapons = one.carried.iter().map(|weapon| setting.weapons[usize::from(*weapon)].id.as_str());
    left.words("weapons", weapons, &between::KIT);
    let items = one.items.iter().filter_map(|item| setting.book.items.get(usize::from(*item)));
    left.words("items", items.map(|item| item.id.as_str()), &between::KIT);
    let kind = &setting.templates[usize::from(one.template)];
    for lost in kind.weapons.iter().filter(|weapon| !one.carried.contains(weapon)) {
        left.leave_open(format!("{}, dropped or thrown", setting.weapons[usize::from(*lost)].id), &between::KIT);
    }
}

/// What has been used that comes back with a Long Rest, for those who know any such.
fn spent(fight: &Fight, who: Who, left: &mut Aftermath) {
    let all = || between::until_rested(&fight.setting, fight.template(who));
    if all().next().is_some() {
        let used = fight.one(who).used[0];
        let gone = all().filter(|(_, slot)| used & slot != 0);
        left.words(values::SPENT, gone.map(|(ability, _)| ability.id.as_str()), &between::SPENT);
    }
}

fn marks(one: &Combatant, left: &mut Aftermath) {
    let mut lasting: Vec<String> = Vec::new();
    for status in &one.statuses {
        let (name, lasts) =
            (status.condition.text(), LASTS.contains(&status.condition) && !status.kept && !status.grip);
        if !lasts {
            left.end(name, &between::PASSES);
        } else if status.amount == 1 {
            lasting.push(name.to_owned());
        } else {
            lasting.push(format!("{name} {}", status.amount));
        }
    }
    left.words("conditions", lasting, &between::STAYS);
    for (is, what) in [
        (!one.boons.is_empty(), "changed numbers"),
        (!one.help.is_empty(), "Help Dice"),
        (!one.held.is_empty(), "Held Actions"),
        (one.concentration.is_some(), "concentration"),
        (one.mount.is_some(), "riding"),
    ] {
        if is {
            left.end(what, &between::PASSES);
        }
    }
    if one.statuses.iter().any(|status| status.condition == Condition::Exhaustion) {
        left.leave_open("when Exhaustion passes", &between::LONG);
    }
}
