//! What the pages look like, as text: a change of a template shows here before anybody sees it.

use crate::common::{althea, begun, form, get, house, json_to, send, state};
use axum::Router;
use axum::http::StatusCode;
use serde_json::json;

/// A fight in which no die falls before the first question: Althea has surprise.
const AMBUSH: &str = r#"
rulebook = "thalassa"
title = "Asleep"
[house]
"order.start" = "pcs-surprise"
[[combatant]]
is = "althea"
side = "heroes"
at = "B2"
[[combatant]]
is = "bandit"
side = "bandits"
at = "D3"
"#;

/// Ground with a wall, water and a height.
const GROUND: &str = r#"
[map]
rows = [
  "..2~",
  "...~",
  "....",
]
edges = ["wall B1-C1"]
exits = ["A1"]
"#;

/// The same without places.
fn bare() -> String {
    AMBUSH.lines().filter(|line| !line.starts_with("at ")).map(|line| format!("{line}\n")).collect()
}

/// A page with a line for each tag; links, which are chance, are named.
async fn page(app: &Router, path: &str, token: &str) -> String {
    let (_, page, _) = send(app, get(path)).await;
    page.replace(token, "TOKEN").replace("><", ">\n<")
}

/// A piece of a table's page by its id, up to the next.
async fn piece(app: &Router, token: &str, id: &str) -> String {
    let page = page(app, &format!("/t/{token}/parts"), token).await;
    let pieces = page.split("data-hash=\"").find(|piece| piece.contains(&format!("id=\"{id}\"")));
    let piece = pieces.unwrap_or_else(|| panic!("no {id}: {page}"));
    piece.get(8..).unwrap_or_default().to_owned()
}

/// The link of someone who only looks on.
async fn watcher(app: &Router, gm: &str) -> String {
    send(app, form(&format!("/t/{gm}/chair"), "name=Guest&role=watcher")).await;
    let (_, page, _) = send(app, get(&format!("/t/{gm}"))).await;
    let links = page.split("/t/").filter_map(|rest| rest.split(['"', '<', '/', '?', ' ']).next());
    links.filter(|token| token.len() == 22).find(|token| *token != gm).unwrap().to_owned()
}

#[tokio::test]
async fn a_table_without_a_map_as_a_player_sees_it() {
    let app = house();
    let gm = begun(&app, &bare()).await;
    let ann = althea(&app, &gm).await;
    insta::assert_snapshot!(piece(&app, &ann, "dock").await);
}

#[tokio::test]
async fn a_map_as_a_watcher_sees_it() {
    let app = house();
    let gm = begun(&app, &format!("{AMBUSH}{GROUND}")).await;
    let guest = watcher(&app, &gm).await;
    insta::assert_snapshot!(piece(&app, &guest, "tokens").await);
}

#[tokio::test]
async fn the_game_masters_table_before_anything_has_happened() {
    let app = house();
    let gm = begun(&app, &format!("{}count = 2\n", bare())).await;
    insta::assert_snapshot!(piece(&app, &gm, "more-room").await);
}

/// Answers with the default, and throws the highest faces, until something is in the log that was thrown for.
#[tokio::test]
async fn the_story_with_dice_and_reasons() {
    let app = house();
    let gm = begun(&app, &bare()).await;
    send(&app, form(&format!("/t/{gm}/hand"), "by_hand=true")).await;
    let path = format!("/api/t/{gm}/answer");
    for _ in 0..12 {
        let now = state(&app, &gm).await;
        let given = match (now["dice"].as_object(), &now["questions"][0]) {
            (Some(dice), _) => {
                let count = usize::try_from(dice["count"].as_u64().unwrap()).unwrap();
                json!({ "faces": vec![dice["sides"].as_u64().unwrap(); count] })
            }
            (None, asked) if asked.is_null() => break,
            (None, asked) => json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] }),
        };
        assert_eq!(send(&app, json_to(&path, &given)).await.0, StatusCode::OK);
    }
    let whole = page(&app, &format!("/t/{gm}/parts"), &gm).await;
    let acts: Vec<&str> = whole.split("<li ").filter(|piece| piece.contains("id=\"act-")).collect();
    let told = acts.concat();
    let hashes: Vec<&str> = told.split("data-hash=\"").skip(1).filter_map(|rest| rest.get(..8)).collect();
    let told = hashes.iter().fold(told.clone(), |told, hash| told.replace(*hash, "HASH"));
    insta::assert_snapshot!("story", told);
}

#[tokio::test]
async fn a_rule_and_a_page_that_is_not_there() {
    let app = house();
    insta::assert_snapshot!("rule", page(&app, "/rules/thalassa/attack.armor", "TOKEN").await);
    insta::assert_snapshot!("nothing", page(&app, "/nowhere", "TOKEN").await);
}
