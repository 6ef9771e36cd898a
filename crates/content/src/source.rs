//! Where content comes from, and places in it.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A file of content: its path, for messages, and its whole text. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as it should stand in messages.
    pub path: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A source from a path and a text.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// The place of a span of bytes; a span that reaches past the end or splits a character is moved to fit.
    /// Counts lines from the start of the text: for many places in one source the readers keep an index.
    pub fn place(&self, span: Range<usize>) -> Place {
        Lines::new(self).place(span)
    }

    /// A line of the text without its line break; lines count from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        self.text.lines().nth((number as usize).checked_sub(1)?)
    }
}

/// A place in a source: what a problem points at.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The path of the source.
    pub path: Arc<str>,
    /// The line, from 1; 0 means nowhere (a value that was not read from a file).
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// First byte of the span in the source.
    pub start: usize,
    /// The byte after the span.
    pub end: usize,
}

impl Place {
    /// Whether this is a real place in a source.
    pub fn is_known(&self) -> bool {
        self.line > 0
    }

    /// The bytes of the source that are meant.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl fmt::Display for Place {
    /// `encounters/x.toml:7:8`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// A source with the starts of its lines, so that many places are found quickly.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    source: &'a Source,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        let breaks = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { source, starts: std::iter::once(0).chain(breaks).collect() }
    }

    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let text = &self.source.text;
        let start = floor(text, span.start);
        let end = floor(text, span.end).max(start);
        let line = self.starts.partition_point(|&first| first <= start).max(1);
        let first = self.starts.get(line - 1).copied().unwrap_or(0);
        let column = text.get(first..start).map_or(0, |before| before.chars().count()) + 1;
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place { path: self.source.path.clone(), line: narrow(line), column: narrow(column), start, end }
    }
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let source = Source::new("x", "é = 1\r\nbé = 2\n");
        assert_eq!(source.place(0..2).to_string(), "x:1:1");
        assert_eq!(source.place(3..4).to_string(), "x:1:3");
        let at = source.text.find("2").unwrap();
        assert_eq!(source.place(at..at + 1).to_string(), "x:2:6");
        assert_eq!(source.place(500..900).to_string(), "x:3:1");
        assert_eq!(source.place(1..1).to_string(), "x:1:1", "the middle of a character");
        assert_eq!(source.line(2), Some("bé = 2"));
        assert_eq!(source.line(0), None);
    }
}
