//! `cargo xtask pgo`: builds the command a second time from what a first build of it did in simulations, so that the
//! compiler knows which code is run. Nothing else depends on it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{bench, steps};

/// Fights of each encounter with a map that the first build plays.
const FIGHTS: &str = "200";

/// Why there is no profile-guided build.
pub enum Fault {
    /// Something that it needs is not installed.
    Missing(String),
    /// A step went wrong.
    Failed(String),
}

/// Builds, plays, and builds again; says where the command lies.
pub fn run(root: &Path) -> Result<(), Fault> {
    let compiler = Compiler::ask().map_err(Fault::Failed)?;
    let merger = compiler.merger().map_err(Fault::Missing)?;
    let target = root.join("target/pgo");
    let (raw, merged) = (target.join("raw"), target.join("merged.profdata"));
    // What was gathered before may be of another compiler.
    if raw.exists() {
        std::fs::remove_dir_all(&raw).map_err(|fault| Fault::Failed(fault.to_string()))?;
    }
    println!("=== the first build, which counts");
    let first = compiler.build(root, &target, "count", &format!("-Cprofile-generate={}", raw.display()))?;
    println!("=== what it does in simulations");
    for encounter in bench::with_a_map(root).map_err(Fault::Failed)? {
        let played = Command::new(&first)
            .args(["sim", &*encounter, "--brief", "-n", FIGHTS])
            .current_dir(root)
            .stdout(Stdio::null())
            .status();
        succeeded(&format!("`quintain sim {encounter}`"), played).map_err(Fault::Failed)?;
    }
    let mut merge = Command::new(&merger);
    merge.args(["merge", "--output"]).arg(&merged).arg(&raw);
    succeeded("`llvm-profdata merge`", merge.status()).map_err(Fault::Failed)?;
    println!("=== the second build, which knows");
    let second = compiler.build(root, &target, "knows", &format!("-Cprofile-use={}", merged.display()))?;
    println!("{}", second.display());
    Ok(())
}

fn succeeded(what: &str, done: std::io::Result<std::process::ExitStatus>) -> Result<(), String> {
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} ended with {status}")),
        Err(fault) => Err(format!("{what} did not run: {fault}")),
    }
}

/// What the compiler says of itself.
struct Compiler {
    /// The machine it runs on, as Cargo names it.
    host: String,
    /// The major version of its LLVM.
    llvm: u32,
    sysroot: PathBuf,
}

impl Compiler {
    fn ask() -> Result<Self, String> {
        let said = |words: &[&str]| {
            let done =
                Command::new("rustc").args(words).output().map_err(|fault| format!("`rustc` did not run: {fault}"))?;
            Ok::<String, String>(String::from_utf8_lossy(&done.stdout).into_owned())
        };
        let about = said(&["--version", "--verbose"])?;
        let line = |key: &str| about.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let host = line("host:").ok_or("`rustc` does not say for which machine it builds")?.to_owned();
        let llvm = line("LLVM version:").and_then(major).ok_or("`rustc` does not say which LLVM it has")?;
        Ok(Compiler { host, llvm, sysroot: PathBuf::from(said(&["--print", "sysroot"])?.trim()) })
    }

    /// The program that makes one profile of many: the toolchain's own, else the system's if it is new enough.
    fn merger(&self) -> Result<PathBuf, String> {
        let name = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
        let own = self.sysroot.join("lib/rustlib").join(&self.host).join("bin").join(&name);
        if own.is_file() {
            return Ok(own);
        }
        let numbered = format!("llvm-profdata-{}", self.llvm);
        let fits = |program: &&str| version_of(program).is_some_and(|version| version >= self.llvm);
        [&*name, &*numbered].into_iter().find(fits).map(PathBuf::from).ok_or_else(|| {
            let llvm = self.llvm;
            format!(
                "a profile-guided build needs `llvm-profdata` of LLVM {llvm} or later, which is not installed; \
                 `rustup component add llvm-tools` brings it"
            )
        })
    }

    /// Builds the command for release with one more flag, in a folder of its own, and says where it lies. With the
    /// machine named, build scripts and macros are built without the flag.
    fn build(&self, root: &Path, target: &Path, name: &str, flag: &str) -> Result<PathBuf, Fault> {
        let target = target.join(name);
        let folder = target.display().to_string();
        let words = [
            "build",
            "--release",
            "--quiet",
            "--package",
            "quintain-cli",
            "--target",
            &self.host,
            "--target-dir",
            &folder,
        ];
        let flags = std::env::var("RUSTFLAGS").map_or_else(|_| flag.to_owned(), |others| format!("{others} {flag}"));
        steps::cargo(root, &words, &[("RUSTFLAGS", &flags)]).map_err(Fault::Failed)?;
        let program = OsString::from(format!("quintain{}", std::env::consts::EXE_SUFFIX));
        Ok(target.join(&self.host).join("release").join(program))
    }
}

/// The major version of LLVM that a program is of; none where it is not there, or so old that it does not say.
fn version_of(program: &str) -> Option<u32> {
    let done = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    said.lines().find_map(|line| major(line.split_once("LLVM version")?.1))
}

/// The first number of a version.
fn major(version: &str) -> Option<u32> {
    version.trim().split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_its_first_number() {
        assert_eq!((major(" 22.1.2"), major("14"), major("?")), (Some(22), Some(14), None));
    }
}
