//! Records: a whole fight as JSON lines, a header first, then a line for each fact.

mod header;

use std::fmt;
use std::ops::Range;

pub use header::{DiceKind, Header, NamedConduct, StoredFile};
use quintain_content::{Place, Problem, Problems, Source};
use serde_json::error::Category;

use crate::desk::{DiceFrom, Divergence, Seats};
use crate::face::{AnyFight, AnyLive, AnyRulebook};
use crate::fact::Fact;
use crate::live::Terms;

/// A record as it was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The lines behind it, changes of the record included, as [`AnyFight::live`] takes them.
    pub facts: Vec<Fact>,
    /// Said where the file was cut off.
    pub note: Option<Truncated>,
    /// How many bytes of the file are whole lines: what is appended belongs behind them, on a line of its own.
    pub whole: usize,
    path: String,
    places: Vec<Range<usize>>,
}

/// The file ends in the middle of a line; that line was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// The line, from 1.
    pub line: usize,
    /// How many bytes were dropped.
    pub bytes: usize,
}

impl fmt::Display for Truncated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Truncated { line, bytes } = self;
        write!(f, "the file was cut off in line {line}; its last {bytes} bytes were dropped")
    }
}

/// A record taken up again.
#[derive(Debug)]
pub struct Replayed {
    /// The fight as far as the record leads.
    pub live: Box<dyn AnyLive>,
    /// Where the record and these rules part ways, if they do.
    pub differs: Option<Problem>,
    /// That another revision of the rules made it, where every line fits these all the same.
    pub older: Option<String>,
}

/// The most problems that are told of one record.
const MOST_PROBLEMS: usize = 20;

impl Record {
    /// Reads a record. A last line that was cut off is dropped and noted; read the file leniently where the cut went
    /// through a letter.
    ///
    /// # Errors
    /// A header or a line that cannot be read, each with its line number.
    pub fn read(path: &str, text: &str) -> Result<Record, Problems> {
        let source = Source::new(path, text);
        let mut lines = whole_lines(text);
        let mut note = None;
        if let Some(last) = lines.pop_if(|last| !text.ends_with('\n') && !is_json(&text[last.clone()])) {
            note = Some(Truncated { line: lines.len() + 1, bytes: last.len() });
        }
        let whole = text.len() - note.map_or(0, |note| note.bytes);
        let mut lines = lines.into_iter();
        let Some(first) = lines.next() else {
            let problem = Problem::at(&source.place(0..0), "this record has no header");
            let cut = note.map(|_| "the file was cut off in its first line: nothing of the fight is left in it");
            return Err(cut.map_or(problem.clone(), |cut| problem.help(cut)).into());
        };
        if !is_json(&text[first.clone()]) {
            let problem = Problem::at(&source.place(first), "this file is no record: its first line is not a header");
            return Err(problem.help("`quintain play ENCOUNTER --record FILE` makes one").into());
        }
        let mut problems = Problems::new();
        let header = read_line::<Header>(&source, &first, "header", &mut problems);
        let (mut facts, mut places) = (Vec::new(), Vec::new());
        for line in lines {
            if problems.0.len() >= MOST_PROBLEMS {
                break;
            }
            facts.extend(read_line::<Fact>(&source, &line, "fact", &mut problems));
            places.push(line);
        }
        let record = header.map(|header| Record { header, facts, note, whole, path: path.to_owned(), places });
        record.filter(|_| problems.is_empty()).ok_or(problems)
    }

    /// The line of a fact, with its line break.
    pub fn line(fact: &Fact) -> String {
        // A fact is made of texts and numbers: writing it cannot fail.
        let mut line = serde_json::to_string(fact).unwrap_or_default();
        line.push('\n');
        line
    }

