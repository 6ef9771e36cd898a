//! What the pages look like, as text: a change of a template shows here before anybody sees it.
#![allow(clippy::unwrap_used)]

mod common;

use axum::Router;
use common::{althea, begun, form, get, house, send};

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

/// A page with a line for each tag; links, which are chance, are named.
async fn page(app: &Router, path: &str, token: &str) -> String {
    let (_, page, _) = send(app, get(path)).await;
    page.replace(token, "TOKEN").replace("><", ">\n<")
}

/// The link of somebody who only looks on.
async fn watcher(app: &Router, gm: &str) -> String {
    send(app, form(&format!("/t/{gm}/chair"), "name=Guest&role=watcher")).await;
    let (_, page, _) = send(app, get(&format!("/t/{gm}"))).await;
    let links = page.split("/t/").filter_map(|rest| rest.split(['"', '<', '/', '?', ' ']).next());
    links.filter(|token| token.len() == 22).find(|token| *token != gm).unwrap().to_owned()
}

#[tokio::test]
async fn a_table_without_a_map_as_a_player_sees_it() {
    let app = house();
    let gm = begun(&app, &AMBUSH.replace("at = \"B2\"\n", "").replace("at = \"D3\"\n", "")).await;
    let ann = althea(&app, &gm).await;
    insta::assert_snapshot!(page(&app, &format!("/t/{ann}/parts"), &ann).await);
}

#[tokio::test]
async fn a_map_as_a_watcher_sees_it() {
    let app = house();
    let gm = begun(&app, &format!("{AMBUSH}{GROUND}")).await;
    let guest = watcher(&app, &gm).await;
    insta::assert_snapshot!(page(&app, &format!("/t/{guest}/parts"), &guest).await);
}

#[tokio::test]
async fn a_rule_and_a_page_that_is_not_there() {
    let app = house();
    insta::assert_snapshot!("rule", page(&app, "/rules/thalassa/attack.armor", "TOKEN").await);
    insta::assert_snapshot!("nothing", page(&app, "/nowhere", "TOKEN").await);
}
