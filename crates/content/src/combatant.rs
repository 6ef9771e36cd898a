//! Who fights: the `[[combatant]]` entries of an encounter, and one combatant for each that is counted.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use quintain_field::Square;

use crate::fields::{Fields, tables};
use crate::light::{self, LightSpec};
use crate::map::squares;
use crate::node::Node;
use crate::value::flatten;
use crate::{Place, Placed, Problem, Problems, Value};

/// The most combatants that one entry may stand for.
pub const MOST_OF_A_KIND: u32 = 200;

/// The most combatants in one encounter.
pub const MOST_COMBATANTS: usize = 1000;

/// A `[[combatant]]`.
#[derive(Clone, Debug)]
pub struct CombatantSpec {
    /// Where the entry begins.
    pub place: Place,
    /// What it is called. When left out, `is` as words: `sea-cyclops` becomes `Sea cyclops`.
    pub name: Placed<String>,
    /// The pack entry it is made from.
    pub is: Placed<String>,
    /// Who it fights for.
    pub side: Placed<String>,
    /// Where it stands: no square, one, or one for each of `count`.
    pub at: Vec<Placed<Square>>,
    /// How many there are. When given, even as 1, the names are numbered: `Bandit 1`.
    pub count: Option<Placed<u32>>,
    /// What it carries and knows besides what its entry says.
    pub with: Vec<Placed<String>>,
    /// What is changed in it; nested keys are joined with dots.
    pub set: Vec<(Placed<String>, Placed<Value>)>,
    /// Who answers for it; when left out, the seat of its side.
    pub seat: Option<Placed<String>>,
    /// How it answers when nobody does; when left out, the tactics of its side.
    pub tactics: Option<Placed<String>>,
    /// Whether nobody who does not play it knows of it until the game master reveals it.
    pub concealed: bool,
    /// A light that each of them carries.
    pub light: Option<LightSpec>,
}

/// One combatant: an entry, or one of those it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Combatant {
    /// Its own name, with its number where the entry has a `count`.
    pub name: String,
    /// The entry it comes from, as an index into [`crate::Encounter::combatants`].
    pub spec: usize,
    /// Its number among those of its entry, from 1.
    pub number: u32,
    /// Where it stands, if the encounter says so.
    pub at: Option<Placed<Square>>,
}

pub(crate) const KEYS: [&str; 12] =
    ["name", "is", "side", "at", "count", "with", "set", "seat", "tactics", "temper", "concealed", "light"];

/// Reads `[[combatant]]`.
pub(crate) fn read(node: &Node, problems: &mut Problems) -> Vec<CombatantSpec> {
    tables("combatant", node, problems).into_iter().filter_map(|entry| read_one(entry, problems)).collect()
}

fn read_one(node: &Node, problems: &mut Problems) -> Option<CombatantSpec> {
    let mut fields = Fields::open("a combatant", node, problems)?;
    fields.only(&KEYS, &[]);
    fields.require("is", "is = \"hoplite\"");
    fields.require("side", "side = \"heroes\"");
    let is = fields.text("is");
    let side = fields.text("side");
    let name = match fields.node("name") {
        Some(_) => fields.text("name"),
        None => is.clone().map(|is| is.map(|id| called(&id))),
    };
    let count = fields.int("count", 1, i64::from(MOST_OF_A_KIND));
    let count = count.map(|count| count.map(|number| u32::try_from(number).unwrap_or(MOST_OF_A_KIND)));
    let with = fields.texts("with").unwrap_or_default();
    let seat = fields.text("seat");
    let tactics = fields.text("tactics");
    let concealed = fields.flag("concealed").is_some_and(|flag| flag.value);
    let light = fields.node("light").and_then(|node| light::carried(node, fields.problems));
    let mut set = fields.table("set").map(|table| flatten(table, fields.problems)).unwrap_or_default();
    // A temperament is one of the values that a book sets; it has a key of its own because so many have one.
    if let Some(temper) = fields.text("temper") {
        let place = temper.place.clone();
        set.push((Placed { value: "temper".into(), place }, temper.map(Value::Text)));
    }
    let at = fields.node("at").map(|at| squares("at", at, fields.problems)).unwrap_or_default();
    let name = name.filter(|name| sayable(name, fields.problems));
    let spec = CombatantSpec {
        place: node.place.clone(),
        name: name?,
        is: is?,
        side: side?,
        at,
        count,
        with,
        set,
        seat,
        tactics,
        concealed,
        light,
    };
    check_count(&spec, problems);
    Some(spec)
}

