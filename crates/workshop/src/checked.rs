//! A draft as its rulebook reads it: ready to be played, or everything that is wrong, with the part of the draft where it is.

use std::io;
use std::ops::Range;

use quintain_content::{Encounter, Problem, ProblemKind, Problems, Source};
use quintain_engine::Conduct;
use quintain_library::{Opened, OwnTactics, built_in_packs, open_source, rulebook_at};
use toml_edit::{Document, Item};

/// The path under which a draft is read.
pub(crate) const DRAFT: &str = "the encounter";

/// The part of a draft that something is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// The whole, or its head.
    Head,
    /// The map.
    Map,
    /// The combatant with this place.
    Someone(usize),
    /// The sides.
    Sides,
    /// House rules and what players see.
    Rules,
    /// An entry of this table, by its place.
    Entry(String, usize),
}

/// One thing that is wrong, in the words of `quintain check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The part that it is about.
    pub part: Where,
    /// The line of the text, from 1; 0 where there is none.
    pub line: u32,
    /// What is wrong, and what would be right.
    pub words: String,
}

/// A draft that was read.
#[derive(Debug)]
pub struct Checked {
    /// The fight, where the rulebook takes it.
    pub opened: Option<Opened>,
    /// What is wrong.
    pub problems: Vec<Told>,
}

impl Checked {
    /// Whether it can be fought out: nothing is wrong.
    pub fn ready(&self) -> Option<&Opened> {
        self.opened.as_ref().filter(|_| self.problems.is_empty())
    }
}

/// The tactics that a fight's own encounter asks for.
pub(crate) fn conduct(opened: &Opened) -> Conduct {
    opened.own_tactics().map_or_else(|_| Conduct::best(), OwnTactics::conduct)
}

/// Sets a draft up to be played.
///
/// # Errors
/// All that is wrong with it and its packs.
pub fn open(text: &str, packs: &[(String, String)]) -> Result<Opened, Problems> {
    open_source(Source::new(DRAFT, text), &|path| reader(path, packs))
}

/// Reads a draft's text with the author's own packs, each by the name under which the draft knows it.
pub fn check(text: &str, packs: &[(String, String)]) -> Checked {
    let opened = open(text, packs);
    let one_sided = opened.as_ref().ok().and_then(Opened::one_sided);
    let (opened, problems) = match opened {
        Ok(opened) => (Some(opened), one_sided.into_iter().collect()),
        Err(problems) => (None, problems),
    };
    Checked { opened, problems: told(text, &problems, DRAFT) }
}

/// Reads the text of a pack together with the game's own.
pub fn check_pack(name: &str, text: &str) -> Vec<Told> {
    let source = Source::new(name, text);
    let read = Encounter::peek_rulebook(&source, 0..text.len()).and_then(|word| {
        let book = rulebook_at(&word)?;
        let all: Vec<Source> = built_in_packs(book.id()).into_iter().chain([source]).collect();
        book.read(&all).map(drop)
    });
    told(text, &read.err().unwrap_or_default(), name)
}

/// A pack by its path: encounters of the workshop name them without any folder.
pub(crate) fn reader(path: &str, packs: &[(String, String)]) -> io::Result<Option<String>> {
    Ok(packs.iter().find(|(name, _)| name == path).map(|(_, text)| text.clone()))
}

/// Problems with the part of the text that each is about.
fn told(text: &str, problems: &Problems, path: &str) -> Vec<Told> {
    let parts = parts(text);
    let tell = |problem: &Problem| {
        let place = problem.place.as_ref().filter(|place| &*place.path == path);
        let part = place.and_then(|place| parts.iter().rev().find(|(_, span)| span.contains(&place.start)));
        let words = match &problem.help {
            // The file's help is TOML; in forms, creatures are put in.
            _ if problem.kind == ProblemKind::Nobody => format!("{} yet; put in creatures of two sides", problem.what),
            Some(help) => by_line(&format!("{}; {help}", problem.what)),
            None => by_line(&problem.what),
        };
        let elsewhere = problem.place.as_ref().filter(|place| &*place.path != path);
        let words = elsewhere.map_or_else(|| words.clone(), |place| format!("{place}: {words}"));
        Told {
            part: part.map_or(Where::Head, |(part, _)| part.clone()),
            line: place.map_or(0, |place| place.line),
            words,
        }
    };
    problems.0.iter().map(tell).collect()
}

/// Words in which other places of the draft are told by their lines: forms know no file of its name.
fn by_line(words: &str) -> String {
    let file = format!("{DRAFT}:");
    let mut parts = words.split(file.as_str());
    let mut told = parts.next().unwrap_or_default().to_owned();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    for part in parts {
        let (line, rest) = part.split_at(digits(part));
        let rest = rest.strip_prefix(':').map_or(rest, |column| column.split_at(digits(column)).1);
        told.push_str("line ");
        told.push_str(line);
        told.push_str(rest);
    }
    told
}

