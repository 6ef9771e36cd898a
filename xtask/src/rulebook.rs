//! `cargo xtask new-rulebook`: a crate of one's own with a small game that runs, to be made into another.
//!
//! The template is `examples/causeway`, compiled and tested like everything else; it is copied under another name.

use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::cargo;
use crate::tree::files;

/// The template, and its name in code and in sentences.
pub const TEMPLATE: &str = "examples/causeway";
pub const NAME: &str = "causeway";
const TITLE: &str = "Causeway";

/// What only a crate outside of the workspace needs: a workspace of its own, and the profile of this one, which makes fights
/// fast enough for tests.
const OWN: &str = "
[workspace]

[profile.dev]
opt-level = 1
debug = \"line-tables-only\"
";

/// Makes a crate, in a folder beside this repository if none is given, and says how it goes on.
pub fn make(root: &Path, name: &str, path: Option<&str>) -> Result<(), String> {
    let folder = match path {
        Some(path) => PathBuf::from(path),
        None => root.parent().unwrap_or(root).join(name),
    };
    write(root, name, &folder)?;
    println!("{} is a game of its own now. In that folder,", folder.display());
    println!("  cargo test --no-default-features   runs its battery and its examples");
    println!("  cargo run -- play gate             plays it in the terminal (the first time builds all of Quintain)");
    println!("  cargo run -- serve                 opens the table in the browser");
    println!("docs/write-your-own-rulebook.md goes on from there.");
    Ok(())
}

/// Makes a crate in `target/`, and runs its battery.
pub fn try_out(root: &Path) -> Result<(), String> {
    let folder = root.join("target").join("new-rulebook");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    }
    write(root, "tried", &folder)?;
    let config = folder.join(".cargo/config.toml");
    let wrong = |fault: std::io::Error| format!("{}: {fault}", config.display());
    fs::create_dir_all(folder.join(".cargo")).map_err(wrong)?;
    fs::write(&config, profile(root)?).map_err(wrong)?;
    let target = root.join("target");
    let shared = [("CARGO_TARGET_DIR", &*target.to_string_lossy()), ("PROPTEST_CASES", "24")];
    cargo(&folder, &["test", "--quiet", "--no-default-features"], &shared)
}

/// What a small game is built on.
const BENEATH: [&str; 5] = ["content", "dice", "engine", "field", "testkit"];

/// The profile with which this workspace is tested, so that what lies in `target/` is not built once more. To the new crate
/// the packages of this one are code of others, which they are not to be optimised like.
fn profile(root: &Path) -> Result<String, String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).map_err(|fault| fault.to_string())?;
    let from = manifest.find("[profile.dev]").ok_or("Cargo.toml has no profile for tests")?;
    let profile = manifest[from..].split("[profile.release]").next().unwrap_or_default();
    let own = BENEATH.map(|package| format!("quintain-{package}.opt-level = 1\n")).concat();
    Ok(profile.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect::<String>() + &own)
}

/// Copies the template under another name.
fn write(root: &Path, name: &str, folder: &Path) -> Result<(), String> {
    fits(root, name)?;
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(format!("{} is there already and not empty", folder.display()));
    }
    let wrong = |path: &Path, fault: std::io::Error| format!("{}: {fault}", path.display());
    for path in files(root, TEMPLATE, |_| true).map_err(|fault| wrong(Path::new(TEMPLATE), fault))? {
        let text = fs::read_to_string(root.join(&path)).map_err(|fault| wrong(&path, fault))?;
        let inside = path.strip_prefix(TEMPLATE).unwrap_or(&path).to_string_lossy().replace(NAME, name);
        let to = folder.join(inside);
        let text = if to.ends_with("Cargo.toml") { manifest(root, &text) } else { text };
        let text = text.replace(NAME, name).replace(TITLE, &title(name));
        fs::create_dir_all(to.parent().unwrap_or(folder)).map_err(|fault| wrong(&to, fault))?;
        fs::write(&to, text).map_err(|fault| wrong(&to, fault))?;
    }
    fs::write(folder.join(".gitignore"), "/target\n").map_err(|fault| wrong(folder, fault))?;
    // The same versions as here, so that nothing else is fetched, and the same look of the code.
    for shared in ["Cargo.lock", "rustfmt.toml"] {
        fs::copy(root.join(shared), folder.join(shared)).map_err(|fault| wrong(Path::new(shared), fault))?;
    }
    Ok(())
}

/// The manifest of a crate outside of the workspace, whose ways into it no longer depend on where it lies.
fn manifest(root: &Path, text: &str) -> String {
    let crates = root.join("crates").to_string_lossy().replace('\\', "/");
    format!("{}{OWN}", text.replace("../../crates", &crates))
}

/// Whether a crate may be called so: one word, and no rulebook's.
fn fits(root: &Path, name: &str) -> Result<(), String> {
    const TAKEN: &[&str] = &["alloc", "core", "examples", "proc_macro", "quintain", "std", "target", "test", NAME];
    let word = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    let taken = TAKEN.contains(&name) || root.join("crates/rulebooks").join(name).exists();
    match (word, taken) {
        (false, _) => {
            Err(format!("`{name}` is no name for a game: one word in small letters and digits, such as `tidewrack`"))
        }
        (_, true) => Err(format!("`{name}` is taken")),
        _ => Ok(()),
    }
}

/// The name as a title: `tidewrack` is `Tidewrack`.
fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn names_are_one_word_that_is_free() {
        let root = tree::root();
        for wrong in ["", "Tide", "tide-wrack", "9tide", "heimr", "std", "causeway"] {
            assert!(fits(&root, wrong).is_err(), "{wrong}");
        }
        assert!(fits(&root, "tidewrack").is_ok());
        assert_eq!(title("tidewrack"), "Tidewrack");
    }

    #[test]
    fn the_template_is_copied_under_the_other_name() {
        let folder = std::env::temp_dir().join(format!("quintain-rulebook-{}", std::process::id()));
        write(&tree::root(), "tidewrack", &folder).unwrap();
        let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
        assert!(read("Cargo.toml").contains("name = \"tidewrack\"") && read("Cargo.toml").contains("[workspace]"));
        assert!(!read("Cargo.toml").contains("../../crates"));
        assert!(read("src/game.rs").contains("pub struct Tidewrack;"));
        assert!(read("tests/battery.rs").contains("tidewrack::RULEBOOK") && read("rustfmt.toml").contains("max_width"));
        assert!(read("packs/tidewrack/watch.toml").starts_with("rulebook = \"tidewrack\""));
        assert!(write(&tree::root(), "tidewrack", &folder).unwrap_err().contains("not empty"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
