//! Programs that play a side: what they may answer, what they are told, and what a line costs.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quintain_books::library;
use quintain_content::Source;
use quintain_engine::Side;
use quintain_library::files;
use quintain_sim::{Driven, Driver, Manner, Matchup, Program, Report, Series, Study, simulate};

/// A script that keeps what it reads and answers to each line that is a question.
struct Script {
    folder: tempfile::TempDir,
    answer: &'static str,
}

impl Script {
    fn answering(answer: &'static str) -> Script {
        Script { folder: tempfile::tempdir().unwrap(), answer }
    }

    fn heard(&self) -> PathBuf {
        self.folder.path().join("heard")
    }

    fn program(&self, manner: &str) -> Program {
        let path = self.folder.path().join("bot.sh");
        let (heard, answer) = (self.heard().display().to_string(), self.answer);
        let text = format!(
            "while read -r line; do\n  echo \"$line\" >> {heard}\n  case \"$line\" in *'\"question\"'*) echo '{answer}';; esac\ndone\n"
        );
        std::fs::write(&path, text).unwrap();
        let manner = Manner::read(manner).unwrap().unwrap();
        Program::new(&format!("sh {}", path.display()), Duration::from_secs(20)).unwrap().in_manner(manner)
    }

    fn lines(&self) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(self.heard()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn played(script: &Script, manner: &str, encounter: &str, fights: u64) -> (Report, Vec<(String, u64)>) {
    let opened = match Path::new(encounter).exists() || !encounter.contains('\n') {
        true => library().open(encounter, &files::read).unwrap(),
        false => library().open_source(Source::new("crowd.toml", encounter), &files::read).unwrap(),
    };
    let fight = Driven::new(opened.fight, vec![(Side(0), Driver::Program(script.program(manner)))]);
    let study = Study { threads: 1, ..Study::new("", fights) };
    let report = simulate(&fight, &study, &|_| {}, &AtomicBool::new(false));
    let complaints = fight.complaints();
    drop(fight);
    (report, complaints)
}

#[test]
fn an_option_may_be_meant_by_its_place_or_by_what_it_does() {
    for answer in [r#"{"option": 0}"#, r#"{"do": {"verb": "attack", "means": "xiphos", "variants": []}}"#] {
        let script = Script::answering(answer);
        let (_, complaints) = played(&script, "program", "cyclops", 4);
        // What is asked besides acts has no such option; every act is taken.
        let none = |words: &str| words.contains("no option does") || words.contains("option 0 of 0");
        let refused = complaints.iter().all(|(words, _)| none(words));
        assert!(refused, "{answer}: {complaints:?}");
        assert!(script.lines().len() >= 4);
    }
}

#[test]
fn results_and_the_end_are_told_where_they_are_asked_for() {
    let script = Script::answering(r#"{"answer": "default"}"#);
    let (report, complaints) = played(&script, "program+results", "cyclops", 6);
    assert!(complaints.is_empty(), "{complaints:?}");
    let lines = script.lines();
    let results: Vec<&serde_json::Value> =
        lines.iter().map(|line| &line["result"]).filter(|it| !it.is_null()).collect();
    assert_eq!(results.len(), 6);
    let won = results.iter().filter(|result| result["winner"] == "heroes").count() as u64;
    assert_eq!(won, report.sides[0].wins);
    assert!(results.iter().all(|result| result["round"].as_u64().unwrap() > 0));
    assert_eq!(lines.last().unwrap()["end"], true, "the end is the last that is told");
    let plain = Script::answering(r#"{"answer": "default"}"#);
    played(&plain, "program", "cyclops", 6);
    assert!(plain.lines().iter().all(|line| line["question"].is_object()));
}

#[test]
fn a_program_answers_for_whom_it_has_called_too() {
    let calls = r#"rulebook = "oakhearth"
[map]
size = [20, 8]
[[combatant]]
name = "Sorrel"
is = "elementalist"
side = "circle"
at = "B3"
set = { spells = ["summon-beast"] }
[[combatant]]
name = "Digger"
is = "commoner"
side = "folk"
at = "T3"
set = { hp = 9 }
"#;
    let script = Script::answering(r#"{"do": {"verb": "cast", "means": "Summon Beast"}}"#);
    played(&script, "program", calls, 2);
    let asked: Vec<serde_json::Value> = script.lines().into_iter().map(|line| line["who"].clone()).collect();
    assert!(asked.iter().any(|who| who == "Summoned Beast 1"), "{asked:?}");
}

/// Reads questions of many fights, answers the newest first, and names the fight.
const BACKWARDS: &str = r#"
import json, select, sys
held, at_most = [], 0
while True:
    line = sys.stdin.buffer.raw.readline() if not held or select.select([sys.stdin], [], [], 0.02)[0] else None
    if line == b"": break
    if line:
        asked = json.loads(line)
        assert asked["protocol"] == 2
        held.append(asked["fight"])
        at_most = max(at_most, len(held))
        open(sys.argv[1], "w").write(str(at_most))
        continue
    print(json.dumps({"fight": held.pop(), "answer": "default"}), flush=True)
"#;

fn report(tactics: Program, fights: u64) -> (Report, Vec<(String, u64)>) {
    let fight =
        Driven::new(library().open("cyclops", &files::read).unwrap().fight, vec![(Side(0), Driver::Program(tactics))]);
    let study = Study { threads: 1, ..Study::new("", fights) };
    let series = Series::fights(Matchup { fight, study, content: String::new() });
    let report = series.play(&|_| {}, &AtomicBool::new(false)).report().unwrap();
    let complaints = report.complaints.clone();
    (Report { seconds: 0.0, fights_per_second: 0.0, complaints: Vec::new(), ..report }, complaints)
}

#[test]
fn many_fights_at_once_in_one_process_are_the_fights_of_one_after_another() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: Python is missing");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (bot, most) = (folder.path().join("bot.py"), folder.path().join("most"));
    std::fs::write(&bot, BACKWARDS).unwrap();
    let command = format!("python3 {} {}", bot.display(), most.display());
    let manner = Manner::read("program+many").unwrap().unwrap();
    let many = Program::new(&command, Duration::from_secs(20)).unwrap().in_manner(manner);
    let (told, complaints) = report(many, 100);
    assert!(complaints.is_empty(), "{complaints:?}");
    let alone = Script::answering(r#"{"answer": "default"}"#);
    assert_eq!(told, report(alone.program("program"), 100).0);
    let most: u32 = std::fs::read_to_string(&most).unwrap().parse().unwrap();
    assert!(most > 20, "{most} fights at once");
}

#[test]
fn an_answer_in_a_fight_in_which_nothing_was_asked_breaks_the_talk_off() {
    let script = Script::answering(r#"{"fight": 999999, "answer": "default"}"#);
    let (_, complaints) = played(&script, "program+many", "cyclops", 40);
    assert!(complaints.iter().any(|(why, _)| why.contains("in which nothing was asked")), "{complaints:?}");
}

#[test]
fn a_fight_of_programs_that_comes_to_a_stand_is_told_as_a_stalemate() {
    let script = Script::answering(r#"{"answer": "nothing"}"#);
    let idle = "rulebook = \"thalassa\"\n[map]\nsize = [40, 4]\n\
        [[combatant]]\nname = \"One\"\nis = \"althea\"\nside = \"ones\"\nat = \"A1\"\n\
        [[combatant]]\nname = \"Other\"\nis = \"althea\"\nside = \"others\"\nat = \"AN4\"\n";
    let opened = library().open_source(Source::new("idle.toml", idle), &files::read).unwrap();
    let both = [Side(0), Side(1)].map(|side| (side, Driver::Program(script.program("program+results"))));
    let fight = Driven::new(opened.fight, both.into());
    let played = |round_limit| {
        simulate(&fight, &Study { threads: 1, round_limit, ..Study::new("", 1) }, &|_| {}, &AtomicBool::new(false))
    };
    let short = played(20);
    assert_eq!((short.stalemates, short.undecided, short.rounds.max), (0, 1, 20));
    let report = played(60);
    assert_eq!((report.stalemates, report.undecided, report.rounds.max), (1, 0, 60), "{:?}", fight.complaints());
    drop(fight);
    assert!(script.lines().iter().any(|line| line["result"]["outcome"] == "stalemate"));
}

#[test]
fn formalities_are_put_on_request() {
    let asked = |manner| {
        let script = Script::answering(r#"{"answer": "default"}"#);
        let (_, complaints) = played(&script, manner, "cyclops", 4);
        assert!(complaints.is_empty(), "{complaints:?}");
        script.lines().len()
    };
    assert!(asked("program+formalities") >= asked("program"));
}

/// Four against six on open ground.
const CROWD: &str = "rulebook = \"thalassa\"\n[map]\nsize = [16, 10]\n\
    [[combatant]]\nname = \"Guard\"\nis = \"althea\"\nside = \"heroes\"\ncount = 4\nat = [\"B2\", \"B4\", \"B6\", \"B8\"]\n\
    [[combatant]]\nname = \"Bandit\"\nis = \"althea\"\nside = \"bandits\"\ncount = 6\n\
    at = [\"N2\", \"N3\", \"N4\", \"N5\", \"N6\", \"N7\"]\n";

#[test]
fn slim_lines_take_less_than_four_kilobytes_a_decision() {
    let bytes = |manner| {
        let script = Script::answering(r#"{"answer": "default"}"#);
        let (_, complaints) = played(&script, manner, CROWD, 3);
        assert!(complaints.is_empty(), "{complaints:?}");
        let all = std::fs::metadata(script.heard()).unwrap().len();
        all / script.lines().len() as u64
    };
    let (slim, full) = (bytes("program+slim"), bytes("program"));
    assert!(slim < 4_096 && slim * 3 < full, "{slim} bytes a decision, {full} in full");
}

#[test]
fn slim_lines_say_what_has_changed_since_the_last_one() {
    let script = Script::answering(r#"{"option": 0}"#);
    played(&script, "program+slim", CROWD, 1);
    let lines = script.lines();
    assert!(lines[0]["changes"]["combatants"]["Guard 1"]["sta"].is_number(), "{}", lines[0]);
    assert!(lines[0]["view"].is_null());
    let repeated = lines.windows(2).any(|pair| {
        let (one, next) = (&pair[0]["changes"]["combatants"], &pair[1]["changes"]["combatants"]);
        one["Guard 1"]["is"].is_string() && next["Guard 1"]["is"].is_string()
    });
    assert!(!repeated, "what does not change is told once");
    let options = lines[0]["question"]["options"].as_array().unwrap();
    assert!(options.iter().all(|option| option["from"].is_number()), "{options:?}");
}
