//! What is known beforehand of what happens on the ground: areas, what waits on a way, how far a creature comes; and
//! random fights, in which those named beforehand are those that the rule rolls at.

use std::collections::BTreeSet;

use quintain_engine::{AnyLive, Area, Group, IntentKind, Role, Seats, Who};
use quintain_testkit::{Battery, Covering, areas_compared, asked, on_ground, scene, seeded, told_since};
use quintain_uchma::RULEBOOK;

/// Ayla with a ball of fire between a friend and a foe; the other foe has prepared a strike for those who come near.
const FIGHT: &str = r#"
rulebook = "uchma"
[map]
size = [14, 8]
[[ability]]
id = "ball"
name = "ball of fire"
tags = ["technique"]
cost = { energy = 2 }
aim = { burst = { range = 10, radius = 1, of = "anybody" } }
does = [{ damage = { amount = 10, kind = "magical" } }]
[[combatant]]
name = "Rider"
is = "hero"
side = "nomads"
at = "H3"
set = { speed = 20 }
[[combatant]]
name = "Ayla"
is = "hero"
side = "heroes"
at = "C3"
set = { abilities = ["ball"], speed = 12 }
[[combatant]]
name = "Bay"
is = "singer"
side = "heroes"
at = "C5"
[[combatant]]
name = "Nomad"
is = "nomad-warrior"
side = "nomads"
at = "D4"
"#;

fn seats() -> Seats {
    Seats { formalities: false, ..Seats::everybody() }
}

fn begun() -> Box<dyn AnyLive> {
    scene(RULEBOOK, FIGHT, seeded(seats(), 1, 4))
}

fn turn_of(live: &mut dyn AnyLive, who: &str) {
    while let Some(asked) = asked(live).filter(|asked| asked.topic != "turn" || asked.who != who) {
        match asked.topic {
            "turn" => live.answer(&asked.who, "done").unwrap(),
            _ => live.answer_default().unwrap(),
        }
    }
}

#[test]
fn a_burst_covers_its_squares_and_names_friend_and_foe() {
    let mut live = begun();
    turn_of(&mut *live, "Ayla");
    let area = on_ground(&*live, "ball of fire at C4").area;
    let squares: BTreeSet<String> = area.squares.iter().map(ToString::to_string).collect();
    let around = ["B3", "B4", "B5", "C3", "C4", "C5", "D3", "D4", "D5"];
    assert_eq!(squares, around.map(String::from).into());
    let view = live.view();
    let inside = |who: &Who| view.combatants[who.index()].at.is_some_and(|at| area.squares.contains(&at));
    let inside: BTreeSet<Who> = (0..view.combatants.len()).map(|place| Who(place as u16)).filter(inside).collect();
    assert_eq!(area.hits.iter().copied().collect::<BTreeSet<_>>(), inside);
    assert!(inside.is_superset(&[Who(1), Who(2), Who(3)].into()));
    assert!(on_ground(&*live, "done").area.is_empty());
}

#[test]
fn a_prepared_strike_waits_on_the_way_and_everybody_knows() {
    let mut live = begun();
    turn_of(&mut *live, "Rider");
    live.answer("Rider", "prepare opportunistic strike").unwrap();
    turn_of(&mut *live, "Ayla");
    let there = on_ground(&*live, "move to G4");
    let hazard = &there.hazards[0];
    assert_eq!((hazard.who, hazard.rule.id), (Some(Who(0)), "prepared.trigger"));
    assert!(there.way.contains(&hazard.square) && hazard.text.contains("Rider may carry out"), "{}", hazard.text);
    let far = on_ground(&*live, "move to A1");
    assert!(far.hazards.is_empty(), "{far:?}");
    let intents = live.view().intents;
    assert!(intents.iter().any(|one| one.who == Who(0) && one.kind == IntentKind::Ready), "{intents:?}");
}

#[test]
fn a_foe_comes_as_far_as_its_speed_and_strikes_beyond() {
    let mut live = begun();
    turn_of(&mut *live, "Ayla");
    let reach = live.reach_of(Who(3));
    let (near, far) = (&reach.bands[0].squares, &reach.bands[1].squares);
    assert!(near.len() < far.len() && near.iter().all(|square| far.contains(square)));
    assert!(reach.strikes.contains(&"C3".parse().unwrap()) && !near.contains(&"C3".parse().unwrap()));
    assert_eq!(live.view().scale.map(|scale| (scale.square, scale.many)), Some((1, "m")));
}

#[test]
fn those_named_beforehand_are_those_at_whom_the_rule_rolls() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let suits = |area: &Area| area.hits.len() > 1;
    let compared = areas_compared(&battery, (&seats(), 120), (&[Group::Attack, Group::Power], suits), holds);
    assert!(compared >= 20, "{compared}");
}

/// Holds those rolled for against those named. False where nothing was rolled, or something came between.
fn holds(covering: &Covering<'_>) -> bool {
    let (then, name, words) = (covering.done(&["turn"]), &covering.asked.who, covering.words());
    let who = then.roster().iter().position(|(known, _)| known == name).map(|place| Who(place as u16));
    let told = told_since(covering.live, &*then);
    let rolled = told.iter().filter(|event| event.who == who && event.rule.id.starts_with("precision."));
    let rolled: BTreeSet<Who> = rolled.filter_map(|event| event.whom).collect();
    if rolled.is_empty() || told.iter().any(|event| event.role == Role::Answer) {
        return false;
    }
    let named: BTreeSet<Who> = covering.named.iter().copied().collect();
    assert!(rolled == named, "{name}: {words}: {rolled:?} of {named:?}");
    true
}
