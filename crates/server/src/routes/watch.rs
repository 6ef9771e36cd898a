//! Server-sent events: every watcher hears at once that the table has changed, and fetches what it may see; and where
//! someone points.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::json;
use tokio_stream::wrappers::{BroadcastStream, WatchStream};
use tokio_stream::{Stream, StreamExt};

use super::{App, aside};
use crate::tables::{Failed, Signal};

/// A line for each change that the chair can see: the version of what it sees now.
pub(crate) async fn events(
    State(app): State<App>,
    Path(token): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failed> {
    let seat = aside(move || app.tables.seat(&token)).await?;
    let (table, chair) = (Arc::clone(&seat.table), seat.chair);
    let versions = WatchStream::new(seat.table.changes()).then(move |_| {
        let table = Arc::clone(&table);
        aside(move || Ok::<u64, Failed>(table.scene(chair).0))
    });
    let mut last = None;
    let seen = versions.filter_map(Result::ok).filter(move |version| last.replace(*version) != Some(*version));
    let told = seen.map(|version| Event::default().event("changed").data(version.to_string()));
    let signals = BroadcastStream::new(seat.table.signals()).filter_map(Result::ok);
    let signalled = signals.filter_map(move |signal| match signal {
        Signal::Points(who, square) => {
            let data = json!({ "square": square.to_string(), "who": who });
            Some(Event::default().event("ping").data(data.to_string()))
        }
        Signal::Nudges(who, chairs) => chairs.contains(&chair).then(|| Event::default().event("nudge").data(who)),
    });
    Ok(Sse::new(told.merge(signalled).map(Ok)).keep_alive(KeepAlive::default()))
}
