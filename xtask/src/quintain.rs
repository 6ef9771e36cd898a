//! The `quintain` command as the chores use it: built once, then run as a program of its own.
//!
//! Cargo chooses other features for the tests of the workspace than for the command alone, and would build everything
//! once more between the two. Whoever builds says which; whoever runs takes what lies beside this program.

use std::path::Path;
use std::process::{Command, Stdio};

/// Builds the command together with all tests.
pub const WITH_TESTS: &[&str] = &["test", "--quiet", "--workspace", "--no-run"];

/// Builds the command alone.
pub const ALONE: &[&str] = &["build", "--quiet", "--package", "quintain-cli"];

/// Runs the command that was built last; what it prints goes to `out`.
pub fn run(root: &Path, words: &[&str], out: Stdio) -> Result<(), String> {
    let told = format!("`quintain {}`", words.join(" "));
    let wrong = |fault: std::io::Error| format!("{told} did not run: {fault}");
    let own = std::env::current_exe().map_err(wrong)?;
    let program = own.with_file_name("quintain").with_extension(std::env::consts::EXE_EXTENSION);
    match Command::new(program).args(words).current_dir(root).stdout(out).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{told} ended with {status}")),
        Err(fault) => Err(wrong(fault)),
    }
}
