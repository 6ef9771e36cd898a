//! `quintain odds "4d6kh3"`: the distribution of a dice expression.

use std::collections::BTreeMap;
use std::io::Write;

use quintain_dice::{Distribution, Expression, OddsError, Ratio, Row, Stream};
use quintain_engine::wilson;
use serde::Serialize;

use crate::args;
use crate::fault::{Done, Fault};
use crate::render::{BOLD, DIM, bar, table};

/// The most values that are listed one by one.
const MOST: usize = 60;
/// The most letters of a fraction in a list; `--json` has them all.
const LONGEST: usize = 27;

/// One value with its chances.
#[derive(Serialize)]
struct Face {
    value: i64,
    /// The exact chance, as a fraction in lowest terms; none where the dice were only thrown many times.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    /// The exact chance in hundredths of a percent, rounded half up.
    #[serde(skip)]
    percent: Option<String>,
    chance: f64,
    /// Within what the chance lies, where it comes from throws.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval95: Option<(f64, f64)>,
    at_least: f64,
}

/// The whole distribution.
#[derive(Serialize)]
struct Told {
    expression: String,
    exact: bool,
    /// Why there are no exact odds.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    /// How often the dice were thrown instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<u64>,
    /// The chance of throws that are not settled, since dice bring further dice without end.
    #[serde(skip_serializing_if = "Option::is_none")]
    remainder: Option<f64>,
    mean: f64,
    deviation: f64,
    values: Vec<Face>,
}

/// Tells the odds of an expression: exact where they can be worked out, else from many throws, and says which.
///
/// # Errors
/// Says where the expression goes wrong.
pub(crate) fn run(words: &str, args: &args::Odds, out: &mut dyn Write) -> Done {
    let expression = match Expression::parse(words) {
        Ok(expression) => expression,
        Err(fault) => {
            if let Some((left, aim)) = aimed(words)
                && let Ok(expression) = Expression::parse(left)
            {
                return reached_by(&expression, aim, args, out);
            }
            let at = " ".repeat(fault.column().saturating_sub(1));
            let help = match words.contains(['<', '>', '=']) {
                true => "; a total is compared with a number: `d20+5>=15`",
                false => "",
            };
            return Err(Fault::Wrong(format!("`{words}` is no dice expression: {fault}{help}\n  {words}\n  {at}^")));
        }
    };
    let told = match expression.distribution() {
        Ok(odds) => exact(&expression, &odds),
        Err(OddsError::TooBig) => thrown(&expression, args)?,
        Err(fault) => return Err(Fault::Wrong(fault.to_string())),
    };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &told).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    tell(&told, out)
}

/// A number that a total is compared with: `>=15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Aim {
    sign: &'static str,
    number: i64,
}

/// What stands before the last comparison outside of brackets, and that comparison: `d20+5` and `>=15`.
fn aimed(words: &str) -> Option<(&str, Aim)> {
    let sign = |at: usize| {
        let rest = words.get(at..)?;
        [">=", "<=", ">", "<", "="].into_iter().find(|sign| rest.starts_with(sign))
    };
    let at = (0..words.len()).rev().find(|at| sign(*at).is_some())?;
    // `>=` is met at its second sign first.
    let at = at.checked_sub(1).filter(|before| sign(*before).is_some_and(|sign| sign.len() == 2)).unwrap_or(at);
    let sign = sign(at)?;
    let number = words.get(at + sign.len()..)?.trim().parse().ok()?;
    Some((words.get(..at)?, Aim { sign, number }))
}

impl Aim {
    fn is_met(self, total: i64) -> bool {
        match self.sign {
            ">=" => total >= self.number,
            "<=" => total <= self.number,
            ">" => total > self.number,
            "<" => total < self.number,
            _ => total == self.number,
        }
    }

    /// The exact chance.
    fn exactly(self, odds: &Distribution) -> Ratio {
        odds.chance(|total| self.is_met(total))
    }
}

