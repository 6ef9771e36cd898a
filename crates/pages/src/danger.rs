//! How dangerous it is, as a short piece of a page.

use maud::{Markup, html};
use quintain_session::Danger;

use crate::figures::percent;

/// How dangerous it is; `most` is how many ways are tried in the end.
pub fn danger(danger: &Danger, most: u32) -> Markup {
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
