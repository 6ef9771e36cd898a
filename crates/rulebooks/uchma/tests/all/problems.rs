//! Wrong packs and encounters are told in plain words, with their place and what would be right.

use std::sync::Arc;

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::Rulebook;
use quintain_testkit::packs_of;
use quintain_uchma::Fight;
use quintain_uchma::book::{Book, TABLES};

fn said(problems: Problems) -> String {
    problems.0.iter().map(|problem| format!("{problem:?}\n")).collect()
}

/// What is said of a pack that holds this beside the packs of the book.
fn of_pack(text: &str) -> String {
    let mut all = packs_of::<Fight>();
    all.push(Source::new("own.toml", format!("rulebook = \"uchma\"\n{text}")));
    said(Book::read(&all, None).unwrap_err())
}

/// What is said of an encounter with this in it.
fn of_encounter(text: &str) -> String {
    let text = format!("rulebook = \"uchma\"\n{text}");
    let encounter = match Encounter::parse(&Source::new("fight.toml", text), TABLES) {
        Ok(encounter) => encounter,
        Err(problems) => return said(problems),
    };
    let book = Arc::new(Book::read(&packs_of::<Fight>(), None).unwrap());
    said(Fight::set_up(&book, &encounter).map(|_| ()).unwrap_err())
}

const TWO: &str = "[[combatant]]\nis = \"guard\"\nside = \"a\"\n[[combatant]]\nis = \"common-wolf\"\nside = \"b\"\n";

#[test]
fn a_step_does_exactly_one_thing() {
    let pack = |step: &str| format!("[[ability]]\nid = \"odd\"\nname = \"odd\"\nno-roll = true\ndoes = [{step}]");
    assert!(of_pack(&pack("{ prone = true, leap = true }")).contains("a step does one thing"));
    assert!(of_pack(&pack("{ on = \"user\" }")).contains("a step does something"));
}

#[test]
fn what_harms_lasts_hits_and_all_else_rounds() {
    let pack = |status: &str, unit: &str| {
        let does = format!("[{{ apply = {{ status = \"{status}\", for = {{ {unit} = 1 }} }} }}]");
        format!("[[ability]]\nid = \"odd\"\nname = \"odd\"\nno-roll = true\ndoes = {does}")
    };
    assert!(of_pack(&pack("stunned", "hits")).contains("stunned lasts rounds, not hits"));
    assert!(of_pack(&pack("bleeding", "rounds")).contains("bleeding lasts hits, not rounds"));
}

#[test]
fn a_formula_names_the_term_that_is_none() {
    let pack = "[[ability]]\nid = \"odd\"\nname = \"odd\"\ndoes = [{ heal = { amount = \"3 + X/2\" } }]";
    assert!(of_pack(pack).contains("`X/2` is no term of a formula"));
}

#[test]
fn names_that_do_not_exist_get_the_nearest_one() {
    let pack = "[[creature]]\nid = \"odd\"\nname = \"Odd\"\nhealth = 10\nspeed = 5\nprecision = 0\n\
        resistances = { parry = 1, warding = 1, constitution = 1, evasion = 1 }\nabilities = [\"hamstrung\"]";
    assert!(of_pack(pack).contains("hamstring"));
    assert!(of_encounter("[[combatant]]\nis = \"gaurd\"\nside = \"a\"\n").contains("guard"));
}

#[test]
fn a_prepared_action_needs_a_trigger_and_a_passive_one_a_feature() {
    let ability = |time: &str| format!("[[ability]]\nid = \"odd\"\nname = \"odd\"\ntime = \"{time}\"");
    assert!(of_pack(&ability("prepared")).contains("nothing sets it off"));
    assert!(of_pack(&ability("passive")).contains("gives nothing"));
    assert!(of_pack(&ability("modification")).contains("a modification of nothing"));
}

#[test]
fn only_what_flies_begins_aloft() {
    let text = TWO.replacen("side = \"a\"", "side = \"a\"\nset = { altitude = 3 }", 1);
    assert!(of_encounter(&text).contains("does not fly"));
}

