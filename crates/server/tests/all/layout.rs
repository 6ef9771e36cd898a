//! The map is the page: how much of a window it keeps, with a menu open and with an act chosen, and that it stays where it
//! is. What decides is seen without scrolling, and drawers do not cover each other.

use fantoccini::{Client, Locator};
use quintain_books::library;

use crate::windows::{begin, driver, serve, to_a_menu, until, window};

/// Hundredths of the window in which the map shows: below the order of turns, beside the open story, above the dock.
async fn share(window: &Client) -> u64 {
    let script = "const box = (id) => document.querySelector(id)?.getBoundingClientRect();
        const [stage, dock] = [box('#stage'), box('#dock')];
        const height = Math.min(stage.bottom, dock.top) - stage.top;
        return Math.round(100 * stage.width * height / (innerWidth * innerHeight));";
    window.execute(script, Vec::new()).await.unwrap().as_u64().unwrap()
}

/// A window whose page has this size.
async fn page(port: u16, width: u32, height: u32) -> Client {
    let window = window(port, &format!("{width},{height}")).await;
    let lacking =
        window.execute("return [outerWidth - innerWidth, outerHeight - innerHeight]", Vec::new()).await.unwrap();
    let lacking: Vec<u32> = serde_json::from_value(lacking).unwrap();
    window.set_window_size(width + lacking[0], height + lacking[1]).await.unwrap();
    // The window takes its size when it likes.
    until(&window, "the size", &format!("innerWidth === {width} && innerHeight === {height}")).await;
    window
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_keeps_its_share_of_every_window() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let mut small = Vec::new();
    for (width, height, least) in [(1440, 900, 55), (390, 844, 40)] {
        let window = page(port, width, height).await;
        for book in library().shelf() {
            begin(&window, &house, book.id()).await;
            if width > 1000 {
                window.execute("document.querySelector('#story').open = true", Vec::new()).await.unwrap();
            }
            assert!(to_a_menu(&window).await, "{}: no menu comes", book.id());
            let open = share(&window).await;
            window.find(Locator::Css("#dock .tile.default")).await.unwrap().click().await.unwrap();
            until(&window, book.id(), "document.querySelector('#dock button.go')").await;
            until(&window, book.id(), "!document.querySelector('#forecast[data-wanted]')").await;
            let chosen = share(&window).await;
            println!("{} at {width}x{height}: {open} %, chosen {chosen} %", book.id());
            if open.min(chosen) < least {
                small.push(format!("{} at {width}x{height}: {open} %, with an act chosen {chosen} %", book.id()));
            }
        }
        window.close().await.unwrap();
    }
    assert!(small.is_empty(), "the map is too small: {}", small.join("; "));
}

/// Which defences, odds and costs are not to be seen whole.
const CUT: &str = "const inside = (one, box) => {
        const [a, b] = [one.getBoundingClientRect(), box.getBoundingClientRect()];
        return a.top >= b.top - 1 && a.right <= b.right + 1 && a.bottom <= Math.min(b.bottom, innerHeight) + 1;
    };
    const within = (box, what) => {
        const room = document.querySelector(box);
        return [...document.querySelectorAll(what)].filter((one) => !inside(one, room)).map((one) => one.textContent);
    };
    return [...within('#me', '#me .scores div'), ...within('.about-it', '#go .figures'), ...within('.about-it', '#go .remarks')];";

#[tokio::test(flavor = "multi_thread")]
async fn what_decides_is_seen_and_the_map_stays_where_it_is() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let mut wrong = Vec::new();
    for (width, height) in [(1440, 900), (1280, 800)] {
        let window = page(port, width, height).await;
        for book in library().shelf() {
            begin(&window, &house, book.id()).await;
            let stage = "return document.querySelector('#stage').offsetHeight";
            let first = window.execute(stage, Vec::new()).await.unwrap();
            assert!(to_a_menu(&window).await, "{}: no menu comes", book.id());
            window.find(Locator::Css("#dock .tile.default")).await.unwrap().click().await.unwrap();
            until(&window, book.id(), "document.querySelector('#dock button.go')").await;
            until(&window, book.id(), "!document.querySelector('#forecast[data-wanted]')").await;
            if window.execute(stage, Vec::new()).await.unwrap() != first {
                wrong.push(format!("{} at {width}x{height}: the map jumps", book.id()));
            }
            let cut: Vec<String> = serde_json::from_value(window.execute(CUT, Vec::new()).await.unwrap()).unwrap();
            wrong.extend(cut.iter().map(|what| format!("{} at {width}x{height}: {what} is cut off", book.id())));
        }
        window.close().await.unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("; "));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_opens_one_drawer_at_a_time() {
    let Some((_driver, port)) = driver().await else { return };
    let house = serve().await;
    let window = page(port, 390, 844).await;
    begin(&window, &house, "uchma").await;
    for drawer in ["more", "story", "sheets", "more"] {
        window.find(Locator::Css(&format!("#{drawer} > summary"))).await.unwrap().click().await.unwrap();
        let open = "return [...document.querySelectorAll('.drawer[open]')].map((one) => one.id)";
        let open: Vec<String> = serde_json::from_value(window.execute(open, Vec::new()).await.unwrap()).unwrap();
        assert_eq!(open, [drawer]);
    }
    window.close().await.unwrap();
}
