//! The `quintain` command with the rulebooks of the project.

use std::process::ExitCode;

use quintain_cli::Library;

fn main() -> ExitCode {
    quintain_cli::run(Library::built_in())
}
