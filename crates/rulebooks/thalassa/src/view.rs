//! The fight as it can be shown.

use quintain_engine::{Breakdown, CombatantView, Condition as Shown, Outcome, Scale, Slot, Stat, View, When, Who, Why};

use crate::book::Special;
use crate::condition::{Ability, AtWork, Condition, Effect, LASTING};
use crate::fight::{Fight, Stage};
use crate::rules::{actions, attack, creatures, gear, magic, order, rounds, scars};
use crate::{foreseen, glossary};

/// Why a value is what it is, where it is made of parts.
pub fn why(fight: &Fight, who: Who, key: &str) -> Option<Why> {
    let parts: Breakdown = match key {
        "armor" => attack::armor_worn(&fight.setting, fight.one(who)),
        "slots-free" => gear::slots_free(fight, who),
        _ => return None,
    };
    Some(Why::of(&parts))
}

/// The whole fight.
pub fn view(fight: &Fight) -> View {
    View {
        rulebook: "thalassa",
        round: fight.round,
        moment: moment(fight),
        over: fight.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => fight.setting.sides[side.index()].clone(),
            Outcome::Mutual => "mutual".into(),
            Outcome::Ended => "ended".into(),
        }),
        order: order_of_round(fight),
        stats: Vec::new(),
        combatants: fight.everyone().map(|who| combatant(fight, who)).collect(),
        intents: foreseen::intents(fight),
        zones: Vec::new(),
        lights: fight.lights.view(|who| fight.one(who).at),
        scale: fight.ground().map(|ground| Scale {
            square: ground.feet,
            one: "ft",
            many: "ft",
            diagonal: ground.diagonal,
        }),
        map: fight.ground().map(|ground| ground.map.to_rows()).unwrap_or_default(),
    }
}

fn moment(fight: &Fight) -> String {
    match fight.stage {
        Stage::Start => "saves for order".into(),
        Stage::RoundTop => "declarations".into(),
        Stage::Phase(number) => format!("phase {} of {}", number + 1, order::phase_count(fight)),
        Stage::Over(_) => "over".into(),
    }
}

/// The phases of the round and who acts in each.
pub(crate) fn order_of_round(fight: &Fight) -> Vec<Slot> {
    let slot = |phase: u8| {
        let acts = |who: &Who| fight.fighting(*who) && order::phase_of(fight, *who) == Some(phase);
        Slot {
            label: format!("phase {}", phase + 1),
            when: match fight.stage {
                Stage::Phase(now) if now == phase => When::Now,
                Stage::Phase(now) if now > phase => When::Past,
                _ => When::Later,
            },
            who: fight.everyone().filter(acts).map(|who| fight.label(who).to_owned()).collect(),
        }
    };
    match fight.stage {
        Stage::Start | Stage::Over(_) => Vec::new(),
        Stage::RoundTop | Stage::Phase(_) => (0..order::phase_count(fight)).map(slot).collect(),
    }
}

fn combatant(fight: &Fight, who: Who) -> CombatantView {
    let one = fight.one(who);
    CombatantView {
        name: fight.label(who).to_owned(),
        side: fight.setting.sides[one.side.index()].clone(),
        is: fight.template(who).id.clone(),
        at: one.at,
        footprint: fight.template(who).size,
        altitude: 0,
        fighting: fight.fighting(who),
        rides: creatures::mount_of(fight, who),
        stats: stats(fight, who),
        conditions: conditions(fight, who),
    }
}

/// The values that are shown of a combatant.
fn stats(fight: &Fight, who: Who) -> Vec<Stat> {
    let one = fight.one(who);
    let score = |ability: Ability| {
        let score = one.score(ability);
        Stat::of(ability.key(), score.now.into(), score.max.into())
    };
    let mut stats = vec![
        Stat::of("sta", one.sta.now.into(), one.sta.max.into()),
        score(Ability::Kra),
        score(Ability::Tek),
        score(Ability::Thu),
        Stat::new("armor", i64::from(attack::armor_of(fight, who))),
        Stat::new("hero", one.hero),
    ];
    for (key, value) in [("fatigue", one.fatigue), ("heads", one.heads)] {
        if value > 0 || key == "heads" && fight.setting.counts_heads(one) {
            stats.push(Stat::new(key, i64::from(value)));
        }
    }
    if one.dies_in_round > 0 {
        // The round under way counts, except that of the wound itself.
        let left = (one.dies_in_round + 1).saturating_sub(fight.round).min(rounds::HOUR);
        stats.push(Stat::new("rounds-to-live", i64::from(left)));
    }
    if one.fatigue > 0 {
        stats.push(Stat::new("slots-free", i64::from(gear::slots_free::<i16>(fight, who))));
    }
    let opponent = fight.is_opponent(who);
    let peaceful = fight.template(who).has(&Special::Peaceful);
    for (key, flag, shown) in [
        ("leader", one.leader, one.leader),
        ("detachment", one.detachment, one.detachment),
        ("shield", one.shield, gear::has_shield(fight, who)),
        ("first", one.first, fight.has_heroes() && !opponent),
        ("provoked", one.provoked, peaceful),
    ] {
        if shown {
            stats.push(Stat::new(key, flag));
        }
    }
    if one.spent > 0 {
        stats.push(Stat::new("thu-spent", i64::from(one.spent)));
    }
    if let Some(mount) = one.rides {
        stats.push(Stat::new("rides", fight.label(mount).to_owned()));
    }
    let held: Vec<&str> = one.in_hand.iter().map(|arm| fight.arm(*arm).name.as_str()).collect();
    let armed = one.arms.iter().any(|arm| !fight.arm(*arm).natural);
    // A combatant that has lost every weapon shows empty hands.
    let held_or_could = armed || one.hero || !fight.template(who).weapons.is_empty();
    stats.extend(
        held_or_could
            .then(|| Stat::new("in-hand", if held.is_empty() { "nothing".to_owned() } else { held.join(" and ") })),
    );
    stats
}

