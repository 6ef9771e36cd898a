//! Scripts: what passes, and what each failure says.

use crate::common::{self, House};
use quintain_content::Source;
use quintain_engine::{CaseResult, run_script, script_titles};

const HEAD: &str = r#"---
rulebook = "toy"
[map]
size = [6, 4]
[[combatant]]
name = "Anna"
is = "fighter"
side = "heroes"
at = "B2"
[[combatant]]
name = "Wolf"
is = "beast"
side = "monsters"
at = "B3"
---
"#;

fn run(text: &str) -> Vec<CaseResult> {
    let house = House(vec![("encounters/duel.toml", common::DUEL), ("fights/near.toml", common::DUEL)]);
    run_script(&Source::new("fights/test.fight", text), &house).unwrap_or_else(|problems| panic!("{problems}"))
}

fn case(steps: &str) -> CaseResult {
    run(&format!("= a case\n{HEAD}{steps}")).remove(0)
}

fn passes(steps: &str) -> CaseResult {
    let result = case(steps);
    assert!(result.passed(), "{}", result.failure.unwrap());
    result
}

/// The line within the steps, and what was wrong.
fn fails(steps: &str) -> (u32, String) {
    let failure = case(steps).failure.unwrap_or_else(|| panic!("this should have failed:\n{steps}"));
    (failure.place.line.saturating_sub(16), failure.what)
}

/// Anna attacks and hits for 6; everything else is a formality.
const HIT: &str = "dice 11\nAnna: attack Wolf, 0\ndice 1 6 2\n";

#[test]
fn a_fight_runs_as_far_as_it_can() {
    let result = passes(&format!(
        "{HIT}expect Wolf.hp 4\nexpect not Wolf.hp 10\nexpect log \"loses 6\"\nexpect rule attack.damage\n\
         expect rule toy/attack.damage\nexpect not rule state.fall\nexpect wolf.at B3\nexpect round 1\n\
         expect not Wolf has bound\nexpect dice d20\nexpect not dice 2d6\nexpect not over\nexpect not asked Anna\n\
         dice 3 8\nexpect asked Anna\nexpect round 2\nexpect not dice\n"
    ));
    assert!(result.rules_cited.contains(&"attack.hit") && result.rules_cited.contains(&"react.dodge"));
    assert_eq!(result.title, "a case");
    assert!(!result.events.is_empty() && !result.facts.is_empty() && result.view.is_some());
}

#[test]
fn formalities_wait_for_those_who_speak() {
    passes(
        "dice 11\nAnna: attack Wolf, 0\nWolf: dodge\ndice 4\nexpect log \"Wolf dodges\"\nWolf: let go\nexpect not log \"Wolf dodges\"",
    );
    passes(
        "dice 11\nAnna: attack Wolf, 0\ngm: dodge\ndice 4\nexpect log \"Wolf dodges\"\nWolf: let go\nexpect not log \"Wolf dodges\"",
    );
    passes("Wolf: guard\nAnna: guard\ngm: Wolf then Anna\ndice 8\nexpect round 2");
    passes(
        "Anna: attack Wolf\ndice 11\nAnna: 0\nexpect asked Wolf\nexpect offered Wolf: dodge\ndice 1 6 2\nexpect Wolf.hp 4",
    );
    // Without a word the wolf attacks, and Anna has to say whether she dodges.
    passes(
        "Anna: guard\ndice 15\nexpect asked Anna\nexpect offered Anna: dodge\nexpect not offered Anna: counter\nleaves dice",
    );
    // Several answers in one line, some of them with a path or a pick.
    passes("Wolf: guard\nAnna: move, C3 D3\nexpect Anna.at D3\ndice 7");
    passes(&format!(
        "{HIT}dice 3 8\nAnna: attack Wolf, 2\ndice 9 6 6 6\nAnna: die 1 and die 3\nAnna: Wolf, behold, falls\nexpect log \"Wolf, behold, falls\"\nexpect over heroes"
    ));
}

