//! The sheet: every value of a combatant, for the view, for encounters and edicts that set it, and for its reasons.

use std::ops::RangeInclusive;

use quintain_content::{Placed, Problem, Value as Said, nearest};
use quintain_engine::StatGroup::{Ability, Background, Defence, Gear, Life, Means, State, Turn};
use quintain_engine::StatKind::{Count, Flag, Pool, Score, Words};
use quintain_engine::kit::{Bodies, Number};
use quintain_engine::{Minded, Reckoning, StatInfo, Who};

use crate::content::{Attribute, NAME};
use crate::rules::{characters, conditions, defence, fatigue, health, willpower};
use crate::state::{Combatant, Fight, Hold};

use super::words;

type Value = Number<Fight, Combatant>;

/// What attributes can be.
const TEN: RangeInclusive<i16> = -10..=10;

/// Every value, in its order.
pub(crate) static SHEET: [Value; 33] = [
    Value::new("hp", "HP", Life, Pool, "What attacks take; at 0 and below a combatant is injured.")
        .called("hit points")
        .stored(-20..=1000, |one| one.hp, |one, n| (one.hp, one.hp_max) = (n, one.hp_max.max(n)))
        .up_to(health::most, health::most),
    Value::new("ward", "ward", Life, Score, "Hit points that are lost before one's own.").stored(
        0..=1000,
        |one| one.ward,
        |one, n| one.ward = n,
    ),
    Value::new("level", "injury", Life, Words, "How badly it is hurt: fine, bloodied, mangled, mutilated or dead.")
        .called("injury")
        .words(|fight, who| health::level(fight, who).name().into())
        .follows("level follows from `hp`"),
    Value::new("hp-max", "max HP", Life, Score, "The most hit points that it can be restored to.")
        .called("most hit points")
        .stored(1..=1000, |one| one.hp_max, |one, n| (one.hp_max, one.hp) = (n, one.hp.min(n))),
    Value::new("wp", "WP", Means, Pool, "What skills and magic are paid with.")
        .called("willpower")
        .stored(0..=500, |one| one.wp, |one, n| (one.wp, one.wp_max) = (n, one.wp_max.max(n)))
        .up_to(willpower::most, willpower::most),
    Value::new(
        "fatigue",
        "fatigue",
        Means,
        Score,
        "What the dice of a bodily effort must at least give, from 1 to 20.",
    )
    .stored(1..=20, |one| one.fatigue, |one, n| one.fatigue = n),
    Value::new("base-fatigue", "base", Means, Score, "The fatigue of a rested body.")
        .called("base fatigue")
        .reckoned(fatigue::base, fatigue::base)
        .follows("base-fatigue follows from `sta`: 4 less Stamina, at least 1"),
    Value::new("wp-max", "max WP", Means, Score, "The most willpower that it can be restored to.")
        .called("most willpower")
        .stored(0..=500, |one| one.wp_max, |one, n| (one.wp_max, one.wp) = (n, one.wp.min(n))),
    Value::new("initiative", "init", Turn, Score, "The result that its place in the order comes from.")
        .derived(|fight, who| fight.one(who).initiative)
        .follows("initiative is rolled as the fight begins (init.roll-at-start); an edict may change it then"),
    Value::new("standing", "ready", Defence, Words, "The defence rolled ahead, for all to see.")
        .called("defence ready")
        .words(words::standing)
        .set_in_words(words::set_standing),
    Value::new("defence", "defence", Defence, Score, "What an attack has to beat; 0 without a defence rolled ahead.")
        .called("defence score")
        .derived(|fight, who| defence::standing(fight, who).map_or(0, |standing| standing.score))
        .follows("defence is the score of `standing`"),
    Value::new(
        "dodges",
        "dodges",
        Defence,
        Count,
        "Dodges since its last turn; each takes 2 consistency from the next.",
    )
    .called("dodges used")
    .stored(0..=20, |one| one.dodges.into(), |one, n| one.dodges = n as u8),
    Value::new(
        "blocks",
        "blocks",
        Defence,
        Count,
        "Blocks since its last turn; each takes 2 consistency from the next.",
    )
    .called("blocks used")
    .stored(0..=20, |one| one.blocks.into(), |one, n| one.blocks = n as u8),
    Value::new("str", "STR", Ability, Score, "The attribute of raw force.").called("Strength").stored(
        TEN,
        |one| one.attributes.strength,
        |one, n| one.attributes.strength = n,
    ),
    Value::new("dex", "DEX", Ability, Score, "The attribute of skill of hand and foot, and of initiative.")
        .called("Dexterity")
        .stored(TEN, |one| one.attributes.dex, |one, n| one.attributes.dex = n),
    Value::new("sta", "STA", Ability, Score, "The attribute of endurance, which keeps fatigue low.")
        .called("Stamina")
        .stored(TEN, |one| one.attributes.sta, |one, n| one.attributes.sta = n)
        .reckoned(stamina, stamina),
    Value::new("int", "INT", Ability, Score, "The attribute of reason.").called("Intelligence").stored(
        TEN,
        |one| one.attributes.int,
        |one, n| one.attributes.int = n,
    ),
    Value::new("emp", "EMP", Ability, Score, "The attribute of understanding others.").called("Empathy").stored(
        TEN,
        |one| one.attributes.emp,
        |one, n| one.attributes.emp = n,
    ),
    Value::new("soc", "SOC", Ability, Score, "The attribute of dealing with others.").called("Social").stored(
        TEN,
        |one| one.attributes.soc,
        |one, n| one.attributes.soc = n,
    ),
    Value::new(
        "trained",
        "trained",
        Ability,
        Words,
        "What training has added to abilities: C to consistency, how many d10; P to potential, added to the dice.",
    )
    .called("trained in")
    .words(words::trained)
    .set_in_words(words::set_trained),
    Value::new("sword-hand", "sword", Gear, Words, "What the sword hand holds.")
        .called("sword hand")
        .words(|fight, who| words::held(fight, who, Hold::Sword))
        .set_in_words(words::set_sword),
    Value::new("off-hand", "off", Gear, Words, "What the other hand holds.")
        .words(|fight, who| words::held(fight, who, Hold::Off))
        .set_in_words(words::set_off),
    Value::new("both-hands", "both", Gear, Flag, "Whether the weapon takes both hands.")
        .called("in both hands")
        .seen(|one| one.both)
        .follows("both-hands follows from the weapon of `sword-hand`"),
    Value::new("shield", "shield", Gear, Words, "The shield on its arm.")
        .words(words::shield)
        .set_in_words(words::set_shield),
    Value::new("armor", "armour", Gear, Words, "The armour that it wears.")
        .called("armour")
        .words(words::armor)
        .set_in_words(words::set_armor),
    Value::new("counters", "damage", Gear, Count, "How often its armour has suffered; at 3 it is broken.")
        .called("armour counters")
        .stored(0..=2, |one| one.counters.into(), |one, n| one.counters = n as u8),
    Value::new("stowed", "stowed", Gear, Words, "Weapons that are carried and not in hand.")
        .called("put away")
        .words(words::stowed)
        .set_in_words(words::set_stowed),
    Value::new(
        "loaded",
        "loaded",
        Gear,
        Flag,
        "Whether the weapon in hand can shoot: an arrow drawn, a bolt or dart in place.",
    )
    .flag(|one| one.sword.is_some_and(|arm| arm.loaded), load),
    Value::new("cluster", "cluster", State, Score, "The number of its combat cluster; 0 for none.").stored(
        0..=1000,
        |one| i16::try_from(one.cluster).unwrap_or(i16::MAX),
        |one, n| one.cluster = n as u16,
    ),
    Value::new("prone", "prone", State, Flag, "Whether it lies on the ground.")
        .flag(|one| one.prone, |one, is| one.prone = is),
    Value::new("unconscious", "out cold", State, Flag, "Whether it is not conscious.")
        .flag(|one| one.unconscious, |one, is| one.unconscious = is),
    Value::new("stabilised", "stable", State, Flag, "Whether it is no longer dying.")
        .flag(|one| one.stabilised, |one, is| one.stabilised = is),
    Value::new("pc", "PC", Background, Flag, "Whether a player plays it.")
        .called("player's character")
        .flag(|one| one.pc, |one, is| one.pc = is),
];

