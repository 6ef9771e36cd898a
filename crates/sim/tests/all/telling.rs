//! What told, held against what became of everyone, for each rulebook.

use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_engine::AnyFight;
use quintain_library::files;
use quintain_sim::{Report, Study, Telling, simulate, telling};

/// So few fights that all of them are heard.
const FIGHTS: u64 = 3;

fn told(fight: &dyn AnyFight) -> (Report, Telling) {
    let (study, go) = (Study::new("", FIGHTS), AtomicBool::new(false));
    (simulate(fight, &study, &|_| {}, &go), telling(fight, &study, &|_| {}, &go))
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

#[test]
fn the_sources_add_up_to_the_damage_that_everyone_took_and_dealt() {
    for encounter in library().ready_made() {
        let opened = library().open(encounter.path, &files::read).unwrap();
        let (report, telling) = told(&*opened.fight);
        assert_eq!(telling.fights, FIGHTS, "{}", encounter.path);
        let sources: f64 = telling.damage.iter().map(|source| source.mean).sum();
        let later = report.joined.as_ref().map_or(0.0, |joined| joined.mean_damage_taken);
        let taken: f64 = report.combatants.iter().map(|one| one.mean_damage_taken).sum::<f64>() + later;
        assert!(close(sources, taken), "{}: {sources} by sources, {taken} taken", encounter.path);
        for one in &report.combatants {
            let own = telling.damage.iter().filter(|source| source.who.as_deref() == Some(&one.name));
            let dealt: f64 = own.map(|source| source.mean).sum();
            let known = one.mean_damage_dealt;
            assert!(close(dealt, known), "{}: {} by sources {dealt}, dealt {known}", encounter.path, one.name);
        }
    }
}

#[test]
fn most_damage_is_laid_to_a_thing_and_not_to_a_rule() {
    for book in ["thalassa/cyclops", "uchma/wolves-in-the-gorge", "oakhearth/goblin-ambush", "gu/wolves", "heimr/duel"]
    {
        let opened = library().open(book, &files::read).unwrap();
        let (_, telling) = told(&*opened.fight);
        let rules = |id: &str| opened.rulebook.sections().iter().any(|all| all.rules.iter().any(|rule| rule.id == id));
        let vague: f64 = telling.damage.iter().filter(|one| rules(&one.with)).map(|one| one.share).sum();
        assert!(vague < 0.2, "{book}: {vague} {:?}", telling.damage);
    }
}

#[test]
fn what_is_told_does_not_depend_on_threads() {
    let opened = library().open("thalassa/conclave", &files::read).unwrap();
    let heard = |threads| {
        let study = Study { threads, ..Study::new("", 150) };
        telling(&*opened.fight, &study, &|_| {}, &AtomicBool::new(false))
    };
    let alone = heard(1);
    assert_eq!(alone, heard(3));
    let thu = alone.spent.iter().find(|one| one.who == "Metis" && one.value == "thu").unwrap();
    assert!(thu.mean > 0.0 && thu.interval95[0] < thu.mean, "{thu:?}");
}
