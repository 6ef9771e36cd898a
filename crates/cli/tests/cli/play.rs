//! Playing at the terminal, keeping the fight, going on with it, telling it again.

use crate::quintain::Quintain;

/// Default answers, more than any of these fights needs.
fn defaults() -> String {
    "default\n".repeat(400)
}

#[test]
fn the_end_of_input_ends_cleanly() {
    let told = Quintain::new(["play", "cyclops"]).stderr("").told();
    assert!(told.contains("you answer for the players' characters"), "{told}");
    assert!(told.contains("Althea: "), "{told}");
}

#[test]
fn commands_answer_and_leave_the_fight_as_it_is() {
    let typed = "help\n?\nstate\nmap\nlog\nwhy\nrules\nrules attack.armor\nsing\ngm: fly\nquit\nnever read\n";
    let told = Quintain::new(["play", "cyclops"]).stdin(typed).stderr("").told();
    for part in ["take the last decision back", "there is no map", "thalassa/attack.armor", "is no edict"] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(told.ends_with("> quit\n"), "{told}");
}

#[test]
fn a_fight_played_to_its_end_is_told_the_same_again() {
    let play = Quintain::new(["play", "cyclops", "--seat", "all", "--record", "r.jsonl"]).stdin(&defaults()).stderr("");
    let told = play.told();
    assert!(told.contains("The end: "), "{told}");
    let record = play.read("r.jsonl");
    let replay = play.then(["replay", "r.jsonl"]).stderr("");
    let again = replay.told();
    let (_, end) = told.split_once("The end: ").unwrap();
    let end: Vec<&str> = end.lines().take_while(|line| !line.starts_with("> ")).collect();
    assert!(again.ends_with(&format!("The end: {}\n", end.join("\n"))), "{told}\n{again}");
    assert_eq!(replay.read("r.jsonl"), record, "replaying writes nothing");
    let json = replay.then(["replay", "r.jsonl", "--json"]).stderr("").told();
    let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["n"], lines.last().unwrap()["view"]["rulebook"].as_str()), (&1.into(), Some("thalassa")));
}

#[test]
fn a_fight_goes_on_where_it_was_left() {
    let first = Quintain::new(["play", "cyclops", "--record", "r.jsonl"]).stdin("default\n").stderr("");
    first.run();
    let kept = first.read("r.jsonl");
    let second = first.then(["play", "cyclops", "--record", "r.jsonl"]).stdin(&defaults()).stderr("");
    let told = second.told();
    assert!(told.contains("going on with the fight in r.jsonl"), "{told}");
    assert!(second.read("r.jsonl").starts_with(&kept), "a record only grows");
    second.then(["replay", "r.jsonl"]).stderr("").run();
}

#[test]
fn a_fight_that_played_itself_goes_on_with_whoever_takes_it_up() {
    let watch = Quintain::new(["watch", "cyclops", "--record", "r.jsonl"]).stderr("");
    watch.run();
    let beginning: Vec<String> = watch.read("r.jsonl").lines().take(6).map(|line| format!("{line}\n")).collect();
    std::fs::write(watch.path("r.jsonl"), beginning.concat()).unwrap();
    let told = watch.then(["play", "cyclops", "--record", "r.jsonl"]).stderr("").told();
    assert!(told.contains("you answer for everybody and the GM;"), "{told}");
}

