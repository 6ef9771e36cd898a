//! The same fight in four languages, with the same end: `cargo run --example random_fight`.
//!
//! Beside it lie `random_fight.py` (the package), `random_fight.js` (the bundle for browsers) and `bot.py` (the lines of
//! bots). To the n-th question each gives the option at place n² modulo their number, and the default where no single option
//! is asked for. At the end each has come to the digest in `digest.txt`.

use quintain::fight::{Answer, Shape};

/// Plays the fight, and says what its state is at the end.
pub fn random_fight() -> Result<String, Box<dyn std::error::Error>> {
    let mut live = quintain::open("thalassa/ambush")?.play().seed(8).side("heroes").begin()?;
    let mut asked = 0;
    while let Some(open) = live.questions().into_iter().next() {
        asked += 1;
        let answer = match &open.question.shape {
            Shape::OneOf(_, options) => Answer::One(asked * asked % options.len()),
            _ => open.question.default,
        };
        live.answer_with(0, &answer)?;
    }
    Ok(live.digest())
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", random_fight()?);
    Ok(())
}