#[test]
fn the_gm_changes_things() {
    passes(
        "gm: set Wolf.hp 3, give Anna bound\nexpect Wolf.hp 3\nexpect Anna has bound\nexpect illegal Anna: move by state.bound",
    );
    passes("gm: end monsters\nexpect over monsters\nexpect over\nexpect not over heroes\nexpect rule table.edict");
    passes("gm: end\nexpect over ended\nexpect not over mutual");
    passes(&format!("{HIT}gm: die 2 = 1\nexpect Wolf.hp 8\ndice 2 8"));
}

#[test]
fn a_value_may_stand_behind_a_sign_of_equality() {
    passes("expect Wolf.hp = 10\nexpect Wolf.hp=10\nexpect not Wolf.hp = 9\nexpect Wolf.at = B3\nexpect round = 1");
    let (_, what) = fails("expect Wolf.hp = 9");
    assert!(what.contains("expected Wolf.hp = 9, but Wolf.hp is 10"), "{what}");
}

#[test]
fn a_formality_waits_for_an_answer_behind_an_edict() {
    // Without the last line the wolf would have attacked before anything is set.
    passes("Anna: guard\ngm: set Wolf.hp 3\nexpect Wolf.hp 3\nWolf: guard\ngm: Wolf then Anna\ndice 8\nexpect round 2");
    passes("Anna: guard\ngm: set Wolf.hp 3, set Anna.hp 4\nWolf: guard\ngm: Wolf then Anna\ndice 8\nexpect round 2");
    // What the edict forbids is no answer to wait for.
    let (line, what) = fails("Anna: guard\ngm: give Wolf bound\nWolf: move");
    assert_eq!(line, 3, "{what}");
    // Nobody speaks for the wolf: it attacks, and Anna's answer is to that.
    passes("Anna: guard\ngm: set Wolf.hp 3\ndice 15\nexpect asked Anna\nAnna: dodge\ndice 4");
}

#[test]
fn illegal_answers_say_why() {
    let result = passes("gm: give Anna bound\nexpect illegal Anna: move\nexpect illegal Anna: dodge");
    let remarks: Vec<&str> = result.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(remarks[0], "illegal: Anna is bound (state.bound)");
    assert_eq!(result.remarks[0].line, 18);
    assert!(remarks[1].contains("the nearest are: attack Wolf; guard"), "{remarks:?}");
    assert!(result.rules_cited.contains(&"state.bound"));
}

#[test]
fn heads_are_encounters_or_paths() {
    let steps = "Anna: guard\nexpect asked Bo the Bold\n";
    for head in [
        "encounters/duel.toml",
        "near.toml",
        "encounter = \"encounters/duel.toml\"",
        "encounter = \"near.toml\"\nshows = [\"round.declare\"]",
        "# first\nencounter = \"../encounters/duel.toml\"\nseed = 4\n[house]\ndodging = false",
    ] {
        let results =
            run(&format!("# about\n\n= first\n# why\n---\n{head}\n---\n{steps}= second\n---\n{head}\n---\n{steps}"));
        assert_eq!(results.len(), 2);
        for result in results {
            assert!(result.passed(), "{head}: {}", result.failure.unwrap());
        }
    }
    for (head, what) in [
        ("nowhere.toml", "there is no encounter `nowhere.toml`"),
        ("duel", "`duel` is neither an encounter nor the path of one"),
        ("encounter = \"nowhere.toml\"", "there is no encounter"),
        ("encounter = \"near.toml\"\nmap = 3", "the map must be a table, not the number 3"),
        ("encounter = \"near.toml\"\n[house]\nflying = true", "no house rule `flying`"),
        ("encounter = \"near.toml\"\n[house]\nat = 1979-05-27", "dates have no use here"),
        ("rulebook = \"chess\"", "no rulebook is called `chess`"),
        ("rulebook = 4", "rulebook"),
        ("rulebook = \"toy\"", "nobody fights here"),
        ("", "rulebook"),
    ] {
        let result = run(&format!("= a case\n---\n{head}\n---\n{steps}")).remove(0);
        let failure = result.failure.unwrap();
        assert_eq!(failure.what, "this fight cannot begin");
        assert!(failure.problems.to_string().contains(what), "{head}: {}", failure.problems);
        assert!(failure.to_string().contains("fights/test.fight:1:1: this fight cannot begin"));
    }
}

