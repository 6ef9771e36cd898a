//! Maps as plain text: rows of glyphs, top row first.

use std::fmt;

use crate::map::{Map, SizeError};
use crate::reading::ParseError;
use crate::square::Square;
use crate::terrain::{Legend, Terrain};

/// What is wrong with a drawn map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// No rows, empty rows, or too many of either.
    Size(SizeError),
    /// A row is longer or shorter than the first.
    UnevenRow {
        /// The line, 1 for the top one.
        line: usize,
        /// How many glyphs it has.
        found: usize,
        /// How many the first has.
        wanted: usize,
    },
    /// A glyph that the legend does not know.
    UnknownGlyph {
        /// The line, 1 for the top one.
        line: usize,
        /// The place in the line, 1 for the leftmost.
        column: usize,
        /// The square it stands for.
        square: Square,
        /// The glyph.
        glyph: char,
        /// The glyphs that the legend knows.
        known: String,
    },
    /// An edge that cannot be read or does not exist.
    Edge {
        /// Its place in the list, 1 for the first.
        line: usize,
        /// What is wrong with it.
        problem: EdgeProblem,
    },
}

/// What is wrong with one line of the list of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeProblem {
    /// No word is a pair of squares.
    NoPlace {
        /// The line as given.
        text: String,
    },
    /// The words around the pair of squares name no edge.
    Words(ParseError),
    /// The two squares do not share a side.
    NotNeighbours {
        /// The pair as given.
        text: String,
    },
    /// A square, or the square beyond the side named, lies outside the map.
    Outside {
        /// The square.
        square: Square,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => size.fmt(f),
            Self::UnevenRow { line, found, wanted } => write!(
                f,
                "map line {line} has {found} squares, but the first line has {wanted}: all lines must be equally long"
            ),
            Self::UnknownGlyph { line, column, square, glyph, known } => write!(
                f,
                "map line {line}, column {column} (square {square}): {glyph:?} stands for nothing; \
                 use one of {known} or add it to the legend"
            ),
            Self::Edge { line, problem } => write!(f, "edge {line}: {problem}"),
        }
    }
}

impl fmt::Display for EdgeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlace { text } => {
                write!(f, "`{text}` names no pair of squares: write it as in `wall B2-B3` or `wall A3-F3 north`")
            }
            Self::Words(wrong) => wrong.fmt(f),
            Self::NotNeighbours { text } => write!(
                f,
                "{text} is not an edge: name two squares that share a side, as in B2-B3, \
                 or add north, east, south or west for one side of a whole rectangle"
            ),
            Self::Outside { square } => write!(f, "{square} lies outside the map"),
        }
    }
}

impl std::error::Error for TextError {}

impl From<SizeError> for TextError {
    fn from(size: SizeError) -> Self {
        Self::Size(size)
    }
}

impl Map {
    /// Reads a drawn map: strings of equal length, the top row first, one glyph of the legend a square.
    ///
    /// # Errors
    /// Names the first line and column where something is wrong, and what would be right.
    ///
    /// ```
    /// use quintain_field::{Legend, Map};
    /// let map = Map::from_rows(&["..#", "o.~"], Legend::standard())?;
    /// assert_eq!(map.terrain_name("C1".parse()?), Some("water"));
    /// assert_eq!(map.to_rows(), ["..#", "o.~"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_rows<S: AsRef<str>>(rows: &[S], legend: Legend) -> Result<Self, TextError> {
        let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
        let mut map = Self::with_legend(width, rows.len(), legend)?;
        let tops = map.bounds().north_east();
        let mut last: Option<(char, Terrain)> = None;
        for ((line, row), y) in rows.iter().enumerate().zip((0..=tops.y).rev()) {
            let row = row.as_ref();
            let found = row.chars().count();
            if found != width {
                return Err(TextError::UnevenRow { line: line + 1, found, wanted: width });
            }
            for (glyph, x) in row.chars().zip(0..=tops.x) {
                let square = Square::new(x, y);
                let known = last.filter(|(seen, _)| *seen == glyph).map(|(_, terrain)| terrain);
                let Some(terrain) = known.or_else(|| map.legend().by_glyph(glyph)) else {
                    let column = usize::from(x.unsigned_abs()) + 1;
                    let known = map.legend().kinds().map(|(_, kind)| kind.glyph).collect();
                    return Err(TextError::UnknownGlyph { line: line + 1, column, square, glyph, known });
                };
                last = Some((glyph, terrain));
                map.set_terrain(square, terrain);
            }
        }
        Ok(map)
    }

    /// Draws the map: the glyph of each square's terrain, the top row first. Edges are not in it (see
    /// [`edges_text`](Self::edges_text)), nor what was changed about a square apart from its terrain.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let tops = self.bounds().north_east();
        let glyph = |square| self.legend().kind(self.terrain(square)?).map(|kind| kind.glyph);
        (0..=tops.y).rev().map(|y| (0..=tops.x).map(|x| glyph(Square::new(x, y)).unwrap_or('.')).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Cover;
    use crate::height::Height;
    use crate::terrain::TerrainKind;

    fn error(rows: &[&str]) -> String {
        Map::from_rows(rows, Legend::standard()).map_err(|e| e.to_string()).expect_err("wrong on purpose")
    }

    #[test]
    fn the_top_line_is_the_highest_row() {
        let map = Map::from_rows(&["X.3", "#o,"], Legend::standard()).unwrap();
        assert!(map.is_exit(Square::new(0, 1)));
        assert_eq!(map.ground(Square::new(2, 1)), Height::from_metres(3));
        assert!(map.blocks_sight(Square::new(0, 0)));
        assert_eq!(map.cover(Square::new(1, 0)), Cover::Half);
    }

    #[test]
    fn errors_name_the_place_and_what_would_be_right() {
        assert_eq!(
            error(&["...", "..", "..."]),
            "map line 2 has 2 squares, but the first line has 3: all lines must be equally long"
        );
        assert_eq!(
            error(&["...", ".!."]),
            "map line 2, column 2 (square B1): '!' stands for nothing; \
             use one of .,:~=#_XqoO/+%?^v0123456789 or add it to the legend"
        );
        assert!(error(&[]).contains("0 columns and 0 rows"));
        assert!(error(&["", ""]).contains("0 columns and 2 rows"));
    }

    #[test]
    fn a_legend_of_ones_own_adds_and_replaces() {
        let mut legend = Legend::standard();
        let mut balcony = TerrainKind::new('b', "open");
        balcony.ground = Some(Height::from_tenths(35));
        legend.define(balcony).unwrap();
        legend.define(TerrainKind::new('~', "lava")).unwrap();
        let map = Map::from_rows(&["b~."], legend).unwrap();
        assert_eq!(map.ground(Square::new(0, 0)).to_string(), "3.5 m");
        assert_eq!(map.terrain_name(Square::new(1, 0)), Some("lava"));
        assert_eq!(map.to_rows(), ["b~."]);
    }
}
