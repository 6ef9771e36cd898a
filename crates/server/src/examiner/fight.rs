//! Whole fights, at the real table: a client plays everybody from the game master's chair to the end.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use quintain_library::Opened;
use tokio::net::TcpListener;

use super::client::Client;
use super::{Examined, NoClient};
use crate::routes;
use crate::store::Store;
use crate::tables::{Tables, token};

/// How many answers' time a whole fight may take.
const PATIENCE: u32 = 12;

/// The first request that the table refused, and how many there were.
type Refused = Arc<Mutex<(Option<String>, u32)>>;

/// Whether a client plays this fight to its end without being refused anything.
pub(super) async fn played(command: &str, time: Duration, opened: Opened) -> Result<Examined, NoClient> {
    let broken = |fault: &dyn std::fmt::Display| NoClient(fault.to_string());
    let what = format!("it plays {}", opened.title());
    let tables = Tables::new(Store::in_memory().map_err(|fault| broken(&fault))?);
    let chair = tables.begin(opened, false).map_err(|fault| broken(&fault))?;
    let seat = tables.seat(&chair).map_err(|fault| broken(&fault))?;
    let key = token().map_err(|fault| broken(&fault))?;
    let refused = Refused::default();
    let app = routes::router(tables, &key).layer(middleware::from_fn_with_state(Arc::clone(&refused), noted));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}/api/t/{chair}", listener.local_addr()?);
    let server = tokio::spawn(async move { axum::serve(listener, app).await });
    let mut client = Client::start(command, &address)?;
    let ended = client.ends_within(time * PATIENCE).await;
    server.abort();
    let view = seat.table.look(|session| session.live().view());
    let (first, times) = refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let wrong = match (first, view.over) {
        (Some(first), _) => Some(format!("{first} ({times} times)")),
        (None, Some(_)) if ended => None,
        (None, Some(_)) => Some("it went on after the fight was over".to_owned()),
        (None, None) if ended => Some(format!("it ended in round {}, before the fight did", view.round)),
        (None, None) => {
            Some(format!("after {} s the fight stood in round {}", (time * PATIENCE).as_secs(), view.round))
        }
    };
    Ok(Examined { what, wrong })
}

/// Notes what the table refuses. A late answer is nothing wrong.
async fn noted(State(refused): State<Refused>, request: Request, next: Next) -> Response {
    let asked = format!("{} {}", request.method(), request.uri().path());
    let response = next.run(request).await;
    let status = response.status();
    if status.is_client_error() && status != StatusCode::CONFLICT {
        let mut refused = refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.0.get_or_insert(format!("{asked} was refused with {}", status.as_u16()));
        refused.1 += 1;
    }
    response
}
