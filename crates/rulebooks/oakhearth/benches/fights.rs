//! Fights and decisions a second, one against one and four against six on a map of 20 by 20, with allocations counted.

use divan::{AllocProfiler, Bencher};
use quintain_content::{Encounter, Source};
use quintain_engine::{AnyLive, Conduct, Seats, Terms};
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::{fights_by_the_rules, packs_of, tell_decisions};

#[path = "../tests/all/shared/crowd.rs"]
mod crowd;

use crowd::crowd;

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

/// A crowd at the moment in which one blast is about to end all of it.
fn doomed(many: usize) -> Option<Box<dyn AnyLive>> {
    let encounter = Encounter::parse(&Source::new("crowd.toml", crowd(many, 3)), RULEBOOK.tables()).ok()?;
    let fight = RULEBOOK.read(&packs_of::<Fight>()).ok()?.set_up(&encounter).ok()?;
    let seats = Seats { players: true, ..Seats::nobody() };
    let mut live = fight.live(Terms { seats, ..Terms::unattended(5, 0, Conduct::best()) }, Vec::new());
    live.answer("Ada", "Ada").ok()?;
    Some(live)
}

#[divan::bench(args = [100, 300, 1000], sample_count = 10, sample_size = 1)]
fn one_blast_strikes_a_crowd(bencher: Bencher<'_, '_>, many: usize) {
    bencher
        .with_inputs(|| doomed(many))
        .bench_local_values(|live| live.is_some_and(|mut live| live.answer("Ada", "cast Doom at P16").is_ok()));
}
