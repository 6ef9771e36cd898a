//! Whole-number arithmetic of expressions, shared by throwing and by exact odds.

/// The four operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Which way a division goes that does not come out even.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Rounding {
    TowardsZero,
    Down,
    Up,
}

/// Why two numbers have no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoResult {
    Overflow,
    ZeroDivisor,
}

impl Operator {
    pub(crate) fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
        }
    }

    pub(crate) fn apply(self, left: i64, right: i64, rounding: Rounding) -> Result<i64, NoResult> {
        let result = match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide if right == 0 => return Err(NoResult::ZeroDivisor),
            Self::Divide => left.checked_div(right).map(|quotient| {
                let uneven = left.checked_rem(right).is_some_and(|rest| rest != 0);
                let negative = (left < 0) != (right < 0);
                match rounding {
                    Rounding::Down if uneven && negative => quotient - 1,
                    Rounding::Up if uneven && !negative => quotient + 1,
                    _ => quotient,
                }
            }),
        };
        result.ok_or(NoResult::Overflow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_the_way_they_are_told() {
        let divide = |left, right| {
            [Rounding::TowardsZero, Rounding::Down, Rounding::Up].map(|way| Operator::Divide.apply(left, right, way))
        };
        assert_eq!(divide(7, 2), [Ok(3), Ok(3), Ok(4)]);
        assert_eq!(divide(-7, 2), [Ok(-3), Ok(-4), Ok(-3)]);
        assert_eq!(divide(7, -2), [Ok(-3), Ok(-4), Ok(-3)]);
        assert_eq!(divide(-7, -2), [Ok(3), Ok(3), Ok(4)]);
        assert_eq!(divide(6, 2), [Ok(3); 3]);
        assert_eq!(divide(1, 0), [Err(NoResult::ZeroDivisor); 3]);
        assert_eq!(divide(i64::MIN, -1), [Err(NoResult::Overflow); 3]);
    }

    #[test]
    fn results_beyond_64_bits_are_refused() {
        for operator in [Operator::Add, Operator::Multiply] {
            assert_eq!(operator.apply(i64::MAX, i64::MAX, Rounding::TowardsZero), Err(NoResult::Overflow));
        }
        assert_eq!(Operator::Subtract.apply(i64::MIN, 1, Rounding::TowardsZero), Err(NoResult::Overflow));
    }
}
