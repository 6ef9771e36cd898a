//! What came of a case.

use std::fmt;

use quintain_content::{Part, Place, Problems, Source};

use super::parse::Script;
use crate::event::Event;
use crate::fact::Fact;
use crate::view::View;

/// What came of one case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// What it shows.
    pub title: String,
    /// The line of its title, from 1.
    pub line: u32,
    /// The rules that it claims to show, without the rulebook's name in front.
    pub shows: Vec<String>,
    /// Why it failed, if it did.
    pub failure: Option<Failure>,
    /// The rules that events, questions and refusals cited.
    pub rules_cited: Vec<&'static str>,
    /// Those of them by which something happened, was asked or refused, or a number had a part: not only beside another.
    pub rules_acting: Vec<&'static str>,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The record.
    pub facts: Vec<Fact>,
    /// The fight as it stands at the end; none where it never began.
    pub view: Option<View>,
    /// What expectations have to say although they hold: why an answer is illegal.
    pub remarks: Vec<Remark>,
}

impl CaseResult {
    /// Nothing has come of it yet.
    pub(super) fn new(title: String, line: u32) -> Self {
        CaseResult {
            title,
            line,
            shows: Vec::new(),
            failure: None,
            rules_cited: Vec::new(),
            rules_acting: Vec::new(),
            events: Vec::new(),
            facts: Vec::new(),
            view: None,
            remarks: Vec::new(),
        }
    }

    /// Whether nothing failed.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
}

/// What fails of the file itself: common parts that cannot be read, and lines that belong to nothing.
pub(super) fn of_the_file(source: &Source, script: &Script) -> Vec<CaseResult> {
    let parts = script.parts.iter().map(|part| {
        let mut problems = part.problems.clone();
        if problems.is_empty() {
            problems = Part::read(source, part.head.clone()).err().unwrap_or_default();
        }
        (format!("the part `{}`", part.name), part.span.clone(), "this part cannot be read", problems)
    });
    let first = script.problems.0.first().and_then(|problem| problem.place.as_ref());
    let before = first.map(|place| {
        let what = "this belongs to no case";
        ("before the first case".to_owned(), place.span(), what, script.problems.clone())
    });
    let all = before.into_iter().chain(parts).filter(|(.., problems)| !problems.is_empty());
    all.map(|(title, span, what, problems)| {
        let place = source.place(span);
        let text = source.line(place.line).unwrap_or_default().trim().to_owned();
        let line = place.line;
        let failure = Failure { place, text, what: what.into(), asked: Vec::new(), log: Vec::new(), problems };
        CaseResult { failure: Some(failure), ..CaseResult::new(title, line) }
    })
    .collect()
}

/// Something worth saying of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1.
    pub line: u32,
    /// What there is to say.
    pub text: String,
}

/// Why a case failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Where.
    pub place: Place,
    /// The text of that line.
    pub text: String,
    /// What was expected and what is.
    pub what: String,
    /// Who is asked, and what is legal.
    pub asked: Vec<String>,
    /// The last lines of the log.
    pub log: Vec<String>,
    /// What is wrong with the encounter, where that is the reason.
    pub problems: Problems,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)?;
        if !self.text.is_empty() {
            write!(f, "\n    {}", self.text)?;
        }
        for problem in &self.problems.0 {
            write!(f, "\n  {problem}")?;
        }
        for asked in &self.asked {
            write!(f, "\n  {asked}")?;
        }
        if !self.log.is_empty() {
            f.write_str("\n  the log ends:")?;
        }
        for line in &self.log {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}
