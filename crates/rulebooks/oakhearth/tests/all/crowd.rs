//! A thousand combatants: nobody is forgotten, whatever reaches all of them.

use quintain_content::{Encounter, Source};
use quintain_engine::{AnyLive, CombatantView, Conduct, Seats, Terms, Value};
use quintain_oakhearth::{Fight, RULEBOOK};
use quintain_testkit::packs_of;

#[path = "shared/crowd.rs"]
mod encounter;

use encounter::crowd;

/// How many stand around the two.
const MANY: usize = 998;

/// The fight at the first question to the heroes.
fn begun(many: usize, hp: u8, seats: Seats) -> Box<dyn AnyLive> {
    let encounter = Encounter::parse(&Source::new("crowd.toml", crowd(many, hp)), RULEBOOK.tables()).unwrap();
    let fight = RULEBOOK.read(&packs_of::<Fight>()).unwrap().set_up(&encounter).unwrap();
    let terms = Terms { seats, round_limit: 2, ..Terms::unattended(5, 0, Conduct::best()) };
    fight.live(terms, Vec::new())
}

fn players() -> Seats {
    Seats { players: true, ..Seats::nobody() }
}

#[test]
fn a_blast_hurts_everybody_in_it() {
    let mut live = begun(MANY, 12, players());
    live.answer("Ada", "Ada").unwrap();
    live.answer("Ada", "cast Doom at P16").unwrap();
    let view = live.view();
    let nine = |one: &&CombatantView| one.stats.iter().any(|stat| stat.key == "hp" && stat.value == Value::Number(9));
    let villains = view.combatants.iter().filter(|one| one.name.starts_with("Villain"));
    assert_eq!(villains.filter(nine).count(), MANY);
    assert!(live.log().iter().filter(|event| event.text.contains("takes 3 Fire damage")).count() >= MANY);
}

#[test]
fn whoever_is_hidden_from_a_crowd_is_hidden_from_the_last_of_it() {
    let mut live = begun(MANY, 12, players());
    live.answer("Ada", "Ada").unwrap();
    live.edict("give Ada Hidden").unwrap();
    let hidden = |live: &dyn AnyLive| {
        let view = live.view();
        let ada = view.combatants.iter().find(|one| one.name == "Ada").unwrap();
        ada.conditions.iter().find(|condition| condition.name == "Hidden").map(|condition| condition.detail.clone())
    };
    assert!(hidden(&*live).unwrap().ends_with("Villain 4 198"));
    live.edict("take Hidden from Villain 4 198 from Ada").unwrap();
    assert!(hidden(&*live).unwrap().ends_with("Villain 4 197"));
    live.answer("Ada", "speak aloud").unwrap();
    assert_eq!(hidden(&*live), None);
}

#[test]
fn everybody_has_a_turn_in_each_round() {
    let live = begun(78, 60, Seats::nobody());
    for number in 1..=78 {
        let turn = format!("it is Villain 0 {number}'s turn");
        assert!(live.log().iter().any(|event| event.text == turn), "{turn}");
    }
}
