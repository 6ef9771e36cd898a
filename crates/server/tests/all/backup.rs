//! Backups: everything of a store in one file while it is in use, put back whole or not at all; and stores of older versions.

use std::fs;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::StatusCode;
use quintain_server::{Saved, Store, backup, restore};
use rusqlite::{Connection, params};
use serde_json::json;

use crate::common::{althea, form, get, house, house_of, json_to, opened, send, state};

/// The tables of 0.1.0.
const FIRST: &str = include_str!("stores/0.1.0.sql");

/// A room as 0.1.0 kept it.
const ROOM: &str = r#"{"chairs":[{"name":"Game master","role":"gm","by_hand":false,"open":true,"quiet":[]},
    {"name":"Ann","role":"player","by_hand":true,"open":true,"quiet":[{"who":"Althea","rule":"any"}]}],
    "holders":[["Althea",{"chair":1}],["Cyclops","tactics"]],"open_figures":false}"#;

const GM: &str = "gm-gm-gm-gm-gm-gm-gm-g";
const ANN: &str = "ann-ann-ann-ann-ann-an";

fn open(path: &Path) -> Router {
    house_of(Store::open(path).unwrap())
}

fn kept(store: &Path, file: &Path) -> Saved {
    let snapshot = backup(store, file.parent().unwrap()).unwrap();
    snapshot.write(&mut fs::File::create(file).unwrap()).unwrap();
    snapshot.saved.clone()
}

/// A store in a folder of its own with one fight, the table on it, and the token of its game master.
async fn one_fight() -> (tempfile::TempDir, PathBuf, Router, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.sqlite");
    let app = open(&path);
    let gm = opened(&app, "thalassa/cyclops").await;
    (folder, path, app, gm)
}

/// A store as 0.1.0 left it.
async fn of_the_first_version(path: &Path) {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let (_, record, _) = send(&app, get(&format!("/t/{gm}/record"))).await;
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(FIRST).unwrap();
    let mut lines = record.split_inclusive('\n');
    let row = params!["one", 1_700_000_000, "An old fight", "thalassa", ROOM, lines.next().unwrap()];
    connection
        .execute("insert into fights (id, opened, title, rulebook, room, header) values (?, ?, ?, ?, ?, ?)", row)
        .unwrap();
    for (place, line) in lines.enumerate() {
        connection.execute("insert into lines values ('one', ?, ?)", params![place as i64, line]).unwrap();
    }
}

/// The fight of the first version goes on, with its chairs, and the bench has room for results.
async fn goes_on(path: &Path) {
    let app = open(path);
    let (status, home, _) = send(&app, get("/")).await;
    assert!(status == StatusCode::OK && home.contains("An old fight"), "{home}");
    let seen = state(&app, ANN).await;
    assert!(seen["view"]["combatants"].as_array().unwrap().iter().any(|one| one["name"] == "Althea"));
    let asked = state(&app, GM).await["questions"][0].clone();
    let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
    assert_eq!(send(&app, json_to(&format!("/api/t/{GM}/answer"), &given)).await.0, StatusCode::OK);
    assert_eq!(send(&app, get("/pictures/00000000000000000000000000000001")).await.0, StatusCode::OK);
    assert_eq!(send(&app, get("/bench")).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_store_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    of_the_first_version(&path).await;
    goes_on(&path).await;
    let (status, _, _) = send(&open(&path), get(&format!("/t/{GM}"))).await;
    assert_eq!(status, StatusCode::OK, "and it opens again");
}

/// What campaigns are kept in, which the schema before them did not have.
const OF_CAMPAIGNS: [&str; 3] = ["outings", "players", "campaigns"];

#[tokio::test]
async fn a_store_from_before_there_were_campaigns_gets_room_for_them_and_keeps_the_rest() {
    let (_folder, path, app, gm) = one_fight().await;
    let (_, _, to) = send(&app, form("/workshop", "ready=thalassa/cyclops")).await;
    let draft = to.unwrap();
    drop(app);
    let earlier = Connection::open(&path).unwrap();
    for table in OF_CAMPAIGNS {
        earlier.execute(&format!("drop table {table}"), []).unwrap();
    }
    earlier.pragma_update(None, "user_version", 2).unwrap();
    drop(earlier);
    let app = open(&path);
    assert_eq!(send(&app, get(&format!("/t/{gm}"))).await.0, StatusCode::OK);
    assert_eq!(send(&app, get(&draft)).await.0, StatusCode::OK);
    let (status, _, to) = send(&app, form("/campaigns", "title=The+road&rulebook=gu")).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert_eq!(
        send(&open(&path), get(&to.unwrap())).await.0,
        StatusCode::OK,
        "and it is there when the store is opened again"
    );
    let changed = form(&format!("{draft}/rename"), "title=Another");
    assert_eq!(send(&open(&path), changed).await.0, StatusCode::SEE_OTHER, "what stood there before can be changed");
}

#[test]
fn a_store_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    drop(Store::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(Store::open(&path).unwrap_err().to_string().contains("newer Quintain"));
}

#[tokio::test]
async fn a_backup_of_the_first_version_is_restored_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let [old, file, new] = ["old.sqlite", "old.backup", "new.sqlite"].map(|name| folder.path().join(name));
    of_the_first_version(&old).await;
    assert_eq!((kept(&old, &file).fights, kept(&old, &file).pictures), (1, 1));
    restore(&file, &new, false).unwrap();
    goes_on(&new).await;
}

