//! What a chair may not know is in no byte that the server sends it: not in the page, not in JSON, not in the stream.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use quintain_books::library;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::common::{KEY, encoded, first_chair, form, get, house, json_to, opened, send, state};

/// A table with one chair for all heroes, whose dice follow from what they are thrown for.
struct Table {
    app: Router,
    gm: String,
    players: String,
    /// How often dice were thrown for what.
    thrown: BTreeMap<String, u64>,
}

/// A number that follows from these words.
fn hashed(words: &str) -> u64 {
    words.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// `text` without what stands between each `from` and the next `to`.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut pieces = text.split(from);
    let mut kept = pieces.next().unwrap().to_owned();
    for piece in pieces {
        kept.push_str(piece.split_once(to).map_or("", |(_, rest)| rest));
    }
    kept
}

/// Where two texts part.
fn difference(one: &str, other: &str) -> String {
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(200)..text.len().min(same + 200)]).into_owned()
    };
    format!("\n{}\nand\n{}", around(one), around(other))
}

impl Table {
    async fn of(encounter: &str) -> Table {
        let app = house();
        let gm = opened(&app, encounter).await;
        send(&app, form(&format!("/t/{gm}/chair"), "name=Ann&role=player")).await;
        let players = first_chair(&app, &gm).await;
        let mut table = Table { app, gm, players, thrown: BTreeMap::new() };
        for (name, own) in table.roster().await {
            if own {
                table.does(&format!("give?who={}&to=1", encoded(&name))).await;
            }
        }
        table.does("hand?by_hand=true").await;
        let by_hand = form(&format!("/t/{}/hand", table.players), "by_hand=true");
        send(&table.app, by_hand).await;
        table.up_to_the_players().await;
        table
    }

    /// Everybody by name, and whether they are the players'.
    async fn roster(&self) -> Vec<(String, bool)> {
        let all = state(&self.app, &self.gm).await["view"]["combatants"].as_array().unwrap().clone();
        let heroes = all[0]["side"].clone();
        all.iter().map(|one| (one["name"].as_str().unwrap().to_owned(), one["side"] == heroes)).collect()
    }

    /// A form of the game master's: its name and its fields. Says whether it was taken.
    async fn does(&self, act: &str) -> bool {
        let (name, fields) = act.split_once('?').unwrap();
        let (status, body, _) = send(&self.app, form(&format!("/t/{}/{name}", self.gm), fields)).await;
        assert!(status == StatusCode::SEE_OTHER || status == StatusCode::UNPROCESSABLE_ENTITY, "{act}: {body}");
        status == StatusCode::SEE_OTHER
    }

    async fn decrees(&mut self, words: &str) -> bool {
        let taken = self.does(&format!("edict?words={}", encoded(words))).await;
        self.up_to_the_players().await;
        taken
    }

    async fn answers(&self, who: &str, given: &Value) {
        let (status, body, _) = send(&self.app, json_to(&format!("/api/t/{who}/answer"), given)).await;
        assert_eq!(status, StatusCode::OK, "{given}: {body}");
    }

    /// The game master throws and answers until the players are asked; says whether they are.
    async fn up_to_the_players(&mut self) -> bool {
        for _ in 0..500 {
            if state(&self.app, &self.players).await["questions"]
                .as_array()
                .unwrap()
                .iter()
                .any(|one| one["own"] == true)
            {
                return true;
            }
            let now = state(&self.app, &self.gm).await;
            if let Some(dice) = now["dice"].as_object() {
                let (text, count, sides) =
                    (dice["text"].to_string(), dice["count"].as_u64().unwrap(), dice["sides"].as_u64().unwrap());
                let thrown = self.thrown.entry(text.clone()).or_default();
                let face = |nth: u64| hashed(&format!("{text} {nth}")) % sides + 1;
                let faces: Vec<u64> = (*thrown..*thrown + count).map(face).collect();
                *thrown += count;
                self.answers(&self.gm, &json!({ "faces": faces, "number": dice["number"] })).await;
            } else if let Some(asked) = now["questions"].as_array().unwrap().first() {
                self.answers(&self.gm, &answer_to(asked)).await;
            } else {
                return false;
            }
        }
        false
    }

    /// The players take the default of what they are asked first.
    async fn step(&mut self) -> bool {
        let now = state(&self.app, &self.players).await;
        let Some(asked) = now["questions"].as_array().unwrap().iter().find(|one| one["own"] == true) else {
            return false;
        };
        self.answers(&self.players, &answer_to(asked)).await;
        self.up_to_the_players().await
    }

    /// Everything that the players' chair is sent: page, pieces, JSON, an earlier moment, refusals. What is random (the link)
    /// or of the clock (where versions begin), and the hashes of both, are left out.
    async fn sent(&self) -> Vec<(&'static str, String)> {
        let (players, mut all) = (&self.players, Vec::new());
        let late = json!({ "number": "0-nothing", "who": "Nobody", "words": "nothing" });
        let requests = [
            ("the page", with_script(&format!("/t/{players}"))),
            ("the page's pieces", get(&format!("/t/{players}/parts"))),
            ("the state", get(&format!("/api/t/{players}"))),
            ("an earlier moment", get(&format!("/t/{players}/earlier?facts=1"))),
            ("the record", get(&format!("/api/t/{players}/record"))),
            ("a late answer", json_to(&format!("/api/t/{players}/answer"), &late)),
        ];
        for (what, request) in requests {
            let (status, body, _) = send(&self.app, request).await;
            let body = without(&body.replace(players, "LINK"), " data-hash=\"", "\"");
            let body = without(&without(&body, " data-version=\"", "\""), "\"version\":", "}");
            all.push((what, format!("{status} {body}")));
        }
        all
    }

