//! What simulations tell beside who wins: sources, what was spent, fights to watch, files, tuning, the ladder.

use crate::quintain::Quintain;

#[test]
fn a_simulation_tells_damage_by_source_and_telling_rules_unless_it_is_brief() {
    let told = Quintain::new(["sim", "cyclops", "-n", "2000"]).told();
    for words in ["Damage by source, in a fight", "Telling rules: how often heroes win", "the first 200 fights"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let club = told.lines().find(|line| line.starts_with("Cyclops  club")).unwrap();
    assert!(club.contains('%'), "{club}");
    let brief = Quintain::new(["sim", "cyclops", "-n", "2000", "--brief"]).told();
    assert!(!brief.contains("Damage by source") && brief.contains("a typical fight: quintain watch"), "{brief}");
    let json = Quintain::new(["sim", "cyclops", "-n", "500", "--json"]).json();
    let telling = &json["telling"];
    assert_eq!(telling["fights"], 100);
    let shares: f64 = telling["damage"].as_array().unwrap().iter().map(|one| one["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    assert!(json["sides"][0]["best_fight"].is_u64() && json["typical_fight"].is_u64());
}

#[test]
fn the_best_the_worst_and_a_typical_fight_are_named_alone_and_can_be_watched() {
    let told = Quintain::new(["sim", "cyclops", "-n", "300", "--best", "--typical"]).told();
    let begins = |line: &str| line.split(':').next().unwrap().to_owned();
    let named: Vec<String> = told.lines().map(begins).collect();
    assert_eq!(named, ["the best fight for heroes", "the best fight for monsters", "a typical fight"]);
    let best = told.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
    let watched = Quintain::new(["watch", "cyclops", "--seed", "1", "--fight", &best]).told();
    assert!(watched.contains("The end: heroes"), "{watched}");
    let worst = Quintain::new(["sim", "cyclops", "-n", "300", "--worst"]).told();
    assert_eq!(worst.lines().count(), 2, "{worst}");
}

#[test]
fn parquet_writes_two_files_into_a_folder() {
    let run = Quintain::new(["sim", "cyclops", "-n", "50", "--brief", "--parquet", "out/here"]);
    run.told();
    for file in ["out/here/fights.parquet", "out/here/combatants.parquet"] {
        let bytes = std::fs::read(run.path(file)).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{file}");
    }
    Quintain::new(["sim", "cyclops", "--parquet", "a", "--csv", "b"]).code(2).run();
}

#[test]
fn several_knobs_are_tuned_and_candidates_marked() {
    let words = ["tune", "cyclops", "--vary", "Cyclops.sta=1..12", "--vary", "Althea.armor=0..2"];
    let [a, b, c, d, e, f] = words;
    let run = Quintain::new([a, b, c, d, e, f, "--target", "heroes win 50%", "-n", "400"]);
    let told = run.told();
    let first = told.lines().nth(4).unwrap();
    assert!(told.contains("Cyclops.sta") && first.contains("meets it"), "{told}");
    let json = Quintain::new([a, b, c, d, e, f, "--target", "heroes win 50%", "-n", "400", "--json"]).json();
    let all = json.as_array().unwrap();
    assert!(all.len() > 9 && all[0]["values"].as_array().unwrap().len() == 2 && all[0]["interval95"].is_array());
    let off = |one: &serde_json::Value| (one["share"].as_f64().unwrap() - 0.5).abs();
    assert!(all.windows(2).all(|pair| off(&pair[0]) <= off(&pair[1])), "the nearest first");
    let many = ["tune", "cyclops", "--vary", "Cyclops.sta=1..900", "--vary", "Cyclops.kra=1..900"];
    let [a, b, c, d, e, f] = many;
    let said = Quintain::new([a, b, c, d, e, f, "--target", "heroes win 50%"]).code(2).run();
    assert!(said.stderr.contains("at most 10 000 are tried"), "{}", said.stderr);
}

#[test]
fn the_ladder_tells_which_tactics_are_stronger() {
    let told = Quintain::new(["ladder", "cyclops", "--rungs", "random,sensible,sensible", "-n", "150"]).told();
    let step = |words: &str| told.lines().find(|line| line.contains(words)).unwrap().to_owned();
    assert!(step("sensible against random").ends_with("stronger"), "{told}");
    assert!(step("sensible against sensible").ends_with("not told apart"), "{told}");
    Quintain::new(["ladder", "cyclops", "--rungs", "random"]).code(2).run();
}

#[test]
fn an_audit_ranks_decisions_alike_on_any_number_of_threads() {
    let audit = |threads| {
        let words = ["audit", "cyclops", "-n", "30", "--decisions", "40", "--play-outs", "20", "--json", "--threads"];
        Quintain::typed(&[&words[..], &[threads]].concat()).json()
    };
    let found = audit("1");
    assert_eq!(found, audit("3"));
    let kinds = found["kinds"].as_array().unwrap();
    let lost = |one: &serde_json::Value| one["lost_in_a_fight"].as_f64().unwrap();
    assert!(kinds.windows(2).all(|pair| lost(&pair[0]) >= lost(&pair[1])), "{found}");
    assert!(kinds.iter().any(|one| one["topic"] == "declaration" && one["verb"] == "attack"), "{found}");
    let refused = Quintain::new(["audit", "cyclops", "--tactics", "search"]).code(2).run().stderr;
    assert!(refused.contains("the rulebook's tactics"), "{refused}");
}

#[test]
fn rules_that_no_encounter_reaches_are_looked_for_in_variants() {
    let reached = |words: &[&str]| {
        let json = match words {
            [] => Quintain::new(["rules", "thalassa", "--played", "1", "--json"]).json(),
            _ => Quintain::new(["rules", "thalassa", "--played", "1", "--variants", "--json"]).json(),
        };
        let all = json.as_array().unwrap();
        all.iter().filter(|one| one["times"].as_u64().unwrap() > 0 || one["variant"].is_string()).count()
    };
    assert!(reached(&["variants"]) > reached(&[]) + 5);
}

#[test]
fn no_output_harms_a_file_of_another_kind() {
    let encounter = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"a\"\n[[combatant]]\nis = \"cyclops\"\nside = \"b\"\n";
    for option in ["--csv", "--figures", "--report"] {
        let run = Quintain::new(["sim", "x.toml", "-n", "20", "--brief", option, "x.toml"])
            .file("x.toml", encounter)
            .code(2)
            .stdout("");
        let told = run.run().stderr;
        assert!(told.contains("`x.toml` is there already and is not") && told.contains("--force"), "{option}: {told}");
        assert_eq!(run.read("x.toml"), encounter, "{option}");
    }
    for option in ["--keep", "--csv", "--report"] {
        let args = ["sweep", "x.toml", "--vary", "Althea.armor=0,1", "-n", "20", option, "x.toml"];
        let run = Quintain::new(args).file("x.toml", encounter).code(2).stdout("");
        run.run();
        assert_eq!(run.read("x.toml"), encounter, "{option}");
    }
    // What it has written itself it writes anew, and with --force over anything.
    let first = Quintain::new(["sim", "cyclops", "-n", "20", "--brief", "--csv", "a.csv"]);
    first.told();
    let again = first.then(["sim", "cyclops", "-n", "20", "--brief", "--csv", "a.csv"]);
    again.told();
    let other = again.then(["sim", "cyclops", "-n", "20", "--brief", "--figures", "a.csv"]).code(2);
    other.run();
    let forced = other.then(["sim", "cyclops", "-n", "20", "--brief", "--figures", "a.csv", "--force"]);
    forced.told();
    assert!(forced.read("a.csv").starts_with("figure,of,with,side,value"));
    let sweep =
        ["sweep", "cyclops", "--vary", "Althea.armor=0,1", "-n", "20", "--keep", "kept.jsonl", "--csv", "s.csv"];
    let kept = Quintain::new(sweep);
    kept.told();
    kept.then(sweep).told();
}

#[test]
fn a_total_is_compared_with_a_number() {
    let told = Quintain::new(["odds", "d20+5>=15"]).stderr("").told();
    assert_eq!(told, "1d20+5 >= 15\n55.00 %  11/20\n");
    let json = Quintain::new(["odds", "2d6+0 < 4", "--json"]).json();
    assert_eq!((&json["exact"], &json["expression"]), (&"1/12".into(), &"2d6+0 < 4".into()));
    let told = Quintain::new(["odds", "d20+fire>=15"]).code(2).stdout("").run().stderr;
    assert!(told.contains("a total is compared with a number: `d20+5>=15`"), "{told}");
}

#[test]
fn dice_may_begin_with_a_minus() {
    let told = Quintain::new(["odds", "-1d6+10>=7"]).stderr("").told();
    assert_eq!(told, "-1d6+10 >= 7\n50.00 %  1/2\n");
    let said = Quintain::new(["odds", "-1d6+10", "--sead", "3"]).code(2).stdout("").run().stderr;
    assert!(said.contains("a similar argument exists: '--seed'"), "{said}");
}

#[test]
fn a_file_is_no_folder_to_write_to() {
    for words in [&["sim", "cyclops", "-n", "5", "--parquet", "mine"][..], &["schemas", "mine"]] {
        let said = Quintain::typed(words).file("mine", "x").code(2).stdout("").run().stderr;
        assert_eq!(said, "error: `mine` is a file; name a folder\n");
    }
}

#[test]
fn a_day_that_is_compared_wins_in_the_singular() {
    let words = ["compare", "thalassa/road-to-delphi", "--with", "Althea.sta=6", "-n", "10"];
    let told = Quintain::new(words).told();
    assert!(told.contains("\nheroes win ") && told.contains("\nthe day wins "), "{told}");
}

#[test]
fn a_day_refuses_what_is_asked_of_single_fights() {
    for words in [["sim", "thalassa/road-to-delphi", "--moves"], ["sim", "thalassa/road-to-delphi", "--worst"]] {
        let said = Quintain::new(words).code(2).stdout("").run().stderr;
        assert!(said.ends_with(" for single fights; this is a day\n"), "{said}");
    }
}
