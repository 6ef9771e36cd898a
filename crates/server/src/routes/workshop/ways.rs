//! The ways out of the workshop: to a table, to a file, to others.

use axum::extract::{Path, RawForm, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use quintain_library::Opened;
use quintain_pages::Fields;
use quintain_pages::bench::Asked;
use quintain_session::{ChairId, Fault};
use quintain_workshop::{Shared, export, one_file, open, shared as shared_page, to_json};

use super::{App, document, draft, failed, files_for, own_packs, page};
use crate::documents::{Document, Kind};
use crate::pictures;
use crate::routes::aside;
use crate::tables::{Failed, token};

/// Opens a table with the encounter as it stands, with the pictures of the author's own creatures.
pub(crate) async fn play(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let known = document(&app, &id)?;
        let opened = open(&known.text, &files_for(&app, &known.rulebook)?)?;
        let gm = begun_with_faces(&app, opened)?;
        Ok(Redirect::to(&format!("/t/{gm}")).into_response())
    })
    .await
}

/// Begins a fight in which the house's own creatures show their pictures. Returns the game master's word.
pub(in crate::routes) fn begun_with_faces(app: &App, opened: Opened) -> Result<String, Failed> {
    let packs = own_packs(app)?;
    let people: Vec<(String, String)> = opened
        .encounter
        .expand()
        .into_iter()
        .filter_map(|one| {
            let is = opened.encounter.spec(&one)?.is.value.clone();
            Some((one.name, is))
        })
        .collect();
    let gm = app.tables.begin(opened, false)?;
    let seat = app.tables.seat(&gm)?;
    for pack in &packs {
        let faces = app.tables.store().entry_faces(&pack.id)?;
        for (who, is) in &people {
            let Some((_, picture)) = faces.iter().find(|(entry, _)| entry == is) else { continue };
            let picture = picture.clone();
            app.tables.act(&seat.table, |session| session.show_face(ChairId::GM, who, Some(picture)))?;
        }
    }
    Ok(gm)
}

/// A text as a file to be kept.
fn kept(name: &str, kind: &'static str, text: String) -> Response {
    let letters: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let disposition = format!("attachment; filename=\"{letters}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text).into_response()
}

/// A document in one file: an encounter takes what it needs of the author's packs along.
fn whole(app: &App, known: &Document) -> Result<String, Failed> {
    match known.kind {
        Kind::Pack | Kind::Party => Ok(known.text.clone()),
        Kind::Encounter => one_file(&known.text, &files_for(app, &known.rulebook)?).map_err(|problem| failed(&problem)),
    }
}

/// An encounter with all that it needs in one file.
pub(crate) fn in_one_file(app: &App, id: &str) -> Result<String, Failed> {
    let known = app.tables.store().document(id)?;
    match known {
        Some(known) => whole(app, &known),
        None => Err(Failed::Refused(Fault::NotTaken("this encounter is not in the workshop any more".into()))),
    }
}

/// The file.
pub(crate) async fn file(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let known = document(&app, &id)?;
        Ok(kept(&format!("{}.toml", known.title), "application/toml; charset=utf-8", whole(&app, &known)?))
    })
    .await
}

/// The bench with the encounter filled in, and all that it needs of the author's packs. Nothing is asked yet.
pub(crate) async fn bench(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let text = whole(&app, &document(&app, &id)?)?;
        let asked = Asked { text, ..Asked::default() };
        Ok(page(crate::routes::bench::shown(&app, &asked, None)?))
    })
    .await
}

/// The same as JSON.
pub(crate) async fn json(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let known = document(&app, &id)?;
        let text = to_json(&whole(&app, &known)?).map_err(|problem| failed(&problem))?;
        Ok(kept(&format!("{}.json", known.title), "application/json", text))
    })
    .await
}

/// The map as Universal VTT.
pub(crate) async fn uvtt(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || {
        let known = document(&app, &id)?;
        let draft = draft(&known.text);
        let map = draft.map().ok_or(Failed::Gone)??;
        let picture = match draft.picture() {
            Some(name) => app.tables.picture(&name)?.map(|(_, bytes)| bytes),
            None => Some(pictures::plain(&map)?.bytes),
        };
        let sized = picture.as_ref().and_then(|bytes| Some((pictures::width(bytes)?, bytes.as_slice())));
        Ok(kept(&format!("{}.dd2vtt", known.title), "application/json", export(&map, sized)))
    })
    .await
}

/// Opens an encounter to everyone who has the link, or closes it.
pub(crate) async fn share(
    State(app): State<App>,
    Path(id): Path<String>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let on = Fields::read(&form).get("on") == Some("on");
        let word = if on { Some(token()?) } else { None };
        app.tables.store().share_document(&id, word.as_deref())?;
        Ok(Redirect::to(&format!("/workshop/{id}")).into_response())
    })
    .await
}

fn opened(app: &App, token: &str) -> Result<String, Failed> {
    let known = app.tables.store().shared_document(token)?.ok_or(Failed::Gone)?;
    whole(app, &known)
}

/// What has been shared.
pub(crate) async fn shared(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    aside(move || Ok(page(shared_page(&Shared { token: &token, text: &opened(&app, &token)? })))).await
}

/// The same as a file.
pub(crate) async fn shared_file(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    aside(move || Ok(kept("encounter.toml", "application/toml; charset=utf-8", opened(&app, &token)?))).await
}