#[test]
fn house_rules_may_stand_beside_a_path() {
    let text = "= nobody dodges\n---\nencounter = \"near.toml\"\nshows = [\"react.dodge\"]\n[house]\ndodging = false\n---\n\
                Anna: guard\nBo the Bold: guard\nWolf 1: attack Anna\ndice 15\nexpect illegal Anna: dodge by react.dodge\n";
    let result = run(text).remove(0);
    assert!(result.passed(), "{}", result.failure.unwrap());
}

#[test]
fn a_seed_throws_what_is_left_out() {
    let head = HEAD.replacen("rulebook = \"toy\"", "rulebook = \"toy\"\nseed = 7", 1);
    let steps = "Anna: attack Wolf, 0\nexpect not dice\n";
    let one = run(&format!("= seeded\n{head}{steps}")).remove(0);
    assert!(one.passed(), "{}", one.failure.unwrap());
    let two = run(&format!("= seeded\n{head}{steps}")).remove(0);
    assert_eq!(one.facts, two.facts);
    let given =
        run(&format!("= seeded\n{head}Anna: attack Wolf, 0\nexpect dice d20\ndice 20\nexpect log \"hits hard\"\n"));
    assert!(given[0].passed(), "{}", given[0].failure.clone().unwrap());
}

#[test]
fn failures_point_at_the_line_and_say_what_is() {
    let wrong: &[(&str, u32, &str)] = &[
        ("expect Wolf.hp 9", 1, "expected Wolf.hp 9, but Wolf.hp is 10"),
        ("expect not Wolf.hp 10", 1, "expected not Wolf.hp 10, but Wolf.hp is 10"),
        ("expect Wolf.mana 9", 1, "there is no value `Wolf.mana`; known here: at, side,"),
        ("expect Wlof.hp 9", 1, "there is no value `Wlof.hp`"),
        ("expect Wolf has bound", 1, "expected Wolf has bound, but Wolf has no condition"),
        ("expect Wlof has bound", 1, "nobody is called `Wlof`; the nearest name is `Wolf`"),
        ("expect not Wolf has bund", 1, "no condition is called `bund`; the nearest is `bound`"),
        ("expect not Wolf has luck", 1, "no condition is called `luck`"),
        ("expect asked gm", 1, "expected gm to be asked, but Anna is asked: What do you do?"),
        ("expect not asked Anna", 1, "expected not Anna to be asked"),
        ("expect asked Ana", 1, "nobody is called `Ana`; the nearest name is `Anna`"),
        ("expect illegal Anna: guard", 1, "expected `Anna: guard` to be illegal, but it is legal"),
        ("expect illegal Anna: move by react.dodge", 1, "but it is legal"),
        ("expect illegal Anna: move by react.doge", 1, "toy has no rule `react.doge`; the nearest is `react.dodge`"),
        (
            "gm: give Anna bound\nexpect illegal Anna: move by react.dodge",
            2,
            "what refuses it is state.bound: Anna is bound",
        ),
        ("expect illegal Anna: fly by react.dodge", 1, "expected react.dodge to refuse it, but Anna: no such option"),
        ("Anna: guard\nexpect illegal Anna: guard", 2, "Anna is not asked now"),
        (
            "expect offered Anna: fly",
            1,
            "expected `Anna: fly` to be offered, but Anna: no such option; the nearest are: attack Wolf; move; guard",
        ),
        ("expect log \"boo\"", 1, "expected the log to say \"boo\", but since the last step it does not"),
        ("expect rule attack.damage", 1, "expected rule attack.damage to be cited, but since the last step no rule is"),
        ("expect rule attack.damge", 1, "toy has no rule `attack.damge`; the nearest is `attack.damage`"),
        ("expect over", 1, "expected the fight to be over, but the fight goes on"),
        ("expect over dragons", 1, "no side is called `dragons`; the sides are heroes, monsters"),
        ("expect over mutual", 1, "expected the last of all sides to have fallen together"),
        ("expect dice d6", 1, "expected d6 to be wanted, but Anna is asked"),
        ("Anna: attack Wolf, 0\nexpect dice many", 2, "`many` are no dice"),
        ("Anna: fly", 1, "Anna: no such option; the nearest are: attack Wolf; move; guard"),
        ("Ana: guard", 1, "nobody is called `Ana`"),
        ("gm: guard, guard\nAnna: guard\nWolf: guard", 1, "gm is not asked now; Anna is asked"),
        (
            "Anna: guard\nWolf: dance",
            2,
            "before that, `What do you do?` was asked and took its default, because Wolf: no such option",
        ),
        (
            "Anna: attack Wolf, 0\nAnna: guard",
            2,
            "dice are wanted: d20 for attack, Anna against Wolf (attack.hit); give them in a line `dice N…`",
        ),
        ("Anna: attack Wolf, 3", 1, "Anna: asked for is a whole number from 0 to 2"),
        ("dice 21\nAnna: attack Wolf, 0\nexpect Wolf.hp 10\ndice 3", 4, "a die cannot show 21 here"),
        ("dice 11 1 7 2\nAnna: attack Wolf, 0\ndice 3", 3, "a die cannot show 7 here"),
        ("dice 3 4\nexpect asked Anna", 1, "2 dice are left over at the end"),
        ("dice 3\nexpect asked Anna", 1, "a die is left over at the end"),
        ("gm: set Anna.size 4", 1, "no value size (edict)"),
        ("gm: set Anna", 1, "an edict of this kind reads `set NAME.VALUE"),
    ];
    for (steps, line, what) in wrong {
        let (at, said) = fails(steps);
        assert!(said.contains(what), "{steps}\nsays: {said}");
        if !steps.starts_with("dice 21") && !steps.starts_with("dice 11") {
            assert_eq!(at, *line, "{steps}");
        }
    }
}

