//! Maps of other programs: Universal VTT, Tiled, and plain pictures, read into the table of an encounter's map.

use quintain_content::uvtt::{self, Picture};
use quintain_content::{Problem, Source};

use crate::tiled;

/// A map that was brought over.
#[derive(Clone, Debug, PartialEq)]
pub struct Brought {
    /// The `[map]` table.
    pub toml: String,
    /// What lies under it.
    pub picture: Option<Picture>,
    /// What was not understood or left out.
    pub said: Vec<String>,
}

/// Reads a map by what is in it: Universal VTT has a `resolution`, Tiled has `layers`.
///
/// # Errors
/// When it is neither, or cannot be read; says what would be right.
pub fn import(name: &str, text: &str) -> Result<Brought, Problem> {
    let json: serde_json::Value = serde_json::from_str(text).map_err(|fault| {
        Problem::general(format!("`{name}` is no map that can be read: {fault}"))
            .help("Universal VTT (.dd2vtt, .uvtt, .df2vtt), Tiled (.tmj, .json), or a picture (PNG, JPEG, WebP)")
    })?;
    if json.get("layers").is_some() {
        return tiled::import(&json);
    }
    let map = uvtt::import(&Source::new(name, text))?;
    Ok(Brought { toml: map.toml, picture: map.picture, said: map.warnings })
}
