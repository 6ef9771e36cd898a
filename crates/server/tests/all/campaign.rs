//! Campaigns over HTTP: a roster, permanent links, fights with the party, what they leave, rests, files; and what a player is not
//! sent.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use quintain_books::library;
use quintain_server::{Store, backup, restore};

use crate::common::{encoded, form, house, house_of, send};

/// A request without the house's key, as players make it.
fn open(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

async fn page(app: &Router, path: &str) -> String {
    let (status, page, to) = send(app, open(path)).await;
    assert_eq!(status, StatusCode::OK, "{path}: {page} {to:?}");
    page
}

async fn done(app: &Router, path: &str, fields: &str) -> String {
    let (status, page, to) = send(app, form(path, fields)).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{path} {fields}: {page}");
    to.unwrap()
}

async fn refused(app: &Router, path: &str, fields: &str, words: &str) {
    let (status, page, _) = send(app, form(path, fields)).await;
    assert!(status.is_client_error() && page.contains(words), "{path} {fields}: {status} {page}");
}

/// A campaign with the ready-made heroes of a game: the address of its game master's page.
async fn campaign(app: &Router, book: &str) -> String {
    let party = library().parties(book).remove(0);
    done(app, "/campaigns", &format!("ready={}", encoded(party.path))).await
}

/// The permanent link of the player of this name.
async fn link(app: &Router, gm: &str, name: &str) -> String {
    done(app, &format!("{gm}/players"), &format!("do=add&name={name}")).await;
    let page = page(app, gm).await;
    let rest = page.split_once(&format!("<b>{name}</b>")).unwrap().1;
    let token = rest.split_once("/c/").unwrap().1.split('<').next().unwrap();
    format!("/c/{token}")
}

async fn party(app: &Router, gm: &str) -> String {
    page(app, &format!("{gm}/party.toml")).await
}

/// The names of the heroes in a party's file.
fn heroes(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("name = ")).map(|name| name.trim_matches('"').to_owned()).collect()
}

fn come(names: &[String]) -> String {
    names.iter().map(|name| format!("&come={}", encoded(name))).collect()
}

/// Begins a fight of the campaign; returns its table.
async fn fight(app: &Router, gm: &str, name: &str) -> String {
    let preview = page(app, &format!("{gm}/fight?name={}", encoded(name))).await;
    let side = preview.split_once("name=\"side\" value=\"").unwrap().1.split('"').next().unwrap().to_owned();
    let names = heroes(&party(app, gm).await);
    done(app, &format!("{gm}/fight"), &format!("name={}&side={side}{}", encoded(name), come(&names))).await
}

/// The address on which the game master sees what the last fight leaves.
async fn leaves(app: &Router, gm: &str) -> String {
    let page = page(app, gm).await;
    let at = page.find("/after/").unwrap();
    let id: String = page[at + 7..].chars().take_while(|letter| *letter != '"').collect();
    format!("{gm}/after/{id}")
}

#[tokio::test]
async fn in_every_game_a_fight_leaves_what_the_rules_say_and_a_rest_follows() {
    for book in library().shelf() {
        let app = house();
        let gm = campaign(&app, book.id()).await;
        let encounter =
            library().ready_made().find(|one| one.book() == book.id() && one.name != "uchma/a-quarrel").unwrap();
        let table = fight(&app, &gm, encounter.name).await;
        let before = party(&app, &gm).await;
        let name = heroes(&before).remove(0);
        done(&app, &format!("{table}/edict"), "words=end").await;
        let leaves = leaves(&app, &gm).await;
        let told = page(&app, &leaves).await;
        assert!(told.contains(&name) && told.contains("Take it into the roster"), "{}: {told}", book.id());
        done(&app, &leaves, "left.0=able").await;
        let after = party(&app, &gm).await;
        assert!(after.contains("what = \"fight\""), "{}: {after}", book.id());
        // Sent twice it is taken over once.
        done(&app, &leaves, "left.0=able").await;
        assert_eq!(party(&app, &gm).await, after, "{}", book.id());
        for kind in book.rests() {
            rest(&app, &gm, kind.key).await;
        }
        assert_eq!(heroes(&party(&app, &gm).await), heroes(&before), "{}", book.id());
    }
}

