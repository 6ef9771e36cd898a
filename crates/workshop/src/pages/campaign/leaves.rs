//! What a fight or a rest leaves of each hero: shown by the rules, changed in plain forms, taken over.

use maud::{Markup, html};
use quintain_engine::Aftermath;
use quintain_library::{Change, Line};

use super::{hero, label, page, problem, rule};

/// What is left, before it is taken over.
#[derive(Debug)]
pub struct Leaves<'a> {
    /// The campaign's name.
    pub campaign: &'a str,
    /// The game master's word.
    pub token: &'a str,
    /// The rulebook's id.
    pub book: &'a str,
    /// What it was: a fight's title, a rest's name.
    pub title: &'a str,
    /// Where the form goes.
    pub action: &'a str,
    /// Whether the fight goes on.
    pub goes_on: bool,
    /// Whether it has been taken over already.
    pub taken: bool,
    /// What becomes of each hero, by the rules.
    pub changes: &'a [Change],
    /// What each has then: the places by which fields are named.
    pub left: &'a [(String, Aftermath)],
    /// What went wrong with what was sent.
    pub said: Option<&'a str>,
}

/// The page.
pub fn leaves_page(leaves: &Leaves<'_>) -> Markup {
    let title = format!("{}: what it leaves", leaves.title);
    let body = html! {
        header .plainbar { a .button .icon href={ "/c/" (leaves.token) } aria-label={ "back to " (leaves.campaign) } { (quintain_draw::icon("left")) } h1 { (title) } }
        main .shoplist {
            (problem(leaves.said))
            @if leaves.goes_on { p .warn { "The fight goes on; this is how it stands now." } }
            @if leaves.changes.is_empty() { p { "No hero of the campaign took part in it." } }
            (form(leaves))
        }
    };
    page(&title, &body)
}

/// What is left, with the form that takes it over.
pub(super) fn form(leaves: &Leaves<'_>) -> Markup {
    html! {
        form method="post" action=(leaves.action) {
            ul .heroes { @for change in leaves.changes { (one(leaves, change)) } }
            @if leaves.taken { p { "This has been taken into the roster. What is wrong with it can be undone on the campaign's page." } }
            @else if !leaves.changes.is_empty() { button .button .go type="submit" { (quintain_draw::icon("check")) "Take it into the roster" } }
        }
    }
}

fn one(leaves: &Leaves<'_>, change: &Change) -> Markup {
    let place = leaves.left.iter().position(|(name, _)| *name == change.name);
    html! {
        li .hero data-hero=(change.name) {
            div .head { h3 { (change.name) } b .bad[change.left != quintain_engine::Left::Able] { (change.left.word()) } }
            @let changed: Vec<&Line> = change.changed.iter().filter(|line| line.before != line.now).collect();
            @if changed.is_empty() { p .dim { "Nothing changes." } }
            ul .becomes {
                @for line in changed { li { (becomes(leaves.book, line)) } }
                @for line in &change.ended { li .dim { "ends: " (line.what) " " (rule(leaves.book, line.rule)) } }
                @for line in &change.open { li { b { "for you to settle: " } (line.what) " " (rule(leaves.book, line.rule)) } }
            }
            @if let (Some(place), false) = (place, leaves.taken) {
                details .tool-box { summary { "Change" span .unseen { " " (change.name) } } (hero::fields(leaves.book, place, &leaves.left[place])) }
            }
        }
    }
}

fn becomes(book: &str, line: &Line) -> Markup {
    let [before, now] = [&line.before, &line.now].map(|value| value.as_deref().unwrap_or("none"));
    html! { (label(book, &line.what)) " " b { (hero::becomes(before, now)) } " " (rule(book, line.rule)) }
}
