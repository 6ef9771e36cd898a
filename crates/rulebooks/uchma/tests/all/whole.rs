//! A small fight of Sigil of Uchma over the whole of its dice: simulations come to the same.

use quintain_testkit::{Check, simulations_meet_the_odds, throws_are_read_as_they_say};
use quintain_uchma::Fight;

const SMALL: &str = r#"
rulebook = "uchma"
[map]
size = [6, 6]
[[combatant]]
name = "Nomad"
is = "nomad-warrior"
side = "nomads"
at = "B3"
set = { health = 5 }
[[combatant]]
name = "Stranger"
is = "nomad-warrior"
side = "strangers"
at = "C3"
set = { health = 5 }
"#;

#[test]
fn a_simulated_fight_is_won_as_often_as_its_odds_say() -> Check {
    simulations_meet_the_odds::<Fight>(SMALL, 1, 1e-7)
}

#[test]
fn throws_that_are_not_read_die_by_die_may_fall_otherwise() -> Check {
    throws_are_read_as_they_say::<Fight>(30)
}
