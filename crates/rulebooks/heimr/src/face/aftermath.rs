//! What a fight leaves of a combatant for the next, by the rules of the book.

use quintain_content::Value;
use quintain_engine::{Aftermath, Left, Who};

use crate::content::{Family, Limb, Word};
use crate::rules::{between, fatigue, health, surgery, willpower};
use crate::state::{Ailment, Arm, Combatant, Fight, Out};

/// The fewest hit points that an encounter sets: everybody with them is dead.
const FEWEST: i16 = -20;

/// Everything that goes on, and what does not.
pub(crate) fn of(fight: &Fight, who: Who) -> Aftermath {
    let one = fight.one(who);
    let dead = matches!(one.out, Some(Out::Dead { .. }));
    let dying = health::level(fight, who) >= health::Level::Mangled && !one.stabilised;
    let left = match (dead, one.unconscious || dying) {
        (true, _) => Left::Dead,
        (false, true) => Left::Helpless,
        (false, false) => Left::Able,
    };
    let mut aftermath = Aftermath::of(left);
    numbers(fight, who, dead, &mut aftermath);
    kit(fight, who, &mut aftermath);
    counted(fight, who, &mut aftermath);
    if !dead {
        ends(fight, one, &mut aftermath);
    }
    wounds(fight, who, dead, &mut aftermath);
    passes(fight, who, &mut aftermath);
    aftermath
}

fn numbers(fight: &Fight, who: Who, dead: bool, left: &mut Aftermath) {
    let one = fight.one(who);
    let hp = if dead { FEWEST } else { one.hp.min(one.hp_max).max(FEWEST) };
    left.number("hp-max", one.hp_max, &between::WOUNDS);
    left.number("hp", hp, &between::WOUNDS);
    // Temporary willpower goes with its power; what company gives is there again where the company is.
    let (wp, wp_max) = ((one.wp - willpower::temporary(fight, who)).min(one.wp_max), one.wp_max);
    left.number("wp-max", wp_max - one.company, &willpower::WHAT);
    left.number("wp", (wp - one.company).max(0), &willpower::WHAT);
    if one.fatigue > fatigue::base::<i16>(fight, who) {
        left.end("fatigue", &fatigue::RANGE);
    }
    left.number("counters", one.counters.min(2), &between::KIT);
    left.number("sharpened", one.sharpened, &between::KIT);
    left.number("hooked", one.hooked, &between::KIT);
    left.number("attacked", i64::from(one.attacked), &between::COUNTED);
    left.keep("pc", Value::Bool(one.pc), &between::WOUNDS);
}

/// Lists of what is carried take the place of what the entry and the encounter give, so each is written, empty or not.
fn kit(fight: &Fight, who: Who, left: &mut Aftermath) {
    let (one, content) = (fight.one(who), &fight.setting.content);
    left.words("weapons", one.arms().map(|arm| content.weapon(arm.weapon).id.as_str()), &between::KIT);
    left.words("shield", one.shield.iter().map(|held| content.shield(held.shield).id.as_str()), &between::KIT);
    left.words("armor", one.armor.iter().map(|armor| content.armor(*armor).id.as_str()), &between::KIT);
    let items = one.items.iter().filter(|(_, uses)| *uses > 0).map(|(id, uses)| {
        let item = content.item(*id);
        if *uses == item.entry.uses { item.id.clone() } else { format!("{} {uses}", item.id) }
    });
    left.words("items", items, &between::KIT);
    let brought = fight.setting.brought.get(who.index()).map_or(&[][..], Vec::as_slice);
    for lost in brought.iter().filter(|weapon| !one.arms().any(|arm| arm.weapon == **weapon)) {
        left.leave_open(format!("{}, dropped or broken", content.weapon(*lost).entry.name), &between::KIT);
    }
}

