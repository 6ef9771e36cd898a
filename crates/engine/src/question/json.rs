//! Questions as JSON, for bots and tools.

use serde_json::{Value, json};

use super::{Question, Shape, Wants};
use crate::label::Label;

impl Question<usize> {
    /// What is asked, every legal option, what is refused and why, and the default. `who` in an option is a place in the
    /// view's list of combatants; `does` is what the option does in parts, where `labels` (one for each option) say.
    pub fn to_json(&self, labels: &[Option<Label>]) -> Value {
        let options = self.choices().iter().enumerate().map(|(place, choice)| {
            let mut option =
                json!({ "text": choice.text, "hint": choice.hint, "square": choice.square, "who": choice.who });
            if let Some(Some(label)) = labels.get(place) {
                option["does"] = label.to_json();
            }
            option
        });
        let refused = self.refused.iter().map(
            |refused| json!({ "text": refused.text, "rule": refused.refusal.rule.id, "why": refused.refusal.why, "cure": refused.refusal.cure }),
        );
        json!({
            "text": self.text,
            "rule": self.rule.id,
            "shape": self.shape.to_json(),
            "options": options.collect::<Vec<_>>(),
            "refused": refused.collect::<Vec<_>>(),
            "default": self.write(&self.default),
        })
    }
}

impl<A> Shape<A> {
    fn to_json(&self) -> Value {
        match self {
            Shape::OneOf(wants, _) => json!({ "kind": "one", "of": wants.word() }),
            Shape::Several { wants, least, most, .. } => {
                json!({ "kind": "several", "of": wants.word(), "least": least, "most": most })
            }
            Shape::OrderOf(_) => json!({ "kind": "order" }),
            Shape::Number { least, most } => json!({ "kind": "number", "least": least, "most": most }),
            Shape::Path { from, of, most } => json!({ "kind": "path", "from": from, "of": of, "most": most }),
            Shape::Text => json!({ "kind": "text" }),
        }
    }
}

impl Wants {
    fn word(self) -> &'static str {
        match self {
            Wants::Act => "acts",
            Wants::Creature => "creatures",
            Wants::Square => "squares",
            Wants::Area => "areas",
            Wants::YesNo => "yes-no",
        }
    }
}
