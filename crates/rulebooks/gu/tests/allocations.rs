//! Once its lists have grown, a simulated fight allocates nothing: counted over every encounter of the packs.

#![allow(clippy::unwrap_used)]

use std::alloc::System;
use std::ops::ControlFlow;
use std::path::Path;

use quintain_engine::{Conduct, Plan, Shelved};
use quintain_gu::Fight;
use quintain_testkit::Battery;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

static GU: Shelved<Fight> = Shelved::new();

/// Fights in which lists grow, and fights that are counted.
const WARM_UP: u64 = 60;
const COUNTED: u64 = 20;

#[test]
fn a_fight_allocates_nothing_after_warm_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let battery = Battery::open(&GU, &root).unwrap();
    for arena in &battery.arenas {
        let plan = Plan { seed: 3, conduct: Conduct::best(), round_limit: 100 };
        let mut region = Region::new(ALLOCATOR);
        let mut allocated = 0;
        arena.fight.simulate(&plan, 0..WARM_UP + COUNTED, &mut |number, _| {
            let change = region.change_and_reset();
            if number >= WARM_UP {
                allocated += change.allocations + change.reallocations;
            }
            ControlFlow::Continue(())
        });
        assert_eq!(allocated, 0, "{COUNTED} fights of {} allocate", arena.name);
    }
}
