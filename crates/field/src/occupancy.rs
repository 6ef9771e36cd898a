//! Who stands where.

use std::fmt;

use crate::footprint::Footprint;
use crate::map::Map;
use crate::span::Span;
use crate::square::Square;
use crate::square_set::SquareSet;

/// Why a token cannot be put somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// Part of it would lie outside the map.
    OffMap {
        /// The squares it would fill.
        body: Span,
    },
    /// It is on the map already; move it instead.
    Present {
        /// The token.
        token: u16,
    },
    /// It is not on the map.
    Absent {
        /// The token.
        token: u16,
    },
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffMap { body } => write!(f, "{body} does not lie wholly on the map"),
            Self::Present { token } => write!(f, "token {token} is on the map already"),
            Self::Absent { token } => write!(f, "token {token} is not on the map"),
        }
    }
}

impl std::error::Error for PlaceError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Placed {
    token: u16,
    anchor: Square,
    body: Footprint,
}

impl Placed {
    fn span(&self) -> Span {
        self.body.at(self.anchor)
    }
}

/// Which tokens stand on which squares; any number may share one. Tokens are numbers of the caller's own.
///
/// Asking whether a square is free is one look-up; asking who stands there walks over the tokens, in the order of
/// their numbers. Once every token has been placed nothing allocates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Occupancy {
    bounds: Span,
    crowd: Vec<u32>,
    placed: Vec<Placed>,
}

impl Occupancy {
    /// Nobody on this map.
    #[must_use]
    pub fn for_map(map: &Map) -> Self {
        let squares = usize::from(map.width()) * usize::from(map.depth());
        Self { bounds: map.bounds(), crowd: vec![0; squares], placed: Vec::new() }
    }

    /// Puts a token on the map with its south-west square at `anchor`.
    ///
    /// # Errors
    /// When it is there already or would not lie wholly on the map. That others stand there is no error.
    pub fn place(&mut self, token: u16, anchor: Square, body: Footprint) -> Result<(), PlaceError> {
        let Err(at) = self.find(token) else { return Err(PlaceError::Present { token }) };
        self.check(body.at(anchor))?;
        self.placed.insert(at, Placed { token, anchor, body });
        self.count(body.at(anchor), 1);
        Ok(())
    }

    /// Moves a token so that its south-west square is at `anchor`.
    ///
    /// # Errors
    /// When it is not on the map or would not lie wholly on it; it then stays where it was.
    pub fn move_to(&mut self, token: u16, anchor: Square) -> Result<(), PlaceError> {
        let at = self.find(token).map_err(|_| PlaceError::Absent { token })?;
        let Some(old) = self.placed.get(at).copied() else { return Err(PlaceError::Absent { token }) };
        let new = Placed { anchor, ..old };
        self.check(new.span())?;
        self.count(old.span(), -1);
        self.count(new.span(), 1);
        if let Some(slot) = self.placed.get_mut(at) {
            *slot = new;
        }
        Ok(())
    }

    /// Takes a token off the map and says where it stood; `None` when it was not there.
    pub fn remove(&mut self, token: u16) -> Option<Span> {
        let at = self.find(token).ok()?;
        let span = self.placed.remove(at).span();
        self.count(span, -1);
        Some(span)
    }

    /// The squares a token fills, if it is on the map.
    #[must_use]
    pub fn body(&self, token: u16) -> Option<Span> {
        self.placed.get(self.find(token).ok()?).map(Placed::span)
    }

    /// Whether the square is on the map and nobody stands there.
    #[must_use]
    pub fn is_free(&self, square: Square) -> bool {
        self.crowd_at(square) == Some(0)
    }

    /// Whether the rectangle is on the map and nobody but this token stands in it.
    #[must_use]
    pub fn is_free_for(&self, token: u16, span: Span) -> bool {
        self.bounds.holds(span)
            && (span.squares().all(|square| self.is_free(square)) || self.tokens_on(span).all(|other| other == token))
    }

    /// Who stands in the square, in the order of their numbers.
    pub fn tokens_in(&self, square: Square) -> impl Iterator<Item = u16> + '_ {
        let anybody = self.crowd_at(square).is_some_and(|crowd| crowd > 0);
        let placed = if anybody { self.placed.as_slice() } else { &[] };
        placed.iter().filter(move |p| p.span().contains(square)).map(|p| p.token)
    }

    /// Who stands anywhere in the rectangle, in the order of their numbers.
    pub fn tokens_on(&self, span: Span) -> impl Iterator<Item = u16> + '_ {
        self.placed.iter().filter(move |p| p.span().overlaps(span)).map(|p| p.token)
    }

    /// All tokens and the squares they fill, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Span)> + '_ {
        self.placed.iter().map(|p| (p.token, p.span()))
    }

    /// Adds to `into` the squares of all tokens for which `which` says true, such as the foes one cannot pass.
    pub fn collect(&self, into: &mut SquareSet, mut which: impl FnMut(u16) -> bool) {
        for (token, span) in self.iter() {
            if which(token) {
                into.insert_span(span);
            }
        }
    }

    fn find(&self, token: u16) -> Result<usize, usize> {
        self.placed.binary_search_by_key(&token, |p| p.token)
    }

    fn check(&self, body: Span) -> Result<(), PlaceError> {
        if self.bounds.holds(body) { Ok(()) } else { Err(PlaceError::OffMap { body }) }
    }

    fn index(&self, square: Square) -> Option<usize> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        let width = self.bounds.width() as usize;
        self.bounds.contains(square).then_some(y * width + x)
    }

    fn crowd_at(&self, square: Square) -> Option<u32> {
        self.crowd.get(self.index(square)?).copied()
    }

    fn count(&mut self, span: Span, by: i32) {
        for square in span.squares() {
            if let Some(crowd) = self.index(square).and_then(|at| self.crowd.get_mut(at)) {
                *crowd = crowd.saturating_add_signed(by);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn tokens_come_and_go() {
        let map = Map::open(5, 5).unwrap();
        let mut who = Occupancy::for_map(&map);
        who.place(7, square("B2"), Footprint::square(2)).unwrap();
        who.place(3, square("C3"), Footprint::ONE).unwrap();
        assert_eq!(who.tokens_in(square("C3")).collect::<Vec<_>>(), [3, 7]);
        assert!(!who.is_free(square("C2")) && who.is_free(square("D2")) && !who.is_free(square("F1")));
        assert!(who.is_free_for(7, "B1-C2".parse().unwrap()) && !who.is_free_for(7, "C3-D4".parse().unwrap()));
        assert_eq!(who.place(3, square("A1"), Footprint::ONE), Err(PlaceError::Present { token: 3 }));
        who.move_to(7, square("D4")).unwrap();
        assert_eq!(who.move_to(7, square("E4")), Err(PlaceError::OffMap { body: "E4-F5".parse().unwrap() }));
        assert_eq!(who.body(7), Some("D4-E5".parse().unwrap()));
        assert_eq!(who.tokens_in(square("C3")).collect::<Vec<_>>(), [3]);
        let mut set = SquareSet::for_map(&map);
        who.collect(&mut set, |token| token == 7);
        assert_eq!(set.len(), 4);
        assert_eq!(who.remove(3), Some(square("C3").into()));
        assert_eq!(who.remove(3), None);
        assert_eq!(who.move_to(3, square("A1")), Err(PlaceError::Absent { token: 3 }));
        assert!(who.is_free(square("C3")));
    }
}
