//! Scripts: fights written down as plain text, with expectations (`.fight`).
//!
//! A file holds cases. A case begins with a line `= what it shows`, has a head between two lines `---` (an encounter, the
//! path of one, or common parts of the file, which begin with `== a name`), and then one step a line. `#` starts a comment.
//!
//! A script runs lazily: dice wait in a queue, and the fight runs as far as it can. A formality takes its default without
//! a line, unless the next answer of the script is for it. A decision is always answered by a step. Expectations look at
//! what has been open since the last step; they change nothing.

mod chain;
mod dice;
mod end;
mod expect;
mod head;
mod moments;
mod outcome;
mod parse;
mod run;
mod step;
mod value;
mod words;

pub use chain::{Link, chain_of, next_in_chain};
pub use outcome::{CaseResult, Failure, Remark};
use quintain_content::{Encounter, Problems, Source};

use self::head::Around;
use crate::face::{AnyFight, AnyRulebook};

/// What scripts need of the house around them: rulebooks, files, and fights ready to begin.
pub trait Loader {
    /// The rulebook of this id.
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook>;

    /// The file at this path, or the ready-made encounter of this name, if there is one.
    fn file(&self, path: &str) -> Option<Source>;

    /// Texts whose words a rulebook knows: its packs and its examples.
    fn texts(&self, _rulebook: &str) -> Vec<Source> {
        Vec::new()
    }

    /// Sets an encounter up, with all packs that it needs.
    ///
    /// # Errors
    /// All problems at once.
    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems>;
}

/// Runs every case of a script, in order. A case or a common part whose lines are wrong fails by itself.
///
/// # Errors
/// What is wrong with a text that holds no case.
pub fn run_script(source: &Source, loader: &dyn Loader) -> Result<Vec<CaseResult>, Problems> {
    let script = parse::parse(source)?;
    let around = Around { source, parts: &script.parts, loader };
    let parts = outcome::of_the_file(source, &script);
    Ok(parts.into_iter().chain(script.cases.iter().map(|case| run::run(case, around))).collect())
}

/// The titles of a script's cases with their lines, without running them.
///
/// # Errors
/// What is wrong with the text of the script.
pub fn script_titles(source: &Source) -> Result<Vec<(String, u32)>, Problems> {
    let script = parse::parse(source)?;
    let problems = script.all_problems();
    problems.or(script.cases.into_iter().map(|case| (case.title, case.line)).collect())
}
