//! Parties as texts: read, joined with encounters, written anew.

use super::*;

const CREW: &str = r#"# The crew.
rulebook = "thalassa"
title = "The crew"
packs = ["mine.toml"]

# Their captain.
[[hero]]
name = "Althea"
is = "althea"
set = { max-sta = 6, sta = 6 } # since Chios
seat = "Ann"

[hero.carries] # scars
sta = 2

[[hero]]
name = "Hyllus"
is = "hyllus"
left = "dead"
"#;

const BAY: &str = r#"rulebook = "thalassa"
packs = ["sea.toml"]
party = "../crew.toml"
# The bay.
[map]
size = [5, 5]

[[combatant]]
name = "Timonax"
is = "timonax"
side = "heroes"
at = "B2"

[[combatant]] # it sleeps
is = "cyclops"
side = "monsters"
at = "D4"
set = { sta = 3 }
"#;

fn party(text: &str) -> Party {
    Party::parse(&Source::new("crew.toml", text)).unwrap()
}

fn problem(text: &str) -> String {
    Party::parse(&Source::new("crew.toml", text)).unwrap_err().to_string()
}

#[test]
fn what_is_carried_lies_over_what_stands() {
    let values = party(CREW).heroes[0].values();
    let values: Vec<String> = values.iter().map(|(key, value)| format!("{}={}", key.value, value.value)).collect();
    assert_eq!(values, ["max-sta=6", "sta=2"]);
}

#[test]
fn the_dead_are_not_in_camp() {
    let camp = party(CREW).camp();
    let names: Vec<&str> = camp.combatants.iter().map(|spec| spec.name.value.as_str()).collect();
    assert_eq!(names, ["Althea"]);
    assert_eq!(camp.combatants[0].name.place.line, 8);
}

#[test]
fn a_hero_takes_a_place_and_everything_else_stays() {
    let joined = party(CREW).join(&Source::new("fights/bay.toml", BAY), &[]).unwrap();
    assert_eq!(&*joined.path, "fights/bay with crew.toml");
    let encounter = Encounter::parse(&joined, &[]).unwrap();
    let who: Vec<String> = encounter.expand().iter().map(|one| one.name.clone()).collect();
    assert_eq!(who, ["Althea", "Cyclops"]);
    assert_eq!(encounter.combatants[0].at[0].value.to_string(), "B2");
    assert_eq!(encounter.party, None);
    let packs: Vec<String> = encounter.packs.iter().map(|pack| pack.value.clone()).collect();
    assert_eq!(packs, ["sea.toml", "../mine.toml"]);
    assert!(joined.text.contains("# The bay.") && joined.text.contains("# it sleeps"), "{}", joined.text);
}

#[test]
fn a_map_without_room_for_all_is_refused() {
    let two = CREW.replace("left = \"dead\"", "");
    let problems = party(&two).join(&Source::new("bay.toml", BAY), &[]).unwrap_err().to_string();
    assert!(problems.contains("has one place for `heroes`, and 2 of the party come along"), "{problems}");
}

#[test]
fn a_party_of_another_game_is_refused() {
    let other = BAY.replace("thalassa", "gu");
    let problems = party(CREW).join(&Source::new("bay.toml", other), &[]).unwrap_err().to_string();
    assert!(problems.contains("the party is for `thalassa`"), "{problems}");
}

#[test]
fn changes_leave_the_rest_of_the_file_alone() {
    let change = HeroChange {
        name: "Althea".into(),
        left: "helpless".into(),
        carries: vec![("sta".into(), Value::Int(0)), ("max-sta".into(), Value::Int(7))],
    };
    let became = Some(("2".into(), "0".into()));
    let line = Noted { who: "Althea".into(), what: "sta".into(), became, rule: "attack.to-sta".into() };
    let chapter = Chapter { what: "fight".into(), title: "Bay".into(), told: vec![line] };
    let after = party(CREW).changed(&[change], &chapter).unwrap();
    let expected = CREW
        .replace("seat = \"Ann\"\n", "seat = \"Ann\"\nleft = \"helpless\"\n")
        .replace("sta = 2\n", "sta = 0\nmax-sta = 7\n")
        + "\n[[history]]\nwhat = \"fight\"\ntitle = \"Bay\"\ntold = [\n  { who = \"Althea\", what = \"sta\", was = \"2\", is = \"0\", \
           rule = \"attack.to-sta\" },\n]\n";
    assert_eq!(&*after.text, expected);
    let again = party(&after.text);
    assert_eq!((again.history, again.heroes[0].left.value.as_str()), (vec![chapter], "helpless"));
}

#[test]
fn problems_have_their_places() {
    assert!(problem("rulebook = \"gu\"\n").contains("nobody belongs to this party"));
    let twice = CREW.replace("\"Hyllus\"", "\"althea\"");
    assert!(problem(&twice).starts_with("crew.toml:17:8: two heroes are called `althea`"), "{}", problem(&twice));
    let odd = CREW.replace("\"dead\"", "\"tired\"");
    assert!(problem(&odd).contains("`left` is able, helpless or dead, not `tired`"), "{}", problem(&odd));
    let key = CREW.replace("carries]", "carris]");
    assert!(problem(&key).contains("`carries`"), "{}", problem(&key));
}
