//! The text of a script, parted into cases.

use std::ops::Range;

use quintain_content::{Problem, Problems, Source};

use super::step::{self, Step};

/// One case as it was written.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub title: String,
    /// The line of the title, from 1.
    pub line: u32,
    /// The place of the title line.
    pub span: Range<usize>,
    /// The head between its two lines `---`.
    pub head: Range<usize>,
    pub steps: Vec<Step>,
}

/// Where in a case a line stands.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    /// Before the first case, or in one whose beginning was wrong.
    Outside,
    Title,
    Head,
    Steps,
}

/// Reads a script.
///
/// # Errors
/// All that is wrong with its text.
pub(super) fn parse(source: &Source) -> Result<Vec<Case>, Problems> {
    let mut reader = Reader { source, cases: Vec::new(), part: Part::Outside, problems: Problems::new() };
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let mut start = source.text.len() - text.len();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        reader.line(line.trim_end(), start, number);
        start += line.len();
    }
    reader.close(source.text.len());
    if reader.cases.is_empty() && reader.problems.is_empty() {
        reader.problem(0..0, "this script has no case; a case begins with a line `= what it shows`");
    }
    reader.problems.or(reader.cases)
}

struct Reader<'a> {
    source: &'a Source,
    cases: Vec<Case>,
    part: Part,
    problems: Problems,
}

impl Reader<'_> {
    fn problem(&mut self, span: Range<usize>, what: impl Into<String>) {
        self.problems.push(Problem::at(&self.source.place(span), what));
    }

    fn line(&mut self, line: &str, start: usize, number: u32) {
        let span = start..start + line.len();
        if let Some(title) = line.strip_prefix('=') {
            self.close(start);
            let title = title.trim().to_owned();
            if title.is_empty() {
                self.problem(span.clone(), "what does this case show? write `= what it shows`");
            }
            let head = span.end..span.end;
            self.cases.push(Case { title, line: number, span, head, steps: Vec::new() });
            self.part = Part::Title;
            return;
        }
        let empty = step::without_comment(line).trim().is_empty();
        let Some(case) = self.cases.last_mut() else {
            if !empty && self.part == Part::Outside {
                self.problem(span, "a case begins with a line `= what it shows`");
                // One problem is enough for all lines up to the first case.
                self.part = Part::Steps;
            }
            return;
        };
        match (self.part, line) {
            (Part::Title, "---") => {
                case.head = span.end..span.end;
                self.part = Part::Head;
            }
            (Part::Head, "---") => {
                case.head.end = start;
                self.part = Part::Steps;
            }
            (Part::Title, _) if !empty => {
                self.problem(span, "a line `---`, the encounter and another line `---` come before the first step");
                self.part = Part::Outside;
            }
            (Part::Steps, _) if !empty => match step::read(step::without_comment(line), start) {
                Ok(step) => case.steps.push(step),
                Err((span, what)) => self.problem(span, what),
            },
            _ => {}
        }
    }

    /// What a case must have before the next one begins at `end`.
    fn close(&mut self, end: usize) {
        let Some(case) = self.cases.last() else { return };
        let span = case.span.clone();
        match self.part {
            Part::Title => self.problem(span, "this case has no encounter; write it between two lines `---`"),
            Part::Head => {
                self.problem(case.head.start..end, "the encounter of this case has no end; write a line `---`");
            }
            Part::Steps if case.steps.is_empty() && self.problems.is_empty() => {
                self.problem(span, "this case has no steps");
            }
            _ => {}
        }
    }
}
