//! Nothing is lost: the table is killed at random moments, and every answer that was taken is there when it comes back; so is every
//! change of the workshop and of campaigns.
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

/// Sends a form as a browser does; says where it leads, if it was taken.
fn form(house: &House, path: &str, fields: &[(&str, &str)]) -> Option<String> {
    let agent: ureq::Agent = ureq::Agent::config_builder().max_redirects(0).http_status_as_error(false).build().into();
    let request = agent.post(format!("{}{path}", house.base)).header("cookie", format!("quintain={}", house.key));
    let answer = request.send_form(fields.iter().copied()).ok()?;
    let to = answer.headers().get("location")?.to_str().ok()?;
    Some(to.to_owned())
}

fn page(house: &House, path: &str) -> String {
    let request = ureq::get(format!("{}{path}", house.base)).header("cookie", format!("quintain={}", house.key));
    request.call().unwrap().body_mut().read_to_string().unwrap()
}

/// How often the workshop and a campaign are killed.
const KILLS_BESIDE: usize = 12;

#[test]
fn a_killed_house_comes_back_with_every_change_of_its_workshop_and_its_campaigns() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("tables.sqlite");
    let mut house = House::open(&store);
    let draft = form(&house, "/workshop", &[("rulebook", "thalassa")]).unwrap();
    let party = "days/thalassa/road-to-delphi-party.toml";
    let campaign = form(&house, "/campaigns", &[("ready", party)]).unwrap();
    form(&house, &format!("{campaign}/rest"), &[("kind", "night"), ("by-hand", "on")]).unwrap();
    let rest = page(&house, &format!("{campaign}/rest"));
    for number in 0..KILLS_BESIDE {
        let (title, name) = (format!("Draft {number}"), format!("Road {number}"));
        form(&house, &format!("{draft}/edit"), &[("do", "head"), ("title", &title)]).unwrap();
        if number == 1 {
            form(&house, &format!("{campaign}/rest/drop"), &[]).unwrap();
        }
        if number > 0 {
            form(&house, &format!("{campaign}/edit"), &[("do", "head"), ("title", &name)]).unwrap();
            form(&house, &format!("{campaign}/players"), &[("do", "add"), ("name", &format!("Player {number}"))])
                .unwrap();
        }
        house.kill();
        house = House::open(&store);
        assert!(page(&house, &draft).contains(&title), "kill {number}");
        match number {
            0 => assert_eq!(page(&house, &format!("{campaign}/rest")), rest, "the rest goes on where it was"),
            _ => {
                let seen = page(&house, &campaign);
                assert!(seen.contains(&name) && seen.contains(&format!("Player {number}")), "kill {number}: {seen}");
            }
        }
    }
    form(&house, &format!("{campaign}/undo"), &[]).unwrap();
    form(&house, &format!("{draft}/undo"), &[]).unwrap();
    let (before, last) = (KILLS_BESIDE - 2, KILLS_BESIDE - 1);
    assert!(
        page(&house, &campaign).contains(&format!("Road {before}")),
        "what was done before a kill can be undone behind it"
    );
    let seen = page(&house, &draft);
    assert!(seen.contains(&format!("Draft {before}")) && !seen.contains(&format!("value=\"Draft {last}\"")), "{seen}");
    house.kill();
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
