//! Campaigns in a real browser, on a phone and a desktop, in every game: heroes join, a player waits and is led to the table, what
//! the fight leaves is taken over, the party rests; axe finds nothing wrong on any of these pages.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes. Without axe-core in `target/axe` the pages
//! are not held against WCAG.

use std::fs;
use std::time::Duration;

use crate::windows::{KEY, driver, serve, window};
use fantoccini::{Client, Locator};
use quintain_books::library;
use serde_json::{Value, json};
use tokio::time::sleep;

/// Where the script of axe-core lies.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

/// Someone at a browser.
struct Visitor {
    window: Client,
    axe: Option<String>,
    theme: &'static str,
}

impl Visitor {
    async fn new(port: u16, (size, theme): (&str, &'static str)) -> Visitor {
        Visitor { window: window(port, size).await, axe: fs::read_to_string(AXE).ok(), theme }
    }

    async fn path(&self) -> String {
        self.window.current_url().await.unwrap().path().to_owned()
    }

    /// Waits until the page says so.
    async fn until(&self, what: &str, script: &str) {
        for _ in 0..200 {
            let found = self.window.execute(&format!("return !!({script})"), Vec::new()).await;
            if found.is_ok_and(|found| found == json!(true)) {
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        let page = self.window.execute("return location.href + document.body.innerText", Vec::new()).await;
        panic!("{what}: {page:?}");
    }

    /// Clicks what is there, and waits for the page that comes of it.
    async fn send(&self, css: &str) {
        self.until(css, &format!("document.querySelector({css:?})")).await;
        self.window
            .execute("window.old = true; document.querySelector(arguments[0]).click()", vec![json!(css)])
            .await
            .unwrap();
        self.until(&format!("the page after {css}"), "!window.old && document.readyState === 'complete'").await;
    }

    async fn write(&self, css: &str, words: &str) {
        self.until(css, &format!("document.querySelector({css:?})")).await;
        let script = "document.querySelector(arguments[0]).value = arguments[1]";
        self.window.execute(script, vec![json!(css), json!(words)]).await.unwrap();
    }

    /// The page keeps within the window, and axe finds nothing wrong with it.
    async fn sound(&self) {
        let wide = "return document.documentElement.scrollWidth <= innerWidth";
        let path = self.path().await;
        assert_eq!(
            self.window.execute(wide, Vec::new()).await.unwrap(),
            json!(true),
            "{path} is wider than the window"
        );
        let Some(axe) = &self.axe else { return };
        let theme = "document.documentElement.dataset.theme = arguments[0]; for (const one of document.querySelectorAll('details')) one.open = true";
        self.window.execute(theme, vec![json!(self.theme)]).await.unwrap();
        self.window.execute(axe, Vec::new()).await.unwrap();
        let script = "return axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((told) =>
            told.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 4).map((node) => node.html.slice(0, 200) + ' ' +
            node.any.concat(node.all, node.none).map((why) => why.message).join('; ').slice(0, 200)).join(' | ')}`))";
        let told: Value = self.window.execute(script, Vec::new()).await.unwrap();
        assert_eq!(told, json!([]), "{path} by {}", self.theme);
    }
}

/// From the list to a campaign with a player for the first hero; returns the player's permanent link.
async fn begun(gm: &Visitor, house: &str, book: &str) -> String {
    gm.window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    gm.send("a[href='/campaigns']").await;
    gm.sound().await;
    let party = library().parties(book).remove(0);
    gm.write("select[name=ready]", party.path).await;
    gm.send("form:has(select[name=ready]) button").await;
    gm.write("form[action$='/players'] input[name=name]", "Ann").await;
    gm.send("form[action$='/players']:has(input[value=add]) button").await;
    let script = "const one = document.querySelector('[data-hero] select[name=seat]'); one.value = 'Ann'; return document.querySelector('#link-0').textContent";
    let link = gm.window.execute(script, Vec::new()).await.unwrap();
    gm.send("[data-hero] form:has(select[name=seat]) button").await;
    gm.sound().await;
    link.as_str().unwrap().to_owned()
}

async fn one_fight(gm: &Visitor, player: &Visitor, (house, book): (&str, &str)) {
    let link = begun(gm, house, book).await;
    let campaign = gm.path().await;
    gm.write("textarea[name=words]", "set Nobody.hp lots").await;
    let hand_out = "document.querySelector('form:has(textarea[name=words]) button').click()";
    gm.window.execute(hand_out, Vec::new()).await.unwrap();
    let at_its_form = "document.querySelector('form:has(textarea[name=words]) > .problem')?.textContent.includes('Nobody') \
                       && document.querySelector('textarea[name=words]').value === 'set Nobody.hp lots'";
    gm.until("the refusal stands at its form", at_its_form).await;
    player.window.goto(&link).await.unwrap();
    player.until("one waits", "document.querySelector('#waiting')").await;
    player.sound().await;
    let encounter = library().ready_made().find(|one| one.book() == book && one.name != "uchma/a-quarrel").unwrap();
    gm.write(".begin select[name=name]", encounter.name).await;
    gm.send("form.begin[method=get] button").await;
    gm.sound().await;
    gm.send("main form button.go").await;
    gm.window.wait().for_element(Locator::Css("#dock")).await.unwrap();
    player.until("the player is led to the table", "document.querySelector('#dock')").await;
    let ended = "return fetch(`${location.pathname}/edict`, { method: 'POST', body: new URLSearchParams({ words: 'end' }) }).then((one) => one.ok)";
    assert_eq!(gm.window.execute(ended, Vec::new()).await.unwrap(), json!(true));
    gm.window.goto(&format!("{house}{campaign}")).await.unwrap();
    gm.send("a[href*='/after/']").await;
    gm.sound().await;
    gm.send("main form button.go").await;
    gm.until("it is taken", "document.querySelector('.fought').innerText.includes('taken')").await;
    gm.send("form.begin[action$='/rest'] button").await;
    gm.sound().await;
    for _ in 0..60 {
        let over = gm
            .window
            .execute("return !!document.querySelector('form[action$=\"/rest/take\"]')", Vec::new())
            .await
            .unwrap();
        if over == json!(true) {
            break;
        }
        gm.send("form.asked-form button.go").await;
    }
    gm.send("form[action$='/rest/take'] button.go").await;
    gm.until("the history tells of it", "document.querySelectorAll('.chapter').length === 2").await;
    gm.send("form[action$='/undo'] button").await;
    gm.until("it is undone", "document.querySelectorAll('.chapter').length === 1").await;
    player.window.goto(&link).await.unwrap();
    player.until("one waits again", "document.querySelector('#waiting')").await;
    player.sound().await;
}

/// A fight in which the ready-made party of a game has its side.
fn fight_of(book: &str) -> &'static str {
    match book {
        "thalassa" => "thalassa/cyclops",
        "oakhearth" => "oakhearth/split-rock",
        "uchma" => "uchma/wolves-in-the-gorge",
        "gu" => "gu/bear",
        _ => "heimr/forest",
    }
}

/// A day of two fights with a rest between them, from the choice of the party to the figures.
async fn one_day(visitor: &Visitor, house: &str, book: &str) {
    visitor.window.goto(&format!("{house}/bench/day")).await.unwrap();
    visitor.write("select[name=party]", library().parties(book).remove(0).path).await;
    visitor.send("form[method=get] button").await;
    visitor.sound().await;
    let fight = fight_of(book);
    let rest = library().shelf().iter().find(|known| known.id() == book).unwrap().rests()[0].key;
    for (step, what) in [(1, format!("fight:{fight}")), (2, format!("rest:{rest}")), (3, format!("fight:{fight}"))] {
        visitor.write(&format!(".steps li:nth-child({step}) select"), &what).await;
    }
    visitor.write("input[name=fights]", "20").await;
    visitor.send("#ask button.go").await;
    visitor.until("where it breaks", "document.body.innerText.includes('Where the party breaks')").await;
    visitor.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_is_put_together_and_asked_in_every_game() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    for (size, theme) in [("390,844", "light"), ("1440,900", "dark")] {
        let visitor = Visitor::new(port, (size, theme)).await;
        visitor.window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
        for book in library().shelf() {
            one_day(&visitor, &house, book.id()).await;
        }
        visitor.window.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_goes_through_a_fight_and_a_rest_in_every_game() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    for ((gm, player), books) in [
        ((("1440,900", "light"), ("390,844", "dark")), ["thalassa", "gu", "heimr"].as_slice()),
        ((("390,844", "dark"), ("1440,900", "light")), ["oakhearth", "uchma"].as_slice()),
    ] {
        let (gm, player) = (Visitor::new(port, gm).await, Visitor::new(port, player).await);
        for book in library().shelf().iter().filter(|book| books.contains(&book.id())) {
            one_fight(&gm, &player, (&house, book.id())).await;
        }
        gm.window.close().await.unwrap();
        player.window.close().await.unwrap();
    }
}
