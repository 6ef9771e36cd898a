//! The fight as it can be shown.

use quintain_engine::{
    Breakdown, CombatantView, Condition as Shown, ConditionKind, Outcome, Scale, Slot, Stat, View, When, Who, Why,
};
use quintain_field::Diagonal;

use crate::content::{Attribute, Deed, Effect, Feature, Limb, Word};
use crate::face::{foreseen, glossary, values};
use crate::rules::basics::SECONDS;
use crate::rules::health::{self, Level};
use crate::rules::{characters, clusters, daze, defence, fatigue, willpower};
use crate::state::{Ailment, Boon, Fight, Hold, Out, Stage, way_name};

/// Why a value is what it is, where it is made of parts.
pub(crate) fn why(fight: &Fight, who: Who, key: &str) -> Option<Why> {
    let parts: Breakdown = match key {
        "hp.max" => health::most(fight, who),
        "wp.max" => willpower::most(fight, who),
        "base-fatigue" => fatigue::base(fight, who),
        "sta" => characters::attribute(fight, who, Attribute::Sta),
        _ => return None,
    };
    Some(Why::of(&parts))
}

pub(crate) fn view(fight: &Fight) -> View {
    View {
        rulebook: "heimr",
        round: fight.round,
        moment: moment(fight),
        over: fight.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => fight.setting.sides[side.index()].clone(),
            Outcome::Mutual => "mutual".into(),
            Outcome::Ended => "ended".into(),
        }),
        order: order(fight),
        stats: vec![
            Stat::new("order", fight.order.iter().map(|who| fight.label(*who)).collect::<Vec<_>>().join(" ")),
            Stat::new("seconds", i64::from(fight.round.saturating_sub(1) * SECONDS)),
        ],
        combatants: fight.everyone().map(|who| combatant(fight, who)).collect(),
        intents: foreseen::intents(fight),
        zones: Vec::new(),
        scale: Some(Scale { square: 1, one: "border", many: "borders", diagonal: Diagonal::Orthogonal }),
        map: fight.ground.map.to_rows(),
    }
}

fn moment(fight: &Fight) -> String {
    match (fight.stage, fight.turn.who) {
        (Stage::Start, _) => "initiative".into(),
        (Stage::Over(_), _) => "over".into(),
        (_, Some(who)) => format!("turn of {}", fight.label(who)),
        (_, None) => "between turns".into(),
    }
}

/// Everybody's slot, the first to act first.
fn order(fight: &Fight) -> Vec<Slot> {
    if matches!(fight.stage, Stage::Start | Stage::Over(_)) {
        return Vec::new();
    }
    let slot = |(place, who): (usize, &Who)| Slot {
        label: format!("initiative {}", fight.one(*who).initiative),
        when: match place < fight.next {
            _ if fight.turn.who == Some(*who) => When::Now,
            true => When::Past,
            false => When::Later,
        },
        who: vec![fight.label(*who).to_owned()],
    };
    fight.order.iter().enumerate().map(slot).collect()
}

