//! What unattended seats do with their feet: they go to where they can aim, and away from those who strike by hand.

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{AnyLive, Conduct, DiceFrom, Seats, Terms, Waiting};
use quintain_gu::RULEBOOK;
use quintain_testkit::Battery;

/// A fight that waits for every answer.
fn live(text: &str) -> Box<dyn AnyLive> {
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("yard.toml", text), RULEBOOK.tables()).unwrap();
    let dice = DiceFrom::Seed(Box::new(Stream::new(1, 0)));
    let terms = Terms { dice, round_limit: 5, conduct: Conduct::best(), ..Terms::attended(Seats::everybody()) };
    battery.book.set_up(&encounter).unwrap().live(terms, Vec::new())
}

/// What tactics do in the first turn of a hunter at B3 whose foe stands at G3 and moves so many metres a turn.
fn first_turn(rows: [&str; 5], movement: u32) -> Vec<String> {
    let text = format!(
        r#"
rulebook = "gu"
[map]
rows = {rows:?}
[[creature]]
id = "walker"
like = "villager"
movement = {movement}
[[combatant]]
name = "Hunter"
is = "hunter"
side = "bandits"
at = "B3"
set = {{ ranged-attack = 300, cognition = 300 }}
[[combatant]]
name = "Walker"
is = "walker"
side = "clan"
at = "G3"
"#
    );
    let mut live = live(&text);
    let mut done = Vec::new();
    while let Waiting::Answer(mut open) = live.waiting() {
        let asked = open.swap_remove(0);
        if asked.who == "Hunter" && asked.topic == "turn" {
            done.push(asked.question.write(&asked.question.default));
        }
        if done.last().is_some_and(|last| last == "end turn") {
            break;
        }
        live.answer_default().unwrap();
    }
    done
}

#[test]
fn an_archer_who_sees_nobody_goes_to_where_it_can_aim() {
    let open = first_turn(["........", "........", "........", "........", "........"], 0);
    assert!(open[0].starts_with("attack Walker with bow"), "{open:?}");
    let walled = first_turn(["...#....", "...#....", "...#....", "........", "........"], 0);
    assert!(walled[0].starts_with("move to"), "{walled:?}");
    assert!(walled[1].starts_with("attack Walker with bow"), "{walled:?}");
}

#[test]
fn an_archer_leaves_the_reach_of_a_foe_after_its_shot_where_it_can() {
    let rows = ["........", "........", "........", "........", "........"];
    let near = first_turn(rows, 4);
    assert!(near.len() == 3 && near[1].starts_with("move to A"), "{near:?}");
    let swift = first_turn(rows, 40);
    assert_eq!(swift.len(), 2, "nobody runs from what is faster: {swift:?}");
}

#[test]
fn of_two_shields_that_are_up_the_weaker_is_not_kept() {
    let text = r#"
rulebook = "gu"
[map]
size = [12, 5]
[[combatant]]
name = "Yue"
is = "moonlight-striker"
side = "yue"
at = "C3"
with = ["smoldering-cloak"]
[[combatant]]
name = "Fang"
is = "moonlight-striker"
side = "fang"
at = "J3"
"#;
    let mut live = live(text);
    let mut kept = Vec::new();
    while let Waiting::Answer(mut open) = live.waiting() {
        let asked = open.swap_remove(0);
        if asked.who == "Yue" && asked.topic == "keep" {
            kept.push((asked.question.text.clone(), asked.question.write(&asked.question.default)));
        }
        live.answer_default().unwrap();
    }
    let answered = |what: &str, how: &str| kept.iter().any(|(text, answer)| text.contains(what) && answer == how);
    assert!(answered("Smoldering Cloak", "yes") && answered("Fish Scales", "no"), "{kept:?}");
}

#[test]
fn nobody_flies_against_a_wall_between_two_squares() {
    let walls: Vec<String> = (1..=9).map(|row| format!("wall D{row}-E{row}")).collect();
    let text = format!(
        r#"
rulebook = "gu"
[map]
size = [9, 9]
edges = {walls:?}
[[combatant]]
name = "Crane"
is = "iron-beak-crane-king"
side = "beasts"
at = "B5"
set = {{ airborne = true, height = 3 }}
[[combatant]]
name = "Walker"
is = "villager"
side = "clan"
at = "G5"
"#
    );
    let mut live = live(&text);
    while let Waiting::Answer(mut open) = live.waiting() {
        let asked = open.swap_remove(0);
        let answer = asked.question.write(&asked.question.default);
        let beyond = answer.strip_prefix("fly to ").is_some_and(|square| square >= "E");
        assert!(asked.who != "Crane" || !beyond, "{answer}");
        live.answer_default().unwrap();
    }
}
