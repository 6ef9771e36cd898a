//! Odds: chances sum to one, means lie among the values, and dice thrown fall as the odds say.

use quintain_dice::Ratio;
use quintain_engine::{Measure, Odds, OddsLimit, Value};

use crate::battery::Arena;
use crate::bout::Bout;
use crate::{Check, claim};

/// Samples beside which exact odds are held.
const SAMPLES: u64 = 200;

/// Asks for the odds of answers that are open now and then, and checks that they are chances; where they are exact, dice
/// thrown must fall alike.
///
/// # Errors
/// The first that are not.
pub fn odds_sum_to_one(arena: &Arena, seed: u64, formalities: bool, steps: usize, limit: OddsLimit) -> Check {
    let mut bout = Bout::begin(arena, seed, formalities);
    for _ in 0..steps {
        let Some((who, words)) = bout.pick()? else { break };
        let odds = bout.live.odds(&who, &words, limit);
        let odds = odds.map_err(|fault| bout.fault(format!("no odds of `{who}: {words}`: {fault}")))?;
        let fault = |what: String| bout.fault(format!("the odds of `{who}: {words}`: {what}"));
        odds_are_sound(&odds).map_err(fault)?;
        if odds.exact && odds.branches > 1 {
            let thrown = bout.live.odds(&who, &words, OddsLimit { branches: 1, samples: SAMPLES, seed });
            let thrown = thrown.map_err(|other| fault(other.to_string()))?;
            fall_alike(&odds, &thrown).map_err(fault)?;
        }
        let ends = 1 + bout.below(4);
        bout.give(&who, &words)?;
        bout.steps(ends)?;
    }
    Ok(())
}

/// Whether samples lie within six standard errors of exact chances, so that one in a thousand million strays.
fn fall_alike(exact: &Odds, thrown: &Odds) -> Check {
    for measure in &exact.measures {
        let found = thrown.measures.iter().find(|other| other.path == measure.path);
        for likely in &measure.then {
            let same =
                |measure: &Measure| measure.then.iter().find(|other| other.value == likely.value).map(|o| o.chance);
            // What no sample has changed is not told of.
            let stays = if measure.now == likely.value { 1.0 } else { 0.0 };
            let share = found.map_or(stays, |found| same(found).unwrap_or(0.0));
            let (p, n) = (likely.chance, SAMPLES as f64);
            let most = 6.0 * (p * (1.0 - p) / n).max(0.0).sqrt() + 2.0 / n;
            let say =
                || format!("{} is {} in {p} of all courses, but in {share} of {SAMPLES}", measure.path, likely.value);
            claim((share - p).abs() <= most, say)?;
        }
    }
    Ok(())
}

fn odds_are_sound(odds: &Odds) -> Check {
    let near = |sum: f64| (sum + odds.remainder - 1.0).abs() < 1e-6;
    claim(odds.total == 1.0, || format!("in total they are {}", odds.total))?;
    let whole = &Ratio::ONE;
    for measure in &odds.measures {
        let path = &measure.path;
        let sum: f64 = measure.then.iter().map(|likely| likely.chance).sum();
        claim(near(sum), || format!("those of {path} sum to {sum}"))?;
        let exact: Option<Ratio> = measure.then.iter().map(|likely| likely.exact.clone()).sum();
        let said = || format!("those of {path} sum to {exact:?}, exactly");
        claim(!odds.exact || exact.as_ref() == Some(whole), said)?;
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
