//! How long an answer takes until the next question is there: in a live fight, and in a drill.

use std::time::{Duration, Instant};

use quintain_engine::{AnyFight, Conduct, Seats, Terms};

/// Fights that are played, so many that what is slow only once does not count, and answers in each at most.
const FIGHTS: u64 = 12;
const ANSWERS: usize = 300;

/// The median of so many answers of players who take what is proposed.
pub fn median(fight: &dyn AnyFight, live: bool) -> (Duration, usize) {
    let mut all: Vec<Duration> = (0..FIGHTS).flat_map(|number| counted_fights(fight, number, live)).collect();
    all.sort_unstable();
    (all.get(all.len() / 2).copied().unwrap_or_default(), all.len())
}

/// How long each answer of a fight takes.
#[inline(never)]
fn counted_fights(fight: &dyn AnyFight, number: u64, live: bool) -> Vec<Duration> {
    let seats = Seats { players: true, ..Seats::nobody() };
    let terms = Terms { seats, ..Terms::unattended(1, number, Conduct::best()) };
    if live {
        let mut live = fight.live(terms, Vec::new());
        answers(|| live.answer_default().is_ok())
    } else {
        let mut drill = fight.drill(terms);
        answers(|| drill.answer_default_of(0).is_ok())
    }
}

fn answers(mut answer: impl FnMut() -> bool) -> Vec<Duration> {
    let mut all = Vec::new();
    while all.len() < ANSWERS {
        let began = Instant::now();
        if !answer() {
            break;
        }
        all.push(began.elapsed());
    }
    all
}