    /// The last foe whom nobody is asked about.
    async fn last_foe(&self) -> String {
        self.roster().await.into_iter().filter(|(_, own)| !own).map(|(name, _)| name).next_back().unwrap()
    }

    /// Whether someone acts now, or has brought about what is asked: its presence makes itself felt.
    async fn is_at_work(&self, name: &str) -> bool {
        let now = state(&self.app, &self.gm).await;
        let brings = now["questions"].as_array().unwrap().iter().any(|asked| asked["by"] == name);
        let slots = now["view"]["order"].as_array().unwrap();
        let acts = |slot: &&Value| slot["when"] == "now" && slot["who"].as_array().unwrap().contains(&json!(name));
        brings || slots.iter().any(|slot| acts(&slot))
    }

    async fn is_over(&self) -> bool {
        !state(&self.app, &self.gm).await["over"].is_null()
    }

    /// What the players have been told.
    async fn log(&self) -> Value {
        state(&self.app, &self.players).await["log"].clone()
    }

    /// What the players' stream of events says within a moment.
    async fn heard(stream: &mut Body) -> String {
        let mut heard = String::new();
        while let Ok(Some(Ok(frame))) = tokio::time::timeout(Duration::from_millis(300), stream.frame()).await {
            heard.push_str(&String::from_utf8_lossy(&frame.into_data().unwrap_or_else(|_| Bytes::new())));
        }
        heard
    }

    async fn stream(&self, token: &str) -> Body {
        self.app.clone().oneshot(get(&format!("/api/t/{token}/events"))).await.unwrap().into_body()
    }
}

/// As a browser with script asks for a page. Without, it comes with odds, as far as they are found in time: those are compared
/// where no clock has a say.
fn with_script(path: &str) -> Request<Body> {
    Request::get(path).header(header::COOKIE, format!("quintain={KEY}; script=1")).body(Body::empty()).unwrap()
}

fn answer_to(asked: &Value) -> Value {
    json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] })
}

/// Two tables that differ in a foe that the game master conceals send the players the same.
async fn a_concealed_foe_is_in_no_byte(book: &str) {
    for short in library().ready_made().filter(|one| one.book() == book).map(|one| format!("{book}/{}", one.short())) {
        let (mut one, mut other) = (Table::of(&short).await, Table::of(&short).await);
        let foe = one.last_foe().await;
        if one.is_over().await {
            continue;
        }
        for table in [&mut one, &mut other] {
            assert!(table.decrees(&format!("conceal {foe}")).await, "{short}: {foe}");
        }
        if one.is_at_work(&foe).await || !other.decrees(&format!("remove {foe}")).await {
            continue;
        }
        for nth in 0..3 {
            // What they have perceived of the difference they may be told.
            if one.log().await != other.log().await {
                break;
            }
            for ((what, one), (_, other)) in one.sent().await.into_iter().zip(other.sent().await) {
                assert!(one == other, "{short}, answer {nth}: {what} tells of {foe}: {}", difference(&one, &other));
            }
            if !one.step().await || !other.step().await {
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_concealed_foe_is_in_no_byte_of_gu() {
    a_concealed_foe_is_in_no_byte("gu").await;
}

#[tokio::test]
async fn a_concealed_foe_is_in_no_byte_of_thalassa() {
    a_concealed_foe_is_in_no_byte("thalassa").await;
}

#[tokio::test]
async fn a_concealed_foe_is_in_no_byte_of_oakhearth() {
    a_concealed_foe_is_in_no_byte("oakhearth").await;
}

#[tokio::test]
async fn a_concealed_foe_is_in_no_byte_of_heimr() {
    a_concealed_foe_is_in_no_byte("heimr").await;
}

#[tokio::test]
async fn a_concealed_foe_is_in_no_byte_of_uchma() {
    a_concealed_foe_is_in_no_byte("uchma").await;
}

#[tokio::test]
async fn what_a_chair_cannot_see_neither_wakes_it_nor_counts() {
    let mut table = Table::of("thalassa/pilgrims").await;
    let foe = table.last_foe().await;
    assert!(table.decrees(&format!("conceal {foe}")).await);
    let (mut players, mut gm) = (table.stream(&table.players).await, table.stream(&table.gm).await);
    assert!(Table::heard(&mut players).await.contains("changed") && Table::heard(&mut gm).await.contains("changed"));
    let before = state(&table.app, &table.players).await["version"].clone();
    for unseen in [format!("move {foe} to A1"), format!("whisper {foe}: who goes there?"), format!("remove {foe}")] {
        let taken = table.decrees(&unseen).await;
        let heard = Table::heard(&mut gm).await;
        assert!(heard.contains("changed"), "{unseen} ({taken}): {heard}");
        assert_eq!(Table::heard(&mut players).await, "", "{unseen}");
    }
    assert_eq!(state(&table.app, &table.players).await["version"], before);
    assert!(table.decrees("say the gates are open").await);
    assert!(Table::heard(&mut players).await.contains("changed"));
    assert_ne!(state(&table.app, &table.players).await["version"], before);
}

#[tokio::test]
async fn only_those_hear_a_reminder_who_may_answer() {
    let table = Table::of("thalassa/pilgrims").await;
    let foe = table.last_foe().await;
    let (mut players, mut gm) = (table.stream(&table.players).await, table.stream(&table.gm).await);
    Table::heard(&mut players).await;
    assert!(table.does(&format!("nudge?who={}", encoded(&foe))).await);
    assert_eq!(Table::heard(&mut players).await, "");
    assert!(Table::heard(&mut gm).await.contains("nudge"));
}
