//! What options say of themselves in parts: verb, means, variants, target, price, and what is to be known of them.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{AnyLive, Conduct, DiceFrom, Label, OpenQuestion, Seats, Target, Terms, Waiting};
use quintain_testkit::{Battery, options_do_what_they_say};
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
fn begun(battery: &Battery) -> Box<dyn AnyLive> {
    let encounter = Encounter::parse(&Source::new("labels.toml", FIGHT), RULEBOOK.tables());
    let encounter = encounter.unwrap_or_else(|problems| panic!("{problems}"));
    let fight = battery.book.set_up(&encounter).unwrap_or_else(|problems| panic!("{problems}"));
    let dice = DiceFrom::Seed(Box::new(Stream::new(1, 0)));
    let seats = Seats { formalities: false, ..Seats::everybody() };
    fight.live(Terms { dice, round_limit: 9, conduct: Conduct::best(), seed: 1, ..Terms::attended(seats) }, Vec::new())
}

fn open(live: &dyn AnyLive) -> OpenQuestion {
    let Waiting::Answer(mut open) = live.waiting() else { panic!("nobody is asked") };
    open.swap_remove(0)
}

/// Goes on to the next question about the turn of this one.
fn turn_of(live: &mut dyn AnyLive, who: &str) {
    while open(live).question.text != format!("What does {who} do?") {
        live.answer_default().unwrap_or_else(|fault| panic!("{fault}"));
    }
}

fn says(live: &mut dyn AnyLive, who: &str, words: &str) {
    turn_of(live, who);
    live.answer(who, words).unwrap_or_else(|fault| panic!("{who}: {words}: {fault}"));
}

/// What an option of the one who is asked says of itself, in a line.
fn told(live: &dyn AnyLive, text: &str) -> String {
    let asked = open(live);
    let texts: Vec<&str> = asked.question.choices().iter().map(|choice| choice.text.as_str()).collect();
    let place = texts.iter().position(|known| *known == text);
    let place = place.unwrap_or_else(|| panic!("{} is not offered `{text}` but {texts:?}", asked.who));
    line(&live.labels(0).swap_remove(place).expect("a label"))
}

fn line(label: &Label) -> String {
    let variants: Vec<String> = label.variants.iter().map(|one| format!(" {}={}", one.axis, one.key)).collect();
    let means = label.means.as_ref().map_or(String::new(), |means| format!(" with {}", means.key));
    let target = match &label.target {
        Target::None => String::new(),
        Target::Square(square) => format!(" to {square}"),
        Target::Area(square, way) => format!(" about {square} {way:?}"),
        target => format!(" on {target:?}"),
    };
    let mut line = format!("{}{means}{}{target}", label.verb.key, variants.concat());
    for cost in &label.costs {
        let left = cost.left.map_or(String::new(), |left| format!(" of {}", left + cost.amount));
        line += &format!(", {} {}{left}", cost.amount, cost.price.word());
    }
    for (tag, _) in label.tags.iter_names() {
        line += &format!(", {tag}");
    }
    line
}

#[test]
fn deeds_of_a_turn_say_what_they_cost() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let mut live = begun(&battery);
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
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let mut live = begun(&battery);
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
