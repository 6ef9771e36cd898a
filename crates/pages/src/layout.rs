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

/// A page that says one thing; it leads home those who may go there.
pub fn message(title: &str, text: &str, may_go_home: bool) -> Markup {
    let body = html! {
        main .plain { h1 { (title) } p .problem { (without_rule(text)) } @if may_go_home { p { a href="/" { "To the list of fights" } } } }
    };
    page(title, "one", &body)
}

/// What a refusal says without the key of the rule in brackets at its end, which tells nobody at a table anything.
pub fn without_rule(text: &str) -> &str {
    let inner = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let is_key = |key: &str| {
        key.contains('.') && key.bytes().all(|letter| letter.is_ascii_lowercase() || matches!(letter, b'.' | b'-'))
    };
    inner.filter(|(_, key)| is_key(key)).map_or(text, |(said, _)| said)
}

/// Says that a record went on only as far as it was whole, and leads to its table.
pub fn cut_off(what: &str, token: &str) -> Markup {
    let body = html! {
        main .plain {
            h1 { "The record is not whole" }
            p { (crate::figures::capital(what)) ". The fight goes on from its last whole line." }
            p { a .button .go href={ "/t/" (token) } { "Go on" } }
        }
    };
    page("The record is not whole", "one", &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_without_the_key_of_its_rule() {
        let told = ["nobody is called Gray (table.edict)", "too far (6 m)", "no (it is over.)"].map(without_rule);
        assert_eq!(told, ["nobody is called Gray", "too far (6 m)", "no (it is over.)"]);
    }
}
