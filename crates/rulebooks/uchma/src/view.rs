//! The fight as it can be shown.

use quintain_content::Word;
use quintain_engine::{
    Breakdown, CombatantView, Condition as Shown, ConditionKind, Outcome, Scale, Slot, Stat, View, When, Who, Why,
};

use crate::book::{DamageKind, Feature, Resistance, Status, Topic};
use crate::combatant::Out;
use crate::fight::{Fight, Gait, Stage};
use crate::lasting::{Clock, Lasting, What};
use crate::rules::{adjacency, cover, damage, death, distance, features, movement, order, precision, statuses};
use crate::{foreseen, glossary};

/// Why a value is what it is, where it is made of parts.
pub fn why(fight: &Fight, who: Who, key: &str) -> Option<Why> {
    let one = fight.one(who);
    let given = |own: i16, now: i16| {
        Why::kept(i64::from(now), format!("{own} of its own, {:+} given by what it bears", now - own))
    };
    let parts: Breakdown = match key {
        "speed" => movement::reckoned_speed(fight, who, Gait::Walk),
        "flies" => movement::reckoned_speed(fight, who, Gait::Fly),
        "parry" => precision::resistance(fight, who, Resistance::Parry),
        "warding" => precision::resistance(fight, who, Resistance::Warding),
        "constitution" => precision::resistance(fight, who, Resistance::Constitution),
        "evasion" => precision::resistance(fight, who, Resistance::Evasion),
        "physical-armor" => damage::armor(fight, who, DamageKind::Physical),
        "magical-armor" => damage::armor(fight, who, DamageKind::Magical),
        "precision" => precision::modifier(fight, who),
        "threshold" => death::threshold(fight, who),
        "potency" => return Some(given(one.own.potency, features::aptitudes(fight, who).potency)),
        "control" => return Some(given(one.own.control, features::aptitudes(fight, who).control)),
        _ => return None,
    };
    Some(Why::of(&parts))
}

/// The whole fight.
pub fn view(fight: &Fight) -> View {
    View {
        rulebook: "uchma",
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
        zones: foreseen::zones(fight),
        lights: fight.lights.view(|who| fight.present(who).then(|| fight.one(who).at)),
        scale: Some(Scale { square: 1, one: "m", many: "m", diagonal: distance::rule(fight) }),
        map: fight.setting.map.to_rows(),
    }
}

fn moment(fight: &Fight) -> String {
    match (&fight.turn, fight.stage) {
        (Some(turn), Stage::Turns) => format!("turn of {}", fight.label(turn.who)),
        (_, Stage::Start) => "set-up".into(),
        (_, Stage::RoundStart) => "start phase".into(),
        (_, Stage::Turns) => "action phase".into(),
        (_, Stage::EndPhase) => "end phase".into(),
        (_, Stage::Over(_)) => "over".into(),
    }
}

/// Everybody's turn, the fastest first.
pub(crate) fn order_of_round(fight: &Fight) -> Vec<Slot> {
    if fight.round == 0 || matches!(fight.stage, Stage::Over(_)) {
        return Vec::new();
    }
    let now = fight.turn.as_ref().map(|turn| turn.who);
    let slot = |who: Who| Slot {
        label: format!("speed {}", order::key(fight, who).0),
        when: match fight.one(who).acted {
            _ if now == Some(who) => When::Now,
            true => When::Past,
            false => When::Later,
        },
        who: vec![fight.label(who).to_owned()],
    };
    order::line(fight, |who| fight.one(who).out.is_none()).into_iter().map(slot).collect()
}

