//! Fights that go on from a moment, held against what must be true of them whatever the rules say: the chance before a die
//! is the mean of the chances behind its faces, and other dice than the simulation's come to the same shares.

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_engine::{AnyFight, AnyLive, Budget, DiceFrom, Fact, Had, Outcome, Seats, Side, Terms, Waiting};
use quintain_library::{Opened, files};
use quintain_sim::{Comparison, Moment, Report, Study, blame, compare, nudges_at, simulate};

const FIGHTS: u64 = 4_000;

fn cyclops() -> Opened {
    library().open("cyclops", &files::read).unwrap()
}

fn played(fight: &dyn AnyFight, study: &Study) -> Report {
    simulate(fight, study, &|_| {}, &AtomicBool::new(false))
}

fn share(fight: &dyn AnyFight) -> f64 {
    played(fight, &Study::new("", FIGHTS)).sides[0].win_rate
}

/// The facts of a fight that a simulation plays.
fn facts(opened: &Opened, number: u64) -> Vec<Fact> {
    opened.fight.live(Study::new("", 1).terms(number), Vec::new()).facts().to_vec()
}

/// Half the width of the 95 % interval of a share of so many fights, at its widest.
fn doubt(fights: f64) -> f64 {
    0.98 / fights.sqrt()
}

#[test]
fn the_chance_before_a_die_is_the_mean_of_the_chances_behind_its_faces() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    for (at, fact) in facts.iter().enumerate().filter(|(_, fact)| matches!(fact, Fact::Dice { .. })).take(3) {
        let Fact::Dice { sides, faces, .. } = fact else { continue };
        if faces.len() != 1 {
            continue;
        }
        let before = share(&*Moment::behind(&*opened.fight, &facts, at).unwrap().as_it_was().unwrap());
        let behind = |face: u16| {
            let mut other = facts[..=at].to_vec();
            if let Some(Fact::Dice { faces, .. }) = other.last_mut() {
                faces[0] = face;
            }
            let moment = Moment::behind(&*opened.fight, &other, at + 1).unwrap();
            // Behind some faces the fight is over.
            match moment.as_it_was() {
                Ok(fight) => share(&*fight),
                Err(_) => f64::from(u8::from(moment.live().outcome() == Some(Outcome::Won(Side(0))))),
            }
        };
        let mean = (1..=*sides).map(behind).sum::<f64>() / f64::from(*sides);
        let within = doubt(FIGHTS as f64) + doubt(FIGHTS as f64 * f64::from(*sides));
        assert!((before - mean).abs() < 1.5 * within, "behind {at} facts {before}, by the faces {mean}");
    }
}

/// Dice that have nothing to do with those of the simulation.
struct Lcg(u64);

impl Lcg {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) % u64::from(sides)) as u16 + 1
    }
}

#[test]
fn other_dice_come_to_the_same_share() {
    let opened = cyclops();
    let facts = facts(&opened, 9);
    let at = facts.len() / 2;
    let simulated = share(&*Moment::behind(&*opened.fight, &facts, at).unwrap().as_it_was().unwrap());
    let (mut dice, mut won) = (Lcg(11), 0_u32);
    const ROUNDS: u32 = 1_000;
    for _ in 0..ROUNDS {
        let terms = Terms { dice: DiceFrom::Hand, seats: Seats::nobody(), ..Study::new("", 1).terms(0) };
        let mut live: Box<dyn AnyLive> = opened.fight.live(terms, facts[..at].to_vec());
        while let Waiting::Dice { count, sides, .. } = live.waiting() {
            let faces: Vec<u16> = (0..count).map(|_| dice.die(sides)).collect();
            live.throw(&faces).unwrap();
        }
        won += u32::from(live.outcome() == Some(Outcome::Won(Side(0))));
    }
    let by_hand = f64::from(won) / f64::from(ROUNDS);
    assert!((simulated - by_hand).abs() < 1.5 * doubt(f64::from(ROUNDS)), "{simulated} simulated, {by_hand} by hand");
}

#[test]
fn threads_change_nothing_and_no_fact_at_all_is_the_encounter_itself() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    let timeless = |report: Report| Report { threads: 0, seconds: 0.0, fights_per_second: 0.0, ..report };
    for at in [0, 3, facts.len() / 2, facts.len() - 3] {
        let fight = Moment::behind(&*opened.fight, &facts, at).unwrap().as_it_was().unwrap();
        let on = |threads| timeless(played(&*fight, &Study { threads, ..Study::new("", 700) }));
        assert_eq!(on(1), on(3), "behind {at} facts");
        if at == 0 {
            assert_eq!(on(1), timeless(played(&*opened.fight, &Study { threads: 1, ..Study::new("", 700) })));
        }
    }
}

#[test]
fn damage_that_was_done_before_is_not_that_of_the_simulation() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    let fight = Moment::behind(&*opened.fight, &facts, facts.len() - 3).unwrap().as_it_was().unwrap();
    let before: u32 = fight.before().fates.iter().map(|fate| fate.taken).sum();
    assert!(before > 0, "somebody is hurt by then");
    let study = Study::new("", 300);
    let taken: f64 = played(&*fight, &study).combatants.iter().map(|one| one.mean_damage_taken).sum();
    let whole: f64 = played(&*opened.fight, &study).combatants.iter().map(|one| one.mean_damage_taken).sum();
    assert!(taken < whole, "{taken} behind {before}, {whole} from the beginning");
}

