//! Plays fights for `cargo xtask bench`, which counts what they cost, and says how they ended: `cost BOOK/ENCOUNTER FROM TO`
//! for a ready-made encounter, `cost crowd BOOK open|walls EACH FROM TO` for so many a side, `cost steps live|drill
//! BOOK/ENCOUNTER` for the median time of an answer. Fights before FROM are played
//! first, so that what is kept with the map and grows with use is there.

mod crowd;
mod steps;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{ControlFlow, Range};
use std::process::ExitCode;

use quintain_books::library;
use quintain_content::Source;
use quintain_engine::{AnyFight, Conduct, Plan};
use quintain_library::files;

/// Rounds that a fight takes at most.
const ROUNDS: u32 = 200;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match told(&words) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// What is to be said of the fights: a number that is another where any of them ends otherwise, and the decisions and rounds
/// in them where crowds fight.
fn told(words: &[&str]) -> Result<String, String> {
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` is no number"));
    let plan = Plan { seed: 1, conduct: Conduct::best(), round_limit: ROUNDS };
    match *words {
        ["crowd", book, ground, each, from, to] => {
            let text = crowd::encounter(book, ground, number(each)?).ok_or("no such crowd")?;
            let opened = library()
                .open_source(Source::new("crowd.toml", &*text), &files::read)
                .map_err(|fault| fault.to_string())?;
            let fights = number(from)?..number(to)?;
            let ended = play(&*opened.fight, &plan, fights.clone());
            let rounds = rounds(&*opened.fight, &plan, fights.clone());
            let decisions = crowd::asked(book, &text, &plan, fights).ok_or("no such rulebook")?;
            Ok(format!("{ended:016x} {decisions} {rounds}"))
        }
        ["steps", how @ ("live" | "drill"), encounter] => {
            let opened = library().open(encounter, &files::read).map_err(|fault| fault.to_string())?;
            let (median, answers) = steps::median(&*opened.fight, how == "live");
            Ok(format!("{:.1} {answers}", median.as_secs_f64() * 1e6))
        }
        [encounter, from, to] => {
            let opened = library().open(encounter, &files::read).map_err(|fault| fault.to_string())?;
            Ok(format!("{:016x}", play(&*opened.fight, &plan, number(from)?..number(to)?)))
        }
        _ => Err("cost BOOK/ENCOUNTER FROM TO, or cost crowd BOOK open|walls EACH FROM TO".to_owned()),
    }
}

/// How many rounds there are in these fights, all together.
fn rounds(fight: &dyn AnyFight, plan: &Plan, fights: Range<u64>) -> u64 {
    let mut all = 0;
    fight.simulate(plan, fights, &mut |_, result| {
        all += u64::from(result.rounds.min(plan.round_limit).max(1));
        ControlFlow::Continue(())
    });
    all
}

fn play(fight: &dyn AnyFight, plan: &Plan, fights: Range<u64>) -> u64 {
    fight.simulate(plan, 0..fights.start, &mut |_, _| ControlFlow::Continue(()));
    counted_fights(fight, plan, fights)
}

/// The fights whose instructions are counted, by the name of this function.
#[inline(never)]
fn counted_fights(fight: &dyn AnyFight, plan: &Plan, fights: Range<u64>) -> u64 {
    let mut ended = DefaultHasher::new();
    fight.simulate(plan, fights, &mut |_, result| {
        result.rounds.hash(&mut ended);
        for fate in &result.fates {
            (fate.died, fate.out, fate.dealt, fate.taken).hash(&mut ended);
        }
        ControlFlow::Continue(())
    });
    ended.finish()
}
