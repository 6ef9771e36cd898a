//! Temperaments in all five books: what they change, how they are given and taken, and what is refused.

use std::ops::ControlFlow;

use quintain_books::library;
use quintain_content::{Encounter, Value};
use quintain_engine::{AnyFight, Conduct, FightResult, Plan, Seats, Temper, Terms};
use quintain_library::{Opened, ReadyMade, files};

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
fn each_temperament_plays_otherwise_in_each_book() {
    for name in FIGHTS {
        let opened = library().open(name, &files::read).unwrap();
        let usual = results(&*minded(&opened, "none"));
        let differs = Temper::ALL.map(|temper| results(&*minded(&opened, temper.word())) != usual);
        let count = differs.iter().filter(|differs| **differs).count();
        assert!(count >= 4, "{name}: {:?} play like none: {differs:?}", Temper::ALL);
    }
}

#[test]
fn creatures_of_each_book_have_temperaments_of_their_own_and_play_by_them() {
    for book in library().shelf() {
        let plays = |made: ReadyMade| {
            let opened = library().open(made.name, &files::none).unwrap();
            results(&*opened.fight) != results(&*minded(&opened, "none"))
        };
        let found = library().ready_made().filter(|made| made.book() == book.id()).any(plays);
        assert!(found, "nobody in a ready-made fight of {} has one", book.id());
    }
}

/// Someone with a Gu that strikes from afar, and two foes of whom the second is hurt.
const AIMED: &str = r#"
rulebook = "gu"
[map]
size = [12, 6]
[[combatant]]
name = "Fang"
is = "moonlight-striker"
side = "fang"
temper = "TEMPER"
at = "B3"
[[combatant]]
name = "Hale"
is = "guard"
side = "guards"
at = "G2"
[[combatant]]
name = "Hurt"
is = "guard"
side = "guards"
set = { hp = 12 }
at = "G4"
"#;

#[test]
fn whom_a_gu_is_aimed_at_hangs_on_the_temperament() {
    let taken = |temper: &str| {
        let source = quintain_content::Source::new("aimed.toml", AIMED.replace("TEMPER", temper));
        let opened = library().open_source(source, &files::read).unwrap();
        let plan = Plan { seed: 4, conduct: Conduct::best(), round_limit: 1 };
        let mut sums = [0; 2];
        opened.fight.simulate(&plan, 0..200, &mut |_, result| {
            (0..2).for_each(|foe| sums[foe] += result.fates[foe + 1].taken);
            ControlFlow::Continue(())
        });
        sums
    };
    let ([hale, hurt], [other, weak]) = (taken("bold"), taken("none"));
    assert!(hale > 2 * hurt && weak > 2 * other, "bold {hale} and {hurt}, none {other} and {weak}");
}

#[test]
fn the_game_master_gives_and_takes_temperaments_and_no_other_words() {
    for name in FIGHTS {
        let opened = library().open(name, &files::read).unwrap();
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
    let opened = library().open("heimr/duel", &files::read).unwrap();
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
