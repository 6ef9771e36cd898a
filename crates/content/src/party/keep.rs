//! Writing into a party's file what befell it, with everything else in the file left as its author wrote it.

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

use crate::fields::Fields;
use crate::node::Node;
use crate::{Place, Problem, Problems, Source, Value};

use super::noted::Noted;
use super::{LEFT, Party};

/// A `[[history]]`: a fight, a rest, or what the game master handed out.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// What it was: `fight`, `rest`, `hand`.
    pub what: String,
    /// Its title: the encounter's, the rest's.
    pub title: String,
    /// What came of it.
    pub told: Vec<Noted>,
}

impl Chapter {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Chapter> {
        let mut fields = Fields::open("a chapter of the history", node, problems)?;
        fields.only(&["what", "title", "told"], &[]);
        fields.require("what", "what = \"fight\"");
        let title = fields.text("title").map(|title| title.value).unwrap_or_default();
        let told = fields.node("told").map(|node| Noted::all(node, fields.problems)).unwrap_or_default();
        Some(Chapter { what: fields.text("what")?.value, title, told })
    }
}

/// What becomes of a hero in the party's file.
#[derive(Clone, Debug, PartialEq)]
pub struct HeroChange {
    /// Whose.
    pub name: String,
    /// One of `LEFT`.
    pub left: String,
    /// All that it carries from now on.
    pub carries: Vec<(String, Value)>,
}

impl Party {
    /// The party's file with these changes and a new chapter: comments, order and everything else stay as they are.
    ///
    /// # Errors
    /// When a change is for a hero who is not there.
    pub fn changed(&self, changes: &[HeroChange], chapter: &Chapter) -> Result<Source, Problem> {
        let mut file: DocumentMut = self.source.text.parse().map_err(|fault| {
            Problem::at(&Place { path: self.source.path.clone(), ..Place::default() }, format!("{fault}"))
        })?;
        for change in changes {
            let heroes = file.get_mut("hero").and_then(Item::as_array_of_tables_mut);
            let is_it = |hero: &&mut Table| {
                let name = hero.get("name").and_then(Item::as_str).unwrap_or_default();
                name.to_lowercase() == change.name.to_lowercase()
            };
            let Some(hero) = heroes.and_then(|heroes| heroes.iter_mut().find(is_it)) else {
                let what = format!("no hero of the party is called `{}`", change.name);
                return Err(Problem::general(what).help("heroes stand in the file as `[[hero]]`"));
            };
            change.write(hero);
        }
        let history = file.entry("history").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        if let Some(history) = history.as_array_of_tables_mut() {
            history.push(chapter_table(chapter));
        }
        Ok(Source::new(self.source.path.clone(), file.to_string()))
    }
}

impl HeroChange {
    fn write(&self, hero: &mut Table) {
        if self.left == LEFT[0] {
            hero.remove("left");
        } else {
            hero.insert("left", value(self.left.as_str()));
        }
        let kept = hero.remove("carries");
        if self.carries.is_empty() {
            return;
        }
        let mut carries = Table::new();
        // The comment above the table stays with it.
        if let Some(Item::Table(kept)) = kept {
            *carries.decor_mut() = kept.decor().clone();
            carries.set_position(kept.position());
        }
        for (key, written) in &self.carries {
            carries.insert(key, Item::Value(toml_value(written)));
        }
        hero.insert("carries", Item::Table(carries));
    }
}

fn chapter_table(chapter: &Chapter) -> Table {
    let mut table = Table::new();
    table.insert("what", value(chapter.what.as_str()));
    if !chapter.title.is_empty() {
        table.insert("title", value(chapter.title.as_str()));
    }
    if !chapter.told.is_empty() {
        let mut told: Array = chapter.told.iter().map(Noted::written).collect();
        told.iter_mut().for_each(|line| line.decor_mut().set_prefix("\n  "));
        told.set_trailing_comma(true);
        told.set_trailing("\n");
        table.insert("told", value(told));
    }
    table
}

/// A plain value as TOML has it.
pub(super) fn toml_value(written: &Value) -> toml_edit::Value {
    match written {
        Value::Int(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Bool(flag) => (*flag).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(items) => toml_edit::Value::Array(items.iter().map(|item| toml_value(&item.value)).collect()),
    }
}
