//! One table: everything that a chair can do there.

use axum::Form;
use axum::body::Bytes;
use axum::extract::{Multipart, Path, RawForm, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use quintain_pages::{self as pages, Fields};
use quintain_session::{ChairId, Fault, Role};
use serde::Deserialize;

use super::fights::unread;
use super::{App, aside};
use crate::pictures;
use crate::tables::{Failed, Seat, Signal};

/// An answer: a page where a browser without script asks, otherwise nothing but that it was done.
fn done(headers: &HeaderMap, token: &str) -> Response {
    match headers.contains_key("x-quintain") {
        true => ().into_response(),
        false => Redirect::to(&format!("/t/{token}")).into_response(),
    }
}

/// Carries out a form of the table.
pub(crate) async fn act(
    State(app): State<App>,
    Path((token, name)): Path<(String, String)>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || {
        let seat = app.tables.seat(&own)?;
        let fields = Fields::read(&form);
        app.tables.act(&seat.table, |session| pages::act(&name, &fields, session, seat.chair))
    })
    .await?;
    Ok(done(&headers, &token))
}

/// Gives a token a picture, or its emblem back.
pub(crate) async fn face(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    mut form: Multipart,
) -> Result<Response, Failed> {
    let (mut who, mut file, mut none) = (String::new(), Bytes::new(), false);
    while let Some(field) = form.next_field().await.map_err(unread)? {
        match field.name() {
            Some("who") => who = field.text().await.map_err(unread)?,
            Some("picture") => file = field.bytes().await.map_err(unread)?,
            Some("none") => none = true,
            _ => {}
        }
    }
    let own = token.clone();
    aside(move || {
        let seat = app.tables.seat(&own)?;
        // Nothing is read or kept for those who may not show it.
        seat.table.look(|session| session.may_show_face(seat.chair, &who))?;
        let picture = match none {
            true => None,
            false => Some(app.tables.keep_picture(&pictures::face(&file)?)?),
        };
        app.tables.act(&seat.table, |session| session.show_face(seat.chair, &who, picture))
    })
    .await?;
    Ok(done(&headers, &token))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Nudged {
    who: String,
}

/// Reminds the player of a combatant that the table waits.
pub(crate) async fn nudge(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(nudged): Form<Nudged>,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || {
        let table = gm(&app, &own)?.table;
        let asked = table.look(|session| {
            let chairs = (0..session.room().chairs.len()).map(|place| ChairId(place as u32));
            chairs.filter(|chair| session.room().may_answer(*chair, &nudged.who)).collect()
        });
        table.signal(Signal::Nudges(nudged.who, asked));
        Ok(())
    })
    .await?;
    Ok(done(&headers, &token))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Pointed {
    square: String,
}

/// Points at a square for everybody to see.
pub(crate) async fn ping(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(pointed): Form<Pointed>,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || {
        let seat = app.tables.seat(&own)?;
        let square = pointed.square.parse().map_err(|fault| Fault::NotTaken(format!("{fault}")))?;
        let name = seat.table.look(|session| session.room().chair(seat.chair).map(|chair| chair.name.clone()));
        seat.table.signal(Signal::Points(name.unwrap_or_default(), square));
        Ok(())
    })
    .await?;
    Ok(done(&headers, &token))
}

#[derive(Debug, Deserialize)]
pub(crate) struct NewChair {
    name: String,
    role: String,
}

/// Adds a chair.
pub(crate) async fn chair(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(new): Form<NewChair>,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || app.tables.add_chair(&app.tables.seat(&own)?, &new.name, Role::of_new(&new.role))).await?;
    Ok(done(&headers, &token))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Close {
    chair: u32,
}

/// Closes a chair.
pub(crate) async fn close(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(close): Form<Close>,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || app.tables.close_chair(&app.tables.seat(&own)?, ChairId(close.chair))).await?;
    Ok(done(&headers, &token))
}

/// The seat of a token that must be the game master's.
pub(super) fn gm(app: &App, token: &str) -> Result<Seat, Failed> {
    let seat = app.tables.seat(token)?;
    match seat.table.look(|session| session.room().is_gm(seat.chair)) {
        true => Ok(seat),
        false => Err(Fault::NotYours("that is for the game master".into()).into()),
    }
}

/// The record, to be kept.
pub(crate) async fn record(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    let (title, text) = aside(move || {
        let table = gm(&app, &token)?.table;
        Ok((table.look(|session| session.title().to_owned()), app.tables.record(&table)?))
    })
    .await?;
    Ok(file("application/jsonl; charset=utf-8", &pages::file_name(&title, "jsonl"), text))
}

/// A file to be kept.
pub(super) fn file(kind: &'static str, name: &str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text).into_response()
}

#[derive(Debug, Deserialize)]
pub(super) struct Moment {
    pub(super) facts: usize,
}

/// A new fight from an earlier moment.
pub(crate) async fn branch(
    State(app): State<App>,
    Path(token): Path<String>,
    Form(moment): Form<Moment>,
) -> Result<Response, Failed> {
    let new = aside(move || app.tables.branch(&gm(&app, &token)?, moment.facts)).await?;
    Ok(Redirect::to(&format!("/t/{new}")).into_response())
}
