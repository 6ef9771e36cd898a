//! Home: the list of fights, new ones, and the pages of rules.

use axum::Form;
use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::{Multipart, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use quintain_content::{Placed, Source, uvtt};
use quintain_library::{rule_at, rulebook};
use quintain_session::Fault;
use serde::Deserialize;

use super::{App, aside, guard};
use crate::pictures;
use crate::tables::Failed;
use quintain_pages as pages;

/// Home, with what went wrong and what was pasted.
fn home_page(app: &App, problem: Option<&str>, pasted: &str) -> Result<maud::Markup, Failed> {
    let mut campaigns = app.tables.store().fights_of_campaigns()?;
    let fights = app.tables.list()?.into_iter().map(|fight| pages::Listed {
        campaign: campaigns.remove(&fight.id),
        id: fight.id,
        title: fight.title,
        waits: fight.waits,
        rulebook: fight.rulebook,
        over: fight.over,
        gm: fight.gm,
    });
    Ok(pages::home(&fights.collect::<Vec<_>>(), problem, pasted))
}

/// The list.
pub(crate) async fn home(State(app): State<App>) -> Result<Response, Failed> {
    let page = aside(move || home_page(&app, None, "")).await?;
    Ok(Html(page.into_string()).into_response())
}

/// What a new fight begins from: a ready-made encounter by name, or one as text.
#[derive(Debug, Deserialize)]
pub(crate) struct Begin {
    name: Option<String>,
    text: Option<String>,
    formalities: Option<String>,
}

/// Begins a fight and leads to it; what is wrong with a pasted encounter is shown where it was pasted.
pub(crate) async fn begin(State(app): State<App>, Form(begin): Form<Begin>) -> Result<Response, Failed> {
    aside(move || {
        let formalities = begin.formalities.is_some();
        let text = begin.text.unwrap_or_default();
        let opened = match &begin.name {
            Some(name) => app.tables.open_named(name, formalities),
            None => app.tables.open_text(&text, formalities),
        };
        answer(&app, opened, &text)
    })
    .await
}

/// A new title.
#[derive(Debug, Deserialize)]
pub(crate) struct Title {
    title: String,
}

/// Gives a fight another title in the list.
pub(crate) async fn rename(
    State(app): State<App>,
    Path(fight): Path<String>,
    Form(new): Form<Title>,
) -> Result<Response, Failed> {
    aside(move || app.tables.rename(&fight, &new.title)).await?;
    Ok(Redirect::to("/").into_response())
}

/// Forgets a fight.
pub(crate) async fn delete(State(app): State<App>, Path(fight): Path<String>) -> Result<Response, Failed> {
    aside(move || app.tables.delete(&fight)).await?;
    Ok(Redirect::to("/").into_response())
}

/// A record to go on with.
#[derive(Debug, Deserialize)]
pub(crate) struct GoOn {
    text: String,
}

/// Takes a record up and leads to it.
pub(crate) async fn go_on(State(app): State<App>, Form(record): Form<GoOn>) -> Result<Response, Failed> {
    aside(move || {
        // Browsers send line breaks of forms as two characters.
        match app.tables.open_record(&record.text.replace("\r\n", "\n")) {
            Ok((token, Some(cut))) => Ok(Html(pages::cut_off(&cut, &token).into_string()).into_response()),
            opened => answer(&app, opened.map(|(token, _)| token), ""),
        }
    })
    .await
}

/// Brings a map of another program over: home comes back with an encounter to be filled in.
pub(crate) async fn map(State(app): State<App>, mut form: Multipart) -> Result<Response, Failed> {
    let (mut book, mut name, mut columns, mut file) = (String::new(), String::new(), String::new(), Bytes::new());
    while let Some(field) = form.next_field().await.map_err(unread)? {
        match field.name() {
            Some("rulebook") => book = field.text().await.map_err(unread)?,
            Some("columns") => columns = field.text().await.map_err(unread)?,
            Some("map") => {
                name = field.file_name().unwrap_or("the map").to_owned();
                file = field.bytes().await.map_err(unread)?;
            }
            _ => {}
        }
    }
    aside(move || {
        let brought = match pictures::is_picture(&file) {
            true => drawn(&app, &file, columns.trim().parse().unwrap_or(COLUMNS)),
            false => measured(&app, &name, &file),
        };
        let (said, pasted) = match brought {
            Ok(map) => (map.said, pages::encounter_on(&book, &name, (&map.toml, map.size), map.picture.as_deref())),
            Err(fault @ (Failed::Wrong(_) | Failed::Refused(_))) => (fault.to_string(), String::new()),
            Err(fault) => return Err(fault),
        };
        let page = home_page(&app, Some(&said).filter(|said| !said.is_empty()).map(String::as_str), &pasted)?;
        let status = if pasted.is_empty() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        Ok((status, Html(page.into_string())).into_response())
    })
    .await
}

/// How many squares a picture is wide if nobody says so.
const COLUMNS: u16 = 24;

/// The most squares on a side.
const MOST_SQUARES: u16 = 100;

/// A map that was brought over: its table, what lies under it, what could not be used.
struct Brought {
    toml: String,
    size: (u16, u16),
    picture: Option<String>,
    said: String,
}

/// A map in Universal VTT. A picture in it that cannot be read is left out.
fn measured(app: &App, name: &str, file: &[u8]) -> Result<Brought, Failed> {
    let text = String::from_utf8_lossy(file);
    let map = uvtt::import(&Source::new(name, text)).map_err(|problem| Fault::NotTaken(problem.to_string()))?;
    let mut said = map.warnings;
    let picture = match map.picture.as_ref().map(|picture| pictures::ground(&picture.bytes)).transpose() {
        Ok(picture) => picture.map(|(picture, _)| app.tables.keep_picture(&picture)).transpose()?,
        Err(fault) => {
            said.push(format!("{fault}; it was left out"));
            None
        }
    };
    Ok(Brought { toml: map.toml, size: map.size, picture, said: said.join("\n") })
}

/// A plain picture as open ground, so many squares wide.
fn drawn(app: &App, file: &[u8], columns: u16) -> Result<Brought, Failed> {
    let (picture, (width, height)) = pictures::ground(file)?;
    let columns = columns.clamp(1, MOST_SQUARES);
    let rows = (f64::from(columns) * f64::from(height) / f64::from(width)).round();
    let rows = (rows as u16).clamp(1, MOST_SQUARES);
    let picture = app.tables.keep_picture(&picture)?;
    Ok(Brought {
        toml: format!("[map]\nsize = [{columns}, {rows}]\n"),
        size: (columns, rows),
        picture: Some(picture),
        said: format!("{columns} by {rows} squares of open ground; add walls, water and heights under [map]"),
    })
}

/// What is wrong with a form that came in pieces.
pub(crate) fn unread(fault: MultipartError) -> Failed {
    Failed::from(Fault::NotTaken(fault.body_text()))
}

/// A picture that lies under a map. It never changes under its name.
pub(crate) async fn picture(State(app): State<App>, Path(name): Path<String>) -> Result<Response, Failed> {
    let (kind, bytes) = aside(move || app.tables.picture(&name)?.ok_or(Failed::Gone)).await?;
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=31536000, immutable".to_owned())];
    Ok((headers, bytes).into_response())
}

fn answer(app: &App, opened: Result<String, Failed>, pasted: &str) -> Result<Response, Failed> {
    match opened {
        Ok(token) => Ok(Redirect::to(&format!("/t/{token}")).into_response()),
        Err(fault @ (Failed::Wrong(_) | Failed::Refused(_))) => {
            let page = home_page(app, Some(&fault.to_string()), pasted)?;
            Ok((fault.status(), Html(page.into_string())).into_response())
        }
        Err(fault) => Err(fault),
    }
}

/// The page of a rule.
pub(crate) async fn rule(Path((book, id)): Path<(String, String)>) -> Response {
    let found = rulebook(&book).and_then(|book| Ok((book, rule_at(book, &Placed::nowhere(id))?)));
    match found {
        Ok((book, rule)) => Html(pages::rule(book, rule).into_string()).into_response(),
        Err(problem) => guard::refused(StatusCode::NOT_FOUND, "No such rule", &problem.to_string()),
    }
}
