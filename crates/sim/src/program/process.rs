//! A running program: lines that go to it and come from it.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::NoProgram;
use super::pipes::Pipes;

/// The longest answer that is read, in bytes.
pub(super) const MOST: usize = 64 * 1024;

/// A running program. One that neither reads nor stops writing costs no more than its time.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    pipes: Pipes,
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
        let pipes = Pipes::new(input, output).map_err(|why| fault(why.to_string()))?;
        Ok(Process { child, pipes, last: None })
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
        self.pipes.send(lines)
    }

    /// Waits for a line.
    pub(crate) fn hear(&mut self, time: Duration) -> Result<String, String> {
        self.pipes.hear(time)
    }

    /// A line that has come already.
    pub(super) fn heard_already(&mut self) -> Option<String> {
        self.pipes.heard_already()
    }

    /// Ends its input, and says whether it then ended by itself soon enough.
    pub(crate) fn farewell(&mut self) -> bool {
        if let Some(last) = self.last.take() {
            // What it does not read is lost to it.
            let _ = self.send(last);
        }
        let until = Instant::now() + FAREWELL;
        self.pipes.end_input(until);
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            std::thread::sleep(LOOK);
        }
        false
    }
}

/// What is said of a program that has ended.
pub(super) fn ended() -> String {
    "has ended".to_owned()
}

/// What is said of a program that takes too long.
pub(super) fn is_late(time: Duration) -> String {
    format!("did not answer within {} s", time.as_secs_f64())
}

/// What is said of a program for which too much lies ready.
pub(super) fn does_not_read() -> String {
    "does not read what it is asked".to_owned()
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
