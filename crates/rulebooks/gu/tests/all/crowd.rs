//! A thousand on one map: whatever reaches all of them forgets nobody.

use crate::common::crowd;
use quintain_engine::AnyLive;

/// How many villagers have so many hit points.
fn with_hp(live: &dyn AnyLive, hp: &str) -> usize {
    let view = live.view();
    let has = |one: &quintain_engine::CombatantView| {
        one.stats.iter().any(|stat| stat.key == "hp" && stat.value.to_string() == hp)
    };
    view.combatants.iter().filter(|one| one.side == "village" && has(one)).count()
}

fn says(live: &mut Box<dyn AnyLive>, words: &str) {
    live.answer("Master", words).unwrap_or_else(|fault| panic!("`{words}` is not taken: {fault}"));
}

#[test]
fn a_blast_hurts_all_of_them() {
    for villagers in [63, 64, 65, 80, 300, 999] {
        let mut live = crowd(villagers, false);
        says(&mut live, "activate Wave on T20");
        assert_eq!(with_hp(&*live, "14"), villagers, "of {villagers}");
    }
}

#[test]
fn a_dodge_that_leads_nowhere_else_saves_nobody() {
    let mut live = crowd(600, true);
    says(&mut live, "activate Wave on T20");
    assert_eq!(with_hp(&*live, "14"), 600);
}

#[test]
fn what_befalls_and_what_heals_reaches_all_of_them() {
    let mut live = crowd(300, false);
    says(&mut live, "activate Gale");
    let burning = |live: &dyn AnyLive| {
        let on_fire = |one: &quintain_engine::CombatantView| one.conditions.iter().any(|known| known.name == "burning");
        live.view().combatants.iter().filter(|one| on_fire(one)).count()
    };
    assert_eq!((with_hp(&*live, "18"), burning(&*live)), (300, 300));
    says(&mut live, "activate Balm");
    assert_eq!(with_hp(&*live, "20"), 300);
}

#[test]
fn what_stays_on_the_map_strikes_all_of_them_at_their_turns() {
    let mut live = crowd(200, false);
    says(&mut live, "activate Fen on T20");
    assert_eq!(with_hp(&*live, "17"), 200);
    says(&mut live, "end turn");
    assert_eq!(with_hp(&*live, "14"), 200);
}
