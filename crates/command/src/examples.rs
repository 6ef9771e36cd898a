//! The rules by example: which case of which script shows which rule.

use std::path::Path;

use quintain_content::{Problems, Source};
use quintain_engine::{AnyRulebook, run_script};
use quintain_library::{House, files};
use serde::Serialize;

use crate::fault::Fault;
use crate::{walk, workers};

/// The folder with the examples, unless another is named.
pub(crate) const FOLDER: &str = "fights";

/// One case that shows rules.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Example {
    /// The script.
    pub(crate) path: String,
    /// The line of its title.
    pub(crate) line: u32,
    /// What it shows, in words.
    pub(crate) title: String,
    /// The rules that it shows.
    #[serde(skip)]
    shows: Vec<String>,
    /// The rules that it cites in any way.
    #[serde(skip)]
    cites: Vec<&'static str>,
    /// The rules that act in it.
    #[serde(skip)]
    acts: Vec<&'static str>,
}

impl Example {
    /// Whether it shows a rule.
    pub(crate) fn shows(&self, rule: &str) -> bool {
        self.shows.iter().any(|shown| shown == rule)
    }

    /// Whether an event, a question or a refusal of it cites a rule.
    pub(crate) fn cites(&self, rule: &str) -> bool {
        self.cites.contains(&rule)
    }

    /// Whether a rule acts in it, by which something happens, is asked or refused, or a number has a part.
    pub(crate) fn acts(&self, rule: &str) -> bool {
        self.acts.contains(&rule)
    }
}

/// All examples of a rulebook: the scripts in its folder inside `folder`. Without that folder there are none.
///
/// # Errors
/// When `folder` is not there, or a script cannot be read.
pub(crate) fn of(book: &dyn AnyRulebook, folder: &Path) -> Result<Vec<Example>, Fault> {
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Fault::Wrong(format!("there is no folder `{folder}`; say where the examples are with --fights")));
    }
    let own = folder.join(book.id());
    if !own.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let run = |path: &str| {
        let cases = run_script(&walk::read(path)?, &House::new(&files::read))?;
        let path = path.to_owned();
        Ok(cases.into_iter().map(move |case| Example {
            path: path.clone(),
            line: case.line,
            title: case.title,
            shows: case.shows,
            cites: case.rules_cited,
            acts: case.rules_acting,
        }))
    };
    workers::in_order(&walk::all(&own, &["fight"])?, run, |examples| {
        found.extend(examples);
        Ok(())
    })?;
    Ok(found)
}

/// What is wrong with a script as content: its steps and heads, not what comes of it.
pub(crate) fn problems(script: &Source) -> Problems {
    match run_script(script, &House::new(&files::read)) {
        Ok(cases) => cases.into_iter().filter_map(|case| case.failure).flat_map(|failure| failure.problems).collect(),
        Err(problems) => problems,
    }
}
