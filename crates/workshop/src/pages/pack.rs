//! A pack of the author's own: its entries, and new ones.

use maud::{Markup, html};
use quintain_library::{built_in_packs, rulebook};
use toml_edit::Item;

use super::{button, page, wrong};
use crate::checked::{Told, Where};
use crate::entry::PackDraft;
use crate::toml::{document, entries};

/// Everything that the page of a pack shows.
#[derive(Debug)]
pub struct PackDesk<'a> {
    /// Its id in the store.
    pub id: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The pack; an empty one where the text is no TOML.
    pub pack: &'a PackDraft,
    /// What is wrong with it.
    pub problems: &'a [Told],
    /// What would be undone, and what done again.
    pub undo: (Option<&'a str>, Option<&'a str>),
    /// The encounter that it is edited from.
    pub from: Option<&'a str>,
    /// What went wrong with the last change.
    pub said: Option<&'a str>,
}

impl PackDesk<'_> {
    pub(super) fn base(&self) -> String {
        format!("/workshop/pack/{}", self.id)
    }

    /// What stands behind addresses, so that one comes back to the encounter.
    pub(super) fn query(&self) -> String {
        self.from.map_or_else(String::new, |from| format!("?from={from}"))
    }
}

/// The bar above a pack or one of its entries.
pub(super) fn bar(desk: &PackDesk<'_>, back: (&str, &str)) -> Markup {
    let base = desk.base();
    let step = |act: &str, words: &str, what: Option<&str>| {
        html! { form method="post" action={ (base) "/" (act) (desk.query()) } data-step=(act) { button .button type="submit" disabled[what.is_none()] title=[what] { (words) } } }
    };
    html! {
        header .plainbar {
            a .button href=(back.0) { (quintain_draw::icon("left")) (back.1) }
            h1 { (desk.pack.head("title")) }
            div .tools { (step("undo", "Undo", desk.undo.0)) (step("redo", "Do again", desk.undo.1)) }
        }
    }
}

/// The page of a pack.
pub fn pack_page(desk: &PackDesk<'_>) -> Markup {
    let base = desk.base();
    let back = desk
        .from
        .map_or_else(|| ("/workshop".to_owned(), "Workshop"), |from| (format!("/workshop/{from}"), "The encounter"));
    let edit = format!("{base}/edit{}", desk.query());
    let body = html! {
        (bar(desk, (&back.0, back.1)))
        main .shoplist data-shop data-base=(base) {
            output #said role="status" { @if let Some(said) = desk.said { (said) } }
            @for told in desk.problems { (problem(desk, told)) }
            section #entries { h2 { "Entries" }
                @if desk.pack.all().is_empty() { p .dim { "None yet; a new one is begun below, by itself or like one of the game." } }
                ul .mine { @for one in desk.pack.all() { li {
                    div { a href={ (base) "/" (one.table) "/" (one.id) (desk.query()) } { b { (one.name) } } small { (one.table) @if !one.like.is_empty() { ", like " (one.like) } } }
                    div .buttons {
                        (button(&edit, &[("do", "copy"), ("table", &one.table), ("id", &one.id)], &html! { "Copy" }, ""))
                        (button(&edit, &[("do", "remove"), ("table", &one.table), ("id", &one.id)], &html! { "Remove" }, ""))
                    }
                } } }
            }
            (new(desk, &edit))
            (about(desk, &edit))
            section { h2 { "In and out" }
                div .buttons { a .button href={ (base) "/file" } download { "TOML" } a .button href={ (base) "/json" } download { "JSON" } }
                details .tool-box { summary { "The file itself" }
                    form method="post" action={ (base) "/text" (desk.query()) } {
                        textarea name="text" rows="16" spellcheck="false" aria-label="The pack, as TOML" { "\n" (desk.text) }
                        button .button type="submit" { "Save" }
                    }
                }
            }
        }
    };
    page(&desk.pack.head("title"), &body)
}

/// What is wrong, with the entry that it is about, which leads to its form.
fn problem(desk: &PackDesk<'_>, told: &Told) -> Markup {
    let about = match &told.part {
        Where::Entry(table, place) => desk.pack.all().into_iter().filter(|one| one.table == *table).nth(*place),
        _ => None,
    };
    html! {
        @match about {
            Some(one) => p .wrong { (quintain_draw::icon("warn")) span { a href={ (desk.base()) "/" (one.table) "/" (one.id) (desk.query()) } { (one.name) } ": " (told.words) } },
            None => (wrong([told])),
        }
    }
}

fn new(desk: &PackDesk<'_>, edit: &str) -> Markup {
    let book = rulebook(&desk.pack.head("rulebook")).ok();
    let tables = book.map(|book| book.tables()).unwrap_or_default();
    html! {
        section { h2 { "A new one" }
            form method="post" action=(edit) {
                input type="hidden" name="do" value="new";
                div .row {
                    select name="table" aria-label="what" { @for table in tables { option value=(table) selected[*table == "creature"] { (table) } } }
                    input name="name" placeholder="Name" aria-label="name" maxlength="60";
                    label { "like " input name="like" list="likes" placeholder="nothing"; }
                    datalist #likes { @for id in ids(&desk.pack.head("rulebook")) { option value=(id) {} } }
                    button .button .go type="submit" { "Begin" }
                }
            }
        }
    }
}

/// The ids of all entries of a game.
fn ids(book: &str) -> Vec<String> {
    let tables = rulebook(book).map(|book| book.tables()).unwrap_or_default();
    let packs = built_in_packs(book).iter().filter_map(|pack| document(&pack.text).ok()).collect::<Vec<_>>();
    let of = |pack: &toml_edit::DocumentMut| -> Vec<String> {
        let all = tables.iter().flat_map(|table| entries(pack, table));
        all.filter_map(|entry| entry.get("id").and_then(Item::as_str).map(str::to_owned)).collect()
    };
    packs.iter().flat_map(of).collect()
}

fn about(desk: &PackDesk<'_>, edit: &str) -> Markup {
    html! {
        section { h2 { "About the pack" }
            form method="post" action=(edit) data-auto {
                input type="hidden" name="do" value="head";
                div .fields {
                    label { "Title" input name="title" value=(desk.pack.head("title")) maxlength="80"; }
                    label { "About" input name="about" value=(desk.pack.head("about")) maxlength="400"; }
                    label { "Where its content comes from" input name="source" value=(desk.pack.head("source")) maxlength="200"; }
                }
                button .button .unscripted type="submit" { "Save" }
            }
        }
    }
}
