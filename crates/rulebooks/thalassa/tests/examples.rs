//! Every example of the book holds.

use std::path::{Path, PathBuf};

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyBook, AnyFight, AnyRulebook, Loader, Shelved, run_script};
use quintain_thalassa::Fight;

static THALASSA: Shelved<Fight> = Shelved::new();

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The files of one kind in a folder of the repository, in order.
fn files(folder: &str, kind: &str) -> Vec<Source> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == kind));
    paths.sort();
    let text = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    paths.iter().map(|path| Source::new(path.display().to_string(), text(path))).collect()
}

struct House(Box<dyn AnyBook>);

impl Loader for House {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        (id == "thalassa").then_some(&THALASSA as &dyn AnyRulebook)
    }

    fn file(&self, path: &str) -> Option<Source> {
        std::fs::read_to_string(root().join(path)).ok().map(|text| Source::new(path, text))
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        self.0.set_up(encounter)
    }
}

#[test]
fn examples_hold() {
    let house = House(THALASSA.read(&files("packs/thalassa", "toml")).expect("sound packs"));
    let mut failed = Vec::new();
    for source in files("fights/thalassa", "fight") {
        for case in run_script(&source, &house).expect("a script") {
            failed.extend(case.failure.map(|failure| format!("{}: {failure}", case.title)));
        }
    }
    assert!(failed.is_empty(), "{} examples fail:\n{}", failed.len(), failed.join("\n"));
}