fn check_count(spec: &CombatantSpec, problems: &mut Problems) {
    let Some(first) = spec.at.first().filter(|_| spec.at.len() > 1) else { return };
    let listed = spec.at.len();
    match &spec.count {
        Some(count) if count.value as usize == listed => {}
        Some(count) => {
            let what = format!("`at` lists {listed} squares for {count} combatants");
            problems.push(Problem::at(&first.place, what).help("give one square for all, or one for each"));
        }
        None => {
            let what = format!("`at` lists {listed} squares for one combatant");
            problems.push(Problem::at(&first.place, what).help(format!("add `count = {listed}`")));
        }
    }
}

/// `sea-cyclops` becomes `Sea cyclops`.
pub(crate) fn called(id: &str) -> String {
    let spaced = id.replace(['-', '_'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Whether scripts can hold a name; why not is a problem.
pub(crate) fn sayable(name: &Placed<String>, problems: &mut Problems) -> bool {
    let shown = name.value.escape_debug();
    let problem = if name.value.trim() != name.value {
        Problem::at(&name.place, format!("the name `{shown}` begins or ends with a space")).help("take the space away")
    } else if let Some(bad) = name.value.chars().find(|&c| matches!(c, ':' | ',') || c.is_control()) {
        let what = format!("the name `{shown}` has a `{}` in it, which scripts cannot hold", bad.escape_debug());
        Problem::at(&name.place, what).help("use letters, digits, spaces and hyphens")
    } else if name.value.starts_with('#') {
        let what = format!("the name `{shown}` begins with `#`, which begins a comment in scripts");
        Problem::at(&name.place, what).help("begin with a letter")
    } else if name.value.to_lowercase() == "gm" {
        Problem::at(&name.place, format!("the name `{shown}` is kept for the game master")).help("use another name")
    } else {
        return true;
    };
    problems.push(problem);
    false
}

/// One combatant for each that the entries count, in the order of the file. Two that would have the same name (case
/// does not count) are a problem, and one of them is left out.
pub(crate) fn expand(specs: &[CombatantSpec], problems: &mut Problems) -> Vec<Combatant> {
    let mut all: Vec<Combatant> = Vec::new();
    let mut names = BTreeMap::new();
    for (index, spec) in specs.iter().enumerate() {
        for number in 1..=spec.count.as_ref().map_or(1, |count| count.value) {
            let name = match spec.count {
                Some(_) => format!("{} {number}", spec.name),
                None => spec.name.value.clone(),
            };
            if let Some(first) = names.insert(name.to_lowercase(), &spec.name.place) {
                let what = format!("two combatants are called `{name}`");
                let help = format!("the first is at {first}; give each a name of its own, or one `count` for both");
                problems.push(Problem::at(&spec.name.place, what).help(help));
                break;
            }
            if all.len() == MOST_COMBATANTS {
                let what = format!("there are more than {MOST_COMBATANTS} combatants");
                problems.push(Problem::at(&spec.name.place, what).help("leave some out"));
                return all;
            }
            let at = spec.at.get(number as usize - 1).or(spec.at.first()).cloned();
            all.push(Combatant { name, spec: index, number, at });
        }
    }
    all
}

/// A problem for each combatant that stands on a square where another stands already. Only some rulebooks forbid it,
/// so it is for the rulebook to ask.
pub fn shared_squares(combatants: &[Combatant]) -> Vec<Problem> {
    let mut first_on: BTreeMap<Square, &Combatant> = BTreeMap::new();
    let mut found = Vec::new();
    for combatant in combatants {
        let Some(at) = &combatant.at else { continue };
        match first_on.entry(at.value) {
            Entry::Vacant(free) => drop(free.insert(combatant)),
            Entry::Occupied(first) => {
                let what = format!("`{}` stands on {at}, where `{}` stands already", combatant.name, first.get().name);
                found.push(Problem::at(&at.place, what).help("give each a square of its own"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
