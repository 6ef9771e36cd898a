//! The examples of a rulebook, run as `quintain test` runs them, but without the command.

use std::collections::BTreeSet;

use quintain_content::{Encounter, Problems, Source};
use quintain_engine::{AnyFight, AnyRulebook, Loader, run_script};

use crate::battery::{Battery, sources};
use crate::{Check, claim};

impl Loader for Battery {
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook> {
        (id == self.rulebook.id()).then_some(self.rulebook)
    }

    fn file(&self, path: &str) -> Option<Source> {
        std::fs::read_to_string(self.root.join(path)).ok().map(|text| Source::new(path, text))
    }

    fn texts(&self, rulebook: &str) -> Vec<Source> {
        let of = |folder: &str, extension: &str| sources(&self.root, folder, rulebook, extension).unwrap_or_default();
        of("packs", "toml").into_iter().chain(of("fights", "fight")).collect()
    }

    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems> {
        self.book.set_up(encounter)
    }
}

/// Runs every `fights/ID/*.fight` below the battery's root; only those whose path contains `QUINTAIN_FIGHTS`, where that is
/// set. All of them together show every rule that can act in a fight.
///
/// # Errors
/// All cases that fail, the first script that is none, or the rules that no case shows.
pub fn examples_hold(battery: &Battery) -> Check {
    let only = std::env::var("QUINTAIN_FIGHTS").unwrap_or_default();
    let (mut failing, mut shown) = (Vec::new(), BTreeSet::new());
    for script in sources(&battery.root, "fights", battery.rulebook.id(), "fight")? {
        if !script.path.contains(&only) {
            continue;
        }
        let cases = run_script(&script, battery).map_err(|problems| problems.to_string())?;
        shown.extend(cases.iter().flat_map(|case| case.shows.iter().cloned()));
        failing.extend(cases.into_iter().filter_map(|case| Some(format!("{}: {}", case.title, case.failure?))));
    }
    let count =
        || if failing.len() == 1 { "1 example fails".to_owned() } else { format!("{} examples fail", failing.len()) };
    claim(failing.is_empty(), || format!("{}:\n{}", count(), failing.join("\n")))?;
    let rules = battery.rulebook.sections().iter().flat_map(|section| section.rules);
    let bare = rules.filter(|rule| rule.kind.needs_example() && !shown.contains(rule.id)).map(|rule| rule.id);
    let bare: Vec<&str> = bare.filter(|_| only.is_empty()).collect();
    claim(bare.is_empty(), || format!("no example shows {}", bare.join(", ")))
}
