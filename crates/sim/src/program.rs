//! Programs as players: one line of JSON for each question, one for each answer.

mod said;
mod slim;

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use quintain_engine::{Label, OpenQuestion, View};
use serde_json::{Value, json};

pub(crate) use said::Said;
use slim::Told;

/// The longest answer that is read, in bytes.
const MOST: usize = 64 * 1024;

/// Why a program cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoProgram {
    /// The command.
    pub command: String,
    /// What the system says.
    pub why: String,
}

impl fmt::Display for NoProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program `{}` cannot be started: {}", self.command, self.why)
    }
}

impl std::error::Error for NoProgram {}

/// What a program asks for beside plain questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Questions that are formalities are put as well, instead of taking their defaults.
    pub formalities: bool,
    /// A line tells how each fight ended, and one that all is over.
    pub results: bool,
    /// Lines are slim: options that differ in their target alone stand together, and of the state only what has changed.
    pub slim: bool,
}

impl Manner {
    /// Reads what stands before the colon of `program+slim+results:COMMAND`; nothing where that is no program.
    ///
    /// ```
    /// use quintain_sim::Manner;
    ///
    /// assert_eq!(Manner::read("program"), Some(Ok(Manner::default())));
    /// assert!(Manner::read("program+slim+results").unwrap().unwrap().slim);
    /// assert!(Manner::read("program+fast").unwrap().unwrap_err().contains("formalities, results, slim"));
    /// assert_eq!(Manner::read("search"), None);
    /// ```
    pub fn read(words: &str) -> Option<Result<Manner, String>> {
        let mut words = words.split('+').map(str::trim);
        if words.next() != Some("program") {
            return None;
        }
        let mut manner = Manner::default();
        for word in words {
            match word {
                "formalities" => manner.formalities = true,
                "results" => manner.results = true,
                "slim" => manner.slim = true,
                _ => {
                    return Some(Err(format!(
                        "`{word}` is nothing that a program may ask for: formalities, results, slim"
                    )));
                }
            }
        }
        Some(Ok(manner))
    }
}

/// A program that plays a side. Each fight under way has a process of its own; a process plays one fight after another.
#[derive(Debug)]
pub struct Program {
    command: String,
    time: Duration,
    manner: Manner,
    idle: Mutex<Vec<Process>>,
}

impl Program {
    /// The program behind a command line (words parted by blanks; no shell is involved). Each answer may take `time`.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use quintain_sim::Program;
    /// let missing = Program::new("no-such-program --at-all", Duration::from_secs(10)).unwrap_err();
    /// assert!(missing.to_string().contains("cannot be started"));
    /// ```
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn new(command: &str, time: Duration) -> Result<Self, NoProgram> {
        let first = Process::start(command)?;
        Ok(Program { command: command.to_owned(), time, manner: Manner::default(), idle: Mutex::new(vec![first]) })
    }

    /// The same, asked for in this manner.
    #[must_use]
    pub fn in_manner(self, manner: Manner) -> Self {
        Program { manner, ..self }
    }

    /// What it asks for.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// The command line.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// Somebody to ask during one fight.
    pub(crate) fn bot(&self) -> Bot<'_> {
        let idle = self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        let process = match idle {
            Some(process) => Ok(process),
            None => Process::start(&self.command).map_err(|fault| fault.to_string()),
        };
        Bot { program: self, process, told: Told::default(), asked: false }
    }
}

/// A program during one fight. Once it has died or been silent too long it is not asked again.
pub(crate) struct Bot<'a> {
    program: &'a Program,
    process: Result<Process, String>,
    /// What it knows of the fight, where its lines are slim.
    told: Told,
    /// Whether anything was put to it.
    asked: bool,
}

/// The version of the lines. It grows when what a program may rely on changes; fields may be added under the same version.
pub const PROTOCOL: u32 = 1;

/// The line that puts a question to a program.
pub(crate) fn question_line(
    (fight, side): (u64, &str),
    (asked, labels): (&OpenQuestion, &[Option<Label>]),
    view: &View,
) -> Value {
    json!({
        "protocol": PROTOCOL,
        "fight": fight,
        "side": side,
        "who": asked.who,
        "topic": asked.topic,
        "question": asked.question.to_json(labels),
        "view": view,
    })
}

