//! A small fight of Master of Gu over the whole of its dice: simulations come to the same.

use quintain_gu::Fight;
use quintain_testkit::{Check, simulations_meet_the_odds, throws_are_read_as_they_say};

const SMALL: &str = r#"
rulebook = "gu"
[map]
size = [6, 6]
[[combatant]]
name = "Wolf"
is = "common-wolf"
side = "pack"
at = "B3"
set = { hp = 1 }
[[combatant]]
name = "Other"
is = "common-wolf"
side = "others"
at = "C3"
set = { hp = 1 }
"#;

#[test]
fn a_simulated_fight_is_won_as_often_as_its_odds_say() -> Check {
    simulations_meet_the_odds::<Fight>(SMALL, 1, 1e-7)
}

#[test]
fn throws_that_are_not_read_die_by_die_may_fall_otherwise() -> Check {
    throws_are_read_as_they_say::<Fight>(30)
}
