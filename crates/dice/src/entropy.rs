//! Live dice: each die is drawn from the system's entropy at the moment it is thrown.

use std::fmt;

use crate::source::Source;

/// Dice from the operating system's entropy. Nothing is drawn ahead: no die exists before it is thrown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Entropy;

/// The system gave no entropy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntropyError {
    reason: String,
}

impl fmt::Display for EntropyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system gave no randomness for a die ({}); throw by hand or give a seed", self.reason)
    }
}

impl std::error::Error for EntropyError {}

/// Bits of the system.
#[cfg(feature = "system")]
fn drawn() -> Result<u64, EntropyError> {
    getrandom::u64().map_err(|error| EntropyError { reason: error.to_string() })
}

/// There are none where they were left out.
#[cfg(not(feature = "system"))]
fn drawn() -> Result<u64, EntropyError> {
    Err(EntropyError { reason: "Quintain was built without `system-dice`".to_owned() })
}

impl Entropy {
    /// Throws one die without bias: 1 to `sides`. A die with 0 sides counts as one with 1.
    ///
    /// # Errors
    /// When the system has no entropy to give.
    pub fn die(&mut self, sides: u16) -> Result<u16, EntropyError> {
        let sides = u32::from(sides.max(1));
        let unfair = sides.wrapping_neg() % sides;
        loop {
            let wide = (drawn()? >> 32) * u64::from(sides);
            // The low half below `unfair` belongs to faces that would come up once too often.
            if wide as u32 >= unfair {
                return Ok((wide >> 32) as u16 + 1);
            }
        }
    }

    /// A fresh seed for a [`Stream`](crate::Stream).
    ///
    /// # Errors
    /// When the system has no entropy to give.
    pub fn seed(&mut self) -> Result<u64, EntropyError> {
        drawn()
    }
}

impl Source for Entropy {
    type Error = EntropyError;

    fn face(&mut self, sides: u16) -> Result<u16, EntropyError> {
        self.die(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_faces_stay_in_range_and_all_come_up() {
        let mut seen = [0; 7];
        for _ in 0..2_000 {
            seen[usize::from(Entropy.die(6).unwrap())] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|&times| times > 150), "{seen:?}");
        assert_eq!(Entropy.die(0), Ok(1));
        assert!((1..=65_535).contains(&Entropy.die(u16::MAX).unwrap()));
    }

    #[test]
    fn the_error_is_for_a_person() {
        let error = EntropyError { reason: "no device".to_owned() };
        assert!(error.to_string().contains("(no device)"));
    }
}
