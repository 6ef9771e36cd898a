//! The `quintain` command as the chores use it: built once, then run as a program of its own.
//!
//! Cargo chooses other features for the tests of the workspace than for the command alone, and would build everything
//! once more between the two. Who builds says which; who runs takes what lies beside this program.

use std::path::Path;
use std::process::{Command, Stdio};

/// Builds the command together with all tests.
pub const WITH_TESTS: &[&str] = &["test", "--quiet", "--workspace", "--no-run"];

/// Builds the command alone.
pub const ALONE: &[&str] = &["build", "--quiet", "--package", "quintain-cli"];

/// Runs the command that was built last; what it prints goes to `out`.
pub fn run(root: &Path, words: &[&str], out: Stdio) -> Result<(), String> {
    let told = told(words);
    match program(&told)?.args(words).current_dir(root).stdout(out).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{told} ended with {status}")),
        Err(fault) => Err(format!("{told} did not run: {fault}")),
    }
}

/// What the command that was built last prints.
pub fn said(root: &Path, words: &[&str]) -> Result<String, String> {
    let told = told(words);
    match program(&told)?.args(words).current_dir(root).stderr(Stdio::inherit()).output() {
        Ok(done) if done.status.success() => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        Ok(done) => Err(format!("{told} ended with {}", done.status)),
        Err(fault) => Err(format!("{told} did not run: {fault}")),
    }
}

/// The command that was built last, before it is given its words.
pub fn command(words: &[&str]) -> Result<Command, String> {
    program(&told(words))
}

fn told(words: &[&str]) -> String {
    format!("`quintain {}`", words.join(" "))
}

/// The command beside this program.
fn program(told: &str) -> Result<Command, String> {
    let own = std::env::current_exe().map_err(|fault| format!("{told} did not run: {fault}"))?;
    Ok(Command::new(own.with_file_name("quintain").with_extension(std::env::consts::EXE_EXTENSION)))
}
