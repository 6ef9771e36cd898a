//! Looking ahead for those at the table: as many at once as the machine has threads to spare, each within its time, and
//! only for as long as the chair still wants it. Answers never wait for it.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use quintain_pages::{Forecast, Look, Within};
use quintain_session::Outlook;
use tokio::sync::Semaphore;

/// Room for those who look ahead: one thread is always left for answers.
pub(crate) fn room() -> Arc<Semaphore> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(threads.saturating_sub(1).max(1)))
}

/// What comes of the options that are looked at, found out within `time`, for as long as it is `wanted`.
pub(crate) fn forecast(look: &Look<'_>, outlook: &Outlook, time: Duration, wanted: &dyn Fn() -> bool) -> Forecast {
    let began = Instant::now();
    Forecast::found(look, outlook, Within { now: &|| began.elapsed(), time, wanted })
}
