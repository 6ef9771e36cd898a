//! Unevenness that is always the same: numbers from a hash of a place.

use crate::outline::Cell;
use crate::paper::U;
use crate::pen::At;

/// A number from 0 up to 1 that depends on these keys only and looks like chance.
pub(crate) fn chance<const N: usize>(keys: [i32; N]) -> f32 {
    let mixed = keys.iter().fold(0x811c_9dc5_u32, |hash, key| {
        let hash = (hash ^ key.cast_unsigned()).wrapping_mul(0x0100_0193);
        hash ^ (hash >> 15)
    });
    // Keys that differ in their last bit only must not give neighbours.
    let mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
    // 24 bits are all that an f32 holds exactly.
    ((mixed ^ (mixed >> 16)) >> 8) as f32 / 16_777_216.0
}

/// A number from `low` up to `high`.
pub(crate) fn between<const N: usize>(low: f32, high: f32, keys: [i32; N]) -> f32 {
    low + (high - low) * chance(keys)
}

/// A whole point on a cell, this share of its side off its rim at least; `slot` and `key` tell many from each other.
pub(crate) fn spot((x, y): Cell, off: f32, slot: i32, key: i32) -> At {
    let place = |n: i32, axis: i32| ((n as f32 + between(off, 1.0 - off, [x, y, slot, key, axis])) * U).round();
    (place(x, 0), place(y, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_fills_its_range_evenly() {
        let all: Vec<f32> = (0..40).flat_map(|x| (0..40).map(move |y| chance([x, y, 7]))).collect();
        assert!(all.iter().all(|n| (0.0..1.0).contains(n)));
        let mean = all.iter().sum::<f32>() / all.len() as f32;
        assert!((0.47..0.53).contains(&mean), "{mean}");
        for tenth in 0..10 {
            let low = tenth as f32 / 10.0;
            let share = all.iter().filter(|n| (low..low + 0.1).contains(*n)).count();
            assert!((110..210).contains(&share), "{tenth}: {share}");
        }
    }

    #[test]
    fn points_on_a_square_lie_on_no_line() {
        let points: Vec<At> = (0..200).map(|slot| spot((0, 0), 0.0, slot, 17)).collect();
        let mean = |pick: fn(&At) -> f32| points.iter().map(pick).sum::<f32>() / 200.0;
        let (mx, my) = (mean(|at| at.0), mean(|at| at.1));
        let sum = |pick: &dyn Fn(&At) -> f32| points.iter().map(pick).sum::<f32>();
        let both = sum(&|at| (at.0 - mx) * (at.1 - my));
        let each = (sum(&|at| (at.0 - mx).powi(2)) * sum(&|at| (at.1 - my).powi(2))).sqrt();
        assert!((both / each).abs() < 0.2, "{}", both / each);
        assert!(points.iter().all(|at| (0.0..=U).contains(&at.0) && (0.0..=U).contains(&at.1)));
    }
}
