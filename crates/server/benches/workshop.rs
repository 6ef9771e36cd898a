//! How soon the figures beside the workshop follow a change, for every ready-made encounter: its last combatants become one more, and
//! the page asks as its script does, first for a quarter of a second, then for what a second has left. Prints when the first
//! figures came and from how many fights, and what they were after the second answer.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use quintain_books::library;
use quintain_server::{Store, router};
use quintain_workshop::Draft;
use tower::ServiceExt;

const KEY: &str = "the-key";

/// For how many milliseconds the script of the page asks first, and then.
const ASKED: [u64; 2] = [250, 700];

/// The answer to a request: where it leads, and its page.
async fn send(app: &Router, path: &str, form: Option<&str>) -> (String, String) {
    let request = match form {
        Some(_) => Request::post(path).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded"),
        None => Request::get(path),
    };
    let body = Body::from(form.unwrap_or_default().to_owned());
    let request = request.header(header::COOKIE, format!("quintain={KEY}")).body(body).unwrap();
    let answer = app.clone().oneshot(request).await.unwrap();
    let to = answer.headers().get(header::LOCATION).map(|to| to.to_str().unwrap().to_owned()).unwrap_or_default();
    let page = answer.into_body().collect().await.unwrap().to_bytes();
    (to, String::from_utf8_lossy(&page).into_owned())
}

/// The number behind these words of a page.
fn number(page: &str, words: &str) -> u64 {
    let rest = page.split_once(words).map_or("", |(_, rest)| rest);
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

/// When figures came after a change, and from how many fights.
async fn followed(app: &Router, name: &str, text: &str) -> Vec<(Duration, u64)> {
    let (desk, _) = send(app, "/workshop", Some(&format!("ready={name}"))).await;
    let people = Draft::read(text).unwrap().people();
    let (last, many) = (people.len() - 1, people.last().unwrap().many() + 1);
    // The figures as they were, so that the change is held against them.
    send(app, &format!("{desk}/figures?ms=250"), None).await;
    let began = Instant::now();
    send(app, &format!("{desk}/edit"), Some(&format!("do=count&who={last}&count={many}"))).await;
    let mut told = Vec::new();
    for ms in ASKED {
        let (_, page) = send(app, &format!("{desk}/figures?ms={ms}"), None).await;
        told.push((began.elapsed(), number(&page, "data-fights=\"")));
    }
    told
}

#[tokio::main]
async fn main() {
    library();
    let app = router(Store::in_memory().unwrap(), KEY);
    let (mut within, mut all) = (0, 0);
    println!("{:<34} {:>9} {:>7} {:>9} {:>7}", "encounter", "first", "fights", "then", "fights");
    for made in library().ready_made() {
        let told = followed(&app, made.name, made.text).await;
        let [(first, few), (then, more)] = told.as_slice() else { continue };
        println!("{:<34} {:>6} ms {few:>7} {:>6} ms {more:>7}", made.name, first.as_millis(), then.as_millis());
        all += 1;
        within += usize::from(*few > 0 && first.as_millis() < 1_000);
    }
    println!("{within} of {all} encounters have figures within a second of the change");
}
