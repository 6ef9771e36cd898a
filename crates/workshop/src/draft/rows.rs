//! The rows of a map as they are written, and the letters that stand for ground.

use quintain_content::{MapSpec, Problem};
use quintain_field::{Legend, Square, TerrainKind};
use toml_edit::{Array, InlineTable, Item, TableLike, Value};

use super::Draft;
use crate::palette::{Ground, door_word};
use crate::toml::{put, table};

/// Letters that a new kind of ground may get; the standard ones are left alone while there are others.
const LETTERS: &str = "abcdefghijklmnprstuwxyzABCDEFGHIJKLMNPQRSTUVWYZ!$&*@;|<>{}()àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßœ";

/// The squares of a map, the top row first.
pub(super) struct Rows {
    pub letters: Vec<Vec<char>>,
    pub spec: MapSpec,
}

impl Rows {
    /// The letter of a square.
    pub(super) fn at(&mut self, square: Square) -> Option<&mut char> {
        let depth = self.letters.len();
        let row = usize::try_from(square.y).ok().filter(|y| *y < depth).map(|y| depth - 1 - y)?;
        self.letters.get_mut(row)?.get_mut(usize::try_from(square.x).ok()?)
    }
}

impl Draft {
    /// The rows of the map, drawn out where only its size is given.
    pub(super) fn rows(&self) -> Result<Rows, Problem> {
        let none = || Problem::general("there is no map to change").help("lay one out first");
        let spec = self.map_spec().ok_or_else(none)?;
        let spec = spec.map_err(|wrong| first(wrong).help("mend the map under Text first"))?;
        let letters: Vec<Vec<char>> = spec.rows.iter().map(|row| row.value.chars().collect()).collect();
        let letters = match (&spec.size, letters.is_empty()) {
            (Some(size), true) => vec![vec!['.'; usize::from(size.value.0)]; usize::from(size.value.1)],
            _ => letters,
        };
        Ok(Rows { letters, spec })
    }

    /// Writes rows down; those that have not changed stay as they are written.
    pub(super) fn write_rows(&mut self, rows: &[Vec<char>]) {
        let Some(map) = table(&mut self.document, "map") else { return };
        let written: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let wide = rows.first().map_or(0, Vec::len);
        match map.get_mut("rows").and_then(Item::as_array_mut) {
            Some(list) if list.len() == written.len() => {
                for (place, row) in written.iter().enumerate() {
                    if let Some(old) = list.get_mut(place).filter(|old| old.as_str() != Some(row)) {
                        let decor = old.decor().clone();
                        *old = Value::from(row.as_str());
                        *old.decor_mut() = decor;
                    }
                }
            }
            _ => drop(map.insert("rows", Item::Value(Value::Array(list(&written))))),
        }
        if map.get("size").is_some() {
            let side = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
            let size: Array = [side(wide), side(written.len())].into_iter().collect();
            put(map, "size", Value::Array(size));
        }
    }

    /// The letter for a kind of ground: one that stands for it already, otherwise a new one.
    pub(super) fn letter(&mut self, ground: &Ground, rows: &Rows) -> Result<char, Problem> {
        if let Some(letter) = self.known_letter(ground, &rows.spec) {
            return Ok(letter);
        }
        let standard = Legend::standard();
        let used = |letter: char| {
            rows.letters.iter().flatten().any(|known| *known == letter)
                || self.legend_letters().contains(&letter)
                || standard.by_glyph(letter).is_some()
        };
        let wanted = Some(ground.kind.glyph).filter(|letter| letter.is_alphanumeric());
        let letter = wanted.into_iter().chain(LETTERS.chars()).find(|letter| !used(*letter));
        let letter =
            letter.ok_or_else(|| Problem::general("this map has as many kinds of ground as there are letters"))?;
        if let Some(map) = table(&mut self.document, "map") {
            define(map, letter, ground);
        }
        Ok(letter)
    }

    fn legend_letters(&self) -> Vec<char> {
        let legend = self.document.get("map").and_then(|map| map.get("legend")).and_then(Item::as_table_like);
        legend.map(|legend| legend.iter().filter_map(|(key, _)| key.chars().next()).collect()).unwrap_or_default()
    }

