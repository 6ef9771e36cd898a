//! What options say of themselves in parts: verb, means, variants, target, price, and what is to be known of them.

use quintain_engine::{AnyLive, Seats};
use quintain_heimr::{Fight, RULEBOOK};
use quintain_testkit::{asked, label_line as told, options_do_what_they_say, scene, seeded};

/// A fight in B2 where A acts first: with a bow and a knife there, beside friend and foe.
const FIGHT: &str = r#"
rulebook = "heimr"
[map]
size = [3, 3]
[[combatant]]
name = "A"
is = "plain"
side = "one"
at = "B2"
set = { pc = true, wp = 90, weapons = ["light-weapon"], powers = ["breaking-strike-1", "automata-crafting", "automaton-hit"] }
[[combatant]]
name = "B"
is = "plain"
side = "two"
at = "B2"
set = { wp = 30, cluster = 1 }
[[combatant]]
name = "C"
is = "plain"
side = "one"
at = "B2"
set = { wp = 20, cluster = 1 }
[[combatant]]
name = "D"
is = "plain"
side = "one"
at = "B1"
set = { pc = true, wp = 60, weapons = ["bow"] }
[house]
defence.mode = "on-demand"
"#;

/// The fight under way.
fn begun() -> Box<dyn AnyLive> {
    let seats = Seats { formalities: false, ..Seats::everybody() };
    scene(RULEBOOK, FIGHT, seeded(seats, 1, 9))
}

fn says(live: &mut dyn AnyLive, who: &str, words: &str) {
    live.answer(who, words).unwrap_or_else(|fault| panic!("{who}: {words}: {fault}"));
}

#[test]
fn deeds_of_a_turn_say_what_they_cost() {
    let live = begun();
    for (text, line) in [
        ("attack B", "attack with sword-hand on Who(Who(1)), 1 action of 1"),
        ("attack C", "attack with sword-hand on Who(Who(2)), 1 action of 1, HURTS_FRIEND"),
        ("punch B", "punch on Who(Who(1)), 1 action of 1"),
        ("move to B1", "move to B1, 1 action of 1"),
        ("run to A1 by A2", "run to A1 by A2, 1 action of 1, ENDS_TURN"),
        ("drop light weapon", "drop with sword-hand, FREE"),
        ("speak", "speak, FREE"),
        ("ready an action", "ready, 1 action of 1, ENDS_TURN"),
        ("end turn", "end-turn, ENDS_TURN, FREE"),
        ("delay until after B", "delay on Slot { who: Who(1), after: true }, ENDS_TURN"),
        // A knife makes a skill that costs 2 willpower cost 3.
        (
            "Breaking Strike 1 at the thrusting weapon of B",
            "skill with breaking-strike-1 thing=sword-hand on Who(Who(1)), 1 action of 1, 3 wp of 90",
        ),
        ("gather power for Automaton of striking", "gather with automaton-hit, ENDS_TURN, DECLARES"),
    ] {
        assert_eq!(told(&*live, text), line, "{text}");
    }
}

#[test]
fn foes_on_their_feet_are_offered_before_the_fallen_and_before_friends() {
    let in_b2 = |name: &str, side: &str, set: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nis = \"plain\"\nside = \"{side}\"\nat = \"B2\"\nset = {{ {set} }}\n")
    };
    let all = [
        in_b2("A", "one", "pc = true, wp = 90"),
        in_b2("Friend", "one", ""),
        in_b2("Fallen", "two", "unconscious = true"),
        in_b2("Foe", "two", ""),
    ];
    let text =
        format!("rulebook = \"heimr\"\n[map]\nsize = [3, 3]\n{}[house]\ndefence.mode = \"on-demand\"\n", all.concat());
    let seats = Seats { formalities: false, ..Seats::everybody() };
    let question = asked(&*scene(RULEBOOK, &text, seeded(seats, 1, 9))).expect("A is asked").question;
    let texts = question.choices().iter().map(|choice| choice.text.as_str());
    let attacks: Vec<&str> = texts.filter(|text| text.starts_with("attack ")).collect();
    assert_eq!(attacks, ["attack Foe", "attack Fallen", "attack Friend"]);
}

#[test]
fn a_component_takes_time_and_more() {
    let mut live = begun();
    says(&mut *live, "A", "gather power for Automaton of striking");
    assert_eq!(told(&*live, "words and gestures"), "draw-on with words-and-gestures, 1 time");
    assert_eq!(told(&*live, "willpower"), "draw-on with willpower, 2 time, 1 wp of 90");
    assert_eq!(told(&*live, "own blood"), "draw-on with own-blood, 1 time, 10 hp of 10, HURTS_SELF");
    assert_eq!(told(&*live, "stop gathering"), "decline");
}

#[test]
fn what_others_wait_for_is_known_before() {
    let mut live = begun();
    for words in ["ready an action", "punch B", "leaves", "B", "here"] {
        says(&mut *live, "A", words);
    }
    says(&mut *live, "D", "end turn");
    assert_eq!(told(&*live, "move to B3"), "move to B3, 1 action of 1, PROVOKES");
    assert_eq!(told(&*live, "guard"), "guard, 1 action of 1");
}

#[test]
fn a_shot_into_a_cluster_may_hit_a_friend() {
    let mut live = begun();
    says(&mut *live, "A", "end turn");
    assert_eq!(told(&*live, "draw an arrow"), "draw-arrow with sword-hand, 1 quick of 1");
    says(&mut *live, "D", "draw an arrow");
    let shot = "attack with sword-hand on Who(Who(1)), 1 action of 1, HURTS_FRIEND";
    assert_eq!(told(&*live, "attack B"), shot);
    says(&mut *live, "D", "attack B");
    assert_eq!(told(&*live, "no part"), "strike on Who(Who(1))");
    assert_eq!(told(&*live, "left leg"), "strike aim=left-leg on Who(Who(1))");
    says(&mut *live, "D", "left leg");
    assert_eq!(told(&*live, "dodge"), "dodge on Who(Who(3))");
}

#[test]
fn what_an_option_does_is_what_its_label_says() {
    options_do_what_they_say::<Fight>();
}
