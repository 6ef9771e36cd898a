//! Marks at a place: who is aimed at, with which odds, where someone points.

use maud::{Markup, html};
use quintain_field::Square;

use super::reach::{Band, labels};
use super::space::Space;
use super::{LARGE, pill_half};
use crate::paper::{Frame, Place, middle};
use crate::pen::At;
use crate::token::{self, Token};

/// Brackets at both sides of a target that can be chosen: above is room for odds, below stands the name.
#[must_use]
pub fn aim(place: Place) -> Markup {
    let (x, y) = place.centre();
    let r = 37.0 + 29.0 * (place.side() - 1.0);
    let end = |degrees: f32| {
        let turn = degrees.to_radians();
        format!("{:.1} {:.1}", x + r * turn.cos(), y + r * turn.sin())
    };
    let d: String =
        [0.0, 180.0].map(|middle| format!("M{}A{r} {r} 0 0 1 {}", end(middle - 32.0), end(middle + 32.0))).concat();
    html! { g .aim { path .c d=(d) {} path .l d=(d) {} } }
}

/// What an act would do to a target, in a badge beside it.
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

/// What a badge's spot costs more than the one before it, in covered area: a better one may touch a little.
const NEXT_SPOT: f32 = 90.0;

/// What badges keep off, besides each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Everybody on the map.
    pub tokens: &'a [Token],
    /// The bands of a reach, which have labels, and the places that those keep off.
    pub reach: (&'a [Band], &'a [Place]),
    /// The part of the map that is shown first.
    pub shown: Option<Frame>,
}

/// Badges of odds, each beside its place, off all that is there and within what is shown where there is room.
#[must_use]
pub fn odds(all: &[Odds], beside: &Beside<'_>) -> Markup {
    let mut space = Space::beside(beside.tokens).within(beside.shown);
    for (at, label) in labels(beside.reach.0, beside.reach.1) {
        space.take(at, (pill_half(label, LARGE), 11.0));
    }
    let mut set: Vec<(At, f32)> = Vec::new();
    for one in all {
        let half = half_width(one);
        let spots = spots(one.place, half).into_iter().filter(|at| is_nearest(all, one, *at));
        let at = space.best(spots, (half, 15.0), NEXT_SPOT).map_or_else(|| one.place.centre(), |(at, _)| at);
        space.take(at, (half, 16.0));
        set.push((at, half));
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

/// Whether a badge at this spot is nearer to its own target than to any other, whose odds it would seem to tell.
fn is_nearest(all: &[Odds], one: &Odds, (x, y): At) -> bool {
    let apart = |place: Place| (place.centre().0 - x).hypot(place.centre().1 - y);
    all.iter().all(|other| apart(one.place) <= apart(other.place))
}

fn half_width(one: &Odds) -> f32 {
    let wide = |text: &str, each: f32| text.chars().count() as f32 * each;
    13.0 + (wide(&one.hit, 10.6) + wide(&one.amount, 8.6) + if one.amount.is_empty() { 0.0 } else { 7.0 }) / 2.0
}

/// Where a badge may stand, best first: above, below the name, at the sides, over the name, aslant.
fn spots(place: Place, half: f32) -> [At; 9] {
    let (x, y) = place.centre();
    let more = 30.0 * (place.side() - 1.0);
    let (down, side) = (48.0 + more, 42.0 + half + more);
    [
        (x, y - down),
        (x, y + down + 20.0),
        (x + side, y),
        (x - side, y),
        (x, y + down),
        (x - half, y - down),
        (x + half, y - down),
        (x - half, y + down),
        (x + half, y + down),
    ]
}

/// A square that someone points at.
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

/// Longer words on a pennant are cut, so that it does not lie across the neighbours.
const ON_PENNANT: usize = 16;

/// What a combatant has declared for itself, as a pennant at its shoulder; the whole of it is a title.
#[must_use]
pub fn pennant(place: Place, side: usize, words: &str) -> Markup {
    let (x, y) = place.centre();
    let r = 26.0 * place.side();
    let kept: String = words.chars().take(ON_PENNANT).collect();
    let label = if kept.len() < words.len() { format!("{}…", kept.trim_end()) } else { kept };
    let wide = 16.0 + 6.6 * label.chars().count() as f32;
    html! {
        g class={ "penn s" (side % 6) } transform=(format!("translate({:.0} {:.0})", x - r, y - r)) {
            title { (words) }
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

    fn spots_of(drawn: &Markup) -> Vec<(f32, f32)> {
        let places = drawn.0.split("translate(").skip(1).filter_map(|rest| rest.split_once(')')?.0.split_once(' '));
        places.map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).collect()
    }

    #[test]
    fn badges_are_not_cut_off_at_the_edge_of_a_small_map() {
        let all = [fair(0, 1), fair(1, 1), fair(2, 1), fair(0, 2), fair(2, 2)];
        let tokens: Vec<Token> = all.iter().map(|one| Token { place: one.place, ..Token::default() }).collect();
        let map = quintain_field::Map::open(3, 3).unwrap();
        let squares: Vec<Square> = all.iter().map(|one| one.place.square).collect();
        let shown = crate::paper::Paper::of(&map).around(&squares, 1);
        for ((x, y), one) in spots_of(&odds(&all, &Beside { tokens: &tokens, shown: Some(shown), ..Beside::default() }))
            .into_iter()
            .zip(&all)
        {
            let (half, left, top) = (half_width(one), shown.left as f32, shown.top as f32);
            // Of its rounded end a little may lie beyond: better than beside another target.
            let (west, east) = (left - 3.0, left + shown.width as f32 + 3.0);
            assert!(x - half >= west && x + half <= east, "{x} in {shown}");
            assert!(y - 15.0 >= top && y + 15.0 <= top + shown.height as f32, "{y} in {shown}");
        }
    }

    #[test]
    fn no_badge_seems_to_belong_to_another_target() {
        let all: Vec<Odds> = (0..9).map(|at| fair(at % 3, at / 3)).collect();
        for (spot, one) in spots_of(&odds(&all, &Beside::default())).into_iter().zip(&all) {
            assert!(is_nearest(&all, one, spot), "{spot:?} for {:?}", one.place.square);
        }
    }

    #[test]
    fn badges_stand_clear_of_tokens_and_of_each_other() {
        let all = [fair(1, 1), fair(2, 1), fair(1, 2)];
        let token =
            |one: &Odds| Token { name: "Captain".to_owned(), elbow: Some(1.0), place: one.place, ..Token::default() };
        let tokens: Vec<Token> = all.iter().map(token).collect();
        let spots = spots_of(&odds(&all, &Beside { tokens: &tokens, ..Beside::default() }));
        assert_eq!(spots.len(), 3);
        for (at, (x, y)) in spots.iter().enumerate() {
            for (ox, oy) in &spots[..at] {
                assert!((x - ox).abs() > 60.0 || (y - oy).abs() >= 30.0, "{spots:?}");
            }
            for (cx, cy) in all.iter().map(|one| one.place.centre()) {
                assert!((x - cx).abs() > 40.0 || (y - cy).abs() > 35.0, "{spots:?} covers {cx} {cy}");
            }
        }
    }
}
