//! Small changes of a TOML document that leave all else as it was written: comments, order, spaces, quotes.

use quintain_content::Problem;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

/// Reads a whole document.
pub(crate) fn document(text: &str) -> Result<DocumentMut, Problem> {
    text.parse::<DocumentMut>().map_err(|fault| {
        let before = fault.span().and_then(|span| text.as_bytes().get(..span.start));
        let line = before.map(|before| before.iter().filter(|letter| **letter == b'\n').count() + 1);
        let place = line.map_or_else(String::new, |line| format!(" (line {line})"));
        Problem::general(format!("this is no TOML: {}{place}", fault.message()))
    })
}

/// What was typed as a value: TOML where it is that, otherwise the words themselves.
pub(crate) fn typed(words: &str) -> Value {
    let words = words.trim();
    words.parse::<Value>().unwrap_or_else(|_| Value::from(words))
}

/// A value as it is written, without what stands around it.
pub(crate) fn plain(value: &Value) -> String {
    let mut value = value.clone();
    value.decor_mut().clear();
    value.to_string().trim().to_owned()
}

/// A value as a form shows it: texts without their quotes.
pub(crate) fn shown(item: &Item) -> String {
    match item {
        Item::Value(Value::String(text)) => text.value().clone(),
        Item::Value(value) => plain(value),
        other => other.to_string().trim().to_owned(),
    }
}

/// Sets a key to a value; one that says so already is left as it is written.
pub(crate) fn put(table: &mut dyn TableLike, key: &str, value: Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            if !same(old, &value) {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
        }
        Some(old) => *old = Item::Value(value),
        None => drop(table.insert(key, Item::Value(value))),
    }
}

fn same(one: &Value, other: &Value) -> bool {
    match (one.as_str(), other.as_str()) {
        (Some(one), Some(other)) => one == other,
        _ => plain(one) == plain(other),
    }
}

/// Sets a text, or takes the key away where it is empty.
pub(crate) fn put_text(table: &mut dyn TableLike, key: &str, words: &str) {
    match words.trim() {
        "" => drop(table.remove(key)),
        words => put(table, key, Value::from(words)),
    }
}

/// Sets a list of texts, or takes the key away where there are none. One alone may stay as it was written, without brackets.
pub(crate) fn put_texts(table: &mut dyn TableLike, key: &str, words: &[String]) {
    let known = table.get(key).map(texts).unwrap_or_default();
    match words {
        [] => drop(table.remove(key)),
        words if known == words => {}
        [one] if !matches!(table.get(key), Some(Item::Value(Value::Array(_)))) && key == "at" => {
            put(table, key, Value::from(one.as_str()));
        }
        words => put(table, key, Value::Array(words.iter().map(String::as_str).collect::<Array>())),
    }
}

/// The texts of a list, or the one that stands alone.
pub(crate) fn texts(item: &Item) -> Vec<String> {
    match item {
        Item::Value(Value::String(text)) => vec![text.value().clone()],
        Item::Value(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// What stands under a dotted key, whether it is written as one quoted key, with dots, or as tables.
pub(crate) fn at<'a>(table: &'a dyn TableLike, path: &str) -> Option<&'a Item> {
    if let Some(item) = table.get(path) {
        return Some(item);
    }
    let (first, rest) = path.split_once('.')?;
    at(table.get(first)?.as_table_like()?, rest)
}

/// Sets what stands under a dotted key where it is written; a new one is written with dots.
pub(crate) fn put_at(table: &mut dyn TableLike, path: &str, value: Value) {
    let Some((first, rest)) = path.split_once('.').filter(|_| table.get(path).is_none()) else {
        return put(table, path, value);
    };
    if table.get(first).is_none_or(|item| !item.is_table_like()) {
        table.insert(first, dotted());
    }
    if let Some(inner) = table.get_mut(first).and_then(Item::as_table_like_mut) {
        put_at(inner, rest, value);
    }
}

/// A table of which only its keys are written.
fn dotted() -> Item {
    let mut inline = InlineTable::new();
    inline.set_dotted(true);
    Item::Value(Value::InlineTable(inline))
}

/// Takes a dotted key away, and the tables that are empty without it.
pub(crate) fn take_at(table: &mut dyn TableLike, path: &str) {
    if table.remove(path).is_some() {
        return;
    }
    let Some((first, rest)) = path.split_once('.') else { return };
    let Some(inner) = table.get_mut(first).and_then(Item::as_table_like_mut) else { return };
    take_at(inner, rest);
    if inner.is_empty() {
        table.remove(first);
    }
}

/// The keys of a table with dots, each with what stands there; lists and plain values are not gone into.
pub(crate) fn flat(table: &dyn TableLike) -> Vec<(String, String)> {
    let mut all = Vec::new();
    gather("", table, &mut all);
    all
}

fn gather(before: &str, table: &dyn TableLike, all: &mut Vec<(String, String)>) {
    for (key, item) in table.iter() {
        let name = if before.is_empty() { key.to_owned() } else { format!("{before}.{key}") };
        match item.as_table_like() {
            Some(inner) => gather(&name, inner, all),
            None => all.push((name, shown(item))),
        }
    }
}

/// The table of this name, made where there is none.
pub(crate) fn table<'a>(document: &'a mut DocumentMut, name: &str) -> Option<&'a mut dyn TableLike> {
    if document.get(name).is_none() {
        let first = document.is_empty();
        document.insert(name, Item::Table(spaced(first)));
    }
    document.get_mut(name).and_then(Item::as_table_like_mut)
}

