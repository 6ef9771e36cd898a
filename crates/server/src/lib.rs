//! The web table: run a live fight in the browser.
//!
//! An answer is on the disk before anybody sees its result: every act is one transaction of the store, and only then
//! do watchers hear of it. What a chair may not know is not in what its browser is sent.

mod backup;
mod bench;
mod campaigns;
mod documents;
mod examiner;
mod links;
mod outlook;
mod pictures;
mod pool;
mod review;
mod routes;
mod store;
mod tables;
mod tryouts;

use std::fmt;
use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::Duration;

pub use backup::{BackupError, Saved, Snapshot, backup, restore};
pub use examiner::{Examined, Exercise, NoClient, examine};
pub use routes::api::PROTOCOL;
pub use store::{Store, StoreError};
pub use tables::{Failed, Seat, Signal, Table, Tables};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};

/// How long requests under way may take when the program ends.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How many threads there are for what waits for the disk or looks ahead, beside those that always have work.
const WAITING: usize = 4;

/// How the table is served.
#[derive(Clone, Debug)]
pub struct Serving<'a> {
    /// Where it listens.
    pub address: SocketAddr,
    /// The file of the store.
    pub store: &'a Path,
}

/// Why it could not be served.
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// Serves until the program is told to end. `ready` gets the game master's link once the table listens.
///
/// # Errors
/// When the store cannot be opened, or the address is taken.
pub fn serve(serving: &Serving<'_>, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let failed = |what: &str, fault: &dyn fmt::Display| ServeError(format!("{what}: {fault}"));
    let path = serving.store.display();
    let _alone = alone(serving.store)?;
    let store = Store::open(serving.store).map_err(|fault| failed(&format!("`{path}` cannot be opened"), &fault))?;
    let key = store.key().map_err(|fault| failed("the key of the house", &fault))?;
    let runtime = runtime().map_err(|fault| failed("no threads", &fault))?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(serving.address).await;
        let listener = listener.map_err(|fault| failed(&format!("cannot listen on {}", serving.address), &fault))?;
        let address = listener.local_addr().map_err(|fault| failed("the address", &fault))?;
        let app = routes::router(Tables::new(store), &key).into_make_service_with_connect_info::<SocketAddr>();
        ready(&format!("http://{address}/?key={key}"));
        let ended = async { drop(tokio::signal::ctrl_c().await) };
        // Watchers' streams never end by themselves: the house does not wait for them.
        tokio::select! {
            served = axum::serve(listener, app).into_future() => served.map_err(|fault| failed("the table", &fault)),
            () = ended => Ok(()),
        }
    });
    // Long work beside the tables is not waited for: what it had not found is asked again.
    runtime.shutdown_timeout(LAST_WORDS);
    served
}

/// Keeps the store for this program: two that serve it would not know of each other's tables.
///
/// # Errors
/// When another serves it already.
fn alone(store: &Path) -> Result<File, ServeError> {
    let (path, mut name) = (store.display(), store.as_os_str().to_owned());
    name.push(".lock");
    let failed = |why: &dyn fmt::Display| ServeError(format!("`{path}` cannot be kept for this program: {why}"));
    let lock = File::options().create(true).append(true).open(&name).map_err(|fault| failed(&fault))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(ServeError(format!("a table is open on `{path}` already; use that one, or name another store")))
        }
        Err(TryLockError::Error(fault)) => Err(failed(&fault)),
    }
}

/// The threads of a house. So many at most do what takes a while: with hundreds of them each would be slower, and their
/// stacks would take more memory than the tables.
///
/// # Errors
/// When the system gives no threads.
pub fn runtime() -> std::io::Result<Runtime> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(WAITING + 2 * cores).build()
}

/// All routes over a store, for tests and for those who put the table into a server of their own. `key` opens the list
/// of fights.
pub fn router(store: Store, key: &str) -> axum::Router {
    routes::router(Tables::new(store), key)
}
