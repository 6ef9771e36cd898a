//! The draft of an encounter: its TOML as it was written, and what may be changed of it.

mod edit;
mod ground;
mod hidden;
mod people;
mod rows;

use quintain_content::{Encounter, MapSpec, Problem, Problems, Source};
use quintain_field::Map;
use toml_edit::{DocumentMut, Item};

pub use self::edit::Edit;
pub(crate) use self::hidden::Lamp;
pub use self::people::Someone;
pub(crate) use self::people::called;
use crate::toml::{self, shown};

/// An encounter that is being made.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(crate) document: DocumentMut,
    /// Whether its lines end as on Windows.
    returns: bool,
}

impl Draft {
    /// A new one for a game: open ground, and nobody on it.
    pub fn new(rulebook: &str) -> Draft {
        let mut document = DocumentMut::new();
        document.insert("rulebook", toml_edit::value(rulebook));
        document.insert("title", toml_edit::value("A new fight"));
        let mut draft = Draft { document, returns: false };
        draft.lay_out(16, 10);
        draft
    }

    /// Reads one.
    ///
    /// # Errors
    /// When the text is no TOML; whatever else is wrong with it, [`crate::check`] tells.
    pub fn read(text: &str) -> Result<Draft, Problem> {
        let returns = text.contains("\r\n") && !text.replace("\r\n", "").contains('\n');
        let document = if returns { toml::document(&text.replace("\r\n", "\n")) } else { toml::document(text) };
        document.map(|document| Draft { document, returns })
    }

    /// The text as it stands: byte for byte what was read, but for what has been changed.
    pub fn text(&self) -> String {
        let text = self.document.to_string();
        if self.returns { text.replace('\n', "\r\n") } else { text }
    }

    /// A text at the top: `title`, `rulebook`.
    pub fn head(&self, key: &str) -> String {
        self.document.get(key).map(shown).unwrap_or_default()
    }

    /// The rulebook's id.
    pub fn rulebook(&self) -> String {
        self.head("rulebook")
    }

    /// The title, or what stands for one.
    pub fn title(&self) -> String {
        Some(self.head("title"))
            .filter(|title| !title.trim().is_empty())
            .unwrap_or_else(|| "Without a title".to_owned())
    }

    /// The further packs that it names.
    pub fn packs(&self) -> Vec<String> {
        self.document.get("packs").map(toml::texts).unwrap_or_default()
    }

    /// A house rule's value, as it is written.
    pub fn house(&self, key: &str) -> Option<String> {
        toml::at(self.document.get("house")?.as_table_like()?, key).map(shown)
    }

    /// Whether sight is limited, and shared, and the ground unknown at first.
    pub fn sight(&self, key: &str) -> bool {
        let sight = self.document.get("sight").and_then(Item::as_table_like);
        sight.and_then(|sight| sight.get(key)).and_then(Item::as_bool).unwrap_or(key != "explored")
    }

    /// The name of the picture under the map.
    pub fn picture(&self) -> Option<String> {
        let map = self.document.get("map")?.as_table_like()?;
        map.get("picture").map(shown).filter(|name| !name.is_empty())
    }

    /// The map, read by itself, so that it can be drawn whatever else is wrong.
    ///
    /// # Errors
    /// What is wrong with it; `None` where there is none.
    pub fn map(&self) -> Option<Result<Map, Problems>> {
        Some(self.map_spec()?.and_then(|spec| spec.build()))
    }

    pub(crate) fn map_spec(&self) -> Option<Result<MapSpec, Problems>> {
        let map = self.document.get("map")?;
        let mut alone = DocumentMut::new();
        alone.insert("rulebook", toml_edit::value("any"));
        alone.insert("map", map.clone());
        toml::push(&mut alone, "combatant", vec![("is", "any".into()), ("side", "any".into())]);
        let read = Encounter::parse(&Source::new("the map", alone.to_string()), &[]);
        let none = || Problem::general("there is no map").into();
        Some(read.and_then(|encounter| encounter.map.ok_or_else(none)))
    }
}

#[cfg(test)]
mod tests;
