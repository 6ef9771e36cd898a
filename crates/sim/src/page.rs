//! A report as one page that needs nothing else: plots in light and dark, fit to be printed.

mod telling;
mod usage;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::{CombatantReport, Report, RoundsReport, SideReport};
use crate::trace::Course;

/// The look. One file has to be enough, so it stands inside.
pub(crate) const STYLE: &str = "
:root { color-scheme: light dark; --paper: light-dark(#fff, #17161a); --ink: light-dark(#221e1a, #ece6dc);
  --dim: light-dark(#655c52, #a59c90); --line: light-dark(#d8ccb8, #3b3840); --s0: light-dark(#1f5fa8, #6ea8ea);
  --s1: light-dark(#a33030, #e9807a); --s2: light-dark(#2f7a3d, #79c787); --s3: light-dark(#7d4aa0, #c69be3);
  --none: light-dark(#b9b0a2, #5a5560); }
body { font: 16px/1.5 system-ui, sans-serif; background: var(--paper); color: var(--ink); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; } .dim { color: var(--dim); }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font: 12px system-ui; } svg .dim { fill: var(--dim); }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .none { fill: var(--none); }
.axis { stroke: var(--line); } .whisker { stroke: var(--ink); stroke-width: 1.5; }
.figure { stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; paint-order: stroke; } .small { width: 13rem; height: 1.4rem; } .key { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; list-style: none; } .key svg { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
figure { margin: 1rem 0 2rem; break-inside: avoid; } figcaption { color: var(--dim); font-size: .9rem; }
.wide { overflow-x: auto; } td { white-space: nowrap; } code { overflow-wrap: anywhere; }
h2 { break-after: avoid; } tr { break-inside: avoid; }
@media (max-width: 36rem) { svg text { font-size: 20px; } body { margin: 1rem auto; } th, td { padding: .25rem .4rem; } }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; font-size: 11pt; } .wide { overflow: visible; } }
";

/// The width of the plots, in their own units.
pub(crate) const WIDTH: f64 = 720.0;

/// The page of a report. `watch` is the command that shows a fight of the run, without its number; `courses` may be empty.
///
/// ```
/// # use quintain_books::library;
/// # use quintain_library::files;
/// # use std::sync::atomic::AtomicBool;
/// # use quintain_sim::{Study, page, simulate, trace};
/// let opened = library().open("cyclops", &files::read)?;
/// let study = Study::new("One eye", 100);
/// let report = simulate(&*opened.fight, &study, &|_| {}, &AtomicBool::new(false));
/// let html = page(&report, &trace(&*opened.fight, &study), "quintain watch cyclops --seed 1");
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(report: &Report, courses: &[Course], watch: &str) -> String {
    let body = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (report.encounter) " · Quintain" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (report.encounter) }
                p .dim {
                    (report.fights) " fights of " (report.rulebook) " with seed " (report.seed)
                    @if report.stopped { ", stopped early" } "."
                }
                (key(report))
                figure { (outcomes(report)) figcaption { "Who holds the field, with 95 % intervals." } }
                h2 { "How long it takes" }
                figure {
                    (rounds(&report.rounds))
                    figcaption {
                        "Rounds: " (format!("{:.1}", report.rounds.mean)) " on average, half within " (report.rounds.p50)
                        ", nine in ten from " (report.rounds.p5) " to " (report.rounds.p95) ", at most " (report.rounds.max) "."
                    }
                }
                @if !courses.is_empty() {
                    h2 { "How it goes" }
                    figure { (course(report, courses, "Who still stands", |one| &one.standing)) figcaption { "Members of each side who still fight, at the end of each round." } }
                    figure { (course(report, courses, "Life left", |one| &one.life)) figcaption { "Life that each side has left, at the end of each round." } }
                }
                h2 { "Who dies" }
                figure { (risks(report)) figcaption { "Out at the end (pale) and dead (full), in percent of the fights." } }
                h2 { "Damage" }
                figure { (damage(report)) figcaption { "Dealt and taken in a fight, on average." } }
                (figures(report))
                @if let Some(told) = &report.telling { (telling::told(report, told)) }
                (to_watch(report, watch))
            }
        }
    };
    body.into_string()
}

/// A share of 1 in percent, rounded to a tenth; half a tenth goes up, whatever noise the sum behind it has left.
///
/// ```
/// assert_eq!(quintain_sim::tenths_of_a_percent(0.0875), 8.8);
/// assert_eq!(quintain_sim::tenths_of_a_percent(0.0875 - 1e-13), 8.8);
/// assert_eq!(quintain_sim::tenths_of_a_percent(0.08749), 8.7);
/// ```
pub fn tenths_of_a_percent(share: f64) -> f64 {
    (share * 1000.0 + 1e-9).round() / 10.0
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", tenths_of_a_percent(share))
}

