//! The search for a setting that meets a target, as a value that steps: it says what is to be tried next and is told what
//! came of it. One process drives it setting by setting, many machines all settings at once that are due.

use std::cmp::Ordering;

use crate::tune::{Target, Tried};

/// A search by halving. The knob with most values is halved: both ends are tried, then the middle of what is left; that is
/// done for every setting of the others. Takes it that more of the halved knob means more of the event, or always less.
///
/// ```
/// # use quintain_sim::{Search, Target, Tried};
/// let mut search = Search::new(&[5], &Target::read("heroes win 60%")?);
/// assert_eq!(search.due().collect::<Vec<_>>(), [[0], [4]]);
/// for (at, share) in [(4, 0.9), (0, 0.1)] {
///     search.tell(Tried { at: vec![at], values: vec![at.to_string()], share, interval95: [share, share] });
/// }
/// assert_eq!(search.due().collect::<Vec<_>>(), [[2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    counts: Vec<usize>,
    target: Target,
    /// The knob that is halved.
    halved: usize,
    /// One for each setting of the other knobs, the last turning fastest.
    lines: Vec<Line>,
    tried: Vec<Tried>,
}

/// One setting of the other knobs: what is left of the halved one.
#[derive(Clone, Copy, Debug)]
struct Line {
    low: usize,
    high: usize,
    /// The shares at the ends of the whole, as far as they are known.
    ends: (Option<f64>, Option<f64>),
}

impl Line {
    /// What is to be tried next: the ends that are not known, then the middle.
    fn due(&self) -> impl Iterator<Item = usize> + use<> {
        let Line { low, high, ends } = *self;
        let open = [(low, ends.0.is_none()), (high, ends.1.is_none() && high > low)];
        let middle = (ends.0.is_some() && ends.1.is_some() && high - low >= 2).then_some(low + (high - low) / 2);
        open.into_iter().filter_map(|(place, open)| open.then_some(place)).chain(middle)
    }
}

impl Search {
    /// A search among so many values of each knob.
    pub fn new(counts: &[usize], target: &Target) -> Search {
        let halved = halved(counts).filter(|_| counts.iter().all(|count| *count > 0));
        let others = counts.iter().enumerate().filter(|(knob, _)| Some(*knob) != halved);
        let count = halved.map_or(0, |_| others.fold(1, |all: usize, (_, count)| all.saturating_mul(*count)));
        let halved = halved.unwrap_or_default();
        let high = counts.get(halved).map_or(0, |count| count.saturating_sub(1));
        let lines = vec![Line { low: 0, high, ends: (None, None) }; count];
        Search { counts: counts.to_vec(), target: target.clone(), halved, lines, tried: Vec::new() }
    }

    /// The settings that are to be tried next, by the places of their values. What comes of one has no say in whether the
    /// others are tried.
    pub fn due(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let setting = move |line: usize| move |place| self.setting(line, place);
        self.lines.iter().enumerate().flat_map(move |(line, left)| left.due().map(setting(line)))
    }

    /// What came of a setting. One that is not due is passed over.
    pub fn tell(&mut self, tried: Tried) {
        let (Some(line), Some(place)) = (self.line(&tried.at), tried.at.get(self.halved).copied()) else { return };
        let Some(left) = self.lines.get_mut(line).filter(|left| left.due().any(|due| due == place)) else { return };
        match left.ends {
            (None, _) if place == left.low => left.ends.0 = Some(tried.share),
            (_, None) => left.ends.1 = Some(tried.share),
            (Some(low), Some(high)) => {
                // The ends of the whole say which way the knob turns.
                let below = tried.share < self.target.share;
                if below == (high >= low) { left.low = place } else { left.high = place }
            }
            (None, Some(_)) => {}
        }
        self.tried.push(tried);
    }

    /// All that was tried, the nearest first; of equals the one with the lower places.
    pub fn tried(mut self) -> Vec<Tried> {
        let target = &self.target;
        let nearer = |a: &Tried, b: &Tried| -> Ordering { a.off(target).total_cmp(&b.off(target)) };
        self.tried.sort_by(|a, b| nearer(a, b).then_with(|| a.at.cmp(&b.at)));
        self.tried
    }

    /// The places of all knobs: those of the others are the digits of the line's.
    fn setting(&self, line: usize, place: usize) -> Vec<usize> {
        let (mut at, mut rest) = (vec![place; self.counts.len()], line);
        for knob in (0..self.counts.len()).rev().filter(|knob| *knob != self.halved) {
            at[knob] = rest % self.counts[knob];
            rest /= self.counts[knob];
        }
        at
    }

    fn line(&self, at: &[usize]) -> Option<usize> {
        let sound = at.len() == self.counts.len() && at.iter().zip(&self.counts).all(|(place, count)| place < count);
        let others = at.iter().zip(&self.counts).enumerate().filter(|(knob, _)| *knob != self.halved);
        sound.then(|| others.fold(0, |line, (_, (place, count))| line * count + place))
    }
}

/// The knob that is halved: the first of those with most values.
pub(crate) fn halved(counts: &[usize]) -> Option<usize> {
    (0..counts.len()).rev().max_by_key(|knob| counts[*knob])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(at: &[usize], share: f64) -> Tried {
        let values = at.iter().map(usize::to_string).collect();
        Tried { at: at.to_vec(), values, share, interval95: [share - 0.01, share + 0.01] }
    }

    fn share(at: &[usize]) -> f64 {
        0.3 + at[0] as f64 * 0.2 - at[1] as f64 * 0.02 + at[2] as f64 * 0.001
    }

    #[test]
    fn in_whatever_order_it_is_told_it_tries_the_same() {
        let target = Target::read("heroes win 50%").unwrap();
        let run = |pick: &dyn Fn(usize) -> usize| {
            let mut search = Search::new(&[3, 21, 2], &target);
            loop {
                let due: Vec<Vec<usize>> = search.due().collect();
                if due.is_empty() {
                    return search.tried();
                }
                let at = &due[pick(due.len())];
                search.tell(tried(at, share(at)));
            }
        };
        let first = run(&|_| 0);
        assert_eq!(first, run(&|count| count - 1));
        assert_eq!(first, run(&|count| count / 2));
        assert!(first.len() as u64 <= crate::most_runs(&[3, 21, 2]));
    }

    #[test]
    fn what_is_not_due_is_passed_over() {
        let mut search = Search::new(&[5], &Target::read("heroes win 50%").unwrap());
        for at in [&[2][..], &[9], &[0, 0]] {
            search.tell(tried(at, 0.5));
        }
        search.tell(tried(&[0], 0.1));
        search.tell(tried(&[0], 0.2));
        assert_eq!(search.due().collect::<Vec<_>>(), [[4]]);
        assert_eq!(search.tried().len(), 1);
    }

    #[test]
    fn a_knob_with_one_value_is_tried_once() {
        let mut search = Search::new(&[1], &Target::read("heroes win 50%").unwrap());
        assert_eq!(search.due().collect::<Vec<_>>(), [[0]]);
        search.tell(tried(&[0], 0.1));
        assert_eq!(search.due().count(), 0);
        assert_eq!(Search::new(&[0, 3], &Target::read("heroes win 50%").unwrap()).due().count(), 0);
    }
}