impl Bot<'_> {
    /// Puts a question and returns the answer's words.
    ///
    /// # Errors
    /// Says in words what went wrong.
    pub(crate) fn ask(
        &mut self,
        (fight, side): (u64, &str),
        (asked, labels): (&OpenQuestion, &[Option<Label>]),
        view: &View,
    ) -> Result<String, String> {
        let question = match self.program.manner.slim {
            false => question_line((fight, side), (asked, labels), view),
            true => {
                let mut line = self.told.line((asked, labels), view);
                let head = json!({ "protocol": PROTOCOL, "fight": fight, "side": side, "who": asked.who, "topic": asked.topic });
                if let (Value::Object(line), Value::Object(head)) = (&mut line, head) {
                    line.extend(head);
                }
                line
            }
        };
        self.asked = true;
        let command = &self.program.command;
        let process = self.process.as_mut().map_err(|why| why.clone())?;
        match process.ask(question.to_string(), self.program.time) {
            Ok(line) => {
                let said = Said::read(&line).ok_or_else(|| {
                    format!("`{command}` wrote a line that is not {{\"answer\": \"…\"}} nor {{\"option\": 0}}")
                })?;
                said.words(&asked.question, labels).map_err(|why| format!("`{command}`: {why}"))
            }
            Err(why) => {
                let why = format!("`{command}` {why}");
                self.process = Err(why.clone());
                Err(why)
            }
        }
    }

    /// Tells how the fight ended, where the program asks for that and had a part in it: the outcome in a word, who won, and
    /// in which round.
    pub(crate) fn tell(&mut self, (fight, side): (u64, &str), (outcome, winner): (&str, Option<&str>), round: u32) {
        if !self.program.manner.results || !self.asked {
            return;
        }
        let result = json!({ "outcome": outcome, "winner": winner, "round": round });
        let line = json!({ "protocol": PROTOCOL, "fight": fight, "side": side, "result": result });
        if let Ok(process) = &mut self.process {
            process.tell(line.to_string());
        }
    }
}

impl Drop for Bot<'_> {
    fn drop(&mut self) {
        if let Ok(mut process) = std::mem::replace(&mut self.process, Err(String::new())) {
            process.last = self.program.manner.results.then_some(END);
            self.program.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(process);
        }
    }
}

/// A running program. What it writes and what it is sent each pass through a thread of their own, so that a program that
/// neither reads nor stops writing costs no more than its time.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<String>,
    /// What it is told before its input ends.
    last: Option<&'static str>,
}

/// The line that says that all is over.
const END: &str = "{\"protocol\":1,\"end\":true}";

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
        Ok(Process { child, to: Some(writing(input)), from: reading(output), last: None })
    }

    /// Writes a line and waits for one.
    pub(crate) fn ask(&mut self, line: String, time: Duration) -> Result<String, String> {
        let ended = || "has ended".to_owned();
        if self.from.try_recv().is_ok() {
            return Err("wrote a line that nobody had asked for".to_owned());
        }
        match self.to.as_ref().map(|to| to.try_send(line)) {
            Some(Ok(())) => {}
            Some(Err(TrySendError::Full(_))) => return Err("does not read what it is asked".to_owned()),
            Some(Err(TrySendError::Disconnected(_))) | None => return Err(ended()),
        }
        self.from.recv_timeout(time).map_err(|fault| match fault {
            RecvTimeoutError::Timeout => format!("did not answer within {} s", time.as_secs_f64()),
            RecvTimeoutError::Disconnected => ended(),
        })
    }

    /// Writes a line that wants no answer. One that it does not read is lost to it.
    fn tell(&mut self, line: String) {
        if let Some(to) = &self.to {
            let _ = to.try_send(line);
        }
    }

    /// What it writes within this time without being asked.
    pub(crate) fn heard(&self, time: Duration) -> Option<String> {
        self.from.recv_timeout(time).ok()
    }

    /// Ends its input, and says whether it then ended by itself soon enough.
    pub(crate) fn farewell(&mut self) -> bool {
        if let Some(last) = self.last.take() {
            self.tell(last.to_owned());
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

/// A thread that hands the program its lines, one after the other.
fn writing(mut input: ChildStdin) -> SyncSender<String> {
    // A question, behind how the last fight ended.
    let (to, lines) = sync_channel::<String>(2);
    std::thread::spawn(move || {
        for line in lines {
            if input.write_all(line.as_bytes()).and_then(|()| input.write_all(b"\n")).is_err() || input.flush().is_err()
            {
                return;
            }
        }
    });
    to
}

/// A thread that takes the program's lines in, never more than one ahead.
fn reading(output: ChildStdout) -> Receiver<String> {
    let (send, from) = sync_channel(1);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = std::io::Read::take(&mut output, MOST as u64).read_until(b'\n', &mut line);
            let whole = read.is_ok_and(|count| count > 0);
            if !whole || send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
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
