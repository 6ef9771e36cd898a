//! A real browser: a game master and two players at once play a fight of every rulebook to its end, with reactions as
//! they come, dice by hand, an undo and a reconnection; and someone alone chooses by touch, by keys, and without script.
//!
//! Needs `chromium` and `chromedriver`; where they are missing the test says so and passes.

use std::time::Duration;

use crate::windows::{KEY, all, begin, driver, serve, submit_card, text, to_a_menu, until, window, window_with};
use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use quintain_books::library;
use serde_json::json;
use tokio::time::sleep;

/// The most rounds around the table before something must be wrong.
const MOST: usize = 600;

/// Rounds around the table after which the game master lets defaults stand: by then everybody has had turns and reactions.
const LONG: usize = 60;

/// Submits a form of the page as its button would, whether or not it is folded away.
async fn submit(window: &Client, action: &str, fields: &[(&str, &str)]) {
    let script = "const form = [...document.forms].find((form) => form.action.endsWith(arguments[0])
            && arguments[1].every(([name, value]) => name !== 'who' || form.elements.who?.value === value));
        for (const [name, value] of arguments[1]) form.elements[name].value = value;
        form.requestSubmit(form.querySelector('button'));";
    window.execute(script, vec![json!(action), json!(fields)]).await.unwrap();
    sleep(Duration::from_millis(150)).await;
}

/// What was seen at the tables so far.
#[derive(Debug, Default)]
struct Happened {
    /// Throws typed in by the player who throws by hand.
    throws: usize,
    /// Questions to someone whose turn it was not.
    reactions: usize,
    /// Decisions taken back, and players who came back to the same question.
    undone: usize,
    returned: usize,
}

/// Does what the dock asks for: dice, a small decision by default, otherwise first looks at the default and then commits
/// it. False if nothing is asked.
async fn act(window: &Client, happened: &mut Happened) -> bool {
    let script = "const dock = document.querySelector('#dock');
        const throws = [...dock.querySelectorAll('.faces, input[name^=face-]:not([type=radio])')];
        for (const one of throws) {
            const faces = one.querySelectorAll('input');
            if (faces.length) faces[Math.floor(Math.random() * faces.length)].checked = true;
            else one.value = 1 + Math.floor(Math.random() * Number(one.max));
        }
        const button = dock.querySelector('.answer.default') || dock.querySelector('button.go') || dock.querySelector('[data-pick]');
        if (!button || !throws.length && !dock.dataset.number) return '';
        button.click();
        const now = document.querySelector('#order .now')?.title;
        return throws.length ? 'dice' : dock.matches('.react') && now !== dock.dataset.who ? 'reaction' : 'turn';";
    let clicked = window.execute(script, Vec::new()).await.unwrap();
    happened.throws += usize::from(clicked == "dice");
    happened.reactions += usize::from(clicked == "reaction");
    clicked != ""
}

/// How many facts the fight stands on, as the game master's page says.
async fn facts(gm: &Client) -> u64 {
    let script = "return Number(document.querySelector('#moment').max)";
    gm.execute(script, Vec::new()).await.unwrap().as_u64().unwrap()
}

