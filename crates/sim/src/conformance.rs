//! Whether a program keeps to the protocol of bots: every shape of answer, what is new to it, fights one after another.

mod series;

pub use series::every_question;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use quintain_engine::{AnyFight, Conduct, OpenQuestion, Plan, ROUND_LIMIT, Side, View};
use serde_json::Value;

use crate::driven::{Driven, Driver};
use crate::program::{Line, Manner, NoProgram, Process, Program, Said, Talk};

/// How long a program is listened to that has nothing to say.
const SILENCE: Duration = Duration::from_millis(200);

/// How many fights of each encounter are played.
const FIGHTS: u64 = 3;

/// What was looked at, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the protocol asks of a program, in words.
    pub what: String,
    /// What is wrong; nothing where it is right.
    pub wrong: Option<String>,
}

/// Looks whether the program behind a command line keeps to the protocol, asked in this manner. Each answer may take `time`;
/// at the end it plays the first side of some fights, named for what is said of them.
///
/// # Errors
/// When it cannot be started.
pub fn conformance(
    (command, manner): (&str, Manner),
    time: Duration,
    fights: &[(String, Arc<dyn AnyFight>)],
) -> Result<Vec<Checked>, NoProgram> {
    let mut checked = questions((command, manner), time)?;
    checked.push(silence(command)?);
    checked.push(farewell((command, manner), time)?);
    if manner.many {
        checked.push(many((command, manner), time)?);
    }
    for (name, fight) in fights {
        checked.push(played((command, manner), time, name, fight)?);
    }
    Ok(checked)
}

/// A question of every shape, each put to the same program; one that has stopped answering is begun anew.
fn questions((command, manner): (&str, Manner), time: Duration) -> Result<Vec<Checked>, NoProgram> {
    let mut process = Process::start(command)?;
    let mut checked = Vec::new();
    for asked in every_question() {
        let line = asked.line(manner);
        let wrong = match process.ask(&line, time) {
            Ok(line) => match Said::read(&line) {
                Some(said) => asked.wrong(&said),
                None => Some(format!("it wrote {:?}, which is not {{\"answer\": \"…\"}}", line.trim_end())),
            },
            Err(why) => {
                process = Process::start(command)?;
                Some(format!("it {why}"))
            }
        };
        checked.push(Checked { what: asked.what.to_owned(), wrong });
    }
    Ok(checked)
}

/// Nothing is written before something is asked.
fn silence(command: &str) -> Result<Checked, NoProgram> {
    let mut process = Process::start(command)?;
    let wrong = process.hear(SILENCE).ok().map(|line| format!("it wrote {:?}", line.trim_end()));
    Ok(Checked { what: "it waits until it is asked".to_owned(), wrong })
}

/// A program ends by itself when nothing more comes.
fn farewell((command, manner): (&str, Manner), time: Duration) -> Result<Checked, NoProgram> {
    let mut process = Process::start(command)?;
    let asked = every_question().next().map(|asked| process.ask(&asked.line(manner), time));
    let ended = process.farewell();
    let wrong = match asked {
        Some(Err(why)) => Some(format!("it {why}")),
        _ if !ended => Some("it went on after its input had ended, and was ended".to_owned()),
        _ => None,
    };
    Ok(Checked { what: "it ends when its input ends".to_owned(), wrong })
}

/// Questions of several fights are put before any is answered: each must get an answer of its own.
fn many((command, manner): (&str, Manner), time: Duration) -> Result<Checked, NoProgram> {
    let program = Program::new(command, time)?.in_manner(manner);
    let mut talk = Talk::with(&program);
    let era = talk.begin();
    let put: Vec<Asked> = every_question().zip(1..).map(|(asked, fight)| Asked { fight, ..asked }).collect();
    let mut wrong = put.iter().find_map(|asked| talk.ask((era, asked.fight), &asked.line(manner)).err());
    while wrong.is_none() && talk.waits() {
        wrong = talk.hear().into_iter().find_map(|heard| {
            let asked = put.iter().find(|asked| asked.fight == heard.fight)?;
            let why = match heard.said {
                Ok(Some(said)) => asked.wrong(&said)?,
                Ok(None) => "it wrote a line that is no answer".to_owned(),
                Err(why) => why,
            };
            Some(format!("in fight {}, {}: {why}", asked.fight, asked.what))
        });
    }
    Ok(Checked { what: "it answers in each of several fights under way".to_owned(), wrong })
}

