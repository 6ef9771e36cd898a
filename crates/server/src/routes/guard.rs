//! What stands before every route: the house's key, the pace of requests, and the headers of every answer.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::{Extension, Json};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde_json::json;

use super::{App, MOST_BYTES};
use quintain_pages as pages;

/// How fast one address may ask.
pub(crate) type Pace = DefaultKeyedRateLimiter<IpAddr>;

/// The cookie that holds the house's key.
const COOKIE: &str = "quintain";

/// Nothing from elsewhere, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Requests a second from one address, over a short burst: a table of six behind one router has plenty.
const PACE: NonZeroU32 = NonZeroU32::new(50).expect("fifty is not zero");
const BURST: NonZeroU32 = NonZeroU32::new(300).expect("three hundred is not zero");

/// A fresh measure of pace.
pub(crate) fn pace() -> Pace {
    RateLimiter::keyed(Quota::per_second(PACE).allow_burst(BURST))
}

/// The pace, forms from other sites, and the headers of every answer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|from| from.0.ip());
    if from.is_some_and(|from| app.pace.check_key(&from).is_err()) {
        return (StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a moment").into_response();
    }
    let site = request.headers().get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if request.method() == Method::POST && site.is_some_and(|site| matches!(site, "cross-site" | "same-site")) {
        return (StatusCode::FORBIDDEN, "this form came from another site").into_response();
    }
    let at_home = holds_key(&request, &app.key);
    let mut response = next.run(request).await;
    if let Some(why) = response.extensions().get::<Why>().filter(|_| at_home).cloned() {
        let page = pages::message(why.heading, &why.words, true);
        response = (response.status(), Extension(why), Html(page.into_string())).into_response();
    }
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Long work steps aside while a table has something to do.
pub(crate) async fn at_table(State(app): State<App>, request: Request, next: Next) -> Response {
    let _underway = app.busy.begin();
    next.run(request).await
}

/// The house opens with its key: once in the address, from then on as a cookie. Programs send it as a bearer token.
pub(crate) async fn key(State(app): State<App>, request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let named = query.split('&').find_map(|pair| pair.strip_prefix("key="));
    if named.is_some_and(|named| same(named, &app.key)) {
        let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000", app.key);
        return ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response();
    }
    if holds_key(&request, &app.key) {
        return next.run(request).await;
    }
    refused(StatusCode::FORBIDDEN, "This page is the game master's", NO_KEY)
}

/// What those read who come to the house without its key: players as a rule.
const NO_KEY: &str = "If you play, open the link that your game master gave you; if it does not work any more, ask your \
                      game master for a new one.\nIf this is your own house, open the link that was shown when the table \
                      was started.";

/// Whether a request brings the house's key.
fn holds_key(request: &Request, key: &str) -> bool {
    let cookies = request.headers().get(header::COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let held = cookies.split(';').filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    let bearer = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    held.chain(bearer).any(|word| same(word, key))
}

/// Why a request was refused: for those who read no page, and for the way home of those who have one.
#[derive(Clone, Debug)]
struct Why {
    heading: &'static str,
    words: String,
}

/// A page that says why a request is refused.
pub(crate) fn refused(status: StatusCode, heading: &'static str, why: &str) -> Response {
    let page = Html(pages::message(heading, why, false).into_string());
    (status, Extension(Why { heading, words: why.to_owned() }), page).into_response()
}

/// What programs ask for is refused in JSON, whatever refused it.
pub(crate) async fn in_json(request: Request, next: Next) -> Response {
    let for_programs = request.uri().path().starts_with("/api/");
    let response = next.run(request).await;
    let (status, kind) = (response.status(), response.headers().get(header::CONTENT_TYPE));
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !for_programs || is_json || !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let is_text = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let why = response.extensions().get::<Why>().map(|why| why.words.clone());
    let (head, body) = response.into_parts();
    let said = match why {
        Some(why) => why,
        None if status == StatusCode::PAYLOAD_TOO_LARGE => {
            format!("this is too large: at most {} MB are read", MOST_BYTES / 1024 / 1024)
        }
        None if is_text => {
            let text = to_bytes(body, LONGEST_REASON).await.unwrap_or_default();
            String::from_utf8_lossy(&text).into_owned()
        }
        None => status.canonical_reason().unwrap_or("refused").to_lowercase(),
    };
    let mut told = (status, Json(json!({ "error": said }))).into_response();
    let kept = head.headers.into_iter().filter_map(|(name, value)| Some((name?, value)));
    for (name, value) in kept.filter(|(name, _)| ![header::CONTENT_TYPE, header::CONTENT_LENGTH].contains(name)) {
        told.headers_mut().insert(name, value);
    }
    told
}

/// The most bytes of a reason.
const LONGEST_REASON: usize = 64 * 1024;

/// Compares in a time that says nothing about where two words differ.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}