/// Takes a rest to its end with what is proposed, and takes it over.
async fn rest(app: &Router, gm: &str, kind: &str) {
    let at = done(app, &format!("{gm}/rest"), &format!("kind={kind}&by-hand=on")).await;
    for _ in 0..200 {
        let page = page(app, &at).await;
        if page.contains("Take it into the roster") {
            done(app, &format!("{gm}/rest/take"), "").await;
            return;
        }
        if page.contains("/rest/throw") {
            let count = page.matches("name=\"face-").count();
            let faces: String = (1..=count).map(|die| format!("&face-{die}=2")).collect();
            done(app, &format!("{gm}/rest/throw"), &faces[1..]).await;
        } else {
            let who = page.split_once("name=\"who\" value=\"").unwrap().1.split('"').next().unwrap().to_owned();
            done(app, &format!("{gm}/rest/answer"), &format!("who={}&words=default", encoded(&who))).await;
        }
    }
    panic!("{kind} never ends");
}

#[tokio::test]
async fn what_a_hero_has_at_most_follows_its_new_figures() {
    let app = house();
    let gm = done(&app, "/campaigns", "title=Crew&rulebook=thalassa").await;
    done(&app, &format!("{gm}/edit"), "do=add&is=althea").await;
    done(&app, &format!("{gm}/hand"), "words=set+Althea.sta+1").await;
    let before = party(&app, &gm).await;
    assert!(before.contains("sta = 1\nmax-sta = 5\n"), "{before}");
    done(&app, &format!("{gm}/edit"), "do=hero&place=0&was=Althea&is=hyllus").await;
    let after = party(&app, &gm).await;
    assert!(after.contains("sta = 1\nmax-sta = 4\n"), "{after}");
    assert!(after.contains("what = \"max-sta\", was = \"5\", is = \"4\""), "{after}");
    done(&app, &format!("{gm}/undo"), "").await;
    assert_eq!(party(&app, &gm).await, before);
}

#[tokio::test]
async fn what_a_fight_leaves_is_taken_once_with_the_game_masters_changes_and_can_be_undone() {
    let app = house();
    let gm = campaign(&app, "thalassa").await;
    let before = party(&app, &gm).await;
    let table = fight(&app, &gm, "thalassa/ambush").await;
    done(&app, &format!("{table}/edict"), "words=set+Althea.sta+1").await;
    done(&app, &format!("{table}/edict"), "words=give+Hyllus+dead").await;
    done(&app, &format!("{table}/edict"), "words=end").await;
    let leaves = leaves(&app, &gm).await;
    let told = page(&app, &leaves).await;
    let field = told.split_once("name=\"v.").unwrap().1;
    assert!(field.contains(".sta\" value=\"1\"") && told.contains("/rules/thalassa/"), "{told}");
    let place = told.split_once(".sta\" value=\"1\"").unwrap().0.rsplit_once("v.").unwrap().1.to_owned();
    refused(&app, &leaves, &format!("v.{place}.sta=many"), "whole number").await;
    done(&app, &leaves, &format!("v.{place}.sta=3")).await;
    let after = party(&app, &gm).await;
    assert!(after.contains("sta = 3") && after.contains("left = \"dead\""), "{after}");
    assert!(after.contains("what = \"fight\"") && after.contains("what = \"hand\""), "{after}");
    done(&app, &format!("{gm}/undo"), "").await;
    assert_eq!(party(&app, &gm).await, before);
    assert!(page(&app, &leaves).await.contains("Take it into the roster"), "it can be taken again");
    done(&app, &format!("{gm}/redo"), "").await;
    assert_eq!(party(&app, &gm).await, after);
    // The game master lets a dead hero live after all.
    done(&app, &format!("{gm}/undo"), "").await;
    let of_hyllus = told.split_once("data-hero=\"Hyllus\"").unwrap().1;
    let place = of_hyllus.split_once("name=\"left.").unwrap().1.split('"').next().unwrap();
    done(&app, &leaves, &format!("left.{place}=helpless")).await;
    let after = party(&app, &gm).await;
    assert!(after.contains("left = \"helpless\"") && after.contains("Hyllus lives"), "{after}");
}

#[tokio::test]
async fn a_permanent_link_leads_to_the_fight_that_is_on_and_otherwise_to_where_one_waits() {
    let app = house();
    let gm = campaign(&app, "thalassa").await;
    let ann = link(&app, &gm, "Ann").await;
    done(&app, &format!("{gm}/edit"), "do=hero&place=0&was=Althea&seat=Ann").await;
    assert!(page(&app, &ann).await.contains("No fight is on"));
    let table = fight(&app, &gm, "thalassa/ambush").await;
    let (_, _, to) = send(&app, open(&ann)).await;
    let chair = to.unwrap();
    assert!(chair.starts_with("/t/") && chair != table);
    assert!(page(&app, &chair).await.contains("Ann"));
    assert!(page(&app, &format!("{ann}/waiting")).await.contains(&format!("data-goto=\"{chair}\"")));
    let names = heroes(&party(&app, &gm).await);
    refused(
        &app,
        &format!("{gm}/fight"),
        &format!("name=thalassa/ambush&side=heroes{}", come(&names)),
        "still being fought",
    )
    .await;
    done(&app, &format!("{table}/edict"), "words=end").await;
    let waits = page(&app, &ann).await;
    assert!(waits.contains("No fight is on") && waits.contains("/after"), "{waits}");
    // The next fight has the same link.
    done(&app, &leaves(&app, &gm).await, "").await;
    fight(&app, &gm, "thalassa/ambush").await;
    let (_, _, next) = send(&app, open(&ann)).await;
    assert_ne!(next.unwrap(), chair);
    done(&app, &format!("{gm}/players"), "do=relink&place=0&was=Ann").await;
    assert_eq!(send(&app, open(&ann)).await.0, StatusCode::NOT_FOUND, "the old link opens nothing any more");
}

