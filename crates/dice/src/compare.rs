//! Two independent values against each other.

use dashu_int::UBig;

use crate::distribution::Distribution;
use crate::ratio::Ratio;

/// How two independent values compare; the three chances add up to one where both are settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The chance that the first value is lower.
    pub less: Ratio,
    /// The chance that both are equal.
    pub equal: Ratio,
    /// The chance that the first value is higher.
    pub greater: Ratio,
}

impl Distribution {
    /// The chances that this value is lower than, equal to and higher than an independent other one; with what is not
    /// [settled](Distribution::remainder) of either they add up to one.
    pub fn compare(&self, other: &Self) -> Comparison {
        let whole = self.whole() * other.whole();
        let (mut less, mut equal, mut greater) = (UBig::ZERO, UBig::ZERO, UBig::ZERO);
        let mut rest = other.weights().peekable();
        let mut below = UBig::ZERO;
        for (value, weight) in self.weights() {
            while let Some((_, lower)) = rest.next_if(|&(two, _)| two < value) {
                below += lower;
            }
            let same = rest.peek().filter(|&&(two, _)| two == value).map_or(UBig::ZERO, |&(_, same)| same.clone());
            less += weight * (other.settled_weight() - &below - &same);
            equal += weight * same;
            greater += weight * &below;
        }
        let [less, equal, greater] = [less, equal, greater].map(|part| Ratio::of(&part, &whole));
        Comparison { less, equal, greater }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::Keep;

    #[test]
    fn two_dice_against_each_other() {
        let (six, eight) = (Distribution::die(6).unwrap(), Distribution::die(8).unwrap());
        let odds = six.compare(&eight);
        assert_eq!([odds.less, odds.equal, odds.greater].map(|ratio| ratio.to_string()), ["9/16", "1/8", "5/16"]);
    }

    #[test]
    fn comparing_agrees_with_the_difference() {
        let one = Distribution::die(6).unwrap().pool(4, Keep::Highest(3)).unwrap();
        let two = Distribution::die(10).unwrap().pool(2, Keep::All).unwrap();
        let odds = one.compare(&two);
        let difference = one.combine(&two, |one, two| Ok(one - two)).unwrap();
        assert_eq!(odds.greater, difference.at_least(1));
        assert_eq!(odds.equal, difference.chance_of(0));
        assert_eq!(&(&odds.less + &odds.equal) + &odds.greater, Ratio::ONE);
    }

    #[test]
    fn large_pools_compare_as_well() {
        let many = Distribution::die(6).unwrap().pool(100, Keep::All).unwrap();
        let odds = many.compare(&many);
        assert_eq!(odds.less, odds.greater);
    }
}
