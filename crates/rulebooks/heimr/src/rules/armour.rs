//! Armour, items and what breaks.

use quintain_engine::{Event, Reckoning, Refusal, Table, Who};

use crate::content::{Effect, Feature, PowerId};
use crate::rules::{actions, characters, defence, effects, handling, health, willpower, wording};
use crate::state::{Ask, Fight, Held, Thing, yes};

quintain_engine::section! {
    "Armour and items";
    HP = Engine "armour.hp": "Armour adds to the most hit points; only one suit is worn.";
    COUNTER = Engine "armour.counter": "Each time its wearer drops to 0 or lower from above, the armour gets a counter; with three it is broken and gives nothing.";
    STUMBLE = Engine "armour.stumble": "Heavier armour lets its wearer ignore a stumble, once a day or once between short rests.";
    TOUGHNESS = Engine "item.toughness": "An item breaks when the Break called on it reaches its toughness.",
        ruling "Toughness 0 needs no skill: anybody destroys it with a standard action, in somebody's hand by a melee attack that hits.";
}

/// Counters that break a suit.
const BROKEN: u8 = 3;

/// The wearer has dropped to 0 or lower: the armour gets a counter.
pub(crate) fn counter<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) {
    if fight.one(who).armor.is_none() {
        return;
    }
    if spared(fight, who, |feature| matches!(feature, Feature::SparesArmor(_))) {
        table.tell(|| Event::new(&COUNTER, format!("The armour of {} takes no harm", fight.label(who))).by(who));
        return;
    }
    fight.one_mut(who).counters += 1;
    let counters = fight.one(who).counters;
    table.tell(|| {
        let text = format!("The armour of {} has {counters} of {BROKEN} counters", fight.label(who));
        fight.caused(Event::new(&COUNTER, text).by(who))
    });
    if counters < BROKEN {
        return;
    }
    let dressed: i16 = most_hp(fight, who);
    fight.one_mut(who).armor = None;
    // Out of heavy armour, what that has kept from working works again.
    let bare: i16 = most_hp(fight, who);
    let before = fight.one(who).hp_max;
    let after = before - dressed + bare;
    fight.one_mut(who).hp_max = after;
    table.tell(|| {
        let text = format!("The armour of {} is broken", fight.label(who));
        let event = Event::new(&COUNTER, text).and(&HP).by(who);
        fight.caused(event.change(who, "hp-max", before.into(), after.into()))
    });
}

/// Whether a power keeps something whole once more; that use is spent.
fn spared(fight: &mut Fight, who: Who, fits: impl Fn(&Feature) -> bool) -> bool {
    let left = |(place, power): (usize, &PowerId)| {
        let gift = fight.power(*power).entry.gives.iter().find(|feature| fits(feature))?;
        let (Feature::SparesArmor(uses) | Feature::SparesItem(uses)) = gift else { return None };
        fight.one(who).used.get(place).is_some_and(|used| used < uses).then_some(place)
    };
    let Some(place) = fight.powers(who).iter().enumerate().find_map(left) else { return false };
    if let Some(used) = fight.one_mut(who).used.get_mut(place) {
        *used += 1;
    }
    true
}

/// Whether armour lets its wearer ignore this stumble; that use is spent.
pub(crate) fn steadies<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who) -> Result<bool, T::Halt> {
    let can = |fight: &Fight| fight.one(who).armor.is_some() && fight.one(who).steadied > 0;
    if !can(fight) || !yes(fight, table, Ask::Steady { who })? || !can(fight) {
        return Ok(false);
    }
    fight.one_mut(who).steadied -= 1;
    table.tell(|| {
        let text = format!("The armour of {} ignores the stumble", fight.label(who));
        fight.caused(Event::new(&STUMBLE, text).and(&effects::RESIST).by(who).answer())
    });
    Ok(true)
}

/// The toughness of something held, with what a power adds; nothing where it cannot be broken.
pub(crate) fn toughness(fight: &Fight, who: Who, held: Held) -> Option<u8> {
    let thing = handling::held(fight, who, held)?;
    let more = |feature: &Feature| match (thing, feature) {
        (Thing::Weapon(_), Feature::TougherWeapons(more)) | (Thing::Shield(_), Feature::TougherShields(more)) => *more,
        _ => 0,
    };
    Some(toughness_of_thing(fight, thing)? + fight.features(who).map(more).sum::<u8>())
}

