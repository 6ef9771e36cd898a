//! One table: its page, and everything that a chair can do there.

use axum::Form;
use axum::extract::{Path, Query, RawForm, State};
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::html;
use quintain_engine::{CombatantView, OddsLimit};
use quintain_session::{ChairId, Fault, Holder, Role, Session};
use serde::Deserialize;

use super::{App, aside};
use crate::pages::{self, Around};
use crate::tables::{Failed, Seat};

/// How far odds go at the table, where somebody waits for them.
const LIMIT: OddsLimit = OddsLimit { branches: 20_000, samples: 4_000, seed: 1 };

/// How many ways the danger is read from at most; the page asks for few first and then for more.
const WAYS: u32 = 400;

/// An answer: a page where a browser without script asks, otherwise nothing but that it was done.
fn done(headers: &HeaderMap, token: &str) -> Response {
    match headers.contains_key("x-quintain") {
        true => ().into_response(),
        false => Redirect::to(&format!("/t/{token}")).into_response(),
    }
}

/// What stands before paths in links for others.
fn host(headers: &HeaderMap) -> String {
    let name = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let scheme = headers.get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok()).unwrap_or("http");
    format!("{scheme}://{name}")
}

async fn shown(
    app: App,
    token: String,
    headers: HeaderMap,
    show: impl FnOnce(&Session, &Around<'_>) -> maud::Markup + Send + 'static,
) -> Result<Response, Failed> {
    let page = aside(move || {
        let seat = app.tables.seat(&token)?;
        let links = app.tables.links(&seat.table)?;
        let host = host(&headers);
        // The version before the look: a change between the two is fetched once more, never missed.
        let version = seat.table.version();
        let around = Around { token: &token, chair: seat.chair, host: &host, links: &links, version };
        Ok(seat.table.look(|session| show(session, &around)))
    });
    Ok(Html(page.await?.into_string()).into_response())
}

/// The page.
pub(crate) async fn table(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    shown(app, token, headers, pages::table).await
}

/// What changes of it.
pub(crate) async fn parts(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    shown(app, token, headers, pages::parts).await
}

/// Does something for the chair that a token opens.
async fn act(
    app: App,
    token: String,
    headers: HeaderMap,
    act: impl FnOnce(&mut Session, ChairId) -> Result<(), Fault> + Send + 'static,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || {
        let seat = app.tables.seat(&own)?;
        let chair = seat.chair;
        app.tables.act(&seat.table, |session| act(session, chair))
    })
    .await?;
    Ok(done(&headers, &token))
}

/// The fields of a form, some of which may come several times.
struct Fields(Vec<(String, String)>);

impl Fields {
    fn read(form: &[u8]) -> Fields {
        Fields(serde_urlencoded::from_bytes(form).unwrap_or_default())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn all(&self, name: &str) -> Vec<&str> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
    }

    /// The words of an answer: one field, or several picks with what stands between them.
    fn words(&self) -> String {
        match (self.get("words"), self.get("join")) {
            (Some(words), _) => words.to_owned(),
            (None, Some("then")) => self.all("pick").join(" then "),
            (None, _) if self.all("pick").is_empty() => "none".to_owned(),
            (None, _) => self.all("pick").join(" and "),
        }
    }
}

/// Answers a question.
pub(crate) async fn answer(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let fields = Fields::read(&form);
    let (number, who) =
        (fields.get("number").unwrap_or_default().to_owned(), fields.get("who").unwrap_or_default().to_owned());
    let words = fields.words();
    let words = match fields.get("standing") {
        Some("always") => format!("always {words}"),
        Some("unless") => format!("always {words} unless it could fell me"),
        Some("default") => "always default".to_owned(),
        _ => words,
    };
    act(app, token, headers, move |session, chair| session.answer(chair, &number, &who, &words)).await
}

