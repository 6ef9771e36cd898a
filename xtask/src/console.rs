//! What the guides show of the command's output: run again, and held against what comes now.
//!
//! A block of `console` shows commands with what they print; `…` stands for lines left out. Run are those that neither wait
//! for people nor need a file, but for one that the guide gives as the block just above.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::{quintain, tree};

const FENCE: &str = "```";
const LEFT_OUT: &str = "…";

/// Commands whose output is the same on every machine, but for the time they took.
const RUN: [&str; 10] = ["check", "compare", "explain", "ladder", "matter", "odds", "sim", "sweep", "test", "tune"];

/// Files that a command reads: those of a reader, unless the guide gives them.
const FILES: [&str; 3] = [".toml", ".fight", ".jsonl"];

/// The commands of guides that print something else today, each with its guide.
pub fn differences(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for (path, text) in guides(root)? {
        let (_, changed) = renewed(root, &text)?;
        found.extend(changed.iter().map(|command| format!("{}: `{command}`", path.display())));
    }
    Ok(found)
}

/// Writes into the guides what the command prints today.
pub fn write(root: &Path) -> Result<(), String> {
    for (path, text) in guides(root)? {
        let (fresh, changed) = renewed(root, &text)?;
        if !changed.is_empty() {
            fs::write(root.join(&path), fresh).map_err(|fault| format!("{}: {fault}", path.display()))?;
        }
    }
    Ok(())
}

/// All guides with their texts, by their paths from the root.
fn guides(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let paths = tree::files(root, "docs", |path| tree::is(path, "md")).map_err(|fault| fault.to_string())?;
    let read = |path: PathBuf| match fs::read_to_string(root.join(&path)) {
        Ok(text) => Ok((path, text)),
        Err(fault) => Err(format!("{}: {fault}", path.display())),
    };
    paths.into_iter().chain([PathBuf::from("README.md")]).map(read).collect()
}

/// A guide with what its commands print today, and the commands that printed something else before.
fn renewed(root: &Path, guide: &str) -> Result<(String, Vec<String>), String> {
    let mut changed = Vec::new();
    let mut parts: Vec<String> = guide.split(FENCE).map(str::to_owned).collect();
    // Text and blocks take turns.
    for place in (1..parts.len()).step_by(2) {
        let above = (place > 1 && parts[place - 1].trim().is_empty()).then(|| parts[place - 2].clone());
        if let Some(block) = parts[place].strip_prefix("console\n") {
            parts[place] = format!("console\n{}", anew(root, block, above.as_deref(), &mut changed)?);
        }
    }
    Ok((parts.join(FENCE), changed))
}

/// A block of commands with what they print today; those that printed something else before are added to `changed`.
fn anew(root: &Path, block: &str, above: Option<&str>, changed: &mut Vec<String>) -> Result<String, String> {
    let mut fresh = String::new();
    for part in block.split_inclusive('\n').collect::<Vec<_>>().chunk_by(|_, next| !next.starts_with("$ ")) {
        let (first, shown) = part.split_first().map_or(("", part), |(first, rest)| (first.trim_end(), rest));
        let shown: Vec<&str> = shown.iter().map(|line| line.trim_end_matches('\n')).collect();
        let printed = match first.strip_prefix("$ quintain ") {
            Some(words) if !shown.is_empty() => printed(root, &words_of(words), above)?,
            _ => None,
        };
        let lines = match printed {
            Some(printed) => held(&shown, &printed),
            None => shown.iter().map(|line| (*line).to_owned()).collect(),
        };
        if lines != shown {
            changed.push(first.to_owned());
        }
        fresh.extend([first, "\n"].into_iter().chain(lines.iter().flat_map(|line| [&**line, "\n"])));
    }
    Ok(fresh)
}

/// The words of a command line; what stands between quotation marks is one.
fn words_of(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(place, part)| if place % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

/// What a command prints, if it is one of those that are run.
fn printed(root: &Path, words: &[&str], above: Option<&str>) -> Result<Option<String>, String> {
    let file = words.iter().find(|word| FILES.iter().any(|end| word.ends_with(end)));
    let given = above.and_then(|block| block.split_once('\n'));
    if words.first().is_none_or(|word| !RUN.contains(word)) || (file.is_some() && given.is_none()) {
        return Ok(None);
    }
    let folder = env::temp_dir().join("quintain-guides");
    let fault = |fault: std::io::Error| format!("{}: {fault}", folder.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    if let Some((file, (_, text))) = file.zip(given) {
        fs::write(folder.join(file), text).map_err(fault)?;
    }
    let mut command: Command = quintain::command(words)?;
    let at = if file.is_some() { &*folder } else { root };
    let done = command.args(words).current_dir(at).stdin(Stdio::null()).output().map_err(fault)?;
    let all = [done.stdout, done.stderr].concat();
    Ok(Some(String::from_utf8_lossy(&all).into_owned()))
}

/// What a guide shows, as it is printed today: the next line, or behind `…` the next that is about the same.
fn held(shown: &[&str], printed: &str) -> Vec<String> {
    let mut lines = printed.trim_end().lines().map(str::trim_end);
    let mut held = Vec::new();
    let mut gap = false;
    for line in shown {
        if *line == LEFT_OUT {
            gap = true;
            held.push((*line).to_owned());
            continue;
        }
        let next = if gap { lines.find(|next| about(next) == about(line)) } else { lines.next() };
        gap = false;
        match next {
            Some(next) if steady(next) == steady(line) => held.push((*line).to_owned()),
            Some(next) => held.push(next.to_owned()),
            None => break,
        }
    }
    if !gap && lines.next().is_some() {
        held.push(LEFT_OUT.to_owned());
    }
    held
}

/// What a line is about: its letters, without figures and bars.
fn about(line: &str) -> String {
    line.chars().filter(|sign| sign.is_alphabetic()).collect()
}

/// A line without what hangs on the machine: how many threads it has and how long it took. Blanks at an end are lost on editors.
fn steady(line: &str) -> &str {
    line.split_once(" threads, ")
        .map_or(line, |(before, _)| before.trim_end_matches(|sign: char| sign.is_ascii_digit()))
        .trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_held_against_what_is_printed() {
        let printed = "One eye\n10 fights, 2 threads, 0.1 s\nheroes 3 30 %\nmonsters 7 70 %\nthe end\n";
        assert_eq!(
            held(&["One eye", "10 fights, 8 threads, 4 s", "…"], printed),
            ["One eye", "10 fights, 8 threads, 4 s", "…"]
        );
        assert_eq!(held(&["…", "monsters 6 60 %", "…"], printed), ["…", "monsters 7 70 %", "…"]);
        assert_eq!(held(&["…", "monsters 7 70 %"], printed), ["…", "monsters 7 70 %", "…"]);
        assert_eq!(held(&["…", "nobody 7 70 %"], printed), ["…"]);
    }

    #[test]
    fn quotation_marks_hold_words_together() {
        assert_eq!(
            words_of("tune cyclops --target \"heroes win 44%\""),
            ["tune", "cyclops", "--target", "heroes win 44%"]
        );
    }
}
