//! The exact odds of an expression.

use crate::arithmetic::{NoResult, Rounding};
use crate::budget::{Budget, OddsError};
use crate::distribution::Distribution;
use crate::expression::{Expression, Node};
use crate::kept;
use crate::pool::{Pool, Reroll};

impl Expression {
    /// The exact distribution of the total.
    ///
    /// Dice thrown again until they show another face are taken as thrown to the end, however long it takes. Exploding dice
    /// are followed until all but one throw in 10^12 is settled; what is left is the
    /// [remainder](Distribution::remainder).
    ///
    /// # Errors
    /// [`OddsError::DividesByZero`] when a divisor may come to zero, [`OddsError::Overflow`] when a value may not fit, and [`OddsError::TooBig`] past the limit of work.
    pub fn distribution(&self) -> Result<Distribution, OddsError> {
        of_node(&self.root, Rounding::TowardsZero, &mut Budget::new())
    }
}

/// The odds of a part. All parts are independent, since no die is used twice.
fn of_node(node: &Node, rounding: Rounding, budget: &mut Budget) -> Result<Distribution, OddsError> {
    let plain = Rounding::TowardsZero;
    match node {
        Node::Number(number) => Ok(Distribution::certain(i64::from(*number))),
        Node::Pool(pool) => of_pool(pool, budget),
        Node::Labelled { term, .. } => of_node(term, rounding, budget),
        Node::Rounded { rounding, term } => of_node(term, *rounding, budget),
        Node::Negate(term) => changed(&of_node(term, plain, budget)?, i64::checked_neg),
        Node::Absolute(term) => changed(&of_node(term, plain, budget)?, i64::checked_abs),
        Node::Binary { operator, left, right } => {
            let (one, two) = (of_node(left, plain, budget)?, of_node(right, plain, budget)?);
            let apply = |one, two| {
                operator.apply(one, two, rounding).map_err(|error| match error {
                    NoResult::Overflow => OddsError::Overflow,
                    NoResult::ZeroDivisor => OddsError::DividesByZero { divisor: right.to_string() },
                })
            };
            one.combine_within(&two, apply, budget)
        }
        Node::Pick { picker, arguments } => {
            let mut picked: Option<Distribution> = None;
            for argument in arguments {
                let next = of_node(argument, plain, budget)?;
                picked = Some(match picked {
                    None => next,
                    Some(before) => before.combine_within(&next, |one, two| Ok(picker.pick(one, two)), budget)?,
                });
            }
            Ok(picked.unwrap_or_else(|| Distribution::certain(0)))
        }
    }
}

/// The odds after a change of the value that may not fit.
fn changed(odds: &Distribution, change: fn(i64) -> Option<i64>) -> Result<Distribution, OddsError> {
    let fits = odds.iter().all(|(value, _)| change(value).is_some());
    if fits { Ok(odds.map(|value| change(value).unwrap_or(value))) } else { Err(OddsError::Overflow) }
}

fn of_pool(pool: &Pool, budget: &mut Budget) -> Result<Distribution, OddsError> {
    let die = of_die(pool, budget)?;
    let shown = |face: i64| i32::try_from(face).unwrap_or(i32::MAX);
    let score = |face: i64| pool.successes.map_or(face, |successes| successes.verdict(shown(face)).worth());
    let reading =
        kept::Reading { keep: &|count| pool.keep(count), score: &score, explodes: &|face| pool.explodes(shown(face)) };
    kept::pool(&die, pool.count, &reading, budget)
}

/// One die of the pool after it has been thrown again as often as it must.
fn of_die(pool: &Pool, budget: &mut Budget) -> Result<Distribution, OddsError> {
    budget.spend(usize::from(pool.die.sides()), 1)?;
    let sides = u128::from(pool.die.sides());
    let weights = |weight: &dyn Fn(bool) -> u128| {
        let meets = |face| pool.reroll.as_ref().is_some_and(|reroll| reroll.meets(face));
        pool.die.all().map(|face| (i64::from(face), weight(meets(face)))).collect::<Vec<_>>()
    };
    let again = weights(&u128::from).into_iter().map(|(_, weight)| weight).sum::<u128>();
    match &pool.reroll {
        // A face that stands comes at once, and any face comes after one that is thrown again.
        Some(Reroll { once: true, .. }) => {
            Distribution::from_weights(weights(&|meets| again + if meets { 0 } else { sides }), sides * sides)
        }
        _ => Distribution::from_weights(weights(&|meets| u128::from(!meets)), sides - again),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;

    fn odds(text: &str) -> Result<Distribution, OddsError> {
        Expression::parse(text).unwrap().distribution()
    }

    fn mean(text: &str) -> String {
        odds(text).unwrap().mean().to_string()
    }

    #[test]
    fn known_means() {
        for (text, expected) in [
            ("2d6kh1", "161/36"),
            ("2d8kh1", "93/16"),
            ("max(d8,d6)", "251/48"),
            ("3d6kh1", "119/24"),
            ("3d8kh1", "207/32"),
            ("2d4kh1", "25/8"),
            ("3d4kh1", "55/16"),
            ("4d4kh1", "463/128"),
            ("max(d12,d8)", "59/8"),
            ("4d6kh3", "15869/1296"),
            ("4d6dl1", "15869/1296"),
            ("2d20kl1", "287/40"),
            ("4dF+2", "2"),
            ("d%", "101/2"),
            ("5d10>=7", "2"),
            ("5d10>=7f1", "3/2"),
            ("1d6r1", "4"),
            ("1d6ro<3", "25/6"),
            ("d6*d6 - 2[flat]", "41/4"),
            ("ceil(d6/2)", "2"),
            ("floor(d6/2)", "3/2"),
            ("abs(d6-d6)", "35/18"),
        ] {
            assert_eq!(mean(text), expected, "{text}");
        }
    }

    #[test]
    fn explosions_are_settled_but_for_a_remainder() {
        for text in ["2+3d6!", "4d6!kh3", "6d10>=7!", "4d6!>4dl1", "100d6!", "3d6r1!", "3d6!dh1"] {
            let odds = odds(text).unwrap();
            assert!(odds.remainder().to_f64() < 1e-12 && !odds.remainder().is_zero(), "{text}");
            let all = odds.iter().fold(odds.remainder(), |sum, (_, chance)| &sum + &chance);
            assert_eq!(all, Ratio::ONE, "{text}");
        }
        // Two coins of which a 2 brings another one: the higher of two is 1 only where both fell 1 at once.
        assert_eq!(odds("2d2!kh1").unwrap().chance_of(1).to_string(), "1/4");
        // A d2 that explodes once in two brings one more on average: 3 in all.
        assert!((odds("1d2!").unwrap().mean_f64() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_counted_is_refused() {
        assert_eq!(odds("1/(d6-3)"), Err(OddsError::DividesByZero { divisor: "1d6-3".to_owned() }));
        assert_eq!(odds("1000d65535"), Err(OddsError::TooBig));
        assert_eq!(odds("d65535*d65535"), Err(OddsError::TooBig));
        assert_eq!(odds("1000000000*1000000000*1000000000"), Err(OddsError::Overflow));
    }
}