/// The class of a side's colour.
fn colour(report: &Report, side: &str) -> String {
    let place = report.sides.iter().position(|known| known.name == side).unwrap_or(0);
    format!("s{}", place % 4)
}

/// Which colour is whose.
fn key(report: &Report) -> Markup {
    html! {
        ul .key {
            @for side in &report.sides {
                li {
                    svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(colour(report, &side.name)) width="10" height="10" rx="2" {} }
                    (side.name)
                }
            }
        }
    }
}

/// A bar for each side and for what nobody won, with the interval as a whisker.
fn outcomes(report: &Report) -> Markup {
    let nobody = report.undecided + report.stalemates + report.mutual + report.ended;
    let rows = report.sides.len() + usize::from(nobody > 0);
    let share = nobody as f64 / report.fights.max(1) as f64;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", rows * 44)) role="img" aria-label="Shares of victory" {
            @for (row, side) in report.sides.iter().enumerate() { (outcome(report, row, side)) }
            @if nobody > 0 {
                (bar(report.sides.len(), share, "none"))
                (label(report.sides.len(), "nobody", &percent(share)))
            }
        }
    }
}

fn outcome(report: &Report, row: usize, side: &SideReport) -> Markup {
    let x = |share: f64| format!("{:.1}", 140.0 + share * 460.0);
    let y = row * 44 + 20;
    html! {
        (bar(row, side.win_rate, &colour(report, &side.name)))
        path .whisker d=(format!("M{} {y}H{}", x(side.interval95[0]), x(side.interval95[1]))) {}
        (label(row, &side.name, &percent(side.win_rate)))
    }
}

fn bar(row: usize, share: f64, class: &str) -> Markup {
    html! { rect class=(class) x="140" y=(row * 44 + 6) width=(format!("{:.1}", share * 460.0)) height="28" rx="3" {} }
}

fn label(row: usize, name: &str, value: &str) -> Markup {
    html! {
        text x="130" y=(row * 44 + 25) text-anchor="end" { (name) }
        text .dim x="610" y=(row * 44 + 25) { (value) }
    }
}

/// A column for each number of rounds.
fn rounds(rounds: &RoundsReport) -> Markup {
    const HEIGHT: f64 = 160.0;
    let shown = rounds.counts.len().min(rounds.p95 as usize * 2 + 4);
    let most = rounds.counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let wide = WIDTH / shown.max(1) as f64;
    let every = shown / 16 + 1;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", HEIGHT + 24.0)) role="img" aria-label="How many rounds fights take" {
            @for (round, count) in rounds.counts.iter().take(shown).enumerate() {
                @let tall = *count as f64 / most * HEIGHT;
                rect .none x=(format!("{:.1}", round as f64 * wide + 1.0)) width=(format!("{:.1}", (wide - 2.0).max(0.5)))
                    y=(format!("{:.1}", HEIGHT - tall)) height=(format!("{tall:.1}")) { title { (round) " rounds: " (count) " fights" } }
                @if round % every == 0 {
                    text .dim x=(format!("{:.1}", (round as f64 + 0.5) * wide)) y=(HEIGHT + 16.0) text-anchor="middle" { (round) }
                }
            }
            path .axis d=(format!("M0 {HEIGHT}H{WIDTH}")) {}
        }
    }
}

/// A line for each side over the rounds.
fn course(report: &Report, courses: &[Course], label: &str, of: impl Fn(&Course) -> &[f64]) -> Markup {
    const HEIGHT: f64 = 160.0;
    let rounds = courses.iter().map(|one| of(one).len()).max().unwrap_or(1);
    let step = (WIDTH - 80.0) / (rounds.max(2) - 1) as f64;
    let (x, y) = (|round: usize| 64.0 + round as f64 * step, |share: f64| 14.0 + (1.0 - share) * HEIGHT);
    let every = rounds / 16 + 1;
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", HEIGHT + 42.0)) role="img" aria-label=(label) {
            @for half in [0.0, 0.5, 1.0] {
                path .axis d=(format!("M64 {:.1}H{}", y(half), WIDTH - 16.0)) {}
                text .dim x="58" y=(format!("{:.1}", y(half) + 4.0)) text-anchor="end" { (format!("{:.0} %", half * 100.0)) }
            }
            @for one in courses {
                @let along = of(one).iter().enumerate().map(|(round, share)| format!("{:.1} {:.1}", x(round), y(*share)));
                path fill="none" stroke=(format!("var(--{})", colour(report, &one.side))) stroke-width="2.5"
                    d=(format!("M{}", along.collect::<Vec<_>>().join("L"))) { title { (one.side) } }
            }
            @for round in (0..rounds).step_by(every) {
                text .dim x=(format!("{:.1}", x(round))) y=(HEIGHT + 36.0) text-anchor="middle" { (round) }
            }
        }
    }
}

