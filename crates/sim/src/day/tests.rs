//! Days of one book, small enough to be followed.

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_content::{Party, Source};
use quintain_engine::ROUND_LIMIT;
use quintain_library::{OpenedDay, Stage as Read, files};

use std::ops::ControlFlow;

use super::*;
use crate::{Study, simulate};

const CREW: &str = "rulebook = \"thalassa\"\n[[hero]]\nname = \"Althea\"\nis = \"althea\"\n[[hero]]\nname = \"Timonax\"\nis = \"timonax\"\n";

const FIGHT: &str = "rulebook = \"thalassa\"\ntitle = \"Bandits\"\n[[combatant]]\nis = \"hyllus\"\nside = \"heroes\"\n\
                     [[combatant]]\nis = \"bandit\"\nside = \"bandits\"\ncount = 2\n";

fn opened(steps: &str) -> OpenedDay {
    let day = format!("rulebook = \"thalassa\"\nparty = \"crew.toml\"\n{steps}");
    let reader = |path: &str| {
        Ok(match path {
            "crew.toml" => Some(CREW.to_owned()),
            "fight.toml" => Some(FIGHT.to_owned()),
            _ => None,
        })
    };
    library().open_day(&Source::new("day.toml", day), &reader).unwrap()
}

fn day(steps: &str) -> Day {
    let opened = opened(steps);
    let stage = |stage: Read| match stage {
        Read::Fight { title, opened } => {
            Stage::Fight { title, book: opened.book, encounter: Box::new(opened.encounter), conduct: Conduct::best() }
        }
        Read::Rest(kind) => Stage::Rest(kind),
        Read::Hand(edicts) => Stage::Hand(edicts),
    };
    let stages = opened.stages.into_iter().map(stage).collect();
    Day::new(opened.party.book, opened.party.party.camp(), stages).unwrap()
}

const TWO: &str = "[[step]]\nencounter = \"fight.toml\"\n[[step]]\nencounter = \"fight.toml\"\n";
const RESTED: &str =
    "[[step]]\nencounter = \"fight.toml\"\n[[step]]\nrest = \"quick-rest\"\n[[step]]\nencounter = \"fight.toml\"\n";

fn study(fights: u64, threads: usize) -> Study {
    Study { threads, ..Study::new("a day", fights) }
}

fn report(day: &Day, fights: u64, threads: usize) -> DayReport {
    let report = day_report(day, &study(fights, threads), &|_| {}, &AtomicBool::new(false));
    assert_eq!(report.complaints, Vec::<String>::new());
    report
}

#[test]
fn the_first_fight_of_a_day_is_the_fight_that_is_simulated_alone() {
    let party = Party::parse(&Source::new("crew.toml", CREW)).unwrap();
    let alone = library().open_with_party(Source::new("fight.toml", FIGHT), &party, &files::none).unwrap();
    let alone = simulate(&*alone.fight, &study(200, 1), &|_| {}, &AtomicBool::new(false));
    let whole = report(&day("[[step]]\nencounter = \"fight.toml\"\n"), 200, 1);
    assert_eq!(whole.whole.sides[0].wins, alone.sides[0].wins);
    assert_eq!(whole.fights[0].mean_rounds, alone.rounds.mean);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let day = day(TWO);
    let (one, three) = (report(&day, 300, 1), report(&day, 300, 3));
    assert_eq!(one.fights, three.fights);
    assert_eq!(one.whole.sides, three.whole.sides);
}

#[test]
fn what_is_lost_in_a_fight_is_missing_in_the_next_and_a_rest_brings_it_back() {
    let sta = |report: &DayReport, fight: usize| {
        let before = &report.fights[fight].heroes[0].before;
        before.iter().find(|value| value.key == "sta").map(|value| value.mean).unwrap()
    };
    let (two, rested) = (report(&day(TWO), 300, 1), report(&day(RESTED), 300, 1));
    assert!(sta(&two, 1) < sta(&two, 0), "{} {}", sta(&two, 1), sta(&two, 0));
    assert!(sta(&rested, 1) > sta(&two, 1));
    assert!(rested.whole.sides[0].wins > two.whole.sides[0].wins);
}

#[test]
fn the_party_breaks_somewhere_or_stands_at_the_end() {
    let report = report(&day(TWO), 300, 2);
    let broken: f64 = report.fights.iter().map(|fight| fight.breaks_rate).sum();
    assert!((broken + report.whole.sides[0].win_rate - 1.0).abs() < 1e-9);
    assert_eq!(report.fights[1].reached, (report.fights[0].won_rate * 300.0).round() as u64);
}

#[test]
fn what_the_game_master_hands_out_is_there_in_the_next_fight() {
    let handed = format!("[[step]]\nhand = [\"set Althea.max-sta 40\", \"set Althea.sta 40\"]\n{TWO}");
    let report = report(&day(&handed), 50, 1);
    let before = &report.fights[0].heroes[0].before;
    let sta = before.iter().find(|value| value.key == "sta").unwrap();
    assert_eq!(sta.quantiles[0], 40);
}

#[test]
fn an_edict_that_can_never_be_carried_out_is_refused_at_once() {
    let opened = opened("[[step]]\nhand = [\"set Nobody.sta 1\"]\n[[step]]\nencounter = \"fight.toml\"\n");
    let edicts = vec!["set Nobody.sta 1".to_owned()];
    let refused = Day::new(opened.party.book, opened.party.party.camp(), vec![Stage::Hand(edicts)]).unwrap_err();
    assert!(refused.to_string().contains("Nobody"), "{refused}");
}

#[test]
fn days_of_the_same_number_are_the_same_however_they_are_asked_for() {
    let day = day(RESTED);
    let plan = Plan { seed: 5, conduct: Conduct::best(), round_limit: ROUND_LIMIT };
    let mut all = Vec::new();
    day.simulate(&plan, 0..4, &mut |_, result| {
        all.push(result.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(day.play(&plan, 3, &mut |_| {}), all[3]);
}
