//! A party in camp: what is handed out, what is written down, who comes along.

use quintain_books::library;
use quintain_content::{Source, Value};
use quintain_engine::Left;
use quintain_library::{OpenedParty, files};

const CREW: &str = r#"rulebook = "thalassa"
title = "The crew"

[[hero]]
name = "Althea"
is = "althea"
with = ["net"]

[[hero]]
name = "Timonax"
is = "timonax"
"#;

fn crew(text: &str) -> OpenedParty {
    library().open_party_source(&Source::new("crew.toml", text), &files::none).unwrap()
}

#[test]
fn what_is_handed_out_is_written_down_and_nothing_else() {
    let crew = crew(CREW);
    let after = crew.handed(&["set Althea.sta 2".to_owned()]).unwrap();
    let [althea, timonax] = &after.heroes[..] else { panic!("{:?}", after.heroes) };
    let lines: Vec<&str> = althea.changed.iter().map(|line| line.what.as_str()).collect();
    assert_eq!((lines, timonax.changed.len()), (vec!["sta"], 0));
    assert!(after.source.text.contains("[hero.carries]\nsta = 2\nmax-sta = "), "{}", after.source.text);
    let again = self::crew(&after.source.text);
    assert_eq!(again.standing().unwrap()[0].1.value("sta"), Some(&Value::Int(2)));
    let rested = again.handed(&["set Althea.sta 20".to_owned()]).is_ok();
    assert!(rested);
}

#[test]
fn what_is_as_it_was_at_the_beginning_is_carried_no_more() {
    let crew = crew(CREW);
    let hurt = crew.handed(&["set Althea.sta 2".to_owned()]).unwrap();
    let begun = crew.standing().unwrap()[0].1.value("sta").unwrap().clone();
    let well = self::crew(&hurt.source.text).handed(&[format!("set Althea.sta {begun}")]).unwrap();
    assert!(!well.source.text.contains("carries"), "{}", well.source.text);
}

#[test]
fn the_dead_stay_behind_and_the_history_tells_of_them() {
    let after = crew(CREW).handed(&["give Timonax dead".to_owned()]).unwrap();
    assert_eq!(after.heroes[1].left, Left::Dead);
    assert!(after.source.text.contains("left = \"dead\""), "{}", after.source.text);
    let again = self::crew(&after.source.text);
    assert_eq!(again.camp.roster().len(), 1);
    assert_eq!(again.party.history[0].what, "hand");
}

#[test]
fn an_edict_that_cannot_be_is_said_so() {
    let fault = crew(CREW).handed(&["set Althea.sta many".to_owned()]).unwrap_err().to_string();
    assert!(fault.contains("`set Althea.sta many`"), "{fault}");
}

#[test]
fn problems_of_a_party_have_their_places() {
    let text = CREW.replace("\"net\"", "\"nett\"");
    let problem = library().open_party_source(&Source::new("crew.toml", text), &files::none).unwrap_err().to_string();
    assert!(problem.starts_with("crew.toml:7:9: ") && problem.contains("`nett`"), "{problem}");
}

#[test]
fn a_party_takes_its_place_in_an_encounter_that_names_it() {
    let encounter = "rulebook = \"thalassa\"\nparty = \"crew.toml\"\n[[combatant]]\nis = \"hyllus\"\nside = \"heroes\"\n\
                     [[combatant]]\nis = \"cyclops\"\nside = \"monsters\"\n";
    let reader = |path: &str| Ok((path == "home/crew.toml").then(|| CREW.to_owned()));
    let opened = library().open_source(Source::new("home/bay.toml", encounter), &reader).unwrap();
    let names: Vec<String> = opened.fight.roster().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Althea", "Timonax", "Cyclops"]);
    let missing = library().open_source(Source::new("bay.toml", encounter), &files::none).unwrap_err().to_string();
    assert!(missing.contains("there is no party `crew.toml`"), "{missing}");
}
