//! The form of an entry, made from the JSON Schema of its table, with the game's own labels.

mod ways;
mod write;

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use quintain_engine::AnyRulebook;
use quintain_library::schemas;
use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

pub(crate) use ways::Way;
pub(crate) use write::{find, tidy, write};

use crate::toml::{entries, plain, shown, typed};

/// Beyond so many words a list is typed and not ticked.
const MOST_TICKS: usize = 60;

/// From here on what may be left out is shown once it is there: forms would grow without end.
const DEEP: usize = 2;

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// Where it stands in the entry: `attributes.might`, `attack.0.die`.
    pub path: String,
    /// What the game calls it.
    pub label: String,
    /// What it means.
    pub gloss: String,
    /// What it takes.
    pub kind: Kind,
    /// What the entry itself says, as a form shows it.
    pub own: String,
    /// What it has from the entry that it is like, or by default.
    pub inherited: String,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A whole number.
    Whole,
    /// Words.
    Text,
    /// Yes or no.
    YesNo,
    /// One word of a list, each with what it means.
    Choice(Vec<(String, String)>),
    /// Several words of a list.
    Several(Vec<(String, String)>),
    /// Names parted by commas; those of a table of the game where it has one.
    Names(Option<&'static str>),
    /// One of several ways, each a word alone or a word with what it takes.
    Way(Vec<Way>),
    /// Anything else, as TOML.
    Toml,
    /// Fields inside.
    Group(Vec<Field>),
    /// Things in a list, each with fields of its own; the last is blank.
    Items(Vec<Vec<Field>>),
}

impl Field {
    /// All fields that hold a value, those inside others too.
    pub(crate) fn leaves(&self) -> Vec<&Field> {
        match &self.kind {
            Kind::Group(inner) => inner.iter().flat_map(Field::leaves).collect(),
            Kind::Items(items) => items.iter().flatten().flat_map(Field::leaves).collect(),
            _ => vec![self],
        }
    }

    /// The value that words in this field stand for; `None` takes it away.
    pub(crate) fn value(&self, words: &str) -> Option<Value> {
        let words = words.trim();
        match &self.kind {
            _ if words.is_empty() => None,
            Kind::Text | Kind::Choice(_) => Some(Value::from(words)),
            Kind::Several(_) | Kind::Names(_) => {
                let listed = words.split(',').map(str::trim).filter(|word| !word.is_empty());
                Some(Value::Array(listed.collect::<Array>()))
            }
            Kind::Way(ways) => ways.iter().find(|way| way.word == words).map(|way| typed(&way.fresh)),
            _ => Some(typed(words)),
        }
    }
}

/// What entries of a table are, by their schema.
fn schema(book: &str, table: &str) -> Option<(Json, Json)> {
    static KNOWN: OnceLock<Mutex<BTreeMap<String, Json>>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| Mutex::new(schemas().into_iter().collect()));
    let known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let whole = known.get(&format!("{book}-pack.json"))?;
    let entry = whole["properties"].get(table)?.get("items")?.clone();
    Some((entry, whole["$defs"].clone()))
}

/// What an entry must say unless it is like another, each with the simplest value there is.
pub(crate) fn required(book: &str, table: &str, name: &str) -> Vec<(String, Value)> {
    let Some((entry, defs)) = schema(book, table) else { return Vec::new() };
    let listed = entry["anyOf"].as_array().into_iter().flatten().filter_map(|one| one["required"].as_array()).flatten();
    listed
        .filter_map(Json::as_str)
        .filter(|key| !matches!(*key, "like" | "id"))
        .map(|key| (key.to_owned(), ways::simplest(&entry["properties"][key], &defs, name)))
        .collect()
}

/// Where the fields of a form come from.
struct Maker<'a> {
    book: &'a dyn AnyRulebook,
    defs: Json,
    /// Which entries the one at hand is like, the nearest first.
    like: Vec<&'a dyn TableLike>,
}

/// The form of an entry of a table, with the packs in which what it is like may stand.
pub(crate) fn form(book: &dyn AnyRulebook, table: &str, entry: &dyn TableLike, packs: &[&DocumentMut]) -> Vec<Field> {
    let Some((schema, defs)) = schema(book.id(), table) else { return Vec::new() };
    let maker = Maker { book, defs, like: line(table, entry, packs) };
    let Some(keys) = schema["properties"].as_object() else { return Vec::new() };
    let fields = keys.iter().filter(|(key, _)| !matches!(key.as_str(), "id" | "like"));
    fields.map(|(key, of)| maker.field(key, key, of, Some(entry), 0)).collect()
}

/// The list under a key that an entry has from what it is like.
pub(crate) fn inherited_list(table: &str, entry: &dyn TableLike, packs: &[&DocumentMut], key: &str) -> Option<Value> {
    let item = line(table, entry, packs).into_iter().find_map(|like| like.get(key).cloned())?;
    item.into_value().ok().filter(Value::is_array)
}

