//! The workshop by plain forms: encounters and creatures are made, changed, undone, shared and played, and nothing is lost.

use crate::common::{encoded, form, get, house, house_of, send};
use axum::Router;
use axum::http::StatusCode;
use quintain_books::library;
use quintain_server::Store;

/// Begins an encounter of a game: its address.
async fn begun(app: &Router, book: &str) -> String {
    let (status, page, to) = send(app, form("/workshop", &format!("rulebook={book}"))).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    to.unwrap()
}

async fn done(app: &Router, address: &str, fields: &str) -> String {
    let (status, page, to) = send(app, form(address, fields)).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    to.unwrap()
}

async fn seen(app: &Router, address: &str) -> String {
    let (status, page, _) = send(app, get(address)).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    page
}

#[tokio::test]
async fn an_encounter_with_an_own_creature_is_made_by_forms_alone_in_every_game_and_played() {
    let app = house();
    for book in library().shelf() {
        let base = begun(&app, book.id()).await;
        assert!(seen(&app, &base).await.contains("nobody fights here"));
        let bestiary = quintain_workshop::Bestiary::of(book.id(), &[]);
        let heroes: Vec<&str> = bestiary.all().filter(|one| one.hero).map(|one| one.id.as_str()).take(2).collect();
        let foe = bestiary.all().find(|one| !one.hero).unwrap();
        done(&app, &format!("{base}/edit"), &format!("do=add&is={}&side=heroes&at=B2", heroes[0])).await;
        done(&app, &format!("{base}/edit"), &format!("do=add&is={}&side=foes&at=H3", foe.id)).await;
        let editor = done(&app, &format!("{base}/own"), "who=1").await;
        let page = seen(&app, &editor).await;
        assert!(page.contains("Nothing is wrong"), "{}: {page}", book.id());
        let file = seen(&app, &format!("{base}/file")).await;
        assert!(file.contains("[[creature]]") && !file.contains("packs"), "{file}");
        let page = seen(&app, &base).await;
        assert!(page.contains("Nothing is wrong"), "{}: {page}", book.id());
        assert!(page.contains(&format!("{base}/bench")), "{page}");
        let bench = seen(&app, &format!("{base}/bench")).await;
        assert!(bench.contains("id=\"ask\"") && bench.contains("[[creature]]"), "{bench}");
        let table = done(&app, &format!("{base}/play"), "").await;
        assert!(seen(&app, &table).await.contains("id=\"dock\""));
    }
}

#[tokio::test]
async fn an_encounter_follows_the_new_id_of_a_creature_in_it() {
    let app = house();
    let base = begun(&app, "thalassa").await;
    done(&app, &format!("{base}/edit"), "do=add&is=althea&side=heroes").await;
    done(&app, &format!("{base}/edit"), "do=add&is=cyclops&side=foes").await;
    let editor = done(&app, &format!("{base}/own"), "who=1").await;
    let page = seen(&app, &editor).await;
    assert!(page.contains("(as it is)") && !page.contains("true (as it is)"), "{page}");
    let (pack, entry) = editor.split_once("/creature/").unwrap();
    let was = entry.split('?').next().unwrap();
    let (_, _, campaign) = send(&app, form("/campaigns", "title=The+crew&rulebook=thalassa")).await;
    let campaign = campaign.unwrap();
    send(&app, form(&format!("{campaign}/edit"), &format!("do=add&is={was}&name=Tame"))).await;
    done(&app, &format!("{pack}/edit"), &format!("do=entry&table=creature&id={was}&new-id=old-one-eye")).await;
    let party = seen(&app, &format!("{campaign}/party.toml")).await;
    assert!(party.contains("is = \"old-one-eye\"") && !party.contains(&format!("is = \"{was}\"")), "{party}");
    done(&app, &format!("{pack}/undo"), "").await;
    let file = seen(&app, &format!("{base}/file")).await;
    assert!(file.contains(&format!("is = \"{was}\"")), "what is undone is followed, too: {file}");
    done(&app, &format!("{pack}/redo"), "").await;
    let file = seen(&app, &format!("{base}/file")).await;
    done(&app, &format!("{pack}/edit"), "do=entry&table=creature&id=old-one-eye&f.sta=many").await;
    let told = seen(&app, pack).await;
    assert!(told.contains(&format!("href=\"{pack}/creature/old-one-eye\"")) && told.contains("</a>: "), "{told}");
    let rules = seen(&app, &format!("{base}?tab=rules")).await;
    assert!(rules.contains("<small><code>morale</code></small>"), "what a rule decides comes first: {rules}");
    assert!(file.contains("is = \"old-one-eye\"") && !file.contains(&format!("is = \"{was}\"")), "{file}");
}

