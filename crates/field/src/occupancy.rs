//! How many stand on each square.

use crate::map::Map;
use crate::span::Span;
use crate::square::Square;

/// How many bodies fill each square of a map; any number may share one. It tells at one look that nobody is there, however
/// many there are elsewhere; who is there its keeper knows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    width: u16,
    depth: u16,
    crowd: Vec<u16>,
}

impl Clone for Occupancy {
    fn clone(&self) -> Self {
        Self { crowd: self.crowd.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.width, self.depth) = (source.width, source.depth);
        self.crowd.clone_from(&source.crowd);
    }
}

impl Occupancy {
    /// Nobody on this map.
    #[must_use]
    pub fn for_map(map: &Map) -> Self {
        let squares = usize::from(map.width()) * usize::from(map.depth());
        Self { width: map.width(), depth: map.depth(), crowd: vec![0; squares] }
    }

    /// Somebody comes to fill these squares; those beyond the map are left out.
    pub fn place(&mut self, body: Span) {
        self.count(body, |crowd| crowd.saturating_add(1));
    }

    /// Somebody who filled these squares does so no longer.
    pub fn remove(&mut self, body: Span) {
        self.count(body, |crowd| crowd.saturating_sub(1));
    }

    /// Whether nobody fills any of these squares but one, who fills those of `own`. Nobody is beyond the map.
    #[must_use]
    #[inline]
    pub fn is_free(&self, body: Span, own: Option<Span>) -> bool {
        let free = |square: Square| {
            let crowd = self.index(square).and_then(|at| self.crowd.get(at)).copied().unwrap_or(0);
            crowd == 0 || crowd == 1 && own.is_some_and(|own| own.contains(square))
        };
        if body.south_west() == body.north_east() { free(body.south_west()) } else { body.squares().all(free) }
    }

    #[inline]
    fn index(&self, square: Square) -> Option<usize> {
        square.on(self.width, self.depth).map(|(x, y)| y * usize::from(self.width) + x)
    }

    fn count(&mut self, body: Span, then: impl Fn(u16) -> u16) {
        for square in body.squares() {
            if let Some(crowd) = self.index(square).and_then(|at| self.crowd.get_mut(at)) {
                *crowd = then(*crowd);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(name: &str) -> Span {
        name.parse().expect(name)
    }

    #[test]
    fn bodies_come_and_go() {
        let map = Map::open(5, 5).unwrap();
        let mut who = Occupancy::for_map(&map);
        who.place(body("B2-C3"));
        who.place(body("C3-C3"));
        assert!(!who.is_free(body("C2-C2"), None) && who.is_free(body("D2-D2"), None));
        let own = Some(body("B2-C3"));
        assert!(who.is_free(body("B1-C2"), own) && !who.is_free(body("C3-D4"), own));
        assert!(who.is_free(body("F1-F9"), None), "beyond the map");
        let mut again = Occupancy::default();
        again.clone_from(&who);
        assert_eq!(again, who);
        who.remove(body("C3-C3"));
        assert!(who.is_free(body("C3-D4"), own));
        who.remove(body("B2-C3"));
        assert_eq!(who, Occupancy::for_map(&map));
    }
}
