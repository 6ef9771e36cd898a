//! One rule: what it says, how it is read, which house rule turns it.

use maud::{Markup, html};
use quintain_engine::{AnyRulebook, Rule};
use quintain_library::example_of;

use crate::layout::page;

/// The page of a rule.
pub fn rule(book: &dyn AnyRulebook, rule: &Rule) -> Markup {
    let section = book.sections().iter().find(|section| section.rules.iter().any(|one| one.id == rule.id));
    let body = html! {
        main .plain {
            p .dim { (book.name()) @if let Some(section) = section { " · " (section.name) } }
            h1 { (rule.id) }
            p { (rule.summary) }
            @if let Some(ruling) = rule.ruling { p { b { "How Quintain reads it: " } (ruling) } }
            @if let Some(house) = rule.house { p { b { "House rule: " } code { (house) } } }
            @if let Some(shown) = example_of(book.id(), rule.id) {
                h2 { "For example: " (shown.title) }
                pre .example tabindex="0" { (shown.text) }
                p .dim { (shown.path) }
            }
            @if let Some(section) = section {
                h2 { "In the same section" }
                ul .rules { @for one in section.rules { li { a href={ "/rules/" (book.id()) "/" (one.id) } { (one.id) } } } }
            }
        }
    };
    page(rule.id, "one", &body)
}
