//! The fight as it can be shown.

use quintain_engine::{Breakdown, CombatantView, Condition as Shown, Outcome, Scale, Slot, Stat, View, When, Who, Why};
use quintain_field::Diagonal;

use crate::combatant::GuState;
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Fight, Stage};
use crate::kinds::Score;
use crate::lasting::{Lasting, Until, What};
use crate::marks;
use crate::rules::status;
use crate::{foreseen, glossary};

/// Why a value is what it is, where it is made of parts.
pub fn why(fight: &Fight, who: Who, key: &str) -> Option<Why> {
    let flight = || {
        derived::flight(fight, who).map(|flight| {
            (
                flight,
                match flight.by {
                    Some(slot) => format!("given by {}", crate::rules::gu::name_of(fight, who, slot)),
                    None => "with its own wings".to_owned(),
                },
            )
        })
    };
    let parts: Breakdown = match key {
        "movement" => derived::reckoned_movement(fight, who),
        "activations" => derived::reckoned_activations(fight, who),
        "flying-speed" => return flight().map(|(flight, by)| Why::kept(i64::from(flight.speed), by)),
        "maneuvers" => return flight().map(|(flight, by)| Why::kept(i64::from(flight.maneuvers), by)),
        _ => derived::reckoned_score(fight, who, Score::ALL.into_iter().find(|score| score.key() == key)?),
    };
    Some(Why::of(&parts))
}

/// The whole fight.
pub fn view(fight: &Fight) -> View {
    let active = match fight.stage {
        Stage::Turn(place) => fight.order.get(usize::from(place)).map(|who| fight.label(*who).to_owned()),
        _ => None,
    };
    let order: Vec<&str> = fight.order.iter().map(|who| fight.label(*who)).collect();
    View {
        rulebook: "gu",
        round: fight.round,
        moment: match fight.stage {
            Stage::Start => "initiative".into(),
            Stage::Turn(_) => format!("turn of {}", active.as_deref().unwrap_or("nobody")),
            Stage::Over(_) => "over".into(),
        },
        over: fight.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => fight.setting.sides[side.index()].clone(),
            Outcome::Mutual => "mutual".into(),
            Outcome::Ended => "ended".into(),
        }),
        order: order_of_round(fight),
        stats: vec![
            Stat::new("active", active.unwrap_or_else(|| "nobody".into())),
            Stat::new("order", order.join(" ")),
        ],
        combatants: fight.everyone().map(|who| combatant(fight, who)).collect(),
        intents: foreseen::intents(fight),
        zones: foreseen::zones(fight),
        lights: fight.lights.view(|who| fight.present(who).then(|| fight.one(who).at)),
        scale: Some(Scale { square: 1, one: "m", many: "m", diagonal: Diagonal::Equal }),
        map: fight.ground().map.to_rows(),
    }
}

/// Everybody's turn, by initiative.
pub(crate) fn order_of_round(fight: &Fight) -> Vec<Slot> {
    let slot = |(place, who): (usize, &Who)| Slot {
        label: String::new(),
        when: match fight.stage {
            Stage::Turn(now) if usize::from(now) == place => When::Now,
            Stage::Turn(now) if usize::from(now) > place => When::Past,
            _ => When::Later,
        },
        who: vec![fight.label(*who).to_owned()],
    };
    match fight.stage {
        Stage::Over(_) => Vec::new(),
        _ => fight.order.iter().enumerate().filter(|(_, who)| fight.fighting(**who)).map(slot).collect(),
    }
}

fn combatant(fight: &Fight, who: Who) -> CombatantView {
    let one = fight.one(who);
    let active = fight.is_active(who);
    let mut stats = vec![Stat::of("hp", one.hp.now.into(), one.hp.max.into())];
    if one.has_soul {
        stats.push(Stat::of("soul", one.soul.now.into(), one.soul.max.into()));
    }
    if one.essence.max > 0 {
        stats.push(Stat::of("essence", one.essence.now.into(), one.essence.max.into()));
    }
    let number = |key, value: i64| Stat::new(key, value);
    stats.push(number("reactions", one.reactions.into()));
    stats.push(number("movement", derived::movement(fight, who).into()));
    stats.push(number("spent", if active { fight.turn.spent.into() } else { 0 }));
    stats.push(number("height", one.height.into()));
    stats.push(Stat::new("airborne", one.airborne));
    if let Some(flight) = derived::flight(fight, who) {
        stats.push(number("flying-speed", flight.speed.into()));
        stats.push(number("maneuvers", flight.maneuvers.into()));
    }
    stats.push(number("activations", derived::activations(fight, who).into()));
    stats.extend(Score::ALL.map(|score| number(score.key(), derived::score(fight, who, score).into())));
    stats.push(number("luck", one.luck.into()));
    stats.push(number("stones", one.stones.into()));
    stats.push(number("bleeding", one.bleeding.into()));
    stats.push(number("perseverance-tokens", one.perseverance_tokens.into()));
    stats.push(number("predicament-tokens", one.predicament_tokens.into()));
    stats.push(number("cognition-lost", one.cognition_lost.into()));
    stats.push(number("strength-lost", one.strength_lost.into()));
    stats.push(Stat::new("two-handed", one.two_handed));
    stats.push(Stat::new("player", one.player));
    let held: Vec<&str> = one.in_hand.iter().map(|arm| fight.arm(*arm).name.as_str()).collect();
    stats.push(Stat::new("in-hand", if held.is_empty() { "nothing".to_owned() } else { held.join(" and ") }));
    if let Some((_, hp)) = one.worn.first() {
        stats.push(number("armor-hp", (*hp).into()));
    }
    stats.push(Stat::new("held-by", one.held_by.map_or("nobody".to_owned(), |by| fight.label(by).to_owned())));
    let side = fight.size(who).side();
    CombatantView {
        name: fight.label(who).to_owned(),
        side: fight.setting.sides[one.side.index()].clone(),
        is: fight.template(who).id.clone(),
        at: fight.present(who).then_some(one.at),
        footprint: (side, side),
        altitude: one.height.into(),
        fighting: fight.fighting(who),
        rides: None,
        stats,
        conditions: conditions(fight, who),
    }
}

