//! Dice: pools, faces, expressions, exact distributions and seeded streams; knows nothing of fights.
//!
//! One expression, thrown on a seeded stream and then worked out exactly:
//!
//! ```
//! use quintain_dice::{Expression, Ratio, Stream};
//!
//! let blow = Expression::parse("2d6kh1[blade] + 3")?;
//! assert_eq!(blow.to_string(), "2d6kh1[blade]+3");
//!
//! // The same seed and fight number give the same dice on every machine.
//! let outcome = blow.roll(&mut Stream::new(7, 1))?;
//! assert_eq!(outcome.throws[0].dice.len(), 2);
//! assert_eq!(outcome.terms[0].label.as_deref(), Some("blade"));
//! assert_eq!(outcome.total, outcome.terms.iter().map(|term| term.value).sum());
//!
//! // The exact odds of the same expression: a mean of 161/36 + 3.
//! let odds = blow.distribution()?;
//! assert_eq!(Some(odds.mean()), Ratio::new(161 + 3 * 36, 36));
//!
//! // A mistake is told to a person, with the column it stands at.
//! let mistake = Expression::parse("2d6 + fire").unwrap_err();
//! assert_eq!(mistake.column(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arithmetic;
mod budget;
mod compare;
mod degree;
mod distribution;
mod entropy;
mod evaluate;
mod expression;
mod faces;
mod kept;
mod late;
mod notation;
mod odds;
mod outcome;
mod parse;
mod parse_pool;
mod percentile;
mod pool;
mod ratio;
mod source;
mod stream;
mod sums;
mod throw;

pub use budget::OddsError;
pub use compare::Comparison;
pub use degree::{Cuts, CutsError, MAX_CUTS};
pub use distribution::{Distribution, Row};
pub use entropy::{Entropy, EntropyError};
pub use evaluate::{MAX_STEPS, RollError};
pub use expression::Expression;
pub use faces::{Faces, FacesFull, Keep, Kept, MAX_FACES};
pub use late::LateStream;
pub use notation::{MAX_DICE, MAX_LENGTH, MAX_NESTING, MAX_NUMBER, NotationError};
pub use outcome::{Fate, Outcome, Term, Throw, Thrown, Verdict};
pub use percentile::Percentile;
pub use ratio::Ratio;
pub use source::Source;
pub use stream::Stream;
pub use throw::{Dice, DiceError};
