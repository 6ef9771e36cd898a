//! Fights and decisions a second, one against one and four against six on a map of 20 by 20, with allocations counted.

use divan::{AllocProfiler, Bencher};
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::{fights_by_the_rules, tell_decisions};

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
is = "elementalist"
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
