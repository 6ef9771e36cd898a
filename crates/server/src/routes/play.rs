//! One table: everything that a chair can do there.

use axum::Form;
use axum::body::Bytes;
use axum::extract::{Multipart, Path, RawForm, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use quintain_engine::CombatantView;
use quintain_field::{Diagonal, Square, distance};
use quintain_session::{ChairId, Fault, Holder, Role, Session};
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

    /// The faces of dice, in their order: `face-1`, `face-2` …
    fn faces(&self) -> Vec<u16> {
        let named = |place: usize| self.get(&format!("face-{place}"));
        (1..).map_while(named).map(|face| face.trim().parse().unwrap_or(0)).collect()
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
    let words = from_now_on(&fields, words);
    act(app, token, headers, move |session, chair| session.answer(chair, &number, &who, &words)).await
}

/// The words with what a form says of how long they hold, and for what.
fn from_now_on(fields: &Fields, words: String) -> String {
    let mut said = match fields.get("standing") {
        Some("always") => format!("always {words}"),
        Some("default") => "always default".to_owned(),
        _ => return words,
    };
    if let Some(against) = fields.get("against").filter(|against| !against.is_empty()) {
        said += &format!(" against {against}");
    }
    for (field, condition) in [("unless", " unless it could fell me"), ("round", " this round")] {
        if fields.get(field).is_some() {
            said += condition;
        }
    }
    said
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

/// Throws dice by hand.
pub(crate) async fn throw(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let fields = Fields::read(&form);
    let by_table = fields.get("by-table").is_some();
    let throw = move |session: &mut Session, chair| match (fields.get("number"), by_table) {
        (number, true) => session.throw_for(chair, number),
        (number, false) => session.throw(chair, number, &fields.faces()),
    };
    act(app, token, headers, throw).await
}

/// An edict as a form says it: in words, or as a figure to be set, a whisper, a creature that joins.
fn edict_words(fields: &Fields, session: &Session) -> Option<String> {
    let get = |name: &str| fields.get(name).map(str::trim).filter(|value| !value.is_empty());
    if let (Some(who), Some(condition)) = (get("give"), get("condition")) {
        return Some(format!("give {who} {condition} {}", get("size").unwrap_or_default()).trim_end().to_owned());
    }
    if let (Some(of), Some(key), Some(value)) = (get("of"), get("key"), get("value")) {
        return Some(format!("set {of}.{key} {value}"));
    }
    if let (Some(to), Some(words)) = (get("to"), get("whisper")) {
        return Some(format!("whisper {to}: {words}"));
    }
    if let (Some(die), Some(face)) = (get("die"), get("face")) {
        return Some(format!("die {die} = {face}"));
    }
    if let (Some(entry), Some(side)) = (get("add"), get("side")) {
        let at = get("at").map(|at| format!(" at {at}")).unwrap_or_default();
        return Some(format!("add {entry} as {} to {side}{at}", free_name(entry, session)));
    }
    get("words").map(str::to_owned)
}

/// A name for another of these: the entry's words, with the first number that nobody has.
fn free_name(entry: &str, session: &Session) -> String {
    let stem = entry.replace(['-', '_'], " ");
    let mut letters = stem.chars();
    let stem: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let taken: Vec<String> = session.live().roster().into_iter().map(|(name, _)| name.to_lowercase()).collect();
    let numbered = (1..).map(|number: u32| format!("{stem} {number}"));
    numbered.into_iter().find(|name| !taken.contains(&name.to_lowercase())).unwrap_or(stem)
}

/// More squares than this are not tried for a newcomer.
const MOST_TRIED: usize = 600;

/// Somebody joins on the nearest square that has room for it, seen from the middle of the fight; anywhere without a map.
fn joins_where_room_is(session: &mut Session, chair: ChairId, words: &str) -> Result<(), Fault> {
    let view = session.live().view();
    let Some(row) = view.map.first() else { return session.edict(chair, words) };
    let side = |count: usize| i16::try_from(count).unwrap_or(i16::MAX);
    let (columns, rows) = (side(row.chars().count()), side(view.map.len()));
    let there: Vec<Square> = view.combatants.iter().filter(|one| one.fighting).filter_map(|one| one.at).collect();
    let away = |square: &Square| there.iter().map(|at| u64::from(distance(*square, *at, Diagonal::Equal))).sum::<u64>();
    let mut squares: Vec<Square> = (0..columns).flat_map(|x| (0..rows).map(move |y| Square::new(x, y))).collect();
    squares.sort_by_key(away);
    let mut last = Ok(());
    for square in squares.into_iter().take(MOST_TRIED) {
        last = session.edict(chair, &format!("{words} at {square}"));
        // What is wrong elsewhere than with the square is wrong on every square.
        match &last {
            Err(Fault::NotTaken(why)) if why.contains(&square.to_string()) => {}
            _ => return last,
        }
    }
    last
}

/// Carries out an edict.
pub(crate) async fn edict(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Result<Response, Failed> {
    let fields = Fields::read(&form);
    act(app, token, headers, move |session, chair| {
        let words = edict_words(&fields, session).ok_or_else(|| Fault::NotTaken("an edict has words".into()))?;
        let nowhere = fields.get("add").is_some() && fields.get("at").is_none_or(|at| at.trim().is_empty());
        if nowhere { joins_where_room_is(session, chair, &words) } else { session.edict(chair, &words) }
    })
    .await
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
pub(crate) struct Said {
    words: String,
    #[serde(default)]
    to: String,
}

/// Says something at the table.
pub(crate) async fn say(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(said): Form<Said>,
) -> Result<Response, Failed> {
    act(app, token, headers, move |session, chair| session.speak(chair, said.words.trim(), said.to == "gm")).await
}

#[derive(Debug, Deserialize)]
pub(crate) struct Nudged {
    who: String,
}

/// Reminds whoever plays a combatant that the table waits.
pub(crate) async fn nudge(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(nudged): Form<Nudged>,
) -> Result<Response, Failed> {
    let own = token.clone();
    aside(move || {
        gm(&app, &own)?.table.signal(Signal::Nudges(nudged.who));
        Ok(())
    })
    .await?;
    Ok(done(&headers, &token))
}

/// Lets defaults stand for the rest of the round.
pub(crate) async fn hurry(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    act(app, token, headers, Session::hurry).await
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

/// Takes the chair's own last answer back.
pub(crate) async fn back(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    act(app, token, headers, |session, chair| session.take_back(chair).map(drop)).await
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
    let text = aside(move || app.tables.record(&gm(&app, &token)?.table)).await?;
    let kind = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"fight.jsonl\""),
    ];
    Ok((kind, text).into_response())
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
