//! Home: ready fights by game behind folds, files of one's own, and what is lost is said before it is.

use crate::common::{encoded, form, get, house, opened, send};
use axum::http::{StatusCode, header};
use quintain_books::library;
use tower::ServiceExt;

#[tokio::test]
async fn ready_fights_stand_by_game_and_files_can_be_chosen() {
    let app = house();
    let (_, page, _) = send(&app, get("/")).await;
    assert_eq!(page.matches("<section class=\"of-game\"").count(), library().shelf().len());
    let ready = page.split_once("id=\"ready\"").unwrap().1;
    let folded: usize = ready
        .split("<details class=\"others-of-game\"")
        .skip(1)
        .map(|fold| fold.split_once("</details>").unwrap().0.matches("name=\"name\"").count())
        .sum();
    let all = ready.matches("name=\"name\"").count();
    assert_eq!(all, library().ready_made().count());
    assert!(all - folded <= 3 * library().shelf().len(), "{folded} of {all} are folded");
    for into in ["encounter", "record"] {
        assert!(page.contains(&format!("data-into=\"{into}\"")) && page.contains(&format!("id=\"{into}\"")), "{into}");
    }
}

#[tokio::test]
async fn deleting_asks_first_and_names_the_campaign() {
    let app = house();
    opened(&app, "uchma/wolves-in-the-gorge").await;
    let (_, page, _) = send(&app, get("/")).await;
    assert!(page.contains("Delete Wolves in the gorge for good") && page.contains("It is not over yet."));
    assert!(!page.contains("It belongs to the campaign"));
    let party = library().parties("uchma").remove(0);
    let (_, _, to) = send(&app, form("/campaigns", &format!("ready={}", encoded(party.path)))).await;
    let gm = to.unwrap();
    let (_, page, _) = send(&app, get(&format!("{gm}/fight?name=uchma%2Fwolves-in-the-gorge"))).await;
    let of = |name: &str| {
        let begin = format!("name=\"{name}\" value=\"");
        let inputs = page.split(&begin).skip(1);
        inputs.map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let come: String = of("come").iter().map(|name| format!("&come={}", encoded(name))).collect();
    let fields = format!("name=uchma%2Fwolves-in-the-gorge&side={}{come}", encoded(&of("side")[0]));
    let (status, told, _) = send(&app, form(&format!("{gm}/fight"), &fields)).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{told}");
    let (_, page, _) = send(&app, get("/")).await;
    assert!(page.contains("It belongs to the campaign"));
}

#[tokio::test]
async fn a_record_is_called_after_its_fight_and_says_where_it_was_cut_off() {
    let app = house();
    let token = opened(&app, "uchma/wolves-in-the-gorge").await;
    let response = app.clone().oneshot(get(&format!("/t/{token}/record"))).await.unwrap();
    let named = response.headers()[header::CONTENT_DISPOSITION].to_str().unwrap();
    assert!(named.contains("wolves-in-the-gorge.jsonl"), "{named}");
    let (_, record, _) = send(&app, get(&format!("/t/{token}/record"))).await;
    let (status, whole, to) = send(&app, form("/records", &format!("text={}", encoded(&record)))).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{whole}");
    assert!(to.unwrap().starts_with("/t/"));
    let cut = format!("{record}{{\"answer\":");
    let (status, page, _) = send(&app, form("/records", &format!("text={}", encoded(&cut)))).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("cut off in line") && page.contains("href=\"/t/"), "{page}");
}
