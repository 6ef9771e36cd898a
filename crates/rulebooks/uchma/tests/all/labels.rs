//! What options say of themselves in parts: verb, means, variants, target, price, and what is to be known of them.

use quintain_engine::{AnyLive, Seats};
use quintain_testkit::{asked, label_line as told, options_do_what_they_say, scene, seeded};
use quintain_uchma::{Fight, RULEBOOK};

/// Ayla between a friend and two foes, with a ball of fire that costs energy and a leaf that costs blood.
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
[[ability]]
id = "leaf"
name = "bitter leaf"
time = "rapid"
cost = { health = 5 }
aim = "oneself"
does = [{ energy = 1 }]
[[combatant]]
name = "Ayla"
is = "hero"
side = "heroes"
at = "C3"
set = { abilities = ["ball", "leaf"], speed = 12 }
[[combatant]]
name = "Bay"
is = "singer"
side = "heroes"
at = "C5"
[[combatant]]
name = "Nomad"
is = "nomad-warrior"
side = "nomads"
at = "D3"
[[combatant]]
name = "Rider"
is = "nomad-warrior"
side = "nomads"
at = "H8"
"#;

/// The fight under way.
fn begun() -> Box<dyn AnyLive> {
    let seats = Seats { formalities: false, ..Seats::everybody() };
    scene(RULEBOOK, FIGHT, seeded(seats, 1, 9))
}

/// Goes on to the next question about the turn of this one.
fn turn_of(live: &mut dyn AnyLive, who: &str) {
    while asked(live).unwrap().question.text != format!("What does {who} do?") {
        live.answer_default().unwrap_or_else(|fault| panic!("{fault}"));
    }
}

fn says(live: &mut dyn AnyLive, who: &str, words: &str) {
    turn_of(live, who);
    live.answer(who, words).unwrap_or_else(|fault| panic!("{who}: {words}: {fault}"));
}

#[test]
fn deeds_of_a_turn_say_what_they_cost() {
    let mut live = begun();
    turn_of(&mut *live, "Ayla");
    for (text, wanted) in [
        ("slash on Nomad", "attack with curved-sword.slash on Who(Who(2)), 1 action of 1"),
        ("charge on Rider", "charge with curved-sword on Who(Who(3)), 1 whole-turn of 1"),
        ("move to C4", "move to C4, 1 distance of 12"),
        ("run to C4", "run to C4, 1 distance of 24, 1 action of 1"),
        ("ball of fire at D3", "use with ball about D3 None, 1 action of 1, 2 energy of 10, HURTS_SELF"),
        ("ball of fire at C5", "use with ball about C5 None, 1 action of 1, 2 energy of 10, HURTS_FRIEND"),
        ("ball of fire at H8", "use with ball about H8 None, 1 action of 1, 2 energy of 10"),
        ("bitter leaf", "use with leaf on Oneself, 1 quick of 1, 5 health of 60"),
        ("prepare opportunistic strike", "prepare with opportunistic-strike, 1 quick of 1, DECLARES"),
        ("speak with the action", "speak by=action, 1 action of 1"),
        ("drop curved sword", "drop with curved-sword hand=main, FREE"),
        ("done", "done, ENDS_TURN, FREE"),
    ] {
        assert_eq!(told(&*live, text), wanted, "{text}");
    }
}

#[test]
fn what_others_have_prepared_is_known_before() {
    let mut live = begun();
    says(&mut *live, "Ayla", "prepare opportunistic strike");
    says(&mut *live, "Ayla", "done");
    turn_of(&mut *live, "Nomad");
    assert_eq!(told(&*live, "move to D4"), "move to D4, 1 distance of 5, PROVOKES");
    assert_eq!(told(&*live, "done"), "done, ENDS_TURN, FREE");
}

#[test]
fn what_an_option_does_is_what_its_label_says() {
    options_do_what_they_say::<Fight>();
}
