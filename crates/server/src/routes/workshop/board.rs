//! One encounter: its page, and what forms change of it.

use axum::body::Bytes;
use axum::extract::{Multipart, Path, Query, RawForm, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use quintain_content::Problem;
use quintain_pages::Fields;
use quintain_workshop::{Bestiary, Desk, Draft, Edit, Eyes, OwnPack, Told, Where, check, desk as desk_page, import};

use super::{App, change, document, draft, files_for, own_packs, page, parties, refused, step, steps, texts};
use crate::pictures;
use crate::routes::aside;
use crate::routes::fights::unread;
use crate::tables::Failed;

/// How many squares a picture is wide if nobody says so.
const COLUMNS: u16 = 24;

/// What stands before paths in links for others.
pub(in crate::routes) fn host(headers: &HeaderMap) -> String {
    let name = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let scheme = headers.get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok()).unwrap_or("http");
    format!("{scheme}://{name}")
}

/// The page of an encounter.
pub(crate) async fn desk(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let figures = match eyes.play.is_empty() {
        true => None,
        false => super::live::played(&app, &id, None, super::live::AT_ONCE).await?,
    };
    aside(move || Ok(page(shown(&app, &id, &eyes, (&host(&headers), None), figures.as_ref())?))).await
}

/// The page as it stands, with what went wrong.
fn shown(
    app: &App,
    id: &str,
    eyes: &Eyes,
    (host, said): (&str, Option<&str>),
    figures: Option<&maud::Markup>,
) -> Result<maud::Markup, Failed> {
    let known = document(app, id)?;
    let (undo, redo) = steps(app, &known)?;
    let mut packs = own_packs(app)?;
    packs.retain(|pack| pack.rulebook == known.rulebook);
    let texts = texts(&packs);
    let mut checked = check(&known.text, &files_for(app, &known.rulebook)?);
    let parties = parties(app, &known.rulebook)?;
    if let Err(problem) = Draft::read(&known.text) {
        checked.problems.insert(0, Told { part: Where::Head, line: 0, words: problem.to_string() });
        checked.problems.truncate(1);
    }
    let mut faces = Vec::new();
    for pack in &packs {
        faces.extend(app.tables.store().entry_faces(&pack.id)?);
    }
    let own = |pack: &crate::documents::Document| OwnPack {
        id: pack.id.clone(),
        name: pack.name.clone(),
        title: pack.title.clone(),
    };
    let shared = known.shared.as_ref().map(|token| format!("{host}/shared/{token}"));
    let (draft, bestiary) = (draft(&known.text), Bestiary::of(&known.rulebook, &texts));
    let unreadable = Eyes { tab: "text".to_owned(), ..Eyes::default() };
    Ok(desk_page(&Desk {
        id,
        version: known.at,
        text: &known.text,
        draft: &draft,
        checked: &checked,
        bestiary: &bestiary,
        packs: &packs.iter().map(own).collect::<Vec<_>>(),
        parties: &parties.iter().map(own).collect::<Vec<_>>(),
        faces: &faces,
        undo: (undo.as_deref(), redo.as_deref()),
        eyes: if Draft::read(&known.text).is_ok() { eyes } else { &unreadable },
        said,
        shared: shared.as_deref(),
        figures,
    }))
}

/// Where a change leads: back to what was looked at.
fn back(id: &str, query: Option<&str>) -> Response {
    let query = query.filter(|query| !query.is_empty()).map_or_else(String::new, |query| format!("?{query}"));
    Redirect::to(&format!("/workshop/{id}{query}")).into_response()
}

/// What came of a change: back to the page, or the page with what went wrong.
fn answered(
    app: &App,
    id: &str,
    (query, eyes, host): (Option<&str>, &Eyes, &str),
    done: Result<(), Problem>,
) -> Result<Response, Failed> {
    match done {
        Ok(()) => Ok(back(id, query)),
        Err(problem) => Ok(refused(shown(app, id, eyes, (host, Some(&problem.to_string())), None)?)),
    }
}

/// Carries out a form.
pub(crate) async fn edit(
    State(app): State<App>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let known = document(&app, &id)?;
        let bestiary = Bestiary::of(&known.rulebook, &texts(&own_packs(&app)?));
        let edit = Edit::new(&fields, &bestiary);
        let done = change(&app, &id, |text| edit.on(&Draft::read(text)?).map(|(draft, what)| (draft.text(), what)))?;
        answered(&app, &id, (query.as_deref(), &eyes, &host(&headers)), done)
    })
    .await
}

