//! How commands fail: what is said, and the exit code.

use std::io::{self, Write};

use quintain_content::{Problem, Problems};

use crate::render::{self, ERROR};

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The thing asked for failed, and everything has been said already: exit code 1.
    Failed,
    /// The thing asked for failed, in words: exit code 1.
    Failure(String),
    /// Wrong usage or input, in words: exit code 2.
    Wrong(String),
    /// Wrong content: exit code 2.
    Problems(Problems),
    /// Nobody reads what is written; that is no failure.
    Closed,
}

/// What commands return.
pub(crate) type Done = Result<(), Fault>;

impl Fault {
    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Fault::Closed => 0,
            Fault::Failed | Fault::Failure(_) => 1,
            Fault::Wrong(_) | Fault::Problems(_) => 2,
        }
    }

    /// Says what is wrong.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn tell(&self, err: &mut dyn Write) -> io::Result<()> {
        match self {
            Fault::Closed | Fault::Failed => Ok(()),
            Fault::Failure(words) | Fault::Wrong(words) => {
                writeln!(err, "{ERROR}error{ERROR:#}: {words}")
            }
            Fault::Problems(problems) => render::problem::all(problems, err),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(fault: io::Error) -> Self {
        if fault.kind() == io::ErrorKind::BrokenPipe {
            Fault::Closed
        } else {
            Fault::Failure(format!("the output cannot be written: {fault}"))
        }
    }
}

impl From<Problems> for Fault {
    fn from(problems: Problems) -> Self {
        Fault::Problems(problems)
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Fault::Problems(problem.into())
    }
}