#[tokio::test]
async fn a_table_leads_back_to_its_campaign_each_chair_to_the_own_page_and_others_nowhere() {
    let app = house();
    let gm = campaign(&app, "thalassa").await;
    let ann = link(&app, &gm, "Ann").await;
    let table = fight(&app, &gm, "thalassa/ambush").await;
    let chair = send(&app, open(&ann)).await.2.unwrap();
    done(&app, &format!("{table}/chair"), "name=Guest&role=player").await;
    let links = page(&app, &table).await;
    let words = links.split("/t/").filter_map(|rest| rest.get(..22)).map(|word| format!("/t/{word}"));
    let guest = words.into_iter().find(|one| *one != table && *one != chair && !one.contains(['"', '<'])).unwrap();
    let back = |to: &str| format!("href=\"{to}\">Back to ");
    assert!(links.contains(&back(&gm)), "the game master at any time");
    let before = page(&app, &chair).await;
    assert!(!before.contains("Back to "), "a player's page would lead straight to the table again: {before}");
    done(&app, &format!("{table}/edict"), "words=end").await;
    for (seat, own) in [(&table, &gm), (&chair, &ann)] {
        for path in [seat.clone(), format!("{seat}/after")] {
            let seen = page(&app, &path).await;
            assert!(
                seen.contains(&back(own)) && seen.matches("/c/").count() == seen.matches(own.as_str()).count(),
                "{seen}"
            );
        }
    }
    for path in [guest.clone(), format!("{guest}/after")] {
        assert!(!page(&app, &path).await.contains("/c/"), "a guest of the table has no page in the campaign");
    }
}

