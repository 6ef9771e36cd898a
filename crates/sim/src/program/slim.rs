//! Slim lines: what a program needs to decide, in a few kilobytes. Options that differ in their target alone stand together,
//! and of the state only what has changed since the last line of the fight.

use std::collections::BTreeMap;

use quintain_engine::{CombatantView, Label, OpenQuestion, Target, Value as Shown, View};
use serde_json::{Map, Value, json};

/// What a program has been told of a fight.
#[derive(Debug, Default)]
pub(crate) struct Told {
    round: Option<u32>,
    order: Option<Value>,
    map: Option<Vec<String>>,
    combatants: BTreeMap<String, CombatantView>,
}

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
        if known == Some(one) {
            return None;
        }
        let known = known.map_or_else(Vec::new, combatant);
        let changed: Map<String, Value> = combatant(one).into_iter().filter(|value| !known.contains(value)).collect();
        self.combatants.insert(one.name.clone(), one.clone());
        (!changed.is_empty()).then(|| (one.name.clone(), Value::Object(changed)))
    }
}

/// Who acts now, and who comes after.
fn order(view: &View) -> Value {
    view.order.iter().flat_map(|slot| &slot.who).cloned().collect::<Vec<String>>().into()
}

/// A combatant, value by value.
fn combatant(one: &CombatantView) -> Vec<(String, Value)> {
    let stat = |value: &Shown| match value {
        Shown::Number(number) => json!(number),
        other => json!(other.to_string()),
    };
    let mut all = vec![
        ("side".to_owned(), json!(one.side)),
        ("is".to_owned(), json!(one.is)),
        ("at".to_owned(), json!(one.at)),
        ("fighting".to_owned(), json!(one.fighting)),
        ("conditions".to_owned(), one.conditions.iter().map(|it| it.name.clone()).collect::<Vec<_>>().into()),
    ];
    all.extend(one.stats.iter().map(|it| (it.key.to_owned(), stat(&it.value))));
    all
}

/// A question whose options stand in groups.
pub(super) fn question(asked: &OpenQuestion, labels: &[Option<Label>], view: &View) -> Value {
    let own = &asked.question;
    let mut groups: Vec<(Value, Vec<Value>, usize)> = Vec::new();
    for (place, choice) in own.choices().iter().enumerate() {
        match labels.get(place).and_then(Option::as_ref) {
            None => groups.push((json!({ "text": choice.text }), Vec::new(), place)),
            Some(label) => {
                let doing = doing(label);
                let target = target(&label.target, view);
                match groups.last_mut() {
                    Some((known, targets, _)) if *known == doing && !targets.is_empty() => targets.push(target),
                    _ => groups.push((doing, vec![target], place)),
                }
            }
        }
    }
    let options = groups.into_iter().map(|(mut group, mut targets, from)| {
        group["from"] = json!(from);
        match targets.len() {
            0 => {}
            1 if targets[0].is_null() => {}
            1 => group["to"] = targets.swap_remove(0),
            _ => group["to"] = Value::Array(targets),
        }
        group
    });
    json!({
        "rule": own.rule.id,
        "shape": own.to_json(&[])["shape"],
        "options": options.collect::<Vec<_>>(),
        "default": own.write(&own.default),
    })
}

/// What is done, with what, in which way.
fn doing(label: &Label) -> Value {
    let mut doing = json!({ "verb": label.verb.key });
    if let Some(means) = &label.means {
        doing["means"] = json!(means.key);
    }
    for one in &label.variants {
        doing[one.axis] = json!(one.key);
    }
    doing
}

/// A target by the name of a combatant or a square.
fn target(target: &Target, view: &View) -> Value {
    let name = |who: quintain_engine::Who| view.combatants.get(who.index()).map(|one| one.name.clone());
    match target {
        Target::None => Value::Null,
        Target::Oneself => json!("oneself"),
        Target::Who(who) => json!(name(*who)),
        Target::Pair(one, other) => json!([name(*one), name(*other)]),
        Target::All(all) => json!(all.iter().map(|who| name(*who)).collect::<Vec<_>>()),
        Target::Thing(key, _) => json!(key),
        Target::Slot { who, after } => json!([if *after { "after" } else { "before" }, name(*who)]),
        Target::Square(square) => json!(square.to_string()),
        Target::Route { to, by } => json!([to.to_string(), by.to_string()]),
        Target::Way(way) => json!(way.to_string()),
        Target::Area(square, way) => json!([square.to_string(), way.map(|way| way.to_string())]),
        Target::Number(number) => json!(number),
    }
}