fn conditions(fight: &Fight, who: Who) -> Vec<Shown> {
    let one = fight.one(who);
    let each = one.conditions.each();
    let mut all: Vec<Shown> = each
        .map(|known| Shown::new(known.name(), detail(fight, who, known)).of(glossary::of_condition(known)))
        .collect();
    if one.score(Ability::Tek).now == 0 {
        all.push(Shown::new("paralysed", "cannot act; helpless").of(&glossary::PARALYSED));
    }
    if one.score(Ability::Thu).now == 0 {
        let detail = format!("cannot act; helpless; the THU comes back with {}", delirium_ends(fight, who));
        all.push(Shown::new("delirious", detail).of(&glossary::DELIRIOUS));
    }
    all.extend(one.effects.iter().map(|at_work| effect(fight, at_work)));
    for scar in &one.scars {
        let place = scars::place_name(*scar);
        let waits = if scar.settled { "" } else { scars::pending(scar.row) };
        let name = format!("scar {}{}", scar.row, if scar.settled { "" } else { " pending" });
        let parts = [scars::row_name(scar.row), place, waits].into_iter().filter(|part| !part.is_empty());
        all.push(Shown::new(name, parts.collect::<Vec<_>>().join("; ")).of(&glossary::SCAR));
    }
    if let Some(prayer) = one.prayer {
        let detail = format!("praying to {}, {} left", prayer.god.name(), rounds::turns_told(prayer.turns_left.into()));
        all.push(Shown::new("concentrating", detail).of(&glossary::CONCENTRATING));
    }
    all
}

/// An effect at work: whose doing it is, or who the other of the two is, and when it ends.
fn effect(fight: &Fight, at_work: &AtWork) -> Shown {
    let other = at_work.effect.is_between_two().then(|| fight.setting.names.get(at_work.by.index())).flatten();
    let until = (at_work.last_round < LASTING).then(|| format!("the end of round {}", at_work.last_round));
    let named = other.map(String::as_str).filter(|_| {
        !matches!(at_work.effect, Effect::Befriended | Effect::Revealed | Effect::Foremost | Effect::Summoned)
    });
    let lasts = until.as_ref().map(|until| format!("to {until}"));
    let detail: Vec<&str> = named.into_iter().chain(lasts.as_deref()).collect();
    let shown = Shown::new(at_work.effect.name(), detail.join(" ")).of(glossary::of_effect(at_work.effect));
    let shown = if let Some(other) = other { shown.source(other) } else { shown };
    if let Some(until) = until { shown.until(until) } else { shown }
}

/// Every name that a condition may have.
pub fn condition_names() -> Vec<String> {
    let effects = Effect::EACH.into_iter().map(Effect::name);
    let others = ["paralysed", "delirious", "scar", "concentrating"];
    Condition::ALL.into_iter().map(Condition::name).chain(effects).chain(others).map(String::from).collect()
}

/// `magic.thu-zero`: what ends a delirium depends on what brought it.
fn delirium_ends(fight: &Fight, who: Who) -> &'static str {
    if fight.one(who).spent > 0 { magic::what_restores(fight) } else { "a long rest only" }
}

fn detail(fight: &Fight, who: Who, condition: Condition) -> String {
    match condition {
        Condition::Critical if actions::still_stirs(fight.one(who)) => "can only crawl".into(),
        Condition::Doomed => "the next critical save decides life".into(),
        Condition::Deprived => "recovers nothing".into(),
        Condition::Hamstrung => "one square a turn".into(),
        _ => String::new(),
    }
}
