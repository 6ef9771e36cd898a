//! The pages that begin something: home, simulations, a link that holds a fight; and the worker behind them.

use std::hash::{DefaultHasher, Hash, Hasher};

use maud::html;
use quintain_library::{ready_made, shelf};
use quintain_pages as pages;

use crate::layout::page;
use crate::write::Folder;

/// The fight whose text the page of simulations shows first.
const FIRST: &str = "thalassa/cyclops";

/// Home, the page of simulations, the page that links lead to, what they are made of, and the texts of all encounters.
pub(crate) fn write(folder: &mut Folder) -> Result<(), String> {
    let assets = [
        ("style.css", pages::STYLE),
        ("script.js", pages::SCRIPT),
        ("icon.svg", pages::ICON),
        ("site.css", include_str!("../assets/site.css")),
        ("site.js", include_str!("../assets/site.js")),
        ("run.js", include_str!("../assets/run.js")),
    ];
    for (name, text) in assets {
        folder.add(&format!("assets/{name}"), text)?;
    }
    folder.add("index.html", pages::below(pages::home_alone().into_string(), "./"))?;
    folder.add("simulate.html", simulate())?;
    folder.add("play.html", play())?;
    for one in ready_made() {
        folder.add(&format!("encounters/{}.toml", one.name), &*one.source().text)?;
    }
    Ok(())
}

fn simulate() -> String {
    let body = html! {
        main .plain {
            h1 { "How deadly is it?" }
            p { "Choose a fight or write one, and play it thousands of times: who wins, how long it takes, who dies." }
            form #study {
                label { "Fight " select name="name" {
                    option value="" { "my own" }
                    @for book in shelf() {
                        optgroup label=(book.name()) {
                            @for one in ready_made().filter(|one| one.book() == book.id()) { option value=(one.name) selected[one.name == FIRST] { (one.short()) } }
                        }
                    }
                } }
                textarea name="text" rows="14" spellcheck="false" aria-label="the encounter, as TOML" {}
                div .row {
                    label { "Fights " input type="number" name="fights" value="10000" min="1" max="10000000"; }
                    label { "Seed " input type="number" name="seed" value="1" min="0" max="4294967295"; }
                }
                div .row {
                    button .button .go type="submit" { (quintain_draw::icon("play")) "Simulate" }
                    button #halt-study .button type="button" { "Stop" }
                    button #play-study .button type="button" { "Play it" }
                    button #share-study .button type="button" { "Link to this" }
                }
                progress max="1" value="0" hidden aria-label="progress" {}
                p #far .dim role="status" {}
            }
            div #report {}
        }
    };
    page(0, "How deadly is it?", "one", &body)
}

/// The page that begins the fight in a link.
fn play() -> String {
    let body = html! {
        main .plain data-unpack {
            h1 { "A fight is prepared …" }
            form method="post" action="fights" data-records="records" hidden { input name="name"; textarea name="text" {} }
        }
    };
    page(0, "A fight", "one", &body)
}

/// The worker, with what it keeps for hours without a network: everything but the pages of the rules, which it keeps
/// once they have been visited.
pub(crate) fn worker(books: &[&str], folder: &mut Folder) -> Result<(), String> {
    let core: Vec<&String> =
        folder.files().iter().filter(|name| !name.starts_with("rules/") && !name.ends_with(".d.ts")).collect();
    let mut hash = DefaultHasher::new();
    for name in folder.files() {
        let bytes = std::fs::read(folder.path().join(name)).map_err(|fault| format!("{name}: {fault}"))?;
        (name, bytes).hash(&mut hash);
    }
    let mut text: String =
        books.iter().map(|book| format!("import * as {book} from \"./wasm/{book}.js\";\n")).collect();
    text += &format!("const BOOKS = {{ {} }};\n", books.join(", "));
    text += &format!("const VERSION = \"quintain-{:016x}\";\n", hash.finish());
    text += &format!("const CORE = {};\n", serde_json::to_string(&core).map_err(|fault| fault.to_string())?);
    text += include_str!("../assets/worker.js");
    folder.add("worker.js", text)
}
