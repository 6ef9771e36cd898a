//! Scripts: common parts, expectations that change nothing, dice that fit, words that are known, quotation.

use crate::common::{self, House};
use quintain_content::Source;
use quintain_engine::{CaseResult, run_script};

const HEAD: &str = "---\nencounters/pair.toml\n---\n";

/// Anna beside a wolf.
const PAIR: &str = r#"
rulebook = "toy"
[map]
size = [6, 4]
[[combatant]]
name = "Anna"
is = "fighter"
side = "heroes"
at = "B2"
[[combatant]]
is = "wolf"
side = "monsters"
at = "B3"
"#;

fn run(text: &str) -> Vec<CaseResult> {
    let house =
        House(vec![("encounters/pair.toml", PAIR), ("encounters/duel.toml", common::DUEL), ("duel", common::DUEL)]);
    run_script(&Source::new("fights/test.fight", text), &house).unwrap_or_else(|problems| panic!("{problems}"))
}

fn case(steps: &str) -> CaseResult {
    run(&format!("= a case\n{HEAD}{steps}")).remove(0)
}

fn passes(steps: &str) {
    let result = case(steps);
    assert!(result.passed(), "{steps}\n{}", result.failure.unwrap());
}

/// The line within the steps, and what was wrong.
fn fails(steps: &str) -> (u32, String) {
    let failure = case(steps).failure.unwrap_or_else(|| panic!("this should have failed:\n{steps}"));
    (failure.place.line.saturating_sub(4), failure.what)
}

fn all_pass(text: &str) {
    for result in run(text) {
        assert!(result.passed(), "{}: {}", result.title, result.failure.unwrap());
    }
}

/// What is wrong with the only case, or the first one, that fails.
fn problems(text: &str) -> String {
    let failing = run(text).into_iter().find_map(|result| result.failure).unwrap_or_else(|| panic!("all pass"));
    format!("{}\n{}", failing.what, failing.problems)
}

const PARTS: &str = r#"# what all cases here have in common
== the yard
---
rulebook = "toy"
[map]
size = [6, 4]
---

== Anna and a wolf
# at arm's length
---
use = "the yard"
[[combatant]]
name = "Anna"
is = "fighter"
side = "heroes"
at = "B2"
[[combatant]]
is = "wolf"
side = "monsters"
at = "B3"
---

"#;

#[test]
fn cases_use_common_parts_and_change_them_by_name() {
    all_pass(&format!(
        "{PARTS}= as it is\n---\nAnna and a wolf\n---\nexpect Anna.hp 10\nexpect Wolf.at B3\n\
         = changed\n---\nuse = [\"Anna and a wolf\"]\n[combatant.Anna]\nset = {{ hp = 3 }}\n[combatant.Bo]\nis = \"fighter\"\n\
         side = \"heroes\"\nat = \"A1\"\n---\nexpect Anna.hp 3\nexpect Anna.at B2\nexpect Bo.at A1\n\
         = without the wolf\n---\nuse = [\"the yard\", \"Anna and a wolf\"]\nwithout = [\"Wolf\"]\n[[combatant]]\n\
         name = \"Bear\"\nis = \"bear\"\nside = \"monsters\"\nat = \"C3\"\n---\nexpect Bear.at C3\nexpect asked Bear\n"
    ));
}

#[test]
fn ready_made_encounters_are_changed_by_name() {
    for named in ["encounter = \"duel\"", "encounter = \"encounters/duel.toml\""] {
        all_pass(&format!(
            "= changed\n---\n{named}\nwithout = [\"Wolf 1\"]\n[combatant.\"Wolf 2\"]\nat = \"F4\"\n[house]\ndodging = false\n---\n\
             expect Wolf 2.at F4\nexpect Anna.at B2\n"
        ));
    }
    all_pass("= by its name alone\n---\nduel\n---\nexpect Wolf 2.hp 10\n");
    all_pass(
        "== a duel\n---\nencounter = \"duel\"\n[combatant.Anna]\nset = { hp = 4 }\n---\n= one\n---\na duel\n---\nexpect Anna.hp 4\n\
         = two\n---\nuse = \"a duel\"\n[combatant.Anna]\nset = { luck = 0 }\n---\nexpect Anna.hp 4\nexpect Anna.luck 0\n",
    );
}

#[test]
fn problems_of_parts_point_into_the_part() {
    let case = "= a case\n---\nuse = \"x\"\n---\nexpect round 1\n";
    for (part, what) in [
        ("== x\n---\nrulebook = \n---\n", "this part cannot be read\nfights/test.fight:3:12: this is not TOML"),
        (
            "== x\n---\nuse = \"y\"\n---\n",
            "fights/test.fight:3:7: no part of this file is called `y`; the only name here is `x`",
        ),
        ("== x\n---\nrulebook = \"chess\"\n---\n", "fights/test.fight:3:12: no rulebook is called `chess`"),
        (
            "== x\n---\nencounter = \"duel\"\n[map]\nsize = 3\n---\n",
            "fights/test.fight:5:8: `size` must be columns and rows",
        ),
        (
            "== x\n---\nencounter = \"duel\"\n[combatant.Ana]\nat = \"A1\"\n---\n",
            "fights/test.fight:4:12: no combatant is called `Ana`",
        ),
        (
            "",
            "this fight cannot begin\nfights/test.fight:3:7: no part of this file is called `x`; a part begins with a line `== its name`",
        ),
    ] {
        let said = problems(&format!("{part}{case}"));
        assert!(said.contains(what), "{part}\nsays: {said}");
    }
    // Parts in a ring are each laid once.
    all_pass(
        "== a\n---\nuse = \"b\"\nencounter = \"duel\"\n---\n== b\n---\nuse = \"a\"\n---\n= x\n---\na\n---\nexpect Anna.hp 10\n",
    );
}

