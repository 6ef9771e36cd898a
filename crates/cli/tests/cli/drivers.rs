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
fn answers_that_are_not_legal_are_told_with_whose_they_are_and_no_more_of_them_than_one_can_read() {
    let bot = "read line\nn=0\nwhile [ -n \"$line\" ]; do n=$((n + 1)); echo \"{\\\"answer\\\": \\\"dance $n\\\"}\"; read line; done\n";
    let words = ["sim", "cyclops", "-n", "60", "--brief", "--threads", "1", "--tactics", "heroes=program:sh bot.sh"];
    let told = Quintain::new(words).file("bot.sh", bot).code(1).run().stderr;
    assert!(told.contains("`sh bot.sh` answered `dance 10` for Althea: no such option"), "{told}");
    assert!(told.contains("\nother things than these went wrong ("), "{told}");
    assert_eq!(told.lines().count(), 22, "{told}");
}

#[test]
#[cfg(unix)]
fn a_program_that_writes_unasked_costs_no_more_than_its_time() {
    let args = ["sim", "cyclops", "-n", "20", "--brief", "--tactics", "heroes=program:yes"];
    let told = Quintain::new(args).code(1).run().stderr;
    assert!(told.contains("the default answer stood"), "{told}");
}

#[test]
#[cfg(unix)]
fn a_bot_is_examined_in_the_manner_that_stands_before_it() {
    let ends = "while read line; do echo '{\"answer\": \"default\"}'; done";
    let examined = |manner: &str, script: &str, code| {
        let bot = format!("{manner}sh bot.sh");
        let run = Quintain::new(["bot", &bot, "--in", "cyclops", "--seconds", "4"]).file("bot.sh", script);
        run.stderr("").code(code).run().stdout
    };
    let many = "it answers in each of several fights under way";
    let plain = examined("", ends, 0);
    assert!(!plain.contains(many) && plain.contains("version 1 of the protocol"), "{plain}");
    let told = examined("program+many+slim:", ends, 0);
    assert!(told.contains(&format!("right  {many}")) && told.contains("version 2 of the protocol"), "{told}");
    // It answers in a fight in which it is asked nothing.
    let astray = "while read line; do echo '{\"fight\": 99, \"answer\": \"default\"}'; done";
    let told = examined("program+many:", astray, 1);
    assert!(told.contains(&format!("wrong  {many}")), "{told}");
}

#[test]
fn wrong_drivers_are_refused() {
    let told = Quintain::new(["sim", "cyclops", "--tactics", "search:1"]).code(2).run().stderr;
    assert!(told.contains("2 to 1000000"), "{told}");
    let told = Quintain::new(["sim", "cyclops", "--tactics", "program:no-such-program-here"]).code(2).run().stderr;
    assert!(told.contains("cannot be started"), "{told}");
}

/// What `quintain bot --api` says of a client, which may take four seconds over an answer, and says this itself.
#[cfg(unix)]
fn examined(client: &str, seconds: &str, (says, code): (&str, i32)) -> Option<String> {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: Python is missing");
        return None;
    }
    let command = format!("python3 {client}");
    let run = Quintain::new([
        "bot",
        "--api",
        &command,
        "--in",
        "cyclops",
        "--in",
        "oakhearth/tavern-brawl",
        "--seconds",
        seconds,
    ]);
    Some(run.stderr(says).code(code).run().stdout)
}

#[test]
#[cfg(unix)]
fn the_example_of_a_client_keeps_to_the_interface() {
    let says = "the table speaks version 99 of the interface, and this client version 1\n";
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/client.py");
    let Some(told) = examined(client, "4", (says, 0)) else { return };
    for right in ["puts options in an order", "throws dice", "came too late", "broken off", "does not know", "plays"] {
        assert!(told.lines().any(|line| line.starts_with("right") && line.contains(right)), "{right}: {told}");
    }
    assert!(!told.contains("wrong"), "{told}");
}

/// A client that asks without a pause, gives a late answer again, picks the first option whatever is wanted, knows no dice and
/// no end. On a busy machine it may have to ask twice.
#[test]
#[cfg(unix)]
fn a_client_that_breaks_the_interface_is_told_how() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("client.py");
    let client = r#"
import json, sys, urllib.error, urllib.request
table = sys.argv[1]
def send(given):
    request = urllib.request.Request(table + "/answer", json.dumps(given).encode(), {"content-type": "application/json"})
    try: urllib.request.urlopen(request, timeout=5).close()
    except urllib.error.HTTPError as fault: return fault.code == 409
    except OSError: pass
while True:
    try: now = json.load(urllib.request.urlopen(table, timeout=5))
    except OSError: continue
    for asked in now["questions"]:
        words = asked["options"][0]["text"] if asked["options"] else "north"
        answer = {"number": asked["number"], "who": asked["who"], "words": words}
        if send(answer): send(answer)
    if now["dice"]: send({"roll": 6})
"#;
    std::fs::write(&path, client).unwrap();
    let Some(told) = examined(path.to_str().unwrap(), "3", ("", 1)) else { return };
    for wrong in [
        "right  it picks one of several options",
        "wrong  it says a number: it said `north`",
        "which is neither an answer nor dice",
        "wrong  it looks again where its answer came too late: it gave the same answer again",
        "wrong  it waits while others are asked: it asked for the state",
        "wrong  it ends when the fight is over: it went on",
        "wrong  it ends where the interface has a version that it does not know: it answered all the same",
    ] {
        assert!(told.contains(wrong), "{wrong}: {told}");
    }
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
    let run = Quintain::new(["watch", "thalassa/ambush", "--seed", "8", "--tactics", &bot, "--record", "fight.jsonl"]);
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
    let refused = Quintain::new(watch).file("fight.jsonl", "mine").code(2).stdout("").run();
    assert!(refused.stderr.contains("there is a file `fight.jsonl` already"), "{}", refused.stderr);
}
