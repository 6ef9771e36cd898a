//! The pipes of a program: one thread writes and reads both of them, as far as either lets it.

use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use super::process::{MOST, does_not_read, ended, is_late};

/// The most that lies ready for a program when more is sent, in bytes: the questions of all fights that may be under way.
const MOST_UNREAD: usize = 8 * 1024 * 1024;

/// Both ends, and what is under way in them.
#[derive(Debug)]
pub(super) struct Pipes {
    /// Nothing once it has ended.
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What has not been written yet.
    unsent: Vec<u8>,
    /// Room for one answer; what has been read and not looked at lies between these places.
    room: Box<[u8]>,
    looked: usize,
    filled: usize,
    /// Whether nothing more comes.
    is_mute: bool,
}

impl Pipes {
    pub(super) fn new(input: ChildStdin, output: ChildStdout) -> io::Result<Self> {
        ioctl_fionbio(&input, true)?;
        ioctl_fionbio(&output, true)?;
        let (unsent, room) = (Vec::new(), vec![0; MOST].into());
        Ok(Pipes { input: Some(input), output, unsent, room, looked: 0, filled: 0, is_mute: false })
    }

    /// Writes whole lines: at once as much as there is room for.
    pub(super) fn send(&mut self, lines: String) -> Result<(), String> {
        if self.input.is_none() {
            return Err(ended());
        }
        if self.unsent.len() > MOST_UNREAD {
            return Err(does_not_read());
        }
        self.unsent.extend_from_slice(lines.as_bytes());
        self.write_on();
        Ok(())
    }

    /// Waits for a line.
    pub(super) fn hear(&mut self, time: Duration) -> Result<String, String> {
        let until = Instant::now() + time;
        loop {
            if let Some(line) = self.next_line() {
                return Ok(line);
            }
            if self.is_mute {
                return Err(ended());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(is_late(time));
            }
            self.wait(left).map_err(|why| why.to_string())?;
            self.write_on();
            self.read_on();
        }
    }

    /// A line that has come already.
    pub(super) fn heard_already(&mut self) -> Option<String> {
        self.next_line().or_else(|| {
            self.read_on();
            self.next_line()
        })
    }

    /// What lies ready is written, for as long as the program reads and until then, and nothing more.
    pub(super) fn end_input(&mut self, until: Instant) {
        while !self.unsent.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.is_mute || self.wait(left).is_err() {
                break;
            }
            self.write_on();
            // Who is waiting for its own lines to be read reads no other.
            self.read_on();
            self.looked = self.filled;
        }
        drop(self.input.take());
    }

    /// Until there is something to read, or room for what is to be written.
    fn wait(&self, time: Duration) -> io::Result<()> {
        let output = PollFd::new(&self.output, PollFlags::IN);
        let input = self.input.as_ref().filter(|_| !self.unsent.is_empty());
        let time = Timespec::try_from(time).ok();
        let waited = match input {
            Some(input) => poll(&mut [output, PollFd::new(input, PollFlags::OUT)], time.as_ref()),
            None => poll(&mut [output], time.as_ref()),
        };
        match waited {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(fault) => Err(fault.into()),
        }
    }

    fn write_on(&mut self) {
        let mut written = 0;
        while let Some(input) = &mut self.input
            && written < self.unsent.len()
        {
            match input.write(&self.unsent[written..]) {
                Ok(count) => written += count,
                Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
                Err(fault) if fault.kind() == ErrorKind::WouldBlock => break,
                // It reads no more; what it has written is still heard.
                Err(_) => self.input = None,
            }
        }
        self.unsent.drain(..written);
        if self.input.is_none() {
            self.unsent.clear();
        }
    }

    /// Reads what is there, as far as there is room.
    fn read_on(&mut self) {
        self.room.copy_within(self.looked..self.filled, 0);
        (self.looked, self.filled) = (0, self.filled - self.looked);
        while !self.is_mute && self.filled < self.room.len() {
            match self.output.read(&mut self.room[self.filled..]) {
                Ok(0) => self.is_mute = true,
                Ok(count) => {
                    self.filled += count;
                    break;
                }
                Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
                Err(fault) if fault.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.is_mute = true,
            }
        }
    }

    /// The next line of what has been read. What is too long for one, or is the last without an end, stands for one.
    fn next_line(&mut self) -> Option<String> {
        let unread = &self.room[self.looked..self.filled];
        let length = match unread.iter().position(|byte| *byte == b'\n') {
            Some(place) => place + 1,
            None if unread.len() >= MOST || (self.is_mute && !unread.is_empty()) => unread.len(),
            None => return None,
        };
        let line = String::from_utf8_lossy(&unread[..length]).into_owned();
        self.looked += length;
        Some(line)
    }
}