/// How likely a total is reached.
#[derive(Serialize)]
struct Reached {
    expression: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<Ratio>,
    /// The chance of throws that are not settled, by which the chance may be too low.
    #[serde(skip_serializing_if = "Option::is_none")]
    remainder: Option<f64>,
    chance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval95: Option<(f64, f64)>,
}

fn reached_by(expression: &Expression, aim: Aim, args: &args::Odds, out: &mut dyn Write) -> Done {
    let (told, exact) = match expression.distribution() {
        Ok(odds) => (self::exact(expression, &odds), Some(aim.exactly(&odds))),
        Err(OddsError::TooBig) => (thrown(expression, args)?, None),
        Err(fault) => return Err(Fault::Wrong(fault.to_string())),
    };
    let counted = || told.values.iter().filter(|face| aim.is_met(face.value)).map(|face| face.chance).sum::<f64>();
    let chance = exact.as_ref().map_or_else(|| counted().min(1.0), Ratio::to_f64);
    let (interval95, remainder) = (told.throws.map(|throws| wilson(chance, throws as f64)), told.remainder);
    let words = format!("{expression} {} {}", aim.sign, aim.number);
    let reached = Reached { expression: words, exact, remainder, chance, interval95 };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &reached).map_err(std::io::Error::from)?;
        return Ok(writeln!(out)?);
    }
    let interval = reached.interval95.map(|(low, high)| format!("{} to {}", percent(low), percent(high)));
    let open = reached.remainder.map(|_| "but for 1 throw in 10^12".to_owned());
    let beside = open.or_else(|| reached.exact.as_ref().and_then(|exact| short(exact.to_string())));
    let beside = beside.or(interval).unwrap_or_default();
    let share =
        reached.exact.as_ref().map_or_else(|| percent(reached.chance), |exact| format!("{} %", exact.percent(2)));
    writeln!(out, "{BOLD}{}{BOLD:#}", reached.expression)?;
    Ok(writeln!(out, "{share}  {DIM}{beside}{DIM:#}")?)
}

/// A fraction that fits into a line.
fn short(fraction: String) -> Option<String> {
    (fraction.len() <= LONGEST).then_some(fraction)
}

fn exact(expression: &Expression, odds: &Distribution) -> Told {
    let face = |row: Row| {
        let (chance, exact) = (row.chance.to_f64(), row.chance.to_string());
        let (percent, at_least) = (Some(row.chance.percent(2)), row.at_least.to_f64());
        Face { value: row.value, chance, exact: Some(exact), percent, interval95: None, at_least }
    };
    let remainder = odds.remainder();
    Told {
        expression: expression.to_string(),
        exact: remainder.is_zero(),
        because: None,
        throws: None,
        remainder: (!remainder.is_zero()).then(|| remainder.to_f64()),
        mean: odds.mean_f64(),
        deviation: odds.deviation(),
        values: odds.rows().into_iter().map(face).collect(),
    }
}

/// What many throws come to, for dice whose exact odds are out of reach.
fn thrown(expression: &Expression, args: &args::Odds) -> Result<Told, Fault> {
    let throws = args.samples.get();
    let mut dice = Stream::new(args.seed, 0);
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for _ in 0..throws {
        let outcome = expression.roll(&mut dice).map_err(|fault| Fault::Wrong(fault.to_string()))?;
        *counts.entry(outcome.total).or_default() += 1;
    }
    let share = |count: u64| count as f64 / throws as f64;
    let mean: f64 = counts.iter().map(|(value, count)| *value as f64 * share(*count)).sum();
    let square = |value: i64| (value as f64 - mean) * (value as f64 - mean);
    let variance: f64 = counts.iter().map(|(value, count)| square(*value) * share(*count)).sum();
    let mut reached = throws;
    let values = counts.into_iter().map(|(value, count)| {
        let at_least = share(reached);
        reached -= count;
        let chance = share(count);
        Face { value, exact: None, percent: None, chance, interval95: Some(wilson(chance, throws as f64)), at_least }
    });
    Ok(Told {
        expression: expression.to_string(),
        exact: false,
        throws: Some(throws),
        because: Some("there are too many ways for the dice to fall".to_owned()),
        remainder: None,
        mean,
        deviation: variance.sqrt(),
        values: values.collect(),
    })
}

