//! Lines from here to there: ways, flights, telegraphed attacks, the ruler.

use maud::{Markup, html};
use quintain_field::{Footprint, Square};

use super::space::Space;
use super::{LARGE, SMALL, pill, pill_half};
use crate::icons::strokes;
use crate::paper::{Place, U};
use crate::pen::{At, Pen};
use crate::token::Token;

/// Something that answers when a combatant passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Hazard {
    /// Where it answers.
    pub square: Square,
    /// By whom and how, in words.
    pub words: String,
}

/// A way along squares, the first being where it begins, for a body of this size: an arrow to where it would stand, with
/// a warning where something answers.
#[must_use]
pub fn way(squares: &[Square], footprint: Footprint, hazards: &[Hazard]) -> Markup {
    let middle = |square: Square| Place { square, footprint }.centre();
    let points: Vec<At> = squares.iter().copied().map(middle).collect();
    let (Some(from), Some(end)) = (points.first().copied(), points.last().copied()) else { return html! {} };
    let r = 24.0 * f32::from(footprint.width().min(footprint.depth()));
    let before = points.iter().rev().nth(1).copied().unwrap_or(from);
    let mut pen = Pen::new();
    let begin = points.get(1).map_or(from, |next| towards(from, *next, r + 6.0));
    pen.go(begin);
    for point in points.iter().skip(1) {
        pen.line(*point);
    }
    let d = pen.done();
    html! {
        g .way {
            @if points.len() > 1 { path .wc d=(d) {} path .wl d=(d) {} }
            circle .wg cx=(end.0.round()) cy=(end.1.round()) r=(r) {}
            @if points.len() > 1 { path .wh d=(head(before, end, 15.0)) {} }
            @for hazard in hazards { (warning(middle(hazard.square), &hazard.words)) }
        }
    }
}

fn warning((x, y): At, words: &str) -> Markup {
    html! {
        g .hz transform=(format!("translate({x:.0} {y:.0})")) {
            title { (words) }
            path .a d="M0-16l16 28h-32z" {}
            path .b d="M0-6v9m0 5v.3" {}
        }
    }
}

/// What flies from one place to another, in an arc, with the icon of what it is on top.
#[must_use]
pub fn flight(from: Place, to: Place, side: usize, icon: &str) -> Markup {
    let (a, b) = (from.centre(), to.centre());
    let (a, b) = (towards(a, b, 26.0 * from.side()), towards(b, a, 34.0 * to.side()));
    let top = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0 - 30.0 - 0.12 * (a.0 - b.0).hypot(a.1 - b.1));
    let mut pen = Pen::new();
    pen.go(a).bend(top, b);
    let d = pen.done();
    let (x, y) = ((a.0 + b.0) / 4.0 + top.0 / 2.0, (a.1 + b.1) / 4.0 + top.1 / 2.0);
    html! {
        g class={ "flight s" (side % 6) } {
            path .fc d=(d) {}
            path .fl d=(d) {}
            path .fh d=(head(top, b, 11.0)) {}
            g transform=(format!("translate({x:.0} {y:.0})")) {
                circle r="19" {}
                path .fi transform="translate(-11 -11) scale(.92)" d=(strokes(icon)) {}
            }
        }
    }
}

/// What a combatant has declared against another: a broad arrow, to be drawn below the tokens; its words are a title.
#[must_use]
pub fn telegraph(from: Place, to: Place, side: usize, label: &str) -> Markup {
    let (a, b) = (from.centre(), to.centre());
    let (a, b) = (towards(a, b, 30.0 * from.side()), towards(b, a, 36.0 * to.side()));
    let length = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
    let (ux, uy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    let neck = towards(b, a, 24.0_f32.min(length / 2.0));
    let off = |(x, y): At, by: f32| (x - uy * by, y + ux * by);
    let mut pen = Pen::new();
    pen.shape([off(a, 3.0), off(neck, 8.0), off(neck, 17.0), b, off(neck, -17.0), off(neck, -8.0), off(a, -3.0)]);
    html! {
        g class={ "tele s" (side % 6) } {
            title { (label) }
            path d=(pen.done()) {}
        }
    }
}

/// What stands on an arrow from one place to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Where the arrow begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// What is declared.
    pub words: String,
}

