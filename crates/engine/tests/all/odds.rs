//! Odds of the toy game: decisions that are taken for granted, answers given for them, and throws that are alike.

use std::cell::Cell;
use std::sync::Arc;

use crate::common::{DUEL, Toy, encounter, queue, table, terms};
use quintain_engine::{Live, Odds, OddsLimit, Rulebook, Seats, Supposed, odds_while};

fn all_but_one_guard(mut live: Live<Toy>) -> Live<Toy> {
    for who in ["Anna", "Bo the Bold", "Wolf 1"] {
        live.answer(who, "guard").unwrap();
    }
    live
}

/// All but Wolf 2 guard, and it attacks Bo.
fn odds(then: &[(&str, &str)]) -> Result<Odds, String> {
    let live = all_but_one_guard(table(&[]));
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

/// The same with so many dice for wear, which are looked at by themselves: 8 courses for the first, 64 for two.
fn with_wear(dice: u8) -> Live<Toy> {
    let text = DUEL.replace("[map]", &format!("[house]\nwear = {dice}\n[map]"));
    let fight = Toy::set_up(&Arc::new(()), &encounter(&text)).unwrap();
    all_but_one_guard(Live::begin(fight, terms(queue(&[]), Seats::everybody())))
}

fn at_most(live: &Live<Toy>, branches: u64, going: &dyn Fn() -> bool) -> Odds {
    let limit = OddsLimit { branches, samples: 200, ..OddsLimit::default() };
    odds_while(live, &Supposed::of("Wolf 2", "attack Bo the Bold"), limit, going).unwrap()
}

#[test]
fn a_part_with_more_courses_than_may_be_walked_is_sampled() {
    let exact = at_most(&with_wear(3), 200_000, &|| true);
    assert!(exact.exact && exact.branches < 200_000, "{} branches", exact.branches);
    let sampled = at_most(&with_wear(12), 5_000, &|| true);
    assert!(!sampled.exact && sampled.branches == 200, "{} samples", sampled.branches);
}

#[test]
fn a_part_of_many_courses_is_left_when_nobody_waits_for_it_any_more() {
    let asked = Cell::new(0);
    let going = || asked.replace(asked.get() + 1) < 10;
    let odds = at_most(&with_wear(12), u64::MAX, &going);
    assert!(!odds.exact && asked.get() < 20, "asked {} times", asked.get());
}
