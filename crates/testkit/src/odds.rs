//! Odds: chances sum to one, and means lie among the values.

use quintain_engine::{Odds, OddsLimit, Value};

use crate::battery::Arena;
use crate::bout::Bout;
use crate::{Check, claim};

/// Asks for the odds of answers that are open now and then, and checks that they are chances.
///
/// # Errors
/// The first that are not.
pub fn odds_sum_to_one(arena: &Arena, seed: u64, formalities: bool, steps: usize, limit: OddsLimit) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    for _ in 0..steps {
        let Some((who, words)) = bout.pick()? else { break };
        let odds = bout.live.odds(&who, &words, limit);
        let odds = odds.map_err(|fault| bout.fault(format!("no odds of `{who}: {words}`: {fault}")))?;
        odds_are_sound(&odds).map_err(|what| bout.fault(format!("the odds of `{who}: {words}`: {what}")))?;
        let ends = 1 + bout.below(4);
        bout.give(&who, &words)?;
        bout.steps(ends)?;
    }
    Ok(())
}

fn odds_are_sound(odds: &Odds) -> Check {
    let near = |sum: f64| (sum - 1.0).abs() < 1e-6;
    claim(near(odds.total), || format!("in total they are {}", odds.total))?;
    for measure in &odds.measures {
        let path = &measure.path;
        let sum: f64 = measure.then.iter().map(|likely| likely.chance).sum();
        claim(near(sum), || format!("those of {path} sum to {sum}"))?;
        let all = measure.then.iter().all(|likely| likely.chance > 0.0 && likely.chance <= 1.0 + 1e-9);
        claim(all, || format!("those of {path} are not all between 0 and 1"))?;
        let numbers = measure.then.iter().filter_map(|likely| match likely.value {
            Value::Number(n) => Some(n as f64),
            _ => None,
        });
        let (low, high) = numbers.fold((f64::MAX, f64::MIN), |(low, high), n| (low.min(n), high.max(n)));
        let within = measure.mean.is_none_or(|mean| mean >= low - 1e-6 && mean <= high + 1e-6);
        claim(within, || format!("the mean of {path} lies outside its values"))?;
    }
    Ok(())
}
