//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms; the denominator is above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    /// Nothing: 0/1.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// The whole: 1/1.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The fraction in lowest terms, or `None` when the denominator is not above zero.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator <= 0 {
            return None;
        }
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        // The divisor is at most the denominator, so it fits and is at least one.
        let common = i128::try_from(common).unwrap_or(1).max(1);
        Some(Self { numerator: numerator / common, denominator: denominator / common })
    }

    /// The upper part, with the sign.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The lower part, at least 1.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest floating-point number, or nearly so.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The exact sum, or `None` when its parts do not fit.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let common = i128::try_from(gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs())).ok()?;
        let left = self.numerator.checked_mul(other.denominator.checked_div(common)?)?;
        let right = other.numerator.checked_mul(self.denominator.checked_div(common)?)?;
        let denominator = self.denominator.checked_mul(other.denominator.checked_div(common)?)?;
        Self::new(left.checked_add(right)?, denominator)
    }

    /// The exact product, or `None` when its parts do not fit.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        // Reduced crosswise first, the parts are already in lowest terms and as small as they get.
        let left = Self::new(self.numerator, other.denominator)?;
        let right = Self::new(other.numerator, self.denominator)?;
        Self::new(left.numerator.checked_mul(right.numerator)?, left.denominator.checked_mul(right.denominator)?)
    }
}

impl Ord for Ratio {
    /// Compares whole parts, then what remains upside down: exact, and nothing can overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (*self, *other);
        loop {
            let wholes =
                left.numerator.div_euclid(left.denominator).cmp(&right.numerator.div_euclid(right.denominator));
            let (left_rest, right_rest) =
                (left.numerator.rem_euclid(left.denominator), right.numerator.rem_euclid(right.denominator));
            match (wholes, left_rest, right_rest) {
                (Ordering::Less | Ordering::Greater, ..) => return wholes,
                (_, 0, _) | (_, _, 0) => return left_rest.cmp(&right_rest),
                _ => {}
            }
            // a/b < c/d exactly when d/c < b/a, so the sides change places.
            (left, right) = (
                Self { numerator: right.denominator, denominator: right_rest },
                Self { numerator: left.denominator, denominator: left_rest },
            );
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self { numerator: i128::from(whole), denominator: 1 }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// The greatest common divisor; that of a number and 0 is the number.
pub(crate) fn gcd(mut one: u128, mut two: u128) -> u128 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one
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
        assert_eq!(ratio(i128::MIN, i128::MAX).numerator(), i128::MIN);
    }

    #[test]
    fn sums_and_products_are_exact_or_refused() {
        assert_eq!(ratio(1, 6).checked_add(ratio(1, 3)), Some(ratio(1, 2)));
        assert_eq!(ratio(2, 3).checked_mul(ratio(9, 4)), Some(ratio(3, 2)));
        assert_eq!(ratio(i128::MAX, 1).checked_add(Ratio::ONE), None);
        assert_eq!(ratio(1, i128::MAX).checked_mul(ratio(1, 2)), None);
        assert_eq!(ratio(i128::MAX, 3).checked_mul(ratio(3, i128::MAX)), Some(Ratio::ONE));
    }

    #[test]
    fn order_is_exact_even_at_the_edges() {
        assert!(ratio(1, 3) < ratio(1, 2));
        assert!(ratio(-1, 2) < ratio(-1, 3));
        assert!(ratio(-1, 2) < Ratio::ZERO);
        assert!(ratio(i128::MAX - 1, i128::MAX) < Ratio::ONE);
        assert!(ratio(i128::MAX - 2, i128::MAX - 1) < ratio(i128::MAX - 1, i128::MAX));
        assert!(ratio(i128::MIN, 1) < ratio(i128::MAX, 1));
        assert_eq!(ratio(7, 3).cmp(&ratio(14, 6)), Ordering::Equal);
        for (a, b, c, d) in [(1, 7, 2, 13), (-5, 4, -9, 7), (22, 7, 355, 113), (3, 1, 19, 6)] {
            assert_eq!(ratio(a, b).cmp(&ratio(c, d)), (a * d).cmp(&(c * b)));
        }
    }
}
