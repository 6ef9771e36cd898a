//! Quintain in the browser: the table's pages without a server, simulations in a worker, examples that can be run and
//! changed in place. One bundle for each rulebook.
//!
//! [`Game`] is a fight for programs. [`House`] answers what the pages of the table ask for; a service worker hands requests in and keeps the records.

mod example;
mod fight;
mod house;
mod reply;
mod run;

pub use example::example;
pub use fight::Game;
pub use house::{House, Request};
pub use reply::{Reply, Status};
pub use run::Run;

#[cfg(target_arch = "wasm32")]
mod exports;
