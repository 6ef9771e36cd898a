//! What lies over the land: reach, zones, ways, aims, odds, flights, sight.

mod lines;
mod marks;
mod reach;
mod sight;
mod space;

pub use lines::{Hazard, Told, flight, ruler, telegraph, told, way};
pub use marks::{Odds, aim, hidden_rim, odds, pennant, ping};
pub use reach::{Band, BandKind, area, reach, threat, zone};
pub use sight::{Light, Seen, glow, lamp, sight};

use maud::{Markup, html};

use crate::pen::At;

/// A short label in a pill, its middle at a point.
pub(crate) fn pill(class: &str, (x, y): At, words: &str) -> Markup {
    let half = pill_half(words);
    html! {
        g class=(class) transform=(format!("translate({x:.0} {y:.0})")) {
            rect x=(-half) y="-11" width=(2.0 * half) height="22" rx="11" {}
            text y="5" { (words) }
        }
    }
}

/// Half the width of such a label.
fn pill_half(words: &str) -> f32 {
    9.0 + 4.0 * words.chars().count() as f32
}
