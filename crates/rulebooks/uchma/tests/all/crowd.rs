//! A thousand on one map: whatever reaches many reaches all of them, and what waits for somebody all comes.

use std::fmt::Write;

use quintain_content::Source;
use quintain_engine::{Rulebook, Who, advance, run_script};
use quintain_testkit::Battery;
use quintain_uchma::{Fight, RULEBOOK};

use hand::{Hand, crowd};

#[path = "common/hand.rs"]
mod hand;

/// Plays one case and says why it fails.
fn play(script: &str) {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let cases = run_script(&Source::new("crowd.fight", script), &battery).unwrap_or_else(|fault| panic!("{fault}"));
    for case in cases {
        let why = case.failure.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(case.passed(), "{}: {why}", case.title);
    }
}

/// The head of a case: a long map, and somebody at its far end.
fn head(house: &str, more: &str) -> String {
    format!(
        "= a crowd\n---\nrulebook = \"uchma\"\n[house]\n{house}\n[map]\nsize = [60, 20]\n{more}\
         [[combatant]]\nname = \"Zed\"\nis = \"hero\"\nside = \"two\"\nat = \"AD20\"\nset = {{ speed = 2, health = 900 }}\n"
    )
}

/// So many of one side in rows from the first square on, each with this set.
fn guards(count: usize, set: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        let at = quintain_field::Square::new((number % 60) as i16, (number / 60) as i16);
        let _ = write!(
            text,
            "[[combatant]]\nname = \"G{number}\"\nis = \"hero\"\nside = \"one\"\nat = \"{at}\"\nset = {{ {} }}\n",
            set(number)
        );
    }
    text
}

#[test]
fn an_area_reaches_everybody() {
    const CROWD: usize = 999;
    let mut fight: Fight = crowd(CROWD);
    let mut hand = Hand::new();
    let Ok(_) = advance(&mut fight, &mut hand);
    let spared = (1..=CROWD as u16).map(Who).filter(|who| fight.one(*who).health != 55 || !fight.one(*who).prone);
    assert_eq!(spared.map(|who| fight.label(who).to_owned()).collect::<Vec<_>>(), Vec::<String>::new());
    assert_eq!(fight.one(Who(0)).health, 60);
}

#[test]
fn everybody_in_a_crowd_takes_its_turn_and_makes_its_save() {
    const CROWD: usize = 300;
    let mut fight: Fight = crowd(CROWD);
    for who in (1..=CROWD as u16).map(Who) {
        let edict = |key: &str, value: &str| quintain_engine::Edict::Set {
            who: fight.label(who).to_owned(),
            key: key.into(),
            value: value.into(),
        };
        let down = edict("health", "0");
        fight.edict(&down).expect("an edict");
    }
    let mut hand = Hand::new();
    let round = fight.round;
    while fight.round == round {
        if let Ok(quintain_engine::Progress::Over(_)) = advance(&mut fight, &mut hand) {
            break;
        }
    }
    let saved = (1..=CROWD as u16).map(Who).filter(|who| fight.one(*who).rounds_down == 1).count();
    assert_eq!(saved, CROWD, "everybody unconscious has made its save");
}

#[test]
fn everybody_whose_trigger_it_is_strikes() {
    const COUNT: usize = 90;
    let shot = "[[ability]]\nid = \"shot\"\nname = \"shot\"\ntime = \"prepared\"\ntrigger = { foe-moves = { within = 80 } }\n\
         aim = { one = { range = 80 } }\nno-roll = true\n\
         does = [{ damage = { amount = 1, kind = \"armor-ignoring\" } }]\n";
    let mut script = head("prepared-decline = \"no\"", shot);
    script += &guards(COUNT, |_| "speed = 6, abilities = [\"shot\"]".into());
    script += "---\ndice 9 9\ndice 2 2\n";
    (0..COUNT).for_each(|number| script += &format!("G{number}: prepare shot, done\n"));
    script += "Zed: move to AE20\n";
    let _ = writeln!(script, "expect Zed.health {}", 900 - COUNT);
    play(&script);
}

#[test]
fn a_whole_host_agrees_on_its_order() {
    const COUNT: usize = 70;
    let mut script = head("", "");
    script += &guards(COUNT, |_| "speed = 6".into());
    script += "---\ndice 9 9\ndice 2 2\nG0: ";
    script += &(0..COUNT).rev().map(|number| format!("G{number}")).collect::<Vec<_>>().join(" then ");
    script += "\n";
    (0..COUNT).rev().for_each(|number| script += &format!("expect asked G{number}\nG{number}: done\n"));
    play(&script);
}

#[test]
fn everything_lasts_on_one() {
    let all = "blinded, cracked armor, disoriented, exposed, fatigued, immobilized, sickened, slowed, soaked, stunned, \
         weakened defenses, bleeding, burning, diseased, electrified, frostbitten, inspired, protected, \
         predictive foresight, protective foresight, quickened, regeneration, surefooted, temporary health, \
         temporary magical armor, temporary physical armor, prone";
    let mut script = head("", "");
    script += &guards(1, |_| "speed = 6".into());
    script += "---\ndice 9 9\ndice 2 2\n";
    all.split(", ").for_each(|status| script += &format!("gm: give Zed {status}\n"));
    all.split(", ").for_each(|status| script += &format!("expect Zed has {status}\n"));
    play(&script);
}

#[test]
fn more_sides_than_results_of_two_dice_are_refused() {
    let mut script = head("", "");
    for number in 0..20 {
        let at = quintain_field::Square::new(number, 3);
        let _ =
            write!(script, "[[combatant]]\nname = \"S{number}\"\nis = \"hero\"\nside = \"s{number}\"\nat = \"{at}\"\n");
    }
    script += "---\nS1: done\n";
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let cases = run_script(&Source::new("crowd.fight", script), &battery).unwrap_or_else(|fault| panic!("{fault}"));
    let why = cases.first().and_then(|case| case.failure.as_ref()).map(ToString::to_string).unwrap_or_default();
    assert!(why.contains("at most 19 sides"), "{why}");
}
