//! The floors inside a crate: a module names what stands below it or beside it, never what stands above.
//!
//! A crate declares them in the `//!` comment of its `lib.rs`, the lowest first, in a paragraph that begins so:
//!
//! ```text
//! //! Floors: `content` < `state` < `rules`, `turn` < `tactics`.
//! ```
//!
//! `lib.rs` and `main.rs` stand above all of them. Unit tests may look up.

use std::path::{Path, PathBuf};

use super::Untidy;

/// Crates whose floors are declared and must stay so, by their folders.
const DECLARED: &[&str] = &[
    "crates/rulebooks/gu",
    "crates/rulebooks/heimr",
    "crates/rulebooks/oakhearth",
    "crates/rulebooks/thalassa",
    "crates/rulebooks/uchma",
    "examples/causeway",
];

/// Checks the crate of this folder: its files by their paths from the root, with their texts.
pub(super) fn check(krate: &Path, files: &[(PathBuf, String)], found: &mut Vec<Untidy>) {
    let src = krate.join("src");
    let lib = src.join("lib.rs");
    let Some((_, text)) = files.iter().find(|(path, _)| *path == lib) else { return };
    let floors = declared(text);
    if floors.is_empty() {
        if DECLARED.iter().any(|declared| Path::new(declared) == krate) {
            found.push(Untidy::at(&lib, 1, "its floors are not declared: `//! Floors: …`"));
        }
        return;
    }
    for (path, text) in files {
        let Ok(inside) = path.strip_prefix(&src) else { continue };
        let modules: Vec<String> =
            inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let Some(room) = modules.first().filter(|name| !matches!(name.as_str(), "lib" | "main")) else { continue };
        match floor(&floors, room) {
            Some(own) => upward(path, text, (&floors, own, depth(&modules)), found),
            None => found.push(Untidy::at(path, 1, format!("`{room}` stands on no floor of lib.rs"))),
        }
    }
}

/// The floors that the comment of a `lib.rs` declares, the lowest first, each with its modules.
fn declared(text: &str) -> Vec<Vec<String>> {
    let comment = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let paragraph: Vec<&str> =
        comment.skip_while(|line| !line.starts_with("Floors:")).take_while(|line| !line.is_empty()).collect();
    let names = |floor: &str| floor.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    paragraph.join(" ").split('<').map(names).filter(|floor: &Vec<String>| !floor.is_empty()).collect()
}

fn floor(floors: &[Vec<String>], module: &str) -> Option<usize> {
    floors.iter().position(|floor| floor.iter().any(|name| name == module))
}

/// How many times `super::` leads from a file to the root of its crate.
fn depth(modules: &[String]) -> usize {
    modules.len() - usize::from(modules.last().is_some_and(|name| name == "mod"))
}

/// Finds what a file on floor `own` names above itself.
fn upward(path: &Path, text: &str, (floors, own, depth): (&[Vec<String>], usize, usize), found: &mut Vec<Untidy>) {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let up = "super::".repeat(depth);
    for root in ["crate::", up.as_str()] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || "_$:".contains(c)) {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            for name in first_names(&code[at + root.len()..]) {
                match floor(floors, &name) {
                    Some(other) if other <= own => {}
                    Some(_) => found.push(Untidy::at(path, line, format!("it names `{name}`, which stands above it"))),
                    None => found.push(Untidy::at(path, line, format!("`{name}` stands in lib.rs, above all floors"))),
                }
            }
        }
    }
}

/// The first names of a path, or of all paths of a list in braces: `a::b`, `{a::{b, c}, d}`.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(list) = path.strip_prefix('{') else {
        return Some(name(path)).filter(|name| !name.is_empty() && name != "super").into_iter().collect();
    };
    let (mut level, mut names, mut fresh) = (1, Vec::new(), true);
    for (at, sign) in list.char_indices() {
        match sign {
            '{' => level += 1,
            '}' => level -= 1,
            ',' if level == 1 => fresh = true,
            _ if fresh && !sign.is_whitespace() => {
                names.push(name(&list[at..]));
                fresh = false;
            }
            _ => {}
        }
        if level == 0 {
            break;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIB: &str = "//! A book.\n//!\n//! Floors: `content` < `state`,\n//! `ground` < `rules`.\n//!\n//! More.\n";

    /// What is wrong with one more file of a crate.
    fn of(path: &str, text: &str) -> Vec<String> {
        let file = |path: &str, text: &str| (Path::new("crates/x/src").join(path), text.to_owned());
        let (files, mut found) = ([file("lib.rs", LIB), file(path, text)], Vec::new());
        check(Path::new("crates/x"), &files, &mut found);
        found.into_iter().map(|untidy| format!("{}: {}", untidy.line, untidy.what)).collect()
    }

    #[test]
    fn floors_are_read_from_the_comment_of_the_crate() {
        assert_eq!(declared(LIB), [vec!["content"], vec!["state", "ground"], vec!["rules"]]);
        assert_eq!(declared("//! A book.\n"), Vec::<Vec<String>>::new());
    }

    #[test]
    fn nothing_names_what_stands_above() {
        let fine = "use crate::state::Fight;\nuse crate::{content, ground};\nuse super::super::rules::a;\npub(crate) fn a() {}\n";
        assert_eq!(of("rules/turns.rs", fine), Vec::<String>::new());
        assert_eq!(of("state.rs", "\nfn a() { crate::rules::a() }\n"), ["2: it names `rules`, which stands above it"]);
        assert_eq!(of("state.rs", "use crate::{\n    ground::A,\n    rules::{b, c},\n};\n").len(), 1);
        assert_eq!(of("content/book.rs", "use super::super::state::A;\nuse super::words;\n").len(), 1);
        assert_eq!(of("content/mod.rs", "use super::state::A;\n").len(), 1);
        assert_eq!(of("content.rs", "use crate::Fight;\n"), ["1: `Fight` stands in lib.rs, above all floors"]);
        assert_eq!(of("view.rs", ""), ["1: `view` stands on no floor of lib.rs"]);
        assert_eq!(of("content.rs", "// crate::rules\n#[cfg(test)]\nmod tests { use crate::rules; }\n"), [""; 0]);
    }

    #[test]
    fn a_crate_with_floors_keeps_them() {
        let (krate, mut found) = (Path::new(DECLARED[0]), Vec::new());
        check(krate, &[(krate.join("src/lib.rs"), "//! A book.\n".to_owned())], &mut found);
        assert_eq!(found.len(), 1);
    }
}
