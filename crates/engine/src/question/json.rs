//! Questions as JSON, for bots and tools.

use quintain_field::Square;
use serde::Serialize;
use serde_json::Value;

use super::{Choice, Question, Refused, Shape, Wants};
use crate::cast::Who;
use crate::label::Label;

/// A question as it is written in JSON.
#[derive(Serialize)]
struct Written<'a> {
    text: &'a str,
    rule: &'static str,
    shape: Shaped<'a>,
    options: Vec<Offered<'a>>,
    refused: Vec<Denied<'a>>,
    default: String,
}

#[derive(Serialize)]
struct Offered<'a> {
    text: &'a str,
    hint: &'a str,
    square: Option<Square>,
    who: Option<Who>,
    #[serde(skip_serializing_if = "Option::is_none")]
    does: Option<&'a Label>,
}

#[derive(Serialize)]
struct Denied<'a> {
    text: &'a str,
    rule: &'static str,
    why: &'a str,
    cure: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shaped<'a> {
    One { of: &'static str },
    Several { of: &'static str, least: usize, most: usize },
    Order,
    Number { least: i64, most: i64 },
    Path { from: Square, of: &'a [Square], most: usize },
    Text,
}

impl Question<usize> {
    /// What is asked, every legal option, what is refused and why, and the default, to be written as JSON. `who` in an option
    /// is a place in the view's list of combatants; `does` is what the option does in parts, where `labels` (one for each
    /// option) say.
    pub fn written<'a>(&'a self, labels: &'a [Option<Label>]) -> impl Serialize + use<'a> {
        let option = |(place, choice): (usize, &'a Choice<usize>)| Offered {
            text: &choice.text,
            hint: &choice.hint,
            square: choice.square,
            who: choice.who,
            does: labels.get(place).and_then(Option::as_ref),
        };
        let denied = |refused: &'a Refused| Denied {
            text: &refused.text,
            rule: refused.refusal.rule.id,
            why: &refused.refusal.why,
            cure: refused.refusal.cure.as_deref(),
        };
        Written {
            text: &self.text,
            rule: self.rule.id,
            shape: self.shape.shaped(),
            options: self.choices().iter().enumerate().map(option).collect(),
            refused: self.refused.iter().map(denied).collect(),
            default: self.write(&self.default),
        }
    }

    /// The same as a value.
    pub fn to_json(&self, labels: &[Option<Label>]) -> Value {
        serde_json::to_value(self.written(labels)).unwrap_or_default()
    }

    /// The shape of an answer, as it stands in JSON of the whole.
    pub fn written_shape(&self) -> impl Serialize + use<'_> {
        self.shape.shaped()
    }
}

impl<A> Shape<A> {
    fn shaped(&self) -> Shaped<'_> {
        match self {
            Shape::OneOf(wants, _) => Shaped::One { of: wants.word() },
            Shape::Several { wants, least, most, .. } => {
                Shaped::Several { of: wants.word(), least: *least, most: *most }
            }
            Shape::OrderOf(_) => Shaped::Order,
            Shape::Number { least, most } => Shaped::Number { least: *least, most: *most },
            Shape::Path { from, of, most } => Shaped::Path { from: *from, of, most: *most },
            Shape::Text => Shaped::Text,
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
