//! From the map as it is written to the map that is played on.

use std::collections::BTreeSet;

use quintain_field::{Edge, Legend, Map, Site, Square, TextError};

use super::MapSpec;
use crate::{Place, Placed, Problem, Problems};

impl MapSpec {
    /// The map to play on.
    ///
    /// # Errors
    /// All that is wrong with rows, legend, edges and exits, each at its row and column or at its line.
    pub fn build(&self) -> Result<Map, Problems> {
        let mut problems = Problems::new();
        let mut legend = Legend::standard();
        for letter in &self.legend {
            if let Err(problem) = letter.define(&mut legend) {
                problems.push(problem);
            }
        }
        self.check_rows(&legend, &mut problems);
        if !problems.is_empty() {
            return Err(problems.sorted());
        }
        let mut map = self.ground(legend)?;
        for line in &self.edges {
            let problem = match map.draw_edges(&[&line.value]) {
                Ok(()) => continue,
                Err(TextError::Edge { problem, .. }) => problem.to_string(),
                Err(other) => other.to_string(),
            };
            problems.push(Problem::at(&line.place, problem));
        }
        for exit in &self.exits {
            match map.cell_mut(exit.value) {
                Some(cell) => cell.exit = true,
                None => problems.extend(self.off(exit).map_or_else(Problems::new, Problems::from)),
            }
        }
        for site in &self.concealed {
            problems.extend(self.cannot_be_concealed(&map, site).map_or_else(Problems::new, Problems::from));
        }
        problems.or(map)
    }

    fn cannot_be_concealed(&self, map: &Map, site: &Placed<Site>) -> Option<Problem> {
        let off = |square: Square| self.off(&Placed::new(square, site.place.clone()));
        let door = |one, other| matches!(map.edge(one, other), Some(Edge::Door(_)));
        match site.value {
            Site::Square(square) => off(square),
            Site::Edge(one, other) if door(one, other) => None,
            Site::Edge(one, other) => off(one).or_else(|| off(other)).or_else(|| {
                let problem = Problem::at(&site.place, format!("there is no door at {}", site.value));
                Some(problem.help(format!("add `door {} closed` to `edges`", site.value)))
            }),
        }
    }

    /// Every place of which nobody knows at first: those listed, and the squares of letters that are concealed.
    pub fn sites(&self) -> Vec<Site> {
        let hidden: Vec<char> =
            self.legend.iter().filter(|letter| letter.concealed).map(|letter| letter.letter.value).collect();
        let mut sites: Vec<Site> = self.concealed.iter().map(|site| site.value).collect();
        for (row, y) in self.rows.iter().rev().zip(0..) {
            let squares = row.value.chars().zip(0..).filter(|(letter, _)| hidden.contains(letter));
            sites.extend(squares.map(|(_, x)| Site::Square(Square::new(x, y))));
        }
        sites
    }

    fn ground(&self, legend: Legend) -> Result<Map, Problems> {
        let map = match (&self.size, self.rows.as_slice()) {
            (Some(size), []) => Map::open(size.value.0, size.value.1).map_err(TextError::from),
            (_, rows) => {
                let rows: Vec<&str> = rows.iter().map(|row| row.value.as_str()).collect();
                Map::from_rows(&rows, legend)
            }
        };
        map.map_err(|error| Problem::at(&self.place, error.to_string()).into())
    }

    /// Reports every row of another length and every letter without a meaning (each letter once).
    fn check_rows(&self, legend: &Legend, problems: &mut Problems) {
        let Some((width, depth)) = self.bounds() else { return };
        if self.size.is_some() && !self.rows.is_empty() && self.rows.len() != depth {
            let place = self.rows.last().map_or(&self.place, |row| &row.place);
            let what = format!("there are {} rows, but `size` says {depth}", self.rows.len());
            problems.push(Problem::at(place, what).help("make them agree, or take `size` away"));
        }
        let mut seen = BTreeSet::new();
        for row in &self.rows {
            let length = row.value.chars().count();
            if length != width {
                let says = if self.size.is_some() { "`size` says" } else { "the top row has" };
                let what = format!("this row has {length} squares, but {says} {width}");
                problems.push(Problem::at(&row.place, what).help("make all rows equally long"));
            }
            for (column, letter) in row.value.chars().enumerate() {
                if seen.insert(letter) && legend.by_glyph(letter).is_none() {
                    let what = format!("`{}` in the map stands for nothing", letter.escape_debug());
                    let known: String = legend.kinds().map(|(_, kind)| kind.glyph).collect();
                    let help = format!("use one of {known} or add it to `[map.legend]`");
                    problems.push(Problem::at(&self.letter_place(row, column), what).help(help));
                }
            }
        }
    }

    /// Where a letter of a row stands: exactly, if the row is written without escapes, otherwise the row.
    fn letter_place(&self, row: &Placed<String>, column: usize) -> Place {
        let written = self.source.text.get(row.place.span()).unwrap_or_default();
        let plain = ['"', '\''].iter().any(|quote| {
            let inside = written.strip_prefix(*quote).and_then(|rest| rest.strip_suffix(*quote));
            inside == Some(row.value.as_str())
        });
        match row.value.char_indices().nth(column) {
            Some((byte, letter)) if plain => {
                let start = row.place.start + 1 + byte;
                self.source.place(start..start + letter.len_utf8())
            }
            _ => row.place.clone(),
        }
    }

    /// Columns and rows: what `size` says, otherwise those of the rows.
    pub(crate) fn bounds(&self) -> Option<(usize, usize)> {
        match (&self.size, self.rows.first()) {
            (Some(size), _) => Some((usize::from(size.value.0), usize::from(size.value.1))),
            (None, Some(top)) => Some((top.value.chars().count(), self.rows.len())),
            (None, None) => None,
        }
    }

    /// The problem of a square that is not on the map, if it is not.
    pub(crate) fn off(&self, at: &Placed<Square>) -> Option<Problem> {
        let (width, depth) = self.bounds()?;
        let inside = |number: i16, side: usize| usize::try_from(number).is_ok_and(|number| number < side);
        if inside(at.value.x, width) && inside(at.value.y, depth) {
            return None;
        }
        let last = |side: usize| i16::try_from(side).unwrap_or(i16::MAX).saturating_sub(1);
        let corner = Square::new(last(width), last(depth));
        let problem = Problem::at(&at.place, format!("{} is off the map", at.value));
        Some(problem.help(format!("the map reaches from A1 to {corner}")))
    }

    /// What the letters of the legend cost to enter, by the name of their terrain.
    pub fn costs(&self) -> impl Iterator<Item = (&str, u32)> {
        self.legend.iter().filter_map(|letter| Some((letter.terrain.value.as_str(), letter.cost.as_ref()?.value)))
    }
}
