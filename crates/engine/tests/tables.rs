//! The tables agree with each other, and a live fight can be stopped, changed, taken back and taken up again.

#![allow(clippy::unwrap_used)]

mod common;

use common::{TOY, Toy, any_duel, best, duel, queue, table, terms};
use quintain_dice::Stream;
use quintain_engine::{
    Conduct, DiceFrom, Exact, Fact, Hall, Live, Plan, Progress, Rulebook, Seats, Stop, Tactics, Terms, digest, play_out,
};

/// Plays on, with the tactics of a person who takes each option in turn, until it is over.
fn play_some(live: &mut Live<Toy>, stream: &mut Stream, steps: usize) {
    for _ in 0..steps {
        match live.stop() {
            Stop::Asked(open) => {
                let (_, question) = &open[stream.below(open.len() as u32) as usize];
                let words = question.write(&quintain_engine::random(question, stream));
                let who = quintain_engine::seat_name(live.fight(), question.to).to_owned();
                live.answer(&who, &words).unwrap();
            }
            Stop::Dice(throw) => {
                let faces: Vec<u16> = (0..throw.count).map(|_| stream.die(throw.sides)).collect();
                live.throw(&faces).unwrap();
            }
            _ => return,
        }
    }
}

fn stop_words(live: &Live<Toy>) -> Vec<String> {
    live.who_is_asked()
}

#[test]
fn replay_equals_play_and_each_prefix_stops_alike() {
    for seed in 0..6 {
        let mut stream = Stream::new(seed, 1);
        let mut live = table(&[]);
        let mut stops = vec![(live.facts().len(), stop_words(&live), digest(live.fight()), live.log().len())];
        for _ in 0..60 {
            play_some(&mut live, &mut stream, 1);
            stops.push((live.facts().len(), stop_words(&live), digest(live.fight()), live.log().len()));
        }
        for (facts, words, state, events) in stops {
            let prefix = live.facts()[..facts].to_vec();
            let again = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), prefix.clone());
            assert_eq!(stop_words(&again), words);
            assert_eq!(digest(again.fight()), state);
            assert_eq!(again.log(), &live.log()[..events]);
            assert_eq!(again.facts(), prefix);
        }
    }
}

#[test]
fn hall_and_desk_play_the_same_fight() {
    let conducts = [
        best(),
        Conduct { uniform: Some(Tactics::Random), ..Conduct::default() },
        Conduct::of_sides(vec![Tactics::Own(1), Tactics::Random]),
        Conduct { gm: Tactics::Random, ..Conduct::of_sides(vec![Tactics::Own(1)]) },
    ];
    for conduct in conducts {
        for number in 0..40 {
            let mut fight = duel();
            let outcome = play_out(&mut fight, &mut Hall::new(9, number, &conduct), 200);
            let live = Live::begin(duel(), Terms::unattended(9, number, conduct.clone()));
            match live.stop() {
                Stop::Over(over) => assert_eq!(Some(*over), outcome),
                Stop::Undecided => assert_eq!(outcome, None),
                stop => panic!("{stop:?}"),
            }
            assert_eq!(digest(live.fight()), digest(&fight));
            // Taken up in the middle it goes on in the same way.
            for cut in [1, live.facts().len() / 3, live.facts().len() / 2, live.facts().len() - 1] {
                let facts = live.facts()[..cut].to_vec();
                let again = Live::resume(duel(), Terms::unattended(9, number, conduct.clone()), facts);
                assert_eq!(again.facts(), live.facts());
                assert_eq!(again.log(), live.log());
            }
        }
    }
}

