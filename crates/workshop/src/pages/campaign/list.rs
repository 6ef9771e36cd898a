//! All campaigns, and the ways to begin one.

use maud::{Markup, html};
use quintain_library::{library, rulebook, shelf};

use super::{page, problem};
use crate::pages::button;

/// A campaign in the list.
#[derive(Clone, Debug)]
pub struct ListedCampaign {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its rulebook's id.
    pub rulebook: String,
    /// The word of the game master's permanent link.
    pub gm: String,
    /// Its heroes, by name.
    pub heroes: Vec<String>,
}

/// The list. `said` says what went wrong with what was sent.
pub fn campaigns_page(all: &[ListedCampaign], said: Option<&str>) -> Markup {
    let body = html! {
        header .plainbar { a .button .icon href="/" aria-label="home" { (quintain_draw::icon("left")) } h1 { "Campaigns" } }
        main .shoplist {
            (problem(said))
            section { h2 { "Yours" }
                @if all.is_empty() { p .dim { "None yet. A campaign keeps its heroes from fight to fight, and its players have one link for all of them." } }
                ul .mine { @for one in all { (listed(one)) } }
            }
            section { h2 { "A new campaign" }
                form method="post" action="/campaigns" { div .fields {
                    label { "name" input name="title" maxlength="60" required placeholder="The road to Delphi"; }
                    label { "game" select name="rulebook" { @for book in shelf() { option value=(book.id()) { (book.name()) } } } }
                    button .button .go type="submit" { (quintain_draw::icon("plus")) "Begin" }
                } }
                div .two { (from_ready()) (from_file(said.is_some())) }
            }
        }
    };
    page("Campaigns", &body)
}

fn listed(one: &ListedCampaign) -> Markup {
    let game = rulebook(&one.rulebook).map_or(one.rulebook.as_str(), |book| book.name());
    html! {
        li {
            div { a href={ "/c/" (one.gm) } { b { (one.title) } } small { (game) @if !one.heroes.is_empty() { " · " (one.heroes.join(", ")) } } }
            details .menu { summary .button { "…" span .unseen { "change " (one.title) } }
                div .panel {
                    a .button href={ "/c/" (one.gm) "/party.toml" } download { "Download" }
                    (button(&format!("/campaigns/{}/delete", one.id), &[], &html! { "Delete for good" }, ""))
                    small { "Its fights stay in the list of fights." }
                }
            }
        }
    }
}

fn from_ready() -> Markup {
    html! {
        details .tool-box { summary { "With ready-made heroes" }
            form method="post" action="/campaigns" { div .row {
                select name="ready" aria-label="ready-made party" {
                    @for book in shelf() { optgroup label=(book.name()) {
                        @for party in library().parties(book.id()) {
                            option value=(party.path) { (party.title) ": " (party.heroes.join(", ")) }
                        }
                    } }
                }
                button .button type="submit" { "Begin" }
            } }
        }
    }
}

fn from_file(open: bool) -> Markup {
    html! {
        details .tool-box open[open] { summary { "From a file" small { " a party as TOML" } }
            form method="post" action="/campaigns/upload" enctype="multipart/form-data" { div .row {
                input type="file" name="file" required aria-label="file" accept=".toml";
                button .button type="submit" { "Open" }
            } }
        }
    }
}
