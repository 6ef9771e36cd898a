//! JSON Schema of encounters and packs, for editors that check and complete while one writes.

mod campaign;

use quintain_field::Cover;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value as Json, json};

use crate::MOST_OF_A_KIND;
use crate::light;
use crate::map::{BLOCKS, DEAREST, LONGEST};

/// The pattern of ids.
const ID: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";
/// The pattern of squares.
const SQUARE: &str = "^[A-Za-z]+[1-9][0-9]*$";

/// The schema of one rulebook's packs, gathered from its entry types; and what its encounters may hold.
///
/// ```
/// use schemars::JsonSchema;
/// #[derive(JsonSchema)]
/// struct Creature { sta: u8 }
/// let book = quintain_content::schema::BookSchema::new("thalassa").table::<Creature>("creature");
/// let pack: serde_json::Value = book.pack_schema();
/// let encounter = quintain_content::schema::encounter_schema(Some(&book));
/// ```
#[derive(Debug)]
pub struct BookSchema {
    rulebook: String,
    tables: Vec<(String, Schema)>,
    house: Option<Vec<(String, Json)>>,
    generator: SchemaGenerator,
}

impl BookSchema {
    /// A rulebook without tables yet.
    pub fn new(rulebook: &str) -> Self {
        let generator = SchemaSettings::draft2020_12().into_generator();
        Self { rulebook: rulebook.to_owned(), tables: Vec::new(), house: None, generator }
    }

    /// Adds a table of entries: `[[creature]]` is read as `T`, with `id` and `like` beside its own keys.
    #[must_use]
    pub fn table<T: JsonSchema>(mut self, name: &str) -> Self {
        let mut schema = T::json_schema(&mut self.generator);
        with_id(schema.ensure_object());
        self.tables.push((name.to_owned(), schema));
        self
    }

    /// Adds a house rule, as the dotted key by which `[house]` sets it, with the schema of its values. Once one is
    /// added, no others are allowed.
    #[must_use]
    pub fn house(mut self, key: &str, values: Json) -> Self {
        self.house.get_or_insert_default().push((key.to_owned(), values));
        self
    }

    /// The schema of a pack.
    pub fn pack_schema(&self) -> Json {
        let mut keys = Map::new();
        keys.insert("rulebook".to_owned(), json!({ "const": self.rulebook, "description": "The game it is for." }));
        keys.insert("title".to_owned(), text("A short name."));
        keys.insert("about".to_owned(), text("What it is about."));
        keys.insert("source".to_owned(), text("Where its content comes from: book and licence."));
        self.add_tables(&mut keys);
        self.document(&format!("A pack for {}", self.rulebook), keys, &["rulebook"])
    }

    fn add_tables(&self, keys: &mut Map<String, Json>) {
        for (name, schema) in &self.tables {
            keys.insert(name.clone(), json!({ "type": "array", "items": schema }));
        }
    }

    fn document(&self, title: &str, keys: Map<String, Json>, required: &[&str]) -> Json {
        let mut whole = document(title, keys, required);
        let definitions = self.generator.definitions();
        if let Some(object) = whole.as_object_mut().filter(|_| !definitions.is_empty()) {
            object.insert("$defs".to_owned(), Json::Object(definitions.clone()));
        }
        whole
    }
}

fn document(title: &str, keys: Map<String, Json>, required: &[&str]) -> Json {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": keys,
        "required": required,
        "additionalProperties": false,
    })
}

/// Adds `id`, `like` and `without` to an entry. What it must have, it may also inherit: so with `like` nothing else is
/// required. (The parser goes further and also lets the tables inside inherit; the schema then asks for more than
/// the parser does, because the tags of enums would otherwise be lost.)
fn with_id(object: &mut Map<String, Json>) {
    let required = object.remove("required");
    let keys = object.entry("properties").or_insert_with(|| json!({}));
    if let Some(keys) = keys.as_object_mut() {
        keys.insert("id".to_owned(), json!({ "type": "string", "pattern": ID, "description": "Its name in files." }));
        let about = "The entry of this table from which it has all that it does not say itself.";
        keys.insert("like".to_owned(), json!({ "type": "string", "pattern": ID, "description": about }));
        let about =
            "What is not inherited: keys, also of tables inside (`skill.hide`), or names in lists (`attack.club`).";
        keys.insert("without".to_owned(), texts(about));
    }
    object.insert("required".to_owned(), json!(["id"]));
    if let Some(Json::Array(names)) = required {
        object.insert("anyOf".to_owned(), json!([{ "required": ["like"] }, { "required": names }]));
    }
}

