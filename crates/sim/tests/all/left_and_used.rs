//! What is left and what is used, counted once more by hand: from the views and the records of the very same fights.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quintain_books::library;
use quintain_engine::{AnyLive, Fact, Value};
use quintain_library::{Opened, files};
use quintain_sim::{Study, Telling, Use, telling, telling_with_moves};

const FIGHTS: u64 = 200;

fn cyclops() -> Opened {
    library().open("cyclops", &files::read).unwrap()
}

fn study() -> Study {
    Study::new("", FIGHTS * 10)
}

fn told(opened: &Opened) -> Telling {
    let told = telling(&*opened.fight, &study(), &|_| {}, &AtomicBool::new(false));
    assert_eq!((told.fights, told.surveyed), (FIGHTS, FIGHTS));
    told
}

fn each(opened: &Opened) -> impl Iterator<Item = Box<dyn AnyLive>> {
    (0..FIGHTS).map(|number| opened.fight.live(study().terms(number), Vec::new()))
}

#[test]
fn what_is_left_is_what_the_views_show_at_the_end() {
    let opened = cyclops();
    let mut counted: BTreeMap<(String, &str), BTreeMap<i64, u64>> = BTreeMap::new();
    for live in each(&opened) {
        for one in live.view().combatants {
            for stat in &one.stats {
                if let Value::Number(left) = stat.value {
                    *counted.entry((one.name.clone(), stat.key)).or_default().entry(left).or_default() += 1;
                }
            }
        }
    }
    let told = told(&opened);
    assert!(told.left.iter().filter(|one| one.health).count() == 2, "everybody lives by something");
    for one in &told.left {
        let key = counted.keys().find(|(who, key)| *who == one.who && **key == *one.value).unwrap();
        assert_eq!(one.counts, counted[key].clone().into_iter().collect::<Vec<_>>(), "{} {}", one.who, one.value);
        let mean = one.counts.iter().map(|(left, times)| left * *times as i64).sum::<i64>() as f64 / FIGHTS as f64;
        assert!((one.mean - mean).abs() < 1e-9);
    }
}

fn of<'t>(told: &'t Telling, who: &str, verb: &str, means: Option<&str>) -> &'t Use {
    let is =
        |one: &&Use| one.who == who && one.verb == verb && one.means.as_deref() == means && one.variants.is_empty();
    told.uses.iter().find(is).unwrap_or_else(|| panic!("{who} {verb} {means:?} in {:#?}", told.uses))
}

#[test]
fn what_is_chosen_is_what_the_records_hold() {
    let opened = cyclops();
    let (mut attacks, mut in_fights) = (0_u64, 0_u64);
    for live in each(&opened) {
        let is = |fact: &&Fact| matches!(fact, Fact::Answer { to, words, .. } if to == "Althea" && words.starts_with("attack Cyclops with xiphos"));
        let own = live.facts().iter().filter(is).count() as u64;
        attacks += own;
        in_fights += u64::from(own > 0);
    }
    assert!(attacks > FIGHTS / 2, "she strikes");
    let told = told(&opened);
    let attack = of(&told, "Althea", "attack", Some("xiphos"));
    assert!((attack.chosen - attacks as f64 / FIGHTS as f64).abs() < 1e-9, "{attack:?} against {attacks}");
    assert!(attack.offered >= attack.chosen && attack.possible_rate >= in_fights as f64 / FIGHTS as f64);
    assert!(!attack.never && attack.moved.is_none());
    for one in &told.uses {
        assert_eq!(one.never, one.chosen == 0.0, "{one:?}");
        assert!(one.chosen <= one.offered && one.possible_rate <= 1.0, "{one:?}");
    }
}

#[test]
fn what_moves_victory_is_tried_on_common_dice_whatever_the_threads() {
    let opened = cyclops();
    let go = AtomicBool::new(false);
    let on = |threads| telling_with_moves(&*opened.fight, &Study { threads, ..study() }, 40_000, &|_| {}, &go);
    let told = on(1);
    assert_eq!(told, on(3));
    let moved = |one: &Use| one.moved.unwrap();
    let attack = moved(of(&told, "Althea", "attack", Some("xiphos")));
    assert!(attack.interval95[0] > 0.0, "to strike is better than the rest: {attack:?}");
    assert!(attack.pairs > 100 && attack.interval95[0] < attack.mean && attack.mean < attack.interval95[1]);
    let idle: Vec<&Use> = told.uses.iter().filter(|one| one.who == "Althea" && one.never).collect();
    for one in idle.into_iter().filter(|one| one.moved.is_some_and(|moved| moved.pairs > 300)) {
        assert!(moved(one).mean < 0.05, "what is never done would win: {one:?}");
    }
}
