//! The map of an encounter: its size or its rows, what their letters mean, edges and exits.

mod build;
mod legend;

use quintain_field::{Height, Site, Square, SquareSize};

#[cfg(test)]
pub(crate) use self::legend::KEYS as LEGEND_KEYS;
pub use self::legend::LegendSpec;
pub(crate) use self::legend::{BLOCKS, DEAREST};
use crate::fields::{Fields, int, text, wrong};
use crate::node::{Kind, Node, quoted};
use crate::{Place, Placed, Problem, Problems, Source};

/// The longest side of a map, in squares.
pub(crate) const LONGEST: i64 = quintain_field::MAX_SIDE as i64;

/// `[map]` as it is written.
#[derive(Clone, Debug)]
pub struct MapSpec {
    /// Where it begins.
    pub place: Place,
    /// Columns and rows: `size = [10, 6]`. With `rows` it may be left out.
    pub size: Option<Placed<(u16, u16)>>,
    /// Rows of text, the top row first, a letter a square.
    pub rows: Vec<Placed<String>>,
    /// What stands between squares: `wall B2-B3`.
    pub edges: Vec<Placed<String>>,
    /// What letters mean besides the standard ones of [`quintain_field::Legend`].
    pub legend: Vec<LegendSpec>,
    /// Where one may leave the map, besides squares that say so themselves.
    pub exits: Vec<Placed<Square>>,
    /// What nobody knows of until it shows itself or the game master reveals it: doors, and what lies in squares.
    pub concealed: Vec<Placed<Site>>,
    /// How long the side of a square is; when left out, the rulebook says.
    pub square: Option<Placed<SquareSize>>,
    /// The name of the picture that a web table shows under it; it decides nothing.
    pub picture: Option<Placed<String>>,
    pub(crate) source: Source,
}

pub(crate) const KEYS: [&str; 8] = ["size", "rows", "edges", "legend", "exits", "concealed", "square", "picture"];

/// Reads `[map]`.
pub(crate) fn read(node: &Node, sources: &[Source], problems: &mut Problems) -> Option<MapSpec> {
    let mut fields = Fields::open("the map", node, problems)?;
    fields.only(&KEYS, &[]);
    let size = fields.node("size").and_then(|node| size(node, fields.problems));
    let rows = fields.node("rows").map(|node| rows(node, fields.problems)).unwrap_or_default();
    let edges = fields.texts("edges").unwrap_or_default();
    let legend = fields.table("legend").map(|table| legend::read(table, fields.problems)).unwrap_or_default();
    let exits = fields.node("exits").map(|node| squares("exits", node, fields.problems)).unwrap_or_default();
    let concealed = fields.texts("concealed").unwrap_or_default();
    let concealed = concealed.into_iter().filter_map(|text| site(text, fields.problems)).collect();
    let square = fields.node("square").and_then(|node| side(node, fields.problems));
    let picture = fields.text("picture");
    if fields.node("size").is_none() && fields.node("rows").is_none() {
        let problem = Problem::at(&node.place, "the map has neither `size` nor `rows`");
        fields.problems.push(problem.help("for example `size = [10, 6]`: ten columns, six rows"));
    }
    // The rows may stand elsewhere than the rest of the map: letters are looked for in them.
    let drawn = rows.first().map_or(&node.place, |row| &row.place);
    let source = sources.iter().find(|source| source.path == drawn.path).or(sources.first())?.clone();
    Some(MapSpec { place: node.place.clone(), size, rows, edges, legend, exits, concealed, square, picture, source })
}

fn size(node: &Node, problems: &mut Problems) -> Option<Placed<(u16, u16)>> {
    let wanted = "columns and rows, such as `[10, 6]`";
    let Kind::List(items) = &node.kind else { return wrong("size", wanted, node, problems) };
    let [columns, rows] = items.as_slice() else {
        let what = format!("`size` has {} numbers", items.len());
        problems.push(Problem::at(&node.place, what).help(format!("give {wanted}")));
        return None;
    };
    let columns = int("size", columns, 1, LONGEST, problems);
    let rows = int("size", rows, 1, LONGEST, problems);
    let narrow = |number: i64| u16::try_from(number).ok();
    Some(Placed::new((narrow(columns?.value)?, narrow(rows?.value)?), node.place.clone()))
}

fn rows(node: &Node, problems: &mut Problems) -> Vec<Placed<String>> {
    match &node.kind {
        Kind::List(items) if items.is_empty() => {
            problems
                .push(Problem::at(&node.place, "`rows` is empty").help("write a text for each row, the top one first"));
            Vec::new()
        }
        Kind::List(items) => {
            let rows: Vec<_> = items.iter().filter_map(|item| text("rows", item, problems)).collect();
            // With a row missing, the others say nothing about the map.
            if rows.len() == items.len() { rows } else { Vec::new() }
        }
        _ => wrong("rows", "a list of texts, the top row first", node, problems).unwrap_or_default(),
    }
}

fn site(text: Placed<String>, problems: &mut Problems) -> Option<Placed<Site>> {
    match text.value.parse() {
        Ok(site) => Some(Placed::new(site, text.place)),
        Err(problem) => {
            problems.push(Problem::at(&text.place, format!("what is concealed: {problem}")));
            None
        }
    }
}

/// The side of a square: `1.5`, `"1.5 m"`.
fn side(node: &Node, problems: &mut Problems) -> Option<Placed<SquareSize>> {
    let tenths = height(node).map(Height::tenths).filter(|tenths| *tenths > 0);
    match tenths.and_then(|tenths| u16::try_from(tenths).ok()) {
        Some(tenths) => Some(Placed::new(SquareSize::from_tenths(tenths), node.place.clone())),
        None => wrong("square", "the side of a square in metres, such as `1.5`", node, problems),
    }
}

/// A height in metres: `2`, `1.5`, `"1.5 m"`.
fn height(node: &Node) -> Option<Height> {
    match &node.kind {
        Kind::Int(metres) => metres.to_string().parse().ok(),
        Kind::Float(metres) => metres.to_string().parse().ok(),
        Kind::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// A square such as `C4`, or a list of them.
pub(crate) fn squares(key: &str, node: &Node, problems: &mut Problems) -> Vec<Placed<Square>> {
    match &node.kind {
        Kind::List(items) => items.iter().filter_map(|item| square(key, item, problems)).collect(),
        _ => square(key, node, problems).into_iter().collect(),
    }
}

pub(crate) fn square(key: &str, node: &Node, problems: &mut Problems) -> Option<Placed<Square>> {
    let Kind::Text(name) = &node.kind else { return wrong(key, "a square such as `C4`", node, problems) };
    match name.parse::<Square>() {
        Ok(square) => Some(Placed::new(square, node.place.clone())),
        Err(_) => {
            let help = "write the letter of its column and the number of its row, such as `C4`";
            problems.push(Problem::at(&node.place, format!("{} is not a square", quoted(name))).help(help));
            None
        }
    }
}

#[cfg(test)]
mod tests;
