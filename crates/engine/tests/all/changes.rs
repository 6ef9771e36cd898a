//! A live fight can be changed, taken back and taken up again; facts that do not fit are found.

use crate::common::{Toy, duel, in_the_middle, play_some, stop_words, table, terms};
use quintain_dice::{LateStream, Stream};
use quintain_engine::{DiceFrom, Fact, Live, Seats, Stop, digest};

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
        let mut stream = LateStream::for_tactics(seed, 3);
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
    play_some(&mut live, &mut LateStream::for_tactics(4, 4), 50);
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
    assert!(quintain_engine::odds_of(&live, "Anna", "guard", Default::default()).is_err());
}

#[test]
fn a_seeded_fight_with_people_goes_on_alike_after_undo_and_a_new_start() {
    let dice = || DiceFrom::Seed(Box::new(Stream::new(8, 1)));
    let mut live = Live::begin(duel(), terms(dice(), Seats::everybody()));
    let mut written = Vec::new();
    play_some(&mut live, &mut LateStream::for_tactics(2, 2), 25);
    for _ in 0..6 {
        live.undo().unwrap();
    }
    play_some(&mut live, &mut LateStream::for_tactics(3, 3), 5);
    written.extend(live.unwritten());
    let mut again = Live::resume(duel(), terms(dice(), Seats::everybody()), written);
    assert_eq!(again.facts(), live.facts());
    // Both throw the same dice from here on.
    play_some(&mut live, &mut LateStream::for_tactics(4, 4), 20);
    play_some(&mut again, &mut LateStream::for_tactics(4, 4), 20);
    assert_eq!(again.facts(), live.facts());
    assert_eq!(again.log(), live.log());
}
