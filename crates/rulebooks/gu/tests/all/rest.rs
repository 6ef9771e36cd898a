//! What a night's sleep does to wounds.

use quintain_content::{Encounter, Source};
use quintain_engine::{Conduct, Left, Plan, ROUND_LIMIT};
use quintain_gu::RULEBOOK;
use quintain_testkit::Battery;

/// What is left of a villager of 20 hit points with such values after a night: how able it is, hit points, stacks of bleeding.
fn after_a_night(values: &str) -> (Left, String, String) {
    let text = format!(
        r#"
rulebook = "gu"
[map]
size = [6, 6]
[[combatant]]
name = "One"
is = "villager"
side = "clan"
at = "B2"
set = {{ {values} }}
"#
    );
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("house.toml", text), RULEBOOK.tables()).unwrap();
    let fight = battery.book.set_up(&encounter).unwrap();
    let night = RULEBOOK.rests().iter().copied().find(|rest| rest.key == "night").unwrap();
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: ROUND_LIMIT };
    let left = fight.camp().unwrap().rest(night, &plan, 0).swap_remove(0);
    let kept = |key: &str| left.kept.iter().find(|kept| kept.key == key).unwrap().value.to_string();
    (left.left, kept("hp"), kept("bleeding"))
}

#[test]
fn every_hit_point_that_sleep_restores_closes_a_stack_of_bleeding() {
    assert_eq!(after_a_night("hp = 5, bleeding = 3"), (Left::Able, "13".into(), "0".into()));
    assert_eq!(after_a_night("hp = 5, bleeding = 10"), (Left::Able, "13".into(), "2".into()));
    assert_eq!(after_a_night("hp = 19, bleeding = 3"), (Left::Able, "20".into(), "2".into()));
}

#[test]
fn whoever_sleeps_in_a_final_stand_wakes_without_it_and_whoever_is_dying_does_not_sleep() {
    let stands = after_a_night("hp = 0, conditions = [\"final stand\"]");
    assert_eq!(stands, (Left::Able, "8".into(), "0".into()));
    let dies = after_a_night("hp = 0, conditions = [\"dying\"]");
    assert_eq!(dies, (Left::Helpless, "0".into(), "0".into()));
}