#[tokio::test]
async fn everything_moves_house_while_tables_are_in_use() {
    let (folder, path, app, gm) = one_fight().await;
    let ann = althea(&app, &gm).await;
    let before = state(&app, &ann).await;
    let file = folder.path().join("friday.backup");
    let saved = kept(&path, &file);
    assert_eq!(saved.fights, 1);
    // The table goes on; the backup stays as it was.
    send(&app, form(&format!("/t/{gm}/edict"), "words=end")).await;
    let elsewhere = folder.path().join("elsewhere.sqlite");
    let restored = restore(&file, &elsewhere, false).unwrap();
    assert_eq!((restored.fights, restored.version.as_str()), (1, env!("CARGO_PKG_VERSION")));
    let moved = state(&open(&elsewhere), &ann).await;
    assert_eq!((&moved["view"], &moved["log"]), (&before["view"], &before["log"]));
    let key = |path: &Path| Store::open(path).unwrap().key().unwrap();
    assert_eq!(key(&elsewhere), key(&elsewhere), "the key of the house came along or is made once");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains(".part")), "{left:?}");
}

#[tokio::test]
async fn the_browser_downloads_the_same() {
    let (folder, _, app, _) = one_fight().await;
    let response = tower::ServiceExt::oneshot(app, get("/backup")).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
    let file = folder.path().join("web.backup");
    fs::write(&file, &body).unwrap();
    assert_eq!(restore(&file, &folder.path().join("new.sqlite"), false).unwrap().fights, 1);
}

#[tokio::test]
async fn what_is_no_whole_backup_changes_nothing() {
    let (folder, path, _app, _) = one_fight().await;
    let [file, other, new] = ["a.backup", "b.backup", "new.sqlite"].map(|name| folder.path().join(name));
    kept(&path, &file);
    let whole = fs::read(&file).unwrap();
    let refused = |bytes: &[u8], words: &str| {
        fs::write(&other, bytes).unwrap();
        let fault = restore(&other, &new, false).unwrap_err().to_string();
        assert!(fault.contains(words), "{fault}");
        assert!(!new.exists() && !folder.path().join("new.sqlite.part").exists(), "{words}: nothing is left");
    };
    refused(&whole[..whole.len() - 1], "was cut off");
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    refused(&changed, "has been changed");
    refused(b"no backup at all\n", "is no backup of Quintain");
    refused(b"", "is no backup of Quintain");
    let newer = String::from_utf8_lossy(&whole).replacen("quintain backup 1", "quintain backup 9", 1);
    refused(newer.as_bytes(), "made by a newer Quintain");
    let missing = restore(&folder.path().join("none"), &new, false).unwrap_err().to_string();
    assert!(missing.contains("there is no file"), "{missing}");
}

#[tokio::test]
async fn a_store_that_is_there_gives_way_only_when_forced_and_never_in_use() {
    let (folder, path, app, gm) = one_fight().await;
    let file = folder.path().join("a.backup");
    kept(&path, &file);
    let fault = restore(&file, &path, false).unwrap_err().to_string();
    assert!(fault.contains("--force"), "{fault}");
    let fault = restore(&file, &path, true).unwrap_err().to_string();
    assert!(fault.contains("a table is open"), "{fault}");
    assert_eq!(send(&app, get(&format!("/t/{gm}"))).await.0, StatusCode::OK, "it goes on as it was");
    drop(app);
    restore(&file, &path, true).unwrap();
    let text = folder.path().join("diary.txt");
    fs::write(&text, "dear diary").unwrap();
    assert!(restore(&file, &text, true).unwrap_err().to_string().contains("is no store of Quintain"));
    assert_eq!(fs::read_to_string(&text).unwrap(), "dear diary");
    assert!(backup(&text, folder.path()).unwrap_err().to_string().contains("is no store"));
}
