//! Every encounter of the repository can be set up, every example of the book holds, and the way of a movement is shown.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Loader, Rulebook, Shelved, Who, run_script};
use quintain_field::Square;
use quintain_heimr::Fight;
use quintain_heimr::ask::{Act, Ask};
use quintain_heimr::deed::Deed;

static HEIMR: Shelved<Fight> = Shelved::new();

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The files of one kind in a folder of the repository, in order.
fn files(folder: &str, kind: &str) -> Vec<Source> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == kind));
    paths.sort();
    let name = |path: &Path| format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
    paths.iter().map(|path| Source::new(name(path), std::fs::read_to_string(path).unwrap())).collect()
}

struct House;

impl Loader for House {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        (id == Fight::ID).then_some(&HEIMR as &dyn AnyRulebook)
    }

    fn file(&self, path: &str) -> Option<Source> {
        std::fs::read_to_string(root().join(path)).ok().map(|text| Source::new(path, text))
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        HEIMR.read(&files("packs/heimr", "toml"))?.set_up(encounter)
    }
}

#[test]
fn encounters_are_sound() {
    for source in files("encounters/heimr", "toml") {
        let encounter = Encounter::parse(&source, Fight::TABLES).unwrap_or_else(|wrong| panic!("{wrong}"));
        House.set_up(&encounter).map(drop).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

#[test]
fn examples_hold() {
    let mut failed = 0;
    for source in files("fights/heimr", "fight") {
        for case in run_script(&source, &House).unwrap_or_else(|wrong| panic!("{wrong}")) {
            if let Some(failure) = case.failure {
                failed += 1;
                eprintln!("{}: {}: {failure}", source.path, case.title);
            }
        }
    }
    assert_eq!(failed, 0, "examples fail");
}

/// The gate yard before its first turn; a raider stands in A1, the guards in B2.
fn gate_yard() -> Fight {
    let yard = files("encounters/heimr", "toml").into_iter().find(|source| source.path.ends_with("gate-yard.toml"));
    let encounter = Encounter::parse(&yard.unwrap(), Fight::TABLES).unwrap();
    let book = Fight::read(&files("packs/heimr", "toml")).unwrap_or_else(|wrong| panic!("{wrong}"));
    Fight::set_up(&std::sync::Arc::new(book), &encounter).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn the_way_of_a_movement_is_shown_before_it_is_chosen() {
    let fight = gate_yard();
    let at = |name: &str| name.parse::<Square>().unwrap();
    let way = |name: &str, deed: Deed| {
        let who = (0..fight.roster_len() as u16).map(Who).find(|who| fight.label(*who) == name).unwrap();
        let shown = fight.way(&Ask::Turn { who }, &Act::Deed(deed));
        shown.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(way("Raider 1", Deed::Move { to: at("A2") }), "A1 A2");
    assert_eq!(way("Raider 1", Deed::Run { to: at("B2"), via: None }), "A1 A2 B2", "not through the shut door");
    assert_eq!(way("Raider 2", Deed::Run { to: at("A2"), via: None }), "B1 A1 A2");
    assert_eq!(way("Archer", Deed::JumpDown { to: at("B2") }), "B3 B2");
    assert_eq!(way("Raider 2", Deed::Move { to: at("B2") }), "", "the door is shut");
    assert_eq!(way("Guard 1", Deed::Guard), "", "nobody moves");
}