/// The spans of a text's parts, the smaller ones last.
fn parts(text: &str) -> Vec<(Where, Range<usize>)> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let mut parts = Vec::new();
    for (key, item) in document.iter() {
        let part = |place: usize| match key {
            "map" | "light" => Where::Map,
            "combatant" => Where::Someone(place),
            "side" => Where::Sides,
            "house" | "sight" => Where::Rules,
            "rulebook" | "title" | "about" | "packs" => Where::Head,
            table => Where::Entry(table.to_owned(), place),
        };
        match item {
            Item::ArrayOfTables(list) => {
                parts.extend(
                    list.iter()
                        .enumerate()
                        .filter_map(|(place, one)| Some((part(place), whole(one.span()?, one.iter())))),
                );
            }
            Item::Table(table) => parts.extend(table.span().map(|span| (part(0), whole(span, table.iter())))),
            Item::Value(value) => match value.as_array().filter(|_| key == "combatant") {
                Some(list) => {
                    let spans = list.iter().enumerate().filter_map(|(place, one)| Some((part(place), one.span()?)));
                    parts.extend(spans);
                }
                None => parts.extend(value.span().map(|span| (part(0), span))),
            },
            Item::None => {}
        }
    }
    parts
}

/// A table's own span, drawn out over the tables inside it.
fn whole<'a>(span: Range<usize>, items: impl Iterator<Item = (&'a str, &'a Item)>) -> Range<usize> {
    items.filter_map(|(_, item)| item.span()).fold(span, |all, one| all.start.min(one.start)..all.end.max(one.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "rulebook = \"thalassa\"\n[map]\nsize = [4, 4]\n[house]\nmoral = false\n\
                        [[combatant]]\nis = \"althea\"\nside = \"x\"\nat = \"A1\"\n\
                        [[combatant]]\nis = \"cyclop\"\nside = \"y\"\nat = \"Z9\"\nset = { sta = 300 }\n";

    #[test]
    fn each_problem_is_told_where_it_is() {
        quintain_books::library();
        let told = check(TEXT, &[]).problems;
        let parts: Vec<(&Where, u32)> = told.iter().map(|one| (&one.part, one.line)).collect();
        assert!(parts.contains(&(&Where::Rules, 5)), "{told:?}");
        assert!(parts.contains(&(&Where::Someone(1), 11)), "{told:?}");
        assert!(told.iter().any(|one| one.words.contains("the nearest name is `cyclops`")), "{told:?}");
    }

    #[test]
    fn other_places_are_told_by_their_lines() {
        quintain_books::library();
        let one = |name: &str| format!("[[combatant]]\nname = \"{name}\"\nis = \"althea\"\nside = \"x\"\n");
        let told = check(&format!("rulebook = \"thalassa\"\n{}{}", one("Ann"), one("Ann")), &[]).problems;
        assert!(told.iter().any(|one| one.words.contains("the first is at line 3;")), "{told:?}");
        let told = check("rulebook = \"thalassa\"\n", &[]).problems;
        assert_eq!(told[0].words, "nobody fights here yet; put in creatures of two sides");
    }

    #[test]
    fn everybody_on_one_side_is_a_problem() {
        quintain_books::library();
        let text = "rulebook = \"thalassa\"\n[[combatant]]\nis = \"althea\"\nside = \"x\"\n";
        let checked = check(text, &[]);
        assert!(checked.ready().is_none() && checked.opened.is_some());
        assert_eq!(checked.problems[0].part, Where::Someone(0));
    }

    #[test]
    fn own_packs_are_found_and_their_problems_named() {
        quintain_books::library();
        let text = "rulebook = \"thalassa\"\npacks = [\"mine.toml\"]\n[[combatant]]\nis = \"rat\"\nside = \"x\"\n\
                    [[combatant]]\nis = \"althea\"\nside = \"y\"\n";
        let pack = |more: &str| {
            vec![(
                "mine.toml".to_owned(),
                format!("rulebook = \"thalassa\"\n[[creature]]\nid = \"rat\"\nname = \"Rat\"\nsta = 1\n{more}"),
            )]
        };
        assert!(check(text, &pack("")).ready().is_some());
        let told = check(text, &pack("stb = 2\n")).problems;
        assert!(told[0].words.starts_with("mine.toml:6:1: "), "{told:?}");
        assert_eq!(check_pack("mine.toml", &pack("stb = 2\n")[0].1)[0].part, Where::Entry("creature".into(), 0));
    }
}
