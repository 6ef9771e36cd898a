//! A whole fight as it is told: two men-at-arms and an archer against three raiders, nobody at the table.

use quintain_dice::Stream;
use quintain_engine::{Conduct, DiceFrom, Seats, Terms, depths};
use quintain_heimr::RULEBOOK;
use quintain_testkit::Battery;

const SEED: u64 = 11;

#[test]
fn a_fight_reads_like_a_story() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let arena = battery.arenas.iter().find(|arena| arena.name == "gate-yard").expect("the gate yard");
    let dice = DiceFrom::Seed(Box::new(Stream::new(SEED, 0)));
    let seats = Seats::default();
    let terms = Terms { dice, round_limit: 60, conduct: Conduct::best(), seed: SEED, ..Terms::attended(seats) };
    let live = arena.fight.live(terms, Vec::new());
    let lines = live.log().iter().zip(depths(live.log()));
    let story: String = lines.map(|(event, depth)| format!("{}{event}\n", "  ".repeat(depth.into()))).collect();
    insta::assert_snapshot!(story);
}
