//! Slim lines: what a program needs to decide, in a few kilobytes. Options that differ in their target alone stand together,
//! and of the state only what has changed since the last line of the fight.

use std::collections::BTreeMap;

use quintain_engine::{CombatantView, Label, OpenQuestion, Target, Value as Shown, View};
use serde_json::{Map, Value, json};

/// What a program has been told of a fight.
#[derive(Debug, Default)]
pub(super) struct Told(BTreeMap<String, Value>);

impl Told {
    /// The question and the state, as far as that has changed.
    pub(super) fn line(&mut self, (asked, labels): (&OpenQuestion, &[Option<Label>]), view: &View) -> Value {
        let mut line = json!({ "question": question(asked, labels, view) });
        let mut news = |key: String, value: Value| {
            (self.0.get(&key) != Some(&value)).then(|| {
                self.0.insert(key, value.clone());
                value
            })
        };
        let mut state = Map::new();
        for (key, value) in [("round", json!(view.round)), ("order", order(view)), ("map", json!(view.map))] {
            state.extend(news(key.to_owned(), value).map(|value| (key.to_owned(), value)));
        }
        let mut all = Map::new();
        for one in &view.combatants {
            let mut changed = Map::new();
            for (key, value) in combatant(one) {
                changed.extend(news(format!("{}.{key}", one.name), value).map(|value| (key, value)));
            }
            if !changed.is_empty() {
                all.insert(one.name.clone(), Value::Object(changed));
            }
        }
        if !all.is_empty() {
            state.insert("combatants".to_owned(), Value::Object(all));
        }
        line["changes"] = Value::Object(state);
        line
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

fn question(asked: &OpenQuestion, labels: &[Option<Label>], view: &View) -> Value {
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
