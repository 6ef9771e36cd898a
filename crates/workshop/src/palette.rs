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
    /// Nobody knows of it at first.
    pub concealed: bool,
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
    fn new(key: String, ground: Ground) -> Brush {
        Brush { key, name: called(&ground), ground }
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
fn called(Ground { kind, cost, concealed }: &Ground) -> String {
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
    if *concealed {
        words.push("hidden".to_owned());
    }
    words.join(", ")
}

/// The kinds of ground that a map's letters stand for, with their costs, but for bare heights.
fn of_spec(spec: &MapSpec) -> Vec<Ground> {
    let Ok(map) = spec.build() else { return Vec::new() };
    let costs: BTreeMap<&str, u32> = spec.costs().collect();
    let kinds = spec.legend.iter().filter_map(|own| {
        let kind = map.legend().kind(map.legend().by_glyph(own.letter.value)?)?;
        let cost = costs.get(kind.name.as_str()).copied();
        Some(Ground { kind: kind.clone(), cost, concealed: own.concealed })
    });
    kinds.collect()
}

/// What the ready-made encounters of a game paint with besides the standard ground; read once.
fn of_book(book: &str) -> Vec<Ground> {
    type Known = Mutex<BTreeMap<String, Vec<Ground>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let known = KNOWN.get_or_init(Known::default);
    if let Some(kinds) = known.lock().unwrap_or_else(PoisonError::into_inner).get(book) {
        return kinds.clone();
    }
    let tables = rulebook(book).map(|book| book.tables()).unwrap_or_default();
    let mut kinds: Vec<Ground> = Vec::new();
    for one in ready_made().filter(|one| one.book() == book) {
        let Ok(Encounter { map: Some(spec), .. }) = Encounter::parse(&one.source(), tables) else { continue };
        for ground in of_spec(&spec) {
            let name = called(&ground);
            if !kinds.iter().any(|known| called(known) == name) {
                kinds.push(ground);
            }
        }
    }
    // What every book may want: floors without light.
    for (letter, name) in [('d', "dark floor"), ('m', "dim floor")] {
        if !kinds.iter().any(|ground| ground.kind.name == name) {
            kinds.push(Ground { kind: TerrainKind::new(letter, name), cost: None, concealed: false });
        }
    }
    kinds.sort_by_key(called);
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
        .filter(|kind| !own.iter().any(|own| own.kind.glyph == kind.glyph))
        .map(|kind| Brush::new(kind.glyph.to_string(), Ground { kind: kind.clone(), cost: None, concealed: false }))
        .collect();
    all.extend(own.into_iter().map(|ground| Brush::new(ground.kind.glyph.to_string(), ground)));
    for (place, ground) in of_book(&draft.rulebook()).into_iter().enumerate() {
        let brush = Brush::new(format!("~{place}"), ground);
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
