//! Edges as plain text: a list of lines such as `wall B2-B3`.

use crate::edge::Edge;
use crate::map::Map;
use crate::span::Span;
use crate::step::Step;
use crate::text::{EdgeProblem, TextError};

impl Map {
    /// Puts up the edges of a list, one line each, in order.
    ///
    /// A line is what stands there, where, and in what state: `wall B2-B3`, `door C1-D1 closed`, `low wall C4-C5 half`
    /// (the words are those of [`Edge`]). The two squares share a side. With `north`, `east`, `south` or `west` after
    /// them they are the corners of a rectangle instead, and the edge stands on that side of each of its squares:
    /// `wall A3-F3 north`. Case does not matter.
    ///
    /// # Errors
    /// Names the first line that is wrong, and what would be right; the lines before it are up.
    pub fn draw_edges<S: AsRef<str>>(&mut self, lines: &[S]) -> Result<(), TextError> {
        for (at, line) in lines.iter().enumerate() {
            self.draw_edge(line.as_ref()).map_err(|problem| TextError::Edge { line: at + 1, problem })?;
        }
        Ok(())
    }

    /// Lists all edges that are not open, as [`draw_edges`](Self::draw_edges) reads them.
    #[must_use]
    pub fn edges_text(&self) -> Vec<String> {
        self.edges()
            .map(|(a, b, edge)| {
                let mut line = format!("{} {a}-{b}", edge.kind());
                // Writing to a string cannot fail.
                let _ = edge.write_detail(&mut line, " ");
                line
            })
            .collect()
    }

    fn draw_edge(&mut self, line: &str) -> Result<(), EdgeProblem> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = words.iter().enumerate().find_map(|(at, word)| Some((at, *word, word.parse::<Span>().ok()?)));
        let Some((at, pair, span)) = place else {
            return Err(EdgeProblem::NoPlace { text: line.chars().take(60).collect() });
        };
        let (kind, rest) = words.split_at(at);
        let mut detail: Vec<&str> = rest.iter().skip(1).copied().collect();
        let side = detail.iter().position(|word| side_named(word).is_some()).map(|at| detail.remove(at));
        let (kind, detail) = (kind.join(" "), detail.join(" "));
        let edge = match Edge::from_words(&kind, &detail) {
            Some(edge) => edge,
            None => format!("{kind} {detail}").trim().parse().map_err(EdgeProblem::Words)?,
        };
        if let Some(square) = [span.south_west(), span.north_east()].into_iter().find(|s| !self.contains(*s)) {
            return Err(EdgeProblem::Outside { square });
        }
        let Some(step) = side.and_then(side_named) else {
            let up = self.set_edge(span.south_west(), span.north_east(), edge);
            return if up { Ok(()) } else { Err(EdgeProblem::NotNeighbours { text: pair.to_string() }) };
        };
        for square in span.squares() {
            let beyond = square.step(step);
            if !self.set_edge(square, beyond, edge) {
                return Err(EdgeProblem::Outside { square: beyond });
            }
        }
        Ok(())
    }
}

fn side_named(word: &str) -> Option<Step> {
    match word.to_ascii_lowercase().as_str() {
        "north" => Some(Step::North),
        "east" => Some(Step::East),
        "south" => Some(Step::South),
        "west" => Some(Step::West),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::Cover;
    use crate::edge::Door;
    use crate::square::Square;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[test]
    fn edges_round_trip() {
        let mut map = Map::open(6, 6).unwrap();
        map.draw_edges(&["wall B2-B3", "Door D1-C1", "low wall C5-C4 quarter", "climb E1-E2 3", "wall A5-C5 north"])
            .unwrap();
        assert_eq!(map.edge(square("C1"), square("D1")), Some(Edge::Door(Door::Closed)));
        assert_eq!(map.edge(square("C4"), square("C5")), Some(Edge::LowWall(Cover::Quarter)));
        assert_eq!(map.edge(square("B5"), square("B6")), Some(Edge::Wall));
        let lines = map.edges_text();
        assert_eq!(
            lines,
            [
                "door C1-D1 closed",
                "climb E1-E2 3",
                "wall B2-B3",
                "low wall C4-C5 quarter",
                "wall A5-A6",
                "wall B5-B6",
                "wall C5-C6"
            ]
        );
        let mut again = Map::open(6, 6).unwrap();
        again.draw_edges(&lines).unwrap();
        assert_eq!(again, map);
    }

    #[test]
    fn edge_errors_say_what_would_be_right() {
        let error = |line: &str| Map::open(4, 4).unwrap().draw_edges(&["wall A1-A2", line]).unwrap_err().to_string();
        assert!(error("wall").starts_with("edge 2: `wall` names no pair of squares: write it as in `wall B2-B3`"));
        assert!(error("wall B2-C3").starts_with("edge 2: B2-C3 is not an edge: name two squares that share a side"));
        assert!(error("wall B2").contains("is not an edge"));
        assert!(error("fence B2-B3").starts_with("edge 2: `fence` is not an edge: write open, wall, door"));
        assert!(error("door B2-B3 ajar").contains("door open|closed|locked"));
        assert_eq!(error("wall D4-E4"), "edge 2: E4 lies outside the map");
        assert_eq!(error("wall A4-D4 north"), "edge 2: A5 lies outside the map");
    }
}
