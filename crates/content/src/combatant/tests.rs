//! Combatants of encounters: what is read, and what is told where it cannot be.

use super::*;
use crate::{Encounter, Source};

fn parse(fighters: &str) -> Result<Encounter, Problems> {
    let text = format!("rulebook = \"gu\"\nmap.size = [9, 9]\n{fighters}");
    Encounter::parse(&Source::new("x", text), &[])
}

fn problems(fighters: &str) -> String {
    parse(fighters).map(|_| ()).unwrap_err().to_string()
}

fn named(name: &str) -> String {
    problems(&format!("[[combatant]]\nname = \"{name}\"\nis = \"bandit\"\nside = \"a\"\n"))
}

#[test]
fn a_count_makes_numbered_combatants() {
    let encounter =
        parse("[[combatant]]\nis = \"bandit\"\nside = \"a\"\ncount = 3\nat = [\"A1\", \"A2\", \"A3\"]").unwrap();
    let shown =
        |combatant: &Combatant| format!("{} {} {}", combatant.name, combatant.number, combatant.at.as_ref().unwrap());
    let all: Vec<String> = encounter.expand().iter().map(shown).collect();
    assert_eq!(all, ["Bandit 1 1 A1", "Bandit 2 2 A2", "Bandit 3 3 A3"]);
    let encounter = parse("[[combatant]]\nis = \"bandit\"\nside = \"a\"\ncount = 1").unwrap();
    assert_eq!(encounter.expand()[0].name, "Bandit 1");
    assert_eq!(encounter.expand()[0].at, None);
}

#[test]
fn counts_have_limits_and_agree_with_squares() {
    let fighter = "[[combatant]]\nis = \"bandit\"\nside = \"a\"\n";
    assert_eq!(
        problems(&format!("{fighter}count = 0")),
        "x:6:9: `count` must be a whole number from 1 to 200, not the number 0"
    );
    assert_eq!(
        problems(&format!("{fighter}count = 201")),
        "x:6:9: `count` must be a whole number from 1 to 200, not the number 201"
    );
    assert_eq!(
        problems(&format!("{fighter}count = 3\nat = [\"A1\", \"A2\"]")),
        "x:7:7: `at` lists 2 squares for 3 combatants; give one square for all, or one for each"
    );
    assert_eq!(
        problems(&format!("{fighter}at = [\"A1\", \"A2\"]")),
        "x:6:7: `at` lists 2 squares for one combatant; add `count = 2`"
    );
}

#[test]
fn an_encounter_has_an_end() {
    let bands: String = (0..6).map(|n| format!("[[combatant]]\nis = \"b{n}\"\nside = \"a\"\ncount = 200\n")).collect();
    assert_eq!(problems(&bands), "x:24:6: there are more than 1000 combatants; leave some out");
}

#[test]
fn names_are_unique_in_any_case() {
    let fighter =
        |name: &str, more: &str| format!("[[combatant]]\nname = \"{name}\"\nis = \"b\"\nside = \"a\"\n{more}\n");
    assert_eq!(
        problems(&[fighter("Orla", ""), fighter("oRLA", "")].concat()),
        "x:9:8: two combatants are called `oRLA`; the first is at x:4:8; give each a name of its own, or one `count` for both"
    );
    assert_eq!(
        problems(&[fighter("Orla 2", ""), fighter("Orla", "count = 3")].concat()),
        "x:9:8: two combatants are called `Orla 2`; the first is at x:4:8; give each a name of its own, or one `count` for both"
    );
}

#[test]
fn names_must_be_sayable_in_scripts() {
    assert_eq!(named(""), "x:4:8: `name` is blank; write something or leave it out");
    assert_eq!(named(" Orla"), "x:4:8: the name ` Orla` begins or ends with a space; take the space away");
    assert_eq!(
        named("Orla: again"),
        "x:4:8: the name `Orla: again` has a `:` in it, which scripts cannot hold; use letters, digits, spaces and hyphens"
    );
    assert_eq!(
        named("Or\\nla"),
        "x:4:8: the name `Or\\nla` has a `\\n` in it, which scripts cannot hold; use letters, digits, spaces and hyphens"
    );
    assert_eq!(
        named("#1"),
        "x:4:8: the name `#1` begins with `#`, which begins a comment in scripts; begin with a letter"
    );
    assert_eq!(named("Gm"), "x:4:8: the name `Gm` is kept for the game master; use another name");
}

#[test]
fn what_is_missing_is_named_with_an_example() {
    assert_eq!(
        problems("[[combatant]]\n"),
        "x:3:1: a combatant needs `is`; for example `is = \"hoplite\"`\n\
         x:3:1: a combatant needs `side`; for example `side = \"heroes\"`"
    );
}

#[test]
fn shared_squares_are_for_the_rulebook_to_refuse() {
    let encounter = parse(
        "[[combatant]]\nis = \"b\"\nside = \"a\"\nat = \"A1\"\n[[combatant]]\nis = \"c\"\nside = \"a\"\nat = \"a1\"",
    )
    .unwrap();
    let shared = shared_squares(&encounter.expand());
    assert_eq!(shared.len(), 1);
    assert_eq!(
        shared[0].to_string(),
        "x:10:6: `C` stands on A1, where `B` stands already; give each a square of its own"
    );
}