#[test]
fn a_failure_shows_who_is_asked_what_is_legal_and_the_log() {
    let result = case(&format!("{HIT}dice 3 8\nexpect Wolf.hp 10 # a comment"));
    let failure = result.failure.unwrap();
    insta::assert_snapshot!(failure, @r"
    fights/test.fight:21:1: expected Wolf.hp 10, but Wolf.hp is 4
        expect Wolf.hp 10 # a comment
      Anna is asked: What do you do? (legal: attack Wolf; move; guard)
      Wolf is asked: What do you do? (legal: attack Anna; move; guard)
      the log ends:
        Anna hits Wolf: 11 + 0 = 11 against defence 11 [d20: 11; luck 0, luck]
        Wolf loses 6
        Wolf misses Anna: 3 + 0 = 3 against defence 11 [d20: 3; luck 0, luck]
    ");
    assert_eq!((failure.place.line, failure.place.column), (21, 1));
}

#[test]
fn what_was_passed_by_is_told() {
    let (line, what) = fails("Anna: guard\ndice 15\nAnna: take it\ndice 1 2 3\nWolf: dance\n");
    assert_eq!(line, 5);
    assert!(what.contains("before that, `Which dice count?` was asked and took its default"), "{what}");
}

#[test]
fn a_case_must_hit_the_rules_that_it_claims() {
    let head = |shows: &str| HEAD.replacen("rulebook = \"toy\"", &format!("rulebook = \"toy\"\nshows = [{shows}]"), 1);
    let result = run(&format!("= hits\n{}{HIT}leaves dice\n", head("\"attack.hit\", \"toy/react.dodge\""))).remove(0);
    assert!(result.passed(), "{}", result.failure.unwrap());
    assert_eq!(result.shows, ["attack.hit", "react.dodge"]);
    let result = run(&format!("= hits\n{}{HIT}leaves dice\n", head("\"attack.hit\", \"state.cry\""))).remove(0);
    let failure = result.failure.unwrap();
    assert_eq!(
        failure.what,
        "this case claims to show state.cry, but no event, question or refusal of this case cites it"
    );
    assert_eq!((failure.place.line, failure.place.column), (4, 24));
    let result = run(&format!("= hits\n{}{HIT}leaves dice\n", head("\"attack.hot\""))).remove(0);
    assert_eq!(result.failure.unwrap().what, "toy has no rule `attack.hot`; the nearest is `attack.hit`");
}

#[test]
fn texts_that_are_no_script_say_what_is_wrong() {
    let problems = |text: &str| {
        let read = script_titles(&Source::new("x.fight", text));
        read.map_err(|problems| problems.to_string()).unwrap_err()
    };
    let wrong: &[(&str, &str)] = &[
        ("", "x.fight:1:1: this script has no case; a case begins with a line `= what it shows`"),
        ("# only\n", "this script has no case"),
        ("hello\nworld\n", "x.fight:1:1: a case begins with a line `= what it shows`"),
        ("=\n---\n---\ndice 1", "x.fight:1:1: what does this case show?"),
        ("= a\n", "x.fight:1:1: this case has no encounter"),
        (
            "= a\nrulebook = 1\n",
            "x.fight:2:1: a line `---`, the encounter and another line `---` come before the first step",
        ),
        ("= a\n---\nx = 1\n", "x.fight:2:4: the encounter of this case has no end; write a line `---`"),
        ("= a\n---\n---\n", "x.fight:1:1: this case has no steps"),
        ("= a\n---\n---\n# nothing\n= b\n---\n---\ndice 1", "x.fight:1:1: this case has no steps"),
        ("= a\n---\n---\nattack!", "x.fight:4:1: this is no step; a step is `dice N…`"),
        ("= a\n---\n---\nleaves", "this is no step"),
        ("== a part\n---\n---\n", "this script has no case"),
        ("== a part\n= a\n---\n---\ndice 1", "x.fight:1:1: this part is empty"),
        ("==\n---\n---\n= a\n---\n---\ndice 1", "x.fight:1:1: what is this part called?"),
        ("== A\n---\n---\n== a\n---\n---\n= a\n---\n---\ndice 1", "x.fight:4:1: two parts are called `a`"),
        ("== a\n---\n---\ndice 1\n= a\n---\n---\ndice 1", "x.fight:4:1: a common part has no steps"),
        ("== a\nx = 1\n= a\n---\n---\ndice 1", "x.fight:2:1: a common part stands between two lines `---`"),
        ("== a\n---\nx = 1\n= a\n---\n---\ndice 1", "x.fight:2:4: this part has no end"),
        ("= a\n---\n---\ndice 1\n== b\n---\n---\n", "x.fight:5:1: common parts stand before the first case"),
        ("= a\n---\n---\n  dice", "x.fight:4:7: which dice?"),
        ("= a\n---\n---\ndice 4 six", "x.fight:4:8: `six` is no face of a die"),
        ("= a\n---\n---\ndice 0", "`0` is no face of a die"),
        ("= a\n---\n---\n: guard", "who answers?"),
        ("= a\n---\n---\nAnna:   # hm", "what does Anna answer?"),
        ("= a\n---\n---\nexpect", "expect what?"),
        ("= a\n---\n---\nexpect not", "expect what?"),
        ("= a\n---\n---\nexpect asked", "expect asked what? write `expect asked WHO`"),
        ("= a\n---\n---\nexpect illegal Anna", "write `expect illegal WHO: ANSWER`"),
        ("= a\n---\n---\nexpect offered : x", "write `expect offered WHO: ANSWER`"),
        ("= a\n---\n---\nexpect round", "expect `round` to be what?"),
        ("= a\n---\n---\nexpect Wolf.hp", "expect `Wolf.hp` to be what? write `expect PATH VALUE`"),
    ];
    for (text, what) in wrong {
        assert!(problems(text).contains(what), "{text:?} says: {}", problems(text));
    }
    assert_eq!(problems("= a\n---\n---\nattack\ndice x\n").lines().count(), 2, "all problems at once");
    let titles =
        script_titles(&Source::new("x.fight", "\u{feff}".to_owned() + "= a\r\n---\r\n---\r\ndice 1\r\n")).unwrap();
    assert_eq!(titles, [("a".to_owned(), 1)]);
}

#[test]
fn comments_stand_behind_a_blank_and_outside_of_quotes() {
    passes(
        "Wolf: guard # not a word\nAnna: move, C3 # away\n  # alone\nexpect not log \"a # b\" # c\nexpect Anna.at C3\ndice 8",
    );
}

#[test]
fn rules_that_cannot_be_replayed_are_found() {
    let text = "= chaos\n---\nencounter = \"near.toml\"\n[house]\nchaos = true\n---\nexpect asked Anna\n";
    let failure = run(text).remove(0).failure.unwrap();
    assert!(failure.what.starts_with("this fight cannot be replayed: first `chaos "), "{failure}");
    assert_eq!(failure.place.line, 1);
}