#[tokio::test]
async fn problems_stand_where_they_are_and_in_the_words_of_check() {
    let app = house();
    let base = begun(&app, "thalassa").await;
    done(&app, &format!("{base}/edit"), "do=add&is=althea&side=heroes").await;
    let text = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"x\"\n[[combatant]]\nis = \"cyclop\"\nside = \"y\"\n";
    done(&app, &format!("{base}/text"), &format!("text={}", encoded(text))).await;
    let page = seen(&app, &format!("{base}?who=1")).await;
    assert!(page.contains("no creature is called `cyclop`; the nearest name is `cyclops`"), "{page}");
    let (status, page, _) = send(&app, form(&format!("{base}/edit?tab=ground"), "do=paint&squares=Q&ground=~")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("`Q` is no square"), "{page}");
    let far = "[map]\nsize = [4, 4]\n[[combatant]]\nname = \"Ann\"\nis = \"althea\"\nside = \"x\"\nat = \"Z9\"\n";
    done(&app, &format!("{base}/text"), &format!("text={}", encoded(&format!("rulebook = \"thalassa\"\n{far}")))).await;
    let page = seen(&app, &base).await;
    assert!(page.contains("Ann: Z9 is off the map"), "{page}");
    done(&app, &format!("{base}/undo"), "").await;
    done(&app, &format!("{base}/text"), "text=this+is+%3D%3D+no+toml").await;
    let page = seen(&app, &base).await;
    assert!(page.contains("this is no TOML") && page.contains("this is == no toml"), "{page}");
    done(&app, &format!("{base}/undo"), "").await;
    assert!(seen(&app, &base).await.contains("cyclop"));
}

#[tokio::test]
async fn what_was_made_and_what_can_be_undone_is_there_after_the_program_has_died() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let app = house_of(Store::open(&path).unwrap());
    let base = begun(&app, "uchma").await;
    done(&app, &format!("{base}/edit"), "do=add&is=guard&side=heroes&at=B2").await;
    done(&app, &format!("{base}/edit"), "do=paint&squares=A1-C1&ground=~").await;
    // The first program is not ended in any way: another one finds what it had written.
    let other = house_of(Store::open(&path).unwrap());
    let text = seen(&other, &format!("{base}/file")).await;
    assert!(text.contains("~~~") && text.contains("guard"), "{text}");
    done(&other, &format!("{base}/undo"), "").await;
    assert!(!seen(&other, &format!("{base}/file")).await.contains("~~~"));
    done(&other, &format!("{base}/redo"), "").await;
    assert_eq!(seen(&other, &format!("{base}/file")).await, text);
}

#[tokio::test]
async fn a_link_shows_an_encounter_to_others_until_it_is_closed() {
    let app = house();
    let to = done(&app, "/workshop", "ready=uchma/wolves-in-the-gorge").await;
    done(&app, &format!("{to}/share"), "on=on").await;
    let page = seen(&app, &to).await;
    let token = page.split("/shared/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let stranger = axum::http::Request::get(format!("/shared/{token}/file")).body(axum::body::Body::empty()).unwrap();
    let (status, file, _) = send(&app, stranger).await;
    let made = library().ready_made_named("uchma/wolves-in-the-gorge").unwrap();
    assert_eq!((status, file.as_str()), (StatusCode::OK, made.text));
    let copy = done(&app, "/workshop/take", &format!("token={token}")).await;
    assert!(copy != to && seen(&app, &copy).await.contains("Wolves in the gorge"));
    done(&app, &format!("{to}/share"), "on=off").await;
    let (status, ..) = send(&app, get(&format!("/shared/{token}"))).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let stranger = axum::http::Request::get("/workshop").body(axum::body::Body::empty()).unwrap();
    assert_eq!(send(&app, stranger).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn figures_follow_a_draft_and_say_what_the_last_change_has_done() {
    let app = house();
    let to = done(&app, "/workshop", "ready=thalassa/cyclops").await;
    let figures = seen(&app, &format!("{to}/figures")).await;
    assert!(figures.contains("fights played out, 95 % intervals"), "{figures}");
    done(&app, &format!("{to}/edit"), "do=value&who=0&key=sta&value=1").await;
    let figures = seen(&app, &format!("{to}/figures")).await;
    assert!(figures.contains("class=\"shift\""), "{figures}");
    let whole = seen(&app, &format!("{to}?play=1")).await;
    assert!(whole.contains("fights played out"), "a page without script has them too");
    let proposed = seen(&app, &format!("{to}/tune?side=heroes&aim=lose&percent=50")).await;
    assert!(proposed.contains("Proposals") && proposed.contains("Back to"), "{proposed}");
}

#[tokio::test]
async fn documents_are_copied_renamed_and_deleted() {
    let app = house();
    let base = begun(&app, "gu").await;
    begun(&app, "heimr").await;
    assert!(seen(&app, "/workshop").await.contains("<b>A new fight 2</b>"), "no two begin with one title");
    done(&app, &format!("{base}/rename"), "title=The+pool").await;
    let copy = done(&app, &format!("{base}/copy"), "").await;
    let list = seen(&app, "/workshop").await;
    assert!(list.contains("<b>The pool</b>") && list.contains("<b>The pool, a copy</b>"), "{list}");
    done(&app, &format!("{base}/delete"), "").await;
    assert_eq!(send(&app, get(&base)).await.0, StatusCode::NOT_FOUND);
    assert!(seen(&app, &copy).await.contains("The pool"));
    let json = seen(&app, &format!("{copy}/json")).await;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["rulebook"], "gu");
    let map = seen(&app, &format!("{copy}/uvtt")).await;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&map).unwrap()["resolution"]["map_size"]["x"], 16);
}
