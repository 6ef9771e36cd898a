//! The routes, without a network: who may do what, what each is shown, and that nothing is lost.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::common::{
    KEY, SIDE_BY_SIDE, althea, begun, encoded, first_chair, form, get, house, json_to, opened, send, state,
};

#[tokio::test]
async fn the_house_opens_with_its_key_only() {
    let app = house();
    let bare = Request::get("/").body(Body::empty()).unwrap();
    assert_eq!(send(&app, bare).await.0, StatusCode::FORBIDDEN);
    let wrong = Request::get("/?key=nonsense").body(Body::empty()).unwrap();
    assert_eq!(send(&app, wrong).await.0, StatusCode::FORBIDDEN);
    let right = Request::get(format!("/?key={KEY}")).body(Body::empty()).unwrap();
    assert_eq!(send(&app, right).await.0, StatusCode::SEE_OTHER);
    assert_eq!(send(&app, get("/")).await.0, StatusCode::OK);
}

#[tokio::test]
async fn small_maps_do_not_weigh_much() {
    let (_, home, _) = send(&house(), get("/")).await;
    let size = home.len() / 1024;
    assert!(size < 2_000, "{size} kB for all the small maps");
}

#[tokio::test]
async fn nothing_opens_without_its_link() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    assert_eq!(send(&app, get(&format!("/t/{gm}"))).await.0, StatusCode::OK);
    assert_eq!(send(&app, get("/t/aaaaaaaaaaaaaaaaaaaaaa")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(send(&app, get("/api/t/aaaaaaaaaaaaaaaaaaaaaa")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_pasted_encounter_is_refused_in_place() {
    let app = house();
    let (status, page, _) = send(&app, form("/fights", "text=rulebook+%3D+%22thalassa%22")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.contains("nobody fights here"), "{page}");
    assert!(page.contains("rulebook = &quot;thalassa&quot;"), "what was pasted is still there");
}

#[tokio::test]
async fn a_late_answer_is_told_so() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let before = state(&app, &gm).await;
    let asked = &before["questions"][0];
    let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
    let path = format!("/api/t/{gm}/answer");
    assert_eq!(send(&app, json_to(&path, &given)).await.0, StatusCode::OK);
    let (status, body, _) = send(&app, json_to(&path, &given)).await;
    assert_eq!(status, StatusCode::CONFLICT, "{body}");
}

#[tokio::test]
async fn an_illegal_answer_changes_nothing() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let before = state(&app, &gm).await;
    let asked = &before["questions"][0];
    let given = json!({ "number": asked["number"], "who": asked["who"], "words": "fly to the moon" });
    let (status, body, _) = send(&app, json_to(&format!("/api/t/{gm}/answer"), &given)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body.contains("no such option"), "{body}");
    let after = state(&app, &gm).await;
    assert_eq!(before["view"], after["view"]);
    assert_eq!(before["questions"], after["questions"]);
}

#[tokio::test]
async fn a_player_plays_what_was_given_and_sees_no_foes_figures() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let ann = althea(&app, &gm).await;
    let seen = state(&app, &ann).await;
    assert_eq!(seen["questions"][0]["who"], "Althea");
    assert_eq!(seen["questions"][0]["own"], true);
    let combatants = seen["view"]["combatants"].as_array().unwrap();
    let foe = combatants.iter().find(|one| one["name"] != "Althea").unwrap();
    assert_eq!(foe["stats"], json!([{ "key": "health", "value": "unhurt" }]));
    let (status, _, _) = send(&app, form(&format!("/t/{ann}/edict"), "words=end")).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(send(&app, form(&format!("/t/{ann}/undo"), "")).await.0, StatusCode::FORBIDDEN);
    assert_eq!(send(&app, get(&format!("/t/{ann}/record"))).await.0, StatusCode::FORBIDDEN);
    let (_, page, _) = send(&app, get(&format!("/t/{ann}"))).await;
    assert!(!page.contains(&gm), "the game master's link is not on a player's page");
}

#[tokio::test]
async fn a_revoked_link_opens_nothing() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let ann = althea(&app, &gm).await;
    assert_eq!(send(&app, get(&format!("/t/{ann}"))).await.0, StatusCode::OK);
    send(&app, form(&format!("/t/{gm}/close"), "chair=1")).await;
    assert_eq!(send(&app, get(&format!("/t/{ann}"))).await.0, StatusCode::NOT_FOUND);
    assert_eq!(state(&app, &gm).await["questions"][0]["own"], true, "Althea is the game master's again");
}

