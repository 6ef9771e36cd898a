//! The fight as it can be shown.

use quintain_engine::{
    Breakdown, CombatantView, Condition as Shown, ConditionKind, Outcome, Scale, Slot, Stat, View, When, Who, Why,
};
use quintain_field::Diagonal;

use crate::book::{Boon, Condition};
use crate::combatant::{Borne, Clock, Hand, Status};
use crate::fight::{Fight, Stage};
use crate::rules::{dying, marks, numbers, objects, options, riding};
use crate::{foreseen, glossary, words};

/// Why a value is what it is, where it is made of parts.
pub fn why(fight: &Fight, who: Who, key: &str) -> Option<Why> {
    let parts: Breakdown = match key {
        "ac" => numbers::armor_class(fight, who),
        "speed" => numbers::spaces(fight, who),
        _ => return None,
    };
    Some(Why::of(&parts))
}

/// The whole fight.
pub fn view(fight: &Fight) -> View {
    View {
        rulebook: "oakhearth",
        round: fight.round,
        moment: moment(fight),
        over: fight.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => fight.setting.sides[side.index()].clone(),
            Outcome::Mutual => "mutual".into(),
            Outcome::Ended => "ended".into(),
        }),
        order: order_of_round(fight),
        stats: vec![Stat::new("turn", fight.owner.map_or("nobody", |who| fight.label(who)))],
        combatants: fight.everyone().map(|who| combatant(fight, who)).collect(),
        intents: foreseen::intents(fight),
        zones: foreseen::zones(fight),
        lights: fight.lights.view(|who| fight.one(who).at),
        scale: fight.setting.mapped.then_some(Scale {
            square: 1,
            one: "Space",
            many: "Spaces",
            diagonal: Diagonal::Equal,
        }),
        map: if fight.setting.mapped { fight.map.to_rows() } else { Vec::new() },
    }
}

fn moment(fight: &Fight) -> String {
    match (fight.stage, fight.owner) {
        (Stage::Start, _) => "initiative".into(),
        (Stage::Over(_), _) => "over".into(),
        (_, Some(who)) => format!("turn of {}", fight.label(who)),
        (Stage::RoundTop, None) => "round begins".into(),
        (Stage::Turns(_), None) => "turns".into(),
    }
}

/// Who has acted, who acts, and who is left to act on each side; the sides alternate.
pub(crate) fn order_of_round(fight: &Fight) -> Vec<Slot> {
    if !matches!(fight.stage, Stage::Turns(_)) {
        return Vec::new();
    }
    let named = |who: Who| fight.label(who).to_owned();
    let there = |who: &Who| fight.present(*who) && fight.one(*who).from_round <= fight.round;
    let waits = |who: &Who| there(who) && Some(*who) != fight.owner && !fight.order.has_acted(*who);
    let past: Vec<String> = fight
        .everyone()
        .filter(|who| there(who) && Some(*who) != fight.owner && fight.order.has_acted(*who))
        .map(named)
        .collect();
    let slot = |label: &str, when, who: Vec<String>| Slot { label: label.to_owned(), when, who };
    let sides = fight.sequence.iter().map(|side| {
        let members = fight.everyone().filter(|who| fight.one(*who).side == *side && waits(who));
        slot(&fight.setting.sides[side.index()], When::Later, members.map(named).collect())
    });
    let mut order = vec![slot("have acted", When::Past, past)];
    order.extend(fight.owner.map(|who| slot("", When::Now, vec![named(who)])));
    order.extend(sides);
    order.retain(|slot| !slot.who.is_empty());
    order
}

fn combatant(fight: &Fight, who: Who) -> CombatantView {
    let one = fight.one(who);
    let mut stats = vec![
        Stat::of("hp", one.hp.into(), one.max_hp.into()),
        // What has been given on top stands beside itself until the refresh.
        Stat::of("ap", one.ap.into(), one.max_ap.max(one.ap).into()),
        Stat::new("ac", i64::from(numbers::ac(fight, who))),
        Stat::new("speed", i64::from(numbers::speed(fight, who))),
        Stat::new("temp-hp", i64::from(one.temp)),
        Stat::of("mp", one.mp.into(), one.max_mp.into()),
        Stat::of("sp", one.sp.into(), one.max_sp.into()),
        Stat::new("movement", i64::from(one.movement)),
        Stat::new("height", i64::from(one.height)),
        Stat::new("in-hand", in_hand(fight, who)),
        Stat::new("hero", one.hero),
    ];
    if let Some(breath) = one.breath {
        stats.push(Stat::new("breath", i64::from(breath)));
    }
    if let Some((_, hp)) = one.shield {
        stats.push(Stat::new("shield-hp", i64::from(hp)));
    }
    let across = one.size.across();
    CombatantView {
        name: fight.label(who).to_owned(),
        side: fight.setting.sides[one.side.index()].clone(),
        is: fight.template(who).id.clone(),
        at: one.at,
        footprint: (across, across),
        altitude: one.height.into(),
        fighting: fight.standing(who),
        rides: riding::mount(fight, who),
        stats,
        conditions: conditions(fight, who),
    }
}

