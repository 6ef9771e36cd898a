//! The designer's bench: questions of every kind, what is refused, what is kept, and that tables do not suffer.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::common::{encoded, form, get, house, json_to, opened, send, state};

/// Asks the bench; the address of the result.
async fn asked(app: &Router, fields: &str) -> String {
    let (status, page, to) = send(app, form("/bench", fields)).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    to.unwrap()
}

/// The page of a result once it is answered.
async fn answered(app: &Router, to: &str) -> String {
    for _ in 0..600 {
        let (status, page, _) = send(app, get(to)).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        if !page.contains("data-poll") {
            return page;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{to} is never answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_question_is_answered_with_plots_figures_and_its_command() {
    let app = house();
    let all = [
        ("kind=sim&name=cyclops&fights=200", "heroes", "quintain sim cyclops -n 200 --seed 1"),
        ("kind=compare&name=cyclops&knobs=Althea.armor%3D3&fights=200", "heroes win", "--with Althea.armor=3"),
        ("kind=sweep&name=cyclops&knobs=Althea.armor%3D0..2&fights=100", "Althea.armor", "--vary Althea.armor=0..2"),
        (
            "kind=sweep&name=cyclops&knobs=Althea.armor%3D0..1%0AAlthea.sta%3D4%2C8&fights=50",
            "0, 8",
            "--vary Althea.sta=4,8",
        ),
        (
            "kind=tune&name=cyclops&knobs=Cyclops.sta%3D1..30&target=heroes+win+60%25&fights=200",
            "60.0 %",
            "--target &#39;heroes win 60%&#39;",
        ),
        ("kind=matter&name=cyclops&fights=50", "changes were tried", "quintain matter cyclops"),
        (
            "kind=ladder&name=cyclops&rungs=random%2Csensible&fights=50",
            "sensible against random",
            "--rungs random,sensible",
        ),
    ];
    for (fields, figure, command) in all {
        let to = asked(&app, &format!("from=ready&{fields}")).await;
        let page = answered(&app, &to).await;
        let plain = page.replace("&#39;", "'");
        for words in [figure, "data-plot", "<table", &command.replace("&#39;", "'")] {
            assert!(plain.contains(words), "{fields}: {words}\n{page}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bench_finds_what_the_same_run_of_the_crate_finds() {
    let app = house();
    let to = asked(&app, "kind=sim&from=ready&name=cyclops&fights=300&seed=5").await;
    let page = answered(&app, &to).await;
    let report = quintain::open("cyclops").unwrap().sim(300).seed(5).run().unwrap();
    let won = format!("<td>{}</td>", report.sides[0].wins);
    assert!(page.contains(&won), "{won}\n{page}");
    assert_eq!(
        page.matches("95 % interval</th>").count(),
        6,
        "one for the sides, four for each combatant, one for who falls first"
    );
    let to = asked(&app, "kind=compare&from=ready&name=cyclops&knobs=Althea.armor%3D3&fights=50").await;
    let page = answered(&app, &to).await;
    assert!(page.contains("50 pairs of fights under the same dice") && !page.contains(" points to "), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_is_said_where_it_was_asked() {
    let app = house();
    let all = [
        ("kind=sweep&from=ready&name=cyclops&knobs=Altea.armor%3D0..2", "nobody here is called"),
        ("kind=compare&from=ready&name=cyclops", "turn something"),
        ("kind=tune&from=ready&name=cyclops&knobs=Cyclops.sta%3D1..3&target=dance", "is no target"),
        ("kind=sim&from=ready&name=cyclops&tactics=heroes%3Dprogram%3Arm", "programs play in the terminal alone"),
        ("kind=ladder&from=ready&name=cyclops&rungs=random%2Cprogram%3Arm", "programs play in the terminal alone"),
        (
            "kind=sweep&from=ready&name=cyclops&knobs=tactics.heroes%3Dprogram%3Arm",
            "programs play in the terminal alone",
        ),
        ("kind=ladder&from=ready&name=cyclops&rungs=sensible%2C+sensible", "`sensible` stands twice"),
        ("kind=sim&from=ready&name=cyclops&tactics=heroes+cautious", "does not say which side plays how"),
        ("kind=sim&from=text&text=rulebook+%3D+%22thalassa%22", "nobody fights here"),
        ("kind=sim&from=ready&name=..%2F..%2Fetc%2Fpasswd", ""),
    ];
    for (fields, words) in all {
        let (status, page, _) = send(&app, form("/bench", fields)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{fields}: {page}");
        assert!(page.contains(words), "{fields}: {page}");
    }
    let typed = "kind=sweep&from=ready&name=thalassa%2Fcyclops&knobs=Althea.armor%3D0..2&fights=many";
    let (_, page, _) = send(&app, form("/bench", typed)).await;
    assert!(page.contains("not `many`") && page.contains("Althea.armor=0..2</textarea>"), "{page}");
    let bare = Request::get("/bench").body(Body::empty()).unwrap();
    assert_eq!(send(&app, bare).await.0, StatusCode::FORBIDDEN, "it is the game master's");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_encounters_of_the_workshop_are_held_against_each_other() {
    let app = house();
    let mut ids = Vec::new();
    for more in [8, 20] {
        let (_, _, draft) = send(&app, form("/workshop", "ready=thalassa/cyclops")).await;
        let draft = draft.unwrap();
        let turned = format!("do=value&who=1&key=sta&value={more}");
        send(&app, form(&format!("{draft}/edit"), &turned)).await;
        ids.push(draft.rsplit('/').next().unwrap().to_owned());
    }
    let (_, page, _) = send(&app, get("/bench")).await;
    assert!(page.contains(&format!("value=\"own/{}\"", ids[0])) && page.contains("Your own"), "{page}");
    let fields = format!("kind=compare&from=ready&name=own/{}&other=own/{}&fights=200", ids[0], ids[1]);
    let to = asked(&app, &fields).await;
    let page = answered(&app, &to).await;
    assert!(page.contains("quintain compare encounter.toml other.toml") && page.contains("The difference"), "{page}");
    let (_, other, _) = send(&app, get(&format!("{to}/encounter?file=other.toml"))).await;
    assert!(other.contains("sta = 20"), "{other}");
    let (status, page, _) = send(&app, form("/bench", "kind=sim&from=ready&name=own/none")).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("not in the workshop any more"), "{page}");
    let (_, piece, _) = send(&app, form("/bench/turning", &format!("from=ready&name=own/{}", ids[0]))).await;
    assert!(piece.contains("Althea.armor") && piece.contains("count(Cyclops)"), "{piece}");
}

#[tokio::test]
async fn another_page_hands_an_encounter_over() {
    let app = house();
    let (status, page, _) = send(&app, form("/bench/form", "kind=sweep&from=text&text=rulebook+%3D+%22gu%22")).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    assert!(page.contains("rulebook = &quot;gu&quot;") && page.contains("Nothing has been asked yet"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_renamed_compared_asked_again_and_forgotten() {
    let app = house();
    let own = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\n[[combatant]]\nis = \"cyclops\"\nside = \"foes\"\n";
    let first = asked(&app, &format!("kind=sim&from=text&text={}&fights=100", encoded(own))).await;
    let page = answered(&app, &first).await;
    assert!(page.contains("quintain sim encounter.toml"), "{page}");
    assert!(page.contains("action=\"/bench/form\"") && page.contains("name=\"fights\" value=\"100\""), "{page}");
    assert_eq!(send(&app, get(&format!("{first}/encounter"))).await.1, own);
    send(&app, form(&format!("{first}/rename"), "name=My+duel")).await;
    let (status, _, again) = send(&app, form(&format!("{first}/again"), "")).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let again = again.unwrap();
    answered(&app, &again).await;
    let id = |to: &str| to.rsplit('/').next().unwrap().to_owned();
    let (_, both, _) = send(&app, get(&format!("/bench/beside?id={}&id={}", id(&first), id(&again)))).await;
    assert!(both.contains("My duel") && both.matches("<article").count() == 2, "{both}");
    send(&app, form(&format!("{first}/delete"), "")).await;
    let (_, list, _) = send(&app, get("/bench")).await;
    assert!(!list.contains("My duel") && list.contains(&id(&again)), "{list}");
    assert!(list.contains("Who wins? · answered"), "{list}");
    assert_eq!(send(&app, get(&format!("/bench/beside?id={}", id(&again)))).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_answered_while_the_bench_is_full_and_what_is_stopped_says_what_it_found() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let endless = "kind=sim&from=ready&name=gu%2Fduel&fights=10000000";
    let mut running = Vec::new();
    for _ in 0..8 {
        running.push(asked(&app, endless).await);
    }
    let (status, page, _) = send(&app, form("/bench", endless)).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && page.contains("questions are under way"), "{page}");
    let before = state(&app, &gm).await;
    let question = &before["questions"][0];
    let given = json!({ "number": question["number"], "who": question["who"], "words": question["default"] });
    let (status, body, _) = send(&app, json_to(&format!("/api/t/{gm}/answer"), &given)).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_ne!(state(&app, &gm).await["log"], before["log"], "it went on");
    // The first has begun long before its share shows; all of them end when they are told to.
    while !send(&app, get(&running[0])).await.1.contains("of the fights are played") {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    for one in running.iter().rev() {
        send(&app, form(&format!("{one}/cancel"), "")).await;
    }
    let page = answered(&app, &running[0]).await;
    assert!(page.contains("stopped early") && page.contains("data-plot"), "{page}");
}
