//! In a real browser: a game master looks at the table as a player, and sees what that player sees and nothing else.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes.

use crate::windows::{KEY, driver, serve, until, window};
use fantoccini::{Client, Locator};
use quintain_books::library;
use serde_json::{Value, json};

/// Posts a form to the game master's address, and says whether it was taken.
async fn does(gm: &Client, form: &str, fields: &str) -> bool {
    let script = "const asked = new XMLHttpRequest();
        asked.open('POST', `/t/${location.pathname.split('/')[2]}/${arguments[0]}`, false);
        asked.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
        asked.send(arguments[1]);
        return asked.status < 400;";
    gm.execute(script, vec![json!(form), json!(fields)]).await.unwrap() == json!(true)
}

/// Everybody in the fight, and whether they are of the first one's side.
async fn roster(gm: &Client) -> Vec<(String, bool)> {
    let script = "const asked = new XMLHttpRequest();
        asked.open('GET', `/api/t/${location.pathname.split('/')[2]}`, false);
        asked.send();
        const all = JSON.parse(asked.response).view.combatants;
        return all.map((one) => [one.name, one.side === all[0].side]);";
    serde_json::from_value(gm.execute(script, Vec::new()).await.unwrap()).unwrap()
}

/// Opens a fight of a book in which those of its last entry, foes, are concealed from the start, and goes to its table.
async fn begin_with_a_secret(gm: &Client, house: &str, book: &str) {
    let texts =
        library().ready_made().filter(|ready| ready.book() == book).map(|ready| ready.source().text.to_string());
    let side = |entry: &str| entry.lines().find(|line| line.starts_with("side =")).map(str::to_owned);
    let ends_with_foes = |text: &String| {
        let mut entries = text.split("[[combatant]]\n").skip(1);
        let first = entries.next().and_then(side);
        entries.last().is_some_and(|last| side(last) != first)
    };
    let mut texts = texts.filter(|text| text.contains("[map]") && !text.contains("packs ="));
    let text = texts.find(ends_with_foes).unwrap();
    let (before, last) = text.rsplit_once("[[combatant]]\n").unwrap();
    let toml = format!("{before}[[combatant]]\nconcealed = true\n{last}");
    gm.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    let script = "const asked = new XMLHttpRequest();
        asked.open('POST', '/api/fights', false);
        asked.setRequestHeader('Content-Type', 'application/json');
        asked.send(arguments[0]);
        return asked.status + ' ' + asked.response;";
    let opened = gm.execute(script, vec![json!(json!({ "toml": toml }).to_string())]).await.unwrap();
    let opened = opened.as_str().unwrap();
    let body = opened.strip_prefix("201 ").unwrap_or_else(|| panic!("{book}: {opened}"));
    let token = serde_json::from_str::<Value>(body).unwrap()["token"].as_str().unwrap().to_owned();
    gm.goto(&format!("{house}/t/{token}")).await.unwrap();
    gm.wait().for_element(Locator::Css("#dock")).await.unwrap();
}

/// The tokens on the map or on their way, by name.
async fn tokens(window: &Client) -> Vec<String> {
    let script = "return [...document.querySelectorAll('#tokens [data-who]')].map((one) => one.dataset.who)";
    let mut names: Vec<String> = serde_json::from_value(window.execute(script, Vec::new()).await.unwrap()).unwrap();
    names.sort();
    names
}

async fn page(window: &Client) -> String {
    let all = window.execute("return document.documentElement.outerHTML", Vec::new()).await.unwrap();
    all.as_str().unwrap_or_default().to_owned()
}

fn encoded(text: &str) -> String {
    text.replace(' ', "+")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_master_sees_the_table_as_a_player() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let (gm, ann) = (window(port, "1440,900").await, window(port, "390,844").await);
    for book in library().shelf() {
        begin_with_a_secret(&gm, &house, book.id()).await;
        assert!(does(&gm, "chair", "name=Ann&role=player").await, "{}: a chair", book.id());
        let everybody = roster(&gm).await;
        for (name, _) in everybody.iter().filter(|(_, own)| *own) {
            assert!(does(&gm, "give", &format!("who={}&to=1", encoded(name))).await, "{}: give {name}", book.id());
        }
        // Beasts of heroes may stand behind everybody else.
        let (foe, _) = everybody.iter().rfind(|(_, own)| !own).unwrap();
        gm.refresh().await.unwrap();
        until(
            &gm,
            book.id(),
            "[...document.querySelectorAll('.chairs a')].some((a) => a.textContent === 'See as Ann')",
        )
        .await;
        assert!(page(&gm).await.contains(foe.as_str()), "{}: the game master sees {foe}", book.id());

        let link = "return document.querySelector('.chairs a').href";
        let link: Value = gm.execute(link, Vec::new()).await.unwrap();
        ann.goto(link.as_str().unwrap()).await.unwrap();
        ann.wait().for_element(Locator::Css("#dock")).await.unwrap();

        let see = "[...document.querySelectorAll('.chairs a')].find((a) => a.textContent === 'See as Ann').click()";
        gm.execute(see, Vec::new()).await.unwrap();
        until(&gm, book.id(), "location.pathname.endsWith('/as') && document.querySelector('#tokens')").await;
        assert_eq!(tokens(&gm).await, tokens(&ann).await, "{}: the tokens that Ann sees", book.id());
        for (window, whose) in [(&gm, "the game master's, as Ann"), (&ann, "Ann's")] {
            assert!(!page(window).await.contains(foe.as_str()), "{}: {foe} is on {whose} page", book.id());
        }
        // It is for looking: what Ann is asked is there, and nothing can be answered.
        let asked = "const dock = document.querySelector('#dock');
            return [dock.dataset.number || '', !!dock.closest('[inert]')]";
        let shown: (String, bool) = serde_json::from_value(gm.execute(asked, Vec::new()).await.unwrap()).unwrap();
        let own: (String, bool) = serde_json::from_value(ann.execute(asked, Vec::new()).await.unwrap()).unwrap();
        assert_eq!(shown, (own.0, true), "{}: the game master sees what Ann is asked, and cannot answer", book.id());
    }
    for window in [gm, ann] {
        window.close().await.unwrap();
    }
}
