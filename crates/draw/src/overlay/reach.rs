//! How far a combatant gets, and what an area covers: outlines, never filled boxes.

use maud::{Markup, html};
use quintain_field::Square;

use super::{LARGE, pill, pill_half};
use crate::outline::{cell, loops, rounded};
use crate::paper::{Place, U};
use crate::pen::At;

/// Squares that are reached in one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// What reaching them means.
    pub kind: BandKind,
    /// The squares.
    pub squares: Vec<Square>,
    /// What stands on the line: `4 m`; nothing, if empty.
    pub label: String,
}

/// How a band is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BandKind {
    /// What is reached now: a solid line, and a tint within.
    #[default]
    Near,
    /// What is reached at a higher cost: a dashed line.
    Far,
    /// What is reached at a lower cost: a dotted line.
    Cheap,
}

/// The bands of a reach, each as one outline; `taken` are places that labels should not cover.
#[must_use]
pub fn reach(bands: &[Band], taken: &[Place]) -> Markup {
    let labels = labels(bands, taken);
    let order = [BandKind::Far, BandKind::Near, BandKind::Cheap];
    html! {
        g .reach {
            @for kind in order {
                @for band in bands.iter().filter(|band| band.kind == kind) {
                    @let d = rounded(&band.squares, 18.0, 3.0);
                    @match kind {
                        BandKind::Far => { path .r2c d=(d) {} path .r2 d=(d) {} }
                        BandKind::Near => { path .rc d=(d) {} path .r1 d=(d) {} }
                        BandKind::Cheap => { path .r0c d=(d) {} path .r0 d=(d) {} }
                    }
                }
            }
            @for (at, label) in &labels { (pill("rtag", *at, pill_half(label, LARGE), label)) }
        }
    }
}

/// How far a combatant could come, and strike from there: dashed outlines in the side's colour, the strikes dotted.
/// Of the bands the first is the nearest; `taken` are places that labels should not cover.
#[must_use]
pub fn threat(bands: &[Band], strikes: &[Square], side: usize, taken: &[Place]) -> Markup {
    let labels = labels(bands, taken);
    html! {
        g class={ "threat s" (side % 6) } {
            @if !strikes.is_empty() { path .t0 d=(rounded(strikes, 14.0, 5.0)) {} }
            @for (place, band) in bands.iter().enumerate().rev() {
                @let d = rounded(&band.squares, 18.0, 3.0);
                path .tc d=(d) {}
                path .t1[place == 0] .t2[place > 0] d=(d) {}
            }
            @for (at, label) in &labels { (pill("rtag", *at, pill_half(label, LARGE), label)) }
        }
    }
}

/// The labels of bands, each with its middle.
pub(super) fn labels<'b>(bands: &'b [Band], taken: &[Place]) -> Vec<(At, &'b str)> {
    let mut labels: Vec<(At, &str)> = Vec::new();
    for band in bands.iter().filter(|band| !band.label.is_empty()) {
        labels.extend(free_spot(&band.squares, taken, &labels).map(|at| (at, band.label.as_str())));
    }
    labels
}

/// The middle of the side of an outline that is furthest right and up, off others' places and labels.
fn free_spot(squares: &[Square], taken: &[Place], labels: &[(At, &str)]) -> Option<At> {
    let far = |(x, y): At, (ox, oy): At, room: f32| (x - ox).abs() > room || (y - oy).abs() > room * 0.7;
    let mut sides: Vec<At> = loops(squares)
        .iter()
        .flat_map(|corners| corners.iter().zip(corners.iter().cycle().skip(1)))
        .map(|(a, b)| ((a.0 + b.0) as f32 / 2.0 * U, (a.1 + b.1) as f32 / 2.0 * U))
        .collect();
    sides.sort_by(|a, b| (b.0 - b.1 * 0.4).total_cmp(&(a.0 - a.1 * 0.4)));
    let free = |side: &At| {
        taken.iter().all(|place| far(*side, place.centre(), 30.0 + 30.0 * place.side()))
            && labels.iter().all(|(at, _)| far(*side, *at, 90.0))
    };
    sides.iter().copied().find(free).or(sides.first().copied())
}

/// A zone that lasts: dashed, with what it is and whose.
#[must_use]
pub fn zone(squares: &[Square], label: &str) -> Markup {
    let d = rounded(squares, 16.0, 4.0);
    let corner = squares.iter().copied().map(cell).min_by_key(|(x, y)| (*y, *x)).unwrap_or_default();
    html! {
        g .zone {
            path .zf d=(d) {}
            path .zl d=(d) {}
            @if !label.is_empty() {
                text x=(corner.0 as f32 * U + 14.0) y=(corner.1 as f32 * U + 26.0) { (label) }
            }
        }
    }
}

/// What an area would strike, while it is being aimed; squares with `friends` in them are marked.
#[must_use]
pub fn area(squares: &[Square], friends: &[Square]) -> Markup {
    let d = rounded(squares, 16.0, 3.0);
    html! {
        g .area {
            path .ac d=(d) {}
            path .al d=(d) {}
            @if !friends.is_empty() { path .af d=(rounded(friends, 12.0, 6.0)) {} }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_is_one_outline_a_band() {
        let squares: Vec<Square> = (0..4).flat_map(|x| (0..4).map(move |y| Square::new(x, y))).collect();
        let band =
            |kind, squares: &[Square], label: &str| Band { kind, squares: squares.to_vec(), label: label.to_owned() };
        let drawn = reach(&[band(BandKind::Near, &squares[..8], "4 m"), band(BandKind::Far, &squares, "8 m")], &[]);
        let drawn = drawn.into_string();
        // Each line has its case, and nothing is a box.
        assert_eq!(drawn.matches("<path").count(), 4);
        assert_eq!(drawn.matches("<rect").count(), 2, "labels only");
        assert!(drawn.contains("4 m") && drawn.contains("8 m"));
    }

    #[test]
    fn a_threat_is_dashed_in_the_colour_of_its_side() {
        let squares: Vec<Square> = (0..4).map(|x| Square::new(x, 0)).collect();
        let band = Band { kind: BandKind::Near, squares: squares[..2].to_vec(), label: "6 m".to_owned() };
        let drawn = threat(&[band], &squares, 7, &[]).into_string();
        assert!(drawn.contains("threat s1") && drawn.contains("6 m"), "{drawn}");
        assert_eq!((drawn.matches("t0").count(), drawn.matches("t1").count()), (1, 1));
    }

    #[test]
    fn nothing_reached_draws_nothing() {
        let empty = Band { kind: BandKind::Near, squares: Vec::new(), label: "0 m".to_owned() };
        assert!(!reach(&[empty], &[]).into_string().contains("0 m"));
        assert!(zone(&[], "").into_string().contains("<g"));
    }
}
