//! The head of a case: an encounter, the path of one with what is changed in it, or a bare path.

use std::ops::Range;

use quintain_content::{Encounter, FrontMatter, Place, Placed, Problem, Problems, Source, Value};
use serde::Deserialize;
use toml::Spanned;

use super::Loader;
use crate::face::AnyRulebook;

/// A head that was read.
pub(super) struct Head<'a> {
    pub book: &'a dyn AnyRulebook,
    pub encounter: Encounter,
    pub seed: Option<u64>,
    pub shows: Vec<Placed<String>>,
}

/// A head that names the file of its encounter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByPath {
    encounter: Spanned<String>,
    seed: Option<u64>,
    #[serde(default)]
    shows: Vec<Spanned<String>>,
    house: Option<Spanned<toml::Table>>,
}

pub(super) fn read<'a>(source: &Source, within: Range<usize>, loader: &'a dyn Loader) -> Result<Head<'a>, Problems> {
    let text = source.text.get(within.clone()).unwrap_or_default();
    if let Some(line) = bare_line(text) {
        let start = within.start + text.find(line).unwrap_or(0);
        let place = source.place(start..start + line.len());
        if line.ends_with(".toml") {
            return by_path(source, line, place, loader);
        }
        let what = format!("`{line}` is neither an encounter nor the path of one");
        return Err(Problem::at(&place, what).help(WHAT_A_HEAD_IS).into());
    }
    let Some(rulebook) = FrontMatter::peek_rulebook(source, within.clone())? else {
        let head: ByPath = toml::from_str(text).map_err(|fault| {
            let span = fault.span().unwrap_or(0..0);
            let place = source.place(within.start + span.start..within.start + span.end);
            let keys = "beside `encounter` a head may have `seed`, `shows` and `[house]`";
            Problem::at(&place, fault.message()).help(keys)
        })?;
        let place = |span: Range<usize>| source.place(within.start + span.start..within.start + span.end);
        let mut read = by_path(source, head.encounter.get_ref(), place(head.encounter.span()), loader)?;
        read.seed = head.seed.or(read.seed);
        read.shows = head.shows.into_iter().map(|id| Placed::new(id.get_ref().clone(), place(id.span()))).collect();
        if let Some(house) = head.house {
            override_house(&mut read.encounter, "", house.get_ref(), &place(house.span()))?;
        }
        return Ok(read);
    };
    let book = book_of(&rulebook, loader)?;
    let encounter = Encounter::parse_within(source, within, book.tables())?;
    let (seed, shows) = (encounter.seed, encounter.shows.clone());
    Ok(Head { book, encounter, seed, shows })
}

/// What somebody is told whose head is a single word.
const WHAT_A_HEAD_IS: &str = "a head is the path of an encounter that ends in `.toml`, alone or as `encounter = \"…\"`, or \
                              an encounter itself: `rulebook = \"…\"` and a `[[combatant]]` for each who fights";

/// The line, where the head is a single one and cannot be TOML: a path, or what was taken for one.
fn bare_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let line = lines.next()?;
    let bare = !line.contains(['=', '"', '\'']) && !line.starts_with('[');
    (bare && lines.next().is_none()).then_some(line)
}

fn by_path<'a>(script: &Source, path: &str, place: Place, loader: &'a dyn Loader) -> Result<Head<'a>, Problems> {
    let beside = beside(&script.path, path);
    let file = loader.file(&beside).or_else(|| loader.file(path)).ok_or_else(|| {
        let what = format!("there is no encounter `{path}`");
        let places = if beside == path { format!("`{path}`") } else { format!("`{beside}` and `{path}`") };
        Problem::at(&place, what).help(format!("looked for {places}"))
    })?;
    let all = 0..file.text.len();
    let book = book_of(&Encounter::peek_rulebook(&file, all)?, loader)?;
    let encounter = Encounter::parse(&file, book.tables())?;
    let (seed, shows) = (encounter.seed, encounter.shows.clone());
    Ok(Head { book, encounter, seed, shows })
}

fn book_of<'a>(id: &Placed<String>, loader: &'a dyn Loader) -> Result<&'a dyn AnyRulebook, Problem> {
    loader.rulebook(&id.value).ok_or_else(|| Problem::at(&id.place, format!("no rulebook is called `{}`", id.value)))
}

/// A path beside the script.
fn beside(script: &str, path: &str) -> String {
    let script = script.replace('\\', "/");
    let mut parts: Vec<&str> = script.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

/// Puts house rules in the place of those of the encounter.
fn override_house(encounter: &mut Encounter, before: &str, table: &toml::Table, place: &Place) -> Result<(), Problem> {
    for (key, value) in table {
        let key = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
        if let toml::Value::Table(table) = value {
            override_house(encounter, &key, table, place)?;
            continue;
        }
        let value = plain(value, place).ok_or_else(|| {
            Problem::at(place, format!("`{key}` must be a number, a text, yes or no, or a list of these"))
        })?;
        encounter.house.retain(|(known, _)| known.value != key);
        encounter.house.push((Placed::new(key, place.clone()), Placed::new(value, place.clone())));
    }
    Ok(())
}

fn plain(value: &toml::Value, place: &Place) -> Option<Value> {
    Some(match value {
        toml::Value::String(text) => Value::Text(text.clone()),
        toml::Value::Integer(number) => Value::Int(*number),
        toml::Value::Float(number) if number.is_finite() => Value::Float(*number),
        toml::Value::Boolean(flag) => Value::Bool(*flag),
        toml::Value::Array(items) => {
            let items = items.iter().map(|item| Some(Placed::new(plain(item, place)?, place.clone())));
            Value::List(items.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
