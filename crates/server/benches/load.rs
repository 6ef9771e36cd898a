//! Load: 200 tables with five watchers each on this machine. Each has loaded the page, keeps its pieces as a browser does,
//! and fetches what has changed. From an answer to the last watcher's updated page: the median and the slowest; and the
//! memory of a table before and after.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use quintain_server::{Store, router};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

const KEY: &str = "the-key";
const TABLES: usize = 200;
const WATCHERS: usize = 5;
const ANSWERS: usize = 2_000;

/// One connection that is kept open.
struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    async fn to(house: SocketAddr) -> Line {
        let stream = TcpStream::connect(house).await.unwrap();
        stream.set_nodelay(true).unwrap();
        // What is measured is the server: its clients keep little.
        Line { stream: BufReader::with_capacity(1_024, stream) }
    }

    async fn send(&mut self, words: &str, body: &str) -> String {
        self.send_with(words, "", body).await
    }

    /// The same with further headers, each of them ended.
    async fn send_with(&mut self, words: &str, more: &str, body: &str) -> String {
        let length = body.len();
        let head = format!(
            "{words} HTTP/1.1\r\nhost: bench\r\ncookie: quintain={KEY}; script=1\r\ncontent-type: application/json\r\n\
             {more}content-length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(head.as_bytes()).await.unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.unwrap();
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut text = vec![0; length];
        self.stream.read_exact(&mut text).await.unwrap();
        String::from_utf8(text).unwrap()
    }
}

/// The pieces that a page shows: the hash of each by its id.
#[derive(Default)]
struct Pieces(BTreeMap<String, String>);

impl Pieces {
    /// Takes over what came.
    fn take(&mut self, page: &str) {
        for (at, _) in page.match_indices(" data-hash=\"") {
            let from = page[..at].rfind('<').unwrap_or(0);
            let tag = &page[from..from + page[from..].find('>').unwrap_or(0)];
            let value = |name: &str| tag.split(name).nth(1)?.split('"').next().map(str::to_owned);
            if let (Some(id), Some(hash)) = (value(" id=\""), value(" data-hash=\"")) {
                self.0.insert(id, hash);
            }
        }
        if let Some(acts) = page.split(" data-acts=\"").nth(1).and_then(|rest| rest.split('"').next()) {
            self.0.retain(|id, _| !id.starts_with("act-") || acts.split(' ').any(|act| act == id));
        }
    }

    /// What a page says that it holds.
    fn header(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|(id, hash)| format!("{id}:{hash}")).collect();
        format!("x-held: {}\r\n", pairs.join(","))
    }
}

/// Fetches what has changed whenever the table has, and says when it was there.
async fn watch(house: SocketAddr, token: String, seen: mpsc::UnboundedSender<Instant>) {
    let mut events = Line::to(house).await;
    let mut pages = Line::to(house).await;
    let head = format!("GET /t/{token}/events HTTP/1.1\r\nhost: bench\r\n\r\n");
    events.stream.get_mut().write_all(head.as_bytes()).await.unwrap();
    let mut first = true;
    let mut pieces = Pieces::default();
    pieces.take(&pages.send(&format!("GET /t/{token}"), "").await);
    loop {
        let mut line = String::new();
        if events.stream.read_line(&mut line).await.unwrap() == 0 {
            return;
        }
        if line.starts_with("data:") && !std::mem::take(&mut first) {
            let changes = pages.send_with(&format!("GET /t/{token}/parts"), &pieces.header(), "").await;
            let _ = seen.send(Instant::now());
            pieces.take(&changes);
        }
    }
}

/// Kilobytes that the program holds.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn main() {
    quintain_server::runtime().unwrap().block_on(load());
}

async fn load() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("tables.sqlite")).unwrap();
    quintain_books::library();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let house = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router(store, KEY).into_make_service()).await });
    let before = memory();
    let mut line = Line::to(house).await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let opened = line.send("POST /api/fights", &json!({ "encounter": "thalassa/gorgon" }).to_string()).await;
        let opened: Value = serde_json::from_str(&opened).unwrap();
        let token = opened["token"].as_str().unwrap().to_owned();
        let (send, hear) = mpsc::unbounded_channel();
        for _ in 0..WATCHERS {
            tokio::spawn(watch(house, token.clone(), send.clone()));
        }
        tables.push((token, hear));
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    println!("memory: {} kB a table with its {WATCHERS} watchers", (memory() - before) / TABLES as u64);
    let mut took = Vec::new();
    for number in 0..ANSWERS {
        let (token, hear) = &mut tables[number % TABLES];
        let state: Value = serde_json::from_str(&line.send(&format!("GET /api/t/{token}"), "").await).unwrap();
        let asked = &state["questions"][0];
        if asked.is_null() {
            continue;
        }
        let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
        let began = Instant::now();
        line.send(&format!("POST /api/t/{token}/answer"), &given.to_string()).await;
        let mut last = began;
        for _ in 0..WATCHERS {
            last = hear.recv().await.unwrap();
        }
        took.push(last - began);
    }
    println!("memory: {} kB a table in the end", (memory() - before) / TABLES as u64);
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 100];
    println!(
        "from an answer to the last watcher's page, of {}: median {:?}, 95 % {:?}, slowest {:?}",
        took.len(),
        at(50),
        at(95),
        at(100)
    );
}
