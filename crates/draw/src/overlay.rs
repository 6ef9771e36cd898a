//! What lies over the land: reach, zones, ways, aims, odds, flights, sight.

mod lines;
mod marks;
mod reach;
mod sight;
mod space;

pub use lines::{Hazard, Told, flight, ruler, telegraph, told, way};
pub use marks::{Beside, Odds, aim, hidden_rim, odds, pennant, ping};
pub use reach::{Band, BandKind, area, reach, threat, zone};
pub use sight::{Light, Seen, glow, lamp, sight};

use maud::{Markup, html};

use crate::pen::At;

/// Half the width of a small letter and of a large one, as broad as they are on systems without a narrow font.
pub(crate) const SMALL: f32 = 4.0;
pub(crate) const LARGE: f32 = 5.0;

/// A short label in a pill, its middle at a point and `half` as wide.
pub(crate) fn pill(class: &str, (x, y): At, half: f32, words: &str) -> Markup {
    html! {
        g class=(class) transform=(format!("translate({x:.0} {y:.0})")) {
            rect x=(-half) y="-11" width=(2.0 * half) height="22" rx="11" {}
            text y="5" { (words) }
        }
    }
}

/// Half the width of such a label.
pub(crate) fn pill_half(words: &str, letter: f32) -> f32 {
    9.0 + letter * words.chars().count() as f32
}

#[cfg(test)]
mod tests {
    use super::{LARGE, SMALL, pill_half};

    #[test]
    fn a_label_is_as_wide_as_its_letters() {
        // Nine letters of 15 px take about 95 px in a broad font.
        assert!(pill_half("jump down", LARGE) * 2.0 > 95.0 + 10.0);
        assert!(pill_half("jump down", SMALL) < pill_half("jump down", LARGE));
    }
}