/// An empty table with a blank line before it.
pub(crate) fn spaced(first: bool) -> Table {
    let mut table = Table::new();
    table.decor_mut().set_prefix(if first { "" } else { "\n" });
    table
}

/// The entries of a list of tables, however it is written.
pub(crate) fn entries<'a>(document: &'a DocumentMut, name: &str) -> Vec<&'a dyn TableLike> {
    match document.get(name) {
        Some(Item::ArrayOfTables(list)) => list.iter().map(|one| one as &dyn TableLike).collect(),
        Some(Item::Value(Value::Array(list))) => {
            list.iter().filter_map(Value::as_inline_table).map(|one| one as &dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

/// One entry of a list of tables.
pub(crate) fn entry<'a>(document: &'a mut DocumentMut, name: &str, place: usize) -> Option<&'a mut dyn TableLike> {
    match document.get_mut(name)? {
        Item::ArrayOfTables(list) => list.get_mut(place).map(|one| one as &mut dyn TableLike),
        Item::Value(Value::Array(list)) => {
            list.get_mut(place)?.as_inline_table_mut().map(|one| one as &mut dyn TableLike)
        }
        _ => None,
    }
}

/// Adds an entry at the end of a list of tables.
pub(crate) fn push(document: &mut DocumentMut, name: &str, keys: Vec<(&str, Value)>) {
    if let Some(Item::Value(Value::Array(list))) = document.get_mut(name) {
        list.push(keys.into_iter().collect::<InlineTable>());
        return;
    }
    let mut table = spaced(document.is_empty());
    for (key, value) in keys {
        table.insert(key, Item::Value(value));
    }
    match document.get_mut(name) {
        Some(Item::ArrayOfTables(list)) => list.push(table),
        _ => {
            let list: toml_edit::ArrayOfTables = std::iter::once(table).collect();
            document.insert(name, Item::ArrayOfTables(list));
        }
    }
}

/// Takes an entry out of a list of tables; an empty list goes with its last.
pub(crate) fn pull(document: &mut DocumentMut, name: &str, place: usize) {
    let left = match document.get_mut(name) {
        Some(Item::ArrayOfTables(list)) if place < list.len() => {
            list.remove(place);
            list.len()
        }
        Some(Item::Value(Value::Array(list))) if place < list.len() => {
            list.remove(place);
            list.len()
        }
        _ => return,
    };
    if left == 0 {
        document.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, change: impl FnOnce(&mut DocumentMut)) -> String {
        let mut document = document(text).unwrap();
        change(&mut document);
        document.to_string()
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_line() {
        let told = document("a = 1\nb c = 2\n").unwrap_err().to_string();
        assert!(told.starts_with("this is no TOML: ") && told.ends_with("(line 2)"), "{told}");
    }

    #[test]
    fn a_change_leaves_comments_and_spaces_as_they_are() {
        let text = "a  =  1 # one\n[t]\n# two\nb = 'x'   # three\n";
        assert_eq!(changed(text, |all| put(all.as_table_mut(), "a", 2.into())), text.replace("1 # one", "2 # one"));
        assert_eq!(changed(text, |all| put(table(all, "t").unwrap(), "b", "x".into())), text);
        assert_eq!(changed(text, |all| put(all.as_table_mut(), "a", 1.into())), text);
    }

    #[test]
    fn dotted_keys_are_changed_where_they_are_written() {
        let one = |text: &str| changed(text, |all| put_at(table(all, "house").unwrap(), "a.b", 7.into()));
        assert_eq!(one("[house]\na.b = 1\n"), "[house]\na.b = 7\n");
        assert_eq!(one("[house]\n\"a.b\" = 1\n"), "[house]\n\"a.b\" = 7\n");
        assert_eq!(one("[house.a]\nb = 1\n"), "[house.a]\nb = 7\n");
        assert_eq!(one("[house]\nx = 1\n"), "[house]\nx = 1\na.b = 7\n");
        assert_eq!(one(""), "[house]\na.b = 7\n");
    }

    #[test]
    fn what_is_taken_away_leaves_no_empty_table() {
        let text = "[house]\na.b = 7\nc = 1\n";
        assert_eq!(changed(text, |all| take_at(table(all, "house").unwrap(), "a.b")), "[house]\nc = 1\n");
    }

    #[test]
    fn typed_words_are_toml_or_themselves() {
        assert_eq!(
            ["3", "true", "off", "[1, 2]", "two words"].map(|words| plain(&typed(words))),
            ["3", "true", "\"off\"", "[1, 2]", "\"two words\""]
        );
    }
}
