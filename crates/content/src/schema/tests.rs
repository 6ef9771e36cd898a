//! The schema agrees with what is read.

use schemars::JsonSchema;
use serde_json::Value as Json;

use super::*;
use crate::{Placed, combatant, encounter, map, pack, side};

#[derive(JsonSchema)]
#[allow(dead_code)]
#[schemars(deny_unknown_fields)]
struct Creature {
    sta: u8,
    weapons: Vec<Placed<String>>,
    attack: Attack,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Attack {
    damage: i32,
}

fn book() -> BookSchema {
    BookSchema::new("thalassa")
        .table::<Creature>("creature")
        .house("order.start", json!({ "enum": ["roll", "agree"] }))
        .house("order.again", json!({ "type": "boolean" }))
}

fn keys(schema: &Json, at: &str) -> Vec<String> {
    let mut keys: Vec<String> = schema.pointer(at).unwrap().as_object().unwrap().keys().cloned().collect();
    keys.sort();
    keys
}

fn sorted<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    names.sort();
    names
}

/// The parser's own lists of keys are those of the schema.
#[test]
fn schema_and_parser_have_the_same_keys() {
    let schema = encounter_schema(None);
    assert_eq!(keys(&schema, "/properties"), sorted(encounter::KEYS));
    assert_eq!(keys(&schema, "/properties/side/items/properties"), sorted(side::KEYS));
    assert_eq!(keys(&schema, "/properties/combatant/items/properties"), sorted(combatant::KEYS));
    assert_eq!(keys(&schema, "/properties/map/properties"), sorted(map::KEYS));
    let letter = "/properties/map/properties/legend/additionalProperties/anyOf/1/properties";
    assert_eq!(keys(&schema, letter), sorted(map::LEGEND_KEYS));
    let schema = encounter_schema(Some(&book()));
    assert_eq!(keys(&schema, "/properties"), sorted(encounter::KEYS.into_iter().chain(["creature"])));
    assert_eq!(keys(&book().pack_schema(), "/properties"), sorted(pack::KEYS.into_iter().chain(["creature"])));
}

#[test]
fn entries_have_id_and_like_beside_their_own_keys() {
    let schema = book().pack_schema();
    let entry = schema.pointer("/properties/creature/items").unwrap();
    assert_eq!(keys(entry, "/properties"), ["attack", "id", "like", "sta", "weapons", "without"]);
    assert_eq!(entry["required"], json!(["id"]));
    assert_eq!(entry["anyOf"], json!([{ "required": ["like"] }, { "required": ["sta", "weapons", "attack"] }]));
    assert_eq!(entry["additionalProperties"], json!(false));
    assert_eq!(entry["properties"]["weapons"]["items"]["type"], json!("string"));
    assert_eq!(entry["properties"]["attack"], json!({ "$ref": "#/$defs/Attack" }));
    assert!(schema.pointer("/$defs/Attack/properties/damage").is_some());
}

#[test]
fn house_rules_may_be_dotted_or_nested() {
    let schema = encounter_schema(Some(&book()));
    assert_eq!(keys(&schema, "/properties/house/properties"), ["order", "order.again", "order.start"]);
    assert_eq!(keys(&schema, "/properties/house/properties/order/properties"), ["again", "start"]);
}
