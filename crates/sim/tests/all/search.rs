//! Sides that search: stronger than the rulebook's own tactics, the same fight however it is looked at.

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_engine::{AnyFight, Side, Waiting};
use quintain_library::files;
use quintain_sim::{Driven, Driver, Report, Rung, Study, rung, simulate};

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// A fight of two sides, one of which searches.
fn searching(path: &str, side: u8, play_outs: u32) -> Driven {
    Driven::new(library().open(path, &files::read).unwrap().fight, vec![(Side(side), Driver::Search { play_outs })])
}

fn against_tactics(path: &str, play_outs: u32, pairs: u64) -> Rung {
    let study = Study::new("", pairs);
    let (this, swapped) = (searching(path, 0, play_outs), searching(path, 1, play_outs));
    rung((&this, &study), (&swapped, &study), &|_| {}, &never())
}

#[test]
fn search_is_stronger_than_tactics() {
    let found = against_tactics("ladder/uchma.toml", 200, 40);
    assert!(found.is_stronger(), "{found:?}");
}

#[test]
fn a_fight_with_search_is_told_as_it_was_simulated() {
    for (path, fights) in [("thalassa/cyclops", 6), ("heimr/duel", 4)] {
        let fight = searching(path, 0, 40);
        for number in 0..fights {
            let study = Study::new("", 1);
            let mut simulated = None;
            let plan =
                quintain_engine::Plan { seed: 1, conduct: study.conduct.clone(), round_limit: study.round_limit };
            fight.simulate(&plan, number..number + 1, &mut |_, result| {
                simulated = Some(result.clone());
                std::ops::ControlFlow::Continue(())
            });
            let (simulated, live) = (simulated.unwrap(), fight.live(study.terms(number), Vec::new()));
            assert!(matches!(live.waiting(), Waiting::Over(_)), "{path} {number}: {:?}", live.waiting());
            assert_eq!((live.outcome(), live.fates()), (simulated.outcome, simulated.fates), "{path} {number}");
            assert!(live.diverged().is_none() && !live.log().is_empty());
        }
    }
}

#[test]
fn search_does_not_depend_on_threads() {
    let fight = searching("thalassa/cyclops", 0, 40);
    let played = |threads| -> Report {
        let study = Study { threads, ..Study::new("", 30) };
        simulate(&fight, &study, &|_| {}, &never())
    };
    let (one, two) = (played(1), played(3));
    assert_eq!((one.sides, one.combatants), (two.sides, two.combatants));
}
