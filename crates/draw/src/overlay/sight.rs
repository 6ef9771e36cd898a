//! What a seat sees: darkness, fog of memory, and the glow of lights.

use maud::{Markup, html};
use quintain_field::Square;

use crate::outline::{Shake, organic};
use crate::paper::{Place, U};

/// Squares by how well they are seen; those in none of the lists are clear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// In half-light.
    pub dim: Vec<Square>,
    /// In the dark.
    pub dark: Vec<Square>,
    /// Out of sight, and known from before.
    pub remembered: Vec<Square>,
    /// Never seen.
    pub unknown: Vec<Square>,
}

/// Veils over what is not seen clearly.
#[must_use]
pub fn sight(seen: &Seen) -> Markup {
    let veil = |squares: &[Square], seed: i32| organic(squares, Shake { by: 0.05, grow: 0.03, seed });
    html! {
        g .sight aria-hidden="true" {
            @if !seen.dim.is_empty() { path .dim d=(veil(&seen.dim, 31)) {} }
            @if !seen.dark.is_empty() { path .dark d=(veil(&seen.dark, 32)) {} }
            @if !seen.remembered.is_empty() { path .old d=(veil(&seen.remembered, 33)) {} }
            @if !seen.unknown.is_empty() { path .none d=(veil(&seen.unknown, 33)) {} }
        }
    }
}

/// Something that gives light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Where it is.
    pub place: Place,
    /// How far it shines, in squares.
    pub radius: f32,
}

/// The glow of lights.
#[must_use]
pub fn glow(lights: &[Light]) -> Markup {
    html! {
        @if !lights.is_empty() {
            g .lamps aria-hidden="true" {
                radialGradient #lamp { stop .l0 offset="0" {} stop .l1 offset="1" {} }
                @for light in lights {
                    @let (x, y) = light.place.centre();
                    circle cx=(x.round()) cy=(y.round()) r=(light.radius * U) fill="url(#lamp)" {}
                }
            }
        }
    }
}

/// A lamp that stands somewhere, burning or out.
#[must_use]
pub fn lamp(place: Place, lit: bool, name: &str) -> Markup {
    let (x, y) = place.centre();
    let state = if lit { "burns" } else { "is out" };
    html! {
        g .lamp.out[!lit] {
            title { (name) " " (state) }
            circle cx=(x.round()) cy=(y.round()) r=(U / 8.0) {}
        }
    }
}
