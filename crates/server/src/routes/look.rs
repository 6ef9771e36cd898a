//! What a chair looks at: the page, what changes of it, what may come of an option, earlier moments. Nothing here changes
//! a fight.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use quintain_pages::{self as pages, Gaze, Held, Look};
use quintain_session::{ChairId, Scene, Session};
use serde::Deserialize;

use super::campaign::campaign_of;
use super::play::{Moment, gm};
use super::{App, aside};
use crate::outlook;
use crate::tables::{Failed, Seat};

/// How long a page without script may look ahead before it is sent.
const AT_ONCE: Duration = Duration::from_millis(35);

/// The longest that a chair may look ahead.
const LONGEST: u64 = 3_000;

/// How many ways the danger is read from at most; the page asks for few first and then for more.
const WAYS: u32 = 400;

/// What is looked at, as an address says it.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Eyes {
    q: Option<String>,
    pick: Option<usize>,
    about: Option<usize>,
    /// There where a tile was only opened.
    open: Option<String>,
    /// For how many milliseconds to look ahead.
    ms: Option<u64>,
}

impl Eyes {
    fn gaze(&self) -> Gaze {
        Gaze { question: self.q.clone(), pick: self.pick, about: self.about, opened: self.open.is_some() }
    }
}

/// What stands before paths in links for others.
fn host(headers: &HeaderMap) -> String {
    let name = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let scheme = headers.get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok()).unwrap_or("http");
    format!("{scheme}://{name}")
}

/// What the page holds already.
fn held(headers: &HeaderMap) -> Held<'_> {
    Held::read(headers.get("x-held").and_then(|held| held.to_str().ok()).unwrap_or_default())
}

/// A look of a chair, with the links where they are the chair's to know.
fn with_look<T>(
    app: &App,
    (token, seat): (&str, &Seat),
    (version, scene): (u64, &Scene),
    (headers, gaze): (&HeaderMap, Gaze),
    show: impl FnOnce(Look<'_>) -> T,
) -> Result<T, Failed> {
    let campaign = campaign_of(app, seat)?;
    let links: Vec<(ChairId, String)> = if scene.is_gm() { app.tables.links(&seat.table) } else { Vec::new() };
    let (base, host) = (format!("/t/{token}"), host(headers));
    Ok(show(Look {
        scene,
        base: &base,
        host: &host,
        links: &links,
        version,
        alone: false,
        campaign: campaign.as_ref(),
        gaze,
        forecast: None,
    }))
}

fn html(page: Markup) -> Response {
    Html(page.into_string()).into_response()
}

/// The page. Where an option is looked at, it says what may come of it as far as that is quickly found out.
pub(crate) async fn table(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let scripted = headers
        .get(header::COOKIE)
        .and_then(|cookies| cookies.to_str().ok())
        .is_some_and(|all| all.contains("script=1"));
    let page = aside(move || {
        let seat = app.tables.seat(&token)?;
        let (version, scene) = seat.table.scene(seat.chair);
        with_look(&app, (&token, &seat), (version, &scene), (&headers, eyes.gaze()), |mut look| {
            if !scripted && !look.wanted(1).is_empty() {
                let outlook = seat.table.look(|session| session.outlook_for(seat.chair));
                let forecast = outlook::forecast(&look, &outlook, AT_ONCE, &|| true);
                look.take_in(forecast);
            }
            pages::table(&look)
        })
    });
    Ok(html(page.await?))
}

/// What has changed of the page.
pub(crate) async fn parts(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let changes = aside(move || {
        let seat = app.tables.seat(&token)?;
        let (version, scene) = seat.table.scene(seat.chair);
        let held = held(&headers);
        with_look(&app, (&token, &seat), (version, &scene), (&headers, eyes.gaze()), |look| {
            pages::changes(&look, &held)
        })
    });
    Ok(html(changes.await?))
}

/// What may come of the option looked at, and of the same done to others, as changes of the page. It ends without an answer
/// where the chair has turned to something else.
pub(crate) async fn outlook(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let own = (app.clone(), token.clone());
    let (seat, wanted) = aside(move || {
        let seat = own.0.tables.seat(&own.1)?;
        let wanted = seat.table.look_ahead(seat.chair);
        Ok((seat, wanted))
    })
    .await?;
    let closed = |_| Failed::Broken("the table is closing".into());
    let _room = app.outlooks.clone().acquire_owned().await.map_err(closed)?;
    let changes = aside(move || {
        let (version, scene) = seat.table.scene(seat.chair);
        let held = held(&headers);
        let time = Duration::from_millis(eyes.ms.unwrap_or(35).min(LONGEST));
        with_look(&app, (&token, &seat), (version, &scene), (&headers, eyes.gaze()), |mut look| {
            let outlook = seat.table.look(|session| session.outlook_for(seat.chair));
            let forecast = outlook::forecast(&look, &outlook, time, &wanted);
            if !wanted() {
                return maud::html! {};
            }
            look.take_in(forecast);
            pages::changes(&look, &held)
        })
    });
    Ok(html(changes.await?))
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
    let closed = |_| Failed::Broken("the table is closing".into());
    let _room = app.outlooks.clone().acquire_owned().await.map_err(closed)?;
    let piece = aside(move || {
        let seat = gm(&app, &token)?;
        let ways = wanted.ways.clamp(1, WAYS);
        let outlook = seat.table.look(Session::outlook);
        Ok(pages::danger(&outlook.danger(ways), WAYS))
    });
    Ok(html(piece.await?))
}

/// An earlier moment, to be looked at.
pub(crate) async fn earlier(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(moment): Query<Moment>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let page = aside(move || {
        let seat = app.tables.seat(&token)?;
        let (version, _) = seat.table.scene(seat.chair);
        let (scene, facts) = seat.table.look(|session| {
            let scene = session.scene_at(seat.chair, moment.facts);
            let facts = moment.facts.min(scene.moment);
            (scene, facts)
        });
        with_look(&app, (&token, &seat), (version, &scene), (&headers, Gaze::default()), |look| {
            pages::earlier(&look, facts)
        })
    });
    Ok(html(page.await?))
}

/// With whose eyes the game master looks.
#[derive(Debug, Deserialize)]
pub(crate) struct Borrowed {
    chair: Option<u32>,
}

/// The table as another chair sees it, for the game master.
pub(crate) async fn seen_as(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(eyes): Query<Borrowed>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let page = aside(move || {
        let seat = gm(&app, &token)?;
        let chair = eyes.chair.map_or(ChairId::NOBODY, ChairId);
        let (version, _) = seat.table.scene(seat.chair);
        let scene = seat.table.look(|session| session.scene_as(chair));
        let eyes = (&headers, Gaze::default());
        with_look(&app, (&token, &seat), (version, &scene), eyes, |look| pages::seen_as(&look))
    });
    Ok(html(page.await?))
}

/// Which figure is asked about.
#[derive(Debug, Deserialize)]
pub(crate) struct Figure {
    who: usize,
    key: String,
}

/// Why a figure is what it is.
pub(crate) async fn why(
    State(app): State<App>,
    Path(token): Path<String>,
    Query(figure): Query<Figure>,
) -> Result<Response, Failed> {
    let page = aside(move || {
        let seat = app.tables.seat(&token)?;
        let why = seat.table.look(|session| session.why(seat.chair, figure.who, &figure.key))?;
        Ok(pages::why(&why, seat.table.look(Session::rulebook), &format!("/t/{token}")))
    });
    Ok(html(page.await?))
}
