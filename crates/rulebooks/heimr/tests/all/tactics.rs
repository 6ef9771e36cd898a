//! What the tactics of the book do in plain situations: nobody sits at the table, and the log says what came of it.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{Conduct, DiceFrom, Seats, Terms};
use quintain_heimr::RULEBOOK;
use quintain_testkit::Battery;

/// The log of a fight of one against another that stand so far apart, up to the end of this round.
fn log(one: &str, other: &str, apart: &str, rounds: u32) -> String {
    let text = format!(
        r#"
rulebook = "heimr"
[map]
size = [5, 5]
[[combatant]]
name = "A"
side = "one"
at = "B2"
{one}
[[combatant]]
name = "B"
side = "two"
at = "{apart}"
{other}
"#
    );
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let encounter = Encounter::parse(&Source::new("tactics.toml", text.as_str()), RULEBOOK.tables()).unwrap();
    let dice = DiceFrom::Seed(Box::new(Stream::new(1, 0)));
    let terms =
        Terms { dice, round_limit: rounds, conduct: Conduct::best(), seed: 1, ..Terms::attended(Seats::default()) };
    let live = battery.book.set_up(&encounter).unwrap().live(terms, Vec::new());
    live.log().iter().map(|event| format!("{event}\n")).collect()
}

const VETERAN: &str = r#"is = "human-greatsword"
set = { pc = false }"#;

fn duellist(set: &str) -> String {
    format!("is = \"human-duellist\"\nset = {{ pc = false, {set} }}")
}

#[test]
fn those_who_are_out_of_breath_do_not_waste_it_on_defences_that_hardly_help() {
    let readies = |fatigue: u8| {
        let log = log(&duellist(&format!("fatigue = {fatigue}")), VETERAN, "B2", 1);
        log.lines().any(|line| line.starts_with("A has ") && line.contains(" ready"))
    };
    assert!(readies(3), "the rested defend themselves");
    assert!(!readies(8), "three rolls in four succeed, but each of them tires");
}

#[test]
fn nobody_stops_for_breath_who_can_still_charge() {
    let breathes =
        |fatigue: u8| log(&duellist(&format!("fatigue = {fatigue}")), VETERAN, "E5", 1).contains("A takes a breather");
    assert!(!breathes(6));
    assert!(breathes(7));
}

#[test]
fn a_skill_that_fells_is_worth_an_aim_at_the_trunk() {
    // The blade does 2; with Focused Strike 6.
    let swordsman = "is = \"human-greatsword\"\nset = { pc = false, weapons = [\"medium-weapon\"] }";
    let aims = |hp: u8| {
        let victim = format!("is = \"plain\"\nset = {{ hp = {hp}, fatigue = 12 }}");
        log(swordsman, &victim, "B2", 1).contains("aiming at the torso")
    };
    assert!(aims(6));
    assert!(!aims(7));
}

#[test]
fn rage_comes_when_there_is_somebody_to_strike() {
    let hunter = "is = \"shanata-hunter\"\nset = { pc = false }";
    assert!(log(hunter, VETERAN, "B2", 2).contains("A uses Rage"));
    assert!(!log(hunter, VETERAN, "E5", 1).contains("A uses Rage"));
}
