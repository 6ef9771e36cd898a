//! What a fight leaves of a creature for the next, by the rules of the book.

use quintain_content::Value;
use quintain_engine::{Aftermath, Left, Who};

use crate::combatant::{Combatant, Out};
use crate::content::WeaponId;
use crate::fight::Fight;
use crate::rules::{between, death, weapons};

/// Everything that goes on, and what does not.
pub(crate) fn of(fight: &Fight, who: Who) -> Aftermath {
    let one = fight.one(who);
    let dead = one.out == Some(Out::Dead);
    let left = match (dead, is_down(one)) {
        (true, _) => Left::Dead,
        (false, true) => Left::Helpless,
        (false, false) => Left::Able,
    };
    let mut aftermath = Aftermath::of(left);
    numbers(one, &mut aftermath);
    kit(fight, one, &mut aftermath);
    let conditions = if dead { vec!["dead"] } else { Vec::new() };
    aftermath.words("conditions", conditions, &death::UNCONSCIOUS);
    passes(fight, one, &mut aftermath);
    aftermath
}

/// Whether somebody is unconscious once the fight is over, or was up by nothing but temporary health, which goes with it.
fn is_down(one: &Combatant) -> bool {
    one.unconscious || (one.pc && one.health < 1 && one.before.is_none())
}

/// Health and energy, those of the own body where it has taken another form.
fn numbers(one: &Combatant, left: &mut Aftermath) {
    let (health, most) = one.before.map_or((one.health, one.most), |own| (own.health, own.most));
    left.number("max-health", most.clamp(1, 1000), &between::STAYS);
    left.number("health", health.clamp(-2000, 1000).min(most), &between::STAYS);
    left.number("max-energy", one.most_energy.clamp(0, 100), &between::STAYS);
    left.number("energy", one.energy.clamp(0, 100).min(one.most_energy), &between::STAYS);
    left.keep("pc", Value::Bool(one.pc), &between::STAYS);
    left.keep("unconscious", Value::Bool(is_down(one)), &death::UNCONSCIOUS);
    left.number("rounds-down", one.rounds_down.min(5), &death::SAVE_WHEN);
}

/// What is carried takes the place of what the entry and the encounter give, so each is written, empty or not.
fn kit(fight: &Fight, one: &Combatant, left: &mut Aftermath) {
    let content = &fight.setting.content;
    let id = |weapon: WeaponId| content.weapons[usize::from(weapon.0)].id.as_str();
    let hand = |held: Option<WeaponId>| Value::Text(held.map_or("nothing", id).to_owned());
    left.keep("main", hand(one.main), &between::KIT);
    left.keep("off", hand(one.off), &between::KIT);
    left.words("carried", one.carried.iter().map(|weapon| id(*weapon)), &between::KIT);
    let suit = one.wears.map_or("nothing", |suit| content.armors[usize::from(suit)].id.as_str());
    left.keep("armor", Value::Text(suit.to_owned()), &between::KIT);
    let items = one.items.iter().filter(|(_, uses)| *uses > 0).map(|(item, uses)| {
        let item = &content.items[usize::from(*item)];
        if *uses == item.uses { item.id.clone() } else { format!("{} {uses}", item.id) }
    });
    left.words("items", items, &between::KIT);
    // Last, because a weapon that is taken up brings a full quiver along.
    // Of one that needs no ammunition, having none is nothing to say.
    let needs = |weapon: WeaponId| content.weapons[usize::from(weapon.0)].entry.ammunition > 0;
    let spares = one.spares.iter().filter(|(weapon, many)| *many > 0 || needs(*weapon));
    let spares = spares.map(|(weapon, many)| format!("{} {many}", id(*weapon)));
    left.words("spares", spares, &weapons::QUIVER);
    let used = one.used.iter().map(|(ability, times)| format!("{} {times}", fight.ability(*ability).id));
    left.words("used", used, &between::DAILY);
    for weapon in &one.stuck {
        left.leave_open(format!("{} stuck in it", content.weapons[usize::from(weapon.0)].entry.name), &between::KIT);
    }
}

fn passes(fight: &Fight, one: &Combatant, left: &mut Aftermath) {
    if one.lasting.iter().next().is_some() {
        left.end("what lasts in rounds and hits", &between::PASSES);
    }
    for (is, what) in [
        (one.prone, "prone"),
        (one.altitude > 0, "in the air"),
        (one.before.is_some(), "another form"),
        (one.prepared.is_some(), "a prepared action"),
        (one.kept != [None; 2], "a poem or ritual"),
        (one.rides.is_some(), "riding"),
    ] {
        if is {
            left.end(what, &between::PASSES);
        }
    }
    if one.called.is_some() {
        left.end(format!("called by {}", one.called.map_or("", |called| fight.label(called.by))), &between::PASSES);
    }
}
