//! What every page of the site has around it.

use maud::{DOCTYPE, Markup, html};

/// How many folders a page lies below the root: what its addresses begin with.
pub(crate) fn up(depth: usize) -> String {
    match depth {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

/// A whole page, so many folders below the root.
pub(crate) fn page(depth: usize, title: &str, class: &str, body: &Markup) -> String {
    let up = up(depth);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy"
                    content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src 'self'";
                title { (title) " · Quintain" }
                link rel="stylesheet" href={ (up) "assets/style.css" };
                link rel="stylesheet" href={ (up) "assets/site.css" };
                link rel="icon" href={ (up) "assets/icon.svg" } type="image/svg+xml";
                script src={ (up) "assets/script.js" } defer {}
                script type="module" src={ (up) "assets/site.js" } data-root=(up) {}
            }
            body class=(class) {
                nav .site {
                    a .logo href=(up) { (quintain_draw::icon("ping")) "Quintain" }
                    a href={ (up) "#ready" } { "Fights" }
                    a href={ (up) "simulate.html" } { "Simulate" }
                    a href={ (up) "guide/" } { "Guide" }
                    a href={ (up) "rules/" } { "Rules" }
                }
                (body)
            }
        }
    };
    page.into_string()
}
