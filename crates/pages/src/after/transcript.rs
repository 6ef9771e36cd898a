//! A fight as a text: its story with dice, sums and reasons, as Markdown or plain.

use std::fmt::Write;

use quintain_engine::{Event, Role};
use quintain_session::Scene;

use crate::figures::capital;
use crate::table::acts;

/// How a transcript is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// With headings, lists and emphasis.
    Markdown,
    /// Plain, for any reader.
    Text,
}

/// The fight as a chair knows it, from the first line to where it stands now.
pub fn transcript(scene: &Scene, script: Script) -> String {
    let mut out = String::new();
    head(scene, script, &mut out);
    for act in acts(&scene.seen.log) {
        let event = &act.head.1;
        if event.role == Role::Heading {
            heading(event, script, &mut out);
            continue;
        }
        line(script, 0, event, &mut out);
        for (depth, (_, event)) in &act.rest {
            line(script, usize::from(*depth), event, &mut out);
        }
    }
    let end = scene.seen.view.over.as_deref();
    let told = end.map_or_else(|| format!("So far: round {}", scene.seen.view.round), |end| format!("The end: {end}"));
    match script {
        Script::Markdown => push(&mut out, format_args!("\n**{}**\n", escaped(&told))),
        Script::Text => push(&mut out, format_args!("\n{told}\n")),
    }
    out
}

/// Writing to a text cannot fail.
fn push(out: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(words);
}

/// The title, the game, and who fights.
fn head(scene: &Scene, script: Script, out: &mut String) {
    let view = &scene.seen.view;
    let mut sides: Vec<(&str, Vec<&str>)> = Vec::new();
    for one in &view.combatants {
        match sides.iter_mut().find(|(side, _)| *side == one.side) {
            Some((_, names)) => names.push(&one.name),
            None => sides.push((&one.side, vec![&one.name])),
        }
    }
    match script {
        Script::Markdown => {
            push(out, format_args!("# {}\n\n*{}*\n\n", escaped(&scene.title), escaped(scene.book.name())));
            for (side, names) in sides {
                push(out, format_args!("- **{}**: {}\n", escaped(side), escaped(&names.join(", "))));
            }
        }
        Script::Text => {
            let line = "=".repeat(scene.title.chars().count());
            push(out, format_args!("{}\n{line}\n\n{}\n\n", scene.title, scene.book.name()));
            for (side, names) in sides {
                push(out, format_args!("{side}: {}\n", names.join(", ")));
            }
        }
    }
}

fn heading(event: &Event, script: Script, out: &mut String) {
    // Rounds are headings; the turns within them stand one level below.
    let (turn, text) = (event.who.is_some(), capital(&event.text));
    match (script, turn) {
        (Script::Markdown, false) => push(out, format_args!("\n## {}\n\n", escaped(&text))),
        (Script::Markdown, true) => push(out, format_args!("\n### {}\n\n", escaped(&text))),
        (Script::Text, false) => {
            let line = "-".repeat(text.chars().count());
            push(out, format_args!("\n{text}\n{line}\n\n"));
        }
        (Script::Text, true) => push(out, format_args!("\n{text}\n")),
    }
}

fn line(script: Script, depth: usize, event: &Event, out: &mut String) {
    let told = event.to_string();
    match script {
        Script::Markdown => push(out, format_args!("{}- {}\n", "  ".repeat(depth), escaped(&told))),
        Script::Text => push(out, format_args!("{}{told}\n", "  ".repeat(depth + 1))),
    }
}

/// Words of which Markdown makes nothing.
fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markup() {
        assert_eq!(escaped("Grey_2 <*> #1"), "Grey\\_2 \\<\\*\\> \\#1");
    }
}