/// Where words may stand on an arrow, in shares of its length, best first: nearer to the one who declares it.
const ON_ARROW: [f32; 5] = [0.4, 0.5, 0.3, 0.6, 0.7];

/// So much of a name or a token may be touched by words.
const TOUCHED: f32 = 60.0;

/// The words on arrows, to be drawn above the tokens: where there is no room for them, the arrow's title has them.
#[must_use]
pub fn told(all: &[Told], tokens: &[Token]) -> Markup {
    let mut space = Space::beside(tokens);
    let mut set: Vec<(At, &str)> = Vec::new();
    for one in all.iter().filter(|one| !one.words.is_empty()) {
        let (a, b) = (one.from.centre(), one.to.centre());
        let half = (pill_half(&one.words, SMALL), 11.0);
        let spots = ON_ARROW.map(|share| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share));
        if let Some((at, covered)) = space.best(spots, half, 1.0)
            && covered <= TOUCHED
        {
            space.take(at, half);
            set.push((at, &one.words));
        }
    }
    html! { @for (at, words) in set { (pill("ttag", at, pill_half(words, SMALL), words)) } }
}

/// A measured line through these squares, with its length in words at the end.
#[must_use]
pub fn ruler(squares: &[Square], label: &str) -> Markup {
    let points: Vec<At> = squares.iter().copied().map(crate::paper::middle).collect();
    let Some(end) = points.last().copied() else { return html! {} };
    let mut pen = Pen::new();
    let mut dots = Pen::new();
    for (at, point) in points.iter().enumerate() {
        if at == 0 {
            pen.go(*point)
        } else {
            pen.line(*point)
        };
        dots.ellipse(*point, 6.0, 6.0);
    }
    let d = pen.done();
    html! {
        g .ruler {
            path .rlc d=(d) {}
            path .rll d=(d) {}
            path .rld d=(dots.done()) {}
            (pill("rtag", (end.0, end.1 - U / 2.0), pill_half(label, LARGE), label))
        }
    }
}

/// A point this far from `a` on the way to `b`; not beyond the middle.
fn towards(a: At, b: At, by: f32) -> At {
    let length = (b.0 - a.0).hypot(b.1 - a.1);
    let share = if length > 0.0 { (by / length).min(0.5) } else { 0.0 };
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// The head of an arrow that comes from `a` and ends at `b`.
fn head(a: At, b: At, half: f32) -> String {
    let length = (b.0 - a.0).hypot(b.1 - a.1).max(0.1);
    let (ux, uy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    let back = (b.0 - ux * half, b.1 - uy * half);
    let mut pen = Pen::new();
    pen.shape([
        (back.0 - uy * half, back.1 + ux * half),
        (b.0 + ux * half * 0.7, b.1 + uy * half * 0.7),
        (back.0 + uy * half, back.1 - ux * half),
    ]);
    pen.done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_on_an_arrow_keep_off_tokens_and_names() {
        let at = |x, y| Place::from(Square::new(x, y));
        let arrow = Told { from: at(0, 4), to: at(8, 4), words: "attack".to_owned() };
        let who = |place| Token { name: "Captain".to_owned(), place, ..Token::default() };
        let alone = told(std::slice::from_ref(&arrow), &[who(at(0, 4)), who(at(8, 4))]).into_string();
        assert!(alone.contains(">attack<"));
        let row: Vec<Token> = (0..9).map(|x| who(at(x, 4))).collect();
        assert!(!told(&[arrow], &row).into_string().contains("attack"), "there is no room");
    }
}
