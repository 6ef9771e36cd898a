//! The battery that every rulebook must pass.

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use quintain_engine::{OddsLimit, Shelved};
use quintain_oakhearth::Fight;
use quintain_oakhearth::book::Condition;
use quintain_testkit::{Arena, Battery, Check};

static OAKHEARTH: Shelved<Fight> = Shelved::new();

static BATTERY: LazyLock<Battery> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut battery = Battery::open(&OAKHEARTH, &root).unwrap_or_else(|fault| panic!("{fault}"));
    battery.conditions = Condition::ALL.iter().map(|condition| condition.text()).chain(["nonsense"]).collect();
    battery.values = vec![
        "hp", "max-hp", "temp-hp", "ap", "mp", "sp", "ac", "speed", "level", "might", "hero", "martial", "height", "at",
    ];
    battery.below_zero = vec!["hp"];
    battery
});

/// How much of a check to do in an encounter: less on a map, where questions have hundreds of options.
fn steps(arena: &Arena, without_map: usize, with_map: usize) -> usize {
    if arena.mapped { with_map } else { without_map }
}

/// A share of the cases that proptest runs by default, 256; `PROPTEST_CASES=10000` hunts. Smaller numbers are no simpler
/// seeds, so nothing is shrunk.
fn share(of: u32) -> ProptestConfig {
    let all = ProptestConfig::default();
    ProptestConfig { cases: all.cases.div_ceil(of), max_shrink_iters: 0, failure_persistence: None, ..all }
}

fn passed(check: Check) -> Result<(), TestCaseError> {
    check.map_err(TestCaseError::fail)
}

fn each(check: impl Fn(&Arena) -> Check) {
    for arena in &BATTERY.arenas {
        check(arena).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn the_registry_is_sound() {
    quintain_testkit::registry_is_sound(&OAKHEARTH).unwrap();
}

#[test]
fn every_encounter_can_be_asked_about_and_replayed() {
    each(|arena| quintain_testkit::questions_are_sound(&BATTERY, arena, 1, true, steps(arena, 60, 40)));
    each(|arena| quintain_testkit::replays_alike(arena, 2, false, steps(arena, 60, 40)));
}

#[test]
fn records_may_be_cut_anywhere() {
    quintain_testkit::records_may_be_cut_anywhere(&BATTERY, 1, 12).unwrap();
}

proptest! {
    #![proptest_config(share(64))]

    #[test]
    fn fights_end(seed in any::<u64>()) {
        passed(quintain_testkit::fights_end(&BATTERY, seed, 50))?;
    }

    #[test]
    fn batches_do_not_matter(seed in any::<u64>()) {
        passed(quintain_testkit::batches_do_not_matter(&BATTERY, seed, 50))?;
    }

    #[test]
    fn hall_and_desk_agree(seed in any::<u64>()) {
        passed(quintain_testkit::hall_and_desk_agree(&BATTERY, seed, 6))?;
    }
}

proptest! {
    #![proptest_config(share(32))]

    #[test]
    fn questions(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        let steps = steps(arena, 200, 80);
        passed(quintain_testkit::questions_are_sound(&BATTERY, arena, seed, formalities, steps))?;
    }

    #[test]
    fn replays(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        passed(quintain_testkit::replays_alike(arena, seed, formalities, steps(arena, 200, 100)))?;
    }

    #[test]
    fn prefixes(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        let (some, most) = (steps(arena, 80, 40), steps(arena, 60, 12));
        passed(quintain_testkit::prefixes_stop_alike(arena, seed, formalities, some, most))?;
    }

    #[test]
    fn undo(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        let (some, every) = (steps(arena, 80, 40), steps(arena, 2, 3));
        passed(quintain_testkit::undo_and_again(arena, seed, formalities, some, every))?;
    }

    #[test]
    fn edicts(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        let steps = steps(arena, 80, 30);
        passed(quintain_testkit::edicts_keep_it_sound(&BATTERY, arena, seed, formalities, steps))?;
    }

    #[test]
    fn odds(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        let (branches, samples) = (steps(arena, 300, 200) as u64, 60);
        let limit = OddsLimit { branches, samples, seed };
        passed(quintain_testkit::odds_sum_to_one(arena, seed, formalities, steps(arena, 8, 4), limit))?;
    }
}
