//! Tactics do nothing that somebody at the table would laugh at.

use quintain_engine::{Conduct, HeardFight, Heed, Plan};
use quintain_testkit::Battery;
use quintain_uchma::RULEBOOK;

/// Somebody who goes back in the same turn to where the last step came from, in words.
fn to_and_fro(heard: &HeardFight) -> Option<String> {
    let mut last = None;
    for event in &heard.log {
        if event.rule.id == "order.next" {
            last = None;
        }
        let Some((who, (from, to))) =
            event.text.split_once(" moves from ").and_then(|(who, way)| Some((who, way.split_once(" to ")?)))
        else {
            continue;
        };
        if last == Some((who, to, from)) {
            return Some(format!("{}, having come from there", event.text));
        }
        last = Some((who, from, to));
    }
    None
}

#[test]
fn nobody_steps_to_and_fro() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    for arena in &battery.arenas {
        let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: 40 };
        arena.fight.hear(&plan, Heed::Events, 0..6, &mut |number, heard| {
            assert_eq!(to_and_fro(heard), None, "{}, fight {number}", arena.name);
        });
    }
}
