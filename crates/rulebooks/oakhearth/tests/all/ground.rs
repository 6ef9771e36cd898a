//! What is known beforehand of what happens on the ground: areas, what waits on a way, how far a creature comes; and
//! random fights, in which every creature harmed by a spell was named beforehand.

use quintain_engine::{AnyLive, Area, Group, Role, Seats, Who};
use quintain_oakhearth::RULEBOOK;
use quintain_testkit::{Battery, Covering, areas_compared, asked, on_ground, scene, seeded, told_since};

/// Sorrel stands next to a goblin with Martial Proficiency, and so does Brun.
const YARD: &str = r#"
rulebook = "oakhearth"
[map]
size = [16, 10]
[[combatant]]
name = "Sorrel"
is = "elementalist"
side = "heroes"
at = "C3"
[[combatant]]
name = "Brun"
is = "champion"
side = "heroes"
at = "E3"
[[combatant]]
name = "Goblin"
is = "goblin"
side = "goblins"
at = "D3"
set = { martial = true }
"#;

fn yard(who: &str) -> Box<dyn AnyLive> {
    let mut live = scene(RULEBOOK, YARD, seeded(Seats::everybody(), 1, 4));
    for _ in 0..60 {
        let asked = asked(&*live).unwrap();
        match (asked.topic, asked.who == who) {
            ("turn", true) => return live,
            ("turn", false) => live.answer(&asked.who, "end turn").unwrap(),
            ("next", _) => {
                let theirs = asked.question.choices().iter().any(|choice| choice.text == who);
                let said = if theirs { who.to_owned() } else { asked.question.choices()[0].text.clone() };
                live.answer(&asked.who, &said).unwrap();
            }
            _ => live.answer_default().unwrap(),
        }
    }
    panic!("the turn of {who} does not come");
}

#[test]
fn whoever_leaves_the_reach_of_a_martial_foe_is_told_where() {
    let live = yard("Sorrel");
    let away = on_ground(&*live, "move to A3");
    let hazard = &away.hazards[0];
    assert_eq!((hazard.who, hazard.rule.id, hazard.square), (Some(Who(2)), "aoo.trigger-leave", "C3".parse().unwrap()));
    assert_eq!(hazard.text, "Goblin may strike as Sorrel leaves C3");
    assert!(on_ground(&*live, "move to C4").hazards.is_empty());
}

#[test]
fn a_foe_comes_farther_with_each_move_and_strikes_with_what_is_left() {
    let live = yard("Sorrel");
    let reach = live.reach_of(Who(2));
    assert!(reach.bands.len() > 1, "{reach:?}");
    assert!(reach.bands.windows(2).all(|two| two[0].squares.iter().all(|square| two[1].squares.contains(square))));
    assert!(reach.strikes.contains(&"C3".parse().unwrap()));
    assert_eq!(live.view().scale.map(|scale| (scale.one, scale.many)), Some(("Space", "Spaces")));
}

#[test]
fn whoever_a_spell_harms_was_named_beforehand() {
    let battery = Battery::open(RULEBOOK).unwrap();
    let suits = |area: &Area| !area.squares.is_empty();
    let compared = areas_compared(&battery, (&Seats::everybody(), 120), (&[Group::Power], suits), holds);
    assert!(compared >= 10, "{compared}");
}

/// Holds those harmed against those named. False where nobody was harmed, or something came between.
fn holds(covering: &Covering<'_>) -> bool {
    let (then, name, words) = (covering.done(&["turn", "next"]), &covering.asked.who, covering.words());
    let who = then.roster().iter().position(|(known, _)| known == name).map(|place| Who(place as u16));
    let told = told_since(covering.live, &*then);
    let harms = told.iter().filter_map(|event| event.harm);
    let harmed: Vec<Who> =
        harms.filter(|harm| harm.by == who && Some(harm.whom) != who).map(|harm| harm.whom).collect();
    if harmed.is_empty() || told.iter().any(|event| event.role == Role::Answer) {
        return false;
    }
    let named = &covering.named;
    assert!(harmed.iter().all(|whom| named.contains(whom)), "{name}: {words}: {harmed:?} of {named:?}");
    true
}
