//! Wrong words, help, and streams that close.

use std::io::Read;
use std::process::Stdio;

use crate::quintain::Quintain;

#[test]
fn wrong_names_are_told_the_nearest_right_one() {
    Quintain::new(["rules", "thalasa"])
        .code(2)
        .stdout("")
        .stderr("error: no rulebook is called `thalasa`; the nearest name is `thalassa`\n")
        .run();
    Quintain::new(["watch", "cyclop"])
        .code(2)
        .stdout("")
        .stderr(
            "error: `cyclop` is neither a file nor a ready-made encounter; \
             the nearest ready-made encounter is `cyclops`\n",
        )
        .run();
    Quintain::new(["odds", "cyclops", "--seat", "Altea", "--answer", "default"])
        .code(2)
        .stdout("")
        .stderr("error: nobody is called `Altea`; the nearest name is `Althea`\n")
        .run();
    Quintain::new(["play", "cyclops", "--seat", "Altea"])
        .code(2)
        .stdout("")
        .stderr("error: there is no seat `Altea`; the nearest is `Althea`\n")
        .run();
    Quintain::new(["sim", "cyclops", "--tactics", "monster=random"])
        .code(2)
        .stdout("")
        .stderr("error: no side is called `monster`; the nearest name is `monsters`\n")
        .run();
}

#[test]
fn unknown_tactics_list_the_known_ones() {
    let output = Quintain::new(["sim", "cyclops", "--tactics", "monsters=clever"]).code(2).stdout("").run();
    assert!(output.stderr.starts_with("error: Thálassa knows no tactics `clever`; it knows `"), "{}", output.stderr);
    assert!(output.stderr.ends_with("`novice`\n"), "{}", output.stderr);
}

#[test]
fn no_fights_at_all_is_no_number_of_fights() {
    for words in [["rules", "thalassa", "--played", "0"], ["sim", "cyclops", "--fights", "0"]] {
        let output = Quintain::new(words).code(2).stdout("").run();
        assert!(output.stderr.contains("a whole number from 1 to"), "{}", output.stderr);
    }
}

#[test]
fn seeds_and_moments_are_whole_numbers() {
    for (words, wanted) in [
        (["sim", "cyclops", "--seed", "-1"], "a whole number from 0 up is wanted"),
        (["watch", "cyclops", "--fight", "first"], "a whole number from 0 up is wanted"),
        (["odds", "tonight.jsonl", "--at", "-3"], "a whole number of facts, from 0 up, is wanted"),
        (["blame", "tonight.jsonl", "--at", "1.5"], "a whole number of facts, from 0 up, is wanted"),
    ] {
        let said = Quintain::new(words).code(2).stdout("").run().stderr;
        assert!(said.contains(wanted), "{said}");
    }
    let rest = ["party", "rest", "party.toml", "night", "--seed", "-1"];
    let said = Quintain::new(rest).code(2).stdout("").run().stderr;
    assert!(said.contains("a whole number from 0 up is wanted"), "{said}");
}

#[test]
fn a_simulation_needs_two_sides() {
    let alone = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"heroes\"\n";
    for words in [["sim", "alone.toml"], ["matter", "alone.toml"]] {
        Quintain::new(words)
            .file("alone.toml", alone)
            .code(2)
            .stdout("")
            .stderr("error: everybody in `alone` is on the side of `heroes`; a simulation needs somebody on two\n")
            .run();
    }
}

#[test]
fn files_of_another_kind_are_told_apart_from_encounters() {
    let party = "rulebook = \"thalassa\"\n[[hero]]\nname = \"Althea\"\nis = \"althea\"\n";
    for (file, text, what) in [
        ("crew.toml", party, "`crew.toml` is a party, not an encounter; `--party` takes it beside an encounter"),
        ("a.fight", "= A case\n", "`a.fight` is a script, not an encounter; `quintain test` runs it"),
        ("tonight.jsonl", "{}\n", "`tonight.jsonl` is a record, not an encounter; `quintain replay` tells it"),
    ] {
        let said = Quintain::new(["play", file]).file(file, text).code(2).stdout("").run().stderr;
        assert!(said.starts_with(&format!("error: {what}")), "{said}");
    }
}

