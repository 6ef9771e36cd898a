//! Figures that are trusted have to be right: samples against exact odds in each rulebook, intervals that hold the truth
//! as often as they say, common random numbers that are common.

use std::sync::atomic::AtomicBool;

use quintain_engine::{AnyFight, Fact, Odds, OddsLimit, Seats, Terms, Waiting};
use quintain_library::{Opened, files, open, set_up};
use quintain_sim::{Knob, Study, compare, simulate};

fn opened(path: &str) -> Opened {
    open(path, &files::read).unwrap()
}

/// The encounter with a knob turned.
fn turned(opened: &Opened, words: &str) -> Box<dyn AnyFight> {
    let (mut encounter, knob) = (opened.encounter.clone(), Knob::read(words).unwrap());
    knob.turn(&mut encounter, &knob.values[0]).unwrap();
    set_up(&encounter, &files::read).unwrap()
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

/// The odds of what usually follows at some questions of a fight, where they are exact, beside samples of the same.
fn odds_and_samples(path: &str) -> Vec<(Odds, Odds)> {
    const QUESTIONS: usize = 12;
    const ENOUGH: usize = 2;
    let study = Study::new("", 1);
    let terms = Terms { seats: Seats::everybody(), ..study.terms(0) };
    let mut live = opened(path).fight.live(terms, Vec::new());
    let mut found = Vec::new();
    for _ in 0..QUESTIONS {
        let Waiting::Answer(open) = live.waiting() else { break };
        let (who, words) = (&open[0].who, open[0].question.write(&open[0].question.default));
        let exact = live.odds(who, &words, OddsLimit { branches: 3_000, samples: 1, seed: 0 });
        if let Some(exact) = exact.ok().filter(|odds| odds.exact && odds.branches > 1) {
            let limit = OddsLimit { branches: 1, samples: 1_000, seed: found.len() as u64 };
            found.push((exact, live.odds(who, &words, limit).unwrap()));
        }
        if found.len() == ENOUGH {
            break;
        }
        live.answer_default().unwrap();
    }
    found
}

#[test]
fn samples_agree_with_exact_odds_in_every_rulebook() {
    for (path, _) in TURNED {
        let found = odds_and_samples(path);
        assert!(!found.is_empty(), "{path}: no question has exact odds");
        let (mut chances, mut held) = (0, 0);
        for (exact, sampled) in &found {
            assert!((exact.total - 1.0).abs() < 1e-9 && !sampled.exact, "{path}");
            for measure in &sampled.measures {
                let Some(known) = exact.measures.iter().find(|known| known.path == measure.path) else {
                    panic!("{path}: {} changes in samples alone", measure.path)
                };
                for likely in &measure.then {
                    let truth = known.then.iter().find(|one| one.value == likely.value);
                    let truth = truth.unwrap_or_else(|| panic!("{path}: {} cannot be", measure.path)).chance;
                    let (low, high) = likely.interval95.unwrap();
                    chances += 1;
                    held += u32::from((low..=high).contains(&truth));
                    let spread = (truth * (1.0 - truth) / 1_000.0).sqrt();
                    let off = (likely.chance - truth).abs();
                    assert!(off <= 5.0 * spread + 1e-9, "{path}: {}: {} for {truth}", measure.path, likely.chance);
                }
            }
        }
        assert!(chances >= 4, "{path}: {chances}");
        assert!(f64::from(held) >= 0.8 * f64::from(chances), "{path}: {held} of {chances} hold the truth");
    }
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
