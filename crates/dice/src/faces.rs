//! The faces of one throw, and which of them count.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The most faces one [`Faces`] holds.
pub const MAX_FACES: usize = 64;

/// The faces of one throw in the order they fell: at most [`MAX_FACES`], kept in place without allocation.
///
/// Serialises as a plain list of numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Vec<u16>")]
pub struct Faces(SmallVec<[u16; MAX_FACES]>);

/// A throw would have held more than [`MAX_FACES`] faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FacesFull;

impl fmt::Display for FacesFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one throw holds at most {MAX_FACES} faces; split the throw")
    }
}

impl std::error::Error for FacesFull {}

impl Faces {
    /// No faces yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a face at the end.
    ///
    /// # Errors
    /// [`FacesFull`] when [`MAX_FACES`] faces are already there; the list is then unchanged.
    #[inline]
    pub fn push(&mut self, face: u16) -> Result<(), FacesFull> {
        if self.0.len() >= MAX_FACES {
            return Err(FacesFull);
        }
        self.0.push(face);
        Ok(())
    }

    /// The sum of all faces.
    #[inline]
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|&face| u32::from(face)).sum()
    }

    /// Which of these faces `keep` keeps, and their sum.
    pub fn kept(&self, keep: Keep) -> Kept {
        keep.among(self)
    }
}

impl Deref for Faces {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        &self.0
    }
}

impl TryFrom<&[u16]> for Faces {
    type Error = FacesFull;

    fn try_from(faces: &[u16]) -> Result<Self, FacesFull> {
        if faces.len() > MAX_FACES { Err(FacesFull) } else { Ok(Faces(SmallVec::from_slice(faces))) }
    }
}

impl TryFrom<Vec<u16>> for Faces {
    type Error = FacesFull;

    fn try_from(faces: Vec<u16>) -> Result<Self, FacesFull> {
        Faces::try_from(faces.as_slice())
    }
}

impl<'a> IntoIterator for &'a Faces {
    type Item = &'a u16;
    type IntoIter = std::slice::Iter<'a, u16>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Which dice of a throw count.
///
/// More than the throw holds means all of them. Of equal faces the one thrown first is kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Every die counts.
    #[default]
    All,
    /// The highest so many.
    Highest(u16),
    /// The lowest so many.
    Lowest(u16),
}

/// The answer of [`Faces::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kept {
    mask: u64,
    sum: u32,
}

impl Kept {
    /// Whether the face at this place (from 0, in throwing order) is kept; `false` beyond the throw.
    #[inline]
    pub fn keeps(self, place: usize) -> bool {
        place < MAX_FACES && self.mask >> place & 1 == 1
    }

    /// How many faces are kept.
    #[inline]
    pub fn count(self) -> usize {
        self.mask.count_ones() as usize
    }

    /// The sum of the kept faces.
    #[inline]
    pub fn sum(self) -> u32 {
        self.sum
    }
}

impl Keep {
    fn among(self, faces: &Faces) -> Kept {
        let wanted = self.wanted(faces.len());
        if wanted == faces.len() {
            let mask = if wanted == MAX_FACES { u64::MAX } else { (1 << wanted) - 1 };
            return Kept { mask, sum: faces.sum() };
        }
        let mut kept = Kept { mask: 0, sum: 0 };
        for _ in 0..wanted {
            let mut best: Option<(usize, u16)> = None;
            for (place, &face) in faces.iter().enumerate() {
                let better = best.is_none_or(|(_, champion)| self.prefers(face, champion));
                if !kept.keeps(place) && better {
                    best = Some((place, face));
                }
            }
            let Some((place, face)) = best else { break };
            kept.mask |= 1 << place;
            kept.sum += u32::from(face);
        }
        kept
    }

    /// Marks the kept ones of any number of faces, in throwing order.
    pub(crate) fn marks(self, faces: &[i32]) -> Vec<bool> {
        let mut order: Vec<usize> = (0..faces.len()).collect();
        match self {
            Self::All => {}
            Self::Highest(_) => order.sort_by_key(|&place| std::cmp::Reverse(faces.get(place).copied())),
            Self::Lowest(_) => order.sort_by_key(|&place| faces.get(place).copied()),
        }
        let mut marks = vec![false; faces.len()];
        for place in order.into_iter().take(self.wanted(faces.len())) {
            if let Some(mark) = marks.get_mut(place) {
                *mark = true;
            }
        }
        marks
    }

    /// How many of `count` dice are kept.
    pub(crate) fn wanted(self, count: usize) -> usize {
        match self {
            Self::All => count,
            Self::Highest(wanted) | Self::Lowest(wanted) => count.min(usize::from(wanted)),
        }
    }

    fn prefers(self, face: u16, champion: u16) -> bool {
        match self {
            Self::All => false,
            Self::Highest(_) => face > champion,
            Self::Lowest(_) => face < champion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(list: &[u16]) -> Faces {
        Faces::try_from(list).unwrap()
    }

    fn places(list: &[u16], keep: Keep) -> Vec<usize> {
        let kept = faces(list).kept(keep);
        (0..list.len()).filter(|&place| kept.keeps(place)).collect()
    }

    #[test]
    fn the_first_of_equal_faces_is_kept() {
        assert_eq!(places(&[4, 6, 2, 6, 6], Keep::Highest(2)), [1, 3]);
        assert_eq!(places(&[4, 2, 5, 2, 2], Keep::Lowest(1)), [1]);
        assert_eq!(places(&[4, 2, 5], Keep::All), [0, 1, 2]);
    }

    #[test]
    fn sums_count_only_what_is_kept() {
        let throw = faces(&[3, 1, 6, 4]);
        assert_eq!(throw.sum(), 14);
        assert_eq!(throw.kept(Keep::Highest(3)).sum(), 13);
        assert_eq!(throw.kept(Keep::Lowest(2)).sum(), 4);
        assert_eq!(throw.kept(Keep::Highest(0)).sum(), 0);
        assert_eq!(throw.kept(Keep::Highest(9)).count(), 4);
    }

    #[test]
    fn a_full_throw_keeps_all_and_takes_no_more() {
        let mut throw = faces(&[65_535; MAX_FACES]);
        assert_eq!(throw.push(1), Err(FacesFull));
        assert_eq!(throw.kept(Keep::All).sum(), 64 * 65_535);
        assert_eq!(throw.kept(Keep::Highest(63)).count(), 63);
        assert!(!throw.kept(Keep::All).keeps(64));
    }

    #[test]
    fn faces_are_a_plain_list_on_paper() {
        let text = serde_json::to_string(&faces(&[3, 6])).unwrap();
        assert_eq!(text, "[3,6]");
        assert_eq!(serde_json::from_str::<Faces>(&text).unwrap(), faces(&[3, 6]));
        assert!(serde_json::from_str::<Faces>(&format!("{:?}", vec![1; 65])).is_err());
    }
}
