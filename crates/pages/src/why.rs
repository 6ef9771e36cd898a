//! Why a figure is what it is: its parts, what does not count, what would change it.

use maud::{Markup, html};
use quintain_engine::{AnyRulebook, Why};

use crate::figures::capital;
use crate::layout::page;

/// The page of a figure; the script shows the part in the middle as a card. `back` leads to the table.
pub fn why(why: &Why, book: &dyn AnyRulebook, back: &str) -> Markup {
    let body = html! {
        main .plain {
            section #why .why {
                h3 { (capital(&why.label)) " of " (why.path.rsplit_once('.').map_or("", |(name, _)| name)) " is " (why.value) }
                @if !why.terms.is_empty() {
                    table {
                        @for term in &why.terms {
                            tr {
                                td { @if term.applied { (term.label) } @else { s { (term.label) } } }
                                td { @if term.applied { (format!("{:+}", term.value)) } @else { s { (format!("{:+}", term.value)) } } }
                                td { (term.source) @if let Some(rule) = term.rule { " " a href={ "/rules/" (book.id()) "/" (rule.id) } { "rule" } } }
                            }
                        }
                    }
                }
                @for line in &why.origin { p { (capital(line)) "." } }
                @for change in why.changes() { p .dim { (capital(&change)) "." } }
            }
            p { a .button href=(back) { "To the table" } }
        }
    };
    page(&why.label, "one", &body)
}
