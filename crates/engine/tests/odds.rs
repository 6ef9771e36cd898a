//! Odds of the toy game: decisions that are taken for granted, answers given for them, and throws that are alike.
#![allow(clippy::unwrap_used)]

mod common;

use common::table;
use quintain_engine::{Odds, OddsLimit, Supposed, odds_while};

/// All but Wolf 2 guard, and it attacks Bo.
fn odds(then: &[(&str, &str)]) -> Result<Odds, String> {
    let mut live = table(&[]);
    for who in ["Anna", "Bo the Bold", "Wolf 1"] {
        live.answer(who, "guard").unwrap();
    }
    let then: Vec<(String, String)> = then.iter().map(|(who, words)| ((*who).into(), (*words).into())).collect();
    let supposed = Supposed { then: &then, ..Supposed::of("Wolf 2", "attack Bo the Bold") };
    odds_while(&live, &supposed, OddsLimit::default(), &|| true).map_err(|fault| fault.to_string())
}

#[test]
fn decisions_on_the_way_are_listed_with_how_often_they_come_up() {
    let odds = odds(&[]).unwrap();
    assert!(!odds.decisions.is_empty());
    for taken in &odds.decisions {
        assert!(taken.often > 0.0 && !taken.given && !taken.question.is_empty(), "{taken:?}");
    }
    let dodges = odds.decisions.iter().find(|taken| taken.answer == "dodge").unwrap();
    assert_eq!(dodges.question, "You are hit: dodge?");
}

#[test]
fn an_answer_given_for_what_comes_up_is_given_and_changes_the_odds() {
    let (plain, given) = (odds(&[]), odds(&[("Bo the Bold", "take it")]));
    let (plain, given) = (plain.unwrap(), given.unwrap());
    assert_ne!(plain.measures, given.measures);
    assert!(
        given.decisions.iter().any(|taken| taken.given && taken.who == "Bo the Bold" && taken.often > 0.0),
        "{given:?}"
    );
    assert!(!given.decisions.iter().any(|taken| taken.who == "Bo the Bold" && taken.answer == "dodge"), "{given:?}");
}

#[test]
fn an_answer_that_fits_nothing_comes_never_and_a_stranger_is_refused() {
    let never = odds(&[("Wolf 1", "sing")]).unwrap();
    assert!(never.decisions.iter().any(|taken| taken.given && taken.answer == "sing" && taken.often == 0.0));
    assert_eq!(
        odds(&[("Wolfgang", "sing")]).unwrap_err(),
        "nobody is called `Wolfgang`, who is to answer what follows"
    );
}
