//! Packs of the author's own, their entries, and the pictures of those.

use axum::body::Bytes;
use axum::extract::{Multipart, Path, Query, RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use quintain_library::rulebook;
use quintain_pages::Fields;
use quintain_workshop::{
    Bestiary, Draft, Edit, EntryDesk, PackDesk, PackDraft, PackEdit, check, check_pack, entry_page, pack_page, renamed,
    renaming,
};
use serde::Deserialize;

use super::{App, add, change, document, failed, own_packs, page, refused, step, steps, texts};
use crate::documents::{Document, Kind};
use crate::pictures;
use crate::routes::aside;
use crate::routes::fights::unread;
use crate::tables::Failed;

/// The encounter that a pack is edited from.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct From {
    from: Option<String>,
}

impl From {
    fn query(&self) -> String {
        self.from.as_ref().map_or_else(String::new, |from| format!("?from={from}"))
    }
}

/// Begins a pack.
pub(crate) async fn begin(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let book = rulebook(fields.get("rulebook").unwrap_or_default()).map_err(|problem| failed(&problem))?;
        let title = fields.get("title").map(str::trim).filter(|title| !title.is_empty()).unwrap_or("My creatures");
        let (id, _) = add(&app, Kind::Pack, &PackDraft::new(book.id(), title).text(), "the beginning")?;
        let from = From { from: fields.get("from").map(str::to_owned) };
        Ok(Redirect::to(&format!("/workshop/pack/{id}{}", from.query())).into_response())
    })
    .await
}

/// The page of a pack or of one of its entries, with what went wrong.
fn shown(
    app: &App,
    id: &str,
    from: &From,
    entry: Option<(&str, &str)>,
    said: Option<&str>,
) -> Result<maud::Markup, Failed> {
    let known = document(app, id)?;
    let (undo, redo) = steps(app, &known)?;
    let read = PackDraft::read(&known.text);
    let unreadable = read.as_ref().err().map(ToString::to_string);
    let pack = read.unwrap_or_else(|_| PackDraft::new(&known.rulebook, &known.title));
    let problems = check_pack(&known.name, &known.text);
    let desk = PackDesk {
        id,
        text: &known.text,
        pack: &pack,
        problems: &problems,
        undo: (undo.as_deref(), redo.as_deref()),
        from: from.from.as_deref(),
        said: said.or(unreadable.as_deref()),
    };
    let Some((table, entry)) = entry else { return Ok(pack_page(&desk)) };
    let faces = app.tables.store().entry_faces(id)?;
    let face = faces.iter().find(|(own, _)| own == entry).map(|(_, picture)| picture.as_str());
    let ready = match &from.from {
        Some(encounter) => {
            let packs = texts(&own_packs(app)?);
            document(app, encounter).is_ok_and(|known| check(&known.text, &packs).ready().is_some())
        }
        None => false,
    };
    entry_page(&EntryDesk { pack: desk, table, id: entry, face, ready }).ok_or(Failed::Gone)
}

/// The page of a pack.
pub(crate) async fn pack(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(from): Query<From>,
) -> Result<Response, Failed> {
    aside(move || Ok(page(shown(&app, &id, &from, None, None)?))).await
}

/// The editor of an entry.
pub(crate) async fn entry(
    State(app): State<App>,
    Path((id, table, entry)): Path<(String, String, String)>,
    Query(from): Query<From>,
) -> Result<Response, Failed> {
    aside(move || match shown(&app, &id, &from, Some((&table, &entry)), None) {
        // Undone so far that it is not there yet.
        Err(Failed::Gone) if document(&app, &id).is_ok() => {
            Ok(Redirect::to(&format!("/workshop/pack/{id}{}", from.query())).into_response())
        }
        shown => Ok(page(shown?)),
    })
    .await
}

/// Carries out a form.
pub(crate) async fn edit(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(from): Query<From>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let about = std::cell::RefCell::new(None);
        let done = change(&app, &id, |text| {
            let (pack, what, entry) = PackEdit(&fields).on(&PackDraft::read(text)?)?;
            *about.borrow_mut() = entry;
            Ok((pack.text(), what))
        })?;
        let entry = about.into_inner();
        match done {
            Ok(()) => {
                let was = fields.get("id").filter(|_| fields.get("do") == Some("entry"));
                if let (Some(was), Some((table, is))) = (was, &entry)
                    && is != was
                {
                    follow(&app, &id, table, (was, is.as_str()))?;
                }
                let place = entry.map(|(table, entry)| format!("/{table}/{entry}")).unwrap_or_default();
                Ok(Redirect::to(&format!("/workshop/pack/{id}{place}{}", from.query())).into_response())
            }
            Err(problem) => {
                let known = fields.get("table").zip(fields.get("id"));
                Ok(refused(shown(&app, &id, &from, known, Some(&problem.to_string()))?))
            }
        }
    })
    .await
}