#[tokio::test]
async fn dice_by_hand_are_asked_for_and_checked() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    send(&app, form(&format!("/t/{gm}/hand"), "by_hand=true")).await;
    for _ in 0..50 {
        let now = state(&app, &gm).await;
        let path = format!("/api/t/{gm}/answer");
        if let Some(dice) = now["dice"].as_object() {
            let sides = dice["sides"].as_u64().unwrap();
            let bad = json!({ "faces": [sides + 1] });
            assert_eq!(send(&app, json_to(&path, &bad)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
            let faces = vec![1; usize::try_from(dice["count"].as_u64().unwrap()).unwrap()];
            let thrown = json!({ "faces": faces, "number": dice["number"] });
            assert_eq!(send(&app, json_to(&path, &thrown)).await.0, StatusCode::OK);
            // A second click comes too late, even where the next dice are wanted already.
            assert_eq!(send(&app, json_to(&path, &thrown)).await.0, StatusCode::CONFLICT);
            return;
        }
        let asked = &now["questions"][0];
        let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
        assert_eq!(send(&app, json_to(&path, &given)).await.0, StatusCode::OK);
    }
    panic!("no dice were asked for");
}

#[tokio::test]
async fn combatants_and_whole_sides_are_given_to_chairs_that_are_open() {
    let app = house();
    let gm = begun(&app, SIDE_BY_SIDE).await;
    let give = |token: &str, fields: &str| send(&app, form(&format!("/t/{token}/give"), fields));
    send(&app, form(&format!("/t/{gm}/chair"), "name=Ann&role=player")).await;
    assert_eq!(give(&gm, "side=heroes&to=1").await.0, StatusCode::SEE_OTHER);
    let ann = first_chair(&app, &gm).await;
    assert_eq!(give(&ann, "who=Captain&to=1").await.0, StatusCode::FORBIDDEN);
    for (fields, why) in [
        ("who=Nobody&to=1", "nobody of this name"),
        ("who=Brun&to=7", "chair is closed"),
        ("who=Brun&to=the+moon", "`the moon` is no chair"),
    ] {
        let (status, body, _) = give(&gm, fields).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(body.contains(why), "{body}");
    }
    assert_eq!(give(&gm, "who=Captain&to=0").await.0, StatusCode::SEE_OTHER);
    for _ in 0..40 {
        let asked = state(&app, &gm).await["questions"][0].clone();
        if asked["who"] == "Captain" {
            return;
        }
        let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
        assert_eq!(send(&app, json_to(&format!("/api/t/{gm}/answer"), &given)).await.0, StatusCode::OK);
    }
    panic!("the foe that the game master took is never asked");
}

#[tokio::test]
async fn a_whole_fight_is_played_undone_branched_and_kept() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let path = format!("/api/t/{gm}/answer");
    let mut answers = 0;
    let end = loop {
        let now = state(&app, &gm).await;
        if !now["over"].is_null() {
            break now;
        }
        let asked = &now["questions"][0];
        let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
        let (status, body, _) = send(&app, json_to(&path, &given)).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        answers += 1;
        assert!(answers < 1000, "the fight does not end");
    };
    let (status, _, _) = send(&app, form(&format!("/t/{gm}/undo"), "")).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert!(state(&app, &gm).await["over"].is_null(), "the last answer was taken back");
    let again = state(&app, &gm).await;
    let asked = &again["questions"][0];
    let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
    send(&app, json_to(&path, &given)).await;
    assert_eq!(state(&app, &gm).await["view"], end["view"], "the same answer meets the same dice");
    let (_, record, _) = send(&app, get(&format!("/t/{gm}/record"))).await;
    let (status, _, to) = send(&app, form("/records", &format!("text={}", encoded(&record)))).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let copy = to.unwrap().trim_start_matches("/t/").to_owned();
    assert_eq!(state(&app, &copy).await["view"], end["view"]);
    let (status, _, to) = send(&app, form(&format!("/t/{gm}/branch"), "facts=0")).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert!(state(&app, to.unwrap().trim_start_matches("/t/")).await["over"].is_null());
    assert_eq!(send(&app, get(&format!("/t/{gm}/earlier?facts=3"))).await.0, StatusCode::OK);
}

