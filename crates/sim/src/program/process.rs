//! A running program: lines that go to it and come from it.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use super::{MANY, NoProgram};

/// The longest answer that is read, in bytes.
const MOST: usize = 64 * 1024;

/// A running program. What it writes and what it is sent each pass through a thread of their own, so that a program that
/// neither reads nor stops writing costs no more than its time.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Vec<String>>,
    /// What has come and was not looked at.
    heard: VecDeque<String>,
    /// What it is told before its input ends.
    pub(super) last: Option<String>,
}

impl Process {
    /// Starts the program behind a command line.
    pub(crate) fn start(command: &str) -> Result<Self, NoProgram> {
        let fault = |why: String| NoProgram { command: command.to_owned(), why };
        let mut words = command.split_whitespace();
        let Some(program) = words.next() else { return Err(fault("no command is given".into())) };
        let piped = Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = piped.map_err(|why| fault(why.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fault("it has no standard input or output".into()));
        };
        let (to, from) = (Some(writing(input)), reading(output));
        Ok(Process { child, to, from, heard: VecDeque::new(), last: None })
    }

    /// Writes a line and waits for one.
    pub(crate) fn ask(&mut self, line: &str, time: Duration) -> Result<String, String> {
        self.is_silent()?;
        self.send(format!("{line}\n"))?;
        self.hear(time)
    }

    /// Makes sure that nothing was written to which nobody has listened.
    pub(super) fn is_silent(&mut self) -> Result<(), String> {
        if self.heard_already().is_some() {
            return Err("wrote a line that nobody had asked for".to_owned());
        }
        Ok(())
    }

    /// Writes whole lines.
    pub(super) fn send(&mut self, lines: String) -> Result<(), String> {
        match self.to.as_ref().map(|to| to.try_send(lines)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err("does not read what it is asked".to_owned()),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(ended()),
        }
    }

    /// Waits for a line.
    pub(crate) fn hear(&mut self, time: Duration) -> Result<String, String> {
        while self.heard.is_empty() {
            let lines = self.from.recv_timeout(time).map_err(|fault| match fault {
                RecvTimeoutError::Timeout => format!("did not answer within {} s", time.as_secs_f64()),
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

    /// Ends its input, and says whether it then ended by itself soon enough.
    pub(crate) fn farewell(&mut self) -> bool {
        if let Some(last) = self.last.take() {
            // What it does not read is lost to it.
            let _ = self.send(last);
        }
        drop(self.to.take());
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            std::thread::sleep(LOOK);
        }
        false
    }
}

fn ended() -> String {
    "has ended".to_owned()
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

/// How long a program may take to end once it is told that nothing more comes.
const FAREWELL: Duration = Duration::from_millis(500);
/// How often it is looked whether it has.
const LOOK: Duration = Duration::from_millis(5);

/// The program's input ends; what has not ended of itself soon after is ended.
impl Drop for Process {
    fn drop(&mut self) {
        if self.farewell() {
            return;
        }
        // What cannot be ended is the system's to clear away.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
