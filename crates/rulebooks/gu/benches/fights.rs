//! Fights a second, one against one and four against six on a map of 20 by 20, with the allocations of each batch.

use std::ops::ControlFlow;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use quintain_content::{Encounter, Source};
use quintain_engine::{AnyFight, AnyRulebook, Conduct, Plan, Rulebook, Shelved};
use quintain_gu::Fight;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const BATCH: u64 = 100;

const DUEL: &str = r#"
rulebook = "gu"
[map]
size = [20, 20]
[[combatant]]
name = "Moon"
is = "moonlight-striker"
side = "clan"
at = "C10"
[[combatant]]
name = "Fire"
is = "fire-skirmisher"
side = "bandits"
at = "R10"
"#;

const FOUR_AGAINST_SIX: &str = r#"
rulebook = "gu"
[map]
size = [20, 20]
[[combatant]]
name = "Moon"
is = "moonlight-striker"
side = "clan"
at = "C8"
[[combatant]]
name = "Fist"
is = "strength-brawler"
side = "clan"
at = "C10"
[[combatant]]
name = "Fire"
is = "fire-skirmisher"
side = "clan"
at = "C12"
[[combatant]]
name = "Sword"
is = "duellist"
side = "clan"
at = "C14"
[[combatant]]
name = "Wolf"
is = "common-wolf"
side = "pack"
count = 6
at = ["Q6", "Q8", "Q10", "Q12", "Q14", "Q16"]
"#;

fn main() {
    divan::main();
}

fn set_up(encounter: &str) -> Box<dyn AnyFight> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../packs/gu");
    let mut packs: Vec<Source> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the packs") {
        let path = entry.expect("a pack").path();
        let text = std::fs::read_to_string(&path).expect("a readable pack");
        packs.push(Source::new(path.display().to_string(), text));
    }
    packs.sort_by(|one, other| one.path.cmp(&other.path));
    let book = Shelved::<Fight>::new().read(&packs).expect("sound packs");
    let encounter = Encounter::parse(&Source::new("bench.toml", encounter), Fight::TABLES).expect("an encounter");
    book.set_up(&encounter).expect("a sound encounter")
}

fn fights(bencher: Bencher<'_, '_>, encounter: &str) {
    let fight = set_up(encounter);
    let plan = Plan { seed: 7, conduct: Conduct::best(), round_limit: 100 };
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
