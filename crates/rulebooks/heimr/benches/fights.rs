//! Fights and decisions a second, one against one and four against six on five by five locations; divan counts the
//! allocations, which after the first fight should be none.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};
use quintain_content::{Encounter, Source};
use quintain_dice::Faces;
use quintain_engine::{Answer, Conduct, Event, EventId, Hall, Progress, Rulebook, Table, Throw};
use quintain_heimr::Fight;

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

const MELEE: &str = r#"
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
    for (name, encounter) in [("duel", DUEL), ("four against six", MELEE)] {
        let asked = decisions(encounter);
        println!("{name}: {} decisions a fight", asked / BATCH);
    }
    divan::main();
}

fn set_up(encounter: &str) -> Fight {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../packs/heimr");
    let mut packs: Vec<Source> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the packs") {
        let path = entry.expect("a pack").path();
        let text = std::fs::read_to_string(&path).expect("a readable pack");
        packs.push(Source::new(path.display().to_string(), text));
    }
    let book = std::sync::Arc::new(Fight::read(&packs).expect("sound packs"));
    let encounter = Encounter::parse(&Source::new("bench.toml", encounter), Fight::TABLES).expect("an encounter");
    Fight::set_up(&book, &encounter).expect("a sound encounter")
}

/// The hall with a counter of questions.
struct Counting<'a>(Hall<'a>, u64);

impl Table<Fight> for Counting<'_> {
    type Halt = std::convert::Infallible;

    fn roll(&mut self, fight: &mut Fight, throw: Throw) -> Result<Faces, Self::Halt> {
        self.0.roll(fight, throw)
    }

    fn ask(
        &mut self,
        fight: &mut Fight,
        ask: quintain_heimr::ask::Ask,
    ) -> Result<Answer<quintain_heimr::ask::Act>, Self::Halt> {
        self.1 += 1;
        self.0.ask(fight, ask)
    }

    fn ask_any(
        &mut self,
        fight: &mut Fight,
        asks: &[quintain_heimr::ask::Ask],
    ) -> Result<(usize, Answer<quintain_heimr::ask::Act>), Self::Halt> {
        self.1 += asks.len() as u64;
        self.0.ask_any(fight, asks)
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) -> EventId {
        Table::<Fight>::tell(&mut self.0, event)
    }
}

fn play<T: Table<Fight, Halt = std::convert::Infallible>>(fight: &mut Fight, table: &mut T) -> u32 {
    while fight.round() < 200 {
        if let Ok(Progress::Over(_)) = fight.advance(table) {
            break;
        }
    }
    fight.round()
}

fn decisions(encounter: &str) -> u64 {
    let (fresh, conduct) = (set_up(encounter), Conduct::best());
    let mut fight = fresh.clone();
    let mut sum = 0;
    for number in 0..BATCH {
        fight.clone_from(&fresh);
        let mut table = Counting(Hall::new(7, number, &conduct), 0);
        play(&mut fight, &mut table);
        sum += table.1;
    }
    sum
}

fn bench(bencher: Bencher<'_, '_>, encounter: &str, items: u64) {
    let (fresh, conduct) = (set_up(encounter), Conduct::best());
    let mut fight = fresh.clone();
    let mut all = || {
        let mut rounds = 0u64;
        for number in 0..BATCH {
            fight.clone_from(&fresh);
            rounds += u64::from(play(&mut fight, &mut Hall::new(7, number, &conduct)));
        }
        rounds
    };
    // Lists grow in the first fights and are kept.
    all();
    bencher.counter(ItemsCount::new(items)).bench_local(all);
}

#[divan::bench]
fn duel_fights(bencher: Bencher<'_, '_>) {
    bench(bencher, DUEL, BATCH);
}

#[divan::bench]
fn duel_decisions(bencher: Bencher<'_, '_>) {
    bench(bencher, DUEL, decisions(DUEL));
}

#[divan::bench]
fn four_against_six_fights(bencher: Bencher<'_, '_>) {
    bench(bencher, MELEE, BATCH);
}

#[divan::bench]
fn four_against_six_decisions(bencher: Bencher<'_, '_>) {
    bench(bencher, MELEE, decisions(MELEE));
}
