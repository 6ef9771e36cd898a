//! A real browser: a game master and two players at once play a fight of every rulebook to its end, with reactions as
//! they come, dice by hand, an undo and a reconnection.
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
    let flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    let flags: Vec<String> = flags.map(str::to_owned).into_iter().chain([format!("--window-size={size}")]).collect();
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

/// Clicks what stands in the first question: dice that are asked for, or the default. False if nothing is asked.
async fn act(window: &Client, happened: &mut Happened) -> bool {
    let script = "const form = document.querySelector('#ask > form.question');
        if (!form) return '';
        const faces = [...form.querySelectorAll('input[name=face]')];
        for (const face of faces) face.value = 1 + Math.floor(Math.random() * Number(face.max));
        (form.querySelector('button.default') || form.querySelector('button[type=submit]')).click();
        const now = document.querySelector('#order .now')?.textContent;
        return faces.length ? 'dice' : now && !now.includes(form.dataset.who) ? 'reaction' : 'turn';";
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

/// Whom the open questions are for, in the order of the page.
async fn asked(window: &Client) -> Vec<String> {
    let script = "return [...document.querySelectorAll('#ask form.question')].map((form) => form.dataset.who)";
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
    gm.wait().for_element(Locator::Css("#ask")).await.unwrap();
}

async fn play(gm: &Client, ann: &Client, bob: &Client, name: &str, happened: &mut Happened) {
    submit(gm, "/chair", &[("name", "Ann"), ("role", "player")]).await;
    submit(gm, "/chair", &[("name", "Bob"), ("role", "player")]).await;
    let links = links(gm).await;
    assert_eq!(links.len(), 2, "{name}: two chairs have links");
    let script = "return [...document.querySelectorAll('#cast h3')].map((name) => name.firstChild.textContent.trim())";
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
        if text(gm, "#ask .over").await.contains("over") {
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
        if text(window, "#ask .over").await.contains("over") {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("{name}: a player's page does not say that it is over");
}
