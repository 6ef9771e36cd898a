//! The editor of one entry: a creature, a hero, a weapon, in a form made from the game's own schema.

use maud::{Markup, html};

use super::pack::{PackDesk, bar};
use super::{options, page, wrong};
use crate::checked::{Told, Where};
use crate::field::{Field, Kind, Way};

/// Everything that the editor of an entry shows.
#[derive(Debug)]
pub struct EntryDesk<'a> {
    /// Its pack.
    pub pack: PackDesk<'a>,
    /// Its table.
    pub table: &'a str,
    /// Its id.
    pub id: &'a str,
    /// Its picture, by name.
    pub face: Option<&'a str>,
    /// Whether the encounter that it is edited from can be played out.
    pub ready: bool,
}

/// The page; nothing where the pack has no such entry.
pub fn entry_page(desk: &EntryDesk<'_>) -> Option<Markup> {
    let place = desk.pack.pack.place(desk.table, desk.id)?;
    let form = desk.pack.pack.form(desk.table, desk.id)?;
    let own: Vec<&Told> =
        desk.pack.problems.iter().filter(|told| told.part == Where::Entry(desk.table.to_owned(), place)).collect();
    let base = desk.pack.base();
    let back = match desk.pack.from {
        Some(from) => (format!("/workshop/{from}"), "The encounter"),
        None => (base.clone(), "The pack"),
    };
    let name = form.iter().find(|field| field.path == "name").map_or(desk.id, |field| field.own.as_str());
    let body = html! {
        (bar(&desk.pack, (&back.0, back.1)))
        div .entrydesk data-shop data-base=(base) data-from=[desk.pack.from] {
            main #entry {
                h1 { (name) small { " " (desk.table) } }
                output #said role="status" { @if let Some(said) = desk.pack.said { (said) } }
                div #problems { (wrong(own.iter().copied())) @if own.is_empty() { p .fine { (quintain_draw::icon("check")) "Nothing is wrong." } } }
                (whole(desk, &form))
                @if desk.table == "creature" { (art(desk)) }
            }
            aside #live { (cost(desk)) }
        }
    };
    Some(page(name, &body))
}

fn whole(desk: &EntryDesk<'_>, form: &[Field]) -> Markup {
    let like = desk
        .pack
        .pack
        .all()
        .into_iter()
        .find(|one| one.table == desk.table && one.id == desk.id)
        .map(|one| one.like)
        .unwrap_or_default();
    html! {
        form .entry method="post" action={ (desk.pack.base()) "/edit" (desk.pack.query()) } data-auto {
            input type="hidden" name="do" value="entry";
            input type="hidden" name="table" value=(desk.table);
            input type="hidden" name="id" value=(desk.id);
            div .fields {
                label title="the entry from which it has all that it does not say itself" { "Like" input name="like" value=(like) placeholder="nothing"; }
                label title="the name by which encounters and other entries know it" { "Name in files" input name="new-id" value=(desk.id) pattern="[a-z0-9]+(-[a-z0-9]+)*"; }
                @for field in form.iter().filter(|field| is_small(field)) { (one(field)) }
            }
            @for field in form.iter().filter(|field| !is_small(field)) { (one(field)) }
            p .dim { "Grey is what it has by itself or from what it is like; an empty field leaves it so." }
            button .button .go .unscripted type="submit" { "Save" }
        }
    }
}

fn is_small(field: &Field) -> bool {
    !matches!(field.kind, Kind::Group(_) | Kind::Items(_) | Kind::Several(_))
}

fn one(field: &Field) -> Markup {
    let name = format!("f.{}", field.path);
    let hint = &field.inherited;
    html! {
        @match &field.kind {
            Kind::Whole => label title=(field.gloss) { (field.label) input type="number" name=(name) value=(field.own) placeholder=(hint); },
            Kind::Text => label title=(field.gloss) { (field.label) input name=(name) value=(field.own) placeholder=(hint); },
            Kind::Names(_) => label title=(field.gloss) { (field.label) input name=(name) value=(field.own) placeholder=(if hint.is_empty() { "ids, with commas" } else { hint }); },
            Kind::Toml => label title=(field.gloss) { (field.label) input .code name=(name) value=(field.own) placeholder=(hint) spellcheck="false"; },
            Kind::YesNo => label title=(field.gloss) { (field.label)
                select name=(name) { (unsaid(field)) (options([("true", "yes"), ("false", "no")], &field.own)) }
            },
            Kind::Choice(words) => label title=(field.gloss) { (field.label)
                select name=(name) { (unsaid(field)) @for (word, gloss) in words { option value=(word) selected[*word == field.own] title=(gloss) { (spoken(word)) } } }
            },
            Kind::Way(ways) => (way(field, ways)),
            Kind::Several(words) => (several(field, words)),
            Kind::Group(inner) => fieldset title=(field.gloss) { legend { (field.label) } div .fields .small { @for one_of in inner { (one(one_of)) } } },
            Kind::Items(items) => (list(field, items)),
        }
    }
}

