//! The odds of an attack against numbers worked out by other means: every face counted by the words of the chapter.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use quintain_content::{Encounter, Source};
use quintain_engine::{AnyLive, DiceFrom, OddsLimit, Rulebook, Seats, Supposed, Terms, Value, Waiting};
use quintain_testkit::packs_of;
use quintain_uchma::{Fight, RULEBOOK};

const ATTACK: &str = "poke on Post";
const HEALTH: i64 = 40;

/// Ada at her turn beside a post with this Parry and armor.
fn at_her_turn(parry: i64, armor: i64) -> Box<dyn AnyLive> {
    let encounter = format!(
        r#"
rulebook = "uchma"
[map]
size = [10, 6]
[[creature]]
id = "fencer"
name = "Fencer"
level = 5
health = 40
speed = 9
potency = 2
precision = 3
resistances = {{ parry = 4, warding = 4, constitution = 4, evasion = 4 }}
own = [{{ name = "poke", tags = ["basic", "weapon", "natural"], does = [{{ damage = {{ amount = 6, kind = "physical" }} }}] }}]
[[creature]]
id = "post"
name = "Post"
level = 1
health = {HEALTH}
speed = 4
precision = 0
resistances = {{ parry = {parry}, warding = 4, constitution = 4, evasion = 4 }}
physical-armor = {armor}
own = [{{ name = "creak", tags = ["basic", "weapon", "natural"], does = [{{ damage = {{ amount = 1, kind = "physical" }} }}] }}]
[[combatant]]
name = "Ada"
is = "fencer"
side = "red"
at = "D1"
[[combatant]]
name = "Post"
is = "post"
side = "blue"
at = "E1"
"#
    );
    let book = RULEBOOK.read(&packs_of::<Fight>()).unwrap();
    let encounter = Encounter::parse(&Source::new("attack.toml", encounter), Fight::TABLES).unwrap();
    let terms = Terms { dice: DiceFrom::Hand, ..Terms::attended(Seats::everybody()) };
    let mut live = book.set_up(&encounter).unwrap().live(terms, Vec::new());
    // Places among equals: each face is another, so that nothing stays tied.
    let mut faces = (1..=10).cycle();
    loop {
        match live.waiting() {
            Waiting::Dice { count, .. } => {
                live.throw(&faces.by_ref().take(count.into()).collect::<Vec<u16>>()).unwrap();
            }
            Waiting::Answer(open) => {
                if open.iter().any(|asked| asked.question.choices().iter().any(|choice| choice.text == ATTACK)) {
                    return live;
                }
                live.answer_default().unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
}

/// How likely it is to lose so much health, face by face.
fn by_hand(parry: i64, armor: i64) -> BTreeMap<i64, f64> {
    // What the entry lists has half the level and the weapon in it already; the damage and the potency.
    const PRECISION: i64 = 3;
    const DAMAGE: i64 = 6 + 2;
    let mut losses = BTreeMap::new();
    for face in 1..=10_i64 {
        let loss = if face + PRECISION >= parry { (DAMAGE - armor).max(0) } else { 0 };
        *losses.entry(loss).or_default() += 0.1;
    }
    losses
}

#[test]
fn an_attack_hurts_as_often_as_each_face_says() {
    for (parry, armor) in (1..=16).flat_map(|parry| [0, 3, 7, 9].map(|armor| (parry, armor))) {
        let live = at_her_turn(parry, armor);
        let odds = live.odds_of(&Supposed::of("Ada", ATTACK), OddsLimit::default(), &|| true).unwrap();
        assert!(odds.exact);
        let health = odds.measures.iter().find(|measure| measure.path == "Post.health");
        let told: BTreeMap<i64, f64> = match health {
            None => BTreeMap::from([(0, 1.0)]),
            Some(health) => health
                .then
                .iter()
                .map(|likely| match likely.value {
                    Value::Number(left) => (HEALTH - left, likely.chance),
                    _ => panic!("{likely:?}"),
                })
                .collect(),
        };
        let wanted = by_hand(parry, armor);
        assert_eq!(told.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "Parry {parry}, armor {armor}");
        for (loss, chance) in wanted {
            assert!((told[&loss] - chance).abs() < 1e-12, "Parry {parry}, armor {armor}, {loss}: {}", told[&loss]);
        }
    }
}