#[test]
fn simulations_report_each_fight() {
    let plan = Plan { seed: 9, conduct: best(), round_limit: 200 };
    let mut numbers = Vec::new();
    any_duel().simulate(&plan, 3..9, &mut |number, result| {
        assert_eq!(result.fates.len(), 4);
        assert!(result.outcome.is_some() && result.rounds > 0);
        numbers.push(number);
        if number == 6 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    assert_eq!(numbers, [3, 4, 5, 6]);
    assert_eq!(format!("{TOY:?}"), "toy");
}

#[test]
fn sealed_answers_come_in_any_order() {
    let mut one = table(&[]);
    let Stop::Asked(open) = one.stop() else { panic!() };
    assert_eq!(open.len(), 4);
    let mut other = one.clone();
    let words = [("Anna", "attack Wolf 1"), ("Bo the Bold", "guard"), ("Wolf 1", "attack Anna"), ("gm", "guard")];
    for (who, words) in words {
        one.answer(who, words).unwrap();
    }
    for (who, words) in [words[1], words[2], ("Wolf 2", "guard"), words[0]] {
        other.answer(who, words).unwrap();
    }
    assert_eq!(stop_words(&one), stop_words(&other));
    assert_eq!(digest(one.fight()), digest(other.fight()));
    assert!(one.answer("Anna", "guard").is_err());
}

#[test]
fn undo_remembers_the_dice_that_lay_on_the_table() {
    let mut live = table(&[15, 1, 2, 3]);
    let words = [("Anna", "attack Wolf 1"), ("Bo the Bold", "guard"), ("Wolf 1", "guard"), ("Wolf 2", "guard")];
    for (who, words) in words {
        live.answer(who, words).unwrap();
    }
    live.answer("gm", "default").unwrap();
    let before_luck = live.facts().len();
    live.answer("Anna", "0").unwrap();
    live.answer("Wolf 1", "take it").unwrap();
    let done = live.clone();
    assert!(stop_words(&live)[0].contains("Which dice count?"));
    assert_eq!(live.undo().unwrap(), "Wolf 1: take it");
    assert_eq!(live.undo().unwrap(), "Anna: 0");
    assert_eq!(live.facts().len(), before_luck);
    live.answer("Anna", "0").unwrap();
    live.answer("Wolf 1", "take it").unwrap();
    assert_eq!(live.facts(), done.facts());
    assert_eq!(live.log(), done.log());
    while live.undo().is_ok() {}
    assert!(live.undo().unwrap_err().to_string().contains("nothing to undo"));
    assert_eq!(digest(live.fight()), digest(table(&[]).fight()));
}

fn in_the_middle() -> Live<Toy> {
    let mut live = table(&[15, 5, 16, 6, 17]);
    let words = [("Anna", "attack Wolf 1"), ("Bo the Bold", "guard"), ("Wolf 1", "guard"), ("Wolf 2", "guard")];
    for (who, words) in words.into_iter().chain([("gm", "default"), ("Anna", "1"), ("gm", "dodge"), ("gm", "counter")])
    {
        live.answer(who, words).unwrap();
    }
    live.answer("Wolf 1", "1").unwrap();
    // Wolf 1 has hit back, and Anna is asked whether she dodges.
    assert!(stop_words(&live)[0].contains("Anna is asked: You are hit"));
    live
}

#[test]
fn each_edict_works_in_the_middle_of_a_turn_and_can_be_taken_back() {
    let edicts = [
        ("set Anna.hp 3", "Anna.hp", "3"),
        ("set Bo the Bold.luck = 7", "bo the bold.luck", "7"),
        ("set motto to stand fast", "motto", "stand fast"),
        ("move Bo the Bold to E4", "Bo the Bold.at", "E4"),
        ("add beast as Wolf 3 to monsters at F1", "Wolf 3.at", "F1"),
        ("remove Wolf 2", "Wolf 2.fighting", "no"),
        ("give Bo the Bold bound", "Bo the Bold.hp", "10"),
    ];
    for (words, path, value) in edicts {
        let mut live = in_the_middle();
        let before = live.view();
        live.edict(words).unwrap();
        assert!(live.view().value(path).unwrap().is(value), "{words}");
        assert!(stop_words(&live)[0].contains("Anna is asked: You are hit"), "{words}");
        assert_eq!(live.log().last().unwrap().rule.id, "table.edict");
        let again = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), live.facts().to_vec());
        assert_eq!(again.view(), live.view());
        assert!(live.undo().unwrap().starts_with("gm: "));
        assert_eq!(live.view(), before, "{words}");
    }
}

