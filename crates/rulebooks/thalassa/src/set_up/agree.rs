//! Whether what an encounter says of somebody can all be so: better refused than bent in silence.

use quintain_content::{CombatantSpec, Encounter, Placed, Problem, Value, name_help};

use super::{Member, class};
use crate::book::Special;
use crate::combatant::Combatant;
use crate::condition::Condition;
use crate::fight::Fight;
use crate::setting::Setting;
use crate::values;

/// What an encounter sets under this name.
fn said<'a>(spec: &'a CombatantSpec, key: &str) -> Option<&'a (Placed<String>, Placed<Value>)> {
    spec.set.iter().find(|(known, _)| known.value == key)
}

/// What is said of a combatant and cannot be so beside the rest of it.
pub(super) fn at_odds(setting: &Setting, spec: &CombatantSpec, one: &Combatant) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let (Some((key, _)), true) = (said(spec, "armor"), is_given_armor(setting, spec)) {
        let what = "`armor` is all the Armor that counts, and what is worn would count beside it";
        let help = "take `armor` away, or say `natural-armor` for the Armor below what is worn";
        problems.push(Problem::at(&key.place, what).help(help));
    }
    let held = said(spec, "shield").filter(|(_, value)| matches!(value.value, Value::Bool(true)));
    if let (Some((key, _)), Err(why)) = (held, values::may_hold_shield(setting, one)) {
        let help = "give it one, wears = [\"aspis\"], and a hand for it, in-hand = \"xiphos\"";
        problems.push(Problem::at(&key.place, format!("{} holds no shield: {why}", spec.name.value)).help(help));
    }
    let heads = said(spec, "heads").filter(|_| one.heads > 0 && !setting.counts_heads(one));
    if let Some((key, _)) = heads {
        let help = "take it away; heads are counted where they grow again, or are gathered";
        problems.push(Problem::at(&key.place, format!("the heads of {} are not counted", spec.name.value)).help(help));
    }
    let peaceful = setting.template(one).has(&Special::Peaceful);
    if let Some((key, _)) = said(spec, "provoked").filter(|_| one.provoked && !peaceful) {
        let help = "take it away; it is said of those who are peaceful";
        problems.push(Problem::at(&key.place, format!("{} needs no provoking", spec.name.value)).help(help));
    }
    if let Some((key, _)) = said(spec, "first") {
        let help = format!("settle it under [house]: order.start = [\"{} passes\"]", spec.name.value);
        let what = "who goes first is what the saves for order are rolled for";
        problems.push(Problem::at(&key.place, what).help(help));
    }
    problems.extend(end_of_another(spec, one));
    problems
}

/// Whether an encounter gives armour by name.
fn is_given_armor(setting: &Setting, spec: &CombatantSpec) -> bool {
    let is_armor = |id: &Placed<String>| setting.armors.iter().any(|armor| armor.id == id.value);
    let worn = said(spec, "wears").and_then(|(_, list)| list.value.as_list());
    spec.with.iter().any(is_armor) || worn.is_some_and(|list| !list.is_empty())
}

/// `detachment.critical`, `ability.kra-0`: companies are routed, weakened and destroyed; only who is none dies.
fn end_of_another(spec: &CombatantSpec, one: &Combatant) -> Option<Problem> {
    let of_companies = [Condition::Destroyed, Condition::Routed, Condition::Weakened];
    let others: &[Condition] = if one.detachment { &[Condition::Dead] } else { &of_companies };
    let wrong = others.iter().find(|condition| one.is(**condition))?;
    let (key, _) = said(spec, "conditions")?;
    let (whose, help) = match one.detachment {
        true => ("no detachment", "a detachment at KRA 0 is `destroyed`"),
        false => ("detachments alone", "take it away, or set detachment = true"),
    };
    Some(Problem::at(&key.place, format!("`{}` is for {whose}", wrong.name())).help(help))
}

/// `crit.clock`: a clock for a combatant that none runs for.
pub(super) fn idle_clocks(encounter: &Encounter, fight: &Fight) -> Vec<Problem> {
    let named = encounter.expand();
    let runs = |name: &str| {
        let one = quintain_engine::find(fight, name).map(|who| fight.one(who));
        one.is_some_and(|one| one.dies_in_round > 0 && !one.is(Condition::Aided))
    };
    let idle = |(place, spec): (usize, &CombatantSpec)| {
        let (key, value) = said(spec, "rounds-to-live")?;
        let mut own = named.iter().filter(|named| named.spec == place);
        // 0 is what is carried out of a fight in which nobody was dying.
        let none_runs = value.value.as_int() != Some(0) && !own.any(|named| runs(&named.name));
        let help = "a clock runs for those in critical damage or mortally wounded who have had no aid";
        none_runs.then(|| Problem::at(&key.place, format!("{} is not dying", spec.name.value)).help(help))
    };
    encounter.combatants.iter().enumerate().filter_map(idle).collect()
}

/// `order.start`: each whose save is settled beforehand must be there, roll one, and be named once.
pub(super) fn unsettled(setting: &Setting, encounter: &Encounter, members: &[Member]) -> Vec<Problem> {
    let is_start = |key: &str| key.strip_prefix("opt.").unwrap_or(key) == "order.start";
    let rule = encounter.house.iter().find(|(key, _)| is_start(&key.value));
    let written = rule.and_then(|(_, value)| value.value.as_list()).unwrap_or_default();
    let settled = &setting.house.excused;
    let mut problems = Vec::new();
    for (place, (item, (name, _))) in written.iter().zip(settled).enumerate() {
        let member = members.iter().find(|member| member.name.to_lowercase() == *name);
        let what = match member {
            None => format!("nobody is called {name}"),
            Some(member) if class(setting, &member.combatant) > 1 => {
                format!("{} rolls no save for order: heroes and their allies do", member.name)
            }
            Some(member) if settled[..place].iter().any(|(known, _)| known == name) => {
                format!("the save of {} is settled twice", member.name)
            }
            Some(_) => continue,
        };
        let names = || members.iter().map(|member| member.name.as_str());
        let help = if member.is_none() { name_help("name", name, names()) } else { None };
        problems.push(Problem { help, ..Problem::at(&item.place, what) });
    }
    problems
}
