//! A simulated fight of Oakhearth allocates nothing once the first ones have made room.

use std::alloc::System;

use quintain_engine::Shelved;
use quintain_oakhearth::Fight;
use quintain_testkit::Battery;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

static OAKHEARTH: Shelved<Fight> = Shelved::new();

/// Fights in which lists grow.
const WARM_UP: u64 = 60;

/// Encounters in which now and then something is still put on a list that grows, or a refusal into words.
const NOT_YET: [&str; 2] = ["cliff-of-ravens", "tavern-brawl"];

#[test]
fn a_fight_allocates_nothing_after_the_first_ones() {
    let battery = Battery::open(&OAKHEARTH).unwrap_or_else(|fault| panic!("{fault}"));
    let counted = || COUNTED.stats().allocations + COUNTED.stats().reallocations;
    assert!(counted() > 0, "nothing is counted at all");
    let guilty = battery.allocating(WARM_UP, counted);
    let late = guilty.iter().filter(|(name, _)| !NOT_YET.contains(&name.as_str()));
    assert_eq!(late.count(), 0, "these still allocate: {guilty:?}");
}