/// The schema of an encounter: of one rulebook with its tables and house rules, or of any.
pub fn encounter_schema(book: Option<&BookSchema>) -> Json {
    let mut keys = Map::new();
    let rulebook = match book {
        Some(book) => json!({ "const": book.rulebook, "description": "The game it is for." }),
        None => text("The game it is for."),
    };
    keys.insert("rulebook".to_owned(), rulebook);
    keys.insert("title".to_owned(), text("A short name."));
    keys.insert("about".to_owned(), text("What it is about."));
    keys.insert("seed".to_owned(), whole(0, None, "In scripts: the seed of the dice."));
    keys.insert("shows".to_owned(), texts("In scripts: the rules that are shown."));
    keys.insert("packs".to_owned(), texts("Further packs to read, as paths beside this file."));
    let party = "The party that takes the place of a side, as a path beside this file.";
    keys.insert("party".to_owned(), text(party));
    keys.insert("map".to_owned(), map());
    keys.insert("sight".to_owned(), sight());
    keys.insert("light".to_owned(), json!({ "type": "array", "items": shining(&light::KEYS) }));
    keys.insert("side".to_owned(), json!({ "type": "array", "items": side() }));
    keys.insert("combatant".to_owned(), json!({ "type": "array", "minItems": 1, "items": combatant() }));
    keys.insert("house".to_owned(), house(book));
    let required = ["rulebook", "combatant"];
    match book {
        Some(book) => {
            book.add_tables(&mut keys);
            book.document(&format!("An encounter of {}", book.rulebook), keys, &required)
        }
        None => {
            let mut schema = document("An encounter", keys, &required);
            if let Some(object) = schema.as_object_mut() {
                // The tables of entries have names that only the rulebook knows.
                object.insert(
                    "additionalProperties".to_owned(),
                    json!({ "type": "array", "items": { "type": "object" } }),
                );
            }
            schema
        }
    }
}

pub use campaign::{day_schema, party_schema};

fn sight() -> Json {
    let fog = "Whether a seat knows only what its own perceive or have perceived; true unless said otherwise.";
    let shared = "Whether all of a side share what each of them perceives; true unless said otherwise.";
    let explored = "Whether a seat knows only the ground that its own have seen; false unless said otherwise.";
    json!({
        "type": "object",
        "properties": {
            "fog": { "type": "boolean", "description": fog },
            "shared": { "type": "boolean", "description": shared },
            "explored": { "type": "boolean", "description": explored },
        },
        "additionalProperties": false,
        "description": "What a seat may know of those whom it does not perceive.",
    })
}

/// A light with these keys: one that stands, or one that is carried.
fn shining(known: &[&str]) -> Json {
    let reach =
        |about: &str| json!({ "type": "integer", "minimum": 0, "maximum": light::FARTHEST, "description": about });
    let mut keys = Map::new();
    keys.insert("name".to_owned(), text("What it is called; when left out, by where it stands or who carries it."));
    keys.insert("at".to_owned(), text("The square where it stands, such as `C4`."));
    keys.insert("bright".to_owned(), reach("How far it makes squares bright."));
    keys.insert("dim".to_owned(), reach("How far it makes squares dim at least."));
    let lit = "Whether it burns from the start; true unless said otherwise.";
    keys.insert("lit".to_owned(), json!({ "type": "boolean", "description": lit }));
    keys.retain(|key, _| known.contains(&key.as_str()));
    let required: Vec<&str> = ["at", "bright"].into_iter().filter(|key| known.contains(key)).collect();
    table("Something that gives light.", keys, &required)
}

fn house(book: Option<&BookSchema>) -> Json {
    let about = "House rules: how this table plays what the rulebook leaves open.";
    let Some(rules) = book.and_then(|book| book.house.as_ref()) else {
        return json!({ "type": "object", "description": about });
    };
    let mut keys = Map::new();
    for (key, values) in rules {
        nest(&mut keys, key, values);
        keys.insert(key.clone(), values.clone());
    }
    json!({ "type": "object", "properties": keys, "additionalProperties": false, "description": about })
}

