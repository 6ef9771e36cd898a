//! The Python package: built as its users build it, and tested in an environment of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder with the environment, which is made if it is not there.
///
/// # Errors
/// Says what is missing: Python from 3.11 on, or what the tests need.
pub fn environment(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/python");
    let ready = folder.join("ready");
    if ready.exists() {
        return Ok(folder);
    }
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 11))";
    quietly(Command::new("python3").args(["-c", new_enough]))
        .map_err(|()| "Python 3.11 is not installed".to_owned())?;
    quietly(Command::new("python3").args(["-m", "venv"]).arg(&folder)).map_err(|()| "venv is missing".to_owned())?;
    let pip = |words: &[&str]| {
        let mut pip = Command::new(folder.join("bin/pip"));
        quietly(pip.args(["install", "--quiet"]).args(words).current_dir(root.join("crates/python")))
            .map_err(|()| "pip could not bring what is needed".to_owned())
    };
    // Groups of dependencies are known to pip from 25.1 on.
    pip(&["--upgrade", "pip"])?;
    pip(&["--group", "test"])?;
    std::fs::write(&ready, "").map_err(|fault| fault.to_string())?;
    Ok(folder)
}

/// Builds the package into the environment and runs its tests, its types and its notebook.
///
/// # Errors
/// Says which of them failed.
pub fn test(root: &Path, environment: &Path) -> Result<(), String> {
    let folder = root.join("crates/python");
    let bin = environment.join("bin");
    for (program, words) in [("maturin", &["develop", "--quiet"][..]), ("pytest", &["-q"]), ("mypy", &[])] {
        let mut command = Command::new(bin.join(program));
        command.args(words).current_dir(&folder).env("VIRTUAL_ENV", environment);
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`{program}` ended with {status}")),
            Err(fault) => return Err(format!("`{program}` did not run: {fault}")),
        }
    }
    Ok(())
}

fn quietly(command: &mut Command) -> Result<(), ()> {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) { Ok(()) } else { Err(()) }
}
