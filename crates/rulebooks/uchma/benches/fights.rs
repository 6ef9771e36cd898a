//! Fights a second, beside the same fights written by hand; allocations are counted, and both programs must tell the
//! same story of every fight.

mod by_hand;
#[path = "../tests/all/common/hand.rs"]
mod hand;

use by_hand::{Arena, Fighter};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use quintain_dice::Stream;
use quintain_engine::{Fate, Rulebook};
use quintain_testkit::{Ended, fights_by_hand, fights_by_the_rules, same_story, tell_decisions};
use quintain_uchma::{Fight, RULEBOOK};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

const BATCH: u64 = 100;

const DUEL: &str = r#"
rulebook = "uchma"
[map]
size = [20, 20]
[[combatant]]
name = "Nomad"
is = "nomad-warrior"
side = "nomads"
at = "D10"
[[combatant]]
name = "Stranger"
is = "nomad-warrior"
side = "strangers"
at = "Q10"
"#;

const SKIRMISH: &str = r#"
rulebook = "uchma"
[map]
size = [20, 20]
[[creature]]
id = "swordsman"
name = "Swordsman"
level = 1
health = 80
speed = 5
potency = 1
precision = 1
resistances = { parry = 6, warding = 5, constitution = 6, evasion = 5 }
physical-armor = 5
own = [{ name = "slash", tags = ["basic", "weapon"], does = [{ damage = { amount = 20, kind = "physical" } }] }]
[[combatant]]
name = "Swordsman"
is = "swordsman"
side = "swordsmen"
count = 4
at = ["D5", "D8", "D11", "D14"]
[[combatant]]
name = "Nomad"
is = "nomad-warrior"
side = "nomads"
count = 6
at = ["Q4", "Q6", "Q8", "Q10", "Q12", "Q14"]
"#;

/// Heroes and fighters of the packs, with all that they can do: what a decision costs in fights as people write them. No
/// program is written by hand for these.
const HEROES: &str = r#"
rulebook = "uchma"
[map]
size = [20, 20]
[[combatant]]
name = "Guard"
is = "guard"
side = "heroes"
at = "E9"
[[combatant]]
name = "Healer"
is = "healer"
side = "heroes"
at = "E10"
[[combatant]]
name = "Singer"
is = "singer"
side = "heroes"
at = "E11"
[[combatant]]
name = "Cursewright"
is = "cursewright"
side = "heroes"
at = "E12"
[[combatant]]
name = "Fighter"
is = "novice-fighter"
side = "fighters"
at = ["O7", "O8", "O9", "O10", "O11", "O12"]
count = 6
"#;

fn main() {
    same_story(RULEBOOK, DUEL, 2_000, play(&by_hand::DUEL));
    same_story(RULEBOOK, SKIRMISH, 2_000, play(&by_hand::SKIRMISH));
    tell_decisions::<Fight>(&[("duel", DUEL), ("skirmish", SKIRMISH), ("heroes", HEROES)]);
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
fn skirmish_by_the_rules(bencher: Bencher<'_, '_>) {
    fights_by_the_rules(bencher, RULEBOOK, SKIRMISH, BATCH);
}

#[divan::bench]
fn skirmish_by_hand(bencher: Bencher<'_, '_>) {
    fights_by_hand(bencher, BATCH, play(&by_hand::SKIRMISH));
}

#[divan::bench]
fn heroes_by_the_rules(bencher: Bencher<'_, '_>) {
    fights_by_the_rules(bencher, RULEBOOK, HEROES, BATCH);
}

/// One use that reaches so many: its time may grow no faster than their number.
#[divan::bench(args = [100, 300, 999])]
fn area_over_a_crowd(bencher: Bencher<'_, '_>, struck: usize) {
    let fight = hand::crowd(struck);
    bencher
        .counter(ItemsCount::new(struck))
        .with_inputs(|| (fight.clone(), hand::Hand::new()))
        .bench_local_refs(|(fight, hand)| fight.advance(hand));
}
