//! What telling options do, in parts: a wrong price, target or tag fails here.

use quintain_engine::{Answer, AnyLive, Cost, Label, Price, ROUND_LIMIT, Seats, Tags, Target, Who};
use quintain_field::Square;
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::{asked, label, options_do_what_they_say, scene, seeded};

/// Sorrel stands next to a goblin, and so does Brun.
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
[[combatant]]
name = "Archer"
is = "goblin"
side = "goblins"
at = "J9"
"#;

/// The fight at the turn of this one.
fn turn_of(encounter: &str, who: &str) -> Box<dyn AnyLive> {
    on_to(scene(RULEBOOK, encounter, seeded(Seats::everybody(), 1, ROUND_LIMIT)), who)
}

/// The same fight where the turn of this one comes next; everybody else lets theirs go by.
fn on_to(mut live: Box<dyn AnyLive>, who: &str) -> Box<dyn AnyLive> {
    for _ in 0..60 {
        let first = asked(&*live).expect("something is asked");
        match (first.topic, first.who == who) {
            ("turn", true) => return live,
            ("turn", false) => live.answer(&first.who.clone(), "end turn").unwrap(),
            ("next", _) => {
                let theirs = first.question.choices().iter().any(|choice| choice.text == who);
                let said = if theirs { who.to_owned() } else { first.question.choices()[0].text.clone() };
                live.answer(&first.who.clone(), &said).unwrap();
            }
            _ => live.answer_default().unwrap(),
        }
    }
    panic!("the turn of {who} does not come");
}

fn pool(key: &'static str, amount: i16, left: i16) -> Cost {
    Cost { price: Price::Pool(key), amount, left: Some(left) }
}

fn spaces(amount: i16, left: i16) -> Cost {
    Cost { price: Price::Distance, amount, left: Some(left) }
}

fn means(label: &Label) -> Option<&str> {
    label.means.as_ref().map(|means| means.key.as_str())
}

#[test]
fn a_blow_costs_an_action_point() {
    let mut live = turn_of(YARD, "Sorrel");
    let blow = label(&*live, "attack Goblin with quarterstaff");
    assert_eq!((blow.verb.key, means(&blow), &blow.target), ("attack", Some("quarterstaff"), &Target::Who(Who(2))));
    assert_eq!((&blow.costs[..], blow.tags), (&[pool("ap", 1, 3)][..], Tags::default()));
    let fully = label(&*live, "fully dodge");
    assert_eq!((&fully.costs[..], fully.variants[0].key.as_str()), (&[pool("ap", 2, 2)][..], "fully"));
    // A creature with no movement left takes a Move with it.
    assert_eq!(&label(&*live, "pass through Goblin").costs[..], [pool("ap", 2, 2)]);
    let end = label(&*live, "end turn");
    assert_eq!((end.costs.len(), end.tags), (0, Tags::ENDS_TURN));
    live.answer("Sorrel", "attack Goblin with quarterstaff").unwrap();
    let adv = label(&*live, "ADV for 1 AP");
    assert_eq!((adv.verb.key, &adv.target, &adv.costs[..]), ("buy-adv", &Target::Number(1), &[pool("ap", 1, 2)][..]));
    assert_eq!(label(&*live, "non-lethal").tags, Tags::ADDS | Tags::FREE);
}

#[test]
fn spells_cost_mana_and_may_catch_friends() {
    let mut live = turn_of(YARD, "Sorrel");
    let grease = label(&*live, "cast Grease at D4");
    assert_eq!((grease.verb.key, means(&grease)), ("cast", Some("spell.grease")));
    assert_eq!(grease.target, Target::Area(Square::new(3, 3), None));
    assert_eq!(&grease.costs[..], [pool("ap", 2, 2), pool("mp", 1, 5)]);
    assert_eq!(grease.tags, Tags::HURTS_SELF | Tags::HURTS_FRIEND);
    assert_eq!(label(&*live, "cast Grease at H8").tags, Tags::default());
    assert_eq!(label(&*live, "cast Fog Cloud at D4").tags, Tags::default());
    live.answer("Sorrel", "cast Fire Bolt on Goblin").unwrap();
    let more = asked(&*live).unwrap().question.choices()[0].text.clone();
    let more = label(&*live, &more);
    assert_eq!((more.verb.key, means(&more)), ("enhance", Some("spell.fire-bolt.1")));
    assert_eq!((&more.target, more.tags), (&Target::Number(1), Tags::ADDS));
    // Of the 6 MP no more than Combat Proficiency, 1, go into one spell.
    assert_eq!(&more.costs[..], [pool("mp", 1, 0)]);
}