fn combatant(fight: &Fight, who: Who) -> CombatantView {
    let one = fight.one(who);
    let number = |key, value: i16| Stat::new(key, i64::from(value));
    let resistance = |key, which| number(key, precision::resistance(fight, who, which));
    let aptitudes = features::aptitudes(fight, who);
    let mut stats = vec![
        Stat::of("health", one.health.into(), one.most.into()),
        Stat::of("energy", one.energy.into(), one.most_energy.into()),
        number("speed", movement::speed(fight, who, Gait::Walk)),
        resistance("parry", Resistance::Parry),
        resistance("warding", Resistance::Warding),
        resistance("constitution", Resistance::Constitution),
        resistance("evasion", Resistance::Evasion),
        number("physical-armor", damage::base_armor(fight, who, DamageKind::Physical)),
        number("magical-armor", damage::base_armor(fight, who, DamageKind::Magical)),
        number("precision", precision::modifier(fight, who)),
        number("level", one.own.level),
        number("potency", aptitudes.potency),
        number("control", aptitudes.control),
        Stat::new("pc", one.pc),
    ];
    if movement::base_speed(fight, who, Gait::Fly) > 0 {
        stats.push(number("flies", movement::speed(fight, who, Gait::Fly)));
        stats.push(number("altitude", one.altitude));
    }
    if one.unconscious {
        stats.push(number("rounds-down", one.rounds_down.into()));
        stats.push(number("threshold", death::threshold(fight, who)));
    }
    if one.pc || one.main.is_some() {
        let name = |weapon| fight.weapon(weapon).entry.name.as_str();
        let held: Vec<&str> = one.main.into_iter().chain(one.off).map(name).collect();
        let left = one.main.filter(|_| crate::values::has_quiver(fight, who)).map(|weapon| one.spares_of(weapon));
        stats.extend(left.map(|left| number("shots", left.into())));
        stats.push(Stat::new("main", one.main.map_or("nothing", name).to_owned()));
        stats.push(Stat::new("off", one.off.map_or("nothing", name).to_owned()));
        stats.push(Stat::new("in-hand", if held.is_empty() { "nothing".to_owned() } else { held.join(" and ") }));
    }
    if features::any(fight, who, Topic::Rest, |feature| feature == Feature::Watchful) {
        stats.push(Stat::new("tracks", tracked(fight, who)));
    }
    CombatantView {
        name: fight.label(who).to_owned(),
        side: fight.setting.sides[one.side.index()].clone(),
        is: fight.template(who).id.clone(),
        at: fight.present(who).then_some(one.at),
        footprint: fight.template(who).size,
        altitude: one.altitude.into(),
        fighting: one.out.is_none() && !one.unconscious,
        rides: one.rides,
        stats,
        conditions: conditions(fight, who),
    }
}

/// The creatures that a battle overseer keeps track of: all that are heard or seen within 25 m.
fn tracked(fight: &Fight, who: Who) -> String {
    let known = |other: &Who| {
        *other != who
            && fight.able(who)
            && fight.present(*other)
            && distance::between(fight, who, *other) <= 25
            && (cover::sees(fight, who, *other) || cover::hears(fight, who, *other))
    };
    let names: Vec<&str> = fight.everyone().filter(known).map(|other| fight.label(other)).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(" and ") }
}

