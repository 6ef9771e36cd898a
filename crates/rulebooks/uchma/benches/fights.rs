//! Fights a second, beside the same fights written by hand; allocations are counted, and both programs must tell the
//! same story of every fight.

mod by_hand;

use std::ops::ControlFlow;

use by_hand::{Arena, Ended, Fighter};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{AnyFight, AnyRulebook, Conduct, Outcome, Plan, Rulebook, Shelved};
use quintain_uchma::Fight;

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

fn main() {
    check(DUEL, &by_hand::DUEL);
    check(SKIRMISH, &by_hand::SKIRMISH);
    divan::main();
}

fn set_up(encounter: &str) -> Box<dyn AnyFight> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../packs/uchma");
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

fn plan() -> Plan {
    Plan { seed: 7, conduct: Conduct::best(), round_limit: 200 }
}

/// Both programs play the same fights with the same dice.
fn check(encounter: &str, fighters: &[Fighter]) {
    let mut arena = Arena::default();
    set_up(encounter).simulate(&plan(), 0..2_000, &mut |number, result| {
        let winner = match result.outcome {
            Some(Outcome::Won(side)) => Some(side.0),
            _ => None,
        };
        let taken = result.fates.iter().map(|fate| fate.taken).sum();
        let ruled = Ended { winner, rounds: result.rounds, taken };
        let written = arena.play(fighters, &mut Stream::new(7, number));
        assert_eq!(ruled, written, "fight {number} went otherwise by hand: {:?}", result.fates);
        ControlFlow::Continue(())
    });
}

fn by_the_rules(bencher: Bencher<'_, '_>, encounter: &str) {
    let fight = set_up(encounter);
    let plan = plan();
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        let mut rounds = 0u64;
        fight.simulate(&plan, 0..BATCH, &mut |_, result| {
            rounds += u64::from(result.rounds);
            ControlFlow::Continue(())
        });
        rounds
    });
}

fn written_by_hand(bencher: Bencher<'_, '_>, fighters: &[Fighter]) {
    let mut arena = Arena::default();
    let mut rounds = |number: u64| u64::from(arena.play(fighters, &mut Stream::new(7, number)).rounds);
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| (0..BATCH).map(&mut rounds).sum::<u64>());
}

#[divan::bench]
fn duel_by_the_rules(bencher: Bencher<'_, '_>) {
    by_the_rules(bencher, DUEL);
}

#[divan::bench]
fn duel_by_hand(bencher: Bencher<'_, '_>) {
    written_by_hand(bencher, &by_hand::DUEL);
}

#[divan::bench]
fn skirmish_by_the_rules(bencher: Bencher<'_, '_>) {
    by_the_rules(bencher, SKIRMISH);
}

#[divan::bench]
fn skirmish_by_hand(bencher: Bencher<'_, '_>) {
    written_by_hand(bencher, &by_hand::SKIRMISH);
}