#[test]
fn picks_are_paid_for_together() {
    let yard = YARD.replacen("at = \"C3\"", "at = \"C3\"\nset = { level = 4, mp = 2 }", 1);
    let mut live = turn_of(&yard, "Sorrel");
    live.answer("Sorrel", "cast Fire Bolt on Goblin").unwrap();
    let question = asked(&*live).unwrap().question;
    let place = |text: &str| question.choices().iter().position(|choice| choice.text == text).unwrap();
    let all = ["hotter", "a second hotter", "kindling"].map(place);
    let mut refused = |picks: &[usize]| {
        let fault = live.answer_with(0, &Answer::Several(picks.iter().copied().collect())).unwrap_err();
        fault.to_string()
    };
    let dear = "Sorrel: not allowed: together it costs 3 MP, and 2 are left (spell.mp)";
    assert_eq!([refused(&all), refused(&all[1..])], [dear; 2], "a second time alone stands for both");
    let prices = all.map(|option| live.labels(0).swap_remove(option).unwrap().costs);
    assert_eq!(prices, [(); 3].map(|()| vec![pool("mp", 1, 1)]), "each by itself, so that they can be summed");
    live.answer_with(0, &Answer::Several(all[..2].iter().copied().collect())).unwrap();
}

#[test]
fn leaving_reach_provokes_and_is_answered_for_a_price() {
    let mut live = turn_of(YARD, "Sorrel");
    let beside = label(&*live, "move to C2");
    assert_eq!((&beside.costs[..], beside.tags), (&[pool("ap", 1, 3), spaces(1, 5)][..], Tags::default()));
    let away = label(&*live, "move to J3");
    assert_eq!((&away.costs[..], away.tags), (&[pool("ap", 2, 2), spaces(7, 2)][..], Tags::PROVOKES));
    assert_eq!(label(&*live, "throw quarterstaff").tags, Tags::PROVOKES);
    live.answer("Sorrel", "move to J3").unwrap();
    let strike = label(&*live, "attack of opportunity with knife");
    assert_eq!((strike.verb.key, means(&strike), &strike.target), ("opportunity", Some("knife"), &Target::Who(Who(0))));
    let reaction = Cost { price: Price::Reaction, amount: 1, left: None };
    assert_eq!(&strike.costs[..], [reaction, pool("ap", 1, 2)]);
    assert_eq!(label(&*live, "nothing").verb.key, "decline");
}

#[test]
fn whoever_waits_for_it_may_answer() {
    let mut live = turn_of(YARD, "Sorrel");
    live.answer("Sorrel", "hold an action").unwrap();
    let held = label(&*live, "attack Archer with quarterstaff");
    assert_eq!((&held.costs[..], held.tags), (&[pool("ap", 1, 3)][..], Tags::DECLARES));
    live.answer("Sorrel", "cast Fire Bolt on Archer").unwrap();
    let event = label(&*live, "Archer ends its turn");
    assert_eq!(
        (event.verb.key, event.variants[0].key.as_str(), &event.target),
        ("trigger", "ends", &Target::Who(Who(3)))
    );
    live.answer("Sorrel", "Archer ends its turn").unwrap();
    let live = on_to(live, "Archer");
    assert_eq!(label(&*live, "end turn").tags, Tags::ENDS_TURN | Tags::PROVOKES);
    assert_eq!(label(&*live, "search").tags, Tags::default());
}

#[test]
fn what_an_option_does_is_what_its_label_says() {
    options_do_what_they_say::<Fight>();
}
