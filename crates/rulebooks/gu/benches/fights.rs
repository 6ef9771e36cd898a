//! Fights and decisions a second, one against one and four against six on a map of 20 by 20, with allocations counted.

use divan::{AllocProfiler, Bencher};
use quintain_gu::{Fight, RULEBOOK};
use quintain_testkit::{fights_by_the_rules, tell_decisions};

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
