//! A real browser: a game master and two players at once play a fight of every rulebook to its end, with reactions as
//! they come, dice by hand, an undo and a reconnection; and somebody alone chooses by touch, by keys, and without script.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes.
#![allow(clippy::unwrap_used)]

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use quintain_library::{ready_made, shelf};
use quintain_server::{Store, router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::sleep;

const KEY: &str = "the-key";

/// The most rounds around the table before something must be wrong.
const MOST: usize = 600;

/// A browser's driver, ended with the test.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn driver() -> Option<(Driver, u16)> {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let mut command = Command::new("chromedriver");
    match command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        Ok(child) => Some((Driver(child), port)),
        Err(_) => {
            eprintln!("skipped: there is no chromedriver on this machine");
            None
        }
    }
}

async fn window(port: u16, size: &str) -> Client {
    window_with(port, size, &[]).await
}

async fn window_with(port: u16, size: &str, more: &[&str]) -> Client {
    let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    let flags = flags.iter().chain(more).map(|flag| (*flag).to_owned());
    let flags: Vec<String> = flags.chain([format!("--window-size={size}")]).collect();
    let wanted = json!({ "goog:chromeOptions": { "args": flags } });
    let Value::Object(wanted) = wanted else { unreachable!() };
    for _ in 0..100 {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Ok(client) = builder.capabilities(wanted.clone()).connect(&format!("http://127.0.0.1:{port}")).await {
            return client;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("the browser does not start");
}

async fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = router(Store::in_memory().unwrap(), KEY).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

async fn all(window: &Client, css: &str) -> Vec<Element> {
    window.find_all(Locator::Css(css)).await.unwrap()
}

async fn text(window: &Client, css: &str) -> String {
    match all(window, css).await.first() {
        Some(element) => element.text().await.unwrap_or_default(),
        None => String::new(),
    }
}

/// Submits a form of the page as its button would, whether or not it is folded away.
async fn submit(window: &Client, action: &str, fields: &[(&str, &str)]) {
    let script = "const form = [...document.forms].find((form) => form.action.endsWith(arguments[0])
            && arguments[1].every(([name, value]) => name !== 'who' || form.elements.who?.value === value));
        for (const [name, value] of arguments[1]) form.elements[name].value = value;
        form.requestSubmit(form.querySelector('button'));";
    window.execute(script, vec![json!(action), json!(fields)]).await.unwrap();
    sleep(Duration::from_millis(150)).await;
}

/// What was seen at the tables so far.
#[derive(Debug, Default)]
struct Happened {
    /// Throws typed in by the player who throws by hand.
    throws: usize,
    /// Questions to somebody whose turn it was not.
    reactions: usize,
    /// Decisions taken back, and players who came back to the same question.
    undone: usize,
    returned: usize,
}

/// Does what the dock asks for: dice, a small decision by default, otherwise first looks at the default and then commits
/// it. False if nothing is asked.
async fn act(window: &Client, happened: &mut Happened) -> bool {
    let script = "const dock = document.querySelector('#dock');
        const throws = [...dock.querySelectorAll('.faces, input[name^=face-]:not([type=radio])')];
        for (const one of throws) {
            const faces = one.querySelectorAll('input');
            if (faces.length) faces[Math.floor(Math.random() * faces.length)].checked = true;
            else one.value = 1 + Math.floor(Math.random() * Number(one.max));
        }
        const button = dock.querySelector('.answer.default') || dock.querySelector('button.go') || dock.querySelector('[data-pick]');
        if (!button || !throws.length && !dock.dataset.number) return '';
        button.click();
        const now = document.querySelector('#order .now')?.title;
        return throws.length ? 'dice' : dock.matches('.react') && now !== dock.dataset.who ? 'reaction' : 'turn';";
    let clicked = window.execute(script, Vec::new()).await.unwrap();
    happened.throws += usize::from(clicked == "dice");
    happened.reactions += usize::from(clicked == "reaction");
    clicked != ""
}

/// How many facts the fight stands on, as the game master's page says.
async fn facts(gm: &Client) -> u64 {
    let script = "return Number(document.querySelector('#moment').max)";
    gm.execute(script, Vec::new()).await.unwrap().as_u64().unwrap()
}

/// Takes the last decision back: the fight then stands on fewer facts.
async fn undo(gm: &Client, name: &str) {
    // The page may still be a moment behind the table.
    sleep(Duration::from_millis(400)).await;
    let before = facts(gm).await;
    submit(gm, "/undo", &[]).await;
    for _ in 0..20 {
        if facts(gm).await < before {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{name}: nothing was taken back");
}

/// Who is asked, and by which question.
async fn asked(window: &Client) -> String {
    let script = "const dock = document.querySelector('#dock'); return dock?.dataset.number ? `${dock.dataset.who} ${dock.dataset.number}` : ''";
    serde_json::from_value(window.execute(script, Vec::new()).await.unwrap()).unwrap()
}

async fn links(window: &Client) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.chairs a')].map((link) => link.href)";
    serde_json::from_value(window.execute(script, Vec::new()).await.unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_master_and_two_players_play_a_fight_of_every_rulebook() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let (gm, ann, bob) =
        (window(port, "1400,1000").await, window(port, "390,844").await, window(port, "820,1180").await);
    let mut happened = Happened::default();
    for book in shelf() {
        let Some(ready) = ready_made().find(|ready| ready.book() == book.id()) else { continue };
        gm.goto(&format!("{house}/?key={KEY}")).await.unwrap();
        let card = format!("input[value='{}']", ready.name);
        let form = gm.form(Locator::XPath(&format!("//form[input[@value='{}']]", ready.name))).await;
        assert!(form.is_ok(), "home shows {card}");
        submit_card(&gm, ready.name).await;
        play(&gm, &ann, &bob, ready.name, &mut happened).await;
    }
    let Happened { throws, reactions, undone, returned } = happened;
    // How long each fight lasts is for its dice, which are thrown anew: none of this need happen in every fight.
    assert!(throws > 0 && reactions > 0 && undone > 0 && returned > 0, "{happened:?}");
    for window in [gm, ann, bob] {
        window.close().await.unwrap();
    }
}

async fn submit_card(gm: &Client, name: &str) {
    let script = "[...document.forms].find((form) => form.elements.name?.value === arguments[0]).requestSubmit()";
    gm.execute(script, vec![json!(name)]).await.unwrap();
    gm.wait().for_element(Locator::Css("#dock")).await.unwrap();
}

async fn play(gm: &Client, ann: &Client, bob: &Client, name: &str, happened: &mut Happened) {
    submit(gm, "/chair", &[("name", "Ann"), ("role", "player")]).await;
    submit(gm, "/chair", &[("name", "Bob"), ("role", "player")]).await;
    let links = links(gm).await;
    assert_eq!(links.len(), 2, "{name}: two chairs have links");
    let script = "return [...document.querySelectorAll('#cards .head b')].map((name) => name.textContent.trim())";
    let cast: Vec<String> = serde_json::from_value(gm.execute(script, Vec::new()).await.unwrap()).unwrap();
    submit(gm, "/give", &[("who", &cast[0]), ("to", "1")]).await;
    for (place, who) in cast.iter().enumerate().skip(1) {
        let to = if place == 1 { "2" } else { "tactics" };
        submit(gm, "/give", &[("who", who), ("to", to)]).await;
    }
    ann.goto(&links[0]).await.unwrap();
    bob.goto(&links[1]).await.unwrap();
    submit(ann, "/hand", &[]).await;
    let (mut undone, mut reloaded) = (false, false);
    for turn in 0..MOST {
        if text(gm, "#dock .over").await.contains("over") {
            wait_for_the_end(ann, name).await;
            return;
        }
        if turn > 6 && !undone {
            undo(gm, name).await;
            happened.undone += 1;
            undone = true;
        }
        if !reloaded && turn > 3 && !asked(bob).await.is_empty() {
            come_back(bob, name).await;
            happened.returned += 1;
            reloaded = true;
        }
        let mut anybody = false;
        for window in [ann, bob, gm] {
            anybody |= act(window, happened).await;
        }
        sleep(Duration::from_millis(if anybody { 40 } else { 120 })).await;
    }
    panic!("{name}: the fight does not end; the table says: {}", text(gm, "#top").await);
}

/// Whoever comes back finds the same question. The page may be a moment behind the table when it is left: then once more.
async fn come_back(window: &Client, name: &str) {
    for _ in 0..20 {
        let before = asked(window).await;
        window.refresh().await.unwrap();
        if asked(window).await == before {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{name}: whoever comes back finds another question");
}

async fn wait_for_the_end(window: &Client, name: &str) {
    for _ in 0..40 {
        if text(window, "#dock .over").await.contains("over") {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("{name}: a player's page does not say that it is over");
}

/// Answers small things by default until somebody has a whole menu; says whether that came.
async fn to_a_menu(window: &Client) -> bool {
    let script = "const dock = document.querySelector('#dock');
        if (dock.querySelector('#tiles')) return 'menu';
        if (dock.querySelector('.over')) return 'over';
        const button = dock.querySelector('.answer.default') || dock.querySelector('button.go');
        button?.click();
        return '';";
    for _ in 0..200 {
        let found = window.execute(script, Vec::new()).await.unwrap();
        if found != "" {
            return found == "menu";
        }
        sleep(Duration::from_millis(120)).await;
    }
    false
}

/// Waits until the page says so.
async fn until(window: &Client, what: &str, script: &str) {
    for _ in 0..60 {
        if window.execute(&format!("return !!({script})"), Vec::new()).await.unwrap() == json!(true) {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let page = window
        .execute(
            "return document.querySelector('#dock').innerText + document.querySelector('#said').innerText",
            Vec::new(),
        )
        .await;
    panic!("{what}: {page:?}");
}

/// Begins a ready-made fight of a book from home, in one click.
async fn begin(window: &Client, house: &str, book: &str) {
    window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    let ready = ready_made().find(|ready| ready.book() == book).unwrap();
    submit_card(window, ready.name).await;
    sleep(Duration::from_millis(300)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_chosen_by_two_taps_or_two_keys_and_never_by_the_first() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    for size in ["390,844", "1440,900"] {
        let window = window(port, size).await;
        for book in shelf() {
            begin(&window, &house, book.id()).await;
            if !to_a_menu(&window).await {
                panic!("{}: no menu comes", book.id());
            }
            let before = facts(&window).await;
            let number = asked(&window).await;
            window.find(Locator::Css("#dock .tile.default")).await.unwrap().click().await.unwrap();
            until(&window, book.id(), "document.querySelector('#dock button.go')").await;
            assert_eq!(facts(&window).await, before, "{}: the first tap commits", book.id());
            until(&window, book.id(), "!document.querySelector('#forecast[data-wanted]')").await;
            no_wider_than_the_window(&window, book.id(), size).await;
            window.find(Locator::Css("#dock button.go")).await.unwrap().click().await.unwrap();
            for _ in 0..40 {
                if facts(&window).await > before && asked(&window).await != number {
                    break;
                }
                sleep(Duration::from_millis(100)).await;
            }
            assert!(facts(&window).await > before, "{}: two taps commit", book.id());
            by_keys(&window, book.id()).await;
        }
        window.close().await.unwrap();
    }
}

/// Nothing scrolls sideways, and the button is in sight.
async fn no_wider_than_the_window(window: &Client, book: &str, size: &str) {
    let script = "const go = document.querySelector('#dock button.go').getBoundingClientRect();
        return [document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight,
            go.bottom <= innerHeight && go.right <= innerWidth && go.height >= 40]";
    let fits = window.execute(script, Vec::new()).await.unwrap();
    assert_eq!(fits, json!([true, true, true]), "{book} at {size}: width, height, button");
}

async fn by_keys(window: &Client, book: &str) {
    if !to_a_menu(window).await {
        return;
    }
    let before = facts(window).await;
    let key = window
        .execute(
            "return document.querySelector('#dock .tile[aria-keyshortcuts]').getAttribute('aria-keyshortcuts')",
            Vec::new(),
        )
        .await
        .unwrap();
    let press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }))";
    window.execute(press, vec![key]).await.unwrap();
    until(window, book, "document.querySelector('#dock button.go')").await;
    window.execute(press, vec![json!("Enter")]).await.unwrap();
    for _ in 0..40 {
        if facts(window).await > before {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{book}: a digit and Enter do not commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_played_without_script() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = window_with(port, "390,844", &["--blink-settings=scriptEnabled=false"]).await;
    for book in shelf() {
        window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
        let ready = ready_made().find(|ready| ready.book() == book.id()).unwrap();
        let card = format!("//li[.//input[@value='{}']]//button", ready.name);
        window.find(Locator::XPath(&card)).await.unwrap().click().await.unwrap();
        let mut committed = 0;
        for _ in 0..60 {
            if committed > 2 || !all(&window, "#dock .over").await.is_empty() {
                break;
            }
            // The default as a button, the commit of what is looked at, or the link to look at the default.
            for css in ["#dock .answer.default", "#dock button.go", "#dock .tile.default", "#dock .tile"] {
                if let Some(element) = all(&window, css).await.into_iter().next() {
                    element.click().await.unwrap();
                    committed += usize::from(css == "#dock button.go");
                    break;
                }
            }
        }
        assert!(
            committed > 0 || !all(&window, "#dock .over").await.is_empty(),
            "{}: nothing can be committed",
            book.id()
        );
    }
    window.close().await.unwrap();
}
