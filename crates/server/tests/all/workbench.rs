//! The workshop in a real browser: a fresh visitor of each game builds a fight with a creature of their own, named and made stronger,
//! and plays it, by mouse on a desktop and on a phone; the clicks are counted.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes.

use std::time::Duration;

use crate::windows::{KEY, driver, serve, window};
use fantoccini::{Client, Locator};
use quintain_books::library;
use quintain_workshop::Bestiary;
use serde_json::json;
use tokio::time::sleep;

/// The most clicks and typed words that a first fight may take: with ten seconds for each it is begun within five minutes.
const MOST: usize = 30;

/// How many answers are given at the table.
const ANSWERS: i64 = 3;

/// Someone at a browser, who counts what they do.
struct Visitor {
    window: Client,
    clicks: usize,
}

impl Visitor {
    /// Waits until the page says so.
    async fn until(&self, what: &str, script: &str) {
        for _ in 0..150 {
            let found = self.window.execute(&format!("return !!({script})"), Vec::new()).await;
            if found.is_ok_and(|found| found == json!(true)) {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        let page = self.window.execute("return document.body.innerText", Vec::new()).await;
        panic!("{what}: {page:?}");
    }

    /// Clicks what is there, as a pointer would, once it can be seen.
    async fn click(&mut self, css: &str) {
        self.until(css, &format!("document.querySelector({css:?})")).await;
        let script =
            "const one = document.querySelector(arguments[0]); one.scrollIntoView({ block: 'center' }); one.click();";
        self.window.execute(script, vec![json!(css)]).await.unwrap();
        self.clicks += 1;
    }

    /// Types into a field.
    async fn write(&mut self, css: &str, words: &str) {
        self.until(css, &format!("document.querySelector({css:?})")).await;
        let script = "const one = document.querySelector(arguments[0]); one.value = arguments[1];
            one.dispatchEvent(new Event('input', { bubbles: true })); one.dispatchEvent(new Event('change', { bubbles: true }));";
        self.window.execute(script, vec![json!(css), json!(words)]).await.unwrap();
        self.clicks += 1;
    }

    /// Taps a square of the map.
    async fn tap(&mut self, column: i32, row: i32) {
        let script = "const map = document.querySelector('#map'), to = map.getScreenCTM();
            map.scrollIntoView({ block: 'nearest' });
            const at = new DOMPoint((arguments[0] + 0.5) * 60, -(arguments[1] + 0.5) * 60).matrixTransform(map.getScreenCTM());
            for (const kind of ['pointerdown', 'pointerup'])
                map.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, pointerId: 1, button: 0, clientX: at.x, clientY: at.y }));";
        self.window.execute(script, vec![json!(column), json!(row)]).await.unwrap();
        self.clicks += 1;
    }

    /// Searches the bestiary for one creature and puts it on a square.
    async fn put(&mut self, (id, name): (&str, &str), (column, row): (i32, i32), before: usize) {
        self.write("#search input[type=search]", name).await;
        let css = format!("#found li[data-is='{id}']");
        self.until(name, &format!("document.querySelector({css:?})")).await;
        let script = "const one = document.querySelector(arguments[0]); one.scrollIntoView({ block: 'center' });
            const at = one.getBoundingClientRect();
            for (const kind of ['pointerdown', 'pointerup'])
                one.querySelector('b').dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, pointerId: 1, button: 0, clientX: at.x + 60, clientY: at.y + 10 }));";
        self.window.execute(script, vec![json!(css)]).await.unwrap();
        self.clicks += 1;
        self.tap(column, row).await;
        self.until(
            &format!("{name} stands there"),
            &format!("document.querySelectorAll('#tokens a').length > {before}"),
        )
        .await;
    }
}

impl Visitor {
    /// Adds one to the first number of the creature's form.
    async fn stronger(&mut self) {
        let script = "const one = [...document.querySelectorAll(\"input[type=number][name^='f.']\")].find((one) => one.placeholder);
            one.value = Number(one.placeholder) + 1;
            one.dispatchEvent(new Event('change', { bubbles: true }));
            return one.name;";
        let name = self.window.execute(script, Vec::new()).await.unwrap();
        self.clicks += 1;
        let field = format!("document.querySelector('input[name={name}]')");
        self.until(
            "the number is kept",
            &format!("{field}.getAttribute('value') === String(Number({field}.placeholder) + 1)"),
        )
        .await;
    }