/// Every name that a condition may have.
pub fn condition_names(fight: &Fight) -> Vec<String> {
    let fixed = Condition::ALL.map(Condition::name).map(String::from).into_iter().chain(marks::shown());
    fixed.chain(fight.setting.book.gus.iter().map(|gu| gu.value.name.clone())).collect()
}

/// What is at work for a time as views show it: its source, and when it ends.
fn shown(fight: &Fight, who: Who, known: &Lasting, name: &str, detail: String) -> Shown {
    let mut shown = Shown::new(name, detail);
    if known.by != who {
        shown = shown.source(fight.label(known.by));
    }
    match known.until {
        Until::OwnTurns(1) => shown.until("the end of 1 turn"),
        Until::OwnTurns(left) => shown.until(format!("the end of {left} turns")),
        Until::StartOf(one) => shown.until(format!("the start of {}'s turn", fight.label(one))),
        Until::Sustained(slot) => {
            let name = crate::rules::gu::name_of(fight, known.by, slot);
            shown.until(format!("{name} is no longer sustained"))
        }
        Until::Hurt => shown.until("it is hurt"),
        Until::Ended => shown,
    }
}

/// A condition of the chapter, with its strength, its source and its end where it has them.
fn condition(fight: &Fight, who: Who, condition: Condition) -> Shown {
    let one = fight.one(who);
    let shown = match condition {
        Condition::Bleeding => Shown::new(condition.name(), one.bleeding.to_string()).size(one.bleeding.into()),
        Condition::Burning | Condition::Ablaze => {
            let rank = one.fire_rank.max(1);
            Shown::new(condition.name(), format!("rank {rank}")).size(rank.into())
        }
        _ => {
            let turns = status::turns_left(fight, who, condition).map_or(String::new(), |left| match left {
                1 => "1 turn".to_owned(),
                left => format!("{left} turns"),
            });
            match one.lasting(|what| what == What::Condition(condition)) {
                Some(known) => shown(fight, who, known, condition.name(), turns),
                None => Shown::new(condition.name(), turns),
            }
        }
    };
    shown.of(glossary::of(condition))
}

/// The Gu of somebody that are at work, or dead.
fn gu_of(fight: &Fight, who: Who) -> impl Iterator<Item = Shown> + '_ {
    fight.one(who).gu.iter().enumerate().filter_map(move |(slot, owned)| {
        let name = crate::rules::gu::name_of(fight, who, slot as u8);
        let hp = owned.hp.now;
        match owned.state {
            GuState::Sustained => Some(Shown::new(name, format!("{hp} hp")).hits(hp.into()).of(&glossary::AT_WORK)),
            GuState::Dead => Some(Shown::new(format!("{name} dead"), "").of(&glossary::DEAD_GU)),
            _ => None,
        }
    })
}

fn conditions(fight: &Fight, who: Who) -> Vec<Shown> {
    let one = fight.one(who);
    let mut all: Vec<Shown> = one.conditions.each().map(|known| condition(fight, who, known)).collect();
    let mut say = |so: bool, shown: Shown| {
        if so && !all.iter().any(|known| known.name == shown.name) {
            all.push(shown);
        }
    };
    if let Some(by) = one.held_by {
        let by = fight.label(by);
        say(true, Shown::new("restrained", format!("held by {by}")).source(by).of(glossary::of(Condition::Restrained)));
        say(true, Shown::new("grappled", format!("by {by}")).source(by).of(&glossary::GRAPPLED));
    }
    let height = i64::from(one.height);
    say(one.airborne, Shown::new("airborne", format!("{height} m up")).size(height).of(&glossary::AIRBORNE));
    say(one.climbing, Shown::new("climbing", format!("{height} m up")).size(height).of(&glossary::CLIMBING));
    for limb in marks::useless_limbs(one) {
        say(true, Shown::new(limb, "").of(&glossary::USELESS_LIMB));
    }
    let lost = one.cognition_lost;
    say(lost > 0, Shown::new("concussed", format!("{lost} less Cognition")).size(lost.into()).of(&glossary::CONCUSSED));
    say(one.held.is_some(), Shown::new("holding", "").of(&glossary::HOLDING));
    for shown in gu_of(fight, who) {
        say(true, shown);
    }
    for known in one.lasting.iter() {
        if let What::Effect(gu) = known.what {
            let name = &crate::rules::standing::entry(fight, gu).name;
            say(
                true,
                shown(fight, who, known, name, format!("of {}", fight.label(known.by))).of(&glossary::UNDER_A_GU),
            );
        }
    }
    say(one.own_hp.is_some(), Shown::new("in another body", "").of(&glossary::OTHER_BODY));
    let given = crate::rules::handling::handed_over(fight, who);
    say(!given.is_empty(), Shown::new("handed over", given).of(&glossary::HANDED_OVER));
    let evading = one.lasting.iter().find_map(|known| match known.what {
        What::Evading(penalty) => Some((known, penalty)),
        _ => None,
    });
    if let Some((known, penalty)) = evading {
        say(
            true,
            shown(fight, who, known, "evading", format!("+{penalty}")).size(penalty.into()).of(&glossary::EVADING),
        );
    }
    all
}