/// The place behind the first answer of Althea that begins so.
fn behind_answer(facts: &[Fact], begins: &str) -> usize {
    let is =
        |fact: &Fact| matches!(fact, Fact::Answer { to, words, .. } if to == "Althea" && words.starts_with(begins));
    1 + facts.iter().position(is).unwrap()
}

fn had(words: &[&str]) -> Vec<Had> {
    words.iter().map(|words| Had::read(words).unwrap()).collect()
}

#[test]
fn an_answer_takes_the_place_of_the_one_that_was_given() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    let at = behind_answer(&facts, "attack");
    let moment = Moment::behind(&*opened.fight, &facts, at).unwrap();
    let compared = |words: &[&str]| -> Comparison {
        let told = moment.had(&had(words)).unwrap();
        let study = Study::new("", FIGHTS);
        compare((&*told.as_it_was, &study), (&*told.fight, &study), &|_| {}, &AtomicBool::new(false))
    };
    assert!(compared(&["Althea: nothing"]).figures[0].interval95[1] < 0.0, "who strikes wins more often");
    let Fact::Answer { words, .. } = &facts[at - 1] else { panic!("an answer stands there") };
    let same = compared(&[&format!("Althea: {words}")]);
    assert!(same.figures.iter().all(|figure| figure.difference == 0.0), "the same answer is the same fight: {same:?}");
    // Before the answer it is due, and behind it, it is the last one: both mean the same place.
    let due = Moment::behind(&*opened.fight, &facts, at - 1).unwrap().had(&had(&["Althea: nothing"])).unwrap();
    let told = moment.had(&had(&["Althea: nothing"])).unwrap();
    assert_eq!(due.fight.digest(), told.fight.digest());
}

#[test]
fn answers_in_a_row_wait_for_their_questions_and_are_told_how_often_they_came_up() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    let moment = Moment::behind(&*opened.fight, &facts, behind_answer(&facts, "attack")).unwrap();
    let told = moment.had(&had(&["Althea: nothing", "Althea: nothing"])).unwrap();
    assert_eq!(told.given[0].1, 1.0);
    assert!(told.given[1].1 > 0.0 && told.given[1].1 <= 1.0, "{:?}", told.given);
}

#[test]
fn behind_answers_the_fight_goes_on_as_with_them_and_more_can_be_changed() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    let moment = || Moment::behind(&*opened.fight, &facts, behind_answer(&facts, "attack")).unwrap();
    let both = had(&["Althea: nothing", "Althea: nothing"]);
    let there = moment().behind_had(&both).unwrap();
    let as_it_was = there.as_it_was().unwrap();
    assert_eq!(as_it_was.digest(), moment().had(&both).unwrap().fight.digest());
    let armoured = there.decreed(&["set Althea.armor 3".to_owned()]).unwrap();
    assert!(share(&*armoured) > share(&*as_it_was));
    let all = nudges_at(&there).unwrap();
    assert!(all.iter().any(|nudge| nudge.what.starts_with("Althea.sta")), "{all:?}");
    assert!(all.iter().all(|nudge| !nudge.what.starts_with("Althea: attack")), "she has answered: {all:?}");
    assert!(moment().behind_had(&had(&["Zeus: attack"])).is_err());
}

#[test]
fn what_cannot_be_is_refused_in_plain_words() {
    let opened = cyclops();
    let facts = facts(&opened, 3);
    let behind = |at: usize| Moment::behind(&*opened.fight, &facts, at);
    let why = |at: usize, words: &[&str]| behind(at).unwrap().had(&had(words)).unwrap_err().to_string();
    assert!(behind(9_999).unwrap_err().to_string().contains("so there is no moment behind 9999"));
    let over = behind(facts.len()).unwrap().as_it_was().unwrap_err().to_string();
    assert!(over.contains("the fight is over here") && over.contains("earlier moment"), "{over}");
    let at = behind_answer(&facts, "attack");
    assert!(why(at, &["Althea: dance"]).contains("no such option"), "{}", why(at, &["Althea: dance"]));
    let nobody = why(at, &["Zeus: attack"]);
    assert!(nobody.contains("Zeus") && nobody.contains("is not asked"), "{nobody}");
    let never = why(at, &["Althea: nothing", "Cyclops: dance"]);
    assert!(never.contains("no question to Cyclops takes `dance`"), "{never}");
}

#[test]
fn luck_and_choice_add_up_to_the_way_from_the_first_chance_to_the_last() {
    let opened = cyclops();
    let budget = Budget { play_outs: 60, seed: 1, round_limit: 200 };
    for number in 0..12 {
        let told = blame(&*opened.fight, (&facts(&opened, number), 0), budget, &|_| {});
        let last = told.swings.last().unwrap();
        let way = last.after[0] - told.before[0];
        assert!((told.luck + told.choice + told.edicts - way).abs() < 1e-9, "fight {number}: {told:?}");
        assert!(last.after.iter().all(|chance| *chance == 0.0 || *chance == 1.0), "fight {number} is over");
    }
}
