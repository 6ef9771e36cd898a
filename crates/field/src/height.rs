//! Heights above the map's own zero, in tenths of a metre.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::reading::ParseError;

const WANTED: &str = "write metres with at most one decimal, as in `1.5 m`, between -3276.8 and 3276.7";

/// A height in tenths of a metre, above or below the zero of the map; also a difference of two heights.
///
/// All sums stop at the ends of the range, ±3276 m. Written `1.5 m`. In serde it is that text; a bare number of metres
/// is read as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Height(i16);

impl Height {
    /// Level with the map's zero.
    pub const ZERO: Self = Self(0);

    /// So many whole metres; beyond ±3276 m the nearest height there is.
    #[must_use]
    #[inline]
    pub const fn from_metres(metres: i16) -> Self {
        Self(metres.saturating_mul(10))
    }

    /// So many tenths of a metre.
    #[must_use]
    #[inline]
    pub const fn from_tenths(tenths: i16) -> Self {
        Self(tenths)
    }

    /// In tenths of a metre.
    #[must_use]
    #[inline]
    pub const fn tenths(self) -> i16 {
        self.0
    }

    /// In whole metres, rounded down (towards the deep): 1.9 m is 1, -0.1 m is -1.
    #[must_use]
    pub const fn whole_metres(self) -> i16 {
        self.0.div_euclid(10)
    }

    /// This much higher.
    #[must_use]
    #[inline]
    pub const fn up(self, by: Self) -> Self {
        Self(self.0.saturating_add(by.0))
    }

    /// This much lower.
    #[must_use]
    pub const fn down(self, by: Self) -> Self {
        Self(self.0.saturating_sub(by.0))
    }

    /// How far apart two heights are, in tenths of a metre.
    #[must_use]
    #[inline]
    pub const fn apart(self, other: Self) -> u16 {
        self.0.abs_diff(other.0)
    }

    /// How far apart two heights are in squares of this size, rounded to the nearest whole square, halves up.
    #[must_use]
    pub const fn squares_apart(self, other: Self, size: SquareSize) -> u32 {
        let size = size.0 as u32;
        (self.apart(other) as u32 * 2 + size) / (2 * size)
    }
}

impl fmt::Display for Height {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        match tenths % 10 {
            0 => write!(f, "{sign}{} m", tenths / 10),
            tenth => write!(f, "{sign}{}.{tenth} m", tenths / 10),
        }
    }
}

impl FromStr for Height {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text).map(Self).ok_or_else(|| ParseError::new("height", text, WANTED))
    }
}

fn read(text: &str) -> Option<i16> {
    let number = text.trim();
    let number = number.strip_suffix('m').unwrap_or(number).trim_end();
    let (negative, number) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number.strip_prefix('+').unwrap_or(number)),
    };
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(tenth) || tenth.len() != 1 {
        return None;
    }
    let tenths = whole.parse::<i32>().ok()?.checked_mul(10)?.checked_add(tenth.parse().ok()?)?;
    i16::try_from(if negative { -tenths } else { tenths }).ok()
}

impl Serialize for Height {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Height {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Metres)
    }
}

struct Metres;

impl Visitor<'_> for Metres {
    type Value = Height;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a height in metres, such as `1.5 m` or 1.5")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Height, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, metres: i64) -> Result<Height, E> {
        self.visit_str(&metres.to_string())
    }

    fn visit_u64<E: Error>(self, metres: u64) -> Result<Height, E> {
        self.visit_str(&metres.to_string())
    }

    fn visit_f64<E: Error>(self, metres: f64) -> Result<Height, E> {
        // The shortest text of the number shows every decimal the writer gave, so too many are an error.
        self.visit_str(&metres.to_string())
    }
}

/// How long the side of one square is, in tenths of a metre; at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSize(u16);

impl SquareSize {
    /// Squares of one metre.
    pub const METRE: Self = Self(10);

    /// Squares of five feet, taken as 1.5 m.
    pub const FIVE_FEET: Self = Self(15);

    /// So many tenths of a metre; nought counts as one.
    #[must_use]
    #[inline]
    pub const fn from_tenths(tenths: u16) -> Self {
        Self(if tenths == 0 { 1 } else { tenths })
    }

    /// In tenths of a metre.
    #[must_use]
    #[inline]
    pub const fn tenths(self) -> u16 {
        self.0
    }
}

impl Default for SquareSize {
    /// One metre.
    fn default() -> Self {
        Self::METRE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_read_as_they_are_written() {
        for (tenths, text) in [(15, "1.5 m"), (20, "2 m"), (-5, "-0.5 m"), (0, "0 m"), (i16::MIN, "-3276.8 m")] {
            assert_eq!(Height(tenths).to_string(), text);
            assert_eq!(text.parse(), Ok(Height(tenths)));
        }
        assert_eq!("3".parse(), Ok(Height::from_metres(3)));
        assert_eq!("+1.5m".parse(), Ok(Height(15)));
        for wrong in ["", "m", "1,5", "1.55", "--1", "9999999999 m", "1e3", ".5"] {
            assert!(wrong.parse::<Height>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn serde_takes_text_and_numbers() {
        assert_eq!(serde_json::to_string(&Height(15)).unwrap(), "\"1.5 m\"");
        for text in ["\"1.5 m\"", "1.5"] {
            assert_eq!(serde_json::from_str::<Height>(text).unwrap(), Height(15));
        }
        assert_eq!(serde_json::from_str::<Height>("-2").unwrap(), Height::from_metres(-2));
        assert!(serde_json::from_str::<Height>("1.25").is_err());
    }

    #[test]
    fn squares_apart_are_rounded_to_the_nearest() {
        let up = |tenths| Height(tenths).squares_apart(Height::ZERO, SquareSize::METRE);
        assert_eq!([up(0), up(4), up(5), up(14), up(-20)], [0, 0, 1, 1, 2]);
        assert_eq!(Height::from_metres(3).squares_apart(Height::ZERO, SquareSize::FIVE_FEET), 2);
        assert_eq!(SquareSize::from_tenths(0).tenths(), 1);
        assert_eq!(Height(i16::MAX).up(Height(1)), Height(i16::MAX));
        assert_eq!(Height(-1).whole_metres(), -1);
    }
}
