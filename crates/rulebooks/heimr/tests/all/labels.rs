//! What options say of themselves in parts: verb, means, variants, target, price, and what is to be known of them.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{AnyLive, Conduct, DiceFrom, Seats, Target, Terms, Waiting};
use quintain_heimr::{Fight, RULEBOOK};
use quintain_testkit::{Battery, options_do_what_they_say};

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
fn begun(battery: &Battery) -> Box<dyn AnyLive> {
    let encounter = Encounter::parse(&Source::new("labels.toml", FIGHT), RULEBOOK.tables());
    let encounter = encounter.unwrap_or_else(|problems| panic!("{problems}"));
    let fight = battery.book.set_up(&encounter).unwrap_or_else(|problems| panic!("{problems}"));
    let dice = DiceFrom::Seed(Box::new(Stream::new(1, 0)));
    let seats = Seats { formalities: false, ..Seats::everybody() };
    fight.live(Terms { dice, round_limit: 9, conduct: Conduct::best(), seed: 1, ..Terms::attended(seats) }, Vec::new())
}

fn says(live: &mut dyn AnyLive, who: &str, words: &str) {
    live.answer(who, words).unwrap_or_else(|fault| panic!("{who}: {words}: {fault}"));
}

/// What an option of the one who is asked says of itself, in a line.
fn told(live: &dyn AnyLive, text: &str) -> String {
    let Waiting::Answer(open) = live.waiting() else { panic!("nobody is asked") };
    let choices = open[0].question.choices();
    let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    let place = texts.iter().position(|known| *known == text);
    let place = place.unwrap_or_else(|| panic!("{} is not offered `{text}` but {texts:?}", open[0].who));
    let label = live.labels(0).swap_remove(place).expect("a label");
    let variants: Vec<String> = label.variants.iter().map(|one| format!(" {}={}", one.axis, one.key)).collect();
    let means = label.means.as_ref().map_or(String::new(), |means| format!(" with {}", means.key));
    let target = match &label.target {
        Target::None => String::new(),
        Target::Square(square) => format!(" to {square}"),
        Target::Route { to, by } => format!(" to {to} by {by}"),
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
    let live = begun(&battery);
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
fn a_component_takes_time_and_more() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let mut live = begun(&battery);
    says(&mut *live, "A", "gather power for Automaton of striking");
    assert_eq!(told(&*live, "words and gestures"), "draw-on with words-and-gestures, 1 time");
    assert_eq!(told(&*live, "willpower"), "draw-on with willpower, 2 time, 1 wp of 90");
    assert_eq!(told(&*live, "own blood"), "draw-on with own-blood, 1 time, 10 hp of 10, HURTS_SELF");
    assert_eq!(told(&*live, "stop gathering"), "decline");
}

#[test]
fn what_others_wait_for_is_known_before() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let mut live = begun(&battery);
    for words in ["ready an action", "punch B", "leaves", "B", "here"] {
        says(&mut *live, "A", words);
    }
    says(&mut *live, "D", "end turn");
    assert_eq!(told(&*live, "move to B3"), "move to B3, 1 action of 1, PROVOKES");
    assert_eq!(told(&*live, "guard"), "guard, 1 action of 1");
}

#[test]
fn a_shot_into_a_cluster_may_hit_a_friend() {
    let battery = Battery::open(RULEBOOK).unwrap_or_else(|fault| panic!("{fault}"));
    let mut live = begun(&battery);
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
