//! The playground in a real browser: a fight against tactics, a reload in the middle, without a network, by a link; a
//! simulation with the figures of the command; an example run and changed.
//!
//! Needs `chromium`, `chromedriver` and the target `wasm32-unknown-unknown`; where they are missing the test says so and
//! passes.
#![allow(clippy::unwrap_used)]

#[path = "../../server/tests/all/windows/driver.rs"]
mod driver;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use axum::Router;
use driver::{driver, window};
use fantoccini::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tower_http::services::ServeDir;

/// Builds the site with one rulebook; false where the machine lacks what it is built with.
fn built(folder: &Path) -> bool {
    let mut site = Command::new(env!("CARGO_BIN_EXE_quintain-site"));
    // Nobody loads this bundle from afar: it may be larger, and is built in half the time.
    site.env("CARGO_PROFILE_WEB_LTO", "off").env("CARGO_PROFILE_WEB_CODEGEN_UNITS", "16");
    let site = site.arg(folder).arg("thalassa").output().unwrap();
    let said = String::from_utf8_lossy(&site.stderr);
    if said.contains("rustup target add") {
        eprintln!("skipped: {said}");
        return false;
    }
    assert!(site.status.success(), "{said}");
    true
}

/// Serves a folder below an address of its own, as plain hosts do.
async fn serve(folder: &Path) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = Router::new().nest_service("/quintain", ServeDir::new(folder));
    let house = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    (format!("http://{address}/quintain"), house)
}

async fn told(window: &Client, script: &str) -> Value {
    window.execute(&format!("return {script}"), Vec::new()).await.unwrap()
}

/// Waits until the page says so: a minute and a half, for a bundle is compiled first and the machine may be busy.
async fn until(window: &Client, script: &str) {
    for _ in 0..900 {
        if window.execute(&format!("return !!({script})"), Vec::new()).await.is_ok_and(|found| found == json!(true)) {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let page = told(window, "location.href + document.body.innerText.slice(0, 600)").await;
    panic!("this does not come: {script}\n{page}");
}

async fn go(window: &Client, address: &str) {
    window.goto(address).await.unwrap();
}

/// Does by default what the dock asks for.
const ACT: &str = "const dock = document.querySelector('#dock');
    const button = dock.querySelector('.answer.default') || dock.querySelector('button.go') || dock.querySelector('[data-pick]');
    button?.click(); return !!document.querySelector('#dock .over')";

async fn play_on(window: &Client, answers: usize) -> bool {
    for _ in 0..answers {
        if window.execute(ACT, Vec::new()).await.unwrap() == json!(true) {
            return true;
        }
        sleep(Duration::from_millis(150)).await;
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_works_without_a_server() {
    let Some((_driver, port)) = driver().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    if !built(&site) {
        return;
    }
    let (home, house) = serve(&site).await;
    let window = window(port, "1200,900").await;
    simulate(&window, &home).await;
    examples(&window, &home).await;
    program(&window, &home, &site).await;
    fight(&window, &home).await;
    house.abort();
    go(&window, &format!("{home}/")).await;
    until(&window, "document.querySelector('#kept a')").await;
    window.execute("document.querySelector('#kept a').click()", Vec::new()).await.unwrap();
    until(&window, "document.querySelector('#dock')").await;
    window.close().await.unwrap();
}

async fn simulate(window: &Client, home: &str) {
    go(window, &format!("{home}/simulate.html")).await;
    until(window, "document.querySelector('#study textarea').value.includes('rulebook')").await;
    window.execute("document.querySelector('#study [type=submit]').click()", Vec::new()).await.unwrap();
    until(window, "document.querySelector('#report iframe')?.contentDocument?.querySelector('h1')").await;
    let report = told(window, "document.querySelector('#report iframe').contentDocument.body.innerText").await;
    let opened = quintain_books::library().open("thalassa/cyclops", &quintain_library::files::none).unwrap();
    let study = quintain_sim::Study::new("cyclops", 10_000);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let native = quintain_sim::simulate(&*opened.fight, &study, &|_| {}, &stop);
    let share = format!("{:.1}", 100.0 * native.sides[0].win_rate);
    assert!(report.as_str().unwrap().contains(&share), "{share} % in {report}");
}

/// A program in a browser comes to the end that Rust, Python and the lines of bots come to.
async fn program(window: &Client, home: &str, site: &Path) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../quintain/examples/random_fight");
    std::fs::copy(example.join("random_fight.js"), site.join("random_fight.js")).unwrap();
    go(window, &format!("{home}/simulate.html")).await;
    let script = "const [quintain, program] = await Promise.all([import(arguments[0] + '/wasm/thalassa.js'), import(arguments[0] + '/random_fight.js')]);
        await quintain.default({ module_or_path: arguments[0] + '/wasm/thalassa.wasm' }); return program.randomFight(quintain)";
    let digest = window.execute(script, vec![json!(home)]).await.unwrap();
    let known = std::fs::read_to_string(example.join("digest.txt")).unwrap();
    assert_eq!(digest, json!(known.trim()));
}

async fn examples(window: &Client, home: &str) {
    go(window, &format!("{home}/rules/thalassa/attack.armor.html")).await;
    let run = "document.querySelector('form.try [type=submit]').click()";
    window.execute(run, Vec::new()).await.unwrap();
    until(window, "document.querySelector('.outcome .right')").await;
    let change = "const text = document.querySelector('form.try textarea'); text.value = text.value.replace(/expect .*sta .*/, 'expect round 99');";
    window.execute(change, Vec::new()).await.unwrap();
    window.execute(run, Vec::new()).await.unwrap();
    until(window, "document.querySelector('.outcome .wrong')").await;
}

async fn fight(window: &Client, home: &str) {
    go(window, &format!("{home}/")).await;
    let begin = "[...document.forms].find((form) => form.elements.name?.value === 'thalassa/cyclops').requestSubmit()";
    window.execute(begin, Vec::new()).await.unwrap();
    until(window, "document.querySelector('#dock')").await;
    play_on(window, 2).await;
    let acts = told(window, "document.querySelectorAll('#acts > li').length").await.as_u64().unwrap();
    window.refresh().await.unwrap();
    until(window, "document.querySelector('#dock')").await;
    let kept = told(window, "document.querySelectorAll('#acts > li').length").await.as_u64().unwrap();
    assert!(kept >= acts, "{kept} acts of {acts} are left after a reload");
    assert!(play_on(window, 400).await, "the fight comes to an end");
    go(window, &format!("{home}/play.html#n=thalassa%2Fcyclops")).await;
    until(window, "document.querySelector('#dock')").await;
}