#[test]
fn a_record_that_was_cut_off_loses_only_its_last_line() {
    let first = Quintain::new(["play", "cyclops", "--record", "r.jsonl"]).stdin("default\n").stderr("");
    first.run();
    let kept = first.read("r.jsonl");
    std::fs::write(first.path("r.jsonl"), &kept[..kept.len() - 4]).unwrap();
    let second = first.then(["play", "cyclops", "--record", "r.jsonl"]).stderr("");
    let told = second.told();
    assert!(told.contains("note: the file was cut off in line "), "{told}");
    let mended = second.read("r.jsonl");
    assert!(mended.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{mended}");
    second.then(["replay", "r.jsonl"]).stderr("").run();
}

#[test]
fn a_record_that_was_kept_in_another_encoding_is_refused_and_not_harmed() {
    let first = Quintain::new(["play", "cyclops", "--record", "r.jsonl"]).stdin("default\n").stderr("");
    first.run();
    let kept = first.read("r.jsonl");
    let latin: Vec<u8> = kept.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?')).collect();
    assert_ne!(latin, kept.as_bytes(), "the encounter has letters beyond ASCII");
    std::fs::write(first.path("r.jsonl"), &latin).unwrap();
    let second = first.then(["play", "cyclops", "--record", "r.jsonl"]).code(2);
    let told = second.run().stderr;
    assert_eq!(told, "error: the record `r.jsonl` cannot be read: line 1 is not text in UTF-8\n");
    assert_eq!(std::fs::read(second.path("r.jsonl")).unwrap(), latin, "no byte of it is touched");
}

#[test]
fn a_record_that_was_changed_is_found_out() {
    let play = Quintain::new(["play", "cyclops", "--record", "r.jsonl"]).stdin(&defaults()).stderr("");
    play.run();
    let kept = play.read("r.jsonl");
    let digest = kept.find("{\"rest\":{\"digest\":\"").unwrap() + "{\"rest\":{\"digest\":\"".len();
    let mut changed = kept.clone();
    changed.replace_range(digest..digest + 4, if &kept[digest..digest + 4] == "0000" { "1111" } else { "0000" });
    std::fs::write(play.path("r.jsonl"), changed).unwrap();
    let replay = play.then(["replay", "r.jsonl"]).code(1);
    let told = replay.run().stderr;
    assert!(told.starts_with("error: this record and these rules part ways: r.jsonl:"), "{told}");
    let check = replay.then(["check", "r.jsonl"]).code(2).stdout("");
    assert!(check.run().stderr.ends_with("error: 1 problem in 1 record\n"));
    let told = check.then(["play", "cyclops", "--record", "r.jsonl"]).code(1).run();
    assert!(told.stdout.contains("the fight cannot go on"), "{}", told.stdout);
}

#[test]
fn undo_takes_the_last_decision_back_and_dice_stay_as_they_fell() {
    let play = Quintain::new(["play", "cyclops", "--record", "r.jsonl"]).stdin("default\nundo\nquit\n").stderr("");
    let told = play.told();
    assert!(told.contains("taken back: "), "{told}");
    assert!(play.read("r.jsonl").contains("{\"cut\":"));
    play.then(["replay", "r.jsonl"]).stderr("").run();
}

#[test]
fn people_may_throw_their_own_dice() {
    let faces = "1\n".repeat(3);
    let told =
        Quintain::new(["play", "cyclops", "--dice", "physical"]).stdin(&format!("99\nfive\n{faces}")).stderr("").told();
    assert!(told.contains("throw and type its face"), "{told}");
    assert!(told.contains("> 99\nasked for is one die with faces from 1 to "), "{told}");
    assert!(told.contains("> five\nfaces are wanted"), "{told}");
}

#[test]
fn what_is_no_record_is_not_overwritten() {
    let play = Quintain::new(["play", "cyclops", "--record", "notes.txt"]).file("notes.txt", "buy milk\n").code(2);
    play.run();
    assert_eq!(play.read("notes.txt"), "buy milk\n");
}

/// A fight on a map with walls and doors between squares, in which nobody is in the other's way.
const WALLED: &str = "\
rulebook = \"uchma\"
[map]
size = [6, 3]
edges = [\"wall C1-C2 east\", \"door C3-D3 closed\"]
[[combatant]]
name = \"Ada\"
is = \"hero\"
side = \"red\"
at = \"A1\"
[[combatant]]
name = \"Bo\"
is = \"hero\"
side = \"blue\"
at = \"F1\"
";

#[test]
fn the_map_draws_what_stands_between_squares() {
    let told = Quintain::new(["play", "a.toml", "--seat", "all"])
        .file("a.toml", WALLED)
        .stdin("map\nquit\n")
        .stderr("")
        .told();
    let map: Vec<&str> = told.lines().skip_while(|line| !line.starts_with("> map")).skip(1).take(5).collect();
    assert_eq!(
        map,
        [
            "  3  . . .+. . .",
            "  2  . . .│. . .",
            "  1  A . .│. . B",
            "     A B C D E F",
            "    + door closed   │ ─ wall"
        ]
    );
}

#[test]
fn several_answers_stand_in_a_line() {
    let typed = "move to A2, \"dance, dance\", move to A3\nquit\n";
    // The slower one comes later, whatever the dice say.
    let slower = WALLED.replace("at = \"F1\"\n", "at = \"F1\"\nset = { speed = 4 }\n");
    let play = Quintain::new(["play", "a.toml", "--seat", "Ada,Bo"]);
    let told = play.file("a.toml", &slower).stdin(typed).stderr("").told();
    assert!(told.contains("Ada moves from A1 to A2"), "{told}");
    assert!(told.contains("`dance, dance` was not given: Ada: no such option"), "{told}");
}

#[test]
fn a_seat_in_the_terminal_knows_what_its_own_perceive() {
    let typed = "state\nwhy Cyclops.sta\ngm: conceal Cyclops\nstate\nquit\n";
    let told = Quintain::new(["play", "cyclops", "--seat", "Althea"]).stdin(typed).stderr("").told();
    assert!(told.contains("unhurt") && told.contains("there is no value `Cyclops.sta`"), "{told}");
    let (_, concealed) = told.split_once("> gm: conceal Cyclops").unwrap();
    assert!(!concealed.contains("unhurt"), "{concealed}");
    let everything = Quintain::new(["play", "cyclops", "--seat", "all"]).stdin("state\nquit\n").stderr("").told();
    assert!(!everything.contains("unhurt"), "{everything}");
}

#[test]
fn those_who_watch_with_the_heroes_eyes_hear_no_sums_of_foes() {
    let all = Quintain::new(["watch", "cyclops"]).stderr("").told();
    let own = Quintain::new(["watch", "cyclops", "--seat", "players"]).stderr("").told();
    assert!(all.contains("Cyclops") && own.contains("Cyclops"), "{own}");
    assert!(all.lines().count() >= own.lines().count() && all != own, "{all}\n{own}");
}
