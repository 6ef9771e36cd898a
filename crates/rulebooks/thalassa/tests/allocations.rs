//! A fight of a simulation allocates nothing once the lists have grown: magic, songs, gifts and maps included.

use std::ops::ControlFlow;
use std::path::Path;

use quintain_content::{Encounter, Source};
use quintain_engine::{AnyRulebook, Conduct, Plan, Rulebook, Shelved, Tactics};
use quintain_thalassa::Fight;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// Where a blast has an area on a map, or teeth rise with names of their own, lists and names are still made anew.
const NOT_YET: [&str; 4] = ["chimera.toml", "colchis.toml", "phalanx.toml", "sea-battle.toml"];

/// Lists that a rare fight makes longer, after the warm-up as well.
const RARE: usize = 3;

/// Fights in which lists grow.
const WARM_UP: u64 = 150;

fn sources(folder: &str) -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(folder);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let text = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    paths.iter().map(|path| Source::new(path.display().to_string(), text(path))).collect()
}

#[test]
fn nothing_is_allocated_after_the_first_fights() {
    let book = Shelved::<Fight>::new().read(&sources("packs/thalassa")).expect("sound packs");
    let mut guilty = Vec::new();
    for source in sources("encounters/thalassa") {
        if NOT_YET.iter().any(|name| source.path.ends_with(name)) {
            continue;
        }
        let fight =
            book.set_up(&Encounter::parse(&source, Fight::TABLES).expect("an encounter")).expect("a sound fight");
        for tactics in 0..Fight::TACTICS.len() {
            let conduct = Conduct::of_sides(vec![Tactics::Own(tactics); fight.sides().len()]);
            let plan = Plan { seed: 3, conduct, round_limit: 200 };
            let mut counted = Vec::with_capacity(1000);
            let mut region = Region::new(COUNTED);
            fight.simulate(&plan, 0..2 * WARM_UP, &mut |_, _| {
                counted.push(region.change().allocations);
                region.reset();
                ControlFlow::Continue(())
            });
            let late: usize = counted.iter().skip(WARM_UP as usize).sum();
            if late > RARE {
                guilty.push(format!("{} by {tactics}: {late} in {WARM_UP} fights", source.path));
            }
        }
    }
    assert!(guilty.is_empty(), "{}", guilty.join("\n"));
}
