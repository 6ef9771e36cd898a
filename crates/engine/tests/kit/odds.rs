//! Odds of whole duels against numbers worked out by hand from the rules of the duel: in turn each strikes, on 4 or more of a
//! d6 the other loses 1 heart, at 0 it is out.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use quintain_dice::Ratio;
use quintain_engine::{AnyLive, Measure, Odds, OddsLimit, Supposed, Until, Value};

use super::{combatant, live};

fn duel(ada: u8, bo: u8) -> Box<dyn AnyLive> {
    let one = |name, is, side, heart: u8| combatant(name, is, side, &format!("set = {{ heart = {heart} }}\n"));
    live(&format!("rulebook = \"duel\"\n{}{}", one("Ada", "fop", "red", ada), one("Bo", "bravo", "blue", bo)))
}

fn ratio(numerator: i128, denominator: i128) -> Ratio {
    Ratio::new(numerator, denominator).unwrap()
}

/// The chance that the first of two wins who has so much heart against so much: each round but those in which both miss
/// leads on.
fn wins(own: u8, other: u8, known: &mut BTreeMap<(u8, u8), Ratio>) -> Ratio {
    if own == 0 || other == 0 {
        return if other == 0 { Ratio::ONE } else { Ratio::ZERO };
    }
    if let Some(known) = known.get(&(own, other)) {
        return known.clone();
    }
    let struck = match other {
        1 => Ratio::ONE,
        _ => &(&wins(own - 1, other - 1, known) + &wins(own, other - 1, known)) * &ratio(1, 2),
    };
    let missed = wins(own - 1, other, known);
    // x = struck / 2 + missed / 4 + x / 4
    let chance = &(&(&struck * &ratio(1, 2)) + &(&missed * &ratio(1, 4))) * &ratio(4, 3);
    known.insert((own, other), chance.clone());
    chance
}

fn measure<'a>(odds: &'a Odds, path: &str) -> &'a Measure {
    odds.measures.iter().find(|measure| measure.path == path).unwrap()
}

fn falls(odds: &Odds, name: &str) -> Ratio {
    let fighting = measure(odds, &format!("{name}.fighting"));
    let down = fighting.then.iter().find(|likely| likely.value == Value::Flag(false)).unwrap();
    down.exact.clone().unwrap()
}

fn to_the_end(live: &dyn AnyLive, until: Until, limit: OddsLimit) -> Odds {
    live.odds_of(&Supposed { until, ..Supposed::of("Ada", "strike Bo") }, limit, &|| true).unwrap()
}

#[test]
fn whole_duels_end_as_often_as_worked_out_by_hand() {
    for (ada, bo) in [(1, 1), (2, 3), (4, 2), (6, 6)] {
        let odds = to_the_end(&*duel(ada, bo), Until::FightIsOver, OddsLimit::default());
        let (low, by_hand) = (falls(&odds, "Bo"), wins(ada, bo, &mut BTreeMap::new()));
        let high = &Ratio::ONE - &falls(&odds, "Ada");
        assert!(low <= by_hand && by_hand <= high, "{ada} against {bo}: {low} to {high}, not {by_hand}");
        assert!(odds.total == 1.0 && odds.remainder < 1e-9 && !odds.exact, "{odds:?}");
        // 36 ways of the dice a round, each with those of the next, would be millions within five rounds.
        assert!(odds.branches < 60_000, "{ada} against {bo}: {}", odds.branches);
    }
}

#[test]
fn an_act_is_exact_with_its_fraction() {
    let odds = duel(2, 3).odds("Ada", "strike Bo", OddsLimit::default()).unwrap();
    let heart = measure(&odds, "Bo.heart");
    assert!(odds.exact && odds.total == 1.0 && odds.remainder == 0.0);
    let told: Vec<String> = heart.then.iter().map(|likely| likely.exact.as_ref().unwrap().to_string()).collect();
    assert_eq!((told, heart.then[0].percent(1)), (vec!["1/2".to_owned(), "1/2".to_owned()], "50.0".to_owned()));
}

#[test]
fn until_somebody_is_down_counts_no_further() {
    // Of 2 against 2, the first to lose 2 is down; in a duel that is the end.
    let (down, end) = (Until::SomebodyIsDown, Until::FightIsOver);
    let odds = |until| to_the_end(&*duel(2, 2), until, OddsLimit::default());
    assert_eq!(falls(&odds(down), "Bo"), falls(&odds(end), "Bo"));
}

#[test]
fn what_is_not_walked_is_left_open_and_said() {
    let limit = OddsLimit { branches: 120, samples: 1_000, seed: 1 };
    let odds = to_the_end(&*duel(2, 2), Until::FightIsOver, limit);
    assert!(odds.remainder > 0.1 && odds.total == 1.0 && odds.branches <= 120, "{odds:?}");
    let heart = measure(&odds, "Bo.heart");
    let told: Ratio = heart.then.iter().map(|likely| likely.exact.clone().unwrap()).sum();
    assert!((told.to_f64() + odds.remainder - 1.0).abs() < 1e-12);
}
