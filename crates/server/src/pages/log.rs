//! The log: each event in a sentence that unfolds to its reasons.

use maud::{Markup, html};
use quintain_engine::Event;

/// How many events a page shows; the whole log has a page of its own.
const SHOWN: usize = 80;

/// The last events, the youngest last.
pub(crate) fn log(book: &str, events: &[(usize, Event)]) -> Markup {
    let from = events.len().saturating_sub(SHOWN);
    html! {
        section #log aria-label="What happened" {
            h2 { "What happened" }
            ol role="log" aria-live="polite" {
                @for (place, event) in &events[from..] { (one(book, *place, event)) }
            }
        }
    }
}

fn one(book: &str, place: usize, event: &Event) -> Markup {
    let plain = event.dice.is_empty() && event.terms.is_empty() && event.total.is_none();
    html! {
        li #{ "event-" (place) } value=(place + 1) {
            details {
                summary {
                    (event.text)
                    @if !plain { span .sum { (sum(event)) } }
                }
                (reasons(book, event))
            }
        }
    }
}

/// The total and what it was held against.
fn sum(event: &Event) -> String {
    let against = event.against.as_ref().map(|(label, value)| format!(" against {label} {value}")).unwrap_or_default();
    event.total.map(|total| format!(" {total}{against}")).unwrap_or(against)
}

fn reasons(book: &str, event: &Event) -> Markup {
    html! {
        div .reasons {
            @for shown in &event.dice {
                p .dice {
                    @if let Some(whose) = &shown.whose { (whose) " " }
                    @for face in &shown.faces { span .die { (face) } } span .dim { " d" (shown.sides) }
                }
            }
            @if !event.terms.is_empty() {
                table {
                    @for term in &event.terms {
                        tr .waived[!term.applied] { th { (term.label) } td { (format!("{:+}", term.value)) } td { (term.source) @if !term.applied { " (not counted)" } } }
                    }
                    @if let Some(total) = event.total { tr { th { "total" } td { (total) } td { @if let Some((label, value)) = &event.against { "against " (label) " " (value) } } } }
                }
            }
            p .foot {
                @if let Some(cause) = event.cause { a href={ "#event-" (cause.0) } { "because of " (cause.0 + 1) } " · " }
                @for rule in std::iter::once(&event.rule).chain(&event.also) { a href={ "/rules/" (book) "/" (rule.id) } { (rule.id) } " " }
            }
        }
    }
}