/// The entries that one is like, in their order.
fn line<'a>(table: &str, entry: &'a dyn TableLike, packs: &[&'a DocumentMut]) -> Vec<&'a dyn TableLike> {
    let mut line: Vec<&dyn TableLike> = Vec::new();
    let mut now = entry;
    while let Some(like) = now.get("like").and_then(Item::as_str).filter(|_| line.len() < 20) {
        let named = |one: &&dyn TableLike| one.get("id").and_then(Item::as_str) == Some(like);
        let Some(next) = packs.iter().find_map(|pack| entries(pack, table).into_iter().find(named)) else { break };
        line.push(next);
        now = next;
    }
    line
}

impl Maker<'_> {
    fn field(&self, path: &str, key: &str, of: &Json, within: Option<&dyn TableLike>, depth: usize) -> Field {
        let schema = resolved(of, &self.defs);
        let own = within.and_then(|table| table.get(key));
        let info = self.book.stats().iter().find(|info| info.key == key && depth == 0);
        let gloss = of["description"].as_str().or(schema["description"].as_str()).unwrap_or_default();
        let kind = self.kind(path, schema, own, depth);
        let inherited = self.like.iter().find_map(|like| at(*like, path)).map(|item| words(&kind, &item));
        let default = || of.get("default").filter(|value| !value.is_null()).map(json_words).unwrap_or_default();
        Field {
            path: path.to_owned(),
            label: label(key, info.map(|info| info.label)),
            gloss: gloss.to_owned(),
            own: own.map(|item| words(&kind, item)).unwrap_or_default(),
            inherited: inherited.unwrap_or_else(default),
            kind,
        }
    }

    fn kind(&self, path: &str, schema: &Json, own: Option<&Item>, depth: usize) -> Kind {
        let listed = words_of(schema, &self.defs);
        if !listed.is_empty() {
            return Kind::Choice(listed);
        }
        if let Some(fields) = self.way(path, schema, own, depth) {
            return group(fields);
        }
        match type_of(schema) {
            "integer" => Kind::Whole,
            "boolean" => Kind::YesNo,
            "string" => Kind::Text,
            "object" => match schema["properties"].as_object() {
                Some(_) if depth < DEEP => Kind::Group(self.keys(path, schema, own, depth + 1)),
                Some(_) if own.is_none_or(Item::is_table_like) => group(self.given(path, schema, own, depth)),
                _ => Kind::Toml,
            },
            "array" => self.list(path, schema, own, depth),
            _ => Kind::Toml,
        }
    }

    fn list(&self, path: &str, schema: &Json, own: Option<&Item>, depth: usize) -> Kind {
        let Some(items) = schema.get("items").map(|items| resolved(items, &self.defs)) else { return Kind::Toml };
        let listed = words_of(items, &self.defs);
        if !listed.is_empty() && listed.len() <= MOST_TICKS {
            return Kind::Several(listed);
        }
        if let Some(all) = self.ways(path, items, own, depth) {
            return Kind::Items(all);
        }
        match (type_of(items), items["properties"].as_object()) {
            ("string", _) => {
                let single = path.trim_end_matches('s');
                Kind::Names(self.book.tables().iter().copied().find(|table| *table == single || *table == path))
            }
            ("object", Some(_)) => {
                let known = own.map(ways::things).unwrap_or_default();
                let of = |place: usize| format!("{path}.{place}");
                let mut all: Vec<Vec<Field>> = known
                    .iter()
                    .enumerate()
                    .map(|(place, one)| self.keys(&of(place), items, Some(one), depth.max(DEEP)))
                    .collect();
                all.push(match depth {
                    0 => self.keys(&of(known.len()), items, None, DEEP),
                    _ => self.given(&of(known.len()), items, None, depth),
                });
                Kind::Items(all)
            }
            _ => Kind::Toml,
        }
    }
}

/// What a field is called: as the game calls its value, otherwise by its key; two letters that no word has are initials.
fn label(key: &str, known: Option<&str>) -> String {
    match known {
        Some(label) => quintain_pages::capital(label),
        None if key.len() == 2 && !key.contains(['a', 'e', 'i', 'o', 'u', 'y']) => key.to_uppercase(),
        None => crate::draft::called(key),
    }
}

/// Fields as one: a choice that takes nothing stands by itself.
fn group(mut fields: Vec<Field>) -> Kind {
    match fields.pop() {
        Some(only) if fields.is_empty() => only.kind,
        last => Kind::Group(fields.into_iter().chain(last).collect()),
    }
}

/// A schema without references and without the choice of leaving it out.
fn resolved<'a>(mut of: &'a Json, defs: &'a Json) -> &'a Json {
    for _ in 0..8 {
        if let Some(name) = of["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            of = &defs[name];
            continue;
        }
        let some = |one: &&Json| one["type"] != "null";
        match of["anyOf"].as_array().map(|all| all.iter().filter(some).collect::<Vec<_>>()) {
            Some(all) if all.len() == 1 => of = all[0],
            _ => return of,
        }
    }
    of
}

