//! What the ground of a square is: a number into a list of kinds, each with a name, a glyph and what comes with it.

use crate::cover::Cover;
use crate::edge::Door;
use crate::height::Height;

/// A kind of ground: its place in the map's [`Legend`]. The standard kinds are named here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Terrain(pub u8);

impl Terrain {
    /// `.` ordinary ground.
    pub const OPEN: Self = Self(0);
    /// `,` slow going.
    pub const DIFFICULT: Self = Self(1);
    /// `:` very slow going.
    pub const HEAVY: Self = Self(2);
    /// `~` water to wade.
    pub const WATER: Self = Self(3);
    /// `=` water to swim.
    pub const DEEP_WATER: Self = Self(4);
    /// `#` a square of wall; blocks movement and sight.
    pub const WALL: Self = Self(5);
    /// `_` a pit.
    pub const PIT: Self = Self(6);
    /// `X` a way off the map.
    pub const EXIT: Self = Self(7);
    /// `q` something to hide behind: quarter cover.
    pub const QUARTER_COVER: Self = Self(8);
    /// `o` something to hide behind: half cover.
    pub const HALF_COVER: Self = Self(9);
    /// `O` something to hide behind: full cover.
    pub const FULL_COVER: Self = Self(10);
    /// `/` an open door that fills a square.
    pub const OPEN_DOOR: Self = Self(11);
    /// `+` a closed door that fills a square; blocks movement and sight.
    pub const CLOSED_DOOR: Self = Self(12);
    /// `%` a locked door that fills a square; blocks movement and sight.
    pub const LOCKED_DOOR: Self = Self(13);
    /// `?` fog: blocks sight, not movement.
    pub const FOG: Self = Self(14);
    /// `^` high ground: open, 2 m up.
    pub const HIGH: Self = Self(15);
    /// `v` low ground: open, 2 m down.
    pub const LOW: Self = Self(16);
}

/// What a glyph of a drawn map stands for. Several kinds may share a name, such as `open` at different heights, so a
/// rulebook that prices terrain by name prices them all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TerrainKind {
    /// How it is drawn: one visible character.
    pub glyph: char,
    /// What it is called, in lower case: `open`, `difficult`, `deep water`. Rulebooks look terrain up by it.
    pub name: String,
    /// The height of the ground that comes with it; `None` leaves the ground as it is (0 m on a new map).
    pub ground: Option<Height>,
    /// The cover that a line crossing the square meets.
    pub cover: Cover,
    /// Nobody may enter.
    pub blocks_movement: bool,
    /// Nobody sees through it, at any height.
    pub blocks_sight: bool,
    /// One may leave the map here.
    pub exit: bool,
    /// A door that fills the square.
    pub door: Option<Door>,
}

impl TerrainKind {
    /// A kind with this glyph and name and nothing special about it.
    #[must_use]
    pub fn new(glyph: char, name: impl Into<String>) -> Self {
        Self {
            glyph,
            name: name.into(),
            ground: None,
            cover: Cover::None,
            blocks_movement: false,
            blocks_sight: false,
            exit: false,
            door: None,
        }
    }

    fn solid(mut self) -> Self {
        self.blocks_movement = true;
        self.blocks_sight = true;
        self.cover = Cover::Full;
        self
    }

    fn at(mut self, metres: i16) -> Self {
        self.ground = Some(Height::from_metres(metres));
        self
    }

    fn hiding(mut self, cover: Cover) -> Self {
        self.cover = cover;
        self
    }

    fn standing(mut self, door: Door) -> Self {
        self.door = Some(door);
        self
    }
}

/// Why a kind of terrain does not fit into a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegendError {
    /// There are 256 kinds already.
    Full,
    /// A blank or a control character cannot be told apart in a drawing.
    Invisible {
        /// The character.
        glyph: char,
    },
}

impl std::fmt::Display for LegendError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Full => f.write_str("the legend is full: a map has at most 256 kinds of terrain"),
            Self::Invisible { glyph } => {
                write!(f, "{glyph:?} cannot stand for terrain: use a visible character, such as `b`")
            }
        }
    }
}

impl std::error::Error for LegendError {}

/// The kinds of terrain of a map and the glyphs they are drawn with.
///
/// The standard legend, as in the constants of [`Terrain`], is always in it:
///
/// | glyph | name | |
/// |---|---|---|
/// | `.` | open | |
/// | `,` `:` | difficult, heavy | |
/// | `~` `=` | water, deep water | |
/// | `#` | wall | blocks movement and sight |
/// | `_` | pit | |
/// | `X` | exit | one may leave the map here |
/// | `q` `o` `O` | cover | quarter, half, full cover |
/// | `/` `+` `%` | door | open, closed, locked; a door that fills its square |
/// | `?` | fog | blocks sight only |
/// | `^` `v` | open | ground 2 m up, 2 m down |
/// | `0`…`9` | open | ground so many metres up |
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Legend {
    kinds: Vec<TerrainKind>,
}

