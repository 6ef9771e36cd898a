//! The shapes of the six sides, and the arc of health.

use quintain_field::Footprint;

use crate::pen::{At, Pen};

/// How many sides have a shape and a colour of their own.
pub(super) const SIDES: usize = 6;

/// Half of a token on one square.
pub(super) const HALF: f32 = 26.0;

/// Half the width and half the height of a token, before it is scaled by its shorter side.
pub(super) fn halves(footprint: Footprint) -> (f32, f32) {
    let (wide, deep) = (f32::from(footprint.width()), f32::from(footprint.depth()));
    let side = wide.min(deep);
    (HALF * wide / side, HALF * deep / side)
}

/// The shape of a side as the `d` of a path.
pub(super) fn shape(side: usize, a: f32, b: f32) -> String {
    // How far corners are cut is the same both ways, so that long tokens keep their look.
    let k = a.min(b);
    let points: &[At] = match side % SIDES {
        1 => &[
            (-0.42, -1.0),
            (0.42, -1.0),
            (1.0, -0.42),
            (1.0, 0.42),
            (0.42, 1.0),
            (-0.42, 1.0),
            (-1.0, 0.42),
            (-1.0, -0.42),
        ],
        2 => &[(-0.54, -0.93), (0.54, -0.93), (1.07, 0.0), (0.54, 0.93), (-0.54, 0.93), (-1.07, 0.0)],
        3 => &[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)],
        4 => &[(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)],
        5 => &[(-0.88, -0.82), (0.88, -0.82), (0.92, 0.1), (0.0, 1.1), (-0.92, 0.1)],
        _ => {
            let mut pen = Pen::new();
            pen.ellipse((0.0, 0.0), a, b);
            return pen.done();
        }
    };
    let place = |(x, y): At| {
        let grown = |n: f32, half: f32| n * k + n.signum() * if n == 0.0 { 0.0 } else { half - k };
        (grown(x, a), grown(y, b))
    };
    let mut pen = Pen::new();
    pen.shape(points.iter().copied().map(place));
    pen.done()
}

/// The part of the arc from the lower left round the top to the lower right that `share` fills.
pub(super) fn arc(share: f32, a: f32, b: f32) -> String {
    let end = |share: f32| {
        let turn = (135.0 + 270.0 * share.clamp(0.0, 1.0)).to_radians();
        (a * turn.cos(), b * turn.sin())
    };
    let ((x0, y0), (x1, y1)) = (end(0.0), end(share));
    let large = u8::from(270.0 * share > 180.0);
    format!("M{x0:.1} {y0:.1}A{a:.0} {b:.0} 0 {large} 1 {x1:.1} {y1:.1}")
}
