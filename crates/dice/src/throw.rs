//! A handful of equal dice: "3d6".

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::faces::{Faces, MAX_FACES};
use crate::source::Source;

/// So many dice with so many sides each: 1 to [`MAX_FACES`] dice of 1 to 65,535 sides.
///
/// Written and serialised as `3d6`; read also as `d6` and `2d%`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dice {
    count: u8,
    sides: u16,
}

/// Why something is not a handful of dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiceError {
    /// No dice, or more than one throw holds.
    Count {
        /// The number of dice asked for.
        count: u64,
    },
    /// A die without sides, or with more than 65,535.
    Sides {
        /// The number of sides asked for.
        sides: u64,
    },
    /// Text that is not of the form `3d6`.
    Form {
        /// The text as given.
        text: String,
    },
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { count } => write!(f, "{count} dice in one throw; 1 to {MAX_FACES} are possible"),
            Self::Sides { sides } => write!(f, "a die with {sides} sides; 1 to {} are possible", u16::MAX),
            Self::Form { text } => write!(f, "`{text}` are no dice; write count, d and sides, such as 3d6 or d%"),
        }
    }
}

impl std::error::Error for DiceError {}

impl Dice {
    /// Dice that stand in the source: `Dice::of::<3, 6>()` is 3d6. Numbers out of range do not compile.
    pub const fn of<const COUNT: u8, const SIDES: u16>() -> Self {
        const { assert!(COUNT >= 1 && COUNT as usize <= MAX_FACES && SIDES >= 1, "no such dice") };
        Self { count: COUNT, sides: SIDES }
    }

    /// So many dice of so many sides.
    ///
    /// # Errors
    /// When `count` is not 1 to [`MAX_FACES`] or `sides` is 0.
    pub const fn new(count: u8, sides: u16) -> Result<Self, DiceError> {
        if count == 0 || count as usize > MAX_FACES {
            return Err(DiceError::Count { count: count as u64 });
        }
        if sides == 0 {
            return Err(DiceError::Sides { sides: 0 });
        }
        Ok(Self { count, sides })
    }

    /// How many dice: 1 to [`MAX_FACES`].
    #[inline]
    pub const fn count(self) -> u8 {
        self.count
    }

    /// How many sides each die has: 1 to 65,535.
    #[inline]
    pub const fn sides(self) -> u16 {
        self.sides
    }

    /// The smallest sum these dice can show.
    pub const fn lowest(self) -> u32 {
        self.count as u32
    }

    /// The greatest sum these dice can show.
    pub const fn highest(self) -> u32 {
        self.count as u32 * self.sides as u32
    }

    /// Throws the dice one after the other.
    ///
    /// # Errors
    /// Whatever stops the source; the dice thrown before are then lost.
    #[inline]
    pub fn throw<S: Source + ?Sized>(self, source: &mut S) -> Result<Faces, S::Error> {
        let mut faces = Faces::new();
        for _ in 0..self.count {
            // The count never exceeds what `Faces` holds, so nothing is lost here.
            let _ = faces.push(source.face(self.sides)?);
        }
        Ok(faces)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

impl FromStr for Dice {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let form = || DiceError::Form { text: text.to_owned() };
        let (count, sides) = text.trim().split_once(['d', 'D']).ok_or_else(form)?;
        let count = if count.is_empty() { Some(1) } else { digits(count) }.ok_or_else(form)?;
        let sides = if sides == "%" { Some(100) } else { digits(sides) }.ok_or_else(form)?;
        let few = u8::try_from(count).map_err(|_| DiceError::Count { count })?;
        Self::new(few, u16::try_from(sides).map_err(|_| DiceError::Sides { sides })?)
    }
}

/// A plain number without a sign; numbers beyond `u64` count as the greatest.
fn digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().unwrap_or(u64::MAX))
}

impl TryFrom<String> for Dice {
    type Error = DiceError;

    fn try_from(text: String) -> Result<Self, DiceError> {
        text.parse()
    }
}

impl From<Dice> for String {
    fn from(dice: Dice) -> Self {
        dice.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_read_and_print() {
        assert_eq!("3d6".parse(), Ok(Dice::of::<3, 6>()));
        assert_eq!("d20".parse(), Ok(Dice::of::<1, 20>()));
        assert_eq!(" 2D% ".parse(), Ok(Dice::of::<2, 100>()));
        assert_eq!(Dice::of::<3, 6>().to_string(), "3d6");
        assert_eq!(serde_json::to_string(&Dice::of::<3, 6>()).unwrap(), "\"3d6\"");
        assert_eq!(serde_json::from_str::<Dice>("\"3d6\"").unwrap(), Dice::of::<3, 6>());
    }

    #[test]
    fn bad_dice_are_refused_with_the_reason() {
        assert_eq!("0d6".parse::<Dice>(), Err(DiceError::Count { count: 0 }));
        assert_eq!("65d6".parse::<Dice>(), Err(DiceError::Count { count: 65 }));
        assert_eq!("1d0".parse::<Dice>(), Err(DiceError::Sides { sides: 0 }));
        assert_eq!("1d65536".parse::<Dice>(), Err(DiceError::Sides { sides: 65_536 }));
        for text in ["", "d", "3", "3d", "+3d6", "3d-6", "3d6+1", "dd6", "३d6"] {
            assert_eq!(text.parse::<Dice>(), Err(DiceError::Form { text: text.to_owned() }));
        }
        assert!("99999999999999999999d6".parse::<Dice>().is_err());
    }

    #[test]
    fn a_throw_asks_for_each_die_in_turn() {
        let mut script = [4, 1, 6].into_iter();
        let faces = Dice::of::<3, 6>().throw(&mut |_| script.next().unwrap_or(1));
        assert_eq!(faces.map(|faces| faces.to_vec()), Ok(vec![4, 1, 6]));
    }

    #[test]
    fn the_range_of_a_throw() {
        let dice = Dice::of::<3, 6>();
        assert_eq!((dice.lowest(), dice.highest()), (3, 18));
    }
}
