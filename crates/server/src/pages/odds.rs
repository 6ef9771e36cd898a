//! Odds and danger, as short pieces of a page.

use maud::{Markup, html};
use quintain_engine::{Foresight, Measure, Odds, Value, Who};
use quintain_field::Square;
use quintain_session::Danger;

/// The measures that are shown at once.
const SHOWN: usize = 8;

/// The odds of one answer.
pub(crate) fn odds(odds: &Odds) -> Markup {
    html! {
        p .dim { "When that is done, " @if odds.exact { "exact" } @else { "from " (odds.branches) " samples" } ":" }
        @if odds.measures.is_empty() { p { "nothing changes" } }
        ul { @for measure in odds.measures.iter().take(SHOWN) { li { (one(measure)) } } }
    }
}

/// What an answer sets off: the way on the map, which the script draws, and who else would be asked.
pub(crate) fn foresight(foresight: &Foresight, names: &[String]) -> Markup {
    let name = |who: Who| names.get(who.index()).map_or("somebody", String::as_str);
    html! {
        @if !foresight.way.is_empty() {
            p .way data-squares=(spelled(&foresight.way, " ")) { "The way: " (spelled(&foresight.way, ", ")) "." }
        }
        @if !foresight.reactions.is_empty() {
            p .reactions { "May be answered by "
                @for (place, reaction) in foresight.reactions.iter().enumerate() {
                    @if place > 0 { ", " } b { (name(reaction.who)) } " (" (reaction.rule.id) ")"
                } "." }
        }
    }
}

fn spelled(squares: &[Square], between: &str) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(between)
}

fn one(measure: &Measure) -> Markup {
    let changed: f64 =
        measure.then.iter().filter(|likely| likely.value != measure.now).map(|likely| likely.chance).sum();
    html! {
        b { (measure.path) } " " (measure.now) " → "
        @match (measure.mean, &measure.now) {
            (Some(mean), Value::Number(_)) => { (format!("{mean:.1} on average, changes in {}", percent(changed))) }
            _ => @for (place, likely) in measure.then.iter().take(4).enumerate() {
                @if place > 0 { ", " } (likely.value) " " (percent(likely.chance))
            }
        }
    }
}

/// How dangerous it is; `most` is how many ways are tried in the end.
pub(crate) fn danger(danger: &Danger, most: u32) -> Markup {
    let share = |count: u32| f64::from(count) / f64::from(danger.ways.max(1));
    html! {
        p .dim { "From " (danger.ways) " ways in which it may go on by itself (± " (percent(0.98 / f64::from(danger.ways.max(1)).sqrt())) "):" }
        @if danger.ways > 1 && danger.ways < most { progress value=(danger.ways) max=(most) aria-label="ways tried so far" {} }
        table .danger {
            @for (side, count) in &danger.won { tr { th { (side) " win" } td { (bar(share(*count))) } td { (percent(share(*count))) } } }
            @if danger.undecided > 0 { tr { th { "nobody wins" } td { (bar(share(danger.undecided))) } td { (percent(share(danger.undecided))) } } }
            @for one in &danger.combatants { tr { th { (one.name) " dies" } td { (bar(share(one.died))) } td { (percent(share(one.died))) } } }
        }
    }
}

fn bar(share: f64) -> Markup {
    html! { svg .share viewBox="0 0 100 8" preserveAspectRatio="none" { rect .bar width="100" height="8" {} rect .life width=(format!("{:.1}", share * 100.0)) height="8" {} } }
}

/// A share in whole percents. Sums of chances are a hair off: what is half a percent in truth goes up all the same.
fn percent(share: f64) -> String {
    format!("{:.0} %", (share * 100.0 + 1e-9).round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_percent_goes_up_however_its_sum_came_out() {
        for share in [0.625, 0.625 - 1e-13, 0.625 + 1e-13] {
            assert_eq!(percent(share), "63 %");
        }
        assert_eq!((percent(0.6249), percent(0.0), percent(1.0)), ("62 %".into(), "0 %".into(), "100 %".into()));
    }
}
