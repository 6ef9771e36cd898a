//! A map without some of what is on it: doors that look like wall, ground that looks like any other, and squares that nobody
//! has seen.

use std::sync::Arc;

use crate::edge::{Door, Edge};
use crate::map::Map;
use crate::site::Site;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::terrain::{Terrain, TerrainKind};

/// How a square is drawn that nobody has seen.
const UNSEEN: char = '▒';

impl Map {
    /// The door at a place.
    #[must_use]
    pub fn door_at(&self, site: Site) -> Option<Door> {
        match site {
            Site::Square(square) => self.door(square),
            Site::Edge(one, other) => match self.edge(one, other)? {
                Edge::Door(door) => Some(door),
                _ => None,
            },
        }
    }

    /// Turns a door into wall, and other ground into open ground of the same height. Returns false, changing nothing, where
    /// neither is there.
    pub fn bury(&mut self, site: Site) -> bool {
        match site {
            Site::Edge(one, other) => self.door_at(site).is_some() && self.set_edge(one, other, Edge::Wall),
            Site::Square(square) if self.door(square).is_some() => self.set_terrain(square, Terrain::WALL),
            Site::Square(square) => self.level(square),
        }
    }

    fn level(&mut self, square: Square) -> bool {
        let (terrain, high) = (self.terrain(square), self.ground(square));
        let fall = self.legend().by_name("pit").is_some_and(|pit| terrain == Some(pit));
        if terrain.is_none_or(|terrain| terrain == Terrain::OPEN) || !self.set_terrain(square, Terrain::OPEN) {
            return false;
        }
        if let Some(cell) = self.cell_mut(square).filter(|_| !fall) {
            cell.ground = high;
        }
        true
    }

    /// The map with nothing but these squares and what stands at their sides; all others are blank and let nobody in.
    #[must_use]
    pub fn only(&self, seen: &SquareSet) -> Self {
        let mut legend = self.legend().clone();
        let mut blank = TerrainKind::new(UNSEEN, "unknown");
        (blank.blocks_movement, blank.blocks_sight) = (true, true);
        let unknown = legend.define(blank).unwrap_or(Terrain::WALL);
        let mut map = self.clone();
        map.set_legend(Arc::new(legend));
        for square in self.bounds().squares().filter(|square| !seen.contains(*square)) {
            map.set_terrain(square, unknown);
        }
        for (one, other, _) in self.edges().filter(|(one, other, _)| !seen.contains(*one) && !seen.contains(*other)) {
            map.set_edge(one, other, Edge::Open);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Legend;

    fn at(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn map() -> Map {
        let mut map = Map::from_rows(&[".+_", "..~"], Legend::standard()).unwrap();
        map.draw_edges(&["door A1-A2 closed", "wall B1-C1"]).unwrap();
        map
    }

    #[test]
    fn what_is_buried_looks_like_nothing() {
        let mut map = map();
        for site in ["A1-A2", "B2", "C2", "C1"] {
            assert!(map.bury(site.parse().unwrap()), "{site}");
        }
        assert_eq!(map.to_rows(), [".#.", "..."]);
        assert_eq!(map.edges_text(), ["wall B1-C1", "wall A1-A2"]);
        for nothing in ["B1-C1", "A1", "J9"] {
            assert!(!map.bury(nothing.parse().unwrap()), "{nothing}");
        }
    }

    #[test]
    fn only_what_was_seen_is_left() {
        let map = map();
        let mut seen = SquareSet::for_map(&map);
        seen.insert(at("A1"));
        let known = map.only(&seen);
        assert_eq!(known.to_rows(), ["▒▒▒", ".▒▒"]);
        assert_eq!(known.edges_text(), ["door A1-A2 closed"]);
        assert!(known.blocks_movement(at("B2")) && known.door(at("B2")).is_none());
    }
}
