//! Server-sent events: every watcher hears at once that the table has changed, and fetches what it may see.

use std::convert::Infallible;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::{App, aside};
use crate::tables::Failed;

/// A line for each change: how often the table has changed so far.
pub(crate) async fn events(
    State(app): State<App>,
    Path(token): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failed> {
    let seat = aside(move || app.tables.seat(&token)).await?;
    let changes = WatchStream::new(seat.table.changes());
    let told = changes.map(|version| Ok(Event::default().event("changed").data(version.to_string())));
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}