#[test]
fn hands_hold_what_they_can_hold() {
    let pack = "[[creature]]\nid = \"odd\"\nlike = \"guard\"\nweapons = [{ main = \"glaive\", off = \"shield\" }]";
    assert!(of_pack(pack).contains("leaves no hand for another"));
    let set = |hands: &str| {
        let text = TWO.replacen("side = \"a\"", &format!("side = \"a\"\nset = {{ {hands} }}"), 1);
        of_encounter(&text)
    };
    assert!(set("main = \"shield\"").contains("does not go into the main hand"));
    assert!(set("off = \"curved-sword\"").contains("beside a one-handed weapon"));
    assert!(set("off = \"shield\", main = \"glaive\"").contains("beside a one-handed weapon"));
}

#[test]
fn numbers_out_of_range_are_told() {
    let pack = "[[creature]]\nid = \"odd\"\nlike = \"guard\"\nhealth = 0";
    assert!(of_pack(pack).contains("health is 0; 1 to 1000 are possible"));
}

#[test]
fn house_rules_say_what_they_take() {
    assert!(of_encounter(&format!("[house]\ndistnace = \"game\"\n{TWO}")).contains("distance"));
    assert!(of_encounter(&format!("[house]\ndistance = \"long\"\n{TWO}")).contains("its values are game, simulation"));
    assert!(of_encounter(&format!("[house]\nambush = [\"c\"]\n{TWO}")).contains("no side is called `c`"));
}

#[test]
fn a_combatant_has_no_unknown_values() {
    let odd = "[[combatant]]\nis = \"guard\"\nside = \"a\"\nset = { helth = 3 }\n";
    assert!(of_encounter(odd).contains("health"));
}

#[test]
fn a_mount_carries_one_rider() {
    let rider = |name: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nis = \"hero\"\nside = \"a\"\nset = {{ rides = \"Wyrm\" }}\n")
    };
    let mount = "[house]\nmounted = \"simple\"\n[[combatant]]\nname = \"Wyrm\"\nis = \"wyrm\"\nside = \"a\"\n";
    let told = of_encounter(&format!("{mount}{}{}{TWO}", rider("Ada"), rider("Bo")));
    assert!(told.contains("Wyrm has a rider already"), "{told}");
}

#[test]
fn no_value_is_bent_without_a_word() {
    let set = |what: &str| of_encounter(&TWO.replacen("side = \"a\"", &format!("side = \"a\"\nset = {{ {what} }}"), 1));
    assert!(set("health = 50, max-health = 40").contains("health is 50, but max-health is 40"));
    assert!(set("max-energy = 3, energy = 4").contains("energy is 4, but max-energy is 3"));
    assert!(set("conditions = [\"fatigued 9 stacks\"]").contains("fatigued has at most 5 stacks"));
    assert!(set("conditions = [\"bleeding 2 stacks\"]").contains("bleeding does not stack"));
    assert!(set("conditions = [\"blinded (3)\"]").contains("blinded has no size"));
    assert!(set("conditions = [\"slowed 2 rounds 3 rounds\"]").contains("there is no condition"));
    assert!(set("rides = \"Common wolf\"").contains("there is no riding in this fight"));
    assert!(of_encounter(&format!("[house]\nicons = [\"Z60\"]\n{TWO}")).contains("Z60 is off the map"));
}

#[test]
fn numbers_that_could_never_count_are_told() {
    let hazard =
        |what: &str| of_pack(&format!("[[hazard]]\nid = \"rain\"\nname = \"rain\"\ndoes = \"absorption\"\n{what}"));
    assert!(hazard("every = 0").contains("counted from 1"));
    assert!(hazard("from = 3\nto = 2").contains("it never acts"));
    let puts = |what: &str| {
        let does = format!("[{{ apply = {{ {what} }} }}]");
        of_pack(&format!("[[ability]]\nid = \"odd\"\nname = \"odd\"\nno-roll = true\ndoes = {does}"))
    };
    assert!(puts("status = \"fatigued\", stacks = 9, for = { rounds = 1 }").contains("1 to 5 stacks are possible"));
    assert!(puts("status = \"stunned\", for = { rounds = 0 }").contains("stunned lasts at least 1"));
    assert!(puts("status = \"stunned\", size = 3, for = { rounds = 1 }").contains("stunned has no size"));
}
