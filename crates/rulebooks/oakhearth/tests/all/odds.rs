//! The odds of an attack against numbers worked out by other means: every face counted by the words of the chapter.

use std::collections::BTreeMap;

use quintain_engine::{AnyLive, OddsLimit, Supposed, Waiting};
use quintain_oakhearth::RULEBOOK;
use quintain_testkit::{losses_are, where_offered};

const ATTACK: &str = "attack Brute with rapier";
/// What may be added: so many more dice, of which the highest counts.
const ADDED: [&str; 3] = ["none", "ADV for 1 AP", "ADV for 1 AP and a second ADV for 1 AP"];
const HP: i64 = 12;

/// Ada with a rapier beside a brute of this AC, at her turn.
fn at_her_turn(ac: i64) -> Box<dyn AnyLive> {
    let encounter = format!(
        r#"
rulebook = "oakhearth"
[map]
size = [12, 8]
[[creature]]
id = "fencer"
name = "Fencer"
hero = true
attributes = {{ might = 3, dexterity = 1, intelligence = 0, charisma = 0 }}
hp = 10
ac = 12
speed = 6
martial = true
weapons = ["rapier"]
[[creature]]
id = "brute"
name = "Brute"
attributes = {{ might = 2, dexterity = 0, intelligence = 0, charisma = 0 }}
hp = {HP}
ac = {ac}
speed = 6
[[combatant]]
name = "Ada"
is = "fencer"
side = "heroes"
at = "C3"
[[combatant]]
name = "Brute"
is = "brute"
side = "foes"
at = "D3"
"#
    );
    // She wins initiative.
    where_offered(RULEBOOK, &encounter, ATTACK, |who, sides| if who == Some("Ada") { sides } else { 1 })
}

/// How likely it is to lose so many hit points, face by face.
fn by_hand(ac: i64, dice: i32) -> BTreeMap<i64, f64> {
    // Might, and combat proficiency at the first level.
    const BONUS: i64 = 3 + 1;
    const RAPIER: i64 = 1;
    let mut losses = BTreeMap::new();
    for face in 1..=20_i64 {
        let chance = ((face as f64).powi(dice) - (face as f64 - 1.0).powi(dice)) / 20_f64.powi(dice);
        let over = face + BONUS - ac;
        let (hits, critical) = (face == 20 || face > 1 && over >= 0, face == 20);
        let loss = if hits { RAPIER + (over / 5).max(0) + if critical { 2 } else { 0 } } else { 0 };
        *losses.entry(loss).or_default() += chance;
    }
    losses
}

#[test]
fn an_attack_hurts_as_often_as_each_face_says() {
    for ac in 5..=26 {
        let live = at_her_turn(ac);
        for (more, added) in (0..).zip(ADDED) {
            let then = [("Ada".to_owned(), added.to_owned())];
            let supposed = Supposed { then: &then, ..Supposed::of("Ada", ATTACK) };
            let odds = live.odds_of(&supposed, OddsLimit::default(), &|| true).unwrap();
            losses_are(&by_hand(ac, more + 1), &odds, ("Brute.hp", HP), &format!("AC {ac}, {added}"));
        }
    }
}

/// A swordswoman strikes at a rogue, who is asked whether it steps aside once the attack is rolled.
const STRUCK_AT: &str = r#"
rulebook = "oakhearth"
[map]
size = [8, 6]
[[combatant]]
name = "Ada"
is = "barbarian"
side = "heroes"
at = "C3"
set = { techniques = [], maneuvers = [] }
[[combatant]]
name = "Og"
is = "rogue"
side = "foes"
at = "D3"
set = { techniques = [] }
"#;

#[test]
fn the_odds_of_an_answer_tell_what_the_blow_does_and_nothing_of_the_next_one() {
    let first = |who: Option<&str>, sides: u16| if who == Some("Ada") { sides } else { 1 };
    let mut live = where_offered(RULEBOOK, STRUCK_AT, "attack Og with greataxe", first);
    live.answer("Ada", "attack Og with greataxe").unwrap();
    loop {
        match live.waiting() {
            Waiting::Dice { count, .. } => live.throw(&vec![19; usize::from(count)]).unwrap(),
            Waiting::Answer(open) if open[0].question.text.contains("has rolled to attack") => break,
            Waiting::Answer(open) if open[0].who == "Og" => live.answer("Og", "nothing").unwrap(),
            _ => live.answer_default().unwrap(),
        }
    }
    let odds = live.odds_of(&Supposed::of("Og", "nothing"), OddsLimit::default(), &|| true).unwrap();
    let changes = |path: &str| odds.measures.iter().any(|measure| measure.path == path);
    assert!(changes("Og.hp") && !changes("Ada.ap"), "{odds:?}");
}
