//! Slim lines: what a program needs to decide, in a few kilobytes. Options that differ in their target alone stand together,
//! and of the state only what has changed since the last line of the fight.

use std::collections::BTreeMap;

use quintain_engine::{CombatantView, Label, OpenQuestion, Target, Value as Shown, View, Who};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// What a program has been told of a fight.
#[derive(Debug, Default)]
pub(crate) struct Told {
    round: Option<u32>,
    order: Option<Value>,
    map: Option<Vec<String>>,
    /// By their names, with what was written of them.
    combatants: BTreeMap<String, (CombatantView, Values)>,
}

/// What is written of a combatant, key by key.
type Values = Vec<(&'static str, Value)>;

impl Told {
    /// The state, as far as it has changed.
    pub(crate) fn changes(&mut self, view: &View) -> Value {
        let mut state = Map::new();
        if self.round.replace(view.round) != Some(view.round) {
            state.insert("round".to_owned(), json!(view.round));
        }
        let order = order(view);
        if self.order.as_ref() != Some(&order) {
            state.insert("order".to_owned(), order.clone());
            self.order = Some(order);
        }
        if self.map.as_ref() != Some(&view.map) {
            state.insert("map".to_owned(), json!(view.map));
            self.map = Some(view.map.clone());
        }
        let all: Map<String, Value> = view.combatants.iter().filter_map(|one| self.news(one)).collect();
        if !all.is_empty() {
            state.insert("combatants".to_owned(), Value::Object(all));
        }
        Value::Object(state)
    }

    /// What has changed about a combatant, by its name.
    fn news(&mut self, one: &CombatantView) -> Option<(String, Value)> {
        let known = self.combatants.get(&one.name);
        if known.is_some_and(|(known, _)| known == one) {
            return None;
        }
        let now = combatant(one);
        let known = known.map_or(&[][..], |(_, written)| written);
        let changed = now.iter().filter(|value| !known.contains(value));
        let changed: Map<String, Value> = changed.map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        self.combatants.insert(one.name.clone(), (one.clone(), now));
        (!changed.is_empty()).then(|| (one.name.clone(), Value::Object(changed)))
    }
}

/// Who acts now, and who comes after.
fn order(view: &View) -> Value {
    view.order.iter().flat_map(|slot| &slot.who).cloned().collect::<Vec<String>>().into()
}

/// A combatant, value by value.
fn combatant(one: &CombatantView) -> Values {
    let stat = |value: &Shown| match value {
        Shown::Number(number) => json!(number),
        other => json!(other.to_string()),
    };
    let mut all = vec![
        ("side", json!(one.side)),
        ("is", json!(one.is)),
        ("at", json!(one.at)),
        ("fighting", json!(one.fighting)),
        ("conditions", one.conditions.iter().map(|it| it.name.clone()).collect::<Vec<_>>().into()),
    ];
    all.extend(one.stats.iter().map(|it| (it.key, stat(&it.value))));
    all
}

/// A question whose options stand in groups.
#[derive(Serialize)]
struct Grouped<'a, S> {
    default: String,
    options: Vec<Several<'a>>,
    rule: &'static str,
    shape: S,
}

/// Options in a row that do the same, and to whom or where each does it.
struct Several<'a> {
    doing: Doing<'a>,
    /// The place of the first of them.
    from: usize,
    to: Vec<Aim<'a>>,
}

/// What is done; in words where the rulebook says no more.
enum Doing<'a> {
    Text(&'a str),
    Label(&'a Label),
}

impl Doing<'_> {
    fn is_the_same(&self, other: &Label) -> bool {
        matches!(self, Doing::Label(own) if own.verb.key == other.verb.key && own.means == other.means && own.variants == other.variants)
    }
}

impl Serialize for Several<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut group = to.serialize_map(None)?;
        match self.doing {
            Doing::Text(text) => group.serialize_entry("text", text)?,
            Doing::Label(label) => {
                group.serialize_entry("verb", label.verb.key)?;
                if let Some(means) = &label.means {
                    group.serialize_entry("means", &means.key)?;
                }
                for one in &label.variants {
                    group.serialize_entry(one.axis, &one.key)?;
                }
            }
        }
        group.serialize_entry("from", &self.from)?;
        match &self.to[..] {
            [] | [Aim(Target::None, _)] => {}
            [one] => group.serialize_entry("to", one)?,
            more => group.serialize_entry("to", more)?,
        }
        group.end()
    }
}

/// A target by the name of a combatant or a square.
struct Aim<'a>(&'a Target, &'a View);

impl Serialize for Aim<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Aim(target, view) = self;
        let name = |who: &Who| view.combatants.get(who.index()).map(|one| &*one.name);
        match target {
            Target::None => to.serialize_none(),
            Target::Oneself => to.serialize_str("oneself"),
            Target::Who(who) => name(who).serialize(to),
            Target::Pair(one, other) => [name(one), name(other)].serialize(to),
            Target::All(all) => to.collect_seq(all.iter().map(name)),
            Target::Thing(key, _) => key.serialize(to),
            Target::Slot { who, after } => [Some(if *after { "after" } else { "before" }), name(who)].serialize(to),
            Target::Square(square) => to.collect_str(square),
            Target::Route { to: end, by } => [end.to_string(), by.to_string()].serialize(to),
            Target::Way(way) => to.collect_str(way),
            Target::Area(square, way) => (square.to_string(), way.map(|way| way.to_string())).serialize(to),
            Target::Number(number) => number.serialize(to),
        }
    }
}

/// A question as a slim line puts it.
pub(super) fn question<'a>(
    asked: &'a OpenQuestion,
    labels: &'a [Option<Label>],
    view: &'a View,
) -> impl Serialize + 'a {
    let own = &asked.question;
    let mut options: Vec<Several<'_>> = Vec::new();
    for (from, choice) in own.choices().iter().enumerate() {
        let Some(label) = labels.get(from).and_then(Option::as_ref) else {
            options.push(Several { doing: Doing::Text(&choice.text), from, to: Vec::new() });
            continue;
        };
        let aim = Aim(&label.target, view);
        match options.last_mut().filter(|last| last.doing.is_the_same(label)) {
            Some(last) => last.to.push(aim),
            None => options.push(Several { doing: Doing::Label(label), from, to: vec![aim] }),
        }
    }
    Grouped { default: own.write(&own.default), options, rule: own.rule.id, shape: own.written_shape() }
}
