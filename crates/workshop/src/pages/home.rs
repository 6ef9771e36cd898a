//! The list of what is being made, and what others have shared.

use maud::{Markup, html};
use quintain_library::{ready_made, rulebook, shelf};

use super::{button, page};
use crate::draft::Draft;

/// One thing in the list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Whether it is a pack.
    pub is_pack: bool,
    /// Its title.
    pub title: String,
    /// Its rulebook's id.
    pub rulebook: String,
    /// Its text, of which a small picture is drawn.
    pub text: String,
}

/// The list. `problem` says what went wrong with what was sent.
pub fn list(all: &[Listed], problem: Option<&str>) -> Markup {
    let (packs, encounters): (Vec<&Listed>, Vec<&Listed>) = all.iter().partition(|one| one.is_pack);
    let body = html! {
        header .plainbar { a .button .icon href="/" aria-label="home" { (quintain_draw::icon("left")) } h1 { "Workshop" } }
        main .shoplist {
            @if let Some(problem) = problem { pre .problem role="alert" { (problem) } }
            section { h2 { "A new fight" }
                ul .games { @for book in shelf() { li {
                    (button("/workshop", &[("rulebook", book.id())], &html! { (quintain_draw::icon("plus")) (book.name()) }, "go"))
                } } }
                div .two { (from_ready()) (from_file()) }
            }
            section { h2 { "Your encounters" }
                @if encounters.is_empty() { p .dim { "None yet." } }
                ul .mine { @for one in encounters { (encounter(one)) } }
            }
            section { h2 { "Your own creatures and things" }
                ul .mine { @for one in &packs { (pack(one)) } }
                details .tool-box { summary { "A new pack" }
                    form method="post" action="/workshop/packs" { div .row {
                        input name="title" placeholder="Title" aria-label="title" maxlength="80";
                        select name="rulebook" aria-label="game" { @for book in shelf() { option value=(book.id()) { (book.name()) } } }
                        button .button type="submit" { "Begin" }
                    } }
                }
            }
        }
    };
    page("Workshop", &body)
}

fn from_ready() -> Markup {
    html! {
        details .tool-box { summary { "From a ready-made fight" }
            form method="post" action="/workshop" { div .row {
                select name="ready" aria-label="ready-made fight" {
                    @for book in shelf() { optgroup label=(book.name()) {
                        @for one in ready_made().filter(|one| one.book() == book.id()) {
                            option value=(one.name) { (Draft::read(one.text).map_or_else(|_| one.short().to_owned(), |draft| draft.title())) }
                        }
                    } }
                }
                button .button type="submit" { "Take a copy" }
            } }
        }
    }
}

fn from_file() -> Markup {
    html! {
        details .tool-box { summary { "From a file" small { " encounter, pack or map" } }
            form method="post" action="/workshop/upload" enctype="multipart/form-data" {
                input type="file" name="file" required aria-label="file" accept=".toml,.json,.dd2vtt,.uvtt,.df2vtt,.tmj";
                div .row {
                    label { "game, for a map " select name="rulebook" { @for book in shelf() { option value=(book.id()) { (book.name()) } } } }
                    button .button type="submit" { "Open" }
                }
            }
        }
    }
}

fn name_of(book: &str) -> String {
    rulebook(book).map_or_else(|_| book.to_owned(), |book| book.name().to_owned())
}

fn encounter(one: &Listed) -> Markup {
    let draft = Draft::read(&one.text).ok();
    let map = draft.as_ref().and_then(Draft::map).and_then(Result::ok);
    let base = format!("/workshop/{}", one.id);
    html! {
        li {
            a .picture href=(base) { @if let Some(map) = &map { (quintain_draw::thumbnail(map, &one.title)) } @else { (quintain_draw::icon("sword")) } }
            div { a href=(base) { b { (one.title) } } small { (name_of(&one.rulebook)) } }
            (changes(one, &base))
        }
    }
}

fn pack(one: &Listed) -> Markup {
    let base = format!("/workshop/pack/{}", one.id);
    html! {
        li {
            div { a href=(base) { b { (one.title) } } small { (name_of(&one.rulebook)) } }
            (changes(one, &base))
        }
    }
}

fn changes(one: &Listed, base: &str) -> Markup {
    html! {
        details .menu { summary .button { "…" span .unseen { "change " (one.title) } }
            div .panel {
                form .row method="post" action={ (base) "/rename" } { input name="title" value=(one.title) maxlength="120" required aria-label="title"; button .button type="submit" { "Rename" } }
                (button(&format!("{base}/copy"), &[], &html! { "Duplicate" }, ""))
                a .button href={ (base) "/file" } download { "Download" }
                (button(&format!("{base}/delete"), &[], &html! { "Delete for good" }, ""))
            }
        }
    }
}

/// An encounter that has been shared.
#[derive(Clone, Debug)]
pub struct Shared<'a> {
    /// The word that opens it.
    pub token: &'a str,
    /// Its text, in one file.
    pub text: &'a str,
}

/// The page of what has been shared: to look at, to be kept, to take a copy.
pub fn shared(shared: &Shared<'_>) -> Markup {
    let draft = Draft::read(shared.text).ok();
    let title = draft.as_ref().map_or_else(|| "An encounter".to_owned(), Draft::title);
    let map = draft.as_ref().and_then(Draft::map).and_then(Result::ok);
    let body = html! {
        main .plain {
            h1 { (title) }
            @if let Some(draft) = &draft {
                p { (name_of(&draft.rulebook())) @if !draft.head("about").is_empty() { ": " (draft.head("about")) } }
                @if let Some(map) = &map { div .sharedmap { (quintain_draw::whole(map, &title)) } }
                ul { @for one in draft.people() { li { (one.name) @if one.many() > 1 { " × " (one.many()) } small { " " (one.side) } } } }
            }
            div .buttons {
                a .button href={ "/shared/" (shared.token) "/file" } download { "Download" }
                (button("/workshop/take", &[("token", shared.token)], &html! { "Take a copy into this workshop" }, "go"))
            }
        }
    };
    page(&title, &body)
}
