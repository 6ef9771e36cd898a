//! One whole fight, told: heroes against a pack, unattended, as a reader finds it in the log.

use quintain_dice::Stream;
use quintain_engine::{AnyLive, Conduct, DiceFrom, Seats, Terms, depths};
use quintain_gu::RULEBOOK;
use quintain_testkit::Battery;

/// The fight that is told.
const ENCOUNTER: &str = "ambush";

fn played() -> Box<dyn AnyLive> {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let arena = battery.arenas.iter().find(|arena| arena.name == ENCOUNTER).expect("the encounter");
    let seats = Seats::nobody();
    let dice = DiceFrom::Seed(Box::new(Stream::new(11, 0)));
    arena
        .fight
        .live(Terms { dice, round_limit: 60, conduct: Conduct::best(), seed: 11, ..Terms::attended(seats) }, Vec::new())
}

#[test]
fn the_log_of_a_whole_fight_reads_like_a_story() {
    let live = played();
    let log = live.log();
    let lines = depths(log).into_iter().zip(log);
    let story: Vec<String> =
        lines.map(|(depth, event)| format!("{}{event}", "  ".repeat(usize::from(depth)))).collect();
    insta::assert_snapshot!(story.join("\n"));
}
