//! Odds of the toy game: decisions that are taken for granted, answers given for them, and throws that are alike.

mod common;

use common::in_the_middle;
use quintain_engine::{Odds, OddsLimit, Supposed, Until, odds_while};

fn odds(then: &[(&str, &str)], until: Until) -> Result<Odds, String> {
    let then: Vec<(String, String)> = then.iter().map(|(who, words)| ((*who).into(), (*words).into())).collect();
    let supposed = Supposed { who: "Anna", words: "take it", then: &then, until };
    odds_while(&in_the_middle(), &supposed, OddsLimit::default(), &|| true).map_err(|fault| fault.to_string())
}

#[test]
fn decisions_on_the_way_are_listed_with_how_often_they_come_up() {
    let odds = odds(&[], Until::SomebodyIsDown).unwrap();
    assert!(!odds.decisions.is_empty());
    for taken in &odds.decisions {
        assert!(taken.often > 0.0 && !taken.given && !taken.question.is_empty(), "{taken:?}");
    }
    let dodges = odds.decisions.iter().find(|taken| taken.answer == "dodge").unwrap();
    assert_eq!(dodges.question, "You are hit: dodge?");
}

#[test]
fn an_answer_given_for_what_comes_up_is_given_and_changes_the_odds() {
    let (plain, given) = (odds(&[], Until::SomebodyIsDown), odds(&[("Wolf 1", "take it")], Until::SomebodyIsDown));
    let (plain, given) = (plain.unwrap(), given.unwrap());
    assert_ne!(plain.measures, given.measures);
    assert!(given.decisions.iter().any(|taken| taken.given && taken.who == "Wolf 1" && taken.often > 0.0), "{given:?}");
    assert!(!given.decisions.iter().any(|taken| taken.who == "Wolf 1" && taken.answer == "dodge"), "{given:?}");
}

#[test]
fn an_answer_that_fits_nothing_comes_never_and_a_stranger_is_refused() {
    let never = odds(&[("Wolf 1", "sing")], Until::ActIsOver).unwrap();
    assert!(never.decisions.iter().any(|taken| taken.given && taken.answer == "sing" && taken.often == 0.0));
    assert_eq!(
        odds(&[("Wolfgang", "sing")], Until::ActIsOver).unwrap_err(),
        "nobody is called `Wolfgang`, who is to answer what follows"
    );
}
