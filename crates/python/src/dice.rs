//! Exact odds of dice expressions.

use pyo3::prelude::*;
use quintain::dice::Expression;
use serde_json::json;

use crate::plain::wrong;
use crate::rows::{Cell, Column, Rows, Table};

/// The exact odds of a dice expression such as `4d6kh3`: a row for each total.
#[pyfunction]
pub(crate) fn dice(py: Python<'_>, expression: &str) -> PyResult<Rows> {
    let odds = py.detach(|| {
        let expression = Expression::parse(expression).map_err(|fault| fault.to_string())?;
        expression.distribution().map_err(|fault| fault.to_string())
    });
    let odds = odds.map_err(wrong)?;
    let mut table = Table::of([
        ("value".to_owned(), Column::wholes()),
        ("chance".to_owned(), Column::floats()),
        ("at_least".to_owned(), Column::floats()),
        ("exact".to_owned(), Column::words()),
    ]);
    for row in odds.rows() {
        let exact = row.chance.to_string();
        let shares = [row.chance.to_f64(), row.at_least.to_f64()].map(Cell::Float);
        table.push([Cell::Whole(row.value)].into_iter().chain(shares).chain([Cell::Words(&exact)]));
    }
    let (mean, deviation, remainder) = (odds.mean_f64(), odds.deviation(), odds.remainder().to_f64());
    table.rows(json!({ "exact": remainder == 0.0, "remainder": remainder, "mean": mean, "deviation": deviation }))
}
