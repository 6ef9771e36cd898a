//! The published JSON Schemas: of encounters, parties and days, and of the packs of each rulebook.

use quintain_content::schema::{day_schema, encounter_schema, party_schema};
use quintain_engine::AnyRulebook;
use serde_json::{Map, Value, json};

use crate::library::Library;

impl Library {
    /// Every schema with the name of its file: `encounter.json`, `thalassa-pack.json`.
    pub fn schemas(&self) -> Vec<(String, Value)> {
        let packs = self.shelf().iter().map(|book| (format!("{}-pack.json", book.id()), pack_schema(*book)));
        let common = [
            ("encounter.json", encounter_schema(None)),
            ("party.json", party_schema(None)),
            ("day.json", day_schema()),
        ];
        common.into_iter().map(|(name, schema)| (name.to_owned(), schema)).chain(packs).collect()
    }
}

/// The schema of one rulebook's packs, put together from those of its entries.
fn pack_schema(book: &dyn AnyRulebook) -> Value {
    let mut keys = Map::new();
    keys.insert("rulebook".to_owned(), json!({ "const": book.id(), "description": "The game it is for." }));
    for (key, about) in [
        ("title", "A short name."),
        ("about", "What it is about."),
        ("source", "Where its content comes from: book and licence."),
    ] {
        keys.insert(key.to_owned(), json!({ "type": "string", "description": about }));
    }
    let mut definitions = Map::new();
    for (table, mut schema) in book.entry_schemas() {
        if let Some(entry) = schema.as_object_mut() {
            entry.remove("$schema");
            if let Some(Value::Object(own)) = entry.remove("$defs") {
                definitions.extend(own);
            }
            add_id(entry);
        }
        keys.insert(table.to_owned(), json!({ "type": "array", "items": schema }));
    }
    let mut whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A pack for {}", book.name()),
        "type": "object",
        "properties": keys,
        "required": ["rulebook"],
        "additionalProperties": false,
    });
    if let Some(object) = whole.as_object_mut().filter(|_| !definitions.is_empty()) {
        object.insert("$defs".to_owned(), Value::Object(definitions));
    }
    whole
}

/// Every entry has an `id`, and with `like` it may leave out whatever the other entry says.
fn add_id(entry: &mut Map<String, Value>) {
    let id = "^[a-z0-9]+(-[a-z0-9]+)*$";
    let required = entry.remove("required");
    if let Some(keys) = entry.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
        keys.insert("id".to_owned(), json!({ "type": "string", "pattern": id, "description": "Its name in files." }));
        let about = "The entry of this table from which it has all that it does not say itself.";
        keys.insert("like".to_owned(), json!({ "type": "string", "pattern": id, "description": about }));
        let about =
            "What is not inherited: keys, also of tables inside (`skill.hide`), or names in lists (`attack.club`).";
        let path = json!({ "type": "string", "pattern": r"\S" });
        let paths = json!([path, { "type": "array", "items": path }]);
        keys.insert("without".to_owned(), json!({ "anyOf": paths, "description": about }));
    }
    entry.insert("required".to_owned(), json!(["id"]));
    if let Some(names) = required {
        entry.insert("anyOf".to_owned(), json!([{ "required": ["like"] }, { "required": names }]));
    }
}
