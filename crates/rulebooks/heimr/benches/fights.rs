//! Fights and decisions a second, one against one and four against six on five by five locations, with allocations counted.

use divan::{AllocProfiler, Bencher};
use quintain_heimr::{Fight, RULEBOOK};
use quintain_testkit::{fights_by_the_rules, tell_decisions};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const BATCH: u64 = 200;

const DUEL: &str = r#"
rulebook = "heimr"
[map]
size = [5, 5]
[[combatant]]
is = "human-duellist"
side = "blades"
at = "B3"
[[combatant]]
is = "human-greatsword"
side = "sword"
at = "D3"
"#;

const FOUR_AGAINST_SIX: &str = r#"
rulebook = "heimr"
[map]
size = [5, 5]
[[combatant]]
is = "human-swordsman"
side = "town"
count = 3
at = ["B2", "B3", "B4"]
[[combatant]]
is = "elf-archer"
side = "town"
at = "A3"
[[combatant]]
is = "orc-raider"
side = "raiders"
count = 4
at = ["D1", "D2", "D4", "D5"]
[[combatant]]
is = "wolf"
side = "raiders"
count = 2
at = ["E2", "E4"]
"#;

fn main() {
    tell_decisions::<Fight>(&[("one against one", DUEL), ("four against six", FOUR_AGAINST_SIX)]);
    divan::main();
}

#[divan::bench]
fn one_against_one(bencher: Bencher<'_, '_>) {
    fights_by_the_rules(bencher, RULEBOOK, DUEL, BATCH);
}

#[divan::bench]
fn four_against_six(bencher: Bencher<'_, '_>) {
    fights_by_the_rules(bencher, RULEBOOK, FOUR_AGAINST_SIX, BATCH);
}
