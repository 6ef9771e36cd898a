//! Windows of a real browser on a house of its own.

mod driver;

use std::net::SocketAddr;
use std::time::Duration;

pub use driver::{driver, window, window_with};
use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use quintain_books::library;
use quintain_server::{Store, router};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::time::sleep;

pub const KEY: &str = "the-key";

pub async fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    library();
    let app = router(Store::in_memory().unwrap(), KEY).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

pub async fn all(window: &Client, css: &str) -> Vec<Element> {
    window.find_all(Locator::Css(css)).await.unwrap()
}

pub async fn text(window: &Client, css: &str) -> String {
    match all(window, css).await.first() {
        Some(element) => element.text().await.unwrap_or_default(),
        None => String::new(),
    }
}

pub async fn submit_card(gm: &Client, name: &str) {
    let script = "[...document.forms].find((form) => form.elements.name?.value === arguments[0]).requestSubmit()";
    gm.execute(script, vec![json!(name)]).await.unwrap();
    gm.wait().for_element(Locator::Css("#dock")).await.unwrap();
}

/// Answers small things by default until someone has a whole menu; says whether that came.
pub async fn to_a_menu(window: &Client) -> bool {
    let script = "const dock = document.querySelector('#dock');
        if (dock.querySelector('#tiles')) return 'menu';
        if (dock.querySelector('.over')) return 'over';
        const button = dock.querySelector('.answer.default') || dock.querySelector('button.go');
        button?.click();
        return '';";
    for _ in 0..200 {
        let found = window.execute(script, Vec::new()).await.unwrap();
        if found != "" {
            return found == "menu";
        }
        sleep(Duration::from_millis(120)).await;
    }
    false
}

/// Waits until the page says so, for as long as a busy machine may take.
pub async fn until(window: &Client, what: &str, script: &str) {
    for _ in 0..200 {
        if window.execute(&format!("return !!({script})"), Vec::new()).await.unwrap() == json!(true) {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let page = window
        .execute(
            "return document.querySelector('#dock').innerText + document.querySelector('#said').innerText",
            Vec::new(),
        )
        .await;
    panic!("{what}: {page:?}");
}

/// A fight that is decided by one throw of the dice, without any menu.
const CONTEST: &str = "uchma/a-quarrel";

/// Begins a ready-made fight of a book from home, in one click.
pub async fn begin(window: &Client, house: &str, book: &str) {
    window.goto(&format!("{house}/?key={KEY}")).await.unwrap();
    let ready = library().ready_made().find(|ready| ready.book() == book && ready.name != CONTEST).unwrap();
    submit_card(window, ready.name).await;
    sleep(Duration::from_millis(300)).await;
}