#[test]
fn conditions_change_what_is_offered_at_once() {
    let mut live = in_the_middle();
    assert!(live.offered("Anna", "dodge").is_ok());
    live.edict("give anna bound").unwrap();
    assert!(live.view().combatant("Anna").unwrap().has("Bound"));
    let fault = live.offered("Anna", "dodge").unwrap_err().to_string();
    assert_eq!(fault, "Anna: not allowed: Anna is bound (state.bound)");
    live.edict("take bound from Anna").unwrap();
    assert!(live.offered("Anna", "dodge").is_ok());
    for wrong in ["set Anna.hp lots", "give Anna wings", "move Nobody to B2", "set Anna.size 4", "fly"] {
        assert!(live.edict(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_gm_ends_a_fight_and_takes_it_back() {
    for (words, over) in [("end", "the GM ended it"), ("end heroes", "heroes hold the field")] {
        let mut live = in_the_middle();
        let before = live.view();
        live.edict(words).unwrap();
        assert!(stop_words(&live)[0].contains(over));
        assert!(live.edict("set Anna.hp 3").unwrap_err().to_string().contains("only undo"));
        let again = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), live.facts().to_vec());
        assert_eq!(stop_words(&again), stop_words(&live));
        live.undo().unwrap();
        assert_eq!(live.view(), before);
    }
    let mut live = in_the_middle();
    assert!(live.edict("end nobody").is_err());
    let mut facts = live.facts().to_vec();
    facts.push(Fact::Edict { words: "end nobody".into() });
    let broken = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), facts.clone());
    assert!(matches!(broken.stop(), Stop::Diverged(_)));
    facts.pop();
    facts.push(Fact::Edict { words: "end".into() });
    facts.push(Fact::Edict { words: "set Anna.hp 3".into() });
    let broken = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), facts);
    assert!(stop_words(&broken)[0].contains("nothing more"));
    live.undo().unwrap();
}

/// All lines that a record would hold lead to the facts of the live fight.
fn journal_agrees(live: &mut Live<Toy>, written: &mut Vec<Fact>) {
    written.extend(live.unwritten());
    let again = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), written.clone());
    assert_eq!(again.facts(), live.facts());
    assert_eq!(stop_words(&again), stop_words(live));
    assert_eq!(digest(again.fight()), digest(live.fight()));
}

#[test]
fn a_replaced_die_drops_what_does_not_follow_any_more() {
    let mut live = in_the_middle();
    let before = (live.facts().to_vec(), live.log().to_vec());
    let mut written = Vec::new();
    journal_agrees(&mut live, &mut written);
    // The dodge of Wolf 1 fails after all: the counter never was.
    live.edict("die 2 = 2").unwrap();
    journal_agrees(&mut live, &mut written);
    assert!(stop_words(&live)[0].starts_with("dice are wanted: 3d6 for damage"));
    live.throw(&[1, 2, 3]).unwrap();
    journal_agrees(&mut live, &mut written);
    assert_eq!(live.undo().unwrap(), "gm: d6 2 instead of 5");
    journal_agrees(&mut live, &mut written);
    assert_eq!((live.facts().to_vec(), live.log().to_vec()), before);
    assert_eq!(live.undo().unwrap(), "Wolf 1: 1");
    journal_agrees(&mut live, &mut written);
    assert!(live.edict("die 9 = 1").unwrap_err().to_string().contains("only 2 dice"));
    assert!(live.edict("die 1 = 7").unwrap_err().to_string().contains("from 1 to 6"));
}

#[test]
fn the_journal_gives_the_facts_whatever_is_done() {
    for seed in 0..40 {
        let mut stream = Stream::new(seed, 3);
        let mut live = table(&[]);
        let mut written = Vec::new();
        for _ in 0..40 {
            match stream.below(9) {
                0 => drop(live.undo()),
                1 => drop(live.edict(&format!("die {} = {}", 1 + stream.below(6), 1 + stream.below(6)))),
                2 => drop(live.edict(&format!("set Anna.hp {}", 1 + stream.below(12)))),
                _ => play_some(&mut live, &mut stream, 2),
            }
            journal_agrees(&mut live, &mut written);
        }
        assert!(!matches!(live.stop(), Stop::Diverged(_)), "{:?}", live.stop());
    }
}

