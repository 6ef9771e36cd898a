//! Exact odds of a pool of which only the highest or lowest dice count.

use std::collections::BTreeMap;

use crate::budget::{Budget, OddsError};
use crate::distribution::{Distribution, gather};
use crate::faces::Keep;

/// The sum of scores over the kept ones of `count` independent dice.
///
/// Dice are kept by face; `score` says what a kept face is worth, so that a pool may count successes.
pub(crate) fn pool(
    one: &Distribution,
    count: u16,
    keep: Keep,
    score: &dyn Fn(i64) -> i64,
    budget: &mut Budget,
) -> Result<Distribution, OddsError> {
    if count == 0 {
        return Err(OddsError::NoDice);
    }
    let wanted = keep.wanted(usize::from(count));
    if wanted == usize::from(count) {
        return repeated(&one.map(score), count, budget);
    }
    match keep {
        Keep::Lowest(_) => best(one, one.iter(), (usize::from(count), wanted), score, budget),
        Keep::All | Keep::Highest(_) => best(one, one.iter().rev(), (usize::from(count), wanted), score, budget),
    }
}

/// The sum of all `count` dice.
fn repeated(one: &Distribution, count: u16, budget: &mut Budget) -> Result<Distribution, OddsError> {
    let mut sum = one.clone();
    for _ in 1..count {
        sum = sum.combine_within(one, |one, two| one.checked_add(two).ok_or(OddsError::Overflow), budget)?;
    }
    Ok(sum)
}

/// Goes through the faces from the best to the worst and decides for each how many of the dice not yet settled show it.
/// Of those, as many count as are still wanted. A state is the number of dice settled and the score so far.
fn best(
    one: &Distribution,
    faces: impl Iterator<Item = (i64, u128)>,
    (count, wanted): (usize, usize),
    score: &dyn Fn(i64) -> i64,
    budget: &mut Budget,
) -> Result<Distribution, OddsError> {
    let power = u32::try_from(count).map_err(|_| OddsError::TooBig)?;
    let whole = one.whole().checked_pow(power).ok_or(OddsError::TooBig)?;
    let mut states = vec![BTreeMap::new(); count + 1];
    if let Some(start) = states.first_mut() {
        start.insert(0_i64, 1_u128);
    }
    let mut faces = faces.peekable();
    while let Some((face, weight)) = faces.next() {
        let worth = score(face);
        // The last face settles all dice that are still open; anything else would only make the numbers bigger.
        let last = faces.peek().is_none();
        // Backwards, so that dice settled by this face are not settled by it again.
        for settled in (0..count).rev() {
            let (before, after) = states.split_at_mut(settled + 1);
            let Some(sums) = before.last().filter(|sums| !sums.is_empty()) else { continue };
            let open = count - settled;
            let mut ways = 1_u128;
            for (showing, target) in (1..=open).zip(after) {
                if last && showing < open {
                    ways = ways.checked_mul(weight).ok_or(OddsError::TooBig)?;
                    continue;
                }
                budget.spend(sums.len())?;
                ways = if last { ways.checked_mul(weight) } else { chosen(ways, open, showing, weight) }
                    .ok_or(OddsError::TooBig)?;
                let counting = showing.min(wanted.saturating_sub(settled));
                let counting = i64::try_from(counting).map_err(|_| OddsError::TooBig)?;
                let gain = worth.checked_mul(counting).ok_or(OddsError::Overflow)?;
                for (&sum, &earlier) in sums {
                    let total = sum.checked_add(gain).ok_or(OddsError::Overflow)?;
                    gather(target, total, earlier.checked_mul(ways).ok_or(OddsError::TooBig)?)?;
                }
            }
        }
    }
    Distribution::from_gathered(states.pop().unwrap_or_default(), whole)
}

/// From the weighted ways to choose `showing - 1` of `open` dice to those for `showing`: exact at each step.
fn chosen(ways: u128, open: usize, showing: usize, weight: u128) -> Option<u128> {
    let more = u128::try_from(open + 1 - showing).ok()?;
    let fewer = u128::try_from(showing).ok()?;
    ways.checked_mul(more)?.checked_mul(weight)?.checked_div(fewer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::Faces;

    /// Every throw of `count` dice counted one by one.
    fn by_hand(count: u32, sides: u16, keep: Keep) -> Distribution {
        let whole = u64::from(sides).pow(count);
        let throws = (0..whole).map(|mut number| {
            let mut faces = Faces::new();
            for _ in 0..count {
                faces.push(u16::try_from(number % u64::from(sides)).unwrap() + 1).unwrap();
                number /= u64::from(sides);
            }
            (i64::from(faces.kept(keep).sum()), 1)
        });
        Distribution::from_weights(throws, u128::from(whole)).unwrap()
    }

    #[test]
    fn kept_dice_agree_with_counting_every_throw() {
        for keep in [Keep::All, Keep::Highest(1), Keep::Highest(3), Keep::Lowest(1), Keep::Lowest(2), Keep::Highest(0)]
        {
            for (count, sides) in [(1, 6), (2, 6), (4, 6), (3, 10), (5, 4)] {
                let one = Distribution::die(sides).unwrap();
                let count_small = u16::try_from(count).unwrap();
                assert_eq!(one.pool(count_small, keep), Ok(by_hand(count, sides, keep)), "{count}d{sides} {keep:?}");
            }
        }
    }

    #[test]
    fn large_pools_of_small_dice_still_fit() {
        let coins = Distribution::die(2).unwrap();
        let (lower, upper) = (coins.pool(120, Keep::Lowest(60)).unwrap(), coins.pool(120, Keep::Highest(60)).unwrap());
        // Turning all coins over turns the lower half into the upper one.
        assert_eq!(lower.map(|sum| 180 - sum), upper);
        assert_eq!(Distribution::die(1).unwrap().pool(1_000, Keep::Highest(3)), Ok(Distribution::certain(3)));
    }

    #[test]
    fn uneven_dice_are_weighed() {
        // A die that shows 2 three times out of four: both ones only once in sixteen.
        let one = Distribution::from_weights([(1, 1), (2, 3)], 4).unwrap();
        let higher = one.pool(2, Keep::Highest(1)).unwrap();
        assert_eq!(higher, Distribution::from_weights([(1, 1), (2, 15)], 16).unwrap());
    }

    #[test]
    fn successes_are_counted_among_the_kept() {
        let one = Distribution::die(6).unwrap();
        let score = |face| i64::from(face >= 5) - i64::from(face == 1);
        let odds = pool(&one, 2, Keep::Highest(1), &score, &mut Budget::new()).unwrap();
        assert_eq!(odds, Distribution::from_weights([(-1, 1), (0, 15), (1, 20)], 36).unwrap());
    }
}
