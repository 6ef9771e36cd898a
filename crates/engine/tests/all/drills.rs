//! Drills take the course of live fights, and redealt copies another one.

use crate::common::{self, any_duel, best, in_the_middle};
use quintain_dice::LateStream;
use quintain_engine::{
    Answer, AnyDrill, AnyLive, AnyQuestion, Conduct, Fact, Live, Picks, Seats, Shape, Side, Tactics, Terms, Waiting,
};

fn terms(seed: u64, seats: Seats, conduct: Conduct) -> Terms {
    Terms { seats, ..Terms::unattended(seed, 3, conduct) }
}

/// Some legal answer to a question, by the places of its options.
fn some_answer(question: &dyn AnyQuestion, stream: &mut LateStream) -> Option<Answer<usize>> {
    let options = question.options();
    let mut any = |below: usize| stream.below(below.max(1) as u32) as usize;
    Some(match question.shape() {
        Shape::OneOf(..) => Answer::One(any(options)),
        Shape::Several { least, .. } => Answer::Several((0..least).collect::<Picks<usize>>()),
        Shape::OrderOf(_) => Answer::Order((0..options).rev().collect::<Picks<usize>>()),
        Shape::Number { least, most } => Answer::Number(least + any((most - least + 1) as usize) as i64),
        _ => return None,
    })
}

fn answered(live: &mut dyn AnyLive, drill: &mut dyn AnyDrill, stream: &mut LateStream) {
    let place = stream.below(live.open() as u32) as usize;
    let (one, other) = (live.question(place).unwrap(), drill.question(place).unwrap());
    assert_eq!((one.plain(), one.topic(), one.default()), (other.plain(), other.topic(), other.default()));
    assert_eq!(one.options(), one.plain().choices().len());
    let answer = some_answer(&*one, stream);
    drop((one, other));
    match answer {
        Some(answer) => {
            live.answer_with(place, &answer).unwrap();
            drill.answer_with(place, &answer).unwrap();
        }
        None => {
            live.answer_default_of(place).unwrap();
            drill.answer_default_of(place).unwrap();
        }
    }
}

#[test]
fn a_drill_takes_the_course_of_the_live_fight() {
    let heroes = || Seats { players: true, ..Seats::nobody() };
    let random = || Conduct { uniform: Some(Tactics::Random), ..Conduct::default() };
    for (seed, seats, conduct) in [(1, Seats::everybody(), best()), (2, heroes(), random()), (3, heroes(), best())] {
        let fight = any_duel();
        let mut live = fight.live(terms(seed, seats.clone(), conduct.clone()), Vec::new());
        let mut drill = fight.drill(terms(99, seats, conduct));
        for _ in 0..40 {
            drill.answer_default_of(0).ok();
        }
        drill.again(seed, 3);
        let mut stream = LateStream::for_tactics(seed, 0);
        while live.open() > 0 {
            assert_eq!(live.open(), drill.open());
            assert_eq!(live.digest(), drill.digest());
            answered(&mut *live, &mut *drill, &mut stream);
        }
        assert_eq!((live.outcome(), live.digest(), live.fates()), (drill.outcome(), drill.digest(), drill.fates()));
        assert!(matches!(live.waiting(), Waiting::Over(_) | Waiting::Undecided), "{:?}", live.waiting());
        assert_eq!((live.view(), drill.open(), drill.round()), (drill.view(), 0, live.view().round));
        assert!(drill.answer_default_of(0).is_err());
    }
}

/// The digests of the states through which the default answers lead.
fn course(live: &mut dyn AnyLive) -> Vec<String> {
    let mut all = vec![live.digest()];
    while live.answer_default().is_ok() && all.len() < 200 {
        all.push(live.digest());
    }
    all
}

#[test]
fn a_copy_throws_the_same_dice_and_a_redealt_one_others() {
    let mut live = any_duel().live(terms(5, Seats::everybody(), best()), Vec::new());
    for _ in 0..7 {
        live.answer_default().unwrap();
    }
    let (mut same, mut one, mut again, mut other) = (live.apart(), live.redealt(1), live.redealt(1), live.redealt(2));
    assert_eq!((one.digest(), one.facts().to_vec()), (live.digest(), live.facts().to_vec()));
    let first = course(&mut *one);
    assert_eq!(first, course(&mut *again));
    assert_ne!(first, course(&mut *other));
    let before = course(&mut *live);
    assert_eq!(before, course(&mut *same));
    assert_ne!(before, first);
}

#[test]
fn a_redealt_fight_is_the_one_that_its_facts_and_seed_lead_to() {
    let mut live = any_duel().live(terms(5, Seats::everybody(), best()), Vec::new());
    for _ in 0..9 {
        live.answer_default().unwrap();
    }
    let mut redealt = live.redealt(8);
    let mut resumed = any_duel().live(terms(8, Seats::everybody(), best()), live.facts().to_vec());
    assert_eq!(course(&mut *redealt), course(&mut *resumed));
}

#[test]
fn undone_dice_are_forgotten_by_a_redealt_copy() {
    let mut live = any_duel().live(terms(5, Seats::everybody(), best()), Vec::new());
    let mut stream = LateStream::for_tactics(1, 1);
    for _ in 0..14 {
        let answer = some_answer(&*live.question(0).unwrap(), &mut stream);
        match answer {
            Some(answer) => live.answer_with(0, &answer).unwrap(),
            None => live.answer_default().unwrap(),
        }
    }
    let thrown = |live: &dyn AnyLive| live.facts().iter().filter(|fact| matches!(fact, Fact::Dice { .. })).count();
    let before = thrown(&*live);
    while thrown(&*live) + 3 > before {
        live.undo().unwrap();
    }
    let resumed = |seed| any_duel().live(terms(seed, Seats::everybody(), best()), live.facts().to_vec());
    assert_eq!(course(&mut *live.redealt(8)), course(&mut *resumed(8)), "nothing but the facts and the seed");
    assert_ne!(course(&mut *live.apart()), course(&mut *live.redealt(8)));
}

#[test]
fn whole_sides_may_sit_at_the_table() {
    let seats = Seats { sides: vec![Side(1)], ..Seats::nobody() };
    let mut live = any_duel().live(terms(5, seats, best()), Vec::new());
    let mut asked = 0;
    while live.open() > 0 {
        let who = live.question(0).unwrap().who().to_owned();
        assert!(who.starts_with("Wolf"), "{who}");
        live.answer_default().unwrap();
        asked += 1;
    }
    assert!(asked > 0);
}

#[test]
fn a_redealt_fight_throws_the_dice_that_were_waited_for() {
    let live: Live<common::Toy> = in_the_middle();
    let redealt = Live::redealt(&live, 4);
    assert_eq!(redealt.facts(), live.facts());
    assert!(AnyLive::open(&redealt) > 0);
}

#[test]
fn an_answer_that_is_not_offered_is_refused() {
    let mut live = any_duel().live(terms(5, Seats::everybody(), best()), Vec::new());
    let options = live.question(0).unwrap().options();
    let before = live.facts().len();
    let fault = live.answer_with(0, &Answer::One(options)).unwrap_err().to_string();
    assert!(fault.contains("asked for is"), "{fault}");
    assert!(live.answer_with(99, &Answer::One(0)).is_err());
    assert_eq!(live.facts().len(), before);
}
