//! The routes: what each address does.

mod after;
pub(crate) mod api;
mod assets;
mod backup;
mod bench;
mod campaign;
mod chairs;
mod day;
mod fights;
mod guard;
mod look;
mod play;
mod sent;
mod watch;
mod workshop;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use quintain_content::uvtt;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use crate::bench::Bench;
use crate::outlook;
use crate::pictures;
use crate::pool::Busy;
use crate::review::Reviews;
use crate::tables::{Failed, Tables};
use crate::tryouts::Tryouts;
/// The most bytes of a request: an uploaded record of a long evening fits.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// What every route has.
#[derive(Clone, Debug)]
pub(crate) struct App {
    /// All tables.
    pub tables: Arc<Tables>,
    /// The word that opens the house: the list of fights and new ones.
    pub key: Arc<str>,
    /// How fast one address may ask.
    pub pace: Arc<guard::Pace>,
    /// Room for those who look ahead.
    pub outlooks: Arc<Semaphore>,
    /// How many requests of tables are under way; long work steps aside for them.
    pub busy: Busy,
    /// What is found out about fights once they are over.
    pub reviews: Arc<Reviews>,
    /// The designer's bench.
    pub bench: Arc<Bench>,
    /// Play-outs of what is being made in the workshop.
    pub tryouts: Arc<Tryouts>,
}

/// All routes.
pub(crate) fn router(tables: Tables, key: &str) -> Router {
    let (tables, busy, outlooks) = (Arc::new(tables), Busy::default(), outlook::room());
    let app = App {
        reviews: Arc::new(Reviews::new(busy.clone())),
        bench: Arc::new(Bench::new(Arc::clone(&tables), busy.clone())),
        tryouts: Arc::new(Tryouts::new(Arc::clone(&outlooks))),
        tables,
        key: key.into(),
        pace: Arc::new(guard::pace()),
        outlooks,
        busy,
    };
    let house = Router::new()
        .route("/", get(fights::home))
        .route("/fights", post(fights::begin))
        .route("/fights/{id}/rename", post(fights::rename))
        .route("/fights/{id}/delete", post(fights::delete))
        .route("/records", post(fights::go_on))
        .route("/maps", post(fights::map).layer(DefaultBodyLimit::max(uvtt::MOST_BYTES + MOST_BYTES)))
        .route("/api/fights", get(api::list).post(api::open))
        .route("/backup", get(backup::backup))
        .merge(at_the_bench())
        .merge(workshop::house())
        .merge(campaign::house())
        .route_layer(middleware::from_fn_with_state(app.clone(), guard::key));
    let table = at_a_table().route_layer(middleware::from_fn_with_state(app.clone(), guard::at_table));
    Router::new()
        .merge(house)
        .merge(table)
        .merge(looking_back())
        .merge(workshop::open())
        .merge(campaign::open())
        .route("/rules/{book}/{rule}", get(fights::rule))
        .route("/assets/{name}", get(assets::asset))
        .route("/pictures/{name}", get(fights::picture))
        .route("/api/rulebooks/{id}", get(api::glossary))
        .route("/api", get(api::about))
        .route("/api/openapi.json", get(api::openapi))
        .fallback(async || {
            guard::refused(
                StatusCode::NOT_FOUND,
                "Nothing here",
                "There is no such page. Look once more at the link that you were given.",
            )
        })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(middleware::from_fn(guard::in_json))
        .with_state(app)
}

/// What a link to a table opens.
fn at_a_table() -> Router<App> {
    Router::new()
        .route("/t/{token}", get(look::table))
        .route("/t/{token}/parts", get(look::parts))
        .route("/t/{token}/events", get(watch::events))
        .route("/t/{token}/{act}", post(play::act))
        .route("/t/{token}/chair", post(play::chair))
        .route("/t/{token}/close", post(play::close))
        .route("/t/{token}/face", post(play::face).layer(DefaultBodyLimit::max(pictures::MOST_FACE_BYTES)))
        .route("/t/{token}/outlook", get(look::outlook))
        .route("/t/{token}/ping", post(play::ping))
        .route("/t/{token}/nudge", post(play::nudge))
        .route("/t/{token}/why", get(look::why))
        .route("/t/{token}/danger", get(look::danger))
        .route("/t/{token}/record", get(play::record))
        .route("/t/{token}/earlier", get(look::earlier))
        .route("/t/{token}/as", get(look::seen_as))
        .route("/t/{token}/branch", post(play::branch))
        .route("/api/t/{token}", get(api::state))
        .route("/api/t/{token}/answer", post(api::answer))
        .route("/api/t/{token}/chairs", get(chairs::list).post(chairs::add))
        .route("/api/t/{token}/give", post(chairs::give))
        .route("/api/t/{token}/events", get(watch::events))
        .route("/api/t/{token}/record", get(play::record))
}

/// The designer's bench.
fn at_the_bench() -> Router<App> {
    Router::new()
        .route("/bench", get(bench::home).post(bench::ask))
        .route("/bench/form", post(bench::form))
        .route("/bench/turning", post(bench::turning))
        .route("/bench/day", get(day::form).post(day::ask))
        .route("/bench/day/form", post(day::again))
        .route("/bench/day/turning", post(day::turning))
        .route("/bench/beside", get(bench::beside))
        .route("/bench/{id}", get(bench::result))
        .route("/bench/{id}/progress", get(bench::progress))
        .route("/bench/{id}/encounter", get(bench::encounter))
        .route("/bench/{id}/{act}", post(bench::act))
}

/// What is told after a fight. Long work does not step aside for those who wait for just that.
fn looking_back() -> Router<App> {
    Router::new()
        .route("/t/{token}/after", get(after::page))
        .route("/t/{token}/after/late", get(after::late))
        .route("/t/{token}/transcript.md", get(after::markdown))
        .route("/t/{token}/transcript.txt", get(after::text))
        .route("/t/{token}/replay.html", get(after::replay))
}

impl Failed {
    /// The status that goes with it.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Failed::Gone => StatusCode::NOT_FOUND,
            Failed::Refused(quintain_session::Fault::NotYours(_)) => StatusCode::FORBIDDEN,
            Failed::Refused(quintain_session::Fault::Late) => StatusCode::CONFLICT,
            Failed::Refused(_) | Failed::Wrong(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Failed::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let heading = match self {
            Failed::Gone => "This link is not valid any more",
            _ => "That did not work",
        };
        guard::refused(self.status(), heading, &self.to_string())
    }
}

/// Runs what may take a while, or waits for the disk, where it holds nobody else up.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failed> + Send + 'static,
) -> Result<T, Failed> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Failed::Broken("this request ended before its time; nothing was changed".into())))
}
