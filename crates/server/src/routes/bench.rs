//! The designer's bench: asking, waiting, looking, keeping.

use axum::extract::{Path, Query, RawForm, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::Markup;
use quintain_pages::Fields;
use quintain_pages::bench::{self as pages, Asked, Asking, OTHER, OWN, OwnEncounter};
use quintain_session::Fault;
use serde::Deserialize;

use super::workshop::in_one_file;
use super::{App, aside};
use crate::bench::turnable;
use crate::documents::{Document, Kind};
use crate::tables::Failed;

/// The bench with a form that is filled in, and what is wrong with what it holds.
pub(super) fn shown(app: &App, asked: &Asked, problem: Option<&str>) -> Result<Markup, Failed> {
    let named = |one: Document| OwnEncounter { name: format!("{OWN}{}", one.id), title: one.title, book: one.rulebook };
    let all = app.tables.store().documents()?;
    let own: Vec<OwnEncounter> = all.into_iter().filter(|one| one.kind == Kind::Encounter).map(named).collect();
    let turnable = written(app, asked.clone()).map(|asked| turnable(&asked)).unwrap_or_default();
    Ok(pages::bench(&app.bench.results()?, &Asking { asked, own: &own, turnable: &turnable, problem }))
}

/// Writes the encounters of the workshop that are named into the question: it is answered by what they are when it is asked.
fn written(app: &App, mut asked: Asked) -> Result<Asked, Failed> {
    if let Some(id) = asked.name.strip_prefix(OWN) {
        asked.text = in_one_file(app, id)?;
        asked.name.clear();
    }
    if let Some(id) = asked.other.strip_prefix(OWN) {
        asked.files = vec![(OTHER.to_owned(), in_one_file(app, id)?)];
        asked.other = OTHER.to_owned();
    }
    Ok(asked)
}

/// The form, and all results.
pub(crate) async fn home(State(app): State<App>) -> Result<Response, Failed> {
    let page = aside(move || shown(&app, &Asked::default(), None)).await?;
    Ok(Html(page.into_string()).into_response())
}

/// What can be turned in the encounter that a form names, as a piece of its page.
pub(crate) async fn turning(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    let piece = aside(move || {
        let asked = written(&app, Asked::typed(&Fields::read(&form)));
        Ok(pages::turning(&asked.map(|asked| turnable(&asked)).unwrap_or_default()))
    });
    Ok(Html(piece.await?.into_string()).into_response())
}

/// The form, filled in with what another page hands over: an encounter, a kind of question. Nothing is asked yet.
pub(crate) async fn form(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    let page = aside(move || {
        let asked = Asked::typed(&Fields::read(&form));
        shown(&app, &asked, None)
    });
    Ok(Html(page.await?.into_string()).into_response())
}

/// Takes a question. What is wrong with it is said where it was asked, with all that was typed.
pub(crate) async fn ask(State(app): State<App>, RawForm(form): RawForm) -> Result<Response, Failed> {
    aside(move || {
        let fields = Fields::read(&form);
        let asked = Asked::read(&fields).map_err(Failed::from).and_then(|asked| written(&app, asked));
        match asked.and_then(|asked| app.bench.ask(&asked)) {
            Ok(id) => Ok(Redirect::to(&format!("/bench/{id}")).into_response()),
            Err(fault @ (Failed::Wrong(_) | Failed::Refused(_))) => {
                let page = shown(&app, &Asked::typed(&fields), Some(&fault.to_string()))?;
                Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page.into_string())).into_response())
            }
            Err(fault) => Err(fault),
        }
    })
    .await
}

/// A question with what came of it.
pub(crate) async fn result(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    let page = aside(move || Ok(pages::result(&app.bench.result(&id)?))).await?;
    Ok(Html(page.into_string()).into_response())
}

/// How far it is, as a piece of a page.
pub(crate) async fn progress(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Failed> {
    let piece = aside(move || Ok(pages::progress(&app.bench.result(&id)?))).await?;
    Ok(Html(piece.into_string()).into_response())
}

/// One of the files that a question's command names.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    file: Option<String>,
}

/// The encounter or the day of a question, or a file that the day names, as its command names them.
pub(crate) async fn encounter(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Failed> {
    let asked = aside(move || Ok(app.bench.result(&id)?.asked)).await?;
    let (name, text) = match wanted.file {
        Some(name) => asked.files.into_iter().find(|(known, _)| *known == name).ok_or(Failed::Gone)?,
        None => (asked.file(), asked.text),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/toml; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}

/// Two results side by side.
pub(crate) async fn beside(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Response, Failed> {
    let page = aside(move || {
        let fields = Fields::read(query.unwrap_or_default().as_bytes());
        match fields.all("id")[..] {
            [one, other] => Ok(pages::beside(&app.bench.result(one)?, &app.bench.result(other)?)),
            _ => Err(Fault::NotTaken("tick two results, and no more, to see them side by side".into()).into()),
        }
    });
    Ok(Html(page.await?.into_string()).into_response())
}

/// Stops, renames, forgets a result, or asks it again.
pub(crate) async fn act(
    State(app): State<App>,
    Path((id, act)): Path<(String, String)>,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let to = aside(move || {
        let here = format!("/bench/{id}");
        match act.as_str() {
            "cancel" => {
                app.bench.cancel(&id);
                Ok(here)
            }
            "rename" => app.bench.rename(&id, Fields::read(&form).needed("name")?).map(|()| here),
            "delete" => app.bench.delete(&id).map(|()| "/bench".to_owned()),
            "again" => app.bench.ask_again(&id).map(|id| format!("/bench/{id}")),
            other => Err(Fault::NotTaken(format!("the bench does not know how to `{other}`")).into()),
        }
    });
    Ok(Redirect::to(&to.await?).into_response())
}