#[test]
fn tampered_facts_diverge() {
    let mut live = table(&[]);
    play_some(&mut live, &mut Stream::new(4, 4), 50);
    let facts = live.facts().to_vec();
    let dice = facts.iter().position(|fact| matches!(fact, Fact::Dice { .. })).unwrap();
    let answer = facts.iter().position(|fact| matches!(fact, Fact::Answer { .. })).unwrap();
    let rest = facts.iter().position(|fact| matches!(fact, Fact::Rest { .. })).unwrap();
    let stop = |change: &dyn Fn(&mut Vec<Fact>)| {
        let mut facts = facts.clone();
        change(&mut facts);
        let live = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), facts);
        match live.stop() {
            Stop::Diverged(divergence) => divergence.clone(),
            stop => panic!("{stop:?}"),
        }
    };
    let dice_fact = |rule: &str, who: Option<&str>, sides: u16, faces: &[u16]| Fact::Dice {
        rule: rule.into(),
        who: who.map(String::from),
        sides,
        faces: faces.to_vec(),
    };
    let Fact::Dice { rule, who, sides, faces } = facts[dice].clone() else { panic!() };
    for wrong in [
        dice_fact("react.dodge", who.as_deref(), sides, &faces),
        dice_fact(&rule, Some("Nobody"), sides, &faces),
        dice_fact(&rule, who.as_deref(), sides + 1, &faces),
        dice_fact(&rule, who.as_deref(), sides, &[sides + 1]),
        dice_fact(&rule, who.as_deref(), sides, &[0]),
        dice_fact(&rule, who.as_deref(), sides, &[]),
        Fact::Rest { digest: "00".into() },
        Fact::Edict { words: "die 1 = 3".into() },
        Fact::Edict { words: "make it rain".into() },
    ] {
        assert_eq!(stop(&|facts| facts[dice] = wrong.clone()).fact, dice);
    }
    let said = |to: &str, rule: &str, words: &str| Fact::Answer {
        to: to.into(),
        rule: rule.into(),
        words: words.into(),
        auto: false,
    };
    for wrong in [
        said("Nobody", "round.declare", "guard"),
        said("Anna", "round.order", "guard"),
        said("Anna", "round.declare", "fly"),
        facts[dice].clone(),
    ] {
        let divergence = stop(&|facts| facts[answer] = wrong.clone());
        assert_eq!(divergence.fact, answer);
        assert!(divergence.wanted.contains("What do you do?"), "{divergence}");
    }
    let divergence = stop(&|facts| facts[rest] = Fact::Rest { digest: "0123".into() });
    assert_eq!((divergence.fact, divergence.line), (rest, rest));
    assert!(divergence.to_string().contains("digest 0123"), "{divergence}");
    // Another face of a die is found at the next resting point at the latest.
    let Fact::Dice { faces, .. } = &facts[dice] else { panic!() };
    let face = if faces[0] < 11 { 20 } else { 1 };
    stop(&|facts| {
        if let Fact::Dice { faces, .. } = &mut facts[dice] {
            faces[0] = face;
        }
    });
}

#[test]
fn exact_odds_add_up_to_one_and_agree_with_a_simulation() {
    let conduct = best();
    let live = in_the_middle();
    let (rest, facts) = live.since_rest();
    let mut exact = Exact::new(facts, Some(("Anna", "take it")), &conduct);
    let (mut total, mut mean) = (0.0, 0.0);
    loop {
        let mut fight = rest.clone();
        let Ok(_) = fight.advance(&mut exact);
        assert!(exact.was_said());
        total += exact.weight();
        mean += exact.weight() * fight.all[0].hp as f64;
        if !exact.next_branch() {
            break;
        }
    }
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    let mut sampled = Exact::new(facts, Some(("Anna", "take it")), &conduct).sampling(Stream::new(5, 5));
    let (mut sum, samples) = (0.0, 40_000_u32);
    for _ in 0..samples {
        let mut fight = rest.clone();
        let Ok(Progress::Resting) = fight.advance(&mut sampled) else { panic!() };
        sum += fight.all[0].hp as f64;
        sampled.restart();
    }
    assert!((sum / f64::from(samples) - mean).abs() < 0.05, "{} {mean}", sum / f64::from(samples));
    // The same numbers by the name of the answer.
    let odds = quintain_engine::odds_of(&live, "Anna", "take it", Default::default()).unwrap();
    let hp = odds.measures.iter().find(|measure| measure.path == "Anna.hp").unwrap();
    assert!(odds.exact && (odds.total - 1.0).abs() < 1e-9);
    assert!((hp.mean.unwrap() - mean).abs() < 1e-9);
    let limit = quintain_engine::OddsLimit { branches: 3, samples: 20_000, seed: 2 };
    let odds = quintain_engine::odds_of(&live, "Anna", "take it", limit).unwrap();
    let hp = odds.measures.iter().find(|measure| measure.path == "Anna.hp").unwrap();
    assert!(!odds.exact && (odds.total - 1.0).abs() < 1e-9);
    assert!((hp.mean.unwrap() - mean).abs() < 0.1);
    assert!(quintain_engine::odds_of(&live, "Anna", "fly", Default::default()).is_err());
}

