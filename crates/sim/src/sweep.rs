//! What came of a sweep, as a page with plots: lines for one knob, a map of shades for two.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use crate::page::{STYLE, WIDTH, percent};
use crate::report::{Report, SideReport};

/// What came of one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// What the knobs were turned to, in their order.
    pub at: Vec<String>,
    /// What came of it.
    pub report: Report,
}

/// The height of the plot of lines.
const HEIGHT: f64 = 300.0;

/// The page of a sweep. All points have as many values as there are `knobs`.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Knob, Point, Study, simulate, sweep_page};
/// let opened = library().open("cyclops", &files::read)?;
/// let knob = Knob::read("Althea.armor=0..2")?;
/// let mut points = Vec::new();
/// for value in &knob.values {
///     let mut encounter = opened.encounter.clone();
///     knob.turn(&mut encounter, value)?;
///     let fight = library().set_up(&encounter, &files::read)?;
///     let report = simulate(&*fight, &Study::new("One eye", 50), &|_| {}, &AtomicBool::new(false));
///     points.push(Point { at: vec![value.to_string()], report });
/// }
/// assert!(sweep_page("One eye", &[knob.name], &points).contains("Althea.armor"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sweep_page(title: &str, knobs: &[String], points: &[Point]) -> String {
    let body = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Quintain" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                @if let Some(first) = points.first() {
                    p .dim {
                        (points.len()) " variants, " (first.report.fights) " fights each of " (first.report.rulebook)
                        " under the same numbers, seed " (first.report.seed) "."
                    }
                }
                figure { (plot(knobs, points)) figcaption { (caption(knobs, points)) } }
                (figures(knobs, points))
            }
        }
    };
    body.into_string()
}

fn side(point: &Point) -> Option<&SideReport> {
    point.report.sides.first()
}

fn caption(knobs: &[String], points: &[Point]) -> String {
    let name = points.first().and_then(side).map_or("", |side| side.name.as_str());
    match knobs.len() {
        1 => format!(
            "How often {name} win (full line, with its 95 % interval) and how often one of them dies (broken line)."
        ),
        _ => format!("How often {name} win: {} across, {} down.", knobs.last().map_or("", String::as_str), knobs[0]),
    }
}

fn plot(knobs: &[String], points: &[Point]) -> Markup {
    if knobs.len() == 1 { lines(points) } else { shades(points) }
}

/// One knob: its values across, shares up.
fn lines(points: &[Point]) -> Markup {
    let sides: Vec<(&Point, &SideReport)> = points.iter().filter_map(|point| Some((point, side(point)?))).collect();
    let step = (WIDTH - 80.0) / (sides.len().max(2) - 1) as f64;
    let x = |place: usize| 50.0 + place as f64 * step;
    let y = |share: f64| 10.0 + (1.0 - share) * HEIGHT;
    let line = |share: &dyn Fn(&SideReport) -> f64| {
        let along = sides.iter().enumerate().map(|(place, (_, side))| format!("{:.1} {:.1}", x(place), y(share(side))));
        format!("M{}", along.collect::<Vec<_>>().join("L"))
    };
    let band = {
        let low = sides.iter().enumerate().map(|(place, (_, side))| (x(place), y(side.interval95[0])));
        let high = sides.iter().enumerate().rev().map(|(place, (_, side))| (x(place), y(side.interval95[1])));
        let along = low.chain(high).map(|(x, y)| format!("{x:.1} {y:.1}"));
        format!("M{}Z", along.collect::<Vec<_>>().join("L"))
    };
    let every = sides.len() / 14 + 1;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", HEIGHT + 40.0)) role="img" aria-label="Shares by value" {
            @for tenth in (0..=10).step_by(2) {
                @let height = y(f64::from(tenth) / 10.0);
                path .axis d=(format!("M50 {height:.1}H{}", WIDTH - 30.0)) {}
                text .dim x="44" y=(format!("{:.1}", height + 4.0)) text-anchor="end" { (tenth * 10) " %" }
            }
            path .s0 opacity="0.25" d=(band) {}
            path d=(line(&|side| side.win_rate)) fill="none" stroke="var(--s0)" stroke-width="2.5" {}
            path d=(line(&|side| side.someone_died_rate)) fill="none" stroke="var(--s1)" stroke-width="2" stroke-dasharray="6 4" {}
            @for (place, (point, side)) in sides.iter().enumerate() {
                circle .s0 cx=(format!("{:.1}", x(place))) cy=(format!("{:.1}", y(side.win_rate))) r="4" {
                    title { (point.at.join(", ")) ": " (percent(side.win_rate)) }
                }
                @if place % every == 0 {
                    text .dim x=(format!("{:.1}", x(place))) y=(HEIGHT + 30.0) text-anchor="middle" { (point.at.join(", ")) }
                }
            }
        }
    }
}

