//! What is known beforehand of what happens on the grid: whom a burst strikes, what waits on a way, how far somebody comes.

use quintain_engine::{AnyLive, IntentKind, Seats, Who};
use quintain_heimr::RULEBOOK;
use quintain_testkit::{asked, on_ground, scene, seeded};

/// A waits in B2 for whoever comes in; B stands below, C and D in a cluster in the corner.
const FIGHT: &str = r#"
rulebook = "heimr"
[map]
size = [3, 3]
[[combatant]]
name = "A"
is = "plain"
side = "one"
at = "B2"
set = { pc = true, wp = 90, weapons = ["light-weapon"] }
[[combatant]]
name = "B"
is = "plain"
side = "two"
at = "B1"
set = { wp = 60 }
[[combatant]]
name = "C"
is = "plain"
side = "two"
at = "C3"
set = { wp = 30, cluster = 1 }
[[combatant]]
name = "D"
is = "plain"
side = "one"
at = "C3"
set = { wp = 20, cluster = 1 }
[house]
defence.mode = "on-demand"
"#;

fn turn_of(who: &str, says: &[&str]) -> Box<dyn AnyLive> {
    let seats = Seats { formalities: false, ..Seats::everybody() };
    let mut live = scene(RULEBOOK, FIGHT, seeded(seats, 1, 9));
    let mut says = says.iter();
    while let Some(asked) = asked(&*live).filter(|asked| asked.topic != "turn" || asked.who != who) {
        match says.as_slice().first().filter(|_| asked.who == "A") {
            Some(words) if live.answer("A", words).is_ok() => _ = says.next(),
            _ => live.answer_default().unwrap(),
        }
    }
    live
}

#[test]
fn a_readied_action_waits_where_somebody_comes_in() {
    let live = turn_of("B", &["ready an action", "attack whoever it is", "enters", "any foe", "here"]);
    let intents = live.view().intents;
    assert!(intents.iter().any(|one| one.who == Who(0) && one.kind == IntentKind::Ready), "{intents:?}");
    let there = on_ground(&*live, "move to B2");
    let hazard = &there.hazards[0];
    assert_eq!((hazard.who, hazard.square), (Some(Who(0)), "B2".parse().unwrap()), "{}", hazard.text);
    assert!(on_ground(&*live, "move to A1").hazards.is_empty());
}

#[test]
fn somebody_comes_over_one_border_or_runs_over_two_and_charges_into_the_next() {
    let live = turn_of("A", &[]);
    let reach = live.reach_of(Who(1));
    let names = |squares: &[quintain_field::Square]| {
        let mut names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names(&reach.bands[0].squares), "A1 B2 C1");
    assert_eq!(names(&reach.bands[1].squares), "A1 A2 B2 B3 C1 C2");
    assert_eq!(names(&reach.strikes), "A1 B1 B2 C1");
    assert_eq!(live.view().scale.map(|scale| scale.many), Some("borders"));
}