fn tell(told: &Told, out: &mut dyn Write) -> Done {
    writeln!(out, "{BOLD}{}{BOLD:#}", told.expression)?;
    let (mean, spread) = (told.mean, told.deviation);
    writeln!(out, "{DIM}{mean:.3} on average, standard deviation {spread:.3}; {}{DIM:#}\n", how(told))?;
    if told.values.len() > MOST {
        return quantiles(told, out);
    }
    let most = told.values.iter().map(|face| face.chance).fold(0.0, f64::max);
    let mut rows = table::headed(["", if told.exact { "exactly" } else { "about" }, "", "", "or more"]);
    table::right(&mut rows, [0, 1, 2, 4]);
    for face in &told.values {
        let interval = face.interval95.map(|(low, high)| format!("{} to {}", percent(low), percent(high)));
        rows.add_row([
            face.value.to_string(),
            face.percent.as_ref().map_or_else(|| percent(face.chance), |exact| format!("{exact} %")),
            face.exact.clone().and_then(short).or(interval).unwrap_or_default(),
            bar(face.chance / most, 24),
            percent(face.at_least),
        ]);
    }
    Ok(table::write(rows, out)?)
}

fn how(told: &Told) -> String {
    match (&told.because, told.throws) {
        (Some(because), Some(throws)) => {
            format!("no exact odds, {because}: from {throws} throws with 95 % intervals")
        }
        _ if told.remainder.is_some() => "exact but for 1 throw in 10^12, in which more dice explode".to_owned(),
        _ => "exact".to_owned(),
    }
}

/// Too many values for a list: where the hundredths lie.
fn quantiles(told: &Told, out: &mut dyn Write) -> Done {
    let mut rows = table::headed(["of 100 throws", "come to at most"]);
    table::right(&mut rows, [0, 1]);
    let ends = |face: Option<&Face>| face.map_or_else(String::new, |face| face.value.to_string());
    rows.add_row(["lowest".to_owned(), ends(told.values.first())]);
    for share in [1, 5, 10, 25, 50, 75, 90, 95, 99] {
        rows.add_row([share.to_string(), ends(told.values.iter().find(|face| reaches(face, share)))]);
    }
    rows.add_row(["highest".to_owned(), ends(told.values.last())]);
    Ok(table::write(rows, out)?)
}

/// Whether so many of 100 throws come to this value at most.
fn reaches(face: &Face, share: u8) -> bool {
    1.0 - face.at_least + face.chance >= f64::from(share) / 100.0 - 1e-12
}

/// Two decimals: single faces are often rare.
fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_compared_with_a_number() {
        let read = |words| aimed(words).map(|(left, aim)| (left, aim.sign, aim.number));
        assert_eq!(read("d20+5>=15"), Some(("d20+5", ">=", 15)));
        assert_eq!(read("d20 + 5 < -2"), Some(("d20 + 5 ", "<", -2)));
        assert_eq!(read("2d6=7"), Some(("2d6", "=", 7)));
        assert_eq!(read("d20+5>=x"), None);
        assert_eq!(read("d20"), None);
        let odds = |words: &str| {
            let (left, aim) = aimed(words).unwrap();
            let expression = Expression::parse(left).unwrap();
            aim.exactly(&expression.distribution().unwrap()).to_string()
        };
        assert_eq!(odds("d20+5>=15"), "11/20");
        assert_eq!(odds("d20+5>15"), "1/2");
        assert_eq!(odds("d20+5<=15"), "1/2");
        assert_eq!(odds("d20+5<15"), "9/20");
        assert_eq!(odds("1+d20=15"), "1/20");
    }
}