/// Two knobs: a field for each pair of values.
fn shades(points: &[Point]) -> Markup {
    let values = |knob: usize| {
        let mut seen: Vec<&str> = Vec::new();
        for point in points {
            if let Some(value) = point.at.get(knob).filter(|value| !seen.contains(&value.as_str())) {
                seen.push(value);
            }
        }
        seen
    };
    let (down, across) = (values(0), values(1));
    let (wide, tall) = ((WIDTH - 90.0) / across.len().max(1) as f64, 34.0);
    let at = |point: &Point, knob: usize, of: &[&str]| {
        of.iter().position(|value| point.at.get(knob).is_some_and(|own| own == value)).unwrap_or(0) as f64
    };
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", down.len() as f64 * tall + 30.0)) role="img" aria-label="Shares by two values" {
            @for point in points {
                @if let Some(side) = side(point) {
                    @let (x, y) = (90.0 + at(point, 1, &across) * wide, at(point, 0, &down) * tall);
                    rect .s0 opacity=(format!("{:.2}", 0.05 + side.win_rate * 0.95)) x=(format!("{x:.1}")) y=(format!("{y:.1}"))
                        width=(format!("{:.1}", wide - 2.0)) height=(tall - 2.0) rx="3" { title { (point.at.join(", ")) } }
                    text .figure x=(format!("{:.1}", x + wide / 2.0)) y=(format!("{:.1}", y + 21.0)) text-anchor="middle" {
                        (format!("{:.0} %", side.win_rate * 100.0))
                    }
                }
            }
            @for (row, value) in down.iter().enumerate() {
                text .dim x="82" y=(format!("{:.1}", row as f64 * tall + 21.0)) text-anchor="end" { (value) }
            }
            @for (column, value) in across.iter().enumerate() {
                text .dim x=(format!("{:.1}", 90.0 + (column as f64 + 0.5) * wide)) y=(format!("{:.1}", down.len() as f64 * tall + 20.0))
                    text-anchor="middle" { (value) }
            }
        }
    }
}

fn figures(knobs: &[String], points: &[Point]) -> Markup {
    html! {
        h2 { "In figures" }
        table {
            tr {
                @for knob in knobs { th { (knob) } }
                th { "win" } th { "95 % interval" } th { "someone dies" } th { "rounds" }
            }
            @for point in points {
                @if let Some(side) = side(point) {
                    tr {
                        @for value in &point.at { td { (value) } }
                        td { (percent(side.win_rate)) }
                        td { (percent(side.interval95[0])) " to " (percent(side.interval95[1])) }
                        td { (percent(side.someone_died_rate)) }
                        td { (format!("{:.1}", point.report.rounds.mean)) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quintain_engine::Conduct;

    use super::*;
    use crate::fake::Fake;
    use crate::{Study, simulate};

    fn point(at: &[&str]) -> Point {
        let conduct = Conduct::best();
        let study = Study { encounter: "duel".into(), fights: 200, seed: 1, threads: 1, conduct, round_limit: 12 };
        let report = simulate(&Fake, &study, &|_| {}, &AtomicBool::new(false));
        Point { at: at.iter().map(|value| (*value).to_owned()).collect(), report }
    }

    #[test]
    fn one_knob_makes_lines_and_two_make_shades() {
        let one = sweep_page("A <duel>", &["Althea.armor".to_owned()], &[point(&["0"]), point(&["1"])]);
        assert!(one.contains("A &lt;duel&gt;") && one.contains("stroke-dasharray") && !one.contains("NaN"), "{one}");
        let knobs = ["a".to_owned(), "b".to_owned()];
        let two = sweep_page("duel", &knobs, &[point(&["0", "x"]), point(&["1", "x"])]);
        assert!(
            two.contains("a down")
                && two.contains("class=\"figure\"")
                && two.contains("opacity")
                && !two.contains("NaN"),
            "{two}"
        );
    }

    #[test]
    fn a_point_is_read_back_as_it_was_written() {
        let one = point(&["0"]);
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Point>(&text).unwrap(), one);
    }
}
