//! What unattended seats do with their feet: they go to where they can aim, and away from those who strike by hand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quintain_content::{Encounter, Source};
use quintain_dice::Stream;
use quintain_engine::{Conduct, DiceFrom, Seats, Terms, Waiting};
use quintain_gu::RULEBOOK;
use quintain_testkit::Battery;

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
    let battery = Battery::open(RULEBOOK).unwrap();
    let encounter = Encounter::parse(&Source::new("yard.toml", &*text), RULEBOOK.tables()).unwrap();
    let dice = DiceFrom::Seed(Box::new(Stream::new(1, 0)));
    let terms = Terms { dice, round_limit: 2, conduct: Conduct::best(), ..Terms::attended(Seats::everybody()) };
    let mut live = battery.book.set_up(&encounter).unwrap().live(terms, Vec::new());
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
