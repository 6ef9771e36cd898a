//! The tables agree with each other.

use crate::common::{self, TOY, any_duel, best, duel, in_the_middle, play_some, queue, stop_words, table, terms};
use quintain_content::Source;
use quintain_dice::{LateStream, Stream};
use quintain_engine::{
    Conduct, DiceFrom, Exact, Hall, Header, Live, NamedConduct, Plan, Progress, Record, Rulebook, Seat, Seats, Stop,
    Tactics, Terms, digest, play_out,
};

#[test]
fn replay_equals_play_and_each_prefix_stops_alike() {
    for seed in 0..6 {
        let mut stream = LateStream::for_tactics(seed, 1);
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
                let names: Vec<_> = open.iter().map(|open| open.question(live.fight()).to).collect();
                assert!(names.iter().all(|seat| matches!(seat, quintain_engine::Seat::Of(who) if who.0 < 2)));
                live.answer_default().unwrap();
            }
            Stop::Over(_) => return,
            stop => panic!("{stop:?}"),
        }
    }
    panic!("never over");
}

/// Single combatants may be played otherwise than their sides; a record keeps it.
#[test]
fn a_combatant_may_have_tactics_of_its_own() {
    let conduct = |combatants| Conduct { combatants, ..Conduct::of_sides(vec![Tactics::Own(0); 2]) };
    let own = conduct(vec![("Wolf 2".to_owned(), Tactics::Random)]);
    let fight = duel();
    let [wolf_1, wolf_2] = ["Wolf 1", "Wolf 2"].map(|name| Seat::Of(quintain_engine::find(&fight, name).unwrap()));
    assert_eq!(own.of_seat(&fight, wolf_1), Tactics::Own(0));
    assert_eq!(own.of_seat(&fight, wolf_2), Tactics::Random);
    let terms = Terms::unattended(3, 4, own);
    let header = Header::new(&TOY, &Source::new("duel.toml", common::DUEL), &[], &terms, String::new());
    let read = Record::read("duel.jsonl", &header.line()).unwrap().header;
    assert_eq!(read.terms(&TOY).unwrap().conduct, terms.conduct);
    let without = NamedConduct { combatants: Vec::new(), ..header.conduct.clone() };
    assert!(!Header { conduct: without, ..header }.line().contains("\"combatants\""));
}