/// Lets the encounters and parties that use this pack know one of its entries by its new id, and its picture go with it; what is
/// no TOML is left alone.
fn follow(app: &App, pack: &str, table: &str, (was, is): (&str, &str)) -> Result<(), Failed> {
    let name = document(app, pack)?.name;
    let all = app.tables.store().documents()?;
    for one in all.iter().filter(|one| one.kind != Kind::Pack) {
        let _unreadable =
            change(app, &one.id, |text| Ok((renamed(text, &name, table, (was, is))?, format!("{was} is {is}"))))?;
    }
    let mut store = app.tables.store();
    let faces = store.entry_faces(pack)?;
    if let Some((_, picture)) = faces.iter().find(|(entry, _)| table == "creature" && entry == was) {
        store.set_entry_face(pack, is, Some(picture.as_str()))?;
        store.set_entry_face(pack, was, None)?;
    }
    Ok(())
}

/// Takes the whole text as it was typed, right or wrong.
pub(crate) async fn text(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(from): Query<From>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let typed = fields.get("text").unwrap_or_default().replace("\r\n", "\n");
        let done = change(&app, &id, |_| Ok((typed.clone(), "the text".to_owned())))?;
        done.map_err(|problem| failed(&problem))?;
        Ok(Redirect::to(&format!("/workshop/pack/{id}{}", from.query())).into_response())
    })
    .await
}

async fn stepped(app: App, id: String, from: From, by: i64) -> Result<Response, Failed> {
    aside(move || {
        let before = document(&app, &id)?.text;
        step(&app, &id, by)?;
        // What followed an entry to its new id follows it back.
        if let Some((table, was, is)) = renaming(&before, &document(&app, &id)?.text) {
            follow(&app, &id, &table, (was.as_str(), is.as_str()))?;
        }
        Ok(Redirect::to(&format!("/workshop/pack/{id}{}", from.query())).into_response())
    })
    .await
}

/// Takes the last change back.
pub(crate) async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(from): Query<From>,
) -> Result<Response, Failed> {
    stepped(app, id, from, -1).await
}

/// Does again what was taken back.
pub(crate) async fn redo(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(from): Query<From>,
) -> Result<Response, Failed> {
    stepped(app, id, from, 1).await
}

/// Gives an entry a picture.
pub(crate) async fn face(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(from): Query<From>,
    mut form: Multipart,
) -> Result<Response, Failed> {
    let (mut entry, mut file, mut none) = (String::new(), Bytes::new(), false);
    while let Some(field) = form.next_field().await.map_err(unread)? {
        match field.name() {
            Some("id") => entry = field.text().await.map_err(unread)?,
            Some("picture") => file = field.bytes().await.map_err(unread)?,
            Some("none") => none = true,
            _ => {}
        }
    }
    aside(move || {
        document(&app, &id)?;
        let picture = match none {
            true => None,
            false => Some(app.tables.keep_picture(&pictures::face(&file)?)?),
        };
        app.tables.store().set_entry_face(&id, &entry, picture.as_deref())?;
        Ok(Redirect::to(&format!("/workshop/pack/{id}/creature/{entry}{}", from.query())).into_response())
    })
    .await
}

/// Makes what a combatant is a creature of the author's own, and leads to it.
pub(crate) async fn own(
    State(app): State<App>,
    Path(id): Path<String>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let known = document(&app, &id)?;
        let draft = Draft::read(&known.text).map_err(|problem| failed(&problem))?;
        let who: usize = fields.number("who")?;
        let one = draft.people().into_iter().nth(who).ok_or(Failed::Gone)?;
        let (pack, name) = pack_for(&app, &draft, &known)?;
        let new = Fields::of(
            [("do", "new"), ("table", "creature"), ("like", &one.is)]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into(),
        );
        let fresh = std::cell::RefCell::new(String::new());
        let done = change(&app, &pack, |text| {
            let (pack, what, about) = PackEdit(&new).on(&PackDraft::read(text)?)?;
            *fresh.borrow_mut() = about.map(|(_, id)| id).unwrap_or_default();
            Ok((pack.text(), what))
        })?;
        done.map_err(|problem| failed(&problem))?;
        let fresh = fresh.into_inner();
        let form = |all: &[(&str, &str)]| {
            Fields::of(all.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect())
        };
        let uses = form(&[("do", "pack"), ("pack", &name), ("on", "on")]);
        let is = form(&[("do", "who"), ("who", &who.to_string()), ("is", &fresh)]);
        let none = Bestiary::default();
        let done = change(&app, &id, |text| {
            let (with, _) = Edit::new(&uses, &none).on(&Draft::read(text)?)?;
            let (changed, _) = Edit::new(&is, &none).on(&with)?;
            Ok((changed.text(), format!("{} is {fresh}", one.name)))
        })?;
        done.map_err(|problem| failed(&problem))?;
        Ok(Redirect::to(&format!("/workshop/pack/{pack}/creature/{fresh}?from={id}")).into_response())
    })
    .await
}

/// The pack for a new creature: one that the encounter uses, one for its game, or a new one.
fn pack_for(app: &App, draft: &Draft, known: &Document) -> Result<(String, String), Failed> {
    let packs = own_packs(app)?;
    let fits = |pack: &&Document| pack.rulebook == known.rulebook;
    let used = packs.iter().filter(fits).find(|pack| draft.uses(&pack.name));
    match used.or_else(|| packs.iter().find(fits)) {
        Some(pack) => Ok((pack.id.clone(), pack.name.clone())),
        None => add(app, Kind::Pack, &PackDraft::new(&known.rulebook, "My creatures").text(), "the beginning"),
    }
}