#[test]
fn one_bad_case_hides_no_other() {
    let text = format!(
        "hello\n= one\n{HEAD}expect Anna.hp 10\n= two\n{HEAD}attack!\ndice x\n= three\n{HEAD}= four\n{HEAD}expect Anna.hp 10\n"
    );
    let results = run(&text);
    let said: Vec<String> = results
        .iter()
        .map(|result| match &result.failure {
            Some(failure) => format!("{}: {} ({})", result.title, failure.what, failure.problems.0.len()),
            None => result.title.clone(),
        })
        .collect();
    assert_eq!(
        said,
        [
            "before the first case: this belongs to no case (1)",
            "one",
            "two: this case cannot be read (2)",
            "three: this case cannot be read (1)",
            "four"
        ]
    );
    assert!(
        results[2]
            .failure
            .as_ref()
            .unwrap()
            .problems
            .to_string()
            .starts_with("fights/test.fight:11:1: this is no step")
    );
}

#[test]
fn the_last_step_is_looked_at_or_says_that_dice_are_left() {
    let hit = "Wolf: guard\nAnna: attack Wolf, 0\n";
    let (line, what) = fails(hit);
    assert_eq!(line, 2);
    assert!(what.starts_with("the case ends, but dice are wanted: d20 for attack, Anna against Wolf"), "{what}");
    assert!(what.ends_with("give them and expect what follows, or end with `leaves dice`"), "{what}");
    passes(&format!("{hit}leaves dice"));
    passes(&format!("{hit}expect dice d20"));
    let result = case(&format!("{hit}expect Wolf.hp 10"));
    assert!(result.passed() && result.remarks[0].text.starts_with("the case ends, but dice are wanted"));
    assert_eq!(
        fails("leaves dice").1,
        "no dice are wanted at the end: Anna is asked: What do you do?; Wolf is asked: What do you do?"
    );
    assert_eq!(fails(&format!("{hit}leaves dice\ndice 3")), (3, "`leaves dice` stands at the end of a case".into()));
}

#[test]
fn dice_that_do_not_fit_fail_where_they_stand() {
    let hit = "Wolf: guard\nAnna: attack Wolf, 0\ndice 11\n";
    let (line, what) = fails(&format!("{hit}dice 4 5\nexpect Wolf.hp 10\ndice 6\nexpect Wolf.hp 4\n"));
    assert_eq!(line, 4);
    assert_eq!(
        what,
        "dice are wanted: 3d6 for damage, Anna against Wolf (attack.damage), 3 of them, but 2 are given here"
    );
    // Lines that follow at once complete the throw; dice may lie ready before their throw.
    passes(&format!("{hit}dice 4\ndice 5\ndice 6 8\nexpect Wolf.hp 4\n"));
    passes("Wolf: guard\ndice 11 4 5 6 8\nAnna: attack Wolf, 0\nexpect Wolf.hp 4\n");
    let (line, what) = fails("Wolf: guard\ndice 11 4 5\nAnna: attack Wolf, 0\nexpect Wolf.hp 4\n");
    assert_eq!(line, 2, "{what}");
    let (line, what) = fails(&format!("{hit}dice 4 5 6 8\ndice 7\nexpect Wolf.hp 4\n"));
    assert_eq!((line, what.as_str()), (5, "a die is left over at the end: no rule has thrown this one"));
    let (line, what) = fails(&format!("{hit}dice 4 5 9\nexpect Wolf.hp 4\n"));
    assert!(line == 4 && what.starts_with("a die cannot show 9 here"), "{what}");
}

#[test]
fn whose_dice_they_are_and_what_for_can_be_expected() {
    let hit = "Wolf: guard\nAnna: attack Wolf, 0\n";
    for good in [
        "",
        "d20",
        "1d20 of Anna",
        "of anna against Wolf",
        "d20 for attack",
        "for \"attack\" of Anna",
        "d20 by attack.hit",
        "by toy/attack.hit for \"attack\"",
    ] {
        passes(&format!("{hit}expect dice {good}\n"));
    }
    for wrong in ["2d20", "d6", "of Wolf", "against Anna", "for damage", "for att", "by attack.damage"] {
        let (line, what) = fails(&format!("{hit}expect dice {wrong}\n"));
        assert!(
            line == 3 && what.contains("but dice are wanted: d20 for attack, Anna against Wolf"),
            "{wrong}: {what}"
        );
        passes(&format!("{hit}expect not dice {wrong}\n"));
    }
    for (wrong, said) in [
        ("many", "`many` are no dice; write `expect dice 2d6`"),
        ("d20 of", "nobody is called ``"),
        ("of Ana", "nobody is called `Ana`; the nearest name is `Anna`"),
        ("by attack.hot", "toy has no rule `attack.hot`; the nearest is `attack.hit`"),
        ("for", "are no dice"),
    ] {
        assert!(fails(&format!("{hit}expect dice {wrong}\n")).1.contains(said), "{wrong}");
    }
}

