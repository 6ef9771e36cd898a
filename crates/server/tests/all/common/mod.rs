//! Requests to a house without a network.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use quintain_server::{Store, router};
use serde_json::{Value, json};
use tower::ServiceExt;

pub const KEY: &str = "the-key";

pub fn house() -> Router {
    house_of(Store::in_memory().unwrap())
}

/// A house with this store and all rulebooks.
pub fn house_of(store: Store) -> Router {
    quintain_books::library();
    router(store, KEY)
}

pub async fn send(app: &Router, request: Request<Body>) -> (StatusCode, String, Option<String>) {
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let to = response.headers().get(header::LOCATION).map(|to| to.to_str().unwrap().to_owned());
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&body).into_owned(), to)
}

pub fn get(path: &str) -> Request<Body> {
    Request::get(path).header(header::COOKIE, format!("quintain={KEY}")).body(Body::empty()).unwrap()
}

pub fn form(path: &str, fields: &str) -> Request<Body> {
    let request = Request::post(path).header(header::COOKIE, format!("quintain={KEY}"));
    request
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(fields.to_owned()))
        .unwrap()
}

pub fn json_to(path: &str, body: &Value) -> Request<Body> {
    let request = Request::post(path).header(header::AUTHORIZATION, format!("Bearer {KEY}"));
    request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap()
}

pub async fn opened(app: &Router, encounter: &str) -> String {
    let (status, body, _) = send(app, json_to("/api/fights", &json!({ "encounter": encounter }))).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    serde_json::from_str::<Value>(&body).unwrap()["token"].as_str().unwrap().to_owned()
}

pub async fn state(app: &Router, token: &str) -> Value {
    let (status, body, _) = send(app, get(&format!("/api/t/{token}"))).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    serde_json::from_str(&body).unwrap()
}

/// A player's chair with Althea on it: its token.
pub async fn althea(app: &Router, gm: &str) -> String {
    send(app, form(&format!("/t/{gm}/chair"), "name=Ann&role=player")).await;
    let (status, body, _) = send(app, form(&format!("/t/{gm}/give"), "who=Althea&to=1")).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{body}");
    first_chair(app, gm).await
}

/// The token of the first chair that the game master's page links to.
pub async fn first_chair(app: &Router, gm: &str) -> String {
    let (_, page, _) = send(app, get(&format!("/t/{gm}"))).await;
    let mut links = page.split("/t/").filter_map(|rest| rest.get(..22));
    links
        .find(|token| *token != gm && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b"-"[0] || b == b"_"[0]))
        .unwrap()
        .to_owned()
}

/// Two foes side by side; one who walks off may be struck.
pub const SIDE_BY_SIDE: &str = r#"
rulebook = "oakhearth"
[map]
size = [12, 6]
[[combatant]]
name = "Brun"
is = "champion"
side = "heroes"
at = "C3"
set = { hero = true }
[[combatant]]
name = "Captain"
is = "hobgoblin-captain"
side = "goblins"
at = "D3"
"#;

/// The words of a form's field, as browsers send them.
pub fn encoded(words: &str) -> String {
    words.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Begins a fight from the text of an encounter: the token of its game master.
pub async fn begun(app: &Router, encounter: &str) -> String {
    let (status, page, to) = send(app, form("/fights", &format!("text={}", encoded(encounter)))).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    to.unwrap().trim_start_matches("/t/").to_owned()
}