/// Takes the last decision back: the fight then stands on fewer facts.
async fn undo(gm: &Client, name: &str) {
    // The page may still be a moment behind the table.
    sleep(Duration::from_millis(400)).await;
    let before = facts(gm).await;
    submit(gm, "/undo", &[]).await;
    for _ in 0..20 {
        if facts(gm).await < before {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{name}: nothing was taken back");
}

/// Who is asked, and by which question.
async fn asked(window: &Client) -> String {
    let script = "const dock = document.querySelector('#dock'); return dock?.dataset.number ? `${dock.dataset.who} ${dock.dataset.number}` : ''";
    serde_json::from_value(window.execute(script, Vec::new()).await.unwrap()).unwrap()
}

/// The links of two chairs, once the page shows both.
async fn links(window: &Client, name: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.chairs a')].map((link) => link.href)
        .filter((address) => !address.includes('/as?'))";
    for _ in 0..100 {
        let links: Vec<String> =
            serde_json::from_value(window.execute(script, Vec::new()).await.unwrap()).unwrap_or_default();
        if links.len() == 2 {
            return links;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{name}: two chairs have links");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_master_and_two_players_play_a_fight_of_every_rulebook() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let (gm, ann, bob) =
        (window(port, "1400,1000").await, window(port, "390,844").await, window(port, "820,1180").await);
    let mut happened = Happened::default();
    for book in library().shelf() {
        let Some(ready) = library().ready_made().find(|ready| ready.book() == book.id()) else { continue };
        gm.goto(&format!("{house}/?key={KEY}")).await.unwrap();
        let card = format!("input[value='{}']", ready.name);
        let form = gm.form(Locator::XPath(&format!("//form[input[@value='{}']]", ready.name))).await;
        assert!(form.is_ok(), "home shows {card}");
        submit_card(&gm, ready.name).await;
        play(&gm, &ann, &bob, ready.name, &mut happened).await;
    }
    let Happened { throws, reactions, undone, returned } = happened;
    // How long each fight lasts is for its dice, which are thrown anew: none of this need happen in every fight.
    assert!(throws > 0 && reactions > 0 && undone > 0 && returned > 0, "{happened:?}");
    for window in [gm, ann, bob] {
        window.close().await.unwrap();
    }
}

async fn play(gm: &Client, ann: &Client, bob: &Client, name: &str, happened: &mut Happened) {
    submit(gm, "/chair", &[("name", "Ann"), ("role", "player")]).await;
    submit(gm, "/chair", &[("name", "Bob"), ("role", "player")]).await;
    let links = links(gm, name).await;
    let script = "return [...document.querySelectorAll('#cards .head b')].map((name) => name.textContent.trim())";
    let cast: Vec<String> = serde_json::from_value(gm.execute(script, Vec::new()).await.unwrap()).unwrap();
    submit(gm, "/give", &[("who", &cast[0]), ("to", "1")]).await;
    for (place, who) in cast.iter().enumerate().skip(1) {
        let to = if place == 1 { "2" } else { "tactics" };
        submit(gm, "/give", &[("who", who), ("to", to)]).await;
    }
    ann.goto(&links[0]).await.unwrap();
    bob.goto(&links[1]).await.unwrap();
    submit(ann, "/hand", &[]).await;
    let (mut undone, mut reloaded) = (false, false);
    for turn in 0..MOST {
        if text(gm, "#dock .over").await.contains("over") {
            wait_for_the_end(ann, name).await;
            return;
        }
        if turn > 6 && !undone {
            undo(gm, name).await;
            happened.undone += 1;
            undone = true;
        }
        if !reloaded && turn > 3 && !asked(bob).await.is_empty() {
            come_back(bob, name).await;
            happened.returned += 1;
            reloaded = true;
        }
        if turn > LONG {
            let hurry = "document.querySelector('form[action$=\"/hurry\"] button')?.click()";
            gm.execute(hurry, Vec::new()).await.unwrap();
        }
        let mut anybody = false;
        for window in [ann, bob, gm] {
            anybody |= act(window, happened).await;
        }
        sleep(Duration::from_millis(if anybody { 40 } else { 120 })).await;
    }
    panic!("{name}: the fight does not end; the table says: {}", text(gm, "#top").await);
}

/// After coming back the question is the same. The page may be a moment behind the table when it is left: then once more.
async fn come_back(window: &Client, name: &str) {
    for _ in 0..20 {
        let before = asked(window).await;
        window.refresh().await.unwrap();
        if asked(window).await == before {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{name}: whoever comes back finds another question");
}

async fn wait_for_the_end(window: &Client, name: &str) {
    for _ in 0..40 {
        if text(window, "#dock .over").await.contains("over") {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("{name}: a player's page does not say that it is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_chosen_by_two_taps_or_two_keys_and_never_by_the_first() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    for size in ["390,844", "1440,900"] {
        let window = window(port, size).await;
        for book in library().shelf() {
            begin(&window, &house, book.id()).await;
            if !to_a_menu(&window).await {
                panic!("{}: no menu comes", book.id());
            }
            let before = facts(&window).await;
            let number = asked(&window).await;
            window.find(Locator::Css("#dock .tile.default")).await.unwrap().click().await.unwrap();
            until(&window, book.id(), "document.querySelector('#dock button.go')").await;
            assert_eq!(facts(&window).await, before, "{}: the first tap commits", book.id());
            until(&window, book.id(), "!document.querySelector('#forecast[data-wanted]')").await;
            no_wider_than_the_window(&window, book.id(), size).await;
            window.find(Locator::Css("#dock button.go")).await.unwrap().click().await.unwrap();
            for _ in 0..40 {
                if facts(&window).await > before && asked(&window).await != number {
                    break;
                }
                sleep(Duration::from_millis(100)).await;
            }
            assert!(facts(&window).await > before, "{}: two taps commit", book.id());
            by_keys(&window, book.id()).await;
        }
        window.close().await.unwrap();
    }
}

/// Nothing scrolls sideways, and the button is in sight.
async fn no_wider_than_the_window(window: &Client, book: &str, size: &str) {
    let script = "const go = document.querySelector('#dock button.go').getBoundingClientRect();
        return [document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight,
            go.bottom <= innerHeight && go.right <= innerWidth && go.height >= 40]";
    let fits = window.execute(script, Vec::new()).await.unwrap();
    assert_eq!(fits, json!([true, true, true]), "{book} at {size}: width, height, button");
}

async fn by_keys(window: &Client, book: &str) {
    if !to_a_menu(window).await {
        return;
    }
    let before = facts(window).await;
    let key = window
        .execute(
            "return document.querySelector('#dock .tile[aria-keyshortcuts]').getAttribute('aria-keyshortcuts')",
            Vec::new(),
        )
        .await
        .unwrap();
    let press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], bubbles: true }))";
    window.execute(press, vec![key]).await.unwrap();
    until(window, book, "document.querySelector('#dock button.go')").await;
    window.execute(press, vec![json!("Enter")]).await.unwrap();
    for _ in 0..40 {
        if facts(window).await > before {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{book}: a digit and Enter do not commit");
}

/// The button on the card of a ready fight. What was sent on the page before may still come and take the place of home.
async fn at_home(window: &Client, house: &str, name: &str) -> Element {
    let card = format!("//li[.//input[@value='{name}']]//button");
    for _ in 0..6 {
        window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
        let waiting = window.wait().at_most(Duration::from_secs(5));
        if let Ok(button) = waiting.for_element(Locator::XPath(&card)).await {
            return button;
        }
    }
    panic!("home does not show {name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_is_played_without_script() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = window_with(port, "390,844", &["--blink-settings=scriptEnabled=false"]).await;
    for book in library().shelf() {
        let ready = library().ready_made().find(|ready| ready.book() == book.id()).unwrap();
        at_home(&window, &house, ready.name).await.click().await.unwrap();
        let mut committed = 0;
        for _ in 0..60 {
            if committed > 2 || !all(&window, "#dock .over").await.is_empty() {
                break;
            }
            // The default as a button, the commit of what is looked at, or the link to look at the default.
            for css in ["#dock .answer.default", "#dock button.go", "#dock .tile.default", "#dock .tile"] {
                if let Some(element) = all(&window, css).await.into_iter().next() {
                    // A page that has just come takes the place of what was found on the one before.
                    let clicked = element.click().await.is_ok();
                    committed += usize::from(clicked && css == "#dock button.go");
                    break;
                }
            }
        }
        assert!(
            committed > 0 || !all(&window, "#dock .over").await.is_empty(),
            "{}: nothing can be committed",
            book.id()
        );
    }
    window.close().await.unwrap();
}

/// Does something, and waits until the fight stands on more facts.
async fn adds_a_fact(window: &Client, what: &str, script: &str) {
    adds_facts(window, what, script, 1).await;
}

async fn adds_facts(window: &Client, what: &str, script: &str, least: u64) {
    let before = facts(window).await;
    window.execute(script, Vec::new()).await.unwrap();
    for _ in 0..100 {
        if facts(window).await >= before + least {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let said = text(window, "#said").await;
    panic!("{what}: nothing came of it; the page says: {said}");
}

/// Taps the token of someone who fights on.
const TAP: &str = "document.querySelector('#tokens a[data-who]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))";

#[tokio::test(flavor = "multi_thread")]
async fn a_game_master_changes_things_with_few_taps() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = window(port, "1440,900").await;
    for book in library().shelf() {
        begin(&window, &house, book.id()).await;
        to_a_menu(&window).await;
        window.execute(TAP, Vec::new()).await.unwrap();
        until(&window, book.id(), "document.querySelector('#dock .hand [data-wheel]')").await;
        adds_a_fact(&window, book.id(), "document.querySelector('#dock .hand [data-wheel=\"−1\"]').click()").await;
        // What is tapped while the first is still under way waits for its turn.
        let both =
            "for (const name of ['−1', '+1']) document.querySelector(`#dock .hand [data-wheel=\"${name}\"]`).click()";
        window.execute(TAP, Vec::new()).await.unwrap();
        until(&window, book.id(), "document.querySelector('#dock .hand [data-wheel]')").await;
        adds_facts(&window, book.id(), both, 2).await;
        // The same around the token, with the other button.
        let other = TAP.replace("'click'", "'contextmenu'");
        window.execute(&other, Vec::new()).await.unwrap();
        until(&window, book.id(), "document.querySelectorAll('#wheel button').length > 5").await;
        adds_a_fact(
            &window,
            book.id(),
            "[...document.querySelectorAll('#wheel button')].find((one) => one.textContent === '+1').click()",
        )
        .await;
        // Someone joins.
        let joins = "const form = document.querySelector('#joining form');
            form.elements.add.value = document.querySelector('#creatures option').value;
            form.requestSubmit();";
        adds_a_fact(&window, book.id(), joins).await;
        drags(&window, book.id()).await;
    }
    window.close().await.unwrap();
}

/// Drags the last token by a square, in whatever direction there is room: where its turn does not lead, by edict.
async fn drags(window: &Client, book: &str) {
    let script = "const token = [...document.querySelectorAll('#tokens a[data-who] .tk:not(.now) .disc')].pop();
        const map = document.querySelector('#map'), at = map.getScreenCTM(), box = token.getBoundingClientRect();
        const from = [box.x + box.width / 2, box.y + box.height / 2], [dx, dy] = [...arguments].map((by) => by * 60 * at.a);
        const send = (kind, by) => (kind === 'pointerdown' ? token : document).dispatchEvent(new PointerEvent(kind,
            { bubbles: true, button: 0, pointerId: 7, clientX: from[0] + by * dx, clientY: from[1] + by * dy }));
        send('pointerdown', 0);
        for (const by of [0.3, 0.7, 1]) send('pointermove', by);
        send('pointerup', 1);";
    let before = facts(window).await;
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2), (3, 0), (-3, 0)] {
        window.execute(script, vec![json!(dx), json!(dy)]).await.unwrap();
        for _ in 0..25 {
            sleep(Duration::from_millis(100)).await;
            if facts(window).await > before {
                return;
            }
        }
    }
    panic!("{book}: a token cannot be dragged; the page says: {}", text(window, "#said").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_do_is_played_and_a_tap_ends_it() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = window(port, "390,844").await;
    begin(&window, &house, "heimr").await;
    // Until something has come of an answer, the default is committed.
    let script = "document.querySelector('#dock .answer.default, #dock button.go, #dock .tile.default')?.click();
        return !!document.querySelector('#play')";
    for _ in 0..60 {
        if window.execute(script, Vec::new()).await.unwrap() == json!(true) {
            break;
        }
        sleep(Duration::from_millis(250)).await;
    }
    until(&window, "it is played", "document.querySelector('#play')").await;
    window
        .execute("document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))", Vec::new())
        .await
        .unwrap();
    until(&window, "a tap ends it", "!document.querySelector('#play')").await;
    window.execute("document.querySelector('[data-replay]').click()", Vec::new()).await.unwrap();
    until(&window, "it is played once more", "document.querySelector('#play')").await;
    until(&window, "it ends by itself", "!document.querySelector('#play')").await;
    window.close().await.unwrap();
}
