//! Nothing is lost: the table is killed at random moments, and every answer that was taken is there when it comes back.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// How often it is killed.
const KILLS: u64 = 100;

struct House {
    child: Child,
    base: String,
    key: String,
}

impl House {
    fn open(store: &Path) -> House {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quintain"))
            .args(["serve", "--listen", "127.0.0.1:0", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let link = first.split("http://").nth(1).unwrap();
        let (base, key) = link.split_once("/?key=").unwrap();
        House { child, base: format!("http://{base}"), key: key.to_owned() }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn state(&self, token: &str) -> Value {
        ureq::get(format!("{}/api/t/{token}", self.base)).call().unwrap().body_mut().read_json().unwrap()
    }

    fn record(&self, token: &str) -> String {
        ureq::get(format!("{}/api/t/{token}/record", self.base)).call().unwrap().body_mut().read_to_string().unwrap()
    }

    fn open_fight(&self) -> String {
        let asked =
            ureq::post(format!("{}/api/fights", self.base)).header("authorization", format!("Bearer {}", self.key));
        let opened: Value =
            asked.send_json(json!({ "encounter": "thalassa/cyclops" })).unwrap().body_mut().read_json().unwrap();
        opened["token"].as_str().unwrap().to_owned()
    }
}

/// Answers with defaults as fast as it can until nobody answers any more. Counts what was taken.
fn play(base: &str, token: &str, taken: &AtomicU64, stop: &AtomicBool) -> Option<()> {
    while !stop.load(Ordering::Relaxed) {
        let now: Value = ureq::get(format!("{base}/api/t/{token}")).call().ok()?.body_mut().read_json().ok()?;
        if !now["over"].is_null() {
            return None;
        }
        let asked = &now["questions"][0];
        let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
        ureq::post(format!("{base}/api/t/{token}/answer")).send_json(&given).ok()?;
        taken.fetch_add(1, Ordering::Relaxed);
    }
    Some(())
}

fn answers(record: &str) -> u64 {
    record.lines().filter(|line| line.starts_with("{\"answer\"") && !line.contains("\"auto\":true")).count() as u64
}

#[test]
fn a_killed_table_comes_back_with_every_answer_and_its_question() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("tables.sqlite");
    let mut house = House::open(&store);
    let mut token = house.open_fight();
    let taken = AtomicU64::new(0);
    for number in 0..KILLS {
        let stop = AtomicBool::new(false);
        let base = house.base.clone();
        std::thread::scope(|scope| {
            let player = scope.spawn(|| play(&base, &token, &taken, &stop));
            // Other moments each time; there is no need for them to be random.
            std::thread::sleep(Duration::from_micros(500 + number * 7919 % 30_000));
            house.child.kill().unwrap();
            stop.store(true, Ordering::Relaxed);
            let _ = player.join().unwrap();
        });
        house.kill();
        house = House::open(&store);
        let record = house.record(&token);
        let kept = answers(&record);
        let acknowledged = taken.load(Ordering::Relaxed);
        assert!(
            kept == acknowledged || kept == acknowledged + 1,
            "kill {number}: {acknowledged} answers were acknowledged, {kept} are kept"
        );
        taken.store(kept, Ordering::Relaxed);
        let now = house.state(&token);
        if now["over"].is_null() {
            assert!(now["questions"][0]["text"].is_string(), "kill {number}: the question is open again");
        } else {
            token = house.open_fight();
            taken.store(0, Ordering::Relaxed);
        }
    }
    house.kill();
}
