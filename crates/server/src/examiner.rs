//! Whether a client keeps to the JSON interface: every shape of question over a real connection, what goes wrong on one, and
//! whole fights.

mod client;
mod fight;
mod stand;

use std::fmt;
use std::io;
use std::time::Duration;

use quintain_engine::Question;
use quintain_library::Opened;
use serde_json::Value;

use client::Client;
use stand::{Came, Stand};

/// How long nothing happens where it is looked whether a client waits.
const QUIET: Duration = Duration::from_millis(1_500);

/// How often a client may ask for the state while nothing happens.
const MOST_READS: u64 = 6;

/// How long a stream of events stays cut before something happens again.
const CUT: Duration = Duration::from_millis(300);

/// What was looked at, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// What the interface asks of a client, in words.
    pub what: String,
    /// What is wrong; nothing where it is right.
    pub wrong: Option<String>,
}

/// A question that is put to a client.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// What it shows, in words.
    pub what: String,
    /// The question.
    pub question: Question<usize>,
    /// A field that a later version may have.
    pub more: Option<(&'static str, Value)>,
}

/// Why a client cannot be examined.
#[derive(Debug)]
pub struct NoClient(String);

impl fmt::Display for NoClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoClient {}

impl From<io::Error> for NoClient {
    fn from(fault: io::Error) -> Self {
        NoClient(fault.to_string())
    }
}

/// Looks whether the client behind a command line keeps to the interface. The address of its chair is added to the command as
/// the last word. Each answer may take `time`; at the end it plays the fights, alone on the game master's chair.
///
/// # Errors
/// When it cannot be started, or this machine gives no port.
pub fn examine(
    command: &str,
    time: Duration,
    exercises: &[Exercise],
    fights: Vec<Opened>,
) -> Result<Vec<Examined>, NoClient> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let mut all = at_the_stand(command, time, exercises).await?;
        all.push(of_another_version(command, time, exercises).await?);
        for opened in fights {
            all.push(fight::played(command, time, opened).await?);
        }
        Ok(all)
    })
}

/// A client before a table that asks what it likes.
struct Exam<'a> {
    command: &'a str,
    time: Duration,
    stand: Stand,
    client: Client,
    all: Vec<Examined>,
}

async fn at_the_stand(command: &str, time: Duration, exercises: &[Exercise]) -> Result<Vec<Examined>, NoClient> {
    let stand = Stand::open(crate::PROTOCOL).await?;
    let client = Client::start(command, stand.address())?;
    let mut exam = Exam { command, time, stand, client, all: Vec::new() };
    for exercise in exercises {
        exam.stand.ask(exercise);
        let wrong = exam.answered().await;
        exam.note(&exercise.what, wrong)?;
    }
    exam.dice().await?;
    if let [first, second, ..] = exercises {
        exam.late(first, second).await?;
        exam.quiet(first).await?;
        exam.cut_off(second).await?;
    }
    exam.over().await?;
    Ok(exam.all)
}

impl Exam<'_> {
    /// Notes what came of something. A client that has ended is begun anew.
    fn note(&mut self, what: &str, wrong: Option<String>) -> Result<(), NoClient> {
        self.all.push(Examined { what: what.to_owned(), wrong });
        self.stand.rest();
        if self.client.has_ended() {
            self.client = Client::start(self.command, self.stand.address())?;
        }
        Ok(())
    }

    /// What is wrong with the answer that comes, if anything is.
    async fn answered(&mut self) -> Option<String> {
        match self.came().await {
            Ok(Came::Right) => None,
            Ok(came) => Some(came.to_string()),
            Err(why) => Some(why),
        }
    }

    /// What the client sends next.
    async fn came(&mut self) -> Result<Came, String> {
        let until = tokio::time::Instant::now() + self.time;
        loop {
            if let Ok(came) = tokio::time::timeout(Duration::from_millis(50), self.stand.came()).await {
                return Ok(came);
            }
            if self.client.has_ended() {
                return Err("it has ended".to_owned());
            }
            if tokio::time::Instant::now() > until {
                return Err(format!("it did not answer within {} s", self.time.as_secs_f64()));
            }
        }
    }

    async fn dice(&mut self) -> Result<(), NoClient> {
        self.stand.ask_for_dice();
        let wrong = self.answered().await;
        self.note("it throws dice by hand", wrong)
    }

    /// The question changes while the client thinks about it: its answer is late.
    async fn late(&mut self, first: &Exercise, second: &Exercise) -> Result<(), NoClient> {
        self.stand.ask(first);
        self.stand.pull_away(second);
        let wrong = match self.came().await {
            Ok(Came::Late) => match self.came().await {
                Ok(Came::Right) => None,
                Ok(Came::Late) => {
                    Some("it gave the same answer again after it was told that it came too late".to_owned())
                }
                Ok(came) => Some(came.to_string()),
                Err(why) => Some(why),
            },
            Ok(came) => Some(came.to_string()),
            Err(why) => Some(why),
        };
        self.note("it looks again where its answer came too late", wrong)
    }

    /// Another seat is asked: the client waits, without asking again and again, and hears when it is its turn.
    async fn quiet(&mut self, next: &Exercise) -> Result<(), NoClient> {
        self.stand.wait_for_others();
        let came = tokio::time::timeout(QUIET, self.stand.came()).await;
        let reads = self.stand.reads();
        let mut wrong = came.ok().map(|came| format!("somebody else was asked, and {came}"));
        if wrong.is_none() && reads > MOST_READS {
            let seconds = QUIET.as_secs_f64();
            wrong = Some(format!(
                "it asked for the state {reads} times within {seconds} s in which nothing happened; the stream of events says when it is worth while"
            ));
        }
        self.note("it waits while others are asked", wrong)?;
        self.stand.ask(next);
        let wrong = self.answered().await;
        self.note("it hears that it is asked", wrong)
    }

    /// The stream of events breaks off.
    async fn cut_off(&mut self, next: &Exercise) -> Result<(), NoClient> {
        self.stand.wait_for_others();
        self.stand.cut();
        tokio::time::sleep(CUT).await;
        self.stand.ask(next);
        let wrong = self.answered().await;
        self.note("it goes on when the stream of events has broken off", wrong)
    }

    async fn over(&mut self) -> Result<(), NoClient> {
        self.stand.end();
        let wrong = match self.client.ends_within(self.time).await {
            true => None,
            false => Some(format!("it went on for {} s after the fight was over", self.time.as_secs_f64())),
        };
        self.all.push(Examined { what: "it ends when the fight is over".to_owned(), wrong });
        Ok(())
    }
}

/// A table of a later version of the interface, of which a client knows nothing: it says so and ends.
async fn of_another_version(command: &str, time: Duration, exercises: &[Exercise]) -> Result<Examined, NoClient> {
    let mut stand = Stand::open(crate::PROTOCOL + 98).await?;
    exercises.iter().take(1).for_each(|exercise| stand.ask(exercise));
    let mut client = Client::start(command, stand.address())?;
    let ended = client.ends_within(time).await;
    let wrong = match (stand.sent(), ended) {
        (Some(_), _) => Some("it answered all the same".to_owned()),
        (None, true) => None,
        (None, false) => Some(format!("it neither answered nor ended within {} s", time.as_secs_f64())),
    };
    Ok(Examined { what: "it ends where the interface has a version that it does not know".to_owned(), wrong })
}
