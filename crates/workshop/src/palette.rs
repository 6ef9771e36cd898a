//! Kinds of ground to paint with: the standard ones, the draft's own, and those that the game's ready-made encounters use.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use quintain_content::{Encounter, MapSpec};
use quintain_field::{Cover, Door, Legend, TerrainKind};
use quintain_library::{ready_made, rulebook};

use crate::draft::Draft;

/// A kind of ground, with what a square of it costs where that is said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ground {
    /// What it is; its glyph is the letter that it would like to have.
    pub kind: TerrainKind,
    /// What a square costs to enter.
    pub cost: Option<u32>,
}

/// One thing to paint with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Brush {
    /// How forms name it: its letter, or `~` and its place among those of the game.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// The ground.
    pub ground: Ground,
}

impl Brush {
    fn new(key: String, kind: &TerrainKind, cost: Option<u32>) -> Brush {
        Brush { key, name: called(kind, cost), ground: Ground { kind: kind.clone(), cost } }
    }

    /// Which part of the palette it belongs to.
    pub(crate) fn group(&self) -> &'static str {
        let kind = &self.ground.kind;
        match () {
            () if kind.door.is_some() || (kind.blocks_movement && kind.blocks_sight) => "Walls and doors",
            () if kind.name.starts_with("dark") || kind.name.starts_with("dim") => "Light",
            () if kind.cover != Cover::None || kind.blocks_movement || kind.blocks_sight => "Cover",
            () => "Ground",
        }
    }
}

/// How a legend writes a door.
pub(crate) fn door_word(door: Door) -> &'static str {
    match door {
        Door::Open => "open",
        Door::Closed => "closed",
        Door::Locked => "locked",
    }
}

/// What a kind of ground is called in the palette.
fn called(kind: &TerrainKind, cost: Option<u32>) -> String {
    let mut words = vec![match kind.door {
        Some(door) => format!("{} door", door_word(door)),
        None if kind.name == "cover" => format!("{} cover", kind.cover),
        None => kind.name.clone(),
    }];
    if let Some(height) = kind.ground.filter(|height| height.tenths() != 0) {
        words.push(height.to_string());
    }
    if kind.cover != Cover::None && kind.name != "cover" && !kind.blocks_movement && kind.door.is_none() {
        words.push(format!("{} cover", kind.cover));
    }
    if let Some(cost) = cost {
        words.push(format!("cost {cost}"));
    }
    words.join(", ")
}

/// The kinds of ground that a map's letters stand for, with their costs, but for bare heights.
fn of_spec(spec: &MapSpec) -> Vec<(TerrainKind, Option<u32>)> {
    let Ok(map) = spec.build() else { return Vec::new() };
    let costs: BTreeMap<&str, u32> = spec.costs().collect();
    let kinds = spec.legend.iter().filter_map(|own| {
        let kind = map.legend().kind(map.legend().by_glyph(own.letter.value)?)?;
        Some((kind.clone(), costs.get(kind.name.as_str()).copied()))
    });
    kinds.collect()
}

/// What the ready-made encounters of a game paint with besides the standard ground; read once.
fn of_book(book: &str) -> Vec<(TerrainKind, Option<u32>)> {
    type Known = Mutex<BTreeMap<String, Vec<(TerrainKind, Option<u32>)>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let known = KNOWN.get_or_init(Known::default);
    if let Some(kinds) = known.lock().unwrap_or_else(PoisonError::into_inner).get(book) {
        return kinds.clone();
    }
    let tables = rulebook(book).map(|book| book.tables()).unwrap_or_default();
    let mut kinds: Vec<(TerrainKind, Option<u32>)> = Vec::new();
    for one in ready_made().filter(|one| one.book() == book) {
        let Ok(Encounter { map: Some(spec), .. }) = Encounter::parse(&one.source(), tables) else { continue };
        for (kind, cost) in of_spec(&spec) {
            let name = called(&kind, cost);
            if !kinds.iter().any(|(known, own)| called(known, *own) == name) {
                kinds.push((kind, cost));
            }
        }
    }
    // What every book may want: floors without light.
    for (letter, name) in [('d', "dark floor"), ('m', "dim floor")] {
        if !kinds.iter().any(|(kind, _)| kind.name == name) {
            kinds.push((TerrainKind::new(letter, name), None));
        }
    }
    kinds.sort_by_key(|(kind, cost)| called(kind, *cost));
    known.lock().unwrap_or_else(PoisonError::into_inner).insert(book.to_owned(), kinds.clone());
    kinds
}

/// Everything that a draft can be painted with.
pub(crate) fn brushes(draft: &Draft) -> Vec<Brush> {
    let own = draft.map_spec().and_then(Result::ok).map(|spec| of_spec(&spec)).unwrap_or_default();
    let standard = Legend::standard();
    let bare = |kind: &&TerrainKind| !kind.glyph.is_ascii_digit() && !matches!(kind.glyph, '^' | 'v');
    let mut all: Vec<Brush> = standard
        .kinds()
        .map(|(_, kind)| kind)
        .filter(bare)
        .filter(|kind| !own.iter().any(|(own, _)| own.glyph == kind.glyph))
        .map(|kind| Brush::new(kind.glyph.to_string(), kind, None))
        .collect();
    all.extend(own.iter().map(|(kind, cost)| Brush::new(kind.glyph.to_string(), kind, *cost)));
    for (place, (kind, cost)) in of_book(&draft.rulebook()).into_iter().enumerate() {
        let brush = Brush::new(format!("~{place}"), &kind, cost);
        if !all.iter().any(|known| known.name == brush.name) {
            all.push(brush);
        }
    }
    all
}

/// The brush that a form names.
pub(crate) fn brush(draft: &Draft, key: &str) -> Option<Brush> {
    brushes(draft).into_iter().find(|brush| brush.key == key)
}