#[test]
fn expectations_change_nothing_for_each_other() {
    // The wolf's choice passes by; whatever stands before or behind, each line sees the same.
    let expectations = [
        "expect asked Wolf",
        "expect asked Anna",
        "expect offered Wolf: guard",
        "expect Wolf.hp 10",
        "expect not offered Wolf: dodge",
    ];
    for first in expectations {
        for second in expectations {
            passes(&format!("{first}\n{second}\nAnna: guard\ndice 15\nAnna: take it\ndice 1 1 1 8\nexpect round 2"));
        }
    }
    // The question that passed can still be looked at; that somebody is not asked is said of now.
    passes("Anna: guard\nexpect not asked Wolf\nexpect asked Wolf\nexpect dice d20 of Wolf");
    passes("Anna: guard\nexpect dice d20 of Wolf\nexpect asked Wolf\nexpect illegal Wolf: dodge\nexpect not over");
}

#[test]
fn misspelt_options_are_errors() {
    for (steps, said) in [
        ("expect not offered Anna: nonsense", "nothing in this case or this game is called `nonsense`"),
        (
            "expect illegal Anna: gaurd",
            "is called `gaurd`, so this would hold whatever happens; the nearest option is `guard`",
        ),
        (
            "expect not offered Anna: attack Wlof",
            "is called `wlof`, so this would hold whatever happens; the nearest option is `attack wolf`",
        ),
        ("gm: give Anna bound\nexpect not offered Wolf: mvoe", "the nearest option is `move`"),
    ] {
        let what = fails(&format!("{steps}\nexpect round 1")).1;
        assert!(what.contains(said), "{steps}: {what}");
    }
    // What anybody is offered or refused at any time of the case, names, squares and words of the rules are known.
    passes(
        "expect not offered Anna: dodge\nexpect not offered Anna: C3\nexpect not offered Anna: 4\nexpect illegal Anna: take it\n\
            Anna: guard\ndice 15\nexpect offered Anna: take it\nleaves dice",
    );
    passes(
        "gm: give Anna bound\nexpect not offered Anna: move to C3\nexpect illegal Anna: move\nexpect not offered Anna: attack Anna",
    );
}

#[test]
fn quotation_marks_hold_commas_together() {
    let fell = "gm: set Wolf.hp 1\nWolf: guard\nAnna: attack Wolf, 0\ndice 11 1 6 2\n";
    passes(&format!("{fell}Anna: \"Down, Wolf, down\"\nexpect log \"cries: Down, Wolf, down\""));
    passes("Wolf: \"guard\"\nAnna: \"move\", \"C3\"\nexpect Anna.at C3\ndice 8\nexpect round 2");
    let (line, what) = fails("Wolf: guard\nAnna: \"move, C3\"\n");
    assert!(line == 2 && what.contains("no such option"), "{what}");
}

#[test]
fn parts_of_conditions_can_be_expected() {
    passes(
        "gm: give Anna bound\nexpect Anna has bound\nexpect Anna has bound by ropes\nexpect Anna has bound (by ropes)\n\
         expect Anna has bound 2\nexpect Anna has bound 2 of the GM\nexpect Anna has bound until the end of round 3\n\
         expect Anna has bound 1 hits\nexpect not Anna has bound 3\nexpect not Anna has bound 2 of Wolf\n\
         expect Anna.bound.size 2\nexpect Anna.bound.source = the GM\nexpect Anna.bound.until \"the end of round 3\"\n\
         expect Anna.bound.hits 1\nexpect Anna.bound.detail by ropes\nexpect Anna.bound.name bound\n\
         expect not Anna.bound.size 3\nexpect not Wolf.bound.size 2",
    );
    let (_, what) = fails("gm: give Anna bound\nexpect Anna has bound 3");
    assert_eq!(what, "expected Anna has bound 3, but Anna has bound (by ropes)");
    let (_, what) = fails("gm: give Anna bound\nexpect Anna.bound.colour red");
    assert!(what.contains("there is no value `Anna.bound.colour`; known here: name, detail, size"), "{what}");
}

#[test]
fn answers_of_the_gm_are_not_blamed_on_what_passed() {
    let (line, what) = fails("Wolf: guard\ngm: Wolf then Anna\nAnna: guard\n");
    assert_eq!(line, 2);
    assert!(what.starts_with("gm is not asked now; Anna is asked: What do you do?"), "{what}");
    assert!(what.ends_with("the next question to gm would be `In which order?` (Anna; Wolf)"), "{what}");
    assert!(!what.contains("before that"), "{what}");
}
