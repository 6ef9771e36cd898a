//! What came of a case.

use std::fmt;

use quintain_content::{Place, Problems};

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
    /// Whether nothing failed.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }
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
