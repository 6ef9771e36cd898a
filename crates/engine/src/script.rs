//! Scripts: fights written down as plain text, with expectations (`.fight`).
//!
//! A file holds cases. A case begins with a line `= what it shows`, has a head between two lines `---` (an encounter, or
//! the path of one), and then one step a line. `#` starts a comment.
//!
//! A script runs lazily: dice wait in a queue, and the fight runs as far as it can. A formality takes its default without
//! a line, unless the next answer of the script is for it, or an expectation before that asks what its seat may answer.
//! A decision is always answered by a step.

mod expect;
mod head;
mod outcome;
mod parse;
mod run;
mod step;
mod value;

pub use outcome::{CaseResult, Failure, Remark};
use quintain_content::{Encounter, Problems, Source};

use crate::face::{AnyFight, AnyRulebook};

/// What scripts need of the house around them: rulebooks, files, and fights ready to begin.
pub trait Loader {
    /// The rulebook of this id.
    fn rulebook(&self, id: &str) -> Option<&dyn AnyRulebook>;

    /// The file at this path, if there is one.
    fn file(&self, path: &str) -> Option<Source>;

    /// Sets an encounter up, with all packs that it needs.
    ///
    /// # Errors
    /// All problems at once.
    fn set_up(&self, encounter: &Encounter) -> Result<Box<dyn AnyFight>, Problems>;
}

/// Runs every case of a script, in order.
///
/// # Errors
/// What is wrong with the text of the script: a line that is no step, a case without an end of its head.
pub fn run_script(source: &Source, loader: &dyn Loader) -> Result<Vec<CaseResult>, Problems> {
    let cases = parse::parse(source)?;
    Ok(cases.iter().map(|case| run::run(source, case, loader)).collect())
}

/// The titles of a script's cases with their lines, without running them.
///
/// # Errors
/// What is wrong with the text of the script.
pub fn script_titles(source: &Source) -> Result<Vec<(String, u32)>, Problems> {
    let cases = parse::parse(source)?;
    Ok(cases.into_iter().map(|case| (case.title, case.line)).collect())
}