/// What stands in a list of choices where the entry itself says nothing: what it is then, in front, for lists are narrow.
fn unsaid(field: &Field) -> Markup {
    let now = match field.inherited.as_str() {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        word => spoken(word),
    };
    html! {
        option value="" selected[field.own.is_empty()] { @if now.is_empty() { "as it is" } @else { (now) " (as it is)" } }
    }
}

/// Which of several things a value is, with what that means; what it takes follows once it is chosen.
fn way(field: &Field, ways: &[Way]) -> Markup {
    let in_list = field.path.rsplit('.').next().is_some_and(|last| last.bytes().all(|letter| letter.is_ascii_digit()));
    let named = |own: &str| ways.iter().find(|way| way.word == own);
    let hint = match (in_list, field.inherited.as_str()) {
        (true, _) => "nothing yet".to_owned(),
        (false, "") => "left out".to_owned(),
        (false, inherited) if named(inherited).is_some() => format!("{} (as it is)", spoken(inherited)),
        (false, inherited) => format!("{inherited} (as it is)"),
    };
    html! {
        label title=(field.gloss) { (field.label)
            select name={ "f." (field.path) } {
                @if !in_list || field.own.is_empty() { option value="" selected[field.own.is_empty()] { (hint) } }
                @for way in ways { option value=(way.word) selected[way.word == field.own] title=(way.gloss) { (spoken(&way.word)) } }
            }
            @if let Some(way) = named(&field.own).filter(|way| !way.gloss.is_empty()) { small { (way.gloss) } }
        }
    }
}

/// A word of files as people write it.
fn spoken(word: &str) -> String {
    word.replace('-', " ")
}

fn several(field: &Field, words: &[(String, String)]) -> Markup {
    let own: Vec<&str> = field.own.split(", ").collect();
    let name = format!("f.{}", field.path);
    let known = |word: &&&str| !word.is_empty() && !words.iter().any(|(known, _)| known == **word);
    html! {
        details open[!field.own.is_empty()] title=(field.gloss) {
            summary { (field.label) small { " " (spoken(if field.own.is_empty() { &field.inherited } else { &field.own })) } }
            input type="hidden" name={ "asked." (field.path) } value="1";
            div .ticks {
                @for (word, gloss) in words { label title=(gloss) { input type="checkbox" name=(name) value=(word) checked[own.contains(&word.as_str())]; " " (spoken(word)) } }
                @for word in own.iter().filter(known) { label { input type="checkbox" name=(name) value=(word) checked; " " (word) } }
            }
        }
    }
}

fn list(field: &Field, items: &[Vec<Field>]) -> Markup {
    let last = items.len().saturating_sub(1);
    html! {
        fieldset .items title=(field.gloss) {
            legend { (field.label) }
            @if last == 0 && !field.inherited.is_empty() {
                p .dim { "From what it is like: " code { (field.inherited) } ". One of its own takes the place of all." }
                @if field.inherited.starts_with('[') { button .button type="submit" name="take" value=(field.path) { "Write them out here, to change them" } }
            }
            @for (place, item) in items.iter().enumerate() {
                details .item open[place < last] {
                    summary { @if place == last { "Add one" } @else { (called(item, place)) } }
                    div .fields .small { @for leaf in item { (one(leaf)) } }
                    @if place < last { label .tick { input type="checkbox" name="drop" value={ (field.path) "." (place) }; " take it away" } }
                }
            }
        }
    }
}

/// What a thing of a list is called there: the first that it says of itself.
fn called(item: &[Field], place: usize) -> String {
    let said = item.iter().flat_map(Field::leaves).find(|leaf| !leaf.own.is_empty());
    said.map_or_else(|| format!("number {}", place + 1), |leaf| spoken(&leaf.own))
}

fn art(desk: &EntryDesk<'_>) -> Markup {
    let action = format!("{}/face{}", desk.pack.base(), desk.pack.query());
    html! {
        section { h2 { "Picture" }
            @if let Some(face) = desk.face { img .art src={ "/pictures/" (face) } alt="its picture" width="96" height="96"; }
            form method="post" action=(action) enctype="multipart/form-data" {
                input type="hidden" name="id" value=(desk.id);
                div .row {
                    input type="file" name="picture" accept=".png,.jpg,.jpeg,.webp" aria-label="picture";
                    button .button type="submit" { "Show this picture" }
                    @if desk.face.is_some() { button .button type="submit" name="none" value="1" { "Its emblem again" } }
                }
            }
        }
    }
}

fn cost(desk: &EntryDesk<'_>) -> Markup {
    html! {
        h2 { "In the encounter" }
        @match desk.pack.from {
            Some(from) => {
                div #figures data-ready[desk.ready] data-url={ "/workshop/" (from) "/figures?pack=" (desk.pack.id) } aria-live="polite" {
                    @if desk.ready { p .dim .scripted { "The fight is being played out …" } p .unscripted { a .button href={ "/workshop/" (from) "?play=1" } { "Play it out" } } }
                    @else if desk.pack.problems.is_empty() { p { "It is played out as soon as nothing is wrong with " a href={ "/workshop/" (from) } { "the encounter" } "." } }
                    @else { p .dim { "It is played out as soon as nothing is wrong." } }
                }
            },
            None => p .dim { "Opened from an encounter, this shows what each change is worth there." },
        }
    }
}
