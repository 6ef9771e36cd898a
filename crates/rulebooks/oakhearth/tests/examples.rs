//! Every encounter of the repository can be set up, and every example of the book holds.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Loader, Shelved, run_script};
use quintain_oakhearth::Fight;

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
