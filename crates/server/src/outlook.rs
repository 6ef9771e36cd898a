//! Looking ahead for those at the table: as many at once as the machine has threads to spare, each within its time, and
//! only for as long as the chair still wants it. Answers never wait for it.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use quintain_engine::OddsLimit;
use quintain_pages::{Forecast, Look};
use quintain_session::{Outlook, Prospect};
use tokio::sync::Semaphore;

/// The most options of which odds are told at once.
const MOST_OPTIONS: usize = 16;

/// How far odds go at the table.
const LIMIT: OddsLimit = OddsLimit { branches: 20_000, samples: 2_000, seed: 1 };

/// Room for those who look ahead: one thread is always left for answers.
pub(crate) fn room() -> Arc<Semaphore> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(threads.saturating_sub(1).max(1)))
}

/// What comes of the options that are looked at, found out within `time`, for as long as it is `wanted`.
pub(crate) fn forecast(look: &Look<'_>, outlook: &Outlook, time: Duration, wanted: &dyn Fn() -> bool) -> Forecast {
    let end = Instant::now() + time;
    let mut forecast = Forecast::default();
    let Some(who) = look.asked() else { return forecast };
    let options = look.wanted(MOST_OPTIONS);
    let many = options.len();
    for (place, (option, words)) in options.into_iter().enumerate() {
        // What is left of the time is for what is left of the options; the first, which is looked at, has a double share.
        let left = end.saturating_duration_since(Instant::now());
        if place > 0 && left.is_zero() || !wanted() {
            break;
        }
        let shares = u32::try_from(many - place + 1).unwrap_or(u32::MAX);
        let until = Instant::now() + left * (1 + u32::from(place == 0)) / shares;
        let going = || Instant::now() < until && wanted();
        if let Ok(odds) = outlook.odds_while(who, &words, LIMIT, &going) {
            forecast.options.push((option, Prospect::of(&odds, &look.scene.seen.view)));
        }
        if place == 0
            && let Some((who, words)) = look.chosen()
        {
            forecast.foresight = outlook.foresee(&who, &words, &going).unwrap_or_default();
            if going() {
                forecast.rehearsal = outlook.rehearse(&who, &words).unwrap_or_default();
            }
        }
    }
    forecast.cut_short = forecast.options.len() < many || Instant::now() > end;
    forecast
}
