//! After the fight: what each chair is shown of it, and what it may take home.

use axum::Router;
use axum::http::StatusCode;
use quintain_books::library;

use crate::common::{begun, encoded, first_chair, form, get, house, opened, send};

/// A combatant that no player ever perceives stands in the dark beside two who fight.
const AMBUSH: &str = r#"
rulebook = "oakhearth"
title = "Two in the open"
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
[[combatant]]
name = "Zarquon"
is = "hobgoblin-captain"
side = "goblins"
at = "L6"
concealed = true
"#;

/// Ends a fight after a round of defaults.
async fn played(app: &Router, gm: &str) {
    send(app, form(&format!("/t/{gm}/hurry"), "")).await;
    send(app, form(&format!("/t/{gm}/edict"), "words=end")).await;
}

/// A page once everything has been found out at least roughly.
async fn whole(app: &Router, path: &str) -> String {
    for _ in 0..1200 {
        let (status, page, _) = send(app, get(path)).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        if !page.contains("data-poll") || page.contains("play-outs after") {
            return page;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{path} is never done");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_looked_back_at() {
    let app = house();
    for book in library().shelf() {
        let ready = library().ready_made().filter(|one| one.book() == book.id()).min_by_key(|one| one.text.len());
        let gm = opened(&app, ready.unwrap().name).await;
        played(&app, &gm).await;
        let page = whole(&app, &format!("/t/{gm}/after")).await;
        for words in ["What decided it", "Who fell", "Damage", "How the dice fell", "The story", "play-outs", "kB"] {
            assert!(page.contains(words), "{}: {words}", book.id());
        }
        assert!(page.contains("/earlier?facts=") || page.contains("Nothing moved it"), "{}", book.id());
        let (_, markdown, _) = send(&app, get(&format!("/t/{gm}/transcript.md"))).await;
        assert!(markdown.starts_with("# ") && markdown.contains("\n- "), "{markdown}");
        let (_, replay, _) = send(&app, get(&format!("/t/{gm}/replay.html"))).await;
        assert!(replay.starts_with("<!DOCTYPE html>") && replay.contains("application/json"), "{}", book.id());
        let outside = ["http://", "https://", "href=\"/", "src=\"/", "url(/"];
        let bare = replay.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.iter().any(|words| bare.contains(words)), "{}: it needs nothing else", book.id());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_player_may_not_know_is_in_nothing_that_it_takes_home() {
    let app = house();
    let gm = begun(&app, AMBUSH).await;
    send(&app, form(&format!("/t/{gm}/chair"), "name=Ann&role=player")).await;
    let ann = first_chair(&app, &gm).await;
    send(&app, form(&format!("/t/{gm}/give"), &format!("who={}&to=1", encoded("Brun")))).await;
    let (status, page, _) = send(&app, get(&format!("/t/{ann}/after"))).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "not while it goes on: {page}");
    played(&app, &gm).await;
    for path in ["after", "transcript.md", "transcript.txt", "replay.html"] {
        let all = whole(&app, &format!("/t/{gm}/{path}")).await;
        assert!(all.contains("Zarquon") || path == "after", "the game master's {path} has everything");
        let seen = whole(&app, &format!("/t/{ann}/{path}")).await;
        assert!(seen.contains("Brun") && !seen.contains("Zarquon"), "{path}");
    }
}
