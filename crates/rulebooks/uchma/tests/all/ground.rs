//! What is known beforehand of what happens on the ground: areas, what waits on a way, how far somebody comes; and random
//! fights, in which those named beforehand are those at whom the rule rolls.

use std::collections::BTreeSet;

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{
    AnyLive, Conduct, DiceFrom, Event, Group, IntentKind, OnGround, OpenQuestion, Role, Seats, Terms, Waiting, Who,
};
use quintain_testkit::Battery;
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

fn terms(seed: u64) -> Terms {
    let dice = DiceFrom::Seed(Box::new(Stream::new(seed, 0)));
    let seats = Seats { formalities: false, ..Seats::everybody() };
    Terms { dice, round_limit: 4, conduct: Conduct::best(), seed, ..Terms::attended(seats) }
}

fn open(live: &dyn AnyLive) -> Option<OpenQuestion> {
    if let Waiting::Answer(mut open) = live.waiting() { Some(open.swap_remove(0)) } else { None }
}

fn begun() -> Box<dyn AnyLive> {
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("ground.toml", FIGHT), RULEBOOK.tables()).unwrap();
    battery.book.set_up(&encounter).unwrap().live(terms(1), Vec::new())
}

fn turn_of(live: &mut dyn AnyLive, who: &str) {
    while let Some(asked) = open(live).filter(|asked| asked.topic != "turn" || asked.who != who) {
        match asked.topic {
            "turn" => live.answer(&asked.who, "done").unwrap(),
            _ => live.answer_default().unwrap(),
        }
    }
}

fn on_ground(live: &dyn AnyLive, text: &str) -> OnGround {
    let asked = open(live).unwrap();
    let texts: Vec<&str> = asked.question.choices().iter().map(|choice| choice.text.as_str()).collect();
    let option = texts.iter().position(|known| *known == text);
    live.on_ground(0, option.unwrap_or_else(|| panic!("no `{text}` in {texts:?}")))
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
    let mut compared = 0;
    for (arena, seed) in battery.arenas.iter().zip(1..) {
        let mut live = arena.fight.live(terms(seed), Vec::new());
        for _ in 0..120 {
            let Some(asked) = open(&*live) else { break };
            if asked.topic == "turn" {
                compared += look(&*live, &asked);
            }
            live.answer_default().unwrap();
        }
    }
    assert!(compared >= 20, "{compared}");
}

/// Tries the first options of a turn that cover an area, and counts those that could be compared.
fn look(live: &dyn AnyLive, asked: &OpenQuestion) -> usize {
    let labels = live.labels(0);
    let tried = labels.iter().enumerate().filter(|(_, label)| {
        label.as_ref().is_some_and(|label| matches!(label.verb.group, Group::Attack | Group::Power))
    });
    let areas = tried.map(|(option, _)| (option, live.on_ground(0, option).area));
    areas
        .filter(|(_, area)| area.hits.len() > 1)
        .take(3)
        .filter(|(option, area)| tries(live, asked, *option, &area.hits))
        .count()
}

/// Does it on a copy of the fight, and holds those rolled for against those named. False where nothing was rolled, or
/// something came between.
fn tries(live: &dyn AnyLive, asked: &OpenQuestion, option: usize, named: &[Who]) -> bool {
    let mut then = live.apart();
    let words = &asked.question.choices()[option].text;
    then.answer(&asked.who, words).unwrap();
    while open(&*then).is_some_and(|next| next.topic != "turn") {
        then.answer_default().unwrap();
    }
    let who = then.roster().iter().position(|(name, _)| *name == asked.who).map(|place| Who(place as u16));
    let told = since(live, &*then);
    let rolled = told.iter().filter(|event| event.who == who && event.rule.id.starts_with("precision."));
    let rolled: BTreeSet<Who> = rolled.filter_map(|event| event.whom).collect();
    if rolled.is_empty() || told.iter().any(|event| event.role == Role::Answer) {
        return false;
    }
    let named: BTreeSet<Who> = named.iter().copied().collect();
    assert!(rolled == named, "{}: {words}: {rolled:?} of {named:?}", asked.who);
    true
}

/// What a copy of a fight has told since it was made; it begins by telling again what has been told since the last resting
/// point.
fn since<'a>(live: &dyn AnyLive, then: &'a dyn AnyLive) -> &'a [Event] {
    let (before, after) = (live.log(), then.log());
    let again =
        |many: &usize| after.iter().zip(&before[before.len() - many..]).all(|(one, other)| one.text == other.text);
    let many = (0..=before.len().min(after.len())).rev().find(again).unwrap_or(0);
    &after[many..]
}
