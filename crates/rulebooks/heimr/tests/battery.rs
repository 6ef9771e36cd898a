//! The battery that every rulebook must pass.

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use quintain_engine::{OddsLimit, Shelved};
use quintain_heimr::Fight;
use quintain_testkit::{Arena, Battery, Check};

static HEIMR: Shelved<Fight> = Shelved::new();

static BATTERY: LazyLock<Battery> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut battery = Battery::open(&HEIMR, &root).unwrap_or_else(|fault| panic!("{fault}"));
    battery.conditions = vec![
        "fall",
        "drop",
        "stumble",
        "stumble 4",
        "daze",
        "daze 3",
        "charm",
        "fear",
        "bind",
        "weaken",
        "prone",
        "unconscious",
        "stabilised",
        "guarding",
        "wounded torso",
        "wounded left leg",
        "wounded sword arm",
        "nonsense",
    ];
    battery.values = vec![
        "hp", "hp-max", "ward", "wp", "fatigue", "str", "dex", "sta", "counters", "dodges", "blocks", "pc", "prone",
        "at",
    ];
    battery.posthumous = vec![];
    battery.below_zero = vec!["hp", "initiative", "defence", "str", "dex", "sta", "int", "emp", "soc"];
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
    quintain_testkit::registry_is_sound(&HEIMR).unwrap();
}

#[test]
fn every_encounter_can_be_asked_about_and_replayed() {
    each(|arena| quintain_testkit::questions_are_sound(&BATTERY, arena, 1, true, steps(arena, 40, 20)));
    each(|arena| quintain_testkit::replays_alike(arena, 2, false, steps(arena, 40, 20)));
}

#[test]
fn records_may_be_cut_anywhere() {
    quintain_testkit::records_may_be_cut_anywhere(&BATTERY, 1, 8).unwrap();
}

proptest! {
    #![proptest_config(share(64))]

    #[test]
    fn fights_end(seed in any::<u64>()) {
        passed(quintain_testkit::fights_end(&BATTERY, seed, 20))?;
    }

    #[test]
    fn batches_do_not_matter(seed in any::<u64>()) {
        passed(quintain_testkit::batches_do_not_matter(&BATTERY, seed, 20))?;
    }

    #[test]
    fn hall_and_desk_agree(seed in any::<u64>()) {
        passed(quintain_testkit::hall_and_desk_agree(&BATTERY, seed, 3))?;
    }
}

proptest! {
    #![proptest_config(share(24))]

    #[test]
    fn questions(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        passed(quintain_testkit::questions_are_sound(&BATTERY, arena, seed, formalities, steps(arena, 100, 40)))?;
    }

    #[test]
    fn replays(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        passed(quintain_testkit::replays_alike(arena, seed, formalities, steps(arena, 100, 60)))?;
    }

    #[test]
    fn prefixes(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        passed(quintain_testkit::prefixes_stop_alike(arena, seed, formalities, steps(arena, 60, 30), steps(arena, 40, 8)))?;
    }

    #[test]
    fn undo(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        passed(quintain_testkit::undo_and_again(arena, seed, formalities, steps(arena, 60, 30), steps(arena, 2, 3)))?;
    }

    #[test]
    fn edicts(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        passed(quintain_testkit::edicts_keep_it_sound(&BATTERY, arena, seed, formalities, steps(arena, 60, 20)))?;
    }

    #[test]
    fn odds(seed in 0..100_000_u64, place in any::<usize>(), formalities in any::<bool>()) {
        let arena = BATTERY.any(place);
        let limit = OddsLimit { branches: 200, samples: 40, seed };
        passed(quintain_testkit::odds_sum_to_one(arena, seed, formalities, steps(arena, 6, 3), limit))?;
    }
}