fn conditions(fight: &Fight, who: Who) -> Vec<Shown> {
    let one = fight.one(who);
    let shown = |kind: &'static ConditionKind, name: &str, detail: String| Shown::new(name, detail).of(kind);
    let mut all = Vec::new();
    match one.out {
        Some(Out::Dead) => all.push(shown(&glossary::DEAD, "dead", String::new())),
        Some(Out::Gone) => all.push(shown(&glossary::GONE, "gone", String::new())),
        None => {}
    }
    if one.unconscious {
        // The dead make no more saves.
        let detail = match one.out {
            None => format!("next death save against {}", death::threshold::<i16>(fight, who)),
            Some(_) => String::new(),
        };
        all.push(shown(&glossary::UNCONSCIOUS, "unconscious", detail));
    }
    if one.prone {
        all.push(shown(&glossary::PRONE, "prone", String::new()));
    }
    if one.altitude > 0 {
        all.push(shown(&glossary::ALOFT, "aloft", format!("{} m up", one.altitude)));
    }
    if one.out.is_none() && adjacency::flanked(fight, who) {
        all.push(shown(&glossary::FLANKED, "flanked", String::new()));
    }
    if let Some(prepared) = one.prepared {
        all.push(shown(&glossary::PREPARED, "prepared", fight.ability(prepared.ability).entry.name.clone()));
    }
    if one.before.is_some() {
        all.push(shown(&glossary::TRANSFORMED, "transformed", fight.template(who).name.clone()));
    }
    if let Some(away) = one.away {
        let unit = if away.left == 1 { "round" } else { "rounds" };
        all.push(shown(&glossary::AWAY, "away", format!("{} {unit} left", away.left)));
    }
    if let Some(mount) = one.rides {
        all.push(shown(&glossary::RIDING, "riding", fight.label(mount).to_owned()));
    }
    for weapon in &one.stuck {
        all.push(shown(&glossary::STUCK, &format!("stuck {}", fight.weapon(*weapon).entry.name), String::new()));
    }
    all.extend(one.lasting.iter().map(|lasting| of_lasting(fight, who, lasting)));
    all
}

/// Something that lasts on somebody: in words, and each part that can be asked for by itself.
fn of_lasting(fight: &Fight, who: Who, lasting: &Lasting) -> Shown {
    let shown = Shown::new(name(fight, lasting), detail(fight, who, lasting)).of(glossary::of_lasting(lasting));
    let shown = match size(lasting) {
        Some(size) => shown.size(size.into()),
        None => shown,
    };
    let shown = if lasting.clock == Clock::Hits { shown.hits(lasting.left.into()) } else { shown };
    match lasting.owner {
        Some(owner) => shown.source(fight.label(owner)),
        None => shown,
    }
}

/// How strong a status effect is: its stacks, or its size where it has one.
fn size(lasting: &Lasting) -> Option<i16> {
    match lasting.what {
        What::Status(Status::Fatigued | Status::Protected) => Some(lasting.stacks.into()),
        What::Status(_) => Some(lasting.size).filter(|size| *size != 0),
        _ => None,
    }
}

/// Every name that a condition may have.
pub fn condition_names(fight: &Fight) -> Vec<String> {
    let states = [
        "dead",
        "gone",
        "unconscious",
        "prone",
        "aloft",
        "flanked",
        "prepared",
        "transformed",
        "away",
        "riding",
        "stuck",
        "ambushed",
        "about to be ambushed",
        "held by",
    ];
    let fixed = states.into_iter().chain(Status::ALL.iter().map(|status| status.text())).map(String::from);
    let granted = fight.setting.content.abilities.iter().map(|ability| ability.entry.name.clone());
    fixed.chain(granted).collect()
}

fn name(fight: &Fight, lasting: &Lasting) -> String {
    if lasting.what == What::Ambushed && lasting.left > 0 {
        return "about to be ambushed".into();
    }
    statuses::name_of(fight, lasting.what)
}

fn detail(fight: &Fight, who: Who, lasting: &Lasting) -> String {
    let count = |unit: &str| format!("{} {unit}{}", lasting.left, if lasting.left == 1 { "" } else { "s" });
    let mut parts = Vec::new();
    let stacks = matches!(lasting.what, What::Status(Status::Fatigued | Status::Protected));
    parts.extend(size(lasting).map(|size| if stacks { format!("stacks: {size}") } else { size.to_string() }));
    parts.push(match lasting.clock {
        Clock::Rounds => count("round"),
        Clock::Hits => count("hit"),
        Clock::ThisRound => "this round".into(),
        Clock::ThisTurn => "this turn".into(),
        Clock::ThisUse => "one attack".into(),
        Clock::Kept => "while kept up".into(),
        Clock::Fight => "to the end".into(),
    });
    if let Some(owner) = lasting.owner.filter(|owner| *owner != who) {
        parts.push(format!("by {}", fight.label(owner)));
    }
    parts.join(", ")
}
