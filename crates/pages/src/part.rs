//! Parts of a page: pieces with an id and a hash, so that only what has changed is sent again.

use maud::{Markup, PreEscaped};
use xxhash_rust::xxh3::xxh3_64;

/// A piece of a page. Its root element carries its id.
#[derive(Clone, Debug)]
pub struct Part {
    /// The id of its root element.
    pub id: String,
    /// Its markup.
    pub markup: Markup,
}

impl Part {
    /// A piece under an id that its root element carries.
    pub fn new(id: impl Into<String>, markup: Markup) -> Part {
        Part { id: id.into(), markup }
    }

    /// What tells one state of the piece from another: eight letters.
    pub fn hash(&self) -> String {
        format!("{:08x}", xxh3_64(self.markup.0.as_bytes()) as u32)
    }

    /// The piece with its hash on the root element.
    pub fn stamped(&self) -> Markup {
        let text = &self.markup.0;
        let name_end = text.find([' ', '>']).unwrap_or(text.len());
        PreEscaped(format!("{} data-hash=\"{}\"{}", &text[..name_end], self.hash(), &text[name_end..]))
    }
}

/// What a page holds already: the hash of each piece.
#[derive(Clone, Debug, Default)]
pub struct Held(Vec<(String, String)>);

impl Held {
    /// Reads `id:hash` pairs parted by commas; anything else is passed over.
    pub fn read(text: &str) -> Held {
        let pairs = text.split(',').filter_map(|pair| pair.split_once(':'));
        Held(pairs.map(|(id, hash)| (id.to_owned(), hash.to_owned())).collect())
    }

    /// Whether the page has this very piece.
    pub fn has(&self, part: &Part) -> bool {
        self.0.iter().any(|(id, hash)| *id == part.id && *hash == part.hash())
    }
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

    #[test]
    fn what_is_held_is_known_again() {
        let part = Part::new("dock", html! { section #dock { "one" } });
        let held = Held::read(&format!("stage:00000000,dock:{}", part.hash()));
        assert!(held.has(&part));
        assert!(!held.has(&Part::new("dock", html! { section #dock { "two" } })));
        assert!(!Held::read("nonsense,,:").has(&part));
        assert!(part.stamped().0.starts_with("<section data-hash=\""));
    }
}
