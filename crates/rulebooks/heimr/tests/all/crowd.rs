//! A thousand on one grid: whatever reaches many reaches all of them.

use std::sync::Arc;

use quintain_content::{Encounter, Source};
use quintain_engine::{Rulebook, Stat, Value, Who, run_script};
use quintain_heimr::{Fight, RULEBOOK};
use quintain_testkit::{Battery, packs_of};

use hand::{Hand, crowd};

#[path = "common/hand.rs"]
mod hand;

/// How many stand in the crowd.
const CROWD: usize = 950;

/// Plays one case and says why it fails.
fn play(script: &str) {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let cases = run_script(&Source::new("crowd.fight", script), &battery).unwrap_or_else(|fault| panic!("{fault}"));
    for case in cases {
        assert!(
            case.passed(),
            "{}: {}",
            case.title,
            case.failure.map(|failure| failure.to_string()).unwrap_or_default()
        );
    }
}

/// Lets the leader act once, and says who of the crowd has not as many hit points as that leaves.
fn spared(fight: &mut Fight, deeds: &[&'static str], hp: i64) -> Vec<String> {
    for words in deeds {
        Hand::plays(fight, words);
    }
    let hps = values(fight, "hp");
    (1..=CROWD).filter(|place| hps[*place] != hp).map(|place| fight.name(Who(place as u16)).to_owned()).collect()
}

/// A number of the sheet for everybody, in roster order.
fn values(fight: &Fight, key: &str) -> Vec<i64> {
    let of = |stats: &[Stat]| match stats.iter().find(|stat| stat.key == key).map(|stat| &stat.value) {
        Some(Value::Number(number)) => *number,
        other => panic!("{key} is {other:?}"),
    };
    fight.view().combatants.iter().map(|one| of(&one.stats)).collect()
}

#[test]
fn a_power_over_all_foes_of_a_location_reaches_everybody() {
    let mut fight = crowd(CROWD, "conditions = [\"unconscious\"]");
    assert_eq!(spared(&mut fight, &["use Roar"], 7), Vec::<String>::new());
    assert!(values(&fight, "cluster").iter().all(|cluster| *cluster == 0), "who stumbles is out of the cluster");
    assert_eq!(values(&fight, "hp").last(), Some(&10), "nobody is hit elsewhere");
}

#[test]
fn a_fire_burst_reaches_everybody_of_a_cluster() {
    let mut fight = crowd(CROWD, "conditions = [\"unconscious\"]");
    assert_eq!(
        spared(&mut fight, &["gather power for Blaze", "let the automaton go over P0 1"], 7),
        Vec::<String>::new()
    );
}

#[test]
fn a_shot_comes_to_everybody_of_a_cluster_as_long_as_it_is_dodged() {
    let mut fight = crowd(CROWD, "dex = 10");
    assert_eq!(spared(&mut fight, &["attack P0 1"], 10), Vec::<String>::new());
    let dodged = values(&fight, "dodges")[1..=CROWD].iter().filter(|dodges| **dodges == 1).count();
    assert_eq!(dodged, CROWD, "everybody has dodged once");
}

/// Guards who act one after the other, each of them with the same answer, and then somebody who comes.
fn guards(count: usize, each: &str, steps: &str) -> String {
    let guard = |number: usize| {
        let wp = 500 - 8 * number;
        format!(
            "[[combatant]]\nname = \"G{number}\"\nis = \"plain\"\nside = \"one\"\nat = \"B2\"\n\
             set = {{ pc = true, wp = {wp} }}\n"
        )
    };
    let readies = |number: usize| format!("G{number}: {each}\n");
    format!(
        "= everybody waits\n---\nrulebook = \"heimr\"\nseed = 5\n[map]\nsize = [3, 3]\n\
         [[power]]\nid = \"topple\"\nname = \"Topple\"\nfamily = \"creature\"\n\
         when = {{ action = {{ time = \"standard\", at = \"foes\" }} }}\ncalls = [{{ effect = \"fall\" }}]\n{}\
         [[combatant]]\nname = \"Z\"\nis = \"plain\"\nside = \"two\"\nat = \"B1\"\n\
         set = {{ pc = true, wp = 1, hp = 900, powers = [\"topple\"] }}\n\
         [house]\ndefence.mode = \"on-demand\"\n---\n{}{steps}",
        (1..=count).map(guard).collect::<String>(),
        (1..=count).map(readies).collect::<String>()
    )
}

#[test]
fn one_trigger_sets_everybody_off_who_waits_for_it() {
    const COUNT: usize = 36;
    let fired: String = (1..=COUNT)
        .map(|number| format!("expect log \"G{number} carries out\"\nexpect not G{number} has readied\n"))
        .collect();
    play(&guards(COUNT, "ready an action, punch whoever it is, enters, Z, here", &format!("Z: move to B2\n{fired}")));
}

#[test]
fn the_last_of_many_things_that_happen_at_once_is_noticed_too() {
    let mut script =
        guards(50, "end turn", "Z: move to B2\nZ: end turn\nG1: ready an action, punch Z, is injured or falls, G50\n");
    script += &(2..=50).map(|number| format!("G{number}: end turn\n")).collect::<String>();
    script += "Z: use Topple\nexpect log \"G50 is prone\"\nexpect log \"G1 carries out\"\n";
    play(&script);
}

#[test]
fn a_mind_holds_the_fear_of_a_whole_host() {
    let host = |number: usize| {
        format!(
            "[[combatant]]\nname = \"H{number}\"\nis = \"plain\"\nside = \"two\"\nat = \"B2\"\nset = {{ wp = 1 }}\n"
        )
    };
    let charms: Vec<String> = (1..=60).map(|number| format!("\"charm 4 of H{number}\"")).collect();
    let refused: String =
        (1..=60).map(|number| format!("expect illegal A: punch H{number} by effect.charm\n")).collect();
    play(&format!(
        "= sixty charms\n---\nrulebook = \"heimr\"\nseed = 5\n[map]\nsize = [3, 3]\n\
         [[combatant]]\nname = \"A\"\nis = \"plain\"\nside = \"one\"\nat = \"B2\"\n\
         set = {{ pc = true, wp = 90, conditions = [{}] }}\n{}[house]\ndefence.mode = \"on-demand\"\n---\n{refused}",
        charms.join(", "),
        (1..=60).map(host).collect::<String>()
    ));
}

#[test]
fn a_large_pool_is_thrown_to_the_last_die() {
    let mut fight = crowd(50, "conditions = [\"unconscious\"]");
    let hand = Hand::plays(&mut fight, "attack P0 1");
    // Fifty in the cluster take 50 from consistency, and a target who lies there 2: 52 ten-sided dice and the d6.
    assert_eq!(hand.thrown, 53);
}

#[test]
fn what_nobody_can_bear_is_refused_before_the_fight() {
    let refused = |set: &str| {
        let text = format!(
            "rulebook = \"heimr\"\n[[combatant]]\nname = \"A\"\nis = \"plain\"\nside = \"one\"\nset = {{ {set} }}\n"
        );
        let book = Arc::new(Fight::read(&packs_of::<Fight>()).expect("sound packs"));
        let encounter = Encounter::parse(&Source::new("bearer.toml", text), Fight::TABLES).expect("an encounter");
        Fight::set_up(&book, &encounter).expect_err("more than anybody can bear").to_string()
    };
    let many = |what: &str, count: usize| vec![format!("\"{what}\""); count].join(", ");
    assert!(refused(&format!("weapons = [{}]", many("claws", 5))).contains("5 natural weapons"));
    assert!(refused(&format!("weapons = [{}]", many("light-weapon", 9))).contains("9 weapons"));
    assert!(refused(&format!("powers = [{}]", many("power-reserve", 11))).contains("11 reserves of power"));
}
