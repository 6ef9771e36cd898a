//! Figures that are trusted have to be right: intervals that hold the truth as often as they say, common random numbers
//! that are common.

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_engine::{AnyFight, Fact};
use quintain_library::{Opened, files};
use quintain_sim::{Knob, Study, compare, simulate};

fn opened(path: &str) -> Opened {
    library().open(path, &files::read).unwrap()
}

/// The encounter with a knob turned.
fn turned(opened: &Opened, words: &str) -> Box<dyn AnyFight> {
    let (mut encounter, knob) = (opened.encounter.clone(), Knob::read(words).unwrap());
    knob.turn(&mut encounter, &knob.values[0]).unwrap();
    library().set_up(&encounter, &files::read).unwrap()
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

#[test]
fn nineteen_of_twenty_intervals_of_real_fights_hold_the_true_share() {
    const RUNS: u64 = 400;
    let duel = opened("thalassa/cyclops");
    let share = |seed, fights| {
        let study = Study { seed, ..Study::new("", fights) };
        simulate(&*duel.fight, &study, &|_| {}, &never()).sides[0].clone()
    };
    let truth = share(1_000_000, 100_000).win_rate;
    let held = (0..RUNS).filter(|seed| {
        let [low, high] = share(*seed, 200).interval95;
        (low..=high).contains(&truth)
    });
    let covered = held.count() as f64 / RUNS as f64;
    assert!((0.92..=0.98).contains(&covered), "{covered}");
}

#[test]
fn nineteen_of_twenty_intervals_of_a_comparison_hold_the_true_difference() {
    const RUNS: u64 = 300;
    let duel = opened("thalassa/cyclops");
    let armed = turned(&duel, "Althea.armor=2");
    let difference = |seed, fights| {
        let study = Study { seed, ..Study::new("", fights) };
        compare((&*duel.fight, &study), (&*armed, &study), &|_| {}, &never()).figures[0].clone()
    };
    let truth = difference(1_000_000, 60_000).difference;
    let held = (0..RUNS).filter(|seed| {
        let [low, high] = difference(*seed, 200).interval95;
        (low..=high).contains(&truth)
    });
    let covered = held.count() as f64 / RUNS as f64;
    assert!((0.92..=0.98).contains(&covered), "{covered}");
}

/// A fight of each rulebook, with something in it that is turned by a little.
const TURNED: [(&str, &str); 5] = [
    ("thalassa/cyclops", "Cyclops.kra=17"),
    ("uchma/wolves-in-the-gorge", "Aybars.health=79"),
    ("ladder/oakhearth.toml", "Bear.hp=16"),
    ("gu/duel", "Fang.hp=29"),
    ("heimr/duel", "Veteran.hp=7"),
];

/// The throws of a fight, one after the other: by which rule, with what dice, and the faces.
fn throws(fight: &dyn AnyFight, number: u64) -> Vec<(String, u16, Vec<u16>)> {
    let live = fight.live(Study::new("", 1).terms(number), Vec::new());
    let dice = live.facts().iter().filter_map(|fact| match fact {
        Fact::Dice { rule, sides, faces, .. } => Some((rule.to_string(), *sides, faces.clone())),
        _ => None,
    });
    dice.collect()
}

#[test]
fn two_variants_meet_the_same_dice_in_every_rulebook() {
    const FIGHTS: u64 = 5;
    for (path, knob) in TURNED {
        let one = opened(path);
        let other = turned(&one, knob);
        assert_ne!(one.fight.digest(), other.digest(), "{path}: {knob} turns something");
        let mut common = 0;
        for number in 0..FIGHTS {
            let (mine, theirs) = (throws(&*one.fight, number), throws(&*other, number));
            for (mine, theirs) in mine.iter().zip(&theirs) {
                if (&mine.0, mine.1, mine.2.len()) != (&theirs.0, theirs.1, theirs.2.len()) {
                    break;
                }
                assert_eq!(mine.2, theirs.2, "{path}, fight {number}: {}", mine.0);
                common += 1;
            }
        }
        assert!(common >= 5 * FIGHTS, "{path}: {common} throws before the fights part");
        assert_ne!(throws(&*one.fight, 0), throws(&*one.fight, 1), "{path}");
    }
}

#[test]
fn what_pairs_share_makes_the_difference_surer_in_every_rulebook() {
    for (path, knob) in TURNED {
        let one = opened(path);
        let study = Study::new("", 100);
        let told = compare((&*one.fight, &study), (&*turned(&one, knob), &study), &|_| {}, &never());
        let wide = |[low, high]: [f64; 2]| high - low;
        let figure = &told.figures[0];
        assert!(wide(figure.interval95) < 0.9 * wide(figure.interval95_apart), "{path}: {figure:?}");
    }
}
