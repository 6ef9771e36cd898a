//! Exact odds of a pool: dice that count by rank, and dice that bring further dice.
//!
//! Nothing is listed throw by throw. Of the dice that count there is a worst one; for each face that it may show, those above
//! it are a plain sum of dice with fewer faces, and those below it count for nothing. Where faces bring further dice, the pool
//! consists of `count` dice that bring none and of some that do, and each number of those is looked at in turn, until all
//! but one throw in 10^12 is settled: what is left is the remainder.

use dashu_int::UBig;

use crate::budget::{Budget, OddsError};
use crate::distribution::Distribution;
use crate::faces::Keep;
use crate::sums::Sums;

/// The chance of throws that bring more dice than are looked at.
const UNSETTLED: f64 = 1e-12;
/// The most dice brought by others that are looked at.
const MOST_BROUGHT: usize = 4_000;

/// What is done with the dice of a pool.
pub(crate) struct Reading<'a> {
    /// Which of so many dice count.
    pub keep: &'a dyn Fn(usize) -> Keep,
    /// What a die that counts is worth.
    pub score: &'a dyn Fn(i64) -> i64,
    /// Whether a face brings another die.
    pub explodes: &'a dyn Fn(i64) -> bool,
}

/// The sum of scores over the dice that count, of `count` independent dice and those that they bring.
pub(crate) fn pool(
    one: &Distribution,
    count: u16,
    reading: &Reading<'_>,
    budget: &mut Budget,
) -> Result<Distribution, OddsError> {
    if count == 0 {
        return Err(OddsError::NoDice);
    }
    let count = usize::from(count);
    let faces: Vec<Face<'_>> =
        one.weights().map(|(face, weight)| Face { face, weight, brings: (reading.explodes)(face) }).collect();
    let most = most_brought(&faces, one, count)?;
    let mut sums = Sums::none();
    let mut ways = UBig::ONE;
    for brought in 0..=most {
        if brought > 0 {
            // The last die of all brings none, so the others are arranged among those before it.
            ways = ways * UBig::from(count + brought - 1) / UBig::from(brought);
        }
        let times = &ways * one.whole().pow(most - brought);
        let keep = (reading.keep)(count + brought);
        Group { plain: count, brought, keep, score: reading.score, times }.add_to(&mut sums, &faces, budget)?;
    }
    Distribution::settled(sums.into_ways(), one.whole().pow(count + most))
}

/// A face of one die, with its weight and whether it brings another die.
#[derive(Debug, Clone, Copy)]
struct Face<'a> {
    face: i64,
    weight: &'a UBig,
    brings: bool,
}

/// How many dice may be brought before nearly every throw is settled.
fn most_brought(faces: &[Face<'_>], one: &Distribution, count: usize) -> Result<usize, OddsError> {
    let all: UBig = faces.iter().filter(|face| face.brings).map(|face| face.weight).sum();
    let chance = crate::ratio::Ratio::of(&all, one.whole()).to_f64();
    if chance <= 0.0 {
        return Ok(0);
    }
    // In logarithms, since the chance that none is brought may be too small to be written.
    let (mut likely, mut settled) = ((1.0 - chance).ln() * count as f64, 0.0);
    for brought in 0..=MOST_BROUGHT {
        settled += likely.exp();
        // Past the likeliest number each further one is rarer than the one before by at least this factor.
        let next = chance * (count + brought) as f64 / (brought + 1) as f64;
        if next < 1.0 && likely.exp() * next / (1.0 - next) < UNSETTLED && settled > 0.5 {
            return Ok(brought);
        }
        likely += next.ln();
    }
    Err(OddsError::TooBig)
}

/// So many dice that bring none, and so many that do.
struct Group<'a> {
    plain: usize,
    brought: usize,
    keep: Keep,
    score: &'a dyn Fn(i64) -> i64,
    /// How often each throw of them counts.
    times: UBig,
}

