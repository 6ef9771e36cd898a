//! Parties by command: what a record leaves, what is handed out, rests with their choices and dice.

use crate::quintain::Quintain;

const CREW: &str =
    "rulebook = \"thalassa\"\ntitle = \"The crew\"\n\n[[hero]]\nname = \"Althea\"\nis = \"althea\" # their captain\n";

const HURT: &str = "rulebook = \"oakhearth\"\n[[hero]]\nname = \"Hild\"\nis = \"barbarian\"\nleft = \"helpless\"\n[hero.carries]\nhp = 0\nmax-hp = 11\n\
                    [[hero]]\nname = \"Lark\"\nis = \"hunter\"\n";

fn crew() -> Quintain {
    Quintain::new(["party", "show", "crew.toml"]).file("crew.toml", CREW)
}

#[test]
fn what_a_record_leaves_goes_into_the_file_once_that_is_agreed_to() {
    let watched = crew().then(["watch", "cyclops", "--seed", "3", "--record", "fight.jsonl"]);
    watched.run();
    let looked = watched.then(["party", "after", "fight.jsonl", "--party", "crew.toml"]);
    assert!(looked.told().contains("`--yes` writes it"));
    assert_eq!(looked.read("crew.toml"), CREW, "nothing is written without a yes");
    let written = looked.then(["party", "after", "fight.jsonl", "--party", "crew.toml", "--yes"]);
    assert!(written.told().contains("Althea"));
    let text = written.read("crew.toml");
    assert!(text.contains("# their captain") && text.contains("what = \"fight\""), "{text}");
    let none = written.then(["party", "after", "crew.toml", "--party", "crew.toml"]).code(2).run().stderr;
    assert!(none.contains("crew.toml"), "{none}");
}

#[test]
fn a_party_of_which_nobody_lives_can_still_be_looked_at() {
    let dead = format!(
        "{CREW}left = \"dead\"\n[[history]]\nwhat = \"fight\"\ntitle = \"One eye\"\ntold = [\"Althea falls\"]\n"
    );
    let show = Quintain::new(["party", "show", "crew.toml"]).file("crew.toml", &dead).stderr("");
    let told = show.told();
    for words in ["The crew", "Althea  althea  dead", "fight: One eye", "Althea falls"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let json = show.then(["party", "show", "crew.toml", "--json"]).json();
    assert_eq!((&json["title"], json["heroes"].as_array().map(Vec::len)), (&"The crew".into(), Some(0)), "{json}");
}

#[test]
fn what_is_handed_out_is_written_and_what_cannot_be_is_refused() {
    let handed = crew().then(["party", "hand", "crew.toml", "set Althea.sta 2", "--yes"]);
    assert!(handed.told().contains("sta"));
    assert!(handed.read("crew.toml").contains("sta = 2"));
    let before = handed.read("crew.toml");
    let wrong = handed.then(["party", "hand", "crew.toml", "set Altea.sta 2", "--yes"]).code(2);
    assert!(wrong.run().stderr.contains("set Altea.sta 2"));
    assert_eq!(wrong.read("crew.toml"), before);
}

#[test]
fn a_rest_asks_for_its_dice_and_choices() {
    let lines = "default\n5\n".repeat(40);
    let rest = ["party", "rest", "hurt.toml", "tend", "--ask", "--by-hand", "--yes"];
    let asked = Quintain::new(rest).file("hurt.toml", HURT).stdin(&lines);
    let told = asked.told();
    assert!(told.contains("throw and type"), "{told}");
    assert!(asked.read("hurt.toml").contains("what = \"rest\""));
    let quit = Quintain::new(rest).file("hurt.toml", HURT).stdin("quit\n");
    assert!(quit.told().contains("the rest is not over"));
    assert_eq!(quit.read("hurt.toml"), HURT);
    let alone = Quintain::new(["party", "rest", "hurt.toml", "tend", "--seed", "7", "--yes"]).file("hurt.toml", HURT);
    assert!(!alone.told().contains("throw and type"), "nobody is asked where nobody asks to be");
}
