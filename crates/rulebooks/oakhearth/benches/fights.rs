//! Fights a second, one against one and four against six on a map of 20 by 20, with allocations counted.

use std::ops::ControlFlow;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use quintain_content::{Encounter, Source};
use quintain_engine::{AnyFight, AnyRulebook, Conduct, Plan, Rulebook, Shelved};
use quintain_oakhearth::Fight;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const BATCH: u64 = 20;

const DUEL: &str = r#"
rulebook = "oakhearth"
[map]
size = [20, 20]
[[combatant]]
name = "Brun"
is = "champion"
side = "heroes"
at = "J10"
[[combatant]]
name = "Captain"
is = "hobgoblin-captain"
side = "goblins"
at = "K10"
"#;

const FOUR_AGAINST_SIX: &str = r#"
rulebook = "oakhearth"
[map]
size = [20, 20]
[[combatant]]
name = "Brun"
is = "champion"
side = "heroes"
at = "E9"
[[combatant]]
name = "Aldis"
is = "commander"
side = "heroes"
at = "E10"
[[combatant]]
name = "Hild"
is = "barbarian"
side = "heroes"
at = "E11"
[[combatant]]
name = "Sorrel"
is = "rogue"
side = "heroes"
at = "E12"
[[combatant]]
name = "Bandit"
is = "bandit"
side = "bandits"
at = ["O7", "O8", "O9", "O10", "O11", "O12"]
count = 6
"#;

fn main() {
    divan::main();
}

fn set_up(encounter: &str) -> Box<dyn AnyFight> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../packs/oakhearth");
    let mut packs: Vec<Source> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the packs") {
        let path = entry.expect("a pack").path();
        let text = std::fs::read_to_string(&path).expect("a readable pack");
        packs.push(Source::new(path.display().to_string(), text));
    }
    let book = Shelved::<Fight>::new().read(&packs).expect("sound packs");
    let encounter = Encounter::parse(&Source::new("bench.toml", encounter), Fight::TABLES).expect("an encounter");
    book.set_up(&encounter).expect("a sound encounter")
}

fn fights(bencher: Bencher<'_, '_>, encounter: &str) {
    let fight = set_up(encounter);
    let plan = Plan { seed: 7, conduct: Conduct::best(), round_limit: 50 };
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        let mut rounds = 0u64;
        fight.simulate(&plan, 0..BATCH, &mut |_, result| {
            rounds += u64::from(result.rounds);
            ControlFlow::Continue(())
        });
        rounds
    });
}

#[divan::bench]
fn one_against_one(bencher: Bencher<'_, '_>) {
    fights(bencher, DUEL);
}

#[divan::bench]
fn four_against_six(bencher: Bencher<'_, '_>) {
    fights(bencher, FOUR_AGAINST_SIX);
}
