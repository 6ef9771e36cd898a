//! Two independent values against each other.

use crate::budget::OddsError;
use crate::distribution::{Distribution, part};
use crate::ratio::Ratio;

/// How two independent values compare; the three chances add up to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// The chance that the first value is lower.
    pub less: Ratio,
    /// The chance that both are equal.
    pub equal: Ratio,
    /// The chance that the first value is higher.
    pub greater: Ratio,
}

impl Distribution {
    /// The chances that this value is lower than, equal to and higher than an independent other one.
    ///
    /// # Errors
    /// [`OddsError::TooBig`] when the product of both wholes is above `i128::MAX`.
    pub fn compare(&self, other: &Self) -> Result<Comparison, OddsError> {
        let whole = self.whole().checked_mul(other.whole()).filter(|&whole| i128::try_from(whole).is_ok());
        let whole = whole.ok_or(OddsError::TooBig)?;
        // No sum below can exceed the whole, which has just been shown to fit.
        let (mut equal, mut greater) = (0_u128, 0_u128);
        let mut rest = other.iter().peekable();
        let mut below = 0_u128;
        for (value, weight) in self.iter() {
            while let Some((_, lower)) = rest.next_if(|&(two, _)| two < value) {
                below += lower;
            }
            greater += weight * below;
            equal += rest.peek().filter(|&&(two, _)| two == value).map_or(0, |&(_, same)| weight * same);
        }
        let less = whole - greater - equal;
        Ok(Comparison { less: part(less, whole), equal: part(equal, whole), greater: part(greater, whole) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::Keep;

    #[test]
    fn two_dice_against_each_other() {
        let (six, eight) = (Distribution::die(6).unwrap(), Distribution::die(8).unwrap());
        let odds = six.compare(&eight).unwrap();
        assert_eq!([odds.less, odds.equal, odds.greater].map(|ratio| ratio.to_string()), ["9/16", "1/8", "5/16"]);
    }

    #[test]
    fn comparing_agrees_with_the_difference() {
        let one = Distribution::die(6).unwrap().pool(4, Keep::Highest(3)).unwrap();
        let two = Distribution::die(10).unwrap().pool(2, Keep::All).unwrap();
        let odds = one.compare(&two).unwrap();
        let difference = one.combine(&two, |one, two| Ok(one - two)).unwrap();
        assert_eq!(odds.greater, difference.at_least(1));
        assert_eq!(odds.equal, difference.chance_of(0));
        assert_eq!(odds.less.checked_add(odds.equal).unwrap().checked_add(odds.greater), Some(Ratio::ONE));
    }

    #[test]
    fn too_big_a_whole_is_refused() {
        let many = Distribution::die(6).unwrap().pool(40, Keep::All).unwrap();
        assert_eq!(many.compare(&many), Err(OddsError::TooBig));
    }
}
