//! `cargo xtask tidy`: the invariants of the house, as checks.

mod floors;

use std::fs;
use std::path::{Path, PathBuf};

use crate::tree::{files, is};

/// The most lines of a Rust file that is neither tests nor tables.
const MOST_LINES: usize = 500;

/// The most lines of a function, from its signature to its brace: one screen. Tests and tables may have more.
const MOST_LINES_OF_A_FUNCTION: usize = 60;

/// One thing that breaks an invariant.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Untidy {
    path: PathBuf,
    line: usize,
    what: String,
}

impl Untidy {
    fn at(path: &Path, line: usize, what: impl Into<String>) -> Self {
        Untidy { path: path.to_path_buf(), line, what: what.into() }
    }
}

/// Checks everything and prints what breaks an invariant.
pub fn run(root: &Path) -> Result<(), String> {
    let mut found = Vec::new();
    let unreadable = |fault: std::io::Error| format!("the tree cannot be read: {fault}");
    let mut sources = Vec::new();
    for path in files(root, ".", |path| is(path, "rs")).map_err(unreadable)? {
        let text = fs::read_to_string(root.join(&path)).map_err(|fault| format!("{}: {fault}", path.display()))?;
        rust(&path, &text, &mut found);
        sources.push((path, text));
    }
    for (path, _) in sources.iter().filter(|(path, _)| path.ends_with("src/lib.rs")) {
        if let Some(krate) = path.parent().and_then(Path::parent) {
            floors::check(krate, &sources, &mut found);
        }
    }
    for path in files(root, "crates", |path| path.ends_with("Cargo.toml")).map_err(unreadable)? {
        let text = fs::read_to_string(root.join(&path)).map_err(|fault| format!("{}: {fault}", path.display()))?;
        direction(&path, &text, &mut found);
    }
    for path in files(root, ".", is_text).map_err(unreadable)? {
        // What is no text has no paths in it that anybody reads.
        if let Ok(text) = fs::read_to_string(root.join(&path)) {
            machine_paths(&path, &text, &mut found);
        }
    }
    found.sort();
    for untidy in &found {
        println!("{}:{}: {}", untidy.path.display(), untidy.line, untidy.what);
    }
    match found.len() {
        0 => Ok(()),
        1 => Err("1 thing breaks an invariant".to_owned()),
        count => Err(format!("{count} things break an invariant")),
    }
}

fn is_text(path: &Path) -> bool {
    ["rs", "toml", "md", "fight", "json", "jsonl", "yml", "yaml", "sh", "py", "html", "css", "js", "txt"]
        .iter()
        .any(|extension| is(path, extension))
        || path.extension().is_none()
}

/// Whether a file is tests or a table: those may be long and may unwrap.
fn is_tests(path: &Path) -> bool {
    let part = |part: &std::ffi::OsStr| matches!(part.to_str(), Some("tests" | "benches" | "tables" | "testkit"));
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    path.iter().any(part) || matches!(stem, "tests" | "tables" | "fake")
}

/// A Rust file: it says what it is for, is not too long, and leaves nothing undone.
fn rust(path: &Path, text: &str, found: &mut Vec<Untidy>) {
    if !text.starts_with("//!") {
        found.push(Untidy::at(path, 1, "a file begins with `//!` and says what it is for"));
    }
    let tests = is_tests(path);
    let lines = text.lines().count();
    if !tests && lines > MOST_LINES {
        found.push(Untidy::at(path, lines, format!("{lines} lines; part the file along its sections")));
    }
    // Unit tests stand at the end of their file.
    let end = text.lines().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(lines);
    if !tests {
        long_functions(path, text, end, found);
    }
    for (place, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let quoted = |word: &str| code.split(word).next().is_some_and(|before| before.matches('"').count() % 2 == 1);
        let holds = |word: &str| code.contains(word) && !quoted(word);
        for undone in ["todo!", "dbg!", "unimplemented!"] {
            if holds(&format!("{undone}(")) {
                found.push(Untidy::at(path, place + 1, format!("`{undone}` is left over")));
            }
        }
        if !tests && place < end && holds(".unwrap()") {
            found.push(Untidy::at(path, place + 1, "`unwrap()` outside of tests; say what happens instead"));
        }
    }
}

/// Finds functions of more than one screen above line `end`. As rustfmt leaves them, a function ends with the first brace
/// that stands below its first word.
fn long_functions(path: &Path, text: &str, end: usize, found: &mut Vec<Untidy>) {
    let lines: Vec<&str> = text.lines().collect();
    for (start, line) in lines.iter().enumerate().take(end) {
        let Some(name) = function_begun(line) else { continue };
        let indent = line.len() - line.trim_start().len();
        let closes = |line: &&str| line.len() == indent + 1 && line.ends_with('}');
        let length = lines[start..].iter().position(closes).map_or(1, |last| last + 1);
        if length > MOST_LINES_OF_A_FUNCTION {
            found.push(Untidy::at(path, start + 1, format!("`{name}` has {length} lines; part it")));
        }
    }
}

/// The name of the function whose body a line begins, or whose signature goes on below it.
fn function_begun(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("fn ")?;
    let plain = |word: &str| matches!(word, "pub" | "const" | "async" | "unsafe") || word.starts_with("pub(");
    let goes_on = !line.ends_with(';') && !line.ends_with('}');
    let words = before.replace("(in ", "(").replace("extern \"C\"", "");
    (goes_on && words.split_whitespace().all(plain)).then(|| rest.split(['(', '<']).next().unwrap_or(rest))
}

