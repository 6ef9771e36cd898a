//! JSON Schemas of parties and days.

use serde_json::{Map, Value as Json, json};

use super::{BookSchema, combatant, document, house, table, text, texts};
use crate::party::LEFT;

/// The schema of a party: of one rulebook with its house rules, or of any.
pub fn party_schema(book: Option<&BookSchema>) -> Json {
    let mut keys = heading();
    keys.insert("side".to_owned(), text("The side of an encounter whose place it takes; `heroes` when left out."));
    keys.insert("packs".to_owned(), texts("Further packs to read, as paths beside this file."));
    keys.insert("house".to_owned(), house(book));
    keys.insert("hero".to_owned(), json!({ "type": "array", "minItems": 1, "items": hero() }));
    keys.insert("history".to_owned(), json!({ "type": "array", "items": chapter() }));
    document("A party", keys, &["rulebook", "hero"])
}

/// The schema of a day.
pub fn day_schema() -> Json {
    let mut keys = heading();
    keys.insert("party".to_owned(), text("The party's file, as a path beside this one."));
    let mut step = Map::new();
    step.insert("title".to_owned(), text("What it is called; the encounter's own title when left out."));
    step.insert("side".to_owned(), text("In a fight: the side whose place the party takes; its own when left out."));
    step.insert(
        "encounter".to_owned(),
        text("A fight: a path beside this file, or the name of a ready-made encounter."),
    );
    step.insert("rest".to_owned(), text("A rest of the book, by its key."));
    step.insert("hand".to_owned(), texts("What the game master changes: edicts, in order."));
    let mut step = table("What happens next: one of `encounter`, `rest` and `hand`.", step, &[]);
    if let Some(object) = step.as_object_mut() {
        let one = ["encounter", "rest", "hand"].map(|key| json!({ "required": [key] }));
        object.insert("oneOf".to_owned(), json!(one));
    }
    keys.insert("step".to_owned(), json!({ "type": "array", "minItems": 1, "items": step }));
    document("A day", keys, &["rulebook", "party", "step"])
}

fn heading() -> Map<String, Json> {
    let mut keys = Map::new();
    keys.insert("rulebook".to_owned(), text("The game it is for."));
    keys.insert("title".to_owned(), text("A short name."));
    keys.insert("about".to_owned(), text("What it is about."));
    keys
}

/// A hero is a combatant without a side and a square, and with what it carries.
fn hero() -> Json {
    let mut hero = combatant();
    if let Some(keys) = hero.get_mut("properties").and_then(Json::as_object_mut) {
        for key in ["side", "at", "count", "concealed", "temper"] {
            keys.remove(key);
        }
        let left = "What the last fight left of it; able when left out.";
        keys.insert("left".to_owned(), json!({ "enum": LEFT, "description": left }));
        let carries = "What it carries from fight to fight: keys of `set` that take the place of the standing ones.";
        keys.insert("carries".to_owned(), json!({ "type": "object", "description": carries }));
    }
    if let Some(object) = hero.as_object_mut() {
        object.insert("description".to_owned(), json!("Who belongs to the party."));
        object.insert("required".to_owned(), json!(["name", "is"]));
    }
    hero
}

fn chapter() -> Json {
    let mut keys = Map::new();
    keys.insert("what".to_owned(), text("What it was: `fight`, `rest`, `hand`."));
    keys.insert("title".to_owned(), text("Its title."));
    let mut line = Map::new();
    line.insert("who".to_owned(), text("Of whom."));
    line.insert("what".to_owned(), text("The key of a value, or words."));
    line.insert("was".to_owned(), text("What the value was."));
    line.insert("is".to_owned(), text("What it is since then."));
    line.insert("rule".to_owned(), text("The id of the rule that says so."));
    let line = json!({ "anyOf": [text("A line in words."), table("What has become of a value.", line, &["what"])] });
    keys.insert(
        "told".to_owned(),
        json!({ "type": "array", "items": line, "description": "What came of it, a line each." }),
    );
    table("What befell the party.", keys, &["what"])
}