/// What a page shows of an option that is looked at: its place, and what the dock says once it was looked ahead.
async fn looked_at(app: &axum::Router, token: &str, words: &str) -> Option<String> {
    let asked = state(app, token).await["questions"][0].clone();
    let options = asked["options"].as_array()?;
    let place = options.iter().position(|option| option["text"] == words)?;
    let number = asked["number"].as_str()?;
    let (status, page, _) = send(app, get(&format!("/t/{token}/outlook?q={number}&pick={place}&ms=500"))).await;
    assert_eq!(status, StatusCode::OK, "{page}");
    Some(page)
}

#[tokio::test]
async fn odds_and_danger_come_from_the_rules() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let words = state(&app, &gm).await["questions"][0]["default"].as_str().unwrap().to_owned();
    let page = looked_at(&app, &gm, &words).await.unwrap();
    assert!(page.contains("hurts") && page.contains(" drops "), "{page}");
    let (status, danger, _) = send(&app, get(&format!("/t/{gm}/danger"))).await;
    assert_eq!(status, StatusCode::OK, "{danger}");
    assert!(danger.contains("Althea dies"), "{danger}");
}

#[tokio::test]
async fn a_tile_says_in_a_sentence_what_its_verb_does() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let (_, page, _) = send(&app, get(&format!("/t/{gm}"))).await;
    assert!(page.contains("title=\"Let the action go.\""), "{page}");
}

#[tokio::test]
async fn an_answer_looked_at_shows_the_way_and_who_may_answer_it() {
    let app = house();
    let gm = begun(&app, SIDE_BY_SIDE).await;
    for _ in 0..40 {
        let asked = state(&app, &gm).await["questions"][0].clone();
        let who = asked["who"].as_str().unwrap().to_owned();
        if who == "Brun"
            && let Some(page) = looked_at(&app, &gm, "move to C6").await
        {
            assert!(page.contains("class=\"way"), "{page}");
            assert!(page.contains("Captain may strike as Brun leaves C4"), "{page}");
            return;
        }
        let given = json!({ "number": asked["number"], "who": who, "words": asked["default"] });
        assert_eq!(send(&app, json_to(&format!("/api/t/{gm}/answer"), &given)).await.0, StatusCode::OK);
    }
    panic!("nobody could walk");
}

