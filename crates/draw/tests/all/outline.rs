//! Outlines of any set of squares: closed, of the right area, and no input panics.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quintain_draw::outline::{Corner, Shake, loops, organic, rounded};
use quintain_field::Square;

fn squares() -> impl Strategy<Value = Vec<Square>> {
    let near = (-6_i16..6, -6_i16..6).prop_map(|(x, y)| Square::new(x, y));
    let far = any::<(i16, i16)>().prop_map(|(x, y)| Square::new(x, y));
    prop::collection::vec(prop_oneof![20 => near, 1 => far], 0..80)
}

/// Twice the area inside a loop, negative for holes.
fn area(corners: &[Corner]) -> i64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn loops_are_closed_and_hold_just_the_squares(squares in squares()) {
        let loops = loops(&squares);
        for corners in &loops {
            for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                prop_assert_eq!((a.0 - b.0).abs() + (a.1 - b.1).abs(), 1, "{:?} to {:?}", a, b);
            }
            // No side is passed twice.
            let sides: BTreeSet<_> = corners.iter().zip(corners.iter().cycle().skip(1)).collect();
            prop_assert_eq!(sides.len(), corners.len());
        }
        let whole: i64 = loops.iter().map(|corners| area(corners)).sum();
        let count = squares.iter().collect::<BTreeSet<_>>().len();
        prop_assert_eq!(whole, 2 * count as i64);
    }

    #[test]
    fn paths_begin_and_end_as_often(squares in squares(), inset in -20.0_f32..20.0, by in 0.0_f32..0.5, seed in any::<i32>()) {
        for d in [rounded(&squares, 18.0, inset), organic(&squares, Shake { by, grow: 0.1, seed })] {
            let begun = d.matches(['M', 'm']).count();
            prop_assert_eq!(begun, d.matches('z').count());
            prop_assert_eq!(begun, loops(&squares).len());
            prop_assert!(!d.contains("NaN"));
        }
    }

    #[test]
    fn the_same_squares_have_the_same_outline(mut squares in squares()) {
        let shake = Shake { by: 0.2, grow: 0.0, seed: 3 };
        let first = organic(&squares, shake);
        squares.reverse();
        squares.extend(squares.clone());
        prop_assert_eq!(first, organic(&squares, shake));
    }
}

#[test]
fn squares_that_touch_at_a_corner_have_loops_of_their_own() {
    let at = |x, y| Square::new(x, y);
    assert_eq!(loops(&[at(0, 0), at(1, 1)]).len(), 2);
    let ring: Vec<Square> =
        (0..3).flat_map(|x| (0..3).map(move |y| at(x, y))).filter(|square| *square != at(1, 1)).collect();
    assert_eq!(loops(&ring).len(), 2);
    assert_eq!(rounded(&[at(0, 0)], 0.0, 0.0), "M0-60q0 0 0 0h60q0 0 0 0v60q0 0 0 0h-60q0 0 0 0z");
}
