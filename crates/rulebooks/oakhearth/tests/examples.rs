//! Every encounter of the repository can be set up, and every example of the book holds.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Loader, Shelved, run_script};
use quintain_oakhearth::Fight;
use quintain_oakhearth::book::Aim;

static OAKHEARTH: Shelved<Fight> = Shelved::new();

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The files of one kind in a folder of the repository, in order; none where there is no such folder.
fn files(folder: &str, kind: &str) -> Vec<Source> {
    let Ok(entries) = std::fs::read_dir(root().join(folder)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == kind));
    paths.sort();
    let name = |path: &Path| format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
    paths.iter().map(|path| Source::new(name(path), std::fs::read_to_string(path).unwrap())).collect()
}

struct House;

impl Loader for House {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        (id == "oakhearth").then_some(&OAKHEARTH as &dyn AnyRulebook)
    }

    fn file(&self, path: &str) -> Option<Source> {
        std::fs::read_to_string(root().join(path)).ok().map(|text| Source::new(path, text))
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        OAKHEARTH.read(&files("packs/oakhearth", "toml"))?.set_up(encounter)
    }
}

#[test]
fn encounters_are_sound() {
    for source in files("encounters/oakhearth", "toml") {
        let encounter = Encounter::parse(&source, OAKHEARTH.tables()).unwrap_or_else(|wrong| panic!("{wrong}"));
        House.set_up(&encounter).map(drop).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

#[test]
fn examples_hold() {
    let mut failed = 0;
    for source in files("fights/oakhearth", "fight") {
        for case in run_script(&source, &House).unwrap_or_else(|wrong| panic!("{wrong}")) {
            if let Some(failure) = case.failure {
                failed += 1;
                eprintln!("{}: {failure}", case.title);
            }
        }
    }
    assert_eq!(failed, 0, "examples fail");
}

/// A fight in which a mighty caster casts one spell, next to an enemy and a friend.
fn casting(id: &str, name: &str, aimed: &str) -> Source {
    let text = format!(
        r#"= {name} can be cast
---
rulebook = "oakhearth"
seed = 7

[map]
size = [20, 12]

[[combatant]]
name = "Sorrel"
is = "elementalist"
side = "circle"
at = "D6"
set = {{ level = 10, mp = 20, ap = 8, spells = ["{id}"], initiative = 20 }}

[[combatant]]
name = "Page"
is = "commoner"
side = "circle"
at = "D7"

[[combatant]]
name = "Imp"
is = "goblin"
side = "coven"
at = "E6"
set = {{ hp = 30, weapons = ["shortbow"], maneuvers = [], initiative = -5 }}
---
Sorrel: Sorrel
{aimed}
"#
    );
    Source::new(format!("{id}.fight"), text)
}

#[test]
fn every_spell_of_the_packs_can_be_cast() {
    let book = quintain_oakhearth::book::Book::read(&files("packs/oakhearth", "toml"), None).unwrap();
    let mut failed = 0;
    for spell in &book.spells {
        let (entry, name) = (&spell.value, &spell.value.name);
        let own_area = entry.area.is_some_and(quintain_oakhearth::book::Area::from_maker);
        let at = match entry.aim {
            _ if own_area && matches!(entry.area, Some(quintain_oakhearth::book::Area::Aura(_))) => String::new(),
            _ if own_area => " E".to_owned(),
            Aim::Enemy => " on Imp".to_owned(),
            Aim::Friend | Aim::Ally | Aim::Creature => " on Page".to_owned(),
            Aim::Oneself | Aim::Things => String::new(),
            Aim::Space => " at G6".to_owned(),
        };
        let aimed = match entry.trigger {
            None => format!("Sorrel: cast {name}{at}\nexpect log \"Sorrel casts {name}\"\nSorrel: end turn"),
            Some(_) => return_of(name),
        };
        for case in run_script(&casting(&spell.id, name, &aimed), &House).unwrap_or_else(|wrong| panic!("{wrong}")) {
            if let Some(failure) = case.failure {
                failed += 1;
                eprintln!("{}: {failure}", case.title);
            }
        }
    }
    assert_eq!(failed, 0, "spells that cannot be cast");
}

/// The enemy shoots at the friend until the spell that answers can be cast.
fn return_of(name: &str) -> String {
    let shot = "Imp: attack Page with shortbow\nImp: none\ndice 19";
    let answer = format!("Sorrel: {}", name.to_lowercase());
    match name {
        "Arcane Shield" => format!("Sorrel: end turn\nPage: end turn\n{}\n{answer}", shot.replace("\ndice 19", "")),
        _ => format!("Sorrel: end turn\nPage: end turn\n{shot}\n{answer}"),
    }
}