/// The plot has a row for each combatant; beyond this many it would be no plot.
const MOST_ROWS: usize = 40;

fn rows(report: &Report) -> impl Iterator<Item = (usize, &CombatantReport)> {
    report.combatants.iter().take(MOST_ROWS).enumerate()
}

fn risks(report: &Report) -> Markup {
    let wide = |share: f64| format!("{:.1}", share * 440.0);
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", report.combatants.len().min(MOST_ROWS) * 24 + 4)) role="img" aria-label="Risks" {
            @for (row, one) in rows(report) {
                @let class = colour(report, &one.side);
                text x="170" y=(row * 24 + 17) text-anchor="end" { (one.name) }
                rect class=(class) opacity="0.35" x="180" y=(row * 24 + 4) width=(wide(one.out_rate)) height="18" rx="2" {}
                rect class=(class) x="180" y=(row * 24 + 4) width=(wide(one.died_rate)) height="18" rx="2" {}
                text .dim x="630" y=(row * 24 + 17) { (percent(one.died_rate)) }
            }
        }
    }
}

fn damage(report: &Report) -> Markup {
    let all = report.combatants.iter().flat_map(|one| [one.mean_damage_dealt, one.mean_damage_taken]);
    let most = all.fold(1e-9, f64::max);
    let wide = |amount: f64| amount / most * 190.0;
    let bar = |x: f64, y: usize, amount: f64, class: &str, opacity: &str| {
        html! {
            rect class=(class) opacity=(opacity) x=(x) y=(y) width=(format!("{:.1}", wide(amount))) height="18" rx="2" {}
            text .dim x=(format!("{:.1}", x + wide(amount) + 6.0)) y=(y + 14) { (format!("{amount:.1}")) }
        }
    };
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {}", report.combatants.len().min(MOST_ROWS) * 24 + 24)) role="img" aria-label="Damage" {
            text .dim x="180" y="14" { "dealt" } text .dim x="450" y="14" { "taken" }
            @for (row, one) in rows(report) {
                @let (class, y) = (colour(report, &one.side), row * 24 + 22);
                text x="170" y=(y + 14) text-anchor="end" { (one.name) }
                (bar(180.0, y, one.mean_damage_dealt, &class, "1"))
                (bar(450.0, y, one.mean_damage_taken, &class, "0.5"))
            }
        }
    }
}

fn figures(report: &Report) -> Markup {
    html! {
        h2 { "In figures" }
        div .wide { table {
            tr { th { "combatant" } th { "side" } th { "died" } th { "out" } th { "dealt" } th { "taken" } }
            @for one in &report.combatants {
                tr {
                    td { (one.name) } td { (one.side) } td { (percent(one.died_rate)) } td { (percent(one.out_rate)) }
                    td { (format!("{:.1}", one.mean_damage_dealt)) } td { (format!("{:.1}", one.mean_damage_taken)) }
                }
            }
        } }
    }
}

fn to_watch(report: &Report, watch: &str) -> Markup {
    let line = |what: String, fight: Option<u64>| {
        html! { @if let Some(fight) = fight { li { (what) ": " code { (watch) " --fight " (fight) } } } }
    };
    html! {
        h2 { "Fights to watch" }
        ul .fights {
            (line("typical".to_owned(), report.typical_fight))
            @for side in &report.sides {
                (line(format!("worst for {}", side.name), side.worst_fight))
                (line(format!("best for {}", side.name), side.best_fight))
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
    use crate::{Study, simulate, trace};

    #[test]
    fn the_page_needs_nothing_else() {
        let conduct = Conduct::best();
        let study = Study { encounter: "A <duel>".into(), fights: 500, seed: 1, threads: 1, conduct, round_limit: 12 };
        let mut report = simulate(&Fake, &study, &|_| {}, &AtomicBool::new(false));
        report.telling = Some(telling::example());
        let text = page(&report, &trace(&Fake, &study), "quintain watch duel --seed 1");
        assert!(text.contains("A &lt;duel&gt;") && text.contains("Cyclops") && text.contains("--fight"));
        for words in [
            "a &lt;club&gt;",
            "thu",
            "crit.fail",
            "typical",
            "Left at the end",
            "prone &amp; bound",
            "a &lt;horn&gt;",
            "never",
        ] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("http") && !text.contains("src=") && !text.contains("NaN"), "{text}");
    }
}
