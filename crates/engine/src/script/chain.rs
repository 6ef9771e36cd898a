//! Several answers in one line, parted by commas: `move to D2, attack Bandit with kopis`.

use std::ops::Range;

use crate::face::AnyLive;

/// One link of a chain of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it says, without the marks of quotation around it.
    pub text: String,
    /// Its place in the text that the chain was read from.
    pub span: Range<usize>,
    /// Whether it stands in quotation marks: then it is one answer, whatever commas are in it.
    pub quoted: bool,
}

/// The most links that may yet be one answer.
const MOST_JOINED: usize = 24;

/// Parts a line at its commas, but for those in quotation marks: `"shove Bo, prone", move to D2`. Marks count only where
/// they stand around a whole link.
pub(super) fn links(words: &str, start: usize) -> Vec<Link> {
    let mut links = Vec::new();
    let mut at = 0;
    loop {
        let rest = words.get(at..).unwrap_or_default();
        let length = quoted(rest).or_else(|| rest.find(',')).unwrap_or(rest.len());
        links.push(link(rest.get(..length).unwrap_or_default(), start + at));
        at += length + 1;
        if at > words.len() {
            return links;
        }
    }
}

/// The length of a link that begins with a quotation mark and ends with the next one, at a comma or at the end.
fn quoted(rest: &str) -> Option<usize> {
    let before = rest.len() - rest.trim_start().len();
    let inside = rest.get(before..)?.strip_prefix('"')?;
    let end = before + 1 + inside.find('"')? + 1;
    let behind = rest.get(end..)?;
    let blank = behind.len() - behind.trim_start().len();
    let next = behind.trim_start();
    (next.is_empty() || next.starts_with(',')).then_some(end + blank)
}

fn link(text: &str, start: usize) -> Link {
    let trimmed = text.trim_start();
    let start = start + text.len() - trimmed.len();
    let trimmed = trimmed.trim_end();
    let span = start..start + trimmed.len();
    match trimmed.strip_prefix('"').and_then(|inside| inside.strip_suffix('"')) {
        Some(inside) if !inside.trim().is_empty() => Link { text: inside.trim().to_owned(), span, quoted: true },
        _ => Link { text: trimmed.to_owned(), span, quoted: false },
    }
}

/// All ways to take the first of these links, or the first few together, as one answer: the longest first.
pub(super) fn joined(links: &[Link]) -> impl Iterator<Item = (usize, String)> {
    let open = links.iter().take(MOST_JOINED).take_while(|link| !link.quoted).count();
    (1..=open.max(links.len().min(1))).rev().map(|count| {
        let texts: Vec<&str> = links.iter().take(count).map(|link| link.text.as_str()).collect();
        (count, texts.join(", "))
    })
}

/// The links of a chain of answers, as scripts and people write them: parted at commas, but for those in quotation marks.
pub fn chain_of(words: &str) -> Vec<Link> {
    links(words, 0)
}

/// The answer at the beginning of a chain that `who` would be taken at now, and of how many links it is made: as many as
/// make one answer together.
pub fn next_in_chain(live: &dyn AnyLive, who: &str, chain: &[Link]) -> Option<(usize, String)> {
    joined(chain).find(|(_, words)| live.taking(who, words).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &str) -> Vec<String> {
        links(words, 0)
            .into_iter()
            .map(|link| if link.quoted { format!("<{}>", link.text) } else { link.text })
            .collect()
    }

    #[test]
    fn commas_part_but_for_those_in_quotation_marks() {
        assert_eq!(texts("move, C3 D3"), ["move", "C3 D3"]);
        assert_eq!(texts("\"shove Bo, prone\" , move to D2"), ["<shove Bo, prone>", "move to D2"]);
        assert_eq!(texts("go, \"a, b\""), ["go", "<a, b>"]);
        // Marks inside a text are part of it.
        assert_eq!(texts("say \"a, b\", go"), ["say \"a", "b\"", "go"]);
        assert_eq!(texts("\"Ha!\" she says, loudly"), ["\"Ha!\" she says", "loudly"]);
        assert_eq!(texts("\"open, and on"), ["\"open", "and on"]);
        assert_eq!(texts("a,,\"\""), ["a", "", "\"\""]);
        assert_eq!(texts(""), [""]);
    }

    #[test]
    fn links_know_their_places() {
        let all = links(" go, \"a, b\"", 7);
        assert_eq!((all[0].span.clone(), all[1].span.clone()), (8..10, 12..18));
    }

    #[test]
    fn what_is_quoted_is_joined_with_nothing() {
        let ways = |words: &str| joined(&links(words, 0)).map(|(count, _)| count).collect::<Vec<_>>();
        assert_eq!(ways("a, b, \"c\""), [2, 1]);
        assert_eq!(ways("\"a, b\", c"), [1]);
        assert_eq!(ways(""), [1]);
    }
}