fn played(
    (command, manner): (&str, Manner),
    time: Duration,
    name: &str,
    fight: &Arc<dyn AnyFight>,
) -> Result<Checked, NoProgram> {
    let program = Driver::Program(Program::new(command, time)?.in_manner(manner));
    let driven = Driven::new(Arc::clone(fight), vec![(Side(0), program)]);
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: ROUND_LIMIT };
    driven.simulate(&plan, 0..FIGHTS, &mut |_, _| ControlFlow::Continue(()));
    let complaints = driven.complaints();
    let wrong = complaints.first().map(|(why, times)| format!("{why} ({times} times)"));
    Ok(Checked { what: format!("it plays {FIGHTS} fights of {name}"), wrong })
}

/// A question as it is put to a program.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What it shows of a program, in words.
    pub what: &'static str,
    /// The number of the fight, from 1.
    pub fight: u64,
    /// The question, which is put to the combatant in the first place.
    pub question: quintain_engine::Question<usize>,
    /// A field that a later version of the protocol may have.
    pub more: Option<(&'static str, Value)>,
}

impl Asked {
    /// What is wrong with an answer.
    fn wrong(&self, said: &Said) -> Option<String> {
        let read = said.words(&self.question, &[]);
        read.map_or_else(Some, |words| self.question.read(&words).err().map(|why| format!("it said `{words}`: {why}")))
    }

    fn line(&self, manner: Manner) -> String {
        let asked = OpenQuestion {
            who: "Ælfwine \"the Quick\"".into(),
            topic: "conformance",
            by: None,
            question: self.question.clone(),
        };
        let line = Line { manner, fight: self.fight, begins: true, side: "heroes", asked: &asked, labels: &[] };
        let mut line = line.value(&nowhere());
        if let Some((field, value)) = &self.more {
            line[*field] = value.clone();
            line["question"][*field] = value.clone();
        }
        line.to_string()
    }
}

/// A fight in which nobody stands: these questions are about lines alone.
fn nowhere() -> View {
    View {
        rulebook: "conformance",
        round: 1,
        moment: String::new(),
        over: None,
        order: Vec::new(),
        stats: Vec::new(),
        combatants: Vec::new(),
        intents: Vec::new(),
        zones: Vec::new(),
        lights: Vec::new(),
        scale: None,
        map: Vec::new(),
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// The command line of a program that does what a shell's script says, which is kept in this folder.
    fn script(folder: &TempDir, words: &str) -> String {
        let path = folder.path().join("bot.sh");
        std::fs::write(&path, words).unwrap();
        format!("sh {}", path.display())
    }

    fn told(words: &str) -> Vec<(String, Option<String>)> {
        let folder = tempfile::tempdir().unwrap();
        let all = conformance((&script(&folder, words), Manner::default()), Duration::from_secs(2), &[]).unwrap();
        all.into_iter().map(|one| (one.what, one.wrong)).collect()
    }

    #[test]
    fn the_default_is_an_answer_to_everything_but_free_words() {
        let all = told("while read line; do echo '{\"answer\": \"default\"}'; done");
        assert!(all.len() > 8);
        for (what, wrong) in all {
            assert_eq!(wrong, None, "{what}");
        }
    }

    #[test]
    fn what_is_no_answer_is_told() {
        let all = told("while read line; do echo nonsense; done; sleep 9");
        let wrong: Vec<String> = all.into_iter().filter_map(|(_, wrong)| wrong).collect();
        for part in ["which is not", "went on"] {
            assert!(wrong.iter().any(|wrong| wrong.contains(part)), "{part} in {wrong:?}");
        }
    }

    #[test]
    fn a_line_before_the_first_question_is_told() {
        let all = told("echo hello; sleep 9");
        assert!(all.into_iter().any(|(what, wrong)| {
            what == "it waits until it is asked" && wrong.is_some_and(|wrong| wrong.contains("hello"))
        }));
    }

    #[test]
    fn a_second_line_is_told_at_the_next_question() {
        let folder = tempfile::tempdir().unwrap();
        let command = script(&folder, "while read line; do echo one; echo two; done");
        let mut process = Process::start(&command).unwrap();
        let line = every_question().next().unwrap().line(Manner::default());
        // Sooner or later its second line is there before the next question.
        let told = (0..1_000).find_map(|_| {
            let told = process.ask(&line, Duration::from_secs(2)).err();
            std::thread::sleep(Duration::from_millis(5));
            told
        });
        assert!(told.unwrap().contains("nobody had asked"));
    }
}
