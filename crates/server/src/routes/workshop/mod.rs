//! The workshop: encounters and creatures that are being made, each change written down at once.

mod board;
mod list;
mod live;
mod packs;
mod ways;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use maud::Markup;
use quintain_content::Problem;
use quintain_content::uvtt;
use quintain_session::Fault;
use quintain_workshop::{Draft, PackDraft};

use super::{App, MOST_BYTES};
use crate::documents::{Change, Document, Kind};
use crate::pictures;
use crate::tables::{Failed, token};

/// What stands behind the house's key.
pub(crate) fn house() -> Router<App> {
    let maps = DefaultBodyLimit::max(uvtt::MOST_BYTES + MOST_BYTES);
    Router::new()
        .route("/workshop", get(list::list).post(list::begin))
        .route("/workshop/upload", post(list::upload).layer(maps))
        .route("/workshop/take", post(list::take))
        .route("/workshop/packs", post(packs::begin))
        .route("/workshop/{id}", get(board::desk))
        .route("/workshop/{id}/edit", post(board::edit))
        .route("/workshop/{id}/text", post(board::text))
        .route("/workshop/{id}/map", post(board::map).layer(maps))
        .route("/workshop/{id}/undo", post(board::undo))
        .route("/workshop/{id}/redo", post(board::redo))
        .route("/workshop/{id}/own", post(packs::own))
        .route("/workshop/{id}/play", post(ways::play))
        .route("/workshop/{id}/file", get(ways::file))
        .route("/workshop/{id}/json", get(ways::json))
        .route("/workshop/{id}/bench", get(ways::bench))
        .route("/workshop/{id}/uvtt", get(ways::uvtt))
        .route("/workshop/{id}/share", post(ways::share))
        .route("/workshop/{id}/rename", post(list::rename))
        .route("/workshop/{id}/copy", post(list::copy))
        .route("/workshop/{id}/delete", post(list::delete))
        .route("/workshop/{id}/figures", get(live::figures))
        .route("/workshop/{id}/tune", get(live::tune))
        .route("/workshop/{id}/matter", get(live::matter))
        .route("/workshop/{id}/stop", post(live::stop))
        .route("/workshop/pack/{id}", get(packs::pack))
        .route("/workshop/pack/{id}/edit", post(packs::edit))
        .route("/workshop/pack/{id}/text", post(packs::text))
        .route("/workshop/pack/{id}/undo", post(packs::undo))
        .route("/workshop/pack/{id}/redo", post(packs::redo))
        .route("/workshop/pack/{id}/file", get(ways::file))
        .route("/workshop/pack/{id}/json", get(ways::json))
        .route("/workshop/pack/{id}/rename", post(list::rename))
        .route("/workshop/pack/{id}/copy", post(list::copy))
        .route("/workshop/pack/{id}/delete", post(list::delete))
        .route("/workshop/pack/{id}/face", post(packs::face).layer(DefaultBodyLimit::max(pictures::MOST_FACE_BYTES)))
        .route("/workshop/pack/{id}/{table}/{entry}", get(packs::entry))
}

/// What a link opens to anybody.
pub(crate) fn open() -> Router<App> {
    Router::new().route("/shared/{token}", get(ways::shared)).route("/shared/{token}/file", get(ways::shared_file))
}

/// A page.
pub(super) fn page(markup: Markup) -> Response {
    Html(markup.into_string()).into_response()
}

/// A page that says what is wrong with what was sent.
pub(super) fn refused(markup: Markup) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Html(markup.into_string())).into_response()
}

/// A problem as what a request failed by.
fn failed(problem: &Problem) -> Failed {
    Failed::Refused(Fault::NotTaken(problem.to_string()))
}

/// A document that must be there.
fn document(app: &App, id: &str) -> Result<Document, Failed> {
    app.tables.store().document(id)?.ok_or(Failed::Gone)
}

pub(super) use board::host;
pub(super) use ways::{begun_with_faces, in_one_file};

/// The author's own packs: the name under which encounters know each, and its text.
pub(super) fn own_packs(app: &App) -> Result<Vec<Document>, Failed> {
    let all = app.tables.store().documents()?;
    Ok(all.into_iter().filter(|document| document.kind == Kind::Pack).collect())
}

