//! Events as JSON, for bots and tools, with names in the place of handles.

use serde_json::{Map, Value, json};

use super::{Event, Term};
use crate::cast::{Audience, Who};

impl Event {
    /// The event at this place of its log, with what it has; `names` are those of the roster, `sides` those of the sides.
    /// Events are counted from 1, as `cause` counts them.
    pub fn to_json(&self, place: usize, names: &[String], sides: &[String]) -> Value {
        let name = |who: Who| names.get(who.index()).cloned().unwrap_or_else(|| format!("#{}", who.0));
        let mut told = Map::new();
        let mut put = |key: &str, value: Value| _ = told.insert(key.to_owned(), value);
        put("n", json!(place + 1));
        put("rule", json!(self.rule.id));
        put("role", json!(self.role.word()));
        put("text", json!(self.text));
        if !self.also.is_empty() {
            put("also", json!(self.also.iter().map(|rule| rule.id).collect::<Vec<_>>()));
        }
        if let Some(who) = self.who {
            put("who", json!(name(who)));
        }
        if let Some(whom) = self.whom {
            put("whom", json!(name(whom)));
        }
        for (key, value) in self.reckoned_json() {
            put(key, value);
        }
        if let Some(cause) = self.cause {
            put("cause", json!(cause.0 + 1));
        }
        if !self.changes.is_empty() {
            let changes = self.changes.iter().map(|change| {
                json!({ "who": name(change.who), "stat": change.stat, "before": change.before, "after": change.after })
            });
            put("changes", changes.collect());
        }
        if let Some(means) = &self.means {
            put("with", json!(means));
        }
        if let Some(harm) = self.harm {
            put("harm", json!({ "by": harm.by.map(name), "whom": name(harm.whom), "amount": harm.amount }));
        }
        match self.audience {
            Audience::All => {}
            Audience::Side(side) => put("audience", json!({ "side": sides.get(side.index()) })),
            Audience::Of(who) => put("audience", json!({ "of": name(who) })),
            Audience::Gm => put("audience", json!("gm")),
        }
        Value::Object(told)
    }

    /// The dice and what was reckoned with them.
    fn reckoned_json(&self) -> Vec<(&'static str, Value)> {
        let mut all = Vec::new();
        if !self.dice.is_empty() {
            let dice = self.dice.iter().map(|shown| match &shown.whose {
                Some(whose) => json!({ "sides": shown.sides, "faces": shown.faces, "whose": whose }),
                None => json!({ "sides": shown.sides, "faces": shown.faces }),
            });
            all.push(("dice", dice.collect()));
        }
        let parts = [("terms", &self.terms), ("pool", &self.pool), ("held", &self.held)];
        for (key, parts) in parts.into_iter().filter(|(_, parts)| !parts.is_empty()) {
            all.push((key, parts.iter().map(Term::to_json).collect()));
        }
        if let Some(total) = self.total {
            all.push(("total", json!(total)));
        }
        if let Some((label, value)) = &self.against {
            all.push(("against", json!({ "label": label, "value": value })));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventId;
    use crate::rule::{Kind, Rule};

    static RULE: Rule = Rule { id: "attack.armor", kind: Kind::Engine, summary: "", ruling: None, house: None };

    #[test]
    fn names_stand_for_handles_and_empty_parts_are_left_out() {
        let names = ["Althea".to_owned()];
        let plain = Event::new(&RULE, "x").act().to_json(0, &names, &[]);
        assert_eq!(plain, json!({ "n": 1, "rule": "attack.armor", "role": "act", "text": "x" }));
        let full = Event::new(&RULE, "x").by(Who(0)).dice(6, &[4]).because(EventId(0)).only_for(Audience::Gm);
        let told = full.change(Who(0), "sta", 5, 2).to_json(1, &names, &[]);
        assert_eq!(told["who"], "Althea");
        assert_eq!(told["dice"][0], json!({ "sides": 6, "faces": [4] }));
        assert_eq!((&told["cause"], &told["audience"]), (&json!(1), &json!("gm")));
        assert_eq!(told["changes"][0]["who"], "Althea");
    }
}