#[test]
fn exact_repeats_edicts_before_dice_and_answers() {
    let mut live = in_the_middle();
    live.edict("set Anna.hp 77").unwrap();
    live.answer("Anna", "take it").unwrap();
    live.throw(&[1, 2, 3]).unwrap();
    live.edict("set Wolf 2.hp 66").unwrap();
    let odds = quintain_engine::odds_of(&live, "Wolf 1", "die 1", Default::default()).unwrap();
    let hp = odds.measures.iter().find(|measure| measure.path == "Anna.hp").unwrap();
    assert!(hp.then.iter().all(|likely| likely.value.is("76") || likely.value.is("75")), "{hp:?}");
    let hp = odds.measures.iter().find(|measure| measure.path == "Wolf 2.hp").unwrap();
    assert!(hp.now.is("66"));
}

#[test]
fn dice_by_hand_and_from_a_queue_are_checked() {
    let mut live = table(&[]);
    assert!(live.throw(&[3]).is_err());
    for (who, words) in [("Anna", "attack wolf 1"), ("Bo", ""), ("Bo the Bold", "guard"), ("Wolf 1", "g"), ("gm", "g")]
    {
        let _ = live.answer(who, words);
    }
    live.answer("gm", "default").unwrap();
    live.answer("Anna", "0").unwrap();
    assert_eq!(stop_words(&live), ["dice are wanted: d20 for attack, Anna against Wolf 1 (attack.hit)"]);
    assert_eq!(live.throw(&[21]).unwrap_err().to_string(), "asked for is one die with faces from 1 to 20");
    live.queue_dice(&[25]);
    assert!(matches!(live.stop(), Stop::Dice(_)), "a face that cannot be is not thrown");
    assert_eq!(live.dice_left(), 1);
    let mut other = Live::begin(duel(), terms(queue(&[11]), Seats::everybody()));
    assert_eq!(other.dice_left(), 1);
    other.queue_dice(&[1]);
    assert_eq!(other.dice_left(), 2);
}

#[test]
fn live_dice_come_from_the_system_and_unattended_seats_answer_at_once() {
    let seats = Seats { players: true, ..Seats::nobody() };
    let mut live = Live::begin(duel(), Terms::attended(seats));
    for _ in 0..200 {
        match live.stop() {
            Stop::Asked(open) => {
                let names: Vec<_> = open.iter().map(|(_, question)| question.to).collect();
                assert!(names.iter().all(|seat| matches!(seat, quintain_engine::Seat::Of(who) if who.0 < 2)));
                live.answer_default().unwrap();
            }
            Stop::Over(_) => return,
            stop => panic!("{stop:?}"),
        }
    }
    panic!("never over");
}

#[test]
fn hostile_lines_never_panic() {
    let lines = vec![
        Fact::Cut { keep: usize::MAX },
        Fact::Cut { keep: 0 },
        Fact::Replace { fact: 0, die: 0, face: 1, keep: 0, undo: true },
        Fact::Replace { fact: usize::MAX, die: usize::MAX, face: u16::MAX, keep: usize::MAX, undo: false },
        Fact::Dice { rule: String::new(), who: None, sides: 0, faces: vec![0; 300] },
        Fact::Replace { fact: 0, die: 299, face: 7, keep: 0, undo: false },
        Fact::Replace { fact: 0, die: 299, face: 7, keep: 9, undo: true },
        Fact::Replace { fact: 0, die: 299, face: 7, keep: 9, undo: true },
    ];
    let mut live = Live::resume(duel(), terms(DiceFrom::Hand, Seats::everybody()), lines);
    assert!(matches!(live.stop(), Stop::Diverged(_)));
    assert!(live.undo().is_err() && live.edict("die 1 = 5").is_err() && live.answer_default().is_err());
    assert!(live.odds_fails());
}

trait Odds {
    fn odds_fails(&self) -> bool;
}

impl Odds for Live<Toy> {
    fn odds_fails(&self) -> bool {
        quintain_engine::odds_of(self, "Anna", "guard", Default::default()).is_err()
    }
}