    /// Gives answers at the table, whatever is proposed first, until so many stand or the fight is over.
    async fn play(&mut self) {
        let answer = "if (document.querySelector('#dock .over')) return -1;
            const found = ['.answer.default', 'button.go', '.tile.default', '.tile'].map((css) => document.querySelector(`#dock ${css}`));
            found.find(Boolean)?.click();
            return Number(document.querySelector('#moment').max);";
        let begun = self.window.execute(answer, Vec::new()).await.unwrap().as_i64().unwrap();
        for _ in 0..60 {
            sleep(Duration::from_millis(200)).await;
            let now = self.window.execute(answer, Vec::new()).await.unwrap().as_i64().unwrap();
            if now < 0 || now >= begun + ANSWERS {
                return;
            }
        }
        panic!("nothing comes of what is answered");
    }
}

/// From the list to a table of one's own.
async fn first_fight(visitor: &mut Visitor, house: &str, book: &str) {
    visitor.window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    visitor.click("a[href='/workshop']").await;
    let game = format!("main form[action='/workshop']:has(input[value='{book}']) button");
    visitor.click(&game).await;
    let bestiary = Bestiary::of(book, &[]);
    let hero = bestiary.all().find(|one| one.hero && one.size == (1, 1)).unwrap();
    let foe = bestiary.all().find(|one| !one.hero && one.size == (1, 1)).unwrap();
    visitor.put((&hero.id, &hero.name), (2, 4), 0).await;
    visitor.put((&foe.id, &foe.name), (6, 4), 1).await;
    visitor.click("details[data-tool] summary, #tabs a[href$='tab=ground']").await;
    visitor.click("details[data-tool=paint] summary").await;
    visitor.tap(4, 1).await;
    visitor
        .until(
            "the ground is painted",
            "document.querySelector('#bar [data-step=undo] button')?.title.includes('water')",
        )
        .await;
    visitor.until("it is played out", "document.querySelector('#figures [data-fights]')").await;
    visitor.click("#tabs a[href$='tab=creatures']").await;
    visitor.click("#people li:last-child a[href*='who=1'], #people a[href*='who=1']").await;
    visitor.click("form[action$='/own'] button").await;
    visitor.write("input[name='f.name']", "The other one").await;
    visitor
        .until(
            "the name is kept",
            "document.querySelector(\"input[name='f.name']\").getAttribute('value') === 'The other one'",
        )
        .await;
    visitor.stronger().await;
    visitor.click(".plainbar a[href^='/workshop/']").await;
    visitor
        .until("nothing is wrong", "document.querySelector('#problems .fine') && document.querySelector('#map')")
        .await;
    visitor.click("#try").await;
    visitor.until("the table is there", "document.querySelector('#dock')").await;
    let fights = "return fetch(`${location.pathname}/record`).then((one) => one.text()).then((text) => text.includes('The other one'))";
    assert_eq!(
        visitor.window.execute(fights, Vec::new()).await.unwrap(),
        json!(true),
        "{book}: the own creature fights"
    );
    assert!(visitor.clicks <= MOST, "{book}: {} clicks", visitor.clicks);
    visitor.play().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fresh_visitor_builds_a_fight_with_an_own_creature_and_plays_it_in_every_game() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    for size in ["1440,900", "390,844"] {
        let mut visitor = Visitor { window: window(port, size).await, clicks: 0 };
        for book in library().shelf() {
            visitor.clicks = 0;
            first_fight(&mut visitor, &house, book.id()).await;
            eprintln!("{} at {size}: {} clicks and words", book.id(), visitor.clicks);
        }
        visitor.window.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_move_over_the_map_paint_it_and_take_it_back() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let mut visitor = Visitor { window: window(port, "1440,900").await, clicks: 0 };
    visitor.window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    visitor.window.goto(&format!("{house}/workshop")).await.unwrap();
    visitor.click("main form[action='/workshop'] button").await;
    visitor.click("#tabs a[href$='tab=ground']").await;
    visitor.click("details[data-tool=paint] summary").await;
    visitor.window.find(Locator::Css("#map")).await.unwrap().send_keys("\u{e014}\u{e013}\u{e007}").await.unwrap();
    visitor
        .until("B2 is painted", "document.querySelector('#bar [data-step=undo] button')?.title.includes('1 square')")
        .await;
    visitor.click("[data-step=undo] button").await;
    visitor.until("it is taken back", "!document.querySelector('#bar [data-step=redo] button')?.disabled").await;
    visitor.window.close().await.unwrap();
}
