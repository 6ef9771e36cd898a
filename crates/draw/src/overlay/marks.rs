//! Marks at a place: who is aimed at, with which odds, where somebody points.

use maud::{Markup, html};
use quintain_field::Square;

use crate::paper::{Place, middle};
use crate::pen::At;
use crate::token;

/// Brackets round somebody who can be chosen.
#[must_use]
pub fn aim(place: Place) -> Markup {
    let (x, y) = place.centre();
    let r = 37.0 + 29.0 * (place.side() - 1.0);
    let end = |degrees: f32| {
        let turn = degrees.to_radians();
        format!("{:.1} {:.1}", x + r * turn.cos(), y + r * turn.sin())
    };
    let d: String = [0.0, 90.0, 180.0, 270.0]
        .map(|middle| format!("M{}A{r} {r} 0 0 1 {}", end(middle - 20.0), end(middle + 20.0)))
        .concat();
    html! { g .aim { path .c d=(d) {} path .l d=(d) {} } }
}

/// What an act would do to somebody, in a badge beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// Who.
    pub place: Place,
    /// How likely it succeeds: `50 %`.
    pub hit: String,
    /// What it does on average: `11`; nothing, if empty.
    pub amount: String,
    /// It is the one that is chosen.
    pub selected: bool,
}

/// Badges of odds, each beside its place, off those that are `taken` and off each other where there is room.
#[must_use]
pub fn odds(all: &[Odds], taken: &[Place]) -> Markup {
    let mut set: Vec<(At, f32)> = Vec::new();
    for one in all {
        let half = half_width(one);
        let spot = spots(one.place, half)
            .into_iter()
            .enumerate()
            .map(|(rank, at)| (clash(at, half, taken, &set) + rank as f32 * 4.0, at))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        set.push((spot.map_or_else(|| one.place.centre(), |(_, at)| at), half));
    }
    html! {
        g .odds {
            @for (one, ((x, y), half)) in all.iter().zip(&set) {
                g .odd .sel[one.selected] transform=(format!("translate({x:.0} {y:.0})")) {
                    rect x=(-half) y="-15" width=(2.0 * half) height="30" rx="15" {}
                    text y="6.5" {
                        tspan { (one.hit) }
                        @if !one.amount.is_empty() { tspan .s dx="7" { (one.amount) } }
                    }
                }
            }
        }
    }
}

fn half_width(one: &Odds) -> f32 {
    let wide = |text: &str, each: f32| text.chars().count() as f32 * each;
    13.0 + (wide(&one.hit, 10.6) + wide(&one.amount, 8.6) + if one.amount.is_empty() { 0.0 } else { 7.0 }) / 2.0
}

/// Where a badge may stand, best first: below, above, at the sides, aslant.
fn spots(place: Place, half: f32) -> [At; 8] {
    let (x, y) = place.centre();
    let down = 48.0 + 30.0 * (place.side() - 1.0);
    let side = 36.0 + half + 30.0 * (place.side() - 1.0);
    [
        (x, y + down),
        (x, y - down),
        (x - half, y + down),
        (x + half, y + down),
        (x - half, y - down),
        (x + half, y - down),
        (x + side, y),
        (x - side, y),
    ]
}

/// How much a badge would cover of tokens and other badges.
fn clash((x, y): At, half: f32, taken: &[Place], set: &[(At, f32)]) -> f32 {
    let overlap = |dx: f32, wide: f32, dy: f32, high: f32| (wide - dx.abs()).max(0.0) * (high - dy.abs()).max(0.0);
    let tokens: f32 = taken
        .iter()
        .map(|place| {
            let (px, py) = place.centre();
            let r = 26.0 * place.side();
            overlap(x - px, half + r, y - py, 15.0 + r)
        })
        .sum();
    let badges: f32 = set.iter().map(|((bx, by), other)| overlap(x - bx, half + other, y - by, 32.0)).sum();
    tokens / 40.0 + badges / 20.0
}

/// Somebody points at a square.
#[must_use]
pub fn ping(square: Square, side: usize) -> Markup {
    let (x, y) = middle(square);
    html! {
        g class={ "ping s" (side % 6) } transform=(format!("translate({x:.0} {y:.0})")) {
            circle .p2 r="34" {}
            circle .p1 r="22" {}
            circle .p0 r="8" {}
        }
    }
}

/// What somebody has declared for itself, as a pennant at its shoulder.
#[must_use]
pub fn pennant(place: Place, side: usize, label: &str) -> Markup {
    let (x, y) = place.centre();
    let r = 26.0 * place.side();
    let wide = 16.0 + 6.6 * label.chars().count() as f32;
    html! {
        g class={ "penn s" (side % 6) } transform=(format!("translate({:.0} {:.0})", x - r, y - r)) {
            path .staff d="M0 8V-22" {}
            path .flag d=(format!("M0-23h{wide:.0}l-7 9 7 9H0z")) {}
            text x="6" y="-9.5" { (label) }
        }
    }
}

/// The striped rim of what only the game master sees.
#[must_use]
pub fn hidden_rim(place: Place) -> Markup {
    let (x, y) = place.centre();
    let r = 26.0 * place.side();
    html! { g .tk .hid transform=(format!("translate({x:.0} {y:.0})")) { (token::rim(r, r)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fair(x: i16, y: i16) -> Odds {
        Odds { place: Square::new(x, y).into(), hit: "50 %".to_owned(), amount: "11".to_owned(), selected: false }
    }

    #[test]
    fn badges_stand_clear_of_tokens_and_of_each_other() {
        let all = [fair(1, 1), fair(2, 1), fair(1, 2)];
        let taken: Vec<Place> = all.iter().map(|one| one.place).collect();
        let drawn = odds(&all, &taken).into_string();
        let spots: Vec<(f32, f32)> = drawn
            .split("translate(")
            .skip(1)
            .filter_map(|rest| rest.split_once(')')?.0.split_once(' '))
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        assert_eq!(spots.len(), 3);
        for (at, (x, y)) in spots.iter().enumerate() {
            for (ox, oy) in &spots[..at] {
                assert!((x - ox).abs() > 60.0 || (y - oy).abs() >= 30.0, "{spots:?}");
            }
            for (cx, cy) in taken.iter().map(|place| place.centre()) {
                assert!((x - cx).abs() > 40.0 || (y - cy).abs() > 35.0, "{spots:?} covers {cx} {cy}");
            }
        }
    }
}
