//! The limit of work for exact odds, and why odds may be refused.

use std::fmt;

/// How many additions of weights of up to four machine words one question may cost: about a second at most.
const MAX_EFFORT: u64 = 12_000_000;

/// Why exact odds cannot be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsError {
    /// The work or the numbers grow past the limit; simulate instead.
    TooBig,
    /// The weights do not add up to the whole, or there is no whole.
    WrongTotal,
    /// A die without sides, or a pool without dice.
    NoDice,
    /// A value does not fit into 64 bits.
    Overflow,
    /// The divisor may come to zero.
    DividesByZero {
        /// The divisor as written.
        divisor: String,
    },
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooBig => write!(f, "the exact odds are too big to work out; throw it many times instead"),
            Self::WrongTotal => write!(f, "the weights do not add up to the whole; they must, exactly"),
            Self::NoDice => write!(f, "there is no die to throw; use at least one die with at least one side"),
            Self::Overflow => write!(f, "a value is too big to count with; use smaller numbers"),
            Self::DividesByZero { divisor } => {
                write!(f, "the divisor `{divisor}` may come to 0; keep it above, as in max({divisor}, 1)")
            }
        }
    }
}

impl std::error::Error for OddsError {}

/// What is left of the work that may be done.
#[derive(Debug)]
pub(crate) struct Budget {
    left: u64,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self { left: MAX_EFFORT }
    }

    /// Takes so many additions of weights of so many machine words off, or refuses.
    pub(crate) fn spend(&mut self, additions: usize, words: usize) -> Result<(), OddsError> {
        let effort = additions.saturating_mul(words.div_ceil(4));
        let effort = u64::try_from(effort).map_err(|_| OddsError::TooBig)?;
        self.left = self.left.checked_sub(effort).ok_or(OddsError::TooBig)?;
        Ok(())
    }
}
