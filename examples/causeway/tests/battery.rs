//! The battery that every rulebook passes.

use std::process::ExitCode;

fn main() -> ExitCode {
    quintain_testkit::run(causeway::RULEBOOK)
}
