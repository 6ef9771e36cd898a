//! The lines that are written to programs.

use quintain_engine::{Label, OpenQuestion, View};
use serde::Serialize;
use serde_json::{Value, json};

use super::slim::question;
use super::{Manner, Told};

/// A line that puts a question, without what is asked.
#[derive(Clone, Copy, Debug, Serialize)]
struct Head<'a> {
    protocol: u32,
    fight: u64,
    #[serde(skip_serializing_if = "is_false")]
    begins: bool,
    side: &'a str,
    who: &'a str,
    topic: &'a str,
}

#[derive(Serialize)]
struct Full<'a, Q> {
    #[serde(flatten)]
    head: Head<'a>,
    question: Q,
    view: &'a View,
}

#[derive(Serialize)]
struct Slim<'a, Q> {
    #[serde(flatten)]
    head: Head<'a>,
    question: Q,
    changes: Value,
}

// The signature is that of what calls it.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(it: &bool) -> bool {
    !*it
}

/// What a line is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// The manner in which it is put.
    pub(crate) manner: Manner,
    /// The number of the fight.
    pub(crate) fight: u64,
    /// The first line of this fight.
    pub(crate) begins: bool,
    /// The side that is played.
    pub(crate) side: &'a str,
    /// What is asked.
    pub(crate) asked: &'a OpenQuestion,
    /// What each option does.
    pub(crate) labels: &'a [Option<Label>],
}

impl Line<'_> {
    fn head(&self) -> Head<'_> {
        let Line { manner, fight, begins, side, asked, .. } = self;
        Head { protocol: manner.protocol(), fight: *fight, begins: *begins, side, who: &asked.who, topic: asked.topic }
    }

    /// The question with the state in full.
    pub(crate) fn full(&self, view: &View) -> String {
        let question = self.asked.question.written(self.labels);
        written(&Full { head: self.head(), question, view })
    }

    /// The first line of a fight as a value.
    pub(crate) fn value(&self, view: &View) -> Value {
        if self.manner.slim {
            let (question, changes) = (question(self.asked, self.labels, view), Told::default().changes(view));
            return serde_json::to_value(Slim { head: self.head(), question, changes }).unwrap_or_default();
        }
        let question = self.asked.question.written(self.labels);
        serde_json::to_value(Full { head: self.head(), question, view }).unwrap_or_default()
    }

    /// The question with what has changed of the state since the last line.
    pub(crate) fn slim(&self, told: &mut Told, view: &View) -> String {
        let (question, changes) = (question(self.asked, self.labels, view), told.changes(view));
        written(&Slim { head: self.head(), question, changes })
    }
}

/// How a fight ended: the outcome in a word, who won, and in which round.
pub(crate) fn result_line(
    manner: Manner,
    (fight, side): (u64, &str),
    (outcome, winner): (&str, Option<&str>),
    round: u32,
) -> String {
    let result = json!({ "outcome": outcome, "winner": winner, "round": round });
    json!({ "protocol": manner.protocol(), "fight": fight, "side": side, "result": result }).to_string()
}

/// Lines are made of texts and numbers: writing them cannot fail.
fn written(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default()
}
