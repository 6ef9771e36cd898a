//! Parts of a total.

use serde_json::json;

use crate::rule::Rule;

/// One part of a total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// What it is: `d10`, `Armor`.
    pub label: String,
    /// What it adds (negative where it takes away).
    pub value: i64,
    /// Where it comes from: a weapon, a garment, an incantation; may be empty.
    pub source: String,
    /// False for a term that was considered and did not apply.
    pub applied: bool,
    /// The rule that adds it.
    pub rule: Option<&'static Rule>,
    /// Whether it is what a limit takes or gives: `at most 3`.
    pub limit: bool,
    /// Why it did not apply.
    pub why: Option<&'static str>,
    /// What ends it, as words behind `until`: `it stands up`.
    pub until: Option<&'static str>,
}

impl Term {
    /// A part that counts.
    pub fn new(label: impl Into<String>, value: i64) -> Self {
        let (label, source) = (label.into(), String::new());
        Term { label, value, source, applied: true, rule: None, limit: false, why: None, until: None }
    }

    /// A part that counts, by a rule.
    pub fn by(rule: &'static Rule, label: impl Into<String>, value: i64) -> Self {
        Term { rule: Some(rule), ..Term::new(label, value) }
    }

    /// For bots and tools; what is not there is left out.
    pub fn to_json(&self) -> serde_json::Value {
        let mut told =
            json!({ "label": self.label, "value": self.value, "source": self.source, "applied": self.applied });
        let mut put = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                told[key] = json!(value);
            }
        };
        put("rule", self.rule.map(|rule| rule.id));
        put("why", self.why);
        put("until", self.until);
        if self.limit {
            told["limit"] = json!(true);
        }
        told
    }
}
