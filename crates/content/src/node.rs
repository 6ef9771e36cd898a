//! TOML as a tree in which every key and every value knows its place.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::source::Lines;
use crate::{Place, Placed, Problem, Problems, Source};

/// How deep tables and lists may be nested; content needs four or five.
pub(crate) const DEEPEST: usize = 32;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Place,
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Int(i64),
    Float(f64),
    Bool(bool),
    Text(String),
    List(Vec<Node>),
    Table(TableNode),
}

/// A table: its keys in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableNode {
    pub entries: Vec<(Placed<String>, Node)>,
}

impl TableNode {
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
    }

    #[cfg(test)]
    pub fn key(&self, key: &str) -> Option<&Placed<String>> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(name, _)| name)
    }
}

impl Node {
    /// The value in words, for a message: ``the text `x` ``, `the number 3`, `a list`.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Int(number) => format!("the number {number}"),
            Kind::Float(number) => format!("the number {number}"),
            Kind::Bool(value) => format!("{value}"),
            Kind::Text(text) => format!("the text {}", quoted(text)),
            Kind::List(_) => "a list".to_owned(),
            Kind::Table(_) => "a table".to_owned(),
        }
    }
}

/// A text in quotation marks, cut when long.
pub(crate) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// Reads a part of a source as TOML. All errors of syntax are found; with any of them there is no tree, because what
/// could be saved of the text may not be what was meant.
pub(crate) fn read(source: &Source, within: Range<usize>) -> Result<Node, Problems> {
    let lines = Lines::new(source);
    let offset = within.start.min(source.text.len());
    let Some(text) = source.text.get(offset..within.end.min(source.text.len())) else {
        return Err(Problem::general(format!(
            "{}: the part to read does not begin and end at characters",
            source.path
        ))
        .into());
    };
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let problems: Problems = errors
            .iter()
            .map(|error| {
                let span = error.span().unwrap_or(0..0);
                let place = lines.place(span.start + offset..span.end + offset);
                Problem::at(&place, format!("this is not TOML: {}", error.message()))
            })
            .collect();
        return Err(problems.sorted());
    }
    let mut tree = Tree { lines, offset, problems: Problems::new() };
    let node = tree.table(table.get_ref(), 0);
    let place = tree.lines.place(offset..offset);
    tree.problems.or(Node { place, kind: Kind::Table(node) })
}

/// The conversion of a whole text.
struct Tree<'a> {
    lines: Lines<'a>,
    offset: usize,
    problems: Problems,
}

impl Tree<'_> {
    fn place(&self, span: Range<usize>) -> Place {
        self.lines.place(span.start + self.offset..span.end + self.offset)
    }

    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> TableNode {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let key = Placed::new(key.get_ref().to_string(), self.place(key.span()));
            let node = self.value(value.get_ref(), value.span(), depth + 1);
            entries.push((key, node));
        }
        TableNode { entries }
    }

    fn value(&mut self, value: &DeValue<'_>, span: Range<usize>, depth: usize) -> Node {
        let place = self.place(span);
        let kind = match value {
            _ if depth > DEEPEST => self.refuse(&place, "this is nested too deeply", "use fewer levels"),
            DeValue::String(text) => Kind::Text(text.to_string()),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Kind::Int(number),
                Err(_) => self.refuse(&place, "this number is too large", "use one of at most 18 digits"),
            },
            DeValue::Float(number) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => Kind::Float(number),
                _ => self.refuse(&place, "this is not a number to count with", "use an ordinary one, such as 1.5"),
            },
            DeValue::Boolean(value) => Kind::Bool(*value),
            DeValue::Datetime(_) => self.refuse(&place, "dates have no use here", "put it in quotation marks"),
            DeValue::Array(list) => {
                Kind::List(list.iter().map(|item| self.value(item.get_ref(), item.span(), depth + 1)).collect())
            }
            DeValue::Table(table) => Kind::Table(self.table(table, depth)),
        };
        Node { place, kind }
    }

    fn refuse(&mut self, place: &Place, what: &str, help: &str) -> Kind {
        self.problems.push(Problem::at(place, what).help(help));
        Kind::Bool(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> String {
        let source = Source::new("x", text);
        read(&source, 0..text.len()).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn keys_and_values_know_their_places() {
        let text = "a = 1\n[b]\nc.d = [1, \"x\"]\n[[e]]\n[[e]]\n";
        let source = Source::new("x", text);
        let node = read(&source, 0..text.len()).unwrap();
        let Kind::Table(root) = &node.kind else { panic!() };
        assert_eq!(root.key("a").unwrap().place.to_string(), "x:1:1");
        assert_eq!(root.get("a").unwrap().place.to_string(), "x:1:5");
        assert_eq!(root.get("b").unwrap().place.to_string(), "x:2:1");
        let Kind::Table(b) = &root.get("b").unwrap().kind else { panic!() };
        let Kind::Table(c) = &b.get("c").unwrap().kind else { panic!() };
        let Kind::List(d) = &c.get("d").unwrap().kind else { panic!() };
        assert_eq!(d[1].place.to_string(), "x:3:11");
        let Kind::List(e) = &root.get("e").unwrap().kind else { panic!() };
        assert_eq!(e[1].place.to_string(), "x:5:1");
    }

    #[test]
    fn a_part_of_a_file_keeps_the_places_of_the_file() {
        let text = "= title\n---\na = \n---\n";
        let source = Source::new("x.fight", text);
        let error = read(&source, 12..17).map(|_| ()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x.fight:3:5: this is not TOML: string values must be quoted, expected literal string"
        );
    }

    #[test]
    fn syntax_errors_are_all_told() {
        assert_eq!(
            problems("a = 1\na = 2\nb = [1\n"),
            "x:2:1: this is not TOML: duplicate key\nx:3:7: this is not TOML: unclosed array, expected `]`"
        );
        assert_eq!(
            problems("a = 99999999999999999999\nb = 1979-05-27\nc = nan"),
            "x:1:5: this number is too large; use one of at most 18 digits\n\
             x:2:5: dates have no use here; put it in quotation marks\n\
             x:3:5: this is not a number to count with; use an ordinary one, such as 1.5"
        );
    }

    #[test]
    fn deep_nesting_is_refused() {
        let dotted = vec!["a"; 40].join(".");
        assert_eq!(problems(&format!("{dotted} = 1")), "x:1:65: this is nested too deeply; use fewer levels");
        let dotted = vec!["a"; 79].join(".");
        let deep = format!("{}1{}", format!("{dotted} = {{").repeat(78), "}".repeat(78));
        std::thread::Builder::new().stack_size(1 << 20).spawn(move || problems(&deep)).unwrap().join().unwrap();
    }
}
