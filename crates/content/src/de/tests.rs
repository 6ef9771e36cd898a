//! Reading values with their places.

use serde::Deserialize;

use super::*;
use crate::{Placed, Source, node};

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Creature {
    sta: u8,
    name: Option<String>,
    #[serde(default)]
    weapons: Vec<Placed<String>>,
    #[serde(default)]
    pair: Option<(i32, f32)>,
    #[serde(default)]
    effect: Option<Effect>,
    #[serde(default)]
    tagged: Option<Tagged>,
    #[serde(default)]
    attack: Option<Attack>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Attack {
    damage: i32,
    kind: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Effect {
    Dodge,
    Push(u8),
    Throw { range: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
enum Tagged {
    Burn { damage: u8 },
    Freeze,
}

fn read(text: &str) -> Result<Creature, String> {
    let source = Source::new("p", text);
    let node = node::read(&source, 0..text.len()).unwrap();
    let mut problems = Problems::new();
    let creature = from_node("the creature `x`", &node, &mut problems);
    creature.ok_or(problems.sorted().to_string())
}

fn wrong(text: &str) -> String {
    read(text).map(|_| ()).unwrap_err()
}

#[test]
fn all_kinds_of_values_are_read() {
    let creature = read(
        "sta = 5\nname = \"Orla\"\nweapons = [\"xiphos\"]\npair = [1, 2]\neffect = { throw = { range = 3 } }\n\
         tagged = { kind = \"burn\", damage = 2 }\nattack.damage = -1",
    )
    .unwrap();
    assert_eq!(creature.effect, Some(Effect::Throw { range: 3 }));
    assert_eq!(creature.weapons[0].place.to_string(), "p:3:12");
    assert_eq!(creature.weapons[0].value, "xiphos");
    assert_eq!(creature.pair, Some((1, 2.0)));
    assert_eq!(read("sta = 1\neffect = \"dodge\"").unwrap().effect, Some(Effect::Dodge));
    assert_eq!(read("sta = 1\neffect = { push = 2 }").unwrap().effect, Some(Effect::Push(2)));
    assert!(matches!(read("sta = 1\ntagged.kind = \"freeze\"").unwrap().tagged, Some(Tagged::Freeze)));
}

#[test]
fn all_problems_of_an_entry_are_found_at_once() {
    assert_eq!(
        wrong(
            "sta = \"five\"\nname = 3\nweapon = []\nweapons = [\"a\", 2]\nattack = { damge = 3 }\npair = [1, 2, 3]\n"
        ),
        "p:1:7: `sta` must be a whole number from 0 to 255, not the text \"five\"\n\
         p:2:8: `name` must be a text, not the number 3\n\
         p:3:1: the creature `x` has no key `weapon`; the nearest key is `weapons`\n\
         p:4:17: `weapons` must be a text, not the number 2\n\
         p:5:10: `attack` needs `damage`\n\
         p:5:12: `attack` has no key `damge`; the nearest key is `damage`\n\
         p:6:8: `pair`: the list has 1 too many"
    );
    assert_eq!(
        wrong("name = 3"),
        "p:1:1: the creature `x` needs `sta`\np:1:8: `name` must be a text, not the number 3"
    );
    assert_eq!(wrong("sta = 300"), "p:1:7: `sta` must be a whole number from 0 to 255, not the number 300");
}

#[test]
fn enums_say_what_would_be_right() {
    let effect = |text: &str| wrong(&format!("sta = 1\neffect = {text}"));
    assert_eq!(effect("\"doge\""), "p:2:10: `effect` cannot be \"doge\"; the nearest name is `dodge`");
    assert_eq!(effect("{ psh = 2 }"), "p:2:12: `effect` cannot be \"psh\"; the nearest name is `push`");
    assert_eq!(
        effect("{ push = \"far\" }"),
        "p:2:19: `push` must be a whole number from 0 to 255, not the text \"far\""
    );
    assert_eq!(
        effect("{ throw = { rang = 1 } }"),
        "p:2:20: `throw` needs `range`\np:2:22: `throw` has no key `rang`; the nearest key is `range`"
    );
    assert_eq!(effect("3"), "p:2:10: `effect` must be one of `dodge`, `push` and `throw`, not the number 3");
    assert_eq!(effect("\"push\""), "p:2:10: `effect`: `push` needs a value: write `{ push = … }`");
    assert_eq!(effect("{ dodge = 1 }"), "p:2:12: `effect`: `dodge` stands alone: write `\"dodge\"`");
}

#[test]
fn tagged_enums_keep_their_places_as_far_as_can_be() {
    let tagged = |text: &str| wrong(&format!("sta = 1\ntagged = {text}"));
    assert_eq!(tagged("{ kind = \"burm\" }"), "p:2:19: `kind` cannot be \"burm\"; the nearest name is `burn`");
    assert_eq!(
        tagged("{ kind = \"burn\", damage = \"x\" }"),
        "p:2:36: `damage` must be a whole number from 0 to 255, not the text \"x\""
    );
    assert_eq!(
        tagged("{ kind = \"burn\", damage = 1, damge = 2 }"),
        "p:2:39: `tagged` has no key `damge`; the nearest key is `damage`"
    );
    assert_eq!(tagged("{ kind = \"burn\" }"), "p:2:10: `tagged` needs `damage`");
}

#[test]
fn the_length_of_a_list_is_told_in_plain_words() {
    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code)]
    struct Sized {
        size: (u8, u8),
    }
    let source = crate::Source::new("x", "size = 3");
    let node = crate::node::read(&source, 0..8).unwrap();
    let mut problems = crate::Problems::new();
    assert!(crate::de::from_node::<Sized>("it", &node, &mut problems).is_none());
    assert!(problems.to_string().contains("must be a list of 2, not the number 3"), "{problems}");
}
