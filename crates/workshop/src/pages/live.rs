//! Beside the draft: who wins, who dies, how long; what would bring it where it shall be; what matters most.

use maud::{Markup, html};
use quintain_pages::percent;

use super::desk::Desk;
use super::{button, page};
use crate::figures::{Aim, Figures, Share};
use crate::matter::Matter;
use crate::tune::Tuning;

/// The panel in which figures appear, and what may be asked of them.
pub(super) fn panel(desk: &Desk<'_>) -> Markup {
    let base = desk.base();
    let ready = desk.checked.ready().is_some();
    html! {
        h2 { "Played out" }
        div #figures data-ready[ready] aria-live="polite" {
            @match (desk.figures, ready) {
                (Some(figures), _) => (figures),
                (None, true) => {
                    p .dim .scripted { "The fight is being played out …" }
                    p .unscripted { a .button href={ (base) "?tab=" (desk.tab()) "&play=1" } { "Play it out" } }
                }
                (None, false) => p .dim { "It is played out as soon as nothing is wrong." },
            }
        }
        @if ready { (asked(desk)) }
    }
}

fn asked(desk: &Desk<'_>) -> Markup {
    let base = desk.base();
    let sides = desk.draft.sides();
    html! {
        details .tool-box {
            summary { "Make it …" }
            form method="get" action={ (base) "/tune" } data-into="#proposals" {
                div .row {
                    select name="side" aria-label="side" { @for side in &sides { option value=(side) { (side) } } }
                    select name="aim" aria-label="what" {
                        option value=(Aim::Loses.word()) { "lose" }
                        option value=(Aim::Wins.word()) { "win" }
                        option value=(Aim::SomeoneDies.word()) { "lose somebody for good" }
                    }
                    label { input type="number" name="percent" min="1" max="99" value="10" aria-label="percent"; " %" }
                    button .button type="submit" { "Propose" }
                }
            }
            div #proposals aria-live="polite" {}
        }
        details .tool-box {
            summary { "What matters most" }
            form method="get" action={ (base) "/matter" } data-into="#matters" { button .button type="submit" { "Find out" } }
            div #matters aria-live="polite" {}
        }
        details .tool-box {
            summary { "Ask the bench" }
            p .dim { "Two more foes, other values, another way to play: the bench plays thousands of fights with this encounter as it stands and compares them." }
            a .button href={ (base) "/bench" } { "To the bench" }
        }
    }
}

/// `62 %`, with its interval behind it.
fn share(share: Share) -> Markup {
    let [low, high] = share.interval95;
    html! { b { (percent(share.share)) } small { " " (percent(low)) " to " (percent(high)) } }
}

/// `+4 %`; what rounds to nothing has no sign.
fn signed(share: f64) -> String {
    let whole = (share * 100.0).round();
    let sign = if whole < 0.0 { "−" } else { "+" };
    if whole.abs() < 1.0 { "0 %".to_owned() } else { format!("{sign}{:.0} %", whole.abs()) }
}

/// The figures, and what the last change has done to them.
pub fn figures(figures: &Figures, shift: Option<(&str, Share)>, going_on: bool) -> Markup {
    let wins = figures.wins();
    let fates: Vec<(&str, usize, Share, Share)> = figures.fates().collect();
    let [short, middle, long] = figures.length();
    html! {
        div .played data-fights=(figures.fights()) data-more[going_on] {
            @for (place, (name, won)) in wins.iter().enumerate() {
                div .win class={ "c" (place % 6) } {
                    span { (name) " win" } (share(*won))
                    meter min="0" max="1" value=(format!("{:.3}", won.share)) aria-label={ (name) " win" } {}
                }
            }
            @if figures.undecided().share > 0.0 { p .dim { "nobody within the limit of rounds: " (percent(figures.undecided().share)) } }
            p { b { (middle) } @if middle == 1 { " round" } @else { " rounds" } small { " mostly " (short) " to " (long) } }
            @if let (Some((what, shift)), Some((first, _))) = (shift, wins.first()) {
                p .shift title="on the same dice as before the change" { small { (what) ": " } (first) " win " b { (signed(shift.share)) } small { " " (signed(shift.interval95[0])) " to " (signed(shift.interval95[1])) } }
            }
            table { caption .unseen { "Who dies" }
                thead { tr { th { "" } th { "dies" } th { "is out" } } }
                tbody { @for (name, side, died, out) in fates.iter().take(30) {
                    tr { th scope="row" class={ "c" (side % 6) } { (name) } td { (percent(died.share)) small { (interval(*died)) } } td { (percent(out.share)) small { (interval(*out)) } } }
                } }
            }
            @if fates.len() > 30 { p .dim { (fates.len() - 30) " more" } }
            p .dim { (figures.fights()) " fights played out, 95 % intervals" }
        }
    }
}

fn interval(share: Share) -> String {
    let [low, high] = share.interval95;
    format!("{} to {}", percent(low), percent(high))
}

/// What would bring the draft where it shall be, the nearest first, each to be taken with a tap.
pub fn proposals_page(id: &str, title: &str, tuning: &Tuning, alone: bool) -> Markup {
    let action = format!("/workshop/{id}/edit");
    let (found, (tried, all)) = (tuning.found(), tuning.progress());
    let body = html! {
        @match tuning.standing() {
            Some((now, true)) => p { "It is so already, as far as can be told: " (tuning.aim()) " " (share(now)) },
            Some((now, false)) => p .dim { "As it stands " (tuning.aim()) " " (share(now)) "." @if !found.is_empty() { " With" } },
            None => {}
        }
        @if found.is_empty() {
            p { "Nothing that was tried comes there." @if tried < all { " There was not time for all; the bench has more of it, and tunes a value that you choose." } }
        }
        ul .proposals { @for one in found {
            @let fields: Vec<(&str, &str)> = one.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            li { span { @for (place, what) in one.what.iter().enumerate() { @if place > 0 { " and " } (what) } br; (tuning.aim()) " " (share(one.share)) } (button(&action, &fields, &html! { "Take it" }, "")) }
        } }
        p .dim { (tried) " of " (all) " ways were tried." }
    };
    if alone { whole(id, title, "Proposals", &body) } else { body }
}

/// What matters most in a draft.
pub fn matters_page(
    id: &str,
    title: &str,
    side: &str,
    found: &[Matter],
    (tried, all): (usize, usize),
    alone: bool,
) -> Markup {
    let action = format!("/workshop/{id}/edit");
    let body = html! {
        @if found.is_empty() { p { "No change by one step moves it so far that it can be told." } }
        @else { p .dim { "One change at a time, and how much oftener " (side) " win:" } }
        ol .matters { @for one in found.iter().take(20) {
            @let fields: Vec<(&str, &str)> = one.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            li { span { @if fields.is_empty() { (one.what) } @else { (button(&action, &fields, &html! { (one.what) }, "")) } } b { (signed(one.shift.share)) } small { (signed(one.shift.interval95[0])) " to " (signed(one.shift.interval95[1])) } }
        } }
        p .dim { (tried) " of " (all) " changes were tried; one in twenty seems to matter by chance alone." }
    };
    if alone { whole(id, title, "What matters most", &body) } else { body }
}

fn whole(id: &str, title: &str, what: &str, body: &Markup) -> Markup {
    page(
        title,
        &html! { main .plain { h1 { (what) } (body) a .button href={ "/workshop/" (id) } { "Back to " (title) } } },
    )
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        assert_eq!([0.04, -0.04, 0.004, -0.004].map(signed), ["+4 %", "−4 %", "0 %", "0 %"]);
    }
}
