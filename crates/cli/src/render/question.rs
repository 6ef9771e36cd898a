//! Questions with their numbered options.

use std::io::{self, Write};

use quintain_engine::{OpenQuestion, Shape};

use crate::render::{BOLD, DIM, KEY};

/// How many options are shown before one asks for all of them.
const SHORT: usize = 12;

/// One option that can be named by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    /// Whose option.
    pub(crate) who: String,
    /// Its text.
    pub(crate) text: String,
}

/// The options of all open questions in the order of their numbers, from 1. Where the options of a question are
/// numbers themselves, they go by what they say.
pub(crate) fn number(open: &[OpenQuestion]) -> Vec<Numbered> {
    let named = |asked: &OpenQuestion| asked.question.choices().iter().any(|one| one.text.parse::<i64>().is_ok());
    let options = open.iter().filter(|asked| !named(asked)).flat_map(|asked| {
        asked.question.choices().iter().map(|one| Numbered { who: asked.who.clone(), text: one.text.clone() })
    });
    options.collect()
}

/// Writes the open questions. `full` shows all options with their hints, and what is refused with the rule.
pub(crate) fn ask(open: &[OpenQuestion], full: bool, out: &mut dyn Write) -> io::Result<()> {
    let numbered = number(open);
    for asked in open {
        let rule = if full { format!(" {DIM}({}){DIM:#}", asked.question.rule) } else { String::new() };
        writeln!(out, "{BOLD}{}{BOLD:#}: {}{rule}", asked.who, asked.question.text)?;
        options(asked, &numbered, full, out)?;
        if let Some(shape) = shape(asked) {
            writeln!(out, "      {DIM}{shape}{DIM:#}")?;
        }
        if full {
            for refused in &asked.question.refused {
                writeln!(out, "   -  {DIM}{}: {}{DIM:#}", refused.text, refused.refusal)?;
            }
            let default = asked.question.write(&asked.question.default);
            writeln!(out, "      {DIM}`default` is: {default}{DIM:#}")?;
        }
    }
    Ok(())
}

fn options(asked: &OpenQuestion, numbered: &[Numbered], full: bool, out: &mut dyn Write) -> io::Result<()> {
    let choices = asked.question.choices();
    let shown = if full { choices.len() } else { choices.len().min(SHORT) };
    for choice in &choices[..shown] {
        let own = |one: &Numbered| one.who == asked.who && one.text == choice.text;
        let place = numbered.iter().position(own).map(|place| (place + 1).to_string()).unwrap_or_default();
        write!(out, "{KEY}{place:>4}{KEY:#}  {}", choice.text)?;
        if !choice.hint.is_empty() {
            write!(out, "  {DIM}{}{DIM:#}", choice.hint)?;
        }
        writeln!(out)?;
    }
    match choices.len() - shown {
        0 => Ok(()),
        more => writeln!(out, "      {DIM}and {more} more; `?` shows all{DIM:#}"),
    }
}

/// How to write an answer that is not simply one of the options.
fn shape(asked: &OpenQuestion) -> Option<String> {
    match &asked.question.shape {
        Shape::OneOf(..) => None,
        Shape::Several { least, most, .. } if least == most => Some(format!("pick {least}, parted by `and`")),
        Shape::Several { least: 0, most, .. } => Some(format!("pick up to {most}, parted by `and`, or `none`")),
        Shape::Several { least, most, .. } => Some(format!("pick {least} to {most}, parted by `and`")),
        Shape::OrderOf(_) => Some("put them in order, parted by `then`".to_owned()),
        Shape::Number { least, most } => Some(format!("a whole number from {least} to {most}")),
        Shape::Path { from, most, .. } => {
            Some(format!("a path of at most {most} squares from {from}, each beside the one before, such as `B3 C4`"))
        }
        Shape::Text => Some("any words".to_owned()),
    }
}
