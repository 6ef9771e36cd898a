//! What every page has around it.

use maud::{DOCTYPE, Markup, html};

/// A whole page: its title, the class that its style goes by, and what stands in it.
pub fn page(title: &str, class: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (title) " · Quintain" }
                link rel="stylesheet" href="/assets/style.css";
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                script src="/assets/script.js" defer {}
            }
            body class=(class) { (body) }
        }
    }
}

/// A page with the script for plots and for what is waited for. Without script it asks again by itself where something is
/// still to come.
pub(crate) fn page_with(title: &str, class: &str, waits: bool, body: &Markup) -> Markup {
    let more = html! {
        (body)
        script type="module" src="/assets/beside.js" {}
        @if waits { noscript { meta http-equiv="refresh" content="3"; } }
    };
    page(title, class, &more)
}

/// The campaign that a fight belongs to, as a chair may go back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// What the campaign is called.
    pub title: String,
    /// The chair's own page of it.
    pub address: String,
}

impl Campaign {
    /// The way there.
    pub(crate) fn link(&self, class: &str) -> Markup {
        html! { a class=[(!class.is_empty()).then_some(class)] href=(self.address) { "Back to " (self.title) } }
    }
}

/// A page that says one thing.
pub fn message(title: &str, text: &str) -> Markup {
    let body = html! {
        main .plain { h1 { (title) } pre .problem { (text) } p { a href="/" { "To the tables" } } }
    };
    page(title, "one", &body)
}
