//! Sentences without the numbers that a seat may not know.

use super::Lens;

/// Words behind a number that says nothing about anybody: measures of place and time.
const MEASURES: [&str; 20] = [
    "m",
    "metre",
    "metres",
    "foot",
    "feet",
    "Space",
    "Spaces",
    "square",
    "squares",
    "location",
    "locations",
    "step",
    "steps",
    "round",
    "rounds",
    "turn",
    "turns",
    "second",
    "seconds",
    "by",
];

/// Words before such a number.
const COUNTED: [&str; 3] = ["round", "phase", "distance"];

/// Words behind a number that is seen by all: how hard somebody was struck.
const STRUCK: [&str; 3] = ["damage", "hp", "hit"];

/// Words before a number that tells what somebody has, whatever stands behind it: what is regained ends where all is there.
const LEFT: [&str; 4] = ["regains", "with", "of", "has"];

/// What parts a sentence into clauses.
const PARTS: [&str; 4] = [": ", ", ", "; ", " ("];

impl Lens {
    /// A sentence without the numbers that say what somebody has left or has thrown, where that is not for this seat:
    /// throughout where `all`, otherwise in what is said of those whose figures it may not see. What is said of somebody of
    /// whom it knows nothing is left out, but for the beginning.
    pub(super) fn without_numbers(&self, text: &str, all: bool) -> String {
        let mut said = String::with_capacity(text.len());
        for (place, (part, clause)) in clauses(&without_degrees(text)).into_iter().enumerate() {
            let secret = all || self.names_figures(clause);
            let first = place == 0;
            if !first && (self.names_unknown(clause) || secret && clause.contains('→')) {
                continue;
            }
            match self.numberless(clause) {
                Some(bare) if secret && (first || self.names_anybody(clause)) => {
                    said.push_str(part);
                    said.push_str(&bare);
                }
                Some(_) if secret => {}
                _ => {
                    said.push_str(part);
                    said.push_str(clause);
                }
            }
        }
        said
    }

    /// Whether a sentence begins with a clause that has numbers which this seat may not know.
    pub(super) fn begins_with_figures(&self, text: &str) -> bool {
        let first = clauses(text).first().map_or("", |(_, clause)| clause);
        self.names_figures(first) && self.numberless(first).is_some()
    }

    fn names_anybody(&self, text: &str) -> bool {
        let mut found = false;
        self.each_name(text, |_| found = true);
        found
    }

    /// Whether words name somebody whose figures the seat may not see.
    fn names_figures(&self, text: &str) -> bool {
        let mut found = false;
        self.each_name(text, |place| found |= !self.figures[place]);
        found
    }

    /// A clause without its numbers, where it has any that tell something.
    fn numberless(&self, clause: &str) -> Option<String> {
        // Names keep their numbers: they are no words of the clause.
        let hidden = self.renamed_each(clause);
        let words: Vec<&str> = hidden.split(' ').collect();
        let mut bare: Vec<&str> = Vec::with_capacity(words.len());
        for (place, word) in words.iter().enumerate() {
            let (before, behind) = (place.checked_sub(1).map(|one| words[one]), &words[place + 1..]);
            if !is_number(word) || !tells(before, behind) {
                bare.push(word);
            }
        }
        (bare.len() < words.len()).then(|| self.named_again(&bare.join(" ")))
    }

    /// The text with a mark in the place of each name.
    fn renamed_each(&self, text: &str) -> String {
        let marks: Vec<String> = (0..self.names.len()).map(mark).collect();
        self.renamed(text, |place| &marks[place])
    }

    fn named_again(&self, text: &str) -> String {
        (0..self.names.len()).rev().fold(text.to_owned(), |text, place| text.replace(&mark(place), &self.names[place]))
    }
}

/// A letter of no alphabet for each of the roster.
fn mark(place: usize) -> String {
    let code = 0xE000 + u32::try_from(place).unwrap_or(0);
    char::from_u32(code).map_or_else(String::new, |mark| mark.to_string())
}

/// How well a test went is told, but not by how much.
fn without_degrees(text: &str) -> String {
    let Some(at) = text.find(" by ") else { return text.to_owned() };
    let mut behind = text[at + 4..].split(' ');
    match (behind.next(), behind.next()) {
        (Some(number), Some(degrees)) if is_number(number) && degrees.starts_with("degree") => {
            let end = at + 4 + number.len() + 1 + degrees.len();
            text[..at].to_owned() + &text[end..]
        }
        _ => text.to_owned(),
    }
}

/// Whether a number between these words tells how somebody fares.
fn tells(before: Option<&str>, behind: &[&str]) -> bool {
    let plain = |word: &&str| word.trim_end_matches([',', ';', ')', ':', '.']).to_owned();
    let next = behind.first().map(plain).unwrap_or_default();
    let struck = behind.iter().take(3).map(plain).find(|word| STRUCK.contains(&word.as_str()));
    let left = before.is_some_and(|word| LEFT.contains(&word));
    let seen = struck.is_some_and(|word| word == "damage" || !left);
    !(MEASURES.contains(&next.as_str()) || before.is_some_and(|word| COUNTED.contains(&word)) || seen)
}

/// Whether a sentence has this number as a word of its own.
pub(super) fn says_number(text: &str, number: u32) -> bool {
    let number = number.to_string();
    text.split(' ').any(|word| word.trim_end_matches([',', ';', '.', ':']) == number)
}

/// Whether a word is a number: `12`, `+3`, `-2`, `40`, `3/7`, `65`.
fn is_number(word: &str) -> bool {
    let word = word.trim_matches(|c: char| "+-−–(),;.%".contains(c));
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| c.is_ascii_digit() || "/+-×.".contains(c))
}

/// The clauses of a sentence, each with what parts it from the one before.
fn clauses(text: &str) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    let (mut part, mut rest) = ("", text);
    loop {
        let next = PARTS.iter().filter_map(|part| rest.find(part).map(|at| (at, *part))).min_by_key(|(at, _)| *at);
        let Some((at, then)) = next else { break };
        all.push((part, &rest[..at]));
        (part, rest) = (then, &rest[at + then.len()..]);
    }
    all.push((part, rest));
    all
}
