//! What a program answers: in words, by the places of options, by what an option does, or a number.

use quintain_engine::{Answer, Label, Question};
use serde::Deserialize;
use serde_json::Value;

/// A line of a program.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Said {
    /// As a person would type it.
    Words {
        /// The words.
        answer: String,
    },
    /// The option at this place.
    Option {
        /// The place in the list of options, from 0 on.
        option: usize,
    },
    /// The options at these places: several that are picked, or all in the order in which they shall happen.
    Options {
        /// Their places.
        options: Vec<usize>,
    },
    /// A number, where one is asked for.
    Number {
        /// The number.
        number: i64,
    },
    /// The option that does this: its verb, means, variants and target, as far as they are given.
    Doing {
        /// Some of what `does` says of an option.
        #[serde(rename = "do")]
        doing: Value,
    },
}

impl Said {
    /// Reads a line; nothing where it is no answer.
    pub(crate) fn read(line: &str) -> Option<Said> {
        serde_json::from_str(line).ok()
    }

    /// The same in words.
    ///
    /// # Errors
    /// Says which options there are instead, or how many fit.
    pub(crate) fn words(&self, question: &Question<usize>, labels: &[Option<Label>]) -> Result<String, String> {
        let count = question.choices().len();
        let there = |place: &usize| match *place < count {
            true => Ok(*place),
            false => Err(format!("option {place} of {count}: they are counted from 0 on")),
        };
        match self {
            // What is not UTF-8 in a line comes as this letter, which no option has.
            Said::Words { answer } if answer.contains('\u{fffd}') => {
                Err(format!("its answer `{answer}` is not UTF-8: write lines in that encoding"))
            }
            Said::Words { answer } => Ok(answer.clone()),
            Said::Number { number } => Ok(number.to_string()),
            Said::Option { option } => Ok(question.write(&Answer::One(there(option)?))),
            Said::Options { options } => {
                let picks = options.iter().map(there).collect::<Result<_, _>>()?;
                let ordered = matches!(question.shape, quintain_engine::Shape::OrderOf(_));
                Ok(question.write(&if ordered { Answer::Order(picks) } else { Answer::Several(picks) }))
            }
            Said::Doing { doing } => {
                let fits = |label: &Option<Label>| label.as_ref().is_some_and(|label| holds(&label.to_json(), doing));
                let mut fitting = labels.iter().enumerate().filter(|(_, label)| fits(label)).map(|(place, _)| place);
                match (fitting.next(), fitting.count()) {
                    (Some(one), 0) => Ok(question.write(&Answer::One(one))),
                    (None, _) => Err(format!("no option does {doing}")),
                    (Some(_), more) => {
                        Err(format!("{} options do {doing}; say more of the one that is meant", more + 1))
                    }
                }
            }
        }
    }
}

/// Whether a value has all that is asked for; a name may stand for what has it as its key, and an empty list is one that has
/// nothing in it.
fn holds(value: &Value, asked: &Value) -> bool {
    match (value, asked) {
        (Value::Object(own), Value::Object(asked)) => {
            asked.iter().all(|(key, asked)| own.get(key).is_some_and(|own| holds(own, asked)))
        }
        (Value::Object(own), Value::String(key)) => own.get("key").is_some_and(|own| own == key),
        (Value::Array(own), Value::Array(asked)) if asked.is_empty() => own.is_empty(),
        (Value::Array(own), Value::Array(asked)) => asked.iter().all(|asked| own.iter().any(|own| holds(own, asked))),
        _ => value == asked,
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::{Choice, EDICT, Group, Seat, Shape, Target, Verb, Wants, Weight, Who};

    use super::*;

    static STRIKE: Verb =
        Verb { key: "strike", name: "strike", short: "strike", group: Group::Attack, rule: &EDICT, gloss: "" };

    fn question(shape: fn(Vec<Choice<usize>>) -> Shape<usize>) -> (Question<usize>, Vec<Option<Label>>) {
        let names = ["strike Wolf with axe", "strike Wolf with bow", "wait"];
        let choices = names.iter().enumerate().map(|(place, name)| Choice::new(*name, place)).collect();
        let strike = |with: &str| Some(Label::new(&STRIKE).with(with, with).on(Target::Who(Who(1))));
        let (to, weight) = (Seat::Of(Who(0)), Weight::Decision);
        let (text, default, refused) = (String::new(), Answer::One(2), Vec::new());
        let question =
            Question { to, text, rule: &EDICT, weight, shape: shape(choices), refused, default, waits: None };
        (question, vec![strike("axe"), strike("bow"), None])
    }

    fn said(line: &str, shape: fn(Vec<Choice<usize>>) -> Shape<usize>) -> Result<String, String> {
        let (question, labels) = question(shape);
        Said::read(line).expect("it is an answer").words(&question, &labels)
    }

    #[test]
    fn an_option_is_meant_by_its_place_or_by_what_it_does() {
        let one = |line: &str| said(line, |of| Shape::OneOf(Wants::Act, of));
        assert_eq!(one(r#"{"option": 1}"#).unwrap(), "strike Wolf with bow");
        assert_eq!(one(r#"{"do": {"verb": "strike", "means": "axe"}}"#).unwrap(), "strike Wolf with axe");
        assert_eq!(one(r#"{"do": {"means": {"key": "bow"}, "target": {"who": 1}}}"#).unwrap(), "strike Wolf with bow");
        assert_eq!(one(r#"{"answer": "wait", "why": "tired"}"#).unwrap(), "wait");
        assert_eq!(one(r#"{"do": {"means": "axe", "variants": []}}"#).unwrap(), "strike Wolf with axe");
        assert!(one(r#"{"do": {"verb": "strike"}}"#).unwrap_err().contains("2 options do"));
        assert!(one(r#"{"do": {"verb": "dance"}}"#).unwrap_err().contains("no option does"));
        assert!(one(r#"{"option": 3}"#).unwrap_err().contains("option 3 of 3"));
        let latin = String::from_utf8_lossy(b"{\"answer\": \"strike \xc6lf\"}").into_owned();
        assert!(one(&latin).unwrap_err().contains("is not UTF-8"));
        assert!(Said::read(r#"{"move": 1}"#).is_none() && Said::read("hello").is_none());
    }

    #[test]
    fn several_options_are_meant_by_their_places() {
        let order = said(r#"{"options": [2, 0, 1]}"#, Shape::OrderOf);
        assert_eq!(order.unwrap(), "wait then strike Wolf with axe then strike Wolf with bow");
        let several = said(r#"{"options": [0, 2]}"#, |of| Shape::Several { wants: Wants::Act, of, least: 0, most: 3 });
        assert_eq!(several.unwrap(), "strike Wolf with axe and wait");
        let number = said(r#"{"number": 4}"#, |_| Shape::Number { least: 1, most: 5 });
        assert_eq!(number.unwrap(), "4");
    }
}
