//! What a token is made of.

use maud::{Markup, html};

use super::shape::{SIDES, arc, shape};
use super::{Badge, Face, Token, Tone};
use crate::emblem::known;
use crate::icons::strokes;

/// The share of a token that a picture fills.
const PICTURE: f32 = 0.97;

/// How many marks are drawn before the rest becomes a number.
const MARKS: usize = 3;

/// How wide the rings are of those who are only heard or felt, in shares of a token.
const RIPPLES: [f32; 3] = [0.3, 0.62, 0.95];

/// All of a token but its name and its marks.
pub(super) fn body(token: &Token, a: f32, b: f32) -> Markup {
    html! {
        @if token.asked { ellipse .glow rx=(a + 18.0) ry=(b + 18.0) {} }
        @if !token.out && !token.ghost && token.face != Face::Ripple { ellipse .sh cx="3" cy="6" rx=(a + 2.0) ry=(b + 1.0) {} }
        (bust(token, a, b))
        @if token.hidden { (rim(a, b)) }
    }
}

/// Conditions, number and altitude.
pub(super) fn marks(token: &Token, a: f32, b: f32) -> Markup {
    html! {
        (conditions(token, a, b))
        @if let Some(number) = token.number {
            g .num transform=(at(-0.88 * a, 0.77 * b)) { circle r="10" {} text y="5" { (number) } }
        }
        @if token.altitude != 0 { (height(token.altitude, a, b)) }
    }
}

/// Shape, face and arc.
pub(super) fn bust(token: &Token, a: f32, b: f32) -> Markup {
    html! {
        @if token.face != Face::Ripple { path .disc d=(shape(token.side, a, b)) {} }
        @match &token.face {
            Face::Ripple => {
                @for share in RIPPLES { ellipse .ripple rx=(share * a) ry=(share * b) {} }
            }
            Face::Emblem(name) => {
                use .em href={ "#em-" (known(name)) } transform="translate(-16.8 -16.8) scale(1.4)" {}
            }
            Face::Picture(address) => {
                // A picture leaves a rim in the colour of the side.
                @let (x, y) = (a * PICTURE, b * PICTURE);
                image href=(address) x=(-x) y=(-y) width=(2.0 * x) height=(2.0 * y) preserveAspectRatio="xMidYMid slice"
                    clip-path=(format!("url(#cut-{})", token.side % SIDES)) {}
            }
        }
        @if let Some(health) = token.health.filter(|_| !token.out) {
            path .arc0 d=(arc(1.0, a, b)) {}
            @if health > 0.0 { path class={ "arc " (band(health)) } d=(arc(health, a, b)) {} }
        }
        @if token.asked { ellipse .ring rx=(a + 9.0) ry=(b + 9.0) pathLength="120" {} }
    }
}

/// How bad a share of health is.
fn band(health: f32) -> &'static str {
    match health {
        h if h > 0.5 => "ok",
        h if h > 0.25 => "mid",
        _ => "low",
    }
}

/// The striped rim of what others do not see.
pub(crate) fn rim(a: f32, b: f32) -> Markup {
    html! { ellipse .stripe rx=(a + 8.0) ry=(b + 8.0) {} }
}

/// Conditions along the upper right.
fn conditions(token: &Token, a: f32, b: f32) -> Markup {
    let ready = Badge { icon: "bolt".to_owned(), tone: Tone::Warn, words: String::new() };
    let eye = Badge { icon: "hidden".to_owned(), tone: Tone::Plain, words: String::new() };
    let states = [(token.hidden, eye), (token.readied, ready)];
    let all: Vec<&Badge> = states.iter().filter(|(is, _)| *is).map(|(_, badge)| badge).chain(&token.badges).collect();
    let more = all.len().saturating_sub(MARKS);
    let place = |slot: usize| {
        // As far apart as on the smallest token.
        let turn = (-62.0 + 38.0 * slot as f32 * 31.0 / (a.min(b) + 5.0)).to_radians();
        at((a + 5.0) * turn.cos(), (b + 5.0) * turn.sin())
    };
    html! {
        @for (slot, badge) in all.iter().take(MARKS).enumerate() {
            g class={ "bdg " (badge.tone.class()) } transform=(place(slot)) {
                circle r="9.5" {}
                path transform="translate(-6.6 -6.6) scale(.55)" d=(strokes(&badge.icon)) {}
            }
        }
        @if more > 0 { g .bdg .more transform=(place(MARKS)) { circle r="9.5" {} text y="4.5" { "+" (more) } } }
    }
}

/// How high it flies, at the upper left.
fn height(metres: i32, a: f32, b: f32) -> Markup {
    let words = format!("{}{} m", if metres > 0 { "↑" } else { "↓" }, metres.unsigned_abs());
    let half = 5.0 + 4.2 * words.chars().count() as f32;
    html! {
        g .alt transform=(at(-0.62 * a - 8.0, -0.9 * b)) {
            rect x=(-half) y="-10" width=(2.0 * half) height="20" rx="10" {}
            text y="5" { (words) }
        }
    }
}

fn at(x: f32, y: f32) -> String {
    format!("translate({x:.0} {y:.0})")
}
