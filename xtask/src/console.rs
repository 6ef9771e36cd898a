//! What the guides show of the command's output: run again, and held against what comes now.
//!
//! A block of `console` shows commands with what they print; `…` stands for lines left out. Run are those that neither wait
//! for people nor need a file, but for one that the guide gives as the block just above or that a command before has kept.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, fs};

use crate::{quintain, tree};

const FENCE: &str = "```";
const LEFT_OUT: &str = "…";

/// Commands whose output is the same on every machine, but for the time they took.
const RUN: [&str; 12] =
    ["blame", "check", "compare", "explain", "ladder", "matter", "odds", "sim", "sweep", "test", "tune", "watch"];

/// Files that a command reads: those of a reader, unless the guide gives them.
const FILES: [&str; 3] = [".toml", ".fight", ".jsonl"];

/// What goes before the file that a command writes.
const KEEPS: &str = "--record";

/// The commands of guides that print something else today, each with its guide.
pub fn differences(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for (path, text) in guides(root)? {
        let (_, changed) = renewed(&text)?;
        found.extend(changed.iter().map(|command| format!("{}: `{command}`", path.display())));
    }
    Ok(found)
}

/// Writes into the guides what the command prints today.
pub fn write(root: &Path) -> Result<(), String> {
    for (path, text) in guides(root)? {
        let (fresh, changed) = renewed(&text)?;
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
fn renewed(guide: &str) -> Result<(String, Vec<String>), String> {
    let mut changed = Vec::new();
    let mut parts: Vec<String> = guide.split(FENCE).map(str::to_owned).collect();
    // Text and blocks take turns.
    for place in (1..parts.len()).step_by(2) {
        let above = (place > 1 && parts[place - 1].trim().is_empty()).then(|| parts[place - 2].clone());
        if let Some(block) = parts[place].strip_prefix("console\n") {
            parts[place] = format!("console\n{}", anew(block, above.as_deref(), &mut changed)?);
        }
    }
    Ok((parts.join(FENCE), changed))
}

/// A block of commands with what they print today; those that printed something else before are added to `changed`.
fn anew(block: &str, above: Option<&str>, changed: &mut Vec<String>) -> Result<String, String> {
    let folder = Folder::new()?;
    let mut fresh = String::new();
    for part in block.split_inclusive('\n').collect::<Vec<_>>().chunk_by(|_, next| !next.starts_with("$ ")) {
        let (first, shown) = part.split_first().map_or(("", part), |(first, rest)| (first.trim_end(), rest));
        let shown: Vec<&str> = shown.iter().map(|line| line.trim_end_matches('\n')).collect();
        let words = first.strip_prefix("$ quintain ").map(words_of).unwrap_or_default();
        folder.give(&words, above)?;
        let printed = match shown.is_empty() && !words.contains(&KEEPS) {
            true => None,
            false => printed(&folder.0, &words)?,
        };
        let lines = match printed {
            Some(printed) if !shown.is_empty() => held(&shown, &printed),
            _ => shown.iter().map(|line| (*line).to_owned()).collect(),
        };
        if lines != shown {
            changed.push(first.to_owned());
        }
        fresh.extend([first, "\n"].into_iter().chain(lines.iter().flat_map(|line| [&**line, "\n"])));
    }
    Ok(fresh)
}

/// An empty folder in which the commands of a block are run; it goes with its value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, String> {
        let path = env::temp_dir().join(format!("quintain-guides-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        Ok(Folder(path))
    }

    /// Writes the file that a command reads, as the block above shows it.
    fn give(&self, words: &[&str], above: Option<&str>) -> Result<(), String> {
        let file = words.iter().find(|word| FILES.iter().any(|end| word.ends_with(end)));
        let Some((file, (_, text))) = file.zip(above.and_then(|block| block.split_once('\n'))) else { return Ok(()) };
        fs::write(self.0.join(file), text).map_err(|fault| format!("{file}: {fault}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, as other temporary files are.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The words of a command line; what stands between quotation marks is one.
fn words_of(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(place, part)| if place % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

/// What a command prints, if it is one of those that are run.
fn printed(folder: &Path, words: &[&str]) -> Result<Option<String>, String> {
    let kept = words.windows(2).find(|pair| pair[0] == KEEPS).map(|pair| pair[1]);
    let mut read = words.iter().filter(|word| FILES.iter().any(|end| word.ends_with(end)) && Some(**word) != kept);
    if words.first().is_none_or(|word| !RUN.contains(word)) || read.any(|file| !folder.join(file).exists()) {
        return Ok(None);
    }
    let done = quintain::command(words)?.args(words).current_dir(folder).stdin(Stdio::null()).output();
    let done = done.map_err(|fault| format!("{}: {fault}", folder.display()))?;
    Ok(Some(String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned()))
}

/// What a guide shows, as it is printed today.
fn held(shown: &[&str], printed: &str) -> Vec<String> {
    let mut rest: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let mut held = Vec::new();
    let mut runs = shown.split(|line| *line == LEFT_OUT);
    if let Some(first) = runs.next() {
        held.extend(taken(first, &mut rest, 0));
    }
    for run in runs {
        held.push(LEFT_OUT.to_owned());
        // Behind a gap the lines come where they stand as they are shown, or else where something like the first stands.
        let same = |lines: &[&str]| lines.iter().zip(run).all(|(one, other)| steady(one) == steady(other));
        let like = |line: &&str| run.first().is_some_and(|first| about(line) == about(first));
        let from = rest.windows(run.len().max(1)).position(same).or_else(|| rest.iter().position(like));
        let from = from.unwrap_or(rest.len());
        held.extend(taken(run, &mut rest, from));
    }
    if !rest.is_empty() && held.last().is_none_or(|line| line != LEFT_OUT) {
        held.push(LEFT_OUT.to_owned());
    }
    held
}

/// As many lines as are shown, from a place on, taken out of the rest: those that are the same on every machine as printed.
fn taken(shown: &[&str], rest: &mut Vec<&str>, from: usize) -> Vec<String> {
    let lines: Vec<&str> = rest.drain(..(from + shown.len()).min(rest.len())).skip(from).collect();
    let now =
        |(now, shown): (&str, &&str)| if steady(now) == steady(shown) { (*shown).to_owned() } else { now.to_owned() };
    lines.into_iter().zip(shown).map(now).collect()
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