    /// Plays the record again with these rules and says where they differ. `fight` is what its encounter sets up.
    ///
    /// # Errors
    /// When the record is of another rulebook, or names tactics that the rulebook does not have.
    pub fn replay(&self, book: &dyn AnyRulebook, fight: &dyn AnyFight) -> Result<Replayed, Problem> {
        self.header.check(book).map_err(|what| Problem::at(&self.place(None), what))?;
        let mut terms = self.header.terms(book).map_err(|what| Problem::at(&self.place(None), what))?;
        if terms.seats == Seats::nobody() {
            // Otherwise a fight that nobody attends would be played on from where its record ends.
            (terms.dice, terms.seats) = (DiceFrom::Hand, Seats::everybody());
        }
        let live = fight.live(Terms { watched: Some(fight.secrets()), ..terms }, self.facts.clone());
        let differs = live.diverged().map(|divergence| self.differs(book, fight, divergence));
        let older = self.made_by(book).filter(|_| differs.is_none());
        let older = older.map(|made_by| format!("{made_by}, and every line of it fits"));
        Ok(Replayed { live, differs, older })
    }

    fn differs(&self, book: &dyn AnyRulebook, fight: &dyn AnyFight, divergence: &Divergence) -> Problem {
        let Divergence { recorded, wanted, line, .. } = divergence;
        let what = format!("the record says {recorded}, but the rules want {wanted}");
        let why = match self.made_by(book) {
            Some(made_by) if self.header.revision != book.revision() => made_by,
            _ if self.header.start != fight.digest() => {
                "the fight starts otherwise than when it was made: another encounter, other packs".to_owned()
            }
            Some(made_by) => made_by,
            None => "the record has been changed, or this is a fault of the rules".to_owned(),
        };
        Problem::at(&self.place(Some(*line)), what).help(why)
    }

    /// By which version of the rules or of the program it was made, where that is another than this one.
    fn made_by(&self, book: &dyn AnyRulebook) -> Option<String> {
        let (was, is) = (self.header.revision, book.revision());
        let version = env!("CARGO_PKG_VERSION");
        if was != is {
            return Some(format!("it was made by revision {was} of these rules; this is revision {is}"));
        }
        let other = self.header.quintain != version;
        other.then(|| format!("it was made by quintain {}; this is {version}", self.header.quintain))
    }

    /// The place of a line of facts, or of the header.
    fn place(&self, line: Option<usize>) -> Place {
        let last = self.places.len().saturating_sub(1);
        let span = line.and_then(|line| self.places.get(line.min(last)).cloned()).unwrap_or(0..0);
        let number = line.map_or(1, |line| line + 2);
        Place {
            path: self.path.as_str().into(),
            line: u32::try_from(number).unwrap_or(u32::MAX),
            column: 1,
            start: span.start,
            end: span.end,
        }
    }
}

fn is_json(line: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
}

/// The lines without their breaks; a last one without a break counts, an empty one does not.
fn whole_lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    // Some editors put a byte order mark before the first line.
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut start = text.len() - unmarked.len();
    for line in unmarked.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        lines.push(start..end);
        start += line.len();
    }
    lines
}

fn read_line<T: serde::de::DeserializeOwned>(
    source: &Source,
    line: &Range<usize>,
    kind: &str,
    problems: &mut Problems,
) -> Option<T> {
    match serde_json::from_str(&source.text[line.clone()]) {
        Ok(read) => Some(read),
        Err(fault) => {
            let at = line.start + fault.column().saturating_sub(1).min(line.len());
            let why = match source.text[line.clone()].trim().is_empty() {
                true => format!("this line is blank; each line of a record is a {kind}"),
                false => format!("this line is no {kind}: {}", plainly(&fault)),
            };
            problems.push(Problem::at(&source.place(at..line.end), why));
            None
        }
    }
}

/// Numbers as the reader calls them, and in plain words.
const NUMBERS: [(&str, &str); 4] = [
    ("expected u16", "a whole number from 0 to 65535 is wanted"),
    ("expected u32", "a whole number, 0 or more, is wanted"),
    ("expected u64", "a whole number, 0 or more, is wanted"),
    ("expected usize", "a whole number, 0 or more, is wanted"),
];

/// What is wrong with a line, in plain words.
fn plainly(fault: &serde_json::Error) -> String {
    let words = fault.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    match fault.classify() {
        Category::Eof => "it breaks off".to_owned(),
        Category::Syntax => format!("it is not JSON: {words}"),
        Category::Data | Category::Io => {
            let number = NUMBERS.iter().find_map(|(kind, plain)| Some((words.strip_suffix(*kind)?, *plain)));
            number.map_or_else(|| words.to_owned(), |(found, plain)| format!("{found}{plain}"))
        }
    }
}
