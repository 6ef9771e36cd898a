//! Everything of the house in one file, to be kept.

use std::env;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::{App, aside};
use crate::tables::Failed;

/// How many pieces wait for a slow reader.
const WAITING: usize = 4;

/// A writer whose pieces go to a browser.
struct Sent(mpsc::Sender<Vec<u8>>);

impl std::io::Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0.blocking_send(bytes.to_vec()) {
            Ok(()) => Ok(bytes.len()),
            Err(_) => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The backup as a file.
pub(crate) async fn backup(State(app): State<App>) -> Result<Response, Failed> {
    let snapshot = aside(move || app.tables.snapshot(&env::temp_dir())).await?;
    let (send, pieces) = mpsc::channel(WAITING);
    // Who does not read to the end has no whole file, and its first line says so.
    tokio::task::spawn_blocking(move || snapshot.write(&mut Sent(send)));
    let pieces = ReceiverStream::new(pieces).map(Ok::<_, std::io::Error>);
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quintain.backup\""),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}
