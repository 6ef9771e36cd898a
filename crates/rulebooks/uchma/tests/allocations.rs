//! A fight of a simulation allocates nothing once the lists have grown: weapons, techniques, minions, forms and all.

use std::ops::ControlFlow;
use std::path::Path;

use quintain_content::{Encounter, Source};
use quintain_engine::{AnyRulebook, Conduct, Plan, Rulebook, Shelved, Tactics};
use quintain_uchma::Fight;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTED: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// Fights in which lists grow.
const WARM_UP: u64 = 60;

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
    let book = Shelved::<Fight>::new().read(&sources("packs/uchma")).expect("sound packs");
    let mut guilty = Vec::new();
    for source in sources("encounters/uchma") {
        let fight =
            book.set_up(&Encounter::parse(&source, Fight::TABLES).expect("an encounter")).expect("a sound fight");
        for tactics in 0..Fight::TACTICS.len() {
            let conduct = Conduct::of_sides(vec![Tactics::Own(tactics); fight.sides().len()]);
            let plan = Plan { seed: 3, conduct, round_limit: 60 };
            let mut counted = Vec::with_capacity(1000);
            let mut region = Region::new(COUNTED);
            fight.simulate(&plan, 0..2 * WARM_UP, &mut |_, _| {
                counted.push(region.change().allocations);
                region.reset();
                ControlFlow::Continue(())
            });
            assert!(counted.iter().any(|many| *many > 0), "nothing is counted at all");
            let late: usize = counted.iter().skip(WARM_UP as usize).sum();
            if late > 0 {
                guilty.push(format!("{} by {tactics}: {late} in {WARM_UP} fights", source.path));
            }
        }
    }
    assert!(guilty.is_empty(), "{}", guilty.join("\n"));
}