fn in_hand(fight: &Fight, who: Who) -> String {
    let held = |hand: u8| match fight.one(who).hands.get(usize::from(hand)) {
        Some(Hand::Grapple(other)) => Some(fight.label(*other).to_owned()),
        _ => objects::held(fight, who, hand).map(|thing| options::thing_text(fight, thing)),
    };
    let all: Vec<String> = fight.one(who).each_hand().filter_map(held).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" and ") }
}

/// How long something lasts, in words: a turn under way has its end still to come, and its start no more.
fn lasts(fight: &Fight, clock: Clock) -> String {
    let (edge, whose, ahead) = match clock {
        Clock::Never => return String::new(),
        Clock::Start(whose, left) => ("start", whose, left),
        Clock::End(whose, left) => ("end", whose, left.saturating_sub(u16::from(fight.owner == Some(whose)))),
    };
    let turn = match ahead {
        0 => "turn".to_owned(),
        1 => "next turn".to_owned(),
        _ => format!("{} turn from now", words::ordinal(ahead)),
    };
    format!("to the {edge} of {}'s {turn}", fight.label(whose))
}

/// A condition of a combatant: how much of it, who caused it, how long it lasts, and what ends it.
fn of_status(fight: &Fight, status: &Status) -> Shown {
    let number = if status.amount > 1 { format!(" {}", status.amount) } else { String::new() };
    let by = status.by.map(|by| format!("by {}", fight.label(by)));
    let repeated = status.repeated.map(|(save, dc)| format!("{} against {dc} ends it", words::one(save.text())));
    let parts = [by.unwrap_or_default(), lasts(fight, status.clock), repeated.unwrap_or_default()];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let shown = Shown::new(format!("{}{number}", status.condition), parts.join(", "));
    let shown = if counted(status.condition) { shown.size(status.amount.into()) } else { shown };
    shown.of(glossary::of_condition(status.condition))
}

/// Magic that is on somebody. A mark stands once: it tells whose it is, and whether the first blow is still to come.
fn of_boon(fight: &Fight, who: Who, borne: &Borne) -> Option<Shown> {
    let detail = match borne.boon {
        Boon::FirstBlow if marks::has_marked(fight, borne.by, who) => return None,
        Boon::Marked(_) if marks::opens(fight, borne.by, who) => {
            format!("by {}, the first blow is to come", fight.label(borne.by))
        }
        Boon::Marked(_) => format!("by {}", fight.label(borne.by)),
        _ => lasts(fight, borne.clock),
    };
    let kind = glossary::of_boon(borne.boon);
    Some(Shown::new(kind.label, detail).of(kind))
}

fn conditions(fight: &Fight, who: Who) -> Vec<Shown> {
    let one = fight.one(who);
    let shown = |kind: &'static ConditionKind, detail: String| Shown::new(kind.label, detail).of(kind);
    let mut all: Vec<Shown> = Vec::new();
    all.extend(one.statuses.iter().map(|status| of_status(fight, status)));
    for part in Condition::ALL.iter().filter(|part| one.has(**part) && !one.under(**part)) {
        let shown = Shown::new(part.text(), format!("by {}", one.source(*part)));
        all.push(shown.of(glossary::of_condition(*part)));
    }
    if one.dead {
        all.push(shown(&glossary::DEAD, String::new()));
    } else if dying::at_the_door(fight, who) {
        all.push(shown(&glossary::DEATHS_DOOR, if one.stable { "stable".into() } else { String::new() }));
    }
    if one.stable {
        all.push(shown(&glossary::STABLE, String::new()));
    }
    if 2 * one.hp <= one.max_hp && !one.dead {
        all.push(shown(&glossary::BLOODIED, String::new()));
    }
    for (level, kind) in [(one.disengage, &glossary::DISENGAGED), (one.dodge, &glossary::DODGING)] {
        if level > 0 {
            all.push(shown(kind, if level > 1 { "fully".into() } else { String::new() }));
        }
    }
    let from: Vec<&str> = one.hidden_from.iter().map(|other| fight.label(other)).collect();
    if !from.is_empty() {
        all.push(shown(&glossary::HIDDEN, format!("from {}", from.join(", "))));
    }
    if let Some(mount) = riding::mount(fight, who) {
        all.push(shown(&glossary::MOUNTED, format!("on {}", fight.label(mount))));
    }
    if let Some((ability, left)) = one.concentration {
        let left = words::counted(left as i16, "round");
        all.push(shown(&glossary::CONCENTRATING, format!("{}, {left} left", fight.ability(ability).entry.name)));
    }
    all.extend(one.boons.iter().filter_map(|borne| of_boon(fight, who, borne)));
    for die in &one.help {
        all.push(shown(&glossary::HELPED, format!("d{} from {}", die.sides, fight.label(die.by))));
    }
    if !one.held.is_empty() {
        all.push(shown(&glossary::HOLDING, "an Action".into()));
    }
    all
}

/// Every name that a condition may have.
pub fn condition_names() -> Vec<String> {
    glossary::CONDITIONS.iter().map(|kind| kind.label.to_owned()).collect()
}

/// Whether a condition has a number.
fn counted(condition: Condition) -> bool {
    matches!(condition, Condition::Exhaustion | Condition::Slowed | Condition::Stunned)
}
