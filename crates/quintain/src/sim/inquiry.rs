//! Inquiries: questions to simulations in parts, so that one process or many machines can answer the same one.

use std::sync::atomic::Ordering;

use quintain_content::{Problem, Problems};
use quintain_sim::{Series, Told};

use super::Sim;

/// A question to simulations, in parts: it says which series of fights it needs, and is told what came of each. The methods of
/// [`Sim`] play them one after another; several machines share the numbers of each out among them, stint by stint.
///
/// ```
/// # #[cfg(feature = "thalassa")] {
/// use std::sync::atomic::AtomicBool;
///
/// use quintain::sim::{Inquiry, Sweeping};
///
/// let fight = quintain::open("cyclops")?;
/// let (mut asked, go) = (Sweeping::new(&fight.sim(200), &["Althea.armor=0..2"])?, AtomicBool::new(false));
/// for place in asked.due() {
///     let series = asked.series(place)?;
///     // Here one process plays both halves; it may as well be two.
///     let [one, other] = [0..100, 100..200].map(|numbers| series.stint(numbers, &|_| {}, &go).unwrap());
///     asked.tell(place, series.told(&one.with(other).unwrap()).unwrap())?;
/// }
/// assert_eq!(asked.found()[1].report.sides, fight.sim(200).sweep(&["Althea.armor=0..2"])?[1].report.sides);
/// # }
/// # Ok::<(), quintain::Problems>(())
/// ```
pub trait Inquiry {
    /// The places of the series that can be played now. What comes of one has no say in whether the others are played; but it
    /// may bring new ones.
    fn due(&self) -> Vec<u64>;

    /// How many series there will be at most.
    fn most(&self) -> u64;

    /// A series, by its place.
    ///
    /// # Errors
    /// What the rulebook does not bear of it, or when there is no such place.
    fn series(&self, place: u64) -> Result<Series, Problems>;

    /// What came of a series that was due.
    ///
    /// # Errors
    /// When it came of a series of another kind.
    fn tell(&mut self, place: u64, told: Told) -> Result<(), Problems>;
}

/// What is said of an answer that does not fit its question.
pub(super) fn unplayed() -> Problem {
    Problem::general("the fights that this asks for have not been played".to_owned())
}

/// What is said of a place that there is not.
pub(super) fn no_place(place: u64) -> Problem {
    Problem::general(format!("there is no series {place} here"))
}

impl Sim<'_> {
    /// Plays the first series, or as much of it as it can before it is stopped.
    pub(super) fn first(&self, inquiry: &mut dyn Inquiry) -> Result<(), Problems> {
        match inquiry.due().first() {
            Some(place) => {
                let series = inquiry.series(*place)?;
                self.play(inquiry, *place, &series)
            }
            None => Ok(()),
        }
    }

    /// Plays series by series until nothing is due, or it is stopped.
    pub(super) fn answer(&self, inquiry: &mut dyn Inquiry) -> Result<(), Problems> {
        loop {
            // All are set up before the first is played: what is wrong with the last is said at once.
            let series = inquiry.due().into_iter().map(|place| Ok((place, inquiry.series(place)?)));
            let series = series.collect::<Result<Vec<(u64, Series)>, Problems>>()?;
            if series.is_empty() {
                return Ok(());
            }
            for (place, series) in series {
                if self.stopped().load(Ordering::Relaxed) {
                    return Ok(());
                }
                self.play(inquiry, place, &series)?;
            }
        }
    }

    fn play(&self, inquiry: &mut dyn Inquiry, place: u64, series: &Series) -> Result<(), Problems> {
        inquiry.tell(place, series.play(self.told(), self.stopped()))
    }
}
