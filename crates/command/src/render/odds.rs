//! Odds: what may follow from an answer, each value with its chance.

use std::io::{self, Write};

use quintain_engine::{Measure, Odds, Taken, Until, Value};

use crate::render::{BOLD, DIM, bar, percent};

/// How many values of one measure are listed before the unlikely ones are summed up.
const MOST: usize = 16;

/// Writes the odds of one answer in full.
pub(crate) fn full(odds: &Odds, until: Until, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{DIM}{}{DIM:#}", how(odds, until))?;
    if odds.measures.is_empty() {
        writeln!(out, "nothing changes by that")?;
    }
    for measure in &odds.measures {
        writeln!(out)?;
        one(measure, out)?;
    }
    taken(&odds.decisions, out)
}

fn how(odds: &Odds, until: Until) -> String {
    let when = match until {
        Until::ActIsOver => "when that is done",
        Until::SomebodyIsDown => "when somebody is down, the answer given again and again",
        Until::FightIsOver => "when the fight is over",
    };
    let sampled = odds.measures.iter().flat_map(|measure| &measure.then).any(|likely| likely.interval95.is_some());
    match (odds.exact, sampled) {
        (true, _) => format!("{when}, exact over {} courses", odds.branches),
        (false, true) => format!("{when}, from {} samples with 95 % intervals", odds.branches),
        (false, false) => format!("{when}, over {} courses; {}", odds.branches, left_open(odds.remainder)),
    }
}

/// What is not settled, as a share that people can picture.
fn left_open(remainder: f64) -> String {
    match remainder {
        none if none <= 0.0 => "nothing is left open".to_owned(),
        much if much >= 0.0005 => {
            format!("{} are left open, by which every share may be too low (--courses walks more)", percent(much))
        }
        little => format!("exact but for 1 in 10^{}", (-little.log10()).floor()),
    }
}

/// The decisions that were taken for granted.
fn taken(decisions: &[Taken], out: &mut dyn Write) -> io::Result<()> {
    if decisions.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{DIM}decided on the way, and how often:{DIM:#}")?;
    for one in decisions {
        let share = if one.often > 1.0 { format!("{:.2} times", one.often) } else { format!("{} %", one.percent(1)) };
        let by = if one.given { ", as you said" } else { "" };
        match one.given && one.often <= 0.0 {
            true => writeln!(
                out,
                "  {BOLD}never{BOLD:#}  {}: {} {DIM}(fits nothing that came up){DIM:#}",
                one.who, one.answer
            )?,
            false => writeln!(out, "  {share:>7}  {}: {} {DIM}({}{by}){DIM:#}", one.who, one.answer, one.question)?,
        }
    }
    Ok(())
}

fn one(measure: &Measure, out: &mut dyn Write) -> io::Result<()> {
    let mean = measure.mean.map(|mean| format!(", {mean:.2} on average")).unwrap_or_default();
    writeln!(out, "{BOLD}{}{BOLD:#} {DIM}now {}{mean}{DIM:#}", measure.path, measure.now)?;
    let width = measure.then.iter().map(|likely| likely.value.to_string().chars().count()).max().unwrap_or(0);
    let mut by_chance: Vec<f64> = measure.then.iter().map(|likely| likely.chance).collect();
    by_chance.sort_by(|a, b| b.total_cmp(a));
    let least = by_chance.get(MOST - 1).copied().unwrap_or(0.0);
    let mut rest = (0, 0.0);
    for (place, likely) in measure.then.iter().enumerate() {
        if likely.chance < least || (place - rest.0) >= MOST {
            rest = (rest.0 + 1, rest.1 + likely.chance);
            continue;
        }
        let value = likely.value.to_string();
        let interval = likely.interval95.map(|(low, high)| format!(" ({} to {})", percent(low), percent(high)));
        let (share, drawn) = (format!("{} %", likely.percent(1)), bar(likely.chance, 24));
        writeln!(out, "  {value:>width$}  {share:>7}{}  {drawn}", interval.unwrap_or_default())?;
    }
    match rest {
        (0, _) => Ok(()),
        (count, chance) => writeln!(out, "  {DIM}{count} others, together {}{DIM:#}", percent(chance)),
    }
}

/// How many chances of one combatant a brief line tells.
const MOST_IN_BRIEF: usize = 4;

/// The odds of one answer among others: a line for each combatant that may change, with the mean of its numbers first,
/// then what else may become of it, the likeliest first.
pub(crate) fn brief(odds: &Odds) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for measure in &odds.measures {
        let name = parted(&measure.path).0;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let lines: Vec<String> = names.into_iter().filter_map(|name| brief_line(odds, name)).collect();
    if lines.is_empty() { vec!["nothing changes".to_owned()] } else { lines }
}

/// Whose value a path names, and which.
fn parted(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}

fn brief_line(odds: &Odds, name: &str) -> Option<String> {
    let own = || odds.measures.iter().filter(|measure| parted(&measure.path).0 == name);
    let moved = |measure: &&Measure| measure.mean.is_some_and(|mean| (mean - number(measure)).abs() >= 0.05);
    let means = own().filter(moved).filter_map(|measure| {
        measure.mean.map(|mean| format!("{} {} → {mean:.1}", parted(&measure.path).1, measure.now))
    });
    let mut chances: Vec<(f64, String)> = own()
        .filter(|measure| measure.mean.is_none() && measure.now != Value::None)
        .flat_map(|measure| measure.then.iter().map(move |likely| (measure, likely)))
        .filter(|(measure, likely)| likely.value != measure.now)
        .map(|(measure, likely)| {
            let value = match parted(&measure.path).1 {
                "conditions" => likely.value.to_string(),
                "fighting" if likely.value == Value::Flag(false) => "out of the fight".to_owned(),
                key => format!("{key} {}", likely.value),
            };
            (likely.chance, format!("{} % {value}", likely.percent(1)))
        })
        .collect();
    chances.sort_by(|a, b| b.0.total_cmp(&a.0));
    let told = means.chain(chances.into_iter().take(MOST_IN_BRIEF).map(|(_, told)| told));
    let told: Vec<String> = told.collect();
    let whose = if name.is_empty() { String::new() } else { format!("{name}: ") };
    (!told.is_empty()).then(|| format!("{whose}{}", told.join("; ")))
}

fn number(measure: &Measure) -> f64 {
    match measure.now {
        Value::Number(number) => number as f64,
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use quintain_engine::Likely;

    use super::*;

    fn measure(path: &str, then: Vec<(Value, f64)>, mean: Option<f64>) -> Measure {
        let then =
            then.into_iter().map(|(value, chance)| Likely { value, chance, exact: None, interval95: None }).collect();
        Measure { path: path.into(), now: Value::Number(5), then, mean }
    }

    fn odds(branches: u64, measures: Vec<Measure>) -> Odds {
        Odds { exact: true, branches, total: 1.0, remainder: 0.0, measures, decisions: Vec::new() }
    }

    #[test]
    fn what_is_left_open_and_what_was_decided_is_told() {
        let sta = measure("A.sta", vec![(Value::Number(4), 0.5)], Some(4.0));
        let mut odds = Odds { exact: false, remainder: 0.5, ..odds(9, vec![sta]) };
        let taken = |answer: &str, given, often| Taken {
            who: "A".into(),
            question: "How?".into(),
            answer: answer.into(),
            given,
            often,
            exact: None,
        };
        odds.decisions = vec![taken("parry", false, 0.25), taken("dodge", true, 1.5), taken("fly", true, 0.0)];
        let mut out = anstream::StripStream::new(Vec::new());
        full(&odds, Until::FightIsOver, &mut out).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert!(text.starts_with("when the fight is over, over 9 courses; 50.0 % are left open"), "{text}");
        let end = "   25.0 %  A: parry (How?)\n  1.50 times  A: dodge (How?, as you said)\n  never  A: fly (fits nothing that came up)\n";
        assert!(text.ends_with(end), "{text}");
        assert_eq!(left_open(2e-13), "exact but for 1 in 10^12");
    }

    #[test]
    fn unlikely_values_are_summed_up() {
        let many = (0..40).map(|n| (Value::Number(n), if n == 7 { 0.61 } else { 0.01 })).collect();
        let odds = odds(40, vec![measure("A.sta", many, Some(7.0))]);
        let mut out = anstream::StripStream::new(Vec::new());
        full(&odds, Until::ActIsOver, &mut out).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert!(text.starts_with("when that is done, exact over 40 courses\n\nA.sta now 5, 7.00 on average\n"));
        assert!(text.ends_with("  24 others, together 24.0 %\n"), "{text}");
        assert_eq!(text.lines().count(), 3 + MOST + 1);
    }

    #[test]
    fn each_combatant_has_a_line_of_means_and_chances() {
        let sta = measure("A.sta", vec![(Value::Number(4), 1.0)], Some(4.0));
        let fine = measure("A.conditions", vec![(Value::Text("bound".into()), 0.25), (Value::Number(5), 0.75)], None);
        let odds = odds(2, vec![sta, fine]);
        assert_eq!(brief(&odds), ["A: sta 5 → 4.0; 25.0 % bound"]);
        assert_eq!(brief(&Odds { measures: Vec::new(), ..odds }), ["nothing changes"]);
    }
}
