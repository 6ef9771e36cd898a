//! Watching, simulating, odds.

use serde_json::Value;

use crate::quintain::Quintain;

/// A report without what the clock and the machine have a part in.
fn timeless(mut report: Value) -> Value {
    for key in ["threads", "seconds", "fights_per_second"] {
        report.as_object_mut().unwrap().remove(key);
    }
    report
}

#[test]
fn a_report_adds_up_and_does_not_depend_on_threads() {
    let words = ["sim", "cyclops", "-n", "2000", "--seed", "5", "--json", "--threads"];
    let [one, three] = ["1", "3"].map(|threads| {
        let [a, b, c, d, e, f, g, h] = words;
        Quintain::new([a, b, c, d, e, f, g, h, threads]).stderr("").json()
    });
    assert_eq!((&one["threads"], &three["threads"]), (&1.into(), &3.into()));
    assert_eq!(timeless(one.clone()), timeless(three));
    let count = |value: &Value| value.as_u64().unwrap();
    let wins: u64 = one["sides"].as_array().unwrap().iter().map(|side| count(&side["wins"])).sum();
    assert_eq!(wins + count(&one["undecided"]) + count(&one["mutual"]) + count(&one["ended"]), 2000);
    assert_eq!((&one["rulebook"], &one["seed"]), (&"thalassa".into(), &5.into()));
}

/// What is counted of options is added up by several threads in whatever order they come to an end.
#[test]
fn reports_of_no_book_depend_on_threads() {
    for encounter in ["gu/duel", "heimr/brawl", "oakhearth/tavern-brawl", "thalassa/gifts", "uchma/night-at-the-inn"] {
        let words = ["sim", encounter, "-n", "40", "--json", "--threads"];
        let [one, three] = ["1", "3"].map(|threads| {
            let [a, b, c, d, e, f] = words;
            timeless(Quintain::new([a, b, c, d, e, f, threads]).stderr("").json())
        });
        assert_eq!(one, three, "{encounter}");
    }
}

#[test]
fn the_table_says_how_to_see_the_worst_fight() {
    let told = Quintain::new(["sim", "cyclops", "-n", "500", "--seed", "3", "--tactics", "random"]).stderr("").told();
    assert!(told.contains("500 fights with seed 3"), "{told}");
    let hint = told.lines().find_map(|line| line.strip_prefix("the worst fight for heroes: quintain ")).unwrap();
    let words: Vec<&str> = hint.split(' ').collect();
    let [a, b, c, d, e, f, g, h] = words[..] else { panic!("{hint}") };
    let watched = Quintain::new([a, b, c, d, e, f, g, h]).stderr("").told();
    assert!(watched.contains("The end: "), "{watched}");
}

/// The fight that is watched is the fight that was simulated: same winner, same number of rounds.
#[test]
fn a_line_of_csv_is_the_fight_that_is_watched() {
    let run = Quintain::new(["sim", "cyclops", "-n", "40", "--seed", "9", "--csv", "all.csv"]).stderr("");
    run.run();
    let all = run.read("all.csv");
    assert_eq!(all.lines().count(), 41);
    assert!(all.starts_with("fight,outcome,rounds,Althea died,Althea out,Althea dealt,Althea taken,Cyclops died"));
    for line in all.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let watched = Quintain::new(["watch", "cyclops", "--seed", "9", "--fight", fields[0]]).stderr("").told();
        let (_, end) = watched.split_once("The end: ").unwrap();
        let wanted = match fields[1] {
            "mutual" => "the last of all sides fell together".to_owned(),
            "ended" => "the GM ended it".to_owned(),
            "undecided" => "undecided after 200 rounds".to_owned(),
            side => format!("{side} hold the field"),
        };
        assert!(end.starts_with(&wanted), "fight {}: {wanted}\n{watched}", fields[0]);
        assert!(
            end.contains(&format!("\nround {},", fields[2])),
            "fight {}: {} rounds\n{watched}",
            fields[0],
            fields[2]
        );
    }
}

