//! After the fight: the page, its transcript, its replay.

use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use quintain_pages::{self as pages, Review, Script};
use quintain_session::{Fault, Scene};

use super::campaign::campaign_of;
use super::play::file;
use super::{App, aside};
use crate::review::{Found, facts};
use crate::tables::{Failed, Seat};

/// The seat of a token, where its fight may be looked back at: the game master's at any time, others' once it is over.
fn seat(app: &App, token: &str) -> Result<(Seat, Scene), Failed> {
    let seat = app.tables.seat(token)?;
    let scene = seat.table.scene(seat.chair).1;
    match scene.is_gm() || scene.seen.over.is_some() {
        true => Ok((seat, Scene::clone(&scene))),
        false => Err(Fault::NotYours("the fight goes on; it is looked back at when it is over".into()).into()),
    }
}

/// Shows a review as far as it is found out.
fn shown(app: &App, token: &str, show: impl FnOnce(&Review<'_>) -> Markup) -> Result<Response, Failed> {
    let (seat, scene) = seat(app, token)?;
    let found = app.reviews.of(&app.tables, &seat)?.borrow().clone();
    let campaign = campaign_of(app, &seat)?;
    let Found { frames, film, decided, failed, done } = &found;
    let review = Review {
        scene: &scene,
        facts: &facts(&seat),
        base: &format!("/t/{token}"),
        campaign: campaign.as_ref(),
        found: pages::Found {
            frames: frames.as_ref().map(|frames| frames.as_slice()),
            decided: decided.as_deref(),
            film: film.as_ref().map(|film| film.len()),
            failed: failed.as_deref(),
            done: *done,
        },
    };
    Ok(Html(show(&review).into_string()).into_response())
}

/// The page.
pub(crate) async fn page(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    aside(move || shown(&app, &token, pages::after)).await
}

/// What takes a while, as far as it is found out.
pub(crate) async fn late(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    aside(move || shown(&app, &token, pages::late)).await
}

/// The transcript as a file.
async fn transcript(app: App, token: String, script: Script) -> Result<Response, Failed> {
    let (title, text) = aside(move || {
        let (_, scene) = seat(&app, &token)?;
        Ok((scene.title.clone(), pages::transcript(&scene, script)))
    })
    .await?;
    let (kind, ending) = match script {
        Script::Markdown => ("text/markdown; charset=utf-8", "md"),
        Script::Text => ("text/plain; charset=utf-8", "txt"),
    };
    Ok(file(kind, &pages::file_name(&title, ending), text))
}

/// The transcript as Markdown.
pub(crate) async fn markdown(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    transcript(app, token, Script::Markdown).await
}

/// The transcript as text.
pub(crate) async fn text(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    transcript(app, token, Script::Text).await
}

/// The replay, as soon as it is written.
pub(crate) async fn replay(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    let (title, mut found) = aside(move || {
        let (seat, scene) = seat(&app, &token)?;
        Ok((scene.title.clone(), app.reviews.of(&app.tables, &seat)?))
    })
    .await?;
    let unwritten = || Failed::Broken("the replay could not be written".into());
    let found = found.wait_for(|found| found.film.is_some() || found.done).await.map_err(|_| unwritten())?.clone();
    match (found.film, found.failed) {
        (Some(film), _) => {
            Ok(file("text/html; charset=utf-8", &pages::file_name(&title, "html"), film.as_ref().clone()))
        }
        (None, failed) => Err(failed.map_or_else(unwritten, Failed::Broken)),
    }
}
