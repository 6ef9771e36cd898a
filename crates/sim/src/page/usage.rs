//! What was left at the end and what was used, on the page.

use maud::{Markup, html};

use super::{colour, percent};
use crate::report::Report;
use crate::telling::{Lasting, Left, Telling, Use};

/// How wide and how high the small plot of one value is, in pixels.
const PLOT: (f64, f64) = (260.0, 28.0);

/// The most columns of such a plot; of more values several share a column.
const COLUMNS: i64 = 40;

/// What was left: a small plot of all ends beside the figures.
pub(super) fn left(report: &Report, all: &[Left]) -> Markup {
    html! {
        div .wide {
            table {
                tr { th { "who" } th { "what" } th { "of" } th { "left" } th { "nine in ten from" } th { "how often how much" } }
                @for one in all {
                    tr {
                        td { (one.who) } td { (one.value) } td { (one.start) } td { (format!("{:.1}", one.mean)) }
                        td { (one.p5) " to " (one.p95) } td { (plot(report, one)) }
                    }
                }
            }
        }
    }
}

fn plot(report: &Report, one: &Left) -> Markup {
    let least = one.counts.first().map_or(0, |(left, _)| *left).min(0);
    let most = one.counts.last().map_or(one.start, |(left, _)| *left).max(one.start).max(least + 1);
    let each = (most - least) / COLUMNS + 1;
    let columns = (most - least) / each + 1;
    let mut heights = vec![0_u64; usize::try_from(columns).unwrap_or(1)];
    for (left, times) in &one.counts {
        if let Some(height) = usize::try_from((left - least) / each).ok().and_then(|column| heights.get_mut(column)) {
            *height += times;
        }
    }
    let highest = heights.iter().copied().max().unwrap_or(1).max(1) as f64;
    let wide = PLOT.0 / heights.len() as f64;
    let label = format!("{} of {}: from {least} to {most}", one.value, one.who);
    html! {
        svg .small preserveAspectRatio="none" viewBox=(format!("0 0 {} {}", PLOT.0, PLOT.1)) role="img" aria-label=(label) {
            @for (column, times) in heights.iter().enumerate().filter(|(_, times)| **times > 0) {
                @let high = (*times as f64 / highest * PLOT.1).max(1.0);
                rect class=(colour(report, &one.side)) x=(format!("{:.1}", column as f64 * wide))
                    y=(format!("{:.1}", PLOT.1 - high)) width=(format!("{:.1}", (wide - 1.0).max(1.0)))
                    height=(format!("{high:.1}")) {
                    title { (least + column as i64 * each) ": " (times) }
                }
            }
        }
    }
}

/// The conditions that last.
pub(super) fn conditions(all: &[Lasting]) -> Markup {
    html! {
        div .wide {
            table {
                tr { th { "who" } th { "condition" } th { "fights" } th { "95 % interval" } }
                @for one in all {
                    tr {
                        td { (one.who) } td { (one.condition) } td { (percent(one.rate)) }
                        td { (percent(one.interval95[0])) " to " (percent(one.interval95[1])) }
                    }
                }
            }
        }
    }
}

/// What was offered, how often it was chosen, and what it moved.
pub(super) fn uses(told: &Telling) -> Markup {
    let all: Vec<&Use> = told.uses.iter().filter(|one| one.is_doing()).collect();
    let moves = all.iter().any(|one| one.moved.is_some());
    html! {
        p .dim { "In a fight, on average, of the first " (told.surveyed) " fights." }
        div .wide {
            table {
                tr {
                    th { "who" } th { "what" } th { "possible in" } th { "offered" } th { "chosen" } th { "of those" }
                    @if moves { th { "moves victory by" } }
                }
                @for one in all {
                    tr {
                        td { (one.who) } td { (one.what()) } td { (percent(one.possible_rate)) }
                        td { (format!("{:.1}", one.offered)) } td { (format!("{:.1}", one.chosen)) }
                        td { @if one.never { strong { "never" } } @else { (percent(one.chosen_rate)) } }
                        @if moves { td { @if let Some(moved) = &one.moved {
                            (format!("{:+.1} points, from {:+.1} to {:+.1}", moved.mean * 100.0, moved.interval95[0] * 100.0, moved.interval95[1] * 100.0))
                        } } }
                    }
                }
            }
        }
    }
}

/// Something of everything, for tests.
#[cfg(test)]
pub(super) fn example() -> (Vec<Left>, Vec<Lasting>, Vec<Use>) {
    let (who, side) = (|| "Althea".to_owned(), || "heroes".to_owned());
    let left = Left {
        who: who(),
        side: side(),
        value: "sta".into(),
        health: true,
        start: 9,
        max: Some(9),
        mean: 4.0,
        interval95: [3.0, 5.0],
        p5: 0,
        p50: 4,
        p95: 8,
        counts: vec![(-2, 10), (0, 30), (8, 60)],
    };
    let lasting =
        Lasting { who: who(), side: side(), condition: "prone & bound".into(), rate: 0.3, interval95: [0.2, 0.4] };
    let horn = Use {
        who: who(),
        side: side(),
        verb: "use".into(),
        name: "use".into(),
        group: "gear".into(),
        means: Some("a <horn>".into()),
        variants: Vec::new(),
        possible_rate: 0.5,
        offered: 2.0,
        chosen: 0.0,
        chosen_rate: 0.0,
        never: true,
        moved: None,
    };
    (vec![left], vec![lasting], vec![horn])
}