#[test]
fn watching_is_the_same_every_time_and_gives_reasons() {
    let watch = || Quintain::new(["watch", "thalassa/cyclops", "--seed", "2"]).stderr("").told();
    let told = watch();
    assert_eq!(told, watch());
    assert!(told.contains("Althea") && told.contains("Cyclops"), "{told}");
    let reasons = told.lines().filter(|line| line.ends_with(')') && line.contains(" (")).count();
    assert!(reasons >= 2, "{told}");
}

#[test]
fn odds_sum_to_one() {
    let words = ["odds", "cyclops", "--seat", "althea", "--answer", "default", "--json"];
    let odds = Quintain::new(words).stderr("").json();
    assert_eq!(odds["seat"], "Althea");
    let near = |sum: f64| (sum - 1.0).abs() < 1e-9;
    assert!(near(odds["total"].as_f64().unwrap()));
    for measure in odds["measures"].as_array().unwrap() {
        let sum: f64 = measure["then"].as_array().unwrap().iter().map(|one| one["chance"].as_f64().unwrap()).sum();
        assert!(near(sum), "{measure}");
    }
    let told = Quintain::new(["odds", "cyclops", "--seat", "Althea", "--answer", "default"]).stderr("").told();
    assert!(told.starts_with("Althea: ") && told.contains("when that is done, exact"), "{told}");
}

#[test]
fn odds_go_on_until_somebody_is_down_with_answers_given_for_what_comes_up() {
    let words = ["odds", "cyclops", "--seat", "Althea", "--answer", "attack Cyclops with xiphos", "--json"];
    let json = |more: &[&str]| Quintain::new(words).also(more).stderr("").json();
    let fallen = |odds: &serde_json::Value| {
        let mut measures = odds["measures"].as_array().unwrap().iter();
        let fighting = measures.find(|measure| measure["path"] == "Cyclops.fighting").unwrap();
        let mut then = fighting["then"].as_array().unwrap().iter();
        then.find(|likely| likely["value"] == false).unwrap()["chance"].as_f64().unwrap()
    };
    let (act, down) = (json(&[]), json(&["--until", "down"]));
    assert!(fallen(&act) < fallen(&down), "{down}");
    assert!(down["total"] == 1.0 && down["remainder"].as_f64().unwrap() < 0.2, "{down}");
    assert!(!down["decisions"].as_array().unwrap().is_empty(), "{down}");
    let further = json(&["--until", "down", "--courses", "300000"]);
    assert!(further["remainder"].as_f64() < down["remainder"].as_f64());
    let never = json(&["--then", "Cyclops: sing"])["decisions"].take();
    assert!(never.as_array().unwrap().iter().any(|taken| taken["given"] == true && taken["often"] == 0.0), "{never}");
    Quintain::new(words).also(&["--then", "parry"]).code(2).stdout("").run();
    Quintain::new(words).also(&["--then", "Nobody: parry"]).code(2).stdout("").run();
}

#[test]
fn an_attack_of_heimr_is_exact_and_is_what_the_chapter_says() {
    // 1d6 and 3d10, of which the highest counts, and 9 more against a defence of 16: it hits with more than that, so unless
    // all three d10 show 7 at most.
    let words =
        ["odds", "heimr/duel", "--seat", "Veteran", "--answer", "attack Duellist 2 with great weapon", "--json"];
    let odds = Quintain::new(words).stderr("").json();
    assert_eq!((&odds["exact"], &odds["total"]), (&true.into(), &1.0.into()));
    let mut decisions = odds["decisions"].as_array().unwrap().iter();
    let on_the_hit = decisions.find(|taken| taken["question"].as_str().unwrap().contains("on the hit")).unwrap();
    assert_eq!(on_the_hit["exact"], "657/1000", "{odds}");
}

#[test]
fn odds_are_of_what_was_said_however_it_was_put() {
    let fight = r#"
rulebook = "thalassa"
[[combatant]]
is = "metis"
side = "heroes"
[[combatant]]
is = "bandit"
side = "bandits"
"#;
    let measures = |answer: &str| {
        let words = ["odds", "metis.toml", "--seat", "Metis", "--answer", answer, "--json"];
        Quintain::new(words).file("metis.toml", fight).stderr("").json()["measures"].take()
    };
    let said = measures("cast Protection on oneself");
    assert_ne!(said, measures("nothing"));
    assert_eq!(said, measures("cast Protection on herself"));
    assert_eq!(said, measures("cast protection on Metis"));
}

