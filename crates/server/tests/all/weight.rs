//! What a table sends weighs little: the first page, and what changes with an answer.

use std::collections::BTreeMap;

use crate::common::{house, json_to, opened, send, state};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::json;
use tower::ServiceExt;

/// Fights of four to seven heroes against at least as many.
const FIGHTS: [&str; 5] =
    ["thalassa/ambush", "oakhearth/bandit-camp", "gu/ambush", "heimr/brawl", "uchma/wolves-in-the-gorge"];

/// The most that a page may weigh packed, and an update at the median, in bytes.
const MOST_PAGE: usize = 60 * 1024;
const MOST_UPDATE: usize = 7_200;

/// What an address gives, and how much it weighs packed.
async fn fetched(app: &Router, path: &str, held: &BTreeMap<String, String>) -> (String, usize) {
    let list: Vec<String> = held.iter().map(|(id, hash)| format!("{id}:{hash}")).collect();
    let request = |packing: &str| {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, packing).header("x-quintain", "1");
        request.header("x-held", list.join(",")).body(Body::empty()).unwrap()
    };
    let mut weights = Vec::new();
    let mut text = String::new();
    for packing in ["identity", "gzip"] {
        let response = app.clone().oneshot(request(packing)).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        weights.push(body.len());
        if packing == "identity" {
            text = String::from_utf8_lossy(&body).into_owned();
        }
    }
    (text, weights[1])
}

/// Notes the pieces of a page by their hashes.
fn hold(held: &mut BTreeMap<String, String>, page: &str) {
    for tag in page.split('<').filter(|tag| tag.contains("data-hash=\"")) {
        let value = |name: &str| tag.split(&format!("{name}=\"")).nth(1)?.split('"').next().map(str::to_owned);
        if let (Some(id), Some(hash)) = (value(" id"), value("data-hash")) {
            held.insert(id, hash);
        }
    }
}

#[tokio::test]
async fn only_what_has_changed_is_sent() {
    for fight in FIGHTS {
        let app = house();
        let token = opened(&app, fight).await;
        let (page, weight) = fetched(&app, &format!("/t/{token}"), &BTreeMap::new()).await;
        assert!(weight < MOST_PAGE, "{fight}: the page weighs {weight} bytes packed");
        let mut held = BTreeMap::new();
        hold(&mut held, &page);
        let mut weights = Vec::new();
        for _ in 0..40 {
            let asked = state(&app, &token).await["questions"][0].clone();
            if asked.is_null() {
                break;
            }
            let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
            assert_eq!(send(&app, json_to(&format!("/api/t/{token}/answer"), &given)).await.0, StatusCode::OK);
            let (changes, weight) = fetched(&app, &format!("/t/{token}/parts"), &held).await;
            hold(&mut held, &changes);
            weights.push(weight);
        }
        weights.sort_unstable();
        let median = weights[weights.len() / 2];
        println!("{fight}: page {weight}, updates at the median {median}, at most {}", weights.last().unwrap());
        assert!(median < MOST_UPDATE, "{fight}: updates weigh {weights:?} bytes packed");
    }
}
