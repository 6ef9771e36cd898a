//! Problems with a drawn label under the very place.

use std::io::{self, Write};

use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use quintain_content::{Place, Problem, Problems};

use crate::render::ERROR;

/// How many letters a line may have that is drawn: the header of a record holds a whole encounter, and would fill the screen.
const WIDEST: usize = 300;

/// Writes all problems, one after the other.
pub(crate) fn all(problems: &Problems, err: &mut dyn Write) -> io::Result<()> {
    for problem in &problems.0 {
        one(problem, err)?;
    }
    Ok(())
}

fn one(problem: &Problem, err: &mut dyn Write) -> io::Result<()> {
    let drawn = problem.place.as_ref().and_then(|place| Some((place, text_of(place)?)));
    match drawn {
        Some((place, text)) => draw(place, &text, &problem.what, problem.help.as_deref(), err),
        None => writeln!(err, "{ERROR}error{ERROR:#}: {problem}"),
    }
}

/// The text that a place points into, if it can still be had and its line can be drawn.
fn text_of(place: &Place) -> Option<String> {
    let file = quintain_library::files::read(&place.path).ok().flatten();
    let text = file.or_else(|| quintain_library::built_in_text(&place.path).map(str::to_owned))?;
    let line = (place.line as usize).saturating_sub(1);
    let narrow = text.lines().nth(line).is_none_or(|line| line.chars().count() <= WIDEST);
    let fits = text.get(place.span()).is_some() && line <= text.lines().count() && narrow;
    fits.then_some(text)
}

/// Draws a label under a place of a text.
pub(crate) fn draw(place: &Place, text: &str, what: &str, help: Option<&str>, err: &mut dyn Write) -> io::Result<()> {
    let path = place.path.to_string();
    // A label of no length is drawn under the first letter.
    let letter = text.get(place.start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let span = place.start..place.end.max(place.start + letter);
    let config = Config::default().with_index_type(IndexType::Byte);
    let label =
        Label::new((path.clone(), span.clone())).with_color(ariadne::Color::Red).with_message(help.unwrap_or("here"));
    let report = Report::build(ReportKind::Custom("error", ariadne::Color::Red), (path.clone(), span))
        .with_config(config)
        .with_message(what)
        .with_label(label)
        .finish();
    report.write((path, Source::from(text)), err)
}