/// What programs and pages know of them.
pub(crate) static STATS: [StatInfo; 33] = Number::infos(&SHEET);

impl Bodies<Combatant> for Fight {
    fn body(&self, who: Who) -> &Combatant {
        self.one(who)
    }

    fn body_mut(&mut self, who: Who) -> &mut Combatant {
        self.one_mut(who)
    }
}

fn stamina<R: Reckoning>(fight: &Fight, who: Who) -> R {
    characters::attribute(fight, who, Attribute::Sta)
}

/// Loads everything in hand and put away, or unloads it.
fn load(one: &mut Combatant, loaded: bool) {
    for arm in one.sword.iter_mut().chain(&mut one.off).chain(&mut one.stowed) {
        arm.loaded = loaded;
    }
}

/// `set` of an encounter.
pub(crate) fn set_at_start(
    fight: &mut Fight,
    who: Who,
    key: &Placed<String>,
    value: &Placed<Said>,
) -> Result<(), Problem> {
    match key.value.as_str() {
        "conditions" => {
            let each = value.value.as_list().unwrap_or(std::slice::from_ref(value));
            each.iter().try_for_each(|item| {
                let word = item.value.as_text().ok_or_else(|| "conditions is a list of words".to_owned());
                let given = word.and_then(|word| conditions::give(fight, who, word));
                given.map_err(|why| Problem::at(&item.place, why))
            })
        }
        Minded::KEY => {
            fight.one_mut(who).minded = Minded::at_start(value)?;
            Ok(())
        }
        "player" => Number::set_at_start(&SHEET, fight, who, &Placed::new("pc".to_owned(), key.place.clone()), value),
        name if SHEET.iter().any(|number| number.info.key == name) => {
            Number::set_at_start(&SHEET, fight, who, key, value)
        }
        name => {
            let others = ["player", "conditions", "weapons", "items", "powers", "partner", Minded::KEY].into_iter();
            let others = others.chain(super::set_up::CARRIED);
            let known = || SHEET.iter().map(|number| number.info.key).chain(others.clone());
            let near = nearest(name, known()).map(|near| format!("the nearest name is `{near}`"));
            let all = || format!("what can be set: {}", known().collect::<Vec<_>>().join(", "));
            let help = Some(near.unwrap_or_else(all));
            Err(Problem { help, ..Problem::at(&key.place, format!("a combatant of {NAME} has no `{name}`")) })
        }
    }
}
