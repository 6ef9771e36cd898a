//! The questions of the conformance test: one of every shape, and what programs stumble over.

use quintain_engine::{Answer, Choice, EDICT, Question, Refusal, Refused, Seat, Shape, Wants, Weight, Who};
use quintain_field::Square;
use serde_json::json;

use super::Asked;

/// So many options are the most that a program has to expect.
const MANY: usize = 1_000;

fn question(text: &str, shape: Shape<usize>, default: Answer<usize>) -> Question<usize> {
    let (to, weight) = (Seat::Of(Who(0)), Weight::Decision);
    let refused = vec![Refused { text: "fly".into(), refusal: Refusal::new(&EDICT, "it has no wings") }];
    Question { to, text: text.to_owned(), rule: &EDICT, weight, shape, refused, default, waits: None }
}

fn choices(names: &[&str]) -> Vec<Choice<usize>> {
    names.iter().enumerate().map(|(place, name)| Choice::new(*name, place)).collect()
}

fn one(names: &[&str]) -> Question<usize> {
    question("What does it do?", Shape::OneOf(Wants::Act, choices(names)), Answer::One(names.len() - 1))
}

/// A question of every shape, and what programs stumble over, in the order in which they are put.
pub fn every_question() -> impl Iterator<Item = Asked> {
    let asked = |what, question| Asked { what, fight: 1, question, more: None };
    let many: Vec<String> = (0..MANY).map(|place| format!("move to square {place}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let several = Shape::Several { wants: Wants::Creature, of: choices(&["Ann", "Bob", "Cid"]), least: 1, most: 2 };
    let square = |x, y| Square::new(x, y);
    let path = Shape::Path { from: square(0, 0), of: vec![square(1, 0), square(1, 1), square(2, 1)], most: 2 };
    let way = Answer::Squares([square(1, 0), square(1, 1)].into_iter().collect());
    let later = Asked {
        what: "it passes over fields that it does not know",
        fight: 1,
        question: one(&["strike", "wait"]),
        more: Some(("later", json!({ "version": 99, "options": null }))),
    };
    let next =
        Asked { what: "it goes on with another fight", fight: 2, question: one(&["strike", "wait"]), more: None };
    [
        asked("it picks one of several options", one(&["strike", "wait"])),
        asked("it answers where there is one option", one(&["wait"])),
        asked("it picks among a thousand options", one(&many)),
        asked("it writes names with other letters and quotes", one(&["strike Ýrsa with \"Ætt\"", "wait — and see"])),
        asked("it picks several options", question("Who?", several, Answer::Several([0].into_iter().collect()))),
        asked(
            "it puts options in an order",
            question(
                "Which first?",
                Shape::OrderOf(choices(&["Ann", "Bob", "Cid"])),
                Answer::Order([0, 1, 2].into_iter().collect()),
            ),
        ),
        asked("it says a number", question("How many?", Shape::Number { least: 2, most: 5 }, Answer::Number(3))),
        asked("it says a path", question("Which way?", path, way)),
        asked("it says words", question("What does it say?", Shape::Text, Answer::Text("".into()))),
        later,
        next,
    ]
    .into_iter()
}
