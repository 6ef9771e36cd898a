//! Whatever the text, reading it ends with a value or with problems.

use proptest::prelude::*;
use quintain_content::{Encounter, Packs, Part, Source};
use serde::Deserialize;

const ENCOUNTER: &str = include_str!("../src/encounter/full.toml");
const PACK: &str = "rulebook = \"t\"\ntitle = \"A\"\n\
    [[creature]]\nid = \"hoplite\"\nsta = 5\neffects = [\"dodge\", { push = 2 }]\nskill = { dodge = 1 }\n\
    [[creature]]\nid = \"captain\"\nlike = \"hoplite\"\nskill.hide = 2\n";

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Creature {
    sta: u8,
    effects: Vec<Effect>,
    skill: std::collections::BTreeMap<String, i32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code)]
enum Effect {
    Dodge,
    Push(u8),
}

fn read(text: &str) {
    let source = Source::new("x.toml", text);
    let mut inline = None;
    let mut fighters = Vec::new();
    match Encounter::parse(&source, &["creature", "weapon"]) {
        Ok(encounter) => {
            assert!(!encounter.expand().is_empty());
            if let Some(map) = &encounter.map {
                map.build().expect("checked on reading");
            }
            inline = Some(encounter.inline);
            fighters = encounter.combatants;
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in &problems.0 {
                let place = problem.place.as_ref().expect("all problems of a file have a place");
                assert!(place.line > 0 && place.column > 0 && text.get(place.span()).is_some());
                assert!(!problem.what.is_empty());
            }
        }
    }
    let mut packs = Packs::read("t", &["creature"], &[source], inline.as_ref());
    let _ = packs.table::<Creature>("creature");
    for fighter in &fighters {
        let _ = packs.variant::<Creature>("creature", &fighter.is, &fighter.set);
    }
    let _ = packs.finish().map_err(|problems| problems.to_string());
}

/// A valid text with a few places changed.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(String::new()),
        "[\\[\\]{}=\",.#\\n' a-zé0-9-]{1,3}",
        Just("\"\"".to_owned()),
        Just("-1".to_owned()),
        Just("[[combatant]]\n".to_owned()),
        Just("{ a = [1, { b = 2 }] }".to_owned()),
        Just("1e400".to_owned()),
    ];
    proptest::collection::vec((0..text.len(), 0usize..12, piece), 1..4).prop_map(move |changes| {
        let mut changed = text.to_owned();
        for (at, length, piece) in changes {
            let end = (at + length).min(changed.len());
            if changed.is_char_boundary(at.min(end)) && changed.is_char_boundary(end) {
                changed.replace_range(at.min(end)..end, &piece);
            }
        }
        changed
    })
}

/// A valid text with one line's value replaced by another kind of value.
fn revalued(text: &'static str) -> impl Strategy<Value = String> {
    let values = [
        "0",
        "-5",
        "9223372036854775807",
        "1.5",
        "true",
        "\"\"",
        "\"x\"",
        "[]",
        "{}",
        "[[1]]",
        "[\"A1\"]",
        "1979-05-27",
    ];
    let lines: Vec<usize> =
        text.lines().enumerate().filter(|(_, line)| line.contains(" = ")).map(|(at, _)| at).collect();
    (proptest::sample::select(lines), proptest::sample::select(values.to_vec())).prop_map(move |(at, value)| {
        let changed: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(line, words)| match words.split_once(" = ") {
                Some((key, _)) if line == at => format!("{key} = {value}"),
                _ => words.to_owned(),
            })
            .collect();
        changed.join("\n")
    })
}

/// Changes of an encounter, some of them senseless.
fn changes() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "without = [\"map\", \"Bandit 2\", \"house.order\", \"hero.set\"]",
        "without = \"creature\"",
        "rulebook = \"thalassa\"",
        "[combatant.Bandit]",
        "[combatant.\"Bandit 2\"]",
        "[combatant.Althea]",
        "[[combatant]]",
        "is = \"hero\"",
        "side = \"bandits\"",
        "set = { sta = 3 }",
        "set.sta = { a = 1 }",
        "count = 2",
        "at = [\"A1\", \"B2\"]",
        "name = \"\"",
        "[creature.giant]",
        "like = \"giant\"",
        "without = [\"attack.club\"]",
        "attack.club = { die = 4 }",
        "attack = [{ name = \"club\" }]",
        "[map]",
        "rows = [\"..\"]",
        "size = [2, 2]",
        "legend.T = 3",
        "[house]",
        "order = 3",
        "[side.heroes]",
        "foes = []",
    ]);
    prop::collection::vec(prop_oneof![9 => line.prop_map(String::from), 1 => "[a-z.\\[\\]= ]{0,9}"], 0..9)
        .prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_text(text in "\\PC{0,200}") {
        read(&text);
    }

    #[test]
    fn any_lines(text in "([a-z]{1,9}(\\.[a-z]{1,3})?( = [\\[\\]{}\"0-9a-z, ]{0,12})?\\n|\\[{1,2}(map|side|combatant|creature)\\]{1,2}\\n){0,12}") {
        read(&text);
    }

    #[test]
    fn a_changed_encounter(text in mutated(ENCOUNTER)) {
        read(&text);
    }

    #[test]
    fn an_encounter_with_another_value(text in revalued(ENCOUNTER)) {
        read(&text);
    }

    #[test]
    fn a_changed_pack(text in mutated(PACK)) {
        read(&text);
    }

    #[test]
    fn a_pack_with_another_value(text in revalued(PACK)) {
        read(&text);
    }

    #[test]
    fn any_part_of_a_script(text in "\\PC{0,80}", start in 0usize..100, end in 0usize..100) {
        let source = Source::new("x.fight", text);
        let _ = Part::read(&source, start..end);
    }

    #[test]
    fn any_change_of_an_encounter(text in changes(), again in changes()) {
        let parts: Vec<Part> = [ENCOUNTER, &text, &again].iter().filter_map(|text| {
            let source = Source::new("x.fight", *text);
            Part::read(&source, 0..text.len()).ok()
        }).collect();
        let tables = ["creature", "weapon"];
        match Encounter::put_together(&parts, &tables) {
            Ok(encounter) => {
                let mut packs = Packs::read("t", &tables, &[], Some(&encounter.inline));
                let _ = packs.table::<Creature>("creature");
                let _ = packs.finish();
            }
            Err(problems) => prop_assert!(!problems.is_empty() && problems.0.iter().all(|one| one.place.is_some())),
        }
    }
}