/// The parties of a game's campaigns.
fn parties(app: &App, rulebook: &str) -> Result<Vec<Document>, Failed> {
    let all = app.tables.store().documents()?;
    Ok(all.into_iter().filter(|one| one.kind == Kind::Party && one.rulebook == rulebook).collect())
}

/// Everything of the house's own that files of a game may name: packs, and the parties of campaigns.
pub(super) fn files_for(app: &App, rulebook: &str) -> Result<Vec<(String, String)>, Failed> {
    let all = app.tables.store().documents()?;
    let named = all.into_iter().filter(|one| one.kind != Kind::Encounter && one.rulebook == rulebook);
    Ok(named.map(|one| (one.name, one.text)).collect())
}

/// The texts of packs by name.
fn texts(packs: &[Document]) -> Vec<(String, String)> {
    packs.iter().map(|pack| (pack.name.clone(), pack.text.clone())).collect()
}

/// The title and the game of a text.
pub(super) fn heads(text: &str) -> (String, String) {
    PackDraft::read(text).map_or_else(
        |_| ("Not readable yet".to_owned(), String::new()),
        |draft| {
            let title = Some(draft.head("title")).filter(|title| !title.trim().is_empty());
            (title.unwrap_or_else(|| "Without a title".to_owned()), draft.head("rulebook"))
        },
    )
}

/// Adds a document; returns its address.
fn add(app: &App, kind: Kind, text: &str, what: &str) -> Result<(String, String), Failed> {
    let (title, rulebook) = heads(text);
    let id = token()?;
    let mut store = app.tables.store();
    let name = if kind == Kind::Pack { file_name(&title, &store.documents()?) } else { String::new() };
    store.add_document(&id, (kind, &name), Change { text, title: &title, rulebook: &rulebook, what })?;
    Ok((id, name))
}

/// A name for a file that no other has: its title in small letters.
pub(super) fn file_name(title: &str, known: &[Document]) -> String {
    let letters: String =
        title.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let base = letters.split_whitespace().collect::<Vec<_>>().join("-");
    let base = if base.is_empty() { "own".to_owned() } else { base };
    let free = |name: &String| !known.iter().any(|document| document.name == *name);
    let numbered = (2..).map(|n| format!("{base}-{n}.toml"));
    std::iter::once(format!("{base}.toml")).chain(numbered).find(free).unwrap_or(base)
}

/// How often a change is tried again where another came in between.
const TRIES: usize = 5;

/// Changes a document by what `change` makes of its text, and writes it down; what says the same is no change.
fn change(
    app: &App,
    id: &str,
    change: impl Fn(&str) -> Result<(String, String), Problem>,
) -> Result<Result<(), Problem>, Failed> {
    for _ in 0..TRIES {
        let known = document(app, id)?;
        let (text, what) = match change(&known.text) {
            Ok(changed) => changed,
            Err(problem) => return Ok(Err(problem)),
        };
        if text == known.text {
            return Ok(Ok(()));
        }
        let (title, rulebook) = heads(&text);
        let change = Change { text: &text, title: &title, rulebook: &rulebook, what: &what };
        if app.tables.store().change_document(id, known.at, change)? {
            return Ok(Ok(()));
        }
    }
    Err(Failed::Broken("others change this at the same time; try again".into()))
}

/// One change back (-1) or forth (1).
pub(super) fn step(app: &App, id: &str, by: i64) -> Result<(), Failed> {
    let known = document(app, id)?;
    let mut store = app.tables.store();
    if let Some((_, text)) = store.version(id, known.at + by)? {
        let (title, rulebook) = heads(&text);
        store.step_document(id, known.at + by, (&title, &rulebook))?;
    }
    Ok(())
}

/// What would be undone, and what done again.
pub(super) fn steps(app: &App, known: &Document) -> Result<(Option<String>, Option<String>), Failed> {
    let store = app.tables.store();
    let here = store.version(&known.id, known.at)?.map(|(what, _)| what);
    let before = store.version(&known.id, known.at - 1)?;
    let next = store.version(&known.id, known.at + 1)?.map(|(what, _)| what);
    Ok((here.filter(|_| before.is_some()), next))
}

/// The draft of a text; an empty one where it is no TOML.
fn draft(text: &str) -> Draft {
    Draft::read(text).or_else(|_| Draft::read("")).unwrap_or_else(|_| Draft::new(""))
}
