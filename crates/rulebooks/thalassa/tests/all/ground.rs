//! What is known beforehand of what happens on the ground: blasts, dangerous ground, how far somebody comes, and what has
//! been foretold and declared.

use quintain_engine::{AnyLive, IntentKind, ROUND_LIMIT, Seats, Who};
use quintain_testkit::{asked, on_ground, scene, seeded};
use quintain_thalassa::RULEBOOK;

/// Skiron with fire oil, two friends, one of them next to a bandit, and another bandit far off.
const YARD: &str = r#"
rulebook = "thalassa"
[house]
"order.start" = "opponents-surprise"
[map]
size = [14, 12]
[[combatant]]
name = "Skiron"
is = "skiron"
side = "heroes"
at = "C4"
set = { weapons = ["fire-oil", "kopis"] }
[[combatant]]
name = "Althea"
is = "althea"
side = "heroes"
at = "F4"
[[combatant]]
name = "Bandit"
is = "bandit"
side = "bandits"
count = 2
at = ["G4", "M10"]
"#;

fn begun(text: &str) -> Box<dyn AnyLive> {
    scene(RULEBOOK, text, seeded(Seats::everybody(), 1, ROUND_LIMIT))
}

fn asked_of(live: &mut dyn AnyLive, who: &str) {
    while asked(live).is_some_and(|asked| asked.topic != "declaration" || asked.who != who) {
        live.answer_default().unwrap();
    }
}

#[test]
fn a_blast_covers_its_squares_and_names_those_whom_it_then_strikes() {
    let mut live = begun(YARD);
    asked_of(&mut *live, "Skiron");
    let area = on_ground(&*live, "attack Bandit 1 with fire oil").area;
    assert!(area.squares.contains(&"F4".parse().unwrap()) && area.squares.contains(&"H5".parse().unwrap()), "{area:?}");
    assert_eq!(area.hits, [Who(2), Who(1)]);
    assert!(on_ground(&*live, "attack Bandit 1 with kopis").area.is_empty());
    live.answer("Skiron", "attack Bandit 1 with fire oil").unwrap();
    let told = "the blast of Skiron hits Bandit 1, Althea";
    while !live.log().iter().any(|event| event.text.starts_with("the blast of Skiron")) {
        match asked(&*live).unwrap().topic {
            "declaration" => live.answer(&asked(&*live).unwrap().who, "nothing").unwrap(),
            _ => live.answer_default().unwrap(),
        }
    }
    assert!(
        live.log().iter().any(|event| event.text == told),
        "{:#?}",
        live.log().iter().map(|event| &event.text).collect::<Vec<_>>()
    );
}

#[test]
fn opponents_are_foretold_and_heroes_declare_in_the_open() {
    let mut live = begun(YARD);
    asked_of(&mut *live, "Skiron");
    let foretold = live.view().intents;
    assert!(foretold.iter().all(|one| one.kind == IntentKind::Foretold && one.who.0 > 1), "{foretold:?}");
    assert!(foretold.iter().any(|one| one.at.is_some() && one.label.starts_with("attack with")), "{foretold:?}");
    live.answer("Skiron", "attack Bandit 1 with kopis").unwrap();
    asked_of(&mut *live, "Althea");
    let declared = live.view().intents;
    let own = declared.iter().find(|one| one.who == Who(0)).unwrap();
    assert_eq!((own.kind, own.at), (IntentKind::Declared, Some(Who(2))));
}

#[test]
fn a_move_over_grease_says_where_it_may_end() {
    let text = YARD.replace("[\"fire-oil\", \"kopis\"] }", "[\"kopis\"], items = [\"grease\"] }");
    let mut live = begun(&text);
    asked_of(&mut *live, "Skiron");
    let poured = on_ground(&*live, "pour grease at D4");
    assert_eq!(poured.area.squares.len(), 4);
    live.answer("Skiron", "pour grease at D4").unwrap();
    while live.view().round < 2 {
        live.answer_default().unwrap();
    }
    asked_of(&mut *live, "Skiron");
    let here = live.view().combatants[0].at.unwrap();
    let beyond = asked(&*live).unwrap().question.choices().iter().position(|choice| choice.text == "move to F4");
    if let Some(option) = beyond.filter(|_| here == "C4".parse().unwrap()) {
        let hazards = live.on_ground(0, option).hazards;
        assert!(hazards.iter().all(|hazard| hazard.rule.id == "gear.slick" && hazard.who.is_none()), "{hazards:?}");
    }
}

#[test]
fn a_foe_comes_as_far_as_a_move_and_twice_as_far_without_striking() {
    let mut live = begun(YARD);
    asked_of(&mut *live, "Skiron");
    let reach = live.reach_of(Who(3));
    assert_eq!(reach.bands.iter().map(|band| band.label.as_str()).collect::<Vec<_>>(), ["a move", "two moves"]);
    let (near, far) = (&reach.bands[0].squares, &reach.bands[1].squares);
    assert!(near.len() < far.len() && near.iter().all(|square| far.contains(square)));
    assert!(reach.strikes.contains(&"F4".parse().unwrap()) && !reach.strikes.contains(&"A1".parse().unwrap()));
    assert_eq!(live.view().scale.map(|scale| (scale.square, scale.many)), Some((5, "ft")));
}
