//! Events as lines of JSON, with names in the place of handles.

use quintain_engine::{Audience, Event, Term, Who};
use serde_json::{Map, Value, json};

/// One event. `names` are those of the roster, `sides` those of the sides.
pub(crate) fn event(place: usize, event: &Event, names: &[String], sides: &[String]) -> Value {
    let name = |who: Who| names.get(who.index()).cloned().unwrap_or_else(|| format!("#{}", who.0));
    let mut told = Map::new();
    let mut put = |key: &str, value: Value| _ = told.insert(key.to_owned(), value);
    put("n", json!(place + 1));
    put("rule", json!(event.rule.id));
    put("text", json!(event.text));
    if !event.also.is_empty() {
        put("also", json!(event.also.iter().map(|rule| rule.id).collect::<Vec<_>>()));
    }
    if let Some(who) = event.who {
        put("who", json!(name(who)));
    }
    if let Some(whom) = event.whom {
        put("whom", json!(name(whom)));
    }
    if !event.dice.is_empty() {
        let dice = event.dice.iter().map(|shown| match &shown.whose {
            Some(whose) => json!({ "sides": shown.sides, "faces": shown.faces, "whose": whose }),
            None => json!({ "sides": shown.sides, "faces": shown.faces }),
        });
        put("dice", dice.collect());
    }
    if !event.terms.is_empty() {
        put("terms", event.terms.iter().map(Term::to_json).collect());
    }
    if !event.pool.is_empty() {
        put("pool", event.pool.iter().map(Term::to_json).collect());
    }
    if let Some(total) = event.total {
        put("total", json!(total));
    }
    if let Some((label, value)) = &event.against {
        put("against", json!({ "label": label, "value": value }));
    }
    if !event.held.is_empty() {
        put("held", event.held.iter().map(Term::to_json).collect());
    }
    if let Some(cause) = event.cause {
        put("cause", json!(cause.0 + 1));
    }
    if !event.changes.is_empty() {
        let changes = event.changes.iter().map(|change| {
            json!({ "who": name(change.who), "stat": change.stat, "before": change.before, "after": change.after })
        });
        put("changes", changes.collect());
    }
    if let Some(means) = &event.means {
        put("with", json!(means));
    }
    if let Some(harm) = event.harm {
        put("harm", json!({ "by": harm.by.map(name), "whom": name(harm.whom), "amount": harm.amount }));
    }
    match event.audience {
        Audience::All => {}
        Audience::Side(side) => put("audience", json!({ "side": sides.get(side.index()) })),
        Audience::Of(who) => put("audience", json!({ "of": name(who) })),
        Audience::Gm => put("audience", json!("gm")),
    }
    Value::Object(told)
}

#[cfg(test)]
mod tests {
    use quintain_engine::{EventId, Kind, Rule};

    use super::*;

    static RULE: Rule = Rule { id: "attack.armor", kind: Kind::Engine, summary: "", ruling: None, house: None };

    #[test]
    fn names_stand_for_handles_and_empty_parts_are_left_out() {
        let names = ["Althea".to_owned()];
        let plain = event(0, &Event::new(&RULE, "x"), &names, &[]);
        assert_eq!(plain, json!({ "n": 1, "rule": "attack.armor", "text": "x" }));
        let full = Event::new(&RULE, "x").by(Who(0)).dice(6, &[4]).because(EventId(0)).only_for(Audience::Gm);
        let told = event(1, &full.change(Who(0), "sta", 5, 2), &names, &[]);
        assert_eq!(told["who"], "Althea");
        assert_eq!(told["dice"][0], json!({ "sides": 6, "faces": [4] }));
        assert_eq!((&told["cause"], &told["audience"]), (&json!(1), &json!("gm")));
        assert_eq!(told["changes"][0]["who"], "Althea");
    }
}