/// Adds `order.start` as a table `order` with the key `start`.
fn nest(keys: &mut Map<String, Json>, key: &str, values: &Json) {
    let Some((first, rest)) = key.split_once('.') else { return };
    let table = keys
        .entry(first)
        .or_insert_with(|| json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    if let Some(inner) = table.get_mut("properties").and_then(Json::as_object_mut) {
        nest(inner, rest, values);
        inner.insert(rest.to_owned(), values.clone());
    }
}

fn side() -> Json {
    let mut keys = Map::new();
    keys.insert("name".to_owned(), text("What it is called."));
    keys.insert("foes".to_owned(), texts("The sides it fights against; all others when left out."));
    keys.insert("tactics".to_owned(), text("How it answers when nobody does."));
    keys.insert("seat".to_owned(), text("Who answers for it."));
    table("Who fights together.", keys, &["name"])
}

fn combatant() -> Json {
    let mut keys = Map::new();
    let name = "What it is called; when left out, `is` as words.";
    let name_pattern = r"^(?![Gg][Mm]$)(?!#)(?!\s)[^:,\u0000-\u001f\u007f-\u009f]*[^:,\s\u0000-\u001f\u007f-\u009f]$";
    keys.insert("name".to_owned(), json!({ "type": "string", "pattern": name_pattern, "description": name }));
    keys.insert("is".to_owned(), text("The pack entry it is made from."));
    keys.insert("side".to_owned(), text("Who it fights for."));
    let at = "Where it stands: a square such as `C4`, or a list with one for each of `count`.";
    keys.insert("at".to_owned(), squares(at));
    keys.insert("count".to_owned(), whole(1, Some(MOST_OF_A_KIND), "How many there are; the names are numbered."));
    keys.insert("with".to_owned(), texts("What it carries and knows besides what its entry says."));
    keys.insert("set".to_owned(), json!({ "type": "object", "description": "What is changed in it." }));
    keys.insert("seat".to_owned(), text("Who answers for it; when left out, the seat of its side."));
    keys.insert("tactics".to_owned(), text("How it answers when nobody does; when left out, the tactics of its side."));
    keys.insert(
        "temper".to_owned(),
        text(
            "How it bends those tactics: bold, cautious, cruel, protective, cowardly; none undoes what its entry says.",
        ),
    );
    let concealed = "Whether only its own player knows of it until the game master reveals it.";
    keys.insert("concealed".to_owned(), json!({ "type": "boolean", "description": concealed }));
    let far = json!({ "type": "integer", "minimum": 0, "maximum": light::FARTHEST });
    let carried =
        json!({ "anyOf": [far, shining(&light::CARRIED_KEYS)], "description": "A light that each of them carries." });
    keys.insert("light".to_owned(), carried);
    table("Who fights.", keys, &["is", "side"])
}

fn table(about: &str, keys: Map<String, Json>, required: &[&str]) -> Json {
    json!({
        "type": "object",
        "description": about,
        "properties": keys,
        "required": required,
        "additionalProperties": false,
    })
}

fn text(about: &str) -> Json {
    json!({ "type": "string", "pattern": r"\S", "description": about })
}

fn texts(about: &str) -> Json {
    let one = json!({ "type": "string", "pattern": r"\S" });
    json!({ "anyOf": [one, { "type": "array", "items": one }], "description": about })
}

fn whole(least: u32, most: Option<u32>, about: &str) -> Json {
    let mut schema = json!({ "type": "integer", "minimum": least, "description": about });
    if let (Some(most), Some(object)) = (most, schema.as_object_mut()) {
        object.insert("maximum".to_owned(), json!(most));
    }
    schema
}

fn map() -> Json {
    let mut keys = Map::new();
    let side = json!({ "type": "integer", "minimum": 1, "maximum": LONGEST });
    keys.insert(
        "size".to_owned(),
        json!({ "type": "array", "items": side, "minItems": 2, "maxItems": 2, "description": "Columns and rows." }),
    );
    let row = json!({ "type": "string", "pattern": r"\S" });
    keys.insert("rows".to_owned(), json!({ "type": "array", "items": row, "minItems": 1, "description": "A text for each row, the top one first; a letter is a square." }));
    keys.insert("edges".to_owned(), texts("What stands between squares, such as `wall B2-B3`."));
    keys.insert("legend".to_owned(), json!({ "type": "object", "additionalProperties": letter(), "description": "What letters of the rows mean besides the standard ones." }));
    keys.insert("exits".to_owned(), squares("Where one may leave the map."));
    keys.insert(
        "concealed".to_owned(),
        texts("Doors (`B2-B3`) and squares (`C4`) of which nobody knows until they show themselves."),
    );
    keys.insert("picture".to_owned(), text("The name of the picture that a web table shows under the map."));
    keys.insert(
        "square".to_owned(),
        metres("How long the side of a square is, in metres; when left out, the rulebook says."),
    );
    let mut schema = table("The ground.", keys, &[]);
    if let Some(object) = schema.as_object_mut() {
        object.insert("anyOf".to_owned(), json!([{ "required": ["size"] }, { "required": ["rows"] }]));
    }
    schema
}

fn letter() -> Json {
    let mut keys = Map::new();
    keys.insert("terrain".to_owned(), text("What the ground is called; a standard name brings along what it is."));
    keys.insert("cost".to_owned(), whole(0, Some(DEAREST), "What a square of it costs to enter."));
    keys.insert("height".to_owned(), metres("How high the ground is, in metres."));
    keys.insert("cover".to_owned(), one_of(&Cover::ALL.map(Cover::name), "The cover that it gives."));
    let blocks = json!({ "enum": BLOCKS });
    keys.insert(
        "blocks".to_owned(),
        json!({ "anyOf": [blocks, { "type": "array", "items": blocks }], "description": "What it blocks." }),
    );
    keys.insert("exit".to_owned(), json!({ "type": "boolean", "description": "Whether one may leave the map there." }));
    keys.insert("door".to_owned(), one_of(&["open", "closed", "locked"], "A door that fills the square."));
    let concealed = "Whether nobody knows of it until it shows itself or the game master reveals it.";
    keys.insert("concealed".to_owned(), json!({ "type": "boolean", "description": concealed }));
    json!({ "anyOf": [{ "type": "string" }, table("What a letter means.", keys, &[])] })
}

fn squares(about: &str) -> Json {
    let square = json!({ "type": "string", "pattern": SQUARE });
    json!({ "anyOf": [square, { "type": "array", "items": square }], "description": about })
}

fn metres(about: &str) -> Json {
    json!({ "type": ["number", "string"], "description": about })
}

fn one_of(words: &[&str], about: &str) -> Json {
    json!({ "enum": words, "description": about })
}

#[cfg(test)]
mod tests;
