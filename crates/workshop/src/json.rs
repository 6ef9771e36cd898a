//! Packs and encounters as JSON, for programs that do not speak TOML.

use quintain_content::Problem;
use serde_json::{Map, Number, Value as Json};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use crate::toml::document;

/// A TOML text as JSON: the same keys in the same order, without comments.
///
/// # Errors
/// When it is no TOML.
pub fn to_json(text: &str) -> Result<String, Problem> {
    let whole = object(document(text)?.iter());
    serde_json::to_string_pretty(&whole).map_err(|fault| Problem::general(fault.to_string()))
}

/// A JSON text as TOML.
///
/// # Errors
/// When it is no object of JSON, or holds what TOML cannot say.
pub fn from_json(text: &str) -> Result<String, Problem> {
    let json: Json =
        serde_json::from_str(text).map_err(|fault| Problem::general(format!("this is no JSON: {fault}")))?;
    let Json::Object(keys) = json else {
        return Err(Problem::general("this JSON is no object").help("a pack begins with `{`"));
    };
    let mut whole = DocumentMut::new();
    for (key, value) in keys {
        match value {
            Json::Null => {}
            Json::Array(list) if !list.is_empty() && list.iter().all(Json::is_object) => {
                let tables = list
                    .into_iter()
                    .filter_map(|one| table(one).transpose())
                    .collect::<Result<ArrayOfTables, Problem>>()?;
                whole.insert(&key, Item::ArrayOfTables(tables));
            }
            other => drop(whole.insert(&key, Item::Value(value_of(other)?))),
        }
    }
    Ok(whole.to_string())
}

fn table(one: Json) -> Result<Option<Table>, Problem> {
    let Json::Object(keys) = one else { return Ok(None) };
    let mut table = crate::toml::spaced(false);
    for (key, value) in keys.into_iter().filter(|(_, value)| !value.is_null()) {
        table.insert(&key, Item::Value(value_of(value)?));
    }
    Ok(Some(table))
}

fn value_of(json: Json) -> Result<Value, Problem> {
    Ok(match json {
        Json::Null => return Err(Problem::general("`null` stands in a list").help("leave it out")),
        Json::Bool(yes) => yes.into(),
        Json::String(text) => text.into(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64().unwrap_or_default().into(),
        },
        Json::Array(list) => Value::Array(list.into_iter().map(value_of).collect::<Result<Array, Problem>>()?),
        Json::Object(keys) => {
            let mut inline = InlineTable::new();
            for (key, value) in keys.into_iter().filter(|(_, value)| !value.is_null()) {
                inline.insert(&key, value_of(value)?);
            }
            Value::InlineTable(inline)
        }
    })
}

fn object<'a>(keys: impl Iterator<Item = (&'a str, &'a Item)>) -> Json {
    Json::Object(keys.map(|(key, item)| (key.to_owned(), json_of(item))).collect::<Map<String, Json>>())
}

fn json_of(item: &Item) -> Json {
    match item {
        Item::None => Json::Null,
        Item::Table(table) => object(table.iter()),
        Item::ArrayOfTables(list) => Json::Array(list.iter().map(|one| object(one.iter())).collect()),
        Item::Value(value) => json_of_value(value),
    }
}

fn json_of_value(value: &Value) -> Json {
    match value {
        Value::String(text) => Json::String(text.value().clone()),
        Value::Integer(number) => Json::from(*number.value()),
        Value::Float(number) => Number::from_f64(*number.value()).map_or(Json::Null, Json::Number),
        Value::Boolean(yes) => Json::Bool(*yes.value()),
        Value::Datetime(when) => Json::String(when.value().to_string()),
        Value::Array(list) => Json::Array(list.iter().map(json_of_value).collect()),
        Value::InlineTable(table) => {
            Json::Object(table.iter().map(|(key, value)| (key.to_owned(), json_of_value(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use quintain_books::library;

    use super::*;

    #[test]
    fn every_pack_reads_the_same_after_a_way_through_json() {
        for book in library().shelf() {
            let there: Vec<_> = library().packs(book.id());
            let back = there.iter().map(|pack| {
                let text = from_json(&to_json(&pack.text).unwrap()).unwrap();
                quintain_content::Source::new(&*pack.path, text)
            });
            let back: Vec<_> = back.collect();
            let read = |packs: &[_]| {
                let entries = library().rulebook(book.id()).unwrap().read(packs).unwrap().entries();
                entries
                    .into_iter()
                    .map(|entry| format!("{} {} {}", entry.table, entry.id, entry.name))
                    .collect::<Vec<_>>()
            };
            assert_eq!(read(&back), read(&there), "{}", book.id());
        }
    }

    #[test]
    fn what_is_no_pack_is_refused_in_words() {
        assert!(from_json("[1]").unwrap_err().to_string().contains("is no object"));
        assert!(from_json("{").unwrap_err().to_string().contains("this is no JSON"));
        assert!(from_json("{\"a\": [null]}").unwrap_err().to_string().contains("`null`"));
    }
}
