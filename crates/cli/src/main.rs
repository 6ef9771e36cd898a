//! The `quintain` command with the rulebooks of the project.

use std::process::ExitCode;

fn main() -> ExitCode {
    quintain_command::run(quintain_books::built_in())
}
