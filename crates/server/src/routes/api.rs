//! The JSON interface for bots and tools.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use quintain_content::{Problems, Source};
use quintain_engine::Event;
use quintain_library::{Opened, files, rulebook};
use quintain_session::{Seen, SeenQuestion};
use serde_json::{Value, json};

use super::sent::Sent;
use super::{App, aside};
use crate::tables::Failed;
use quintain_pages as pages;

/// The version of the interface. It grows when what a client may rely on changes; fields may be added under the same version.
pub const PROTOCOL: u32 = 1;

/// A failure as JSON.
#[derive(Debug)]
pub(crate) struct Fault(Failed);

impl From<Failed> for Fault {
    fn from(failed: Failed) -> Self {
        Fault(failed)
    }
}

impl From<quintain_session::Fault> for Fault {
    fn from(fault: quintain_session::Fault) -> Self {
        Fault(fault.into())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.0.status(), Json(json!({ "error": self.0.to_string() }))).into_response()
    }
}

/// All fights.
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Value>, Fault> {
    let fights = aside(move || app.tables.list()).await?;
    let one = |fight: &crate::store::Listed| json!({ "id": fight.id, "title": fight.title, "rulebook": fight.rulebook, "over": fight.over, "token": fight.gm });
    Ok(Json(fights.iter().map(one).collect()))
}

/// What a rulebook's verbs, values, conditions and kinds of question are, so that programs need to know no game.
pub(crate) async fn glossary(Path(id): Path<String>) -> Response {
    match rulebook(&id) {
        Ok(book) => Json(quintain_engine::glossary(book)).into_response(),
        Err(problem) => (StatusCode::NOT_FOUND, Json(json!({ "error": problem.to_string() }))).into_response(),
    }
}

/// What a new fight begins from.
#[derive(Debug)]
struct Open {
    encounter: Option<String>,
    toml: Option<String>,
    formalities: bool,
}

