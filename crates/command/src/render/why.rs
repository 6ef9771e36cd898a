//! Why a value is what it is, in lines.

use std::io::{self, Write};

use quintain_content::nearest;
use quintain_engine::{NoSuchValue, Why};

use crate::render::BOLD;

/// The value, then what it is made of.
pub(crate) fn value(why: &Why, out: &mut dyn Write) -> io::Result<()> {
    let told = why.to_string();
    let (first, parts) = told.split_once('\n').map_or((told.as_str(), ""), |(first, parts)| (first, parts));
    writeln!(out, "{BOLD}{first}{BOLD:#}")?;
    if parts.is_empty() { Ok(()) } else { writeln!(out, "{parts}") }
}

/// What would have been right at that place, the nearest name first.
pub(crate) fn no_such_value(none: &NoSuchValue) -> String {
    let said = none.path.rsplit_once('.').filter(|_| none.known.iter().any(|known| known == "side"));
    let said = said.map_or(none.path.split('.').next().unwrap_or_default(), |(_, key)| key);
    match nearest(said, none.known.iter().map(String::as_str)) {
        Some(near) => format!("{none}; the nearest name is `{near}`"),
        None => none.to_string(),
    }
}
