//! The style sheet, the script and the icon, embedded in the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const ASSETS: &[(&str, &str, &str)] = &[
    ("style.css", "text/css; charset=utf-8", quintain_pages::STYLE),
    ("script.js", "text/javascript; charset=utf-8", quintain_pages::SCRIPT),
    ("beside.js", "text/javascript; charset=utf-8", quintain_pages::BESIDE),
    ("workshop.css", "text/css; charset=utf-8", quintain_workshop::STYLE),
    ("workshop.js", "text/javascript; charset=utf-8", quintain_workshop::SCRIPT),
    ("icon.svg", "image/svg+xml", quintain_pages::ICON),
];

/// One of them.
pub(crate) async fn asset(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => {
            ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *text).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