impl Group<'_> {
    fn add_to(&self, sums: &mut Sums, faces: &[Face<'_>], budget: &mut Budget) -> Result<(), OddsError> {
        let wanted = self.keep.wanted(self.plain + self.brought);
        if wanted == 0 || wanted == self.plain + self.brought {
            let worth = |face: i64| if wanted == 0 { 0 } else { (self.score)(face) };
            let all = self.above(faces, &worth, (self.plain, self.brought), budget)?;
            return sums.add(&all, 0, &self.times, budget);
        }
        let mut ranked = faces.to_vec();
        if !matches!(self.keep, Keep::Lowest(_)) {
            ranked.reverse();
        }
        for place in 0..ranked.len() {
            let (above, rest) = ranked.split_at(place);
            let Some((worst, below)) = rest.split_first() else { break };
            self.worst_is(sums, (above, *worst, below), wanted, budget)?;
        }
        Ok(())
    }

    /// All throws in which this face is the worst that counts.
    fn worst_is(
        &self,
        sums: &mut Sums,
        (above, worst, below): (&[Face<'_>], Face<'_>, &[Face<'_>]),
        wanted: usize,
        budget: &mut Budget,
    ) -> Result<(), OddsError> {
        let lower =
            |brings: bool| below.iter().filter(|face| face.brings == brings).map(|face| face.weight).sum::<UBig>();
        let (lower, lower_brought) = (lower(false), lower(true));
        for plain in 0..=self.plain.min(wanted - 1) {
            for brought in 0..=self.brought.min(wanted - 1 - plain) {
                let (rest, rest_brought) = (self.plain - plain, self.brought - brought);
                let missing = wanted - plain - brought;
                budget.spend(rest.max(rest_brought), 4)?;
                let ways = match worst.brings {
                    false => at_least(rest, missing, worst.weight, &lower) * lower_brought.pow(rest_brought),
                    true => at_least(rest_brought, missing, worst.weight, &lower_brought) * lower.pow(rest),
                };
                if ways.is_zero() {
                    continue;
                }
                let better = self.above(above, self.score, (plain, brought), budget)?;
                let times = ways * choose(self.plain, plain) * choose(self.brought, brought) * &self.times;
                let missing = i64::try_from(missing).map_err(|_| OddsError::TooBig)?;
                let worth = (self.score)(worst.face).checked_mul(missing).ok_or(OddsError::Overflow)?;
                sums.add(&better, worth, &times, budget)?;
            }
        }
        Ok(())
    }

    /// The sums of so many dice of these faces that bring none and so many that do.
    fn above(
        &self,
        faces: &[Face<'_>],
        score: &dyn Fn(i64) -> i64,
        (plain, brought): (usize, usize),
        budget: &mut Budget,
    ) -> Result<Sums, OddsError> {
        let mut powers = [(false, plain), (true, brought)].into_iter().map(|(brings, count)| {
            let own = faces.iter().filter(|face| face.brings == brings).map(|face| (score(face.face), face.weight));
            Sums::gathered(own, budget)?.power(count, budget)
        });
        match (powers.next(), powers.next()) {
            (Some(plain), Some(brought)) => {
                let (plain, brought) = (plain?, brought?);
                plain.times(&brought, budget)
            }
            _ => Ok(Sums::none()),
        }
    }
}

/// In how many ways at least `least` of `count` dice show one thing and the others another.
fn at_least(count: usize, least: usize, one: &UBig, other: &UBig) -> UBig {
    let exactly = |shown: usize| choose(count, shown) * one.pow(shown) * other.pow(count - shown);
    if least * 2 > count {
        return (least..=count).map(exactly).sum();
    }
    (one + other).pow(count) - (0..least).map(exactly).sum::<UBig>()
}

/// In how many ways so many of `count` can be chosen.
fn choose(count: usize, chosen: usize) -> UBig {
    if chosen > count {
        return UBig::ZERO;
    }
    let chosen = chosen.min(count - chosen);
    (0..chosen).fold(UBig::ONE, |ways, place| ways * UBig::from(count - place) / UBig::from(place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::Faces;
    use crate::ratio::Ratio;

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
    fn large_pools_still_fit() {
        let coins = Distribution::die(2).unwrap();
        let (lower, upper) = (coins.pool(120, Keep::Lowest(60)).unwrap(), coins.pool(120, Keep::Highest(60)).unwrap());
        // Turning all coins over turns the lower half into the upper one.
        assert_eq!(lower.map(|sum| 180 - sum), upper);
        assert_eq!(Distribution::die(1).unwrap().pool(1_000, Keep::Highest(3)), Ok(Distribution::certain(3)));
        let many = Distribution::die(6).unwrap().pool(1_000, Keep::All).unwrap();
        assert_eq!(many.mean(), Ratio::from(3_500));
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
        let reading = Reading { keep: &|_| Keep::Highest(1), score: &score, explodes: &|_| false };
        let odds = pool(&one, 2, &reading, &mut Budget::new()).unwrap();
        assert_eq!(odds, Distribution::from_weights([(-1, 1), (0, 15), (1, 20)], 36).unwrap());
    }

    #[test]
    fn dice_that_bring_dice_are_settled_but_for_a_remainder() {
        let one = Distribution::die(6).unwrap();
        let reading = Reading { keep: &|_| Keep::All, score: &|face| face, explodes: &|face| face == 6 };
        let odds = pool(&one, 1, &reading, &mut Budget::new()).unwrap();
        assert_eq!([5, 6, 11, 13].map(|sum| odds.chance_of(sum).to_string()), ["1/6", "0", "1/36", "1/216"]);
        assert!(!odds.remainder().is_zero() && odds.remainder().to_f64() < 1e-12);
    }
}
