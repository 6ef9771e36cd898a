//! `cargo xtask test`: everything that must be right before a change lands, one step after the other.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{guides, python, quintain, rulebook, schemas, surface, tidy};

/// The seed of property tests, so that what passes here passes everywhere. `cargo test` alone draws another each time; what
/// it finds is kept as a case of its own.
const SEED: &str = "20261121";

/// What came of a step.
enum Came {
    Right,
    Wrong(String),
    Skipped(String),
}

/// The steps so far.
struct Steps<'a> {
    root: &'a Path,
    passed: usize,
    failed: Vec<(String, String)>,
    skipped: Vec<(String, String)>,
}

/// Runs every step, goes on after one that failed, and sums up.
pub fn run(root: &Path) -> Result<(), String> {
    let mut steps = Steps { root, passed: 0, failed: Vec::new(), skipped: Vec::new() };
    steps.step("tidy", || as_came(tidy::run(root)));
    steps.cargo("fmt", &["fmt", "--all", "--check"]);
    let deny = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    steps.cargo("clippy", &deny);
    steps.browser();
    steps.tests();
    let built = steps.cargo("build the command", quintain::WITH_TESTS);
    if built {
        steps.content();
    } else {
        steps.step("everything that needs the command", || Came::Skipped("it does not build".to_owned()));
    }
    steps.step("a new rulebook", || as_came(rulebook::try_out(root)));
    steps.step("the Python package", || match python::environment(root) {
        Ok(environment) => as_came(python::test(root, &environment)),
        Err(why) => Came::Skipped(why),
    });
    steps.doc();
    // Nothing is built for it once more: what the packages hold is what has been tested.
    steps.cargo("packages for the registry", PUBLISH);
    steps.step("the surface of the crate", || match surface::check(root) {
        Ok(()) => Came::Right,
        Err(surface::Fault::Missing(why)) => Came::Skipped(why),
        Err(surface::Fault::Failed(what)) => Came::Wrong(what),
    });
    steps.sum_up()
}

fn as_came(done: Result<(), String>) -> Came {
    done.map_or_else(Came::Wrong, |()| Came::Right)
}

impl Steps<'_> {
    /// Announces a step, runs it, and says what came of it and how long it took.
    fn step(&mut self, name: &str, run: impl FnOnce() -> Came) -> bool {
        println!("=== {name}");
        let began = Instant::now();
        let came = run();
        let seconds = began.elapsed().as_secs_f64();
        let right = matches!(came, Came::Right);
        match came {
            Came::Right => {
                println!("    right ({seconds:.1} s)");
                self.passed += 1;
            }
            Came::Wrong(what) => {
                println!("    WRONG ({seconds:.1} s): {what}");
                self.failed.push((name.to_owned(), what));
            }
            Came::Skipped(why) => {
                println!("    skipped: {why}");
                self.skipped.push((name.to_owned(), why));
            }
        }
        right
    }

    fn cargo(&mut self, name: &str, words: &[&str]) -> bool {
        let root = self.root;
        self.step(name, || as_came(cargo(root, words, &[("PROPTEST_RNG_SEED", SEED)])))
    }

    /// All tests: with nextest, which does not run those in documentation, and those after it; else with Cargo alone.
    fn tests(&mut self) {
        if runs(self.root, "cargo", &["nextest", "--version"]) {
            // A workspace may have crates without any tests.
            let words =
                ["nextest", "run", "--workspace", "--no-fail-fast", "--no-tests", "pass", "--status-level", "fail"];
            self.cargo("tests", &words);
            self.cargo("tests in documentation", &["test", "--quiet", "--workspace", "--doc"]);
        } else {
            println!("(cargo-nextest is not installed; that is fine)");
            self.cargo("tests", &["test", "--quiet", "--workspace", "--no-fail-fast"]);
        }
    }

    /// What tests in a browser need; they run with the others and pass over what is missing.
    fn browser(&mut self) {
        if !runs(self.root, "chromedriver", &["--version"]) {
            let why = "chromedriver is not installed (`chromium-driver` on Debian)";
            self.step("the table in a browser", || Came::Skipped(why.to_owned()));
            return;
        }
        let root = self.root;
        self.step("what checks accessibility", || match axe(root) {
            Ok(()) => Came::Right,
            Err(why) => Came::Skipped(why),
        });
    }

    /// What only the command can say: examples, content, schemas. That every rule has an example is a test of each rulebook.
    fn content(&mut self) {
        self.quintain("examples", &["fights"], &["test", "fights"]);
        self.quintain("content", &["packs", "encounters", "days"], &["check", "packs", "encounters", "days"]);
        let root = self.root;
        self.step("schemas", || as_came(schemas::check(root)));
        self.step("guides", || as_came(guides::check(root)));
    }

    /// Runs the command if the folders that it needs have something in them.
    fn quintain(&mut self, name: &str, folders: &[&str], words: &[&str]) {
        let root = self.root;
        self.step(name, || {
            let holds = |folder: &str| crate::tree::files(root, folder, |_| true).is_ok_and(|files| !files.is_empty());
            if let Some(none) = folders.iter().find(|folder| !holds(folder)) {
                return Came::Wrong(format!("there is nothing in {none}/"));
            }
            as_came(quintain::run(root, words, Stdio::inherit()))
        });
    }

    fn doc(&mut self) {
        let root = self.root;
        let words = ["doc", "--quiet", "--workspace", "--no-deps"];
        self.step("documentation", || as_came(cargo(root, &words, &[("RUSTDOCFLAGS", "--deny warnings")])));
    }

    fn sum_up(self) -> Result<(), String> {
        println!("===");
        for (name, why) in &self.skipped {
            println!("skipped: {name}: {why}");
        }
        for (name, what) in &self.failed {
            println!("failed: {name}: {what}");
        }
        let (passed, failed) = (self.passed, self.failed.len());
        println!("{passed} passed, {failed} failed");
        // The counts are the last line; there is nothing to add.
        if failed == 0 { Ok(()) } else { Err(String::new()) }
    }
}

/// Would every crate that others may use be taken by the registry, with all that it names?
const PUBLISH: &[&str] = &["publish", "--quiet", "--dry-run", "--workspace", "--no-verify", "--allow-dirty"];

/// The version of axe-core that pages are checked with.
const AXE: &str = "axe-core@4.14.1";

/// Puts axe-core where the tests look for it.
fn axe(root: &Path) -> Result<(), String> {
    let folder = root.join("target/axe");
    if folder.join("node_modules/axe-core/axe.min.js").exists() {
        return Ok(());
    }
    if !runs(root, "npm", &["--version"]) {
        return Err(format!("npm is not installed, which brings {AXE}"));
    }
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]).arg(&folder).arg(AXE);
    let done = npm.stdout(Stdio::null()).stderr(Stdio::null()).status().map_err(|fault| fault.to_string())?;
    if !done.success() {
        return Err(format!("npm could not bring {AXE}"));
    }
    println!("    installed {AXE} in target/axe");
    Ok(())
}

/// Whether a program is there and knows these words.
fn runs(root: &Path, program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    let status = command.args(words).current_dir(root).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// The rulebooks, by their folders.
pub fn books(root: &Path) -> Vec<String> {
    let folder = root.join("crates/rulebooks");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut books: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    books.sort();
    books
}

pub fn cargo(root: &Path, words: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let told = format!("`cargo {}`", words.join(" "));
    match Command::new("cargo").args(words).envs(variables.iter().copied()).current_dir(root).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{told} ended with {status}")),
        Err(fault) => Err(format!("{told} did not run: {fault}")),
    }
}
