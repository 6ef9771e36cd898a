//! The fight as it can be shown.

use quintain_engine::{CombatantView, Condition as Shown, Outcome, Slot, Stat, View, When, Who};

use crate::combatant::GuState;
use crate::condition::Condition;
use crate::derived;
use crate::fight::{Fight, Stage};
use crate::kinds::Score;
use crate::lasting::What;
use crate::rules::status;

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
        map: fight.ground().map.to_rows(),
    }
}

/// Everybody's turn, by initiative.
fn order_of_round(fight: &Fight) -> Vec<Slot> {
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
        stats,
        conditions: conditions(fight, who),
    }
}

/// Every name that a condition may have.
pub fn condition_names(fight: &Fight) -> Vec<String> {
    let states = [
        "restrained",
        "grappled",
        "airborne",
        "climbing",
        "left arm useless",
        "right arm useless",
        "left hand useless",
        "right hand useless",
        "left leg useless",
        "right leg useless",
        "concussed",
        "holding",
        "in another body",
        "evading",
    ];
    let fixed = Condition::ALL.into_iter().map(Condition::name).chain(states).map(String::from);
    fixed.chain(fight.setting.book.gus.iter().map(|gu| gu.value.name.clone())).collect()
}

fn conditions(fight: &Fight, who: Who) -> Vec<Shown> {
    let one = fight.one(who);
    let mut all: Vec<Shown> = one
        .conditions
        .each()
        .map(|condition| {
            let detail = match condition {
                Condition::Bleeding => one.bleeding.to_string(),
                Condition::Burning | Condition::Ablaze => format!("rank {}", one.fire_rank.max(1)),
                _ => status::turns_left(fight, who, condition).map_or(String::new(), |left| format!("{left} turns")),
            };
            Shown::new(condition.name(), detail)
        })
        .collect();
    let mut say = |so: bool, name: &str, detail: String| {
        if so && !all.iter().any(|known| known.name == name) {
            all.push(Shown::new(name, detail));
        }
    };
    if let Some(by) = one.held_by {
        say(true, "restrained", format!("held by {}", fight.label(by)));
        say(true, "grappled", format!("by {}", fight.label(by)));
    }
    say(one.airborne, "airborne", format!("{} m up", one.height));
    say(one.climbing, "climbing", format!("{} m up", one.height));
    let limbs = [("arm", one.injured.arms), ("hand", one.injured.hands), ("leg", one.injured.legs)];
    for (limb, bits) in limbs {
        say(bits & 1 == 1, &format!("left {limb} useless"), String::new());
        say(bits & 2 == 2, &format!("right {limb} useless"), String::new());
    }
    say(one.cognition_lost > 0, "concussed", format!("{} less Cognition", one.cognition_lost));
    say(one.held.is_some(), "holding", String::new());
    for (slot, owned) in one.gu.iter().enumerate() {
        let name = crate::rules::gu::name_of(fight, who, slot as u8);
        match owned.state {
            GuState::Sustained => say(true, &name, format!("{} hp", owned.hp.now)),
            GuState::Dead => say(true, &format!("{name} dead"), String::new()),
            _ => {}
        }
    }
    for known in one.lasting.iter() {
        if let What::Effect(gu) = known.what {
            let name = &crate::rules::standing::entry(fight, gu).name;
            say(true, name, format!("of {}", fight.label(known.by)));
        }
    }
    say(one.own_hp.is_some(), "in another body", String::new());
    let evading = one.lasting.iter().find_map(|known| match known.what {
        What::Evading(penalty) => Some(penalty),
        _ => None,
    });
    say(evading.is_some(), "evading", format!("+{}", evading.unwrap_or(0)));
    all
}