impl Legend {
    /// The standard legend.
    #[must_use]
    pub fn standard() -> Self {
        let kind = TerrainKind::new;
        let mut exit = kind('X', "exit");
        exit.exit = true;
        let mut fog = kind('?', "fog");
        fog.blocks_sight = true;
        let mut kinds = vec![
            kind('.', "open"),
            kind(',', "difficult"),
            kind(':', "heavy"),
            kind('~', "water"),
            kind('=', "deep water"),
            kind('#', "wall").solid(),
            kind('_', "pit"),
            exit,
            kind('q', "cover").hiding(Cover::Quarter),
            kind('o', "cover").hiding(Cover::Half),
            kind('O', "cover").hiding(Cover::Full),
            kind('/', "door").standing(Door::Open),
            kind('+', "door").standing(Door::Closed).solid(),
            kind('%', "door").standing(Door::Locked).solid(),
            fog,
            kind('^', "open").at(2),
            kind('v', "open").at(-2),
        ];
        kinds.extend(('0'..='9').zip(0..).map(|(digit, metres)| kind(digit, "open").at(metres)));
        Self { kinds }
    }

    /// Adds a kind. A glyph that already stands for something stands for the new kind from now on.
    ///
    /// # Errors
    /// When the legend is full, or the glyph cannot be seen.
    pub fn define(&mut self, kind: TerrainKind) -> Result<Terrain, LegendError> {
        if kind.glyph.is_whitespace() || kind.glyph.is_control() {
            return Err(LegendError::Invisible { glyph: kind.glyph });
        }
        let number = u8::try_from(self.kinds.len()).map_err(|_| LegendError::Full)?;
        self.kinds.push(kind);
        Ok(Terrain(number))
    }

    /// The kind behind a number, if there is one.
    #[must_use]
    pub fn kind(&self, terrain: Terrain) -> Option<&TerrainKind> {
        self.kinds.get(usize::from(terrain.0))
    }

    /// All kinds in the order of their numbers: the place to work out a table of costs once.
    pub fn kinds(&self) -> impl Iterator<Item = (Terrain, &TerrainKind)> {
        (0..=u8::MAX).map(Terrain).zip(&self.kinds)
    }

    /// What a glyph stands for.
    #[must_use]
    pub fn by_glyph(&self, glyph: char) -> Option<Terrain> {
        self.kinds().filter(|(_, kind)| kind.glyph == glyph).last().map(|(terrain, _)| terrain)
    }

    /// The first kind of this name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<Terrain> {
        self.kinds().find(|(_, kind)| kind.name == name).map(|(terrain, _)| terrain)
    }
}

impl Default for Legend {
    fn default() -> Self {
        Self::standard()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_name_the_standard_kinds() {
        let legend = Legend::standard();
        for (terrain, glyph, name) in [
            (Terrain::OPEN, '.', "open"),
            (Terrain::HEAVY, ':', "heavy"),
            (Terrain::DEEP_WATER, '=', "deep water"),
            (Terrain::WALL, '#', "wall"),
            (Terrain::PIT, '_', "pit"),
            (Terrain::EXIT, 'X', "exit"),
            (Terrain::FULL_COVER, 'O', "cover"),
            (Terrain::LOCKED_DOOR, '%', "door"),
            (Terrain::FOG, '?', "fog"),
            (Terrain::LOW, 'v', "open"),
        ] {
            assert_eq!(legend.by_glyph(glyph), Some(terrain));
            assert_eq!(legend.kind(terrain).map(|kind| kind.name.as_str()), Some(name));
        }
        assert_eq!(legend.by_name("open"), Some(Terrain::OPEN));
        assert_eq!(legend.by_glyph('Z'), None);
    }

    #[test]
    fn a_later_kind_takes_the_glyph() {
        let mut legend = Legend::standard();
        let lava = legend.define(TerrainKind::new('~', "lava")).unwrap();
        assert_eq!(legend.by_glyph('~'), Some(lava));
        assert_eq!(legend.kind(Terrain::WATER).unwrap().name, "water");
        assert_eq!(legend.define(TerrainKind::new(' ', "void")), Err(LegendError::Invisible { glyph: ' ' }));
        while legend.define(TerrainKind::new('z', "sand")).is_ok() {}
        assert_eq!(legend.kinds().count(), 256);
    }
}
