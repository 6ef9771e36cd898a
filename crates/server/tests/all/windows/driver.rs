//! A real browser, driven.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::sleep;

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
