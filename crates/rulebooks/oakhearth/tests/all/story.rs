//! A whole fight as the log tells it: read it when a text has been changed.

use quintain_engine::{Conduct, Terms, depths};
use quintain_oakhearth::RULEBOOK;
use quintain_testkit::Battery;

#[test]
fn an_unattended_fight_reads_like_a_story() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let arena = battery.arenas.iter().find(|arena| arena.name.contains("goblin-ambush")).unwrap();
    let terms = Terms { round_limit: 3, ..Terms::unattended(4, 0, Conduct::best()) };
    let live = arena.fight.live(terms, Vec::new());
    let log = live.log();
    let lines = depths(log).into_iter().zip(log).map(|(depth, event)| format!("{}{event}", "  ".repeat(depth.into())));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}
