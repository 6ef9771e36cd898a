//! One square of the map, named as on a chessboard.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::reading::{ParseError, serde_as_text};
use crate::step::Step;

/// A square: column `x` from the left and row `y` from the bottom, both starting at 0.
///
/// Its name is the column letter and the row number from the bottom row up: `A1` is `(0, 0)`, `C4` is `(2, 3)`, `AA12`
/// is `(26, 11)`. A square left of or below the map has no such name and is written `(-1,3)`; reading accepts both.
/// Squares are ordered row by row from the bottom, in a row from left to right. In serde a square is its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Square {
    /// Columns from the left edge, starting at 0.
    pub x: i16,
    /// Rows from the bottom edge, starting at 0.
    pub y: i16,
}

impl Square {
    /// The square in column `x` and row `y`, both counted from 0 at the bottom left.
    #[must_use]
    #[inline]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The square `dx` columns to the right and `dy` rows up. Stops at the ends of the number range.
    #[must_use]
    #[inline]
    pub const fn offset(self, dx: i16, dy: i16) -> Self {
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// The neighbour in this direction.
    #[must_use]
    #[inline]
    pub const fn step(self, step: Step) -> Self {
        self.offset(step.dx(), step.dy())
    }

    /// The eight neighbours, on the map or not, clockwise from the one above.
    #[must_use]
    pub fn neighbours(self) -> [Self; 8] {
        Step::ALL.map(|step| self.step(step))
    }

    /// The direction in which `other` is a neighbour, if it is one.
    #[must_use]
    #[inline]
    pub fn step_to(self, other: Self) -> Option<Step> {
        match self.towards(other) {
            (0, 1) => Some(Step::North),
            (1, 1) => Some(Step::NorthEast),
            (1, 0) => Some(Step::East),
            (1, -1) => Some(Step::SouthEast),
            (0, -1) => Some(Step::South),
            (-1, -1) => Some(Step::SouthWest),
            (-1, 0) => Some(Step::West),
            (-1, 1) => Some(Step::NorthWest),
            _ => None,
        }
    }

    /// Its column and row, if there are so many.
    #[inline]
    pub(crate) const fn on(self, width: u16, depth: u16) -> Option<(usize, usize)> {
        // What is negative comes out above any side of a map.
        let (x, y) = (self.x as u16, self.y as u16);
        if x < width && y < depth { Some((x as usize, y as usize)) } else { None }
    }

    /// Columns and rows from here to `other`.
    #[inline]
    pub(crate) const fn towards(self, other: Self) -> (i32, i32) {
        (other.x as i32 - self.x as i32, other.y as i32 - self.y as i32)
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The name of a square: letters for the column, then the row. Four letters and five digits reach further than an i16 does.
struct Name {
    letters: [u8; 9],
    first: usize,
}

impl Name {
    /// The name of a square that has one: neither its column nor its row is negative.
    fn of(square: Square) -> Self {
        let mut name = Name { letters: [0; 9], first: 9 };
        let mut row = u32::from(square.y.unsigned_abs()) + 1;
        while row > 0 {
            name.put(b'0' + (row % 10) as u8);
            row /= 10;
        }
        let mut column = u32::from(square.x.unsigned_abs()) + 1;
        while column > 0 {
            name.put(b'A' + ((column - 1) % 26) as u8);
            column = (column - 1) / 26;
        }
        name
    }

    /// It is written from its end.
    fn put(&mut self, letter: u8) {
        self.first = self.first.saturating_sub(1);
        if let Some(place) = self.letters.get_mut(self.first) {
            *place = letter;
        }
    }

    fn letters(&self) -> &[u8] {
        self.letters.get(self.first..).unwrap_or_default()
    }
}

impl Square {
    /// Writes its name behind a text, as `{}` would: options are full of squares, and this is quicker.
    pub fn write_behind(self, text: &mut String) {
        match self.x < 0 || self.y < 0 {
            true => text.push_str(&self.to_string()),
            false => text.extend(Name::of(self).letters().iter().copied().map(char::from)),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.x < 0 || self.y < 0 {
            return write!(f, "({},{})", self.x, self.y);
        }
        f.write_str(std::str::from_utf8(Name::of(*self).letters()).unwrap_or_default())
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new("square", text, "write the column letter and then the row number, as in C4");
        let name = text.trim();
        if let Some(pair) = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            let (x, y) = pair.split_once(',').ok_or_else(wrong)?;
            let number = |n: &str| n.trim().parse::<i16>().map_err(|_| wrong());
            return Ok(Self::new(number(x)?, number(y)?));
        }
        let row_at = name.find(|c: char| c.is_ascii_digit()).ok_or_else(wrong)?;
        let (letters, digits) = name.split_at(row_at);
        let all_letters = !letters.is_empty() && letters.len() <= 4 && letters.bytes().all(|b| b.is_ascii_alphabetic());
        if !all_letters || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let column = letters.bytes().fold(0_i32, |sum, b| sum * 26 + i32::from(b.to_ascii_uppercase() - b'A') + 1);
        let row: i32 = digits.parse().map_err(|_| wrong())?;
        match (i16::try_from(column - 1), i16::try_from(row - 1)) {
            (Ok(x), Ok(y)) if y >= 0 => Ok(Self::new(x, y)),
            _ => Err(ParseError::new("square", text, "rows count from 1 at the bottom, to 32768 at most")),
        }
    }
}

serde_as_text!(Square, "a square such as C4");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_a_chessboard() {
        for (x, y, name) in [(0, 0, "A1"), (2, 3, "C4"), (25, 0, "Z1"), (26, 11, "AA12"), (701, 0, "ZZ1")] {
            assert_eq!(Square::new(x, y).to_string(), name);
            assert_eq!(name.to_lowercase().parse(), Ok(Square::new(x, y)));
        }
        assert_eq!(Square::new(-1, 3).to_string(), "(-1,3)");
        assert_eq!("(-1, 3)".parse(), Ok(Square::new(-1, 3)));
        assert_eq!(Square::new(i16::MAX, i16::MAX).to_string().parse(), Ok(Square::new(i16::MAX, i16::MAX)));
    }

    #[test]
    fn a_wrong_name_says_what_would_be_right() {
        for wrong in ["", "C", "4", "C0", "4C", "C4x", "É4", "AAAAA1", "C99999999999", "(1)"] {
            assert!(wrong.parse::<Square>().is_err(), "{wrong}");
        }
        let error = "4C".parse::<Square>().map_err(|e| e.to_string());
        assert_eq!(
            error,
            Err("`4C` is not a square: write the column letter and then the row number, as in C4".to_string())
        );
    }

    #[test]
    fn neighbours_know_each_other() {
        let c4 = Square::new(2, 3);
        assert_eq!(c4.step_to(Square::new(3, 4)), Some(Step::NorthEast));
        assert_eq!(c4.step_to(c4), None);
        assert_eq!(c4.step_to(Square::new(4, 3)), None);
        assert_eq!(c4.neighbours()[2], Square::new(3, 3));
    }
}
