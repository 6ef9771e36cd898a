//! Packs, encounters, scripts, rules and schemas.

use crate::quintain::Quintain;

const ENCOUNTER: &str = "\
rulebook = \"thalassa\"
[[combatant]]
name = \"Althea\"
is = \"althea\"
side = \"heroes\"
[[combatant]]
name = \"Cyclops\"
is = \"cyclops\"
side = \"monsters\"
";

#[test]
fn a_sound_folder_has_nothing_wrong() {
    Quintain::new(["check", "mine"])
        .file("mine/a.toml", ENCOUNTER)
        .file("mine/b/c.toml", "rulebook = \"thalassa\"\n[[creature]]\nid = \"titan\"\nlike = \"cyclops\"\n")
        .stdout("1 encounter, 1 pack: nothing wrong\n")
        .stderr("")
        .run();
}

#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_checked() {
    let run = Quintain::new(["check", "mine"]).file("mine/b.toml", &ENCOUNTER.replace("\"cyclops\"", "\"cyclop\""));
    std::fs::write(run.path("mine/a.toml"), b"rulebook = \"caf\xe9\"").unwrap();
    let said = run.code(2).stdout("").run().stderr;
    assert!(said.contains("`mine/a.toml` cannot be read: it is not text in UTF-8"), "{said}");
    assert!(said.contains("no creature is called `cyclop`"), "{said}");
    assert!(said.ends_with("error: 2 problems in 1 encounter\n"), "{said}");
    let said = Quintain::new(["check", "a.txt"]).file("a.txt", "x").code(2).stdout("").run().stderr;
    assert!(said.ends_with("error: 1 problem\n"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_keeps_no_other_from_being_checked() {
    use std::os::unix::fs::PermissionsExt;

    let run = Quintain::new(["check", "mine"]).file("mine/a/x.toml", ENCOUNTER).file("mine/b.toml", ENCOUNTER);
    let locked = run.path("mine/a");
    let open_to = |mode: u32| std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(mode)).unwrap();
    open_to(0o000);
    let unread = std::fs::read_dir(&locked).is_err();
    let (code, told) = match unread {
        true => (2, "error: 1 problem in 1 encounter\n"),
        // Where everything may be read, both are found.
        false => (0, ""),
    };
    let run = run.code(code);
    let said = run.run().stderr;
    open_to(0o755);
    assert!(said.ends_with(told) && said.contains("cannot be read") == unread, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_no_text_is_told_and_keeps_no_other_from_being_checked() {
    use std::os::unix::ffi::OsStringExt;

    let run = Quintain::new(["check", "mine"]).file("mine/b.toml", ENCOUNTER);
    let name = std::ffi::OsString::from_vec(b"caf\xe9.toml".to_vec());
    std::fs::write(run.path("mine").join(name), ENCOUNTER).unwrap();
    let said = run.code(2).stdout("").run().stderr;
    assert!(said.contains("caf\u{fffd}.toml` is not text in UTF-8"), "{said}");
    assert!(said.ends_with("error: 1 problem in 1 encounter\n"), "{said}");
}

#[test]
fn every_problem_is_drawn_at_its_place() {
    Quintain::new(["check", "mine"])
        .file("mine/a.toml", &ENCOUNTER.replace("\"cyclops\"", "\"cyclop\""))
        .file("mine/b.toml", &format!("titel = \"x\"\n{ENCOUNTER}"))
        .code(2)
        .stdout("")
        .stderr(
            "\
error: no creature is called `cyclop`
   ╭─[ mine/a.toml:8:6 ]
   │
 8 │ is = \"cyclop\"
   │      ────┬───  
   │          ╰───── the nearest name is `cyclops`
───╯
error: an encounter has no key `titel`
   ╭─[ mine/b.toml:1:1 ]
   │
 1 │ titel = \"x\"
   │ ──┬──  
   │   ╰──── the nearest key is `title`
───╯
error: 2 problems in 2 encounters
",
        )
        .run();
}

#[test]
fn a_missing_pack_is_pointed_at() {
    let text = format!("packs = [\"more.toml\"]\n{ENCOUNTER}");
    let told = Quintain::new(["watch", "a.toml"]).file("a.toml", &text).code(2).stdout("").run().stderr;
    assert!(told.starts_with("error: there is no pack `more.toml`\n   ╭─[ a.toml:1:10 ]\n"), "{told}");
}

#[test]
fn a_pack_beside_the_encounter_is_read() {
    let pack = "rulebook = \"thalassa\"\n[[creature]]\nid = \"titan\"\nlike = \"cyclops\"\n";
    let text = format!("packs = [\"more.toml\"]\n{}", ENCOUNTER.replace("\"cyclops\"", "\"titan\""));
    Quintain::new(["watch", "home/a.toml"]).file("home/a.toml", &text).file("home/more.toml", pack).stderr("").run();
}

/// A case whose only step is this expectation.
fn case(step: &str) -> String {
    format!("= A case\n---\nseed = 1\nshows = []\n{ENCOUNTER}---\n{step}\n")
}

#[test]
fn scripts_pass_or_fail_with_the_line() {
    Quintain::new(["test", "a.fight"])
        .file("a.fight", &case("expect not round 99"))
        .stdout("1 passed, 0 failed\n")
        .stderr("")
        .run();
    let told = Quintain::new(["test", "a.fight"]).file("a.fight", &case("expect round 99")).code(1).stderr("").told();
    assert!(told.starts_with("failed: A case (a.fight:1)\nerror: expected round 99"), "{told}");
    assert!(told.contains("╭─[ a.fight:15:1 ]") && told.contains("15 │ expect round 99"), "{told}");
    assert!(told.ends_with("\n0 passed, 1 failed\n"), "{told}");
}

#[test]
fn scripts_tell_json_too() {
    let told = Quintain::new(["test", "a.fight", "--json"]).file("a.fight", &case("expect round 99")).code(1).told();
    let lines: Vec<serde_json::Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["case"], &lines[0]["failure"]["line"]), (&"A case".into(), &15.into()));
    assert_eq!(lines[1], serde_json::json!({ "passed": 0, "failed": 1 }));
}

#[test]
fn text_that_is_no_script_is_told() {
    let told = Quintain::new(["test", "a.fight"]).file("a.fight", "hello\n").code(2);
    let told = told.stderr("error: one of the files holds no case\n").told();
    assert!(told.starts_with("error: ") && told.ends_with("0 passed, 1 failed\n"), "{told}");
    let told = Quintain::new(["check", "a.fight"]).file("a.fight", "hello\n").code(2).stdout("").run().stderr;
    assert!(told.ends_with("error: 1 problem in 1 script\n"), "{told}");
}

#[test]
fn one_bad_case_hides_no_other() {
    let text = format!("{}{}", case("attack!"), case("expect not round 99"));
    let told = Quintain::new(["test", "a.fight"]).file("a.fight", &text).code(1).stderr("").told();
    assert!(told.contains("this is no step") && told.ends_with("1 passed, 1 failed\n"), "{told}");
}

#[test]
fn what_a_simulation_would_refuse_is_told() {
    let text = ENCOUNTER.replace("\"monsters\"", "\"heroes\"");
    let told = Quintain::new(["check", "a.toml"]).file("a.toml", &text).code(2).stdout("").run().stderr;
    assert!(told.contains("everybody is on the side `heroes`"), "{told}");
    let told =
        Quintain::new(["check", "a.toml"]).file("a.toml", "rulebook = \"thalassa\"\n").code(2).stdout("").run().stderr;
    assert!(told.contains("nobody fights here, and it holds no entries"), "{told}");
}

#[test]
fn rules_are_listed_explained_and_found_by_near_names() {
    let all = Quintain::new(["rules", "thalassa", "--json"]).stderr("").json();
    let first = all[0]["id"].as_str().unwrap();
    let list = Quintain::new(["rules", "Thálassa"]).stderr("").told();
    assert!(list.contains(&format!("\n{first} ")), "{list}");
    let one = Quintain::new(["rules", "thalassa", first]).stderr("").told();
    assert!(one.starts_with(&format!("thalassa/{first} (")), "{one}");
    Quintain::new(["rules", "thalassa", &format!("thalassa/{first}")]).stdout(&one).stderr("").run();
    Quintain::new(["rules", "thalassa", &format!("{first}x")])
        .code(2)
        .stdout("")
        .stderr(&format!("error: no rule is called `{first}x`; the nearest name is `{first}`\n"))
        .run();
}

#[test]
fn uncovered_rules_are_a_failure() {
    let covered = case("expect not round 99").replace("shows = []", "shows = [\"attack.armor\"]");
    let told = Quintain::new(["rules", "thalassa", "--uncovered", "--json"])
        .file("fights/thalassa/a.fight", &covered)
        .code(1)
        .stderr("")
        .json();
    let bare: Vec<&str> = told.as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert!(!bare.is_empty() && !bare.contains(&"attack.armor"), "{bare:?}");
    assert!(told.as_array().unwrap().iter().all(|rule| rule["kind"] != "off-map"));
    Quintain::new(["rules", "thalassa", "--uncovered"])
        .code(2)
        .stdout("")
        .stderr("error: there is no folder `fights`; say where the examples are with --fights\n")
        .run();
}

#[test]
fn an_example_stands_with_its_rule() {
    let covered = case("expect not round 99").replace("shows = []", "shows = [\"attack.armor\"]");
    let told = Quintain::new(["rules", "thalassa", "attack.armor", "--fights", "mine"])
        .file("mine/thalassa/a.fight", &covered)
        .told();
    assert!(told.ends_with("shown by mine/thalassa/a.fight:1: A case\n"), "{told}");
}

#[test]
fn schemas_are_written_as_json() {
    let run = Quintain::new(["schemas", "s"]).stderr("");
    let told = run.told();
    assert!(told.contains("encounter.json") && told.contains("thalassa-pack.json"), "{told}");
    for file in told.lines() {
        let schema: serde_json::Value = serde_json::from_str(&run.read(file)).unwrap();
        assert_eq!(schema["type"], "object", "{file}");
    }
}

#[test]
fn books_names_the_ready_made_encounters_and_days() {
    let told = Quintain::new(["books"]).stderr("").told();
    assert!(told.starts_with("Thálassa (thalassa): ") && told.contains("thalassa/cyclops"), "{told}");
    assert!(told.contains("thalassa/road-to-delphi  The road to Delphi"), "{told}");
    let told = Quintain::new(["sim", "road-to-delphi", "-n", "2"]).stderr("").told();
    assert!(told.starts_with("The road to Delphi"), "{told}");
}

#[test]
fn rules_only_cited_beside_another_are_listed() {
    let json = Quintain::new(["rules", "thalassa", "--beside", "--json"])
        .file("fights/thalassa/a.fight", &case("expect not round 99"))
        .stderr("")
        .json();
    assert!(json.is_array(), "{json}");
    let told = Quintain::new(["rules", "thalassa", "--beside"])
        .file("fights/thalassa/a.fight", &case("expect not round 99"))
        .told();
    assert!(told.trim_end().ends_with("are only ever cited beside another"), "{told}");
}
