//! Windows of a real browser on a house of its own.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use quintain_library::ready_made;
use quintain_server::{Store, router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::sleep;

pub const KEY: &str = "the-key";

/// A browser's driver, ended with the test.
pub struct Driver(Child, u16);

impl Drop for Driver {
    fn drop(&mut self) {
        // Killed outright it would leave its browsers behind.
        if let Ok(mut line) = TcpStream::connect(("127.0.0.1", self.1)) {
            let _ = line.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = line.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            let _ = line.read_to_string(&mut String::new());
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub async fn driver() -> Option<(Driver, u16)> {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let mut command = Command::new("chromedriver");
    match command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        Ok(child) => Some((Driver(child, port), port)),
        Err(_) => {
            eprintln!("skipped: there is no chromedriver on this machine");
            None
        }
    }
}

pub async fn window(port: u16, size: &str) -> Client {
    window_with(port, size, &[]).await
}

pub async fn window_with(port: u16, size: &str, more: &[&str]) -> Client {
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

pub async fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = router(Store::in_memory().unwrap(), KEY).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

pub async fn all(window: &Client, css: &str) -> Vec<Element> {
    window.find_all(Locator::Css(css)).await.unwrap()
}

pub async fn text(window: &Client, css: &str) -> String {
    match all(window, css).await.first() {
        Some(element) => element.text().await.unwrap_or_default(),
        None => String::new(),
    }
}

pub async fn submit_card(gm: &Client, name: &str) {
    let script = "[...document.forms].find((form) => form.elements.name?.value === arguments[0]).requestSubmit()";
    gm.execute(script, vec![json!(name)]).await.unwrap();
    gm.wait().for_element(Locator::Css("#dock")).await.unwrap();
}

/// Answers small things by default until somebody has a whole menu; says whether that came.
pub async fn to_a_menu(window: &Client) -> bool {
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
pub async fn until(window: &Client, what: &str, script: &str) {
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

/// A fight that is decided by one throw of the dice, without any menu.
const CONTEST: &str = "uchma/a-quarrel";

/// Begins a ready-made fight of a book from home, in one click.
pub async fn begin(window: &Client, house: &str, book: &str) {
    window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    let ready = ready_made().find(|ready| ready.book() == book && ready.name != CONTEST).unwrap();
    submit_card(window, ready.name).await;
    sleep(Duration::from_millis(300)).await;
}
