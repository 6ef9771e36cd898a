//! The surface of the crate `quintain`: everything that semantic versioning covers, written out, so that a change of it is
//! seen before it lands. Rustdoc tells it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Where it is kept.
const KEPT: &str = "crates/quintain/surface.txt";

/// Crates of which all is shown behind the facade.
const WHOLE: [&str; 2] = ["quintain_dice", "quintain_session"];

/// Crates of which the facade shows what it names.
const IN_PART: [&str; 4] = ["quintain_engine", "quintain_sim", "quintain_content", "quintain_field"];

/// Why the surface is not compared.
pub enum Fault {
    /// This toolchain's rustdoc does not tell it in a form that can be read.
    Missing(String),
    /// Something is wrong.
    Failed(String),
}

impl Fault {
    /// Either of them in words.
    pub fn words(self) -> String {
        let (Fault::Missing(what) | Fault::Failed(what)) = self;
        what
    }
}

/// Writes it anew.
pub fn write(root: &Path) -> Result<(), Fault> {
    let surface = told(root)?;
    fs::write(root.join(KEPT), surface).map_err(|fault| Fault::Failed(format!("{KEPT}: {fault}")))
}

/// Whether it is what is kept.
pub fn check(root: &Path) -> Result<(), Fault> {
    let (now, kept) = (told(root)?, fs::read_to_string(root.join(KEPT)).unwrap_or_default());
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    let (now, kept) = (lines(&now), lines(&kept));
    let gone = kept.difference(&now).map(|line| format!("- {line}"));
    let come = now.difference(&kept).map(|line| format!("+ {line}"));
    let changed: Vec<String> = gone.chain(come).collect();
    match changed.is_empty() {
        true => Ok(()),
        false => Err(Fault::Failed(format!(
            "{KEPT} is out of date:\n{}\n`cargo xtask surface` writes it anew; what went or changed breaks programs and asks for \
             another version",
            changed.join("\n")
        ))),
    }
}

fn told(root: &Path) -> Result<String, Fault> {
    let facade = items(root, "quintain")?;
    let named: BTreeSet<&str> =
        facade.iter().filter_map(|line| line.strip_prefix("pub use ")?.rsplit("::").next()).collect();
    let mut all = facade.clone();
    for name in WHOLE {
        all.extend(items(root, name)?);
    }
    for name in IN_PART {
        let shown = |line: &String| line.split(name).skip(1).any(|rest| is_named(rest, &named));
        all.extend(items(root, name)?.into_iter().filter(shown));
    }
    Ok(all.join("\n") + "\n")
}

/// Whether a path behind a crate's name leads to one of these or to something of it.
fn is_named(path: &str, named: &BTreeSet<&str>) -> bool {
    let own = path.strip_prefix("::").and_then(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    own.is_some_and(|own| named.contains(own))
}

/// The public items of a crate of the workspace, one a line.
fn items(root: &Path, name: &str) -> Result<Vec<String>, Fault> {
    // A folder of its own: the switch below would have everything else built anew.
    let target = root.join("target/surface");
    let package = name.replace('_', "-");
    let mut rustdoc = Command::new(env!("CARGO"));
    rustdoc.args(["rustdoc", "--quiet", "--package", &package, "--all-features", "--lib", "--target-dir"]).arg(&target);
    rustdoc.args(["--", "-Z", "unstable-options", "--output-format", "json"]);
    // Rustdoc writes JSON on stable toolchains as well, if it is told to.
    rustdoc.env("RUSTC_BOOTSTRAP", "1").env("RUSTDOCFLAGS", "").current_dir(root).stdin(Stdio::null());
    let failed = |what: String| Fault::Failed(format!("rustdoc of {package}: {what}"));
    match rustdoc.status() {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(failed(status.to_string())),
        Err(fault) => return Err(failed(fault.to_string())),
    }
    let listed = public_api::Builder::from_rustdoc_json(target.join(format!("doc/{name}.json")))
        .sorted(true)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    match listed {
        Ok(listed) => Ok(listed.items().map(ToString::to_string).collect()),
        Err(fault) => Err(Fault::Missing(format!("this toolchain's rustdoc is not understood: {fault}"))),
    }
}
