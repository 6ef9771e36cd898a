//! Commands that go on from a moment of a record.

use serde_json::Value;

use crate::quintain::Quintain;

/// The record of a fight that played itself.
fn record(folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("tonight.jsonl").display().to_string();
    Quintain::new(["watch", "cyclops", "--seed", "1", "--fight", "3", "--record", &path]).told();
    path
}

/// Behind how many facts the first strike of Althea is the last.
fn behind_the_strike(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let strike = |line: &str| line.contains("\"to\":\"Althea\"") && line.contains("\"words\":\"attack");
    text.lines().position(strike).unwrap().to_string()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&Quintain::typed(args).told()).unwrap()
}

#[test]
fn a_record_is_simulated_from_any_moment_as_it_was_or_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let at = behind_the_strike(&path);
    let sim = |more: &[&str]| {
        let args = [&["sim", &path, "-n", "400", "--brief", "--json"], more].concat();
        json(&args)["sides"][0]["wins"].as_u64().unwrap()
    };
    let beginning = json(&["sim", "cyclops", "-n", "400", "--brief", "--json"]);
    assert_eq!(sim(&["--at", "0"]), beginning["sides"][0]["wins"].as_u64().unwrap(), "no fact is the encounter itself");
    assert_eq!(sim(&["--at", &at, "--threads", "1"]), sim(&["--at", &at, "--threads", "3"]));
    assert!(sim(&["--at", &at, "--had", "Althea: nothing"]) < sim(&["--at", &at]));
    let told = Quintain::new(["sim", &path, "--at", &at, "-n", "400", "--had", "Althea: nothing"]).told();
    let again = format!("quintain watch {path} --seed 1 --at {at} --had 'Althea: nothing' --fight");
    assert!(told.contains("had Althea: nothing") && told.contains(&again), "{told}");
    let watched = Quintain::new(["watch", &path, "--at", &at, "--had", "Althea: nothing", "--fight", "5"]).told();
    assert!(watched.contains("The end"), "{watched}");
}

#[test]
fn answers_and_values_at_a_moment_are_compared_and_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let at = behind_the_strike(&path);
    let compare = |more: [&str; 2]| {
        let args = [&["compare", &path, "--at", &at, "-n", "400", "--json"], &more[..]].concat();
        json(&args)["figures"][0]["difference"].as_f64().unwrap()
    };
    assert!(compare(["--had", "Althea: nothing"]) < 0.0);
    assert!(compare(["--with", "Althea.armor=3"]) > 0.0);
    let before = (at.parse::<usize>().unwrap() - 1).to_string();
    let ranked = json(&["matter", &path, "--at", &before, "-n", "200", "--json"]);
    let what: Vec<&str> = ranked.as_array().unwrap().iter().filter_map(|one| one["what"].as_str()).collect();
    assert!(what.contains(&"Althea: nothing") && what.iter().any(|what| what.starts_with("Althea.sta")), "{what:?}");
    let had = ["matter", &path, "--at", &before, "--had", "Althea: nothing", "-n", "200"];
    let told = Quintain::typed(&had).told();
    assert!(told.contains("had Althea: nothing\n"), "{told}");
    let ranked = json(&[&had[..], &["--json"]].concat());
    let what: Vec<&str> = ranked.as_array().unwrap().iter().filter_map(|one| one["what"].as_str()).collect();
    assert!(!what.contains(&"Althea: nothing") && what.iter().any(|what| what.starts_with("Althea.sta")), "{what:?}");
    let blamed = json(&["blame", &path, "--at", &at, "-n", "40", "--json"]);
    let first = blamed["swings"][0]["fact"].as_u64().unwrap();
    assert!(first >= at.parse::<u64>().unwrap());
    let odds =
        json(&["odds", &path, "--at", &before, "--seat", "Althea", "--answer", "attack Cyclops with xiphos", "--json"]);
    assert_eq!(odds["assumed"].as_array().unwrap().len(), 0, "the question is open at the moment");
}

