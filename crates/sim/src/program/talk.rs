//! A talk with a program about the fights of one thread, one after another or many at once.

use std::collections::VecDeque;

use serde_json::Value;

use super::{Process, Program, Said};

/// A program while a thread plays fights. One that has ended, or been silent too long, is not asked again in any fight that it
/// had under way; those that begin later have another process.
#[derive(Debug)]
pub(crate) struct Talk<'a> {
    program: &'a Program,
    process: Option<Process>,
    /// Why it is not asked any more.
    broken: Option<String>,
    /// How many processes have broken, and why the last of them has.
    era: u32,
    failed: String,
    /// The fights whose questions it has not answered, the oldest first.
    open: VecDeque<u64>,
    /// Lines that are yet to be sent.
    unsent: String,
}

/// What a program said, or why it says nothing.
#[derive(Debug)]
pub(crate) struct Heard {
    /// The fight in which it was asked.
    pub(crate) fight: u64,
    /// The answer; nothing where the line was none.
    pub(crate) said: Result<Option<Said>, String>,
}

impl<'a> Talk<'a> {
    pub(crate) fn with(program: &'a Program) -> Self {
        Talk {
            program,
            process: None,
            broken: None,
            era: 0,
            failed: String::new(),
            open: VecDeque::new(),
            unsent: String::new(),
        }
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }

    /// A fight begins: by this number it is known whether the process that it began with is still there.
    pub(crate) fn begin(&mut self) -> u32 {
        if let Some(why) = self.broken.take() {
            (self.era, self.failed) = (self.era + 1, why);
        }
        self.era
    }

    /// Whether anything is asked and not answered.
    pub(crate) fn waits(&self) -> bool {
        !self.open.is_empty()
    }

    /// Puts a question of a fight that began in this era. It is sent with the others before anything is heard.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(crate) fn ask(&mut self, (era, fight): (u32, u64), line: &str) -> Result<(), String> {
        if let Some(why) = &self.broken {
            return Err(why.clone());
        }
        if era != self.era {
            return Err(self.failed.clone());
        }
        let (waits, command) = (self.waits(), self.program.command());
        let listens = self.listener().and_then(|process| match waits {
            true => Ok(()),
            false => process.is_silent().map_err(|why| format!("`{command}` {why}")),
        });
        if let Err(why) = listens {
            self.break_off(&why);
            return Err(why);
        }
        self.write(line);
        self.open.push_back(fight);
        Ok(())
    }

    /// Writes a line that wants no answer. One that it does not read is lost to it.
    pub(crate) fn tell(&mut self, line: &str) {
        if self.process.is_some() {
            self.write(line);
        }
    }

    fn write(&mut self, line: &str) {
        self.unsent.push_str(line);
        self.unsent.push('\n');
    }

    /// Sends what is asked, and waits for answers: all that have come by then.
    pub(crate) fn hear(&mut self) -> Vec<Heard> {
        let time = self.program.time;
        let first = self.send().and_then(|()| match &mut self.process {
            Some(process) => process.hear(time),
            None => Err("is not there".to_owned()),
        });
        let mut heard = Vec::new();
        let mut next = match first {
            Ok(line) => Some(line),
            Err(why) => return self.fails(&why, heard),
        };
        while let Some(line) = next {
            match self.read(&line) {
                Ok(said) => heard.push(said),
                Err(why) => return self.fails(&why, heard),
            }
            next = match &mut self.process {
                Some(process) if !self.open.is_empty() => process.heard_already(),
                _ => None,
            };
        }
        heard
    }

    /// What a line says, and of which fight: the one that it names, or the one that was asked first.
    fn read(&mut self, line: &str) -> Result<Heard, String> {
        let value: Option<Value> = serde_json::from_str(line).ok();
        let place = match value.as_ref().and_then(|value| value.get("fight")?.as_u64()) {
            None => 0,
            Some(fight) => {
                let place = self.open.iter().position(|open| *open == fight);
                place.ok_or_else(|| format!("answered in fight {fight}, in which nothing was asked"))?
            }
        };
        let fight = self.open.remove(place).unwrap_or_default();
        Ok(Heard { fight, said: Ok(value.and_then(|value| serde_json::from_value(value).ok())) })
    }

    /// The process breaks off: nothing that it was asked is answered.
    fn fails(&mut self, why: &str, mut heard: Vec<Heard>) -> Vec<Heard> {
        let why = self.complaint(why);
        let open = std::mem::take(&mut self.open);
        heard.extend(open.into_iter().map(|fight| Heard { fight, said: Err(why.clone()) }));
        self.break_off(&why);
        heard
    }

    fn break_off(&mut self, why: &str) {
        self.broken = Some(why.to_owned());
        self.process = None;
        self.unsent.clear();
    }

    fn complaint(&self, why: &str) -> String {
        format!("`{}` {why}", self.program.command())
    }

    fn listener(&mut self) -> Result<&mut Process, String> {
        let process = match self.process.take() {
            Some(process) => process,
            None => self.program.process()?,
        };
        Ok(self.process.insert(process))
    }

    fn send(&mut self) -> Result<(), String> {
        match &mut self.process {
            Some(process) if !self.unsent.is_empty() => process.send(std::mem::take(&mut self.unsent)),
            _ => Ok(()),
        }
    }
}

/// The process is free for other fights, unless it owes an answer.
impl Drop for Talk<'_> {
    fn drop(&mut self) {
        let sent = self.send();
        if let Some(mut process) = self.process.take()
            && sent.is_ok()
            && !self.waits()
        {
            let manner = self.program.manner;
            process.last = manner.results.then(|| format!("{{\"protocol\":{},\"end\":true}}\n", manner.protocol()));
            self.program.lay_by(process);
        }
    }
}
