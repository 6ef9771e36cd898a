//! Wrong packs and encounters are told in plain words, with what would be right: nothing is bent in silence.

use quintain_content::{Encounter, Problems, Source};
use quintain_testkit::packs_of;
use quintain_thalassa::{Fight, RULEBOOK};

fn said(problems: Problems) -> String {
    problems.0.iter().map(|problem| format!("{problem:?}\n")).collect()
}

/// What is said of a pack that holds this beside the packs of the book.
fn of_pack(text: &str) -> String {
    let mut all = packs_of::<Fight>();
    all.push(Source::new("own.toml", format!("rulebook = \"thalassa\"\n{text}")));
    RULEBOOK.read(&all).map_or_else(said, |_| String::new())
}

/// What is said of an encounter of Althea against a Kyklops, with this house and these values of hers.
fn of_encounter(house: &str, is: &str, set: &str) -> String {
    let text = format!(
        "rulebook = \"thalassa\"\n[house]\n{house}\n[[combatant]]\nname = \"Ada\"\nis = \"{is}\"\nside = \"a\"\n\
         set = {{ {set} }}\n[[combatant]]\nname = \"Kyklops\"\nis = \"cyclops\"\nside = \"b\"\n"
    );
    let encounter = Encounter::parse(&Source::new("fight.toml", text), &["creature"]).unwrap();
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    book.set_up(&encounter).map_or_else(said, |_| String::new())
}

fn of_values(is: &str, set: &str) -> String {
    of_encounter("", is, set)
}

#[test]
fn nobody_begins_with_more_than_the_most() {
    assert!(of_values("althea", "sta = 9, max-sta = 6").contains("sta is 9, more than `max-sta`, which is 6"));
    assert_eq!(of_values("althea", "sta = 6, max-sta = 6"), "");
}

#[test]
fn armor_is_not_said_twice() {
    assert!(of_values("althea", "wears = [\"aspis\"], armor = 1").contains("natural-armor"));
    assert!(of_values("althea", "armor = 1, wears = [\"aspis\"]").contains("natural-armor"));
    assert_eq!(of_values("althea", "armor = 1, wears = []"), "");
}

#[test]
fn a_shield_in_hand_is_there_and_has_a_hand() {
    assert!(of_values("althea", "shield = true").contains("it has no shield"));
    let full = "wears = [\"aspis\"], weapons = [\"xyston\"], shield = true";
    assert!(of_values("althea", full).contains("both hands are full"));
    assert_eq!(of_values("althea", "wears = [\"aspis\"], shield = true"), "");
}

#[test]
fn what_only_some_have_is_not_set_of_others() {
    assert!(of_values("althea", "heads = 3").contains("are not counted"));
    assert!(of_values("althea", "provoked = true").contains("needs no provoking"));
    assert!(of_values("althea", "first = true").contains("order.start"));
    assert!(of_values("althea", "rounds-to-live = 4").contains("is not dying"));
    assert!(of_values("althea", "conditions = [\"weakened\"]").contains("detachments alone"));
    assert!(of_values("phalanx", "conditions = [\"dead\"]").contains("destroyed"));
    assert_eq!(of_values("hydra", "heads = 3"), "");
    assert_eq!(of_values("ladon", "provoked = true, heads = 1"), "");
    assert_eq!(of_values("althea", "rounds-to-live = 4, conditions = [\"critical damage\"]"), "");
    assert_eq!(of_values("althea", "rounds-to-live = 0"), "");
}

#[test]
fn a_condition_that_cannot_be_given_says_why() {
    assert!(of_values("althea", "conditions = [\"attracted to Ada\"]").contains("lies between two"));
    assert!(of_values("althea", "conditions = [\"counsel of Athena for 3 turns\"]").contains("next round alone"));
    assert!(of_values("althea", "conditions = [\"concentrating\"]").contains("begun by declaring it"));
    assert!(of_values("althea", "conditions = [\"attracted to Zed\"]").contains("there is no condition"));
    assert_eq!(of_values("althea", "conditions = [\"attracted to Kyklops\", \"counsel of Athena\"]"), "");
}

#[test]
fn a_list_holds_what_it_is_for() {
    assert!(of_values("althea", "scrolls = [\"xiphos\"]").contains("no incantation is called `xiphos`"));
    assert!(of_values("althea", "weapons = [\"linothorax\"]").contains("no weapon is called `linothorax`"));
    assert_eq!(of_values("althea", "scrolls = [\"healing\"], items = [\"net\"]"), "");
}

#[test]
fn saves_are_settled_of_those_who_roll_them() {
    let settled = |whose: &str| of_encounter(&format!("order.start = [{whose}]"), "althea", "");
    assert!(settled("\"Zed passes\"").contains("nobody is called zed"));
    assert!(settled("\"Kyklops passes\"").contains("rolls no save for order"));
    assert!(settled("\"Ada passes\", \"Ada fails\"").contains("settled twice"));
    assert_eq!(settled("\"Ada fails\""), "");
}

#[test]
fn entries_without_effect_are_faults_of_a_pack() {
    let attack = |attacks: &str| format!("[[creature]]\nid = \"odd\"\nname = \"Odd\"\nsta = 3\nattack = [{attacks}]");
    let twice = "{ name = \"bite\", die = 6 }, { name = \"bite\", die = 8 }";
    assert!(of_pack(&attack(twice)).contains("two attacks are called bite"));
    assert!(of_pack(&attack("{ name = \"bite\", die = 6, heads = true }")).contains("regrowing-heads"));
    assert!(of_pack("[[item]]\nid = \"odd\"\nname = \"Odd\"\nhands = 1").contains("keeps both full"));
    assert!(of_pack("[[weapon]]\nid = \"odd\"\nname = \"Odd\"\ndie = 6\nkindles = true").contains("no `blast`"));
}
