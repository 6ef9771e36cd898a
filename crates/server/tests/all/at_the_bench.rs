//! A real browser at the bench: asks about a fight of every game, points at plots with the keys, stops what takes too long, and
//! does the same without script.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes.

use crate::windows::{KEY, all, driver, serve, text, window, window_with};
use fantoccini::{Client, Locator};
use quintain_books::library;
use serde_json::{Value, json};

async fn run(window: &Client, script: &str) -> Value {
    window.execute(script, Vec::new()).await.unwrap()
}

/// Waits for something on the page, through reloads.
async fn comes(window: &Client, css: &str) {
    for _ in 0..900 {
        if !all(window, css).await.is_empty() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{css} never comes: {}", text(window, "main").await);
}

/// Fills the form in and sends it.
async fn asks(window: &Client, house: &str, fields: &[(&str, &str)]) {
    window.goto(&format!("{house}/bench")).await.unwrap();
    // The page may still be on its way: nothing is written into a field that is not there.
    let script = "const form = document.querySelector('#ask');
        if (!form || arguments[0].some(([name]) => !form.elements[name])) return false;
        for (const [name, value] of arguments[0]) form.elements[name].value = value;
        form.dispatchEvent(new Event('change', { bubbles: true }));
        return true;";
    for attempt in 0.. {
        if window.execute(script, vec![json!(fields)]).await.unwrap() == json!(true) {
            break;
        }
        assert!(attempt < 100, "the form has not all of {fields:?}: {}", text(window, "main").await);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    window.find(Locator::Css("#ask button.go")).await.unwrap().click().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_of_every_game_is_asked_about_and_its_plots_speak() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    for (size, theme) in [("1440,900", "light"), ("390,844", "dark")] {
        let window = window(port, size).await;
        window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
        for book in library().shelf() {
            let ready =
                library().ready_made().filter(|one| one.book() == book.id()).min_by_key(|one| one.text.len()).unwrap();
            asks(&window, &house, &[("kind", "sim"), ("name", ready.name), ("fights", "40")]).await;
            comes(&window, "[data-plot] [data-say]").await;
            window.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await.unwrap();
            let wide = run(&window, "return [document.documentElement.scrollWidth, innerWidth]").await;
            assert!(wide[0].as_u64() <= wide[1].as_u64(), "{}: {wide}", book.id());
            // The keys walk over the marks, and the words of each stand below.
            let said = run(
                &window,
                "const marks = [...document.querySelectorAll('[data-plot]')][0].querySelectorAll('[data-say]');
                 marks[0].focus();
                 marks[0].dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
                 return [document.activeElement.dataset.say, marks[1].dataset.say, document.querySelector('[data-plot] figcaption').textContent]",
            )
            .await;
            assert!(said[0] == said[1] && said[1] == said[2] && said[2] != "", "{}: {said}", book.id());
            let command = text(&window, ".command code").await;
            assert_eq!(command, format!("quintain sim {} -n 40 --seed 1", ready.name));
        }
        window.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_shows_how_far_it_is_and_is_stopped() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = window(port, "390,844").await;
    window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    asks(
        &window,
        &house,
        &[("kind", "sweep"), ("name", "thalassa/cyclops"), ("knobs", "Althea.armor=0..3"), ("fights", "10000000")],
    )
    .await;
    comes(&window, "#progress progress").await;
    window.find(Locator::Css("#progress button")).await.unwrap().click().await.unwrap();
    comes(&window, "main.bench .command").await;
    for _ in 0..300 {
        if all(&window, "#progress").await.is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert!(text(&window, "main.bench").await.contains("stopped"), "{}", text(&window, "main.bench").await);
    // Only the fields that a question needs are shown.
    window.goto(&format!("{house}/bench")).await.unwrap();
    let shown = run(
        &window,
        "return [...document.querySelectorAll('#ask [data-for]')].filter((one) => one.offsetParent).length",
    )
    .await;
    assert_eq!(shown, json!(1), "who wins needs tactics at most");
    window.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bench_works_without_script() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = window_with(port, "390,844", &["--blink-settings=scriptEnabled=false"]).await;
    window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    window.goto(&format!("{house}/bench")).await.unwrap();
    let fights = window.find(Locator::Css("input[name=fights]")).await.unwrap();
    fights.send_keys("100").await.unwrap();
    window.find(Locator::Css("#ask button.go")).await.unwrap().click().await.unwrap();
    comes(&window, "table").await;
    assert!(text(&window, "main.bench").await.contains("100 fights with seed 1"));
    window.close().await.unwrap();
}
