//! What telling options do, in parts: a wrong price, target or tag fails here.

use quintain_engine::{AnyLive, Cost, Label, OpenQuestion, Price, ROUND_LIMIT, Seats, Tags, Target, Waiting, Who};
use quintain_field::Square;
use quintain_testkit::{option, options_do_what_they_say, scene, seeded};
use quintain_thalassa::{Fight, RULEBOOK};

const YARD: &str = r#"
rulebook = "thalassa"
[house]
"order.start" = "opponents-surprise"
[map]
size = [12, 12]
[[combatant]]
name = "Althea"
is = "althea"
side = "heroes"
at = "C3"
[[combatant]]
name = "Metis"
is = "metis"
side = "heroes"
at = "D3"
set = { thu = 6 }
[[combatant]]
name = "Skiron"
is = "skiron"
side = "heroes"
at = "C4"
set = { weapons = ["fire-oil", "kopis"] }
[[combatant]]
name = "Bandit"
is = "bandit"
side = "bandits"
count = 2
at = ["E3", "H8"]
"#;

fn begun(encounter: &str) -> Box<dyn AnyLive> {
    let mut live = scene(RULEBOOK, encounter, seeded(Seats::everybody(), 1, ROUND_LIMIT));
    while !asked(&*live).iter().any(|question| question.who == "Althea") {
        live.answer_default().unwrap();
    }
    live
}

fn asked(live: &dyn AnyLive) -> Vec<OpenQuestion> {
    let waiting = live.waiting();
    if let Waiting::Answer(open) = waiting { open } else { panic!("nothing is asked: {waiting:?}") }
}

/// The label of an option that somebody has now.
fn label(live: &dyn AnyLive, who: &str, text: &str) -> Label {
    let open = asked(live);
    let place = open.iter().position(|asked| asked.who == who).unwrap();
    live.labels(place).swap_remove(option(&open[place], text)).unwrap()
}

fn action() -> Cost {
    Cost { price: Price::Action, amount: 1, left: Some(0) }
}

fn means(label: &Label) -> Option<(&str, &str)> {
    label.means.as_ref().map(|means| (means.key.as_str(), means.name.as_str()))
}

fn variants(label: &Label) -> Vec<(&str, &str)> {
    label.variants.iter().map(|one| (one.axis, one.key.as_str())).collect()
}

#[test]
fn a_blow_takes_the_action_and_leaves_the_move() {
    let live = begun(YARD);
    let plain = label(&*live, "Althea", "attack Bandit 1 with xiphos");
    assert_eq!((plain.verb.key, means(&plain)), ("attack", Some(("xiphos", "xiphos"))));
    assert_eq!((&plain.target, &plain.costs[..], plain.tags), (&Target::Who(Who(3)), &[action()][..], Tags::DECLARES));
    let daring = label(&*live, "Althea", "attack Bandit 1 with xiphos by a daring manoeuvre");
    assert_eq!(variants(&daring), [("style", "daring")]);
}

#[test]
fn what_is_used_up_is_paid_and_its_fire_catches_friends() {
    let live = begun(YARD);
    let near = label(&*live, "Skiron", "attack Bandit 1 with fire oil");
    let oil = Cost { price: Price::Gear, amount: 1, left: Some(0) };
    assert_eq!((&near.costs[..], near.tags), (&[action(), oil][..], Tags::DECLARES | Tags::HURTS_FRIEND));
    let far = label(&*live, "Skiron", "attack Bandit 2 with fire oil");
    assert_eq!(far.tags, Tags::DECLARES);
}

#[test]
fn magic_costs_thu_up_to_the_die() {
    let live = begun(YARD);
    let harm = label(&*live, "Metis", "cast Inflict Harm on Bandit 1");
    let thu = Cost { price: Price::Pool("thu"), amount: 6, left: Some(0) };
    assert_eq!((means(&harm), &harm.target), (Some(("inflict-harm", "Inflict Harm")), &Target::Who(Who(3))));
    assert_eq!((&harm.costs[..], harm.tags), (&[action(), thu][..], Tags::DECLARES | Tags::HURTS_SELF));
    let pray = label(&*live, "Metis", "pray to Artemis for Althea's hunt");
    let turn = Cost { price: Price::WholeTurn, amount: 1, left: None };
    assert_eq!((means(&pray), variants(&pray)), (Some(("artemis", "Artemis")), vec![("boon", "hunt")]));
    assert_eq!(&pray.costs[..], [turn, thu]);
    assert_eq!(pray.tags, Tags::DECLARES | Tags::ENDS_TURN | Tags::HURTS_SELF);
}

#[test]
fn moves_take_feet() {
    let mut live = begun(YARD);
    let walk = label(&*live, "Althea", "move to C8");
    let feet = |amount, left| Cost { price: Price::Distance, amount, left: Some(left) };
    assert_eq!((walk.verb.key, &walk.target), ("move", &Target::Square(Square::new(2, 7))));
    assert_eq!((&walk.costs[..], walk.tags), (&[feet(25, 15)][..], Tags::DECLARES | Tags::ADDS));
    let twice = label(&*live, "Althea", "second move to C12");
    assert_eq!(&twice.costs[..], [action(), feet(45, 35)]);
    assert_eq!(twice.tags, Tags::DECLARES | Tags::ENDS_TURN);
    let run = label(&*live, "Althea", "close with Bandit 2");
    assert_eq!((run.verb.key, &run.target, run.costs.len()), ("close-with", &Target::Who(Who(4)), 0));
    live.answer("Althea", "attack Bandit 1 with xiphos").unwrap();
    let after = label(&*live, "Althea", "move to C2");
    assert_eq!((&after.costs[..], after.tags), (&[feet(5, 35)][..], Tags::DECLARES | Tags::ENDS_TURN));
}

#[test]
fn running_away_is_for_good() {
    let live = begun(&YARD.replace("[map]\nsize = [12, 12]\n", "").replace("at = ", "# "));
    let away = label(&*live, "Althea", "retreat");
    let turn = Cost { price: Price::WholeTurn, amount: 1, left: None };
    assert_eq!((away.verb.key, &away.costs[..]), ("retreat", &[turn][..]));
    assert_eq!(away.tags, Tags::DECLARES | Tags::ENDS_TURN | Tags::NO_RETURN);
    let nothing = label(&*live, "Althea", "nothing");
    assert_eq!((nothing.costs.len(), nothing.tags), (0, Tags::DECLARES | Tags::ENDS_TURN | Tags::FREE));
}

#[test]
fn what_an_option_does_is_what_its_label_says() {
    options_do_what_they_say::<Fight>();
}
