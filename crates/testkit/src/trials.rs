//! The battery as a test program: every check under a name of its own, run like any other test.

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use quintain_engine::{AnyRulebook, OddsLimit};

use crate::battery::{Arena, Battery};
use crate::{Check, aftermath, edicts, examples, fights, moments as going_on, odds, questions, records, registry};

/// Opens the battery of a rulebook and runs every check on it: the whole of a `tests/battery.rs`, which has
/// `harness = false` in its Cargo.toml. [`run_battery`] says what may be asked of it.
///
/// ```no_run
/// # use quintain_engine::AnyRulebook;
/// # fn the_rulebook() -> &'static dyn AnyRulebook { unimplemented!() }
/// fn main() -> std::process::ExitCode {
///     # let RULEBOOK = the_rulebook();
///     quintain_testkit::run(RULEBOOK)
/// }
/// ```
pub fn run(rulebook: &'static dyn AnyRulebook) -> ExitCode {
    match Battery::open(rulebook) {
        Ok(battery) => run_battery(battery),
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Runs every check on a rulebook: the end of a `tests/battery.rs` that has something to say of its battery.
///
/// The random ones run a share of the cases that proptest runs by default, 256: `PROPTEST_CASES=10000` hunts,
/// `PROPTEST_RNG_SEED=7` repeats, and `QUINTAIN_MOMENT=cyclops/62858/false` goes through one moment that has failed.
pub fn run_battery(battery: Battery) -> ExitCode {
    let battery = Arc::new(battery);
    let once = |name: &str, check: fn(&Battery) -> Check| {
        let battery = Arc::clone(&battery);
        Trial::test(name, move || Ok(check(&battery)?))
    };
    let seeds = |name: &str, check: fn(&Battery, u64) -> Check| {
        let battery = Arc::clone(&battery);
        Trial::test(name, move || {
            battery.seeds.iter().try_for_each(|seed| check(&battery, *seed))?;
            random(&battery, 64, any::<u64>(), |seed| check(&battery, seed))
        })
    };
    let moments = |name: &str, check: fn(&Battery, &Moment<'_>) -> Check| {
        let battery = Arc::clone(&battery);
        Trial::test(name, move || {
            if let Some(at) = Moment::wanted(&battery)? {
                return Ok(check(&battery, &at)?);
            }
            let place = (0..100_000_u64, any::<usize>(), any::<bool>());
            random(&battery, 12, place, |(seed, place, formalities)| {
                check(&battery, &Moment { arena: battery.any(place), seed, formalities })
            })
        })
    };
    let trials = vec![
        once("the_registry_is_sound", |battery| registry::registry_is_sound(battery.rulebook)),
        once("examples_hold", examples::examples_hold),
        once("every_encounter_can_be_asked_about_and_replayed", every_encounter),
        once("records_may_be_cut_anywhere", |battery| records::records_may_be_cut_anywhere(battery, 1, 12)),
        seeds("fights_end", |battery, seed| fights::fights_end(battery, seed, battery.some(50))),
        seeds("batches_do_not_matter", |battery, seed| fights::batches_do_not_matter(battery, seed, battery.some(50))),
        seeds("hall_and_desk_agree", |battery, seed| fights::hall_and_desk_agree(battery, seed, battery.some(6))),
        seeds("what_is_left_is_taken_in_again", |battery, seed| {
            aftermath::what_is_left_is_taken_in_again(battery, seed, battery.some(4))
        }),
        seeds("rests_take_dice_by_hand", aftermath::rests_take_dice_by_hand),
        moments("questions", |battery, at| {
            questions::questions_are_sound(battery, at.arena, at.seed, at.formalities, at.steps(200, 80))
        }),
        moments("replays", |_, at| records::replays_alike(at.arena, at.seed, at.formalities, at.steps(200, 100))),
        moments("copies", |_, at| records::copies_ask_alike(at.arena, at.seed, at.formalities, at.steps(100, 50))),
        moments("prefixes", |_, at| {
            records::prefixes_stop_alike(at.arena, at.seed, at.formalities, at.steps(80, 40), at.steps(60, 12))
        }),
        moments("undo", |_, at| {
            records::undo_and_again(at.arena, at.seed, at.formalities, at.steps(80, 40), at.steps(2, 3))
        }),
        moments("moments_go_on", |_, at| going_on::moments_go_on(at.arena, at.seed, at.formalities, at.steps(120, 40))),
        moments("edicts", |battery, at| {
            edicts::edicts_keep_it_sound(battery, at.arena, at.seed, at.formalities, at.steps(80, 30))
        }),
        moments("odds", |_, at| {
            let limit = OddsLimit { branches: at.steps(300, 200) as u64, samples: 60, seed: at.seed };
            odds::odds_sum_to_one(at.arena, at.seed, at.formalities, at.steps(8, 4), limit)
        }),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// An encounter, its dice, and whether questions with one answer are asked.
struct Moment<'a> {
    arena: &'a Arena,
    seed: u64,
    formalities: bool,
}

impl<'a> Moment<'a> {
    /// The one that the environment asks for: `QUINTAIN_MOMENT=cyclops/62858/false`, as a failed check has named it.
    fn wanted(battery: &'a Battery) -> Result<Option<Moment<'a>>, String> {
        let Ok(words) = std::env::var("QUINTAIN_MOMENT") else { return Ok(None) };
        let wrong = || format!("`{words}` is no moment: ENCOUNTER/SEED/true or false");
        let parts: Vec<&str> = words.split('/').collect();
        let [name, seed, formalities] = parts[..] else { return Err(wrong()) };
        let arena = battery.arenas.iter().find(|arena| arena.name == name).ok_or_else(wrong)?;
        let (seed, formalities) = (seed.parse().map_err(|_| wrong())?, formalities.parse().map_err(|_| wrong())?);
        Ok(Some(Moment { arena, seed, formalities }))
    }

    fn steps(&self, without_map: usize, with_map: usize) -> usize {
        steps(self.arena, without_map, with_map)
    }
}

/// How much of a check to do in an encounter: less on a map, where questions have hundreds of options.
fn steps(arena: &Arena, without_map: usize, with_map: usize) -> usize {
    if arena.mapped { with_map } else { without_map }
}

fn every_encounter(battery: &Battery) -> Check {
    for arena in &battery.arenas {
        questions::questions_are_sound(battery, arena, 1, true, steps(arena, 60, 40))?;
        records::replays_alike(arena, 2, false, steps(arena, 60, 40))?;
    }
    Ok(())
}

/// Runs a check on random values, in one of `share` of proptest's cases. Smaller numbers are no simpler seeds, so
/// nothing is shrunk.
fn random<S: Strategy>(
    battery: &Battery,
    share: u32,
    values: S,
    check: impl Fn(S::Value) -> Check,
) -> Result<(), Failed> {
    let all = ProptestConfig::default();
    let cases = all.cases.div_ceil(share * battery.weight);
    let config = ProptestConfig { cases, max_shrink_iters: 0, failure_persistence: None, ..all };
    let passed = |value| check(value).map_err(TestCaseError::fail);
    TestRunner::new(config).run(&values, passed).map_err(|fault| match fault {
        TestError::Fail(reason, _) | TestError::Abort(reason) => Failed::from(reason.message()),
    })
}