/// Throws dice by hand.
pub(crate) async fn throw(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let faces: Vec<u16> =
        Fields::read(&form).all("face").into_iter().map(|face| face.trim().parse().unwrap_or(0)).collect();
    act(app, token, headers, move |session, chair| session.throw(chair, &faces)).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Words {
    words: String,
}

/// Carries out an edict.
pub(crate) async fn edict(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(edict): Form<Words>,
) -> Result<Response, Failed> {
    act(app, token, headers, move |session, chair| session.edict(chair, &edict.words)).await
}

/// Takes the last decision back.
pub(crate) async fn undo(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    act(app, token, headers, |session, chair| session.undo(chair).map(drop)).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Overruled {
    fact: usize,
    words: String,
}

/// Gives another answer to a question that went by without asking.
pub(crate) async fn overrule(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(said): Form<Overruled>,
) -> Result<Response, Failed> {
    act(app, token, headers, move |session, chair| session.overrule(chair, said.fact, &said.words)).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Give {
    #[serde(default)]
    who: String,
    /// Everybody of this side instead.
    #[serde(default)]
    side: String,
    to: String,
}

impl Give {
    fn names(&self, session: &Session) -> Result<Vec<String>, Fault> {
        let meant =
            |one: &CombatantView| if self.side.is_empty() { one.name == self.who } else { one.side == self.side };
        let names: Vec<String> =
            session.live().view().combatants.into_iter().filter(meant).map(|one| one.name).collect();
        match names.is_empty() {
            true => Err(Fault::NotTaken("nobody of this name or side is in the fight".into())),
            false => Ok(names),
        }
    }
}

/// Gives a combatant, or a whole side, to a chair or to tactics.
pub(crate) async fn give(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(give): Form<Give>,
) -> Result<Response, Failed> {
    let holder = match give.to.parse() {
        Ok(chair) => Holder::Chair(ChairId(chair)),
        Err(_) if give.to == "tactics" => Holder::Tactics,
        Err(_) => return Err(Fault::NotTaken(format!("`{}` is no chair", give.to)).into()),
    };
    act(app, token, headers, move |session, chair| {
        session.only_gm(chair)?;
        if let Holder::Chair(to) = holder
            && session.room().chair(to).is_none()
        {
            return Err(Fault::NotTaken("this chair is closed".into()));
        }
        let names = give.names(session)?;
        session.arrange(chair, |room| names.iter().for_each(|who| room.give(who, holder)))
    })
    .await
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
    let role = if new.role == "watcher" { Role::Watcher } else { Role::Player };
    let name: String = new.name.trim().chars().take(60).collect();
    if name.is_empty() {
        return Err(Fault::NotTaken("a chair needs a name".into()).into());
    }
    let own = token.clone();
    aside(move || app.tables.add_chair(&app.tables.seat(&own)?, &name, role)).await?;
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

#[derive(Debug, Deserialize)]
pub(crate) struct Figures {
    open: bool,
}

/// Shows or hides foes' figures.
pub(crate) async fn figures(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(figures): Form<Figures>,
) -> Result<Response, Failed> {
    act(app, token, headers, move |session, chair| session.arrange(chair, |room| room.open_figures = figures.open))
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Hand {
    by_hand: bool,
}

/// Whether the chair throws its own dice.
pub(crate) async fn hand(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(hand): Form<Hand>,
) -> Result<Response, Failed> {
    act(app, token, headers, move |session, chair| session.habit(chair, |own| own.by_hand = hand.by_hand)).await
}

/// Which standing answer is meant.
#[derive(Debug, Deserialize)]
pub(crate) struct Again {
    who: String,
    topic: String,
}

/// Takes a standing answer back.
pub(crate) async fn ask_again(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(again): Form<Again>,
) -> Result<Response, Failed> {
    act(app, token, headers, move |session, chair| session.ask_again(chair, &again.who, &again.topic)).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Which {
    who: String,
    words: String,
}

/// The odds of an answer, as a piece of a page.
pub(crate) async fn odds(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(which): Query<Which>,
) -> Result<Response, Failed> {
    let piece = aside(move || {
        let seat = app.tables.seat(&token)?;
        let outlook = seat.table.look(|session| session.outlook_of(seat.chair, &which.who))?;
        let foresight = outlook.foresee(&which.who, &which.words)?;
        let odds = outlook.odds(&which.who, &which.words, LIMIT)?;
        Ok(html! { (pages::foresight(&foresight, &outlook.names())) (pages::odds(&odds)) })
    });
    Ok(Html(piece.await?.into_string()).into_response())
}

/// From how many ways the danger shall be read.
#[derive(Debug, Deserialize)]
pub(crate) struct Ways {
    #[serde(default = "most_ways")]
    ways: u32,
}

fn most_ways() -> u32 {
    WAYS
}

/// How dangerous it is, as a piece of a page.
pub(crate) async fn danger(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(wanted): Query<Ways>,
) -> Result<Response, Failed> {
    let piece = aside(move || {
        let seat = gm(&app, &token)?;
        let ways = wanted.ways.clamp(1, WAYS);
        let outlook = seat.table.look(Session::outlook);
        Ok(pages::danger(&outlook.danger(ways), WAYS))
    });
    Ok(Html(piece.await?.into_string()).into_response())
}

/// The seat of a token that must be the game master's.
fn gm(app: &App, token: &str) -> Result<Seat, Failed> {
    let seat = app.tables.seat(token)?;
    match seat.table.look(|session| session.room().is_gm(seat.chair)) {
        true => Ok(seat),
        false => Err(Fault::NotYours("that is for the game master".into()).into()),
    }
}

/// The record, to be kept.
pub(crate) async fn record(State(app): State<App>, Path(token): Path<String>) -> Result<Response, Failed> {
    let text = aside(move || app.tables.record(&gm(&app, &token)?.table)).await?;
    let kind = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"fight.jsonl\""),
    ];
    Ok((kind, text).into_response())
}

#[derive(Debug, Deserialize)]
pub(crate) struct Moment {
    facts: usize,
}

/// An earlier moment, to be looked at.
pub(crate) async fn earlier(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response, Failed> {
    let page = aside(move || {
        let seat = gm(&app, &token)?;
        Ok(seat.table.look(|session| {
            let facts = moment.facts.min(session.live().facts().len());
            pages::earlier(session, &token, facts)
        }))
    });
    Ok(Html(page.await?.into_string()).into_response())
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