#[tokio::test]
async fn a_player_takes_an_answer_back_until_a_die_is_seen() {
    let app = house();
    let gm = opened(&app, "thalassa/ambush").await;
    send(&app, form(&format!("/t/{gm}/chair"), "name=Ann&role=player")).await;
    send(&app, form(&format!("/t/{gm}/give"), "who=Althea&to=1")).await;
    let ann = first_chair(&app, &gm).await;
    let asked = state(&app, &ann).await["questions"][0].clone();
    let given = json!({ "number": asked["number"], "who": asked["who"], "words": asked["default"] });
    assert_eq!(send(&app, json_to(&format!("/api/t/{ann}/answer"), &given)).await.0, StatusCode::OK);
    let (status, page, _) = send(&app, form(&format!("/t/{ann}/back"), "")).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{page}");
    assert_eq!(state(&app, &ann).await["questions"][0]["who"], "Althea");
    let (status, page, _) = send(&app, form(&format!("/t/{ann}/back"), "")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{page}");
}

#[tokio::test]
async fn a_figure_says_why_to_those_who_may_see_it() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let ann = althea(&app, &gm).await;
    let view = state(&app, &gm).await["view"].clone();
    let place = |name: &str| view["combatants"].as_array().unwrap().iter().position(|one| one["name"] == name).unwrap();
    let (althea, cyclops) = (place("Althea"), place("Cyclops"));
    for token in [&gm, &ann] {
        let (status, page, _) = send(&app, get(&format!("/t/{token}/why?who={althea}&key=armor"))).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        assert!(page.contains("Armor of Althea is"), "{page}");
    }
    let of_foe = format!("why?who={cyclops}&key=sta");
    assert_eq!(send(&app, get(&format!("/t/{gm}/{of_foe}"))).await.0, StatusCode::OK);
    assert_eq!(send(&app, get(&format!("/t/{ann}/{of_foe}"))).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn edicts_are_written_by_forms() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let edict = |fields: &str| send(&app, form(&format!("/t/{gm}/edict"), fields));
    assert_eq!(edict("of=Althea&key=sta&value=3").await.0, StatusCode::SEE_OTHER);
    assert_eq!(edict("add=bandit&side=monsters").await.0, StatusCode::SEE_OTHER);
    let view = state(&app, &gm).await["view"].clone();
    let names: Vec<&str> =
        view["combatants"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"Bandit 1"), "{names:?}");
    assert_eq!(edict("").await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_fight_is_renamed_and_deleted() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let (_, list, _) = send(&app, get("/api/fights")).await;
    let list: Value = serde_json::from_str(&list).unwrap();
    let id = list[0]["id"].as_str().unwrap();
    assert_eq!(send(&app, form(&format!("/fights/{id}/rename"), "title=Our+evening")).await.0, StatusCode::SEE_OTHER);
    let (_, home, _) = send(&app, get("/")).await;
    assert!(home.contains("Our evening"), "{home}");
    assert_eq!(send(&app, form(&format!("/fights/{id}/delete"), "")).await.0, StatusCode::SEE_OTHER);
    assert_eq!(send(&app, get(&format!("/t/{gm}"))).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn forms_of_other_sites_and_what_is_too_large_are_refused() {
    let app = house();
    let mut foreign = form("/fights", "name=thalassa/cyclops");
    foreign.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    assert_eq!(send(&app, foreign).await.0, StatusCode::FORBIDDEN);
    let large = form("/fights", &format!("text={}", "a".repeat(9 * 1024 * 1024)));
    assert_eq!(send(&app, large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn every_ready_made_encounter_has_a_page() {
    let app = house();
    for ready in quintain_books::library().ready_made() {
        let token = opened(&app, ready.name).await;
        let (status, page, _) = send(&app, get(&format!("/t/{token}"))).await;
        assert_eq!(status, StatusCode::OK, "{}", ready.name);
        assert!(page.contains("id=\"dock\""), "{}", ready.name);
    }
}

#[tokio::test]
async fn rules_and_the_interface_have_pages() {
    let app = house();
    let (status, page, _) = send(&app, get("/rules/thalassa/attack.armor")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("For example:"), "{page}");
    assert_eq!(send(&app, get("/rules/thalassa/attack.armour")).await.0, StatusCode::NOT_FOUND);
    let (status, page, _) = send(&app, get("/api")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("GET /api/t/{token}"), "{page}");
}

#[tokio::test]
async fn an_encounter_may_name_who_answers_for_whom() {
    let app = house();
    let text = "rulebook = \"thalassa\"\n[[combatant]]\nname = \"Althea\"\nis = \"althea\"\nside = \"heroes\"\nseat = \"Ann\"\n\
                [[combatant]]\nname = \"Cyclops\"\nis = \"cyclops\"\nside = \"monsters\"\n";
    let (status, body, _) = send(&app, json_to("/api/fights", &json!({ "toml": text }))).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let gm = serde_json::from_str::<Value>(&body).unwrap()["token"].as_str().unwrap().to_owned();
    let (_, page, _) = send(&app, get(&format!("/t/{gm}"))).await;
    assert!(page.contains("Althea (Ann)"), "{page}");
}

#[tokio::test]
async fn a_program_begins_no_fight_that_is_over_at_once() {
    let app = house();
    let text = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\n";
    let (status, body, _) = send(&app, json_to("/api/fights", &json!({ "toml": text }))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    assert!(body.contains("everybody is on the side `heroes`"), "{body}");
}

#[tokio::test]
async fn a_program_makes_chairs_and_says_who_plays_whom() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let chairs = format!("/api/t/{gm}/chairs");
    let (status, body, _) = send(&app, json_to(&chairs, &json!({ "name": "Ann", "plays": ["althea"] }))).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let made: Value = serde_json::from_str(&body).unwrap();
    let ann = made["token"].as_str().unwrap();
    let asked = state(&app, ann).await;
    assert!(asked["questions"].as_array().unwrap().iter().any(|one| one["who"] == "Althea" && one["own"] == true));
    let (_, body, _) = send(&app, get(&chairs)).await;
    let all: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (&all[1]["name"], &all[1]["token"], &all[1]["plays"][0]),
        (&json!("Ann"), &json!(ann), &json!("Althea"))
    );
    let give = format!("/api/t/{gm}/give");
    let given = |to: Value| json_to(&give, &json!({ "who": ["Althea"], "to": to }));
    assert_eq!(send(&app, given(json!("tactics"))).await.0, StatusCode::OK);
    let (status, body, _) = send(&app, given(json!(7))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body.contains("there is no chair 7"), "{body}");
    let (status, body, _) = send(&app, json_to(&chairs, &json!({ "name": "Bo", "plays": ["Nobody"] }))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body.contains("nobody is called `Nobody`; there are"), "{body}");
    let player = send(&app, json_to(&format!("/api/t/{ann}/chairs"), &json!({ "name": "Cy" }))).await;
    assert_eq!(player.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_program_gives_nobody_to_a_chair_that_looks_on() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let chairs = format!("/api/t/{gm}/chairs");
    let guest = json!({ "name": "Guest", "role": "watcher" });
    assert_eq!(send(&app, json_to(&chairs, &guest)).await.0, StatusCode::CREATED);
    let refused = [
        (json_to(&chairs, &json!({ "name": "Eve", "role": "watcher", "plays": ["Althea"] })), "Eve only looks on"),
        (json_to(&format!("/api/t/{gm}/give"), &json!({ "who": ["Althea"], "to": 1 })), "Guest only looks on"),
        (json_to(&chairs, &json!({ "name": "a".repeat(61) })), "60 letters at most"),
    ];
    for (request, why) in refused {
        let (status, body, _) = send(&app, request).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(body.contains(why), "{body}");
    }
    let (_, body, _) = send(&app, get(&chairs)).await;
    let all: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 2, "no chair is left of what was refused: {body}");
}

#[tokio::test]
async fn whatever_is_refused_to_a_program_is_said_in_json() {
    let app = house();
    let gm = opened(&app, "thalassa/cyclops").await;
    let answer = format!("/api/t/{gm}/answer");
    let bare = Request::get("/api/fights").body(Body::empty()).unwrap();
    let refused = [
        (bare, StatusCode::FORBIDDEN, "the link"),
        (get("/api/nope"), StatusCode::NOT_FOUND, "no such"),
        (get(&answer), StatusCode::METHOD_NOT_ALLOWED, "method not allowed"),
        (get("/api/t/aaaaaaaaaaaaaaaaaaaaaa/record"), StatusCode::NOT_FOUND, ""),
        (
            json_to(&answer, &json!({ "number": 3, "who": "gm", "words": "x" })),
            StatusCode::UNPROCESSABLE_ENTITY,
            "`number` must be a text, not the number 3; an answer is",
        ),
        (
            json_to(&answer, &json!({ "who": "gm", "words": "x" })),
            StatusCode::UNPROCESSABLE_ENTITY,
            "`number` is missing",
        ),
        (json_to(&answer, &json!([])), StatusCode::UNPROCESSABLE_ENTITY, "must be an object, not a list; an answer is"),
        (
            json_to(&format!("/api/t/{gm}/give"), &json!({ "who": ["Althea", 2], "to": 1 })),
            StatusCode::UNPROCESSABLE_ENTITY,
            "`who` must be a list of names, and the number 2 stands in it",
        ),
        (
            get(&format!("/api/t/{gm}?from=now")),
            StatusCode::UNPROCESSABLE_ENTITY,
            "the field `from` is a number, not `now`",
        ),
        (
            json_to("/api/fights", &json!({ "tonl": "x" })),
            StatusCode::UNPROCESSABLE_ENTITY,
            "there is no key `tonl` (the nearest key is `toml`)",
        ),
    ];
    for (request, status, words) in refused {
        let asked = request.uri().to_string();
        let (given, body, _) = send(&app, request).await;
        assert_eq!(given, status, "{asked}: {body}");
        let told: Value = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{asked}: {body}"));
        assert!(told["error"].as_str().unwrap().contains(words), "{asked}: {body}");
    }
}
