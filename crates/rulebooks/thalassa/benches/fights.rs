//! Fights a second, beside the same fights written by hand; allocations are counted, and both programs must tell the
//! same story of every fight.

mod by_hand;

use by_hand::{Arena, Fighter};
use divan::{AllocProfiler, Bencher};
use quintain_dice::Stream;
use quintain_engine::Fate;
use quintain_testkit::{Ended, fights_by_hand, fights_by_the_rules, same_story, tell_decisions, tell_scaling};
use quintain_thalassa::{Fight, RULEBOOK};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const BATCH: u64 = 1_000;

const DUEL: &str = r#"
rulebook = "thalassa"
[[combatant]]
name = "Althea"
is = "althea"
side = "heroes"
[[combatant]]
name = "Kyklops"
is = "cyclops"
side = "monsters"
"#;

const FOURS: &str = r#"
rulebook = "thalassa"
[[combatant]]
name = "Bandit"
is = "bandit"
side = "bandits"
count = 4
[[combatant]]
name = "Hoplite"
is = "hoplite"
side = "soldiers"
count = 4
"#;

fn main() {
    same_story(RULEBOOK, DUEL, 20_000, play(&by_hand::DUEL));
    same_story(RULEBOOK, FOURS, 20_000, play(&by_hand::FOURS));
    tell_decisions::<Fight>(&[("duel", DUEL), ("fours", FOURS)]);
    tell_scaling(RULEBOOK, &[("duel", DUEL), ("fours", FOURS)]);
    divan::main();
}

/// The program written by hand, in an arena that it keeps.
fn play(fighters: &[Fighter]) -> impl FnMut(&mut Stream, &mut Vec<Fate>) -> Ended {
    let mut arena = Arena::default();
    move |dice, fates| arena.play(fighters, dice, fates)
}

#[divan::bench]
fn duel_by_the_rules(bencher: Bencher<'_, '_>) {
    fights_by_the_rules(bencher, RULEBOOK, DUEL, BATCH);
}

#[divan::bench]
fn duel_by_hand(bencher: Bencher<'_, '_>) {
    fights_by_hand(bencher, BATCH, play(&by_hand::DUEL));
}

#[divan::bench]
fn fours_by_the_rules(bencher: Bencher<'_, '_>) {
    fights_by_the_rules(bencher, RULEBOOK, FOURS, BATCH);
}

#[divan::bench]
fn fours_by_hand(bencher: Bencher<'_, '_>) {
    fights_by_hand(bencher, BATCH, play(&by_hand::FOURS));
}
