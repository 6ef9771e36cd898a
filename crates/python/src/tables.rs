//! What simulations say, as tables.

use pyo3::prelude::*;
use quintain::sim::{Comparison, Difference, Matters, Point, Step, Target, Tried};
use serde_json::{Value, json};

use crate::rows::{Cell, Column, Rows, Table};

/// What is to be said of a table as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Of<'a> {
    pub(crate) encounter: &'a str,
    /// In each series.
    pub(crate) fights: u64,
    pub(crate) seed: u64,
}

impl Of<'_> {
    fn info(self, key: &str, value: Value) -> Value {
        let Of { encounter, fights, seed } = self;
        json!({ "encounter": encounter, key: value, "fights": fights, "seed": seed })
    }
}

/// The figures of two encounters, and their differences.
pub(crate) fn comparison(told: &Comparison) -> PyResult<Rows> {
    let mut table = Table::of(figure_columns());
    for figure in &told.figures {
        table.push(figures(figure));
    }
    let Comparison { first, second, fights, seed, .. } = told;
    table.rows(json!({ "first": first, "second": second, "fights": fights, "seed": seed }))
}

/// The columns of a comparison.
fn figure_columns() -> Vec<(String, Column)> {
    let shares = ["first", "second", "difference", "low", "high"].map(|name| (name.to_owned(), Column::floats()));
    std::iter::once(("what".to_owned(), Column::words())).chain(shares).collect()
}

fn figures(figure: &Difference) -> impl Iterator<Item = Cell<'_>> {
    let [low, high] = figure.interval95;
    let shares = [figure.first, figure.second, figure.difference, low, high];
    std::iter::once(Cell::Words(&figure.what)).chain(shares.map(Cell::Float))
}

/// The columns of knobs: whole numbers where all their values are.
fn knob_columns<'a>(knobs: &[String], settings: impl Iterator<Item = &'a [String]>) -> Vec<(String, Column)> {
    let settings: Vec<&[String]> = settings.collect();
    let column = |(place, words): (usize, &String)| {
        let is_whole = |at: &&[String]| at.get(place).is_some_and(|value| value.parse::<i64>().is_ok());
        let name = words.split('=').next().unwrap_or_default().trim().to_owned();
        (name, if settings.iter().all(is_whole) { Column::wholes() } else { Column::words() })
    };
    knobs.iter().enumerate().map(column).collect()
}

/// The cells of a setting.
fn setting<'a>(columns: &[Column], values: &'a [String]) -> Vec<Cell<'a>> {
    let cell = |(column, value): (&Column, &'a String)| match (column, value.parse::<i64>()) {
        (Column::Whole(_), Ok(whole)) => Cell::Whole(whole),
        _ => Cell::Words(value),
    };
    columns.iter().zip(values).map(cell).collect()
}

/// A row for each side at every setting of the knobs.
pub(crate) fn points(points: &[Point], knobs: &[String], of: &Of<'_>) -> PyResult<Rows> {
    let mut columns = knob_columns(knobs, points.iter().map(|point| point.at.as_slice()));
    columns.push(("side".to_owned(), Column::words()));
    columns.extend(["fights", "wins"].map(|name| (name.to_owned(), Column::counts())));
    let shares = ["win_rate", "low", "high", "someone_died_rate", "mean_rounds"];
    columns.extend(shares.map(|name| (name.to_owned(), Column::floats())));
    let mut table = Table::of(columns);
    for point in points {
        for side in &point.report.sides {
            let [low, high] = side.interval95;
            let mut row = setting(&table.columns, &point.at);
            row.extend([Cell::Words(&side.name), Cell::Count(point.report.fights), Cell::Count(side.wins)]);
            let shares = [side.win_rate, low, high, side.someone_died_rate, point.report.rounds.mean];
            row.extend(shares.map(Cell::Float));
            table.push(row);
        }
    }
    table.rows(of.info("knobs", json!(knobs)))
}

/// A row for each setting that was tried, the nearest to the target first.
pub(crate) fn tried(
    tried: &[Tried],
    (words, target): (&str, &Target),
    knobs: &[String],
    of: &Of<'_>,
) -> PyResult<Rows> {
    let mut columns = knob_columns(knobs, tried.iter().map(|one| one.values.as_slice()));
    columns.extend(["share", "low", "high"].map(|name| (name.to_owned(), Column::floats())));
    columns.push(("meets".to_owned(), Column::flags()));
    let mut table = Table::of(columns);
    for one in tried {
        let mut row = setting(&table.columns, &one.values);
        row.extend([one.share, one.interval95[0], one.interval95[1]].map(Cell::Float));
        row.push(Cell::Flag(one.meets(target)));
        table.push(row);
    }
    table.rows(of.info("target", json!(words)))
}

/// A row for each figure of each change, what moves the first side's victories most first.
pub(crate) fn matters(found: &[Matters], of: &Of<'_>) -> PyResult<Rows> {
    let change = std::iter::once(("change".to_owned(), Column::words()));
    let mut table = Table::of(change.chain(figure_columns()));
    for one in found {
        for figure in &one.figures {
            table.push(std::iter::once(Cell::Words(&one.what)).chain(figures(figure)));
        }
    }
    table.rows(of.info("changes", json!(found.len())))
}

/// A row for each step from one way to play to the next.
pub(crate) fn steps(found: &[Step], of: &Of<'_>) -> PyResult<Rows> {
    let mut columns = vec![("stronger".to_owned(), Column::words()), ("weaker".to_owned(), Column::words())];
    columns.push(("pairs".to_owned(), Column::counts()));
    columns.extend(["score", "low", "high"].map(|name| (name.to_owned(), Column::floats())));
    columns.push(("sure".to_owned(), Column::flags()));
    let mut table = Table::of(columns);
    for step in found {
        let [low, high] = step.rung.interval95;
        let names = [Cell::Words(&step.stronger), Cell::Words(&step.weaker), Cell::Count(step.rung.pairs)];
        let figures = [step.rung.score, low, high].map(Cell::Float);
        table.push(names.into_iter().chain(figures).chain([Cell::Flag(step.rung.is_stronger())]));
    }
    table.rows(of.info("steps", json!(found.len())))
}
