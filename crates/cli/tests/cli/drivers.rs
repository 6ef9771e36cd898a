//! Sides that are played by search, or by a program.

use crate::quintain::Quintain;

/// The heroes' victories among the fights of a run.
fn wins(tactics: &str) -> u64 {
    let told = Quintain::new(["sim", "cyclops", "-n", "200", "--json", "--tactics", tactics]).told();
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    report["sides"][0]["wins"].as_u64().unwrap()
}

#[test]
fn search_beats_the_tactics_that_it_begins_from() {
    let (sensible, search) = (wins("heroes=sensible"), wins("heroes=search:60"));
    assert!(search > sensible, "{search} against {sensible}");
}

#[test]
fn searching_fights_are_the_same_on_any_number_of_threads_and_when_watched() {
    let args = |threads| ["sim", "cyclops", "-n", "20", "--tactics", "search:8", "--threads", threads, "--json"];
    let told = |threads| Quintain::new(args(threads)).told();
    let sides = |told: String| serde_json::from_str::<serde_json::Value>(&told).unwrap()["sides"].clone();
    assert_eq!(sides(told("1")), sides(told("3")));
    let watch = || Quintain::new(["watch", "cyclops", "--fight", "3", "--tactics", "heroes=search:8"]).told();
    assert_eq!(watch(), watch());
}

/// A program that always takes the default.
const MEEK: &str = r#"heroes=program:sed -u -E s/.*"default":"([^"]*)".*/{"answer":"\1"}/"#;

#[test]
#[cfg(unix)]
fn a_program_plays_a_side() {
    let run = Quintain::new(["sim", "cyclops", "-n", "20", "--tactics", MEEK]).stderr("").told();
    assert!(run.contains("20 fights"), "{run}");
}

#[test]
#[cfg(unix)]
fn a_program_that_dies_or_talks_nonsense_is_told_and_the_default_stands() {
    for (program, what) in [("program:cat", "is not {\"answer\""), ("program:true", "has ended")] {
        let tactics = format!("heroes={program}");
        let told = Quintain::new(["sim", "cyclops", "-n", "5", "--tactics", &tactics]).code(1).run().stderr;
        assert!(told.contains(what) && told.contains("the default answer stood"), "{told}");
        assert!(told.contains("--bots-may-fail"), "{told}");
        let run =
            Quintain::new(["sim", "cyclops", "-n", "5", "--json", "--bots-may-fail", "--tactics", &tactics]).run();
        assert!(run.stdout.contains("\"complaints\""), "{}", run.stdout);
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_writes_unasked_costs_no_more_than_its_time() {
    let args = ["sim", "cyclops", "-n", "20", "--brief", "--tactics", "heroes=program:yes"];
    let told = Quintain::new(args).code(1).run().stderr;
    assert!(told.contains("the default answer stood"), "{told}");
}

#[test]
fn wrong_drivers_are_refused() {
    let told = Quintain::new(["sim", "cyclops", "--tactics", "search:1"]).code(2).run().stderr;
    assert!(told.contains("2 to 1000000"), "{told}");
    let told = Quintain::new(["sim", "cyclops", "--tactics", "program:no-such-program-here"]).code(2).run().stderr;
    assert!(told.contains("cannot be started"), "{told}");
}

/// The lines of bots lead to the digest that Rust, Python and JavaScript come to.
#[test]
fn one_fight_in_four_languages_has_one_end() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: Python is missing");
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../quintain/examples/random_fight");
    let bot = format!("heroes=program:python3 {folder}/bot.py");
    let run = Quintain::new(["watch", "thalassa/ambush", "--seed", "7", "--tactics", &bot, "--record", "fight.jsonl"]);
    let run = run.stderr("");
    run.run();
    let digest = std::fs::read_to_string(format!("{folder}/digest.txt")).unwrap();
    let record = run.read("fight.jsonl");
    let last = record.lines().last().unwrap();
    assert!(last.contains(digest.trim()), "{last}");
}

#[test]
fn a_watched_fight_is_kept_in_a_new_file_and_can_be_told_again() {
    let watch = ["watch", "cyclops", "--seed", "3", "--record", "fight.jsonl"];
    let run = Quintain::new(watch).stderr("");
    let told = run.run().stdout;
    let record = run.read("fight.jsonl");
    let again = Quintain::new(["replay", "fight.jsonl"]).file("fight.jsonl", &record).told();
    let end = told.lines().find(|line| line.starts_with("The end: ")).unwrap();
    assert!(again.contains(end.trim_start_matches("The end: ")), "{again}");
    let refused = Quintain::new(watch).file("fight.jsonl", "mine").code(2).run();
    assert!(refused.stderr.contains("there is a file `fight.jsonl` already"), "{}", refused.stderr);
}