fn combatant(fight: &Fight, who: Who) -> CombatantView {
    let one = fight.one(who);
    let number = |key, value: i16| Stat::new(key, i64::from(value));
    let pool = |key, value: i16, most: i16| Stat::of(key, value.into(), most.into());
    let ahead = defence::standing(fight, who);
    let standing = ahead.map_or("none".to_owned(), |standing| {
        let failed = if standing.failed { " failed" } else { "" };
        format!("{} {}{failed}", defence::kind_name(fight, who, standing.kind), standing.score)
    });
    let stowed: Vec<&str> = one.stowed.iter().map(|arm| fight.weapon(arm.weapon).entry.name.as_str()).collect();
    let shield = one.shield.map_or("none", |guarded| fight.shield(guarded.shield).entry.name.as_str());
    let armor = one.armor.map_or("none", |armor| fight.setting.content.armor(armor).entry.name.as_str());
    let attributes = &one.attributes;
    let stats = vec![
        pool("hp", one.hp, health::most(fight, who)),
        pool("wp", one.wp, willpower::most(fight, who)),
        number("fatigue", one.fatigue),
        number("base-fatigue", fatigue::base(fight, who)),
        number("ward", one.ward),
        number("hp-max", one.hp_max),
        number("wp-max", one.wp_max),
        number("initiative", one.initiative),
        Stat::new("standing", standing),
        number("defence", ahead.map_or(0, |standing| standing.score)),
        number("dodges", one.dodges.into()),
        number("blocks", one.blocks.into()),
        Stat::new("cluster", i64::from(one.cluster)),
        Stat::new("sword-hand", values::held(fight, who, Hold::Sword)),
        Stat::new("off-hand", values::held(fight, who, Hold::Off)),
        Stat::new("both-hands", one.both),
        Stat::new("shield", shield),
        Stat::new("armor", armor),
        number("counters", one.counters.into()),
        Stat::new("stowed", if stowed.is_empty() { "nothing".to_owned() } else { stowed.join(" and ") }),
        Stat::new("loaded", one.sword.is_some_and(|arm| arm.loaded)),
        Stat::new("level", health::level(fight, who).name()),
        number("str", attributes.strength),
        number("dex", attributes.dex),
        number("sta", characters::attribute(fight, who, Attribute::Sta)),
        number("int", attributes.int),
        number("emp", attributes.emp),
        number("soc", attributes.soc),
        Stat::new("trained", values::trained(fight, who)),
        Stat::new("pc", one.pc),
        Stat::new("prone", one.prone),
        Stat::new("unconscious", one.unconscious),
        Stat::new("stabilised", one.stabilised),
    ];
    CombatantView {
        name: fight.label(who).to_owned(),
        side: fight.setting.sides[one.side.index()].clone(),
        is: fight.template(who).id.clone(),
        at: fight.present(who).then_some(one.at),
        footprint: (1, 1),
        altitude: 0,
        fighting: one.out.is_none() && !one.unconscious,
        rides: None,
        stats,
        conditions: conditions(fight, who),
    }
}

/// What kind of condition something is.
type Kind = Option<&'static ConditionKind>;

/// Whether somebody is in a state.
type Is = fn(&Fight, Who) -> bool;

/// The states that need no detail, with their kinds, and who is in them.
const STATES: [(&str, &ConditionKind, Is); 13] = [
    (Level::Dead.name(), &glossary::DEAD, |fight, who| matches!(fight.one(who).out, Some(Out::Dead { .. }))),
    ("gone", &glossary::GONE, |fight, who| fight.one(who).out == Some(Out::Gone)),
    ("vanished", &glossary::VANISHED, |fight, who| fight.one(who).vanished.is_some()),
    ("prone", &glossary::PRONE, |fight, who| fight.one(who).prone),
    ("unconscious", &glossary::UNCONSCIOUS, |fight, who| fight.one(who).unconscious),
    ("stabilised", &glossary::STABILISED, |fight, who| fight.one(who).stabilised),
    ("guarding", &glossary::GUARDING, |fight, who| fight.one(who).guard),
    ("open", &glossary::OPEN, |fight, who| fight.one(who).ongoing),
    ("readied", &glossary::READIED, |fight, who| fight.one(who).readied.is_some()),
    ("under way", &glossary::UNDER_WAY, |fight, who| fight.one(who).upcoming.is_some()),
    ("raging", &glossary::RAGING, |fight, who| fight.one(who).rage.is_some()),
    ("possessed", &glossary::POSSESSED, |fight, who| fight.has(who, Feature::Possessed) && !fight.one(who).suppressed),
    ("anchored", &glossary::ANCHORED, |fight, who| fight.one(who).anchored),
];

const WOUNDED: &str = "wounded";

const IN_A_CLUSTER: &str = "in a cluster";

const GATHERING: &str = "gathering";

/// Every name that a condition may have.
pub(crate) fn condition_names(fight: &Fight) -> Vec<String> {
    let levels = [Level::Bloodied, Level::Mangled, Level::Mutilated].map(|level| level.name().to_owned());
    let effects = Effect::ALL.iter().map(|effect| effect.text().to_lowercase());
    let states = STATES.iter().map(|(name, ..)| *name).chain([WOUNDED, IN_A_CLUSTER, GATHERING]);
    let ailments = Ailment::ALL.map(|(_, name)| name);
    let powers = fight.setting.content.powers.iter().map(|power| power.entry.name.to_lowercase());
    let fixed = states.chain(ailments).map(String::from);
    levels.into_iter().chain(effects).chain(fixed).chain(powers).collect()
}

