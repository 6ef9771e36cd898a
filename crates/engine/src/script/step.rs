//! One step of a script.

use std::ops::Range;

use super::chain::{self, Link};
use crate::edict::Edict;

/// A piece of the script's text with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub text: String,
    pub span: Range<usize>,
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub kind: StepKind,
    /// The line without its comment.
    pub line: Piece,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum StepKind {
    /// `dice 4 6`
    Dice(Vec<(u16, Range<usize>)>),
    /// `Althea: attack Cyclops, pass`
    Answer { who: Piece, chain: Vec<Link> },
    /// `expect …`
    Expect { not: bool, what: Expectation },
    /// `leaves dice`: the case ends while dice are wanted.
    Leaves,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expectation {
    Asked(String),
    Illegal {
        who: String,
        words: String,
    },
    Offered {
        who: String,
        words: String,
    },
    Log(String),
    Rule(String),
    Over(Option<String>),
    Dice(Option<String>),
    /// `PATH VALUE` or `WHO has CONDITION`: what is what shows only once the names are known.
    State(String),
}

/// Why a line is no step: what is wrong, and where in the line.
pub(super) type Wrong = (Range<usize>, String);

const FORMS: &str = "a step is `dice N…`, `WHO: ANSWER`, `gm: …`, `expect …` or, at the end, `leaves dice`";

/// The part of a line before its comment: `#` at the beginning or behind a blank, outside of quotes.
pub(super) fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut blank = true;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if blank && !quoted => return &line[..at],
            _ => {}
        }
        blank = c.is_whitespace();
    }
    // A quote that never closes hides no comment.
    if quoted && let Some(at) = line.find(" #") {
        return &line[..at];
    }
    line
}

/// Reads a step. `start` is the place of `text` in the script.
pub(super) fn read(text: &str, start: usize) -> Result<Step, Wrong> {
    let line = piece(text, start);
    let (word, rest) = first_word(&line);
    let kind = match word {
        "dice" => read_dice(&rest)?,
        "expect" => read_expect(&rest)?,
        "leaves" if rest.text == "dice" => StepKind::Leaves,
        _ => read_answer(&line)?,
    };
    Ok(Step { kind, line })
}

/// A trimmed piece.
fn piece(text: &str, start: usize) -> Piece {
    let trimmed = text.trim_start();
    let start = start + text.len() - trimmed.len();
    let trimmed = trimmed.trim_end();
    Piece { text: trimmed.to_owned(), span: start..start + trimmed.len() }
}

fn first_word(line: &Piece) -> (&str, Piece) {
    let end = line.text.find(char::is_whitespace).unwrap_or(line.text.len());
    let (word, rest) = line.text.split_at(end);
    (word, piece(rest, line.span.start + end))
}

fn read_dice(rest: &Piece) -> Result<StepKind, Wrong> {
    let mut dice = Vec::new();
    let mut left = rest.clone();
    while !left.text.is_empty() {
        let (word, more) = first_word(&left);
        let word = word.trim_end_matches(',');
        let span = left.span.start..left.span.start + word.len();
        match word.parse::<u16>() {
            Ok(face) if face > 0 => dice.push((face, span)),
            _ => return Err((span, format!("`{word}` is no face of a die; dice read like `dice 4 6`"))),
        }
        left = more;
    }
    if dice.is_empty() {
        return Err((rest.span.clone(), "which dice? write their faces: `dice 4 6`".into()));
    }
    Ok(StepKind::Dice(dice))
}

fn read_answer(line: &Piece) -> Result<StepKind, Wrong> {
    let Some((who, words)) = line.text.split_once(':') else {
        return Err((line.span.clone(), format!("this is no step; {FORMS}")));
    };
    let start = line.span.start;
    let (who, words) = (piece(who, start), piece(words, start + who.len() + 1));
    if who.text.is_empty() {
        return Err((line.span.clone(), format!("who answers? {FORMS}")));
    }
    if words.text.is_empty() {
        return Err((line.span.clone(), format!("what does {} answer? {FORMS}", who.text)));
    }
    let chain = chain::links(&words.text, words.span.start);
    Ok(StepKind::Answer { who, chain })
}

fn read_expect(rest: &Piece) -> Result<StepKind, Wrong> {
    let (word, more) = first_word(rest);
    let (not, rest) = if word == "not" { (true, more) } else { (false, rest.clone()) };
    let (word, more) = first_word(&rest);
    let needed = |what: &str| match more.text.is_empty() {
        true => Err((rest.span.clone(), format!("expect {word} what? write `expect {word} {what}`"))),
        false => Ok(more.text.clone()),
    };
    let optional = || (!more.text.is_empty()).then(|| more.text.clone());
    let what = match word {
        "" => return Err((rest.span, "expect what? write `expect PATH VALUE`, for example".into())),
        "asked" => Expectation::Asked(needed("WHO")?),
        "log" => Expectation::Log(unquoted(&needed("\"TEXT\"")?)),
        "rule" => Expectation::Rule(needed("ID")?),
        "over" => Expectation::Over(optional()),
        "dice" => Expectation::Dice(optional()),
        "illegal" | "offered" => {
            let text = needed("WHO: ANSWER")?;
            let wrong = || (rest.span.clone(), format!("write `expect {word} WHO: ANSWER`"));
            let (who, words) = text.split_once(':').ok_or_else(wrong)?;
            let (who, words) = (who.trim().to_owned(), words.trim().to_owned());
            match (who.is_empty() || words.is_empty(), word) {
                (true, _) => return Err(wrong()),
                (false, "illegal") => Expectation::Illegal { who, words },
                (false, _) => Expectation::Offered { who, words: unquoted(&words) },
            }
        }
        _ if more.text.is_empty() && !word.contains('=') => {
            return Err((rest.span.clone(), format!("expect `{word}` to be what? write `expect PATH VALUE`")));
        }
        _ => Expectation::State(rest.text),
    };
    Ok(StepKind::Expect { not, what })
}

/// The text between two quotation marks, where it stands between them.
pub(super) fn unquoted(text: &str) -> String {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).to_owned()
}

/// Whether these words of the GM are an edict rather than an answer.
pub(super) fn is_edict(who: &str, words: &str) -> bool {
    who.eq_ignore_ascii_case("gm") && Edict::looks_like(words)
}