pub(crate) fn toughness_of_thing(fight: &Fight, thing: Thing) -> Option<u8> {
    match thing {
        Thing::Weapon(arm) => fight.weapon(arm.weapon).entry.toughness,
        Thing::Shield(held) => fight.shield(held.shield).entry.toughness,
        Thing::Item(item, _) => fight.item(item).entry.toughness,
    }
}

/// Whether something of this toughness can be destroyed by anybody, without any skill.
pub(crate) fn anybody_breaks(toughness: Option<u8>) -> Result<(), Refusal> {
    match toughness {
        Some(0) => Ok(()),
        Some(_) => Err(Refusal::new(&effects::BREAK, "it is too tough to be destroyed without a skill")),
        None => Err(Refusal::new(&effects::BREAK, "there is nothing to be destroyed")),
    }
}

/// Break is called on something that a combatant holds.
pub(crate) fn break_held<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, held: Held, n: i16) {
    let Some(thing) = handling::held(fight, who, held) else { return };
    if fight.has(who, Feature::ResistsAll) {
        let told = || Event::new(&effects::RESIST, format!("Nothing touches what {} holds", fight.label(who))).to(who);
        table.tell(told);
        return;
    }
    let Some(toughness) = toughness(fight, who, held).map(i16::from) else {
        table.tell(|| Event::new(&TOUGHNESS, format!("What {} holds cannot be broken", fight.label(who))).by(who));
        return;
    };
    let broken = gives_way(fight, table, who, n, toughness);
    if broken {
        handling::take_off(fight, who, held);
        defence::forget(fight, who);
    }
    table.tell(|| {
        let does = if broken { "breaks" } else { "holds" };
        let thing = wording::capitalised(&actions::thing_name(fight, thing));
        let text = format!("{thing} of {} {does}", fight.label(who));
        Event::new(&TOUGHNESS, text).and(&effects::BREAK).to(who).total(n.into()).against("toughness", toughness.into())
    });
}

/// Whether something breaks: its toughness is reached and nothing spares it.
fn gives_way<T: Table<Fight>>(fight: &mut Fight, table: &mut T, who: Who, n: i16, toughness: i16) -> bool {
    if n < toughness || effects::is_immune(fight, who, Effect::Break) {
        return false;
    }
    let spared = spared(fight, who, |feature| matches!(feature, Feature::SparesItem(_)));
    if spared {
        table.tell(|| Event::new(&TOUGHNESS, format!("The item of {} is spared", fight.label(who))).by(who));
    }
    !spared
}

/// The most hit points as somebody is built and dressed.
pub(crate) fn most_hp<R: Reckoning>(fight: &Fight, who: Who) -> R {
    let one = fight.one(who);
    let template = fight.template(who);
    let armor = one.armor.map(|armor| &fight.setting.content.armor(armor).entry);
    let heavy = armor.is_some_and(|armor| armor.heavy);
    let powers: i16 = template
        .gives
        .iter()
        .map(|feature| match feature {
            Feature::Hp { card, unless_heavy } if !(*unless_heavy && heavy) => *card,
            _ => 0,
        })
        .sum();
    let mut parts = R::default();
    parts.add(&characters::HAS, "own", template.hp + willpower::scaled(fight, template.card));
    parts.add(&willpower::SCALE, "powers", willpower::scaled(fight, powers));
    if let Some(armor) = armor {
        parts.add(&HP, "armour", willpower::scaled(fight, armor.card)).of(|| &*armor.name).until("it breaks");
    }
    parts
}

pub(crate) fn most_wp(fight: &Fight, who: Who) -> i16 {
    let template = fight.template(who);
    let more: i16 = template.gives.iter().map(|feature| if let Feature::Wp(more) = feature { *more } else { 0 }).sum();
    template.wp + more
}

pub(crate) fn is_injured(fight: &Fight, who: Who) -> bool {
    health::level(fight, who) != health::Level::Fine
}