/// The type of a value; nothing where there are several.
fn type_of(schema: &Json) -> &str {
    match &schema["type"] {
        Json::String(one) => one,
        Json::Array(several) => {
            let mut some = several.iter().filter_map(Json::as_str).filter(|one| *one != "null");
            match (some.next(), some.next()) {
                (Some(one), None) => one,
                _ => "",
            }
        }
        _ => "",
    }
}

/// The words of a closed list, each with what it means; none where it is no such list.
fn words_of(schema: &Json, defs: &Json) -> Vec<(String, String)> {
    if let Some(all) = schema["enum"].as_array() {
        return all.iter().filter_map(Json::as_str).map(|word| (word.to_owned(), String::new())).collect();
    }
    let Some(all) = schema["oneOf"].as_array() else { return Vec::new() };
    let word = |one: &Json| {
        let one = resolved(one, defs);
        Some((one["const"].as_str()?.to_owned(), one["description"].as_str().unwrap_or_default().to_owned()))
    };
    all.iter().map(word).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// What stands under a path of keys.
fn at(table: &dyn TableLike, path: &str) -> Option<Item> {
    match path.split_once('.') {
        None => table.get(path).cloned(),
        Some((first, rest)) => at(table.get(first)?.as_table_like()?, rest),
    }
}

/// A value as the field of this kind shows it.
fn words(kind: &Kind, item: &Item) -> String {
    match (kind, item) {
        (Kind::Several(_) | Kind::Names(_), Item::Value(Value::Array(list))) => {
            list.iter().map(|one| one.as_str().map_or_else(|| plain(one), str::to_owned)).collect::<Vec<_>>().join(", ")
        }
        (_, Item::ArrayOfTables(list)) => plain(&Value::Array(list.clone().into_array())),
        (_, Item::Table(table)) => plain(&Value::InlineTable(table.clone().into_inline_table())),
        _ => shown(item),
    }
}

fn json_words(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(list) if list.is_empty() => String::new(),
        Json::Array(list) => list.iter().map(json_words).collect::<Vec<_>>().join(", "),
        Json::Object(_) => String::new(),
        Json::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use quintain_books::library;

    use super::*;
    use crate::toml::document;

    #[test]
    fn every_entry_of_every_game_has_a_form_that_says_what_the_entry_says() {
        for book in library().shelf() {
            for pack in library().packs(book.id()) {
                let pack = document(&pack.text).unwrap();
                for table in book.tables() {
                    for entry in entries(&pack, table) {
                        let form = form(*book, table, entry, &[&pack]);
                        let keys = entry.iter().filter(|(key, _)| !matches!(*key, "id" | "like"));
                        for (key, _) in keys {
                            assert!(form.iter().any(|field| field.path == key), "{} {table} {key}", book.id());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_form_shows_is_written_back_as_it_was() {
        for book in library().shelf() {
            for source in library().packs(book.id()).iter().take(3) {
                let mut pack = document(&source.text).unwrap();
                let untouched = pack.clone();
                for table in book.tables() {
                    for place in 0..entries(&untouched, table).len() {
                        let form = form(*book, table, entries(&untouched, table)[place], &[]);
                        let entry = crate::toml::entry(&mut pack, table, place).unwrap();
                        for leaf in form.iter().flat_map(Field::leaves).filter(|leaf| !leaf.own.is_empty()) {
                            write(entry, &leaf.path.split('.').collect::<Vec<_>>(), leaf.value(&leaf.own));
                        }
                    }
                }
                let read = |text: String| {
                    library()
                        .rulebook(book.id())
                        .unwrap()
                        .read(&[quintain_content::Source::new("a", text)])
                        .map_err(|all| all.0.len())
                        .err()
                };
                assert_eq!(read(pack.to_string()), read(untouched.to_string()), "{}", source.path);
            }
        }
    }

    fn blank() -> Field {
        let nothing = String::new;
        Field {
            path: nothing(),
            label: nothing(),
            gloss: nothing(),
            kind: Kind::Toml,
            own: nothing(),
            inherited: nothing(),
        }
    }

    #[test]
    fn lists_grow_and_tables_that_are_empty_go() {
        let mut pack = document("id = \"a\"\nattributes = { might = 1 }\n").unwrap();
        write(pack.as_table_mut(), &["attributes", "might"], None);
        let might = Field { path: "attributes.might".into(), kind: Kind::Whole, ..blank() };
        tidy(pack.as_table_mut(), &[Field { path: "attributes".into(), kind: Kind::Group(vec![might]), ..blank() }]);
        write(pack.as_table_mut(), &["attack", "0", "name"], Some("bite".into()));
        write(pack.as_table_mut(), &["attack", "0", "die"], Some(6.into()));
        assert_eq!(pack.to_string(), "id = \"a\"\nattack = [{ name = \"bite\", die = 6 }]\n");
    }
}
