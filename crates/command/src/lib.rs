//! The `quintain` command, as a library: a program runs it over the rulebooks of its own choice.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     quintain_command::run(quintain_books::built_in())
//! }
//! ```
//!
//! `args` says what can be typed, `command` has a file for each command, `render` puts things on the terminal.
//! Commands write to the `out` that they are given and fail with a `fault::Fault`, which knows its exit code.

mod args;
mod command;
mod conduct;
mod examples;
mod fault;
mod moment;
mod output;
mod play;
mod render;
mod seats;
mod walk;
mod workers;

use std::io::Write;
use std::process::ExitCode;

pub use quintain_library::{File, Library};

/// Runs what was typed, with these rulebooks on the shelf: the whole of a program's `main`. The library becomes that of
/// the program.
pub fn run(library: Library) -> ExitCode {
    let mut out = anstream::stdout().lock();
    let installed = library.install().map_err(|fault| fault::Fault::Wrong(fault.to_string()));
    let done = installed.and_then(|()| command::run_typed(&mut out));
    let done = out.flush().map_err(Into::into).and(done);
    drop(out);
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            // If even the errors cannot be written, nobody is there to be told.
            let _ = fault.tell(&mut anstream::stderr().lock());
            ExitCode::from(fault.code())
        }
    }
}

/// Runs a command to its end and gives its exit code; for those that must leave at once.
fn leave(code: i32) -> ! {
    let _ = std::io::stdout().flush();
    std::process::exit(code)
}
