//! The two ten-sided dice of a percentile throw, seen apart.

use std::fmt;

/// A percentile throw: a tens die and a ones die, each 0 to 9; 00 and 0 together are 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Percentile {
    tens: u8,
    ones: u8,
}

impl Percentile {
    /// The throw these two digits make, or `None` when one of them is above 9.
    pub const fn new(tens: u8, ones: u8) -> Option<Self> {
        if tens > 9 || ones > 9 { None } else { Some(Self { tens, ones }) }
    }

    /// The two digits of a value 1 to 100, or `None` outside of that.
    pub const fn from_value(value: u16) -> Option<Self> {
        if value == 0 || value > 100 {
            return None;
        }
        let shown = value % 100;
        Some(Self { tens: (shown / 10) as u8, ones: (shown % 10) as u8 })
    }

    /// The digit of the tens die, 0 to 9.
    pub const fn tens(self) -> u8 {
        self.tens
    }

    /// The digit of the ones die, 0 to 9.
    pub const fn ones(self) -> u8 {
        self.ones
    }

    /// What the two dice say together, 1 to 100.
    pub const fn value(self) -> u16 {
        match self.tens as u16 * 10 + self.ones as u16 {
            0 => 100,
            value => value,
        }
    }

    /// The same dice with tens and ones exchanged.
    pub const fn swapped(self) -> Self {
        Self { tens: self.ones, ones: self.tens }
    }

    /// Whether both dice show the same digit.
    pub const fn is_double(self) -> bool {
        self.tens == self.ones
    }
}

impl fmt::Display for Percentile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}0+{}", self.tens, self.ones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_digits_is_one_value() {
        let mut seen = Vec::new();
        for tens in 0..10 {
            for ones in 0..10 {
                let throw = Percentile::new(tens, ones).unwrap();
                assert_eq!(Percentile::from_value(throw.value()), Some(throw));
                seen.push(throw.value());
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, (1..=100).collect::<Vec<u16>>());
    }

    #[test]
    fn two_noughts_are_a_hundred() {
        let throw = Percentile::new(0, 0).unwrap();
        assert_eq!((throw.value(), throw.to_string().as_str(), throw.is_double()), (100, "00+0", true));
        assert_eq!(Percentile::from_value(70).map(Percentile::swapped).map(Percentile::value), Some(7));
    }

    #[test]
    fn digits_and_values_out_of_range_are_refused() {
        assert_eq!(Percentile::new(10, 0), None);
        assert_eq!(Percentile::from_value(0), None);
        assert_eq!(Percentile::from_value(101), None);
    }
}
