//! `quintain odds "4d6kh3"`: the exact distribution of a dice expression.

use std::io::Write;

use quintain_dice::{Distribution, Expression, Ratio};
use serde::Serialize;

use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, bar, table};

/// The most values that are listed one by one.
const MOST: usize = 60;

/// One value with its chances.
#[derive(Serialize)]
struct Face {
    value: i64,
    /// The exact chance, as a fraction in lowest terms.
    exact: String,
    chance: f64,
    at_least: f64,
}

/// The whole distribution.
#[derive(Serialize)]
struct Told {
    expression: String,
    mean: f64,
    deviation: f64,
    values: Vec<Face>,
}

/// Tells the odds of an expression.
///
/// # Errors
/// Says where the expression goes wrong, or that it is too large to be worked out.
pub(crate) fn run(words: &str, json: bool, out: &mut dyn Write) -> Done {
    let expression = Expression::parse(words).map_err(|fault| {
        let at = " ".repeat(fault.column().saturating_sub(1));
        Fault::Wrong(format!("`{words}` is no dice expression: {fault}\n  {words}\n  {at}^"))
    })?;
    let odds = expression.distribution().map_err(|fault| Fault::Wrong(fault.to_string()))?;
    let told = Told {
        expression: expression.to_string(),
        mean: odds.mean_f64(),
        deviation: odds.deviation(),
        values: odds.iter().map(|(value, _)| face(&odds, value)).collect(),
    };
    if json {
        serde_json::to_writer_pretty(&mut *out, &told).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(&told, &odds, out)
}

fn face(odds: &Distribution, value: i64) -> Face {
    let exact = odds.chance_of(value);
    Face { value, exact: exact.to_string(), chance: exact.to_f64(), at_least: odds.at_least(value).to_f64() }
}

fn tell(told: &Told, odds: &Distribution, out: &mut dyn Write) -> Done {
    writeln!(out, "{BOLD}{}{BOLD:#}", told.expression)?;
    let (mean, spread) = (told.mean, told.deviation);
    writeln!(out, "{DIM}{mean:.3} on average, standard deviation {spread:.3}; exact{DIM:#}\n")?;
    if told.values.len() > MOST {
        return quantiles(odds, out);
    }
    let most = told.values.iter().map(|face| face.chance).fold(0.0, f64::max);
    let mut rows = table::headed(["", "exactly", "", "", "or more"]);
    table::right(&mut rows, [0, 1, 2, 4]);
    for face in &told.values {
        rows.add_row([
            face.value.to_string(),
            percent(face.chance),
            face.exact.clone(),
            bar(face.chance / most, 24),
            percent(face.at_least),
        ]);
    }
    Ok(table::write(rows, out)?)
}

/// Too many values for a list: where the hundredths lie.
fn quantiles(odds: &Distribution, out: &mut dyn Write) -> Done {
    let mut rows = table::headed(["of 100 throws", "come to at most"]);
    table::right(&mut rows, [0, 1]);
    rows.add_row(["lowest".to_owned(), odds.lowest().to_string()]);
    for share in [1, 5, 10, 25, 50, 75, 90, 95, 99] {
        if let Some(ratio) = Ratio::new(share, 100) {
            rows.add_row([share.to_string(), odds.quantile(ratio).to_string()]);
        }
    }
    rows.add_row(["highest".to_owned(), odds.highest().to_string()]);
    Ok(table::write(rows, out)?)
}

/// Two decimals: single faces are often rare.
fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}