#[tokio::test]
async fn a_player_is_sent_the_own_heroes_and_nothing_of_what_is_the_game_masters() {
    let app = house();
    let gm = campaign(&app, "thalassa").await;
    let (ann, ben) = (link(&app, &gm, "Ann").await, link(&app, &gm, "Ben").await);
    done(&app, &format!("{gm}/edit"), "do=hero&place=0&was=Althea&seat=Ann").await;
    done(&app, &format!("{gm}/edit"), "do=hero&place=1&was=Hyllus&seat=Ben").await;
    done(&app, &format!("{gm}/hand"), "words=set+Hyllus.sta+2%0D%0Aset+Althea.sta+3").await;
    let seen = page(&app, &ann).await;
    assert!(seen.contains("data-hero=\"Althea\"") && !seen.contains("data-hero=\"Hyllus\""), "{seen}");
    assert!(seen.contains("Althea: STA") && !seen.contains("Hyllus: STA"), "{seen}");
    for secret in [&gm, &ben] {
        assert!(!seen.contains(secret.as_str()), "{seen}");
    }
    for path in ["edit", "text", "undo", "carry", "hand", "players", "relink", "fight", "aside", "rest"] {
        let (status, page, _) = send(&app, form(&format!("{ann}/{path}"), "name=x&side=x&fight=x&kind=night")).await;
        assert!(status == StatusCode::FORBIDDEN, "{path}: {status} {page}");
    }
    for path in ["party.toml", "fight?name=thalassa/ambush", "after/x", "pack/x", "rest"] {
        assert_eq!(send(&app, open(&format!("{ann}/{path}"))).await.0, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(send(&app, open("/campaigns")).await.0, StatusCode::FORBIDDEN, "without the key of the house");
}

#[tokio::test]
async fn a_player_answers_for_the_own_hero_in_a_rest_and_for_no_other() {
    let app = house();
    let gm = campaign(&app, "oakhearth").await;
    let (ann, ben) = (link(&app, &gm, "Ann").await, link(&app, &gm, "Ben").await);
    done(&app, &format!("{gm}/edit"), "do=hero&place=1&was=Brun&seat=Ann").await;
    done(&app, &format!("{gm}/edit"), "do=hero&place=2&was=Lark&seat=Ben").await;
    done(&app, &format!("{gm}/hand"), "words=set+Hild.hp+0").await;
    done(&app, &format!("{gm}/rest"), "kind=tend&by-hand=on").await;
    for _ in 0..50 {
        let seen = page(&app, &format!("{gm}/rest")).await;
        if seen.contains("Take it into the roster") {
            return;
        }
        let own = page(&app, &ann).await;
        let (mine, path) = match seen.contains("/rest/throw") {
            true => (own.contains("/rest/throw"), "throw"),
            false => (own.contains("/rest/answer"), "answer"),
        };
        let who = seen.split_once("name=\"who\" value=\"").map(|(_, rest)| rest.split('"').next().unwrap().to_owned());
        let fields = format!("face-1=2&words=default&who={}", encoded(&who.unwrap_or_default()));
        if mine {
            let (status, page, _) = send(&app, form(&format!("{ben}/rest/{path}"), &fields)).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{page}");
        }
        done(&app, &format!("{}/rest/{path}", if mine { &ann } else { &gm }), &fields).await;
    }
    panic!("the rest never ends");
}

#[tokio::test]
async fn what_does_not_last_is_not_handed_out_between_fights() {
    let app = house();
    let gm = campaign(&app, "gu").await;
    let before = party(&app, &gm).await;
    refused(&app, &format!("{gm}/hand"), "who=Shi&condition=stunned&does=give", "nothing that lasts until").await;
    let (_, page, _) = send(&app, form(&format!("{gm}/hand"), "who=Shi&condition=bogus&does=give")).await;
    assert!(page.contains("there is no condition `bogus`") && !page.contains("table.edict"), "{page}");
    assert_eq!(party(&app, &gm).await, before);
}

#[tokio::test]
async fn a_party_goes_in_and_out_without_losing_a_byte() {
    let app = house();
    let text = "# The crew.\nrulebook = 'thalassa'   # light\ntitle = \"The crew\"\n\n[[hero]]\nname = \"Althea\"\nis = \"althea\"\nseat = \"Ann\"\n";
    let gm = done(&app, "/campaigns", &format!("ready={}", encoded("days/thalassa/road-to-delphi-party.toml"))).await;
    done(&app, &format!("{gm}/text"), &format!("text={}", encoded(text))).await;
    assert_eq!(party(&app, &gm).await, text);
    refused(&app, &format!("{gm}/text"), &format!("text={}", encoded(&text.replace("althea", "altea"))), "`althea`")
        .await;
    refused(
        &app,
        &format!("{gm}/text"),
        &format!("text={}", encoded(&text.replace("thalassa", "gu"))),
        "plays Thálassa, and the text Master of Gu",
    )
    .await;
    refused(&app, &format!("{gm}/text"), "text=crew+is+%3D%3D+lost", "this is no TOML").await;
    refused(&app, &format!("{gm}/text"), "text=crew+is+%3D%3D+lost", "crew is == lost</textarea>").await;
    assert_eq!(party(&app, &gm).await, text, "what is refused changes nothing");
    refused(&app, &format!("{gm}/edit"), "do=add&is=nobody-at-all", "nobody-at-all").await;
    done(&app, &format!("{gm}/edit"), "do=remove&place=0&was=Althea").await;
    assert!(page(&app, &gm).await.contains("Nobody belongs to this party yet"));
    done(&app, &format!("{gm}/edit"), "do=add&is=hyllus").await;
    assert_eq!(heroes(&party(&app, &gm).await), ["Hyllus"]);
}

#[tokio::test]
async fn a_campaign_moves_house_with_its_links_and_its_rest() {
    let folder = tempfile::tempdir().unwrap();
    let [path, file, new] = ["a.sqlite", "a.backup", "b.sqlite"].map(|name| folder.path().join(name));
    let app = house_of(Store::open(&path).unwrap());
    let gm = campaign(&app, "thalassa").await;
    let ann = link(&app, &gm, "Ann").await;
    done(&app, &format!("{gm}/rest"), "kind=night&by-hand=on").await;
    let snapshot = backup(&path, folder.path()).unwrap();
    snapshot.write(&mut std::fs::File::create(&file).unwrap()).unwrap();
    restore(&file, &new, false).unwrap();
    let moved = house_of(Store::open(&new).unwrap());
    assert_eq!(party(&moved, &gm).await, party(&app, &gm).await);
    assert_eq!(page(&moved, &ann).await, page(&app, &ann).await);
    assert_eq!(page(&moved, &format!("{gm}/rest")).await, page(&app, &format!("{gm}/rest")).await);
}
