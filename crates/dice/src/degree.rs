//! Cut points: which degree a face reaches, so that a rule can ask for degrees instead of faces.

use std::fmt;

use smallvec::SmallVec;

/// The most cut points one [`Cuts`] holds; it then tells one degree more apart.
pub const MAX_CUTS: usize = 7;

/// Up to [`MAX_CUTS`] thresholds in ascending order.
///
/// A face's degree is the number of thresholds it reaches, so degree 0 lies below the first one. Equal thresholds are
/// allowed: the degree between them can then not come up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Cuts(SmallVec<[u16; MAX_CUTS]>);

/// Why thresholds cannot be cut points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutsError {
    /// More than [`MAX_CUTS`] thresholds.
    TooMany {
        /// How many were given.
        given: usize,
    },
    /// A threshold that is lower than the one before it.
    Descending {
        /// The greater threshold that came first.
        before: u16,
        /// The lower one after it.
        after: u16,
    },
}

impl fmt::Display for CutsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { given } => write!(f, "{given} cut points; at most {MAX_CUTS} are possible"),
            Self::Descending { before, after } => {
                write!(f, "cut point {after} comes after {before}; write them from low to high")
            }
        }
    }
}

impl std::error::Error for CutsError {}

impl Cuts {
    /// Cut points from low to high: a face reaches a threshold when it is equal or higher.
    ///
    /// # Errors
    /// When there are more than [`MAX_CUTS`] or one is lower than its predecessor.
    #[inline]
    pub fn new(thresholds: &[u16]) -> Result<Self, CutsError> {
        for pair in thresholds.windows(2) {
            if let [before, after] = *pair
                && after < before
            {
                return Err(CutsError::Descending { before, after });
            }
        }
        if thresholds.len() > MAX_CUTS {
            return Err(CutsError::TooMany { given: thresholds.len() });
        }
        Ok(Cuts(SmallVec::from_slice(thresholds)))
    }

    /// The thresholds from low to high.
    pub fn thresholds(&self) -> &[u16] {
        &self.0
    }

    /// How many degrees these cuts tell apart: one more than there are thresholds.
    #[inline]
    pub fn degrees(&self) -> usize {
        self.0.len() + 1
    }

    /// The degree of a face: 0 below the first threshold, up to [`Cuts::degrees`] − 1.
    #[inline]
    pub fn degree_of(&self, face: u16) -> usize {
        self.0.iter().take_while(|&&threshold| threshold <= face).count()
    }

    /// How many faces of a die with so many sides fall into each degree, lowest first; they add up to `sides`.
    pub fn weights(&self, sides: u16) -> SmallVec<[u16; MAX_CUTS + 1]> {
        let mut weights = SmallVec::new();
        let mut below = 0;
        for &threshold in &self.0 {
            let reached = threshold.saturating_sub(1).min(sides);
            weights.push(reached - below);
            below = reached;
        }
        weights.push(sides - below);
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_reaches_its_thresholds() {
        let cuts = Cuts::new(&[10, 20]).unwrap();
        assert_eq!([1, 9, 10, 19, 20, 65_535].map(|face| cuts.degree_of(face)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(cuts.degrees(), 3);
    }

    #[test]
    fn weights_count_the_faces_of_each_degree() {
        for thresholds in [&[][..], &[1], &[0, 0, 1], &[5, 5, 12], &[7, 30], &[2, 3, 4, 5, 6, 7, 8], &[65_535]] {
            let cuts = Cuts::new(thresholds).unwrap();
            for sides in [0, 1, 2, 6, 20, 100, u16::MAX] {
                let mut counted = vec![0; cuts.degrees()];
                for face in 1..=sides {
                    counted[cuts.degree_of(face)] += 1;
                }
                assert_eq!(cuts.weights(sides).as_slice(), counted, "{thresholds:?} on d{sides}");
            }
        }
    }

    #[test]
    fn bad_cuts_are_refused() {
        assert_eq!(Cuts::new(&[1; 8]), Err(CutsError::TooMany { given: 8 }));
        assert_eq!(Cuts::new(&[4, 9, 8]), Err(CutsError::Descending { before: 9, after: 8 }));
    }
}
