//! The odds of an attack against numbers worked out by other means: every face counted by the words of the chapter.

use std::collections::BTreeMap;

use quintain_engine::{AnyLive, OddsLimit, Supposed};
use quintain_testkit::{losses_are, where_offered};
use quintain_uchma::RULEBOOK;

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
    // Places among equals: each face is another, so that nothing stays tied.
    let mut faces = (1..=10).cycle();
    where_offered(RULEBOOK, &encounter, ATTACK, |_, _| faces.next().unwrap_or_default())
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
        let when = format!("Parry {parry}, armor {armor}");
        losses_are(&by_hand(parry, armor), &odds, ("Post.health", HEALTH), &when);
    }
}
