//! Server-sent events: every watcher hears at once that the table has changed, and fetches what it may see; and where
//! somebody points.

use std::convert::Infallible;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::json;
use tokio_stream::wrappers::{BroadcastStream, WatchStream};
use tokio_stream::{Stream, StreamExt};

use super::{App, aside};
use crate::tables::{Failed, Signal};

/// A line for each change: how often the table has changed so far.
pub(crate) async fn events(
    State(app): State<App>,
    Path(token): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failed> {
    let seat = aside(move || app.tables.seat(&token)).await?;
    let changes = WatchStream::new(seat.table.changes());
    let told = changes.map(|version| Event::default().event("changed").data(version.to_string()));
    let signals = BroadcastStream::new(seat.table.signals()).filter_map(Result::ok);
    let signalled = signals.map(|signal| match signal {
        Signal::Points(who, square) => {
            let data = json!({ "square": square.to_string(), "who": who });
            Event::default().event("ping").data(data.to_string())
        }
        Signal::Nudges(who) => Event::default().event("nudge").data(who),
    });
    Ok(Sse::new(told.merge(signalled).map(Ok)).keep_alive(KeepAlive::default()))
}
