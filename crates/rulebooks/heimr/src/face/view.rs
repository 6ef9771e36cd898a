//! The fight as it can be shown.

use quintain_engine::{CombatantView, Condition as Shown, ConditionKind, Outcome, Scale, Slot, Stat, View, When, Who};
use quintain_field::Diagonal;

use super::sheet::SHEET;
use super::{foreseen, glossary};
use crate::content::{Deed, Effect, Feature, Limb, Word};
use crate::rules::basics::SECONDS;
use crate::rules::health::{self, Level};
use crate::rules::{clusters, daze, initiative};
use crate::state::{Ailment, Boon, Fight, Lasting, Out, Stage, way_name};

pub(crate) fn view(fight: &Fight) -> View {
    View {
        rulebook: "heimr",
        round: fight.round,
        moment: moment(fight),
        over: fight.outcome.map(|outcome| match outcome {
            Outcome::Won(side) => fight.setting.roster.side(side).to_owned(),
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
        lights: fight.lights.view(|who| fight.present(who).then(|| fight.one(who).at)),
        scale: Some(Scale { square: 1, one: "border", many: "borders", diagonal: Diagonal::Orthogonal }),
        map: fight.map_now().to_rows(),
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
pub(crate) fn order(fight: &Fight) -> Vec<Slot> {
    if matches!(fight.stage, Stage::Start | Stage::Over(_)) {
        return Vec::new();
    }
    let slot = |(place, who): (usize, &Who)| Slot {
        label: format!("initiative {}", initiative::in_words(fight, *who)),
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
    CombatantView {
        name: fight.label(who).to_owned(),
        side: fight.setting.roster.side(one.side).to_owned(),
        is: fight.template(who).id.clone(),
        at: fight.present(who).then_some(one.at),
        footprint: (1, 1),
        altitude: 0,
        fighting: one.out.is_none() && !one.unconscious,
        rides: None,
        stats: SHEET.iter().map(|number| number.shown(fight, who, one)).collect(),
        conditions: conditions(fight, who),
    }
}

type Kind = Option<&'static ConditionKind>;

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
        let detail = lasts(fight, lasting);
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

/// How long an effect lasts, what it bars or holds, and its source.
fn lasts(fight: &Fight, lasting: &Lasting) -> String {
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
    detail
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
