//! The client as a process of its own.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::NoClient;

/// How often it is looked whether a client has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A client that runs; it is ended when nobody needs it any more.
#[derive(Debug)]
pub(super) struct Client(Child);

impl Client {
    /// Starts the program behind a command line (words parted by blanks; no shell is involved), with an address as its last
    /// word. What it writes on standard error is seen, the rest is not.
    pub(super) fn start(command: &str, address: &str) -> Result<Client, NoClient> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| NoClient("no command is given".to_owned()))?;
        let mut started = Command::new(program);
        let started = started.args(words).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        started.map(Client).map_err(|why| NoClient(format!("the client `{command}` cannot be started: {why}")))
    }

    /// Whether it has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Waits until it has ended; says whether it has within this time.
    pub(super) async fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() > until {
                return false;
            }
            tokio::time::sleep(LOOK).await;
        }
        true
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // What cannot be ended is the system's to clear away.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