fn conditions(fight: &Fight, who: Who) -> Vec<Shown> {
    let one = fight.one(who);
    let mut all: Vec<Shown> = Vec::new();
    let mut say = |kind: Kind, name: String, detail: String| match all.iter_mut().find(|known| known.name == name) {
        Some(known) => known.detail = format!("{}; {detail}", known.detail),
        None => all.push(Shown { kind, ..Shown::new(name, detail) }),
    };
    for lasting in &one.effects {
        let mut detail = turns(lasting.turns);
        if let Some(way) = lasting.barred {
            detail = format!("{detail}, not {}", way_name(way));
        }
        if lasting.effect == Effect::Bind {
            detail = format!("{detail}, {}", lasting.part);
        }
        if let Some(source) = lasting.source {
            detail = format!("{detail}, by {}", fight.label(source));
        }
        say(glossary::of_effect(lasting.effect), lasting.effect.text().to_lowercase(), detail);
    }
    if daze::is_open(fight, who) && !one.effects.iter().any(|lasting| lasting.effect == Effect::Daze) {
        say(Some(&glossary::DAZE), Effect::Daze.text().to_lowercase(), "while the torso is wounded".into());
    }
    let level = health::level(fight, who);
    if level > Level::Fine && level < Level::Dead {
        let dies = one.clocks.dies.map_or(String::new(), |round| format!("dies in round {round}"));
        say(glossary::of_level(level), level.name().into(), dies);
    }
    for limb in Limb::ALL.iter().filter(|limb| one.is_hurt(**limb)) {
        say(Some(&glossary::WOUNDED_PART), format!("wounded {limb}"), String::new());
    }
    if let Some(scars) = one.scars {
        let parts: Vec<String> =
            Limb::ALL.iter().filter(|limb| scars.parts & 1 << limb.place() != 0).map(Limb::to_string).collect();
        let borne = if scars.borne { ", ignored" } else { "" };
        say(Some(&glossary::SCAR), WOUNDED.into(), format!("{}{borne}", parts.join(" and ")));
    }
    let ailing = Ailment::ALL.iter().filter(|(ailment, _)| one.ailments & ailment.bit() != 0);
    ailing.for_each(|(ailment, name)| say(Some(glossary::of_ailment(*ailment)), (*name).into(), String::new()));
    if one.cluster != 0 {
        let names: Vec<&str> =
            clusters::mates(fight, who).filter(|mate| *mate != who).map(|mate| fight.label(mate)).collect();
        say(Some(&glossary::IN_A_CLUSTER), IN_A_CLUSTER.into(), format!("with {}", names.join(", ")));
    }
    let states = STATES.iter().filter(|(.., is)| is(fight, who));
    states.for_each(|(name, kind, _)| say(Some(kind), (*name).into(), String::new()));
    if let Some(gathered) = one.gathered {
        let done = if gathered.ready.is_some() { "finished" } else { "so far" };
        say(Some(&glossary::GATHERING), GATHERING.into(), format!("{} {done}", gathered.power));
    }
    for boon in &one.boons {
        let detail = match boon.wait {
            1.. => format!("in {}", turns(boon.wait)),
            _ if boon.left < 0 => String::new(),
            _ => turns(boon.left),
        };
        say(Some(&glossary::POWER), fight.power(boon.power).entry.name.to_lowercase(), detail);
    }
    for shown in &mut all {
        measured(fight, who, shown);
    }
    all
}

fn turns(count: i16) -> String {
    if count == 1 { "1 turn".into() } else { format!("{count} turns") }
}

/// Adds how strong a condition is, whose doing, until when and for how many hits.
fn measured(fight: &Fight, who: Who, shown: &mut Shown) {
    let one = fight.one(who);
    if let Some(lasting) = one.effects.iter().find(|lasting| lasting.effect.text().eq_ignore_ascii_case(&shown.name)) {
        shown.size = Some(i64::from(lasting.turns));
        shown.source = lasting.source.map(|source| fight.label(source).to_owned());
        shown.until = Some(turns(lasting.turns));
    }
    let named = |boon: &&Boon| fight.power(boon.power).entry.name.eq_ignore_ascii_case(&shown.name);
    if let Some(boon) = one.boons.iter().find(named) {
        let hits = fight.power(boon.power).entry.does.iter().any(|deed| matches!(deed, Deed::NextHits { .. }));
        let amount = Some(i64::from(boon.amount)).filter(|amount| *amount > 0);
        (shown.size, shown.hits) = if hits { (None, amount) } else { (amount, None) };
        shown.until = Some(boon.left).filter(|left| *left >= 0).map(turns);
    }
    if let (Some(round), true) = (one.clocks.dies, shown.name == health::level(fight, who).name()) {
        shown.until = Some(format!("death in round {round}"));
    }
}