/// The rooms and what each may not lead to: arrows go one way.
fn direction(path: &Path, text: &str, found: &mut Vec<Untidy>) {
    const ORDER: &[&[&str]] = &[
        &["quintain-dice", "quintain-field"],
        &["quintain-content", "quintain-draw"],
        &["quintain-engine"],
        &[
            "quintain-thalassa",
            "quintain-gu",
            "quintain-oakhearth",
            "quintain-heimr",
            "quintain-uchma",
            "quintain-library",
        ],
        &["quintain-sim", "quintain-session", "quintain-books"],
        &["quintain-pages", "quintain"],
        &["quintain-workshop"],
        &["quintain-server", "quintain-wasm"],
        &["quintain-command"],
        &["quintain-cli", "quintain-python", "quintain-site"],
    ];
    let floor = |name: &str| ORDER.iter().position(|names| names.contains(&name));
    let own = text.lines().find_map(|line| line.strip_prefix("name = \"")).and_then(|rest| rest.strip_suffix('"'));
    let Some((own, stands)) = own.and_then(|own| Some((own, floor(own)?))) else { return };
    let mut section = "";
    for (place, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            section = line.trim();
        }
        // Tests may look down from a higher floor.
        if section != "[dependencies]" {
            continue;
        }
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if floor(name).is_some_and(|leads| leads >= stands) && name != own {
            found.push(Untidy::at(path, place + 1, format!("{own} may not lead to {name}: arrows go one way")));
        }
    }
}

/// Nothing in the tree depends on where it stands on somebody's machine.
fn machine_paths(path: &Path, text: &str, found: &mut Vec<Untidy>) {
    // Put together here, so that this file does not break its own rule.
    let roots = ["home", "Users", "work", "root"].map(|root| format!("/{root}/"));
    for (place, line) in text.lines().enumerate() {
        let starts = |root: &String| {
            line.match_indices(root.as_str()).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + root.len()..].chars().next();
                let inside = before.is_some_and(|c| c.is_alphanumeric() || "/.-_~}*:<>$".contains(c));
                !inside && after.is_some_and(char::is_alphanumeric)
            })
        };
        if let Some(root) = roots.iter().find(|root| starts(root)) {
            found.push(Untidy::at(path, place + 1, format!("a path of somebody's machine: {root}…")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(check: impl Fn(&mut Vec<Untidy>)) -> Vec<String> {
        let mut found = Vec::new();
        check(&mut found);
        found.into_iter().map(|untidy| format!("{}: {}", untidy.line, untidy.what)).collect()
    }

    #[test]
    fn rust_files_say_what_they_are_for_and_leave_nothing_undone() {
        let path = Path::new("crates/x/src/a.rs");
        let check = |text: &str| of(|found| rust(path, text, found));
        assert_eq!(check("//! Fine.\nfn a() {}\n"), Vec::<String>::new());
        assert_eq!(check("fn a() {}\n").len(), 1);
        assert_eq!(check("//! x\nlet a = b.unwrap();\n").len(), 1);
        assert_eq!(check("//! x\n#[cfg(test)]\nmod tests { a.unwrap() }\n"), Vec::<String>::new());
        assert_eq!(check("//! x\nfn a() { todo!() }\n").len(), 1);
        assert_eq!(check("//! x\nlet a = \"todo!()\"; // dbg!(x)\n"), Vec::<String>::new());
        assert_eq!(check(&format!("//! x\n{}", "\n".repeat(MOST_LINES))).len(), 1);
        let tests = Path::new("crates/x/tests/a.rs");
        assert!(of(|found| rust(tests, &format!("//! x\n{}", "a.unwrap()\n".repeat(MOST_LINES)), found)).is_empty());
    }

    #[test]
    fn functions_fit_on_a_screen() {
        let body = |indent: &str, lines: usize| {
            let sign = format!("{indent}pub(crate) fn a<T>(\n{indent}    b: T,\n{indent}) {{\n");
            format!("{sign}{}{indent}}}\n", format!("{indent}    b();\n").repeat(lines - 4))
        };
        let check = |path: &str, text: &str| of(|found| rust(Path::new(path), text, found));
        let most = MOST_LINES_OF_A_FUNCTION;
        assert_eq!(check("a.rs", &format!("//! x\n{}", body("", most))), Vec::<String>::new());
        let long = format!("//! x\nimpl A {{\n    fn b();\n{}}}\n", body("    ", most + 1));
        assert_eq!(check("a.rs", &long), ["4: `a` has 61 lines; part it"]);
        assert_eq!(check("tests/a.rs", &long), Vec::<String>::new());
        assert_eq!(check("a.rs", &format!("//! x\n#[cfg(test)]\n{}", body("", most + 1))), Vec::<String>::new());
    }

    #[test]
    fn arrows_go_one_way() {
        let check = |text: &str| of(|found| direction(Path::new("Cargo.toml"), text, found));
        let engine = "name = \"quintain-engine\"\n[dependencies]\n";
        assert_eq!(check(&format!("{engine}quintain-dice.workspace = true\n")), Vec::<String>::new());
        assert_eq!(check(&format!("{engine}quintain-thalassa.workspace = true\n")).len(), 1);
        assert!(check(&format!("{engine}[dev-dependencies]\nquintain-thalassa.workspace = true\n")).is_empty());
        let gu = "name = \"quintain-gu\"\n[dependencies]\nquintain-uchma = { path = \"../uchma\" }\n";
        assert_eq!(check(gu), ["3: quintain-gu may not lead to quintain-uchma: arrows go one way"]);
        assert!(check("name = \"xtask\"\n[dependencies]\nquintain-cli.workspace = true\n").is_empty());
    }

    #[test]
    fn paths_of_a_machine_are_found() {
        let check = |text: &str| of(|found| machine_paths(Path::new("a.md"), text, found)).len();
        let home = format!("see /{}/ada/x", "home");
        assert_eq!((check(&home), check("see docs/home/x and https://a.org/home/x"), check("/home/")), (1, 0, 0));
    }
}
