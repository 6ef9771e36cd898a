//! Programs as players: one line of JSON for each question, one for each answer.

mod line;
#[cfg(unix)]
mod pipes;
#[cfg(not(unix))]
#[path = "program/pipes_by_threads.rs"]
mod pipes;
mod process;
mod said;
mod slim;
mod talk;

use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

pub(crate) use line::{Line, result_line};
pub(crate) use process::Process;
pub(crate) use said::Said;
pub(crate) use slim::Told;
pub(crate) use talk::Talk;

/// Why a program cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProgram {
    /// The command.
    pub command: String,
    /// What the system says.
    pub why: String,
}

impl fmt::Display for NoProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program `{}` cannot be started: {}", self.command, self.why)
    }
}

impl std::error::Error for NoProgram {}

/// What a program asks for beside plain questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Questions that are formalities are put as well, instead of taking their defaults.
    pub formalities: bool,
    /// A line tells how each fight ended, and one that all is over.
    pub results: bool,
    /// Lines are slim: options that differ in their target alone stand together, and of the state only what has changed.
    pub slim: bool,
    /// Many fights at once: their questions come in turns, and each answer belongs to the fight that it names.
    pub many: bool,
}

impl Manner {
    /// Reads what stands before the colon of `program+slim+results:COMMAND`; nothing where that is no program.
    ///
    /// ```
    /// use quintain_sim::Manner;
    ///
    /// assert_eq!(Manner::read("program"), Some(Ok(Manner::default())));
    /// assert!(Manner::read("program+slim+results").unwrap().unwrap().slim);
    /// assert!(Manner::read("program+fast").unwrap().unwrap_err().contains("formalities, results, slim, many"));
    /// assert_eq!(Manner::read("search"), None);
    /// ```
    pub fn read(words: &str) -> Option<Result<Manner, String>> {
        let mut words = words.split('+').map(str::trim);
        if words.next() != Some("program") {
            return None;
        }
        let mut manner = Manner::default();
        for word in words {
            match word {
                "formalities" => manner.formalities = true,
                "results" => manner.results = true,
                "slim" => manner.slim = true,
                "many" => manner.many = true,
                _ => {
                    return Some(Err(format!(
                        "`{word}` is nothing that a program may ask for: formalities, results, slim, many"
                    )));
                }
            }
        }
        Some(Ok(manner))
    }

    /// The version of the lines that are written in this manner. It grows when what a program may rely on changes; fields may
    /// be added under the same version. In version 2 questions of several fights come in turns, which nobody gets who has
    /// not asked for it.
    pub fn protocol(self) -> u32 {
        if self.many { 2 } else { 1 }
    }

    /// How many fights a process has under way at most.
    pub(crate) fn at_once(self) -> usize {
        if self.many { MANY } else { 1 }
    }
}

/// How many fights are under way at once in a process that can tell them apart.
const MANY: usize = 32;

/// A program that plays a side. Each thread that plays fights has a process of its own, which plays one fight after another,
/// or many at once where it asks for that.
#[derive(Debug)]
pub struct Program {
    command: String,
    time: Duration,
    manner: Manner,
    idle: Mutex<Vec<Process>>,
}

impl Program {
    /// The program behind a command line (words parted by blanks; no shell is involved). Each answer may take `time`.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use quintain_sim::Program;
    /// let missing = Program::new("no-such-program --at-all", Duration::from_secs(10)).unwrap_err();
    /// assert!(missing.to_string().contains("cannot be started"));
    /// ```
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn new(command: &str, time: Duration) -> Result<Self, NoProgram> {
        let first = Process::start(command)?;
        Ok(Program { command: command.to_owned(), time, manner: Manner::default(), idle: Mutex::new(vec![first]) })
    }

    /// The same, asked for in this manner.
    #[must_use]
    pub fn in_manner(self, manner: Manner) -> Self {
        Program { manner, ..self }
    }

    /// What it asks for.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// The command line.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// A process that nobody talks to, begun where there is none.
    fn process(&self) -> Result<Process, String> {
        let idle = self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        idle.map_or_else(|| Process::start(&self.command).map_err(|fault| fault.to_string()), Ok)
    }

    /// A process that others may talk to.
    fn lay_by(&self, process: Process) {
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(process);
    }
}