/// What is counted until a short rest or the next day, and what was bought and is used up for good. What comes back with each
/// fight is not.
fn counted(fight: &Fight, who: Who, left: &mut Aftermath) {
    let (one, content) = (fight.one(who), &fight.setting.content);
    let powers = fight.powers(who).iter().zip(one.used.iter().zip(&one.freely));
    let powers: Vec<_> = powers
        .map(|(power, counts)| (fight.power(*power), counts))
        .filter(|(power, _)| power.entry.per.is_some() || power.entry.family == Family::Market)
        .filter(|_| one.risen.is_none())
        .map(|(power, (used, freely))| (power.id.as_str(), *used, *freely))
        .collect();
    let words = |count: fn(&(&str, u8, u8)) -> u8| {
        powers.iter().filter(|one| count(one) > 0).map(|one| format!("{} {}", one.0, count(one))).collect::<Vec<_>>()
    };
    let arms = |count: fn(&Arm) -> u8| {
        let used = one.arms().filter(move |arm| count(arm) > 0);
        used.map(move |arm| format!("{} {}", content.weapon(arm.weapon).id, count(arm)))
    };
    let shield = one.shield.iter().filter(|held| held.free > 0);
    let shield = shield.map(|held| format!("{} {}", content.shield(held.shield).id, held.free));
    let spent = one.arms().filter(|arm| arm.spent).map(|arm| content.weapon(arm.weapon).id.clone());
    for (key, list, rule) in [
        ("used", words(|one| one.1), &between::COUNTED),
        ("used-freely", words(|one| one.2), &between::COUNTED),
        ("gear-used", arms(|arm| arm.free).chain(shield).collect(), &between::COUNTED),
        ("staggers-used", arms(|arm| arm.close).collect(), &between::COUNTED),
        ("spent-weapons", spent.collect(), &between::KIT),
    ] {
        left.words(key, list, rule);
    }
    let steady = one.armor.filter(|armor| content.armor(*armor).entry.per.is_some());
    if steady.is_some() {
        left.number("steadied", one.steadied, &between::COUNTED);
    }
}

/// How long those last who fall apart after a time, and what has raised them.
fn ends(fight: &Fight, one: &Combatant, left: &mut Aftermath) {
    if let Some(last) = one.ends {
        left.number("rounds-left", last.saturating_sub(fight.round).max(1), &between::CLOCKS);
    }
    if let Some(power) = one.risen {
        left.keep("risen", Value::Text(fight.power(power).id.clone()), &between::CLOCKS);
    }
}

/// Wounds and their clocks. They take the place of what the encounter gives, so each is written, empty or not; of the dead
/// they count no more.
fn wounds(fight: &Fight, who: Who, dead: bool, left: &mut Aftermath) {
    let one = fight.one(who);
    let words = if dead { Vec::new() } else { conditions(one) };
    left.words("conditions", words, &health::INJURED);
    for (key, due) in [("rounds-to-live", one.clocks.dies), ("rounds-awake", one.clocks.faints)] {
        let due = due.filter(|_| !dead && !one.stabilised);
        left.number(key, due.map_or(0, |due| due.saturating_sub(fight.round).max(1)), &between::CLOCKS);
    }
    let scars = one.scars.filter(|scars| !dead && scars.until > fight.round && scars.parts != 0);
    let parts = scars.map_or(0, |scars| scars.parts);
    let limbs = Limb::ALL.iter().filter(|limb| parts & 1 << limb.place() != 0);
    left.words("wounds-of-surgery", limbs.map(|limb| limb.text()), &surgery::SURGERY);
    left.number("wounds-last", scars.map_or(0, |scars| scars.until - fight.round), &surgery::SURGERY);
}

fn conditions(one: &Combatant) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let hurt = Limb::ALL.iter().filter(|limb| one.is_hurt(**limb));
    words.extend(hurt.map(|limb| format!("wounded {limb}")));
    let ails = Ailment::ALL.iter().filter(|(ailment, _)| one.ailments & ailment.bit() != 0);
    words.extend(ails.map(|(_, name)| (*name).to_owned()));
    for (is, word) in [(one.unconscious, "unconscious"), (one.stabilised, "stabilised")] {
        if is {
            words.push(word.to_owned());
        }
    }
    words
}

fn passes(fight: &Fight, who: Who, left: &mut Aftermath) {
    let one = fight.one(who);
    let mut ended: Vec<String> = one.effects.iter().map(|lasting| lasting.effect.text().to_lowercase()).collect();
    let boons = one.boons.iter().filter(|boon| one.risen != Some(boon.power));
    ended.extend(boons.map(|boon| fight.power(boon.power).entry.name.to_lowercase()));
    let states = [
        (one.prone, "prone"),
        (one.cluster != 0, "in a cluster"),
        (one.guard, "guarding"),
        (one.readied.is_some(), "readied"),
        (one.rage.is_some(), "raging"),
        (one.ward > 0, "ward"),
    ];
    ended.extend(states.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
    ended.sort_unstable();
    ended.dedup();
    ended.into_iter().for_each(|what| left.end(what, &between::PASSES));
    if one.lost != 0 {
        left.leave_open("how it lives without the limb that was taken off", &surgery::SURGERY);
    }
    if one.ailments != 0 {
        left.leave_open("what becomes of infections, diseases and traumas", &surgery::SURGERY);
    }
}
