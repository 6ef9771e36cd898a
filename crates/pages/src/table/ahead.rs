//! Looking ahead for a page: what may come of the options that it shows, within its time.

use std::fmt;
use std::time::Duration;

use quintain_engine::{Odds, OddsLimit};
use quintain_session::{Outlook, Prospect};

use super::{Forecast, Look};

/// The most options of which odds are told at once.
const MOST_OPTIONS: usize = 16;

/// How far odds are walked at the table.
const WALKED: OddsLimit = OddsLimit { branches: 20_000, samples: 0, seed: 1 };
/// How they are sampled where that is too far.
const SAMPLED: OddsLimit = OddsLimit { branches: 1, samples: 2_000, seed: 1 };
/// What is left open at most of odds that need no samples.
const OPEN: f64 = 1e-9;

/// For how long to look ahead.
#[derive(Clone, Copy)]
pub struct Within<'a> {
    /// A clock: the time since any moment that stays the same.
    pub now: &'a dyn Fn() -> Duration,
    /// How long it may take.
    pub time: Duration,
    /// Whether it still is wanted.
    pub wanted: &'a dyn Fn() -> bool,
}

impl fmt::Debug for Within<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Within").field("time", &self.time).finish_non_exhaustive()
    }
}

impl Forecast {
    /// What comes of the options that are looked at, as far as it is found out in time.
    pub fn found(look: &Look<'_>, outlook: &Outlook, within: Within<'_>) -> Forecast {
        let Within { now, time, wanted } = within;
        let end = now() + time;
        let mut forecast = Forecast::default();
        let Some(who) = look.asked() else { return forecast };
        let options = look.wanted(MOST_OPTIONS);
        let many = options.len();
        let places: Vec<usize> = options.iter().map(|(option, _)| *option).collect();
        for (place, (option, words)) in options.into_iter().enumerate() {
            // What is left of the time is for what is left of the options; the first, which is looked at, has a double share.
            let left = end.saturating_sub(now());
            if place > 0 && left.is_zero() || !wanted() {
                break;
            }
            let shares = u32::try_from(many - place + 1).unwrap_or(u32::MAX);
            let share = left * (1 + u32::from(place == 0)) / shares;
            let until = now() + share;
            let (going, walking) = (|| now() < until && wanted(), || now() + share / 2 < until && wanted());
            if let Some(odds) = found(outlook, (who, &words), &walking, &going) {
                forecast.options.push((option, Prospect::of(&odds, &look.scene.seen.view)));
            }
            if place == 0 && !look.gaze.opened {
                forecast.follow(look, outlook, &going);
            }
        }
        if look.gaze.opened {
            forecast.best = forecast.most_promising(look, &places);
            let until = now() + time / 4;
            forecast.follow(look, outlook, &|| now() < until && wanted());
        }
        forecast.cut_short = forecast.options.len() < many || now() > end;
        forecast
    }

    /// What the option that is looked at sets off, as far as there is time.
    fn follow(&mut self, look: &Look<'_>, outlook: &Outlook, going: &dyn Fn() -> bool) {
        let Some((who, words)) = self.best.or(look.picked()).and_then(|option| look.words_of(option)) else { return };
        self.foresight = outlook.foresee(&who, &words, going).unwrap_or_default();
        if going() {
            self.rehearsal = outlook.rehearse(&who, &words).unwrap_or_default();
        }
    }
}

/// The odds of an answer: walked while `walking` says so, and otherwise sampled while `going` does, so that something is known
/// also where walking comes to no end.
fn found(
    outlook: &Outlook,
    (who, words): (&str, &str),
    walking: &dyn Fn() -> bool,
    going: &dyn Fn() -> bool,
) -> Option<Odds> {
    match outlook.odds_while(who, words, WALKED, walking) {
        Ok(odds) if odds.remainder <= OPEN => Some(odds),
        Ok(_) => outlook.odds_while(who, words, SAMPLED, going).ok(),
        Err(_) => None,
    }
}
