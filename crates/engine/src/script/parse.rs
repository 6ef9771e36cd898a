//! The text of a script, parted into common parts and cases.

use std::ops::Range;

use quintain_content::{Problem, Problems, Source};

use super::step::{self, Step};

/// A script as it was written.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// The parts that cases may use, from before the first case.
    pub parts: Vec<PartText>,
    pub cases: Vec<Case>,
    /// What is wrong with text that belongs to no case and no part.
    pub problems: Problems,
}

/// A common part as it was written: a heading `== the yard`, and what follows it between two lines `---`.
#[derive(Clone, Debug)]
pub(super) struct PartText {
    pub name: String,
    pub span: Range<usize>,
    pub head: Range<usize>,
    /// What is wrong with its lines.
    pub problems: Problems,
}

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
    /// What is wrong with its lines.
    pub problems: Problems,
}

/// Where in a case or a common part a line stands.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    /// Before the first heading, or where the beginning was wrong.
    Outside,
    Title,
    Head,
    Steps,
}

/// Reads a script.
///
/// # Errors
/// All that is wrong with its text, where it holds no case.
pub(super) fn parse(source: &Source) -> Result<Script, Problems> {
    let script = Script { parts: Vec::new(), cases: Vec::new(), problems: Problems::new() };
    let mut reader = Reader { source, script, within: Within::Outside, outside_told: false };
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let mut start = source.text.len() - text.len();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        reader.line(line.trim_end(), start, number);
        start += line.len();
    }
    reader.close(source.text.len());
    let script = reader.script;
    if !script.cases.is_empty() {
        return Ok(script);
    }
    let mut problems = script.all_problems();
    if problems.is_empty() {
        let what = "this script has no case; a case begins with a line `= what it shows`";
        problems.push(Problem::at(&source.place(0..0), what));
    }
    Err(problems.sorted())
}

impl Script {
    /// All that is wrong with its lines.
    pub fn all_problems(&self) -> Problems {
        let mut all = self.problems.clone();
        for part in &self.parts {
            all.extend(part.problems.clone());
        }
        for case in &self.cases {
            all.extend(case.problems.clone());
        }
        all
    }
}

struct Reader<'a> {
    source: &'a Source,
    script: Script,
    within: Within,
    outside_told: bool,
}

impl Reader<'_> {
    /// Says what is wrong with the case or the part under way.
    fn problem(&mut self, span: Range<usize>, what: impl Into<String>) {
        let problem = Problem::at(&self.source.place(span), what);
        let Script { parts, cases, problems } = &mut self.script;
        match (cases.last_mut(), parts.last_mut()) {
            (Some(case), _) => case.problems.push(problem),
            (None, Some(part)) => part.problems.push(problem),
            (None, None) => problems.push(problem),
        }
    }

    fn line(&mut self, line: &str, start: usize, number: u32) {
        let span = start..start + line.len();
        if let Some(name) = line.strip_prefix("==") {
            return self.part(name.trim_matches('=').trim(), start, span);
        }
        if let Some(title) = line.strip_prefix('=') {
            return self.case(title.trim(), start, span, number);
        }
        let empty = step::without_comment(line).trim().is_empty();
        match (self.within, line) {
            // One problem is enough for all lines up to the next heading.
            (Within::Outside, _) if !empty && !self.outside_told => {
                self.problem(span, "a case begins with a line `= what it shows`");
                self.outside_told = true;
            }
            (Within::Title, "---") => {
                self.set_head(|head| *head = span.end..span.end);
                self.within = Within::Head;
            }
            (Within::Head, "---") => {
                self.set_head(|head| head.end = start);
                self.within = Within::Steps;
            }
            (Within::Title, _) if !empty => {
                let what = match self.script.cases.is_empty() {
                    true => "a common part stands between two lines `---` below its heading",
                    false => "a line `---`, the encounter and another line `---` come before the first step",
                };
                self.problem(span, what);
                (self.within, self.outside_told) = (Within::Outside, true);
            }
            (Within::Steps, _) if !empty => match self.script.cases.last_mut() {
                None => {
                    self.problem(span, "a common part has no steps; a case begins with a line `= what it shows`");
                    (self.within, self.outside_told) = (Within::Outside, true);
                }
                Some(case) => match step::read(step::without_comment(line), start) {
                    Ok(step) => case.steps.push(step),
                    Err((span, what)) => self.problem(span, what),
                },
            },
            _ => {}
        }
    }

    fn set_head(&mut self, set: impl FnOnce(&mut Range<usize>)) {
        let Script { parts, cases, .. } = &mut self.script;
        let part = parts.last_mut().map(|part| &mut part.head);
        if let Some(head) = cases.last_mut().map(|case| &mut case.head).or(part) {
            set(head);
        }
    }

    fn part(&mut self, name: &str, start: usize, span: Range<usize>) {
        self.close(start);
        if !self.script.cases.is_empty() {
            self.problem(span, "common parts stand before the first case of a file");
            (self.within, self.outside_told) = (Within::Outside, true);
            return;
        }
        let twice = self.script.parts.iter().any(|part| part.name.to_lowercase() == name.to_lowercase());
        let head = span.end..span.end;
        let problems = Problems::new();
        self.script.parts.push(PartText { name: name.to_owned(), span: span.clone(), head, problems });
        if name.is_empty() {
            self.problem(span, "what is this part called? write `== the yard`, for example");
        } else if twice {
            self.problem(span, format!("two parts are called `{name}`"));
        }
        self.within = Within::Title;
    }

    fn case(&mut self, title: &str, start: usize, span: Range<usize>, number: u32) {
        self.close(start);
        let head = span.end..span.end;
        let (title, steps, problems) = (title.to_owned(), Vec::new(), Problems::new());
        let untitled = title.is_empty();
        self.script.cases.push(Case { title, line: number, span: span.clone(), head, steps, problems });
        if untitled {
            self.problem(span, "what does this case show? write `= what it shows`");
        }
        self.within = Within::Title;
    }

    /// What a case or a part must have before the next heading at `end`.
    fn close(&mut self, end: usize) {
        let (span, head, what) = match (self.script.cases.last(), self.script.parts.last()) {
            (Some(case), _) => (case.span.clone(), case.head.start, "case"),
            (None, Some(part)) => (part.span.clone(), part.head.start, "part"),
            (None, None) => return,
        };
        match self.within {
            Within::Title if what == "part" => {
                self.problem(span, "this part is empty; write what belongs to it between two lines `---`");
            }
            Within::Title => self.problem(span, "this case has no encounter; write it between two lines `---`"),
            Within::Head => {
                let what = if what == "part" { "this part" } else { "the encounter of this case" };
                self.problem(head..end, format!("{what} has no end; write a line `---`"));
            }
            Within::Steps => {
                let empty =
                    self.script.cases.last().is_some_and(|case| case.steps.is_empty() && case.problems.is_empty());
                if empty {
                    self.problem(span, "this case has no steps");
                }
            }
            Within::Outside => {}
        }
    }
}
