//! The crate as its users see it, over every rulebook that is built in.
#![allow(clippy::unwrap_used)]

use quintain::fight::{Answer, Picks, Shape};
use quintain::{Fight, open, ready_made};

/// A ready-made encounter of each rulebook that is built in.
fn one_of_each() -> Vec<Fight> {
    let mut books: Vec<&str> = Vec::new();
    let names = ready_made().map(|one| one.name).filter(|name| {
        let book = name.split('/').next().unwrap_or_default();
        !books.contains(&book) && {
            books.push(book);
            true
        }
    });
    names.map(|name| open(name).unwrap()).collect()
}

/// The answer to the first open question that takes every `n`-th option in turn.
fn answer(fight: &dyn quintain::fight::AnyQuestion, n: usize) -> Option<Answer<usize>> {
    let options = fight.options();
    match fight.shape() {
        Shape::OneOf(..) => Some(Answer::One(n % options.max(1))),
        Shape::Number { least, most } => Some(Answer::Number(least + n as i64 % (most - least + 1))),
        Shape::OrderOf(_) => Some(Answer::Order((0..options).collect::<Picks<usize>>())),
        _ => None,
    }
}

#[test]
fn drills_take_the_course_of_live_fights() {
    for fight in one_of_each() {
        for number in 0..3 {
            let play = fight.play().seed(11).number(number);
            let (mut live, mut drill) = (play.begin().unwrap(), play.drill().unwrap());
            for n in 0..120 {
                assert_eq!(live.digest(), drill.digest(), "{fight:?} {number} {n}");
                let Some(question) = drill.question(0) else { break };
                let given = answer(&*question, n * 7);
                drop(question);
                match given {
                    Some(answer) => {
                        let words =
                            |question: Box<dyn quintain::fight::AnyQuestion + '_>| question.plain().write(&answer);
                        let words = drill.question(0).map(words).unwrap();
                        let who = live.questions()[0].who.clone();
                        live.answer(&who, &words).unwrap();
                        drill.answer_with(0, &answer).unwrap();
                    }
                    None => {
                        live.answer_default().unwrap();
                        drill.answer_default_of(0).unwrap();
                    }
                }
            }
            assert_eq!((live.outcome(), live.digest()), (drill.outcome(), drill.digest()), "{fight:?} {number}");
        }
    }
}

#[test]
fn a_record_is_taken_up_where_it_ends() {
    for fight in one_of_each() {
        let mut live = fight.play().seed(4).begin().unwrap();
        for n in 0..25 {
            let Some(given) = live.any().question(0).map(|question| answer(&*question, n)) else { break };
            match given {
                Some(given) => live.answer_with(0, &given).unwrap(),
                None => live.answer_default().unwrap(),
            }
        }
        let again = Fight::resume(&live.record()).unwrap();
        assert_eq!((again.digest(), again.questions()), (live.digest(), live.questions()), "{fight:?}");
        assert_eq!(again.record(), live.record());
        let mut redealt = live.redealt(9);
        let mut resumed = Fight::resume(&redealt.record()).unwrap();
        while redealt.answer_default().is_ok() {
            resumed.answer_default().unwrap();
        }
        assert_eq!(redealt.digest(), resumed.digest(), "{fight:?}");
    }
}

#[test]
fn undo_takes_decisions_back() {
    for fight in one_of_each() {
        let mut live = fight.play().seed(4).begin().unwrap();
        let before = (live.digest(), live.questions());
        // A quick contest is decided by dice alone.
        if live.is_over() {
            continue;
        }
        live.choose(0, 0).unwrap();
        live.undo().unwrap();
        assert_eq!((live.digest(), live.questions()), before);
        assert!(live.undo().is_err());
    }
}

#[test]
fn wrong_names_are_told_the_right_one() {
    let Some(fight) = one_of_each().into_iter().next() else { return };
    let side = fight.sides()[0].clone();
    let wrong = fight.play().side(format!("{side}x")).begin().unwrap_err().to_string();
    assert!(wrong.contains(&format!("the nearest name is `{side}`")), "{wrong}");
    let wrong = fight.play().tactics("randon").begin().unwrap_err().to_string();
    assert!(wrong.contains("random"), "{wrong}");
    assert!(open("no/such/thing").is_err());
}

#[cfg(feature = "sim")]
mod sim {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::one_of_each;

    #[test]
    fn runs_tell_of_progress_and_can_be_stopped() {
        for fight in one_of_each() {
            let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let progress = |more| {
                done.fetch_add(more, Ordering::Relaxed);
                stop.store(true, Ordering::Relaxed);
            };
            let report = fight.sim(1_000_000).threads(1).progress(&progress).stop(&stop).run().unwrap();
            assert!(report.stopped && report.fights == done.into_inner(), "{fight:?}");
        }
    }

    #[test]
    fn threads_change_nothing() {
        for fight in one_of_each() {
            let of = |threads| {
                let report = fight.sim(40).seed(3).threads(threads).run().unwrap();
                report.sides.into_iter().map(|side| side.wins).collect::<Vec<_>>()
            };
            assert_eq!(of(1), of(3));
        }
    }

    #[test]
    fn what_is_wrong_with_knobs_and_targets_is_said() {
        let Some(fight) = one_of_each().into_iter().next() else { return };
        let sim = fight.sim(10);
        assert!(sim.sweep(&["nobody.there=1"]).is_err());
        assert!(sim.compare_with(&[]).is_ok());
        assert!(sim.clone().tactics("search:1").run().unwrap_err().to_string().contains("play-outs"));
        assert!(sim.clone().tactics("nobody=random").run().is_err());
    }

    #[test]
    fn search_plays_a_side() {
        let Some(fight) = one_of_each().into_iter().next() else { return };
        let side = &fight.sides()[0];
        let report = fight.sim(2).tactics(format!("{side}=search:4")).run().unwrap();
        assert_eq!(report.fights, 2);
    }
}
