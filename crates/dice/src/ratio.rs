//! Exact fractions of any size.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use serde::{Serialize, Serializer};

/// A fraction in lowest terms; the denominator is above zero. It may grow as long as memory lasts.
///
/// Serialises as it is written: `"7/80"`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ratio(RBig);

impl Ratio {
    /// Nothing: 0/1.
    pub const ZERO: Self = Self(RBig::ZERO);
    /// The whole: 1/1.
    pub const ONE: Self = Self(RBig::ONE);

    /// The fraction in lowest terms, or `None` when the denominator is not above zero.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let denominator = u128::try_from(denominator).ok().filter(|below| *below > 0)?;
        Some(Self(RBig::from_parts(IBig::from(numerator), UBig::from(denominator))))
    }

    /// A part of a whole that is above zero.
    pub(crate) fn of(part: &UBig, whole: &UBig) -> Self {
        Self::signed(IBig::from(part.clone()), whole)
    }

    /// A number, perhaps below zero, by one that is above it.
    pub(crate) fn signed(numerator: IBig, denominator: &UBig) -> Self {
        Self(RBig::from_parts(numerator, denominator.clone()))
    }

    /// The upper part, with the sign, where it fits.
    pub fn numerator(&self) -> Option<i128> {
        i128::try_from(self.0.numerator()).ok()
    }

    /// The lower part, at least 1, where it fits.
    pub fn denominator(&self) -> Option<i128> {
        i128::try_from(self.0.denominator()).ok()
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The nearest floating-point number.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }

    /// The nearest multiple of one part in `parts`, counted in those parts; half a part counts as a whole one. 7/80 in a
    /// thousand parts is 88.
    pub fn in_parts(&self, parts: u32) -> i128 {
        let doubled = RBig::from(2_u8) * RBig::from(parts) * &self.0 + RBig::ONE;
        i128::try_from((doubled / RBig::from(2_u8)).floor()).unwrap_or(i128::MAX)
    }

    /// The share as a percentage with so many decimals, half of the last one rounded up: 7/80 with one decimal is `8.8`.
    /// It depends on the fraction alone, so that the same one is always written alike.
    pub fn percent(&self, decimals: u8) -> String {
        let unit = 10_u32.saturating_pow(u32::from(decimals.min(7)));
        let tenths = self.in_parts(unit.saturating_mul(100));
        let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
        let (whole, rest) = (size / u128::from(unit), size % u128::from(unit));
        match decimals {
            0 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{rest:0width$}", width = usize::from(decimals.min(7))),
        }
    }
}

/// Nothing.
impl Default for Ratio {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<'a> std::iter::Sum<&'a Ratio> for Ratio {
    fn sum<I: Iterator<Item = &'a Ratio>>(all: I) -> Self {
        all.fold(Self::ZERO, |sum, one| &sum + one)
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, |sum, one| &sum + &one)
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self(RBig::from(whole))
    }
}

impl Add for &Ratio {
    type Output = Ratio;

    fn add(self, other: Self) -> Ratio {
        Ratio(&self.0 + &other.0)
    }
}

impl AddAssign<&Ratio> for Ratio {
    fn add_assign(&mut self, other: &Ratio) {
        self.0 += &other.0;
    }
}

impl Sub for &Ratio {
    type Output = Ratio;

    fn sub(self, other: Self) -> Ratio {
        Ratio(&self.0 - &other.0)
    }
}

impl Mul for &Ratio {
    type Output = Ratio;

    fn mul(self, other: Self) -> Ratio {
        Ratio(&self.0 * &other.0)
    }
}

/// The quotient; 0 where the divisor is 0.
impl Div for &Ratio {
    type Output = Ratio;

    fn div(self, other: Self) -> Ratio {
        if other.is_zero() { Ratio::ZERO } else { Ratio(&self.0 / &other.0) }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i128, denominator: i128) -> Ratio {
        Ratio::new(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_reduced() {
        assert_eq!(ratio(6, 4), ratio(3, 2));
        assert_eq!(ratio(-6, 4).to_string(), "-3/2");
        assert_eq!(ratio(0, 9), Ratio::ZERO);
        assert_eq!(ratio(8, 4).to_string(), "2");
        assert_eq!(Ratio::new(1, 0), None);
        assert_eq!(Ratio::new(1, -2), None);
        assert_eq!(ratio(i128::MIN, i128::MAX).numerator(), Some(i128::MIN));
    }

    #[test]
    fn arithmetic_is_exact_whatever_the_size() {
        assert_eq!(&ratio(1, 6) + &ratio(1, 3), ratio(1, 2));
        assert_eq!(&ratio(2, 3) * &ratio(9, 4), ratio(3, 2));
        assert_eq!(&ratio(1, 6) - &ratio(1, 3), ratio(-1, 6));
        assert_eq!(&ratio(1, 6) / &ratio(1, 3), ratio(1, 2));
        assert_eq!(&ratio(1, 6) / &Ratio::ZERO, Ratio::ZERO);
        let tiny = &ratio(1, i128::MAX) * &ratio(1, i128::MAX);
        assert_eq!((tiny.denominator(), tiny.to_f64() > 0.0), (None, true));
    }

    #[test]
    fn order_is_that_of_the_numbers() {
        assert!(ratio(1, 3) < ratio(34, 100) && ratio(-1, 2) < ratio(-1, 3));
        assert!(ratio(i128::MAX - 1, i128::MAX) < Ratio::ONE);
    }

    #[test]
    fn percentages_round_half_up_and_the_same_fraction_alike() {
        let written = [(7, 80), (1, 80), (1, 3), (1, 1), (0, 1), (1, 2000), (1, 2001)];
        let written = written.map(|(numerator, denominator)| ratio(numerator, denominator).percent(1));
        assert_eq!(written, ["8.8", "1.3", "33.3", "100.0", "0.0", "0.1", "0.0"]);
        assert_eq!(
            (ratio(1, 8).percent(0), ratio(1, 8).percent(2), ratio(-1, 80).percent(1)),
            ("13".into(), "12.50".into(), "-1.2".into())
        );
    }

    #[test]
    fn it_serialises_as_it_is_written() {
        assert_eq!(serde_json::to_string(&ratio(7, 80)).unwrap(), "\"7/80\"");
    }
}
