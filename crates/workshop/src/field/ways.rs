//! Values that are one of several ways, each a word alone or a word with what it takes: `"flash"`, `{ lights-up = 2 }`.

use serde_json::Value as Json;
use toml_edit::{Array, InlineTable, Item, TableLike, Value};

use super::{Field, Kind, Maker, resolved, type_of, words_of};

/// The word for a table that is there and might be left out.
const GIVEN: &str = "given";

/// One of several things that a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The word that stands for it.
    pub word: String,
    /// What it means.
    pub gloss: String,
    /// It with the simplest of all that it needs, as TOML.
    pub fresh: String,
}

/// A way with the schema of what it takes, where it takes anything.
type Offered<'a> = (Way, Option<&'a Json>);

/// The ways that a value may be; none where its schema is no such choice.
fn ways_of<'a>(schema: &'a Json, defs: &'a Json) -> Vec<Offered<'a>> {
    let all = schema["oneOf"].as_array().into_iter().flatten();
    all.map(|one| offered(one, defs)).collect::<Option<Vec<_>>>().unwrap_or_default()
}

fn offered<'a>(one: &'a Json, defs: &'a Json) -> Option<Offered<'a>> {
    let of = resolved(one, defs);
    let gloss = one["description"].as_str().or(of["description"].as_str()).unwrap_or_default().to_owned();
    if let Some(word) = of["const"].as_str() {
        return Some((Way { word: word.to_owned(), gloss, fresh: Value::from(word).to_string() }, None));
    }
    let keys = of["properties"].as_object().filter(|keys| keys.len() == 1)?;
    let (word, takes) = keys.iter().next()?;
    let mut table = InlineTable::new();
    table.insert(word.as_str(), simplest(takes, defs, "new"));
    Some((Way { word: word.clone(), gloss, fresh: Value::InlineTable(table).to_string() }, Some(takes)))
}

/// The simplest value that a schema takes; `name` stands where a text is asked for.
pub(super) fn simplest(of: &Json, defs: &Json, name: &str) -> Value {
    let of = resolved(of, defs);
    if let Some((word, _)) = words_of(of, defs).first() {
        return Value::from(word.as_str());
    }
    if let Some(word) = of["const"].as_str() {
        return Value::from(word);
    }
    if let Some(first) = of["oneOf"].as_array().or(of["anyOf"].as_array()).and_then(|all| all.first()) {
        return simplest(first, defs, name);
    }
    match type_of(of) {
        "boolean" => Value::from(false),
        "string" => Value::from(name),
        "array" => {
            let each = of["prefixItems"].as_array().into_iter().flatten();
            Value::Array(each.map(|one| simplest(one, defs, name)).collect::<Array>())
        }
        "object" => {
            let needed = of["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
            let mut table = InlineTable::new();
            for key in needed {
                table.insert(key, simplest(&of["properties"][key], defs, name));
            }
            Value::InlineTable(table)
        }
        // Numbers, and formulas, which may be plain numbers.
        _ => Value::from(of["minimum"].as_i64().unwrap_or(1).max(1)),
    }
}

/// The things of a list, however it is written.
pub(super) fn things(item: &Item) -> Vec<Item> {
    match item {
        Item::ArrayOfTables(list) => list.iter().map(|one| Item::Table(one.clone())).collect(),
        Item::Value(Value::Array(list)) => list.iter().map(|one| Item::Value(one.clone())).collect(),
        _ => Vec::new(),
    }
}

/// The way that is written here: its word, and the table in which that stands with what it takes.
fn written(item: &Item) -> Option<(&str, Option<&dyn TableLike>)> {
    if let Some(word) = item.as_str() {
        return Some((word, None));
    }
    let table = item.as_table_like()?;
    let mut keys = table.iter();
    match (keys.next(), keys.next()) {
        (Some((word, _)), None) => Some((word, Some(table))),
        _ => None,
    }
}

impl Maker<'_> {
    /// The fields of a value that is one of several ways: which it is, then what that takes. None where its schema is no such
    /// choice, or where something else is written.
    pub(super) fn way(&self, path: &str, schema: &Json, own: Option<&Item>, depth: usize) -> Option<Vec<Field>> {
        let ways = ways_of(schema, &self.defs);
        if ways.is_empty() {
            return None;
        }
        let list = || ways.iter().map(|(way, _)| way.clone()).collect();
        let Some(own) = own else { return Some(vec![choice(path, "", list())]) };
        let (word, within) = written(own)?;
        let (way, takes) = ways.iter().find(|(way, takes)| way.word == word && takes.is_some() == within.is_some())?;
        let mut fields = vec![Field { gloss: way.gloss.clone(), ..choice(path, word, list()) }];
        if let Some(takes) = takes {
            fields.extend(self.taken(&format!("{path}.{word}"), (word, *takes), within, depth + 1));
        }
        Some(fields)
    }

    /// The fields of what a way takes: the keys of a table, or the one value.
    fn taken(
        &self,
        path: &str,
        (word, takes): (&str, &Json),
        within: Option<&dyn TableLike>,
        depth: usize,
    ) -> Vec<Field> {
        let schema = resolved(takes, &self.defs);
        match type_of(schema) == "object" && schema["properties"].is_object() {
            true => self.keys(path, schema, within.and_then(|table| table.get(word)), depth),
            false => vec![self.field(path, word, takes, within, depth)],
        }
    }

    /// The fields of the keys of a table.
    pub(super) fn keys(&self, path: &str, schema: &Json, own: Option<&Item>, depth: usize) -> Vec<Field> {
        let within = own.and_then(Item::as_table_like);
        let all = schema["properties"].as_object().into_iter().flatten();
        all.map(|(key, of)| self.field(&format!("{path}.{key}"), key, of, within, depth)).collect()
    }

    /// The things of a list of which each is one of several ways, the last blank; none where one of them is something else.
    pub(super) fn ways(&self, path: &str, of: &Json, own: Option<&Item>, depth: usize) -> Option<Vec<Vec<Field>>> {
        let known = own.map(things).unwrap_or_default();
        let all = known.iter().map(Some).chain([None]).enumerate();
        all.map(|(place, one)| self.way(&format!("{path}.{place}"), of, one, depth + 1)).collect()
    }

    /// The fields of a table that may be left out: whether it is there, and what stands in it then.
    pub(super) fn given(&self, path: &str, schema: &Json, own: Option<&Item>, depth: usize) -> Vec<Field> {
        let fresh = simplest(schema, &self.defs, "new").to_string();
        let ways = vec![Way { word: GIVEN.to_owned(), gloss: String::new(), fresh }];
        match own {
            None => vec![choice(path, "", ways)],
            Some(_) => {
                let which = [choice(path, GIVEN, ways)];
                which.into_iter().chain(self.keys(path, schema, own, depth + 1)).collect()
            }
        }
    }
}

/// The field that says which way a value is.
fn choice(path: &str, own: &str, ways: Vec<Way>) -> Field {
    Field {
        path: path.to_owned(),
        label: "It is".to_owned(),
        gloss: String::new(),
        kind: Kind::Way(ways),
        own: own.to_owned(),
        inherited: String::new(),
    }
}
