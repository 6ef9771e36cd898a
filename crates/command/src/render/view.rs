//! The state of a fight as a table: everyone, where they stand, their values and conditions.

use std::io::{self, Write};

use comfy_table::Table;
use quintain_engine::{CombatantView, Stat, Value, View, Zone};

use crate::render::{DIM, table};

/// More squares than this are counted.
const MOST_LISTED: usize = 12;

/// Writes the state: first what holds for the fight as a whole, then a line for each combatant.
pub(crate) fn state(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let own: Vec<String> = view.stats.iter().map(|stat| format!("{} {}", stat.key, value(stat))).collect();
    let moment = [round(view.round), view.moment.clone()].into_iter().chain(own);
    let moment: Vec<String> = moment.filter(|words| !words.is_empty()).collect();
    writeln!(out, "{DIM}{}{DIM:#}", moment.join(", "))?;
    for zone in &view.zones {
        writeln!(out, "{DIM}on the ground: {}{DIM:#}", on_the_ground(view, zone))?;
    }
    table::write(everyone(view), out)
}

/// The round in words; the first begins with what comes before it.
pub(crate) fn round(round: u32) -> String {
    if round == 0 { "before the first round".to_owned() } else { format!("round {round}") }
}

/// `Fog, of Ida: C3 C4`.
fn on_the_ground(view: &View, zone: &Zone) -> String {
    let by = zone.by.and_then(|by| view.combatants.get(by.index()));
    let of = by.map(|by| format!(", of {}", by.name)).unwrap_or_default();
    let squares: Vec<String> = zone.squares.iter().map(ToString::to_string).collect();
    match squares.as_slice() {
        [first, .., last] if squares.len() > MOST_LISTED => {
            format!("{}{of}: {} squares from {first} to {last}", zone.label, squares.len())
        }
        _ => format!("{}{of}: {}", zone.label, squares.join(" ")),
    }
}

fn everyone(view: &View) -> Table {
    let mut keys: Vec<&str> = Vec::new();
    for stat in view.combatants.iter().flat_map(|who| &who.stats) {
        if !keys.contains(&stat.key) {
            keys.push(stat.key);
        }
    }
    let placed = view.combatants.iter().any(|who| who.at.is_some());
    let mut table = table::plain();
    let at = placed.then_some("at");
    let fixed = ["name", "side"].into_iter().chain(at).chain(keys.iter().copied()).chain(["conditions"]);
    table.set_header(fixed);
    for who in &view.combatants {
        let at = placed.then(|| who.at.map(|at| at.to_string()).unwrap_or_default());
        let stats =
            keys.iter().map(|key| who.stats.iter().find(|stat| stat.key == *key).map(value).unwrap_or_default());
        let row = [who.name.clone(), who.side.clone()].into_iter().chain(at).chain(stats).chain([conditions(who)]);
        table.add_row(row);
    }
    table
}

/// `3/7`, `yes`, `-`.
fn value(stat: &Stat) -> String {
    match (&stat.value, stat.max) {
        (Value::None, _) => "-".to_owned(),
        (value, Some(max)) => format!("{value}/{max}"),
        (value, None) => value.to_string(),
    }
}

fn conditions(who: &CombatantView) -> String {
    let named = who.conditions.iter().map(|condition| match condition.detail.as_str() {
        "" => condition.name.clone(),
        detail => format!("{} ({detail})", condition.name),
    });
    let out = (!who.fighting).then(|| "out".to_owned());
    out.into_iter().chain(named).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_a_line_and_each_value_a_column() {
        let one = |name: &str, stats: Vec<Stat>, fighting| CombatantView {
            name: name.into(),
            side: "heroes".into(),
            is: "hero".into(),
            at: "C3".parse().ok(),
            footprint: (1, 1),
            altitude: 0,
            fighting,
            rides: None,
            stats,
            conditions: Vec::new(),
        };
        let view = View {
            rulebook: "fake",
            round: 2,
            moment: "over".into(),
            over: None,
            order: Vec::new(),
            stats: vec![Stat::new("phase", 1)],
            combatants: vec![one("Althea", vec![Stat::of("sta", 3, 7)], true), one("Boy", vec![], false)],
            intents: Vec::new(),
            zones: Vec::new(),
            lights: Vec::new(),
            scale: None,
            map: Vec::new(),
        };
        let mut out = anstream::StripStream::new(Vec::new());
        state(&view, &mut out).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert_eq!(
            text,
            "round 2, over, phase 1\nname    side    at  sta  conditions\nAlthea  heroes  C3  3/7\nBoy     heroes  C3       out\n"
        );
    }
}