#[test]
fn a_file_is_no_dice_expression() {
    let file = "rulebook = \"thalassa\"\ntitel = \"x\"\n";
    let said = Quintain::new(["odds", "ambush2.toml"]).file("ambush2.toml", file).code(2).stdout("").run().stderr;
    assert!(said.contains("an encounter has no key `titel`") && !said.contains("dice expression"), "{said}");
    let said = Quintain::new(["odds", "ambush2.toml"]).code(2).stdout("").run().stderr;
    assert!(said.starts_with("error: `ambush2.toml` is neither a file nor a ready-made encounter"), "{said}");
}

#[test]
fn dice_have_no_moments() {
    for words in [["odds", "2d6", "--at", "3"], ["odds", "2d6", "--had", "Althea: retreat"]] {
        let said = Quintain::new(words).code(2).stdout("").run().stderr;
        assert!(said.starts_with("error: `--at` and `--had` are about a record"), "{said}");
    }
}

#[test]
fn dice_without_exact_odds_are_thrown_many_times() {
    let json = Quintain::new(["odds", "999d60000", "--samples", "100", "--json"]).stderr("").json();
    assert_eq!((&json["exact"], &json["throws"]), (&false.into(), &100.into()));
}

#[test]
fn dice_have_exact_odds_however_many_they_are_and_explosions_say_what_is_left_open() {
    let told = Quintain::new(["odds", "3d6!"]).stderr("").told();
    assert!(told.contains("exact but for 1 throw in 10^12, in which more dice explode"), "{told}");
    let json = Quintain::new(["odds", "200d100", "--json"]).stderr("").json();
    assert_eq!((&json["exact"], &json["mean"]), (&true.into(), &10_100.0.into()));
    assert!(json["values"][0]["exact"].as_str().unwrap().starts_with("1/1000000"));
    let exact = Quintain::new(["odds", "4d6kh3", "--json"]).stderr("").json();
    assert_eq!((&exact["exact"], &exact["values"][0]["exact"]), (&true.into(), &"1/1296".into()));
    Quintain::new(["odds", "4d6kh5"]).code(2).run();
}

#[test]
fn an_answer_that_nobody_offers_lists_what_is_legal() {
    let words = ["odds", "cyclops", "--seat", "Althea", "--answer", "sing of the wrath of Achilles"];
    let told = Quintain::new(words).code(2).stdout("").run().stderr;
    assert!(told.starts_with("error: no question to Althea in round 1 takes the answer"), "{told}");
}

#[test]
fn a_value_says_why_it_is_what_it_is() {
    let told = Quintain::new(["why", "cyclops", "Althea.armor"]).told();
    assert!(told.starts_with("Althea.armor is ") && told.contains("(attack.armor)"), "{told}");
    let json = Quintain::new(["why", "cyclops", "althea.armor", "--json"]).json();
    let terms = json["terms"].as_array().unwrap();
    let sum: i64 =
        terms.iter().filter(|term| term["applied"] == true).map(|term| term["value"].as_i64().unwrap()).sum();
    assert_eq!((json["path"].as_str(), json["value"].as_i64()), (Some("Althea.armor"), Some(sum)));
}

#[test]
fn a_kept_value_says_where_it_comes_from() {
    let start = Quintain::new(["why", "cyclops", "Cyclops.sta"]).told();
    assert!(start.contains("at the start, by the entry"), "{start}");
    let hurt = |at: usize| Quintain::new(["why", "cyclops", "Cyclops.sta", "--at", &at.to_string()]).told();
    assert!((1..60).any(|at| hurt(at).contains(" to ")), "somebody hurts the Cyclops early on");
}

#[test]
fn wrong_values_name_the_nearest() {
    let run = |path: &str| Quintain::new(["why", "cyclops", path]).code(2).run().stderr;
    assert!(run("Althea.armour").contains("the nearest name is `armor`"), "{}", run("Althea.armour"));
    assert!(run("Althae.armor").contains("the nearest name is `Althea`"), "{}", run("Althae.armor"));
    let late = Quintain::new(["why", "cyclops", "Althea.armor", "--at", "999999"]).code(2).run().stderr;
    assert!(late.contains("facts"), "{late}");
}
