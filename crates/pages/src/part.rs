//! Parts of a page: pieces with an id and a hash, so that only what has changed is sent again, and what is known by the
//! stamp of what it is made from is not even written.

use std::fmt;

use maud::{Markup, PreEscaped};
use xxhash_rust::xxh3::xxh3_64;

use crate::stamp::Stamp;

/// A piece of a page. Its root element carries its id.
pub(crate) struct Part<'a> {
    /// The id of its root element.
    pub id: String,
    hash: u32,
    body: Body<'a>,
}

/// The markup of a piece, or the way to it.
enum Body<'a> {
    Written(Markup),
    Due(Box<dyn Fn() -> Markup + 'a>),
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("id", &self.id).field("hash", &self.hash).finish_non_exhaustive()
    }
}

impl<'a> Part<'a> {
    /// A piece that is known by its markup.
    pub(crate) fn new(id: impl Into<String>, markup: Markup) -> Part<'a> {
        let hash = xxh3_64(markup.0.as_bytes()) as u32;
        Part { id: id.into(), hash, body: Body::Written(markup) }
    }

    /// A piece that is known by the stamp of all that it is made from, and written only where a page lacks it.
    pub(crate) fn made_from(id: impl Into<String>, stamp: &Stamp, write: impl Fn() -> Markup + 'a) -> Part<'a> {
        Part { id: id.into(), hash: stamp.sum() as u32, body: Body::Due(Box::new(write)) }
    }

    /// The piece with its hash on the root element: eight letters that tell one state of it from another.
    pub(crate) fn stamped(&self) -> Markup {
        let fresh;
        let text = match &self.body {
            Body::Written(markup) => &markup.0,
            Body::Due(write) => {
                fresh = write();
                &fresh.0
            }
        };
        let name_end = text.find([' ', '>']).unwrap_or(text.len());
        PreEscaped(format!("{} data-hash=\"{:08x}\"{}", &text[..name_end], self.hash, &text[name_end..]))
    }
}

/// What a page holds already: the hash of each piece, in the order of the ids.
#[derive(Clone, Debug, Default)]
pub struct Held<'a>(Vec<(&'a str, u32)>);

impl<'a> Held<'a> {
    /// Reads `id:hash` pairs parted by commas; anything else is passed over.
    pub fn read(text: &'a str) -> Held<'a> {
        let pairs = text.split(',').filter_map(|pair| pair.split_once(':'));
        let mut held: Vec<_> = pairs.filter_map(|(id, hash)| Some((id, u32::from_str_radix(hash, 16).ok()?))).collect();
        held.sort_unstable();
        Held(held)
    }

    /// Whether the page has this very piece.
    pub(crate) fn has(&self, part: &Part<'_>) -> bool {
        self.0.binary_search(&(&part.id, part.hash)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use maud::html;

    use super::*;

    /// What a page that shows this piece says of it.
    fn told(part: &Part<'_>) -> String {
        let text = part.stamped().0;
        let hash = text.split("data-hash=\"").nth(1).and_then(|rest| rest.get(..8)).unwrap_or_default();
        format!("stage:00000000,{}:{hash},act-7:0000000f", part.id)
    }

    #[test]
    fn what_is_held_is_known_again() {
        let part = Part::new("dock", html! { section #dock { "one" } });
        let told = told(&part);
        let held = Held::read(&told);
        assert!(held.has(&part));
        assert!(!held.has(&Part::new("dock", html! { section #dock { "two" } })));
        assert!(!Held::read("nonsense,,:,dock:,dock:x").has(&part));
        assert!(part.stamped().0.starts_with("<section data-hash=\""));
    }

    #[test]
    fn what_is_known_by_its_stamp_is_not_written() {
        let written = Cell::new(0);
        let made = |from: &str| {
            let from = from.to_owned();
            let written = &written;
            Part::made_from("act-1", &Stamp::new().with(&from), move || {
                written.set(written.get() + 1);
                html! { li #act-1 { (from) } }
            })
        };
        let told = told(&made("a blow"));
        assert_eq!(written.get(), 1);
        let held = Held::read(&told);
        assert!(held.has(&made("a blow")) && !held.has(&made("a parry")));
        assert_eq!(written.get(), 1);
    }
}
