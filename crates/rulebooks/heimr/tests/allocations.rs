//! Simulated fights allocate nothing once the first of them have made room.

use std::ops::ControlFlow;
use std::path::Path;

use quintain_engine::{Conduct, Plan, Rulebook, Shelved, Tactics};
use quintain_heimr::Fight;
use quintain_testkit::Battery;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

static HEIMR: Shelved<Fight> = Shelved::new();

/// Fights in which lists grow, and as many again in which they have.
const WARM_UP: u64 = 60;

#[test]
fn a_fight_allocates_nothing_after_the_first_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let battery = Battery::open(&HEIMR, &root).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(!battery.arenas.is_empty());
    for arena in &battery.arenas {
        for tactics in 0..Fight::TACTICS.len() {
            let conduct = Conduct::of_sides(vec![Tactics::Own(tactics); arena.fight.sides().len()]);
            let plan = Plan { seed: 7, conduct, round_limit: 200 };
            let mut counted = Vec::with_capacity(2 * WARM_UP as usize);
            let mut region = Region::new(COUNTED);
            arena.fight.simulate(&plan, 0..2 * WARM_UP, &mut |_, _| {
                counted.push(region.change().allocations);
                region.reset();
                ControlFlow::Continue(())
            });
            assert!(counted.iter().any(|many| *many > 0), "nothing is counted at all");
            let late: usize = counted.iter().skip(WARM_UP as usize).sum();
            assert_eq!(late, 0, "{} by tactics {tactics}: {late} allocations in {WARM_UP} fights", arena.name);
        }
    }
}
