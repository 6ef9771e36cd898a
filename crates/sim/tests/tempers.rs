//! Temperaments in all five books: what they change, how they are given and taken, and what is refused.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use quintain_content::{Encounter, Value};
use quintain_engine::{AnyFight, Conduct, FightResult, Plan, Seats, Temper, Terms};
use quintain_library::{Opened, files, library, open};

/// A fight of each book in which there is somebody to choose among and a way out.
const FIGHTS: [&str; 5] =
    ["gu/ambush", "heimr/brawl", "oakhearth/goblin-ambush", "thalassa/pilgrims", "uchma/smugglers-cliff"];

/// The fight with everybody so minded.
fn minded(opened: &Opened, temper: &str) -> Box<dyn AnyFight> {
    let mut encounter: Encounter = opened.encounter.clone();
    for spec in &mut encounter.combatants {
        let (key, value) = (spec.is.clone().map(|_| "temper".to_owned()), spec.is.clone());
        spec.set.push((key, value.map(|_| Value::Text(temper.to_owned()))));
    }
    library().set_up(&encounter, &files::read).unwrap()
}

fn results(fight: &dyn AnyFight) -> Vec<FightResult> {
    let plan = Plan { seed: 4, conduct: Conduct::best(), round_limit: 40 };
    let mut all = Vec::new();
    fight.simulate(&plan, 0..12, &mut |_, result| {
        all.push(result.clone());
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn each_temperament_plays_otherwise_in_each_book_and_none_changes_nothing() {
    for name in FIGHTS {
        let opened = open(name, &files::read).unwrap();
        let usual = results(&*opened.fight);
        assert_eq!(results(&*minded(&opened, "none")), usual, "{name}");
        let differs = Temper::ALL.map(|temper| results(&*minded(&opened, temper.word())) != usual);
        let count = differs.iter().filter(|differs| **differs).count();
        assert!(count >= 4, "{name}: {:?} play like none: {differs:?}", Temper::ALL);
    }
}

#[test]
fn the_game_master_gives_and_takes_temperaments_and_no_other_words() {
    for name in FIGHTS {
        let opened = open(name, &files::read).unwrap();
        let mut live = opened.fight.live(Terms::attended(Seats::everybody()), Vec::new());
        let (who, digest) = (live.roster()[0].0.clone(), live.digest());
        live.edict(&format!("temper {who} cowardly")).unwrap();
        assert_eq!(live.digest(), digest, "{name}: what is recorded does not hang on it");
        live.edict(&format!("set {who}.temper none")).unwrap();
        let why = live.edict(&format!("temper {who} angry")).unwrap_err().to_string();
        assert!(why.contains("protective") && why.contains("angry"), "{name}: {why}");
    }
}

#[test]
fn an_encounter_gives_it_by_a_key_of_its_own_and_a_wrong_word_is_shown_in_its_place() {
    let opened = open("heimr/duel", &files::read).unwrap();
    let set_up = |temper: &str| {
        let text = opened.encounter.source.text.replacen("side =", &format!("temper = \"{temper}\"\nside ="), 1);
        let source = quintain_content::Source::new("mine.toml", text);
        let encounter = Encounter::parse(&source, opened.rulebook.tables()).unwrap();
        library().set_up(&encounter, &files::read).map(drop).map_err(|problems| problems.to_string())
    };
    assert!(set_up("bold").is_ok());
    let why = set_up("brave").unwrap_err();
    assert!(why.contains("brave") && why.contains("cautious"), "{why}");
}
