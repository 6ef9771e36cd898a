//! Players never come to a page that is not theirs, and what is refused is said to them in plain words.

use crate::common::{althea, form, get, house, opened, send};
use axum::body::Body;
use axum::http::{Request, StatusCode};

/// A request without the house's key, as players make it.
fn without_key(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_players_table_leads_nowhere_but_to_what_is_the_players() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let ann = althea(&app, &gm).await;
    let (_, page, _) = send(&app, without_key(&format!("/t/{ann}"))).await;
    assert!(!page.contains("href=\"/\""), "a player has no key to the list of fights");
    let (_, page, _) = send(&app, get(&format!("/t/{gm}"))).await;
    assert!(page.contains("href=\"/\""));
}

#[tokio::test]
async fn refusals_speak_to_players() {
    let app = house();
    for (path, status) in [("/", StatusCode::FORBIDDEN), ("/t/nonsense", StatusCode::NOT_FOUND)] {
        let (told, page, _) = send(&app, without_key(path)).await;
        assert_eq!(told, status, "{path}");
        assert!(page.to_lowercase().contains("ask your game master"), "{path}: {page}");
        let is_foreign = ["quintain serve", "<pre", "<code", "href=\"/\""].iter().any(|words| page.contains(words));
        assert!(!is_foreign, "{path}: {page}");
    }
    // With the key, the way home is shown.
    let (_, page, _) = send(&app, get("/t/nonsense")).await;
    assert!(page.contains("href=\"/\""), "{page}");
}

#[tokio::test]
async fn a_refused_edict_says_no_rule_and_what_was_meant() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    for (words, told) in
        [("remove Altea", "nobody"), ("sett Althea.sta 3", "Do you mean"), ("set Althea.stq 3", "Do you mean")]
    {
        let (status, page, _) = send(&app, form(&format!("/t/{gm}/edict"), &format!("words={words}"))).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{words}");
        assert!(page.contains(told) && !page.contains("table.edict"), "{words}: {page}");
    }
}