impl Open {
    fn read(body: &[u8]) -> Result<Open, quintain_session::Fault> {
        let sent = Sent::read(body, r#"a fight begins from {"encounter": a name} or {"toml": a text}"#)?;
        sent.only(&["encounter", "toml", "formalities"])?;
        Ok(Open {
            encounter: sent.text("encounter")?,
            toml: sent.text("toml")?,
            formalities: sent.flag("formalities")?,
        })
    }
}

/// Opens a fight. A program has no edicts by which it could add a foe, so there must be one.
pub(crate) async fn open(State(app): State<App>, body: Bytes) -> Result<Response, Fault> {
    let open = Open::read(&body)?;
    let token = aside(move || {
        let opened = asked_for(&open)?;
        match opened.one_sided() {
            Some(problem) => Err(Problems::from(problem).into()),
            None => app.tables.begin(opened, open.formalities),
        }
    });
    Ok((StatusCode::CREATED, Json(json!({ "token": token.await? }))).into_response())
}

/// The encounter that a program asks for.
fn asked_for(open: &Open) -> Result<Opened, Failed> {
    match (&open.encounter, &open.toml) {
        (Some(name), None) => Ok(quintain_library::open(name, &files::none)?),
        (None, Some(text)) => {
            Ok(quintain_library::open_source(Source::new("the encounter", text.as_str()), &files::none)?)
        }
        _ => Err(quintain_session::Fault::NotTaken("give either `encounter`, a name, or `toml`, a text".into()).into()),
    }
}

/// The fight as the chair may see it.
pub(crate) async fn state(
    State(app): State<App>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Fault> {
    let query = pages::Fields::read(query.unwrap_or_default().as_bytes());
    // The event from which on the log is wanted.
    let from = if query.get("from").is_some() { query.number("from")? } else { 0 };
    let state = aside(move || {
        let seat = app.tables.seat(&token)?;
        let (version, scene) = seat.table.scene(seat.chair);
        Ok(written(&scene.seen, version, from))
    });
    Ok(Json(state.await?))
}

/// The state as clients get it.
pub(crate) fn written(seen: &Seen, version: u64, from: usize) -> Value {
    let log: Vec<Value> =
        seen.log.iter().filter(|(place, _)| *place >= from).map(|(place, one)| event(*place, one)).collect();
    json!({
        "protocol": PROTOCOL,
        "version": version,
        "view": seen.view,
        "questions": seen.questions.iter().map(question).collect::<Vec<_>>(),
        "standing": seen.standing,
        "dice": seen.dice.as_ref().map(|dice| json!({ "number": dice.number, "text": dice.text, "count": dice.count, "sides": dice.sides })),
        "waits_for": seen.waits_for,
        "over": seen.over,
        "broken": seen.broken,
        "log": log,
    })
}

fn event(place: usize, event: &Event) -> Value {
    json!({
        "number": place,
        "text": event.text,
        "role": event.role.word(),
        "who": event.who,
        "whom": event.whom,
        "rule": event.rule.id,
        "dice": event.dice.iter().map(|shown| json!({ "sides": shown.sides, "faces": shown.faces, "whose": shown.whose })).collect::<Vec<_>>(),
        "terms": event.terms.iter().map(|term| json!({ "label": term.label, "value": term.value, "source": term.source, "applied": term.applied })).collect::<Vec<_>>(),
        "total": event.total,
        "against": event.against.as_ref().map(|(label, value)| json!({ "label": label, "value": value })),
        "cause": event.cause.map(|cause| cause.0),
    })
}

fn question(seen: &SeenQuestion) -> Value {
    let mut asked = seen.asked.question.to_json(&seen.labels);
    asked["number"] = json!(seen.number);
    asked["who"] = json!(seen.asked.who);
    asked["topic"] = json!(seen.asked.topic);
    asked["by"] = json!(seen.asked.by);
    asked["own"] = json!(seen.own);
    asked
}

/// Words to a question.
#[derive(Debug)]
pub(crate) struct Words {
    pub number: String,
    pub who: String,
    pub words: String,
}

/// Faces of dice thrown by hand.
#[derive(Debug)]
pub(crate) struct Thrown {
    pub faces: Vec<u16>,
    pub number: Option<String>,
}

/// An answer, or dice.
#[derive(Debug)]
pub(crate) enum Given {
    Words(Words),
    Faces(Thrown),
}

impl Given {
    /// Reads what a client sends.
    ///
    /// # Errors
    /// Says what is wrong with it, and what would be right.
    pub(crate) fn read(body: &[u8]) -> Result<Given, quintain_session::Fault> {
        let wanted = r#"an answer is {"number": …, "who": …, "words": …}, dice are {"number": …, "faces": […]}"#;
        let sent = Sent::read(body, wanted)?;
        let face = |value: &Value| u16::try_from(value.as_u64()?).ok();
        if let Some(faces) = sent.list("faces", "a list of whole numbers", face)? {
            sent.only(&["number", "faces"])?;
            return Ok(Given::Faces(Thrown { faces, number: sent.text("number")? }));
        }
        sent.only(&["number", "who", "words"])?;
        Ok(Given::Words(Words {
            number: sent.needed("number")?,
            who: sent.needed("who")?,
            words: sent.needed("words")?,
        }))
    }
}

/// Takes an answer.
pub(crate) async fn answer(
    State(app): State<App>,
    Path(token): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Fault> {
    let given = Given::read(&body)?;
    let version = aside(move || {
        let seat = app.tables.seat(&token)?;
        app.tables.act(&seat.table, |session| match &given {
            Given::Words(Words { number, who, words }) => session.answer(seat.chair, number, who, words),
            Given::Faces(Thrown { faces, number }) => session.throw(seat.chair, number.as_deref(), faces),
        })?;
        Ok(seat.table.scene(seat.chair).0)
    });
    Ok(Json(json!({ "version": version.await? })))
}

/// The document as a page for people.
pub(crate) async fn about() -> Html<String> {
    let document: Value = serde_json::from_str(include_str!("../../assets/openapi.json")).unwrap_or_default();
    Html(pages::interface(&document).into_string())
}

/// The interface as an OpenAPI document.
pub(crate) async fn openapi() -> Response {
    ([(axum::http::header::CONTENT_TYPE, "application/json")], include_str!("../../assets/openapi.json"))
        .into_response()
}
