//! The pipes of a program where a system cannot look at several of them at once: what is written and what is read each pass
//! through a thread of their own.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use super::MANY;
use super::process::{MOST, does_not_read, ended, is_late};

/// Both ends.
#[derive(Debug)]
pub(super) struct Pipes {
    to: Option<SyncSender<String>>,
    from: Receiver<Vec<String>>,
    /// What has come and was not looked at.
    heard: VecDeque<String>,
}

impl Pipes {
    pub(super) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        Ok(Pipes { to: Some(writing(input)), from: reading(output), heard: VecDeque::new() })
    }

    /// Writes whole lines.
    pub(super) fn send(&mut self, lines: String) -> Result<(), String> {
        match self.to.as_ref().map(|to| to.try_send(lines)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(does_not_read()),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(ended()),
        }
    }

    /// Waits for a line.
    pub(super) fn hear(&mut self, time: Duration) -> Result<String, String> {
        while self.heard.is_empty() {
            let lines = self.from.recv_timeout(time).map_err(|fault| match fault {
                RecvTimeoutError::Timeout => is_late(time),
                RecvTimeoutError::Disconnected => ended(),
            })?;
            self.heard.extend(lines);
        }
        self.heard.pop_front().ok_or_else(ended)
    }

    /// A line that has come already.
    pub(super) fn heard_already(&mut self) -> Option<String> {
        if self.heard.is_empty()
            && let Ok(lines) = self.from.try_recv()
        {
            self.heard.extend(lines);
        }
        self.heard.pop_front()
    }

    /// What lies ready is written, and nothing more.
    pub(super) fn end_input(&mut self, _until: Instant) {
        drop(self.to.take());
    }
}

/// A thread that hands the program its lines, one after the other.
fn writing(mut input: ChildStdin) -> SyncSender<String> {
    // The questions of all fights that may be under way, and how the last ones ended.
    let (to, lines) = sync_channel::<String>(2 * MANY);
    std::thread::spawn(move || {
        for lines in lines {
            if input.write_all(lines.as_bytes()).is_err() || input.flush().is_err() {
                return;
            }
        }
    });
    to
}

/// A thread that takes the program's lines in: those that have come together, at most as many as there may be fights, and
/// never more than once ahead.
fn reading(output: ChildStdout) -> Receiver<Vec<String>> {
    let (send, from) = sync_channel(1);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut lines = Vec::new();
            while lines.is_empty() || (lines.len() < MANY && output.buffer().contains(&b'\n')) {
                let mut line = Vec::new();
                let read = Read::take(&mut output, MOST as u64).read_until(b'\n', &mut line);
                if !read.is_ok_and(|count| count > 0) {
                    break;
                }
                lines.push(String::from_utf8_lossy(&line).into_owned());
            }
            if lines.is_empty() || send.send(lines).is_err() {
                return;
            }
        }
    });
    from
}