/// Takes the whole text as it was typed, right or wrong.
pub(crate) async fn text(
    State(app): State<App>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let typed = fields.get("text").unwrap_or_default();
        // Browsers send line breaks of forms as two characters.
        let done = change(&app, &id, |known| {
            let plain = typed.replace("\r\n", "\n");
            let text = if known.contains("\r\n") { plain.replace('\n', "\r\n") } else { plain };
            Ok((text, "the text".to_owned()))
        })?;
        done.map_err(|problem| super::failed(&problem))?;
        Ok(back(&id, query.as_deref()))
    })
    .await
}

/// Takes a map of another program, or lays a picture under a map of its shape.
pub(crate) async fn map(
    State(app): State<App>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
    mut form: Multipart,
) -> Result<Response, Failed> {
    let (mut name, mut columns, mut file) = (String::new(), String::new(), Bytes::new());
    while let Some(field) = form.next_field().await.map_err(unread)? {
        match field.name() {
            Some("columns") => columns = field.text().await.map_err(unread)?,
            Some("map") => {
                name = field.file_name().unwrap_or("the map").to_owned();
                file = field.bytes().await.map_err(unread)?;
            }
            _ => {}
        }
    }
    aside(move || {
        let done = match pictures::is_picture(&file) {
            true => under(&app, &id, &file, columns.trim().parse().unwrap_or(COLUMNS))?,
            false => taken(&app, &id, &name, &file)?,
        };
        answered(&app, &id, (query.as_deref(), &eyes, &host(&headers)), done)
    })
    .await
}

/// A picture under a map of its shape.
fn under(app: &App, id: &str, file: &[u8], columns: u16) -> Result<Result<(), Problem>, Failed> {
    let (picture, (width, height)) = pictures::ground(file)?;
    let columns = columns.clamp(1, 100);
    let rows = (f64::from(columns) * f64::from(height) / f64::from(width)).round().clamp(1.0, 100.0);
    let picture = app.tables.keep_picture(&picture)?;
    let fields = |all: &[(&str, String)]| {
        Fields::of(all.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
    };
    let size = fields(&[("do", "size".into()), ("columns", columns.to_string()), ("rows", rows.to_string())]);
    let lay = fields(&[("do", "picture".into()), ("picture", picture)]);
    let none = Bestiary::default();
    change(app, id, |text| {
        let (sized, _) = Edit::new(&size, &none).on(&Draft::read(text)?)?;
        Edit::new(&lay, &none).on(&sized).map(|(draft, what)| (draft.text(), what))
    })
}

/// A map of another program in place of the one there is.
fn taken(app: &App, id: &str, name: &str, file: &[u8]) -> Result<Result<(), Problem>, Failed> {
    let (table, what) = match brought(app, name, &String::from_utf8_lossy(file))? {
        Ok(brought) => brought,
        Err(problem) => return Ok(Err(problem)),
    };
    change(app, id, |text| {
        let mut draft = Draft::read(text)?;
        draft.take_map(&table)?;
        Ok((draft.text(), what.clone()))
    })
}

/// A map of another program as drafts take it, with its picture kept, and what was done, in words.
pub(super) fn brought(app: &App, name: &str, text: &str) -> Result<Result<(String, String), Problem>, Failed> {
    let brought = match import(name, text) {
        Ok(brought) => brought,
        Err(problem) => return Ok(Err(problem)),
    };
    // A picture that cannot be read is left out.
    let picture = brought.picture.as_ref().and_then(|picture| pictures::ground(&picture.bytes).ok());
    let picture = picture.map(|(picture, _)| app.tables.keep_picture(&picture)).transpose()?;
    let table = picture.map_or_else(|| brought.toml.clone(), |name| format!("{}picture = \"{name}\"\n", brought.toml));
    let what = match brought.said.is_empty() {
        true => format!("the map {name}"),
        false => format!("the map {name} ({})", brought.said.join("; ")),
    };
    Ok(Ok((table, what)))
}

/// Takes the last change back.
pub(crate) async fn undo(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || step(&app, &id, -1).map(|()| back(&id, None))).await
}

/// Does again what was taken back.
pub(crate) async fn redo(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    aside(move || step(&app, &id, 1).map(|()| back(&id, None))).await
}
