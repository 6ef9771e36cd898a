//! Days put together in the browser: in every game, with knobs turned, with a campaign's party, and what is wrong with them.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use quintain_books::library;

use crate::common::{encoded, form, get, house, send};

/// Two fights of a game with its first rest between them.
fn two_fights(book: &str) -> String {
    let fight = match book {
        "thalassa" => "fight:thalassa/cyclops",
        "oakhearth" => "fight:oakhearth/split-rock",
        "uchma" => "fight:uchma/wolves-in-the-gorge",
        "gu" => "fight:gu/bear",
        _ => "fight:heimr/forest",
    };
    let rest = library().shelf().iter().find(|known| known.id() == book).unwrap().rests()[0].key;
    let row = |what: &str| format!("&what={}&side=&hand=", encoded(what));
    format!("{}{}{}{}", row(fight), row(&format!("rest:{rest}")), row(""), row(fight))
}

/// What came of a question, once it is answered.
async fn answered(app: &Router, path: &str) -> String {
    for _ in 0..1200 {
        let (status, page, _) = send(app, get(path)).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        if !page.contains("id=\"progress\"") {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path} is never answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_every_game_a_day_says_where_the_party_breaks() {
    let app = house();
    for book in library().shelf() {
        let party = library().parties(book.id()).remove(0);
        let (_, shown, _) = send(&app, get(&format!("/bench/day?party={}", encoded(party.path)))).await;
        assert!(shown.contains(&party.title) && shown.contains("choose a fight"), "{shown}");
        let fields = format!("party={}&from=text&kind=sim&fights=20{}", encoded(party.path), two_fights(book.id()));
        let (status, page, to) = send(&app, form("/bench/day", &fields)).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{}: {page}", book.id());
        let to = to.unwrap();
        let told = answered(&app, &to).await;
        assert!(told.contains("Where the party breaks") && told.contains("quintain sim day.toml -n 20"), "{told}");
        assert!(told.contains("Somebody of them dies on") && !told.contains("surely"), "{told}");
        assert!(book.id() != "oakhearth" || told.contains("Hit Points 22"), "by the game's own names: {told}");
        for (file, words) in [("", "[[step]]"), ("?file=party.toml", "[[hero]]")] {
            let (_, text, _) = send(&app, get(&format!("{to}/encounter{file}"))).await;
            assert!(text.contains(words), "{text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_compared_swept_and_tuned() {
    let app = house();
    let day = format!(
        "party={}&from=text&fights=40{}",
        encoded("days/thalassa/road-to-delphi-party.toml"),
        two_fights("thalassa")
    );
    for (kind, more, words) in [
        ("compare", "&knobs=Cyclops.sta%3D60", "The difference"),
        ("sweep", "&knobs=Cyclops.sta%3D5..6", "2 settings"),
        ("tune", "&knobs=Cyclops.sta%3D1..9&target=heroes+win+60%25", "The target is"),
    ] {
        let (status, page, to) = send(&app, form("/bench/day", &format!("kind={kind}{more}&{day}"))).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{kind}: {page}");
        let told = answered(&app, &to.unwrap()).await;
        assert!(told.contains(words) && !told.contains("role=\"alert\""), "{kind}: {told}");
        assert!(told.contains("action=\"/bench/day/form\""), "the question can be changed: {told}");
    }
}

#[tokio::test]
async fn the_form_of_a_day_is_shown_again_as_it_was() {
    let app = house();
    let party = encoded("days/thalassa/road-to-delphi-party.toml");
    let rows = "what=rest%3Anight&side=&hand=&what=hand&side=&hand=set+Althea.sta+3";
    let fields = format!("kind=sweep&knobs=Althea.armor%3D0..2&party={party}&{rows}");
    let (status, page, _) = send(&app, form("/bench/day/form", &fields)).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    for words in ["set Althea.sta 3", "value=\"rest:night\" selected", "Althea.armor=0..2</textarea>"] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[tokio::test]
async fn what_can_be_turned_on_a_day_is_listed() {
    let app = house();
    let party = encoded("days/thalassa/road-to-delphi-party.toml");
    let fields = format!("party={party}&from=text{}", two_fights("thalassa"));
    let (status, piece, _) = send(&app, form("/bench/day/turning", &fields)).await;
    assert_eq!(status, StatusCode::OK, "{piece}");
    assert!(piece.contains("value=\"Cyclops.sta\"") && piece.contains("count(Cyclops)"), "{piece}");
    let (_, page, _) = send(&app, form("/bench/day/form", &format!("kind=sweep&{fields}"))).await;
    assert!(page.contains("value=\"Cyclops.sta\""), "without a script as well: {page}");
    let (_, empty, _) = send(&app, get(&format!("/bench/day?party={party}"))).await;
    assert!(empty.contains("as soon as there is a fight"), "{empty}");
}

#[tokio::test(flavor = "multi_thread")]
async fn heroes_for_whom_a_map_has_no_place_are_there_on_a_day_as_well() {
    let app = house();
    let ready = encoded("days/thalassa/road-to-delphi-party.toml");
    let (_, _, campaign) = send(&app, form("/campaigns", &format!("ready={ready}"))).await;
    let campaign = campaign.unwrap();
    for _ in 0..5 {
        let (status, page, _) = send(&app, form(&format!("{campaign}/edit"), "do=add&is=hyllus")).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    }
    let (_, page, _) = send(&app, get(&campaign)).await;
    let name = page.split_once("/bench/day?party=").unwrap().1.split('"').next().unwrap().to_owned();
    let row = format!("&what={}&side=&hand=", encoded("fight:thalassa/ambush"));
    let (status, page, to) =
        send(&app, form("/bench/day", &format!("party={name}&from=text&kind=sim&fights=10{row}"))).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    assert!(answered(&app, &to.unwrap()).await.contains("Hyllus 6"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_day_is_said_where_it_was_asked() {
    let app = house();
    let party = encoded("days/thalassa/road-to-delphi-party.toml");
    for (more, words) in [
        ("&what=&side=&hand=", "nothing is fought on this day"),
        ("&what=fight%3Athalassa%2Fcyclops&side=nobody&hand=", "fights for `nobody`"),
        ("&what=fight%3Agu%2Fbear&side=&hand=", "gu"),
        ("&knobs=Nobody.sta%3D1&what=fight%3Athalassa%2Fcyclops&side=&hand=", "Nobody"),
    ] {
        let kind = if more.contains("knobs") { "sweep" } else { "sim" };
        let (status, page, _) =
            send(&app, form("/bench/day", &format!("party={party}&from=text&kind={kind}{more}"))).await;
        assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains(words), "{more}: {status} {page}");
        assert!(page.contains("role=\"alert\"") && page.contains("id=\"ask\""), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encounter_of_the_workshop_is_played_with_the_party_of_a_campaign() {
    let app = house();
    let ready = encoded("days/thalassa/road-to-delphi-party.toml");
    let (_, _, campaign) = send(&app, form("/campaigns", &format!("ready={ready}"))).await;
    let campaign = campaign.unwrap();
    send(&app, form(&format!("{campaign}/edit"), "do=head&title=The+crew")).await;
    let (_, page, _) = send(&app, get(&campaign)).await;
    let name = page.split_once("/bench/day?party=").unwrap().1.split('"').next().unwrap().to_owned();
    let (_, _, draft) = send(&app, form("/workshop", "ready=thalassa/cyclops")).await;
    let draft = draft.unwrap();
    send(&app, form(&format!("{draft}/edit"), &format!("do=party&party={name}"))).await;
    let (_, sides, _) = send(&app, get(&format!("{draft}?tab=sides"))).await;
    assert!(sides.contains("Nothing is wrong") && sides.contains("The crew"), "{sides}");
    let (_, figures, _) = send(&app, get(&format!("{draft}/figures"))).await;
    assert!(figures.contains("Hyllus") && figures.contains("data-fights"), "{figures}");
    let (_, file, _) = send(&app, get(&format!("{draft}/file"))).await;
    assert!(file.contains("Electra") && !file.contains("party ="), "{file}");
    let (status, _, to) = send(&app, form(&format!("{draft}/play"), "")).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let (_, table, _) = send(&app, get(&to.unwrap())).await;
    assert!(table.contains("Electra"));
    // One's own encounter is a step of a day, too.
    let id = draft.rsplit('/').next().unwrap();
    let row = format!("&what=own%3A{id}&side=heroes&hand=");
    let fields = format!("party={name}&from=text&kind=sim&fights=20{row}{row}");
    let (status, page, to) = send(&app, form("/bench/day", &fields)).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    assert!(answered(&app, &to.unwrap()).await.contains("fight-2.toml"));
}