#[test]
fn an_audit_goes_on_from_a_moment_and_says_where_its_decisions_stand() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let at = behind_the_strike(&path);
    let there = ["--at", &at, "--had", "Althea: nothing"];
    let audit = ["audit", &path, "-n", "40", "--decisions", "300", "--play-outs", "40"];
    let found = json(&[&audit[..], &there, &["--json"]].concat());
    let watched: Vec<&Value> = found["kinds"].as_array().unwrap().iter().map(|kind| &kind["watch"]).collect();
    let moment = watched.into_iter().find(|moment| moment.is_object()).expect("something could be better somewhere");
    let (fight, fact) = (moment["fight"].to_string(), moment["fact"].as_u64().unwrap());
    assert!(fact >= at.parse::<u64>().unwrap(), "{moment}");
    let again = folder.path().join("again.jsonl").display().to_string();
    Quintain::typed(&[&["watch", &path, "--fight", &fight, "--record", &again], &there[..]].concat()).told();
    let lines = std::fs::read_to_string(again).unwrap();
    let line: Value = serde_json::from_str(lines.lines().nth(1 + fact as usize).unwrap()).unwrap();
    assert_eq!(line["answer"]["words"], moment["said"], "{line}");
    let told = Quintain::typed(&[&audit[..], &there].concat()).told();
    assert!(told.contains("had Althea: nothing") && told.contains("each loses"), "{told}");
}

#[test]
fn of_a_record_that_was_cut_off_it_is_told_what_was_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 4]).unwrap();
    for words in [&["sim", &path, "--at", "3", "-n", "20", "--brief"][..], &["blame", &path, "-n", "2"]] {
        let said = Quintain::typed(words).run().stderr;
        assert!(said.starts_with("note: the file was cut off in line "), "{words:?}: {said}");
    }
}

#[test]
fn what_has_no_such_moment_is_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(&folder);
    let refused = |args: &[&str], what: &str| {
        let told = Quintain::typed(args).code(2).run().stderr;
        assert!(told.contains(what), "{args:?}: {told}");
    };
    refused(&["sim", "cyclops", "--at", "3"], "are about a record");
    refused(&["matter", "cyclops", "--had", "Althea: retreat"], "are about a record");
    refused(&["sim", &path, "--at", "99999"], "no moment behind 99999");
    refused(&["sim", &path], "the fight is over here");
    refused(&["sim", &path, "--at", "0", "--had", "retreat"], "write `Althea: retreat`");
    refused(&["sim", &path, "--at", &behind_the_strike(&path), "--had", "Althea: dance"], "no such option");
    refused(&["compare", &path, "--at", "3"], "one thing is compared");
    refused(&["compare", &path, "--at", "3", "--with", "house.morale=off"], "settled when a fight begins");
    refused(&["sweep", &path, "--vary", "Althea.sta=1..3"], "is a record");
    refused(&["sweep", "cyclops", "--vary", "Althea.sta=1..3", "--vary", "althea.sta=5"], "turned twice");
}

#[test]
fn the_report_tells_what_is_left_and_what_is_used_and_keeps_it_as_columns() {
    let folder = tempfile::tempdir().unwrap();
    let columns = folder.path().join("columns").display().to_string();
    let told = Quintain::new(["sim", "cyclops", "-n", "1000", "--moves", "4000", "--parquet", &columns]).told();
    for part in ["Left at the end", "Offered and used", "attack with xiphos", "moves victory by", "Never used"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    for name in ["left.parquet", "uses.parquet"] {
        let bytes = std::fs::read(folder.path().join("columns").join(name)).unwrap();
        assert!(bytes.starts_with(b"PAR1"), "{name}");
    }
}

#[test]
fn bots_may_fail_stands_only_where_programs_play() {
    let help = |command: &str| Quintain::new([command, "--help"]).told();
    assert!(help("sim").contains("--bots-may-fail") && !help("serve").contains("--bots-may-fail"));
    assert!(!help("check").contains("--bots-may-fail"));
}
