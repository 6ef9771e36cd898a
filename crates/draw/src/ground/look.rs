//! What each square looks like: read from the name of its terrain, else from what it does.

use quintain_field::{Cell, Cover, Map, Square, Terrain};

/// What a square looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    #[default]
    Plain,
    Rough,
    Heavy,
    Water,
    Deep,
    Pit,
    Fog,
    Wall,
    /// A door that fills the square; the floor below it.
    Door,
    /// Something low, middling or high to hide behind; the land says what.
    Hide(u8),
    Tree,
    Thicket,
    Wood,
    Statue,
    Pillar,
    Table,
    Crate,
    Boulder,
    Slippery,
    Lava,
    Fire,
    Ice,
    Snow,
    Sand,
    Road,
    Boards,
    Grave,
}

/// Words in names of terrain, and the look they mean; the first that is found counts.
const WORDS: &[(&str, Look)] = &[
    ("bridge", Look::Boards),
    ("gangway", Look::Boards),
    ("deck", Look::Boards),
    ("plank", Look::Boards),
    ("board", Look::Boards),
    ("slippery", Look::Slippery),
    ("snow", Look::Snow),
    ("sand", Look::Sand),
    ("mud", Look::Heavy),
    ("deep", Look::Deep),
    ("ice", Look::Ice),
    ("lava", Look::Lava),
    ("magma", Look::Lava),
    ("fire", Look::Fire),
    ("ember", Look::Fire),
    ("burning", Look::Fire),
    ("water", Look::Water),
    ("river", Look::Water),
    ("stream", Look::Water),
    ("ford", Look::Water),
    ("pond", Look::Water),
    ("sea", Look::Deep),
    ("pit", Look::Pit),
    ("cleft", Look::Pit),
    ("chasm", Look::Pit),
    ("abyss", Look::Pit),
    ("hole", Look::Pit),
    ("fog", Look::Fog),
    ("mist", Look::Fog),
    ("smoke", Look::Fog),
    ("thicket", Look::Thicket),
    ("bush", Look::Thicket),
    ("hedge", Look::Thicket),
    ("thorn", Look::Thicket),
    ("wood", Look::Wood),
    ("forest", Look::Wood),
    ("tree", Look::Tree),
    ("statue", Look::Statue),
    ("idol", Look::Statue),
    ("pillar", Look::Pillar),
    ("column", Look::Pillar),
    ("table", Look::Table),
    ("bench", Look::Table),
    ("altar", Look::Table),
    ("bed", Look::Table),
    ("crate", Look::Crate),
    ("barrel", Look::Crate),
    ("cart", Look::Crate),
    ("wagon", Look::Crate),
    ("boulder", Look::Boulder),
    ("rock", Look::Boulder),
    ("grave", Look::Grave),
    ("tomb", Look::Grave),
    ("swamp", Look::Heavy),
    ("marsh", Look::Heavy),
    ("bog", Look::Heavy),
    ("road", Look::Road),
    ("path", Look::Road),
    ("street", Look::Road),
    ("rubble", Look::Rough),
    ("scree", Look::Rough),
    ("difficult", Look::Rough),
    ("heavy", Look::Heavy),
];

/// What a square of the map looks like.
pub(super) fn look(map: &Map, square: Square) -> Look {
    let Some(cell) = map.cell(square) else { return Look::Wall };
    if map.door(square).is_some() {
        return Look::Door;
    }
    let named = map.terrain(square).filter(|terrain| *terrain != Terrain::OPEN).and_then(|_| named(map, square));
    match named {
        // What slows and gives cover is something that stands about.
        Some(Look::Rough) if cell.cover != Cover::None => Look::Hide(1),
        Some(look) => look,
        None => by_deed(cell),
    }
}

/// The look that the name of the terrain speaks of.
fn named(map: &Map, square: Square) -> Option<Look> {
    let name = map.terrain_name(square)?;
    let is = |own: &str, word: &str| own == word || own.strip_suffix('s') == Some(word);
    let words = || name.split(|c: char| !c.is_alphanumeric());
    WORDS.iter().find(|(word, _)| words().any(|own| is(own, word))).map(|(_, look)| *look)
}

fn by_deed(cell: &Cell) -> Look {
    match (cell.blocks_movement, cell.blocks_sight, cell.cover) {
        (true, true, _) => Look::Wall,
        (false, true, _) => Look::Fog,
        (true, false, _) | (_, _, Cover::Full) => Look::Hide(3),
        (_, _, Cover::Half) => Look::Hide(2),
        (_, _, Cover::Quarter) => Look::Hide(1),
        (_, _, Cover::None) => Look::Plain,
    }
}

/// How dark a square is by the name of its terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shade {
    None,
    Dim,
    Dark,
}

pub(super) fn shade(map: &Map, square: Square) -> Shade {
    let name = map.terrain_name(square).unwrap_or_default();
    let has = |word: &str| name.split(' ').any(|own| own == word);
    if has("dark") {
        Shade::Dark
    } else if has("dim") {
        Shade::Dim
    } else {
        Shade::None
    }
}
