//! A whole fight read as a story: what the log says of it, each line as far in as what it belongs to.

use quintain_engine::{Conduct, Heed, Plan, depths};
use quintain_testkit::Battery;
use quintain_uchma::RULEBOOK;

/// The log of one unattended fight of an encounter.
fn story(encounter: &str, seed: u64) -> String {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let arena = battery.arenas.iter().find(|arena| arena.name.contains(encounter));
    let arena = arena.unwrap_or_else(|| panic!("no encounter {encounter}"));
    let plan = Plan { seed, conduct: Conduct::best(), round_limit: 40 };
    let mut story = String::new();
    arena.fight.hear(&plan, Heed::Events, 0..1, &mut |_, heard| {
        for (event, depth) in heard.log.iter().zip(depths(&heard.log)) {
            story += &format!("{}{event}\n", "  ".repeat(usize::from(depth)));
        }
    });
    story
}

#[test]
fn the_cult_at_the_shrine_is_a_story() {
    insta::assert_snapshot!(story("cult-at-the-shrine", 3));
}
