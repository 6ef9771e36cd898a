//! Every page keeps the rules of WCAG that a program can check: axe-core finds nothing wrong.
//!
//! Needs a browser, and axe-core in `target/axe`, where `cargo xtask test` puts it with npm; where either is missing the
//! test says so and passes.

use std::fs;

use crate::windows::{KEY, begin, driver, serve, to_a_menu, window};
use fantoccini::Client;
use quintain_books::library;
use serde_json::{Value, json};

/// Where the script of axe-core lies.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

/// What is wrong with the page as it stands.
async fn wrong(window: &Client, axe: &str) -> Vec<String> {
    let there = window.execute("return !!window.axe", Vec::new()).await.unwrap();
    if there != json!(true) {
        window.execute(axe, Vec::new()).await.unwrap();
    }
    // What fades in or out has no colour to be judged by until it is done.
    let script = "const passing = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
        return Promise.allSettled(passing.map((one) => one.finished)).then(() => axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).then((told) =>
        told.violations.map((one) => `${one.id} (${one.impact}): ${one.nodes.slice(0, 4).map((node) =>
            node.html.slice(0, 160) + ' ' + node.any.concat(node.all, node.none).map((why) => why.message).join('; ').slice(0, 240)).join(' | ')}`))";
    let told: Value = window.execute(script, Vec::new()).await.unwrap();
    serde_json::from_value(told).unwrap()
}

/// What can be looked at on a table, one after the other, with the script that leads there.
const STATES: [(&str, &str); 6] = [
    ("an option looked at", "document.querySelector('#dock .tile')?.click()"),
    ("as it opens", "document.querySelector('#dock [data-back]')?.click()"),
    (
        "the sheets",
        "document.querySelector('#sheets').open = true; document.querySelector('#cards details').open = true",
    ),
    ("a figure's reason", "document.querySelector('#cards [data-why]')?.click()"),
    (
        "the rest",
        "document.querySelector('#why')?.remove(); document.querySelector('#sheets').open = false;
         document.querySelector('#more').open = true",
    ),
    (
        "a creature looked at",
        "document.querySelector('#more').open = false;
         document.querySelector('#stage [data-who]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))",
    ),
];

/// Shows so many of the states, and says what is wrong with any of them.
async fn at_a_table(window: &Client, axe: &str, (theme, states): (&str, usize)) -> Vec<String> {
    let mut found = Vec::new();
    window.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await.unwrap();
    for (state, script) in &STATES[..states] {
        window.execute(script, Vec::new()).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        found.extend(wrong(window, axe).await.into_iter().map(|what| format!("{state}, {theme}: {what}")));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_wrong() {
    let Some((_driver, port)) = driver().await else { return };
    let Ok(axe) = fs::read_to_string(AXE) else {
        eprintln!("skipped: axe-core is not in target/axe");
        return;
    };
    let house = serve().await;
    let mut found = Vec::new();
    for (size, theme) in [("390,844", "dark"), ("1440,900", "light")] {
        let window = window(port, size).await;
        for page in [format!("?key={KEY}"), "rules/gu/gu.attack".to_owned(), "nowhere".to_owned(), "bench".to_owned()] {
            window.goto(&format!("{house}/{page}")).await.unwrap();
            found.extend(wrong(&window, &axe).await.into_iter().map(|what| format!("/{page} at {size}: {what}")));
        }
        for book in library().shelf() {
            // Each state once by day and once by night, and every game at least in one.
            let whole = (book.id() == "oakhearth") == (theme == "light") && ["oakhearth", "uchma"].contains(&book.id());
            let states = if whole { STATES.len() } else { usize::from(theme == "dark") };
            if states == 0 {
                continue;
            }
            begin(&window, &house, book.id()).await;
            to_a_menu(&window).await;
            let wrong = at_a_table(&window, &axe, (theme, states)).await;
            found.extend(wrong.into_iter().map(|what| format!("{} at {size}: {what}", book.id())));
        }
        window.close().await.unwrap();
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

/// Waits until a page has nothing more to come but surer figures.
async fn at_rest(window: &Client) {
    for _ in 0..600 {
        let waits = "return document.readyState !== 'complete' || !!document.querySelector('[data-poll]') && !document.querySelector('.movers')";
        if window.execute(waits, Vec::new()).await.unwrap() == json!(false) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the page never comes to rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_wrong_beside_the_tables() {
    let Some((_driver, port)) = driver().await else { return };
    let Ok(axe) = fs::read_to_string(AXE) else {
        eprintln!("skipped: axe-core is not in target/axe");
        return;
    };
    let house = serve().await;
    let folder = tempfile::tempdir().unwrap();
    let mut found = Vec::new();
    for (size, theme) in [("390,844", "dark"), ("1440,900", "light")] {
        let window = window(port, size).await;
        begin(&window, &house, "thalassa").await;
        let ended = "return fetch(`${location.pathname}/edict`, { method: 'POST', body: new URLSearchParams({ words: 'end' }) }).then((one) => one.ok)";
        assert_eq!(window.execute(ended, Vec::new()).await.unwrap(), json!(true));
        let table = window.current_url().await.unwrap().path().to_owned();
        let replay = "return fetch(arguments[0]).then((one) => one.text())";
        let replay = window.execute(replay, vec![json!(format!("{table}/replay.html"))]).await.unwrap();
        let file = folder.path().join("replay.html");
        fs::write(&file, replay.as_str().unwrap()).unwrap();
        let asked = "return fetch('/bench', { method: 'POST', body: new URLSearchParams({ kind: 'sweep', from: 'ready', name: 'cyclops',
            knobs: 'Althea.armor=0..2', fights: '50' }) }).then((one) => new URL(one.url).pathname)";
        let result = window.execute(asked, Vec::new()).await.unwrap().as_str().unwrap().to_owned();
        for page in [format!("{house}{table}/after"), format!("{house}{result}"), format!("file://{}", file.display())]
        {
            window.goto(&page).await.unwrap();
            at_rest(&window).await;
            window.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await.unwrap();
            found.extend(wrong(&window, &axe).await.into_iter().map(|what| format!("{page} at {size}: {what}")));
        }
        window.close().await.unwrap();
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
