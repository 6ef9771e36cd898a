//! A simulated fight of Thálassa allocates nothing once the first ones have made room.

use std::alloc::System;

use quintain_testkit::Battery;
use quintain_thalassa::RULEBOOK;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Fights in which lists grow.
const WARM_UP: u64 = 240;

#[test]
fn a_fight_allocates_nothing_after_the_first_ones() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let counted = || COUNTED.stats().allocations + COUNTED.stats().reallocations;
    assert!(counted() > 0, "nothing is counted at all");
    let guilty = battery.allocating(WARM_UP, counted);
    assert!(guilty.is_empty(), "these still allocate: {guilty:?}");
}
