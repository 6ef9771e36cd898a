//! A real browser looks back at a fight of every game: at its page, by day on a screen and by night on a phone, and at the
//! replay as a file of its own.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes.

use std::fs;

use crate::windows::{all, begin, driver, serve, text, to_a_menu, until, window, window_with};
use fantoccini::{Client, Locator};
use quintain_books::library;
use serde_json::{Value, json};

async fn run(window: &Client, script: &str) -> Value {
    window.execute(script, Vec::new()).await.unwrap()
}

/// The game master ends the fight; the dock then leads to its page, which comes to its end.
async fn looks_back(window: &Client) {
    let end = "const form = [...document.forms].find((form) => form.action.endsWith('/edict') && form.elements.words);
        form.elements.words.value = 'end'; form.requestSubmit();";
    run(window, end).await;
    until(window, "the end", "document.querySelector('#dock .over')").await;
    window.find(Locator::Css("#dock a[href$='/after']")).await.unwrap().click().await.unwrap();
    window.wait().for_element(Locator::Css("main.after")).await.unwrap();
    // Surer figures may still be on their way.
    for _ in 0..900 {
        if !all(window, "#late .movers").await.is_empty() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the page is never done");
}

/// Nothing is wider than the window.
async fn fits(window: &Client, what: &str) {
    let wide = run(window, "return [document.documentElement.scrollWidth, innerWidth]").await;
    assert!(wide[0].as_u64() <= wide[1].as_u64(), "{what}: {wide}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_of_every_game_is_looked_back_at_and_replayed() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let folder = tempfile::tempdir().unwrap();
    for (size, theme) in [("1440,900", "light"), ("390,844", "dark")] {
        let window = window(port, size).await;
        for book in library().shelf() {
            begin(&window, &house, book.id()).await;
            to_a_menu(&window).await;
            looks_back(&window).await;
            window.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await.unwrap();
            fits(&window, book.id()).await;
            let page = text(&window, "main.after").await;
            assert!(page.contains("What decided it") && page.contains("The story"), "{}: {page}", book.id());
            // A turning point leads to its moment, where there is one. The page may write them anew at any time.
            let to_one = "const one = document.querySelector('#late .turns a'); one?.click(); return Boolean(one)";
            if run(&window, to_one).await == json!(true) {
                window.wait().for_element(Locator::Css("#table.past")).await.unwrap();
                window.back().await.unwrap();
            }
            let fetched = "return fetch(location.pathname.replace('/after', '/replay.html')).then((one) => one.text())";
            let file = folder.path().join(format!("{}.html", book.id()));
            fs::write(&file, run(&window, fetched).await.as_str().unwrap()).unwrap();
            window.goto(&format!("file://{}", file.display())).await.unwrap();
            plays(&window, book.id()).await;
        }
        window.close().await.unwrap();
    }
}

/// The replay plays by its button and by keys, can be scrubbed, and shows who stands where.
async fn plays(window: &Client, book: &str) {
    fits(window, book).await;
    let last = "const scrub = document.querySelector('#scrub'); return [Number(scrub.value), Number(scrub.max)]";
    let tokens = run(window, "return document.querySelectorAll('#tokens .tk').length").await;
    assert!(tokens.as_u64().unwrap() >= 2, "{book}: {tokens} tokens");
    let at = |value: Value| (value[0].as_u64().unwrap(), value[1].as_u64().unwrap());
    let (first, most) = at(run(window, last).await);
    assert!(first == 0 && most > 0, "{book}: {first} of {most}");
    window.find(Locator::Css("#play")).await.unwrap().click().await.unwrap();
    for _ in 0..50 {
        if at(run(window, last).await).0 > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let key = |key: &str| {
        format!("document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
    };
    run(window, &key("End")).await;
    assert_eq!(at(run(window, last).await).0, most, "{book}: the end");
    run(window, &key("ArrowLeft")).await;
    assert_eq!(at(run(window, last).await).0, most - 1, "{book}: one step back");
    run(window, &key("Home")).await;
    let scrubbed = "const scrub = document.querySelector('#scrub'); scrub.value = scrub.max; scrub.dispatchEvent(new Event('input'))";
    run(window, scrubbed).await;
    assert_eq!(at(run(window, last).await).0, most, "{book}: scrubbed");
    let now = run(window, "return document.querySelectorAll('#acts .now').length").await;
    assert_eq!(now, json!(1), "{book}: the story stands where the fight stands");
    let loaded = run(window, "return performance.getEntriesByType('resource').map((one) => one.name)").await;
    assert_eq!(loaded, json!([]), "{book}: nothing is fetched");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_looked_back_at_without_script_and_where_less_motion_is_asked_for() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let scripted = window(port, "900,900").await;
    begin(&scripted, &house, "thalassa").await;
    looks_back(&scripted).await;
    let address = scripted.current_url().await.unwrap();
    let plain = window_with(port, "390,844", &["--blink-settings=scriptEnabled=false"]).await;
    plain.goto(address.as_str()).await.unwrap();
    let page = text(&plain, "main.after").await;
    assert!(page.contains("play-outs") && page.contains("To take home"), "{page}");
    plain.close().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let fetched = "return fetch(location.pathname.replace('/after', '/replay.html')).then((one) => one.text())";
    let file = folder.path().join("still.html");
    fs::write(&file, run(&scripted, fetched).await.as_str().unwrap()).unwrap();
    let still = window_with(port, "900,900", &["--force-prefers-reduced-motion"]).await;
    still.goto(&format!("file://{}", file.display())).await.unwrap();
    run(&still, "document.querySelector('#on').click()").await;
    let moving = run(&still, "return document.getAnimations().length").await;
    assert_eq!(moving, json!(0), "nothing moves");
    still.close().await.unwrap();
    scripted.close().await.unwrap();
}