#[test]
fn files_that_are_not_there_are_named() {
    Quintain::new(["check", "nothing"]).code(2).stdout("").stderr("error: there is no `nothing`\n").run();
    Quintain::new(["test", "empty"])
        .file("empty/a.txt", "")
        .code(2)
        .stdout("")
        .stderr("error: the folder `empty` has no .fight files\n")
        .run();
    Quintain::new(["replay", "no.jsonl"])
        .code(2)
        .stdout("")
        .stderr("error: there is no record in `no.jsonl`; `quintain play ENCOUNTER --record no.jsonl` makes one\n")
        .run();
}

#[test]
fn wrong_usage_ends_with_2_and_help_with_0() {
    Quintain::new(["sim", "cyclops", "-n", "0"]).code(2).stdout("").run();
    let told = Quintain::new(["sim", "cyclops", "-n", "-5"]).code(2).stdout("").run().stderr;
    assert!(told.contains("a whole number from 1 to"), "{told}");
    Quintain::new(["odds", "3d6!", "--samples", "0"]).code(2).stdout("").run();
    Quintain::new(["--version"]).stdout(concat!("quintain ", env!("CARGO_PKG_VERSION"), "\n")).stderr("").run();
    for command in ["books", "rules", "check", "watch", "play", "sim", "odds", "replay", "test", "schemas"] {
        let help = Quintain::new([command, "--help"]).stderr("").told();
        assert!(help.contains(&format!("Example: quintain {command}")), "{help}");
    }
}

#[test]
fn help_can_be_asked_for_as_a_command() {
    let told = Quintain::new(["help"]).stderr("").told();
    assert!(told.contains("Usage: quintain [COMMAND]"), "{told}");
    let told = Quintain::new(["help", "sim"]).stderr("").told();
    assert!(told.contains("Example: quintain sim"), "{told}");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Quintain::new(["rules", "thalassa", "--json"]).command().spawn().unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((told.as_str(), child.wait().unwrap().code()), ("", Some(0)));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_simulation_with_what_was_played() {
    let report = stopped(&Quintain::new(["sim", "cyclops", "-n", "1000000000000", "--json"]));
    assert!(report["fights"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_audit_with_what_was_played() {
    let words =
        ["audit", "cyclops", "-n", "1000000000000", "--decisions", "1000000000000", "--play-outs", "20", "--json"];
    stopped(&Quintain::new(words));
}

/// What a run of 10^12 fights reports that Ctrl-C has ended.
#[cfg(unix)]
fn stopped(run: &Quintain) -> serde_json::Value {
    let child = run.command().stdin(Stdio::null()).spawn().unwrap();
    // Long enough for the handler to be there; the run itself would take days.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["stopped"]), (Some(0), &serde_json::Value::Bool(true)));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("stopped after ") && told.ends_with(" of 1 000 000 000 000 fights\n"), "{told}");
    report
}

#[test]
fn variants_are_compared_swept_and_tuned() {
    let compared = Quintain::new(["compare", "cyclops", "--with", "Althea.armor=3", "-n", "200", "--json"]).told();
    assert!(compared.contains("\"what\": \"heroes win\""), "{compared}");
    let swept = Quintain::new(["sweep", "cyclops", "--vary", "Althea.armor=0..2", "-n", "50"]).told();
    assert!(swept.contains("3 variants, 50 fights each"), "{swept}");
    let swept = Quintain::new(["sweep", "cyclops", "--vary", "Althea.armor=2", "-n", "50"]).told();
    assert!(swept.contains("1 variant, 50 fights each"), "{swept}");
    let words = ["tune", "cyclops", "--vary", "Cyclops.sta=1..9", "--target", "heroes win 50%", "-n", "50"];
    let tuned = Quintain::new(words).told();
    assert!(tuned.contains("the nearest first"), "{tuned}");
}

#[test]
fn wrong_knobs_are_said_so() {
    for (words, what) in [
        (["sweep", "cyclops", "--vary", "Altea.armor=1"], "the nearest is `Althea`"),
        (["sweep", "cyclops", "--vary", "Althea.armour=1"], "`armor`"),
        (["sweep", "cyclops", "--vary", "Althea.armor=9"], "from 0 to 3"),
        (["sweep", "cyclops", "--vary", "nonsense"], "nothing to vary"),
        (["compare", "cyclops", "--with", "Althea.armor=0..2"], "`quintain sweep` takes those"),
    ] {
        let said = Quintain::new(words).code(2).run();
        assert!(said.stderr.contains(what), "{words:?}: {}", said.stderr);
    }
}
