//! The Python package, tested in an environment of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::cargo;

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

/// Runs the tests of the package, its types and its notebook, over the native half as the workspace builds it: what users
/// build with `pip install` is compiled from the same code, but all over again.
///
/// # Errors
/// Says what failed.
pub fn test(root: &Path, environment: &Path) -> Result<(), String> {
    // With the tests, so that it has the features of what they have built already.
    cargo(root, &["build", "--quiet", "--workspace", "--lib", "--tests"], &[])?;
    let folder = root.join("crates/python");
    let (built, loaded) = NATIVE;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let into = folder.join("python/quintain").join(loaded);
    std::fs::copy(target.join("debug").join(built), into).map_err(|fault| format!("the native half: {fault}"))?;
    for (program, words) in [("pytest", &["-q"][..]), ("mypy", &[])] {
        let mut command = Command::new(environment.join("bin").join(program));
        command.args(words).current_dir(&folder);
        command.env("PYTHONPATH", folder.join("python")).env("MYPYPATH", folder.join("python"));
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`{program}` ended with {status}")),
            Err(fault) => return Err(format!("`{program}` did not run: {fault}")),
        }
    }
    Ok(())
}

/// What the library is called where it is built, and where Python loads it.
const NATIVE: (&str, &str) = if cfg!(windows) {
    ("_native.dll", "_native.pyd")
} else if cfg!(target_os = "macos") {
    ("lib_native.dylib", "_native.abi3.so")
} else {
    ("lib_native.so", "_native.abi3.so")
};

fn quietly(command: &mut Command) -> Result<(), ()> {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) { Ok(()) } else { Err(()) }
}