    /// A letter that stands for just this ground in the draft as it is now.
    fn known_letter(&self, ground: &Ground, spec: &MapSpec) -> Option<char> {
        let own = self.map_spec().and_then(Result::ok);
        let spec = own.as_ref().unwrap_or(spec);
        let map = spec.build().ok()?;
        let legend = map.legend();
        let cost = |kind: &TerrainKind| spec.costs().find(|(name, _)| *name == kind.name).map(|(_, cost)| cost);
        let alike = |kind: &TerrainKind| {
            alike(kind, &ground.kind) && cost(kind) == ground.cost && is_concealed(spec, kind.glyph) == ground.concealed
        };
        let spoken_for =
            |kind: &TerrainKind| legend.by_glyph(kind.glyph).and_then(|now| legend.kind(now)) == Some(kind);
        let same = |kind: &&TerrainKind| alike(kind) && spoken_for(kind);
        let exact = legend.kinds().map(|(_, kind)| kind).filter(same).find(|kind| kind.glyph == ground.kind.glyph);
        let digit = || legend.kinds().map(|(_, kind)| kind).filter(same).find(|kind| kind.glyph.is_ascii_digit());
        let any = || legend.kinds().map(|(_, kind)| kind).find(same);
        exact.or_else(digit).or_else(any).map(|kind| kind.glyph)
    }
}

/// Whether nobody knows at first of what a letter stands for.
pub(super) fn is_concealed(spec: &MapSpec, letter: char) -> bool {
    spec.legend.iter().any(|own| own.letter.value == letter && own.concealed)
}

/// The first of several problems.
pub(super) fn first(problems: quintain_content::Problems) -> Problem {
    let first = problems.0.into_iter().next();
    let first = first.unwrap_or_else(|| Problem::general("the map cannot be read"));
    Problem { place: None, ..first }
}

/// Whether two kinds of ground are the same but for their letters. Ground level said and unsaid is one.
fn alike(one: &TerrainKind, other: &TerrainKind) -> bool {
    let level = |kind: &TerrainKind| kind.ground.unwrap_or_default();
    let rest = |kind: &TerrainKind| {
        let blocks = (kind.blocks_movement, kind.blocks_sight);
        (kind.name.clone(), kind.cover, blocks, kind.exit, kind.door)
    };
    level(one) == level(other) && rest(one) == rest(other)
}

/// Rows as a list with a line for each.
fn list(rows: &[String]) -> Array {
    let mut list = Array::new();
    for row in rows {
        list.push_formatted(Value::from(row.as_str()).decorated("\n  ", ""));
    }
    list.set_trailing("\n");
    list.set_trailing_comma(true);
    list
}

/// Adds a letter to the legend: what a standard terrain of the same name is by itself is left out.
fn define(map: &mut dyn TableLike, letter: char, ground: &Ground) {
    let kind = &ground.kind;
    let standard = Legend::standard();
    let base = standard.by_name(&kind.name).and_then(|terrain| standard.kind(terrain)).cloned();
    let base = base.unwrap_or_else(|| TerrainKind::new(letter, kind.name.clone()));
    let mut entry = InlineTable::new();
    entry.insert("terrain", kind.name.as_str().into());
    if let Some(height) = kind.ground.filter(|height| base.ground != Some(*height)) {
        let metres = height.tenths();
        let whole = (metres % 10 == 0).then(|| Value::from(i64::from(metres / 10)));
        entry.insert("height", whole.unwrap_or_else(|| Value::from(f64::from(metres) / 10.0)));
    }
    if let Some(door) = kind.door {
        entry.insert("door", door_word(door).into());
    } else {
        if kind.cover != base.cover {
            entry.insert("cover", kind.cover.name().into());
        }
        let blocks = (kind.blocks_movement, kind.blocks_sight);
        if blocks != (base.blocks_movement, base.blocks_sight) {
            let words = [("movement", blocks.0), ("sight", blocks.1)];
            let words = words.into_iter().filter(|(_, blocks)| *blocks).map(|(word, _)| word);
            entry.insert("blocks", Value::Array(words.collect::<Array>()));
        }
    }
    if kind.exit != base.exit {
        entry.insert("exit", kind.exit.into());
    }
    if let Some(cost) = ground.cost {
        entry.insert("cost", i64::from(cost).into());
    }
    if ground.concealed {
        entry.insert("concealed", true.into());
    }
    if map.get("legend").is_none() {
        map.insert("legend", Item::Value(Value::InlineTable(InlineTable::new())));
    }
    if let Some(legend) = map.get_mut("legend").and_then(Item::as_table_like_mut) {
        legend.insert(&letter.to_string(), Item::Value(Value::InlineTable(entry)));
    }
}
